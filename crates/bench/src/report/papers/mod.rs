//! The papers' own tables beside the figures of a run.
//!
//! Every number of a paper here stands in its text or in a table of it; none is read off a picture. Rows look up their
//! figures by algorithm and size, so that a new algorithm fills its own as soon as its records exist.

mod avx512;
mod blake;
mod package;
mod sha512;

use crate::results::{ByPaper, Run};

use super::doc::{Block, Cell, Table, Tone};
use super::figures::{Found, Subject, Unit};
use super::number::{digits, ratio};

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

/// Where a row that was timed by a paper's own method stands in its table, and what the paper has for it.
struct Place {
    row: String,
    column: String,
    paper: Option<&'static str>,
}

/// The rows that were timed by a paper's own method, with their ratios to what the paper has; nothing where there are none.
fn by_method(run: &Run, method: &str, caption: &str, place: impl Fn(&ByPaper) -> Option<Place>) -> Option<Table> {
    let timed = run.by_papers.iter().filter(|timed| timed.method == method && timed.tsc_cpb.is_some());
    let placed: Vec<(Place, f64)> = timed.filter_map(|timed| Some((place(timed)?, timed.tsc_cpb?))).collect();
    let (mut rows, mut columns): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (place, _) in &placed {
        for (name, names) in [(&place.row, &mut rows), (&place.column, &mut columns)] {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let heads = ["by this method"].into_iter().chain(columns.iter().copied());
    let mut table = Table::new(caption, heads).note(
        "This method sees neither neighbours nor the clock: the figures of the other tables are the ones to trust.",
    );
    for row in rows {
        let cells = columns.iter().map(|column| {
            match placed.iter().find(|(place, _)| place.row == row && place.column == *column) {
                Some((Place { paper: Some(paper), .. }, figure)) => {
                    with_ratio(Some(*figure), paper.parse().unwrap_or(f64::NAN))
                }
                Some((_, figure)) => Cell::new(digits(*figure)),
                None => Cell::empty(),
            }
        });
        table.push([Cell::new(row)].into_iter().chain(cells).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A number as the paper prints it.
fn quoted(text: impl Into<String>) -> Cell {
    Cell::new(text).tone(Tone::Quoted)
}
