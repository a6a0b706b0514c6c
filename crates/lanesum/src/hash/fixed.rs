use super::state::State;
use super::{BlakeFunction, FixedFunction, Sha2Function};
use crate::batch::{self, Message};
use crate::md::chain::{Buffer, Chain, Md};
use crate::md::engine::Kernels;
use crate::md::plan;
use crate::tail::Tail;
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use digest::array::Array;
use digest::block_api::{Block, BufferKindUser, CoreProxy, Eager, FixedOutputCore, UpdateCore};
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::typenum::Unsigned;
use digest::{CollisionResistance, FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update};

/// A hash function with a digest of fixed length, incremental: the traits of the crate `digest` 0.11, messages of any
/// number of bits, any backend.
///
/// Costs one permutation or compression a block of [`Function::Rate`](super::Function::Rate) bytes and one more at the end (of
/// SHA-2 and BLAKE two, where padding and length do not fit). Holds the state and the last, unfinished block: 200 bytes for SHA-3, where
/// that lies in the state; a chaining value and a block for SHA-2, for BLAKE a salt, too.
///
/// A message of SHA-2 or BLAKE with more bits than they allow (SHA-256, BLAKE-256 and the like: 2^64 - 1, SHA-512, BLAKE-512: 2^128 - 1)
/// is never hashed to anything: [`FixedHash::try_update`], [`FixedHash::finalize_bits`] and `io::Write` return an error, and
/// the traits of the crate `digest`, which have none, panic at the message's end.
#[derive(Clone)]
pub struct FixedHash<F: FixedFunction> {
    state: F::State,
    function: PhantomData<F>,
}

impl<F: FixedFunction> FixedHash<F> {
    /// On the backend that is best for one message here.
    #[inline]
    pub fn new() -> Self {
        Self { state: State::here(F::START), function: PhantomData }
    }

    /// On a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoForm`] where the function has no such form.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Ok(Self { state: State::on(F::START, backend)?, function: PhantomData })
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.state.backend()
    }

    /// Appends to the message.
    ///
    /// # Errors
    /// [`Error::MessageTooLong`] if the message would have more bits than its standard allows; it stays as it was then.
    pub fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        self.state.try_update(data)
    }

    /// Ends a message whose length is no whole number of bytes: its last `bits` bits, at most 7, are bits of `last`, for SHA-3
    /// and Keccak-256 the low ones, the first of them lowest (FIPS 202, section B.1), for SHA-2 and BLAKE the high ones, the first
    /// of them highest (FIPS 180-4, section 3.1). The others are ignored.
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits, [`Error::MessageTooLong`] for more in all than the standard allows.
    pub fn finalize_bits(self, last: u8, bits: u32) -> Result<Output<Self>, Error> {
        let tail = Tail::new(last, bits)?;
        let mut out = Output::<Self>::default();
        self.state.finish_into(tail, &mut out)?;
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
        let messages = batch::converted(messages);
        let typical = || batch::typical(messages.clone());
        F::State::batch(F::START, None, typical, messages.clone().zip(places::<F>(out)?))
    }

    /// As [`FixedHash::digest_many`], each message preceded by `tag`, without copying them: `tag || message`.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages.
    pub fn digest_many_prefixed(tag: &[u8], messages: &[&[u8]], out: &mut [Output<Self>]) -> Result<(), Error> {
        if messages.len() != out.len() {
            return Err(Error::Length { expected: messages.len(), got: out.len() });
        }
        let messages = batch::prefixed(tag, messages);
        let typical = || batch::typical(messages.clone());
        F::State::batch(F::START, None, typical, messages.clone().zip(places::<F>(out)?))
    }

    /// The digests of messages of one length that lie `stride` bytes apart in one buffer: message i is the `len` bytes
    /// from `i * stride` on. Messages may overlap.
    ///
    /// # Errors
    /// [`Error::Length`] if `data` does not hold as many messages as there are places.
    pub fn digest_strided(data: &[u8], len: usize, stride: usize, out: &mut [Output<Self>]) -> Result<(), Error> {
        let messages = batch::strided(data, len, stride, out.len())?;
        F::State::batch(F::START, None, || len, messages.zip(places::<F>(out)?))
    }
}

/// The bytes of each digest.
fn places<F: FixedFunction>(out: &mut [Array<u8, F::Digest>]) -> Result<impl Iterator<Item = &mut [u8]>, Error> {
    batch::outputs(out.len(), F::Digest::USIZE, Array::slice_as_flattened_mut(out))
}

impl<F: BlakeFunction> FixedHash<F> {
    /// With a salt of four big-endian words, on the backend that is best for one message here. A salt of zeroes is none. It stays
    /// when the hasher is reset, and is part of its serialised state.
    ///
    /// ```
    /// use lanesum::{Blake256, digest::Digest};
    ///
    /// let digest = Blake256::salted(&[7; 16].into()).chain_update(b"abc").finalize();
    /// assert_eq!(digest[..], lanesum::blake256_salted(&[7; 16], b"abc"));
    /// ```
    pub fn salted(salt: &Array<u8, F::Salt>) -> Self {
        Self { state: Md::new(&F::salted(salt), plan::engine::<F::Size>()), function: PhantomData }
    }

    /// The same on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoForm`] where the function has no such form.
    pub fn salted_with_backend(salt: &Array<u8, F::Salt>, backend: Backend) -> Result<Self, Error> {
        Ok(Self { state: Md::new(&F::salted(salt), Kernels::new(backend)?), function: PhantomData })
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
        self.state.update(data);
    }
}

impl<F: FixedFunction> FixedOutput for FixedHash<F> {
    #[inline]
    fn finalize_into(self, out: &mut Output<Self>) {
        must_fit::<F>(self.state.finish_into(Tail::NONE, out));
    }
}

impl<F: FixedFunction> Reset for FixedHash<F> {
    fn reset(&mut self) {
        self.state.reset(F::START);
    }
}

impl<F: FixedFunction> FixedOutputReset for FixedHash<F> {
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        must_fit::<F>(self.state.clone().finish_into(Tail::NONE, out));
        self.state.reset(F::START);
    }
}

/// The traits of the crate `digest` have no error for a message that is longer than the standard allows, and a digest of
/// another message would be worse than none.
fn must_fit<F: FixedFunction>(finished: Result<(), Error>) {
    if let Err(error) = finished {
        panic!("{}: {error}", F::ALGORITHM);
    }
}

/// For SHA-3 and Keccak-256 the state's 200 bytes and one for the position in the block; for SHA-2 and BLAKE the chaining value, BLAKE's salt, the
/// number of bytes so far (16 bytes) and the block that has begun, zeroes after it, numbers big-endian. The same whatever the
/// backend, which is chosen anew where the state is restored.
impl<F: FixedFunction> SerializableState for FixedHash<F> {
    type SerializedStateSize = <F::State as State>::Saved;

    fn serialize(&self) -> SerializedState<Self> {
        let mut saved = SerializedState::<Self>::default();
        self.state.save(&mut saved);
        saved
    }

    fn deserialize(saved: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let state = F::State::restore(F::START, saved).ok_or(DeserializeStateError)?;
        Ok(Self { state, function: PhantomData })
    }
}

#[cfg(feature = "std")]
impl<F: FixedFunction> std::io::Write for FixedHash<F> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.try_update(data).map_err(|error| std::io::Error::new(std::io::ErrorKind::FileTooLarge, error))?;
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<F: FixedFunction> zeroize::ZeroizeOnDrop for FixedHash<F> {}

/// The block-level form of a function of SHA-2: the chaining value alone, the unfinished block being the caller's. For `Hmac`
/// and what else is built on the block-level traits of the crate `digest`.
#[derive(Clone)]
pub struct Sha2Core<F: Sha2Function> {
    chain: Chain<F::Size>,
    function: PhantomData<F>,
}

impl<F: Sha2Function> Default for Sha2Core<F> {
    #[inline]
    fn default() -> Self {
        Self { chain: Chain::new(F::START, plan::engine::<F::Size>()), function: PhantomData }
    }
}

impl<F: Sha2Function> fmt::Debug for Sha2Core<F> {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(F::ALGORITHM.name()).field("backend", &self.chain.backend()).finish_non_exhaustive()
    }
}

impl<F: Sha2Function> HashMarker for Sha2Core<F> {}

impl<F: Sha2Function> AlgorithmName for Sha2Core<F> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(F::ALGORITHM.standard_name())
    }
}

impl<F: Sha2Function> BlockSizeUser for Sha2Core<F> {
    type BlockSize = F::Rate;
}

impl<F: Sha2Function> BufferKindUser for Sha2Core<F> {
    type BufferKind = Eager;
}

impl<F: Sha2Function> OutputSizeUser for Sha2Core<F> {
    type OutputSize = F::Digest;
}

impl<F: Sha2Function> Reset for Sha2Core<F> {
    fn reset(&mut self) {
        self.chain.reset(F::START);
    }
}

impl<F: Sha2Function> UpdateCore for Sha2Core<F> {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.chain.update(blocks);
    }
}

impl<F: Sha2Function> FixedOutputCore for Sha2Core<F> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<F::Size>, out: &mut Output<Self>) {
        must_fit::<F>(self.chain.finish(buffer, Tail::NONE, out));
    }
}

#[cfg(feature = "zeroize")]
impl<F: Sha2Function> zeroize::ZeroizeOnDrop for Sha2Core<F> {}

impl<F: Sha2Function> CoreProxy for FixedHash<F> {
    type Core = Sha2Core<F>;

    fn compose(core: Sha2Core<F>, buffer: Buffer<F::Size>) -> Self {
        Self { state: Md { chain: core.chain, buffer }, function: PhantomData }
    }

    fn decompose(self) -> (Sha2Core<F>, Buffer<F::Size>) {
        let Md { chain, buffer } = self.state;
        (Sha2Core { chain, function: PhantomData }, buffer)
    }
}
