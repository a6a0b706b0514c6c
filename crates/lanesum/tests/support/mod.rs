//! What the integration tests share: the backends of this machine, test messages, the oracle.
#![allow(dead_code)] // each test file uses a part

use lanesum::hazmat::{Lane, State};
use lanesum::{Algorithm, Backend};
use reference::{BitString, Function};

pub mod dropped;
pub mod guard;
#[cfg(all(unix, target_arch = "x86_64", not(miri)))]
pub mod stack;

/// Every backend that this machine can run. A processor that lacks one is no failure here; CI asks by name
/// (`required_backends`).
pub fn backends() -> Vec<Backend> {
    Backend::ALL.iter().copied().filter(|b| b.is_available()).collect()
}

/// Those of [`backends`] that have a form for these lanes.
pub fn backends_for<W: Lane>() -> Vec<Backend> {
    let has = |backend: &Backend| match State::<W>::with_backend(*backend) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error, lanesum::Error::NoFormForLane { backend: *backend, bits: 8 * W::BYTES });
            false
        }
    };
    backends().into_iter().filter(has).collect()
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

/// The rates of all algorithms in bytes (FIPS 202, table 3, and SHAKE's).
pub const RATES: [usize; 5] = [72, 104, 136, 144, 168];

/// Byte lengths around the ends of the first `blocks` blocks of every rate, without repetition, and 0 and 1.
pub fn edges(blocks: usize) -> Vec<usize> {
    let ends = RATES.iter().flat_map(|rate| (1..=blocks).map(move |block| rate * block));
    let mut lengths: Vec<usize> = [0, 1].into_iter().chain(ends.flat_map(|end| end - 1..=end + 1)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// `len` bytes of output of `data` hashed in one piece on `backend`.
pub fn output(algorithm: Algorithm, backend: Backend, data: &[u8], len: usize) -> Vec<u8> {
    let mut hasher = lanesum::Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(data);
    let mut out = vec![0; len];
    hasher.finalize().read(&mut out);
    out
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
