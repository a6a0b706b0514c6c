//! Rows of four words of 32 bits of four messages, side by side in a 512-bit register: as `quads_two`, which has two.

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

/// The places of four words for a permutation of two registers, of which the first has words 0 to 3 of each message and the second words 4 to 7;
/// or words 8 to 11 and 12 to 15.
struct Places<const I0: usize, const I1: usize, const I2: usize, const I3: usize>;

impl<const I0: usize, const I1: usize, const I2: usize, const I3: usize> Places<I0, I1, I2, I3> {
    const ALL: [i32; 16] = {
        let mut places = [0; 16];
        let mut i = 0;
        while i < 16 {
            let word = [I0, I1, I2, I3][i % 4];
            places[i] = (16 * (word / 4 % 2) + i / 4 * 4 + word % 4) as i32;
            i += 1;
        }
        places
    };
    /// The places of words 8 and more.
    const HIGH: u16 = {
        let four = (I0 / 8 | I1 / 8 << 1 | I2 / 8 << 2 | I3 / 8 << 3) as u16;
        four | four << 4 | four << 8 | four << 12
    };
}

/// Picks four words of sixteen of each of four messages, which are in the quarters of four registers.
#[inline(always)]
fn pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(block: &[__m512i; 4]) -> __m512i {
    // SAFETY: the callers are methods of a token that proves AVX-512F; 64 bytes are read from an array of as many, unaligned.
    unsafe {
        let places = _mm512_loadu_si512(Places::<I0, I1, I2, I3>::ALL.as_ptr().cast());
        let high = Places::<I0, I1, I2, I3>::HIGH;
        let low = _mm512_permutex2var_epi32(block[0], places, block[1]);
        match high {
            0 => low,
            u16::MAX => _mm512_permutex2var_epi32(block[2], places, block[3]),
            _ => _mm512_mask_mov_epi32(low, high, _mm512_permutex2var_epi32(block[2], places, block[3])),
        }
    }
}

impl QuadIsa<u32, 4> for Avx512 {
    type V = Q32Four;
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
    type Block = [__m512i; 4];
    #[inline(always)]
    fn no_block(self) -> [__m512i; 4] {
        // SAFETY: the token proves AVX-512F.
        [unsafe { _mm512_setzero_si512() }; 4]
    }
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 4>, at: usize, block: &mut [__m512i; 4]) {
        assert!(LITTLE, "BLAKE has no form for four messages in a register");
        let [p0, p1, p2, p3] = rows.chunks::<64>(at);
        for (i, words) in block.iter_mut().enumerate() {
            // SAFETY: the token proves AVX-512F; sixteen bytes are read from the i-th quarters of four arrays of 64, unaligned.
            *words = unsafe {
                let quarter = |p: &[u8; 64]| _mm_loadu_si128(p.as_ptr().add(16 * i).cast());
                let v = _mm512_castsi128_si512(quarter(p0));
                let v = _mm512_inserti32x4::<1>(v, quarter(p1));
                let v = _mm512_inserti32x4::<2>(v, quarter(p2));
                _mm512_inserti32x4::<3>(v, quarter(p3))
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
        [Q32Four(pick::<A0, A1, A2, A3>(block)), Q32Four(pick::<B0, B1, B2, B3>(block))]
    });
    parked_as_they_are!(Q32Four);
}
