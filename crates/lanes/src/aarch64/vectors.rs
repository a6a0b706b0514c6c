//! Vectors of words of several messages, with the operations of Keccak.

use super::crypto;
use super::distance::{shifted, with_distance, xored};
use super::{Neon, NeonSha3, rounds_sha3};
use crate::{Isa, Lanes, Rows, RowsMut, Theta, sealed::Sealed};
use core::arch::aarch64::*;

/// A vector, and the operations that all vectors implement alike.
macro_rules! vector {
    ($(#[$doc:meta])* $v:ident($reg:ty), $xor:ident $and:ident $or:ident $bic:ident $dup:ident, $($rest:item)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $v(pub(super) $reg);
        impl Sealed for $v {}
        impl Lanes for $v {
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $xor(self.0, rhs.0) })
            }
            #[inline(always)]
            fn and(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $and(self.0, rhs.0) })
            }
            #[inline(always)]
            fn or(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $or(self.0, rhs.0) })
            }
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $xor(self.0, $dup(!0)) })
            }
            #[inline(always)]
            fn andnot(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $bic(rhs.0, self.0) })
            }
            $($rest)*
        }
    };
}

vector! {
    /// Two 64-bit words.
    D2(uint64x2_t), veorq_u64 vandq_u64 vorrq_u64 vbicq_u64 vdupq_n_u64,
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { with_distance!(64, L, self.0, shifted (vshlq_n_u64 vsriq_n_u64 self.0)) })
    }
}
vector! {
    /// Four 32-bit words.
    S4(uint32x4_t), veorq_u32 vandq_u32 vorrq_u32 vbicq_u32 vdupq_n_u32,
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { with_distance!(32, const { L % 32 }, self.0, shifted (vshlq_n_u32 vsriq_n_u32 self.0)) })
    }
}
vector! {
    /// Two 64-bit words, with the SHA-3 instructions.
    D2Sha3(uint64x2_t), veorq_u64 vandq_u64 vorrq_u64 vbicq_u64 vdupq_n_u64,
    const HAS_XOR3: bool = true;
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        let zero = Self(unsafe { vdupq_n_u64(0) });
        self.xor_rotl::<L>(zero)
    }
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { crypto::eor3(a.0, b.0, c.0) })
    }
    #[inline(always)]
    fn xor_rotl<const L: u32>(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { with_distance!(64, L, veorq_u64(self.0, rhs.0), xored (self.0, rhs.0)) })
    }
    #[inline(always)]
    fn theta(c: &[Self; 5]) -> [Self; 5] {
        // SAFETY: a vector proves its token.
        core::array::from_fn(|x| Self(unsafe { crypto::rax1(c[(x + 4) % 5].0, c[(x + 1) % 5].0) }))
    }
    #[inline(always)]
    fn chi(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { crypto::bcax(a.0, c.0, b.0) })
    }
}

/// `[a0 b0] [a1 b1]` from `[a0 a1] [b0 b1]`, and back.
#[inline(always)]
fn transpose([a, b]: [uint64x2_t; 2]) -> [uint64x2_t; 2] {
    // SAFETY: the callers are methods of tokens that prove NEON.
    unsafe { [vzip1q_u64(a, b), vzip2q_u64(a, b)] }
}

macro_rules! two_states {
    ($($token:ident in $v:ident { $($rounds:item)* })*) => { $(
        impl Isa<u64, 2> for $token {
            type V = $v;
            $($rounds)*
            #[inline(always)]
            fn splat(self, word: u64) -> $v {
                // SAFETY: the token proves NEON.
                $v(unsafe { vdupq_n_u64(word) })
            }
            #[inline(always)]
            fn load(self, src: &[u64; 2]) -> $v {
                // SAFETY: the token proves NEON; `src` is two readable words.
                $v(unsafe { vld1q_u64(src.as_ptr()) })
            }
            #[inline(always)]
            fn store(self, v: $v, dst: &mut [u64; 2]) {
                // SAFETY: the token proves NEON; `dst` is two writable words.
                unsafe { vst1q_u64(dst.as_mut_ptr(), v.0) }
            }
            #[inline(always)]
            fn load_lane(self, rows: &Rows<'_, 2>, at: usize) -> $v {
                Isa::<u64, 2>::load(self, &rows.words(at))
            }
            #[inline(always)]
            fn load_square(self, rows: &Rows<'_, 2>, at: usize) -> [$v; 2] {
                // SAFETY: the token proves NEON; sixteen bytes are read from an array of as many.
                transpose(rows.chunks::<16>(at).map(|bytes| unsafe { vreinterpretq_u64_u8(vld1q_u8(bytes.as_ptr())) })).map($v)
            }
            #[inline(always)]
            fn store_square(self, v: [$v; 2], rows: &mut RowsMut<'_, 2>, at: usize) {
                let p = rows.at(at, 16);
                for (p, v) in p.into_iter().zip(transpose(v.map(|v| v.0))) {
                    // SAFETY: the token proves NEON; `at` has checked 16 writable bytes in each row.
                    unsafe { vst1q_u8(p, vreinterpretq_u8_u64(v)) }
                }
            }
        }
    )* };
}
two_states! {
    Neon in D2 {}
    NeonSha3 in D2Sha3 {
        const HAND_SCHEDULED: bool = true;
        #[inline(always)]
        fn keccak_rounds(self, state: &mut [D2Sha3; 25], constants: &[[u64; 2]], _: Theta) {
            // SAFETY: the token proves the instructions; the vector is its register, and nothing else.
            unsafe { rounds_sha3::rounds(&mut *core::ptr::from_mut(state).cast(), constants) };
        }
    }
}

/// One state in the low halves.
impl Isa<u64, 1> for NeonSha3 {
    type V = D2Sha3;
    const HAND_SCHEDULED: bool = true;
    #[inline(always)]
    fn keccak_rounds(self, state: &mut [D2Sha3; 25], constants: &[[u64; 2]], theta: Theta) {
        Isa::<u64, 2>::keccak_rounds(self, state, constants, theta);
    }
    #[inline(always)]
    fn splat(self, word: u64) -> D2Sha3 {
        Isa::<u64, 2>::splat(self, word)
    }
    #[inline(always)]
    fn load(self, src: &[u64; 1]) -> D2Sha3 {
        // SAFETY: the token proves NEON; `src` is a readable word.
        D2Sha3(unsafe { vcombine_u64(vld1_u64(src.as_ptr()), vcreate_u64(0)) })
    }
    #[inline(always)]
    fn store(self, v: D2Sha3, dst: &mut [u64; 1]) {
        // SAFETY: the token proves NEON; `dst` is a writable word.
        unsafe { vst1_u64(dst.as_mut_ptr(), vget_low_u64(v.0)) }
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 1>, at: usize) -> D2Sha3 {
        Isa::<u64, 1>::load(self, &rows.words(at))
    }
}

impl Isa<u32, 4> for Neon {
    type V = S4;
    #[inline(always)]
    fn splat(self, word: u32) -> S4 {
        // SAFETY: the token proves NEON.
        S4(unsafe { vdupq_n_u32(word) })
    }
    #[inline(always)]
    fn load(self, src: &[u32; 4]) -> S4 {
        // SAFETY: the token proves NEON; `src` is four readable words.
        S4(unsafe { vld1q_u32(src.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, v: S4, dst: &mut [u32; 4]) {
        // SAFETY: the token proves NEON; `dst` is four writable words.
        unsafe { vst1q_u32(dst.as_mut_ptr(), v.0) }
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 4>, at: usize) -> S4 {
        Isa::<u32, 4>::load(self, &rows.words(at))
    }
}
