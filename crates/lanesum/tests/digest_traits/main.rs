//! The traits of the crate `digest` 0.11 and of `std::io`, and the one-shot functions: what they promise, for every
//! function and on every backend.

#[path = "../support/mod.rs"]
mod support;

/// Calls a macro with each type that has a digest of fixed length, and its one-shot functions.
macro_rules! with_fixed {
    ($use:ident $($context:tt)*) => {
        $use! { $($context)*:
            Sha3_224 sha3_224 sha3_224_bits;
            Sha3_256 sha3_256 sha3_256_bits;
            Sha3_384 sha3_384 sha3_384_bits;
            Sha3_512 sha3_512 sha3_512_bits;
            Keccak256 keccak256 keccak256_bits;
            Sha224 sha224 sha224_bits;
            Sha256 sha256 sha256_bits;
            Sha384 sha384 sha384_bits;
            Sha512 sha512 sha512_bits;
            Sha512_224 sha512_224 sha512_224_bits;
            Sha512_256 sha512_256 sha512_256_bits;
            Blake224 blake224 blake224_bits;
            Blake256 blake256 blake256_bits;
            Blake384 blake384 blake384_bits;
            Blake512 blake512 blake512_bits;
        }
    };
}

/// Calls a function for each of these types.
macro_rules! each_fixed {
    ($check:ident $(, $argument:expr)?) => {
        with_fixed!(call_each $check ($($argument)?))
    };
}

macro_rules! call_each {
    ($check:ident $arguments:tt: $($function:ident $bytes:ident $bits:ident;)*) => {
        $( $check::<functions::$function> $arguments; )*
    };
}

/// Calls a function for each type with output of any length.
macro_rules! each_xof {
    ($check:ident $(, $argument:expr)?) => {
        $check::<functions::Shake128>($($argument)?);
        $check::<functions::Shake256>($($argument)?);
    };
}

mod one_shot;
mod state;
#[cfg(feature = "std")]
mod with_std;

use digest::array::typenum::Unsigned;
use digest::common::hazmat::SerializableState;
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::{
    CollisionResistance, Digest, ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker,
    OutputSizeUser, Reset, Update, XofReader,
};
use lanesum::{Algorithm, Backend, Error, FixedFunction, FixedHash, Function, Hasher, Xof, XofFunction, functions};
use std::fmt;
use support::{backends, backends_of, edges, expected, expected_output, function, hex, message};

/// The lists of types are complete: each algorithm is in the one where it belongs.
#[test]
fn every_algorithm_has_its_type() {
    fn note<F: Function>(list: &mut Vec<Algorithm>) {
        list.push(F::ALGORITHM);
    }
    let (mut fixed, mut xofs) = (vec![], vec![]);
    each_fixed!(note, &mut fixed);
    each_xof!(note, &mut xofs);
    for &algorithm in Algorithm::PLAIN {
        assert_eq!(fixed.contains(&algorithm), !algorithm.is_xof(), "{algorithm}");
        // TurboSHAKE, KT128 and KT256 have types of their own.
        let is_xof = algorithm.is_xof() && !algorithm.takes_whole_bytes();
        assert_eq!(xofs.contains(&algorithm), is_xof, "{algorithm}");
    }
    assert_eq!(fixed.len() + xofs.len() + 4, Algorithm::PLAIN.len());
}

/// Message lengths around the ends of one and two blocks.
fn lengths<F: Function>() -> Vec<usize> {
    edges(F::ALGORITHM, 2)
}

fn fixed_on<F: FixedFunction>(backend: Backend) -> FixedHash<F> {
    FixedHash::with_backend(backend).unwrap()
}

fn xof_on<F: XofFunction>(backend: Backend) -> Xof<F> {
    Xof::with_backend(backend).unwrap()
}

/// `Digest` on the default backend, through each of its ways to the same digest.
fn digest<F: FixedFunction>() {
    type D<F> = FixedHash<F>;
    for len in lengths::<F>() {
        let data = message(len, 1);
        let (head, tail) = data.split_at(len / 3);
        let expected = expected(F::ALGORITHM, &data, 8 * len);
        let expected = &expected[..];
        let name = F::ALGORITHM;

        assert_eq!(D::<F>::digest(&data)[..], *expected, "{name}, {len} bytes");
        assert_eq!(<D<F> as Digest>::new().chain_update(head).chain_update(tail).finalize()[..], *expected);
        assert_eq!(D::<F>::new_with_prefix(head).chain_update(tail).finalize()[..], *expected);
        let mut hasher = D::<F>::default();
        Digest::update(&mut hasher, head);
        Digest::update(&mut hasher, tail);
        let mut out = digest::Output::<FixedHash<F>>::default();
        Digest::finalize_into(hasher.clone(), &mut out);
        assert_eq!(out[..], *expected);
        assert_eq!(Digest::finalize_reset(&mut hasher)[..], *expected);
        // The reset hasher is as new.
        Digest::update(&mut hasher, &data);
        out.fill(0);
        Digest::finalize_into_reset(&mut hasher, &mut out);
        assert_eq!(out[..], *expected);
        Digest::update(&mut hasher, b"to be forgotten");
        Digest::reset(&mut hasher);
        Digest::update(&mut hasher, &data);
        assert_eq!(hasher.finalize()[..], *expected);
    }
}

#[test]
fn digest_of_fixed_length() {
    each_fixed!(digest);
}

/// `Update`, `FixedOutput`, `FixedOutputReset` and `Reset`, on every backend, which a reset keeps.
fn fixed_output<F: FixedFunction>() {
    for backend in backends_of(F::ALGORITHM) {
        for len in lengths::<F>() {
            let data = message(len, 2);
            let expected = expected(F::ALGORITHM, &data, 8 * len);
            let what = format!("{}, {backend}, {len} bytes", F::ALGORITHM);
            let fresh = fixed_on::<F>(backend);
            assert_eq!(fresh.backend(), backend);

            let mut hasher = fresh.clone().chain(&data[..len / 2]);
            Update::update(&mut hasher, &data[len / 2..]);
            assert_eq!(hasher.clone().finalize_fixed()[..], expected, "{what}");
            let mut out = digest::Output::<FixedHash<F>>::default();
            FixedOutput::finalize_into(hasher.clone(), &mut out);
            assert_eq!(out[..], expected, "{what}");

            out.fill(0);
            FixedOutputReset::finalize_into_reset(&mut hasher, &mut out);
            assert_eq!(out[..], expected, "{what}");
            assert_eq!(hasher.backend(), backend);
            assert_eq!(hasher.serialize(), fresh.serialize(), "{what}: not as new");
            Update::update(&mut hasher, &data);
            assert_eq!(hasher.finalize_fixed_reset()[..], expected, "{what}");
            assert_eq!(hasher.serialize(), fresh.serialize(), "{what}: not as new");

            Update::update(&mut hasher, b"to be forgotten");
            Update::update(&mut hasher, &data);
            Reset::reset(&mut hasher);
            assert_eq!(hasher.backend(), backend);
            assert_eq!(hasher.serialize(), fresh.serialize(), "{what}: not as new");
            assert_eq!(hasher.chain(&data).finalize_fixed()[..], expected, "{what}");
        }
    }
}

#[test]
fn fixed_output_and_reset() {
    each_fixed!(fixed_output);
}

/// Lengths of output around the ends of blocks, and none.
fn output_lengths<F: XofFunction>() -> [usize; 9] {
    let rate = F::ALGORITHM.block_bytes();
    [0, 1, 31, rate - 1, rate, rate + 1, 2 * rate, 2 * rate + 1, 5 * rate + 7]
}

/// `Update`, `ExtendableOutput`, `ExtendableOutputReset`, `XofReader` and `Reset`, on every backend, which a reset keeps.
fn extendable_output<F: XofFunction>() {
    for backend in backends_of(F::ALGORITHM) {
        for len in lengths::<F>() {
            let data = message(len, 3);
            let longest = output_lengths::<F>()[8];
            let expected = expected_output(F::ALGORITHM, &data, 8 * len, 8 * longest);
            let fresh = xof_on::<F>(backend);
            assert_eq!(fresh.backend(), backend);
            let mut hasher = fresh.clone().chain(&data[..len / 2]);
            Update::update(&mut hasher, &data[len / 2..]);
            for out_len in output_lengths::<F>() {
                let expected = &expected[..out_len];
                let what = format!("{}, {backend}, {len} to {out_len} bytes", F::ALGORITHM);

                let mut out = vec![0; out_len];
                hasher.clone().finalize_xof().read(&mut out);
                assert_eq!(out, expected, "{what}");
                out.fill(0);
                hasher.clone().finalize_xof_into(&mut out);
                assert_eq!(out, expected, "{what}");

                let mut again = hasher.clone();
                out.fill(0);
                again.finalize_xof_reset().read(&mut out);
                assert_eq!(out, expected, "{what}");
                assert_eq!(again.backend(), backend);
                assert_eq!(again.serialize(), fresh.serialize(), "{what}: not as new");
                Update::update(&mut again, &data);
                out.fill(0);
                again.finalize_xof_reset_into(&mut out);
                assert_eq!(out, expected, "{what}");
                assert_eq!(again.serialize(), fresh.serialize(), "{what}: not as new");
                Update::update(&mut again, b"to be forgotten");
                Reset::reset(&mut again);
                assert_eq!(again.serialize(), fresh.serialize(), "{what}: not as new");
                out.fill(0);
                again.chain(&data).finalize_xof_into(&mut out);
                assert_eq!(out, expected, "{what}");
            }
        }
    }
    let mut out = [0; 100];
    Xof::<F>::digest_xof(b"abc", &mut out);
    assert_eq!(out[..], expected_output(F::ALGORITHM, b"abc", 24, 800));
    out.fill(0);
    Xof::<F>::new().chain(b"abc").finalize_xof_into(&mut out);
    assert_eq!(out[..], expected_output(F::ALGORITHM, b"abc", 24, 800));
}

#[test]
fn extendable_output_and_reset() {
    each_xof!(extendable_output);
}

/// The algorithm's name, as the trait writes it.
struct Name<T>(std::marker::PhantomData<T>);

impl<T: AlgorithmName> fmt::Display for Name<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::write_alg_name(f)
    }
}

fn constants<T: AlgorithmName + BlockSizeUser + CollisionResistance + HashMarker>() -> (String, usize, usize) {
    (Name::<T>(std::marker::PhantomData).to_string(), T::block_size(), T::CollisionResistance::USIZE)
}

/// Names, block sizes (FIPS 202, table 3; for SHAKE 1600 bits less the capacity of section 6.2), digest sizes, and
/// collision resistance in bytes (table 4, where SHAKE's is that of outputs long enough).
#[test]
fn names_and_sizes() {
    fn fixed<F: FixedFunction>() -> (String, usize, usize) {
        constants::<FixedHash<F>>()
    }
    fn xof<F: XofFunction>() -> (String, usize, usize) {
        constants::<Xof<F>>()
    }
    fn sizes<F: FixedFunction>() -> [usize; 2] {
        [<FixedHash<F> as Digest>::output_size(), <FixedHash<F> as OutputSizeUser>::OutputSize::USIZE]
    }
    assert_eq!(fixed::<functions::Sha3_224>(), ("SHA3-224".into(), 144, 14));
    assert_eq!(fixed::<functions::Sha3_256>(), ("SHA3-256".into(), 136, 16));
    assert_eq!(fixed::<functions::Sha3_384>(), ("SHA3-384".into(), 104, 24));
    assert_eq!(fixed::<functions::Sha3_512>(), ("SHA3-512".into(), 72, 32));
    assert_eq!(fixed::<functions::Keccak256>(), ("Keccak-256".into(), 136, 16));
    // FIPS 180-4, figure 1; the collision resistance is half of the digest.
    assert_eq!(fixed::<functions::Sha224>(), ("SHA-224".into(), 64, 14));
    assert_eq!(fixed::<functions::Sha256>(), ("SHA-256".into(), 64, 16));
    assert_eq!(fixed::<functions::Sha384>(), ("SHA-384".into(), 128, 24));
    assert_eq!(fixed::<functions::Sha512>(), ("SHA-512".into(), 128, 32));
    assert_eq!(fixed::<functions::Sha512_224>(), ("SHA-512/224".into(), 128, 14));
    assert_eq!(fixed::<functions::Sha512_256>(), ("SHA-512/256".into(), 128, 16));
    assert_eq!(fixed::<functions::Blake224>(), ("BLAKE-224".into(), 64, 14));
    assert_eq!(fixed::<functions::Blake256>(), ("BLAKE-256".into(), 64, 16));
    assert_eq!(fixed::<functions::Blake384>(), ("BLAKE-384".into(), 128, 24));
    assert_eq!(fixed::<functions::Blake512>(), ("BLAKE-512".into(), 128, 32));
    assert_eq!(xof::<functions::Shake128>(), ("SHAKE128".into(), 168, 16));
    assert_eq!(xof::<functions::Shake256>(), ("SHAKE256".into(), 136, 32));

    assert_eq!(sizes::<functions::Sha3_224>(), [28; 2]);
    assert_eq!(sizes::<functions::Sha3_256>(), [32; 2]);
    assert_eq!(sizes::<functions::Sha3_384>(), [48; 2]);
    assert_eq!(sizes::<functions::Sha3_512>(), [64; 2]);
    assert_eq!(sizes::<functions::Keccak256>(), [32; 2]);
    assert_eq!(sizes::<functions::Sha224>(), [28; 2]);
    assert_eq!(sizes::<functions::Sha256>(), [32; 2]);
    assert_eq!(sizes::<functions::Sha384>(), [48; 2]);
    assert_eq!(sizes::<functions::Sha512>(), [64; 2]);
    assert_eq!(sizes::<functions::Sha512_224>(), [28; 2]);
    assert_eq!(sizes::<functions::Sha512_256>(), [32; 2]);
    assert_eq!(sizes::<functions::Blake224>(), [28; 2]);
    assert_eq!(sizes::<functions::Blake256>(), [32; 2]);
    assert_eq!(sizes::<functions::Blake384>(), [48; 2]);
    assert_eq!(sizes::<functions::Blake512>(), [64; 2]);
}

/// The types agree with [`Algorithm`], and both with the reference.
#[test]
fn types_agree_with_algorithms() {
    fn fixed<F: FixedFunction>() {
        let algorithm = F::ALGORITHM;
        let (name, block, _) = constants::<FixedHash<F>>();
        assert_eq!(name, algorithm.standard_name());
        assert_eq!(block, algorithm.block_bytes());
        assert_eq!(8 * <FixedHash<F> as Digest>::output_size(), algorithm.digest_bits());
        assert_eq!(function(algorithm).name(), algorithm.standard_name());
        assert_eq!(function(algorithm).block_bits(), 8 * algorithm.block_bytes());
        assert_eq!(function(algorithm).digest_bits(), Some(algorithm.digest_bits()));
    }
    fn xof<F: XofFunction>() {
        let algorithm = F::ALGORITHM;
        let (name, block, resistance) = constants::<Xof<F>>();
        assert_eq!(name, algorithm.standard_name());
        assert_eq!(block, algorithm.block_bytes());
        assert_eq!(16 * resistance, algorithm.digest_bits());
        assert_eq!(function(algorithm).name(), algorithm.standard_name());
        assert_eq!(function(algorithm).block_bits(), 8 * algorithm.block_bytes());
        assert_eq!(function(algorithm).digest_bits(), None);
    }
    each_fixed!(fixed);
    each_xof!(xof);
}

/// A clone in the middle goes its own way; neither knows of the other.
#[test]
fn clone_in_the_middle() {
    fn fixed<F: FixedFunction>() {
        for backend in backends_of(F::ALGORITHM) {
            for len in lengths::<F>() {
                let data = message(len, 4);
                let (ours, theirs) = (message(200, 5), message(75, 6));
                let mut first = fixed_on::<F>(backend).chain(&data);
                let mut second = first.clone();
                assert_eq!(second.backend(), backend);
                Update::update(&mut first, &ours);
                Update::update(&mut second, &theirs);
                for (hasher, rest) in [(first, ours), (second, theirs)] {
                    let all = [&data[..], &rest].concat();
                    let expected = expected(F::ALGORITHM, &all, 8 * all.len());
                    assert_eq!(hasher.finalize_fixed()[..], expected, "{}, {backend}, {len} bytes", F::ALGORITHM);
                }
            }
        }
    }
    fn xof<F: XofFunction>() {
        for backend in backends_of(F::ALGORITHM) {
            for len in lengths::<F>() {
                let data = message(len, 4);
                let expected = expected_output(F::ALGORITHM, &data, 8 * len, 8 * 700);
                let what = format!("{}, {backend}, {len} bytes", F::ALGORITHM);
                let mut hasher = xof_on::<F>(backend).chain(&data[..len / 2]);
                let other = hasher.clone();
                Update::update(&mut hasher, &data[len / 2..]);
                let mut reader = hasher.finalize_xof();
                let mut out = [0; 700];
                reader.read(&mut out[..len]);
                // The reader too can be cloned, at any place.
                let mut copy = reader.clone();
                reader.read(&mut out[len..]);
                assert_eq!(out[..], expected, "{what}");
                out[len..].fill(0);
                copy.read(&mut out[len..]);
                assert_eq!(out[..], expected, "{what}, cloned reader");
                other.chain(&data[len / 2..]).finalize_xof_into(&mut out);
                assert_eq!(out[..], expected, "{what}, cloned hasher");
            }
        }
    }
    each_fixed!(fixed);
    each_xof!(xof);

    for backend in backends() {
        let mut hasher = Hasher::with_backend(Algorithm::Sha3_512, backend).unwrap();
        hasher.update(b"one ");
        let copy = hasher.clone();
        hasher.update(b"two");
        let mut out = [[0; 64]; 2];
        hasher.finalize().read(&mut out[0]).unwrap();
        copy.finalize().read(&mut out[1]).unwrap();
        assert_eq!(out[0][..], expected(Algorithm::Sha3_512, b"one two", 56), "{backend}");
        assert_eq!(out[1][..], expected(Algorithm::Sha3_512, b"one ", 32), "{backend}");
    }
}

/// HMAC over the hasher, which has no block-level interface.
///
/// Source: NIST, Cryptographic Standards and Guidelines, Example Values, `HMAC_SHA3-256.pdf`; confirmed with Python
/// 3.11's `hmac` and `hashlib`.
#[test]
fn hmac_sha3_256() {
    use hmac::{KeyInit, Mac, SimpleHmac, SimpleHmacReset};
    let cases: [(u8, &[u8], &str); 4] = [
        (32, b"Sample message for keylen<blocklen", "4fe8e202c4f058e8dddc23d8c34e467343e23555e24fc2f025d598f558f67205"),
        (
            136,
            b"Sample message for keylen=blocklen",
            "68b94e2e538a9be4103bebb5aa016d47961d4d1aa906061313b557f8af2c3faa",
        ),
        (
            168,
            b"Sample message for keylen>blocklen",
            "9bcf2c238e235c3ce88404e813bd2f3a97185ac6f238c63d6229a00b07974258",
        ),
        // NIST prints the first 16 bytes of this one.
        (32, b"Sample message for keylen<blocklen, with truncated tag", "c8dc7148d8c1423aa549105dafdf9cad"),
    ];
    for (key_len, text, tag) in cases {
        let key: Vec<u8> = (0..key_len).collect();
        let mut mac = SimpleHmac::<lanesum::Sha3_256>::new_from_slice(&key).unwrap();
        Mac::update(&mut mac, text);
        assert_eq!(hex(&mac.finalize().into_bytes())[..tag.len()], *tag, "key of {key_len} bytes");

        let mut mac = SimpleHmacReset::<lanesum::Sha3_256>::new_from_slice(&key).unwrap();
        for _ in 0..2 {
            Mac::update(&mut mac, text);
            assert_eq!(hex(&mac.finalize_reset().into_bytes())[..tag.len()], *tag, "key of {key_len} bytes, again");
        }
    }
}

/// Messages for [`last_bits`]: any, and those whose last bits are all 0 or all 1, with which padding can be mistaken.
fn last_bit_messages(len: usize) -> [Vec<u8>; 3] {
    [message(len, 13), vec![0; len], vec![0xff; len]]
}

/// Last bits through the typed and the untyped hashers: every number of them, on every backend; more are refused.
#[test]
fn last_bits() {
    const TOO_MANY: [u32; 8] = [8, 9, 31, 32, 33, 255, 256, u32::MAX];
    /// What all ways to end the message put out.
    fn check<F: Function>(finish: impl Fn(Backend, &[u8], u8, u32) -> Vec<Vec<u8>>) {
        for len in lengths::<F>() {
            for data in last_bit_messages(len + 1) {
                for bits in 0..8 {
                    let expected = expected(F::ALGORITHM, &data, 8 * len + bits);
                    for backend in backends_of(F::ALGORITHM) {
                        let what = format!("{}, {backend}, {len} bytes and {bits} bits", F::ALGORITHM);
                        for out in finish(backend, &data[..len], data[len], bits as u32) {
                            assert_eq!(out, expected, "{what}");
                        }
                    }
                }
            }
        }
    }
    fn untyped(algorithm: Algorithm, backend: Backend, data: &[u8], last: u8, bits: u32) -> Vec<u8> {
        let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
        hasher.update(data);
        let mut out = vec![0; algorithm.digest_bits() / 8];
        hasher.finalize_with_last_bits(last, bits).unwrap().read(&mut out).unwrap();
        out
    }
    fn fixed<F: FixedFunction>() {
        check::<F>(|backend, data, last, bits| {
            let typed = fixed_on::<F>(backend).chain(data).finalize_with_last_bits(last, bits).unwrap();
            vec![typed.to_vec(), untyped(F::ALGORITHM, backend, data, last, bits)]
        });
        for backend in backends_of(F::ALGORITHM) {
            for bits in TOO_MANY {
                let error = fixed_on::<F>(backend).finalize_with_last_bits(0, bits).unwrap_err();
                assert_eq!(error, Error::PartialByte(bits));
                let hasher = Hasher::with_backend(F::ALGORITHM, backend).unwrap();
                assert_eq!(hasher.finalize_with_last_bits(0, bits).unwrap_err(), Error::PartialByte(bits));
            }
        }
    }
    fn xof<F: XofFunction>() {
        check::<F>(|backend, data, last, bits| {
            let mut typed = vec![0; F::ALGORITHM.digest_bits() / 8];
            xof_on::<F>(backend).chain(data).finalize_xof_with_last_bits(last, bits).unwrap().read(&mut typed);
            vec![typed, untyped(F::ALGORITHM, backend, data, last, bits)]
        });
        for backend in backends_of(F::ALGORITHM) {
            for bits in TOO_MANY {
                let error = xof_on::<F>(backend).finalize_xof_with_last_bits(0, bits).unwrap_err();
                assert_eq!(error, Error::PartialByte(bits));
            }
        }
    }
    each_fixed!(fixed);
    each_xof!(xof);
}
