//! Rows of four words of one message: in one register for words of 32 bits, in two for words of 64.

use super::Neon;
use super::words::{rotr_32, rotr_64};
use crate::{QuadIsa, Quads, Rows, message, parked_as_they_are, sealed::Sealed};
use core::arch::aarch64::*;

/// Four words of 32 bits.
#[derive(Clone, Copy)]
pub struct Q32(uint32x4_t);
impl Sealed for Q32 {}
impl Quads for Q32 {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { vaddq_u32(self.0, rhs.0) })
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { veorq_u32(self.0, rhs.0) })
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { rotr_32::<R>(self.0) })
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe {
            match K {
                1 => vextq_u32::<1>(self.0, self.0),
                2 => vextq_u32::<2>(self.0, self.0),
                _ => vextq_u32::<3>(self.0, self.0),
            }
        })
    }
    #[inline(always)]
    fn settled(self) -> Self {
        let mut v = self.0;
        // SAFETY: no instruction.
        unsafe { core::arch::asm!("/* {0:v} */", inout(vreg) v, options(pure, nomem, nostack, preserves_flags)) };
        Self(v)
    }
}

/// Two pairs of words of 64 bits.
#[derive(Clone, Copy)]
pub struct Q64([uint64x2_t; 2]);
impl Sealed for Q64 {}
impl Quads for Q64 {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, rhs.0);
        // SAFETY: a vector proves its token.
        Self(unsafe { [vaddq_u64(a, c), vaddq_u64(b, d)] })
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, rhs.0);
        // SAFETY: a vector proves its token.
        Self(unsafe { [veorq_u64(a, c), veorq_u64(b, d)] })
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        let [a, b] = self.0;
        // SAFETY: a vector proves its token.
        Self(unsafe { [rotr_64::<R>(a), rotr_64::<R>(b)] })
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        let [a, b] = self.0;
        // SAFETY: a vector proves its token.
        Self(unsafe {
            match K {
                1 => [vextq_u64::<1>(a, b), vextq_u64::<1>(b, a)],
                2 => [b, a],
                _ => [vextq_u64::<1>(b, a), vextq_u64::<1>(a, b)],
            }
        })
    }
    #[inline(always)]
    fn settled(self) -> Self {
        let [mut a, mut b] = self.0;
        // SAFETY: no instruction.
        unsafe {
            core::arch::asm!(
                "/* {0:v} {1:v} */", inout(vreg) a, inout(vreg) b, options(pure, nomem, nostack, preserves_flags)
            );
        };
        Self([a, b])
    }
}

/// Any four of the sixteen 32-bit words in four registers, by one table lookup of bytes.
#[inline(always)]
fn looked_up<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(block: &[uint8x16_t; 4]) -> Q32 {
    let places = const {
        let (from, mut places, mut i) = ([I0, I1, I2, I3], [0; 16], 0);
        while i < 16 {
            places[i] = (4 * from[i / 4] + i % 4) as u8;
            i += 1;
        }
        &{ places }
    };
    let [a, b, c, d] = *block;
    // SAFETY: the callers are methods of a token that proves NEON; sixteen bytes are read from an array of as many.
    Q32(unsafe { vreinterpretq_u32_u8(vqtbl4q_u8(uint8x16x4_t(a, b, c, d), vld1q_u8(places.as_ptr()))) })
}

/// Any two of the sixteen 64-bit words in eight registers.
#[inline(always)]
fn pair<const I0: usize, const I1: usize>(block: &[uint64x2_t; 8]) -> uint64x2_t {
    let (a, b) = (block[I0 / 2], block[I1 / 2]);
    // SAFETY: the callers are methods of a token that proves NEON.
    unsafe {
        match (I0 % 2, I1 % 2) {
            (0, 0) => vzip1q_u64(a, b),
            (0, _) => vcombine_u64(vget_low_u64(a), vget_high_u64(b)),
            (_, 0) => vextq_u64::<1>(a, b),
            _ => vzip2q_u64(a, b),
        }
    }
}

macro_rules! quad_isa {
    ($word:ident in $v:ident, |$words:ident| $row:block, |$stored:ident, $into:ident| $store:block,
     $block:ty, $zero:expr, |$from:ident| $load_block:expr,
     |$this:ident, $block_of:ident| $message:block) => {
        impl QuadIsa<$word, 1> for Neon {
            type V = $v;
            type Block = $block;
            #[inline(always)]
            fn row(self, $words: &[$word; 4]) -> $v $row
            #[inline(always)]
            fn load(self, src: &[[$word; 4]; 1]) -> $v {
                QuadIsa::<$word, 1>::row(self, &src[0])
            }
            #[inline(always)]
            fn store(self, $stored: $v, dst: &mut [[$word; 4]; 1]) {
                let $into = dst[0].as_mut_ptr();
                $store
            }
            #[inline(always)]
            fn no_block(self) -> $block {
                $zero
            }
            #[inline(always)]
            fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut $block) {
                let [bytes] = rows.chunks::<{ 16 * size_of::<$word>() }>(at);
                for (words, $from) in block.iter_mut().zip(bytes.as_chunks::<16>().0) {
                    *words = $load_block;
                }
            }
            #[inline(always)]
            fn forget(self, block: &mut $block) {
                for register in block {
                    // SAFETY: no instruction.
                    unsafe {
                        core::arch::asm!("/* {0:v} */", inout(vreg) * register, options(pure, nomem, nostack, preserves_flags))
                    };
                }
            }
            message!(|$this, $block_of: $block| -> $v $message);
            parked_as_they_are!($v);
        }
    };
}

quad_isa! { u32 in Q32,
    // SAFETY: the token proves NEON; four words are read from an array of as many.
    |words| { Q32(unsafe { vld1q_u32(words.as_ptr()) }) },
    // SAFETY: the token proves NEON; four words are written to an array of as many.
    |v, into| { unsafe { vst1q_u32(into, v.0) } },
    // SAFETY: the token proves NEON.
    [uint8x16_t; 4], [unsafe { vdupq_n_u8(0) }; 4],
    // SAFETY: the token proves NEON; sixteen bytes are read from an array of as many.
    |bytes| unsafe {
        let v = vld1q_u8(bytes.as_ptr());
        if LITTLE { v } else { vrev32q_u8(v) }
    },
    |self, block| {
        [looked_up::<A0, A1, A2, A3>(block), looked_up::<B0, B1, B2, B3>(block)]
    }
}

quad_isa! { u64 in Q64,
    |words| {
        let halves = words.as_chunks::<2>().0;
        // SAFETY: the token proves NEON; two words are read from arrays of as many.
        Q64(unsafe { [vld1q_u64(halves[0].as_ptr()), vld1q_u64(halves[1].as_ptr())] })
    },
    |v, into| {
        let [a, b] = v.0;
        // SAFETY: the token proves NEON; four words are written to an array of as many.
        unsafe {
            vst1q_u64(into, a);
            vst1q_u64(into.add(2), b);
        }
    },
    // SAFETY: the token proves NEON.
    [uint64x2_t; 8], [unsafe { vdupq_n_u64(0) }; 8],
    // SAFETY: the token proves NEON; sixteen bytes are read from an array of as many.
    |bytes| unsafe {
        let v = vld1q_u8(bytes.as_ptr());
        vreinterpretq_u64_u8(if LITTLE { v } else { vrev64q_u8(v) })
    },
    |self, block| {
        [Q64([pair::<A0, A1>(block), pair::<A2, A3>(block)]), Q64([pair::<B0, B1>(block), pair::<B2, B3>(block)])]
    }
}
