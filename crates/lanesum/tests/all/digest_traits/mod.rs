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

#[cfg(feature = "std")]
mod with_std;

use digest::array::typenum::Unsigned;
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::{CollisionResistance, Digest, HashMarker, OutputSizeUser};
use lanesum::{Algorithm, Backend, FixedFunction, FixedHash, Function, Hasher, Xof, XofFunction, functions};
use support::{backends_of, expected, message, name_by_trait};

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
