//! Functions with a chaining value and a length in their padding, SHA-2 and BLAKE: lengths that no test could hash, by a state
//! that is put in.

use super::{message, resealed};
use digest::common::hazmat::SerializableState;
use digest::{FixedOutput, Update};
use lanesum::{Algorithm, Error, FixedFunction, FixedHash};
use reference::{BitString, blake, sha2};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Chaining values that fit into the words of each.
pub const VALUE: [u64; 8] =
    [0x0123_4567, 0xfedc_ba98, 1, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0x5555_5555, 0xaaaa_aaaa];

/// A salt, of functions that have one.
pub const SALT: [u64; 4] = [0x1234_5678, 0, 0xffff_ffff, 0x9abc_def0];

/// Bytes of a saved state before its contents.
const HEAD: usize = 20;

/// A hasher that has taken `bytes` bytes, of which nothing is known but the chaining value, `rest` since the last whole block.
pub fn after<F: FixedFunction>(bytes: u128, rest: &[u8]) -> Option<FixedHash<F>> {
    let word = if F::ALGORITHM.block_bytes() == 64 { 4 } else { 8 };
    let salt: &[u64] = if F::ALGORITHM.salt_bytes() > 0 { &SALT } else { &[] };
    let words = VALUE.iter().chain(salt);
    let mut saved = FixedHash::<F>::default().serialize();
    let end = HEAD + word * words.clone().count();
    for (bytes, word) in saved[HEAD..end].chunks_mut(word).zip(words) {
        let all = word.to_be_bytes();
        bytes.copy_from_slice(&all[8 - bytes.len()..]);
    }
    saved[end..][..16].copy_from_slice(&bytes.to_be_bytes());
    saved[end + 16..][..rest.len()].copy_from_slice(rest);
    let resealed = resealed(&saved);
    saved.copy_from_slice(&resealed);
    FixedHash::deserialize(&saved).ok()
}

/// The reference's digest of a message: `before` bytes, whole blocks, have been hashed, and the first `bits` bits of `rest` follow.
pub fn goes_on<F: FixedFunction>(before: u128, rest: &[u8], bits: usize) -> Vec<u8> {
    let rest = BitString::from_bits_msb(rest, bits);
    let long = F::ALGORITHM.block_bytes() == 128;
    let bits = F::ALGORITHM.digest_bits() as u32;
    if F::ALGORITHM.salt_bytes() == 0 {
        let (word, function) = match (long, bits) {
            (false, 224) => (sha2::Word::W32, sha2::Function::Sha224),
            (false, _) => (sha2::Word::W32, sha2::Function::Sha256),
            (true, 384) => (sha2::Word::W64, sha2::Function::Sha384),
            (true, 512) => (sha2::Word::W64, sha2::Function::Sha512),
            (true, t) => (sha2::Word::W64, sha2::Function::Sha512T(t)),
        };
        return sha2::digest(function, sha2::hash_on(word, VALUE, 8 * before, &rest)).to_bytes_msb();
    }
    let function = blake_function(F::ALGORITHM);
    blake::digest(function, blake::hash_on(function, VALUE, SALT, 8 * before, &rest)).to_bytes_msb()
}

/// The reference's BLAKE.
pub fn blake_function(algorithm: Algorithm) -> blake::Function {
    match algorithm {
        Algorithm::Blake224 => blake::Function::Blake224,
        Algorithm::Blake256 => blake::Function::Blake256,
        Algorithm::Blake384 => blake::Function::Blake384,
        Algorithm::Blake512 => blake::Function::Blake512,
        other => panic!("{other} is no BLAKE"),
    }
}

/// Messages that pass the places where a length of 32 bits or 64 wraps, counted in bits or in bytes, in pieces and in one.
pub fn passes_powers_of_two<F: FixedFunction>(powers: &[u32]) {
    let block = F::ALGORITHM.block_bytes();
    for power in powers {
        let before = (1_u128 << power) - 2 * block as u128;
        let data = message(4 * block + 1, u64::from(*power));
        for len in (0..=4 * block).step_by(7).chain([2 * block - 1, 2 * block, 2 * block + 1]) {
            for bits in [0, 3] {
                let expected = goes_on::<F>(before, &data, 8 * len + bits);
                let mut hasher = after::<F>(before, &[]).unwrap();
                Update::update(&mut hasher, &data[..len / 2]);
                hasher.try_update(&data[len / 2..len]).unwrap();
                // Saved on the other side.
                let hasher = FixedHash::<F>::deserialize(&hasher.serialize()).ok().unwrap();
                let out = hasher.finalize_with_last_bits(data[len], bits as u32).unwrap();
                assert_eq!(out[..], expected, "{}, 2^{power}, {len} bytes and {bits} bits", F::ALGORITHM);
            }
        }
    }
}

/// The longest messages have digests; one bit more is an error, and changes nothing.
pub fn is_no_longer_than_allowed<F: FixedFunction>(max_bytes: u128) {
    let name = F::ALGORITHM;
    let block = name.block_bytes();
    let before = max_bytes + 1 - block as u128;
    let data = message(block, 3);
    let begin = || after::<F>(before, &[]).unwrap();
    let mut hasher = begin();
    hasher.try_update(&data[..block - 1]).unwrap();
    assert_eq!(hasher.try_update(&data[..1]), Err(Error::MessageTooLong), "{name}");
    assert_eq!(hasher.try_update(&[]), Ok(()));
    let expected = goes_on::<F>(before, &data, 8 * block - 8);
    assert_eq!(hasher.clone().finalize_fixed()[..], expected, "{name}");
    let expected = goes_on::<F>(before, &data, 8 * block - 1);
    assert_eq!(hasher.clone().finalize_with_last_bits(data[block - 1], 7).unwrap()[..], expected, "{name}");
    assert_eq!(begin().try_update(&data), Err(Error::MessageTooLong), "{name}");
    assert_eq!(begin().try_update(&message(5 * block, 4)), Err(Error::MessageTooLong), "{name}");
    // Without a look: the end finds it.
    for more in [1, block, 9 * block] {
        let hasher = hasher.clone().chain(message(more, 5));
        assert_eq!(hasher.clone().finalize_with_last_bits(0, 0).unwrap_err(), Error::MessageTooLong, "{name}");
        let panicked = catch_unwind(AssertUnwindSafe(|| hasher.clone().finalize_fixed())).unwrap_err();
        let text = panicked.downcast_ref::<String>().map_or("", String::as_str);
        assert_eq!(text, format!("{name}: the message has more bits than the standard allows"));
        // The saved state of such a message is refused.
        assert!(FixedHash::<F>::deserialize(&hasher.serialize()).is_err(), "{name}");
    }
    #[cfg(feature = "std")]
    {
        use std::io::Write;
        let kind = hasher.write(&data).unwrap_err().kind();
        assert_eq!(kind, std::io::ErrorKind::FileTooLarge, "{name}");
    }
    assert!(after::<F>(max_bytes, &data[..block - 1]).is_some(), "{name}");
    assert!(after::<F>(max_bytes + 1, &[]).is_none(), "{name}");
    assert!(after::<F>(u128::MAX, &data[..block - 1]).is_none(), "{name}");
}
