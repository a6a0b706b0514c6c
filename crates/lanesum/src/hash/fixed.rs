//! Hash functions with digests of one length as types: [`FixedHash`].

use super::function::{BlakeFunction, FixedFunction};
use super::incremental::Incremental;
use super::many::all;
use crate::traits::traits;
use crate::{Backend, Error};
use core::marker::PhantomData;
use core::ops::Range;
use digest::Output;
use digest::array::Array;
use digest::typenum::Unsigned;
use lanesum_batch::md::chain::Md;
use lanesum_batch::md::compression::{Compression, best_one, one_named};
use lanesum_batch::scheduler::{DigestMany, Jobs, Messages, Survey, places};
use lanesum_batch::tail::Tail;

/// A hash function with a digest of fixed length, incremental: the traits of the crate `digest` 0.11, messages of any
/// number of bits, any backend.
///
/// A message costs one permutation or compression for each block of [`Function::Rate`](super::Function::Rate) bytes, and one more at the
/// end. (SHA-2 and BLAKE need two at the end if padding and length do not fit into the last block.) The hasher holds the state and
/// the last, partial block. For SHA-3 these are 200 bytes, because the block is absorbed into the state. SHA-2 has a chaining value
/// and a block, and BLAKE a salt, too.
///
/// SHA-224, SHA-256, BLAKE-224 and BLAKE-256 take at most 2^64 - 1 bits, the other functions of SHA-2 and BLAKE 2^128 - 1. A longer
/// message has no digest: [`FixedHash::try_update`], [`FixedHash::finalize_with_last_bits`] and `io::Write` return an error. The traits of
/// the crate `digest` cannot return one, and panic at the end of the message.
#[derive(Clone)]
pub struct FixedHash<F: FixedFunction> {
    state: F::Incremental,
    function: PhantomData<F>,
}

impl<F: FixedFunction> FixedHash<F> {
    /// A hasher for a new message, on the backend that is best for one message on this machine.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::of_state(Incremental::here(F::INITIAL))
    }

    /// A hasher for a new message, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// function has no such backend.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        Incremental::on(F::INITIAL, backend).map(Self::of_state)
    }

    #[inline]
    pub(super) fn of_state(state: F::Incremental) -> Self {
        Self { state, function: PhantomData }
    }

    pub(super) fn into_state(self) -> F::Incremental {
        self.state
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.state.backend()
    }

    /// Appends to the message.
    ///
    /// # Errors
    /// [`Error::MessageTooLong`] if the message would have more bits than its standard allows. The message then stays as it was.
    pub fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        self.state.try_update(data)
    }

    /// Ends a message whose length is not a whole number of bytes. Its last `bits` bits, at most 7, are in `last`. For SHA-3 and
    /// Keccak-256 they are the low bits, and the lowest is the first of them (FIPS 202, section B.1). For SHA-2 and BLAKE they are
    /// the high bits, and the highest is the first (FIPS 180-4, section 3.1). The other bits of `last` are ignored.
    ///
    /// # Errors
    /// [`Error::PartialByte`] if `bits` is more than 7, [`Error::MessageTooLong`] if the whole message has more bits than the standard allows.
    pub fn finalize_with_last_bits(mut self, last: u8, bits: u32) -> Result<Output<Self>, Error> {
        let tail = Tail::new(last, bits)?;
        let mut out = Output::<Self>::default();
        self.state.finish_to(tail, &mut out)?;
        Ok(out)
    }

    /// The digests of many messages at once, at the full width of the machine. The digest of message i goes to place i, anything that
    /// lends as many bytes as a digest has: a `[u8; N]`, an [`Output`], a type of yours or of another crate. (Arrays are written where they
    /// lie; other types take some nanoseconds a message more.) Lengths may differ, may be 0 and need not be whole bytes; see [`Messages`].
    ///
    /// When few messages are left, fewer slots are used. So a batch seldom costs more than one call for each message: a few sets of two to
    /// seven short messages took up to 15 % longer (docs/performance.md, Zen 5, 2026-11-24).
    ///
    /// ```
    /// use lanesum::Sha3_256;
    /// let names: Vec<String> = (0..1000).map(|i| format!("leaf {i}")).collect();
    /// let mut digests = vec![[0; 32]; names.len()];
    /// Sha3_256::digest_many(&names, &mut digests)?;
    /// assert_eq!(digests[999], lanesum::sha3_256(b"leaf 999"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages, or if a place has not as many bytes as a digest. Nothing is written then.
    pub fn digest_many<M: Messages + ?Sized, P: AsMut<[u8]> + 'static>(
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        one_for_each(messages.count(), out)?;
        match places::flattened::<P, F::Digest>(out) {
            Some(out) => all::<F::Incremental, _>(F::INITIAL, messages, F::Digest::USIZE, out),
            None => places::copied(messages, F::Digest::USIZE, out, |run, out| {
                all::<F::Incremental, _>(F::INITIAL, run, F::Digest::USIZE, out)
            }),
        }
    }

    /// As [`FixedHash::digest_many`], for messages that all begin with the bytes that this hasher has absorbed; these are absorbed only
    /// once. The salt is that of this hasher, and its backend is used if it was chosen by name.
    ///
    /// ```
    /// use lanesum::{Sha256, digest::Digest};
    /// let mut digests = [[0; 32]; 2];
    /// Sha256::new_with_prefix(b"tag: ").finalize_many(&["left", "right"], &mut digests)?;
    /// assert_eq!(digests[1], lanesum::sha256(b"tag: right"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`FixedHash::digest_many`]; [`Error::MessageTooLong`] if a message would have more bits than its standard allows.
    pub fn finalize_many<M: Messages + ?Sized, P: AsMut<[u8]> + 'static>(
        &self,
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        let bytes = F::Digest::USIZE;
        one_for_each(messages.count(), out)?;
        if let Some(out) = places::flattened::<P, F::Digest>(out) {
            return self.hash_after(messages, bytes, out);
        }
        self.state.room_for(&Survey::of(&messages))?;
        places::copied(messages, bytes, out, |run, out| self.hash_after(run, bytes, out))
    }

    /// Hashes messages that begin with the bytes that this hasher has absorbed.
    fn hash_after<M: Messages + ?Sized>(&self, messages: &M, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        let backend = self.state.forced();
        if messages.count().checked_mul(output_bytes) == Some(out.len()) && self.state.few_after(backend, messages, out)
        {
            return Ok(());
        }
        self.others_after(messages, output_bytes, out)
    }

    #[inline(never)]
    fn others_after<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let survey = Survey::of(&messages);
        self.state.room_for(&survey)?;
        self.state.many_after(self.state.forced(), Jobs::new(&survey, output_bytes, out)?)
    }
}

impl<F: FixedFunction> DigestMany for FixedHash<F> {
    fn digest_bytes(&self) -> usize {
        F::Digest::USIZE
    }

    fn check_many<M: Messages + ?Sized>(&self, messages: &M, output_bytes: usize) -> Result<(), Error> {
        F::ALGORITHM.check_output(output_bytes)?;
        self.state.room_for(&Survey::of(&messages))
    }

    fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        F::ALGORITHM.check_output(output_bytes)?;
        self.hash_after(messages, output_bytes, out)
    }

    fn finalize_levels(&self, nodes: &mut [u8], output_bytes: usize, leaves: usize, new: Range<usize>) -> bool {
        output_bytes == F::Digest::USIZE
            && self.state.levels_after(self.state.forced(), nodes, output_bytes, leaves, new)
    }
}

/// Fails unless there are as many places as messages.
#[inline]
pub(super) fn one_for_each<P>(messages: usize, places: &[P]) -> Result<(), Error> {
    let (expected, got) = (messages, places.len());
    if expected == got { Ok(()) } else { Err(Error::Length { argument: "out", expected, got }) }
}

impl<F: BlakeFunction> FixedHash<F> {
    /// A hasher with a salt of four big-endian words, on the backend that is best for one message on this machine. A salt of zeroes means
    /// no salt. The salt stays when the hasher is reset, and is part of the saved state.
    ///
    /// ```
    /// use lanesum::{Blake256, digest::Digest};
    ///
    /// let digest = Blake256::salted(&[7; 16].into()).chain_update(b"abc").finalize();
    /// assert_eq!(digest[..], lanesum::blake256_salted(&[7; 16], b"abc"));
    /// ```
    #[must_use]
    pub fn salted(salt: &Array<u8, F::Salt>) -> Self {
        Self::of_state(Md::new(&salted::<F>(salt), best_one::<F::Compression>()))
    }

    /// A hasher with a salt, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// function has no such backend.
    pub fn salted_with_backend(salt: &Array<u8, F::Salt>, backend: Backend) -> Result<Self, Error> {
        let state = Md::new(&salted::<F>(salt), one_named::<F::Compression>(backend)?);
        Ok(Self::of_state(Md { forced: true, ..state }))
    }
}

fn salted<F: BlakeFunction>(salt: &[u8]) -> <F::Compression as Compression>::Initial {
    F::Compression::salted(F::INITIAL, salt).unwrap_or_else(|| unreachable!("BLAKE has a salt"))
}

traits! { [F: FixedFunction] FixedHash<F>:
    Default(Self::new());
    Debug(F::ALGORITHM.name(), backend);
    AlgorithmName(F::ALGORITHM.standard_name());
    HashMarker;
    BlockSizeUser(F::Rate);
    OutputSizeUser(F::Digest);
    CollisionResistance(F::Resistance);
    Update(|this, data| this.state.update(data));
    Reset(|this| this.state.reset(F::INITIAL));
    FixedOutput(|this, out| must_fit::<F>(this.state.finish_to(Tail::NONE, out)));
    /// The saved bytes are `lns`, the version of the format (1), the function's name in 16 bytes, the contents, and a checksum of 8 bytes.
    /// Anything else is rejected, and so is a state of another function.
    ///
    /// | functions | contents; numbers are big-endian |
    /// | --- | --- |
    /// | SHA-3, Keccak-256 | the state's 200 bytes, and one byte for the position in the block |
    /// | SHA-2, BLAKE | the chaining value, BLAKE's salt, the number of bytes so far (16 bytes), the partial block with zeroes after it |
    ///
    /// The bytes do not depend on the backend; the machine that restores the state chooses its own.
    /// [`Hasher::from_bytes`](crate::Hasher::from_bytes) reads them, too.
    ///
    /// Anyone who has a saved state can continue the message, and learns what the state shows of it. Keep the saved state of a secret
    /// message secret.
    SerializableState(<F::Incremental as Incremental>::Saved, F::ALGORITHM.standard_name(), |this, out| this.state.save(out),
        |saved| F::Incremental::restore(F::INITIAL, saved).map(Self::of_state));
}

/// Panics for a message that is longer than the standard allows. The traits of the crate `digest` have no error for this case, and a wrong
/// digest would be worse.
#[inline]
pub(super) fn must_fit<F: FixedFunction>(finished: Result<(), Error>) {
    if finished.is_err() {
        too_long::<F>();
    }
}

/// The text of [`Error::MessageTooLong`]. To print the error itself would link the texts of all errors into each program that hashes.
#[cold]
#[inline(never)]
fn too_long<F: FixedFunction>() -> ! {
    panic!("{}: the message has more bits than the standard allows", const { F::ALGORITHM.name() })
}
