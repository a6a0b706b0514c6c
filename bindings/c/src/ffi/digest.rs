//! The digest of one message in one call: `lanesum_digest`.

use super::error::lanesum_error;
use super::functions::{kind, lanesum_algorithm, plain};
use super::hasher::check_length;
use super::memory::{Checked, call, in_and_out};
use super::options::{NONE, lanesum_options, read};
use crate::functions::Kind;
use crate::state;
use lanesum::Options;
use std::ffi::c_void;
use std::mem::MaybeUninit;

/// The digest of one message: all of it in, all of it out. options may be NULL, but not for KMAC. out_len is as of lanesum_finalize. A
/// TupleHash has a tuple of this one string.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _OVERLAP, _OPTION, _SIZE, _BACKEND or _MESSAGE_TOO_LONG; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest(
    algorithm: MaybeUninit<lanesum_algorithm>,
    options: *const lanesum_options,
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        // The usual case without a look at each option.
        if let (Some(algorithm), true) = (plain(algorithm), options.is_null()) {
            check_length(Kind::Plain(algorithm), out_len)?;
            // SAFETY: the caller's memory.
            let (data, out) = unsafe { in_and_out(data, len, out, out_len) }?;
            return Ok(algorithm.digest(Options::new(), data, out)?);
        }
        // SAFETY: as above.
        unsafe { with_options(kind(algorithm)?, options, data, len, out, out_len) }
    })
}

/// The rest of [`lanesum_digest`], by itself: what it needs of the stack is not set up in the usual case.
///
/// # Safety
/// As of [`read`] and [`in_and_out`].
#[inline(never)]
unsafe fn with_options(
    kind: Kind,
    options: *const lanesum_options,
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    out_len: usize,
) -> Checked<()> {
    check_length(kind, out_len)?;
    let mut given = NONE;
    // SAFETY: as here; what is read and what is written are apart.
    let (data, out) = unsafe {
        read(&mut given, options, kind, out, out_len)?;
        in_and_out(data, len, out, out_len)?
    };
    Ok(state::digest(kind, &given, data, out)?)
}
