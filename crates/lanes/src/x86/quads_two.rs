//! Rows of four words of 32 bits of two messages, side by side in a 256-bit register (Neves and Aumasson, "BLAKE and 256-bit advanced
//! vector extensions", 2012, slides 21 and 23).

use super::Avx2;
use super::quad_rows::{BYTES_32, order};
use super::quads::Pick;
use super::quads_avx2::{row, shuffled_bytes};
use crate::{QuadIsa, Quads, Rows, message, parked_as_they_are, sealed::Sealed};
use core::arch::x86_64::*;

/// Rotates the four 32-bit words of each half by `K` places.
#[inline(always)]
pub(super) unsafe fn turn_32<const K: usize>(v: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        match K {
            1 => _mm256_shuffle_epi32::<0b00_11_10_01>(v),
            2 => _mm256_shuffle_epi32::<0b01_00_11_10>(v),
            _ => _mm256_shuffle_epi32::<0b10_01_00_11>(v),
        }
    }
}

row! {
    /// Four words of 32 bits of each of two messages.
    Q32Two: "avx2" _mm256_add_epi32, |self, R| {
        // SAFETY: a vector proves its token. (The counts are constants, so LLVM makes immediate shifts of these.)
        unsafe {
            let v = self.0;
            Self(match R {
                8 => _mm256_shuffle_epi8(v, order!(256, BYTES_32.rotr8)),
                16 => shuffled_bytes(v, BYTES_32.rotr16),
                _ => _mm256_or_si256(
                    _mm256_srl_epi32(v, _mm_cvtsi32_si128(R as i32)),
                    _mm256_sll_epi32(v, _mm_cvtsi32_si128(32 - R as i32)),
                ),
            })
        }
    }, |self, K| {
        // SAFETY: a vector proves its token.
        Self(unsafe { turn_32::<K>(self.0) })
    }
}

/// Loads and stores rows of 32-bit words of two messages.
macro_rules! two_arrays {
    ($v:ident, $pick:ident) => {
        type V = $v;
        #[inline(always)]
        fn row(self, words: &[u32; 4]) -> $v {
            // SAFETY: the token proves AVX2; sixteen bytes are read from an array of as many, unaligned.
            $v(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(words.as_ptr().cast())) })
        }
        #[inline(always)]
        fn load(self, src: &[[u32; 4]; 2]) -> $v {
            // SAFETY: the token proves AVX; 32 bytes are read from an array of as many, unaligned.
            $v(unsafe { _mm256_loadu_si256(src.as_ptr().cast()) })
        }
        #[inline(always)]
        fn store(self, v: $v, dst: &mut [[u32; 4]; 2]) {
            // SAFETY: the token proves AVX; 32 bytes are written to an array of as many, unaligned.
            unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), v.0) };
        }
        type Block = [__m256i; 4];
        #[inline(always)]
        fn no_block(self) -> [__m256i; 4] {
            // SAFETY: the token proves AVX.
            [unsafe { _mm256_setzero_si256() }; 4]
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 2>, at: usize, block: &mut [__m256i; 4]) {
            let [first, second] = rows.chunks::<64>(at);
            for (i, words) in block.iter_mut().enumerate() {
                // SAFETY: the token proves AVX2; sixteen bytes are read from the i-th quarters of two arrays of 64, unaligned.
                *words = unsafe {
                    let low = _mm_loadu_si128(first.as_ptr().add(16 * i).cast());
                    let high = _mm_loadu_si128(second.as_ptr().add(16 * i).cast());
                    let both = _mm256_set_m128i(high, low);
                    if LITTLE { both } else { _mm256_shuffle_epi8(both, order!(256, BYTES_32.reversed)) }
                };
            }
        }
        #[inline(always)]
        fn forget(self, block: &mut [__m256i; 4]) {
            $crate::x86::quads_avx2::forget(block);
        }
        message!(|self, block: [__m256i; 4]| -> $v {
            [$v($pick::<A0, A1, A2, A3>(block)), $v($pick::<B0, B1, B2, B3>(block))]
        });
    };
}
pub(super) use two_arrays;

/// Picks four words of sixteen of each of two messages, which are in the halves of four registers.
#[inline(always)]
fn pick_two<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(block: &[__m256i; 4]) -> __m256i {
    let mut picked = shuffled_two::<I0, I1, I2, I3>(block, I0 / 4);
    for k in 0..4 {
        if k != I0 / 4 && Pick::<I0, I1, I2, I3>::USED[k] {
            // SAFETY: the callers are methods of tokens that prove AVX2; sixteen bytes are read from an array of as many.
            picked = unsafe {
                let places = _mm_loadu_si128(Pick::<I0, I1, I2, I3>::PLACES[k].as_ptr().cast());
                let places = _mm256_broadcastsi128_si256(places);
                _mm256_blendv_epi8(picked, shuffled_two::<I0, I1, I2, I3>(block, k), places)
            };
        }
    }
    picked
}

#[inline(always)]
fn shuffled_two<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(
    block: &[__m256i; 4],
    k: usize,
) -> __m256i {
    // SAFETY: the callers are methods of tokens that prove AVX2; sixteen bytes are read from an array of as many.
    unsafe {
        let bytes = _mm_loadu_si128(Pick::<I0, I1, I2, I3>::BYTES[k].as_ptr().cast());
        _mm256_shuffle_epi8(block[k], _mm256_broadcastsi128_si256(bytes))
    }
}

impl QuadIsa<u32, 2> for Avx2 {
    two_arrays!(Q32Two, pick_two);
    // As for `Avx512Vl`. No variant for two messages promises otherwise by its name.
    const CACHED: bool = true;
    parked_as_they_are!(Q32Two);
}
