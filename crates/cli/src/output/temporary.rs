//! Temporary files, which take the place of another file when they are complete.
//!
//! A process locks its temporary file as long as it lives. So the next run can remove those that a killed run has left, whatever machine or
//! container it ran in: no lock is held on them. On Windows, an open file is as good as a locked one.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempPath};

use crate::interrupt::{self, Unfinished};

/// How long a file that is to be replaced may be open elsewhere.
const PATIENCE: Duration = Duration::from_secs(5);

/// More attempts would not help.
const ATTEMPTS: usize = 100;

/// A new file next to the one that it will replace. It is removed unless it gets that one's name.
///
/// `tempfile` alone is not used for it, because its errors have additional words, and its files can be read only by their owner.
#[derive(Debug)]
pub(crate) struct Temporary {
    file: NamedTempFile,
    _unfinished: Unfinished,
}

/// Whether a file that already has the name is kept or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    Keep,
    Replace,
}

impl Temporary {
    /// First removes what killed runs have left in the same directory.
    pub(crate) fn new(beside: &Path, options: &mut OpenOptions) -> io::Result<Self> {
        let directory = beside.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        remove_abandoned(directory);
        let mut error = io::ErrorKind::AlreadyExists.into();
        for attempt in 0..ATTEMPTS {
            let path = directory.join(format!("{PREFIX}{:016x}{SUFFIX}", RandomState::new().hash_one(attempt)));
            let unfinished = interrupt::remove_at_the_end(&path);
            match options.create_new(true).open(&path) {
                Ok(file) => {
                    let file = NamedTempFile::from_parts(file, TempPath::try_from_path(path)?);
                    if abandoned::lock(file.as_file(), file.path()) {
                        return Ok(Self { file, _unfinished: unfinished });
                    }
                }
                Err(other) if other.kind() == io::ErrorKind::AlreadyExists => error = other,
                Err(error) => return Err(error),
            }
        }
        Err(error)
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Gives the file its name. It stays locked until the result is dropped.
    pub(crate) fn rename(self, path: &Path, existing: Existing) -> io::Result<File> {
        let Self { mut file, _unfinished } = self;
        let begun = Instant::now();
        loop {
            let renamed = match existing {
                Existing::Keep => file.persist_noclobber(path),
                Existing::Replace => file.persist(path),
            };
            let error = match renamed {
                Ok(file) => return Ok(file),
                Err(error) => error,
            };
            // Windows replaces no file while another program reads it, or looks for viruses in it.
            let is_open = cfg!(windows) && error.error.kind() == io::ErrorKind::PermissionDenied;
            if !is_open || begun.elapsed() > PATIENCE {
                return Err(error.error);
            }
            file = error.file;
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

const PREFIX: &str = ".lanesum-";
const SUFFIX: &str = ".tmp";

/// Is a file of this name one that a run of lanesum writes, or has left behind?
pub(crate) fn is_temporary(name: &OsStr) -> bool {
    let digits = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)).unwrap_or_default();
    digits.len() == 16 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Removes this user's temporary files that no living process has: once in a run for each directory.
fn remove_abandoned(directory: &Path) {
    static DONE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let Ok(mut done) = DONE.lock() else { return };
    if done.iter().any(|done| done == directory) {
        return;
    }
    done.push(directory.to_owned());
    // Files that cannot be removed stay: they do no harm.
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        if is_temporary(&entry.file_name()) {
            abandoned::remove(&entry.path());
        }
    }
}

#[cfg(unix)]
mod abandoned {
    use std::fs::{self, File, TryLockError};
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    use std::path::Path;

    use rustix::fs::OFlags;

    /// Locks a new file. False if another process, which took it for an abandoned one, has locked or removed it.
    pub(super) fn lock(file: &File, path: &Path) -> bool {
        match file.try_lock() {
            Ok(()) => is_at(file, path),
            Err(TryLockError::WouldBlock) => false,
            // This file system has no locks, so nobody removes an unlocked file there.
            Err(TryLockError::Error(_)) => true,
        }
    }

    fn is_at(file: &File, path: &Path) -> bool {
        let (Ok(open), Ok(named)) = (file.metadata(), path.symlink_metadata()) else { return false };
        (open.dev(), open.ino()) == (named.dev(), named.ino())
    }

    pub(super) fn remove(path: &Path) {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        // For reading and writing: NFS locks nothing else.
        let open = File::options().read(true).write(true).custom_flags(flags.bits() as i32).open(path);
        let Ok(file) = open else { return };
        let Ok(metadata) = file.metadata() else { return };
        let is_ours = metadata.is_file() && metadata.uid() == rustix::process::geteuid().as_raw();
        if is_ours && file.try_lock().is_ok() && is_at(&file, path) {
            let _ = fs::remove_file(path);
        }
    }
}

/// A file that is open elsewhere cannot be opened alone, so no lock is needed: std's would keep other programs from reading the file.
#[cfg(windows)]
mod abandoned {
    use std::fs::File;
    use std::path::Path;

    pub(super) fn lock(_: &File, _: &Path) -> bool {
        true
    }

    pub(super) fn remove(path: &Path) {
        if path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
            drop(super::open_alone(path, File::options().read(true)));
        }
    }
}

#[cfg(not(any(unix, windows)))]
mod abandoned {
    use std::fs::File;
    use std::path::Path;

    pub(super) fn lock(_: &File, _: &Path) -> bool {
        true
    }

    pub(super) fn remove(_: &Path) {}
}

/// Opens a file that nobody else may have open until the result is dropped. Then, or when the process is killed, the file is removed.
#[cfg(windows)]
pub(super) fn open_alone(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    // FILE_FLAG_DELETE_ON_CLOSE, and FILE_FLAG_OPEN_REPARSE_POINT, so that it is never what a link leads to.
    options.share_mode(0).custom_flags(0x0400_0000 | 0x0020_0000).open(path)
}

/// The name of the file that is open as long as a run replaces this one. Walks leave it out as they do temporary files.
#[cfg(windows)]
pub(super) fn lock_beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let hash = lanesum::blake3(name.as_bytes());
    path.with_file_name(format!("{PREFIX}{}{SUFFIX}", data_encoding::HEXLOWER.encode(&hash[..8])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_files_are_no_temporary_ones() {
        assert!(is_temporary(".lanesum-0123456789abcdef.tmp".as_ref()));
        for name in [
            "lanesum-0123456789abcdef.tmp",
            ".lanesum-0123456789abcdef",
            ".lanesum-0123456789abcde.tmp",
            ".lanesum-0123456789abcdef0.tmp",
            ".lanesum-0123456789ABCDEF.tmp",
            ".lanesum-0123456789abcdef.tmp.gz",
            ".lanesum-0123456789abcdeg.tmp",
            ".lanesum-2026-11-27",
            ".lanesum-",
        ] {
            assert!(!is_temporary(name.as_ref()), "{name}");
        }
    }
}
