//! One-shot functions: all inputs in one call, and the output.

use super::bits::BitStr;
use super::kmac::Kmac;
use super::length::{OutputBits, all_bits};
use super::{cshake, kmac, parallel_hash, tuple_hash};
use crate::Error;
use crate::strength::strengths::{Bits128, Bits256};
use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::Sponge;

/// The functions of a strength.
macro_rules! one_shots {
    ($($bits:literal $strength:ident: $cshake:ident $cshake_bits:ident, $kmac:ident $kmac_bits:ident $kmacxof:ident,
        $tuplehash:ident $tuplehash_bits:ident $tuplehashxof:ident, $parallelhash:ident $parallelhash_bits:ident $parallelhashxof:ident;)*) => { $(
        #[doc = concat!("Fills `out` with cSHAKE", $bits, " output of `message` (SP 800-185, section 3).")]
        pub fn $cshake<'m, 'n, 'c>(
            message: impl Into<BitStr<'m>>,
            function: impl Into<BitStr<'n>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            cshake::all::<$strength>(message.into(), function.into(), customization.into()).finish_to(out);
        }

        #[doc = concat!("The first `bits` bits of cSHAKE", $bits, " output of `message`, the first bit of a byte lowest and spare")]
        /// high bits 0.
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $cshake_bits<'m, 'n, 'c>(
            message: impl Into<BitStr<'m>>,
            function: impl Into<BitStr<'n>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
            bits: u64,
        ) -> Result<(), Error> {
            let absorbed = cshake::all::<$strength>(message.into(), function.into(), customization.into());
            absorbed.finish().read_bits(out, bits)
        }

        #[doc = concat!("Fills `out` with the KMAC", $bits, " tag of `message`, which depends on its length (SP 800-185, section 4).")]
        /// To verify a tag, use [`Kmac`]: the time of a comparison with `==` reveals where the tags differ.
        pub fn $kmac<'k, 'm, 'c>(
            key: impl Into<BitStr<'k>>,
            message: impl Into<BitStr<'m>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            let length = all_bits(out);
            kmac::once::<$strength>(key.into(), message.into(), customization.into(), length, out);
        }

        #[doc = concat!("The KMAC", $bits, " tag of `message` of `bits` bits, the first bit of a byte lowest and spare high bits 0.")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $kmac_bits<'k, 'm, 'c>(
            key: impl Into<BitStr<'k>>,
            message: impl Into<BitStr<'m>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
            bits: u64,
        ) -> Result<(), Error> {
            let mut mac = Kmac::<$strength>::with_customization(key, customization);
            mac.update_bits(message);
            mac.finalize_bits_to(out, bits)
        }

        #[doc = concat!("Fills `out` with KMACXOF", $bits, " output of `message` (SP 800-185, section 4.3.1).")]
        pub fn $kmacxof<'k, 'm, 'c>(
            key: impl Into<BitStr<'k>>,
            message: impl Into<BitStr<'m>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            kmac::once::<$strength>(key.into(), message.into(), customization.into(), OutputBits::Arbitrary, out);
        }

        #[doc = concat!("Fills `out` with the `TupleHash", $bits, "` digest of a tuple, which depends on its length (SP 800-185, section 5).")]
        pub fn $tuplehash<'t, 'c, T: Into<BitStr<'t>>>(
            strings: impl IntoIterator<Item = T>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            tuple_hash::all::<$strength, T>(strings, customization.into(), all_bits(out)).finish_to(out);
        }

        #[doc = concat!("The `TupleHash", $bits, "` digest of a tuple of `bits` bits, the first bit of a byte lowest and spare high bits 0.")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $tuplehash_bits<'t, 'c, T: Into<BitStr<'t>>>(
            strings: impl IntoIterator<Item = T>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
            bits: u64,
        ) -> Result<(), Error> {
            let length = OutputBits::Bits(bits.into());
            tuple_hash::all::<$strength, T>(strings, customization.into(), length).finish().read_bits(out, bits)
        }

        #[doc = concat!("Fills `out` with `TupleHashXOF", $bits, "` output of a tuple (SP 800-185, section 5.3.1).")]
        pub fn $tuplehashxof<'t, 'c, T: Into<BitStr<'t>>>(
            strings: impl IntoIterator<Item = T>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            tuple_hash::all::<$strength, T>(strings, customization.into(), OutputBits::Arbitrary).finish_to(out);
        }

        #[doc = concat!("Fills `out` with the `ParallelHash", $bits, "` digest of `message` in blocks of `block_bytes` bytes, which depends on its")]
        /// length (SP 800-185, section 6). Allocates nothing.
        ///
        /// # Errors
        /// [`Error::BlockSize`] for blocks of 0 bytes.
        pub fn $parallelhash<'m, 'c>(
            message: impl Into<BitStr<'m>>,
            block_bytes: u64,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) -> Result<(), Error> {
            let length = all_bits(out);
            let finish = |root: &mut Sponge| root.finish_to(Tail::NONE, out);
            parallel_hash::all::<$strength, _>(message.into(), block_bytes, customization.into(), length, finish)
        }

        #[doc = concat!("The `ParallelHash", $bits, "` digest of `message` of `bits` bits, the first bit of a byte lowest and spare high bits 0.")]
        ///
        /// # Errors
        /// [`Error::BlockSize`] for blocks of 0 bytes, [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $parallelhash_bits<'m, 'c>(
            message: impl Into<BitStr<'m>>,
            block_bytes: u64,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
            bits: u64,
        ) -> Result<(), Error> {
            let length = OutputBits::Bits(bits.into());
            let finish = |root: &mut Sponge| root.finish_in_place(Tail::NONE).read_bits(out, bits);
            parallel_hash::all::<$strength, _>(message.into(), block_bytes, customization.into(), length, finish)?
        }

        #[doc = concat!("Fills `out` with `ParallelHashXOF", $bits, "` output of `message` (SP 800-185, section 6.3.1).")]
        ///
        /// # Errors
        /// [`Error::BlockSize`] for blocks of 0 bytes.
        pub fn $parallelhashxof<'m, 'c>(
            message: impl Into<BitStr<'m>>,
            block_bytes: u64,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) -> Result<(), Error> {
            let length = OutputBits::Arbitrary;
            let finish = |root: &mut Sponge| root.finish_to(Tail::NONE, out);
            parallel_hash::all::<$strength, _>(message.into(), block_bytes, customization.into(), length, finish)
        }
    )* };
}
one_shots! {
    "128" Bits128: cshake128 cshake128_bits, kmac128 kmac128_bits kmacxof128,
        tuplehash128 tuplehash128_bits tuplehashxof128, parallelhash128 parallelhash128_bits parallelhashxof128;
    "256" Bits256: cshake256 cshake256_bits, kmac256 kmac256_bits kmacxof256,
        tuplehash256 tuplehash256_bits tuplehashxof256, parallelhash256 parallelhash256_bits parallelhashxof256;
}
