//! How a check ended.

pub(crate) enum Verdict {
    Passed,
    Failed,
    /// The command could not do its work: something that it needs is not here.
    NotRun,
}
