//! The cells of these tables: a paper's figure, and ours beside it.

use crate::report::doc::{Cell, Table, Tone};
use crate::report::figures::{Found, Subject, Unit};
use crate::report::number::{digits, noise, ratio};
use crate::results::{ByPaper, Run};

/// lanesum's figure with its ratio to the paper's, or why there is none.
pub(super) fn against(run: &Run, subject: Subject, unit: Unit, paper: f64) -> Cell {
    match subject.ours(run, unit) {
        Found::Row(record) => with_ratio(unit.of(record), paper),
        Found::Gap(reason) => Cell::gap(if noise(&reason).is_some() { "noisy".into() } else { reason }),
    }
}

pub(super) fn with_ratio(figure: Option<f64>, paper: f64) -> Cell {
    match figure {
        Some(figure) => Cell::new(digits(figure)).aside(ratio(figure / paper)),
        None => Cell::empty(),
    }
}

/// Where a row that was timed by a paper's own method stands in its table, and what the paper has for it.
pub(super) struct Place {
    pub(super) row: String,
    pub(super) column: String,
    pub(super) paper: Option<&'static str>,
}

/// The rows that were timed by a paper's own method, with their ratios to what the paper has; nothing where there are none.
pub(super) fn by_method(
    run: &Run,
    method: &str,
    caption: &str,
    place: impl Fn(&ByPaper) -> Option<Place>,
) -> Option<Table> {
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
        "This method notices neither other programs nor changes of the clock, and a boosted core runs faster than the counter. Trust \
         the figures of the other tables.",
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
pub(super) fn quoted(text: impl Into<String>) -> Cell {
    Cell::new(text).tone(Tone::Quoted)
}
