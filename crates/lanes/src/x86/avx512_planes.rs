//! The token and planes of `avx512-planes`: a plane of one state in a 512-bit register.

use super::token;
use crate::{LaneMap, Plane, PlaneIsa, Rows, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// The state of one message in five 512-bit registers.
    Avx512Planes needs AVX512F, enables "avx512f"
}

/// Five lanes in the low end of a 512-bit register.
#[derive(Clone, Copy)]
pub struct P(__m512i);

const LOW5: __mmask8 = 0b1_1111;
const XOR3: i32 = super::avx512vl::XOR3;

super::register!(P: __m512i);

impl Sealed for P {}
impl Plane for P {
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a plane proves its token.
        Self(unsafe { _mm512_xor_si512(self.0, rhs.0) })
    }
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a plane proves its token.
        Self(unsafe { _mm512_ternarylogic_epi64::<XOR3>(a.0, b.0, c.0) })
    }
    #[inline(always)]
    fn chi(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a plane proves its token.
        Self(unsafe { _mm512_ternarylogic_epi64::<{ super::avx512vl::CHI }>(a.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // SAFETY: a plane proves its token.
        Self(unsafe { _mm512_rolv_epi64(self.0, _mm512_set1_epi64(i64::from(L))) })
    }
    #[inline(always)]
    fn rotl_each(self, by: &'static [u64; 8]) -> Self {
        // SAFETY: a plane proves its token; `by` is 64 readable bytes.
        Self(unsafe { _mm512_rolv_epi64(self.0, _mm512_loadu_si512(by.as_ptr().cast())) })
    }
    #[inline(always)]
    fn select(self, map: LaneMap) -> Self {
        // SAFETY: a plane proves its token; the map is 64 readable bytes.
        Self(unsafe { _mm512_permutexvar_epi64(_mm512_loadu_si512(map.0.as_ptr().cast()), self.0) })
    }
    /// Two registers at a time: unpacks add neighbouring lanes, then rotations of 128-bit blocks add the three blocks. Only blocks cross
    /// 128-bit borders.
    #[inline(always)]
    fn parities(s: [Self; 5]) -> [Self; 5] {
        // SAFETY: a plane proves its token. Lanes 5 to 7 of the operands are zeroed by the mask or paired away.
        unsafe {
            let z = |p: Self| _mm512_maskz_mov_epi64(LOW5, p.0);
            let sum = |t: __m512i| {
                let u = _mm512_shuffle_i64x2::<0b11_00_10_01>(t, t);
                let v = _mm512_shuffle_i64x2::<0b11_01_00_10>(t, t);
                _mm512_ternarylogic_epi64::<XOR3>(t, u, v)
            };
            let pair = |a: __m512i, b: __m512i| {
                let q = sum(_mm512_xor_si512(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)));
                (Self(_mm512_unpacklo_epi64(q, q)), Self(_mm512_unpackhi_epi64(q, q)))
            };
            let (p0, p1) = pair(z(s[0]), z(s[1]));
            let (p2, p3) = pair(z(s[2]), z(s[3]));
            let last = z(s[4]);
            let p4 = Self(sum(_mm512_xor_si512(last, _mm512_shuffle_epi32::<0x4e>(last))));
            [p0, p1, p2, p3, p4]
        }
    }
    #[inline(always)]
    fn xor3_low5(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a plane proves its token.
        Self(unsafe { _mm512_mask_ternarylogic_epi64::<XOR3>(a.0, LOW5, b.0, c.0) })
    }
}

impl PlaneIsa for Avx512Planes {
    type P = P;
    #[inline(always)]
    fn load_plane(self, lanes: &[u64; 5]) -> P {
        // SAFETY: the token proves AVX-512F; the mask lets 40 bytes through, which `lanes` has.
        P(unsafe { _mm512_maskz_loadu_epi64(LOW5, lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store_plane(self, p: P, lanes: &mut [u64; 5]) {
        // SAFETY: the token proves AVX-512F; the mask lets 40 bytes through, which `lanes` has.
        unsafe { _mm512_mask_storeu_epi64(lanes.as_mut_ptr().cast(), LOW5, p.0) }
    }
    #[inline(always)]
    fn load_row(self, row: &Rows<'_, 1>, at: usize, count: usize) -> P {
        let count = count.min(5);
        let [p] = row.at(at, 8 * count);
        // SAFETY: the token proves AVX-512F; `at` has checked the words that the mask lets through.
        P(unsafe { _mm512_maskz_loadu_epi64(!(0xff << count), p.cast()) })
    }
    #[inline(always)]
    fn low(self, word: u64) -> P {
        // SAFETY: the token proves AVX-512F.
        P(unsafe { _mm512_zextsi128_si512(_mm_cvtsi64_si128(word as i64)) })
    }
}
