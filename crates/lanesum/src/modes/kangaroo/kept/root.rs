//! The final node of KT128 and KT256, for callers that hash the leaves elsewhere: [`FinalNode`].

use super::super::tree::{CHUNK, Node};
use super::saved::{Part, PartReader, PartWriter};
use super::subtree::{CHUNK_BYTES, LastSubtree, Subtree, in_order, kt_kind};
use crate::strength::Strength;
use crate::{Backend, Error, Reader};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU64;
use lanesum_batch::scheduler::Choose;
use lanesum_keccak::leaves::Root;
use lanesum_keccak::sponges::Sponges;

/// The final node of KT128 or KT256: it absorbs the first chunk of a message, and then the chaining values of all leaves in order.
///
/// It is for messages of 8192 bytes or more, with any customization string. Shorter messages have no leaves, or a first chunk that ends
/// within the customization string. They are not worth a tree; use [`Kt`](crate::Kt) for them.
///
/// It costs one permutation for 5 chaining values of KT128, or for 2 of KT256: about a fortieth of the cost of their leaves.
#[derive(Clone)]
pub struct FinalNode<S> {
    node: Node,
    next: NonZeroU64,
    strength: PhantomData<S>,
}

impl<S: Strength> FinalNode<S> {
    /// A final node that has absorbed the first chunk, on the backend that is best for one message on this machine.
    #[must_use]
    pub fn new(first_chunk: &[u8; CHUNK_BYTES]) -> Self {
        Self::with_choice(Choose::here::<Sponges<'_>>(), first_chunk)
    }

    /// As [`FinalNode::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend(backend: Backend, first_chunk: &[u8; CHUNK_BYTES]) -> Result<Self, Error> {
        Ok(Self::with_choice(Choose::new::<Sponges<'_>>(Some(backend))?, first_chunk))
    }

    fn with_choice(choose: Choose, first_chunk: &[u8; CHUNK_BYTES]) -> Self {
        let mut node = Node::new(kt_kind::<S>(), choose);
        node.sponge().expect("the final node has a sponge").update(first_chunk);
        node.lead_has_ended();
        Self { node, next: NonZeroU64::MIN, strength: PhantomData }
    }

    /// The number of the leaf whose chaining value comes next.
    #[must_use]
    pub fn next(&self) -> NonZeroU64 {
        self.next
    }

    /// Absorbs the chaining values of the leaves that come next.
    ///
    /// # Errors
    /// [`Error::LeafOrder`] if they belong to other leaves.
    pub fn absorb(&mut self, subtree: &Subtree<S>) -> Result<(), Error> {
        in_order(self.next, subtree.first())?;
        self.node.values(subtree.values());
        self.next = subtree.next();
        Ok(())
    }

    /// Absorbs the chaining values of the last leaves, and returns a reader of the digest.
    ///
    /// # Errors
    /// [`Error::LeafOrder`] if they are not those that come next.
    pub fn finish(mut self, last: &LastSubtree<S>) -> Result<Reader, Error> {
        in_order(self.next, last.first())?;
        self.node.values(last.values());
        let leaves = (self.next.get() - 1).saturating_add(last.leaves());
        Ok(Reader::of(self.node.finish(leaves)))
    }

    /// The node as 232 bytes, for storing and sending; see [`Subtree::to_bytes`]. The bytes do not depend on the backend; the machine that
    /// restores the node chooses its own.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut state = [0; 200];
        self.node.save_state(&mut state);
        let mut writing = PartWriter::new(Part::FinalNode, S::BITS, state.len());
        writing.number(self.next.get());
        writing.bytes(&state);
        writing.finish()
    }

    /// The inverse of [`FinalNode::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Saved`] for anything else.
    pub fn from_bytes(saved: &[u8]) -> Result<Self, Error> {
        let mut reading = PartReader::new(Part::FinalNode, S::BITS, saved)?;
        let next = NonZeroU64::new(reading.number()?).ok_or_else(PartReader::wrong_length)?;
        let state = reading.rest().try_into().map_err(|_| PartReader::wrong_length())?;
        let node = Node::from_state(kt_kind::<S>(), Choose::here::<Sponges<'_>>(), state, CHUNK, next.get() - 1);
        Ok(Self { node: node.ok_or_else(PartReader::wrong_length)?, next, strength: PhantomData })
    }
}

impl<S: Strength> fmt::Debug for FinalNode<S> {
    /// Prints name and number only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FinalNode").field("of", &S::KT).field("next", &self.next).finish_non_exhaustive()
    }
}
