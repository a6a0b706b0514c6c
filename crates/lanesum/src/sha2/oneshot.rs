//! One-shot functions: a message in, a digest out.

use super::constants;
use super::size::{Words32, Words64};
use crate::md::chain::digest;
use crate::md::engine::Kernels;
use crate::md::plan;
use crate::md::size::Size;
use crate::tail::Tail;
use crate::{Backend, Error};

macro_rules! fixed {
    ($($name:literal $section:literal $bytes:ident $bits:ident $size:ident $initial:ident $len:literal;)*) => { $(
        #[doc = concat!("The ", $name, " digest of `message` (FIPS 180-4, section ", $section, ").")]
        pub fn $bytes(message: &[u8]) -> [u8; $len] {
            digest::<$size, $len>(&constants::$initial, message, Tail::NONE)
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte highest (FIPS 180-4, sections 3.1 and ", $section, ").")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $len], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            Ok(digest::<$size, $len>(&constants::$initial, body, tail))
        }
    )* };
}
fixed! {
    "SHA-224" "6.3" sha224 sha224_bits Words32 SHA_224 28;
    "SHA-256" "6.2" sha256 sha256_bits Words32 SHA_256 32;
    "SHA-384" "6.5" sha384 sha384_bits Words64 SHA_384 48;
    "SHA-512" "6.4" sha512 sha512_bits Words64 SHA_512 64;
    "SHA-512/224" "6.6" sha512_224 sha512_224_bits Words64 SHA_512_224 28;
    "SHA-512/256" "6.7" sha512_256 sha512_256_bits Words64 SHA_512_256 32;
}

macro_rules! compress {
    ($($name:ident $size:ident $word:ident $block:literal $section:literal;)*) => { $(
        #[doc = concat!("Applies the compression function with words of ", stringify!($word), " to the chaining value `state` and each block in turn (FIPS 180-4, section ", $section, "). No padding, no length: what is not a whole number of blocks is the caller's.")]
        ///
        /// On `backend`, or without one on the best here.
        ///
        /// # Errors
        /// [`Error::BackendUnavailable`] where the machine lacks the backend, [`Error::NoForm`] where there is none of that name.
        pub fn $name(backend: Option<Backend>, state: &mut [$word; 8], blocks: &[[u8; $block]]) -> Result<(), Error> {
            let engine = plan::engine_of::<$size>(backend)?;
            <$size as Size>::Engine::compress(engine, state, blocks.as_flattened());
            Ok(())
        }
    )* };
}
compress! {
    sha256_compress Words32 u32 64 "6.2.2";
    sha512_compress Words64 u64 128 "6.4.2";
}
