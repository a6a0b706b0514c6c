//! One state of 64-bit lanes, each kept as its even bits and its odd bits (Keccak implementation overview, section 2.1), for 32-bit machines.
//! The state is interleaved once for all blocks of a call.
//!
//! Processors with Thumb-2 permute it in place, in assembler; others have the generic text.

use super::rounds::Pairs;
use lanes::{deinterleave, interleave};

/// Absorbs blocks as [`OneForm::absorb`](super::forms::OneForm::absorb); blocks may have 0 lanes.
pub fn absorb(words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
    imp::absorb(words, data, lanes, blocks, super::constants::INTERLEAVED_PAIRS.split_at(12 - constants.len()).1);
}

#[cfg(not(lanesum_small = "thumb2"))]
mod imp {
    use super::super::lanewise::{self, Group, Kept};
    use super::{Pairs, deinterleave, interleave};
    use lanes::{Portable32, Theta, Token};
    use lanesum_batch::wipe::wipe;

    pub fn absorb(words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
        let mut stored = words.map(interleave);
        for block in 0..blocks {
            let lanes_of_block = data[8 * lanes * block..][..8 * lanes].as_chunks().0;
            for (word, lane) in stored.iter_mut().zip(lanes_of_block) {
                *word ^= interleave(u64::from_le_bytes(*lane));
            }
            let group = &mut Group { words: &mut stored[..], count: 1, first: 0 };
            let (isa, theta, kept) = (Portable32, Theta::Once, Kept::All);
            isa.run(lanewise::Permute::<_, _, 1> { isa, group, constants, theta, kept });
        }
        *words = stored.map(deinterleave);
        wipe(&mut stored);
    }
}

#[cfg(lanesum_small = "thumb2")]
mod imp {
    use super::super::rolled;
    use super::{Pairs, deinterleave, interleave};

    pub fn absorb(words: &mut [u64; 25], data: &[u8], lanes: usize, blocks: usize, constants: Pairs<u64>) {
        let (first, fours) = constants.split_at(constants.len() % 2);
        exchange(words, interleave);
        for block in 0..blocks {
            for (y, plane) in data[8 * lanes * block..][..8 * lanes].chunks(40).enumerate() {
                for (cell, lane) in words[y..].iter_mut().step_by(5).zip(plane.as_chunks().0) {
                    *cell ^= interleave(u64::from_le_bytes(*lane));
                }
            }
            if let [pair] = first {
                two_rounds(words, pair);
            }
            if !fours.is_empty() {
                crate::arm::permute(words, fours);
            }
        }
        exchange(words, deinterleave);
    }

    /// The first two of other numbers of rounds than multiples of four, which are too rare for a faster text. Not inlined, because of its
    /// stack.
    #[inline(never)]
    fn two_rounds(words: &mut [u64; 25], pair: &[u64; 2]) {
        exchange(words, deinterleave);
        rolled::rounds(words, &[deinterleave(pair[0]), deinterleave(pair[1])]);
        exchange(words, interleave);
    }

    /// Exchanges lane (x, y) and cell (x, y), by columns, and converts both.
    fn exchange(words: &mut [u64; 25], convert: impl Fn(u64) -> u64) {
        for x in 0..5 {
            words[6 * x] = convert(words[6 * x]);
            for y in 0..x {
                (words[x + 5 * y], words[y + 5 * x]) = (convert(words[y + 5 * x]), convert(words[x + 5 * y]));
            }
        }
    }
}
