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
        Choice::of(plan.in_force(), plan.built_in(), messages)
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

impl Choice {
    /// By the row in force, and what is built in.
    #[doc(hidden)]
    #[must_use]
    pub fn of(row: &'static Row, built_in: InForce, messages: usize) -> Self {
        let width = row.width(messages, Length::Long);
        let (cost, one_by_one) = row.costs(messages.max(1));
        let rejected = built_in.passed_over.filter(|_| built_in.row == row).and_then(|row| {
            let mut backends = row.widths().iter().map(|width| width.backend);
            backends.find(|backend| backend.was_never_run())
        });
        let (processor, evidence) = (row.name, row.evidence);
        let estimated = row.is_estimated;
        Self { backend: row.backend(width), width, cost, one_by_one, processor, evidence, estimated, rejected }
    }
}
