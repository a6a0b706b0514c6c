//! Registers with two words of one SHA-512 message, whose roles in a round differ.

use crate::Words;

/// Two words, the first one low.
pub trait TwoWords: Words {
    /// Rotates the low word right by `LOW`, the high one by `HIGH`, both 1 to 63.
    #[must_use]
    fn rotr_each<const LOW: u32, const HIGH: u32>(self) -> Self;
    /// The low word of `self` and the high one of `other`.
    #[must_use]
    fn with_high(self, other: Self) -> Self;
    /// The high word of `before`, then the low one of `self`.
    #[must_use]
    fn after(self, before: Self) -> Self;
}
