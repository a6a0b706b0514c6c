//! Replaces a file that was read before, so that nothing is lost that another program writes into it meanwhile.
//!
//! Two runs of lanesum exclude each other by a lock on the old file. Whatever else changes the file, or if the file system has no locks, is
//! noticed just before the new file takes its place.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::error::FileError;
#[cfg(unix)]
use super::message::complain;
use super::temporary::{Existing, Temporary};
use crate::facts::{Facts, Identity, Time, modified};
#[cfg(unix)]
use crate::quote::quote;

/// How long a run waits for another one that replaces the same file.
#[cfg(unix)]
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

/// What differs after each change of a file.
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
        let held = Self { name: name.to_owned(), before: State::at(&path), path, lock: None };
        #[cfg(unix)]
        let held = held.locked()?;
        Ok(held)
    }

    #[cfg(unix)]
    fn locked(mut self) -> Result<Self, FileError> {
        use std::fs::TryLockError;

        let mut begun = None;
        while let Before::There(_) = &self.before {
            // NFS locks only what is open for writing.
            let open = File::options().read(true).write(true).open(&self.path).or_else(|_| File::open(&self.path));
            let Ok(file) = open else { break };
            match file.try_lock() {
                Ok(()) => {
                    let Ok(facts) = Facts::of(&file) else { break };
                    self.before = State::at(&self.path);
                    // Else it was replaced before it was locked.
                    if self.before == State::of(&facts) {
                        self.lock = Some(file);
                        break;
                    }
                }
                Err(TryLockError::WouldBlock) => {
                    if begun.is_none() {
                        let message = b": another lanesum is replacing this file: waiting for it";
                        complain(&[&*quote(self.name.as_os_str().as_encoded_bytes()), message].concat());
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
