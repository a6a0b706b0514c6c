//! The token and the planes of backend `avx2-planes`: a plane of one state in two 256-bit registers.

use super::token;
use core::arch::x86_64::*;
use lanes::x86::Avx2;
use lanes::{LaneMap, Plane, PlaneIsa, inlined, sealed::Sealed};

token! {
    /// The state of one message in five pairs of 256-bit registers.
    Avx2Planes of Avx2, enables "avx2"
}

/// Lanes 0 to 3 in one register, lane 4 at the low end of another.
#[derive(Clone, Copy)]
pub struct P {
    low: __m256i,
    last: __m256i,
}

impl Sealed for P {}
impl Plane for P {
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a plane proves its token.
        unsafe { Self { low: _mm256_xor_si256(self.low, rhs.low), last: _mm256_xor_si256(self.last, rhs.last) } }
    }
    #[inline(always)]
    fn chi(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a plane proves its token.
        unsafe {
            Self {
                low: _mm256_xor_si256(a.low, _mm256_andnot_si256(b.low, c.low)),
                last: _mm256_xor_si256(a.last, _mm256_andnot_si256(b.last, c.last)),
            }
        }
    }
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // SAFETY: a plane proves its token.
        unsafe {
            let (left, right) = (_mm_cvtsi32_si128(L as i32), _mm_cvtsi32_si128(64 - L as i32));
            let rotl = |v| _mm256_or_si256(_mm256_sll_epi64(v, left), _mm256_srl_epi64(v, right));
            Self { low: rotl(self.low), last: rotl(self.last) }
        }
    }
    #[inline(always)]
    fn rotl_each(self, by: &'static [u64; 8]) -> Self {
        // SAFETY: a plane proves its token. A count of 64 shifts everything out, so a rotation by 0 comes out right.
        unsafe {
            let [a, b, c, d, e, ..] = inlined::map(*by, |n| n as i64);
            let rotl = |v, left| {
                let right = _mm256_sub_epi64(_mm256_set1_epi64x(64), left);
                _mm256_or_si256(_mm256_sllv_epi64(v, left), _mm256_srlv_epi64(v, right))
            };
            Self { low: rotl(self.low, _mm256_set_epi64x(d, c, b, a)), last: rotl(self.last, _mm256_set1_epi64x(e)) }
        }
    }
    #[inline(always)]
    fn select(self, map: LaneMap) -> Self {
        // The maps are constants: LLVM turns the index vectors into the immediates of vpermq and vpblendd.
        let [a, b, c, d, e, ..] = map.0;
        // SAFETY: a plane proves its token.
        unsafe {
            let pair = |lane: u64| ((2 * lane + 1) << 32 | (2 * lane)) as i64;
            let from_low = |a, b, c, d| {
                let at = _mm256_set_epi64x(pair(d & 3), pair(c & 3), pair(b & 3), pair(a & 3));
                _mm256_permutevar8x32_epi32(self.low, at)
            };
            let from_last = |lane: u64| if lane == 4 { -1 } else { 0 };
            let low = _mm256_blendv_epi8(
                from_low(a, b, c, d),
                _mm256_broadcastq_epi64(_mm256_castsi256_si128(self.last)),
                _mm256_set_epi64x(from_last(d), from_last(c), from_last(b), from_last(a)),
            );
            let last = if e == 4 { self.last } else { from_low(e, e, e, e) };
            Self { low, last }
        }
    }
}

impl PlaneIsa for Avx2Planes {
    type P = P;
    const KNOWS_ROTATIONS: bool = true;
    #[inline(always)]
    fn load_plane(self, lanes: &[u64; 5]) -> P {
        // SAFETY: the token proves AVX2; `lanes` has the 32 bytes and then 8 more.
        unsafe {
            P {
                low: _mm256_loadu_si256(lanes.as_ptr().cast()),
                last: _mm256_zextsi128_si256(_mm_cvtsi64_si128(lanes[4] as i64)),
            }
        }
    }
    #[inline(always)]
    fn store_plane(self, p: P, lanes: &mut [u64; 5]) {
        // SAFETY: the token proves AVX2; `lanes` has the 32 bytes.
        unsafe {
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), p.low);
            lanes[4] = _mm_cvtsi128_si64(_mm256_castsi256_si128(p.last)) as u64;
        }
    }
    #[inline(always)]
    fn low(self, word: u64) -> P {
        // SAFETY: the token proves AVX2.
        unsafe { P { low: _mm256_zextsi128_si256(_mm_cvtsi64_si128(word as i64)), last: _mm256_setzero_si256() } }
    }
}
