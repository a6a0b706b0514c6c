//! Tokens of the forms, and their registers. A token is made of tokens of `lanes`, which prove its instructions.

#![allow(clippy::wildcard_imports)] // the intrinsics are a vocabulary of their own

mod avx2_planes;
mod avx512_planes;
mod quads_avx2;
mod sse2;
mod xop;

pub use avx2_planes::Avx2Planes;
pub use avx512_planes::Avx512PlanesPaper;
pub use quads_avx2::{Avx2Cached, Avx2Gather, Avx2Permute, Avx2Shuffle};
pub use sse2::Sse2;
pub use xop::{Xop, XopModel};

/// Defines a token by others: their features are its features, with one more at most.
macro_rules! token {
    ($(#[$doc:meta])* $name:ident of $($token:ident)+ $(, and $feature:ident)?, enables $enable:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name($($token),+);
        impl $name {
            /// The features that the token proves.
            pub const NEEDS: lanes::Features = lanes::Features::NONE$(.and(<$token>::NEEDS))+$(.and(lanes::Features::$feature))?;
            /// The token, if the processor and the operating system have the features.
            #[inline]
            pub fn detect() -> Option<Self> {
                let token = Self($(<$token>::detect()?),+);
                lanes::Features::detect().contains(Self::NEEDS).then_some(token)
            }
        }
        impl lanes::sealed::Sealed for $name {}
        impl lanes::Token for $name {
            #[inline(always)]
            fn run<K: lanes::Kernel>(self, kernel: K) -> K::Output {
                #[target_feature(enable = $enable)]
                #[inline(never)]
                fn enter<K: lanes::Kernel>(_: $name, kernel: K) -> K::Output {
                    lanes::token::align_frame($name::NEEDS);
                    kernel.call()
                }
                // SAFETY: the token comes from `detect` alone, and has one that proves these features.
                unsafe { enter(self, kernel) }
            }
        }
    };
}
use token;
