//! Tokens that every machine has.

use crate::{Interleaved, Isa64, Kernel, Lanes64, Rows, Token, interleave, sealed::Sealed};

macro_rules! token {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Sealed for $name {}
        impl Token for $name {
            #[inline(always)]
            fn run<K: Kernel>(self, kernel: K) -> K::Output {
                // A symbol of its own, as the tokens with instructions have: the code-generation gate looks for it.
                #[inline(never)]
                fn enter<K: Kernel>(_: $name, kernel: K) -> K::Output {
                    kernel.call()
                }
                enter(self, kernel)
            }
        }
    };
}

token! {
    /// 64-bit words with the instructions that every machine of the architecture has.
    Portable
}
token! {
    /// 64-bit lanes as two interleaved 32-bit words ([`Interleaved`]).
    Portable32
}
token! {
    /// 64-bit words in memory; for kernels that keep nothing but a few words outside the state.
    Compact
}

impl Sealed for u64 {}
impl Lanes64 for u64 {
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        self ^ rhs
    }
    #[inline(always)]
    fn and(self, rhs: Self) -> Self {
        self & rhs
    }
    #[inline(always)]
    fn or(self, rhs: Self) -> Self {
        self | rhs
    }
    #[inline(always)]
    fn not(self) -> Self {
        !self
    }
    #[inline(always)]
    fn andnot(self, rhs: Self) -> Self {
        !self & rhs
    }
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        self.rotate_left(L)
    }
}

/// One plain word in a general-purpose register.
macro_rules! word_isa {
    ($name:ty) => {
        impl $crate::Isa64<1> for $name {
            type V = u64;
            #[inline(always)]
            fn splat(self, word: u64) -> u64 {
                word
            }
            #[inline(always)]
            fn load(self, src: &[u64; 1]) -> u64 {
                src[0]
            }
            #[inline(always)]
            fn store(self, v: u64, dst: &mut [u64; 1]) {
                dst[0] = v;
            }
            #[inline(always)]
            fn load_lane(self, rows: &$crate::Rows<'_, 1>, at: usize) -> u64 {
                rows.words(at)[0]
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use word_isa;
word_isa!(Portable);

impl Isa64<1> for Portable32 {
    type V = Interleaved;
    #[inline(always)]
    fn splat(self, word: u64) -> Interleaved {
        Interleaved::from_stored(word)
    }
    #[inline(always)]
    fn load(self, src: &[u64; 1]) -> Interleaved {
        Interleaved::from_stored(src[0])
    }
    #[inline(always)]
    fn store(self, v: Interleaved, dst: &mut [u64; 1]) {
        dst[0] = v.to_stored();
    }
    #[inline(always)]
    fn load_lane(self, rows: &Rows<'_, 1>, at: usize) -> Interleaved {
        Interleaved::from_stored(interleave(rows.words(at)[0]))
    }
    #[inline(always)]
    fn store_lane(self, v: Interleaved, rows: &mut crate::RowsMut<'_, 1>, at: usize) {
        rows.put(at, &[crate::deinterleave(v.to_stored())]);
    }
}
