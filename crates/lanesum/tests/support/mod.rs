//! What the integration tests share: the backends of this machine, test messages, the oracle.
#![allow(dead_code)] // each test file uses a part

use lanesum::{Algorithm, Backend};
use reference::{BitString, Function};

/// Every backend that this machine can run. A processor that lacks one is no failure here; CI asks by name
/// (`required_backends`).
pub fn backends() -> Vec<Backend> {
    Backend::ALL.iter().copied().filter(|b| b.is_available()).collect()
}

/// A message whose bytes all differ from their neighbours and from other messages'.
pub fn message(len: usize, seed: u64) -> Vec<u8> {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ len as u64;
    (0..len)
        .map(|_| {
            x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (x >> 56) as u8
        })
        .collect()
}

/// The reference's function for an algorithm.
pub fn function(algorithm: Algorithm) -> Function {
    match algorithm {
        Algorithm::Sha3_224 => Function::Sha3_224,
        Algorithm::Sha3_256 => Function::Sha3_256,
        Algorithm::Sha3_384 => Function::Sha3_384,
        Algorithm::Sha3_512 => Function::Sha3_512,
        Algorithm::Shake128 => Function::Shake128,
        Algorithm::Shake256 => Function::Shake256,
        Algorithm::Keccak256 => Function::Keccak256,
        other => panic!("{other} has no reference: add it here"),
    }
}

/// The first `bits` bits of `data` hashed by the reference, to the algorithm's usual length.
pub fn expected(algorithm: Algorithm, data: &[u8], bits: usize) -> Vec<u8> {
    expected_output(algorithm, data, bits, algorithm.digest_bits())
}

/// The same to `out_bits` bits of output.
pub fn expected_output(algorithm: Algorithm, data: &[u8], bits: usize, out_bits: usize) -> Vec<u8> {
    reference::hash(function(algorithm), &BitString::from_bits_lsb(data, bits), out_bits).to_bytes()
}
