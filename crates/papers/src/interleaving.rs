//! Keccak-p\[1600\] in place, with each lane cut into `F` words of 64 / `F` bits: bit b of a lane is bit b / `F` of word b mod `F` (Van Assche and
//! Van Keer, "Structuring and optimizing Keccak software", sections 1.1 and 1.2). A rotation of the lane rotates its words, by as many
//! bits as the processor's registers have, or a fraction of that.

use lanes::{Portable, Token};
use lanesum_batch::Error;
use lanesum_keccak::permutation::compact::{InPlace, LaneEncoding};
use lanesum_keccak::permutation::constants::RC;

/// A lane's words, word 0 lowest. `F` is 1, 2, 4 or 8: registers of 64, 32, 16 or 8 bits.
pub enum Fractions<const F: usize> {}

impl<const F: usize> Fractions<F> {
    const BITS: usize = {
        assert!(matches!(F, 1 | 2 | 4 | 8));
        64 / F
    };

    const CONSTANTS: [u64; 24] = {
        let mut constants = RC;
        let mut i = 0;
        while i < 24 {
            constants[i] = Self::cut(constants[i]);
            i += 1;
        }
        constants
    };

    /// Where bit b of a lane is.
    const fn place(bit: usize) -> usize {
        Self::BITS * (bit % F) + bit / F
    }

    /// Cuts a lane into its words.
    #[must_use]
    pub const fn cut(lane: u64) -> u64 {
        let (mut words, mut bit) = (0, 0);
        while bit < 64 {
            words |= (lane >> bit & 1) << Self::place(bit);
            bit += 1;
        }
        words
    }

    /// The inverse of [`Fractions::cut`].
    #[must_use]
    pub const fn join(words: u64) -> u64 {
        let (mut lane, mut bit) = (0, 0);
        while bit < 64 {
            lane |= (words >> Self::place(bit) & 1) << bit;
            bit += 1;
        }
        lane
    }
}

impl<const F: usize> LaneEncoding<u64> for Fractions<F> {
    const RC: &'static [u64] = &Self::CONSTANTS;

    #[inline(always)]
    fn rotl(words: u64, by: u32) -> u64 {
        let mask = u64::MAX >> (64 - Self::BITS);
        let mut turned = 0;
        for i in 0..F {
            // Word i becomes another one, turned by once more for each time that it goes past the last.
            let to = i + by as usize;
            let (word, left) = (words >> (Self::BITS * i) & mask, to / F % Self::BITS);
            let word = if left == 0 { word } else { (word << left | word >> (Self::BITS - left)) & mask };
            turned |= word << (Self::BITS * (to % F));
        }
        turned
    }
}

/// Keccak-p\[1600, `rounds`\] on 25 lanes in place, each cut into `F` words.
///
/// # Errors
/// [`Error::Rounds`] unless 1 to 24; then nothing has changed.
pub fn keccak_p1600_in_fractions<const F: usize>(lanes: &mut [u64; 25], rounds: usize) -> Result<(), Error> {
    if !(1..=RC.len()).contains(&rounds) {
        return Err(Error::Rounds(rounds));
    }
    *lanes = lanes.map(Fractions::<F>::cut);
    Portable.run(InPlace::<_, Fractions<F>>::new(lanes, rounds));
    *lanes = lanes.map(Fractions::<F>::join);
    Ok(())
}
