//! BLAKE of one message by the hand-scheduled code of `rounds_blake`.

use super::{Avx, rounds_blake};
use crate::{Rows, Token};

/// A token with hand-scheduled code for BLAKE with words `W`.
pub trait BlakeIsa<W>: Token {
    /// Applies the compression function to all whole blocks of the row. The state is the chaining value, the salt, and the count of
    /// bits before the next block, its low word first.
    fn blake(self, state: &mut [W; 14], row: &Rows<'_, 1>);
}

macro_rules! blake_isa {
    ($($word:ty: $function:ident)*) => { $(
        impl BlakeIsa<$word> for Avx {
            fn blake(self, state: &mut [$word; 14], row: &Rows<'_, 1>) {
                let block = 16 * size_of::<$word>();
                let blocks = row.len() / block;
                if blocks == 0 {
                    return;
                }
                let [data] = row.at(0, block * blocks);
                // SAFETY: the token proves AVX; `at` has checked the bytes of all blocks; the state has this length.
                unsafe { rounds_blake::$function(state.as_mut_ptr(), data, blocks) };
            }
        }
    )* };
}

blake_isa!(u32: blake256 u64: blake512);
