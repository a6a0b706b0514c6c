//! What needs an allocator: saved states, and strings of bits from vectors.

use super::bits::BitStr;
use super::derived::DerivedState::{Blocks128, Blocks256, Strings};
use super::derived::{Derived, DerivedState, at};
use super::{ParallelHash, cshake};
use crate::Error;
use crate::algorithm::DerivedFunction;
use crate::strength::strengths::{Bits128, Bits256};
use digest::common::hazmat::SerializableState;
use digest::typenum::Unsigned;
use lanesum_batch::saved::{FRAME, SavedReader, restore, save_to_vec};
use lanesum_batch::wipe::Secret;

impl DerivedState {
    /// Writes the saved state, in the format of the function's type.
    pub(crate) fn save(&self, derived: Derived) -> alloc::vec::Vec<u8> {
        match self {
            Strings { start, absorbing } => save_to_vec(derived.saved_name(), cshake::Saved::USIZE - FRAME, |out| {
                cshake::save_started(&start.0, &absorbing.0, out);
            }),
            Blocks128(hasher) => hasher.serialize().to_vec(),
            Blocks256(hasher) => hasher.serialize().to_vec(),
        }
    }

    pub(crate) fn restore(derived: Derived, saved: &[u8]) -> Result<Self, Error> {
        let strings = |saved: &mut SavedReader<'_>| {
            let (start, absorbing) = at!(derived, S => match derived.mode {
                DerivedFunction::CShake => cshake::restore_started::<S>(saved),
                _ => cshake::restore_named::<S>(saved),
            })?;
            // A tuple's string begins with its encoded length, which is whole bytes.
            let is_tuple = matches!(derived.mode, DerivedFunction::TupleHash | DerivedFunction::TupleHashXof);
            let fits = !(is_tuple && absorbing.has_bits_only(&start));
            fits.then_some(Strings { start: Secret(start), absorbing: Secret(absorbing) })
        };
        Ok(match (derived.mode, derived.is_128) {
            (DerivedFunction::ParallelHash | DerivedFunction::ParallelHashXof, true) => {
                Blocks128(ParallelHash::restored(saved)?)
            }
            (DerivedFunction::ParallelHash | DerivedFunction::ParallelHashXof, false) => {
                Blocks256(ParallelHash::restored(saved)?)
            }
            _ => restore(derived.saved_name(), saved, strings)?,
        })
    }
}

impl<'a> From<&'a alloc::vec::Vec<u8>> for BitStr<'a> {
    fn from(bytes: &'a alloc::vec::Vec<u8>) -> Self {
        Self::new(bytes)
    }
}

impl<'a> From<&'a alloc::string::String> for BitStr<'a> {
    fn from(text: &'a alloc::string::String) -> Self {
        Self::new(text.as_bytes())
    }
}
