//! The traits of the crate `digest` 0.11 and of `std::io`, and the one-shot functions: what they promise, for every
//! function and on every backend.

use crate::support;

/// Calls a function for each of these types.
macro_rules! each_fixed {
    ($check:ident $(, $argument:expr)?) => {
        with_fixed!(call_each $check ($($argument)?));
        $check::<functions::Blake2b>($($argument)?);
        $check::<functions::Blake2s>($($argument)?);
        $check::<functions::Blake2bp>($($argument)?);
        $check::<functions::Blake2sp>($($argument)?);
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

mod state;
#[cfg(feature = "std")]
mod with_std;

use digest::array::typenum::Unsigned;
use digest::common::hazmat::SerializableState;
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::{
    CollisionResistance, Digest, ExtendableOutput, ExtendableOutputReset, FixedOutput, HashMarker, OutputSizeUser,
    Update, XofReader,
};
use lanesum::{Algorithm, Backend, FixedFunction, FixedHash, Function, Hasher, Xof, XofFunction, functions};
use support::{backends_of, expected, expected_output, hex, message, name_by_trait};

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
        // TurboSHAKE, KT128, KT256 and BLAKE3 have types of their own.
        let is_xof = algorithm.is_xof() && !algorithm.takes_whole_bytes();
        assert_eq!(xofs.contains(&algorithm), is_xof, "{algorithm}");
    }
    assert_eq!(fixed.len() + xofs.len() + 5, Algorithm::PLAIN.len());
}

fn fixed_on<F: FixedFunction>(backend: Backend) -> FixedHash<F> {
    FixedHash::with_backend(backend).unwrap()
}

fn xof_on<F: XofFunction>(backend: Backend) -> Xof<F> {
    Xof::with_backend(backend).unwrap()
}

/// `Digest`, which other crates know. (`ways` has what it calls.)
fn digest<F: FixedFunction>() {
    type D<F> = FixedHash<F>;
    let data = message(500, 1);
    let (head, tail) = data.split_at(100);
    let expected = expected(F::ALGORITHM, &data, 8 * data.len());
    assert_eq!(D::<F>::digest(&data)[..], expected, "{}", F::ALGORITHM);
    let mut hasher = D::<F>::new_with_prefix(head).chain_update(tail);
    let mut out = digest::Output::<FixedHash<F>>::default();
    Digest::finalize_into(hasher.clone(), &mut out);
    assert_eq!(out[..], expected);
    Digest::finalize_into_reset(&mut hasher, &mut out);
    assert_eq!(out[..], expected);
    assert_eq!(hasher.chain_update(&data).finalize()[..], expected, "as new");
}

#[test]
fn digest_of_fixed_length() {
    each_fixed!(digest);
}

fn constants<T: AlgorithmName + BlockSizeUser + CollisionResistance + HashMarker>() -> (String, usize, usize) {
    (name_by_trait::<T>(), T::block_size(), T::CollisionResistance::USIZE)
}

/// Name, block, digest and collision resistance in bytes: FIPS 202, tables 3 and 4, SHAKE's resistance being that of outputs long enough;
/// FIPS 180-4, figure 1. The types and [`Algorithm`] say the same.
#[test]
fn names_and_sizes() {
    const SIZES: [(&str, usize, usize, usize); 21] = [
        ("SHA3-224", 144, 28, 14),
        ("SHA3-256", 136, 32, 16),
        ("SHA3-384", 104, 48, 24),
        ("SHA3-512", 72, 64, 32),
        ("Keccak-256", 136, 32, 16),
        ("SHA-224", 64, 28, 14),
        ("SHA-256", 64, 32, 16),
        ("SHA-384", 128, 48, 24),
        ("SHA-512", 128, 64, 32),
        ("SHA-512/224", 128, 28, 14),
        ("SHA-512/256", 128, 32, 16),
        ("BLAKE-224", 64, 28, 14),
        ("BLAKE-256", 64, 32, 16),
        ("BLAKE-384", 128, 48, 24),
        ("BLAKE-512", 128, 64, 32),
        ("BLAKE2b", 128, 64, 32),
        ("BLAKE2s", 64, 32, 16),
        ("BLAKE2bp", 128, 64, 32),
        ("BLAKE2sp", 64, 32, 16),
        ("SHAKE128", 168, 32, 16),
        ("SHAKE256", 136, 64, 32),
    ];
    fn check(algorithm: Algorithm, (name, block, resistance): (String, usize, usize)) {
        let of_algorithm =
            (algorithm.standard_name(), algorithm.block_bytes(), algorithm.digest_bits() / 8, resistance);
        let found = SIZES.into_iter().find(|row| row.0 == name);
        assert_eq!(found, Some(of_algorithm));
        assert_eq!(block, algorithm.block_bytes());
    }
    fn fixed<F: FixedFunction>() {
        check(F::ALGORITHM, constants::<FixedHash<F>>());
        let bytes = F::ALGORITHM.digest_bits() / 8;
        assert_eq!(<FixedHash<F> as Digest>::output_size(), bytes);
        assert_eq!(<FixedHash<F> as OutputSizeUser>::OutputSize::USIZE, bytes);
    }
    fn xof<F: XofFunction>() {
        check(F::ALGORITHM, constants::<Xof<F>>());
    }
    each_fixed!(fixed);
    each_xof!(xof);
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
