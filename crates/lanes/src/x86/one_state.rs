//! One state in memory, absorbed and permuted by the hand-scheduled code of `rounds_one`.

use super::{Avx512Vl, Bmi2, rounds_one};
use crate::{Done, Isa, Rows};

type Function = unsafe extern "sysv64" fn(*mut u64, *const u8, usize, usize, *const u64, *const u64);

/// A token with hand-scheduled code for one state in memory.
///
/// Both functions do nothing and say so where the processor lacks what the code needs, or the number of rounds is odd or 0.
pub trait OneState: Isa<u64, 1> {
    /// Permutes, with the rounds of Keccak-p\[1600\] that have these constants.
    fn permute_one(self, state: &mut [u64; 25], constants: &[u64]) -> Done;
    /// Absorbs all the full blocks of `lanes` words, 1 to 25, of the row.
    fn absorb_one(self, state: &mut [u64; 25], row: &Rows<'_, 1>, lanes: usize, constants: &[u64]) -> Done;
}

macro_rules! one_state {
    ($token:ident, $function:ident $(, $also:ident)?) => {
        impl OneState for $token {
            fn permute_one(self, state: &mut [u64; 25], constants: &[u64]) -> Done {
                $( if $also::detect().is_none() { return Done::No; } )?
                // SAFETY: the tokens prove the instructions; no block is read, since a block has no words.
                unsafe { run(rounds_one::$function, state, core::ptr::null(), 1, 0, constants) }
            }

            fn absorb_one(self, state: &mut [u64; 25], row: &Rows<'_, 1>, lanes: usize, constants: &[u64]) -> Done {
                $( if $also::detect().is_none() { return Done::No; } )?
                assert!((1..=25).contains(&lanes), "a block has 1 to 25 words");
                let blocks = row.len() / (8 * lanes);
                if blocks == 0 {
                    return Done::Yes;
                }
                let [start] = row.at(0, 8 * lanes * blocks);
                // SAFETY: the tokens prove the instructions; `at` has checked the bytes of all blocks.
                unsafe { run(rounds_one::$function, state, start, blocks, lanes, constants) }
            }
        }
    };
}

one_state!(Bmi2, integer);
// Every processor with AVX-512VL that was ever sold has BMI2 too; a hypervisor may hide it.
one_state!(Avx512Vl, integer_and_vector, Bmi2);

/// # Safety
/// The processor has the instructions of `function`, and `row` is readable for `8 * lanes * blocks` bytes; `blocks` is not 0,
/// and `lanes` at most 25.
unsafe fn run(
    function: Function,
    state: &mut [u64; 25],
    row: *const u8,
    blocks: usize,
    lanes: usize,
    constants: &[u64],
) -> Done {
    if constants.is_empty() || !constants.len().is_multiple_of(2) {
        return Done::No;
    }
    let constants = constants.as_ptr_range();
    // SAFETY: as the caller promises; the constants are an even number, not 0.
    unsafe { function(state.as_mut_ptr(), row, blocks, lanes, constants.start, constants.end) };
    Done::Yes
}
