use super::error::lanesum_error;
use super::functions::{kind, lanesum_algorithm};
use super::hasher::check_length;
use super::memory::{Checked, apart, bytes, bytes_mut, call};
use super::options::{lanesum_options, read};
use crate::functions::Kind;
use crate::state;
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
        let kind = kind(algorithm)?;
        check_length(kind, out_len)?;
        apart(data, len, out, out_len)?;
        // The usual case without a look at each option.
        if let (Kind::Plain(algorithm), true) = (kind, options.is_null()) {
            // SAFETY: the caller's memory. What is read and what is written are apart.
            let (data, out) = unsafe { (bytes(data, len)?, bytes_mut(out, out_len)?) };
            state::digest_plain(algorithm, data, out);
            return Ok(());
        }
        // SAFETY: as above.
        unsafe { with_options(kind, options, data, len, out, out_len) }
    })
}

/// The rest of [`lanesum_digest`], by itself: what it needs of the stack is not set up in the usual case.
///
/// # Safety
/// As of [`read`], [`bytes`] and [`bytes_mut`].
#[inline(never)]
unsafe fn with_options(
    kind: Kind,
    options: *const lanesum_options,
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    out_len: usize,
) -> Checked<()> {
    // SAFETY: as here; what is read and what is written are apart.
    let (data, options, out) =
        unsafe { (bytes(data, len)?, read(options, kind, out, out_len)?, bytes_mut(out, out_len)?) };
    Ok(state::digest(kind, &options, data, out)?)
}
