//! Rows of four words of 32 bits of four messages, side by side in a 512-bit register: as `quads_two`, with twice as many.

use super::Avx512;
use crate::{QuadIsa, Quads, Rows, message, parked_as_they_are, sealed::Sealed};
use core::arch::x86_64::*;

/// Four words of 32 bits of each of four messages.
#[derive(Clone, Copy)]
pub struct Q32Four(__m512i);
impl Sealed for Q32Four {}

impl Quads for Q32Four {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm512_add_epi32(self.0, rhs.0) })
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm512_xor_si512(self.0, rhs.0) })
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        // SAFETY: a vector proves its token. (The distance is a constant, so the compiler makes it an immediate rotation.)
        Self(unsafe { _mm512_rorv_epi32(self.0, _mm512_set1_epi32(R.cast_signed())) })
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe {
            match K {
                1 => _mm512_shuffle_epi32::<0b00_11_10_01>(self.0),
                2 => _mm512_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm512_shuffle_epi32::<0b10_01_00_11>(self.0),
            }
        })
    }
    #[inline(always)]
    fn settled(self) -> Self {
        // A separate function, because the registers of inline assembly need the features in the surrounding function.
        #[target_feature(enable = "avx512f")]
        #[inline]
        fn settled(v: __m512i) -> __m512i {
            let mut v = v;
            // SAFETY: no instruction.
            unsafe { core::arch::asm!("/* {0} */", inout(zmm_reg) v, options(pure, nomem, nostack, preserves_flags)) };
            v
        }
        // SAFETY: a vector proves its token.
        Self(unsafe { settled(self.0) })
    }
}

/// For each place of a row, and so of every message's: the index of word `of[i]` in two registers that have words 0 to 7, or 8 to 15, of the
/// block; and the places whose word is one of the last eight.
const fn places(of: [usize; 4]) -> ([i32; 16], u16) {
    let (mut indices, mut last, mut place) = ([0; 16], 0, 0);
    while place < 16 {
        let word = of[place % 4];
        // Each register has four words of each message.
        indices[place] = (word % 8 / 4 * 16 + place / 4 * 4 + word % 4) as i32;
        if word >= 8 {
            last |= 1 << place;
        }
        place += 1;
    }
    (indices, last)
}

/// Words `I0` to `I3` of each message.
struct Picked<const I0: usize, const I1: usize, const I2: usize, const I3: usize>;

impl<const I0: usize, const I1: usize, const I2: usize, const I3: usize> Picked<I0, I1, I2, I3> {
    const PLACES: ([i32; 16], u16) = places([I0, I1, I2, I3]);

    #[inline(always)]
    fn of(block: &[__m512i; 4]) -> Q32Four {
        let (indices, last) = &Self::PLACES;
        // SAFETY: the callers are methods of a token that proves AVX-512F; 64 bytes are read from an array of as many, unaligned.
        Q32Four(unsafe {
            let indices = _mm512_loadu_si512(indices.as_ptr().cast());
            let first = || _mm512_permutex2var_epi32(block[0], indices, block[1]);
            let second = || _mm512_permutex2var_epi32(block[2], indices, block[3]);
            match *last {
                0 => first(),
                u16::MAX => second(),
                _ => _mm512_mask_blend_epi32(*last, first(), second()),
            }
        })
    }
}

impl QuadIsa<u32, 4> for Avx512 {
    type V = Q32Four;
    type Block = [__m512i; 4];

    #[inline(always)]
    fn row(self, words: &[u32; 4]) -> Q32Four {
        // SAFETY: the token proves AVX-512F; sixteen bytes are read from an array of as many, unaligned.
        Q32Four(unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(words.as_ptr().cast())) })
    }
    #[inline(always)]
    fn load(self, src: &[[u32; 4]; 4]) -> Q32Four {
        // SAFETY: the token proves AVX-512F; 64 bytes are read from an array of as many, unaligned.
        Q32Four(unsafe { _mm512_loadu_si512(src.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, v: Q32Four, dst: &mut [[u32; 4]; 4]) {
        // SAFETY: the token proves AVX-512F; 64 bytes are written to an array of as many, unaligned.
        unsafe { _mm512_storeu_si512(dst.as_mut_ptr().cast(), v.0) };
    }
    #[inline(always)]
    fn no_block(self) -> [__m512i; 4] {
        // SAFETY: the token proves AVX-512F.
        [unsafe { _mm512_setzero_si512() }; 4]
    }
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 4>, at: usize, block: &mut [__m512i; 4]) {
        let p = rows.chunks::<64>(at);
        for (i, words) in block.iter_mut().enumerate() {
            // SAFETY: the token proves AVX-512F; sixteen bytes are read from the i-th quarters of four arrays of 64, unaligned.
            *words = unsafe {
                let quarter = |row: usize| _mm_loadu_si128(p[row].as_ptr().add(16 * i).cast());
                let both = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(quarter(0)), quarter(1));
                let all = _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(both, quarter(2)), quarter(3));
                if LITTLE {
                    all
                } else {
                    let odd = _mm512_set1_epi32(0x00ff_00ff);
                    let (left, right) = (_mm512_rol_epi32::<8>(all), _mm512_ror_epi32::<8>(all));
                    _mm512_or_si512(_mm512_and_si512(left, odd), _mm512_andnot_si512(odd, right))
                }
            };
        }
    }
    #[inline(always)]
    fn forget(self, block: &mut [__m512i; 4]) {
        for words in block {
            *words = Q32Four(*words).settled().0;
        }
    }
    message!(|self, block: [__m512i; 4]| -> Q32Four {
        [Picked::<A0, A1, A2, A3>::of(block), Picked::<B0, B1, B2, B3>::of(block)]
    });
    parked_as_they_are!(Q32Four);
}
