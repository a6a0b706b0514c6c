//! Neighbouring words of one message in a register: for message schedules, which the integer unit leaves to the vector unit.

use crate::{Rows, Token, sealed::Sealed};

/// A pair of neighbouring 64-bit words. Additions are modulo 2^64.
pub trait Pairs: Copy + Sealed {
    /// `self + rhs`, word by word.
    fn plus(self, rhs: Self) -> Self;
    /// `self ^ rhs`
    fn xor(self, rhs: Self) -> Self;
    /// Shifts each word left by `L`, 1 to 63.
    fn shl<const L: u32>(self) -> Self;
    /// Shifts each word right by `R`, 1 to 63.
    fn shr<const R: u32>(self) -> Self;
    /// The second word of `self` and the first one of `next`.
    fn between(self, next: Self) -> Self;
}

/// A token with [`Pairs`].
pub trait PairIsa: Token {
    /// The register.
    type V: Pairs;
    /// Whether an instruction overwrites one of its operands, so that shifting in place saves copies.
    const IN_PLACE: bool;
    /// The eight pairs of big-endian words of the block of 128 bytes at byte `at` of the row.
    ///
    /// # Panics
    /// If the row does not reach to the block's end.
    fn load_pairs(self, row: &Rows<'_, 1>, at: usize) -> [Self::V; 8];
    /// These two.
    fn pair(self, words: &[u64; 2]) -> Self::V;
    /// Writes a pair.
    fn put(self, pair: Self::V, to: &mut [u64; 2]);
}
