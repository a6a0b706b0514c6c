//! The section about latency: one short message.

use crate::results::Run;

use super::lengths::MAIN;
use super::{BEST_RIVALS, QUOTED_NOTE, all_rivals, best_rivals, cell, style, won};
use crate::report::charts::About;
use crate::report::charts::bars::{Bar, Bars, Group};
use crate::report::doc::{Block, Cell, Chart, Table};
use crate::report::figures::{OURS, Unit, algorithms, batch, implementations};
use crate::report::number::{bytes, digits};

/// The lengths of a key or a digest, of a pair of digests, and of a block of SHA3-256.
const LENGTHS: [u64; 3] = [32, 64, 136];

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "latency", text: "One short message".into() },
        Block::Verdict(verdict(run)),
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
    let heads = ["function", "message", "lanesum"].into_iter().chain(BEST_RIVALS);
    let mut table = Table::new("One message: core cycles", heads).note(QUOTED_NOTE);
    for (algorithm, length) in points(run) {
        let row = |name: &str| batch(run, name, algorithm, length, 1);
        let ours = row(OURS);
        let rivals = all_rivals(run, Unit::CyclesAMessage, (algorithm, length), row);
        let rivals = best_rivals(ours.and_then(|r| Unit::CyclesAMessage.of(r)), rivals);
        let head = [Cell::new(format!("`{algorithm}`")), bytes(length).into(), cell(ours, Unit::CyclesAMessage)];
        table.push(head.into_iter().chain(rivals).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The functions and lengths that lanesum has rows of.
fn points(run: &Run) -> impl Iterator<Item = (&str, u64)> {
    let all = algorithms(run).into_iter().flat_map(|algorithm| LENGTHS.map(|length| (algorithm, length)));
    all.filter(|(algorithm, length)| batch(run, OURS, algorithm, *length, 1).is_some())
}

fn verdict(run: &Run) -> String {
    let point = |(algorithm, length): (&str, u64)| {
        let ours = Unit::CyclesAMessage.of(batch(run, OURS, algorithm, length, 1)?)?;
        let row = |name: &str| batch(run, name, algorithm, length, 1);
        let rivals = all_rivals(run, Unit::CyclesAMessage, (algorithm, length), row);
        Some((ours, rivals.map(|(_, figure)| figure).min_by(f64::total_cmp)))
    };
    match won(points(run).filter_map(point)) {
        Some((won, of)) => format!(
            "Messages of 32, 64 and 136 bytes: in {won} of the {of} rows that have a rival, lanesum takes fewer cycles than all of them."
        ),
        None => "This run has no rival with a message of 32, 64 or 136 bytes.".into(),
    }
}
