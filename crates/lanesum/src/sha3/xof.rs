use crate::XofFunction;
use crate::batch::{self, Message};
use crate::hash::State;
use crate::keccak::engine::Engine;
use crate::keccak::order::Here;
use crate::keccak::sponge::{Sponge, Squeezer};
use crate::tail::Tail;
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::typenum::U201;
use digest::{CollisionResistance, ExtendableOutput, ExtendableOutputReset, HashMarker, Reset, Update, XofReader};

/// A function with output of any length, incremental: the traits of the crate `digest` 0.11, messages and outputs of any
/// number of bits, any backend.
#[derive(Clone)]
pub struct Xof<F> {
    sponge: Sponge,
    function: PhantomData<F>,
}

impl<F: XofFunction> Xof<F> {
    /// On the backend that is best for one message here.
    #[inline]
    pub fn new() -> Self {
        Self::with_engine(Here::plan().engine(1))
    }

    /// On a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Engine::new(backend).map(Self::with_engine)
    }

    fn with_engine(engine: Engine) -> Self {
        Self { sponge: Sponge::new(F::PARAMETERS, engine), function: PhantomData }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.sponge.engine().backend()
    }

    /// Ends a message whose length is no whole number of bytes: its last `bits` bits, at most 7, are the low bits of
    /// `last`, the first of them lowest (FIPS 202, section B.1).
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits.
    pub fn finalize_xof_bits(self, last: u8, bits: u32) -> Result<XofOutput<F>, Error> {
        Ok(XofOutput { squeezer: self.sponge.finish(Tail::new(last, bits)?), function: PhantomData })
    }

    /// The first `output_bytes` bytes of output of many messages at once, at the full width of the machine: each message's
    /// in the chunk of `out` of the same index. Lengths may differ, may be 0 and need not be whole bytes.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has not `output_bytes` bytes for each message.
    pub fn digest_many<'a, M>(messages: &[M], output_bytes: usize, out: &mut [u8]) -> Result<(), Error>
    where
        M: Copy + Into<Message<'a>>,
    {
        let out = batch::outputs(messages.len(), output_bytes, out)?;
        batch::run(None, F::PARAMETERS, batch::converted(messages).zip(out));
        Ok(())
    }

    /// As [`Xof::digest_many`], each message preceded by `tag`, without copying them: `tag || message`.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has not `output_bytes` bytes for each message.
    pub fn digest_many_prefixed(
        tag: &[u8],
        messages: &[&[u8]],
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let out = batch::outputs(messages.len(), output_bytes, out)?;
        batch::run(None, F::PARAMETERS, batch::prefixed(tag, messages).zip(out));
        Ok(())
    }

    /// As [`Xof::digest_many`] for `count` messages of one length that lie `stride` bytes apart in one buffer: message i is
    /// the `len` bytes from `i * stride` on. Messages may overlap.
    ///
    /// # Errors
    /// [`Error::Length`] if `data` does not hold as many messages, or `out` has not `output_bytes` bytes for each.
    pub fn digest_strided(
        data: &[u8],
        len: usize,
        stride: usize,
        count: usize,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let messages = batch::strided(data, len, stride, count)?;
        let out = batch::outputs(count, output_bytes, out)?;
        batch::run(None, F::PARAMETERS, messages.zip(out));
        Ok(())
    }
}

/// The output of an [`Xof`], read in pieces of any size.
#[derive(Clone)]
pub struct XofOutput<F> {
    squeezer: Squeezer,
    function: PhantomData<F>,
}

impl<F> crate::wipe::Erase for XofOutput<F> {
    fn erase(&mut self) {
        self.squeezer.erase();
    }
}

impl<F: XofFunction> XofOutput<F> {
    /// The next `bits` bits, in the first bytes of `out`; the first bit lowest, spare high bits of the last byte 0. What
    /// is read next begins with the bit after, within a byte if it must be.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short; nothing is read then.
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

/// The state's 200 bytes and one for the position in the block: the same whatever the backend, which is chosen anew
/// where the state is restored.
impl<F: XofFunction> SerializableState for Xof<F> {
    type SerializedStateSize = U201;

    fn serialize(&self) -> SerializedState<Self> {
        let mut saved = SerializedState::<Self>::default();
        State::save(&self.sponge, &mut saved);
        saved
    }

    fn deserialize(saved: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let sponge = <Sponge as State>::restore(F::PARAMETERS, saved).ok_or(DeserializeStateError)?;
        Ok(Self { sponge, function: PhantomData })
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

#[cfg(feature = "zeroize")]
impl<F> zeroize::ZeroizeOnDrop for Xof<F> {}
#[cfg(feature = "zeroize")]
impl<F> zeroize::ZeroizeOnDrop for XofOutput<F> {}
