//! KT128 and KT256: long messages, groups of leaves, customization strings, names. (`trees` has pieces of any size.)

use super::support::{hex, message, name_by_trait};
use super::{Both, digest, expected, hashers};
use lanesum::digest::Update;
use lanesum::{Algorithm, Backend, Domain, Error, Hasher, Kt, Kt128, Kt256, kt256, strengths};

const CHUNK: usize = 8192;

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
fn names_errors_and_domains() {
    assert_eq!([name_by_trait::<Kt128>(), name_by_trait::<Kt256>()], ["KT128", "KT256"]);
    for algorithm in [Algorithm::Kt128, Algorithm::TurboShake256] {
        assert!(algorithm.takes_whole_bytes());
        assert_eq!(Hasher::new(algorithm).finalize_with_last_bits(1, 1).unwrap_err(), Error::WholeBytes);
        assert!(Hasher::new(algorithm).finalize_with_last_bits(1, 0).is_ok());
    }
    for byte in 0..=255 {
        let made = Domain::new(byte);
        assert_eq!(made, Domain::try_from(byte));
        let is_one = (0x01..=0x7f).contains(&byte);
        assert_eq!(made.map(Domain::byte), if is_one { Ok(byte) } else { Err(Error::Domain(byte)) });
    }
    assert_eq!((Domain::default(), Domain::DEFAULT.byte()), (Domain::DEFAULT, 0x1f));
    let domain = Domain::new(7).unwrap();
    assert_eq!((domain.to_string(), format!("{domain:?}")), ("0x07".to_owned(), "Domain(0x07)".to_owned()));
}
