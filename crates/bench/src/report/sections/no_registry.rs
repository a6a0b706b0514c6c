//! The rivals that no registry carries, each beside lanesum's figure for the same.

use crate::goals;
use crate::processor::Processor;
use crate::quoted::{self, Quoted};
use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{Subject, Unit, What};
use crate::report::number::{bytes, digits, plural, ratio};
use crate::results::Run;

/// A ratio below this is no tie.
const FASTER: f64 = 0.995;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let table = table(run);
    let ratios = || table.rows.iter().filter_map(|row| row.last()).filter(|cell| cell.tone != Tone::Gap);
    let verdict = match ratios().count() {
        0 => "None of these figures is from this kind of processor and has a counterpart in this run.".into(),
        of => format!(
            "lanesum takes fewer cycles than {} of {of}; as many within half a percent do not count.",
            ratios().filter(|cell| cell.tone == Tone::Good).count()
        ),
    };
    vec![
        Block::Heading { id: "no-registry", text: "Rivals that no registry carries".into() },
        Block::Verdict(verdict),
        Block::Paragraph(
            "These rivals are not part of a run. Each was built from its public repository and measured once, alternating with lanesum in one process, after its outputs had been compared. The last column, lanesum's figure of this run divided by the rival's, is filled \
             where both are from the same kind of processor. “Version not kept”: the one of that date."
                .into(),
        ),
        Block::Table(table),
    ]
}

fn table(run: &Run) -> Table {
    let processor = goals::shown(run);
    let is_here = Processor::of(&run.machine) == Some(processor);
    let heads =
        ["function", "what", "best rival", "version", "its figure", "processor", "date", "lanesum here", "to it"];
    let caption = "The best of them, in core cycles of a permutation or core cycles per byte";
    let mut table = Table::new(caption, heads).left(&[1, 2, 3, 5, 6]);
    for quoted in quoted::all(processor) {
        let ours = quoted.subject.ours(run, quoted.unit).row().and_then(|row| quoted.unit.of(row));
        let to_it = ours.filter(|_| is_here).map(|ours| ours / quoted.figure);
        table.push(vec![
            format!("`{}`", quoted.subject.algorithm).into(),
            what(&quoted.subject).into(),
            quoted.who.into(),
            quoted.version.into(),
            Cell::new(as_text(quoted, quoted.figure)).tone(Tone::Quoted),
            quoted.processor.name().into(),
            quoted.date.into(),
            ours.map_or_else(Cell::empty, |ours| as_text(quoted, ours).into()),
            to_it.map_or_else(Cell::empty, |to_it| {
                Cell::new(ratio(to_it)).tone(if to_it < FASTER { Tone::Good } else { Tone::Bad })
            }),
        ]);
    }
    table
}

fn what(subject: &Subject) -> String {
    let Subject { what, backends, messages, .. } = subject;
    let on = if backends.is_empty() { String::new() } else { format!(", lanesum on `{}`", backends.join("` or `")) };
    match (what, subject.length()) {
        (What::Permutation, _) => format!("{}{on}", plural(*messages, "state", "states")),
        (_, Some(length)) => format!("{} of {}{on}", plural(*messages, "message", "messages"), bytes(length)),
        (_, None) => format!("{}, long{on}", plural(*messages, "message", "messages")),
    }
}

fn as_text(quoted: &Quoted, figure: f64) -> String {
    if quoted.unit == Unit::CoreCycles { format!("{figure:.0}") } else { digits(figure) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};
    use measure::trials::{Kind, Record};

    #[test]
    fn a_ratio_is_made_on_the_same_kind_of_processor_alone() {
        let mut run = empty();
        run.records =
            vec![Record { core_cpb: Some(3.54), ..record("lanesum", "blake512", Kind::Messages, 16 << 10, 1) }];
        let row = |run: &Run| {
            let table = table(run);
            let row = table.rows.iter().find(|row| row[0].text == "`blake512`").expect("somebody has it");
            row.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>()
        };
        let known =
            ["`blake512`", "1 message of 16 KiB", "SUPERCOP", "bswap", "4.25", "EPYC, Zen 5", "2026-11-22", "3.54"];
        assert_eq!(row(&run), [&known[..], &["0.83×"]].concat());
        run.machine.family = 25;
        assert_eq!(row(&run), [&known[..], &["–"]].concat());
    }
}
