//! Opens what a walk found, from the directory that the walk began with.
//!
//! Somebody who may write in a tree can replace a file or a directory of it at any moment: after the walk has seen it, and before it is
//! opened. So a name alone is not enough. On Unix, every name below the first directory is opened relative to the descriptor of that
//! directory, and no part of the name may be a symbolic link (`beneath`). With `--follow`, and on other systems, names are opened as they
//! are. In all cases nobody waits for a FIFO, and only a regular file is read.

#[cfg(unix)]
mod beneath;
mod odd;

use std::fs::{File, FileType, Metadata};
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::sync::Arc;

#[cfg(unix)]
pub(crate) use self::beneath::{Beneath, Held, identity};
pub(crate) use self::odd::{NotOpened, Odd};
use crate::facts::Facts;
use crate::place::kept;

/// How the files of a walk are opened. It holds no descriptor: there may be many of these while files wait for a worker.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    /// By their names, and links are followed.
    Names,
    /// By a name that stands in a list. Whoever may write among the listed files could put a FIFO or `/dev/zero` in the place of one.
    Listed,
    /// Below this directory, without following links.
    #[cfg(unix)]
    Beneath(Arc<Beneath>),
}

impl Root {
    /// Opens a file to read it. Whether it is a regular one, the caller must ask the file: see [`Root::regular`].
    pub(crate) fn open(&self, path: &Path) -> Result<File, NotOpened> {
        match self {
            Self::Names | Self::Listed => kept(path).and_then(|()| open_without_waiting(path)).map_err(|error| {
                let is_there = error.kind() != io::ErrorKind::NotFound;
                let metadata = is_there.then(|| std::fs::metadata(path).ok()).flatten();
                let odd = metadata.and_then(|metadata| self.refuses(metadata.file_type()));
                odd.map_or(NotOpened::System(error), NotOpened::Odd)
            }),
            #[cfg(unix)]
            Self::Beneath(beneath) => beneath.open(path),
        }
    }

    /// The kind of a file that must not be read. A listed block device may be read: it has an end, and people list disks.
    pub(crate) fn refuses(&self, kind: FileType) -> Option<Odd> {
        let is_disk = |odd: &Odd| matches!(self, Self::Listed) && *odd == Odd::BLOCK_DEVICE;
        Odd::of(kind).filter(|odd| !is_disk(odd))
    }

    pub(crate) fn regular(&self, path: &Path) -> Result<File, NotOpened> {
        let file = self.open(path)?;
        let kind = file.metadata()?.file_type();
        match self.refuses(kind) {
            Some(odd) => Err(NotOpened::Odd(odd)),
            None if kind.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory).into()),
            None => Ok(file),
        }
    }

    /// Looks at a file as the walk did: a link is followed only if the walk follows links.
    pub(crate) fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self {
            Self::Names | Self::Listed => kept(path).and_then(|()| std::fs::metadata(path)),
            #[cfg(unix)]
            Self::Beneath(beneath) => beneath.metadata(path),
        }
    }

    /// The same with what [`Facts`] adds.
    pub(crate) fn facts(&self, path: &Path) -> io::Result<Facts> {
        match self {
            Self::Names | Self::Listed => kept(path).and_then(|()| Facts::at(path)),
            #[cfg(unix)]
            Self::Beneath(beneath) => beneath.metadata(path).map(Facts::from),
        }
    }

    /// Are files of both opened in the same way?
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Names, Self::Names) | (Self::Listed, Self::Listed) => true,
            #[cfg(unix)]
            (Self::Beneath(one), Self::Beneath(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// The roots that open each of many files, in order. Most consecutive files share a root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roots(Vec<(Option<Root>, usize)>);

impl Roots {
    pub(crate) fn push(&mut self, root: Option<Root>) {
        let same = |last: &Option<Root>| match (last, &root) {
            (Some(last), Some(root)) => last.is(root),
            (None, None) => true,
            _ => false,
        };
        match self.0.last_mut() {
            Some((last, files)) if same(last) => *files += 1,
            _ => self.0.push((root, 1)),
        }
    }

    /// None of a file that the user named, and of all files behind the last one.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<&Root>> {
        let each = self.0.iter().flat_map(|(root, files)| std::iter::repeat_n(root.as_ref(), *files));
        each.chain(std::iter::repeat(None))
    }
}

/// Were there too many open files? What is closed meanwhile may make room.
#[cfg(unix)]
pub(crate) fn is_crowd(error: &io::Error) -> bool {
    use rustix::io::Errno;
    [Errno::MFILE, Errno::NFILE].iter().any(|crowd| error.raw_os_error() == Some(crowd.raw_os_error()))
}

#[cfg(not(unix))]
pub(crate) fn is_crowd(_: &io::Error) -> bool {
    false
}

/// A FIFO that nobody writes to is opened at once: whether to wait is decided once it is known to be a FIFO.
#[cfg(unix)]
pub(crate) fn open_without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
pub(crate) fn open_without_waiting(path: &Path) -> io::Result<File> {
    open(path)
}

/// Opens a file. Windows opens no directory, and says no more than that access is denied: here that is an error of its own.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path).map_err(|error| {
        let is_directory = cfg!(windows) && path.is_dir();
        if is_directory { io::Error::new(io::ErrorKind::IsADirectory, "Is a directory") } else { error }
    })
}
