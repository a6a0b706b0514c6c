//! The encoded length of the output, and the parameters that all functions share.

use super::encode::Encoded;
use crate::strength::Strength;
use lanesum_keccak::constructions::sponge::Parameters;
use lanesum_keccak::permutation::rounds::Rounds;

/// The output's length, as encoded at the end of the message.
#[derive(Clone, Copy)]
pub(super) enum OutputBits {
    /// This many bits; outputs of different lengths are unrelated.
    Bits(u128),
    /// Any length: for the functions whose names end in XOF.
    Arbitrary,
}

impl OutputBits {
    pub(super) fn encoded(self) -> Encoded {
        Encoded::right(match self {
            OutputBits::Bits(bits) => bits,
            OutputBits::Arbitrary => 0,
        })
    }
}

pub(super) fn bits_of<O: digest::array::ArraySize>() -> OutputBits {
    OutputBits::Bits(8 * u128::from(O::U64))
}

pub(super) fn all_bits(out: &[u8]) -> OutputBits {
    OutputBits::Bits(8 * out.len() as u128)
}

/// The sponge `KECCAK[c]` with this suffix; c is twice the strength.
pub(super) const fn parameters<S: Strength>(suffix: u16) -> Parameters {
    Parameters::new(S::LANES, Rounds::FULL, suffix)
}
