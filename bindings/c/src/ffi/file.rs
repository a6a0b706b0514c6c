//! The digest of a file: `lanesum_digest_file`.

use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::hasher::check_length;
use super::memory::{Checked, apart, bytes_mut, call};
use super::options::{Given, lanesum_options};
use lanesum::Hasher;
use lanesum_error::*;
use std::ffi::{CStr, c_char, c_void};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Bytes that are read at once: eight rounds of eight leaves of KT128, some hundreds of microseconds of work.
const PIECE: usize = 512 << 10;

/// The digest of a file. path is what fopen takes; on Windows it is UTF-8. The file is read in pieces, never mapped into memory. A
/// change of the file in the meantime is not noticed.
///
/// Returns LANESUM_ERROR_FILE if it cannot be opened or read, with the system's reason in errno, but on Windows, where errno stays as it
/// was; LANESUM_ERROR_CALL for a TupleHash, since a file is no tuple; and as lanesum_digest. Nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest_file(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    path: *const c_char,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = known(algorithm)?;
        if path.is_null() {
            return Err(LANESUM_ERROR_NULL);
        }
        if algorithm.is_of_tuples() {
            return Err(LANESUM_ERROR_CALL);
        }
        check_length(algorithm, out_len)?;
        // SAFETY: the caller gives a string with a 0 at its end.
        let path = unsafe { CStr::from_ptr(path) };
        apart(path.as_ptr().cast(), path.count_bytes() + 1, out, out_len)?;
        // SAFETY: the caller's memory. What is read and what is written are apart.
        let (given, out) = unsafe { (Given::new(options, algorithm, out, out_len)?.all()?, bytes_mut(out, out_len)?) };
        let mut hasher = Hasher::with_options(algorithm, given)?;
        let mut file = File::open(as_path(path)?).map_err(|error| failed(&error))?;
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece) {
                Ok(0) => break,
                Ok(len) => hasher.try_update(&piece[..len])?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(&error)),
            }
        }
        Ok(hasher.finalize_into_reset(out)?)
    })
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // beside the other one
fn as_path(path: &CStr) -> Checked<&Path> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Path::new(std::ffi::OsStr::from_bytes(path.to_bytes())))
}

#[cfg(not(unix))]
fn as_path(path: &CStr) -> Checked<&Path> {
    path.to_str().map(Path::new).map_err(|_| LANESUM_ERROR_FILE)
}

/// Leaves the system's number where C looks for it; closing the file may have changed it. On Windows it is no errno, and which C library's
/// errno the program looks at is not known.
fn failed(error: &io::Error) -> lanesum_error {
    #[cfg(not(windows))]
    if let Some(number) = error.raw_os_error() {
        super::memory::set_errno(number);
    }
    #[cfg(windows)]
    let _ = error;
    LANESUM_ERROR_FILE
}
