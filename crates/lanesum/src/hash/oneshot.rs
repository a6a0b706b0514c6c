//! One-shot functions, made from the table of algorithms: a message in, a digest out.
//!
//! They are inline for the size of programs: the object file that they would be in needs all others of this crate, whose tables for unwinding
//! (6 kB) the linker keeps, even though it drops their functions.

use super::construction::Construction;
use crate::Error;
use crate::algorithm::for_each_algorithm;
use crate::prelude::*;
use digest::typenum::{U16, U28, U32, U48, U64, Unsigned};
use lanesum_batch::md::chain::digest;
use lanesum_batch::tail::Tail;

macro_rules! oneshots {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal ($source:literal $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        $( oneshots!(@$construction $output, (#[cfg(feature = $feature)]) $family $variant $standard $digest $salt $start: $($oneshot)*); )*
    };
    // The functions of RFC 9861 take a domain or a customization string, and are with their types.
    (@Turbo $($rest:tt)*) => {};
    (@Tree $($rest:tt)*) => {};
    (@Derived $($rest:tt)*) => {};
    // Those of BLAKE2 have any length, and are with their types, as is that of BLAKE3.
    (@Blake2 $($rest:tt)*) => {};
    (@Blake3 $($rest:tt)*) => {};
    (@Sponge Fixed, ($(#[$built:meta])*) $family:ident $variant:ident $name:literal $digest:ident $salt:ident $start:tt:
      $bytes:ident $bits:ident) => {
        #[doc = concat!("The ", $name, " digest of `message`.")]
        $(#[$built])*
        #[must_use]
        #[inline]
        pub fn $bytes(message: &[u8]) -> [u8; $digest::USIZE] {
            let mut out = [0; $digest::USIZE];
            sponge::hash(oneshots!(@parameters $variant), best_one_state::<u64>(), message, Tail::NONE, &mut out);
            out
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte lowest (FIPS 202, section B.1).")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        $(#[$built])*
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $digest::USIZE], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            let mut out = [0; $digest::USIZE];
            sponge::hash(oneshots!(@parameters $variant), best_one_state::<u64>(), body, tail, &mut out);
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
    (@Sponge Xof, ($(#[$built:meta])*) $family:ident $variant:ident $name:literal $digest:ident $salt:ident $start:tt:
      $bytes:ident $bits:ident) => {
        #[doc = concat!("Fills `out` with ", $name, " output of `message`.")]
        $(#[$built])*
        #[inline]
        pub fn $bytes(message: &[u8], out: &mut [u8]) {
            sponge::hash(oneshots!(@parameters $variant), best_one_state::<u64>(), message, Tail::NONE, out);
        }

        #[doc = concat!("The first `out_bits` bits of ", $name, " output of the first `bits` bits of `message`, the first bit of a byte lowest (FIPS 202, section B.1)")]
        /// and spare high bits 0.
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` or `out` has fewer bits.
        $(#[$built])*
        pub fn $bits(message: &[u8], bits: u64, out: &mut [u8], out_bits: u64) -> Result<(), Error> {
            let (body, tail) = Tail::split(message, bits)?;
            let mut sponge = Sponge::here(oneshots!(@parameters $variant));
            sponge.update(body);
            sponge.finish(tail).read_bits(out, out_bits)
        }
    };
    (@Sha2 Fixed, ($(#[$built:meta])*) Sha256 $variant:ident $name:literal $digest:ident $salt:ident $start:ident: $($oneshot:ident)*) => {
        oneshots!(@chained ($(#[$built])*) $name $digest (Words32) (sha2::$start): $($oneshot)*);
    };
    (@Sha2 Fixed, ($(#[$built:meta])*) Sha512 $variant:ident $name:literal $digest:ident $salt:ident $start:ident: $($oneshot:ident)*) => {
        oneshots!(@chained ($(#[$built])*) $name $digest (Words64) (sha2::$start): $($oneshot)*);
    };
    (@Blake Fixed, ($(#[$built:meta])*) Blake256 $variant:ident $name:literal $digest:ident $salt:ident $start:ident:
      $bytes:ident $bits:ident $salted:ident) => {
        oneshots!(@chained ($(#[$built])*) $name $digest (Blake32) (blake::$start): $bytes $bits);
        oneshots!(@salted ($(#[$built])*) $name $digest $salt (Blake32) (blake::$start): $salted);
    };
    (@Blake Fixed, ($(#[$built:meta])*) Blake512 $variant:ident $name:literal $digest:ident $salt:ident $start:ident:
      $bytes:ident $bits:ident $salted:ident) => {
        oneshots!(@chained ($(#[$built])*) $name $digest (Blake64) (blake::$start): $bytes $bits);
        oneshots!(@salted ($(#[$built])*) $name $digest $salt (Blake64) (blake::$start): $salted);
    };
    (@chained ($(#[$built:meta])*) $name:literal $digest:ident ($compression:ty) ($start:path): $bytes:ident $bits:ident) => {
        #[doc = concat!("The ", $name, " digest of `message`.")]
        $(#[$built])*
        #[must_use]
        #[inline]
        pub fn $bytes(message: &[u8]) -> [u8; $digest::USIZE] {
            digest::<$compression, { $digest::USIZE }>(&$start, message, Tail::NONE)
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte highest (FIPS 180-4, section 3.1).")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        $(#[$built])*
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $digest::USIZE], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            Ok(digest::<$compression, { $digest::USIZE }>(&$start, body, tail))
        }
    };
    (@salted ($(#[$built:meta])*) $name:literal $digest:ident $salt:ident ($compression:ty) ($start:path): $salted:ident) => {
        #[doc = concat!("The ", $name, " digest of `message` with a salt of four big-endian words. A salt of zeroes means no salt.")]
        $(#[$built])*
        #[must_use]
        #[inline]
        pub fn $salted(salt: &[u8; $salt::USIZE], message: &[u8]) -> [u8; $digest::USIZE] {
            digest::<$compression, { $digest::USIZE }>(&$start.salted(salt), message, Tail::NONE)
        }
    };
}
for_each_algorithm!(oneshots);
