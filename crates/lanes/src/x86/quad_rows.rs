//! Rows of four words in 128-bit registers: one for words of 32 bits, two for words of 64.

use core::arch::x86_64::*;

/// Byte orders of rotations to the right by 8, 16 and 24 bits, and of big-endian words.
const ROTR8_OF_32: (i64, i64) = (0x0407_0605_0003_0201, 0x0c0f_0e0d_080b_0a09);
const ROTR16_OF_32: (i64, i64) = (0x0504_0706_0100_0302, 0x0d0c_0f0e_0908_0b0a);
const ROTR24_OF_32: (i64, i64) = (0x0605_0407_0201_0003, 0x0e0d_0c0f_0a09_080b);
const ROTR8_OF_64: (i64, i64) = (0x0007_0605_0403_0201, 0x080f_0e0d_0c0b_0a09);
const ROTR16_OF_64: (i64, i64) = (0x0100_0706_0504_0302, 0x0908_0f0e_0d0c_0b0a);
const ROTR24_OF_64: (i64, i64) = (0x0201_0007_0605_0403, 0x0a09_080f_0e0d_0c0b);
const REVERSED_32: (i64, i64) = (0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b);
const REVERSED_64: (i64, i64) = (0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
pub(super) const BYTES_32: ByteOrders =
    ByteOrders { rotr8: ROTR8_OF_32, rotr16: ROTR16_OF_32, rotr24: ROTR24_OF_32, reversed: REVERSED_32 };
pub(super) const BYTES_64: ByteOrders =
    ByteOrders { rotr8: ROTR8_OF_64, rotr16: ROTR16_OF_64, rotr24: ROTR24_OF_64, reversed: REVERSED_64 };

/// Orders of bytes for words of one length, as the halves of a register.
pub(super) struct ByteOrders {
    pub(super) rotr8: (i64, i64),
    pub(super) rotr16: (i64, i64),
    pub(super) rotr24: (i64, i64),
    pub(super) reversed: (i64, i64),
}

/// An order of bytes as the operand of a byte shuffle.
macro_rules! order {
    (128, $order:expr) => {
        _mm_set_epi64x($order.1, $order.0)
    };
    (256, $order:expr) => {
        _mm256_set_epi64x($order.1, $order.0, $order.1, $order.0)
    };
}
pub(super) use order;

/// A byte shuffle whose order is hidden from LLVM. LLVM would recognise a rotation by 16 bits, and replace the shuffle by two dependent
/// shuffles of 16-bit words.
///
/// # Safety
/// Needs SSSE3.
#[inline(always)]
pub(super) unsafe fn shuffled_bytes(v: __m128i, order: (i64, i64)) -> __m128i {
    // SAFETY: the caller has SSSE3; no instruction.
    unsafe {
        let mut order = order!(128, order);
        core::arch::asm!("/* {0} */", inout(xmm_reg) order, options(pure, nomem, nostack, preserves_flags));
        _mm_shuffle_epi8(v, order)
    }
}

/// A row of words of 32 bits in one register.
#[doc(hidden)]
#[macro_export]
macro_rules! row_of_32 {
    ($(#[$doc:meta])* $v:ident, |$self:ident, $r:ident| $rotr:block) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $v(pub(super) __m128i);
        impl $crate::sealed::Sealed for $v {}
        impl $crate::Quads for $v {
            #[inline(always)]
            fn plus(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { _mm_add_epi32(self.0, rhs.0) })
            }
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { _mm_xor_si128(self.0, rhs.0) })
            }
            #[inline(always)]
            fn rotr<const $r: u32>($self) -> Self $rotr
            #[inline(always)]
            fn turn<const K: usize>(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe {
                    match K {
                        1 => _mm_shuffle_epi32::<0b00_11_10_01>(self.0),
                        2 => _mm_shuffle_epi32::<0b01_00_11_10>(self.0),
                        _ => _mm_shuffle_epi32::<0b10_01_00_11>(self.0),
                    }
                })
            }
            #[inline(always)]
            fn settled(self) -> Self {
                let mut v = self.0;
                // SAFETY: no instruction.
                unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) v, options(pure, nomem, nostack, preserves_flags)) };
                Self(v)
            }
        }
    };
}

/// A row of words of 64 bits in two registers.
#[doc(hidden)]
#[macro_export]
macro_rules! row_of_64 {
    ($(#[$doc:meta])* $v:ident, |$word:ident, $r:ident| $rotr:block) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $v(pub(super) [__m128i; 2]);
        impl $crate::sealed::Sealed for $v {}
        impl $crate::Quads for $v {
            #[inline(always)]
            fn plus(self, rhs: Self) -> Self {
                let ([a, b], [c, d]) = (self.0, rhs.0);
                // SAFETY: a vector proves its token.
                Self(unsafe { [_mm_add_epi64(a, c), _mm_add_epi64(b, d)] })
            }
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                let ([a, b], [c, d]) = (self.0, rhs.0);
                // SAFETY: a vector proves its token.
                Self(unsafe { [_mm_xor_si128(a, c), _mm_xor_si128(b, d)] })
            }
            #[inline(always)]
            fn rotr<const $r: u32>(self) -> Self {
                #[inline(always)]
                fn rotr<const $r: u32>($word: __m128i) -> __m128i $rotr
                let [a, b] = self.0;
                Self([rotr::<$r>(a), rotr::<$r>(b)])
            }
            #[inline(always)]
            fn turn<const K: usize>(self) -> Self {
                let [a, b] = self.0;
                if K == 2 {
                    return Self([b, a]);
                }
                // SAFETY: a vector proves its token. (Halves of two registers: LLVM takes palignr where there is one.)
                let [first, second] = unsafe {
                    let [a, b] = [_mm_castsi128_pd(a), _mm_castsi128_pd(b)];
                    [_mm_castpd_si128(_mm_shuffle_pd::<1>(a, b)), _mm_castpd_si128(_mm_shuffle_pd::<1>(b, a))]
                };
                Self(if K == 1 { [first, second] } else { [second, first] })
            }
            #[inline(always)]
            fn settled(self) -> Self {
                let [mut a, mut b] = self.0;
                // SAFETY: no instruction.
                unsafe {
                    core::arch::asm!(
                        "/* {0} {1} */", inout(xmm_reg) a, inout(xmm_reg) b, options(pure, nomem, nostack, preserves_flags)
                    );
                };
                Self([a, b])
            }
        }
    };
}

/// Rotates words of 32 bits to the right by `R`, by shifts.
#[inline(always)]
#[must_use]
pub fn shifted_32<const R: u32>(v: __m128i) -> __m128i {
    // SAFETY: x86-64 has SSE2. (The counts are constants, so LLVM makes them immediate shifts.)
    unsafe {
        _mm_or_si128(_mm_srl_epi32(v, _mm_cvtsi32_si128(R as i32)), _mm_sll_epi32(v, _mm_cvtsi32_si128(32 - R as i32)))
    }
}

/// Rotates words of 64 bits to the right by `R`, by shifts.
#[inline(always)]
#[must_use]
pub fn shifted_64<const R: u32>(v: __m128i) -> __m128i {
    // SAFETY: x86-64 has SSE2. (The counts are constants, so LLVM makes them immediate shifts.)
    unsafe {
        _mm_or_si128(_mm_srl_epi64(v, _mm_cvtsi32_si128(R as i32)), _mm_sll_epi64(v, _mm_cvtsi32_si128(64 - R as i32)))
    }
}

super::register!(Q32: __m128i);
row_of_32! {
    /// Four words, with byte shuffles.
    Q32, |self, R| {
        // SAFETY: a vector proves its token, which has SSSE3.
        Self(unsafe {
            match R {
                8 => _mm_shuffle_epi8(self.0, order!(128, BYTES_32.rotr8)),
                16 => shuffled_bytes(self.0, BYTES_32.rotr16),
                _ => shifted_32::<R>(self.0),
            }
        })
    }
}
row_of_64! {
    /// Two pairs of words, with byte shuffles.
    Q64, |v, R| {
        // SAFETY: the vector of which this is a half proves its token, which has SSSE3.
        unsafe {
            match R {
                16 => shuffled_bytes(v, BYTES_64.rotr16),
                24 => _mm_shuffle_epi8(v, order!(128, BYTES_64.rotr24)),
                32 => _mm_shuffle_epi32::<0b10_11_00_01>(v),
                _ => shifted_64::<R>(v),
            }
        }
    }
}
