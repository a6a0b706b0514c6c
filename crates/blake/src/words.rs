//! The differences between the compression functions with words of 32 and of 64 bits.

use super::constants::{PI_32, PI_64, ROWS_32, ROWS_64};
use lanes::{Quads, Words};

/// The words of a state: chaining value, salt, and the number of bits hashed so far, its low word first.
pub const STATE: usize = 14;

/// BLAKE-224 and BLAKE-256.
#[derive(Clone, Copy, Debug)]
pub enum Blake32 {}

/// BLAKE-384 and BLAKE-512.
#[derive(Clone, Copy, Debug)]
pub enum Blake64 {}

/// A word of BLAKE, with the parameters of its compression function.
pub trait BlakeWord: Copy + Default + core::ops::BitXor<Output = Self> + Send + Sync + 'static {
    const ROUNDS: usize;
    const U: &'static [Self; 16];
    /// The constants in rows, for ten rounds.
    const ROWS: &'static [[[Self; 4]; 4]; 10];

    /// Adds a block's bits to the counter, whose low word comes first.
    fn count_block(counter: [Self; 2]) -> [Self; 2];
    /// Rotates right by the distance number `WHICH` of G, 0 to 3.
    fn rotate_quads<const WHICH: usize, V: Quads>(v: V) -> V;
    fn rotate_words<const WHICH: usize, V: Words>(v: V) -> V;
}

macro_rules! word {
    ($word:ident: $rounds:literal rounds, $u:ident, $rows:ident, by $r0:literal $r1:literal $r2:literal $r3:literal) => {
        impl BlakeWord for $word {
            const ROUNDS: usize = $rounds;
            const U: &'static [$word; 16] = &$u;
            const ROWS: &'static [[[$word; 4]; 4]; 10] = &$rows;

            #[inline(always)]
            fn count_block([low, high]: [$word; 2]) -> [$word; 2] {
                let (low, carry) = low.overflowing_add(8 * 16 * size_of::<$word>() as $word);
                [low, high.wrapping_add(carry.into())]
            }

            #[inline(always)]
            fn rotate_quads<const WHICH: usize, V: Quads>(v: V) -> V {
                match WHICH {
                    0 => v.rotr::<$r0>(),
                    1 => v.rotr::<$r1>(),
                    2 => v.rotr::<$r2>(),
                    _ => v.rotr::<$r3>(),
                }
            }

            #[inline(always)]
            fn rotate_words<const WHICH: usize, V: Words>(v: V) -> V {
                match WHICH {
                    0 => v.rotr::<$r0>(),
                    1 => v.rotr::<$r1>(),
                    2 => v.rotr::<$r2>(),
                    _ => v.rotr::<$r3>(),
                }
            }
        }
    };
}
word!(u32: 14 rounds, PI_32, ROWS_32, by 16 12 8 7);
word!(u64: 16 rounds, PI_64, ROWS_64, by 32 25 16 11);
