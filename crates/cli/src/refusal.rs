//! The error for a command line that clap accepts, but that asks for something impossible.

/// The reason why a command line is refused. [`Cli::explain`](crate::args::Cli::explain) shows it in the form of clap's own errors.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

/// Names, separated by commas.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}
