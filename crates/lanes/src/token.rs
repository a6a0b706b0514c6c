//! The macro that defines a token: its features, their detection and its one `#[target_feature]` function.

use crate::Features;

/// Defines a token: detection, and the one function through which its kernels are entered.
macro_rules! token {
    ($(#[$doc:meta])* $name:ident needs $($feature:ident)|+, enables $enable:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());
        impl $name {
            /// The features that the token proves.
            pub const NEEDS: $crate::Features = $crate::Features::NONE$(.and($crate::Features::$feature))+;
            /// The token, if the processor and the operating system have the features.
            #[inline]
            pub fn detect() -> Option<Self> {
                $crate::Features::detect().contains(Self::NEEDS).then_some(Self(()))
            }
        }
        impl $crate::sealed::Sealed for $name {}
        impl $crate::Token for $name {
            #[inline(always)]
            fn run<K: $crate::Kernel>(self, kernel: K) -> K::Output {
                #[target_feature(enable = $enable)]
                #[inline(never)]
                fn enter<K: $crate::Kernel>(_: $name, kernel: K) -> K::Output {
                    $crate::token::align_frame($name::NEEDS);
                    kernel.call()
                }
                #[allow(unused_unsafe)] // on wasm32, where no code without the features is let in, it is a safe function
                // SAFETY: the token comes from `detect` alone, which found these features.
                unsafe {
                    enter(self, kernel)
                }
            }
        }
    };
}
pub(crate) use token;

/// Makes the compiler align the frame of the function into which this is inlined, if registers have more than 16 bytes, and with it those
/// that it spills there. Otherwise frames are aligned to 16 bytes, and a wider spill may cross a cache line or a page: a permutation of four
/// states then takes 10 to 50 % longer at a fifth of all stack positions.
#[inline(always)]
pub fn align_frame(needs: Features) {
    #[repr(align(64))]
    #[expect(dead_code, reason = "only the alignment counts, of a variable whose address is taken")]
    struct Aligned(u8);
    if needs.contains(Features::AVX) || needs.contains(Features::AVX2) || needs.contains(Features::AVX512F) {
        core::hint::black_box(&mut Aligned(0));
    }
}
