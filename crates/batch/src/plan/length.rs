//! How long messages are: classes by blocks, and work in rounds.

/// The length class of the messages of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// More than eight blocks: the work of the batch itself does not matter.
    Long,
    /// Three to eight blocks.
    Middle,
    /// One block or two.
    Short,
    /// Less than one permutation or block of a row's cost: a block of half as many rounds.
    Half,
    /// As [`Length::Middle`], where a kernel hashes whole messages: the batch itself has little work.
    MiddleWhole,
    /// As [`Length::Short`], where a kernel hashes whole messages.
    ShortWhole,
    /// As [`Length::Half`], where a kernel hashes whole messages.
    HalfWhole,
}

impl Length {
    #[doc(hidden)]
    pub const ALL: [Self; 7] =
        [Self::Long, Self::Middle, Self::Short, Self::Half, Self::MiddleWhole, Self::ShortWhole, Self::HalfWhole];

    /// The same class where a kernel hashes whole messages, from the first byte to the digest.
    #[inline]
    #[doc(hidden)]
    pub const fn whole(self) -> Self {
        match self {
            Self::Long => Self::Long,
            Self::Middle | Self::MiddleWhole => Self::MiddleWhole,
            Self::Short | Self::ShortWhole => Self::ShortWhole,
            Self::Half | Self::HalfWhole => Self::HalfWhole,
        }
    }

    /// The class of SHA-2 messages of one length for which there is no such kernel.
    #[inline]
    #[doc(hidden)]
    pub const fn in_groups(self) -> Self {
        match self {
            Self::MiddleWhole => Self::Middle,
            Self::ShortWhole => Self::Short,
            // Keccak: both cases have the same cost.
            other => other,
        }
    }

    #[doc(hidden)]
    pub const fn of(work: Work) -> Self {
        Self::of_bytes(work.0, 1, 1)
    }

    /// The length class of a message of `bytes` bytes, padding included or rounded up by a block, with this many rounds a block. (Without a
    /// division, which would take a large part of a batch's time for a short message.)
    #[inline]
    #[doc(hidden)]
    pub const fn of_bytes(bytes: u64, block: u64, rounds: u64) -> Self {
        let (work, unit) = (bytes.saturating_mul(rounds), block * Work::ROUNDS);
        if work < unit {
            Self::Half
        } else if work < 3 * unit {
            Self::Short
        } else if work < 9 * unit {
            Self::Middle
        } else {
            Self::Long
        }
    }
}

/// The work of a message in rounds of Keccak: [`Work::ROUNDS`] of them are one permutation or block of a row's cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Work(pub u64);

impl Work {
    #[doc(hidden)]
    pub const ROUNDS: u64 = 24;

    /// The cost of this work if one permutation or block costs `cost`.
    pub(super) const fn times(self, cost: u64) -> u64 {
        self.0.saturating_mul(cost) / Self::ROUNDS
    }
}
