//! One-shot functions: all inputs in one call, and the output.

use super::bits::BitStr;
use super::kmac::Kmac;
use super::length::{OutputBits, all_bits};
use super::{cshake, kmac, parallel_hash, tuple_hash};
use crate::Error;
use crate::strength::strengths::{Bits128, Bits256};
use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::Sponge;

macro_rules! cshake {
    ($($name:literal $bytes:ident $bits:ident $strength:ident;)*) => { $(
        #[doc = concat!("Fills `out` with ", $name, " output of `message` (SP 800-185, section 3).")]
        pub fn $bytes<'m, 'n, 'c>(
            message: impl Into<BitStr<'m>>,
            function: impl Into<BitStr<'n>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            cshake::all::<$strength>(message.into(), function.into(), customization.into()).finish_to(out);
        }

        #[doc = concat!("The first `bits` bits of ", $name, " output of `message`, the first bit of a byte lowest and spare")]
        /// high bits 0.
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $bits<'m, 'n, 'c>(
            message: impl Into<BitStr<'m>>,
            function: impl Into<BitStr<'n>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
            bits: u64,
        ) -> Result<(), Error> {
            let absorbed = cshake::all::<$strength>(message.into(), function.into(), customization.into());
            absorbed.finish().read_bits(out, bits)
        }
    )* };
}
cshake! {
    "cSHAKE128" cshake128 cshake128_bits Bits128;
    "cSHAKE256" cshake256 cshake256_bits Bits256;
}

macro_rules! kmac {
    ($($name:literal $xof_name:literal $bytes:ident $bits:ident $xof:ident $strength:ident;)*) => { $(
        #[doc = concat!("Fills `out` with the ", $name, " tag of `message`, which depends on its length (SP 800-185, section 4).")]
        /// To verify a tag, use [`Kmac`]: the time of a comparison with `==` reveals where the tags differ.
        pub fn $bytes<'k, 'm, 'c>(
            key: impl Into<BitStr<'k>>,
            message: impl Into<BitStr<'m>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            let length = all_bits(out);
            kmac::once::<$strength>(key.into(), message.into(), customization.into(), length, out);
        }

        #[doc = concat!("The ", $name, " tag of `message` of `bits` bits, the first bit of a byte lowest and spare high bits 0.")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $bits<'k, 'm, 'c>(
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

        #[doc = concat!("Fills `out` with ", $xof_name, " output of `message` (SP 800-185, section 4.3.1).")]
        pub fn $xof<'k, 'm, 'c>(
            key: impl Into<BitStr<'k>>,
            message: impl Into<BitStr<'m>>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            kmac::once::<$strength>(key.into(), message.into(), customization.into(), OutputBits::Arbitrary, out);
        }
    )* };
}
kmac! {
    "KMAC128" "KMACXOF128" kmac128 kmac128_bits kmacxof128 Bits128;
    "KMAC256" "KMACXOF256" kmac256 kmac256_bits kmacxof256 Bits256;
}

macro_rules! tuple_hash {
    ($($name:literal $xof_name:literal $bytes:ident $bits:ident $xof:ident $strength:ident;)*) => { $(
        #[doc = concat!("Fills `out` with the ", $name, " digest of a tuple, which depends on its length (SP 800-185, section 5).")]
        pub fn $bytes<'t, 'c, T: Into<BitStr<'t>>>(
            strings: impl IntoIterator<Item = T>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            tuple_hash::all::<$strength, T>(strings, customization.into(), all_bits(out)).finish_to(out);
        }

        #[doc = concat!("The ", $name, " digest of a tuple of `bits` bits, the first bit of a byte lowest and spare high bits 0.")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $bits<'t, 'c, T: Into<BitStr<'t>>>(
            strings: impl IntoIterator<Item = T>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
            bits: u64,
        ) -> Result<(), Error> {
            let length = OutputBits::Bits(bits.into());
            tuple_hash::all::<$strength, T>(strings, customization.into(), length).finish().read_bits(out, bits)
        }

        #[doc = concat!("Fills `out` with ", $xof_name, " output of a tuple (SP 800-185, section 5.3.1).")]
        pub fn $xof<'t, 'c, T: Into<BitStr<'t>>>(
            strings: impl IntoIterator<Item = T>,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) {
            tuple_hash::all::<$strength, T>(strings, customization.into(), OutputBits::Arbitrary).finish_to(out);
        }
    )* };
}
tuple_hash! {
    "`TupleHash128`" "`TupleHashXOF128`" tuplehash128 tuplehash128_bits tuplehashxof128 Bits128;
    "`TupleHash256`" "`TupleHashXOF256`" tuplehash256 tuplehash256_bits tuplehashxof256 Bits256;
}

macro_rules! parallel_hash {
    ($($name:literal $xof_name:literal $bytes:ident $bits:ident $xof:ident $strength:ident;)*) => { $(
        #[doc = concat!("Fills `out` with the ", $name, " digest of `message` in blocks of `block_bytes` bytes, which depends on its")]
        /// length (SP 800-185, section 6). Allocates nothing.
        ///
        /// # Errors
        /// [`Error::BlockSize`] for blocks of 0 bytes.
        pub fn $bytes<'m, 'c>(
            message: impl Into<BitStr<'m>>,
            block_bytes: u64,
            customization: impl Into<BitStr<'c>>,
            out: &mut [u8],
        ) -> Result<(), Error> {
            let length = all_bits(out);
            let finish = |root: &mut Sponge| root.finish_to(Tail::NONE, out);
            parallel_hash::all::<$strength, _>(message.into(), block_bytes, customization.into(), length, finish)
        }

        #[doc = concat!("The ", $name, " digest of `message` of `bits` bits, the first bit of a byte lowest and spare high bits 0.")]
        ///
        /// # Errors
        /// [`Error::BlockSize`] for blocks of 0 bytes, [`Error::TooFewBytes`] if `out` has fewer bits.
        pub fn $bits<'m, 'c>(
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

        #[doc = concat!("Fills `out` with ", $xof_name, " output of `message` (SP 800-185, section 6.3.1).")]
        ///
        /// # Errors
        /// [`Error::BlockSize`] for blocks of 0 bytes.
        pub fn $xof<'m, 'c>(
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
parallel_hash! {
    "`ParallelHash128`" "`ParallelHashXOF128`" parallelhash128 parallelhash128_bits parallelhashxof128 Bits128;
    "`ParallelHash256`" "`ParallelHashXOF256`" parallelhash256 parallelhash256_bits parallelhashxof256 Bits256;
}
