use super::Domain;
use crate::batch::{self, ManyXof, Message};
use crate::hash::{State, sealed};
use crate::keccak::constants::Rounds;
use crate::keccak::engine::Engine;
use crate::keccak::order::Here;
use crate::keccak::sponge::{Parameters, Sponge};
use crate::strength::Strength;
use crate::tail::Tail;
use crate::{Backend, Error, Reader};
use core::fmt;
use core::marker::PhantomData;
use digest::common::hazmat::{DeserializeStateError, SerializableState, SerializedState};
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::typenum::U202;
use digest::{CollisionResistance, ExtendableOutput, ExtendableOutputReset, HashMarker, Reset, Update};

/// Twelve rounds, capacity of twice the strength.
pub(super) const fn parameters<S: Strength>(domain: Domain) -> Parameters {
    Parameters { lanes: S::LANES, rounds: Rounds::TURBO, suffix: domain.byte() as u16 }
}

/// `TurboSHAKE128` or `TurboSHAKE256` (RFC 9861, section 2), incremental: the traits of the crate `digest` 0.11, messages and outputs of
/// any number of bytes, any backend.
///
/// Costs one permutation of twelve rounds, half of SHAKE's, for a block of 168 bytes (`TurboSHAKE256`: 136), and one more at the
/// end.
///
/// ```
/// use lanesum::digest::{ExtendableOutput, Update, XofReader};
/// use lanesum::{Domain, TurboShake128};
/// let mut hasher = TurboShake128::new(Domain::new(0x01)?);
/// hasher.update(b"message");
/// let mut out = [0; 32];
/// hasher.finalize_xof().read(&mut out);
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone)]
pub struct TurboShake<S> {
    sponge: Sponge,
    domain: Domain,
    strength: PhantomData<S>,
}

impl<S: Strength> TurboShake<S> {
    /// On the backend that is best for one message here.
    #[inline]
    pub fn new(domain: Domain) -> Self {
        Self::with_engine(Here::plan().engine(1), domain)
    }

    /// On a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoForm`] where it is for other functions.
    pub fn with_backend(backend: Backend, domain: Domain) -> Result<Self, Error> {
        Ok(Self::with_engine(Engine::new(backend)?, domain))
    }

    fn with_engine(engine: Engine, domain: Domain) -> Self {
        Self { sponge: Sponge::new(parameters::<S>(domain), engine), domain, strength: PhantomData }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.sponge.engine().backend()
    }

    /// The domain separation byte.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// The first `output_bytes` bytes of output of many messages at once, at the full width of the machine: each message's
    /// in the chunk of `out` of the same index. Lengths may differ and may be 0.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has not `output_bytes` bytes for each message, [`Error::WholeBytes`] for a message that ends
    /// within a byte.
    pub fn digest_many<'a, M>(domain: Domain, messages: &[M], output_bytes: usize, out: &mut [u8]) -> Result<(), Error>
    where
        M: Copy + Into<Message<'a>>,
    {
        let out = batch::outputs(messages.len(), output_bytes, out)?;
        batch::whole_bytes(batch::converted(messages))?;
        batch::run(None, parameters::<S>(domain), batch::converted(messages).zip(out));
        Ok(())
    }

    /// As [`TurboShake::digest_many`] for `count` messages of one length that lie `stride` bytes apart in one buffer: message i is
    /// the `len` bytes from `i * stride` on. Messages may overlap.
    ///
    /// # Errors
    /// [`Error::Length`] if `data` does not hold as many messages, or `out` has not `output_bytes` bytes for each.
    pub fn digest_strided(
        domain: Domain,
        data: &[u8],
        crate::Strided { len, stride, count }: crate::Strided,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let messages = batch::strided(data, len, stride, count)?;
        let out = batch::outputs(count, output_bytes, out)?;
        batch::run(None, parameters::<S>(domain), messages.zip(out));
        Ok(())
    }

    /// `N` instances in step, each of which absorbs a message of its own, once; see [`ManyXof`]. On the backend that is best for
    /// `N` messages here.
    pub fn many<const N: usize>(domain: Domain, messages: [&[u8]; N]) -> ManyXof<Self, N> {
        Self::many_with_engine(Here::plan().engine(N), domain, messages)
    }

    /// As [`TurboShake::many`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoForm`] where it is for other functions.
    pub fn many_with_backend<const N: usize>(
        backend: Backend,
        domain: Domain,
        messages: [&[u8]; N],
    ) -> Result<ManyXof<Self, N>, Error> {
        Ok(Self::many_with_engine(Engine::new(backend)?, domain, messages))
    }

    fn many_with_engine<const N: usize>(engine: Engine, domain: Domain, messages: [&[u8]; N]) -> ManyXof<Self, N> {
        ManyXof::with_parameters(engine, parameters::<S>(domain), messages.map(Message::new))
    }
}

impl<S: Strength> sealed::InStep for TurboShake<S> {
    const LANES: u8 = S::LANES;
    const ROUNDS: Rounds = Rounds::TURBO;
    const NAME: &'static str = S::TURBO_SHAKE;
}

impl<S: Strength> Default for TurboShake<S> {
    /// With the domain 0x1f.
    #[inline]
    fn default() -> Self {
        Self::new(Domain::DEFAULT)
    }
}

impl<S: Strength> fmt::Debug for TurboShake<S> {
    /// Prints name, domain and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(S::TURBO_SHAKE)
            .field("domain", &self.domain)
            .field("backend", &self.backend())
            .finish_non_exhaustive()
    }
}

impl<S> HashMarker for TurboShake<S> {}

impl<S: Strength> AlgorithmName for TurboShake<S> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(S::TURBO_SHAKE)
    }
}

impl<S: Strength> BlockSizeUser for TurboShake<S> {
    type BlockSize = S::Rate;
}

impl<S: Strength> CollisionResistance for TurboShake<S> {
    type CollisionResistance = S::Resistance;
}

impl<S: Strength> Update for TurboShake<S> {
    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.sponge.update(data);
    }
}

impl<S: Strength> ExtendableOutput for TurboShake<S> {
    type Reader = Reader;

    #[inline]
    fn finalize_xof(self) -> Reader {
        Reader::of(self.sponge.finish(Tail::NONE))
    }
}

impl<S: Strength> Reset for TurboShake<S> {
    /// The domain stays.
    fn reset(&mut self) {
        self.sponge.reset();
    }
}

impl<S: Strength> ExtendableOutputReset for TurboShake<S> {
    fn finalize_xof_reset(&mut self) -> Reader {
        Reader::of(self.sponge.finish_reset(Tail::NONE))
    }
}

/// The state's 200 bytes, one for the position in the block and the domain: the same whatever the backend, which is chosen anew
/// where the state is restored.
impl<S: Strength> SerializableState for TurboShake<S> {
    type SerializedStateSize = U202;

    fn serialize(&self) -> SerializedState<Self> {
        let mut saved = SerializedState::<Self>::default();
        State::save(&self.sponge, &mut saved[..201]);
        saved[201] = self.domain.byte();
        saved
    }

    fn deserialize(saved: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
        let domain = Domain::new(saved[201]).map_err(|_| DeserializeStateError)?;
        let sponge = <Sponge as State>::restore(parameters::<S>(domain), &saved[..201]);
        Ok(Self { sponge: sponge.ok_or(DeserializeStateError)?, domain, strength: PhantomData })
    }
}

#[cfg(feature = "std")]
impl<S: Strength> std::io::Write for TurboShake<S> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.sponge.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<S> zeroize::ZeroizeOnDrop for TurboShake<S> {}
