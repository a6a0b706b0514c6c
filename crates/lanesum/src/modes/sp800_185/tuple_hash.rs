//! `TupleHash` and `TupleHashXOF` (SP 800-185, section 5): [`TupleHash`].

use super::bits::{BitSponge, BitStr};
use super::cshake;
use super::encode::Encoded;
use super::length::{OutputBits, all_bits};
use super::started::FunctionName;
use crate::strength::Strength;
use crate::traits::traits;
use crate::{Backend, Error, Reader};
use core::fmt;
use core::marker::PhantomData;
use lanesum_keccak::constructions::sponge::{KeccakForm, Sponge};
use lanesum_keccak::permutation::engines::{best_one, one_named};

/// `TupleHash` and `TupleHashXOF` (SP 800-185, section 5), incremental: the hash of a sequence of strings, which also depends on where one
/// string ends and the next begins. Strings, customization strings and outputs can have any number of bits.
///
/// It does not implement the trait `Update`, because that trait has no boundaries between strings.
///
/// ```
/// use lanesum::TupleHash128;
/// let mut hasher = TupleHash128::new("my application");
/// hasher.push("first name");
/// hasher.push("surname");
/// let mut digest = [0; 32];
/// hasher.finalize_to(&mut digest);
/// ```
#[derive(Clone)]
pub struct TupleHash<S> {
    start: Sponge,
    absorbing: BitSponge,
    strength: PhantomData<S>,
}

impl<S: Strength> TupleHash<S> {
    /// A hasher for an empty tuple, on the backend that is best for one message on this machine.
    #[must_use]
    pub fn new<'c>(customization: impl Into<BitStr<'c>>) -> Self {
        Self::with_form(best_one(), customization.into())
    }

    /// As [`TupleHash::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend<'c>(backend: Backend, customization: impl Into<BitStr<'c>>) -> Result<Self, Error> {
        Ok(Self::with_form(one_named(backend)?, customization.into()))
    }

    fn with_form(form: KeccakForm, customization: BitStr<'_>) -> Self {
        let start = cshake::start_named::<S>(form, FunctionName::TupleHash, customization);
        Self { absorbing: BitSponge::new(start.clone()), start, strength: PhantomData }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.start.form().backend()
    }

    /// Appends a string to the tuple.
    pub fn push<'a>(&mut self, string: impl Into<BitStr<'a>>) {
        push(&mut self.absorbing, string.into());
    }

    /// Appends a string of `bytes` bytes, which `write` passes in pieces. (The length is hashed before the string.)
    ///
    /// # Errors
    /// The errors of `write`; [`Error::Length`] if `write` passes more or fewer bytes. The tuple then stays as it was.
    pub fn push_in_pieces<E: From<Error>>(
        &mut self,
        bytes: u64,
        write: impl FnOnce(&mut TupleElement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        TupleElement::new(&mut self.absorbing, bytes).write(write)
    }

    /// `TupleHash` to `8 * out.len()` bits.
    pub fn finalize_to(mut self, out: &mut [u8]) {
        self.absorbing.bytes(all_bits(out).encoded().as_bytes());
        self.absorbing.finish_to(out);
    }

    /// `TupleHash` to `bits` bits, in the first bytes of `out`: the first bit is the lowest, and the spare high bits of the last byte are
    /// 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short.
    pub fn finalize_bits_to(mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.finish(OutputBits::Bits(bits.into())).read_bits(out, bits)
    }

    /// `TupleHash` to `bits` bits, read in pieces, for outputs that do not fit into memory. Read only this many bits.
    #[must_use]
    pub fn finalize_in_pieces(mut self, bits: u64) -> Reader {
        self.finish(OutputBits::Bits(bits.into()))
    }

    /// `TupleHashXOF`: output of any length, in pieces.
    #[must_use]
    pub fn finalize_xof(mut self) -> Reader {
        self.finish(OutputBits::Arbitrary)
    }

    fn finish(&mut self, length: OutputBits) -> Reader {
        self.absorbing.bytes(length.encoded().as_bytes());
        Reader::of(self.absorbing.finish_in_place())
    }
}

/// Appends `encode_string(string)`.
fn push(absorbing: &mut BitSponge, string: BitStr<'_>) {
    absorbing.bytes(Encoded::left(string.bits()).as_bytes());
    absorbing.string(string);
}

pub(super) fn all<'t, S: Strength, T: Into<BitStr<'t>>>(
    strings: impl IntoIterator<Item = T>,
    customization: BitStr<'_>,
    length: OutputBits,
) -> BitSponge {
    let start = cshake::start_named::<S>(best_one(), FunctionName::TupleHash, customization);
    let mut absorbing = BitSponge::new(start);
    strings.into_iter().for_each(|string| push(&mut absorbing, string.into()));
    absorbing.bytes(length.encoded().as_bytes());
    absorbing
}

/// A string of a tuple that is passed in pieces.
pub struct TupleElement<'a> {
    absorbing: &'a mut BitSponge,
    bytes: u64,
    left: u64,
}

impl<'a> TupleElement<'a> {
    /// Begins a string after the bits absorbed so far.
    pub(super) fn new(absorbing: &'a mut BitSponge, bytes: u64) -> Self {
        Self { absorbing, bytes, left: bytes }
    }

    /// Lets `write` pass the whole string. After an error, the tuple is as it was before.
    pub(crate) fn write<E: From<Error>>(mut self, write: impl FnOnce(&mut Self) -> Result<(), E>) -> Result<(), E> {
        let before = self.absorbing.clone();
        self.absorbing.bytes(Encoded::left(8 * u128::from(self.bytes)).as_bytes());
        let result = write(&mut self).and_then(|()| self.check().map_err(E::from));
        if result.is_err() {
            *self.absorbing = before;
        }
        result
    }

    /// Appends to the string.
    ///
    /// # Errors
    /// [`Error::Length`] if the string would be longer than stated.
    pub fn update(&mut self, data: &[u8]) -> Result<(), Error> {
        match self.left.checked_sub(data.len() as u64) {
            Some(left) => self.left = left,
            None => return Err(self.wrong_length(data.len() as u64)),
        }
        self.absorbing.bytes(data);
        Ok(())
    }

    fn check(&self) -> Result<(), Error> {
        if self.left == 0 { Ok(()) } else { Err(self.wrong_length(0)) }
    }

    fn wrong_length(&self, more: u64) -> Error {
        let size = |bytes| usize::try_from(bytes).unwrap_or(usize::MAX);
        let got = size((self.bytes - self.left).saturating_add(more));
        Error::Length { argument: "string", expected: size(self.bytes), got }
    }
}

impl fmt::Debug for TupleElement<'_> {
    /// Prints lengths only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, left, .. } = self;
        f.debug_struct("TupleElement").field("bytes", bytes).field("left", left).finish_non_exhaustive()
    }
}
traits! { [S: Strength] TupleHash<S>:
    Debug(S::TUPLE_HASH, backend);
    AlgorithmName(S::TUPLE_HASH);
    BlockSizeUser(S::Rate);
    CollisionResistance(S::Resistance);
    Reset(|this| this.absorbing = BitSponge::new(this.start.clone()));
    /// The saved bytes are those of a [`CShake`](crate::CShake), with the name `TupleHash128` or `TupleHash256`.
    SerializableState(cshake::Saved, S::TUPLE_HASH, |this, out| cshake::save_started(&this.start, &this.absorbing, out), |saved| {
        let (start, absorbing) = cshake::restore_named::<S>(saved)?;
        // A string begins with its encoded length, which is whole bytes.
        (!absorbing.has_bits_only(&start)).then_some(Self { start, absorbing, strength: PhantomData })
    });
}
