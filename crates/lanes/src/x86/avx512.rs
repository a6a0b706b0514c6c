//! The token of AVX-512F, and vectors of eight 64-bit words.

use super::{
    avx512vl::{rounds, vector},
    rounds_wide::keccak_rounds,
    token,
};
use crate::inlined::{map, zip};
use crate::{Isa, Lanes, Rows, RowsMut, Theta};
use core::arch::x86_64::*;

token! {
    /// Eight words in a 512-bit register. Needs AVX-512F only, so it also runs on Knights Landing.
    Avx512 needs AVX512F, enables "avx512f"
}

vector! {
    /// Eight words.
    Z(__m512i), _mm512_xor_si512 _mm512_and_si512 _mm512_or_si512 _mm512_andnot_si512 _mm512_rolv_epi64 _mm512_set1_epi64 _mm512_ternarylogic_epi64
}

/// An 8 x 8 transposition by 24 shuffles (the AVX-512 paper's Algorithm 2, whose PRBLENDs move whole 128-bit blocks
/// here). Gathers would do it in one instruction a row, but cost 27 cycles each.
#[inline(always)]
fn transpose(_: Avx512, r: [__m512i; 8]) -> [__m512i; 8] {
    // SAFETY: the token proves AVX-512F.
    unsafe {
        // Block k of lo[i] is word 2k of rows 2i and 2i + 1, of hi[i] word 2k + 1.
        let lo = [
            _mm512_unpacklo_epi64(r[0], r[1]),
            _mm512_unpacklo_epi64(r[2], r[3]),
            _mm512_unpacklo_epi64(r[4], r[5]),
            _mm512_unpacklo_epi64(r[6], r[7]),
        ];
        let hi = [
            _mm512_unpackhi_epi64(r[0], r[1]),
            _mm512_unpackhi_epi64(r[2], r[3]),
            _mm512_unpackhi_epi64(r[4], r[5]),
            _mm512_unpackhi_epi64(r[6], r[7]),
        ];
        let [w0, w2, w4, w6] = transpose_blocks(lo);
        let [w1, w3, w5, w7] = transpose_blocks(hi);
        [w0, w1, w2, w3, w4, w5, w6, w7]
    }
}

/// A 4 x 4 transposition of 128-bit blocks.
///
/// # Safety
/// Needs AVX-512F.
#[inline(always)]
unsafe fn transpose_blocks(b: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the caller has AVX-512F.
    unsafe {
        let even01 = _mm512_shuffle_i64x2::<0x88>(b[0], b[1]);
        let even23 = _mm512_shuffle_i64x2::<0x88>(b[2], b[3]);
        let odd01 = _mm512_shuffle_i64x2::<0xdd>(b[0], b[1]);
        let odd23 = _mm512_shuffle_i64x2::<0xdd>(b[2], b[3]);
        [
            _mm512_shuffle_i64x2::<0x88>(even01, even23),
            _mm512_shuffle_i64x2::<0x88>(odd01, odd23),
            _mm512_shuffle_i64x2::<0xdd>(even01, even23),
            _mm512_shuffle_i64x2::<0xdd>(odd01, odd23),
        ]
    }
}

impl Isa<u64, 8> for Avx512 {
    type V = Z;
    #[inline(always)]
    fn splat(self, word: u64) -> Z {
        // SAFETY: the token proves AVX-512F.
        Z(unsafe { _mm512_set1_epi64(word as i64) })
    }
    #[inline(always)]
    fn load(self, src: &[u64; 8]) -> Z {
        // SAFETY: the token proves AVX-512F; `src` is 64 readable bytes.
        Z(unsafe { _mm512_loadu_si512(src.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, v: Z, dst: &mut [u64; 8]) {
        // SAFETY: the token proves AVX-512F; `dst` is 64 writable bytes.
        unsafe { _mm512_storeu_si512(dst.as_mut_ptr().cast(), v.0) }
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 8>, at: usize) -> Z {
        let w = map(rows.words::<u64>(at), |w| w as i64);
        // SAFETY: the token proves AVX-512F.
        Z(unsafe { _mm512_set_epi64(w[7], w[6], w[5], w[4], w[3], w[2], w[1], w[0]) })
    }
    rounds!("avx512f", zmm, Z);
    #[inline(always)]
    fn load_square(self, rows: &Rows<'_, 8>, at: usize) -> [Z; 8] {
        let p = rows.at(at, 64);
        let mut r = [Isa::<u64, 8>::splat(self, 0).0; 8];
        // SAFETY: the token proves AVX-512F; `at` has checked 64 readable bytes in each row.
        zip(&mut r, &p, |r, p| *r = unsafe { _mm512_loadu_si512(p.cast()) });
        map(transpose(self, r), Z)
    }
    #[inline(always)]
    fn load_partial(self, rows: &Rows<'_, 8>, at: usize, count: usize) -> [Z; 8] {
        let zero = Isa::<u64, 8>::splat(self, 0);
        if count == 1 {
            // Eight scalar loads are a third of the work of a transposition.
            return [self.load_lane(rows, at), zero, zero, zero, zero, zero, zero, zero];
        }
        let count = count.min(8);
        let p = rows.at(at, 8 * count);
        let mask = (0xff_u32 >> (8 - count)) as u8;
        let mut r = [zero.0; 8];
        // SAFETY: the token proves AVX-512F; `at` has checked the words that the mask lets through.
        zip(&mut r, &p, |r, p| *r = unsafe { _mm512_maskz_loadu_epi64(mask, p.cast()) });
        map(transpose(self, r), Z)
    }
    #[inline(always)]
    fn store_square(self, v: [Z; 8], rows: &mut RowsMut<'_, 8>, at: usize) {
        let t = transpose(self, map(v, |v| v.0));
        // SAFETY: the token proves AVX-512F; `at` has checked 64 writable bytes in each row.
        zip(&mut rows.at(at, 64), &t, |p, t| unsafe { _mm512_storeu_si512(p.cast(), t) });
    }
}
