//! Which backend an algorithm takes, and why.

use crate::plan::Length;
use crate::{Algorithm, Backend, families};
use core::fmt;

/// Which backend an algorithm takes for a number of messages, and why. Its `Display` says why in one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The backend that begins.
    pub backend: Backend,
    /// How many messages it takes at once.
    pub width: usize,
    /// What one permutation, or one block, of all the messages costs this way, in the unit that the evidence names.
    pub cost: u64,
    /// What it would cost one message at a time.
    pub one_by_one: u64,
    /// The kind of processor that the figures are for.
    pub processor: &'static str,
    /// Where the figures come from.
    pub evidence: &'static str,
    /// A backend that would have been taken, but whose kernel was wrong: on no processor it has ever run, so it is tested before it is
    /// used for the first time in a process, and here that test has failed.
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
    /// The forms that it exists in, whether or not this machine can run them, in the order of [`Backend::ALL`].
    #[must_use]
    pub const fn backends(self) -> &'static [Backend] {
        families::backends(self.family())
    }

    /// How many messages a backend takes at once, ascending; none, if the algorithm has no form of that name.
    #[must_use]
    pub const fn widths(self, backend: Backend) -> &'static [usize] {
        families::widths(self.family(), backend)
    }

    /// What is taken for `messages` equally long messages when nobody asks for a backend: the backend that begins, and
    /// how many messages it takes at once. (Short messages of SHA-2 and BLAKE are taken one by one where lanes would not pay.) For 0
    /// messages, as for 1.
    #[must_use]
    pub fn chosen(self, messages: usize) -> Choice {
        let row = families::row(self.family());
        let built_in = families::built_in(self.family());
        let width = row.width(messages, Length::Long);
        let (cost, one_by_one) = row.costs(messages.max(1));
        let rejected = built_in.passed_over.filter(|_| built_in.row == row).and_then(|row| {
            let mut backends = row.widths().iter().map(|width| width.backend);
            backends.find(|backend| backend.was_never_run())
        });
        let (processor, evidence) = (row.name, row.evidence);
        Choice { backend: row.backend(width), width, cost, one_by_one, processor, evidence, rejected }
    }
}
