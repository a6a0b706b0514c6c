//! How KT128 and KT256 get their message must not matter, nor what a hasher did before.

use super::support::{backends, hex, message, name_by_trait};
use super::{Both, digest, expected, hashers};
use lanesum::digest::{ExtendableOutputReset, Reset, Update, XofReader};
use lanesum::{Algorithm, Backend, Error, Hasher, Kt, Kt128, Kt256, kt256, strengths};

const CHUNK: usize = 8192;

fn sizes<S: Both>(len: usize, sizes: &[usize]) {
    let data = message(len, 1);
    let expected = expected::<S>(&data, b"custom");
    for (name, hasher) in hashers::<S>() {
        for &size in sizes.iter().filter(|size| **size > len / 3000) {
            let mut hasher = hasher.clone();
            for piece in data.chunks(size) {
                hasher.update(piece);
                hasher.update(&[]);
            }
            assert_eq!(digest(hasher, b"custom"), expected, "{name}, {len} bytes in pieces of {size}");
        }
        // Pieces that grow, so that they begin and end anywhere.
        let (mut hasher, mut rest, mut size) = (hasher, &data[..], 1);
        while !rest.is_empty() {
            let (piece, later) = rest.split_at(rest.len().min(size));
            hasher.update(piece);
            (rest, size) = (later, size * 3 / 2 + 1);
        }
        assert_eq!(digest(hasher, b"custom"), expected, "{name}, {len} bytes in growing pieces");
    }
}

/// Around the block, the stretch that needs no buffer, the chunk, what is nearly a group, and the group.
#[test]
fn pieces_of_one_size() {
    let short = [1, 7, 168, 1000, 1024, 1025, CHUNK - 1, CHUNK, CHUNK + 1];
    let long = [5 * CHUNK, 7 * CHUNK, 64_511, 64_512, 65_535, 65_536, 65_537];
    let all = [&short[..], &long].concat();
    for len in [900, 1025, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 11, 8 * CHUNK, 150_001] {
        sizes::<strengths::Bits128>(len, &all);
    }
    sizes::<strengths::Bits256>(150_001, &all);
}

/// So long that the final node takes a lane beside leaves, more than once; the one-shot function is compared with other crates in
/// `differential.rs`.
#[test]
fn long_messages_in_pieces() {
    // In one piece more than a cache is taken to hold.
    let data = message((9 << 20) + 5000, 2);
    let mut expected = [0; 32];
    kt256(&data, &[], &mut expected);
    for (name, hasher) in hashers::<strengths::Bits256>() {
        for size in [100_000, 1 << 20, data.len()] {
            let mut hasher = hasher.clone();
            data.chunks(size).for_each(|piece| hasher.update(piece));
            assert_eq!(digest(hasher, &[]), hex(&expected), "{name}, pieces of {size}");
        }
    }
}

/// All lanes have begun when the first piece ends within the last of their chunks: wherever that is, and whatever comes then.
#[test]
fn groups_that_lack_an_end() {
    fn check<S: Both>(rate: usize) {
        let data = message(40 * CHUNK, 4);
        let whole = |len, custom: &[u8]| {
            digest(Kt::<S>::with_backend(Backend::Portable, "").unwrap().chain(&data[..len]), custom)
        };
        for width in [2, 4, 8] {
            // From the message's beginning, with the first chunk in a lane, and when leaves are gone.
            for before in [width - 1, 2 * width - 1] {
                for last in
                    [rate - 1, rate, rate + 1, 5 * rate, CHUNK / rate * rate - 1, CHUNK / rate * rate, CHUNK - 1]
                {
                    let first = before * CHUNK + last;
                    for more in
                        [0, 1, CHUNK - last - 1, CHUNK - last, CHUNK - last + 1, (width + 1) * CHUNK - last, 100_000]
                    {
                        let custom = &data[..[0, 3, rate, CHUNK][(last + more) % 4]];
                        let expected = whole(first + more, custom);
                        for (name, hasher) in hashers::<S>() {
                            let hasher = hasher.chain(&data[..first]).clone().chain(&data[first..first + more]);
                            assert_eq!(digest(hasher, custom), expected, "{name}, {first} and {more} bytes");
                        }
                    }
                }
            }
        }
    }
    check::<strengths::Bits128>(168);
    check::<strengths::Bits256>(136);
}

#[test]
fn reset_clone_and_readers() {
    let data = message(70_000, 3);
    let custom = b"c";
    let expected = expected::<strengths::Bits128>(&data, custom);
    for (name, hasher) in hashers::<strengths::Bits128>() {
        let mut hasher = hasher.customized(custom);
        for begun in [0, 1, 5000, 60_000, 69_999] {
            hasher.update(&data[begun..]);
            hasher.reset();
            hasher.update(&data[..begun]);
            let mut copy = hasher.clone();
            copy.update(&data[begun..]);
            hasher.update(&[0; 9000]);
            let _ = hasher.finalize_xof_reset();
            let mut out = [0; 300];
            let mut reader = copy.finalize_xof_reset();
            reader.read(&mut out[..5]);
            reader.read(&mut out[5..]);
            assert_eq!(hex(&out[..32]), expected, "{name}, {begun}");
            hasher.update(&data);
            let mut again = [0; 300];
            XofReader::read(&mut hasher.finalize_xof_reset(), &mut again);
            assert_eq!(out, again, "{name}, {begun}");
        }
    }
}

/// The string that the hasher was made with gives way, and stays where it is not replaced.
#[test]
fn customization_first_and_last() {
    let data = message(20_000, 5);
    let of = |hasher: Kt128| {
        let mut out = [0; 32];
        lanesum::digest::ExtendableOutput::finalize_xof_into(hasher.chain(&data), &mut out);
        hex(&out)
    };
    let same = expected::<strengths::Bits128>(&data, b"one");
    assert_eq!(of(Kt::new("one")), same);
    assert_eq!(of(Kt::new(b"two").customized("one")), same);
    assert_eq!(of(lanesum::digest::CustomizedInit::new_customized(b"one")), same);
    assert_eq!(digest(Kt::<strengths::Bits128>::new("two").chain(&data), b"one"), same);
    assert_eq!(of(Kt::default()), expected::<strengths::Bits128>(&data, b""));
}

#[test]
fn names_errors_and_debug() {
    assert_eq!([name_by_trait::<Kt128>(), name_by_trait::<Kt256>()], ["KT128", "KT256"]);
    for &backend in Backend::ALL {
        match Kt128::with_backend(backend, "") {
            Ok(hasher) => assert_eq!(hasher.backend(), backend),
            Err(Error::BackendUnavailable(of)) => assert!(of == backend && !backend.is_available()),
            Err(Error::NoForm { .. } | Error::OnlyInPapers(_)) => assert!(!backends().contains(&backend), "{backend}"),
            Err(error) => panic!("{error}"),
        }
    }
    let [first, second] =
        [1, 2].map(|seed| Kt256::with_backend(Backend::Portable, "").unwrap().chain(message(20_000, seed)));
    assert_eq!(format!("{first:?}"), "KT256 { backend: Portable, .. }");
    assert_eq!(format!("{first:?}"), format!("{second:?}"));
    for algorithm in [Algorithm::Kt128, Algorithm::TurboShake256] {
        assert!(algorithm.takes_whole_bytes());
        assert_eq!(Hasher::new(algorithm).finalize_with_last_bits(1, 1).unwrap_err(), Error::WholeBytes);
        assert!(Hasher::new(algorithm).finalize_with_last_bits(1, 0).is_ok());
    }
}
