//! The digest of one message in one call: `lanesum_digest`.

use super::error::lanesum_error;
use super::functions::{kind, lanesum_algorithm, plain};
use super::hasher::check_length;
use super::memory::{Checked, call, in_and_out};
use super::options::{Given, lanesum_options};
use crate::functions::{Kind, Output, Strength};
use crate::state;
use lanesum::{Algorithm, Options};
use lanesum_error::*;
use std::ffi::c_void;
use std::mem::MaybeUninit;

/// The digest of one message in one piece. options may be NULL, but not for KMAC. out_len is as of lanesum_finalize. A TupleHash
/// has a tuple of this one string.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _OPTION, _SIZE, _BACKEND or _MESSAGE_TOO_LONG; nothing was
/// written then.
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
/// As of [`Given::new`] and [`in_and_out`].
#[inline(never)]
unsafe fn with_options(
    kind: Kind,
    options: *const lanesum_options,
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    out_len: usize,
) -> Checked<()> {
    use Output::{Any, Bound};
    use Strength::{Bits128, Bits256};
    check_length(kind, out_len)?;
    // SAFETY: as here; what is read and what is written are apart.
    let (given, (message, out)) =
        unsafe { (Given::new(options, kind, out, out_len)?, in_and_out(data, len, out, out_len)?) };
    if given.has_backend() {
        return on_backend(kind, given, message, out);
    }
    match kind {
        Kind::Plain(algorithm) => match (algorithm, given.domain()?) {
            (Algorithm::Kt128, _) => lanesum::kt128(message, given.customization()?, out),
            (Algorithm::Kt256, _) => lanesum::kt256(message, given.customization()?, out),
            (Algorithm::TurboShake128, Some(domain)) => lanesum::turboshake128(message, domain, out),
            (Algorithm::TurboShake256, Some(domain)) => lanesum::turboshake256(message, domain, out),
            _ => match given.salt()? {
                [] => algorithm.digest(Options::new(), message, out)?,
                salt => salted(algorithm, salt, message, out)?,
            },
        },
        Kind::CShake(strength) => {
            let (name, customization) = (given.function_name()?, given.customization()?);
            match strength {
                Bits128 => lanesum::cshake128(message, name, customization, out),
                Bits256 => lanesum::cshake256(message, name, customization, out),
            }
        }
        Kind::Kmac(strength, output) => {
            let (key, customization) = (given.key()?, given.customization()?);
            match (strength, output) {
                (Bits128, Bound) => lanesum::kmac128(key, message, customization, out),
                (Bits256, Bound) => lanesum::kmac256(key, message, customization, out),
                (Bits128, Any) => lanesum::kmacxof128(key, message, customization, out),
                (Bits256, Any) => lanesum::kmacxof256(key, message, customization, out),
            }
        }
        Kind::TupleHash(strength, output) => {
            let customization = given.customization()?;
            match (strength, output) {
                (Bits128, Bound) => lanesum::tuplehash128([message], customization, out),
                (Bits256, Bound) => lanesum::tuplehash256([message], customization, out),
                (Bits128, Any) => lanesum::tuplehashxof128([message], customization, out),
                (Bits256, Any) => lanesum::tuplehashxof256([message], customization, out),
            }
        }
        Kind::ParallelHash(strength, output) => {
            let (block_bytes, customization) = (given.block_bytes(), given.customization()?);
            match (strength, output) {
                (Bits128, Bound) => lanesum::parallelhash128(message, block_bytes, customization, out),
                (Bits256, Bound) => lanesum::parallelhash256(message, block_bytes, customization, out),
                (Bits128, Any) => lanesum::parallelhashxof128(message, block_bytes, customization, out),
                (Bits256, Any) => lanesum::parallelhashxof256(message, block_bytes, customization, out),
            }?;
        }
    }
    Ok(())
}

#[cold]
fn on_backend(kind: Kind, given: Given<'_>, message: &[u8], out: &mut [u8]) -> Checked<()> {
    Ok(state::digest(kind, &given.all()?, message, out)?)
}

/// BLAKE with a salt.
#[inline]
fn salted(algorithm: Algorithm, salt: &[u8], message: &[u8], out: &mut [u8]) -> Checked<()> {
    match (algorithm, <&[u8; 16]>::try_from(salt), <&[u8; 32]>::try_from(salt)) {
        (Algorithm::Blake224, Ok(salt), _) => out.copy_from_slice(&lanesum::blake224_salted(salt, message)),
        (Algorithm::Blake256, Ok(salt), _) => out.copy_from_slice(&lanesum::blake256_salted(salt, message)),
        (Algorithm::Blake384, _, Ok(salt)) => out.copy_from_slice(&lanesum::blake384_salted(salt, message)),
        (Algorithm::Blake512, _, Ok(salt)) => out.copy_from_slice(&lanesum::blake512_salted(salt, message)),
        _ => return Err(LANESUM_ERROR_OPTION),
    }
    Ok(())
}
