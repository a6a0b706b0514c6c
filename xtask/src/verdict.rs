//! The verdict of a check: passed, failed, or not run because something that it needs is not here.

pub(crate) enum Verdict {
    Passed,
    Failed,
    /// The command could not do its work: something that it needs is not here.
    NotRun,
}
