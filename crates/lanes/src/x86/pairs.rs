//! Pairs of words in 128-bit registers.

use super::token;
use crate::words::plain_word_isa;
use crate::{PairIsa, Pairs, Rows, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// 128-bit registers with byte shuffles, and what else there was before AVX.
    Sse41 needs SSE2 | SSSE3 | SSE41, enables "sse2,ssse3,sse4.1"
}

token! {
    /// 128-bit registers with instructions of three operands.
    Avx needs AVX, enables "avx"
}

token! {
    /// 256-bit registers, and the integer unit's rotations without flags.
    Avx2Bmi2 needs AVX2 | BMI1 | BMI2, enables "avx2,bmi1,bmi2"
}

token! {
    /// 256-bit registers with rotations and functions of three inputs, and the integer unit's rotations without flags.
    Avx512VlBmi2 needs AVX512F | AVX512VL | BMI1 | BMI2, enables "avx512f,avx512vl,bmi1,bmi2"
}

plain_word_isa!(Sse41, u64);
plain_word_isa!(Avx, u64);

/// Two words.
#[derive(Clone, Copy)]
pub struct Pair(__m128i);

impl Sealed for Pair {}
impl Pairs for Pair {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_add_epi64(self.0, rhs.0) })
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_xor_si128(self.0, rhs.0) })
    }
    #[inline(always)]
    fn shl<const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sll_epi64(self.0, _mm_cvtsi32_si128(L as i32)) })
    }
    #[inline(always)]
    fn shr<const R: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_srl_epi64(self.0, _mm_cvtsi32_si128(R as i32)) })
    }
    #[inline(always)]
    fn between(self, next: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_alignr_epi8::<8>(next.0, self.0) })
    }
}

/// The order of bytes that makes big-endian words of what was loaded.
const REVERSED: (i64, i64) = (0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);

macro_rules! pair_isa {
    ($token:ident, in_place $in_place:literal) => {
        impl PairIsa for $token {
            type V = Pair;
            const IN_PLACE: bool = $in_place;
            #[inline(always)]
            fn load_pairs(self, row: &Rows<'_, 1>, at: usize) -> [Pair; 8] {
                let [block] = row.chunks::<128>(at);
                let mut pairs = [self.pair(&[0; 2]); 8];
                for (pair, bytes) in pairs.iter_mut().zip(block.as_chunks::<16>().0) {
                    // SAFETY: the token proves SSSE3; sixteen bytes are read from an array of as many, unaligned.
                    *pair = Pair(unsafe {
                        let order = _mm_set_epi64x(REVERSED.1, REVERSED.0);
                        _mm_shuffle_epi8(_mm_loadu_si128(bytes.as_ptr().cast()), order)
                    });
                }
                pairs
            }
            #[inline(always)]
            fn pair(self, words: &[u64; 2]) -> Pair {
                // SAFETY: the token proves SSE2; two words are read from an array of as many, unaligned.
                Pair(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn put(self, pair: Pair, to: &mut [u64; 2]) {
                // SAFETY: the token proves SSE2; two words are written to an array of as many, unaligned.
                unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), pair.0) };
            }
        }
    };
}

pair_isa!(Sse41, in_place true);
pair_isa!(Avx, in_place false);
