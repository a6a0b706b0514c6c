//! One-shot functions: a message in, a digest out; and the compression functions over whole blocks.

use super::engine::{self, TWO};
use super::size::{self, Blake32, Blake64};
use super::words::STATE;
use crate::md::chain::digest;
use crate::md::engine::Kernels;
use crate::md::plan;
use crate::md::size::Size;
use crate::tail::Tail;
use crate::{Backend, Error};

macro_rules! fixed {
    ($($name:literal $bytes:ident $bits:ident $salted:ident $size:ident $start:ident $len:literal $salt:literal;)*) => { $(
        #[doc = concat!("The ", $name, " digest of `message` (\"SHA-3 proposal BLAKE\", version 1.3, 2010), without a salt.")]
        pub fn $bytes(message: &[u8]) -> [u8; $len] {
            digest::<$size, $len>(&size::$start, message, Tail::NONE)
        }

        #[doc = concat!("The ", $name, " digest of the first `bits` bits of `message`, the first bit of a byte highest, without a salt.")]
        ///
        /// # Errors
        /// [`Error::TooFewBytes`] if `message` has fewer.
        pub fn $bits(message: &[u8], bits: u64) -> Result<[u8; $len], Error> {
            let (body, tail) = Tail::split(message, bits)?;
            Ok(digest::<$size, $len>(&size::$start, body, tail))
        }

        #[doc = concat!("The ", $name, " digest of `message` with a salt: four big-endian words. One of zeroes is none.")]
        pub fn $salted(salt: &[u8; $salt], message: &[u8]) -> [u8; $len] {
            digest::<$size, $len>(&size::$start.salted(salt), message, Tail::NONE)
        }
    )* };
}
fixed! {
    "BLAKE-224" blake224 blake224_bits blake224_salted Blake32 BLAKE_224 28 16;
    "BLAKE-256" blake256 blake256_bits blake256_salted Blake32 BLAKE_256 32 16;
    "BLAKE-384" blake384 blake384_bits blake384_salted Blake64 BLAKE_384 48 32;
    "BLAKE-512" blake512 blake512_bits blake512_salted Blake64 BLAKE_512 64 32;
}

/// What BLAKE's compression functions go on from: words of 32 bits for BLAKE-256, of 64 for BLAKE-512.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlakeChain<W> {
    /// The chaining value.
    pub value: [W; 8],
    /// The salt.
    pub salt: [W; 4],
    /// The number of bits hashed so far, its low word first. Each block adds its length before it is hashed, modulo 2^64 or 2^128:
    /// for a block with padding, set it to what makes the sum right.
    pub counter: [W; 2],
}

macro_rules! compress {
    ($($name:ident $size:ident $word:ident $block:literal;)*) => { $(
        impl BlakeChain<$word> {
            fn state(&self) -> [$word; STATE] {
                let mut state = [0; STATE];
                state[..8].copy_from_slice(&self.value);
                state[8..12].copy_from_slice(&self.salt);
                state[12..].copy_from_slice(&self.counter);
                state
            }

            fn take(&mut self, state: &[$word; STATE]) {
                self.value.copy_from_slice(&state[..8]);
                self.counter.copy_from_slice(&state[12..]);
            }
        }

        #[doc = concat!("Applies BLAKE's compression function with words of ", stringify!($word), " to each block in turn (\"SHA-3 proposal BLAKE\", version 1.3, 2010). No padding, no length: what is not a whole number of blocks is the caller's.")]
        ///
        /// On `backend`, or without one on the best here.
        ///
        /// # Errors
        /// [`Error::BackendUnavailable`] where the machine lacks the backend, [`Error::NoForm`] where there is none of that name.
        pub fn $name(
            backend: Option<Backend>,
            chain: &mut BlakeChain<$word>,
            blocks: &[[u8; $block]],
        ) -> Result<(), Error> {
            let engine = plan::engine_of::<$size>(backend)?;
            let mut state = chain.state();
            <$size as Size>::Engine::compress(engine, &mut state, blocks.as_flattened());
            chain.take(&state);
            Ok(())
        }
    )* };
}
compress! {
    blake256_compress Blake32 u32 64;
    blake512_compress Blake64 u64 128;
}

/// [`blake256_compress`] for two messages at once, for tree modes: their rows lie side by side in registers of 256 bits (Neves and
/// Aumasson, "BLAKE and 256-bit advanced vector extensions", 2012, slides 21 and 23). On `avx2` or `avx512vl`, without a
/// backend on the better one that there is.
///
/// # Errors
/// [`Error::BackendUnavailable`], [`Error::NoForm`]; [`Error::Length`] if the messages have not the same number of blocks.
pub fn blake256_compress_two(
    backend: Option<Backend>,
    chains: [&mut BlakeChain<u32>; 2],
    blocks: [&[[u8; 64]]; 2],
) -> Result<(), Error> {
    if blocks[0].len() != blocks[1].len() {
        return Err(Error::Length { expected: blocks[0].len(), got: blocks[1].len() });
    }
    let best = || TWO.iter().rev().copied().find(|backend| backend.is_available());
    let backend = backend.or_else(best).unwrap_or(TWO[0]);
    let [first, second] = chains;
    let mut states = [first.state(), second.state()];
    let [one, two] = &mut states;
    engine::two(backend, [one, two], blocks.map(<[[u8; 64]]>::as_flattened))?;
    first.take(&states[0]);
    second.take(&states[1]);
    Ok(())
}
