//! `TurboSHAKE` of a message in pieces: [`TurboShake`].

use super::Domain;
use crate::hash::xof::{ManyXof, SpongeXof};
use crate::strength::Strength;
use crate::traits::traits;
use crate::{Backend, Error, Reader};
use core::marker::PhantomData;
use digest::typenum::{U230, Unsigned};
use lanesum_batch::scheduler::{Choose, Jobs, Message, Messages, Survey};
use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::{Parameters, Sponge};
use lanesum_keccak::permutation::engines::{InStep, Task, best_one};
use lanesum_keccak::permutation::rounds::Rounds;
use lanesum_keccak::sponges::{Sponges, run};

/// Twelve rounds, and a capacity of twice the strength.
pub(super) const fn parameters<S: Strength>(domain: Domain) -> Parameters {
    Parameters::new(S::LANES, Rounds::TURBO, domain.byte() as u16)
}

/// `TurboSHAKE128` or `TurboSHAKE256` (RFC 9861, section 2), incremental: the traits of the crate `digest` 0.11, messages and outputs of
/// any number of bytes, any backend.
///
/// It costs one permutation of twelve rounds, half of those of SHAKE, per block of 168 bytes (`TurboSHAKE256`: 136), and one more at the
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
    /// A hasher for a new message, on the backend that is best for one message on this machine.
    #[inline]
    #[must_use]
    pub fn new(domain: Domain) -> Self {
        Self::of_sponge(Sponge::here(parameters::<S>(domain)), domain)
    }

    /// As [`TurboShake::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend(backend: Backend, domain: Domain) -> Result<Self, Error> {
        Ok(Self::of_sponge(Sponge::on(parameters::<S>(domain), backend)?, domain))
    }

    #[inline]
    fn of_sponge(sponge: Sponge, domain: Domain) -> Self {
        Self { sponge, domain, strength: PhantomData }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.sponge.form().backend()
    }

    /// The domain separation byte.
    #[must_use]
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// The first `output_bytes` bytes of output of many messages at once, at the full width of the machine, with the domain 0x1f. The
    /// output of message i is chunk i of `out`. Lengths may differ and may be 0; see [`Messages`].
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message, [`Error::WholeBytes`] for a message that ends
    /// within a byte.
    pub fn digest_many<M: Messages + ?Sized>(messages: &M, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        Self::default().finalize_many(messages, output_bytes, out)
    }

    /// As [`TurboShake::digest_many`], for messages that all begin with the bytes that this hasher has absorbed; these are absorbed only
    /// once. The domain is that of this hasher, and its backend is used if it was chosen by name.
    ///
    /// # Errors
    /// As [`TurboShake::digest_many`].
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let survey = &Survey::of(&messages);
        let jobs = Jobs::new(survey, output_bytes, out)?;
        survey.whole_bytes()?;
        let choose = Choose::new::<Sponges<'_>>(self.sponge.forced())?;
        run(choose, &Sponges::after(&self.sponge), jobs);
        Ok(())
    }

    /// `N` instances in step, each of which absorbs its own message once; see [`ManyXof`]. They use the backend that is best for `N`
    /// messages on this machine.
    #[must_use]
    pub fn many<const N: usize>(domain: Domain, messages: [&[u8]; N]) -> ManyXof<Self, N> {
        Self::many_in_step(InStep::best(N, Task::Squeezing), domain, messages)
    }

    /// As [`TurboShake::many`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn many_with_backend<const N: usize>(
        backend: Backend,
        domain: Domain,
        messages: [&[u8]; N],
    ) -> Result<ManyXof<Self, N>, Error> {
        Ok(Self::many_in_step(InStep::named(backend, N)?, domain, messages))
    }

    fn many_in_step<const N: usize>(in_step: InStep<u64>, domain: Domain, messages: [&[u8]; N]) -> ManyXof<Self, N> {
        ManyXof::with_parameters(in_step, parameters::<S>(domain), messages.map(Message::new))
    }
}

traits! { [S: Strength] TurboShake<S>:
    /// With the domain 0x1f.
    Default(Self::new(Domain::DEFAULT));
    Debug(S::TURBO_SHAKE, domain, backend);
    AlgorithmName(S::TURBO_SHAKE);
    HashMarker;
    BlockSizeUser(S::Rate);
    CollisionResistance(S::Resistance);
    Update(|this, data| this.sponge.update(data));
    Write;
    /// The domain stays.
    Reset(|this| this.sponge.reset());
    ExtendableOutput(Reader, |this| Reader::of(this.sponge.finish(Tail::NONE)), |this| Reader::of(this.sponge.finish_in_place(Tail::NONE)));
    /// The saved bytes are those of a [`FixedHash`](crate::FixedHash) of SHA-3, with one more byte for the domain after the position.
    SerializableState(U230, S::TURBO_SHAKE, |this, out| {
        this.sponge.save(out);
        out.bytes(&[this.domain.byte()]);
    }, |saved| {
        let mut sponge = Sponge::restore(parameters::<S>(Domain::DEFAULT), best_one(), saved)?;
        let [byte] = *saved.array()?;
        let domain = Domain::new(byte).ok()?;
        sponge.set_suffix(byte.into());
        Some(Self::of_sponge(sponge, domain))
    });
    DigestMany(S::Digest::USIZE, |messages| Survey::of(&messages).whole_bytes());
}

impl<S: Strength> SpongeXof for TurboShake<S> {
    const PARAMETERS: Parameters = parameters::<S>(Domain::DEFAULT);
    const NAME: &'static str = S::TURBO_SHAKE;
}
