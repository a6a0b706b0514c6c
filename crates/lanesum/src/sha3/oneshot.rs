//! One-shot functions: a message in, a digest out.

use crate::hash::sealed::SpongeFunction;
use crate::keccak::order::Here;
use crate::keccak::sponge::Sponge;
use crate::tail::Tail;
use crate::{Error, functions};

#[inline]
fn absorb<F: SpongeFunction>(body: &[u8]) -> Sponge {
    let mut sponge = Sponge::new(F::PARAMETERS, Here::plan().engine(1));
    sponge.update(body);
    sponge
}

macro_rules! fixed {
    ($($name:literal $bytes:ident $bits:ident $algorithm:ident $len:literal;)*) => { $(
        #[doc = concat!("The ", $name, " digest of `message`.")]
        pub fn $bytes(message: &[u8]) -> [u8; $len] {
            let mut out = [0; $len];
            absorb::<functions::$algorithm>(message).finish_into(Tail::default(), &mut out);
            out
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte lowest.")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $len], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            let mut out = [0; $len];
            absorb::<functions::$algorithm>(body).finish_into(tail, &mut out);
            Ok(out)
        }
    )* };
}
fixed! {
    "SHA3-224" sha3_224 sha3_224_bits Sha3_224 28;
    "SHA3-256" sha3_256 sha3_256_bits Sha3_256 32;
    "SHA3-384" sha3_384 sha3_384_bits Sha3_384 48;
    "SHA3-512" sha3_512 sha3_512_bits Sha3_512 64;
    "Keccak-256 (padding from before the standard)" keccak256 keccak256_bits Keccak256 32;
}

macro_rules! xof {
    ($($name:literal $bytes:ident $bits:ident $algorithm:ident;)*) => { $(
        #[doc = concat!("Fills `out` with ", $name, " output of `message`.")]
        pub fn $bytes(message: &[u8], out: &mut [u8]) {
            absorb::<functions::$algorithm>(message).finish_into(Tail::default(), out);
        }

        #[doc = concat!("The first `out_bits` bits of ", $name, " output of the first `bits` bits of `message`, the first bit of a byte lowest")]
        /// and spare high bits 0.
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` or `out` has fewer bits.
        pub fn $bits(message: &[u8], bits: u64, out: &mut [u8], out_bits: u64) -> Result<(), Error> {
            let (body, tail) = Tail::split(message, bits)?;
            absorb::<functions::$algorithm>(body).finish(tail).read_bits(out, out_bits)
        }
    )* };
}
xof! {
    "SHAKE128" shake128 shake128_bits Shake128;
    "SHAKE256" shake256 shake256_bits Shake256;
}
