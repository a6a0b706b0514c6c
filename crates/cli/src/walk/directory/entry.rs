//! The entries of a directory.

use std::fs::FileType;
use std::path::PathBuf;

use crate::root::Odd;

/// Whether a symbolic link in a directory is followed. A link given as an argument is always followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    LeaveOut,
    Follow,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) path: PathBuf,
    pub(super) kind: EntryKind,
    /// The number of the file on its device, if the directory states it.
    pub(super) number: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Directory,
    Odd(Odd),
}

impl EntryKind {
    pub(super) fn of(kind: FileType) -> Self {
        Self::new(Odd::of(kind), kind.is_dir())
    }

    pub(super) fn new(odd: Option<Odd>, is_directory: bool) -> Self {
        let usual = if is_directory { Self::Directory } else { Self::File };
        odd.map_or(usual, Self::Odd)
    }
}
