//! The reasons why a name cannot be hashed.

use std::io;
use std::path::PathBuf;

use crate::output::Plain;
use crate::quote::quote_path;
use crate::root::{NotOpened, Odd};
use crate::subject::{NAME_BYTES, TUPLE_BYTES};

/// A name for which there is nothing to hash.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) path: PathBuf,
    pub(crate) reason: Reason,
}

/// Displays as the part of the message behind the name.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Reason {
    #[error("{}", Plain(.0))]
    System(#[from] io::Error),
    #[error("this is the output file, left out")]
    Output,
    #[error("{0}, left out")]
    Odd(Odd),
    #[error("another name differs from this one in case alone, so lanesum takes both for one file; rename one")]
    Alike,
    #[error("symbolic link back to {}, left out; remove the link or --follow", quote_path(.0))]
    Loop(PathBuf),
    #[error("line {0}: empty name, left out; remove the line")]
    EmptyName(u64),
    #[error("line {0}: name of more than {max} bytes, left out; end each name with a newline, or each with NUL", max = NAME_BYTES)]
    LongName(u64),
    #[error("the names of all files together exceed {max} MiB, no digest written; give fewer files", max = TUPLE_BYTES >> 20)]
    LongTuple,
    #[cfg(not(unix))]
    #[error("line {0}: name that is not UTF-8, left out; write the list in UTF-8")]
    NotUtf8(u64),
}

impl From<NotOpened> for Reason {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::System(error) => error.into(),
            NotOpened::Odd(odd) => Self::Odd(odd),
        }
    }
}

impl Trouble {
    pub(crate) fn is_link(&self) -> bool {
        matches!(self.reason, Reason::Odd(Odd::Link))
    }

    /// Does the run fail? Links and special files in a directory are no failures, as in tar and rsync: a socket cannot be hashed, and the target of a link
    /// has a name of its own. Almost every directory has some, and it must be possible for a run to succeed.
    pub(crate) fn is_failure(&self) -> bool {
        !matches!(self.reason, Reason::Odd(_) | Reason::Output)
    }

    /// For `complain`.
    pub(crate) fn message(&self) -> String {
        format!("{}: {}", quote_path(&self.path), self.reason)
    }
}
