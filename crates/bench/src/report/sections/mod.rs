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
use super::doc::Cell;
use super::figures::{Unit, implementations};
use super::number::{digits, noise};
use crate::results::Run;

/// The colour, dash and marker of an implementation: the same in every chart of a report, and 0 for lanesum.
pub(crate) fn style(run: &Run, implementation: &str) -> usize {
    let place = implementations(run).iter().position(|&name| name == implementation).unwrap_or(0);
    // From the ninth on styles repeat, but lanesum's is its own.
    if place == 0 { 0 } else { (place - 1) % (STYLES - 1) + 1 }
}

/// What a row has to say in this unit.
pub(crate) fn cell(record: Option<&Record>, unit: Unit) -> Cell {
    match record {
        Some(record) => match (unit.of(record), &record.reason) {
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
