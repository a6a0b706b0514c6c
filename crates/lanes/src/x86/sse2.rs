//! The token of SSE2, and vectors of two 64-bit words.

use super::token;
use crate::{Isa, Lanes, Rows, RowsMut, inlined::zip, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// Two words in a 128-bit register.
    Sse2 needs SSE2, enables "sse2"
}

/// Two 64-bit words.
#[derive(Clone, Copy)]
pub struct X(__m128i);

impl Sealed for X {}
// SAFETY (all operators of this file): SSE2 is part of x86-64 itself, and a vector proves the token besides.
impl Lanes for X {
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_xor_si128(self.0, rhs.0) })
    }
    #[inline(always)]
    fn and(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_and_si128(self.0, rhs.0) })
    }
    #[inline(always)]
    fn or(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_or_si128(self.0, rhs.0) })
    }
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_xor_si128(self.0, _mm_set1_epi64x(-1)) })
    }
    #[inline(always)]
    fn andnot(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_andnot_si128(self.0, rhs.0) })
    }
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // The counts are constants, so LLVM makes immediate shifts of these.
        // SAFETY: a vector proves its token.
        Self(unsafe {
            _mm_or_si128(
                _mm_sll_epi64(self.0, _mm_cvtsi32_si128(L as i32)),
                _mm_srl_epi64(self.0, _mm_cvtsi32_si128(64 - L as i32)),
            )
        })
    }
}

/// `[a0 b0] [a1 b1]` from `[a0 a1] [b0 b1]`, and back.
///
/// # Safety
/// None beyond x86-64; a function of its own since loading and storing share it.
#[inline(always)]
fn transpose(r: [__m128i; 2]) -> [__m128i; 2] {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { [_mm_unpacklo_epi64(r[0], r[1]), _mm_unpackhi_epi64(r[0], r[1])] }
}

impl Isa<u64, 2> for Sse2 {
    type V = X;
    #[inline(always)]
    fn splat(self, word: u64) -> X {
        // SAFETY: the token proves SSE2.
        X(unsafe { _mm_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn load(self, src: &[u64; 2]) -> X {
        // SAFETY: the token proves SSE2; `src` is 16 readable bytes.
        X(unsafe { _mm_loadu_si128(src.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, v: X, dst: &mut [u64; 2]) {
        // SAFETY: the token proves SSE2; `dst` is 16 writable bytes.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), v.0) }
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 2>, at: usize) -> X {
        self.load(&rows.words(at))
    }
    #[inline(always)]
    fn load_square(self, rows: &Rows<'_, 2>, at: usize) -> [X; 2] {
        let [a, b] = rows.at(at, 16);
        // SAFETY: the token proves SSE2; `at` has checked 16 readable bytes in each row.
        let [a, b] = transpose(unsafe { [_mm_loadu_si128(a.cast()), _mm_loadu_si128(b.cast())] });
        [X(a), X(b)]
    }
    #[inline(always)]
    fn store_square(self, v: [X; 2], rows: &mut RowsMut<'_, 2>, at: usize) {
        let t = transpose([v[0].0, v[1].0]);
        // SAFETY: the token proves SSE2; `at` has checked 16 writable bytes in each row.
        zip(&mut rows.at(at, 16), &t, |p, t| unsafe { _mm_storeu_si128(p.cast(), t) });
    }
}
