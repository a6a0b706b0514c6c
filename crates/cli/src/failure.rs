//! Why a run ends early, and the exit statuses.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use measure::trials::Mismatch;

use crate::hash::SetupError;
use crate::key::KeyError;
use crate::output::{FileError, Output, Plain};
use crate::refusal::Refusal;
use crate::saved::SaveError;
use crate::signing::SigningError;
use crate::walk::Trouble;
use crate::workers::WorkersError;

pub(crate) use crate::output::FAILED;
/// Status of a command line that asks for what cannot be done; clap's own.
pub(crate) const USAGE: u8 = 2;

/// Why a run ends before its work is done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("write error: {}", Plain(.0))]
    Output(#[from] io::Error),
    /// A list of names that cannot be opened: what was asked for is not known.
    #[error("{}", .0.message())]
    List(Trouble),
    /// A defect of a backend: the run that found it must not pass for a measurement.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Workers(#[from] WorkersError),
    #[error(transparent)]
    Saving(#[from] SaveError),
    #[error(transparent)]
    Signing(#[from] SigningError),
    /// A file that is written in place of standard output, or beside it.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The exit status of a run that came to its end.
pub(crate) fn status(passed: bool) -> ExitCode {
    if passed { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
}

/// Writes a text on standard output, which gets nothing else.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.write_all(text.as_ref())?;
    Ok(output.flush()?)
}

impl Failure {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        FileError::new(path, error).into()
    }
}
