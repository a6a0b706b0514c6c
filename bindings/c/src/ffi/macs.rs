//! HMAC of many messages, and PBKDF2.

use super::batch::Scattered;
use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::memory::{Checked, apart, bytes, bytes_mut, call, in_and_out};
use core::ffi::c_void;
use core::num::NonZeroU32;
use lanesum::{Algorithm, Messages, Strided};
use lanesum_error::*;

/// The HMACs of count messages with one key (FIPS 198-1), many at a time. Messages and lens are as in lanesum_digest_many; out_len must
/// be count times the length of a digest.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _MESSAGE_TOO_LONG, or _OPTION for a function with output of any
/// length; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hmac_many(
    algorithm: lanesum_algorithm,
    key: *const c_void,
    key_len: usize,
    messages: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = with_hmac(algorithm, count, out_len)?;
        // SAFETY: the caller's memory, arrays, and the messages that they name. What is read and what is written are apart.
        unsafe {
            let messages = Scattered::of(messages, lens, count, out, out_len)?;
            let (key, out) = in_and_out(key, key_len, out, out_len)?;
            Ok(algorithm.hmac_many(key, &messages, out)?)
        }
    })
}

/// As lanesum_hmac_many, with a key for each message: the key of message i is the key_lens[i] bytes at keys[i].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hmac_many_keys(
    algorithm: lanesum_algorithm,
    keys: *const *const c_void,
    key_lens: *const usize,
    messages: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = with_hmac(algorithm, count, out_len)?;
        // SAFETY: as above.
        unsafe {
            let keys = Scattered::of(keys, key_lens, count, out, out_len)?;
            let messages = Scattered::of(messages, lens, count, out, out_len)?;
            Ok(algorithm.hmac_many_keys(&keys.slices(), &messages, bytes_mut(out, out_len)?)?)
        }
    })
}

/// The function, if it has HMAC and the length is right. Before the messages are looked at.
fn with_hmac(algorithm: lanesum_algorithm, count: usize, out_len: usize) -> Checked<Algorithm> {
    let algorithm = known(algorithm)?;
    if algorithm.has_any_length() {
        return Err(LANESUM_ERROR_OPTION);
    }
    let fits = count.checked_mul(algorithm.digest_bits() / 8) == Some(out_len);
    if fits { Ok(algorithm) } else { Err(LANESUM_ERROR_LENGTH) }
}

/// Fills out with a key from a password by PBKDF2 (RFC 8018) with HMAC of a function of SHA-2.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _OVERLAP, _LENGTH for more than 2^32 - 1 digests of output, or _OPTION for another function and
/// for no iteration; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_pbkdf2(
    algorithm: lanesum_algorithm,
    password: *const c_void,
    password_len: usize,
    salt: *const c_void,
    salt_len: usize,
    iterations: u32,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        apart(password, password_len, out, out_len)?;
        // SAFETY: the caller's memory; what is read and what is written are apart.
        let (password, (salt, out)) =
            unsafe { (bytes(password, password_len)?, in_and_out(salt, salt_len, out, out_len)?) };
        derive(known(algorithm)?, &[password], &[salt], iterations, out_len, out)
    })
}

/// As lanesum_pbkdf2, for count passwords, several at a time: password i is the password_lens[i] bytes at passwords[i], and its key is the
/// key_len bytes at out + i * key_len. out_len must be count * key_len. salt_count is count, with salt i for password i, or 1, with one salt
/// for all.
///
/// Returns what lanesum_pbkdf2 returns, and LANESUM_ERROR_ALIGNMENT; _LENGTH for any other number of salts, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_pbkdf2_many(
    algorithm: lanesum_algorithm,
    passwords: *const *const c_void,
    password_lens: *const usize,
    count: usize,
    salts: *const *const c_void,
    salt_lens: *const usize,
    salt_count: usize,
    iterations: u32,
    out: *mut c_void,
    out_len: usize,
    key_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = known(algorithm)?;
        if salt_count != count && salt_count != 1 || count.checked_mul(key_len) != Some(out_len) {
            return Err(LANESUM_ERROR_LENGTH);
        }
        // SAFETY: the caller's arrays, and what they name. What is read and what is written are apart.
        let (passwords, salts, out) = unsafe {
            let passwords = Scattered::of(passwords, password_lens, count, out, out_len)?;
            (passwords, Scattered::of(salts, salt_lens, salt_count, out, out_len)?, bytes_mut(out, out_len)?)
        };
        if salt_count == count {
            return derive(algorithm, &passwords, &salts, iterations, key_len, out);
        }
        let salt = salts.message(0).body;
        derive(algorithm, &passwords, &Strided::new(salt, salt.len(), 0, count)?, iterations, key_len, out)
    })
}

fn derive(
    algorithm: Algorithm,
    passwords: &impl Messages,
    salts: &impl Messages,
    iterations: u32,
    key_len: usize,
    out: &mut [u8],
) -> Checked<()> {
    let iterations = NonZeroU32::new(iterations).ok_or(LANESUM_ERROR_OPTION)?;
    #[cfg(feature = "sha2")]
    return Ok(algorithm.pbkdf2_many(passwords, salts, iterations, key_len, out)?);
    #[cfg(not(feature = "sha2"))]
    {
        let _ = (algorithm, passwords, salts, iterations, key_len, out);
        Err(LANESUM_ERROR_OPTION)
    }
}
