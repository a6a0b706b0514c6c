//! Guilford and others, "Fast SHA512 implementations on Intel architecture processors": Figure 1.

use crate::results::{ByPaper, Run};

use super::cells::{Place, against, by_method};
use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Cell, Chart, Table, Tone};
use crate::report::figures::{Found, OURS, Subject, Unit, by_length};
use crate::report::number::{bytes, digits};

/// Large buffers, AVX, Core i7-2600, cycles of the time-stamp counter per byte.
const LARGE: f64 = 8.59;
/// From how many bytes on a buffer counts as large here; the paper does not say.
const LARGE_FROM: u64 = 16 << 10;
/// By which steps Figure 1 goes.
const STEP: u64 = 128;

pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let subject = Subject::messages("sha512", 0, 1).longest_from(LARGE_FROM);
    let mut table = Table::new("SHA-512 of a large buffer: cycles per byte", ["", "paper", "here"]).note(
        "The paper: AVX on a Core i7-2600, in cycles of the time-stamp counter, which are the core's own without Turbo Boost; of all \
         samples an eighth and then a further quarter were taken off each end, and the middle quarter averaged. Here: core cycles.",
    );
    let length = match subject.ours(run, Unit::CoreCpb) {
        Found::Row(record) => format!("largest buffer here: {}", bytes(record.bytes)),
        Found::Gap(_) => "large buffers".into(),
    };
    table.push(vec![
        length.into(),
        Cell::new(digits(LARGE)).tone(Tone::Quoted),
        against(run, subject, Unit::CoreCpb, LARGE),
    ]);
    let mut blocks = vec![Block::Subheading("SHA-512 (Intel's white paper)".into()), Block::Table(table)];
    let caption = "By the paper's own method: cycles of the time-stamp counter per byte";
    blocks.extend(by_method(run, "sha512-white-paper", caption, place).map(Block::Table));
    if let Some(chart) = curve(run) {
        blocks.push(Block::Chart(chart));
    } else {
        let reason = match subject.ours(run, Unit::CoreCpb) {
            Found::Gap(reason) => reason,
            Found::Row(_) => "too few lengths in this run".into(),
        };
        blocks.push(Block::Paragraph(format!("Figure 1, cycles per byte by steps of {STEP} bytes: {reason}.")));
    }
    blocks
}

/// Lengths by implementations.
fn place(timed: &ByPaper) -> Option<Place> {
    let column = match &timed.backend {
        Some(backend) => format!("{}, `{backend}`", timed.implementation),
        None => timed.implementation.clone(),
    };
    let paper = (timed.bytes >= LARGE_FROM).then_some("8.59");
    (timed.algorithm == "sha512").then(|| Place { row: bytes(timed.bytes), column, paper })
}

fn curve(run: &Run) -> Option<Chart> {
    let rows = by_length(run, OURS, "sha512");
    let steps = rows.iter().filter(|r| r.bytes > 0 && r.bytes.is_multiple_of(STEP) && r.bytes <= 16 << 10);
    let points: Vec<Point> = steps
        .filter_map(|r| {
            let y = r.core_cpb?;
            let hint = format!("{} B: {}", r.bytes, digits(y));
            Some(Point { x: r.bytes as f64, y, spread: Unit::CoreCpb.spread(r), hint })
        })
        .collect();
    if points.len() < 8 {
        return None;
    }
    let about = About {
        id: "sha512-figure-1".into(),
        title: "SHA-512: cycles per byte over the length of the buffer".into(),
        description: format!("A line by steps of {STEP} bytes, and the paper's {LARGE} for large buffers."),
        caption: "After Figure 1 of the white paper: `sha512`, core cycles per byte, here; the line across is \
                  the paper's for large buffers."
            .into(),
    };
    let x = Axis { label: "bytes of the buffer".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    let y = Axis { label: "core cycles per byte".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    let series = vec![Series { name: "lanesum".into(), style: 0, points, markers: Markers::Hidden }];
    Lines { about, x, y, series, rules: vec![(LARGE, format!("{LARGE}: the paper, AVX, large buffers"))] }.draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn a_curve_comes_with_its_rows() {
        assert!(curve(&fixture::run()).is_none());
        assert!(curve(&fixture::later()).is_some());
    }
}
