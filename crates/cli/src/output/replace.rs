//! Replaces a file that was read before, so that nothing is lost that another program writes into it meanwhile.
//!
//! Two runs of lanesum exclude each other by a lock on the old file (on Windows, by a file beside it). Whatever else changes the file, or if the file system has no locks, is
//! noticed just before the new file takes its place.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::FileError;
use super::message::complain;
use super::temporary::{Existing, Temporary};
use crate::facts::{Facts, Identity, Time, modified};
use crate::quote::quote_path;

/// How long a run waits for another one that replaces the same file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file that this run reads and then replaces.
#[derive(Debug)]
pub(crate) struct Held {
    /// As the user wrote it.
    name: PathBuf,
    /// Where symbolic links lead.
    pub(crate) path: PathBuf,
    before: Before,
    /// Dropped, and thus unlocked, when the new file is in place.
    lock: Option<File>,
}

/// The file at the time when it was held.
#[derive(Debug, PartialEq, Eq)]
enum Before {
    Missing,
    There(State),
    /// It cannot be replaced, or cannot be told apart from others.
    Unknown,
}

/// The properties by which a change of a file is noticed.
#[derive(Debug, PartialEq, Eq)]
struct State {
    file: Option<Identity>,
    size: u64,
    modified: Option<Time>,
    changed: Option<Time>,
}

impl State {
    fn of(facts: &Facts) -> Before {
        if !facts.metadata.is_file() {
            return Before::Unknown;
        }
        Before::There(Self {
            file: facts.identity,
            size: facts.metadata.len(),
            modified: modified(&facts.metadata),
            changed: facts.changed,
        })
    }

    fn at(path: &Path) -> Before {
        match Facts::at(path) {
            Ok(facts) => Self::of(&facts),
            // A symbolic link that leads nowhere is replaced.
            Err(_) if path.symlink_metadata().is_ok() => Before::Unknown,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Before::Missing,
            Err(_) => Before::Unknown,
        }
    }
}

impl Held {
    /// To be called before the file is read. Waits a while if another run holds it.
    ///
    /// # Errors
    /// Another run still holds it.
    pub(crate) fn new(name: &Path) -> Result<Self, FileError> {
        let path = name.canonicalize().unwrap_or_else(|_| name.to_owned());
        Self { name: name.to_owned(), before: State::at(&path), path, lock: None }.locked()
    }

    fn locked(mut self) -> Result<Self, FileError> {
        let mut begun = None;
        while let Before::There(_) = &self.before {
            match lock(&self.path) {
                Ok((file, locked)) => {
                    self.before = State::at(&self.path);
                    // Else it was replaced before it was locked.
                    if self.before == locked {
                        self.lock = Some(file);
                        break;
                    }
                }
                Err(TryLockError::WouldBlock) => {
                    if begun.is_none() {
                        let name = quote_path(&self.name);
                        complain(format_args!("{name}: another lanesum is replacing this file: waiting for it"));
                    }
                    if begun.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                        return Err(FileError::busy(&self.name));
                    }
                    std::thread::sleep(Duration::from_millis(20));
                    self.before = State::at(&self.path);
                }
                // No locks here: the comparison is left.
                Err(TryLockError::Error(_)) => break,
            }
        }
        Ok(self)
    }

    /// # Errors
    /// Somebody has changed the file since it was held.
    pub(crate) fn unchanged(&self) -> Result<(), FileError> {
        if self.before != Before::Unknown && State::at(&self.path) != self.before {
            return Err(FileError::changed(&self.name));
        }
        Ok(())
    }

    /// Puts the new file in the place of the old one, unless somebody has changed that since it was held. The new file stays locked until
    /// the result is dropped.
    pub(crate) fn replace(self, new: Temporary) -> Result<File, FileError> {
        self.unchanged()?;
        let missing = self.before == Before::Missing;
        let renamed = new.rename(&self.path, if missing { Existing::Keep } else { Existing::Replace });
        drop(self.lock);
        renamed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists if missing => FileError::changed(&self.name),
            _ => FileError::new(&self.name, error),
        })
    }
}

/// Locks a file; also what it is then.
#[cfg(not(windows))]
fn lock(path: &Path) -> Result<(File, Before), TryLockError> {
    // NFS locks only what is open for writing.
    let open = File::options().read(true).write(true).open(path).or_else(|_| File::open(path));
    let file = open.map_err(TryLockError::Error)?;
    file.try_lock()?;
    let facts = Facts::of(&file).map_err(TryLockError::Error)?;
    Ok((file, State::of(&facts)))
}

/// A lock of Windows would keep this run, and everybody else, from reading the file, and an open file cannot be replaced.
#[cfg(windows)]
fn lock(path: &Path) -> Result<(File, Before), TryLockError> {
    use super::temporary::{lock_beside, open_alone};
    const ERROR_ACCESS_DENIED: i32 = 5;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let lock = lock_beside(path);
    match open_alone(&lock, File::options().write(true).create(true)) {
        Ok(file) => Ok((file, State::at(path))),
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Err(TryLockError::WouldBlock),
        // It is being deleted: another run has just ended.
        Err(error) if error.raw_os_error() == Some(ERROR_ACCESS_DENIED) && !matches!(lock.try_exists(), Ok(false)) => {
            Err(TryLockError::WouldBlock)
        }
        Err(error) => Err(TryLockError::Error(error)),
    }
}
