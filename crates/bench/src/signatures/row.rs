//! A row of the signatures' table: the operation that is timed, and its time.

use signatures::slh_dsa::Calls;

use super::subjects::Subject;

/// A contender with its name; lanesum is the first of an operation.
pub(super) type Work<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Something that is timed.
pub(super) struct Operation<'a> {
    pub(super) name: &'static str,
    /// Of lanesum.
    pub(super) calls: Calls,
    pub(super) contenders: Vec<Work<'a>>,
}

/// What it took, in nanoseconds.
pub(super) struct Row {
    pub(super) subject: &'static Subject,
    pub(super) operation: &'static str,
    pub(super) calls: u64,
    pub(super) limit: Option<f64>,
    pub(super) ours: Option<Time>,
    pub(super) rivals: Vec<(&'static str, Time)>,
}

/// Nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Time {
    /// The lower quartile of quiet samples.
    Quiet(f64),
    /// The least of all calls, where too few were quiet or there were only two: it may have been faster.
    Least(f64),
}

impl Time {
    pub(super) fn nanoseconds(self) -> f64 {
        match self {
            Self::Quiet(nanoseconds) | Self::Least(nanoseconds) => nanoseconds,
        }
    }
}
