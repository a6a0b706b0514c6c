//! Tokens that every machine has.

use crate::{Interleaved, Isa, Kernel, Lanes, Rows, Token, Word, interleave, sealed::Sealed};

macro_rules! plain_token {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl $name {
            /// The token; every machine has it.
            #[inline]
            #[must_use]
            pub const fn detect() -> Option<Self> {
                Some(Self)
            }
        }
        impl Sealed for $name {}
        impl Token for $name {
            #[inline(always)]
            fn run<K: Kernel>(self, kernel: K) -> K::Output {
                // A function of its own, as for the tokens with instructions: the code-generation check looks for its symbol.
                #[inline(never)]
                fn enter<K: Kernel>(_: $name, kernel: K) -> K::Output {
                    kernel.call()
                }
                enter(self, kernel)
            }
        }
    };
}

plain_token! {
    /// 64-bit words with the instructions that every machine of the architecture has.
    Portable
}
plain_token! {
    /// 64-bit lanes as two interleaved 32-bit words ([`Interleaved`]).
    Portable32
}
plain_token! {
    /// 64-bit words in memory, for kernels with only a few words outside the state.
    Compact
}
plain_token! {
    /// As [`Compact`], for kernels with the least code.
    CompactRolled
}

macro_rules! word {
    ($word:ty) => {
        impl Sealed for $word {}
        impl Lanes for $word {
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
                self.rotate_left(L % <$word>::BITS)
            }
        }
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            #[inline(always)]
            fn to_le(self) -> Self {
                self.to_le()
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                self.swap_bytes()
            }
            #[inline(always)]
            fn rotate(self, by: u32) -> Self {
                self.rotate_left(by % <$word>::BITS)
            }
        }
    };
}
word!(u32);
word!(u64);

/// A plain word in a general-purpose register, as a vector of one.
macro_rules! plain_isa {
    ($token:ty: $($word:ident)*) => {
        impl<W: $crate::Word> $crate::Isa<W, 1> for $token {
            type V = W;
            #[inline(always)]
            fn splat(self, word: W) -> W {
                word
            }
            #[inline(always)]
            fn load(self, src: &[W; 1]) -> W {
                src[0]
            }
            #[inline(always)]
            fn store(self, v: W, dst: &mut [W; 1]) {
                dst[0] = v;
            }
            #[inline(always)]
            fn load_lane(self, rows: &$crate::Rows<'_, 1>, at: usize) -> W {
                rows.words(at)[0]
            }
        }
        $( impl $crate::WordIsa<$word, 1> for $token {
            type V = $word;
            #[inline(always)]
            fn splat(self, word: $word) -> $word {
                word
            }
            #[inline(always)]
            fn load(self, src: &[$word; 1]) -> $word {
                src[0]
            }
            #[inline(always)]
            fn store(self, v: $word, dst: &mut [$word; 1]) {
                dst[0] = v;
            }
            #[inline(always)]
            fn load_block<const LITTLE: bool>(self, rows: &$crate::Rows<'_, 1>, at: usize) -> [$word; 16] {
                let [bytes] = rows.chunks::<{ 16 * size_of::<$word>() }>(at);
                let mut words = [0; 16];
                $crate::inlined::zip(&mut words, bytes.as_chunks().0, |word, bytes| {
                    *word = if LITTLE { $word::from_le_bytes(bytes) } else { $word::from_be_bytes(bytes) }
                });
                words
            }
        } )*
    };
}
plain_isa!(Portable: u32 u64);

impl Isa<u64, 1> for Portable32 {
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
