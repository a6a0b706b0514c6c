//! Leaves that are in lanes between two calls.

use super::family::Choose;
#[cfg(feature = "alloc")]
use super::gang;
use super::gang::Strand;
use crate::keccak::sponge::Parameters;
#[cfg(feature = "alloc")]
use crate::keccak::states::States;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

/// The states of as many leaves, of which the lead may be one, as are taken at once: each has absorbed as many blocks, where they
/// lay. There are none without an allocator.
#[derive(Clone)]
pub(super) enum UnderWay {
    #[cfg(feature = "alloc")]
    Two(Box<States<u64, 2>>),
    #[cfg(feature = "alloc")]
    Four(Box<States<u64, 4>>),
    #[cfg(feature = "alloc")]
    Eight(Box<States<u64, 8>>),
}

impl UnderWay {
    /// Begins as many leaves of `leaf` bytes as there are lanes, more than one, with the first `bytes` bytes of each, which are
    /// whole blocks. `data` has all of the leaves but the last one's end.
    #[cfg(feature = "alloc")]
    pub(super) fn begin(
        choose: Choose<Parameters>,
        ways: usize,
        parameters: Parameters,
        data: &[u8],
        leaf: usize,
        bytes: usize,
    ) -> Self {
        // In their place from the beginning: what is moved leaves a copy behind that nobody erases.
        macro_rules! absorbed {
            ($variant:ident, $ways:literal) => {{
                let mut states = Box::new(States::with_engine(choose.engine($ways)));
                let rows = core::array::from_fn(|lane| &data[lane * leaf..][..bytes]);
                states.absorb(usize::from(parameters.lanes), parameters.rounds, rows);
                Self::$variant(states)
            }};
        }
        match ways {
            8 => absorbed!(Eight, 8),
            4 => absorbed!(Four, 4),
            _ => absorbed!(Two, 2),
        }
    }

    /// How many there are.
    pub(super) fn ways(&self) -> usize {
        match *self {
            #[cfg(feature = "alloc")]
            Self::Two(_) => 2,
            #[cfg(feature = "alloc")]
            Self::Four(_) => 4,
            #[cfg(feature = "alloc")]
            Self::Eight(_) => 8,
        }
    }

    /// Lets all strands absorb all that they have, as [`gang::run`]: the last ones, as many as there are lanes, go on with these
    /// states.
    #[cfg_attr(not(feature = "alloc"), allow(unused_variables))]
    pub(super) fn go_on(&mut self, choose: Choose<Parameters>, parameters: Parameters, strands: &mut [Strand<'_>]) {
        match *self {
            #[cfg(feature = "alloc")]
            Self::Two(ref mut states) => gang::go_on(choose, parameters, strands, states),
            #[cfg(feature = "alloc")]
            Self::Four(ref mut states) => gang::go_on(choose, parameters, strands, states),
            #[cfg(feature = "alloc")]
            Self::Eight(ref mut states) => gang::go_on(choose, parameters, strands, states),
        }
    }
}
