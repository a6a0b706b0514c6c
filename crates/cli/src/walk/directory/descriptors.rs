//! Lists directories by their descriptors: below the first directory, no name that is opened leads through a symbolic link, unless links
//! are followed.

use std::ffi::OsStr;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, open, statat};
use rustix::io::Errno;

use super::entry::{Entry, EntryKind, Links};
use crate::facts::Identity;
use crate::root::{Beneath, Held, NotOpened, Odd, Root, identity, is_crowd};
use crate::walk::trouble::{Reason, Trouble};

/// How long to wait for others to close files, and how often.
const CROWDED: Duration = Duration::from_millis(1);
const TRIES: u32 = 5000;

#[derive(Debug)]
pub(super) struct Entries {
    beneath: Arc<Beneath>,
    /// As long as the walk lasts.
    _held: Held,
    links: Links,
    one_file_system: bool,
    /// How often it may still be tried to open a directory while there are too many open files.
    tries: u32,
    /// The first directory and those on the way from there to the current one.
    levels: Vec<Level>,
}

/// A directory of which some entries have not been handed out.
#[derive(Debug)]
struct Level {
    path: PathBuf,
    identity: Identity,
    /// Why not all of it could be read.
    error: Option<Errno>,
    entries: std::vec::IntoIter<Listed>,
}

/// As little as can be: a directory may have millions of entries.
#[derive(Debug)]
struct Listed {
    name: Box<OsStr>,
    /// None if it vanished before it could be looked at.
    kind: Option<FileType>,
    number: u64,
}

impl Entries {
    pub(super) fn new(directory: &Path, links: Links, one_file_system: bool) -> Result<(Self, Root), Reason> {
        let mut tries = TRIES;
        let (beneath, held) = patiently(&mut tries, || Beneath::new(directory).map_err(NotOpened::from))?;
        let root = match links {
            Links::LeaveOut => Root::Beneath(Arc::clone(&beneath)),
            Links::Follow => Root::Names,
        };
        let mut entries = Self { beneath, _held: held, links, one_file_system, tries, levels: Vec::new() };
        let listed = patiently(&mut entries.tries, || entries.beneath.directory(directory))?;
        entries.push(directory.to_owned(), listed)?;
        Ok((entries, root))
    }

    /// The next entry of the current directory, or of one above it when that has ended.
    pub(super) fn next(&mut self) -> Option<Result<Entry, Trouble>> {
        loop {
            let level = self.levels.last_mut()?;
            if let Some(error) = level.error.take() {
                return Some(Err(Trouble { path: level.path.clone(), reason: io::Error::from(error).into() }));
            }
            let Some(Listed { name, kind, number }) = level.entries.next() else {
                self.levels.pop();
                continue;
            };
            let path = level.path.join(&*name);
            return Some(match kind {
                Some(FileType::Symlink) if self.links == Links::Follow => follow(path),
                Some(kind) => {
                    let kind = EntryKind::new(Odd::of_raw(kind), kind == FileType::Directory);
                    Ok(Entry { kind, path, number: Some(number) })
                }
                None => Err(Trouble { path, reason: io::Error::from(Errno::NOENT).into() }),
            });
        }
    }

    /// Lists this directory before anything else.
    pub(super) fn enter(&mut self, entry: Entry) -> Result<(), Trouble> {
        let Entry { path, number, .. } = entry;
        let opened = patiently(&mut self.tries, || match self.links {
            Links::LeaveOut => self.beneath.directory(&path),
            Links::Follow => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                open(&path, flags, Mode::empty()).map_err(NotOpened::from)
            }
        });
        match opened {
            Ok(directory) => {
                // Only a link can lead back, and its aim has no number here.
                let looped = if number.is_none() { self.above(&directory) } else { None };
                let pushed =
                    looped.map_or_else(|| self.push(path.clone(), directory), |above| Err(Reason::Loop(above)));
                pushed.map_err(|reason| Trouble { path, reason })
            }
            Err(error) => Err(Trouble { path, reason: error.into() }),
        }
    }

    /// The name by which the walk has come through this directory.
    fn above(&self, directory: &OwnedFd) -> Option<PathBuf> {
        let identity = identity(directory).ok()?;
        self.levels.iter().find(|level| level.identity == identity).map(|level| level.path.clone())
    }

    fn push(&mut self, path: PathBuf, directory: OwnedFd) -> Result<(), Reason> {
        let identity = identity(&directory)?;
        if self.one_file_system && identity.device != self.beneath.identity().device {
            return Ok(());
        }
        let (entries, error) = list(directory);
        self.levels.push(Level { path, identity, error, entries: entries.into_iter() });
        Ok(())
    }
}

/// Opens a directory. While there are too many open files, it waits for the workers to close some.
fn patiently<T>(tries: &mut u32, mut open: impl FnMut() -> Result<T, NotOpened>) -> Result<T, NotOpened> {
    loop {
        let opened = open();
        match &opened {
            Err(NotOpened::System(error)) if is_crowd(error) && *tries > 0 => {
                *tries -= 1;
                thread::sleep(CROWDED);
            }
            // If no file is ever closed, the next directory does not wait once more.
            Err(_) => return opened,
            Ok(_) => {
                *tries = TRIES;
                return opened;
            }
        }
    }
}

/// The entry for the target of a link.
fn follow(path: PathBuf) -> Result<Entry, Trouble> {
    match std::fs::metadata(&path) {
        Ok(aim) => Ok(Entry { path, kind: EntryKind::of(aim.file_type()), number: None }),
        Err(error) => Err(Trouble { path, reason: error.into() }),
    }
}

/// Everything in a directory, sorted; and why that is not everything.
fn list(directory: OwnedFd) -> (Vec<Listed>, Option<Errno>) {
    let mut listed = Vec::new();
    // Not `read_from`, which opens the directory once more.
    let error = Dir::new(directory).and_then(|mut directory| read(&mut directory, &mut listed)).err();
    listed.sort_unstable_by(|one, other| one.name.as_bytes().cmp(other.name.as_bytes()));
    (listed, error)
}

fn read(directory: &mut Dir, listed: &mut Vec<Listed>) -> Result<(), Errno> {
    while let Some(entry) = directory.read() {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let kind = match kind(&entry) {
            FileType::Unknown => {
                let stat = statat(directory.fd()?, name, AtFlags::SYMLINK_NOFOLLOW);
                stat.ok().map(|stat| FileType::from_raw_mode(stat.st_mode))
            }
            kind => Some(kind),
        };
        let name = OsStr::from_bytes(name.to_bytes()).into();
        listed.push(Listed { name, kind, number: entry.ino() });
    }
    Ok(())
}

/// The kind that the directory states.
#[cfg(not(any(
    target_os = "solaris",
    target_os = "illumos",
    target_os = "aix",
    target_os = "haiku",
    target_os = "nto"
)))]
fn kind(entry: &rustix::fs::DirEntry) -> FileType {
    entry.file_type()
}

#[cfg(any(target_os = "solaris", target_os = "illumos", target_os = "aix", target_os = "haiku", target_os = "nto"))]
fn kind(_entry: &rustix::fs::DirEntry) -> FileType {
    FileType::Unknown
}
