//! Many messages in one call against the reference: every size of batch, every kind of message, every backend, and the
//! typed interface, which takes what the library chooses.

use crate::support;

mod alike;
mod cases;

use cases::{Case, check, choices, counts, pool};
use lanesum::{Algorithm, Backend, Error, Message, Sha3_256, Strided};
use support::{backends_of, expected, last_bits as last_bits_of, message};

#[test]
fn every_size_of_batch() {
    for &algorithm in Algorithm::PLAIN {
        let pool = pool(algorithm);
        let random = pool.len() - 10;
        for count in counts() {
            // Special lengths only, in another order for each count; then mostly others; then one length for all.
            let special = || (0..count).map(|i| &pool[(3 * i + count) % 10]);
            let mixed = || (0..count).map(|i| &pool[10 + (7 * i + count) % random]);
            for backend in choices(algorithm) {
                check(algorithm, backend, special());
                check(algorithm, backend, mixed());
                check(algorithm, backend, std::iter::repeat_n(&pool[count % pool.len()], count));
            }
        }
    }
}

#[test]
fn one_huge_among_many_tiny() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let huge = Case::bytes(algorithm, message(60 * rate + 11, 1));
        let tiny: Vec<_> = (0..40).map(|i| Case::bytes(algorithm, message(i % 9, i as u64))).collect();
        for backend in choices(algorithm) {
            for count in [1, 2, 3, 7, 8, 15, 40] {
                for at in [0, count / 2, count] {
                    check(algorithm, backend, tiny[..at].iter().chain([&huge]).chain(&tiny[at..count]));
                }
            }
            // Two, far apart: whoever is left alone goes on alone.
            check(algorithm, backend, [&huge].into_iter().chain(&tiny).chain([&huge]));
        }
    }
}

/// Every number of last bits, in each of the last places of a block, so that padding spills into a block of its own. What follows
/// the message is 1 to 5 bits of suffix and padding and another bit at the end.
#[test]
fn last_bits() {
    for algorithm in support::of_any_bits() {
        let rate = algorithm.block_bytes();
        let mut cases = Vec::new();
        for len in [0, 1, rate - 2, rate - 1, rate, 2 * rate - 2, 2 * rate - 1, 2 * rate] {
            for bits in 0..=7 {
                // Bits beyond those that count are set, and are not to be seen.
                for last in [0x00, 0xff, 0xa5] {
                    let data = message(len, u64::from(bits));
                    cases.push(Case::new(algorithm, Vec::new(), data, (last, bits), algorithm.digest_bits() / 8));
                }
            }
        }
        for backend in choices(algorithm) {
            check(algorithm, backend, &cases);
            // Among neighbours that end in another place, and without any.
            for count in 1..=9 {
                for start in (0..cases.len() - 9).step_by(5) {
                    check(algorithm, backend, &cases[start..start + count]);
                }
            }
        }
    }
}

/// The same messages given as one buffer and a length in bits.
#[test]
fn messages_from_bits() {
    for algorithm in support::of_any_bits() {
        let rate = algorithm.block_bytes();
        let data = message(2 * rate + 1, 5);
        let lengths: Vec<usize> = (0..=17).chain(8 * rate - 17..=8 * rate + 9).chain([16 * rate - 1]).collect();
        let messages: Vec<_> = lengths.iter().map(|&bits| Message::from_bits(&data, bits as u64).unwrap()).collect();
        let expected: Vec<u8> = lengths.iter().flat_map(|&bits| expected(algorithm, &data, bits)).collect();
        for backend in choices(algorithm) {
            let mut out = vec![0; expected.len()];
            algorithm.digest_many(backend, &messages[..], &mut out).unwrap();
            assert_eq!(out, expected, "{algorithm}, {backend:?}");
        }
    }
    assert_eq!(Message::from_bits(&[0; 2], 17).unwrap_err(), Error::TooFewBytes { bits: 17, bytes: 2 });
    assert_eq!(Message::from_bits(&[], 1).unwrap_err(), Error::TooFewBytes { bits: 1, bytes: 0 });
    assert_eq!(Message::from_bits(&[0], u64::MAX).unwrap_err(), Error::TooFewBytes { bits: u64::MAX, bytes: 1 });
    assert_eq!(Message::new(b"x").with_last_bits(0, 8).unwrap_err(), Error::PartialByte(8));
}

/// `prefix || body`, where the prefix ends before, at and after the end of a block and the body begins in its middle.
#[test]
fn prefixes() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let bytes = algorithm.digest_bits() / 8;
        let mut cases = Vec::new();
        for (i, prefix) in [0, 1, rate - 1, rate, rate + 1, 3 * rate + 5].into_iter().enumerate() {
            // To the end of the block that the prefix has begun, where the two are exactly whole blocks.
            let fill = (rate - prefix % rate) % rate;
            for body in [0, 1, fill.saturating_sub(1), fill, fill + 1, fill + rate, fill + 2 * rate - 1, 2 * rate] {
                for (last, bits) in [(0, 0), (0x2d, last_bits_of(algorithm, 6))] {
                    let prefix = message(prefix, 40 + i as u64);
                    cases.push(Case::new(algorithm, prefix, message(body, 9), (last, bits), bytes));
                }
            }
        }
        for backend in choices(algorithm) {
            check(algorithm, backend, &cases);
            for count in [1, 2, 3, 5, 8] {
                for start in (0..cases.len() - 8).step_by(3) {
                    check(algorithm, backend, &cases[start..start + count]);
                }
            }
        }
    }
}

/// Outputs longer and shorter than a block, of XOFs; shortened digests of the others.
#[test]
fn output_lengths() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let digest = algorithm.digest_bits() / 8;
        let lengths = if algorithm.is_xof() {
            vec![0, 1, 31, 32, rate - 1, rate, rate + 1, 2 * rate, 1000]
        } else {
            vec![0, 1, digest - 1, digest]
        };
        for bytes in lengths {
            let case = |i: usize| {
                let len = [0, 1, rate - 1, rate, 3 * rate, 40][i % 6] + i / 6;
                let bits = last_bits_of(algorithm, i as u32 % 8);
                Case::new(algorithm, Vec::new(), message(len, i as u64), (0x15, bits), bytes)
            };
            let cases: Vec<_> = (0..33).map(case).collect();
            for backend in choices(algorithm) {
                for count in (0..=10).chain([17, 33]) {
                    check(algorithm, backend, &cases[..count]);
                }
            }
        }
    }
}

/// Whether a call that failed has left its output as it was.
fn untouched(out: &[u8]) -> bool {
    out.iter().all(|byte| *byte == 0x5a)
}

#[test]
fn errors_change_nothing() {
    let messages = [Message::new(b"a"), Message::new(b"b"), Message::new(b"c")];
    for &algorithm in Algorithm::PLAIN {
        let digest = algorithm.digest_bits() / 8;
        for backend in choices(algorithm) {
            // Not one digest for each message; output of any length may be long or short, but is equally long for each.
            for len in [0, 1, 3 * digest - 3, 3 * digest - 1, 3 * digest + 1, 3 * digest + 3, 4 * digest] {
                let mut out = vec![0x5a; len];
                let result = algorithm.digest_many(backend, &messages, &mut out);
                let expected = if algorithm.is_xof() { len - len % 3 } else { 3 * digest };
                if expected == len {
                    assert!(result.is_ok(), "{algorithm}, {backend:?}, {len} bytes");
                    continue;
                }
                let error = Error::Length { argument: "out", expected, got: len };
                assert_eq!(result, Err(error), "{algorithm}, {backend:?}");
                assert!(untouched(&out));
            }
        }
        let forms = algorithm.backends();
        for &backend in Backend::ALL.iter().filter(|backend| !forms.contains(backend) || !backend.is_available()) {
            let mut out = vec![0x5a; 3 * digest];
            let result = algorithm.digest_many(Some(backend), &messages, &mut out);
            let expected = if forms.contains(&backend) {
                Error::BackendUnavailable(backend)
            } else {
                Error::NoForm { backend, forms }
            };
            assert!([expected, Error::OnlyInPapers(backend)].map(Err).contains(&result), "{algorithm}: {result:?}");
            assert!(untouched(&out));
        }
    }
}

/// Other types that are messages.
#[test]
fn message_types() {
    let expected = [&b"one"[..], b"two"].map(|body| expected(Algorithm::Sha3_256, body, 24));
    let mut digests = [[0; 32]; 2];
    Sha3_256::digest_many(&["one", "two"], &mut digests).unwrap();
    assert!(digests.iter().zip(&expected).all(|(digest, expected)| digest[..] == expected[..]));
    Sha3_256::digest_many(&[b"two", b"one"], &mut digests).unwrap();
    assert!(digests.iter().rev().zip(&expected).all(|(digest, expected)| digest[..] == expected[..]));
    Sha3_256::digest_many(&[Message::prefixed(b"o", b"ne"), "two".into()], &mut digests).unwrap();
    assert!(digests.iter().zip(&expected).all(|(digest, expected)| digest[..] == expected[..]));
}

/// The strided form on every backend by name, overlapping and spaced, against the reference.
#[test]
fn strided_on_every_backend() {
    let data = message(1200, 33);
    for &algorithm in Algorithm::PLAIN {
        let bytes = algorithm.digest_bits() / 8;
        let nodes = [(64, 64, 7), (64, 1, 9), (32, 0, 5), (32, 33, 2), (32, 32, 33)];
        for (len, stride, count) in
            [(0, 3, 9), (1, 1, 17), (136, 100, 5), (168, 168, 7), (300, 7, 3)].into_iter().chain(nodes)
        {
            let messages = Strided::new(&data, len, stride, count).unwrap();
            let expected: Vec<u8> =
                (0..count).flat_map(|i| support::expected(algorithm, &data[i * stride..][..len], 8 * len)).collect();
            for backend in backends_of(algorithm) {
                let mut out = vec![0; bytes * count];
                algorithm.digest_many(backend, &messages, &mut out).unwrap();
                assert_eq!(out, expected, "{algorithm}, {backend}, {count} of {len} bytes, stride {stride}");
            }
        }
    }
}

/// Nodes in one buffer behind what a hasher has absorbed, on every backend: only those that begin a message go to the kernel for nodes.
#[test]
fn strided_nodes_behind_others() {
    let data = message(700, 34);
    for absorbed in [0, 1, 32, 64, 128] {
        for (len, count) in [(64, 5), (32, 6), (63, 4), (31, 3), (0, 2)] {
            let messages = Strided::new(&data, len, len, count).unwrap();
            let whole = |i: usize| [&data[..absorbed], &data[i * len..][..len]].concat();
            let expected: Vec<u8> = (0..count).flat_map(|i| lanesum::sha256(&whole(i))).collect();
            for backend in backends_of(Algorithm::Sha256) {
                let mut hasher = lanesum::Hasher::with_backend(Algorithm::Sha256, backend).unwrap();
                hasher.update(&data[..absorbed]);
                let mut out = vec![0; 32 * count];
                hasher.finalize_many(&messages, 32, &mut out).unwrap();
                assert_eq!(out, expected, "{backend}, {count} of {len} bytes behind {absorbed}");
            }
        }
    }
}
