//! Replaces files atomically and durably, under a lock that one process holds.

use std::borrow::ToOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

/// The path with a suffix after the file's name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Options for files that only their owner can read and write.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true);
    options
}

/// Replaces a file. After a crash, the file is the old one or the new one; after this function has returned, the new one.
pub(super) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let new = beside(path, ".new");
    // A file left by a crash may have other permissions.
    match std::fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = private().create_new(true).open(&new)?;
    file.write_all(contents)?;
    file.sync_all()?;
    std::fs::rename(&new, path)?;
    sync_directory(path)
}

/// Whether the file has more than one name.
#[cfg(unix)]
pub(super) fn has_other_names(path: &Path) -> io::Result<bool> {
    Ok(std::os::unix::fs::MetadataExt::nlink(&std::fs::metadata(path)?) > 1)
}

#[cfg(windows)]
pub(super) fn has_other_names(path: &Path) -> io::Result<bool> {
    Ok(winapi_util::file::information(File::open(path)?)?.number_of_links() > 1)
}

#[cfg(not(any(unix, windows)))]
pub(super) fn has_other_names(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Syncs the directory, on systems that can.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A lock for one process at a time. It is on a file of its own, because the protected file is replaced. The lock file contains a note,
/// which stays.
pub(super) struct Lock(File);

impl Lock {
    /// Waits for the lock.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let file = private().read(true).create(true).truncate(false).open(beside(path, ".lock"))?;
        file.lock()?;
        Ok(Self(file))
    }

    pub(super) fn note(&mut self) -> io::Result<String> {
        let mut note = Vec::new();
        self.0.seek(SeekFrom::Start(0))?;
        (&self.0).take(1000).read_to_end(&mut note)?;
        Ok(String::from_utf8_lossy(&note).into_owned())
    }

    pub(super) fn set_note(&mut self, note: &str) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(note.as_bytes())?;
        self.0.set_len(note.len() as u64)?;
        self.0.sync_all()
    }
}
