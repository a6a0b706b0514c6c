//! Trees of one-time keys. A key keeps the upper levels of its current trees, and computes the lower ones on demand.

use alloc::vec::Vec;
use core::ops::Range;
use zeroize::Zeroize;

/// Nodes below this level are computed on demand: 64 leaves, in under 50 ms with AVX2. The key keeps the levels above: a megabyte for a
/// tree of height 20 with n = 32.
const KEPT: usize = 6;

/// The greatest number of levels that are kept: a key of height 25 would else have a file of 32 MB, which each reservation replaces.
const MOST_KEPT: usize = 14;

/// Leaves that are computed in one call, by one thread: enough to fill all slots at every step.
pub(crate) const TOGETHER: u32 = 16;

/// The lowest level that is kept of a tree.
pub(crate) const fn kept(height: usize) -> usize {
    if height < KEPT {
        height
    } else if height - KEPT > MOST_KEPT {
        height - MOST_KEPT
    } else {
        KEPT
    }
}

/// The hash functions of a scheme, as a tree uses them.
pub(crate) trait TreeHash: Clone + Send + Sync {
    /// The place of a tree, and the secret of its leaves.
    type At<'a>: Copy + Send + Sync;
    /// The length of a node in bytes.
    fn node_bytes(&self) -> usize;
    fn height(&self) -> usize;
    fn leaves(&mut self, at: Self::At<'_>, range: Range<u32>) -> Vec<u8>;
    /// The parents of `nodes`, which are on this level. `first` is the index of the first parent on its level.
    fn parents(&mut self, at: Self::At<'_>, level: usize, first: u32, nodes: &[u8]) -> Vec<u8>;
    /// Adds the calls of a clone, which began with none.
    #[cfg(feature = "rayon")]
    fn count(&mut self, clone: &Self);
    /// A clone without calls.
    #[cfg(feature = "rayon")]
    fn uncounted(&self) -> Self;
}

/// The levels above `nodes`, up to one node. `nodes` are those of level `level` from node `first` on; their number is a power of two.
fn levels<H: TreeHash>(hash: &mut H, at: H::At<'_>, level: usize, first: u32, nodes: Vec<u8>) -> Vec<Vec<u8>> {
    let mut levels = Vec::from([nodes]);
    while levels[levels.len() - 1].len() > hash.node_bytes() {
        let below = levels.len() - 1;
        let parents = hash.parents(at, level + below, first >> levels.len(), &levels[below]);
        levels.push(parents);
    }
    levels
}

/// The results of `part` for all numbers, joined. With the feature `rayon`, they are computed on the threads of the pool in which this is called.
fn parts<H: TreeHash>(
    hash: &mut H,
    numbers: Range<u32>,
    part: impl Fn(&mut H, u32) -> Vec<u8> + Send + Sync,
) -> Vec<u8> {
    #[cfg(feature = "rayon")]
    if numbers.len() > 1 && rayon::current_num_threads() > 1 {
        use rayon::prelude::*;
        let idle = hash.uncounted();
        let of_part = |i| {
            let mut hash = idle.clone();
            let nodes = part(&mut hash, i);
            (nodes, hash)
        };
        let mut all = Vec::new();
        for (nodes, clone) in numbers.into_par_iter().map(of_part).collect::<Vec<_>>() {
            all.extend(nodes);
            hash.count(&clone);
        }
        return all;
    }
    numbers.flat_map(|i| part(hash, i)).collect()
}

/// The levels above the leaves in `range`, up to one node. The range begins and ends at multiples of [`TOGETHER`].
fn subtree<H: TreeHash>(hash: &mut H, at: H::At<'_>, range: Range<u32>) -> Vec<Vec<u8>> {
    let groups = range.start / TOGETHER..range.end / TOGETHER;
    let nodes = parts(hash, groups, |hash, i| hash.leaves(at, i * TOGETHER..(i + 1) * TOGETHER));
    levels(hash, at, 0, range.start, nodes)
}

/// The upper levels of a tree.
fn upper<H: TreeHash>(hash: &mut H, at: H::At<'_>) -> Vec<Vec<u8>> {
    let (height, kept) = (hash.height(), kept(hash.height()));
    let nodes = parts(hash, 0..1 << (height - kept), |hash, i| {
        let mut part = subtree(hash, at, i << kept..(i + 1) << kept);
        let node = part.pop().unwrap_or_default();
        part.iter_mut().for_each(Zeroize::zeroize);
        node
    });
    levels(hash, at, kept, 0, nodes)
}

/// A tree: the levels that are kept, and the levels below over the leaves used last.
#[derive(Clone)]
pub(crate) struct Tree {
    pub(crate) number: u64,
    /// The levels up to the root; empty if they are unknown.
    pub(crate) upper: Vec<Vec<u8>>,
    /// The first leaf, and the levels below `upper`.
    lower: Option<(u32, Vec<Vec<u8>>)>,
}

impl Tree {
    pub(crate) fn new(number: u64, upper: Vec<Vec<u8>>) -> Self {
        Self { number, upper, lower: None }
    }

    pub(crate) fn root(&self) -> &[u8] {
        self.upper.last().map_or(&[], |root| root)
    }

    /// Computes the upper levels of the tree with this number, unless they are known.
    pub(crate) fn know<H: TreeHash>(&mut self, hash: &mut H, at: H::At<'_>, number: u64) {
        if self.number != number || self.upper.is_empty() {
            *self = Self::new(number, upper(hash, at));
        }
    }

    /// Writes the siblings on the path from a leaf to the root of the known tree.
    pub(crate) fn path<H: TreeHash>(&mut self, hash: &mut H, at: H::At<'_>, leaf: u32, out: &mut [u8]) {
        let (n, kept) = (hash.node_bytes(), kept(hash.height()));
        let first = leaf >> kept << kept;
        if self.lower.as_ref().is_none_or(|(of, _)| *of != first) {
            self.lower = Some((first, subtree(hash, at, first..first + (1 << kept))));
        }
        let lower = self.lower.as_ref().map_or(&[][..], |(_, levels)| levels);
        for (level, out) in out.chunks_exact_mut(n).enumerate() {
            let sibling = (leaf >> level ^ 1) as usize;
            let (nodes, at) = if level < kept {
                (&lower[level], sibling - (first >> level) as usize)
            } else {
                (&self.upper[level - kept], sibling)
            };
            out.copy_from_slice(&nodes[at * n..][..n]);
        }
    }
}
