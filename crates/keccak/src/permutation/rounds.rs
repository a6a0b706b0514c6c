//! A number of rounds, and their constants.

use super::lane::LaneWord;
use lanesum_batch::Error;

/// A number of rounds from 1 to those of Keccak-f. Keccak-p\[b, n\] is the last n rounds of Keccak-f\[b\] (FIPS 202,
/// section 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounds(u8);

/// The constants of an even number of rounds, two by two.
pub type Pairs<W> = &'static [[W; 2]];

impl Rounds {
    /// All of Keccak-f\[1600\].
    pub const FULL: Rounds = Rounds(24);
    /// Those of `TurboSHAKE` (RFC 9861, section 2.2).
    pub const TURBO: Rounds = Rounds(12);

    /// That many, if the width has them.
    pub const fn new<W: LaneWord>(n: usize) -> Result<Rounds, Error> {
        if n >= 1 && n <= W::RC.len() { Ok(Rounds(n as u8)) } else { Err(Error::Rounds(n)) }
    }

    /// The number.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Whether a round comes before [`Rounds::pairs`].
    #[inline(always)]
    pub const fn is_odd(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// The constants of the last rounds, as registers hold lanes; of an odd number all but the first.
    #[inline(always)]
    pub fn pairs<W: LaneWord>(self) -> Pairs<W::Register> {
        let pairs = W::CONSTANTS.as_chunks::<2>().0;
        // Rounds of another width, which may not have as many, are a bug: this panics then.
        pairs.split_at(pairs.len() - usize::from(self.0 / 2)).1
    }

    /// The constant of the first of them, as a lane is a number.
    pub fn first<W: LaneWord>(self) -> W {
        W::RC[W::RC.len() - self.get()]
    }
}
