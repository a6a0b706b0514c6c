//! Sets of messages in one call against one call for each.

use measure::trials::Kind;

use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::number::{bytes, digits};
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let table = table(run);
    let ratios: Vec<_> = run.records.iter().filter_map(|r| r.ratios.as_ref()).collect();
    let above = ratios.iter().map(|r| r.above).sum::<u64>();
    let sets = run.records.iter().filter(|r| r.ratios.is_some()).map(|r| r.messages).sum::<u64>();
    let verdict = match ratios.first() {
        Some(first) => format!(
            "{} of {sets} batches take more than {} times as long as one call for each of their messages{}.",
            if above == 0 { "None".into() } else { above.to_string() },
            first.at_most,
            if above == 0 {
                ""
            } else {
                ". The goal is that none does, so it is missed; what was tried is in docs/tried.md, “Few messages in one call, and unequal \
                 ones”"
            },
        ),
        None => "Not in this run.".into(),
    };
    let mut blocks =
        vec![Block::Heading { id: "gate", text: "One call against one call for each".into() }, Block::Verdict(verdict)];
    blocks.push(match table {
        Some(table) => Block::Table(table),
        None => Block::Paragraph(
            "This run has no such rows: `lanesum-bench --gate --json FILE` measures them, and a run with `--resume FILE` has them in its \
             report."
                .into(),
        ),
    });
    blocks
}

fn table(run: &Run) -> Option<Table> {
    let rows: Vec<_> = run.records.iter().filter_map(|r| Some((r, r.ratios.as_ref()?))).collect();
    let (first, ratios) = rows.iter().find(|(r, _)| r.kind == Kind::Gate)?;
    let above = format!("above {}", ratios.at_most);
    let heads = [
        "function",
        "batch by",
        "sets",
        "least",
        "median",
        "most",
        &above,
        "too noisy",
        "most above",
        "always measured",
    ];
    let caption = "Sets of messages in one call: core cycles as a multiple of one call for each message";
    let mut table = Table::new(caption, heads).left(&[1, 8, 9]).note(format!(
        "Random sets of 2 to 33 messages, whose lengths are log-uniform from 0 to {}; in every other set all have one of two lengths. \
         Always measured: sets in which batches were slower once. By type: `Sha256::digest_many`; by name: `Algorithm::digest_many`; one \
         call for each: `sha256`. A set above {} is measured three times more, and counts as above if its lower quartile was so each time. \
         “Most” is of the first measurement of all sets. Most above: \
         ratio, “of” the number of messages, and their lengths in bytes; 6×75 is six messages of 75 bytes.",
        bytes(first.bytes),
        ratios.at_most
    ));
    for (row, ratios) in &rows {
        let shown = |i: usize| ratios.least_median_most.map_or_else(Cell::empty, |all| digits(all[i]).into());
        let tone = if ratios.above == 0 { Tone::Good } else { Tone::Bad };
        table.push(vec![
            format!("`{}`", row.algorithm).into(),
            if ratios.by_name { "name" } else { "type" }.into(),
            row.messages.to_string().into(),
            shown(0),
            shown(1),
            shown(2),
            Cell::new(ratios.above.to_string()).tone(tone),
            ratios.noisy.to_string().into(),
            listed(&ratios.worst),
            listed(&ratios.known),
        ]);
    }
    Some(table)
}

fn listed(sets: &[String]) -> Cell {
    if sets.is_empty() { Cell::empty() } else { sets.join("; ").into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};
    use measure::trials::{Ratios, Record};

    #[test]
    fn each_function_has_its_row() {
        let mut run = empty();
        assert!(table(&run).is_none());
        let ratios = |above: u64| Ratios {
            least_median_most: (above == 0).then_some([0.2, 0.5, 1.01]),
            at_most: 1.03,
            above,
            noisy: 2,
            worst: vec!["1.20 of 2: 2×1".into(); above as usize],
            known: vec!["0.90 of 2: 27 189".into()],
            by_name: above == 0,
        };
        let row =
            |name, above| Record { ratios: Some(ratios(above)), ..record("lanesum", name, Kind::Gate, 1 << 16, 1000) };
        run.records = vec![row("sha256", 0), row("kt128", 1)];
        let table = table(&run).expect("there are rows");
        let shown: Vec<Vec<&str>> =
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(
            shown,
            [
                ["`sha256`", "name", "1000", "0.200", "0.500", "1.01", "0", "2", "–", "0.90 of 2: 27 189"],
                ["`kt128`", "type", "1000", "–", "–", "–", "1", "2", "1.20 of 2: 2×1", "0.90 of 2: 27 189"],
            ]
        );
    }
}
