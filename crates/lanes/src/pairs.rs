//! Neighbouring words of one message in a register: for message schedules, which the integer unit leaves to the vector unit.

use crate::{Rows, Token, sealed::Sealed};

/// A pair of neighbouring 64-bit words, or such a pair of each of two blocks. Additions are modulo 2^64.
pub trait Pairs: Copy + Sealed {
    /// `self + rhs`, word by word.
    fn plus(self, rhs: Self) -> Self;
    /// `self ^ rhs`
    fn xor(self, rhs: Self) -> Self;
    /// `a ^ b ^ c`
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }
    /// Shifts each word left by `L`, 1 to 63.
    fn shl<const L: u32>(self) -> Self;
    /// Shifts each word right by `R`, 1 to 63.
    fn shr<const R: u32>(self) -> Self;
    /// Rotates each word right by `R`, 1 to 63; `L` is 64 - `R`.
    #[inline(always)]
    fn rotr<const R: u32, const L: u32>(self) -> Self {
        self.shr::<R>().xor(self.shl::<L>())
    }
    /// The second word of `self` and the first one of `next`.
    fn between(self, next: Self) -> Self;
}

/// A token with [`Pairs`] of `BLOCKS` blocks of a row, one or two.
pub trait PairIsa<const BLOCKS: usize>: Token {
    /// The register.
    type V: Pairs;
    /// Whether an instruction overwrites one of its operands, so that shifting in place saves copies.
    const IN_PLACE: bool = false;
    /// Whether the integer unit rotates into another register.
    const RORX: bool = false;
    /// The eight pairs of big-endian words of the block of 128 bytes at byte `at` of the row, and of that after it.
    ///
    /// # Panics
    /// If the row does not reach to the blocks' end.
    fn load_pairs(self, row: &Rows<'_, 1>, at: usize) -> [Self::V; 8];
    /// The same pair for each block.
    fn pair(self, words: &[u64; 2]) -> Self::V;
    /// Writes the pair of block `i` to `to[i]`.
    fn put(self, pair: Self::V, to: [&mut [u64; 2]; BLOCKS]);
}
