//! As `quads_avx2`, with the rotations of AVX-512 and its ways to collect words: masked loads, and permutations of two registers.

use super::Avx512Vl;
use super::quad_rows::{BYTES_32, BYTES_64, order};
use super::quads::InMemory;
use super::quads_avx2::{forget, row, turn_64, wide_arrays, wide_block, wide_block_in_memory};
use super::quads_two::{turn_32, two_arrays};
use crate::{QuadIsa, Quads, Rows, arrays_of_32, message, parked_as_they_are, sealed::Sealed};
use core::arch::x86_64::*;

row! {
    /// Four words of 64 bits.
    Q64Vl: "avx512f,avx512vl" _mm256_add_epi64, |self, R| {
        // SAFETY: a vector proves its token. (The distance is a constant, so the compiler makes it an immediate rotation. On Zen 4, one takes
        // two cycles, and a shuffle one.)
        Self(unsafe {
            match R {
                32 => _mm256_shuffle_epi32::<0b10_11_00_01>(self.0),
                _ => _mm256_rorv_epi64(self.0, _mm256_set1_epi64x(R.into())),
            }
        })
    }, |self, K| {
        // SAFETY: a vector proves its token.
        Self(unsafe { turn_64::<K>(self.0) })
    }
}
row! {
    /// Four words of 32 bits of each of two messages.
    Q32TwoVl: "avx512f,avx512vl" _mm256_add_epi32, |self, R| {
        // SAFETY: a vector proves its token. (The distance is a constant, so the compiler makes it an immediate rotation.)
        Self(unsafe { _mm256_rorv_epi32(self.0, _mm256_set1_epi32(R.cast_signed())) })
    }, |self, K| {
        // SAFETY: a vector proves its token.
        Self(unsafe { turn_32::<K>(self.0) })
    }
}
crate::row_of_32! {
    /// Four words.
    Q32Vl, |self, R| {
        // SAFETY: a vector proves its token. (The distance is a constant, so the compiler makes it an immediate rotation.)
        Self(unsafe { _mm_rorv_epi32(self.0, _mm_set1_epi32(R.cast_signed())) })
    }
}

/// Four 64-bit words from memory, by masked broadcasts, which need no shuffle port.
#[inline(always)]
fn masked_64(words: [u64; 4]) -> Q64Vl {
    let [first, second, third, fourth] = words;
    // SAFETY: the callers are methods of a token that proves the instructions. (Unless the words are hidden from LLVM, LLVM uses
    // insertions.)
    unsafe {
        let row = _mm256_zextsi128_si256(_mm_cvtsi64_si128(first.cast_signed()));
        let row = Q64Vl(_mm256_mask_set1_epi64(row, 0b0010, second.cast_signed())).settled().0;
        let row = Q64Vl(_mm256_mask_set1_epi64(row, 0b0100, third.cast_signed())).settled().0;
        Q64Vl(_mm256_mask_set1_epi64(row, 0b1000, fourth.cast_signed()))
    }
}

// `CACHED`, because there are enough registers: to compute the sums again cost 1.3 % on Zen 4.
impl QuadIsa<u64, 1> for Avx512Vl {
    wide_arrays!(Q64Vl);
    const CACHED: bool = true;
    wide_block_in_memory!();
    message!(|self, block: InMemory<u64>| -> Q64Vl {
        [
            masked_64([block.0[A0], block.0[A1], block.0[A2], block.0[A3]]),
            masked_64([block.0[B0], block.0[B1], block.0[B2], block.0[B3]]),
        ]
    });
    parked_as_they_are!(Q64Vl);
}

impl QuadIsa<u32, 1> for Avx512Vl {
    arrays_of_32!(Q32Vl);
    const CACHED: bool = true;
    type Block = [__m256i; 2];
    #[inline(always)]
    fn no_block(self) -> [__m256i; 2] {
        // SAFETY: the token proves AVX.
        [unsafe { _mm256_setzero_si256() }; 2]
    }
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut [__m256i; 2]) {
        *block = wide_block::<LITTLE, 2>(rows, at, &BYTES_32);
    }
    #[inline(always)]
    fn forget(self, block: &mut [__m256i; 2]) {
        forget(block);
    }
    message!(|self, block: [__m256i; 2]| -> Q32Vl {
        // SAFETY: the token proves the instructions.
        unsafe {
            let indices = _mm256_set_epi32(
                B3 as i32, B2 as i32, B1 as i32, B0 as i32, A3 as i32, A2 as i32, A1 as i32, A0 as i32,
            );
            let both = Q64Vl(_mm256_permutex2var_epi32(block[0], indices, block[1])).settled().0;
            [Q32Vl(_mm256_castsi256_si128(both)), Q32Vl(_mm256_extracti128_si256::<1>(both))]
        }
    });
    parked_as_they_are!(Q32Vl);
}

/// The places of four words for a permutation of two registers, of which the first has words 0 to 3 of each message and the second words 4 to 7;
/// or words 8 to 11 and 12 to 15.
struct Places<const I0: usize, const I1: usize, const I2: usize, const I3: usize>;

impl<const I0: usize, const I1: usize, const I2: usize, const I3: usize> Places<I0, I1, I2, I3> {
    const ALL: [i32; 8] = {
        let mut places = [0; 8];
        let mut i = 0;
        while i < 8 {
            let word = [I0, I1, I2, I3][i % 4];
            places[i] = (8 * (word / 4 % 2) + i / 4 * 4 + word % 4) as i32;
            i += 1;
        }
        places
    };
    /// Which are words 8 and more.
    const HIGH: u8 = {
        let four = (I0 / 8 + I1 / 8 * 2 + I2 / 8 * 4 + I3 / 8 * 8) as u8;
        four * 0x11
    };
}

/// Picks four words of sixteen of each of two messages, which are in the halves of four registers.
#[inline(always)]
fn pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(block: &[__m256i; 4]) -> __m256i {
    // SAFETY: the callers are methods of a token that proves the instructions; 32 bytes are read from an array of as many, unaligned.
    unsafe {
        let places = _mm256_loadu_si256(Places::<I0, I1, I2, I3>::ALL.as_ptr().cast());
        let of = |k: usize| _mm256_permutex2var_epi32(block[k], places, block[k + 1]);
        match Places::<I0, I1, I2, I3>::HIGH {
            0 => of(0),
            u8::MAX => of(2),
            high => _mm256_mask_mov_epi32(of(0), high, of(2)),
        }
    }
}

impl QuadIsa<u32, 2> for Avx512Vl {
    two_arrays!(Q32TwoVl, pick);
    const CACHED: bool = true;
    parked_as_they_are!(Q32TwoVl);
}
