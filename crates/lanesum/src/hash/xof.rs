//! XOFs as types: [`Xof`].

use super::function::XofFunction;
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::typenum::{U229, Unsigned};
use digest::{CollisionResistance, ExtendableOutput, ExtendableOutputReset, HashMarker, Reset, Update, XofReader};
use lanesum_batch::saved::{Reading, restore, save};
use lanesum_batch::scheduler::{Choose, Jobs, Messages, Survey};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::Erase;
use lanesum_keccak::constructions::sponge::{Sponge, Squeezer};
use lanesum_keccak::permutation::engines::best_one;
use lanesum_keccak::sponges::{Sponges, run};

/// A function with output of any length, incremental: the traits of the crate `digest` 0.11, messages and outputs of any
/// number of bits, any backend.
#[derive(Clone)]
pub struct Xof<F> {
    sponge: Sponge,
    function: PhantomData<F>,
}

impl<F: XofFunction> Xof<F> {
    /// A hasher for a new message, on the backend that is best for one message on this machine.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::of_sponge(Sponge::here(F::PARAMETERS))
    }

    /// A hasher for a new message, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Sponge::on(F::PARAMETERS, backend).map(Self::of_sponge)
    }

    #[inline]
    fn of_sponge(sponge: Sponge) -> Self {
        Self { sponge, function: PhantomData }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.sponge.form().backend()
    }

    /// Ends a message whose length is not a whole number of bytes. Its last `bits` bits, at most 7, are the low bits of `last`, and
    /// the lowest is the first of them (FIPS 202, section B.1). The other bits of `last` are ignored.
    ///
    /// # Errors
    /// [`Error::PartialByte`] if `bits` is more than 7.
    pub fn finalize_xof_with_last_bits(self, last: u8, bits: u32) -> Result<XofOutput<F>, Error> {
        Ok(XofOutput { squeezer: self.sponge.finish(Tail::new(last, bits)?), function: PhantomData })
    }

    /// The first `output_bytes` bytes of output of many messages at once, at the full width of the machine. The output of message i is
    /// chunk i of `out`. Lengths may differ, may be 0 and need not be whole bytes; see [`Messages`].
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message.
    pub fn digest_many<M: Messages + ?Sized>(messages: &M, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        let survey = Survey::of(&messages);
        let jobs = Jobs::new(&survey, output_bytes, out)?;
        run(Choose::here::<Sponges<'_>>(), &Sponges::new(F::PARAMETERS), jobs);
        Ok(())
    }

    /// As [`Xof::digest_many`], for messages that all begin with the bytes that this hasher has absorbed; these are absorbed only once. The
    /// backend of this hasher is used if it was chosen by name.
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message.
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let survey = Survey::of(&messages);
        let jobs = Jobs::new(&survey, output_bytes, out)?;
        let choose = Choose::new::<Sponges<'_>>(self.sponge.forced())?;
        run(choose, &Sponges::after(&self.sponge), jobs);
        Ok(())
    }

    /// As [`Xof::digest_many`], on the threads of rayon's pool: see
    /// [`DigestMany::finalize_many_rayon`](crate::DigestMany::finalize_many_rayon).
    ///
    /// # Errors
    /// As [`Xof::digest_many`].
    #[cfg(feature = "rayon")]
    pub fn digest_many_rayon<M: Messages + Sync + ?Sized>(
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        crate::DigestMany::finalize_many_rayon(&Self::default(), messages, output_bytes, out)
    }
}

lanesum_batch::digest_many!(<F: XofFunction> Xof<F>, F::Digest::USIZE, |_messages| Ok(()));

/// The output of an [`Xof`], read in pieces of any size.
#[derive(Clone)]
pub struct XofOutput<F> {
    squeezer: Squeezer,
    function: PhantomData<F>,
}

impl<F> Erase for XofOutput<F> {
    fn erase(&mut self) {
        self.squeezer.erase();
    }
}

impl<F: XofFunction> XofOutput<F> {
    /// The next `bits` bits, in the first bytes of `out`. The first bit of a byte is the lowest, and the spare high bits of the last byte
    /// are 0. The next read continues with the next bit, even in the middle of a byte.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short. Nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.squeezer.read_bits(out, bits)
    }
}

impl<F: XofFunction> XofReader for XofOutput<F> {
    #[inline]
    fn read(&mut self, out: &mut [u8]) {
        self.squeezer.read(out);
    }
}

#[cfg(feature = "std")]
impl<F: XofFunction> std::io::Read for XofOutput<F> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.squeezer.read(out);
        Ok(out.len())
    }
}

impl<F: XofFunction> Default for Xof<F> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<F: XofFunction> fmt::Debug for Xof<F> {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(F::ALGORITHM.name()).field("backend", &self.backend()).finish_non_exhaustive()
    }
}

impl<F: XofFunction> fmt::Debug for XofOutput<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("XofOutput").field("of", &F::ALGORITHM.name()).finish_non_exhaustive()
    }
}

impl<F: XofFunction> HashMarker for Xof<F> {}

impl<F: XofFunction> AlgorithmName for Xof<F> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(F::ALGORITHM.standard_name())
    }
}

impl<F: XofFunction> BlockSizeUser for Xof<F> {
    type BlockSize = F::Rate;
}

impl<F: XofFunction> CollisionResistance for Xof<F> {
    type CollisionResistance = F::Resistance;
}

impl<F: XofFunction> Update for Xof<F> {
    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.sponge.update(data);
    }
}

impl<F: XofFunction> ExtendableOutput for Xof<F> {
    type Reader = XofOutput<F>;

    #[inline]
    fn finalize_xof(self) -> XofOutput<F> {
        XofOutput { squeezer: self.sponge.finish(Tail::default()), function: PhantomData }
    }
}

impl<F: XofFunction> Reset for Xof<F> {
    fn reset(&mut self) {
        self.sponge.reset();
    }
}

impl<F: XofFunction> ExtendableOutputReset for Xof<F> {
    fn finalize_xof_reset(&mut self) -> XofOutput<F> {
        XofOutput { squeezer: self.sponge.finish_reset(Tail::default()), function: PhantomData }
    }
}

/// The saved bytes are those of a [`FixedHash`](crate::FixedHash) of SHA-3: the head, the state's 200 bytes, one byte for the position in
/// the block, and a checksum.
impl<F: XofFunction> SerializableState for Xof<F> {
    type SerializedStateSize = U229;

    fn serialize(&self) -> SerializedState<Self> {
        let mut saved = SerializedState::<Self>::default();
        save(F::ALGORITHM.standard_name(), &mut saved, |out| self.sponge.save(out));
        saved
    }

    fn deserialize(saved: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let read = |saved: &mut Reading<'_>| Sponge::restore(F::PARAMETERS, best_one(), saved);
        restore(F::ALGORITHM.standard_name(), saved, read).map(Self::of_sponge).map_err(|_| DeserializeStateError)
    }
}

#[cfg(feature = "std")]
impl<F: XofFunction> std::io::Write for Xof<F> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.sponge.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
