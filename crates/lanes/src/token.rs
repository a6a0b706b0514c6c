//! The macro that defines a token: its features, their detection and its one `#[target_feature]` function.

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
