//! One short message.

use crate::results::Run;

use super::lengths::MAIN;
use super::{cell, style};
use crate::report::charts::About;
use crate::report::charts::bars::{Bar, Bars, Group};
use crate::report::doc::{Block, Cell, Chart, Table, Tone};
use crate::report::figures::{OURS, Unit, algorithms, batch, implementations};
use crate::report::number::{bytes, digits};

/// The lengths of a key or a digest, of a pair of digests, and of a block of SHA3-256.
const LENGTHS: [u64; 3] = [32, 64, 136];

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "latency", text: "One short message".into() },
        Block::Paragraph(
            "Core cycles from the call to the digest, with everything that the implementation does in between.".into(),
        ),
    ];
    blocks.extend(chart(run).map(Block::Chart));
    blocks.push(match table(run) {
        Some(table) => Block::Table(table),
        None => Block::Paragraph("This run has no messages of 32, 64 or 136 bytes.".into()),
    });
    blocks
}

fn chart(run: &Run) -> Option<Chart> {
    let bar = |name: &str, algorithm: &str, length| {
        let r = batch(run, name, algorithm, length, 1)?;
        let value = Unit::CyclesAMessage.of(r)?;
        Some(Bar {
            name: name.into(),
            style: style(run, name),
            value,
            label: digits(value),
            spread: Unit::CyclesAMessage.spread(r),
            limit: None,
            hint: format!("{name}: {} core cycles", digits(value)),
        })
    };
    let mut groups = Vec::new();
    for algorithm in MAIN {
        for length in LENGTHS {
            let mut bars: Vec<Bar> =
                implementations(run).iter().filter_map(|name| bar(name, algorithm, length)).collect();
            bars.sort_by(|a, b| a.value.total_cmp(&b.value));
            if !bars.is_empty() {
                groups.push(Group { name: format!("{algorithm}, {}", bytes(length)), bars });
            }
        }
    }
    let about = About {
        id: "latency-chart".into(),
        title: "One short message: core cycles".into(),
        description:
            "Bars of core cycles for each length and implementation, the fastest first. The table below has the \
                      figures."
                .into(),
        caption:
            "Core cycles for one message, the fastest first; each length has its own scale. Thin lines are the spread."
                .into(),
    };
    Bars { about, groups }.draw()
}

fn table(run: &Run) -> Option<Table> {
    let names = implementations(run);
    let has_any = |name: &str| {
        let mut rows = algorithms(run).into_iter().flat_map(|a| LENGTHS.map(|n| batch(run, name, a, n, 1)));
        rows.any(|r| r.and_then(|r| Unit::CyclesAMessage.of(r)).is_some())
    };
    let names: Vec<&str> = names.into_iter().filter(|&name| has_any(name)).collect();
    let heads = ["function", "message"].into_iter().chain(names.iter().copied());
    let mut table = Table::new("One message: core cycles", heads);
    for algorithm in algorithms(run) {
        for length in LENGTHS {
            let row = |name: &str| batch(run, name, algorithm, length, 1);
            if row(OURS).is_none() {
                continue;
            }
            let figure = |name: &str| Unit::CyclesAMessage.of(row(name)?);
            let best = names.iter().filter_map(|name| figure(name)).fold(f64::INFINITY, f64::min);
            let cells = names.iter().map(|name| {
                let shown = cell(row(name), Unit::CyclesAMessage);
                if figure(name) == Some(best) { shown.tone(Tone::Best) } else { shown }
            });
            table
                .rows
                .push([Cell::new(format!("`{algorithm}`")), bytes(length).into()].into_iter().chain(cells).collect());
        }
    }
    (!table.rows.is_empty()).then_some(table)
}
