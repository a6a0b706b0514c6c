//! Many messages of a scheme, on one thread or several.

use super::super::scheme::{Error, Rule, Scheme};
use crate::{DigestMany, Messages, Strided};
use alloc::vec::Vec;
use core::ops::Range;

impl<H: DigestMany> Scheme<H> {
    /// Hashes many messages, each to its chunk of `out`.
    pub(in crate::merkle) fn many<T, M>(&self, hasher: &H, messages: &M, out: &mut [u8]) -> Result<(), Error>
    where
        M: Messages + ?Sized,
        T: Threads<H, M> + for<'a> Threads<H, Strided<'a>>,
    {
        let bytes = self.digest_bytes();
        T::run(hasher, messages, bytes, out)?;
        if self.rule == Rule::Bitcoin {
            let mut copy = Vec::with_capacity(out.len().min(COPIED * bytes));
            for out in out.chunks_mut(COPIED * bytes) {
                copy.clear();
                copy.extend_from_slice(out);
                T::run(&self.plain, &Strided::new(&copy, bytes, bytes, out.len() / bytes)?, bytes, out)?;
            }
        }
        Ok(())
    }
}

/// The digests that are hashed a second time in one call. Their copy stays in the cache, and there are enough for some threads.
const COPIED: usize = 1 << 13;

/// On which threads messages are hashed.
pub(in crate::merkle) trait Threads<H, M: ?Sized> {
    fn run(hasher: &H, messages: &M, bytes: usize, out: &mut [u8]) -> Result<(), crate::Error>;
    /// [`DigestMany::finalize_levels`].
    fn levels(_: &H, _nodes: &mut [u8], _bytes: usize, _leaves: usize, _new: Range<usize>) -> bool {
        false
    }
}

/// On this one.
pub(in crate::merkle) enum This {}

impl<H: DigestMany, M: Messages + ?Sized> Threads<H, M> for This {
    fn run(hasher: &H, messages: &M, bytes: usize, out: &mut [u8]) -> Result<(), crate::Error> {
        hasher.finalize_many(messages, bytes, out)
    }

    fn levels(hasher: &H, nodes: &mut [u8], bytes: usize, leaves: usize, new: Range<usize>) -> bool {
        hasher.finalize_levels(nodes, bytes, leaves, new)
    }
}
