//! Reads keys and signed lists whole, and writes key and signature files, over old ones only with `--force`.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use zeroize::Zeroizing;

use super::error::{SigningError, name};
use crate::output::new_file;
use crate::root::{NotOpened, Root};

/// The largest list that is signed or verified: it is held in memory.
const MOST_BYTES: u64 = 1 << 30;

/// What happens to a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Keep,
    Replace,
}

impl Existing {
    /// Fails if something is there that must be kept.
    pub(super) fn allows(self, file: &OsStr) -> Result<(), SigningError> {
        if self == Self::Keep && Path::new(file).symlink_metadata().is_ok() {
            return Err(SigningError::Exists(name(file)));
        }
        Ok(())
    }
}

/// The users who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Owner,
    Everybody,
}

pub(super) fn with_suffix(file: &OsStr, suffix: &str) -> OsString {
    let mut with = file.to_owned();
    with.push(suffix);
    with
}

/// All bytes of a file, which may be a secret: copies are erased.
pub(super) fn read(file: &OsStr) -> Result<Vec<u8>, SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    read_open(file, File::open(file).map_err(io)?)
}

/// All bytes of a file that was found in a directory or beside another file, rather than named by the user: nobody waits for a FIFO there.
pub(super) fn read_found(file: &OsStr, root: &Root) -> Result<Vec<u8>, SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    let open = root.regular(file.as_ref()).map_err(|error| match error {
        NotOpened::Odd(odd) => io(io::Error::other(format!("not a regular file ({odd})"))),
        NotOpened::System(error) => io(error),
    })?;
    read_open(file, open)
}

fn read_open(file: &OsStr, open: File) -> Result<Vec<u8>, SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    // At its full length from the start: a vector that grew would leave copies behind.
    let size = open.metadata().map_err(io)?.len().min(MOST_BYTES);
    let mut bytes = Vec::with_capacity(size as usize + 1);
    open.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MOST_BYTES { Err(SigningError::TooLarge(name(file))) } else { Ok(bytes) }
}

/// The text of a file that is expected to be short, erased when it is dropped.
pub(super) fn read_secret(file: &OsStr) -> Result<Zeroizing<Vec<u8>>, SigningError> {
    read(file).map(Zeroizing::new)
}

/// Writes a file whole or not at all: under another name first.
pub(super) fn write(file: &OsStr, contents: &[u8], access: Access, existing: Existing) -> Result<(), SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    existing.allows(file)?;
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if access == Access::Owner { 0o600 } else { 0o666 });
    #[cfg(not(unix))]
    let _ = access;
    let mut new = new_file(Path::new(file), &mut options).map_err(io)?;
    // Not `new` itself, whose errors have the path of the temporary file.
    let open = new.as_file_mut();
    open.write_all(contents).and_then(|()| open.sync_all()).map_err(io)?;
    let named = match existing {
        Existing::Replace => new.persist(file),
        // Somebody else's file may have come meanwhile.
        Existing::Keep => new.persist_noclobber(file),
    };
    match named {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(SigningError::Exists(name(file))),
        Err(error) => Err(io(error.error)),
    }
}
