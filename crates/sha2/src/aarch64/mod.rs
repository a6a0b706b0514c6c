//! SHA-256 and SHA-512 of one message, in general registers, in assembler. `sha2.s` says which register holds what. These instructions need
//! no token: every aarch64 processor has them.

use crate::constants::{K_256, K_512};
use crate::forms::Wordwise;
use core::arch::naked_asm;
use lanes::aarch64::Neon;
use lanes::{Portable, Rows};
use lanesum_batch::md::compression::CompressOne;

macro_rules! by_hand {
    ($($function:ident by $code:ident $doc:literal $word:ty, $block:literal, $rounds:literal;)*) => { $(
        #[doc = $doc]
        ///
        /// # Panics
        /// Without [`Neon::READS_WORDS`].
        pub fn $function(state: &mut [$word; 8], row: &Rows<'_, 1>, constants: &[$word; $rounds]) {
            assert!(Neon::READS_WORDS, "the code reads little-endian words at any address");
            let blocks = row.len() / $block;
            if blocks == 0 {
                return;
            }
            let [data] = row.at(0, $block * blocks);
            // SAFETY: `at` has checked the bytes of all blocks; the arrays have these lengths; words can be read at any address.
            unsafe { $code(state.as_mut_ptr(), data, blocks, constants.as_ptr()) };
        }
    )* };
}

by_hand! {
    sha256 by code_256 "Applies the compression function of SHA-256 to all whole blocks of the row; `constants` are K." u32, 64, 64;
    sha512 by code_512 "Applies the compression function of SHA-512 to all whole blocks of the row; `constants` are K." u64, 128, 80;
}

/// Applies the compression function of SHA-256 to `blocks` blocks.
///
/// # Safety
/// `state` is eight words; `data` has as many bytes as the blocks; `blocks` is not 0; `constants` are K, 64 words; the byte order is
/// little-endian.
#[unsafe(naked)]
unsafe extern "C" fn code_256(state: *mut u32, data: *const u8, blocks: usize, constants: *const u32) {
    naked_asm!(include_str!("frame.s"), include_str!("sha256.s"), include_str!("sha2.s"), options(raw))
}

/// Applies the compression function of SHA-512 to `blocks` blocks.
///
/// # Safety
/// `state` is eight words; `data` has as many bytes as the blocks; `blocks` is not 0; `constants` are K, 80 words; the byte order is
/// little-endian.
#[unsafe(naked)]
unsafe extern "C" fn code_512(state: *mut u64, data: *const u8, blocks: usize, constants: *const u64) {
    naked_asm!(include_str!("frame.s"), include_str!("sha512.s"), include_str!("sha2.s"), options(raw))
}

/// One message in general registers, scheduled by hand.
pub struct InWords;

impl CompressOne<Neon, [u32; 8]> for InWords {
    fn compress(_: Neon, state: &mut [u32; 8], data: &[u8]) {
        if !Neon::READS_WORDS {
            return Wordwise::compress(Portable, state, data);
        }
        sha256(state, &Rows::new(&[data]), &K_256);
    }
}

impl CompressOne<Neon, [u64; 8]> for InWords {
    fn compress(_: Neon, state: &mut [u64; 8], data: &[u8]) {
        if !Neon::READS_WORDS {
            return Wordwise::compress(Portable, state, data);
        }
        sha512(state, &Rows::new(&[data]), &K_512);
    }
}
