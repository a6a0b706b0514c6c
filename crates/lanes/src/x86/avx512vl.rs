//! The token of AVX-512VL, and vectors of up to four 64-bit words with its rotations and three-input functions.

use super::{
    avx2::{isa_x4, transpose},
    rounds_wide::keccak_rounds,
    token,
};
use crate::{Isa, Lanes, Rows, RowsMut, Theta};
use core::arch::x86_64::*;

token! {
    /// One, two or four words in a register of up to 256 bits, with the rotations and three-input functions of AVX-512;
    /// never a 512-bit register, so the processor keeps its clock.
    Avx512Vl needs AVX512F | AVX512VL | BMI1 | BMI2, enables "avx512f,avx512vl,bmi1,bmi2"
}

/// `vpternlogq` tables.
pub(super) const XOR3: i32 = 0x96;
/// `a ^ (!b & c)`
pub(super) const CHI: i32 = 0xd2;

/// `Isa::keccak_rounds`: the parities, then the loop.
macro_rules! rounds {
    ($enable:literal, $w:ident, $v:ty) => {
        const HAND_SCHEDULED: bool = true;
        #[inline(always)]
        fn keccak_rounds(self, s: &mut [$v; 25], constants: &[[u64; 2]], theta: Theta) {
            // A separate function, because the registers of inline assembly need the features in the surrounding function; LLVM inlines it
            // into the token's `enter`, which has them.
            #[target_feature(enable = $enable)]
            #[inline]
            fn rounds(s: &mut [$v; 25], c: &mut [$v; 5], constants: &[[u64; 2]], theta: Theta) {
                // SAFETY: the features are enabled. The loop reads as many pairs of constants as there are; all registers
                // that it writes are declared. The caller has found that there is a pair.
                unsafe { keccak_rounds!($w, s, c, theta as u32, constants.as_ptr(), constants.len()) }
            }
            if constants.is_empty() {
                return;
            }
            let parity = |x: usize| <$v>::xor3(<$v>::xor3(s[x], s[x + 5], s[x + 10]), s[x + 15], s[x + 20]);
            let mut c = [parity(0), parity(1), parity(2), parity(3), parity(4)];
            // SAFETY: the token proves the features.
            unsafe { rounds(s, &mut c, constants, theta) }
        }
    };
}
pub(super) use rounds;

macro_rules! vector {
    ($(#[$doc:meta])* $v:ident($reg:ty), $xor:ident $and:ident $or:ident $andnot:ident $rolv:ident $set1:ident $ternary:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $v(pub(super) $reg);
        impl $crate::sealed::Sealed for $v {}
        impl $crate::Lanes for $v {
            const HAS_XOR3: bool = true;
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
                // The count is a constant, so LLVM makes vprolq or vprold of this, which take it modulo the word's length.
                // SAFETY: a vector proves its token.
                Self(unsafe { $rolv(self.0, $set1((L as u8).into())) })
            }
            #[inline(always)]
            fn xor3(a: Self, b: Self, c: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $ternary::<{ $crate::x86::avx512vl::XOR3 }>(a.0, b.0, c.0) })
            }
            #[inline(always)]
            fn chi(a: Self, b: Self, c: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $ternary::<{ $crate::x86::avx512vl::CHI }>(a.0, b.0, c.0) })
            }
        }
    };
}
pub(super) use vector;

vector! {
    /// One word, in the low half of a 128-bit register.
    W1(__m128i), _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128 _mm_rolv_epi64 _mm_set1_epi64x _mm_ternarylogic_epi64
}
vector! {
    /// Two words.
    W2(__m128i), _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128 _mm_rolv_epi64 _mm_set1_epi64x _mm_ternarylogic_epi64
}
vector! {
    /// Four words.
    W4(__m256i), _mm256_xor_si256 _mm256_and_si256 _mm256_or_si256 _mm256_andnot_si256 _mm256_rolv_epi64 _mm256_set1_epi64x _mm256_ternarylogic_epi64
}

impl Isa<u64, 1> for Avx512Vl {
    type V = W1;
    #[inline(always)]
    fn splat(self, word: u64) -> W1 {
        // SAFETY: the token proves AVX-512VL.
        W1(unsafe { _mm_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn load(self, src: &[u64; 1]) -> W1 {
        // SAFETY: the token proves AVX-512VL; `src` is eight readable bytes.
        W1(unsafe { _mm_loadl_epi64(src.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, v: W1, dst: &mut [u64; 1]) {
        // SAFETY: the token proves AVX-512VL; `dst` is eight writable bytes.
        unsafe { _mm_storel_epi64(dst.as_mut_ptr().cast(), v.0) }
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 1>, at: usize) -> W1 {
        let [p] = rows.at(at, 8);
        // SAFETY: the token proves AVX-512VL; `at` has checked eight readable bytes.
        W1(unsafe { _mm_loadl_epi64(p.cast()) })
    }
}

impl Isa<u64, 2> for Avx512Vl {
    type V = W2;
    #[inline(always)]
    fn splat(self, word: u64) -> W2 {
        // SAFETY: the token proves AVX-512VL.
        W2(unsafe { _mm_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn load(self, src: &[u64; 2]) -> W2 {
        // SAFETY: the token proves AVX-512VL; `src` is 16 readable bytes.
        W2(unsafe { _mm_loadu_si128(src.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, v: W2, dst: &mut [u64; 2]) {
        // SAFETY: the token proves AVX-512VL; `dst` is 16 writable bytes.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), v.0) }
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 2>, at: usize) -> W2 {
        self.load(&rows.words(at))
    }
    rounds!("avx512f,avx512vl", xmm, W2);
    #[inline(always)]
    fn load_square(self, rows: &Rows<'_, 2>, at: usize) -> [W2; 2] {
        let [a, b] = rows.at(at, 16);
        // SAFETY: the token proves AVX-512VL; `at` has checked 16 readable bytes in each row.
        unsafe {
            let (a, b) = (_mm_loadu_si128(a.cast()), _mm_loadu_si128(b.cast()));
            [W2(_mm_unpacklo_epi64(a, b)), W2(_mm_unpackhi_epi64(a, b))]
        }
    }
    #[inline(always)]
    fn store_square(self, v: [W2; 2], rows: &mut RowsMut<'_, 2>, at: usize) {
        let [a, b] = rows.at(at, 16);
        // SAFETY: the token proves AVX-512VL; `at` has checked 16 writable bytes in each row.
        unsafe {
            _mm_storeu_si128(a.cast(), _mm_unpacklo_epi64(v[0].0, v[1].0));
            _mm_storeu_si128(b.cast(), _mm_unpackhi_epi64(v[0].0, v[1].0));
        }
    }
}

isa_x4!(Avx512Vl, W4, rounds!("avx512f,avx512vl", ymm, W4););
