//! The digest of a file: `lanesum_digest_file`.

use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::hasher::check_length;
use super::memory::{Checked, apart, bytes_mut, call};
use super::options::{Given, lanesum_options};
use lanesum::Hasher;
use lanesum::file::{FileError, Reading};
use lanesum_error::*;
use std::ffi::{CStr, c_char, c_void};
use std::path::Path;

/// Of the errors that all systems have, with this number on all of them, the nearest to a file that changed while it was read.
const EBUSY: i32 = 16;

/// The digest of a file. path is what fopen takes; on Windows it is UTF-8. The file is read in pieces, never mapped into memory.
///
/// Returns LANESUM_ERROR_FILE if it cannot be opened or read, with the system's reason in errno, and if a regular file changed while it was
/// read, with EBUSY in errno; on Windows errno stays as it was. Returns LANESUM_ERROR_CALL for a TupleHash, since a file is no tuple; and as
/// lanesum_digest. Nothing was written then.
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
        let (given, out) = unsafe { (Given::new(options, algorithm, out, out_len)?, bytes_mut(out, out_len)?) };
        let given = given.all_for(algorithm, out_len)?;
        let mut hasher = Hasher::with_options(algorithm, given)?;
        Reading::new().path(as_path(path)?, &mut hasher).map_err(failed)?;
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
fn failed(error: FileError) -> lanesum_error {
    let number = match error {
        FileError::System(error) => error.raw_os_error(),
        FileError::Changed(_) => Some(EBUSY),
        FileError::Hash(error) => return error.into(),
        _ => return LANESUM_ERROR_INTERNAL,
    };
    #[cfg(not(windows))]
    if let Some(number) = number {
        super::memory::set_errno(number);
    }
    #[cfg(windows)]
    let _ = number;
    LANESUM_ERROR_FILE
}
