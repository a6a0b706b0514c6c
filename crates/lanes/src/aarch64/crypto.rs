//! The SHA-3 and SHA-2 instructions, which not every processor has, each in a function with its feature enabled. Kernels call these
//! functions: the compiler inlines an intrinsic only where its feature is enabled.

#![allow(unused_unsafe)] // the intrinsics became safe in a later Rust than our minimum

use core::arch::aarch64::*;

macro_rules! instructions {
    ($($enable:literal: $name:ident = $intrinsic:ident($($a:ident)*) on $v:ty;)*) => { $(
        #[target_feature(enable = $enable)]
        #[inline]
        pub(super) fn $name($($a: $v),*) -> $v {
            // SAFETY: the feature is enabled.
            unsafe { $intrinsic($($a),*) }
        }
    )* };
}
instructions! {
    "neon,sha3": eor3 = veor3q_u64(a b c) on uint64x2_t;
    "neon,sha3": rax1 = vrax1q_u64(a b) on uint64x2_t;
    "neon,sha3": bcax = vbcaxq_u64(a b c) on uint64x2_t;
    "neon,sha3": sha512h = vsha512hq_u64(a b c) on uint64x2_t;
    "neon,sha3": sha512h2 = vsha512h2q_u64(a b c) on uint64x2_t;
    "neon,sha3": sha512su0 = vsha512su0q_u64(a b) on uint64x2_t;
    "neon,sha3": sha512su1 = vsha512su1q_u64(a b c) on uint64x2_t;
    "neon,sha2": sha256h = vsha256hq_u32(a b c) on uint32x4_t;
    "neon,sha2": sha256h2 = vsha256h2q_u32(a b c) on uint32x4_t;
    "neon,sha2": sha256su0 = vsha256su0q_u32(a b) on uint32x4_t;
    "neon,sha2": sha256su1 = vsha256su1q_u32(a b c) on uint32x4_t;
}

/// `a ^ b`, rotated right by `R`.
#[target_feature(enable = "neon,sha3")]
#[inline]
pub(super) fn xar<const R: i32>(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    // SAFETY: the feature is enabled.
    unsafe { vxarq_u64::<R>(a, b) }
}
