//! The encoded length of the output, and the parameters that all functions share.

use super::encode::Encoded;
use crate::strength::Strength;
use lanesum_keccak::constructions::sponge::Parameters;
use lanesum_keccak::permutation::rounds::Rounds;

/// What `right_encode` at the end says of the output's length.
#[derive(Clone, Copy)]
pub(super) enum Length {
    /// This many bits: they are bound into the output.
    Bits(u128),
    /// Any number: the functions whose names end in XOF.
    Arbitrary,
}

impl Length {
    pub(super) fn encoded(self) -> Encoded {
        Encoded::right(match self {
            Length::Bits(bits) => bits,
            Length::Arbitrary => 0,
        })
    }
}

/// All bits of an output type.
pub(super) fn bits_of<O: digest::array::ArraySize>() -> Length {
    Length::Bits(8 * u128::from(O::U64))
}

/// The bits that `out` has room for.
pub(super) fn all_bits(out: &[u8]) -> Length {
    Length::Bits(8 * out.len() as u128)
}

/// `KECCAK[c]` with c twice the strength, and `suffix`.
pub(super) const fn parameters<S: Strength>(suffix: u16) -> Parameters {
    Parameters::new(S::LANES, Rounds::FULL, suffix)
}
