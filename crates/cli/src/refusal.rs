//! The error for a command line that clap accepts, but that asks for something impossible.

/// What is wrong with the command line. [`Cli::explain`](crate::args::Cli::explain) says it as clap says its own errors.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

/// Names, separated by commas.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}
