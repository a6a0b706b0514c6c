//! Guilford and others, "Fast SHA512 implementations on Intel architecture processors": Figure 1.

use measure::trials::{Kind, Record};

use crate::results::{ByPaper, Run};

use super::cells::{Place, against, by_method};
use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Cell, Chart, Table, Tone};
use crate::report::figures::{Found, Subject, Unit};
use crate::report::number::{bytes, digits};

/// Large buffers, AVX, Core i7-2600, cycles of the time-stamp counter per byte.
const LARGE: f64 = 8.59;
/// From how many bytes on a buffer counts as large here; the paper does not say.
const LARGE_FROM: u64 = 16 << 10;
/// By which steps Figure 1 goes.
const STEP: u64 = 128;

/// The paper's forms, in the order of its text: SSE, AVX, and the one with `rorx` that it could not measure yet.
const FORMS: [&str; 3] = ["sse41", "avx", "avx2"];

pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let subject = Subject::messages("sha512", 0, 1).longest_from(LARGE_FROM);
    let heads = ["", "paper, AVX", "`avx`", "`sse41`", "`avx2`", "chosen here"];
    let mut table = Table::new("SHA-512 of a large buffer: cycles per byte", heads).note(
        "The paper: AVX on a Core i7-2600, in cycles of the time-stamp counter, which are the core's own without Turbo Boost. Of \
         all samples an eighth and then a further quarter were taken off each end, and the middle quarter averaged. Its text has no figure \
         for SSE or `rorx`. Here: core cycles.",
    );
    let length = match subject.ours(run, Unit::CoreCpb) {
        Found::Row(record) => format!("largest buffer here: {}", bytes(record.bytes)),
        Found::Gap(_) => "large buffers".into(),
    };
    let form = |backends: &'static [&'static str]| against(run, subject.on(backends), Unit::CoreCpb, LARGE);
    table.push(vec![
        length.into(),
        Cell::new(digits(LARGE)).tone(Tone::Quoted),
        form(&["avx"]),
        form(&["sse41"]),
        form(&["avx2"]),
        form(&[]),
    ]);
    let mut blocks = vec![Block::Subheading("SHA-512 (Intel's white paper)".into()), Block::Table(table)];
    match curve(run) {
        Some(chart) => blocks.push(Block::Chart(chart)),
        None => blocks.push(Block::Paragraph(format!(
            "Figure 1, cycles per byte by steps of {STEP} bytes on each of the paper's forms: too few lengths in this run."
        ))),
    }
    let caption = "By the paper's own method: cycles of the time-stamp counter per byte";
    blocks.extend(by_method(run, "sha512-white-paper", caption, place).map(Block::Table));
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

/// A curve for each of the paper's forms that this machine has.
fn curve(run: &Run) -> Option<Chart> {
    let points = |backend: &str| -> Vec<Point> {
        let is_point = |r: &&Record| {
            r.kind == Kind::FormCurve
                && r.algorithm == "sha512"
                && r.backend.as_deref() == Some(backend)
                && r.bytes.is_multiple_of(STEP)
                && (1..=LARGE_FROM).contains(&r.bytes)
        };
        let mut rows: Vec<&Record> = run.records.iter().filter(is_point).collect();
        rows.sort_by_key(|r| r.bytes);
        let point = |r: &&Record| {
            let y = r.core_cpb?;
            let hint = format!("{} B: {}", r.bytes, digits(y));
            Some(Point { x: r.bytes as f64, y, spread: Unit::CoreCpb.spread(r), hint })
        };
        rows.iter().filter_map(point).collect()
    };
    let curves = FORMS.iter().enumerate().map(|(style, backend)| Series {
        name: (*backend).into(),
        // The first style is that of what is chosen.
        style: style + 1,
        points: points(backend),
        markers: Markers::Hidden,
    });
    let series: Vec<Series> = curves.filter(|curve| curve.points.len() >= LEAST_POINTS).collect();
    let about = About {
        id: "sha512-figure-1".into(),
        title: "SHA-512: cycles per byte over the length of the buffer".into(),
        description: format!(
            "A line for each form by steps of {STEP} bytes, and the paper's {LARGE} for large buffers."
        ),
        caption: format!(
            "After Figure 1 of the white paper: `sha512` on the paper's three forms, core cycles per byte by steps of {STEP} bytes. The \
             paper's text does not say how long its longest buffer was; beyond 16 KiB nothing changes. The line across is the paper's \
             for large buffers."
        ),
    };
    let x = Axis { label: "bytes of the buffer".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    let y = Axis { label: "core cycles per byte".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    Lines { about, x, y, series, rules: vec![(LARGE, format!("{LARGE}: the paper, AVX, large buffers"))] }.draw()
}

/// With fewer it is no curve.
const LEAST_POINTS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn a_curve_comes_with_its_rows() {
        assert!(curve(&fixture::run()).is_none());
        let chart = curve(&fixture::later()).expect("the later run has its rows");
        assert!(FORMS.iter().all(|form| chart.wide.contains(form)));
    }

    #[test]
    fn the_papers_figure_stands_beside_its_own_form() {
        let mut run = fixture::empty();
        let mut row = |backend: &str, cpb| {
            let row = fixture::record("lanesum", "sha512", Kind::Form, 16 << 10, 1);
            run.records.push(Record { backend: Some(backend.into()), core_cpb: Some(cpb), ..row });
        };
        row("avx", 4.295);
        row("avx2", 3.0);
        let blocks = blocks(&run);
        let Block::Table(table) = &blocks[1] else { panic!("a table") };
        assert_eq!((table.columns[2].head.as_str(), table.rows[0][2].aside.as_deref()), ("`avx`", Some("0.50×")));
        assert_eq!(table.rows[0][4].text, "3.00");
    }
}
