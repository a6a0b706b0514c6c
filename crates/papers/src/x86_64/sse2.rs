//! Rows of four words with SSE2 alone, in one register or two: rotations by shifts, and words one by one from memory.

use super::token;
use core::arch::x86_64::*;
use lanes::x86::{InMemory, shifted_32, shifted_64};
use lanes::{QuadIsa, Rows, arrays_of_32, arrays_of_64, inlined, message_of_32, message_of_64, parked_as_they_are};

/// The token of `lanes`: its trait can be implemented here for a type of this crate only.
type OfLanes = lanes::x86::Sse2;

token! {
    /// 128-bit registers.
    Sse2 of OfLanes, enables "sse2"
}

lanes::row_of_32! {
    /// Four words.
    Q32, |self, R| {
        if R == 16 {
            // SAFETY: x86-64 has SSE2.
            return Self(unsafe { _mm_shufflehi_epi16::<0b10_11_00_01>(_mm_shufflelo_epi16::<0b10_11_00_01>(self.0)) });
        }
        Self(shifted_32::<R>(self.0))
    }
}

lanes::row_of_64! {
    /// Two pairs of words.
    Q64, |v, R| {
        // SAFETY: x86-64 has SSE2.
        unsafe {
            match R {
                16 => _mm_shufflehi_epi16::<0b00_11_10_01>(_mm_shufflelo_epi16::<0b00_11_10_01>(v)),
                32 => _mm_shuffle_epi32::<0b10_11_00_01>(v),
                _ => shifted_64::<R>(v),
            }
        }
    }
}

/// The block in memory; its bytes are swapped word by word.
macro_rules! block_by_words {
    ($word:ident) => {
        type Block = InMemory<$word>;
        #[inline(always)]
        fn no_block(self) -> InMemory<$word> {
            InMemory([0; 16])
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut InMemory<$word>) {
            let [bytes] = rows.chunks::<{ 16 * size_of::<$word>() }>(at);
            inlined::zip(&mut block.0, bytes.as_chunks().0, |word, bytes| {
                *word = if LITTLE { $word::from_le_bytes(bytes) } else { $word::from_be_bytes(bytes) }
            });
            block.settle();
        }
        #[inline(always)]
        fn forget(self, block: &mut InMemory<$word>) {
            block.settle();
        }
    };
}

impl QuadIsa<u32, 1> for Sse2 {
    arrays_of_32!(Q32);
    block_by_words!(u32);
    message_of_32!(Q32);
    parked_as_they_are!(Q32);
}

impl QuadIsa<u64, 1> for Sse2 {
    arrays_of_64!(Q64);
    block_by_words!(u64);
    message_of_64!(Q64);
    parked_as_they_are!(Q64);
}
