//! The leaves of KT128 and KT256, for callers that hash parts of a message in several places: [`Leaves`], [`Subtree`].

use super::super::length::LengthEncoded;
use super::super::tree::{CHUNK, KtKind};
use super::saved::{Part, PartReader, PartWriter};
use crate::strength::Strength;
use crate::{Backend, Error};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU64;
use lanesum_batch::scheduler::Choose;
use lanesum_keccak::leaves::{CutMessage, LeafEnd};
use lanesum_keccak::sponges::Sponges;

/// Bytes of a chunk: leaf i begins at byte `CHUNK_BYTES * i` of the message (RFC 9861, section 3.2).
pub const CHUNK_BYTES: usize = CHUNK as usize;

/// The chaining values of a run of whole leaves: 32 bytes for each 8192 of the message, 64 for KT256.
///
/// Made by [`Leaves`], taken by [`FinalNode`](super::super::FinalNode). It does not contain the message, but anyone who knows a chunk can tell
/// whether the message contains it. You can store and send it. It depends on no key, and is not erased on drop.
#[derive(Clone, PartialEq, Eq)]
pub struct Subtree<S> {
    first: NonZeroU64,
    values: Vec<u8>,
    strength: PhantomData<S>,
}

/// The chaining values of the leaves at the end of a message. The last leaf holds the end of the customization string and its length.
#[derive(Clone, PartialEq, Eq)]
pub struct LastSubtree<S>(Subtree<S>);

impl<S: Strength> Subtree<S> {
    pub(super) fn new(first: NonZeroU64, values: Vec<u8>) -> Self {
        Self { first, values, strength: PhantomData }
    }

    /// The number of the first leaf, counted from 1. Leaf i begins at byte 8192 i.
    #[must_use]
    pub fn first(&self) -> NonZeroU64 {
        self.first
    }

    /// The number of leaves.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        (self.values.len() / kt_kind::<S>().value_bytes()) as u64
    }

    /// The number of the leaf after the last one.
    #[must_use]
    pub fn next(&self) -> NonZeroU64 {
        self.first.saturating_add(self.leaves())
    }

    /// Appends the leaves that come next.
    ///
    /// # Errors
    /// [`Error::LeafOrder`] if `next` does not begin where this subtree ends.
    pub fn append(&mut self, next: &Self) -> Result<(), Error> {
        in_order(self.next(), next.first)?;
        self.values.extend_from_slice(&next.values);
        Ok(())
    }

    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// The subtree as bytes, for storing and sending: 40 bytes and the chaining values. The first bytes state version, kind, strength and
    /// place. The last sixteen are a checksum, which detects damage but not manipulation.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.write(Part::Leaves)
    }

    /// The inverse of [`Subtree::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Saved`] for anything else.
    pub fn from_bytes(saved: &[u8]) -> Result<Self, Error> {
        Self::read(Part::Leaves, saved)
    }

    fn write(&self, kind: Part) -> Vec<u8> {
        let mut writing = PartWriter::new(kind, S::BITS, self.values.len());
        writing.number(self.first.get());
        writing.number(self.leaves());
        writing.bytes(&self.values);
        writing.finish()
    }

    fn read(kind: Part, saved: &[u8]) -> Result<Self, Error> {
        let mut reading = PartReader::new(kind, S::BITS, saved)?;
        let (first, leaves) = (reading.number()?, reading.number()?);
        let values = reading.rest();
        let first = NonZeroU64::new(first).ok_or_else(PartReader::wrong_length)?;
        let bytes = u128::from(leaves) * kt_kind::<S>().value_bytes() as u128;
        if bytes != values.len() as u128 || first.checked_add(leaves).is_none() {
            return Err(PartReader::wrong_length());
        }
        Ok(Self::new(first, values.to_vec()))
    }
}

impl<S: Strength> LastSubtree<S> {
    /// The number of the first leaf, counted from 1. Leaf i begins at byte 8192 i.
    #[must_use]
    pub fn first(&self) -> NonZeroU64 {
        self.0.first()
    }

    /// The number of leaves, at least one.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.0.leaves()
    }

    /// Inserts the leaves that come before, at the front.
    ///
    /// # Errors
    /// [`Error::LeafOrder`] if `before` does not end where this subtree begins.
    pub fn prepend(&mut self, before: &Subtree<S>) -> Result<(), Error> {
        in_order(before.next(), self.0.first)?;
        self.0.values.splice(..0, before.values.iter().copied());
        self.0.first = before.first;
        Ok(())
    }

    pub(super) fn values(&self) -> &[u8] {
        &self.0.values
    }

    /// As [`Subtree::to_bytes`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.write(Part::LastLeaves)
    }

    /// The inverse of [`LastSubtree::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Saved`] for anything else.
    pub fn from_bytes(saved: &[u8]) -> Result<Self, Error> {
        let subtree = Subtree::read(Part::LastLeaves, saved)?;
        if subtree.values.is_empty() { Err(PartReader::wrong_length()) } else { Ok(Self(subtree)) }
    }
}

pub(super) fn kt_kind<S: Strength>() -> KtKind {
    KtKind::of_bits(S::BITS)
}

pub(super) fn in_order(expected: NonZeroU64, got: NonZeroU64) -> Result<(), Error> {
    let (expected, got) = (expected.get(), got.get());
    if expected == got { Ok(()) } else { Err(Error::LeafOrder { expected, got }) }
}

/// Hashes leaves: any part of a message after its first chunk, on any machine.
///
/// Hashes as many leaves at once as the processor's widest kernel takes. It reads them in place if a piece contains enough leaves,
/// otherwise from a buffer of up to 64 KiB. It keeps 32 or 64 bytes for each leaf.
///
/// ```
/// use core::num::NonZeroU64;
/// use lanesum::digest::XofReader;
/// use lanesum::strengths::Bits128;
/// use lanesum::subtrees::{FinalNode, LastSubtree, Leaves, Subtree};
///
/// let message: Vec<u8> = (0..100_000).map(|i| (i % 251) as u8).collect();
/// // One machine has leaves 1 to 5, another the rest, with the message's end.
/// let mut leaves = Leaves::<Bits128>::new(NonZeroU64::new(1).unwrap());
/// leaves.update(&message[8192..6 * 8192]);
/// let first = leaves.finish()?.to_bytes();
/// let mut leaves = Leaves::<Bits128>::new(NonZeroU64::new(6).unwrap());
/// leaves.update(&message[6 * 8192..]);
/// let last = leaves.finish_last(b"custom").to_bytes();
/// // A third has the first chunk.
/// let mut node = FinalNode::<Bits128>::new(message.first_chunk().unwrap());
/// node.absorb(&Subtree::from_bytes(&first)?)?;
/// let mut digest = [0; 32];
/// node.finish(&LastSubtree::from_bytes(&last)?)?.read(&mut digest);
///
/// let mut same = [0; 32];
/// lanesum::kt128(&message, b"custom", &mut same);
/// assert_eq!(digest, same);
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone)]
pub struct Leaves<S> {
    first: NonZeroU64,
    /// The number of bytes since leaf `first`.
    pub(in crate::modes) bytes: u64,
    pub(in crate::modes) hashing: CutMessage,
    pub(in crate::modes) values: Vec<u8>,
    strength: PhantomData<S>,
}

impl<S: Strength> Leaves<S> {
    /// A hasher of leaves whose first byte is byte 8192 times `first` of the message. It uses the backends that are best for this machine.
    #[must_use]
    pub fn new(first: NonZeroU64) -> Self {
        Self::with_choice(Choose::here::<Sponges<'_>>(), first)
    }

    /// As [`Leaves::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend(backend: Backend, first: NonZeroU64) -> Result<Self, Error> {
        Ok(Self::with_choice(Choose::new::<Sponges<'_>>(Some(backend))?, first))
    }

    fn with_choice(choose: Choose, first: NonZeroU64) -> Self {
        let hashing = CutMessage::new(kt_kind::<S>().leaf(), 0, CHUNK.into(), choose);
        Self { first, bytes: 0, hashing, values: Vec::new(), strength: PhantomData }
    }

    /// Hashes the next bytes of the message.
    pub fn update(&mut self, data: &[u8]) {
        self.bytes += data.len() as u64;
        self.hashing.update(data, &mut self.values);
    }

    /// The number of the leaf to which the next bytes belong.
    #[must_use]
    pub fn next(&self) -> NonZeroU64 {
        self.first.saturating_add(self.bytes / u64::from(CHUNK))
    }

    /// The chaining values so far. Later bytes belong to the next subtree, so you can store a long run in parts.
    ///
    /// # Errors
    /// [`Error::PartOfLeaf`] if the last leaf is partial. Nothing is lost then.
    pub fn finish(&mut self) -> Result<Subtree<S>, Error> {
        let part = self.bytes % u64::from(CHUNK);
        if part != 0 {
            return Err(Error::PartOfLeaf { bytes: part as usize });
        }
        self.hashing.finish(&[], LeafEnd::default(), &mut self.values);
        let next = self.next();
        let subtree = Subtree::new(self.first, core::mem::take(&mut self.values));
        (self.first, self.bytes) = (next, 0);
        Ok(subtree)
    }

    /// Ends the message. The customization string and its length belong to the last leaves. Without any byte of the message, they are the
    /// only contents of the last leaf.
    #[must_use]
    pub fn finish_last(mut self, customization: &[u8]) -> LastSubtree<S> {
        self.update(customization);
        // The encoded length has at least one byte, so no leaf is empty.
        self.update(LengthEncoded::new(customization.len() as u64).as_bytes());
        self.hashing.finish(&[], LeafEnd::default(), &mut self.values);
        LastSubtree(Subtree::new(self.first, core::mem::take(&mut self.values)))
    }
}

impl<S: Strength> fmt::Debug for Subtree<S> {
    /// Prints name and number only: the message may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subtree")
            .field("of", &S::KT)
            .field("first", &self.first)
            .field("leaves", &self.leaves())
            .finish_non_exhaustive()
    }
}

impl<S: Strength> fmt::Debug for LastSubtree<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LastSubtree").field(&self.0).finish()
    }
}

impl<S: Strength> fmt::Debug for Leaves<S> {
    /// Prints name and number only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leaves").field("of", &S::KT).field("next", &self.next()).finish_non_exhaustive()
    }
}
