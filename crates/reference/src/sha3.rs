//! SHA-3, SHAKE and `RawSHAKE` on bit strings (FIPS 202, section 6), and Keccak-256.

use crate::bits::BitString;
use crate::sponge::keccak;

/// A hash function, by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Function {
    /// SHA3-224.
    Sha3_224,
    /// SHA3-256.
    Sha3_256,
    /// SHA3-384.
    Sha3_384,
    /// SHA3-512.
    Sha3_512,
    /// SHAKE128.
    Shake128,
    /// SHAKE256.
    Shake256,
    /// `RawSHAKE128`.
    RawShake128,
    /// `RawSHAKE256`.
    RawShake256,
    /// Keccak-256 of before the standard: SHA3-256 without the suffix 01.
    Keccak256,
}

impl Function {
    /// All functions.
    pub const ALL: [Self; 9] = [
        Self::Sha3_224,
        Self::Sha3_256,
        Self::Sha3_384,
        Self::Sha3_512,
        Self::Shake128,
        Self::Shake256,
        Self::RawShake128,
        Self::RawShake256,
        Self::Keccak256,
    ];

    /// The name in the standard.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha3_224 => "SHA3-224",
            Self::Sha3_256 => "SHA3-256",
            Self::Sha3_384 => "SHA3-384",
            Self::Sha3_512 => "SHA3-512",
            Self::Shake128 => "SHAKE128",
            Self::Shake256 => "SHAKE256",
            Self::RawShake128 => "RawSHAKE128",
            Self::RawShake256 => "RawSHAKE256",
            Self::Keccak256 => "Keccak-256",
        }
    }

    /// The length of the digest in bits; `None` if the caller chooses it.
    pub const fn digest_bits(self) -> Option<usize> {
        match self {
            Self::Sha3_224 => Some(224),
            Self::Sha3_256 | Self::Keccak256 => Some(256),
            Self::Sha3_384 => Some(384),
            Self::Sha3_512 => Some(512),
            Self::Shake128 | Self::Shake256 | Self::RawShake128 | Self::RawShake256 => None,
        }
    }

    /// The capacity c in bits.
    pub const fn capacity_bits(self) -> usize {
        match self {
            Self::Sha3_224 => 448,
            Self::Shake128 | Self::RawShake128 => 256,
            Self::Sha3_256 | Self::Shake256 | Self::RawShake256 | Self::Keccak256 => 512,
            Self::Sha3_384 => 768,
            Self::Sha3_512 => 1024,
        }
    }

    /// The rate r = 1600 - c in bits.
    pub const fn rate_bits(self) -> usize {
        1600 - self.capacity_bits()
    }
}

/// The first `output_bits` bits of the output of `function` for `message`.
///
/// # Panics
/// If the function has a fixed output length other than `output_bits`.
pub fn hash(function: Function, message: &BitString, output_bits: usize) -> BitString {
    if let Some(bits) = function.digest_bits() {
        assert_eq!(output_bits, bits, "{} has a fixed length", function.name());
    }
    match function {
        Function::Sha3_224 => sha3(224, message),
        Function::Sha3_256 => sha3(256, message),
        Function::Sha3_384 => sha3(384, message),
        Function::Sha3_512 => sha3(512, message),
        Function::Shake128 => shake128(message, output_bits),
        Function::Shake256 => shake256(message, output_bits),
        Function::RawShake128 => raw_shake128(message, output_bits),
        Function::RawShake256 => raw_shake256(message, output_bits),
        Function::Keccak256 => keccak(512, message, 256),
    }
}

/// SHA3-d(M) = `KECCAK[2d](M ‖ 01, d)` (6.1).
fn sha3(d: usize, message: &BitString) -> BitString {
    keccak(2 * d, &message.concat(&BitString::from_binary("01")), d)
}

/// SHA3-224(M), 28 bytes (6.1).
pub fn sha3_224(message: &BitString) -> Vec<u8> {
    sha3(224, message).to_bytes()
}

/// SHA3-256(M), 32 bytes (6.1).
pub fn sha3_256(message: &BitString) -> Vec<u8> {
    sha3(256, message).to_bytes()
}

/// SHA3-384(M), 48 bytes (6.1).
pub fn sha3_384(message: &BitString) -> Vec<u8> {
    sha3(384, message).to_bytes()
}

/// SHA3-512(M), 64 bytes (6.1).
pub fn sha3_512(message: &BitString) -> Vec<u8> {
    sha3(512, message).to_bytes()
}

/// RawSHAKE128(J, d) = `KECCAK[256](J ‖ 11, d)`, `d` bits (6.2).
pub fn raw_shake128(j: &BitString, d: usize) -> BitString {
    keccak(256, &j.concat(&BitString::from_binary("11")), d)
}

/// RawSHAKE256(J, d) = `KECCAK[512](J ‖ 11, d)`, `d` bits (6.2).
pub fn raw_shake256(j: &BitString, d: usize) -> BitString {
    keccak(512, &j.concat(&BitString::from_binary("11")), d)
}

/// SHAKE128(M, d) = RawSHAKE128(M ‖ 11, d), `d` bits (6.2, 6.3).
pub fn shake128(message: &BitString, d: usize) -> BitString {
    raw_shake128(&message.concat(&BitString::from_binary("11")), d)
}

/// SHAKE256(M, d) = RawSHAKE256(M ‖ 11, d), `d` bits (6.2, 6.3).
pub fn shake256(message: &BitString, d: usize) -> BitString {
    raw_shake256(&message.concat(&BitString::from_binary("11")), d)
}

/// Keccak-256(M) = `KECCAK[512](M, 256)`, 32 bytes: the Keccak submission of 2011, as Ethereum
/// uses it. FIPS 202 does not have it; it differs from SHA3-256 by the missing suffix.
pub fn keccak256(message: &BitString) -> Vec<u8> {
    keccak(512, message, 256).to_bytes()
}
