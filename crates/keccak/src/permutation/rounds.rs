//! A number of rounds, and their constants.

use super::lane::LaneWord;
use lanesum_batch::Error;

/// A number of rounds, from 1 to that of Keccak-f. Keccak-p\[b, n\] is the last n rounds of Keccak-f\[b\] (FIPS 202, section 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounds(u8);

/// The constants of an even number of rounds, in pairs.
pub type Pairs<W> = &'static [[W; 2]];

impl Rounds {
    /// All of Keccak-f\[1600\].
    pub const FULL: Rounds = Rounds(24);
    /// The rounds of `TurboSHAKE` (RFC 9861, section 2.2).
    pub const TURBO: Rounds = Rounds(12);

    /// Checks that this width has `n` rounds.
    pub const fn new<W: LaneWord>(n: usize) -> Result<Rounds, Error> {
        if n >= 1 && n <= W::RC.len() { Ok(Rounds(n as u8)) } else { Err(Error::Rounds(n)) }
    }

    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Whether the number is odd: then one round comes before [`Rounds::pairs`].
    #[inline(always)]
    pub const fn is_odd(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// The constants as the registers' words, in pairs; for an odd number without the first.
    #[inline(always)]
    pub fn pairs<W: LaneWord>(self) -> Pairs<W::Register> {
        let pairs = W::CONSTANTS.as_chunks::<2>().0;
        // Panics if the rounds were made for another width that has more, which is a bug.
        pairs.split_at(pairs.len() - usize::from(self.0 / 2)).1
    }

    /// The constant of the first round, as a lane.
    pub fn first<W: LaneWord>(self) -> W {
        W::RC[W::RC.len() - self.get()]
    }
}
