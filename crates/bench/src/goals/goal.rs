//! What a goal is, and how it is written down.

use crate::report::figures::{Subject, Unit};

/// One goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) name: &'static str,
    /// The rows of a run that are compared with it.
    pub(crate) subject: Subject,
    pub(crate) unit: Unit,
    pub(crate) figure: f64,
    /// What the form could reach at best.
    pub(crate) floor: Option<f64>,
    pub(crate) aim: Aim,
}

/// What of rivals a goal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To be faster than all of them.
    Lead,
    /// To be as fast as the fastest.
    Tie,
}

/// Core cycles of one call of Keccak-f\[1600\].
pub(super) const fn keccak(
    name: &'static str,
    states: u64,
    on: &'static [&'static str],
    figure: f64,
    floor: Option<f64>,
) -> Goal {
    let subject = Subject::permutation("keccak-f1600", states, on);
    Goal { name, subject, unit: Unit::CoreCycles, figure, floor, aim: Aim::Lead }
}

pub(super) const fn cpb(name: &'static str, subject: Subject, figure: f64, floor: Option<f64>) -> Goal {
    Goal { name, subject, unit: Unit::CoreCpb, figure, floor, aim: Aim::Lead }
}

pub(super) const fn tie(goal: Goal) -> Goal {
    Goal { aim: Aim::Tie, ..goal }
}

pub(super) const fn messages(algorithm: &'static str, bytes: u64, messages: u64) -> Subject {
    Subject::messages(algorithm, bytes, messages)
}

/// This many messages of 16 KiB, on a form that rivals would not take here.
pub(super) const fn form(algorithm: &'static str, count: u64, on: &'static [&'static str]) -> Subject {
    messages(algorithm, 16 << 10, count).on(on).against_nobody()
}
