//! The SHA extensions: two rounds of SHA-256 in one instruction.

use super::token;
use crate::{Rows, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// The instructions for SHA-256.
    ShaNi needs SSE2 | SSSE3 | SSE41 | SHA, enables "sse2,ssse3,sse4.1,sha"
}

/// Four 32-bit words, the first one lowest.
#[derive(Clone, Copy)]
pub struct W(__m128i);

impl Sealed for W {}

impl ShaNi {
    /// Four words.
    #[inline(always)]
    pub fn words(self, words: [u32; 4]) -> W {
        let [a, b, c, d] = words.map(|word| word as i32);
        // SAFETY: the token proves SSE2.
        W(unsafe { _mm_set_epi32(d, c, b, a) })
    }

    /// The 16 big-endian words of the block at byte `at` of the row.
    ///
    /// # Panics
    /// If the row does not reach to `at + 64`.
    #[inline(always)]
    pub fn load_block(self, rows: &Rows<'_, 1>, at: usize) -> [W; 4] {
        let [bytes] = rows.chunks::<64>(at);
        let mut words = [W(self.words([0; 4]).0); 4];
        for (words, bytes) in words.iter_mut().zip(bytes.as_chunks::<16>().0) {
            // SAFETY: the token proves SSSE3; sixteen bytes are read from an array of as many, unaligned.
            *words = W(unsafe {
                let reversed = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
                _mm_shuffle_epi8(_mm_loadu_si128(bytes.as_ptr().cast()), reversed)
            });
        }
        words
    }
}

impl W {
    /// The four words.
    #[inline(always)]
    pub fn to_words(self) -> [u32; 4] {
        let mut words = [0; 4];
        // SAFETY: a vector proves its token; sixteen bytes are written to an array of as many, unaligned.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
        words
    }

    /// Adds word by word, modulo 2^32.
    #[inline(always)]
    pub fn plus(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_add_epi32(self.0, rhs.0) })
    }

    /// The two high words in the place of the low ones.
    #[inline(always)]
    pub fn high(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_shuffle_epi32::<0b00_00_11_10>(self.0) })
    }

    /// The four words that begin with the second one of `self`, the last one from `next`.
    #[inline(always)]
    pub fn from_second(self, next: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_alignr_epi8::<4>(next.0, self.0) })
    }

    /// Two rounds: `self` has C, D, G, H (H lowest), `abef` has A, B, E, F (F lowest) and `wk` in its two low words the
    /// message words of both rounds with their constants added. The result is the new `abef`; the old one is the new `self`.
    #[inline(always)]
    pub fn two_rounds(self, abef: Self, wk: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sha256rnds2_epu32(self.0, abef.0, wk.0) })
    }

    /// `W[t] + sigma0(W[t + 1])` for the four `t` of `self`, whose successors begin in `next`.
    #[inline(always)]
    pub fn schedule_first(self, next: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sha256msg1_epu32(self.0, next.0) })
    }

    /// Adds `sigma1(W[t - 2])`, where `last` has the four words before those of `self`.
    #[inline(always)]
    pub fn schedule_second(self, last: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sha256msg2_epu32(self.0, last.0) })
    }
}
