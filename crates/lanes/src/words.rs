//! Vectors of words with addition modulo 2^32 or 2^64, for SHA-2 and BLAKE.

use crate::{Rows, Token, sealed::Sealed};

/// One word, or one word of each of several messages. All operations act on each word separately; additions are modulo 2^w.
pub trait Words: Copy + Sealed {
    /// Whether a round has so few instructions that its longest dependency chain limits the speed: then extra additions that shorten the
    /// chain pay.
    const CHAINED: bool = false;
    /// `self + rhs`
    #[must_use]
    fn add(self, rhs: Self) -> Self;
    /// Rotates each word right by `R`, 1 to w - 1.
    #[must_use]
    fn rotr<const R: u32>(self) -> Self;
    /// Shifts each word right by `R`, 1 to w - 1.
    #[must_use]
    fn shr<const R: u32>(self) -> Self;
    /// `a ^ b ^ c`
    fn xor3(a: Self, b: Self, c: Self) -> Self;
    /// The exclusive-or of `x` rotated right by `A`, by `B` and by `C`, 1 to w - 1 in ascending order.
    #[inline(always)]
    #[must_use]
    fn rotr3<const A: u32, const B: u32, const C: u32>(x: Self) -> Self {
        Self::xor3(x.rotr::<A>(), x.rotr::<B>(), x.rotr::<C>())
    }
    /// `(x & y) ^ (!x & z)` (FIPS 180-4, equations 4.2 and 4.8).
    fn ch(x: Self, y: Self, z: Self) -> Self;
    /// `(x & y) ^ (x & z) ^ (y & z)` (FIPS 180-4, equations 4.3 and 4.9).
    fn maj(x: Self, y: Self, z: Self) -> Self;
    /// Hides these words from the optimiser, so that later additions stay where they are written. LLVM would add all early terms first, and
    /// then the late ones in one long chain.
    #[inline(always)]
    #[must_use]
    fn settled(self) -> Self {
        self
    }
    /// `y ^ z`, for [`Words::maj_in_turn`]; any value where that function ignores it.
    #[inline(always)]
    fn difference(y: Self, _z: Self) -> Self {
        y
    }
    /// [`Words::maj`] of `x`, `y` and `z`, where `yz` is `y ^ z`; and `x ^ y`, which is the next round's `yz`. This saves an operation
    /// where there are no three-input functions.
    #[inline(always)]
    fn maj_in_turn(x: Self, y: Self, z: Self, yz: Self) -> (Self, Self) {
        (Self::maj(x, y, z), yz)
    }
}

/// A token with vectors of `N` words of type `W`, one of each message.
pub trait WordIsa<W, const N: usize>: Token {
    /// The vector.
    type V: Words;
    /// `word` for every message.
    fn splat(self, word: W) -> Self::V;
    /// Word `i` from `src[i]`.
    fn load(self, src: &[W; N]) -> Self::V;
    /// `dst[i]` from word `i`.
    fn store(self, v: Self::V, dst: &mut [W; N]);
    /// The 16 words from byte `at` of every row, big-endian, or little-endian if `LITTLE`.
    ///
    /// # Panics
    /// If the rows have fewer than 16 words there.
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, N>, at: usize) -> [Self::V; 16];
    /// Whether the token has [`WordIsa::load_end`].
    const LOADS_ENDS: bool = false;
    /// Sixteen big-endian words of messages that are `lead` zeroes followed by a row: from byte `at` on, with zeroes after the end. Rows must have at
    /// least 16 bytes; `lead` is below 16.
    ///
    /// # Panics
    /// If the rows are too short, or if the token lacks this function ([`WordIsa::LOADS_ENDS`]).
    #[inline(always)]
    fn load_end(self, _rows: &Rows<'_, N>, _lead: usize, _at: usize) -> [Self::V; 16] {
        unreachable!("the caller has asked for LOADS_ENDS")
    }
    /// Whether the token has [`WordIsa::store_rows`].
    const STORES_ROWS: bool = false;
    /// Writes eight words of each message, row after row, big-endian, or little-endian if `LITTLE`.
    ///
    /// # Panics
    /// If `rows` is too short, or if the token lacks this function ([`WordIsa::STORES_ROWS`]).
    #[inline(always)]
    fn store_rows<const LITTLE: bool>(self, _words: &[Self::V; 8], _rows: &mut [u8]) {
        unreachable!("the caller has asked for STORES_ROWS")
    }
    /// Whether the token has [`WordIsa::blake_rounds`].
    const BLAKE: bool = false;
    /// Whether the token has [`WordIsa::later_rounds`].
    const LATER: bool = false;
    /// All rounds of BLAKE's compression function in hand-written code: on its sixteen variables `v`, with the words `m` of a block of each
    /// message and the constants `u`. Does nothing for tokens without such code ([`WordIsa::BLAKE`]). If `PADDING`, only words 0, 13, 14 and
    /// 15 are read; the others are 0.
    #[inline(always)]
    fn blake_rounds<const PADDING: bool>(self, _v: &mut [Self::V; 16], _m: &[Self::V; 16], _u: &[W; 16]) {}
    /// The same for the later functions, which have no constants, by their number of rounds: 7 of BLAKE3, 10 of `BLAKE2s`, 12 of `BLAKE2b`.
    #[inline(always)]
    fn later_rounds<const ROUNDS: usize>(self, _v: &mut [Self::V; 16], _m: &[Self::V; 16]) {}
    /// Whether the token has [`WordIsa::later_rounds_ahead`].
    const AHEAD: bool = false;
    /// The rounds of BLAKE3; meanwhile, the block from byte `at` of every row is loaded as by [`WordIsa::load_block`], little-endian, to `next`.
    ///
    /// # Panics
    /// If the rows are too short, or if the token lacks this function ([`WordIsa::AHEAD`]).
    #[inline(always)]
    fn later_rounds_ahead(
        self,
        _v: &mut [Self::V; 16],
        _m: &[Self::V; 16],
        _next: &mut [Self::V; 16],
        _rows: &Rows<'_, N>,
        _at: usize,
    ) {
        unreachable!("the caller has asked for AHEAD")
    }
}

/// The part of [`WordIsa`] that a token implements as in [`Isa`](crate::Isa), with the same vectors.
macro_rules! as_isa {
    ($word:ty, $n:tt in $v:ty) => {
        type V = $v;
        #[inline(always)]
        fn splat(self, word: $word) -> $v {
            $crate::Isa::<$word, $n>::splat(self, word)
        }
        #[inline(always)]
        fn load(self, src: &[$word; $n]) -> $v {
            $crate::Isa::<$word, $n>::load(self, src)
        }
        #[inline(always)]
        fn store(self, v: $v, dst: &mut [$word; $n]) {
            $crate::Isa::<$word, $n>::store(self, v, dst);
        }
    };
}
pub(crate) use as_isa;

const IN_WASM: bool = cfg!(target_family = "wasm");

macro_rules! plain_words {
    ($word:ident: $rotr3:ident $maj:ident) => {
        /// [`Words::rotr3`] for WebAssembly: nested rotations, the term with the shortest rotation on the outside.
        #[inline(always)]
        fn $rotr3<const A: u32, const B: u32, const C: u32>(x: $word) -> $word {
            (x ^ (x ^ x.rotate_right(C - B)).rotate_right(B - A)).rotate_right(A)
        }
        /// [`Words::maj_in_turn`] for WebAssembly.
        #[inline(always)]
        fn $maj(x: $word, y: $word, yz: $word) -> ($word, $word) {
            let xy = x ^ y;
            ((xy & yz) ^ y, xy)
        }
        impl Words for $word {
            #[inline(always)]
            fn add(self, rhs: Self) -> Self {
                self.wrapping_add(rhs)
            }
            #[inline(always)]
            fn rotr<const R: u32>(self) -> Self {
                self.rotate_right(R)
            }
            #[inline(always)]
            fn shr<const R: u32>(self) -> Self {
                self >> R
            }
            #[inline(always)]
            fn xor3(a: Self, b: Self, c: Self) -> Self {
                a ^ b ^ c
            }
            #[inline(always)]
            fn ch(x: Self, y: Self, z: Self) -> Self {
                // As many operations as with and-not, but one step less from x to the result.
                (x & (y ^ z)) ^ z
            }
            #[inline(always)]
            fn maj(x: Self, y: Self, z: Self) -> Self {
                (x & y) | (z & (x | y))
            }
            // WebAssembly engines copy a value that is needed after its rotation, and have few registers: this saves a copy and an
            // operation.
            #[inline(always)]
            fn rotr3<const A: u32, const B: u32, const C: u32>(x: Self) -> Self {
                if IN_WASM {
                    $rotr3::<A, B, C>(x)
                } else {
                    Self::xor3(x.rotr::<A>(), x.rotr::<B>(), x.rotr::<C>())
                }
            }
            #[inline(always)]
            fn difference(y: Self, z: Self) -> Self {
                if IN_WASM { y ^ z } else { y }
            }
            #[inline(always)]
            fn maj_in_turn(x: Self, y: Self, z: Self, yz: Self) -> (Self, Self) {
                if IN_WASM { $maj(x, y, yz) } else { (Self::maj(x, y, z), yz) }
            }
            #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
            #[inline(always)]
            fn settled(self) -> Self {
                let mut word = self;
                #[cfg(target_arch = "x86_64")]
                // SAFETY: no instruction.
                unsafe { core::arch::asm!("/* {0:r} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
                #[cfg(target_arch = "aarch64")]
                // SAFETY: no instruction.
                unsafe { core::arch::asm!("/* {0:x} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
                word
            }
        }
    };
}
plain_words!(u32: rotr3_32 maj_32);
plain_words!(u64: rotr3_64 maj_64);

#[cfg(test)]
mod tests {
    use super::{Words, maj_32, maj_64, rotr3_32, rotr3_64};

    #[test]
    fn the_forms_for_webassembly_are_the_same_functions() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100 {
            let words = [seed, seed.wrapping_mul(seed | 1), seed.wrapping_mul(0xd129_0ca3_7c4b_56d1)];
            let [x, y, z] = words;
            assert_eq!(rotr3_64::<14, 18, 41>(x), u64::rotr3::<14, 18, 41>(x));
            assert_eq!(maj_64(x, y, y ^ z), (u64::maj(x, y, z), x ^ y));
            let [x, y, z] = words.map(|word| (word >> 32) as u32);
            assert_eq!(rotr3_32::<6, 11, 25>(x), u32::rotr3::<6, 11, 25>(x));
            assert_eq!(maj_32(x, y, y ^ z), (u32::maj(x, y, z), x ^ y));
            seed = words[2].rotate_left(7) ^ words[1];
        }
    }
}
