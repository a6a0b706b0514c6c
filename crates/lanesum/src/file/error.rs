//! The reasons why a file has no digest.

use crate::Error;
use core::fmt;
use std::io;

/// Why a file has no digest.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The system could not open or read it.
    System(io::Error),
    /// A regular file changed while it was read. Its digest would be that of no version.
    Changed(Change),
    /// The function does not take the message, or lacks its key.
    Hash(Error),
    /// The progress function said so.
    Stopped,
}

/// The property of a file that changed while it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// Its size, or another number of bytes came.
    Size {
        /// The size before, in bytes.
        before: u64,
        /// The size afterwards.
        after: u64,
        /// The bytes read.
        read: u64,
    },
    /// The time of its last modification.
    Modified,
    /// Its owner, its links or its name; or its content, and somebody set the time of modification back.
    Status,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("file changed while it was read (")?;
        match self {
            Self::Size { before, after, read } => {
                write!(f, "{read} bytes read, size {before} before and {after} after")?;
            }
            Self::Modified => f.write_str("its modification time differs")?,
            Self::Status => f.write_str("its status changed, and its modification time was kept or set back")?,
        }
        f.write_str("); try again when no program writes to it")
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => error.fmt(f),
            Self::Changed(change) => change.fmt(f),
            Self::Hash(error) => error.fmt(f),
            Self::Stopped => f.write_str("stopped by the progress function"),
        }
    }
}

impl core::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<Error> for FileError {
    fn from(error: Error) -> Self {
        Self::Hash(error)
    }
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::System(error) => error,
            other => Self::other(other),
        }
    }
}
