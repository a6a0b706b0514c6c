//! Lengths at which 32-bit arithmetic wraps, after one byte (CVE-2022-37454: there, one byte and then 2^32 - 1 of them
//! overran the state). The whole of it is for `cargo test --release -p lanesum --test all -- --ignored large`; it takes some
//! minutes and up to 9 GiB of memory.

use crate::rivals::{Rival, rivals};
use crate::support;

use lanesum::{Algorithm, Backend, Hasher};
use support::{backends_of, hex, message};

const PIECE: usize = 1 << 17;
const FIRST: u8 = 0x5a;

/// All functions, but for those without a rival, which `differential.rs` compares with the reference, up to 768 KiB.
fn with_a_rival() -> impl Iterator<Item = Algorithm> {
    Algorithm::PLAIN.iter().copied().filter(|algorithm| !rivals(*algorithm).is_empty())
}

/// The digest by another crate so far.
fn theirs(algorithm: Algorithm, rival: &dyn Rival) -> String {
    let mut out = vec![0; algorithm.digest_bits() / 8];
    rival.read(&mut out);
    hex(&out)
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
        for piece in data[done..len].chunks(PIECE) {
            hasher.update(piece);
        }
        done = len;
        digest(&hasher)
    })
}

/// The same by another crate.
fn by_rival<const N: usize>(algorithm: Algorithm, data: &[u8], lengths: [usize; N]) -> [String; N] {
    let mut hasher = rivals(algorithm).remove(0);
    hasher.update(&[FIRST]);
    let mut done = 0;
    lengths.map(|len| {
        for piece in data[done..len].chunks(PIECE) {
            hasher.update(piece);
        }
        done = len;
        theirs(algorithm, &*hasher)
    })
}

/// The parts of the long tests, on two pieces and some bytes. (`differential.rs` has messages of other lengths behind one byte, and outputs.)
#[test]
fn one_byte_then_256_kib_in_pieces() {
    let data = message(2 * PIECE + 5, 7);
    for algorithm in with_a_rival() {
        let lengths = [2 * PIECE - 1, 2 * PIECE, data.len()];
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

/// The long ones. A machine of 32 bits has no slices of that length.
#[cfg(target_pointer_width = "64")]
mod four_gib {
    use super::*;
    use lanesum::Message;
    use std::sync::OnceLock;
    use support::backends;
    use tiny_keccak::{Hasher as _, Xof as _};

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
                Algorithm::Sha3_256.digest_many(Some(backend), &messages, &mut out).unwrap();
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
        for piece in expected.chunks_mut(PIECE) {
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
