//! One message: cycles per byte over length.

use measure::trials::Kind;

use super::{cell, style};
use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Cell, Chart, Table, Tone};
use crate::report::figures::{OURS, Unit, algorithms, by_length, distinct, implementations};
use crate::report::number::{bytes, bytes_short, digits};
use crate::results::Run;

/// The functions that have a large chart and a table.
pub(crate) const MAIN: [&str; 2] = ["sha3-256", "shake128"];

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "lengths", text: "One message, by length".into() },
        Block::Paragraph(
            "Core cycles per byte of one message; lower is better. A band reaches from the least quiet sample to the upper \
             quartile, and the curve is the lower quartile: where no band is to be seen it is thinner than the line."
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

/// Rows: implementations. Columns: lengths.
fn table(run: &Run, algorithm: &str) -> Option<Table> {
    let measured = run
        .records
        .iter()
        .filter(|r| r.kind == Kind::Messages && r.messages == 1 && r.algorithm == algorithm && r.bytes > 0)
        .map(|r| r.bytes);
    let all = distinct(measured);
    // A curve of very many lengths is no table.
    if all.is_empty() || all.len() > 24 {
        return None;
    }
    let heads = ["implementation".to_string()].into_iter().chain(all.iter().map(|&n| bytes(n)));
    let mut table = Table::new(format!("`{algorithm}`, one message: core cycles per byte"), heads);
    let best: Vec<f64> = all
        .iter()
        .map(|&n| {
            let rows = implementations(run).into_iter().flat_map(|name| by_length(run, name, algorithm));
            rows.filter(|r| r.bytes == n).filter_map(|r| r.core_cpb).fold(f64::INFINITY, f64::min)
        })
        .collect();
    for name in implementations(run) {
        let rows = by_length(run, name, algorithm);
        if rows.iter().all(|r| r.core_cpb.is_none()) {
            continue;
        }
        let cells = all.iter().zip(&best).map(|(&n, best)| {
            let row = rows.iter().copied().find(|r| r.bytes == n);
            let shown = cell(row, Unit::CoreCpb);
            if row.is_some_and(|r| r.core_cpb == Some(*best)) { shown.tone(Tone::Best) } else { shown }
        });
        let head = Cell::new(name).tone(if name == OURS { Tone::Best } else { Tone::Plain });
        table.rows.push([head].into_iter().chain(cells).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}
