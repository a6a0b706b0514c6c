//! Reads keys and signed lists whole, and writes key and signature files, over old ones only with `--force`.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use zeroize::Zeroizing;

use super::error::{SigningError, name};
use crate::output::{Existing, Held, Temporary, keep_owner};
use crate::read::stdin_file;
use crate::root::{NotOpened, Root};
use crate::secret;

/// The largest list that is signed or verified: it is held in memory.
const MOST_BYTES: u64 = 1 << 30;

/// Fails if something is there that must be kept.
pub(super) fn allows(existing: Existing, file: &OsStr) -> Result<(), SigningError> {
    if existing == Existing::Keep && Path::new(file).symlink_metadata().is_ok() {
        return Err(SigningError::Exists(name(file)));
    }
    Ok(())
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

pub(super) fn read(file: &OsStr) -> Result<Vec<u8>, SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    read_open(file, File::open(file).map_err(io)?)
}

/// Fails for a file or directory that [`read`] could not read. A pipe gives its bytes only once, and is not looked at.
pub(super) fn is_readable(file: &OsStr) -> Result<(), SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    let kind = std::fs::metadata(file).map_err(io)?.file_type();
    if kind.is_file() || kind.is_dir() {
        File::open(file).and_then(|mut open| open.read(&mut [0])).map_err(io)?;
    }
    Ok(())
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
    let mut bytes = Vec::new();
    open.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MOST_BYTES { Err(SigningError::TooLarge(name(file))) } else { Ok(bytes) }
}

/// The text of a file with a key or a passphrase, erased when it is dropped.
pub(super) fn read_secret(file: &OsStr, most: usize) -> Result<Zeroizing<Vec<u8>>, SigningError> {
    read_open_secret(File::open(file), || name(file), most)
}

/// The same of standard input.
pub(super) fn read_secret_stdin(most: usize) -> Result<Zeroizing<Vec<u8>>, SigningError> {
    read_open_secret(stdin_file(), || "standard input".into(), most)
}

fn read_open_secret(
    file: io::Result<File>,
    name: impl Fn() -> String,
    most: usize,
) -> Result<Zeroizing<Vec<u8>>, SigningError> {
    let text = file.and_then(|mut file| secret::read(&mut file, most));
    text.map_err(|error| SigningError::Io { name: name(), error })?
        .ok_or_else(|| SigningError::TooLongSecret(name(), most))
}

/// Writes a file whole or not at all: under another name first. It stays locked until the result is dropped. `held` is the file that is
/// replaced, if others must not replace it at the same time.
pub(super) fn write(
    file: &OsStr,
    contents: &[u8],
    access: Access,
    existing: Existing,
    held: Option<Held>,
) -> Result<File, SigningError> {
    let io = |error| SigningError::Io { name: name(file), error };
    allows(existing, file)?;
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if access == Access::Owner { 0o600 } else { 0o666 });
    let place = held.as_ref().map_or(Path::new(file), |held| &held.path);
    let mut new = Temporary::new(place, &mut options).map_err(io)?;
    // A private key belongs to whoever made it, not to whoever had a file of this name.
    if access == Access::Everybody && place.is_file() {
        keep_owner(place, new.file()).map_err(io)?;
    }
    let open = new.file();
    open.write_all(contents).and_then(|()| open.sync_all()).map_err(io)?;
    match held {
        Some(held) => Ok(held.replace(new)?),
        // With `Keep`: somebody else's file may have come meanwhile.
        None => new.rename(place, existing).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => SigningError::Exists(name(file)),
            _ => io(error),
        }),
    }
}
