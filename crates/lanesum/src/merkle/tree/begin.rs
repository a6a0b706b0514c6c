//! The lower levels of a tree over digests, in memory that is written once.

use super::super::scheme::{Error, Rule, Scheme};
use super::end;
use super::threads::Threads;
use crate::{DigestMany, Strided};
use alloc::vec::Vec;

/// Nodes in a call of the kernel: they, and what they are made of, stay in the second-level cache.
const PIECE: usize = 1 << 10;

/// From so many bytes on, allocators get memory from the system for each tree.
const LARGE: usize = 1 << 25;

/// The memory of a tree, with some of its levels.
pub(super) struct Begun {
    /// Of all levels.
    pub nodes: Vec<u8>,
    /// The levels made above the leaves.
    pub levels: usize,
    /// Whether they are all there are, and nothing else is missing.
    pub is_whole: bool,
}

impl Rule {
    /// Up to a level with a node that has no sibling, all levels are as one: each node is made of the next two. The number of such levels
    /// above the leaves, and that of their nodes.
    pub(super) const fn even_levels(self, leaves: usize) -> (usize, usize) {
        let levels = if let Self::Bitcoin = self { 0 } else { leaves.trailing_zeros() };
        (levels as usize, leaves - (leaves >> levels))
    }
}

impl<H: DigestMany> Scheme<H> {
    /// Copies digests, and makes the levels above them in which each node is made of two others. `None` if there is no such level, or if a kernel
    /// takes so many nodes level by level only.
    pub(super) fn begin<T: for<'a> Threads<H, Strided<'a>>>(&self, digests: &[u8]) -> Result<Option<Begun>, Error> {
        let bytes = self.digest_bytes();
        let leaves = digests.len() / bytes;
        if leaves == 0 || digests.len() % bytes > 0 {
            return Ok(None);
        }
        let depth = self.rule.depth(leaves as u64)? as usize;
        let (mut levels, count) = self.rule.even_levels(leaves);
        let make = |nodes: &mut [u8], new| T::levels(self.of_nodes(), nodes, bytes, leaves, new);
        if count == 0 || count > PIECE && !make(&mut [], 0..0) {
            return Ok(None);
        }
        // (Without 128 bits, if that is all.)
        let end = if levels == depth { (leaves + count) * bytes } else { end(leaves, depth, bytes)? };
        if isize::try_from(end).is_err() {
            return Err(Error::TooLarge);
        }
        let mut made = 0;
        let mut nodes;
        if end < LARGE {
            nodes = Vec::with_capacity(end);
            nodes.extend_from_slice(digests);
        } else {
            // Pages one after the other: the system takes longer for each where the kernel comes upon it.
            nodes = alloc::vec![0; end];
            nodes[..(leaves + count) * bytes].iter_mut().step_by(1 << 12).for_each(|byte| *byte = 1);
            for (piece, at) in digests.chunks(COPIED * bytes).zip((0..).step_by(COPIED)) {
                nodes[at * bytes..][..piece.len()].copy_from_slice(piece);
                let new = made..(at + piece.len() / bytes) / 2;
                made = new.end;
                make(&mut nodes, new);
            }
        }
        while made < count {
            let new = made..count.min(made + PIECE);
            made = new.end;
            if end < LARGE {
                nodes.resize((leaves + made) * bytes, 0);
            }
            if !make(&mut nodes, new) {
                levels = 0;
                break;
            }
        }
        nodes.resize(end, 0);
        let is_whole = levels == depth && !matches!(self.rule, Rule::Ssz { .. });
        Ok(Some(Begun { nodes, levels, is_whole }))
    }
}

/// Leaves that are copied, and hashed while they are in the first-level cache. (More by one call of `memcpy` take longer.)
const COPIED: usize = 1 << 7;
