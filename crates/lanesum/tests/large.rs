//! Lengths at which 32-bit arithmetic wraps, after one byte (CVE-2022-37454: there, one byte and then 2^32 - 1 of them
//! overran the state). The whole of it is for `cargo test --release -p lanesum --test large -- --ignored`; it takes some
//! minutes and up to 9 GiB of memory.

mod support;

use lanesum::{Algorithm, Backend, Hasher};
use sha3::Digest as _;
use support::{backends, hex, message};
use tiny_keccak::{Hasher as _, Xof as _};

const MIB: usize = 1 << 20;
const FIRST: u8 = 0x5a;

/// Another crate's hasher of the same algorithm: sha3, or tiny-keccak for what that has not.
enum Rival {
    Sha3(Box<dyn sha3::digest::DynDigest>),
    Shake(Box<tiny_keccak::Shake>),
}

impl Rival {
    fn new(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Sha3_224 => Self::Sha3(Box::new(sha3::Sha3_224::new())),
            Algorithm::Sha3_256 => Self::Sha3(Box::new(sha3::Sha3_256::new())),
            Algorithm::Sha3_384 => Self::Sha3(Box::new(sha3::Sha3_384::new())),
            Algorithm::Sha3_512 => Self::Sha3(Box::new(sha3::Sha3_512::new())),
            Algorithm::Keccak256 => Self::Sha3(Box::new(sha3::Keccak256::new())),
            Algorithm::Shake128 => Self::Shake(Box::new(tiny_keccak::Shake::v128())),
            Algorithm::Shake256 => Self::Shake(Box::new(tiny_keccak::Shake::v256())),
            other => panic!("{other} has no rival: add it here"),
        }
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Sha3(hasher) => hasher.update(data),
            Self::Shake(hasher) => hasher.update(data),
        }
    }

    /// The digest so far.
    fn digest(&self, algorithm: Algorithm) -> String {
        match self {
            Self::Sha3(hasher) => hex(&hasher.clone().finalize()),
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
    hasher.clone().finalize().read(&mut out);
    hex(&out)
}

/// [`FIRST`], then `data` in one update, on `backend`.
fn in_one(algorithm: Algorithm, backend: Backend, data: &[u8]) -> String {
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(&[FIRST]);
    hasher.update(data);
    digest(&hasher)
}

/// [`FIRST`], then `data` in pieces; the digests without the last byte and with it.
fn in_pieces(algorithm: Algorithm, backend: Backend, data: &[u8]) -> [String; 2] {
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(&[FIRST]);
    let (last, others) = data.split_last().unwrap();
    for piece in others.chunks(MIB) {
        hasher.update(piece);
    }
    let without = digest(&hasher);
    hasher.update(&[*last]);
    [without, digest(&hasher)]
}

/// The same by another crate, and again in pieces.
fn by_rival(algorithm: Algorithm, data: &[u8]) -> [String; 2] {
    let mut hasher = Rival::new(algorithm);
    hasher.update(&[FIRST]);
    let (last, others) = data.split_last().unwrap();
    for piece in others.chunks(MIB) {
        hasher.update(piece);
    }
    let without = hasher.digest(algorithm);
    hasher.update(&[*last]);
    [without, hasher.digest(algorithm)]
}

/// The same shape with 2^20, in every run: one byte, or a block less one, and then the rest in one update.
#[test]
fn a_few_bytes_then_1_mib() {
    let data = message(MIB + 1, 6);
    for &algorithm in Algorithm::ALL {
        let rate = algorithm.block_bytes();
        for first in [1, rate - 1, rate, rate + 1] {
            for len in [MIB - 1, MIB, MIB - first, MIB / rate * rate - first] {
                let data = &data[..first + len.min(data.len() - first)];
                let mut rival = Rival::new(algorithm);
                rival.update(data);
                let expected = rival.digest(algorithm);
                for backend in backends() {
                    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                    hasher.update(&data[..first]);
                    hasher.update(&data[first..]);
                    assert_eq!(digest(&hasher), expected, "{algorithm}, {backend}, {first} + {len} bytes");
                }
            }
        }
    }
}

/// What the long tests are made of, on 1 MiB and some bytes: pieces, one update, the other crates.
#[test]
fn one_byte_then_1_mib_in_pieces() {
    let data = message(MIB + 5, 7);
    for &algorithm in Algorithm::ALL {
        for data in [&data[..], &data[..MIB], &data[..MIB - 1]] {
            let expected = by_rival(algorithm, data);
            for backend in backends() {
                assert_eq!(in_pieces(algorithm, backend, data), expected, "{algorithm}, {backend}");
                let without = in_one(algorithm, backend, &data[..data.len() - 1]);
                assert_eq!([without, in_one(algorithm, backend, data)], expected, "{algorithm}, {backend}");
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
                reader.read(piece);
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

    /// 4 GiB, zero but for what stands around the places where a length may wrap: mostly pages that were never touched.
    fn data() -> &'static [u8] {
        static DATA: OnceLock<Vec<u8>> = OnceLock::new();
        DATA.get_or_init(|| {
            let mut data = vec![0; GIB_4];
            for (seed, middle) in [(1, 1 << 29), (2, 1 << 31), (3, 3 << 30)] {
                data[middle - 2048..middle + 2048].copy_from_slice(&message(4096, seed));
            }
            data[..4096].copy_from_slice(&message(4096, 4));
            data[GIB_4 - 4096..].copy_from_slice(&message(4096, 5));
            data
        })
    }

    /// SHA3-256 of one byte and [`data`], without its last byte and with it, by the crate sha3.
    fn sha3_256_of_data() -> &'static [String; 2] {
        static DIGESTS: OnceLock<[String; 2]> = OnceLock::new();
        DIGESTS.get_or_init(|| by_rival(Algorithm::Sha3_256, data()))
    }

    /// On every backend.
    #[test]
    #[ignore = "4 GiB three times for each backend"]
    fn one_byte_then_4_gib() {
        for backend in backends() {
            let pieces = in_pieces(Algorithm::Sha3_256, backend, data());
            assert_eq!(pieces, *sha3_256_of_data(), "{backend}, in pieces");
            for (len, expected) in [GIB_4 - 1, GIB_4].into_iter().zip(pieces) {
                assert_eq!(in_one(Algorithm::Sha3_256, backend, &data()[..len]), expected, "{backend}, {len} bytes");
            }
        }
    }

    /// Every other function, whose rates differ, on the backend that is chosen here.
    #[test]
    #[ignore = "4 GiB four times for each function"]
    fn one_byte_then_4_gib_of_every_function() {
        for &algorithm in Algorithm::ALL.iter().filter(|algorithm| **algorithm != Algorithm::Sha3_256) {
            let backend = algorithm.chosen(1).backend;
            let expected = by_rival(algorithm, data());
            assert_eq!(in_pieces(algorithm, backend, data()), expected, "{algorithm}, in pieces");
            for (len, expected) in [GIB_4 - 1, GIB_4].into_iter().zip(expected) {
                assert_eq!(in_one(algorithm, backend, &data()[..len]), expected, "{algorithm}, {len} bytes");
            }
        }
    }

    /// The kernels of many messages: one byte of prefix and both lengths, in all lanes, on the backends that have lanes.
    #[test]
    #[ignore = "4 GiB for each backend of many messages"]
    fn one_byte_then_4_gib_in_every_lane() {
        let wide = backends().into_iter().filter(|backend| *backend.ways() != [1]);
        for backend in wide {
            let lanes = *backend.ways().last().unwrap();
            let lengths: Vec<usize> = (0..lanes).map(|lane| GIB_4 - 1 + lane % 2).collect();
            let messages: Vec<Message<'_>> =
                lengths.iter().map(|len| Message::prefixed(&[FIRST], &data()[..*len])).collect();
            let mut out = vec![0; 32 * lanes];
            Algorithm::Sha3_256.digest_many(Some(backend), &messages, 32, &mut out).unwrap();
            for (lane, out) in out.chunks(32).enumerate() {
                assert_eq!(hex(out), sha3_256_of_data()[lane % 2], "{backend}, lane {lane}, {} bytes", lengths[lane]);
            }
        }
    }

    /// Output: one byte, then 2^32 - 1 or 2^32 bytes in one read, then one more, on every backend.
    #[test]
    #[ignore = "4 GiB twice for each backend, and two buffers of that size"]
    fn one_byte_then_4_gib_of_output() {
        let mut expected = vec![0; GIB_4 + 2];
        let mut hasher = tiny_keccak::Shake::v128();
        hasher.update(b"output");
        for piece in expected.chunks_mut(MIB) {
            hasher.squeeze(piece);
        }
        let mut out = vec![0; GIB_4];
        for backend in backends() {
            for len in [GIB_4 - 1, GIB_4] {
                let out = &mut out[..len];
                let mut hasher = Hasher::with_backend(Algorithm::Shake128, backend).unwrap();
                hasher.update(b"output");
                let mut reader = hasher.finalize();
                let [mut first, mut last] = [[0]; 2];
                reader.read(&mut first);
                reader.read(out);
                reader.read(&mut last);
                assert_eq!(first[0], expected[0], "{backend}");
                // Where they differ first: nobody wants to read the rest.
                if *out != expected[1..=len] {
                    let at = out.iter().zip(&expected[1..]).position(|(a, b)| a != b);
                    panic!("{backend}, {len} bytes: the first that differs is {at:?}");
                }
                assert_eq!(last[0], expected[len + 1], "{backend}, the byte after {len}");
                out.fill(0);
            }
        }
    }
}
