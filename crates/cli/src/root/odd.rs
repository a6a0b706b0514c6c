//! Files that are neither regular files nor directories, and the reasons why a file is not opened.

use std::fmt;
use std::fs::FileType;
use std::io;

/// A kind of file that a walk leaves out. Displays as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    Link,
    /// A FIFO, a socket or a device.
    Special(&'static str),
}

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link => "symbolic link",
            Self::Special(name) => name,
        })
    }
}

impl Odd {
    pub(crate) const BLOCK_DEVICE: Self = Self::Special("block device");
    pub(crate) const OTHER: Self = Self::Special(OTHER);

    /// None of a regular file and of a directory.
    pub(crate) fn of(kind: FileType) -> Option<Self> {
        if kind.is_file() || kind.is_dir() {
            None
        } else if kind.is_symlink() {
            Some(Self::Link)
        } else {
            Some(Self::Special(special(kind)))
        }
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "FIFO"
    } else if kind.is_socket() {
        "socket"
    } else if kind.is_char_device() {
        "character device"
    } else if kind.is_block_device() {
        "block device"
    } else {
        OTHER
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    OTHER
}

const OTHER: &str = "special file";

#[cfg(unix)]
impl Odd {
    /// As [`Odd::of`].
    pub(crate) fn of_raw(kind: rustix::fs::FileType) -> Option<Self> {
        use rustix::fs::FileType as Raw;
        Some(match kind {
            Raw::RegularFile | Raw::Directory => return None,
            Raw::Symlink => Self::Link,
            Raw::Fifo => Self::Special("FIFO"),
            Raw::Socket => Self::Special("socket"),
            Raw::CharacterDevice => Self::Special("character device"),
            Raw::BlockDevice => Self::Special("block device"),
            Raw::Unknown => Self::Special(OTHER),
        })
    }
}

/// The reasons why something that a walk found was not opened.
#[derive(Debug)]
pub(crate) enum NotOpened {
    System(io::Error),
    /// It is no regular file, or is one no more.
    Odd(Odd),
}

impl<E: Into<io::Error>> From<E> for NotOpened {
    fn from(error: E) -> Self {
        Self::System(error.into())
    }
}

impl NotOpened {
    /// For those that must have this file, since without it the result would be another one.
    pub(crate) fn into_error(self) -> io::Error {
        match self {
            Self::System(error) => error,
            Self::Odd(odd) => io::Error::other(format!("it became a {odd} after it was found")),
        }
    }
}
