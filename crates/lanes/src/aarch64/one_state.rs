//! One state in memory, absorbed and permuted by the hand-scheduled code of `rounds_one`.

use super::{Neon, rounds_one};
use crate::{Element, Rows};

/// Keccak-p\[1600\] on one state. It is in general registers, which no token has to prove: every processor with [`Neon`] has
/// the code's instructions.
impl Neon {
    /// Whether hand-scheduled code can read the words of a message: if they are little-endian, and may lie at any address. Without an
    /// operating system, a processor may refuse addresses that are no multiples of a word's length.
    pub const READS_WORDS: bool = cfg!(target_endian = "little") && !cfg!(target_os = "none");

    /// Permutes: an even number of rounds, those that have the given pairs of constants.
    ///
    /// # Panics
    /// Without a pair of constants.
    pub fn permute_one(self, state: &mut [u64; 25], constants: &[[u64; 2]]) {
        // SAFETY: no block is read, since a block has no words.
        unsafe { absorb(state, core::ptr::null(), 1, 0, constants) }
    }

    /// Absorbs the first `blocks` blocks of `lanes` words, 1 to 25, of the row, and permutes after each.
    ///
    /// # Panics
    /// For another number of words, if the row has fewer blocks, or without a pair of constants.
    pub fn absorb_one(
        self,
        state: &mut [u64; 25],
        row: &Rows<'_, 1>,
        lanes: usize,
        blocks: usize,
        constants: &[[u64; 2]],
    ) {
        assert!((1..=25).contains(&lanes), "a block has 1 to 25 words");
        if blocks == 0 {
            return;
        }
        // A number of bytes that does not fit into a word is more than the row has.
        let bytes = u64::LEN * lanes;
        let [start] = row.at(0, bytes.saturating_mul(blocks));
        if Self::READS_WORDS && matches!(lanes, 9 | 13 | 17 | 18 | 21 | 25) {
            // SAFETY: `at` has checked the bytes of all blocks; the code has an end for so many words.
            return unsafe { absorb(state, start, blocks, lanes, constants) };
        }
        for block in 0..blocks {
            let block = row.part(bytes * block, bytes).row(0);
            for (word, data) in state.iter_mut().zip(block.chunks_exact(u64::LEN)) {
                *word ^= u64::read(data);
            }
            self.permute_one(state, constants);
        }
    }
}

/// # Safety
/// `row` is readable for as many words as `lanes` times `blocks`; `blocks` is not 0; `lanes` is 0 or, with [`Neon::READS_WORDS`],
/// one of the numbers of words that the code has an end for.
unsafe fn absorb(state: &mut [u64; 25], row: *const u8, blocks: usize, lanes: usize, constants: &[[u64; 2]]) {
    assert!(!constants.is_empty(), "two rounds at least");
    let constants = constants.as_flattened().as_ptr_range();
    // SAFETY: as the caller promises; the constants are an even number, not 0.
    unsafe { rounds_one::integer(state.as_mut_ptr(), row, blocks, lanes, constants.start, constants.end) };
}
