//! The digest of one message in one call: `lanesum_digest`.

use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::hasher::check_length;
use super::memory::{call, in_and_out};
use super::options::{Given, lanesum_options};
use crate::functions::{option, takes};
use core::ffi::c_void;
use lanesum::Options;

/// The digest of one message in one piece. options may be NULL, but not for KMAC. out_len is as of lanesum_finalize. A TupleHash
/// has a tuple of this one string.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _OPTION, _SIZE, _BACKEND or _MESSAGE_TOO_LONG; nothing was
/// written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = known(algorithm)?;
        check_length(algorithm, out_len)?;
        // SAFETY: the caller's memory. What is read and what is written are apart.
        let (data, out) = unsafe { in_and_out(data, len, out, out_len) }?;
        // The usual case without a look at each option.
        if options.is_null() && !algorithm.needs_key() && takes(algorithm) & option::DIGEST_BYTES == 0 {
            return Ok(algorithm.digest(Options::new(), data, out)?);
        }
        // SAFETY: as above.
        let given = unsafe { Given::new(options, algorithm, out.as_ptr().cast(), out_len)? };
        Ok(algorithm.digest(given.all_for(algorithm, out_len)?, data, out)?)
    })
}
