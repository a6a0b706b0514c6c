//! [`Incremental`]: an unfinished message of a function with a digest of fixed length, for all constructions.

use crate::{Backend, Error};
use core::fmt;
use core::ops::Range;
use digest::array::ArraySize;
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::scheduler::{BlockFunction, Choose, Jobs, Message, Messages, Survey, are_alone};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::Erase;

/// An unfinished message.
pub trait Incremental: Clone + Send + Sync + fmt::Debug + Erase {
    /// The parameters that distinguish the functions of this construction.
    type Initial: Copy + 'static;
    /// A form for one message.
    type One: Copy;
    /// The length of a saved state in bytes, with head and checksum.
    type Saved: ArraySize;

    /// A hasher for a new message, on the backend that is best for one message on this machine.
    fn here(initial: Self::Initial) -> Self;
    /// A hasher for a new message, on a named backend.
    fn on(initial: Self::Initial, backend: Backend) -> Result<Self, Error>;
    fn backend(&self) -> Backend;
    /// The backend, if the caller named it.
    fn forced(&self) -> Option<Backend>;
    fn update(&mut self, data: &[u8]);
    /// As [`Incremental::update`], but fails if the message would get too long.
    fn try_update(&mut self, data: &[u8]) -> Result<(), Error>;
    /// Ends the message and fills `out` with the first bytes of the digest. The state then has no further use.
    fn finish_to(&mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error>;
    /// Ends the message with these bytes, as [`Incremental::finish_to`].
    fn finish_with(&mut self, data: &[u8], tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        self.try_update(data)?;
        self.finish_to(tail, out)
    }
    fn reset(&mut self, initial: Self::Initial);
    /// Bytes of the contents of a saved state.
    fn saved_bytes(&self) -> usize {
        <Self::Saved as digest::typenum::Unsigned>::USIZE - lanesum_batch::saved::FRAME
    }
    /// Writes the state; [`Incremental::restore`] reads it.
    fn save(&self, out: &mut SavedWriter<'_>);
    /// Restores a saved state, on the backend that is best for one message on this machine. `None` if [`Incremental::save`] cannot have
    /// written the bytes.
    fn restore(initial: Self::Initial, saved: &mut SavedReader<'_>) -> Option<Self>;
    /// The form for one message, if the messages should be hashed one by one, or else what was found out about them.
    fn form_if_alone<'m, M: Messages + ?Sized>(
        initial: Self::Initial,
        messages: &'m &M,
    ) -> Result<Self::One, Survey<'m>>;
    fn hash(initial: Self::Initial, form: Self::One, message: &Message<'_>, out: &mut [u8]);
    /// Hashes two to four messages of one length without further ado. Returns false, and does nothing, if that cannot be.
    #[inline]
    fn few<M: Messages + ?Sized>(_initial: Self::Initial, _messages: &M, _out: &mut [u8]) -> bool {
        false
    }
    /// As [`Incremental::few`], for messages that begin with the bytes absorbed so far.
    #[inline]
    fn few_after<M: Messages + ?Sized>(&self, _backend: Option<Backend>, _messages: &M, _out: &mut [u8]) -> bool {
        false
    }
    /// Makes nodes of a tree in one call, if this has absorbed nothing: see [`DigestMany::finalize_levels`](crate::DigestMany::finalize_levels).
    fn levels_after(
        &self,
        _: Option<Backend>,
        _nodes: &mut [u8],
        _bytes: usize,
        _leaves: usize,
        _new: Range<usize>,
    ) -> bool {
        false
    }
    /// Hashes many messages, each to its output.
    fn many(initial: Self::Initial, backend: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error>;
    /// Fails if a message would be too long after the bytes absorbed so far, with which all messages begin.
    fn room_for(&self, survey: &Survey<'_>) -> Result<(), Error>;
    /// Hashes many messages that all begin with the bytes absorbed so far. [`Incremental::room_for`] must have succeeded.
    fn many_after(&self, choose: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error>;
}

// Always: in a program with many callers it was not inlined, and two short messages of SHA-256 by name took 397 cycles, now 370.
#[inline(always)]
fn form_if_alone<'m, F: BlockFunction, M: Messages + ?Sized>(
    function: &F,
    messages: &'m &M,
) -> Result<F::One, Survey<'m>> {
    let (choose, count) = (Choose::here::<F>(), messages.count());
    // Often their number alone says so.
    if count > 1 && choose.width::<F>(count) > 1 {
        let survey = Survey::of(messages);
        if !are_alone(choose, function, &survey) {
            return Err(survey);
        }
    }
    Ok(choose.one::<F>())
}

#[cfg(feature = "keccak")]
mod of_sponges {
    use super::{
        Backend, BlockFunction, Choose, Error, Incremental, Jobs, Message, Messages, SavedReader, SavedWriter, Survey,
        Tail, form_if_alone,
    };
    use digest::typenum::U229;
    use lanesum_keccak::constructions::sponge::{KeccakForm, Parameters, Sponge};
    use lanesum_keccak::permutation::engines::best_one;
    use lanesum_keccak::sponges::{Sponges, run};

    impl Incremental for Sponge {
        type Initial = Parameters;
        type One = KeccakForm;
        type Saved = U229;

        #[inline]
        fn here(initial: Parameters) -> Self {
            Sponge::here(initial)
        }

        fn on(initial: Parameters, backend: Backend) -> Result<Self, Error> {
            Sponge::on(initial, backend)
        }

        fn backend(&self) -> Backend {
            self.form().backend()
        }

        fn forced(&self) -> Option<Backend> {
            self.forced()
        }

        #[inline]
        fn update(&mut self, data: &[u8]) {
            self.update(data);
        }

        /// A sponge takes messages of any length (FIPS 202, section 4).
        #[inline]
        fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
            self.update(data);
            Ok(())
        }

        #[inline]
        fn finish_to(&mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
            self.finish_in_place_into(tail, out);
            Ok(())
        }

        fn reset(&mut self, _: Parameters) {
            self.reset();
        }

        fn save(&self, out: &mut SavedWriter<'_>) {
            self.save(out);
        }

        fn restore(initial: Parameters, saved: &mut SavedReader<'_>) -> Option<Self> {
            Sponge::restore(initial, best_one::<u64>(), saved)
        }

        #[inline(always)]
        fn form_if_alone<'m, M: Messages + ?Sized>(
            initial: Parameters,
            messages: &'m &M,
        ) -> Result<KeccakForm, Survey<'m>> {
            form_if_alone(&Sponges::new(initial), messages)
        }

        #[inline(always)]
        fn hash(initial: Parameters, form: KeccakForm, message: &Message<'_>, out: &mut [u8]) {
            Sponges::new(initial).one(form, message, out);
        }

        fn many(initial: Parameters, backend: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
            run(Choose::new::<Sponges<'_>>(backend)?, &Sponges::new(initial), jobs);
            Ok(())
        }

        fn room_for(&self, _: &Survey<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn many_after(&self, backend: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
            run(Choose::new::<Sponges<'_>>(backend)?, &Sponges::after(self), jobs);
            Ok(())
        }
    }
}

/// The inputs of BLAKE2 and BLAKE3 beside the message. Each function uses only its own.
#[derive(Clone, Copy, Default)]
pub(crate) struct Beginning<'a> {
    /// BLAKE2's digest; without it, as many as it can have.
    pub digest_bytes: Option<usize>,
    pub key: Option<&'a [u8]>,
    pub salt: &'a [u8],
    /// BLAKE2's personalisation.
    pub person: &'a [u8],
    /// That of BLAKE3's `derive_key`.
    pub context: Option<&'a [u8]>,
}

/// An unfinished message of BLAKE2 or BLAKE3.
pub trait Later: Sized {
    /// Always inlined: where no backend is named, not all of them are linked.
    fn begin(backend: Option<Backend>, inputs: &Beginning<'_>) -> Result<Self, Error>;
    /// Hashes a message in one piece.
    fn one(backend: Option<Backend>, inputs: &Beginning<'_>, message: &[u8], out: &mut [u8]) -> Result<(), Error>;
    fn has_key(&self) -> bool;
    /// Begins a new message.
    fn restart(&mut self);
    /// Reads the contents of a saved state; `None` for bytes that nothing has saved.
    fn restored(saved: &mut SavedReader<'_>) -> Option<Self>;
}

#[cfg(feature = "blake")]
mod of_blake2 {
    use super::{
        Backend, Beginning, Error, Incremental, Jobs, Later, Message, Messages, SavedReader, SavedWriter, Survey, Tail,
    };
    use crate::modes::blake::groups::in_groups;
    use core::convert::Infallible;
    use digest::typenum::{U141, U237, U2048, Unsigned};
    use lanesum_batch::saved::FRAME;
    use lanesum_batch::sure::sure;
    use lanesum_blake::blake2::{Blake2bHasher, Blake2bpHasher, Blake2sHasher, Blake2spHasher, ParameterBlock};

    /// Fails if a digest of `left` bytes is shorter than `bytes`.
    fn check(bytes: usize, left: usize) -> Result<(), Error> {
        if bytes <= left {
            return Ok(());
        }
        Err(Error::DigestSpent { bits: 8_u64.saturating_mul(bytes as u64), left: 8 * left as u64 })
    }

    macro_rules! blake2 {
        ($hasher:ident, $saved:ident) => {
            const _: () = assert!($saved::USIZE == FRAME + $hasher::SAVED_BYTES);

            impl Incremental for $hasher {
                type Initial = ();
                /// The messages of a batch share the work before the first of them.
                type One = Infallible;
                type Saved = $saved;

                fn here((): ()) -> Self {
                    sure(Self::new(Self::MOST, &[], &ParameterBlock::default(), None))
                }

                fn on((): (), backend: Backend) -> Result<Self, Error> {
                    Self::new(Self::MOST, &[], &ParameterBlock::default(), Some(backend))
                }

                fn backend(&self) -> Backend {
                    self.backend()
                }

                /// Its batches stay on this hasher's backend.
                fn forced(&self) -> Option<Backend> {
                    None
                }

                fn update(&mut self, data: &[u8]) {
                    self.update(data);
                }

                /// No machine hashes 2^64 bytes, which `BLAKE2s` does not take.
                fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
                    self.update(data);
                    Ok(())
                }

                fn finish_to(&mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
                    if !tail.is_empty() {
                        return Err(Error::WholeBytes);
                    }
                    check(out.len(), self.digest_bytes())?;
                    self.finish_in_place_into(out);
                    Ok(())
                }

                fn reset(&mut self, (): ()) {
                    self.reset();
                }

                fn saved_bytes(&self) -> usize {
                    self.saved_bytes()
                }

                fn save(&self, out: &mut SavedWriter<'_>) {
                    self.save(out);
                }

                fn restore((): (), saved: &mut SavedReader<'_>) -> Option<Self> {
                    Self::restore(saved).filter(|hasher| hasher.digest_bytes() == Self::MOST)
                }

                fn form_if_alone<'m, M: Messages + ?Sized>((): (), messages: &'m &M) -> Result<Infallible, Survey<'m>> {
                    Err(Survey::of(messages))
                }

                fn hash((): (), form: Infallible, _: &Message<'_>, _: &mut [u8]) {
                    match form {}
                }

                fn many((): (), backend: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
                    Self::new(Self::MOST, &[], &ParameterBlock::default(), backend)?.many_after(backend, jobs)
                }

                fn room_for(&self, survey: &Survey<'_>) -> Result<(), Error> {
                    survey.whole_bytes()
                }

                /// On the backend of this hasher. The messages go through the lanes if it has absorbed whole blocks, such as a key, and
                /// none of them is empty.
                fn many_after(&self, _: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
                    let bytes = jobs.output_bytes;
                    check(bytes, self.digest_bytes())?;
                    in_groups(
                        jobs,
                        |messages, out| self.digest_many(messages, bytes, out),
                        |message, out| {
                            let mut hasher = self.clone();
                            for piece in message.pieces() {
                                hasher.update(piece);
                            }
                            hasher.finish_into(out);
                        },
                    )
                }
            }

            impl Later for $hasher {
                #[inline(always)]
                fn begin(backend: Option<Backend>, inputs: &Beginning<'_>) -> Result<Self, Error> {
                    let Beginning { digest_bytes, key, salt, person, .. } = *inputs;
                    let parameters = ParameterBlock { salt, person, ..ParameterBlock::default() };
                    Self::new(digest_bytes.unwrap_or(Self::MOST), key.unwrap_or_default(), &parameters, backend)
                }

                fn one(
                    backend: Option<Backend>,
                    inputs: &Beginning<'_>,
                    message: &[u8],
                    out: &mut [u8],
                ) -> Result<(), Error> {
                    let mut hasher = Self::begin(backend, inputs)?;
                    hasher.update(message);
                    Incremental::finish_to(&mut hasher, Tail::NONE, out)
                }

                fn has_key(&self) -> bool {
                    self.has_key()
                }

                fn restart(&mut self) {
                    self.reset();
                }

                fn restored(saved: &mut SavedReader<'_>) -> Option<Self> {
                    Self::restore(saved)
                }
            }
        };
    }
    blake2!(Blake2bHasher, U237);
    blake2!(Blake2sHasher, U141);
    blake2!(Blake2bpHasher, U2048);
    blake2!(Blake2spHasher, U2048);
}

mod of_chains {
    use super::{
        Backend, BlockFunction, Choose, Error, Incremental, Jobs, Message, Messages, Range, SavedReader, SavedWriter,
        Survey, Tail, form_if_alone,
    };
    use lanesum_batch::md::chain::{ChainForm, Md, hash};
    use lanesum_batch::md::compression::{Compression, best_one, one_named};
    use lanesum_batch::scheduler::{Chained, run_chained};

    impl<C: Compression> Incremental for Md<C> {
        type Initial = &'static C::Initial;
        type One = ChainForm<C>;
        type Saved = C::Saved;

        #[inline]
        fn here(initial: Self::Initial) -> Self {
            Self::new(initial, best_one::<C>())
        }

        fn on(initial: Self::Initial, backend: Backend) -> Result<Self, Error> {
            Ok(Self { forced: true, ..Self::new(initial, one_named::<C>(backend)?) })
        }

        fn backend(&self) -> Backend {
            self.backend()
        }

        #[inline]
        fn forced(&self) -> Option<Backend> {
            self.forced.then(|| self.backend())
        }

        #[inline]
        fn update(&mut self, data: &[u8]) {
            self.update(data);
        }

        #[inline]
        fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
            self.try_update(data)
        }

        #[inline]
        fn finish_to(&mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
            self.finish_to(tail, out)
        }

        #[inline]
        fn finish_with(&mut self, data: &[u8], tail: Tail, out: &mut [u8]) -> Result<(), Error> {
            self.finish_with(data, tail, out)
        }

        fn reset(&mut self, initial: Self::Initial) {
            self.reset(initial);
        }

        fn save(&self, out: &mut SavedWriter<'_>) {
            self.save(out.place(C::SAVED_BYTES));
        }

        /// The saved state contains the chaining value and the salt, so `initial` is not needed.
        fn restore(initial: Self::Initial, saved: &mut SavedReader<'_>) -> Option<Self> {
            Self::restore(initial, best_one::<C>(), saved.bytes(C::SAVED_BYTES)?)
        }

        #[inline(always)]
        fn form_if_alone<'m, M: Messages + ?Sized>(
            initial: Self::Initial,
            messages: &'m &M,
        ) -> Result<ChainForm<C>, Survey<'m>> {
            form_if_alone(&Chained::<C>::new(initial), messages)
        }

        #[inline(always)]
        fn hash(initial: Self::Initial, form: ChainForm<C>, message: &Message<'_>, out: &mut [u8]) {
            if message.prefix.is_empty() {
                return hash::<C>(form, initial, message.body, message.tail, out);
            }
            Chained::<C>::new(initial).one(form, message, out);
        }

        #[inline]
        fn few<M: Messages + ?Sized>(initial: Self::Initial, messages: &M, out: &mut [u8]) -> bool {
            let choose = Choose::here::<Chained<'_, C>>();
            Chained::<C>::strided(&C::begin(initial), choose, messages, out)
                || Chained::<C>::new(initial).few(choose, messages, out)
        }

        #[inline]
        fn few_after<M: Messages + ?Sized>(&self, backend: Option<Backend>, messages: &M, out: &mut [u8]) -> bool {
            let choose = backend.map_or_else(Choose::here::<Chained<'_, C>>, Choose::Forced);
            self.buffer.data().is_empty()
                && self.chain.blocks() == 0
                && Chained::<C>::strided(self.chain.words(), choose, messages, out)
                || Chained::<C>::after(self).few(choose, messages, out)
        }

        fn levels_after(
            &self,
            backend: Option<Backend>,
            nodes: &mut [u8],
            bytes: usize,
            leaves: usize,
            new: Range<usize>,
        ) -> bool {
            let choose = backend.map_or_else(Choose::here::<Chained<'_, C>>, Choose::Forced);
            bytes == 8 * size_of::<C::Word>()
                && self.buffer.data().is_empty()
                && self.chain.blocks() == 0
                && Chained::<C>::levels(self.chain.words(), choose, nodes, leaves, new)
        }

        fn many(initial: Self::Initial, backend: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
            run_chained(Choose::new::<Chained<'_, C>>(backend)?, &Chained::<C>::new(initial), jobs);
            Ok(())
        }

        fn room_for(&self, survey: &Survey<'_>) -> Result<(), Error> {
            survey.room_for(self.room_bits())
        }

        fn many_after(&self, backend: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
            run_chained(Choose::new::<Chained<'_, C>>(backend)?, &Chained::<C>::after(self), jobs);
            Ok(())
        }
    }
}
