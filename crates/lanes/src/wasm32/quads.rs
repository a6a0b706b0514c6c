//! Rows of four words of one message: in one register for words of 32 bits, in two for words of 64.

use super::Simd128;
use super::vectors::{of_32, of_64, words_32, words_64};
use super::words::{rotr_32, rotr_64};
use crate::{QuadIsa, Quads, Rows, message, parked_as_they_are, sealed::Sealed};
use core::arch::wasm32::*;

/// Four words of 32 bits.
#[derive(Clone, Copy)]
pub struct Q32(v128);
impl Sealed for Q32 {}
impl Quads for Q32 {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        Self(u32x4_add(self.0, rhs.0))
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        Self(v128_xor(self.0, rhs.0))
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        Self(rotr_32::<R>(self.0))
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        let v = self.0;
        Self(match K {
            1 => i32x4_shuffle::<1, 2, 3, 0>(v, v),
            2 => i32x4_shuffle::<2, 3, 0, 1>(v, v),
            _ => i32x4_shuffle::<3, 0, 1, 2>(v, v),
        })
    }
    #[inline(always)]
    fn settled(self) -> Self {
        self
    }
}

/// Two pairs of words of 64 bits.
#[derive(Clone, Copy)]
pub struct Q64([v128; 2]);
impl Sealed for Q64 {}
impl Quads for Q64 {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, rhs.0);
        Self([u64x2_add(a, c), u64x2_add(b, d)])
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, rhs.0);
        Self([v128_xor(a, c), v128_xor(b, d)])
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        let [a, b] = self.0;
        Self([rotr_64::<R>(a), rotr_64::<R>(b)])
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        let [a, b] = self.0;
        Self(match K {
            1 => [i64x2_shuffle::<1, 2>(a, b), i64x2_shuffle::<1, 2>(b, a)],
            2 => [b, a],
            _ => [i64x2_shuffle::<1, 2>(b, a), i64x2_shuffle::<1, 2>(a, b)],
        })
    }
    #[inline(always)]
    fn settled(self) -> Self {
        self
    }
}

/// The block is in memory, in the machine's byte order, and its words are loaded one by one: a shuffle takes only two registers here.
macro_rules! quad_isa {
    ($word:ident in $v:ident, |$words:ident| $make:expr, |$stored:ident| $take:expr) => {
        impl QuadIsa<$word, 1> for Simd128 {
            type V = $v;
            type Block = [$word; 16];
            #[inline(always)]
            fn row(self, $words: &[$word; 4]) -> $v {
                $v($make)
            }
            #[inline(always)]
            fn load(self, src: &[[$word; 4]; 1]) -> $v {
                QuadIsa::<$word, 1>::row(self, &src[0])
            }
            #[inline(always)]
            fn store(self, v: $v, dst: &mut [[$word; 4]; 1]) {
                let $stored = v.0;
                dst[0] = $take;
            }
            #[inline(always)]
            fn no_block(self) -> [$word; 16] {
                [0; 16]
            }
            #[inline(always)]
            fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut [$word; 16]) {
                let [bytes] = rows.chunks::<{ 16 * size_of::<$word>() }>(at);
                for (word, bytes) in block.iter_mut().zip(bytes.as_chunks().0) {
                    *word = if LITTLE { $word::from_le_bytes(*bytes) } else { $word::from_be_bytes(*bytes) };
                }
            }
            // The sums are kept in locals, which cost no more than the words themselves.
            #[inline(always)]
            fn forget(self, _: &mut [$word; 16]) {}
            message!(|self, block: [$word; 16]| -> $v {
                [
                    QuadIsa::<$word, 1>::row(self, &[block[A0], block[A1], block[A2], block[A3]]),
                    QuadIsa::<$word, 1>::row(self, &[block[B0], block[B1], block[B2], block[B3]]),
                ]
            });
            parked_as_they_are!($v);
        }
    };
}
quad_isa! { u32 in Q32, |words| of_32(*words), |v| words_32(v) }
quad_isa! { u64 in Q64,
    |words| [of_64([words[0], words[1]]), of_64([words[2], words[3]])],
    |v| {
        let [[a, b], [c, d]] = v.map(words_64);
        [a, b, c, d]
    }
}
