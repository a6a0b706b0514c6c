//! SHA-2 of one message by the hand-scheduled code of `rounds_sha2`.

use super::{Avx, Avx2Bmi2, Avx512VlBmi2, Bmi2, Sse41, rounds_sha2};
use crate::{Rows, Token};

/// Room for W\[t\] + K\[t\] of two blocks: two neighbouring words of the first one, and of the second; the forms that take one block
/// at a time use half of it.
pub type Sums512 = [[u64; 4]; 40];

/// A token with hand-scheduled code for SHA-512.
pub trait Sha512Isa: Token {
    /// Applies the compression function to all whole blocks of the row; `constants` are K. What it leaves in `sums` depends on the
    /// last block, or the last two.
    fn sha512(self, state: &mut [u64; 8], row: &Rows<'_, 1>, constants: &[u64; 80], sums: &mut Sums512);
}

macro_rules! sha512_isa {
    ($($token:ident: $function:ident)*) => { $(
        impl Sha512Isa for $token {
            fn sha512(self, state: &mut [u64; 8], row: &Rows<'_, 1>, constants: &[u64; 80], sums: &mut Sums512) {
                let blocks = row.len() / 128;
                if blocks == 0 {
                    return;
                }
                let [data] = row.at(0, 128 * blocks);
                let sums = sums.as_flattened_mut().as_mut_ptr();
                // SAFETY: the token proves the instructions; `at` has checked the bytes of all blocks; the arrays have these lengths.
                unsafe { rounds_sha2::$function(state.as_mut_ptr(), data, blocks, constants.as_ptr(), sums) };
            }
        }
    )* };
}

sha512_isa!(Sse41: sha512_sse41 Avx: sha512_avx Avx2Bmi2: sha512_avx2 Avx512VlBmi2: sha512_avx512vl);

/// Applies the rounds of SHA-256 to the first `blocks` of `N` blocks, 4 or 8, and adds the state: `sums` has W\[t\] + K\[t\] of each.
///
/// # Panics
/// If there are more blocks than sums.
pub fn sha256_rounds<const N: usize>(state: &mut [u32; 8], sums: &[[u32; N]; 64], blocks: usize) {
    const { assert!(N == 4 || N == 8, "there is code for 4 and for 8 blocks") };
    assert!(blocks <= N, "the sums are of {N} blocks");
    if blocks == 0 {
        return;
    }
    let function = match (N, Bmi2::detect()) {
        (4, _) => rounds_sha2::sha256_4,
        (_, None) => rounds_sha2::sha256_8,
        (_, Some(_)) => rounds_sha2::sha256_8_bmi2,
    };
    // SAFETY: the first two need no instruction that not every processor has, the token proves those of the third; the arrays have
    // these lengths, and so many blocks.
    unsafe { function(state.as_mut_ptr(), sums.as_flattened().as_ptr(), blocks) };
}
