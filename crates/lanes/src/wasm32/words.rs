//! Words of several messages in the registers of Keccak's lanes: [`Words`] for the vectors, [`WordIsa`] for their token.

use super::Simd128;
use super::vectors::{D2, S4, load, transpose};
use crate::words::as_isa;
use crate::{Isa, Lanes, Rows, WordIsa, Words};
use core::arch::wasm32::*;

/// Four words of 32 bits rotated right by `R`, 1 to 31; by whole bytes with a shuffle.
#[inline(always)]
pub(super) fn rotr_32<const R: u32>(v: v128) -> v128 {
    match R {
        8 => i8x16_shuffle::<1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12>(v, v),
        16 => i8x16_shuffle::<2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13>(v, v),
        _ => v128_or(u32x4_shr(v, R), u32x4_shl(v, 32 - R)),
    }
}

/// Two words of 64 bits rotated right by `R`, 1 to 63.
#[inline(always)]
pub(super) fn rotr_64<const R: u32>(v: v128) -> v128 {
    match R {
        8 => i8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8>(v, v),
        16 => i8x16_shuffle::<2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9>(v, v),
        24 => i8x16_shuffle::<3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10>(v, v),
        32 => i32x4_shuffle::<1, 0, 3, 2>(v, v),
        _ => v128_or(u64x2_shr(v, R), u64x2_shl(v, 64 - R)),
    }
}

/// Loads words of 32 bits, big-endian unless `LITTLE`.
#[inline(always)]
fn loaded_32<const LITTLE: bool>(bytes: &[u8; 16]) -> v128 {
    let v = load(bytes);
    if LITTLE {
        return v;
    }
    i8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(v, v)
}

/// Loads words of 64 bits, big-endian unless `LITTLE`.
#[inline(always)]
fn loaded_64<const LITTLE: bool>(bytes: &[u8; 16]) -> v128 {
    let v = load(bytes);
    if LITTLE {
        return v;
    }
    i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(v, v)
}

/// The operations of SHA-2 and BLAKE that Keccak's vectors lack.
macro_rules! words {
    ($($v:ident of $word:ident x $n:literal: $rotr:ident $add:ident $shr:ident,
       |$rows:ident, $k:ident| $transposed:expr;)*) => { $(
        impl Words for $v {
            #[inline(always)]
            fn add(self, rhs: Self) -> Self {
                Self($add(self.0, rhs.0))
            }
            #[inline(always)]
            fn rotr<const R: u32>(self) -> Self {
                Self($rotr::<R>(self.0))
            }
            #[inline(always)]
            fn shr<const R: u32>(self) -> Self {
                Self($shr(self.0, R))
            }
            #[inline(always)]
            fn xor3(a: Self, b: Self, c: Self) -> Self {
                Lanes::xor3(a, b, c)
            }
            #[inline(always)]
            fn ch(x: Self, y: Self, z: Self) -> Self {
                Self(v128_bitselect(y.0, z.0, x.0))
            }
            #[inline(always)]
            fn maj(x: Self, y: Self, z: Self) -> Self {
                // If x and y differ, the majority is z.
                Self::ch(x.xor(y), z, y)
            }
        }

        impl WordIsa<$word, $n> for Simd128 {
            as_isa!($word, $n in $v);
            #[inline(always)]
            fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, $n>, at: usize) -> [$v; 16] {
                let $rows = rows.chunks::<{ 16 * size_of::<$word>() }>(at).map(|row| row.as_chunks::<16>().0);
                let mut words = [Isa::<$word, $n>::splat(self, 0); 16];
                for ($k, words) in words.as_chunks_mut::<$n>().0.iter_mut().enumerate() {
                    *words = $transposed.map($v);
                }
                words
            }
        }
    )* };
}
words! {
    S4 of u32 x 4: rotr_32 u32x4_add u32x4_shr, |rows, k| {
        let [r0, r1, r2, r3] = rows.map(|row| loaded_32::<LITTLE>(&row[k]));
        let (l02, h02) = (i32x4_shuffle::<0, 4, 1, 5>(r0, r2), i32x4_shuffle::<2, 6, 3, 7>(r0, r2));
        let (l13, h13) = (i32x4_shuffle::<0, 4, 1, 5>(r1, r3), i32x4_shuffle::<2, 6, 3, 7>(r1, r3));
        [
            i32x4_shuffle::<0, 4, 1, 5>(l02, l13),
            i32x4_shuffle::<2, 6, 3, 7>(l02, l13),
            i32x4_shuffle::<0, 4, 1, 5>(h02, h13),
            i32x4_shuffle::<2, 6, 3, 7>(h02, h13),
        ]
    };
    D2 of u64 x 2: rotr_64 u64x2_add u64x2_shr, |rows, k| transpose(rows.map(|row| loaded_64::<LITTLE>(&row[k])));
}
