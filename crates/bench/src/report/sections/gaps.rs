//! The rows that have no figure, and why.

use trials::{Kind, Record, Run};

use crate::report::doc::{Block, Table};
use crate::report::figures::distinct;
use crate::report::number::{bytes, plural};

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let heads = ["implementation", "algorithm", "what", "length", "messages", "why"];
    let mut table = Table::new("What could not be had, and why", heads).left(&[1, 2, 5]);
    // Rows that differ in lengths and numbers alone share a line.
    let mut groups: Vec<(&Record, Vec<&Record>)> = Vec::new();
    for row in run.records.iter().filter(|r| r.reason.is_some() || r.ns_per_message.is_none()) {
        let is_alike = |(first, _): &&mut (&Record, Vec<&Record>)| {
            first.implementation == row.implementation
                && first.algorithm == row.algorithm
                && (first.kind, &first.backend, &first.reason) == (row.kind, &row.backend, &row.reason)
        };
        match groups.iter_mut().find(is_alike) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((row, vec![row])),
        }
    }
    for (first, rows) in groups {
        let what = match first.kind {
            Kind::Messages => "messages",
            Kind::Ragged => "messages of many lengths",
            Kind::Form => "a forced backend",
            Kind::Permutation => "the permutation",
            Kind::Threads => "several threads",
        };
        let what = first.backend.as_ref().map_or(what.into(), |backend| format!("{what}, `{backend}`"));
        let lengths = distinct(rows.iter().map(|r| r.bytes));
        let length = match lengths[..] {
            [one] => bytes(one),
            _ => plural(lengths.len() as u64, "length", "lengths"),
        };
        let messages = distinct(rows.iter().map(|r| r.messages));
        table.push(vec![
            first.implementation.as_str().into(),
            format!("`{}`", first.algorithm).into(),
            what.into(),
            length.into(),
            messages.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ").into(),
            first.reason.as_deref().unwrap_or("no reason was recorded").into(),
        ]);
    }
    vec![
        Block::Heading { id: "gaps", text: "Rows without a figure".into() },
        if table.rows.is_empty() {
            Block::Paragraph("Every row of this run has a figure.".into())
        } else {
            Block::Table(table)
        },
    ]
}
