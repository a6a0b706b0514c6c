//! One-shot functions, made from the table of algorithms: a message in, a digest out.

use super::construction::Construction;
use super::typed::functions;
use crate::Error;
use crate::algorithm::for_each_algorithm;
use digest::typenum::{U16, U28, U32, U48, U64, Unsigned};
use lanesum_batch::md::chain::digest;
use lanesum_batch::tail::Tail;
#[cfg(feature = "blake")]
use lanesum_blake::compression as blake;
#[cfg(feature = "keccak")]
use {
    crate::hash::SpongeXof,
    lanesum_keccak::constructions::sponge::{Sponge, hash},
    lanesum_keccak::permutation::engines::best_one,
};

macro_rules! oneshots {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal ($source:literal $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        $( oneshots!(@$construction $output, $feature $family $variant $standard $digest $salt $start: $($oneshot)*); )*
    };
    // The functions of RFC 9861 take a domain or a customization string, and are with their types.
    (@Turbo $($rest:tt)*) => {};
    (@Tree $($rest:tt)*) => {};
    (@Derived $($rest:tt)*) => {};
    // Those of BLAKE2 have any length, and are with their types, as is that of BLAKE3.
    (@Blake2 $($rest:tt)*) => {};
    (@Blake3 $($rest:tt)*) => {};
    (@Sponge Fixed, $feature:tt $family:ident $variant:ident $name:literal $digest:ident $salt:ident $start:tt:
      $bytes:ident $bits:ident) => {
        #[doc = concat!("The ", $name, " digest of `message`.")]
        #[cfg(feature = $feature)]
        #[must_use]
        pub fn $bytes(message: &[u8]) -> [u8; $digest::USIZE] {
            let mut out = [0; $digest::USIZE];
            hash(oneshots!(@parameters $variant), best_one::<u64>(), message, Tail::NONE, &mut out);
            out
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte lowest (FIPS 202, section B.1).")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        #[cfg(feature = $feature)]
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $digest::USIZE], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            let mut out = [0; $digest::USIZE];
            hash(oneshots!(@parameters $variant), best_one::<u64>(), body, tail, &mut out);
            Ok(out)
        }
    };
    (@parameters $variant:ident) => {
        const {
            match crate::Algorithm::$variant.construction() {
                Construction::Sponge(parameters) => parameters,
                _ => unreachable!(),
            }
        }
    };
    (@Sponge Xof, $feature:tt $family:ident $variant:ident $name:literal $digest:ident $salt:ident $start:tt:
      $bytes:ident $bits:ident) => {
        #[doc = concat!("Fills `out` with ", $name, " output of `message`.")]
        #[cfg(feature = $feature)]
        pub fn $bytes(message: &[u8], out: &mut [u8]) {
            hash(functions::$variant::PARAMETERS, best_one::<u64>(), message, Tail::NONE, out);
        }

        #[doc = concat!("The first `out_bits` bits of ", $name, " output of the first `bits` bits of `message`, the first bit of a byte lowest (FIPS 202, section B.1)")]
        /// and spare high bits 0.
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` or `out` has fewer bits.
        #[cfg(feature = $feature)]
        pub fn $bits(message: &[u8], bits: u64, out: &mut [u8], out_bits: u64) -> Result<(), Error> {
            let (body, tail) = Tail::split(message, bits)?;
            let mut sponge = Sponge::here(functions::$variant::PARAMETERS);
            sponge.update(body);
            sponge.finish(tail).read_bits(out, out_bits)
        }
    };
    (@Sha2 Fixed, $feature:tt Sha256 $variant:ident $name:literal $digest:ident $salt:ident $start:ident: $($oneshot:ident)*) => {
        oneshots!(@chained $feature $name $digest (lanesum_sha2::functions::Words32) (lanesum_sha2::constants::$start): $($oneshot)*);
    };
    (@Sha2 Fixed, $feature:tt Sha512 $variant:ident $name:literal $digest:ident $salt:ident $start:ident: $($oneshot:ident)*) => {
        oneshots!(@chained $feature $name $digest (lanesum_sha2::functions::Words64) (lanesum_sha2::constants::$start): $($oneshot)*);
    };
    (@Blake Fixed, $feature:tt Blake256 $variant:ident $name:literal $digest:ident $salt:ident $start:ident:
      $bytes:ident $bits:ident $salted:ident) => {
        oneshots!(@chained $feature $name $digest (blake::Blake32) (blake::$start): $bytes $bits);
        oneshots!(@salted $feature $name $digest $salt (blake::Blake32) (blake::$start): $salted);
    };
    (@Blake Fixed, $feature:tt Blake512 $variant:ident $name:literal $digest:ident $salt:ident $start:ident:
      $bytes:ident $bits:ident $salted:ident) => {
        oneshots!(@chained $feature $name $digest (blake::Blake64) (blake::$start): $bytes $bits);
        oneshots!(@salted $feature $name $digest $salt (blake::Blake64) (blake::$start): $salted);
    };
    (@chained $feature:tt $name:literal $digest:ident ($compression:ty) ($start:path): $bytes:ident $bits:ident) => {
        #[doc = concat!("The ", $name, " digest of `message`.")]
        #[cfg(feature = $feature)]
        #[must_use]
        pub fn $bytes(message: &[u8]) -> [u8; $digest::USIZE] {
            digest::<$compression, { $digest::USIZE }>(&$start, message, Tail::NONE)
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte highest (FIPS 180-4, section 3.1).")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        #[cfg(feature = $feature)]
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $digest::USIZE], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            Ok(digest::<$compression, { $digest::USIZE }>(&$start, body, tail))
        }
    };
    (@salted $feature:tt $name:literal $digest:ident $salt:ident ($compression:ty) ($start:path): $salted:ident) => {
        #[doc = concat!("The ", $name, " digest of `message` with a salt of four big-endian words. A salt of zeroes means no salt.")]
        #[cfg(feature = $feature)]
        #[must_use]
        pub fn $salted(salt: &[u8; $salt::USIZE], message: &[u8]) -> [u8; $digest::USIZE] {
            digest::<$compression, { $digest::USIZE }>(&$start.salted(salt), message, Tail::NONE)
        }
    };
}
for_each_algorithm!(oneshots);
