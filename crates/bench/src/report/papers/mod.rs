//! The papers' own tables beside the figures of a run.
//!
//! Every number of a paper here stands in its text or in a table of it; none is read off a picture. Rows look up their
//! figures by algorithm and size, so that a new algorithm fills its own as soon as its records exist.

mod avx512;
mod blake;
mod package;
mod sha512;

use trials::{ByPaper, Run};

use super::doc::{Block, Cell, Table, Tone};
use super::figures::{Found, Subject, Unit};
use super::number::{bytes, digits, ratio, short_reason};

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "papers", text: "The papers' tables".into() },
        Block::Paragraph(
            "Beside each figure of this run stands its ratio to the paper's in the same row: below 1 lanesum takes fewer cycles \
             than the paper. The papers measured on other processors, each at its own clock, so a ratio compares code and \
             processor together."
                .into(),
        ),
    ];
    blocks.extend(avx512::blocks(run));
    blocks.extend(package::blocks(run));
    blocks.extend(sha512::blocks(run));
    blocks.extend(blake::blocks(run));
    blocks
}

/// lanesum's figure with its ratio to the paper's, or why there is none.
fn against(run: &Run, subject: Subject, unit: Unit, paper: f64) -> Cell {
    match subject.ours(run, unit) {
        Found::Row(record) => with_ratio(unit.of(record), paper),
        Found::Gap(reason) => Cell::gap(reason),
    }
}

fn with_ratio(figure: Option<f64>, paper: f64) -> Cell {
    match figure {
        Some(figure) => Cell::new(digits(figure)).aside(ratio(figure / paper)),
        None => Cell::empty(),
    }
}

/// The rows that were timed by a paper's own method, beside what the paper has for them; nothing where there are none.
fn by_method(
    run: &Run,
    method: &str,
    caption: &str,
    paper: impl Fn(&ByPaper) -> Option<&'static str>,
) -> Option<Table> {
    let heads = ["algorithm", "implementation", "messages", "length", "output", "paper", "here"];
    let mut table = Table::new(caption, heads)
        .left(&[1])
        .note("This method sees neither neighbours nor the clock: the figures above are the ones to trust.");
    for row in run.by_papers.iter().filter(|row| row.method == method) {
        let who = match &row.backend {
            Some(backend) => format!("{}, `{backend}`", row.implementation),
            None => row.implementation.clone(),
        };
        let quotation = paper(row);
        let here = match (row.tsc_cpb, quotation.and_then(|text| text.parse().ok())) {
            (Some(figure), Some(paper)) => with_ratio(Some(figure), paper),
            (Some(figure), None) => Cell::new(digits(figure)),
            (None, _) => Cell::gap(short_reason(row.reason.as_deref().unwrap_or("no figure"))),
        };
        table.push(vec![
            format!("`{}`", row.algorithm).into(),
            who.into(),
            row.messages.to_string().into(),
            bytes(row.bytes).into(),
            bytes(row.output_bytes).into(),
            quotation.map_or_else(Cell::empty, quoted),
            here,
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A number as the paper prints it.
fn quoted(text: impl Into<String>) -> Cell {
    Cell::new(text).tone(Tone::Quoted)
}
