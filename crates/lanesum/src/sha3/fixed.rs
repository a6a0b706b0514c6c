use super::{FixedFunction, Function};
use crate::batch::{self, Message};
use crate::keccak::engine::Engine;
use crate::keccak::order::Here;
use crate::keccak::sponge::{Sponge, Tail};
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::typenum::U201;
use digest::{CollisionResistance, FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update};

/// A hash function with a digest of fixed length, incremental: the traits of the crate `digest` 0.11, messages of any
/// number of bits, any backend.
///
/// Costs one permutation a block of [`Function::Rate`] bytes and one more at the end. Holds the state (200 bytes) and
/// nothing else: the last, unfinished block lies in it.
#[derive(Clone)]
pub struct FixedHash<F> {
    sponge: Sponge,
    function: PhantomData<F>,
}

impl<F: FixedFunction> FixedHash<F> {
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
        Self { sponge: Sponge::new(F::ALGORITHM.parameters(), engine), function: PhantomData }
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
    pub fn finalize_bits(self, last: u8, bits: u32) -> Result<Output<Self>, Error> {
        let tail = Tail::new(last, bits)?;
        let mut out = Output::<Self>::default();
        self.sponge.finish_into(tail, &mut out);
        Ok(out)
    }

    /// The digests of many messages at once, at the full width of the machine: each message's in the place of the same
    /// index. Lengths may differ, may be 0 and need not be whole bytes; see [`Message`].
    ///
    /// Never dearer than one at a time: where few messages are left, lanes are given up.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages.
    pub fn digest_many<'a, M>(messages: &[M], out: &mut [Output<Self>]) -> Result<(), Error>
    where
        M: Copy + Into<Message<'a>>,
    {
        if messages.len() != out.len() {
            return Err(Error::Length { expected: messages.len(), got: out.len() });
        }
        let jobs = messages.iter().map(|m| (*m).into()).zip(out.iter_mut().map(|out| &mut out[..]));
        batch::run(None, F::ALGORITHM.parameters(), jobs);
        Ok(())
    }

    /// As [`FixedHash::digest_many`], each message preceded by `tag`, without copying them: `tag || message`.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages.
    pub fn digest_many_prefixed(tag: &[u8], messages: &[&[u8]], out: &mut [Output<Self>]) -> Result<(), Error> {
        if messages.len() != out.len() {
            return Err(Error::Length { expected: messages.len(), got: out.len() });
        }
        let jobs = messages.iter().map(|m| Message::prefixed(tag, m)).zip(out.iter_mut().map(|out| &mut out[..]));
        batch::run(None, F::ALGORITHM.parameters(), jobs);
        Ok(())
    }

    /// The digests of messages of one length that lie `stride` bytes apart in one buffer: message i is the `len` bytes
    /// from `i * stride` on. Messages may overlap.
    ///
    /// # Errors
    /// [`Error::Length`] if `data` does not hold as many messages as there are places.
    pub fn digest_strided(data: &[u8], len: usize, stride: usize, out: &mut [Output<Self>]) -> Result<(), Error> {
        let messages = batch::strided(data, len, stride, out.len())?;
        batch::run(None, F::ALGORITHM.parameters(), messages.zip(out.iter_mut().map(|out| &mut out[..])));
        Ok(())
    }
}

impl<F: FixedFunction> Default for FixedHash<F> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<F: FixedFunction> fmt::Debug for FixedHash<F> {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(F::ALGORITHM.name()).field("backend", &self.backend()).finish_non_exhaustive()
    }
}

impl<F: FixedFunction> HashMarker for FixedHash<F> {}

impl<F: FixedFunction> AlgorithmName for FixedHash<F> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(F::ALGORITHM.standard_name())
    }
}

impl<F: FixedFunction> BlockSizeUser for FixedHash<F> {
    type BlockSize = F::Rate;
}

impl<F: FixedFunction> OutputSizeUser for FixedHash<F> {
    type OutputSize = F::Digest;
}

impl<F: FixedFunction> CollisionResistance for FixedHash<F> {
    type CollisionResistance = F::Resistance;
}

impl<F: FixedFunction> Update for FixedHash<F> {
    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.sponge.update(data);
    }
}

impl<F: FixedFunction> FixedOutput for FixedHash<F> {
    #[inline]
    fn finalize_into(self, out: &mut Output<Self>) {
        self.sponge.finish_into(Tail::default(), out);
    }
}

impl<F: FixedFunction> Reset for FixedHash<F> {
    fn reset(&mut self) {
        self.sponge.reset();
    }
}

impl<F: FixedFunction> FixedOutputReset for FixedHash<F> {
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        self.sponge.finish_reset(Tail::default()).read(out);
    }
}

/// The state's 200 bytes and one for the position in the block: the same whatever the backend, which is chosen anew
/// where the state is restored.
impl<F: FixedFunction> SerializableState for FixedHash<F> {
    type SerializedStateSize = U201;

    fn serialize(&self) -> SerializedState<Self> {
        save(&self.sponge)
    }

    fn deserialize(saved: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let sponge = restore::<F>(saved)?;
        Ok(Self { sponge, function: PhantomData })
    }
}

pub(super) fn save(sponge: &Sponge) -> digest::array::Array<u8, U201> {
    let (bytes, position) = sponge.save();
    let mut saved = digest::array::Array::default();
    saved[..200].copy_from_slice(&bytes);
    saved[200] = position;
    saved
}

pub(super) fn restore<F: Function>(saved: &digest::array::Array<u8, U201>) -> Result<Sponge, DeserializeStateError> {
    let bytes = saved.first_chunk().ok_or(DeserializeStateError)?;
    Sponge::restore(F::ALGORITHM.parameters(), Here::plan().engine(1), bytes, saved[200]).ok_or(DeserializeStateError)
}

#[cfg(feature = "std")]
impl<F: FixedFunction> std::io::Write for FixedHash<F> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.sponge.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<F> zeroize::ZeroizeOnDrop for FixedHash<F> {}
