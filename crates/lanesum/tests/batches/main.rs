//! Many messages in one call against the reference: every size of batch, every kind of message, every backend, and the
//! typed interface, which takes what the library chooses.

#[path = "../support/mod.rs"]
mod support;

mod alike;
mod cases;

use cases::{Case, check, choices, counts, pool};
use digest::{Output, OutputSizeUser, Update};
use lanesum::functions::{self, Sha3_256, Shake128, Shake256};
use lanesum::{Algorithm, Backend, Error, FixedFunction, FixedHash, Message, Strided, Xof, XofFunction};
use support::{backends_of, expected, expected_output, last_bits as last_bits_of, message};

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
        let bytes = algorithm.digest_bits() / 8;
        let data = message(2 * rate + 1, 5);
        let lengths: Vec<usize> = (0..=17).chain(8 * rate - 17..=8 * rate + 9).chain([16 * rate - 1]).collect();
        let messages: Vec<_> = lengths.iter().map(|&bits| Message::from_bits(&data, bits as u64).unwrap()).collect();
        let expected: Vec<u8> = lengths.iter().flat_map(|&bits| expected(algorithm, &data, bits)).collect();
        for backend in choices(algorithm) {
            let mut out = vec![0; expected.len()];
            algorithm.digest_many(backend, &messages, bytes, &mut out).unwrap();
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

/// What a call that fails leaves of its output.
fn untouched(out: &[u8]) -> bool {
    out.iter().all(|byte| *byte == 0x5a)
}

#[test]
fn errors_change_nothing() {
    let messages = [Message::new(b"a"), Message::new(b"b"), Message::new(b"c")];
    for &algorithm in Algorithm::PLAIN {
        let digest = algorithm.digest_bits() / 8;
        for backend in choices(algorithm) {
            // Not one chunk for each message.
            for len in [0, 1, 3 * digest - 1, 3 * digest + 1, 4 * digest] {
                let mut out = vec![0x5a; len];
                let result = algorithm.digest_many(backend, &messages, digest, &mut out);
                assert_eq!(
                    result,
                    Err(Error::Length { argument: "out", expected: 3 * digest, got: len }),
                    "{algorithm}, {backend:?}"
                );
                assert!(untouched(&out));
            }
            // A length that no buffer has.
            let mut out = [0x5a; 32];
            let backend = backend.filter(|backend| Algorithm::Shake128.backends().contains(backend));
            let result = Algorithm::Shake128.digest_many(backend, &messages, usize::MAX / 2, &mut out);
            assert_eq!(result, Err(Error::Length { argument: "out", expected: usize::MAX, got: 32 }));
            assert!(untouched(&out));
            // More than a digest.
            if !algorithm.is_xof() {
                let mut out = vec![0x5a; 3 * (digest + 1)];
                let result = algorithm.digest_many(backend, &messages, digest + 1, &mut out);
                let (left, bits) = (8 * digest as u64, 8 * (digest as u64 + 1));
                assert_eq!(result, Err(Error::DigestSpent { bits, left }), "{algorithm}");
                assert!(untouched(&out));
            }
        }
        let forms = algorithm.backends();
        for &backend in Backend::ALL.iter().filter(|backend| !forms.contains(backend) || !backend.is_available()) {
            let mut out = vec![0x5a; 3 * digest];
            let result = algorithm.digest_many(Some(backend), &messages, digest, &mut out);
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

/// Places for digests.
fn blank<F: FixedFunction>(count: usize) -> Vec<Output<FixedHash<F>>> {
    let mut digest = Output::<FixedHash<F>>::default();
    digest.fill(0x5a);
    vec![digest; count]
}

/// The typed interface of a fixed-length hash: batches, prefixes, strides, and their errors.
fn fixed<F: FixedFunction>() {
    let algorithm = F::ALGORITHM;
    let rate = algorithm.block_bytes();
    let bytes = algorithm.digest_bits() / 8;
    assert_eq!(FixedHash::<F>::output_size(), bytes);
    let pool = pool(algorithm);
    for count in counts() {
        let cases: Vec<_> = (0..count).map(|i| &pool[(11 * i + count) % pool.len()]).collect();
        let bodies: Vec<&[u8]> = cases.iter().map(|case| &case.body[..]).collect();
        let mut digests = blank::<F>(count);
        FixedHash::<F>::digest_many(&bodies, &mut digests).unwrap();
        for (i, (digest, case)) in digests.iter().zip(&cases).enumerate() {
            assert_eq!(digest[..], case.output, "{algorithm}, {i} of {count}");
        }
    }

    let bodies: Vec<_> = [0, 1, rate - 1, rate, 2 * rate - 3, 70].map(|len| message(len, 8)).into();
    let bodies: Vec<_> = bodies.iter().map(|body| &body[..]).collect();
    for prefix_len in [0, 1, 3, rate - 1, rate, 2 * rate + 3] {
        let prefix = message(prefix_len, 9);
        let mut digests = blank::<F>(bodies.len());
        FixedHash::<F>::default().chain(&prefix).finalize_many(&bodies, &mut digests).unwrap();
        for (digest, body) in digests.iter().zip(&bodies) {
            let whole = [&prefix[..], body].concat();
            assert_eq!(digest[..], expected(algorithm, &whole, 8 * whole.len()), "{algorithm}, {prefix_len}");
        }
    }

    let data = message(40 * rate, 10);
    for len in [0, 1, 32, rate - 1, rate, 2 * rate + 1] {
        for stride in [0, 1, len / 2, len, len + 1] {
            for count in [0, 1, 2, 5, 8, 9, 17] {
                let mut digests = blank::<F>(count);
                let needed = if count == 0 { 0 } else { stride * (count - 1) + len };
                let messages = Strided::new(&data[..needed], len, stride, count).unwrap();
                FixedHash::<F>::digest_many(&messages, &mut digests).unwrap();
                for (i, digest) in digests.iter().enumerate() {
                    let expected = expected(algorithm, &data[i * stride..][..len], 8 * len);
                    assert_eq!(digest[..], expected, "{algorithm}, {i} of {count}, {len} bytes, stride {stride}");
                }
            }
        }
    }

    // Errors.
    let mut digests = blank::<F>(3);
    for wrong in [0, 2, 4] {
        let messages = vec![&b"message"[..]; wrong];
        let error = Err(Error::Length { argument: "out", expected: wrong, got: 3 });
        assert_eq!(FixedHash::<F>::digest_many(&messages, &mut digests), error);
        assert_eq!(FixedHash::<F>::default().chain(b"tag").finalize_many(&messages, &mut digests), error);
    }
    for (data_len, len, stride, expected) in [
        (29, 10, 10, 30),
        (0, 1, 0, 1),
        (9, 10, 0, 10),
        (40, 10, 16, 42),
        (100, 1, usize::MAX, usize::MAX),
        (100, 1, usize::MAX / 2, usize::MAX),
        (100, usize::MAX, 1, usize::MAX),
    ] {
        let error = Strided::new(&data[..data_len], len, stride, 3).unwrap_err();
        assert_eq!(error, Error::TooShort { argument: "data", least: expected, got: data_len }, "{len}, {stride}");
    }
    assert!(digests.iter().all(|digest| untouched(digest)));
}

#[test]
fn typed_fixed() {
    macro_rules! each {
        ($($name:ident)*) => { $( fixed::<functions::$name>(); )* };
    }
    each!(Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak256 Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256 Blake224 Blake256 Blake384 Blake512);
}

/// The same for an XOF.
fn xof<F: XofFunction>() {
    let algorithm = F::ALGORITHM;
    let rate = algorithm.block_bytes();
    for bytes in [0, 1, 31, rate, rate + 1, 1000] {
        let pool: Vec<_> = [0, 1, rate - 1, rate, rate + 1, 2 * rate, 77]
            .into_iter()
            .map(|len| Case::new(algorithm, Vec::new(), message(len, 20), (0, 0), bytes))
            .collect();
        for count in counts() {
            let cases: Vec<_> = (0..count).map(|i| &pool[(3 * i + count) % pool.len()]).collect();
            let bodies: Vec<&[u8]> = cases.iter().map(|case| &case.body[..]).collect();
            let expected: Vec<u8> = cases.iter().flat_map(|case| case.output.clone()).collect();
            let mut out = vec![0; count * bytes];
            Xof::<F>::digest_many(&bodies, bytes, &mut out).unwrap();
            assert!(out == expected, "{algorithm}, {count} messages, {bytes} bytes");
        }
        let prefix = message(rate + 5, 21);
        let bodies: Vec<&[u8]> = pool.iter().map(|case| &case.body[..]).collect();
        let prefixed = bodies.iter().flat_map(|body| {
            let whole = [&prefix[..], body].concat();
            expected_output(algorithm, &whole, 8 * whole.len(), 8 * bytes)
        });
        let expected: Vec<u8> = prefixed.collect();
        let mut out = vec![0; expected.len()];
        Xof::<F>::default().chain(&prefix).finalize_many(&bodies, bytes, &mut out).unwrap();
        assert!(out == expected, "{algorithm}, {bytes} bytes");

        let data = message(40 * rate, 22);
        for (len, stride) in [(0, 0), (0, 5), (64, 0), (64, 64), (rate, 1), (rate + 1, rate), (40, 50)] {
            for count in [0, 1, 3, 8, 9] {
                let pieces = (0..count).map(|i| &data[i * stride..][..len]);
                let expected = pieces.flat_map(|piece| expected_output(algorithm, piece, 8 * len, 8 * bytes));
                let expected: Vec<u8> = expected.collect();
                let mut out = vec![0; expected.len()];
                let messages = Strided::new(&data, len, stride, count).unwrap();
                Xof::<F>::digest_many(&messages, bytes, &mut out).unwrap();
                assert!(out == expected, "{algorithm}, {count} messages of {len}, stride {stride}, {bytes} bytes");
            }
        }
    }

    // Errors.
    let messages = [&b"a"[..], b"b"];
    for len in [0, 63, 65] {
        let mut out = vec![0x5a; len];
        let error = Err(Error::Length { argument: "out", expected: 64, got: len });
        assert_eq!(Xof::<F>::digest_many(&messages, 32, &mut out), error);
        assert_eq!(Xof::<F>::default().chain(b"tag").finalize_many(&messages, 32, &mut out), error);
        assert!(untouched(&out));
    }
}

#[test]
fn typed_xof() {
    xof::<Shake128>();
    xof::<Shake256>();
}

/// Other types that are messages.
#[test]
fn message_types() {
    let expected = [&b"one"[..], b"two"].map(|body| expected(Algorithm::Sha3_256, body, 24));
    let mut digests = blank::<Sha3_256>(2);
    FixedHash::<Sha3_256>::digest_many(&["one", "two"], &mut digests).unwrap();
    assert!(digests.iter().zip(&expected).all(|(digest, expected)| digest[..] == expected[..]));
    FixedHash::<Sha3_256>::digest_many(&[b"two", b"one"], &mut digests).unwrap();
    assert!(digests.iter().rev().zip(&expected).all(|(digest, expected)| digest[..] == expected[..]));
    FixedHash::<Sha3_256>::digest_many(&[Message::prefixed(b"o", b"ne"), "two".into()], &mut digests).unwrap();
    assert!(digests.iter().zip(&expected).all(|(digest, expected)| digest[..] == expected[..]));
}

mod random {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Lengths of both parts in bytes, and of the last bits; what they hold is not what goes wrong.
    fn lengths() -> impl Strategy<Value = (usize, usize, u32)> {
        let len = || prop_oneof![2 => 0..20_usize, 3 => 0..420_usize, 1 => (1..4_usize, 60..180_usize).prop_map(|(n, r)| n * r)];
        (prop_oneof![Just(0), len()], len(), prop_oneof![Just(0), 0..8_u32])
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

        #[test]
        fn any_queue(
            algorithm in select(Algorithm::PLAIN),
            lengths in vec(lengths(), 0..40),
            bytes in prop_oneof![0..65_usize, 0..500_usize],
        ) {
            let bytes = if algorithm.is_xof() { bytes } else { bytes.min(algorithm.digest_bits() / 8) };
            let case = |(i, (prefix, body, bits)): (usize, (usize, usize, u32))| {
                let seed = i as u64;
                Case::new(algorithm, message(prefix, seed), message(body, !seed), (0xb6 ^ i as u8, last_bits_of(algorithm, bits)), bytes)
            };
            let cases: Vec<_> = lengths.into_iter().enumerate().map(case).collect();
            for backend in choices(algorithm) {
                check(algorithm, backend, &cases);
            }
        }
    }
}

/// The strided form on every backend by name, overlapping and spaced, against the reference.
#[test]
fn strided_on_every_backend() {
    let data = message(1200, 33);
    for &algorithm in Algorithm::PLAIN {
        let bytes = algorithm.digest_bits() / 8;
        for (len, stride, count) in [(0, 3, 9), (1, 1, 17), (136, 100, 5), (168, 168, 7), (300, 7, 3)] {
            let messages = Strided::new(&data, len, stride, count).unwrap();
            let expected: Vec<u8> =
                (0..count).flat_map(|i| support::expected(algorithm, &data[i * stride..][..len], 8 * len)).collect();
            for backend in backends_of(algorithm) {
                let mut out = vec![0; bytes * count];
                algorithm.digest_many(backend, &messages, bytes, &mut out).unwrap();
                assert_eq!(out, expected, "{algorithm}, {backend}, {count} of {len} bytes, stride {stride}");
            }
        }
    }
}
