//! The parts of KT128 and KT256.

use crate::wrong::Wrong;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::{CHUNK_BYTES, FinalNode, LastSubtree, Subtree};
use lanesum::{Error, Reader, Strength, subtrees};
use std::num::NonZeroU64;

/// Leaves of KT128 or KT256 under way.
pub(crate) trait Leaves {
    /// Goes on with the message.
    fn update(&mut self, data: &[u8]);
    /// Their chaining values; with a customization string, the message ends here.
    fn end(self: Box<Self>, customization: Option<&mut [u8]>) -> Result<Vec<u8>, Error>;
}

impl<S: Strength> Leaves for subtrees::Leaves<S> {
    fn update(&mut self, data: &[u8]) {
        subtrees::Leaves::update(self, data);
    }

    fn end(mut self: Box<Self>, customization: Option<&mut [u8]>) -> Result<Vec<u8>, Error> {
        Ok(match customization {
            Some(customization) => self.finish_last(customization).to_bytes(),
            None => self.finish()?.to_bytes(),
        })
    }
}

/// A final node of KT128 or KT256 under way.
pub(crate) trait Node {
    /// Absorbs the chaining values that come next.
    fn absorb(&mut self, values: &[u8]) -> Result<(), Error>;
    /// The same of the last ones, with the output.
    fn finish(self: Box<Self>, values: &[u8]) -> Result<Reader, Error>;
}

impl<S: Strength> Node for FinalNode<S> {
    fn absorb(&mut self, values: &[u8]) -> Result<(), Error> {
        FinalNode::absorb(self, &Subtree::from_bytes(values)?)
    }

    fn finish(self: Box<Self>, values: &[u8]) -> Result<Reader, Error> {
        FinalNode::finish(*self, &LastSubtree::from_bytes(values)?)
    }
}

/// Leaves from this one on, counted from 1.
pub(crate) fn begin_leaves(bits: u32, first: f64) -> Result<Box<dyn Leaves>, Wrong> {
    let first = NonZeroU64::new(first as u64).ok_or("leaves are counted from 1")?;
    Ok(match bits {
        128 => Box::new(subtrees::Leaves::<Bits128>::new(first)),
        256 => Box::new(subtrees::Leaves::<Bits256>::new(first)),
        _ => return Err(lanesum::Algorithm::UNKNOWN.into()),
    })
}

/// A final node with the first chunk of a message.
pub(crate) fn begin_node(bits: u32, first_chunk: &[u8]) -> Result<Box<dyn Node>, Wrong> {
    let first_chunk: &[u8; CHUNK_BYTES] = first_chunk.try_into().map_err(|_| "a first chunk has 8192 bytes")?;
    Ok(match bits {
        128 => Box::new(FinalNode::<Bits128>::new(first_chunk)),
        256 => Box::new(FinalNode::<Bits256>::new(first_chunk)),
        _ => return Err(lanesum::Algorithm::UNKNOWN.into()),
    })
}
