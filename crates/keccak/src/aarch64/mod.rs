//! Keccak-p\[1600\] on one state in memory, in general registers, in assembler. `one.s` says which register holds what. These instructions
//! need no token: every aarch64 processor has them.

use crate::permutation::forms::{ByHand, OneForm};
use crate::permutation::rounds::Pairs;
use core::arch::naked_asm;
use lanes::aarch64::Neon;
use lanes::{Element, Rows};
use lanesum_batch::engine::{Form, Shared};

impl<const B: usize> OneForm<u64> for Form<Neon, ByHand, B>
where
    Self: Shared,
{
    fn absorb(&self, words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
        absorb_one(words, &Rows::new(&[data]), lanes, blocks, constants);
    }

    fn permute(&self, words: &mut [u64; 25], constants: Pairs<u64>) {
        permute_one(words, constants);
    }
}

/// Does the rounds with these constants, an even number.
///
/// # Panics
/// Without a pair of constants.
pub fn permute_one(state: &mut [u64; 25], constants: &[[u64; 2]]) {
    // SAFETY: no block is read, since a block has no words.
    unsafe { absorb(state, core::ptr::null(), 1, 0, constants) }
}

/// Absorbs the first `blocks` blocks of `lanes` words, 1 to 25, of the row, and permutes after each.
///
/// # Panics
/// For another number of words, if the row has fewer blocks, or without a pair of constants.
pub fn absorb_one(state: &mut [u64; 25], row: &Rows<'_, 1>, lanes: usize, blocks: usize, constants: &[[u64; 2]]) {
    assert!((1..=25).contains(&lanes), "a block has 1 to 25 words");
    if blocks == 0 {
        return;
    }
    // Saturates: no row is that long.
    let bytes = u64::LEN * lanes;
    let [start] = row.at(0, bytes.saturating_mul(blocks));
    if Neon::READS_WORDS && matches!(lanes, 9 | 13 | 17 | 18 | 21 | 25) {
        // SAFETY: `at` has checked the bytes of all blocks; the code knows this block length.
        return unsafe { absorb(state, start, blocks, lanes, constants) };
    }
    for block in 0..blocks {
        let block = row.part(bytes * block, bytes).row(0);
        for (word, data) in state.iter_mut().zip(block.chunks_exact(u64::LEN)) {
            *word ^= u64::read(data);
        }
        permute_one(state, constants);
    }
}

/// # Safety
/// `row` is readable for as many words as `lanes` times `blocks`; `blocks` is not 0; `lanes` is 0 or, with [`Neon::READS_WORDS`], a block
/// length that the code knows.
unsafe fn absorb(state: &mut [u64; 25], row: *const u8, blocks: usize, lanes: usize, constants: &[[u64; 2]]) {
    assert!(!constants.is_empty(), "two rounds at least");
    let constants = constants.as_flattened().as_ptr_range();
    // SAFETY: as the caller promises; the constants are an even number, not 0.
    unsafe { integer(state.as_mut_ptr(), row, blocks, lanes, constants.start, constants.end) };
}

/// For each of `blocks` blocks: adds the next `lanes` words of `row`, in little-endian order, to the state, and does the rounds whose
/// constants lie from `begin` to `end`.
///
/// # Safety
/// `state` is 25 words; `row` has as many bytes as the blocks; `blocks` is not 0. `lanes` is 0, 9, 13, 17, 18, 21 or 25, and 0 where the byte
/// order is not little-endian. From `begin` to `end` is an even number of words, not 0.
#[unsafe(naked)]
unsafe extern "C" fn integer(
    state: *mut u64,
    row: *const u8,
    blocks: usize,
    lanes: usize,
    begin: *const u64,
    end: *const u64,
) {
    naked_asm!(include_str!("frame.s"), include_str!("rounds.s"), include_str!("one.s"), options(raw))
}
