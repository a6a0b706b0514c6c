//! SHA-2 of one message by the hand-scheduled code of `rounds_sha2`.

use super::{Avx, Avx2, Avx512Vl, Sse41, rounds_sha2};
use crate::{Rows, Token};
use core::mem::MaybeUninit;

/// Room for W\[t\] + K\[t\] of two blocks: two neighbouring words of the first one, and of the second; the forms that take one block
/// at a time use half of it.
pub type Sums512 = [[u64; 4]; 40];

/// A token with hand-scheduled code for SHA-512.
pub trait Sha512Isa: Token {
    /// Applies the compression function to all whole blocks of the row; `constants` are K. It writes `sums` before it reads them, and
    /// leaves what depends on the last block or the last two.
    fn sha512(self, state: &mut [u64; 8], row: &Rows<'_, 1>, constants: &[u64; 80], sums: &mut MaybeUninit<Sums512>);
}

macro_rules! sha512_isa {
    ($($token:ident: $function:ident)*) => { $(
        impl Sha512Isa for $token {
            fn sha512(
                self,
                state: &mut [u64; 8],
                row: &Rows<'_, 1>,
                constants: &[u64; 80],
                sums: &mut MaybeUninit<Sums512>,
            ) {
                let blocks = row.len() / 128;
                if blocks == 0 {
                    return;
                }
                let [data] = row.at(0, 128 * blocks);
                let sums = sums.as_mut_ptr().cast::<u64>();
                // SAFETY: the token proves the instructions; `at` has checked the bytes of all blocks; the arrays have these lengths.
                unsafe { rounds_sha2::$function(state.as_mut_ptr(), data, blocks, constants.as_ptr(), sums) };
            }
        }
    )* };
}

sha512_isa!(Sse41: sha512_sse41 Avx: sha512_avx Avx2: sha512_avx2 Avx512Vl: sha512_avx512vl);

/// A token with hand-scheduled rounds of SHA-256 for the blocks of `N` schedules.
pub trait Sha256Rounds<const N: usize>: Token {
    /// Applies the rounds to the first `blocks` of the `N` blocks, and adds the state: `sums` has W\[t\] + K\[t\] of each.
    ///
    /// # Panics
    /// If there are more blocks than sums.
    fn sha256_rounds(self, state: &mut [u32; 8], sums: &[[u32; N]; 64], blocks: usize);
}

macro_rules! sha256_rounds {
    ($($token:ident x $n:literal: $function:ident)*) => { $(
        impl Sha256Rounds<$n> for $token {
            fn sha256_rounds(self, state: &mut [u32; 8], sums: &[[u32; $n]; 64], blocks: usize) {
                assert!(blocks <= $n, "the sums are of {} blocks", $n);
                if blocks > 0 {
                    // SAFETY: the token proves the instructions; the arrays have these lengths, and this many blocks.
                    unsafe { rounds_sha2::$function(state.as_mut_ptr(), sums.as_flattened().as_ptr(), blocks) };
                }
            }
        }
    )* };
}

sha256_rounds!(Sse41 x 4: sha256_4 Avx x 4: sha256_4 Avx2 x 8: sha256_8 Avx512Vl x 8: sha256_8);
