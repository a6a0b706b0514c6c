//! Where levels are in the memory of a tree; the lower ones of a tree over digests, in memory that is written once.

use super::super::scheme::{Error, Rule, Scheme};
use super::threads::Threads;
use crate::{DigestMany, Strided};
use alloc::vec::Vec;

/// Nodes in a call of the kernel: they, and what they are made of, stay in the second-level cache.
const PIECE: usize = 1 << 10;

/// From so many bytes on, allocators get memory from the system for each tree.
const LARGE: usize = 1 << 25;

/// Leaves that are copied, and hashed while they are in the first-level cache. (More by one call of `memcpy` take longer.)
const COPIED: usize = 1 << 7;

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
        if leaves == 0 || !digests.len().is_multiple_of(bytes) {
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
        let (mut made, mut nodes, mut is_made) = (0, Vec::new(), true);
        if end < LARGE {
            nodes.reserve_exact(end);
            nodes.extend_from_slice(digests);
        } else {
            // Pages one after the other: the system takes longer for each where the kernel comes upon it.
            nodes = alloc::vec![0; end];
            nodes[..(leaves + count) * bytes].iter_mut().step_by(1 << 12).for_each(|byte| *byte = 1);
            for piece in digests.chunks(COPIED * bytes) {
                nodes[2 * made * bytes..][..piece.len()].copy_from_slice(piece);
                let new = made..made + piece.len() / (2 * bytes);
                made = new.end;
                is_made &= make(&mut nodes, new);
            }
        }
        while made < count {
            let new = made..count.min(made + PIECE);
            made = new.end;
            if end < LARGE {
                nodes.resize((leaves + made) * bytes, 0);
            }
            is_made = is_made && make(&mut nodes, new);
        }
        // If the choice of backends has changed meanwhile.
        if !is_made {
            levels = 0;
        }
        nodes.resize(end, 0);
        let is_whole = levels == depth && !matches!(self.rule, Rule::Ssz { .. });
        Ok(Some(Begun { nodes, levels, is_whole }))
    }
}

/// The nodes of a level above so many leaves.
pub(super) fn width(leaves: usize, level: usize) -> usize {
    leaves.saturating_sub(1).checked_shr(level as u32).unwrap_or(0) + leaves.min(1)
}

/// The digests of all lower levels, if there is room for so many leaves: the sum of `width`.
pub(super) fn start(room: usize, level: usize) -> u128 {
    let twice = |n: usize| 2 * n as u128 - u128::from(n.count_ones());
    let (below, leaves) = (level as u128 * u128::from(room > 0), room.saturating_sub(1));
    below + twice(leaves) - twice(leaves.checked_shr(level as u32).unwrap_or(0))
}

/// The bytes of all levels.
pub(super) fn end(room: usize, depth: usize, bytes: usize) -> Result<usize, Error> {
    let end = start(room, depth + 1).checked_mul(bytes as u128).and_then(|end| isize::try_from(end).ok());
    Ok(end.ok_or(Error::TooLarge)? as usize)
}
