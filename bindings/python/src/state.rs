//! An unfinished message of any function: the library's hasher, with what Python adds to it.

use crate::functions::{Function, LONGEST, Options};
use lanesum::{Algorithm, Error, Hasher, HasherReader, SavedError};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::io;

/// An error of the library as an exception.
pub(crate) fn exception(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `OSError` with the number and the text that Python gives.
pub(crate) fn os_error(py: Python<'_>, error: io::Error) -> PyErr {
    // On Windows the number is no errno.
    match error.raw_os_error().filter(|_| cfg!(unix)) {
        Some(code) => match py.import("os").and_then(|os| os.call_method1("strerror", (code,))) {
            Ok(text) => PyOSError::new_err((code, text.unbind())),
            Err(error) => error,
        },
        None => error.into(),
    }
}

/// A new message.
pub(crate) fn begin(function: Function, options: &Options) -> PyResult<Hasher> {
    Hasher::with_options(function.0, options.given_to(function)).map_err(exception)
}

/// Eight leaves of KT128, or eight blocks of ParallelHash, and small enough for the second cache.
pub(crate) const LARGE: usize = 64 << 10;

/// Bytes of the pieces in which a message that is copied is hashed best. Of a function that hashes one block after the other these are
/// whole blocks, and 4 KiB of them: SHA-256 and SHA-512 of 64 KiB in pieces of 16 KiB took 1 to 2.5 % longer.
pub(crate) fn piece(algorithm: Algorithm) -> usize {
    if algorithm.is_derived() || matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256) {
        return LARGE;
    }
    4096 / algorithm.block_bytes() * algorithm.block_bytes()
}

/// The output so far: of `bound` bytes, if a length is bound into it.
#[inline]
pub(crate) fn reader(hasher: &Hasher, bound: Option<usize>) -> Result<HasherReader, Error> {
    match bound {
        Some(bytes) if hasher.algorithm().is_derived() => hasher.clone().finalize_in_pieces_reset(8 * bytes as u64),
        _ => hasher.clone().finalize_with_last_bits(0, 0),
    }
}

/// The inverse of [`Hasher::to_bytes`], which does not tell how a message will end.
pub(crate) fn from_bytes(function: Function, saved: &[u8]) -> PyResult<Hasher> {
    let other = |_| Error::Saved(SavedError::Other);
    let restored =
        Hasher::from_bytes(saved).and_then(|mut hasher| hasher.end_as(function.0).map(|()| hasher).map_err(other));
    restored.map_err(|error| PyValueError::new_err(format!("saved: not a saved state of {}: {error}", function.name())))
}

/// FNV-1a, the checksum of saved states.
fn check(bytes: &[u8]) -> [u8; 8] {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

/// A saved state with what the library's has not, since there it is said with the last call: of which function it is, with output of any
/// length or of one that is bound into it, and that length.
pub(crate) fn labelled(mut saved: Vec<u8>, function: Function, digest_size: usize) -> Vec<u8> {
    if function.has_twin() {
        let (kind, size) = if function.binds_length() { (0, digest_size as u64) } else { (1, 0) };
        saved.push(kind);
        saved.extend_from_slice(&size.to_le_bytes());
        let check = check(&saved);
        saved.extend_from_slice(&check);
    }
    saved
}

/// The inverse of [`labelled`]: the state, and the bytes of a digest. `asked` is what the caller takes these for.
pub(crate) fn unlabelled(saved: &[u8], function: Function, asked: Option<usize>) -> PyResult<(&[u8], usize)> {
    if !function.has_twin() {
        return Ok((saved, asked.unwrap_or(function.digest_size())));
    }
    let name = function.name();
    let wrong = || PyValueError::new_err(format!("saved: not a saved state of {name}, or a damaged one"));
    let (checked, sum) = saved.split_last_chunk::<8>().ok_or_else(wrong)?;
    if check(checked) != *sum {
        return Err(wrong());
    }
    let (labelled, size) = checked.split_last_chunk::<8>().ok_or_else(wrong)?;
    let (kind, state) = labelled.split_last().ok_or_else(wrong)?;
    let size = usize::try_from(u64::from_le_bytes(*size)).map_err(|_| wrong())?;
    match (function.binds_length(), kind) {
        (false, 1) if size == 0 => Ok((state, function.digest_size())),
        (true, 0) if (1..LONGEST).contains(&size) => match asked {
            Some(asked) if asked != size => Err(PyValueError::new_err(format!(
                "digest_size: a saved state of {name} with digests of {size} bytes, not {asked}"
            ))),
            _ => Ok((state, size)),
        },
        _ => Err(wrong()),
    }
}
