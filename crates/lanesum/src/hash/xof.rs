//! XOFs as types: [`Xof`].

use super::function::Function;
use crate::traits::traits;
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use digest::typenum::{U229, Unsigned};
use lanesum_batch::scheduler::{Choose, Jobs, Messages, Survey};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::Erase;
use lanesum_keccak::constructions::sponge::{Sponge, Squeezer};
use lanesum_keccak::permutation::engines::best_one;
use lanesum_keccak::sponges::{Sponges, run};

mod many_xof;

pub use many_xof::{ManyXof, SpongeXof};

/// A function with output of any length: for [`Xof`] and [`ManyXof`].
pub trait XofFunction: Function + SpongeXof {}

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
        Ok(XofOutput::of(self.sponge.finish(Tail::new(last, bits)?)))
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
}

traits! { [F: XofFunction] Xof<F>:
    Default(Self::new());
    Debug(F::ALGORITHM.name(), backend);
    AlgorithmName(F::ALGORITHM.standard_name());
    HashMarker;
    BlockSizeUser(F::Rate);
    CollisionResistance(F::Resistance);
    Update(|this, data| this.sponge.update(data));
    Write;
    Reset(|this| this.sponge.reset());
    ExtendableOutput(XofOutput<F>, |this| XofOutput::of(this.sponge.finish(Tail::NONE)), |this| XofOutput::of(this.sponge.finish_in_place(Tail::NONE)));
    /// The saved bytes are those of a [`FixedHash`](crate::FixedHash) of SHA-3: the head, the state's 200 bytes, one byte for the position in
    /// the block, and a checksum.
    SerializableState(U229, F::ALGORITHM.standard_name(), |this, out| this.sponge.save(out),
        |saved| Sponge::restore(F::PARAMETERS, best_one(), saved).map(Self::of_sponge));
    DigestMany(F::Digest::USIZE, |_messages| Ok(()));
}

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
    #[inline]
    fn of(squeezer: Squeezer) -> Self {
        Self { squeezer, function: PhantomData }
    }

    /// The next `bits` bits, in the first bytes of `out`. The first bit of a byte is the lowest, and the spare high bits of the last byte
    /// are 0. The next read continues with the next bit, even in the middle of a byte.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short. Nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.squeezer.read_bits(out, bits)
    }
}

traits! { [F: XofFunction] XofOutput<F>:
    XofReader(|this, out| this.squeezer.read(out));
}

impl<F: XofFunction> fmt::Debug for XofOutput<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("XofOutput").field("of", &F::ALGORITHM.name()).finish_non_exhaustive()
    }
}
