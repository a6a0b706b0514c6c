//! The sections of a report that show the run itself.

pub(crate) mod batches;
pub(crate) mod encryption;
pub(crate) mod functions;
pub(crate) mod gaps;
pub(crate) mod gate;
pub(crate) mod goals;
pub(crate) mod latency;
pub(crate) mod lengths;
pub(crate) mod machine;
pub(crate) mod no_registry;
pub(crate) mod permutations;
pub(crate) mod summary;
pub(crate) mod threads;
pub(crate) mod trees;

use measure::trials::Record;

use super::charts::STYLES;
use super::doc::{Cell, Tone};
use super::figures::{OURS, Subject, Unit, implementations};
use super::number::{digits, noise};
use crate::algorithms::Known;
use crate::quoted;
use crate::results::Run;

/// The colour, dash and marker of an implementation: the same in every chart of a report, and 0 for lanesum.
pub(crate) fn style(run: &Run, implementation: &str) -> usize {
    let place = implementations(run).iter().position(|&name| name == implementation).unwrap_or(0);
    // From the ninth on styles repeat, but lanesum's is its own.
    if place == 0 { 0 } else { (place - 1) % (STYLES - 1) + 1 }
}

/// How a table with the best rivals of each row heads their columns.
pub(crate) const BEST_RIVALS: [&str; 3] = ["fastest rival", "second", "third"];

/// What such a table says of rivals that take no part.
pub(crate) const QUOTED_NOTE: &str =
    "“Quoted”: of a rival that is in no registry, from the section “Rivals that no registry carries”.";

/// The three fastest rivals of a row, each with its name; a rival that is faster than lanesum stands out.
pub(crate) fn best_rivals(ours: Option<f64>, rivals: impl Iterator<Item = (String, f64)>) -> [Cell; 3] {
    let mut rivals: Vec<(String, f64)> = rivals.collect();
    rivals.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut rivals = rivals.into_iter();
    std::array::from_fn(|_| match rivals.next() {
        Some((name, figure)) => {
            let is_faster = ours.is_some_and(|ours| figure < ours);
            Cell::new(digits(figure)).aside(name).tone(if is_faster { Tone::Bad } else { Tone::Plain })
        }
        None => Cell::empty(),
    })
}

/// The figures of the rivals in this unit.
pub(crate) fn rivals_of<'r>(
    run: &'r Run,
    unit: Unit,
    row: impl Fn(&str) -> Option<&'r Record>,
) -> impl Iterator<Item = (String, f64)> {
    let rivals = implementations(run).into_iter().filter(|&name| name != OURS);
    rivals.filter_map(move |name| Some((name.to_string(), unit.of(row(name)?)?)))
}

/// The same for one message of so many bytes, with the best rival that takes no part in a run and was measured on this kind of processor.
pub(crate) fn all_rivals<'r>(
    run: &'r Run,
    unit: Unit,
    (algorithm, length): (&str, u64),
    row: impl Fn(&str) -> Option<&'r Record>,
) -> impl Iterator<Item = (String, f64)> {
    let subject = Known::of(algorithm).map(|known| Subject::messages(known.name, length, 1));
    let quoted = subject.and_then(|subject| quoted::here(&run.machine, &subject)).map(|quoted| {
        let figure = if unit == Unit::CyclesAMessage { quoted.figure * length as f64 } else { quoted.figure };
        (format!("{}, quoted", quoted.who), figure)
    });
    rivals_of(run, unit, row).chain(quoted)
}

/// At how many of these points lanesum is faster than every rival: `12 of 14`. Where no rival is, nothing was won.
pub(crate) fn won(points: impl Iterator<Item = (f64, Option<f64>)>) -> Option<(usize, usize)> {
    let contests: Vec<bool> = points.filter_map(|(ours, rival)| Some(ours < rival?)).collect();
    (!contests.is_empty()).then(|| (contests.iter().filter(|won| **won).count(), contests.len()))
}

/// From the fastest quiet sample to the upper quartile: above this, the figure is marked.
const UNSTEADY: f64 = 1.1;

/// Whether a figure's quiet samples lie so far apart that it is marked.
pub(crate) fn is_unsteady(record: &Record) -> bool {
    record.low.zip(record.high).is_some_and(|(low, high)| high > UNSTEADY * low)
}

/// What a row has to say in this unit; `~` before a figure whose samples lie far apart.
pub(crate) fn cell(record: Option<&Record>, unit: Unit) -> Cell {
    match record {
        Some(record) => match (unit.of(record), &record.reason) {
            (Some(figure), _) if is_unsteady(record) => Cell::new(format!("~{}", digits(figure))),
            (Some(figure), _) => Cell::new(digits(figure)),
            (None, Some(reason)) if noise(reason).is_some() => Cell::gap("noisy"),
            (None, Some(_)) => Cell::gap("no figure"),
            (None, None) => Cell::empty(),
        },
        None => Cell::empty(),
    }
}

/// `4.28–4.41`.
pub(crate) fn spread(record: &Record, unit: Unit) -> Cell {
    match unit.spread(record) {
        Some((low, high)) => Cell::new(format!("{}–{}", digits(low), digits(high))),
        None => Cell::empty(),
    }
}
