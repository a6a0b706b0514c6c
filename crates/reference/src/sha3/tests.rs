//! Known answers: NIST's examples, and Python's hashlib around the block boundaries.

use super::*;

/// `len` bytes; 251 is the largest prime below 256, so that no block repeats another.
fn pattern(len: usize) -> BitString {
    let bytes: Vec<u8> = (0..=250).cycle().take(len).collect();
    BitString::from_bytes(&bytes)
}

#[test]
fn every_function_has_its_name_and_lengths() {
    let message = pattern(10);
    for function in Function::ALL {
        let bits = function.digest_bits().unwrap_or(13);
        assert_eq!(hash(function, &message, bits).len(), bits);
        assert_eq!(function.rate_bits() + function.capacity_bits(), 1600);
    }
    let digests = [
        (Function::Sha3_224, sha3_224(&message)),
        (Function::Sha3_256, sha3_256(&message)),
        (Function::Sha3_384, sha3_384(&message)),
        (Function::Sha3_512, sha3_512(&message)),
        (Function::Keccak256, keccak256(&message)),
    ];
    for (function, digest) in digests {
        assert_eq!(hash(function, &message, 8 * digest.len()).to_bytes(), digest);
    }
}

#[test]
fn raw_shake_is_shake_without_two_bits_of_suffix() {
    let message = pattern(5);
    let longer = message.concat(&BitString::from_binary("11"));
    for (raw, shake) in [(Function::RawShake128, Function::Shake128), (Function::RawShake256, Function::Shake256)] {
        assert_eq!(hash(raw, &longer, 100), hash(shake, &message, 100));
    }
}

#[test]
#[should_panic(expected = "SHA3-256 has a fixed length")]
fn fixed_lengths_are_fixed() {
    let _ = hash(Function::Sha3_256, &BitString::new(), 255);
}
