//! The reasons why a source has no digest.

use std::io;

use lanesum::file::{Change, FileError};

use crate::output::Plain;
use crate::root::{NotOpened, Odd, is_crowd};
use crate::subject::{Source, Subject};

/// The reasons why a source has no digest. Displays as the part of the message behind the name.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("{}", Plain(.0))]
    System(#[from] io::Error),
    #[error("Is a directory")]
    Directory,
    /// No regular file, and found in a directory or named by a list.
    #[error("{0}, left out")]
    LeftOut(Odd),
    #[error("{0}")]
    Changed(Change),
    #[error(
        "TupleHash needs the length of each input in advance; of a pipe or a device, at most {most} MiB can be held in memory: \
         write it to a file first"
    )]
    Unstated { most: usize },
    /// A tuple without this one would be another tuple.
    #[error("{error}; no digest written")]
    Element { of: Source, error: Box<ReadError> },
}

impl From<lanesum::Error> for ReadError {
    fn from(error: lanesum::Error) -> Self {
        Self::System(io::Error::other(error))
    }
}

impl From<FileError> for ReadError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Changed(change) => Self::Changed(change),
            other => Self::System(other.into()),
        }
    }
}

impl From<NotOpened> for ReadError {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::System(error) => Self::System(error),
            NotOpened::Odd(odd) => Self::LeftOut(odd),
        }
    }
}

impl ReadError {
    /// Is a file, or a directory on the way to it, not there?
    pub(crate) fn is_absence(&self) -> bool {
        match self {
            Self::System(error) => error.kind() == io::ErrorKind::NotFound,
            Self::Element { error, .. } => error.is_absence(),
            _ => false,
        }
    }

    /// Is it a directory that was taken for a file?
    pub(crate) fn is_directory(&self) -> bool {
        match self {
            Self::Directory => true,
            Self::Element { error, .. } => error.is_directory(),
            _ => false,
        }
    }

    /// A message about a subject, which names the very file that could not be read.
    pub(crate) fn message(&self, subject: &Subject) -> String {
        let name = if let Self::Element { of, .. } = self { of.quoted() } else { subject.quoted() };
        format!("{name}: {self}")
    }

    /// See [`is_crowd`].
    pub(crate) fn is_crowd(&self) -> bool {
        matches!(self, Self::System(error) if is_crowd(error))
    }
}
