//! HMAC of many messages, PBKDF2, and Merkle trees.

use super::batch::Scattered;
use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::memory::{Checked, apart, array, bytes, bytes_mut, call, in_and_out};
use core::ffi::c_void;
use core::num::NonZeroU32;
use lanesum::Hasher;
use lanesum::merkle::{Error, Rule, Scheme};
use lanesum_error::*;

/// A Merkle tree of Certificate Transparency (RFC 9162).
pub const LANESUM_RULE_RFC9162: u32 = 0;
/// A Merkle tree of Bitcoin's blocks: a digest without a sibling is paired with itself.
pub const LANESUM_RULE_BITCOIN: u32 = 1;
/// A Merkle tree of Ethereum's SSZ: chunks of zeroes follow the last one, up to the next power of two.
pub const LANESUM_RULE_SSZ: u32 = 2;
/// A Merkle tree of plain pairs: a digest without a sibling moves up.
pub const LANESUM_RULE_PAIRS: u32 = 3;

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
        let algorithm = known(algorithm)?;
        let bytes_of_all = count.checked_mul(algorithm.digest_bits() / 8);
        if !algorithm.has_any_length() && bytes_of_all != Some(out_len) {
            return Err(LANESUM_ERROR_LENGTH);
        }
        let arrays = count.saturating_mul(size_of::<usize>());
        apart(messages.cast(), arrays, out, out_len)?;
        apart(lens.cast(), arrays, out, out_len)?;
        // SAFETY: the caller's arrays, and the messages that they name. What is read and what is written are apart.
        let messages = unsafe { Scattered::new(array(messages, count)?, array(lens, count)?, out, out_len)? };
        // SAFETY: the caller's memory, apart from each other and from the messages.
        let (key, out) = unsafe { in_and_out(key, key_len, out, out_len) }?;
        Ok(algorithm.hmac_many(key, &messages, out)?)
    })
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
        let algorithm = known(algorithm)?;
        let iterations = NonZeroU32::new(iterations).ok_or(LANESUM_ERROR_OPTION)?;
        apart(password, password_len, out, out_len)?;
        // SAFETY: the caller's memory; what is read and what is written are apart.
        let (password, (salt, out)) =
            unsafe { (bytes(password, password_len)?, in_and_out(salt, salt_len, out, out_len)?) };
        #[cfg(feature = "sha2")]
        return Ok(algorithm.pbkdf2_many(&[password], &[salt], iterations, out_len, out)?);
        #[cfg(not(feature = "sha2"))]
        {
            let _ = (algorithm, iterations, password, salt, out);
            Err(LANESUM_ERROR_OPTION)
        }
    })
}

/// The root of the Merkle tree over the digests of count leaves, which lie one after the other. The digest of a leaf is, by
/// LANESUM_RULE_RFC9162, that of a zero byte and the leaf (lanesum_digest_many_strided takes it as a prefix), by _BITCOIN the digest of
/// its digest, by _SSZ the leaf itself, by _PAIRS its digest. out_len must be the length of a digest.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _OVERLAP, or _OPTION for another rule or a function that needs a key; nothing was
/// written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_root(
    algorithm: lanesum_algorithm,
    rule: u32,
    digests: *const c_void,
    count: usize,
    out: *mut c_void,
    out_len: usize,
) -> lanesum_error {
    call(|| {
        let scheme = scheme(algorithm, rule)?;
        let len = leaves_len(&scheme, count)?;
        // SAFETY: the caller's memory.
        let (digests, out) = unsafe { in_and_out(digests, len, out, out_len) }?;
        let tree = scheme.tree_of_digests(digests).map_err(code)?;
        if out_len != tree.root().len() {
            return Err(LANESUM_ERROR_LENGTH);
        }
        out.copy_from_slice(tree.root());
        Ok(())
    })
}

/// The proof that the leaf number index is in that tree: the digests of the siblings, from the leaf up. proof_len is the room at proof,
/// and is set to the length of the proof, which is at most 64 digests. With too little room, that is all that happens, and
/// LANESUM_ERROR_LENGTH is returned.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _OPTION, or _RANGE if there is no such leaf.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_proof(
    algorithm: lanesum_algorithm,
    rule: u32,
    digests: *const c_void,
    count: usize,
    index: usize,
    proof: *mut c_void,
    proof_len: *mut usize,
) -> lanesum_error {
    call(|| {
        let scheme = scheme(algorithm, rule)?;
        let len = leaves_len(&scheme, count)?;
        if proof_len.is_null() {
            return Err(LANESUM_ERROR_NULL);
        }
        if !proof_len.is_aligned() {
            return Err(LANESUM_ERROR_ALIGNMENT);
        }
        // SAFETY: not null, aligned, and the caller's.
        let room = unsafe { proof_len.read() };
        apart(digests, len, proof_len.cast(), size_of::<usize>())?;
        apart(proof, room, proof_len.cast(), size_of::<usize>())?;
        apart(digests, len, proof, room)?;
        // SAFETY: the caller's memory.
        let digests = unsafe { bytes(digests, len) }?;
        let made = scheme.tree_of_digests(digests).and_then(|tree| tree.proof(index as u64)).map_err(code)?;
        // SAFETY: as above.
        unsafe { proof_len.write(made.len()) };
        if made.len() > room {
            return Err(LANESUM_ERROR_LENGTH);
        }
        // SAFETY: the caller's memory, apart from all that is read.
        unsafe { bytes_mut(proof, made.len()) }?.copy_from_slice(&made);
        Ok(())
    })
}

/// Verifies that the Merkle tree over count leaves with this root has the leaf with this digest at index. Root and digest have the length
/// of a digest. Only the proof may come from an enemy.
///
/// Returns LANESUM_ERROR_TAG if the proof is wrong in any way; LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _OPTION, or _RANGE if there is no
/// such leaf.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_merkle_verify(
    algorithm: lanesum_algorithm,
    rule: u32,
    root: *const c_void,
    count: usize,
    index: usize,
    digest: *const c_void,
    proof: *const c_void,
    proof_len: usize,
) -> lanesum_error {
    call(|| {
        let scheme = scheme(algorithm, rule)?;
        let len = scheme.digest_bytes();
        // SAFETY: the caller's memory.
        let [root, digest, proof] = unsafe { [bytes(root, len)?, bytes(digest, len)?, bytes(proof, proof_len)?] };
        scheme.verify(root, count as u64, index as u64, digest, proof).map_err(code)
    })
}

fn scheme(algorithm: lanesum_algorithm, rule: u32) -> Checked<Scheme<Hasher>> {
    let rule = match rule {
        LANESUM_RULE_RFC9162 => Rule::Rfc9162,
        LANESUM_RULE_BITCOIN => Rule::Bitcoin,
        LANESUM_RULE_SSZ => Rule::Ssz { limit: None },
        LANESUM_RULE_PAIRS => Rule::Pairs,
        _ => return Err(LANESUM_ERROR_OPTION),
    };
    Ok(Scheme::new(Hasher::with_options(known(algorithm)?, lanesum::Options::new())?, rule))
}

fn leaves_len(scheme: &Scheme<Hasher>, count: usize) -> Checked<usize> {
    count.checked_mul(scheme.digest_bytes()).ok_or(LANESUM_ERROR_LENGTH)
}

fn code(error: Error) -> lanesum_error {
    match error {
        Error::Hash(error) => error.into(),
        Error::Index { .. } => LANESUM_ERROR_RANGE,
        Error::ProofTooShort | Error::ProofTooLong | Error::Mutated | Error::WrongRoot => LANESUM_ERROR_TAG,
        Error::TooLarge => LANESUM_ERROR_LENGTH,
        _ => LANESUM_ERROR_INTERNAL,
    }
}
