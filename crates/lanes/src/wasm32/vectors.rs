//! Vectors of words of several messages, with the operations of Keccak.

use super::Simd128;
use crate::{Isa, Lanes, Rows, RowsMut, sealed::Sealed};
use core::arch::wasm32::*;

/// Loads sixteen bytes to a register.
#[inline(always)]
pub(super) fn load(bytes: &[u8; 16]) -> v128 {
    // SAFETY: sixteen bytes are read from an array of as many; no alignment is asked for.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

/// Four words of 32 bits in a register.
#[inline(always)]
pub(super) fn of_32([a, b, c, d]: [u32; 4]) -> v128 {
    u32x4(a, b, c, d)
}

/// The inverse of [`of_32`].
#[inline(always)]
pub(super) fn words_32(v: v128) -> [u32; 4] {
    [u32x4_extract_lane::<0>(v), u32x4_extract_lane::<1>(v), u32x4_extract_lane::<2>(v), u32x4_extract_lane::<3>(v)]
}

/// Two words of 64 bits in a register.
#[inline(always)]
pub(super) fn of_64([a, b]: [u64; 2]) -> v128 {
    u64x2(a, b)
}

/// The inverse of [`of_64`].
#[inline(always)]
pub(super) fn words_64(v: v128) -> [u64; 2] {
    [u64x2_extract_lane::<0>(v), u64x2_extract_lane::<1>(v)]
}

/// A vector, and its operations of `Isa`.
macro_rules! vector {
    ($(#[$doc:meta])* $v:ident of $word:ident x $n:literal: $splat:ident $shl:ident $shr:ident,
     $of:ident $words:ident, $($squares:item)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $v(pub(super) v128);
        impl Sealed for $v {}
        impl Lanes for $v {
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                Self(v128_xor(self.0, rhs.0))
            }
            #[inline(always)]
            fn and(self, rhs: Self) -> Self {
                Self(v128_and(self.0, rhs.0))
            }
            #[inline(always)]
            fn or(self, rhs: Self) -> Self {
                Self(v128_or(self.0, rhs.0))
            }
            #[inline(always)]
            fn not(self) -> Self {
                Self(v128_not(self.0))
            }
            #[inline(always)]
            fn andnot(self, rhs: Self) -> Self {
                Self(v128_andnot(rhs.0, self.0))
            }
            #[inline(always)]
            fn rotl<const L: u32>(self) -> Self {
                // Shifts take their distance modulo the word's length, so this also holds for 0.
                Self(v128_or($shl(self.0, L), $shr(self.0, $word::BITS.wrapping_sub(L))))
            }
        }
        impl Isa<$word, $n> for Simd128 {
            type V = $v;
            #[inline(always)]
            fn splat(self, word: $word) -> $v {
                $v($splat(word))
            }
            #[inline(always)]
            fn load(self, src: &[$word; $n]) -> $v {
                $v($of(*src))
            }
            #[inline(always)]
            fn store(self, v: $v, dst: &mut [$word; $n]) {
                *dst = $words(v.0);
            }
            #[inline(always)]
            fn load_lane(self, rows: &Rows<'_, $n>, at: usize) -> $v {
                Isa::<$word, $n>::load(self, &rows.words(at))
            }
            $($squares)*
        }
    };
}

vector! {
    /// Two 64-bit words.
    D2 of u64 x 2: u64x2_splat u64x2_shl u64x2_shr,
    of_64 words_64,
    #[inline(always)]
    fn load_square(self, rows: &Rows<'_, 2>, at: usize) -> [D2; 2] {
        let [a, b] = rows.chunks::<16>(at);
        transpose([load(a), load(b)]).map(D2)
    }
    #[inline(always)]
    fn store_square(self, v: [D2; 2], rows: &mut RowsMut<'_, 2>, at: usize) {
        let p = rows.at(at, 16);
        for (p, v) in p.into_iter().zip(transpose(v.map(|v| v.0))) {
            // SAFETY: `at` has checked 16 writable bytes in each row; no alignment is asked for.
            unsafe { v128_store(p.cast(), v) }
        }
    }
}
vector! {
    /// Four 32-bit words.
    S4 of u32 x 4: u32x4_splat u32x4_shl u32x4_shr,
    of_32 words_32,
}

/// `[a0 b0] [a1 b1]` from `[a0 a1] [b0 b1]`, and back.
#[inline(always)]
pub(super) fn transpose([a, b]: [v128; 2]) -> [v128; 2] {
    [i64x2_shuffle::<0, 2>(a, b), i64x2_shuffle::<1, 3>(a, b)]
}
