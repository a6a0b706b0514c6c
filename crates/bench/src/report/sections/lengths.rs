//! One message: cycles per byte over length.

use measure::trials::Record;

use super::{BEST_RIVALS, QUOTED_NOTE, all_rivals, best_rivals, cell, style, won};
use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Chart, Table};
use crate::report::figures::{OURS, Unit, algorithms, by_length, distinct, implementations};
use crate::report::number::{bytes, bytes_short, digits};
use crate::results::Run;

/// The functions that have a large chart and a table.
pub(crate) const MAIN: [&str; 3] = ["sha3-256", "shake128", "sha256"];

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "lengths", text: "One message, by length".into() },
        Block::Verdict(verdict(run)),
        Block::Paragraph(
            "Core cycles per byte of one message; lower is better. A band reaches from the fastest quiet sample to the upper \
             quartile, and the curve is the lower quartile: where no band is visible, it is thinner than the line."
                .into(),
        ),
    ];
    for algorithm in MAIN {
        blocks.extend(chart(run, algorithm).map(Block::Chart));
    }
    let others = algorithms(run).into_iter().filter(|name| !MAIN.contains(name));
    let small: Vec<Chart> = others.filter_map(|name| chart(run, name)).collect();
    if !small.is_empty() {
        blocks.push(Block::SmallCharts(small));
    }
    blocks.extend(MAIN.into_iter().filter_map(|name| table(run, name)).map(Block::Table));
    blocks
}

fn chart(run: &Run, algorithm: &str) -> Option<Chart> {
    let mut lengths = Vec::new();
    let mut series = Vec::new();
    for name in implementations(run) {
        let rows = by_length(run, name, algorithm);
        let points: Vec<Point> = rows
            .iter()
            .filter_map(|r| {
                let y = r.core_cpb.filter(|y| *y > 0.0 && r.bytes > 0)?;
                lengths.push(r.bytes);
                let hint = format!("{}, {} core cycles per byte", bytes(r.bytes), digits(y));
                Some(Point { x: r.bytes as f64, y, spread: Unit::CoreCpb.spread(r), hint })
            })
            .collect();
        if !points.is_empty() {
            let markers = if points.len() > 40 { Markers::Hidden } else { Markers::Shown };
            series.push(Series { name: name.into(), style: style(run, name), points, markers });
        }
    }
    let ends: Vec<String> =
        series.iter().filter_map(|s| s.points.last().map(|p| format!("{} {}", s.name, digits(p.y)))).collect();
    let ticks = distinct(lengths).into_iter().map(|n| (n as f64, bytes_short(n))).collect();
    let about = About {
        id: format!("length-{algorithm}"),
        title: format!("{algorithm}: core cycles per byte over the length of one message"),
        description: format!(
            "Lines on two logarithmic axes, one for each implementation. At their longest message, in core cycles per byte: {}.",
            ends.join("; ")
        ),
        caption: format!(
            "`{algorithm}`, one message: core cycles per byte over its length; both axes are logarithmic."
        ),
    };
    let x = Axis { label: "bytes of the message".into(), kind: ScaleKind::Log, ticks };
    let y = Axis { label: "core cycles per byte".into(), kind: ScaleKind::Log, ticks: Vec::new() };
    Lines { about, x, y, series, rules: Vec::new() }.draw()
}

/// Rows: lengths. Columns: lanesum and the three best rivals.
fn table(run: &Run, algorithm: &str) -> Option<Table> {
    let heads = ["length", "lanesum"].into_iter().chain(BEST_RIVALS);
    let mut table = Table::new(format!("`{algorithm}`, one message: core cycles per byte"), heads).note(QUOTED_NOTE);
    for ours in by_length(run, OURS, algorithm).into_iter().filter(|r| r.bytes > 0) {
        let row = |name: &str| at(run, name, algorithm, ours.bytes);
        let rivals = all_rivals(run, Unit::CoreCpb, (algorithm, ours.bytes), row);
        let head = [bytes(ours.bytes).into(), cell(Some(ours), Unit::CoreCpb)];
        table.push(head.into_iter().chain(best_rivals(ours.core_cpb, rivals)).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}

fn at<'r>(run: &'r Run, implementation: &str, algorithm: &str, length: u64) -> Option<&'r Record> {
    by_length(run, implementation, algorithm).into_iter().find(|r| r.bytes == length)
}

fn verdict(run: &Run) -> String {
    let points = algorithms(run).into_iter().flat_map(|algorithm| {
        let ours = by_length(run, OURS, algorithm).into_iter().filter(|r| r.bytes > 0);
        ours.filter_map(move |r| {
            let row = |name: &str| at(run, name, algorithm, r.bytes);
            let rivals = all_rivals(run, Unit::CoreCpb, (algorithm, r.bytes), row);
            Some((r.core_cpb?, rivals.map(|(_, figure)| figure).min_by(f64::total_cmp)))
        })
    });
    match won(points) {
        Some((won, of)) => {
            format!(
                "At {won} of the {of} points (a function at a length) that have a rival, lanesum takes fewer cycles than all of them."
            )
        }
        None => "This run has no rival with single messages.".into(),
    }
}
