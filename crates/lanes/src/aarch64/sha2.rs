//! SHA-2 of one message by the hand-scheduled code of `rounds_sha2`.

use super::{Neon, rounds_sha2};
use crate::Rows;

macro_rules! by_hand {
    ($($function:ident $doc:literal $word:ty, $block:literal, $rounds:literal;)*) => {
        /// SHA-2 of one message, in general registers, which no token has to prove: every processor with [`Neon`] has the code's
        /// instructions.
        impl Neon {
            $(
                #[doc = $doc]
                ///
                /// # Panics
                /// Without [`Neon::READS_WORDS`].
                pub fn $function(self, state: &mut [$word; 8], row: &Rows<'_, 1>, constants: &[$word; $rounds]) {
                    assert!(Self::READS_WORDS, "the code reads little-endian words at any address");
                    let blocks = row.len() / $block;
                    if blocks == 0 {
                        return;
                    }
                    let [data] = row.at(0, $block * blocks);
                    // SAFETY: `at` has checked the bytes of all blocks; the arrays have these lengths; words may be read so.
                    unsafe { rounds_sha2::$function(state.as_mut_ptr(), data, blocks, constants.as_ptr()) };
                }
            )*
        }
    };
}

by_hand! {
    sha256 "Applies the compression function of SHA-256 to all whole blocks of the row; `constants` are K." u32, 64, 64;
    sha512 "Applies the compression function of SHA-512 to all whole blocks of the row; `constants` are K." u64, 128, 80;
}
