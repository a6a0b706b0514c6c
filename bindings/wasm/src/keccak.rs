//! The functions of SP 800-185, and the parts of KT128 and KT256.

use crate::message::{Column, Message, Output};
use crate::wrong::Wrong;
use lanesum::digest::{ExtendableOutput, Update, XofReader};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::{CHUNK_BYTES, FinalNode, LastSubtree, Subtree};
use lanesum::{CShake, Error, Kmac, KmacReader, ParallelHash, Reader, Strength, TupleHash, subtrees};
use std::num::NonZeroU64;

/// The functions behind those of `Algorithm::ALL`.
pub(crate) const NAMES: [&str; 14] = [
    "cshake128",
    "cshake256",
    "kmac128",
    "kmac256",
    "kmacxof128",
    "kmacxof256",
    "tuplehash128",
    "tuplehash256",
    "tuplehashxof128",
    "tuplehashxof256",
    "parallelhash128",
    "parallelhash256",
    "parallelhashxof128",
    "parallelhashxof256",
];

/// Bytes of a block of `ParallelHash` by default, as in the command.
const BLOCK_BYTES: u64 = 8192;

/// Whether the length of the output is bound into it.
#[derive(Clone, Copy, PartialEq)]
enum Length {
    Bound,
    Any,
}

/// A state with what its length means.
#[derive(Clone)]
struct Derived<T>(T, Length);

/// Begins a message of the function `NAMES[place]`.
pub(crate) fn begin_message(
    place: usize,
    first: &[u8],
    customization: &[u8],
    option: f64,
) -> Result<Box<dyn Message>, Wrong> {
    use Length::{Any, Bound};
    let block = if option == 0.0 { BLOCK_BYTES } else { option as u64 };
    let length = if matches!(place, 4 | 5 | 8 | 9 | 12 | 13) { Any } else { Bound };
    Ok(match place {
        0 => Box::new(CShake::<Bits128>::new(first, customization)),
        1 => Box::new(CShake::<Bits256>::new(first, customization)),
        2 | 4 => Box::new(Derived(Kmac::<Bits128>::with_customization(first, customization), length)),
        3 | 5 => Box::new(Derived(Kmac::<Bits256>::with_customization(first, customization), length)),
        6 | 8 => Box::new(Derived(TupleHash::<Bits128>::new(customization), length)),
        7 | 9 => Box::new(Derived(TupleHash::<Bits256>::new(customization), length)),
        10 | 12 => Box::new(Derived(ParallelHash::<Bits128>::new(block, customization)?, length)),
        11 | 13 => Box::new(Derived(ParallelHash::<Bits256>::new(block, customization)?, length)),
        _ => return Err(Algorithm::UNKNOWN.into()),
    })
}

/// Many messages one after the other, for what has no batches.
fn one_by_one(state: &dyn Message, messages: &Column<'_>, digest_len: usize, out: &mut [u8]) -> Result<(), Error> {
    // No output at all has nothing to be computed for.
    for (i, out) in out.chunks_exact_mut(digest_len.max(1)).enumerate() {
        let mut one = state.copy();
        one.update(messages.bytes(i))?;
        one.finish(out)?;
    }
    Ok(())
}

impl<S: Strength> Message for CShake<S> {
    fn update(&mut self, data: &[u8]) -> Result<(), Error> {
        Update::update(self, data);
        Ok(())
    }

    fn finish(self: Box<Self>, out: &mut [u8]) -> Result<(), Error> {
        self.finalize_xof().read(out);
        Ok(())
    }

    fn squeeze(self: Box<Self>) -> Result<Box<dyn Output>, Error> {
        Ok(Box::new(self.finalize_xof()))
    }

    fn copy(&self) -> Box<dyn Message> {
        Box::new(self.clone())
    }

    fn many(&self, messages: &Column<'_>, digest_len: usize, out: &mut [u8]) -> Result<(), Error> {
        self.finalize_many(messages, digest_len, out)
    }
}

/// A function whose output has one length that is bound into it, or any.
macro_rules! derived {
    ($type:ident: |$state:ident, $data:ident| $update:expr, |$this:ident, $messages:ident, $len:ident, $out:ident| $many:expr) => {
        impl<S: Strength> Message for Derived<$type<S>> {
            fn update(&mut self, $data: &[u8]) -> Result<(), Error> {
                let $state = &mut self.0;
                $update;
                Ok(())
            }

            fn finish(self: Box<Self>, out: &mut [u8]) -> Result<(), Error> {
                match self.1 {
                    Length::Bound => self.0.finalize_to(out),
                    Length::Any => XofReader::read(&mut self.0.finalize_xof(), out),
                }
                Ok(())
            }

            fn squeeze(self: Box<Self>) -> Result<Box<dyn Output>, Error> {
                Ok(Box::new(self.0.finalize_xof()))
            }

            fn copy(&self) -> Box<dyn Message> {
                Box::new(self.clone())
            }

            fn many(&self, $messages: &Column<'_>, $len: usize, $out: &mut [u8]) -> Result<(), Error> {
                let $this = self;
                $many
            }
        }
    };
}
derived! { Kmac: |state, data| Update::update(state, data), |this, messages, len, out| match this.1 {
    // The batches of these have the length bound into the output.
    Length::Bound => this.0.finalize_many(messages, len, out),
    Length::Any => one_by_one(this, messages, len, out),
} }
derived! { ParallelHash: |state, data| Update::update(state, data), |this, messages, len, out| match this.1 {
    Length::Bound => this.0.finalize_many(messages, len, out),
    Length::Any => one_by_one(this, messages, len, out),
} }
derived! { TupleHash: |state, data| state.push(data), |this, messages, len, out| one_by_one(this, messages, len, out) }

impl Output for Reader {
    fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        Reader::read(self, out);
        Ok(())
    }
}

impl Output for KmacReader {
    fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        XofReader::read(self, out);
        Ok(())
    }
}

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
    fn finish(self: Box<Self>, values: &[u8]) -> Result<Box<dyn Output>, Error>;
}

impl<S: Strength> Node for FinalNode<S> {
    fn absorb(&mut self, values: &[u8]) -> Result<(), Error> {
        FinalNode::absorb(self, &Subtree::from_bytes(values)?)
    }

    fn finish(self: Box<Self>, values: &[u8]) -> Result<Box<dyn Output>, Error> {
        Ok(Box::new(FinalNode::finish(*self, &LastSubtree::from_bytes(values)?)?))
    }
}

/// Leaves from this one on, counted from 1.
pub(crate) fn begin_leaves(bits: u32, first: f64) -> Result<Box<dyn Leaves>, Wrong> {
    let first = NonZeroU64::new(first as u64).ok_or("leaves are counted from 1")?;
    Ok(match bits {
        128 => Box::new(subtrees::Leaves::<Bits128>::new(first)),
        256 => Box::new(subtrees::Leaves::<Bits256>::new(first)),
        _ => return Err(Algorithm::UNKNOWN.into()),
    })
}

/// A final node with the first chunk of a message.
pub(crate) fn begin_node(bits: u32, first_chunk: &[u8]) -> Result<Box<dyn Node>, Wrong> {
    let first_chunk: &[u8; CHUNK_BYTES] = first_chunk.try_into().map_err(|_| "a first chunk has 8192 bytes")?;
    Ok(match bits {
        128 => Box::new(FinalNode::<Bits128>::new(first_chunk)),
        256 => Box::new(FinalNode::<Bits256>::new(first_chunk)),
        _ => return Err(Algorithm::UNKNOWN.into()),
    })
}
