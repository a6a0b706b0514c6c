//! What tells families apart: SHA-2 and BLAKE, each with words of 32 and of 64 bits.

use super::engine::Kernels;
use super::plan::{self, Plan};
use digest::array::ArraySize;
use digest::block_buffer::BlockSizes;

/// The functions of one family with words of one size.
pub trait Size: Copy + Send + Sync + 'static {
    type Word: Word;
    /// The words of a state, the chaining value's eight first, as whatever stands for one word. What follows them is the family's.
    type State<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;
    /// What tells the family's functions apart.
    type Start: Copy + Default + 'static;
    /// Bytes of a block: sixteen words.
    type Block: ArraySize + BlockSizes;
    /// Bytes of two blocks.
    type TwoBlocks: AsRef<[u8]> + AsMut<[u8]>;
    const EMPTY: Self::TwoBlocks;
    /// From a backend to its kernel.
    type Engine: Kernels<Word = Self::Word, State = Self::State<Self::Word>>;
    /// Bytes of a saved state: [`Size::SAVED_WORDS`] words, 16 bytes of length, and a block.
    type Saved: ArraySize;
    /// So many words of a state are saved; what follows them is known from the length.
    const SAVED_WORDS: usize;
    /// A state of zeroes.
    const ZEROES: Self::State<Self::Word>;
    /// The most bits that a message may have.
    const MAX_BITS: u128;
    /// The padding's last bytes, which hold the number of bits of the message.
    const LENGTH_BYTES: usize;
    /// Whether there is a bit of padding before those, and each block is hashed with the number of bits up to its end.
    const COUNTS: bool;
    /// Which backend is taken when nobody asks.
    const PLANS: &'static [Plan];
    /// The row of [`Size::PLANS`] for this machine, once known.
    fn known() -> &'static plan::Known;

    /// The state before the first block.
    fn begin(start: &Self::Start) -> Self::State<Self::Word>;
    /// The bit before the length.
    fn mark(start: &Self::Start) -> u8;
    /// Sets the counter so that the next block is hashed with a count of so many bits, where there is one.
    fn count(state: &mut Self::State<Self::Word>, bits: u128);
    /// The same state in each of `N` lanes.
    fn spread<const N: usize>(state: &Self::State<Self::Word>) -> Self::State<[Self::Word; N]>;
}

/// `u32` or `u64`.
pub trait Word: Copy + Default + Send + Sync + 'static {
    fn put(self, bytes: &mut [u8]);
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! word {
    ($word:ident) => {
        impl Word for $word {
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                let all = self.to_be_bytes();
                if let Some(bytes) = bytes.first_chunk_mut() {
                    *bytes = all;
                    return;
                }
                for (byte, of_word) in bytes.iter_mut().zip(all) {
                    *byte = of_word;
                }
            }

            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| $word::from_be_bytes(*bytes))
            }
        }
    };
}
word!(u32);
word!(u64);
