//! Lengths at which 32-bit arithmetic wraps, after one byte (CVE-2022-37454: there, one byte and then 2^32 - 1 of them
//! overran the state). The whole of it is for `cargo test --release -p lanesum --test all -- --ignored large`; it takes some
//! minutes and up to 9 GiB of memory.

use crate::support;

use lanesum::digest::{ExtendableOutput, Update};
use lanesum::{Algorithm, Backend, Hasher};
use sha3::Digest as _;
use support::{backends, backends_of, hex, message};
use tiny_keccak::{Hasher as _, Xof as _};

const MIB: usize = 1 << 20;
const FIRST: u8 = 0x5a;

/// Another crate's hasher of the same algorithm: sha3, sha2, blake-hash, or tiny-keccak for what those have not.
enum Rival {
    RustCrypto(Box<dyn sha3::digest::DynDigest>),
    Shake(Box<tiny_keccak::Shake>),
    Blake(Box<dyn blake_hash::digest::DynDigest>),
    Turbo128(Box<turboshake::TurboShake128>),
    Turbo256(Box<turboshake::TurboShake256>),
    Kt128(Box<k12::Kt128>),
    Kt256(Box<k12::Kt256>),
    Blake2b(Box<blake2b_simd::State>),
    Blake2s(Box<blake2s_simd::State>),
    Blake2bp(Box<blake2b_simd::blake2bp::State>),
    Blake2sp(Box<blake2s_simd::blake2sp::State>),
    Blake3(Box<blake3::Hasher>),
}

/// All functions, but for two whose crate panics beyond x86-64 (ppv-lite86 has an operation without a body there). Those are compared
/// with the reference in `differential.rs`, up to 768 KiB.
fn with_a_rival() -> impl Iterator<Item = Algorithm> {
    let has_one = |algorithm: &Algorithm| {
        cfg!(target_arch = "x86_64") || !matches!(algorithm, Algorithm::Blake384 | Algorithm::Blake512)
    };
    Algorithm::PLAIN.iter().copied().filter(has_one)
}

impl Rival {
    fn new(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Sha3_224 => Self::RustCrypto(Box::new(sha3::Sha3_224::new())),
            Algorithm::Sha3_256 => Self::RustCrypto(Box::new(sha3::Sha3_256::new())),
            Algorithm::Sha3_384 => Self::RustCrypto(Box::new(sha3::Sha3_384::new())),
            Algorithm::Sha3_512 => Self::RustCrypto(Box::new(sha3::Sha3_512::new())),
            Algorithm::Keccak256 => Self::RustCrypto(Box::new(sha3::Keccak256::new())),
            Algorithm::Shake128 => Self::Shake(Box::new(tiny_keccak::Shake::v128())),
            Algorithm::Shake256 => Self::Shake(Box::new(tiny_keccak::Shake::v256())),
            Algorithm::TurboShake128 => Self::Turbo128(Box::default()),
            Algorithm::TurboShake256 => Self::Turbo256(Box::default()),
            Algorithm::Kt128 => Self::Kt128(Box::default()),
            Algorithm::Kt256 => Self::Kt256(Box::default()),
            Algorithm::Sha224 => Self::RustCrypto(Box::new(sha2::Sha224::new())),
            Algorithm::Sha256 => Self::RustCrypto(Box::new(sha2::Sha256::new())),
            Algorithm::Sha384 => Self::RustCrypto(Box::new(sha2::Sha384::new())),
            Algorithm::Sha512 => Self::RustCrypto(Box::new(sha2::Sha512::new())),
            Algorithm::Sha512_224 => Self::RustCrypto(Box::new(sha2::Sha512_224::new())),
            Algorithm::Sha512_256 => Self::RustCrypto(Box::new(sha2::Sha512_256::new())),
            Algorithm::Blake224 => Self::Blake(Box::new(blake_hash::Blake224::default())),
            Algorithm::Blake256 => Self::Blake(Box::new(blake_hash::Blake256::default())),
            Algorithm::Blake384 => Self::Blake(Box::new(blake_hash::Blake384::default())),
            Algorithm::Blake512 => Self::Blake(Box::new(blake_hash::Blake512::default())),
            Algorithm::Blake2b => Self::Blake2b(Box::new(blake2b_simd::State::new())),
            Algorithm::Blake2s => Self::Blake2s(Box::new(blake2s_simd::State::new())),
            Algorithm::Blake2bp => Self::Blake2bp(Box::new(blake2b_simd::blake2bp::State::new())),
            Algorithm::Blake2sp => Self::Blake2sp(Box::new(blake2s_simd::blake2sp::State::new())),
            Algorithm::Blake3 => Self::Blake3(Box::default()),
            other => panic!("{other} has no rival: add it here"),
        }
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            Self::RustCrypto(hasher) => hasher.update(data),
            Self::Shake(hasher) => hasher.update(data),
            Self::Blake(hasher) => hasher.update(data),
            Self::Turbo128(hasher) => Update::update(&mut **hasher, data),
            Self::Turbo256(hasher) => Update::update(&mut **hasher, data),
            Self::Kt128(hasher) => Update::update(&mut **hasher, data),
            Self::Kt256(hasher) => Update::update(&mut **hasher, data),
            Self::Blake2b(hasher) => _ = hasher.update(data),
            Self::Blake2s(hasher) => _ = hasher.update(data),
            Self::Blake2bp(hasher) => _ = hasher.update(data),
            Self::Blake2sp(hasher) => _ = hasher.update(data),
            Self::Blake3(hasher) => _ = hasher.update(data),
        }
    }

    /// The digest so far.
    fn digest(&self, algorithm: Algorithm) -> String {
        fn xof<X: ExtendableOutput + Clone>(hasher: &X, algorithm: Algorithm) -> String {
            let mut out = vec![0; algorithm.digest_bits() / 8];
            hasher.clone().finalize_xof_into(&mut out);
            hex(&out)
        }
        match self {
            Self::Turbo128(hasher) => xof(&**hasher, algorithm),
            Self::Turbo256(hasher) => xof(&**hasher, algorithm),
            Self::Kt128(hasher) => xof(&**hasher, algorithm),
            Self::Kt256(hasher) => xof(&**hasher, algorithm),
            Self::Blake2b(hasher) => hex(hasher.finalize().as_bytes()),
            Self::Blake2s(hasher) => hex(hasher.finalize().as_bytes()),
            Self::Blake2bp(hasher) => hex(hasher.finalize().as_bytes()),
            Self::Blake2sp(hasher) => hex(hasher.finalize().as_bytes()),
            Self::Blake3(hasher) => hex(hasher.finalize().as_bytes()),
            Self::RustCrypto(hasher) => hex(&hasher.clone().finalize()),
            Self::Blake(hasher) => hex(&hasher.clone().finalize()),
            Self::Shake(hasher) => {
                let mut out = vec![0; algorithm.digest_bits() / 8];
                (**hasher).clone().finalize(&mut out);
                hex(&out)
            }
        }
    }
}

/// The digest so far.
fn digest(hasher: &Hasher) -> String {
    let mut out = vec![0; hasher.algorithm().digest_bits() / 8];
    hasher.clone().finalize().read(&mut out).unwrap();
    hex(&out)
}

/// [`FIRST`], then `data` in one update, on `backend`.
fn in_one(algorithm: Algorithm, backend: Backend, data: &[u8]) -> String {
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(&[FIRST]);
    hasher.update(data);
    digest(&hasher)
}

/// [`FIRST`], then `data` in pieces; the digests after each of `lengths` bytes, which ascend.
fn in_pieces<const N: usize>(algorithm: Algorithm, backend: Backend, data: &[u8], lengths: [usize; N]) -> [String; N] {
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(&[FIRST]);
    let mut done = 0;
    lengths.map(|len| {
        for piece in data[done..len].chunks(MIB) {
            hasher.update(piece);
        }
        done = len;
        digest(&hasher)
    })
}

/// The same by another crate.
fn by_rival<const N: usize>(algorithm: Algorithm, data: &[u8], lengths: [usize; N]) -> [String; N] {
    let mut hasher = Rival::new(algorithm);
    hasher.update(&[FIRST]);
    let mut done = 0;
    lengths.map(|len| {
        for piece in data[done..len].chunks(MIB) {
            hasher.update(piece);
        }
        done = len;
        hasher.digest(algorithm)
    })
}

/// The same shape with 2^17, in every run: one byte, or a block less one, and then the rest in one update.
#[test]
fn a_few_bytes_then_128_kib() {
    const LONG: usize = 1 << 17;
    let data = message(LONG + 1, 6);
    for algorithm in with_a_rival() {
        let rate = algorithm.block_bytes();
        for first in [1, rate - 1, rate, rate + 1] {
            for len in [LONG - 1, LONG, LONG - first, LONG / rate * rate - first] {
                let data = &data[..first + len.min(data.len() - first)];
                let mut rival = Rival::new(algorithm);
                rival.update(data);
                let expected = rival.digest(algorithm);
                for backend in backends_of(algorithm) {
                    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                    hasher.update(&data[..first]);
                    hasher.update(&data[first..]);
                    assert_eq!(digest(&hasher), expected, "{algorithm}, {backend}, {first} + {len} bytes");
                }
            }
        }
    }
}

/// The parts of the long tests, on 1 MiB and some bytes: pieces, one update, the other crates.
#[test]
fn one_byte_then_1_mib_in_pieces() {
    let data = message(MIB + 5, 7);
    for algorithm in with_a_rival() {
        let lengths = [MIB - 1, MIB, data.len()];
        let expected = by_rival(algorithm, &data, lengths);
        for backend in backends_of(algorithm) {
            assert_eq!(in_pieces(algorithm, backend, &data, lengths), expected, "{algorithm}, {backend}");
            for (len, expected) in lengths.iter().zip(&expected) {
                let ours = in_one(algorithm, backend, &data[..*len]);
                assert_eq!(ours, *expected, "{algorithm}, {backend}, {len} bytes");
            }
        }
    }
}

/// One byte of output, then 2^20 - 1 or so in one read, then one more.
#[test]
fn one_byte_then_1_mib_of_output() {
    let mut expected = vec![0; MIB + 2];
    let mut hasher = tiny_keccak::Shake::v128();
    hasher.update(b"output");
    hasher.squeeze(&mut expected);
    for backend in backends() {
        for len in [MIB - 1, MIB] {
            let mut hasher = Hasher::with_backend(Algorithm::Shake128, backend).unwrap();
            hasher.update(b"output");
            let mut reader = hasher.finalize();
            let mut out = vec![0; len + 2];
            let (first, rest) = out.split_at_mut(1);
            let (middle, last) = rest.split_at_mut(len);
            for piece in [first, middle, last] {
                reader.read(piece).unwrap();
            }
            assert!(out == expected[..len + 2], "{backend}, {len} bytes");
        }
    }
}

/// The long ones. A machine of 32 bits has no slices of that length.
#[cfg(target_pointer_width = "64")]
mod four_gib {
    use super::*;
    use lanesum::Message;
    use std::sync::OnceLock;

    const GIB_4: usize = 1 << 32;

    /// The lengths of one update or read: the largest that fits into 32 bits, one more, and one that is too long even without the first block.
    const LENGTHS: [usize; 3] = [GIB_4 - 1, GIB_4, GIB_4 + 1000];

    /// The longest, zero but for what stands around the places where a length may wrap: mostly pages that were never touched.
    fn data() -> &'static [u8] {
        static DATA: OnceLock<Vec<u8>> = OnceLock::new();
        DATA.get_or_init(|| {
            let mut data = vec![0; LENGTHS[2]];
            for (seed, middle) in [(1, 1 << 29), (2, 1 << 31), (3, 3 << 30)] {
                data[middle - 2048..middle + 2048].copy_from_slice(&message(4096, seed));
            }
            data[..4096].copy_from_slice(&message(4096, 4));
            data[GIB_4 - 4096..].copy_from_slice(&message(5096, 5));
            data
        })
    }

    /// SHA3-256 of one byte and each of [`LENGTHS`] of [`data`], by the crate sha3.
    fn sha3_256_of_data() -> &'static [String; 3] {
        static DIGESTS: OnceLock<[String; 3]> = OnceLock::new();
        DIGESTS.get_or_init(|| by_rival(Algorithm::Sha3_256, data(), LENGTHS))
    }

    /// On every backend.
    #[test]
    #[ignore = "4 GiB four times for each backend"]
    fn one_byte_then_4_gib() {
        for backend in backends() {
            let pieces = in_pieces(Algorithm::Sha3_256, backend, data(), LENGTHS);
            assert_eq!(pieces, *sha3_256_of_data(), "{backend}, in pieces");
            for (len, expected) in LENGTHS.into_iter().zip(pieces) {
                assert_eq!(in_one(Algorithm::Sha3_256, backend, &data()[..len]), expected, "{backend}, {len} bytes");
            }
        }
    }

    /// Every other function, whose rates differ, on the backend that is chosen here.
    #[test]
    #[ignore = "4 GiB five times for each function"]
    fn one_byte_then_4_gib_of_every_function() {
        for algorithm in with_a_rival().filter(|algorithm| *algorithm != Algorithm::Sha3_256) {
            let backend = algorithm.chosen(1).backend;
            let expected = by_rival(algorithm, data(), LENGTHS);
            assert_eq!(in_pieces(algorithm, backend, data(), LENGTHS), expected, "{algorithm}, in pieces");
            for (len, expected) in LENGTHS.into_iter().zip(expected) {
                assert_eq!(in_one(algorithm, backend, &data()[..len]), expected, "{algorithm}, {len} bytes");
            }
        }
    }

    /// The kernels of many messages: one byte of prefix and then so much in all lanes, on the backends that have lanes.
    /// Neighbours first differ in length; then all have the greatest, so that one call takes more than 32 bits count.
    #[test]
    #[ignore = "4 GiB twice for each backend of many messages"]
    fn one_byte_then_4_gib_in_every_lane() {
        let wide = backends().into_iter().filter(|backend| *Algorithm::Sha3_256.widths(*backend) != [1]);
        for backend in wide {
            let lanes = *Algorithm::Sha3_256.widths(backend).last().unwrap();
            for which in [[0, 1], [2, 2]] {
                let message = |lane: usize| Message::prefixed(&[FIRST], &data()[..LENGTHS[which[lane % 2]]]);
                let messages: Vec<Message<'_>> = (0..lanes).map(message).collect();
                let mut out = vec![0; 32 * lanes];
                Algorithm::Sha3_256.digest_many(Some(backend), &messages, 32, &mut out).unwrap();
                for (lane, out) in out.chunks(32).enumerate() {
                    let which = which[lane % 2];
                    assert_eq!(hex(out), sha3_256_of_data()[which], "{backend}, lane {lane}, {} bytes", LENGTHS[which]);
                }
            }
        }
    }

    /// Output: one byte, then so many in one read, then one more, on every backend.
    #[test]
    #[ignore = "4 GiB twice for each backend, and two buffers of that size"]
    fn one_byte_then_4_gib_of_output() {
        let mut expected = vec![0; LENGTHS[2] + 2];
        let mut hasher = tiny_keccak::Shake::v128();
        hasher.update(b"output");
        for piece in expected.chunks_mut(MIB) {
            hasher.squeeze(piece);
        }
        let mut out = vec![0; LENGTHS[2]];
        for backend in backends() {
            for len in [LENGTHS[0], LENGTHS[2]] {
                let out = &mut out[..len];
                out.fill(0);
                let mut hasher = Hasher::with_backend(Algorithm::Shake128, backend).unwrap();
                hasher.update(b"output");
                let mut reader = hasher.finalize();
                let [mut first, mut last] = [[0]; 2];
                reader.read(&mut first).unwrap();
                reader.read(out).unwrap();
                reader.read(&mut last).unwrap();
                assert_eq!(first[0], expected[0], "{backend}");
                // Where they differ first: nobody wants to read the rest.
                if *out != expected[1..=len] {
                    let at = out.iter().zip(&expected[1..]).position(|(a, b)| a != b);
                    panic!("{backend}, {len} bytes: the first that differs is {at:?}");
                }
                assert_eq!(last[0], expected[len + 1], "{backend}, the byte after {len}");
            }
        }
    }
}
