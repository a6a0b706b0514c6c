//! Hashers that take their pieces at once: the same digests as one by one, whatever their number, the pieces' lengths, the
//! backend, and where in a block each stands.

use crate::support;

use lanesum::{Algorithm, Backend, Hasher};
use support::{backends_of, expected, hex, message};

fn hasher(algorithm: Algorithm, backend: Option<Backend>) -> Hasher {
    backend.map_or_else(|| Hasher::new(algorithm), |backend| Hasher::with_backend(algorithm, backend).unwrap())
}

fn digest(hasher: Hasher) -> Vec<u8> {
    let mut out = vec![0; hasher.algorithm().digest_bits() / 8];
    hasher.finalize().read(&mut out).unwrap();
    out
}

/// Appends to all, by pieces of these lengths, and compares with the reference.
fn check(mut hashers: Vec<Hasher>, lengths: impl Fn(usize, usize) -> usize, rounds: usize) {
    let mut messages = vec![Vec::new(); hashers.len()];
    for round in 0..rounds {
        let pieces =
            (0..hashers.len()).map(|i| message(lengths(i, round), (100 * i + round) as u64)).collect::<Vec<_>>();
        for (message, piece) in messages.iter_mut().zip(&pieces) {
            message.extend_from_slice(piece);
        }
        let mut jobs = hashers.iter_mut().zip(pieces.iter().map(Vec::as_slice)).collect::<Vec<_>>();
        Hasher::update_many(&mut jobs);
        assert!(jobs.iter().all(|(_, rest)| rest.is_empty()));
    }
    for (i, (hasher, message)) in hashers.into_iter().zip(messages).enumerate() {
        let (algorithm, backend) = (hasher.algorithm(), hasher.backend());
        let expected = expected(algorithm, &message, 8 * message.len());
        assert_eq!(hex(&digest(hasher)), hex(&expected), "{algorithm}, {backend}, hasher {i}");
    }
}

fn choices(algorithm: Algorithm) -> impl Iterator<Item = Option<Backend>> {
    backends_of(algorithm).into_iter().map(Some).chain([None])
}

#[test]
fn every_number_of_hashers_and_every_backend() {
    for algorithm in [Algorithm::Sha3_256, Algorithm::Shake128, Algorithm::Sha256, Algorithm::Sha512] {
        for backend in choices(algorithm) {
            for count in (0..=10).chain([15, 16, 17, 33]) {
                let rate = algorithm.block_bytes();
                let hashers = || vec![hasher(algorithm, backend); count];
                // Whole blocks, all alike; then anything.
                check(hashers(), |_, _| 3 * rate, 2);
                check(hashers(), |i, round| (i * 61 + round * 97) % (4 * rate), 4);
            }
        }
    }
}

#[test]
fn every_algorithm() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let lengths = [0, 1, rate - 1, rate, rate + 1, 2 * rate, 5 * rate + 3];
        check(vec![Hasher::new(algorithm); 9], |i, round| lengths[(i + 3 * round) % lengths.len()], 7);
    }
}

/// Algorithms and backends of every kind in one call, each of which may share slots only with hashers of the same kind.
#[test]
fn a_mixture() {
    let mut hashers = Vec::new();
    for i in 0..3 {
        for &algorithm in Algorithm::PLAIN {
            hashers.push(Hasher::new(algorithm));
            let backends = backends_of(algorithm);
            hashers.push(hasher(algorithm, Some(backends[i % backends.len()])));
        }
    }
    check(hashers, |i, round| 300 * ((i + round) % 5), 4);
}

/// SHA-224 and SHA-256 absorb their blocks alike, and so do SHA-384, SHA-512 and SHA-512/t, and so do BLAKE's: they share slots, and the lengths
/// that each has in the end are its own.
#[test]
fn functions_that_share_slots() {
    for kin in [
        &[Algorithm::Sha224, Algorithm::Sha256][..],
        &[Algorithm::Sha384, Algorithm::Sha512, Algorithm::Sha512_224, Algorithm::Sha512_256],
        &[Algorithm::Blake224, Algorithm::Blake256],
        &[Algorithm::Blake384, Algorithm::Blake512],
    ] {
        for backend in choices(kin[0]) {
            let hashers = (0..9).map(|i| hasher(kin[i % kin.len()], backend)).collect();
            check(hashers, |i, round| 64 * ((5 * i + 3 * round) % 11) + i % 3, 5);
        }
    }
}
