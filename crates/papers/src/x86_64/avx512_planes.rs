//! The token of `avx512-planes-paper`, and the operations of the AVX-512 paper on the planes of `avx512-planes`.

use super::token;
use crate::planes_paper::PlaneMix;
use core::arch::x86_64::*;
use lanes::x86::{Avx512Planes, PlaneIn512 as P};
use lanes::{LaneMap, PlaneIsa, Rows};

token! {
    /// The registers of `Avx512Planes`. The paper's form has its own token, so that its code has its own symbol.
    Avx512PlanesPaper of Avx512Planes, enables "avx512f"
}

impl PlaneMix for P {
    #[inline(always)]
    fn select2(a: Self, b: Self, map: LaneMap) -> Self {
        // SAFETY: a plane proves its token; the map is 64 readable bytes.
        unsafe {
            let map = _mm512_loadu_si512(map.0.as_ptr().cast());
            Self::of(_mm512_permutex2var_epi64(a.register(), map, b.register()))
        }
    }
    #[inline(always)]
    fn blend<const MASK: u8>(a: Self, b: Self) -> Self {
        // SAFETY: a plane proves its token.
        unsafe { Self::of(_mm512_mask_blend_epi64(MASK, a.register(), b.register())) }
    }
}

impl PlaneIsa for Avx512PlanesPaper {
    type P = P;
    #[inline(always)]
    fn load_plane(self, lanes: &[u64; 5]) -> P {
        self.0.load_plane(lanes)
    }
    #[inline(always)]
    fn store_plane(self, p: P, lanes: &mut [u64; 5]) {
        self.0.store_plane(p, lanes);
    }
    #[inline(always)]
    fn load_row(self, row: &Rows<'_, 1>, at: usize, count: usize) -> P {
        self.0.load_row(row, at, count)
    }
    #[inline(always)]
    fn low(self, word: u64) -> P {
        self.0.low(word)
    }
}
