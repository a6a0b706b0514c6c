//! Words of several messages in the registers of Keccak's lanes: [`Words`] for the vectors, [`WordIsa`] for their token.

use super::Neon;
use super::distance::{shifted, with_distance};
use super::vectors::{D2, S4};
use crate::words::as_isa;
use crate::{Isa, Lanes, Rows, WordIsa, Words};
use core::arch::aarch64::*;

/// Byte orders of rotations to the right by whole bytes.
const ROTR8_OF_32: [u8; 16] = [1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12];
const ROTR16_OF_64: [u8; 16] = [2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9];

/// Reorders the bytes of a register.
///
/// # Safety
/// Needs NEON.
#[inline(always)]
unsafe fn bytes(v: uint8x16_t, order: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the caller has NEON; sixteen bytes are read from an array of as many.
    unsafe { vqtbl1q_u8(v, vld1q_u8(order.as_ptr())) }
}

/// Four words of 32 bits rotated right by `R`, 1 to 31; by 8 and 16 in one instruction.
///
/// # Safety
/// Needs NEON.
#[inline(always)]
pub(super) unsafe fn rotr_32<const R: u32>(v: uint32x4_t) -> uint32x4_t {
    // SAFETY: the caller has NEON.
    unsafe {
        match R {
            8 => vreinterpretq_u32_u8(bytes(vreinterpretq_u8_u32(v), &ROTR8_OF_32)),
            16 => vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(v))),
            _ => with_distance!(32, const { 32 - R }, v, shifted (vshlq_n_u32 vsriq_n_u32 v)),
        }
    }
}

/// Two words of 64 bits rotated right by `R`, 1 to 63.
///
/// # Safety
/// Needs NEON.
#[inline(always)]
pub(super) unsafe fn rotr_64<const R: u32>(v: uint64x2_t) -> uint64x2_t {
    // SAFETY: the caller has NEON.
    unsafe {
        match R {
            16 => vreinterpretq_u64_u8(bytes(vreinterpretq_u8_u64(v), &ROTR16_OF_64)),
            32 => vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(v))),
            _ => with_distance!(64, const { 64 - R }, v, shifted (vshlq_n_u64 vsriq_n_u64 v)),
        }
    }
}

macro_rules! words {
    ($($v:ident of $signed:ty: $rotr:ident $add:ident $shl:ident $dup:ident $select:ident;)*) => { $(
        impl Words for $v {
            #[inline(always)]
            fn add(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $add(self.0, rhs.0) })
            }
            #[inline(always)]
            fn rotr<const R: u32>(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $rotr::<R>(self.0) })
            }
            #[inline(always)]
            fn shr<const R: u32>(self) -> Self {
                // A shift by a negative distance goes right. (The compiler makes it an immediate shift.)
                // SAFETY: a vector proves its token.
                Self(unsafe { $shl(self.0, $dup(-(R as $signed))) })
            }
            #[inline(always)]
            fn xor3(a: Self, b: Self, c: Self) -> Self {
                Lanes::xor3(a, b, c)
            }
            #[inline(always)]
            fn ch(x: Self, y: Self, z: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $select(x.0, y.0, z.0) })
            }
            #[inline(always)]
            fn maj(x: Self, y: Self, z: Self) -> Self {
                // If x and y differ, the majority is z.
                Self::ch(x.xor(y), z, y)
            }
            #[inline(always)]
            fn settled(self) -> Self {
                let mut v = self.0;
                // SAFETY: no instruction.
                unsafe { core::arch::asm!("/* {0:v} */", inout(vreg) v, options(pure, nomem, nostack, preserves_flags)) };
                Self(v)
            }
        }
    )* };
}
words! {
    S4 of i32: rotr_32 vaddq_u32 vshlq_u32 vdupq_n_s32 vbslq_u32;
    D2 of i64: rotr_64 vaddq_u64 vshlq_u64 vdupq_n_s64 vbslq_u64;
}

impl WordIsa<u32, 4> for Neon {
    as_isa!(u32, 4 in S4);
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 4>, at: usize) -> [S4; 16] {
        let rows = rows.chunks::<64>(at);
        let mut words = [Isa::<u32, 4>::splat(self, 0); 16];
        for (k, words) in words.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            // SAFETY: the token proves NEON; sixteen bytes at 0, 16, 32 and 48 are read from arrays of 64.
            unsafe {
                let [r0, r1, r2, r3] = rows.map(|row| {
                    let v = vld1q_u8(row.as_ptr().add(16 * k));
                    vreinterpretq_u32_u8(if LITTLE { v } else { vrev32q_u8(v) })
                });
                let (l02, h02) = (vzip1q_u32(r0, r2), vzip2q_u32(r0, r2));
                let (l13, h13) = (vzip1q_u32(r1, r3), vzip2q_u32(r1, r3));
                *words = [
                    S4(vzip1q_u32(l02, l13)),
                    S4(vzip2q_u32(l02, l13)),
                    S4(vzip1q_u32(h02, h13)),
                    S4(vzip2q_u32(h02, h13)),
                ];
            }
        }
        words
    }
}
impl WordIsa<u64, 2> for Neon {
    as_isa!(u64, 2 in D2);
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 2>, at: usize) -> [D2; 16] {
        let rows = rows.chunks::<128>(at);
        let mut words = [Isa::<u64, 2>::splat(self, 0); 16];
        for (k, words) in words.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            // SAFETY: the token proves NEON; sixteen bytes at 0, 16, …, 112 are read from arrays of 128.
            unsafe {
                let [r0, r1] = rows.map(|row| {
                    let v = vld1q_u8(row.as_ptr().add(16 * k));
                    vreinterpretq_u64_u8(if LITTLE { v } else { vrev64q_u8(v) })
                });
                *words = [D2(vzip1q_u64(r0, r1)), D2(vzip2q_u64(r0, r1))];
            }
        }
        words
    }
}
