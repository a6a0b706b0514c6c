//! The backend that an algorithm uses, and the reason for the choice.

use crate::{Algorithm, Backend, families};
use core::fmt;
use lanesum_batch::engine::width_for;
use lanesum_batch::plan::{InForce, Length, Row};

/// The backend that an algorithm uses for a number of messages, and the reason. `Display` prints both in one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The backend for the first messages. (Another one may take the last, few ones.)
    pub backend: Backend,
    /// The number of messages that it hashes at once.
    pub width: usize,
    /// The cost of one permutation, or one block, of all the messages, in the unit that [`Choice::evidence`] names.
    pub cost: u64,
    /// The cost of the same messages, one at a time.
    pub one_by_one: u64,
    /// The kind of processor that the figures are for.
    pub processor: &'static str,
    /// Where the figures come from.
    pub evidence: &'static str,
    /// Whether the figures were not measured on such a processor. They are then from other processors or from a model of this one.
    pub estimated: bool,
    /// A backend that would have been used, but failed its test in this process. Only backends that have never run on a processor have such
    /// a test before their first use.
    pub rejected: Option<Backend>,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cost, one_by_one, processor, evidence, rejected, .. } = self;
        write!(f, "{processor}: {cost}, one at a time {one_by_one} ({evidence})")?;
        match rejected {
            Some(backend) => write!(f, "; not {backend}, which failed its test"),
            None => Ok(()),
        }
    }
}

impl Algorithm {
    /// The backends that the algorithm has, whether or not this machine can run them, in the order of [`Backend::ALL`].
    #[must_use]
    pub fn backends(self) -> &'static [Backend] {
        families::backends(self.family())
    }

    /// The numbers of messages that a backend takes at once, ascending; empty if the algorithm has no such backend.
    #[must_use]
    pub fn widths(self, backend: Backend) -> &'static [usize] {
        families::widths(self.family(), backend)
    }

    /// The backend for `messages` equally long messages if the caller names none, and how many messages it hashes at once. 0 messages count
    /// as 1. (Short messages of SHA-2 and BLAKE are hashed one by one if several at once would not be faster.)
    #[must_use]
    pub fn chosen(self, messages: usize) -> Choice {
        if let Some(fixed) = Backend::fixed_here() {
            return of_fixed_build(fixed, self.widths(fixed), messages);
        }
        let plan = families::plan(self.family());
        choice(plan.in_force(), plan.built_in(), messages)
    }
}

/// The choice in a build that is fixed to one backend. `widths` are that backend's widths for the function; empty if it does not have the
/// function.
fn of_fixed_build(fixed: Backend, widths: &[usize], messages: usize) -> Choice {
    let width = width_for(widths, messages);
    Choice {
        backend: width.map_or(Backend::Portable, |_| fixed),
        width: width.unwrap_or(1),
        cost: 0,
        one_by_one: 0,
        processor: "any processor",
        estimated: false,
        evidence: "not measured: the build is fixed to a backend by --cfg lanesum_backend",
        rejected: None,
    }
}

fn choice(row: &'static Row, built_in: InForce, messages: usize) -> Choice {
    let width = row.width(messages, Length::Long);
    let (cost, one_by_one) = row.costs(messages.max(1));
    let rejected = built_in.passed_over.filter(|_| built_in.row == row).and_then(|row| {
        let mut backends = row.widths().iter().map(|width| width.backend);
        backends.find(|backend| backend.was_never_run())
    });
    let (processor, evidence) = (row.name, row.evidence);
    let estimated = row.is_estimated;
    Choice { backend: row.backend(width), width, cost, one_by_one, processor, evidence, estimated, rejected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanes::Features;
    use lanesum_batch::plan::Width;
    use std::string::ToString;

    static NEVER_RUN: Row = Row::new("", "", Features::NONE, None, &[Width::new(1, Backend::Sha512Ni, 1)]);
    static RUN: Row =
        Row::new("any processor", "measured", Features::NONE, None, &[Width::new(1, Backend::Portable, 2)]);

    #[test]
    fn a_kernel_that_failed_its_test_is_told() {
        let built_in = InForce { row: &RUN, passed_over: Some(&NEVER_RUN) };
        let chosen = choice(&RUN, built_in, 1);
        assert_eq!((chosen.backend, chosen.rejected), (Backend::Portable, Some(Backend::Sha512Ni)));
        let text = "any processor: 2, one at a time 2 (measured); not sha512-ni, which failed its test";
        assert_eq!(chosen.to_string(), text);
        let passed = choice(&RUN, InForce { row: &RUN, passed_over: None }, 1);
        assert_eq!(passed.to_string(), "any processor: 2, one at a time 2 (measured)");
        // An order that the program has installed passes nothing over.
        assert_eq!(choice(&NEVER_RUN, built_in, 1).rejected, None);
    }
}
