//! One state in memory: absorbing, permuting, encrypting and decrypting with the hand-scheduled code of `rounds`.

use super::rounds;
use lanes::x86::{Avx512Vl, Bmi2};
use lanes::{Direction, Isa, Rows, Word};

type Absorb<W> = unsafe extern "sysv64" fn(*mut W, *const u8, usize, usize, *const W, *const W);
type Crypt<W> = unsafe extern "sysv64" fn(*mut W, *mut u8, usize, usize, *const W, *const W, W);

/// A token with hand-scheduled code for one state of 64- or 32-bit words in memory: the rounds of Keccak-p\[1600\] or \[800\] with the
/// given constants, an even number.
///
/// # Panics
/// All methods panic without a pair of constants.
pub trait OneState<W: Word = u64>: Isa<W, 1> {
    /// Words of a block of [`OneState::crypt_one`]: the state without 256 bits.
    const CRYPTED: usize;
    fn permute_one(self, state: &mut [W; 25], constants: &[[W; 2]]);
    /// Absorbs the first `blocks` blocks of `lanes` words, 1 to 25, of the row.
    ///
    /// # Panics
    /// For another number of words, or if the row has fewer blocks.
    fn absorb_one(self, state: &mut [W; 25], row: &Rows<'_, 1>, lanes: usize, blocks: usize, constants: &[[W; 2]]);
    /// For each full block of `data`: replaces the block by its sum with the state, and the state there by the ciphertext, adds `last` to
    /// the state's last word, and permutes.
    ///
    /// # Panics
    /// With fewer than two pairs of constants.
    fn crypt_one(self, direction: Direction, state: &mut [W; 25], data: &mut [u8], last: W, constants: &[[W; 2]]);
}

macro_rules! one_state {
    ($token:ident, $word:ty, $crypted:literal, $absorb:ident, $crypt:ident) => {
        impl OneState<$word> for $token {
            const CRYPTED: usize = $crypted;

            fn permute_one(self, state: &mut [$word; 25], constants: &[[$word; 2]]) {
                // SAFETY: the token proves the instructions; no block is read, since a block has no words.
                unsafe { absorb(rounds::$absorb, state, core::ptr::null(), 1, 0, constants) }
            }

            fn absorb_one(
                self,
                state: &mut [$word; 25],
                row: &Rows<'_, 1>,
                lanes: usize,
                blocks: usize,
                constants: &[[$word; 2]],
            ) {
                assert!((1..=25).contains(&lanes), "a block has 1 to 25 words");
                if blocks == 0 {
                    return;
                }
                // Saturates: no row is that long.
                let [start] = row.at(0, (size_of::<$word>() * lanes).saturating_mul(blocks));
                // SAFETY: the token proves the instructions; `at` has checked the bytes of all blocks.
                unsafe { absorb(rounds::$absorb, state, start, blocks, lanes, constants) }
            }

            fn crypt_one(
                self,
                direction: Direction,
                state: &mut [$word; 25],
                data: &mut [u8],
                last: $word,
                constants: &[[$word; 2]],
            ) {
                assert!(constants.len() >= 2, "four rounds at least");
                one_state!($crypt, self, $word, $crypted, direction, state, data, last, constants);
            }
        }
    };
    (block_by_block, $token:ident, $word:ty, $crypted:literal, $direction:ident, $state:ident, $data:ident, $last:ident, $constants:ident) => {
        for block in $data.chunks_exact_mut(size_of::<$word>() * $crypted) {
            meet($direction, $state, block, $last);
            $token.permute_one($state, $constants);
        }
    };
    ($crypt:ident, $token:ident, $word:ty, $crypted:literal, $direction:ident, $state:ident, $data:ident, $last:ident, $constants:ident) => {
        let block = size_of::<$word>() * $crypted;
        if let Some((first, rest)) = $data.split_at_mut_checked(block) {
            meet($direction, $state, first, $last);
            let decrypt = usize::from($direction == Direction::Unwrap);
            let constants = $constants.as_flattened().as_ptr_range();
            let function: Crypt<$word> = rounds::$crypt;
            // SAFETY: the token proves the instructions; this many blocks are in `rest`; the constants are four at least, and even
            // in number.
            unsafe {
                function($state.as_mut_ptr(), rest.as_mut_ptr(), rest.len() / block, decrypt, constants.start, constants.end, $last);
            }
        }
    };
}

one_state!(Bmi2, u64, 21, integer, block_by_block);
one_state!(Bmi2, u32, 17, integer_32, block_by_block);
one_state!(Avx512Vl, u64, 21, integer_and_vector, crypt_integer_and_vector);
one_state!(Avx512Vl, u32, 17, integer_and_vector_32, crypt_integer_and_vector_32);

fn meet<W: Word>(direction: Direction, state: &mut [W; 25], block: &mut [u8], last: W) {
    for (word, data) in state.iter_mut().zip(block.chunks_exact_mut(W::LEN)) {
        let came = W::read(data);
        // Hidden from LLVM, which would use vectors: these could not be loaded until the stores of the single words are in the cache.
        let sum = core::hint::black_box(came.xor(*word));
        *word = if direction == Direction::Wrap { sum } else { came };
        sum.write(data);
    }
    state[24] = state[24].xor(last);
}

/// # Safety
/// The processor has the instructions of `function`, and `row` is readable for as many words as `lanes` times `blocks`; `blocks` is
/// not 0, and `lanes` at most 25.
unsafe fn absorb<W>(
    function: Absorb<W>,
    state: &mut [W; 25],
    row: *const u8,
    blocks: usize,
    lanes: usize,
    constants: &[[W; 2]],
) {
    assert!(!constants.is_empty(), "two rounds at least");
    let constants = constants.as_flattened().as_ptr_range();
    // SAFETY: as the caller promises; the constants are an even number, not 0.
    unsafe { function(state.as_mut_ptr(), row, blocks, lanes, constants.start, constants.end) };
}
