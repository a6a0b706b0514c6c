//! Tries all cases, one after the other; then the noisy ones again.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::case::{Case, Input};
use super::contender::Contender;
use super::record::{Machine, Record};
use super::sample::{Enter, Mismatch, Settings};

/// Observes a run.
pub trait Watch {
    /// A case is about to be sampled.
    fn begins(&mut self, case: &Case, place: Place) {
        let _ = (case, place);
    }

    /// The rows of a case: for the first time, or when a later try has given more figures.
    fn rows(&mut self, case: &Case, rows: &[Record]) {
        let _ = (case, rows);
    }

    /// Only noisy cases are left, and the next try is not due before `pause` is over.
    fn waits(&mut self, case: &Case, pause: Duration) {
        let _ = (case, pause);
    }
}

/// Observes nothing.
impl Watch for () {}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of cases that are done or wait for another try.
    pub done: usize,
    /// The number of all cases.
    pub of: usize,
    /// The number of this try of the case, from 1.
    pub attempt: usize,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// A row for each contender of each case, in their order.
    pub records: Vec<Record>,
    /// Cases whose outputs differ. Their rows have no figures, and their reasons say why.
    pub mismatches: Vec<Mismatch>,
}

impl Outcome {
    /// The rows, if all contenders agreed in all cases.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn agreed(self) -> Result<Vec<Record>, Mismatch> {
        match self.mismatches.into_iter().next() {
            None => Ok(self.records),
            Some(mismatch) => Err(mismatch),
        }
    }
}

/// A case with noisy rows.
struct Again<'c> {
    case: &'c Case,
    /// The case's rows among all.
    rows: Range<usize>,
    tries: usize,
    last: Instant,
}

/// Runs all cases and returns a row for each contender of each, in their order. `enter` names the contenders of a case; called at each try,
/// it must return the same ones.
///
/// A case with a noisy row (too few quiet samples) is tried again when all else is done, [`Settings::pause`] after its last
/// try. All rows of a case come from one try, so that they were interleaved: the last of the tries with the most figures.
///
/// If the outputs of two contenders differ, nothing of that case is timed, and the run goes on.
pub fn run(
    cases: &[Case],
    enter: &Enter<'_>,
    settings: &Settings,
    machine: &Machine,
    watch: &mut dyn Watch,
) -> Outcome {
    let mut records: Vec<Record> = Vec::new();
    let mut mismatches = Vec::new();
    let mut again = VecDeque::new();
    for (done, case) in cases.iter().enumerate() {
        watch.begins(case, Place { done, of: cases.len(), attempt: 1 });
        let Tried { rows, mismatch } = attempt(case, enter, settings, machine);
        watch.rows(case, &rows);
        mismatches.extend(mismatch);
        if rows.iter().any(Record::is_noisy) {
            let rows = records.len()..records.len() + rows.len();
            again.push_back(Again { case, rows, tries: 1, last: Instant::now() });
        }
        records.extend(rows);
    }
    // The first one has waited longest.
    while let Some(next) = again.pop_front() {
        if next.tries > settings.retries {
            for record in records[next.rows].iter_mut().filter(|record| record.is_noisy()) {
                let reason = record.reason.take().unwrap_or_default();
                record.reason = Some(format!("{reason}; this was the best of {} tries", next.tries));
            }
            continue;
        }
        let pause = settings.pause.saturating_sub(next.last.elapsed());
        if !pause.is_zero() {
            watch.waits(next.case, pause);
            std::thread::sleep(pause);
        }
        let place = Place { done: cases.len() - again.len() - 1, of: cases.len(), attempt: next.tries + 1 };
        watch.begins(next.case, place);
        let tried = attempt(next.case, enter, settings, machine);
        let rows = &mut records[next.rows.clone()];
        let before = figures(rows);
        if let Some(mismatch) = tried.mismatch {
            // If the outputs differ once, the earlier figures are not trusted either.
            rows.clone_from_slice(&tried.rows);
            mismatches.push(mismatch);
            watch.rows(next.case, rows);
            continue;
        }
        renew(rows, tried.rows);
        if figures(rows) > before {
            watch.rows(next.case, rows);
        }
        if rows.iter().any(Record::is_noisy) {
            again.push_back(Again { tries: next.tries + 1, last: Instant::now(), ..next });
        }
    }
    Outcome { records, mismatches }
}

struct Tried {
    rows: Vec<Record>,
    /// The reason why no row has a figure.
    mismatch: Option<Mismatch>,
}

fn attempt(case: &Case, enter: &Enter<'_>, settings: &Settings, machine: &Machine) -> Tried {
    match (settings.sample)(case, enter, settings, machine) {
        Ok(rows) => Tried { rows, mismatch: None },
        Err(mismatch) => Tried { rows: without_figures(case, enter, &mismatch, machine), mismatch: Some(mismatch) },
    }
}

/// The rows of a case whose outputs differ.
fn without_figures(case: &Case, enter: &Enter<'_>, mismatch: &Mismatch, machine: &Machine) -> Vec<Record> {
    let input = Input::of(case);
    let row = |contender: &Contender<'_>| {
        let reason = contender.work.as_ref().err().cloned().unwrap_or_else(|| mismatch.to_string());
        Record { reason: Some(reason), ..Record::blank(case, &input, contender, machine) }
    };
    enter(case, &input).iter().map(row).collect()
}

/// Replaces the rows by those of a later try, all or none, unless it has fewer figures.
fn renew(old: &mut [Record], new: Vec<Record>) {
    if figures(&new) >= figures(old) {
        for (old, new) in old.iter_mut().zip(new) {
            *old = new;
        }
    }
}

fn figures(rows: &[Record]) -> usize {
    rows.iter().filter(|row| row.ns_per_message.is_some()).count()
}

#[cfg(test)]
mod tests;
