//! The rows that have no figure, and why.

use measure::trials::{Kind, Record};

use crate::report::doc::{Block, Table};
use crate::report::figures::{ABSENT, distinct};
use crate::report::number::{bytes, noise, plural};
use crate::results::Run;

/// For a rival without the algorithm.
const LACKING: &str = "it has no such algorithm";

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let heads = ["implementation", "algorithms", "what", "rows", "why"];
    let mut table = Table::new("Missing figures, and why", heads).left(&[1, 2, 3, 4]);
    // Rows that differ in algorithms, lengths and numbers alone share a line.
    let mut groups: Vec<(String, Vec<&Record>)> = Vec::new();
    let mut lacking = 0;
    for row in run.records.iter().filter(|r| r.ratios.is_none() && (r.reason.is_some() || r.ns_per_message.is_none())) {
        let why = reason(row);
        if why == LACKING {
            lacking += 1;
            continue;
        }
        let is_alike = |(other, rows): &&mut (String, Vec<&Record>)| {
            let first = rows[0];
            *other == why
                && (&first.implementation, first.kind, &first.backend) == (&row.implementation, row.kind, &row.backend)
        };
        match groups.iter_mut().find(is_alike) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((why, vec![row])),
        }
    }
    for (why, rows) in groups {
        let first = rows[0];
        let what = match first.kind {
            Kind::Messages => "messages",
            Kind::Ragged => "messages of many lengths",
            Kind::Form => "one backend, named",
            Kind::Permutation => "the permutation",
            Kind::Threads => "several threads",
            Kind::OneMessage => "one message on several threads",
            Kind::Gate => "sets of messages",
            Kind::DefaultProfile => "messages, cargo's default profile",
            Kind::Curve | Kind::FormCurve => "a curve's points",
        };
        let what = first.backend.as_ref().map_or(what.into(), |backend| format!("{what}, `{backend}`"));
        let mut algorithms: Vec<String> = Vec::new();
        for row in &rows {
            let name = format!("`{}`", row.algorithm);
            if !algorithms.contains(&name) {
                algorithms.push(name);
            }
        }
        table.push(vec![
            first.implementation.as_str().into(),
            algorithms.join(", ").into(),
            what.into(),
            which(&rows, &why).into(),
            why.into(),
        ]);
    }
    if lacking > 0 {
        table =
            table.note(format!("Not listed: {} of rivals that lack the algorithm.", plural(lacking, "row", "rows")));
    }
    let missing = run.records.iter().filter(|r| r.quiet_samples.is_some() && r.ns_per_message.is_none()).count();
    vec![
        Block::Heading { id: "gaps", text: "Rows without a figure".into() },
        Block::Verdict(match missing {
            0 => "No row lacks a figure for want of quiet samples.".into(),
            some => {
                format!(
                    "{} of {} {} no figure: too few of their samples were quiet.",
                    some,
                    plural(run.records.len() as u64, "row", "rows"),
                    if some == 1 { "has" } else { "have" }
                )
            }
        }),
        if table.rows.is_empty() {
            Block::Paragraph("Every row of this run has a figure.".into())
        } else {
            Block::Table(table)
        },
    ]
}

/// Numbers and lengths of messages: `1 × 16 MiB, 2 × 0 B`.
fn which(rows: &[&Record], why: &str) -> String {
    const SHOWN: usize = 12;
    if why == ABSENT {
        return "all".into();
    }
    let all = distinct(rows.iter().map(|r| (r.messages, r.bytes)));
    let mut text: Vec<String> = all.iter().take(SHOWN).map(|(n, length)| format!("{n} × {}", bytes(*length))).collect();
    if all.len() > SHOWN {
        text.push(format!("and {} more", all.len() - SHOWN));
    }
    text.join(", ")
}

/// Without what differs between rows that lack a figure for the same reason: counts of samples, and whose row it is.
fn reason(row: &Record) -> String {
    let reason = row.reason.as_deref().unwrap_or("no reason was recorded");
    if let Some(noise) = noise(reason) {
        let tries = reason.split_once("; ").map(|(_, tries)| format!(", {}", tries.trim_start_matches("so it was ")));
        return noise.to_string() + &tries.unwrap_or_default();
    }
    let lacks = format!("{} has no {}", row.implementation, row.algorithm);
    if reason == lacks { LACKING.into() } else { reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn rows_with_the_same_reason_share_a_line() {
        let mut run = fixture::empty();
        for (algorithm, bytes, quiet) in [("sha3-256", 64, 1), ("sha3-256", 8192, 2), ("shake128", 64, 0)] {
            let mut row = fixture::record("sha3", algorithm, Kind::Messages, bytes, 2);
            row.reason =
                Some(format!("{algorithm} by sha3, 2 × {bytes} bytes: not enough quiet samples: {quiet} of 9"));
            run.records.push(row);
        }
        let mut row = fixture::record("sha3", "shake128", Kind::Messages, 64, 1);
        row.reason = Some("sha3 has no shake128".into());
        run.records.push(row);
        let Some(Block::Table(table)) = blocks(&run).pop() else { panic!("there are gaps") };
        let lines: Vec<Vec<&str>> =
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(
            lines,
            [["sha3", "`sha3-256`, `shake128`", "messages", "2 × 64 B, 2 × 8 KiB", "not enough quiet samples"]]
        );
        assert_eq!(table.notes, ["Not listed: 1 row of rivals that lack the algorithm."]);
    }
}
