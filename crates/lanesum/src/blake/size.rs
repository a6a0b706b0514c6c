//! BLAKE as a family with a chaining value: what tells the functions apart, and where the counter is (specs/blake.md, sections
//! 3 to 5).

use super::engine::{Engine32, Engine64};
use super::plan;
use super::words::STATE;
use crate::md::plan::{Known, Plan};
use crate::md::size::Size;
use crate::sha2::constants as sha2;
use digest::typenum::{U64, U128, U240};

/// BLAKE-224 and BLAKE-256.
#[derive(Clone, Copy, Debug)]
pub enum Blake32 {}

/// BLAKE-384 and BLAKE-512.
#[derive(Clone, Copy, Debug)]
pub enum Blake64 {}

/// What tells functions with words of one size apart: the initial value, the salt, and the bit before the length.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start<W> {
    initial: [W; 8],
    salt: [W; 4],
    mark: u8,
}

macro_rules! starts {
    ($($name:ident: $word:ident from $initial:ident, $mark:literal;)*) => { $(
        pub(crate) static $name: Start<$word> = Start { initial: sha2::$initial, salt: [0; 4], mark: $mark };
    )* };
}
starts! {
    BLAKE_224: u32 from SHA_224, 0;
    BLAKE_256: u32 from SHA_256, 1;
    BLAKE_384: u64 from SHA_384, 0;
    BLAKE_512: u64 from SHA_512, 1;
}

macro_rules! size {
    ($name:ident: $word:ident, count in $count:ident, $block:ident, $saved:ident, $engine:ident, $plans:ident) => {
        impl Start<$word> {
            /// The same with a salt of four big-endian words.
            pub(crate) fn salted(&self, salt: &[u8; 4 * size_of::<$word>()]) -> Self {
                let mut words = [0; 4];
                for (word, bytes) in words.iter_mut().zip(salt.as_chunks().0) {
                    *word = $word::from_be_bytes(*bytes);
                }
                Self { salt: words, ..*self }
            }
        }

        impl Size for $name {
            type Word = $word;
            /// Chaining value, salt, and the number of bits before the next block, the low word first.
            type State<T: Copy> = [T; STATE];
            type Start = Start<$word>;
            type Block = $block;
            type TwoBlocks = [u8; 32 * size_of::<$word>()];
            const EMPTY: Self::TwoBlocks = [0; 32 * size_of::<$word>()];
            type Engine = $engine;
            type Saved = $saved;
            const SAVED_WORDS: usize = 12;
            const ZEROES: [$word; STATE] = [0; STATE];
            const MAX_BITS: u128 = $count::MAX as u128;
            const LENGTH_BYTES: usize = size_of::<$count>();
            const COUNTS: bool = true;
            const PLANS: &'static [Plan] = plan::$plans;

            fn known() -> &'static Known {
                static KNOWN: Known = Known::new();
                &KNOWN
            }

            #[inline(always)]
            fn begin(start: &Start<$word>) -> [$word; STATE] {
                let mut state = [0; STATE];
                state[..8].copy_from_slice(&start.initial);
                state[8..12].copy_from_slice(&start.salt);
                state
            }

            #[inline(always)]
            fn mark(start: &Start<$word>) -> u8 {
                start.mark
            }

            #[inline(always)]
            fn count(state: &mut [$word; STATE], bits: u128) {
                // The kernels count a block before they hash it.
                let before = (bits as $count).wrapping_sub(16 * $count::from($word::BITS));
                (state[12], state[13]) = (before as $word, (before >> $word::BITS) as $word);
            }

            #[inline(always)]
            fn spread<const N: usize>(state: &[$word; STATE]) -> [[$word; N]; STATE] {
                state.map(|word| [word; N])
            }
        }
    };
}
size!(Blake32: u32, count in u64, U64, U128, Engine32, WORDS_32);
size!(Blake64: u64, count in u128, U128, U240, Engine64, WORDS_64);
