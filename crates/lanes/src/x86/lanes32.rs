//! Vectors of 32-bit words: Keccak-p of 800 bits and less, where a lane of 8 or 16 bits is repeated until it fills the word
//! ([`Element`](crate::Element)).

use super::{Avx2, Avx512, Avx512Vl, Sse2, avx512vl::vector};
use crate::{Isa, Lanes, Rows, sealed::Sealed};
use core::arch::x86_64::*;

/// A vector without instructions for rotations.
macro_rules! shifting_vector {
    ($(#[$doc:meta])* $v:ident($reg:ty), $xor:ident $and:ident $or:ident $andnot:ident $set1:ident $sll:ident $srl:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $v(pub(super) $reg);
        impl Sealed for $v {}
        impl Lanes for $v {
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $xor(self.0, rhs.0) })
            }
            #[inline(always)]
            fn and(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $and(self.0, rhs.0) })
            }
            #[inline(always)]
            fn or(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $or(self.0, rhs.0) })
            }
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $xor(self.0, $set1(-1)) })
            }
            #[inline(always)]
            fn andnot(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $andnot(self.0, rhs.0) })
            }
            #[inline(always)]
            fn rotl<const L: u32>(self) -> Self {
                if L.is_multiple_of(32) {
                    return self;
                }
                // The counts are constants, so LLVM makes immediate shifts of these.
                // SAFETY: a vector proves its token.
                Self(unsafe {
                    $or(
                        $sll(self.0, _mm_cvtsi32_si128(L as i32 % 32)),
                        $srl(self.0, _mm_cvtsi32_si128(32 - L as i32 % 32)),
                    )
                })
            }
        }
    };
}

shifting_vector! {
    /// Four 32-bit words.
    X4(__m128i), _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128 _mm_set1_epi32 _mm_sll_epi32 _mm_srl_epi32
}
shifting_vector! {
    /// Four 32-bit words, with byte shuffles (SSSE3).
    S4(__m128i), _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128 _mm_set1_epi32 _mm_sll_epi32 _mm_srl_epi32
}
shifting_vector! {
    /// Eight 32-bit words.
    Y8(__m256i), _mm256_xor_si256 _mm256_and_si256 _mm256_or_si256 _mm256_andnot_si256 _mm256_set1_epi32 _mm256_sll_epi32 _mm256_srl_epi32
}
vector! {
    /// One 32-bit word, in the low quarter of a 128-bit register.
    D1(__m128i), _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128 _mm_rolv_epi32 _mm_set1_epi32 _mm_ternarylogic_epi32
}
vector! {
    /// Four 32-bit words.
    D4(__m128i), _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128 _mm_rolv_epi32 _mm_set1_epi32 _mm_ternarylogic_epi32
}
vector! {
    /// Eight 32-bit words.
    D8(__m256i), _mm256_xor_si256 _mm256_and_si256 _mm256_or_si256 _mm256_andnot_si256 _mm256_rolv_epi32 _mm256_set1_epi32 _mm256_ternarylogic_epi32
}
vector! {
    /// Sixteen 32-bit words.
    D16(__m512i), _mm512_xor_si512 _mm512_and_si512 _mm512_or_si512 _mm512_andnot_si512 _mm512_rolv_epi32 _mm512_set1_epi32 _mm512_ternarylogic_epi32
}

macro_rules! isa {
    ($token:ty, $v:ident, $n:literal, $set1:ident $load:ident $store:ident) => {
        impl Isa<u32, $n> for $token {
            type V = $v;
            #[inline(always)]
            fn splat(self, word: u32) -> $v {
                // SAFETY: the token proves the instruction.
                $v(unsafe { $set1(word as i32) })
            }
            #[inline(always)]
            fn load(self, src: &[u32; $n]) -> $v {
                // SAFETY: the token proves the instruction; it reads no more than `src` has.
                $v(unsafe { $load(src.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, v: $v, dst: &mut [u32; $n]) {
                // SAFETY: the token proves the instruction; it writes no more than `dst` has.
                unsafe { $store(dst.as_mut_ptr().cast(), v.0) }
            }
            #[inline(always)]
            fn load_lane(self, rows: &Rows<'_, $n>, at: usize) -> $v {
                Isa::<u32, $n>::load(self, &rows.words(at))
            }
        }
    };
}
isa!(Sse2, X4, 4, _mm_set1_epi32 _mm_loadu_si128 _mm_storeu_si128);
isa!(Avx2, Y8, 8, _mm256_set1_epi32 _mm256_loadu_si256 _mm256_storeu_si256);
isa!(Avx512Vl, D1, 1, _mm_set1_epi32 _mm_loadu_si32 _mm_storeu_si32);
isa!(Avx512Vl, D4, 4, _mm_set1_epi32 _mm_loadu_si128 _mm_storeu_si128);
isa!(Avx512Vl, D8, 8, _mm256_set1_epi32 _mm256_loadu_si256 _mm256_storeu_si256);
isa!(Avx512, D16, 16, _mm512_set1_epi32 _mm512_loadu_si512 _mm512_storeu_si512);
