//! A tree with all its levels, and the proofs from it.

use super::scheme::{Error, Rule, Scheme, Sibling};
use crate::{DigestMany, Message, Messages, Strided};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

mod begin;
#[cfg(feature = "rayon")]
mod pool;
mod threads;
mod verify_many;

use begin::{Begun, end, start, width};
use threads::{This, Threads};
use verify_many::must_ascend;

/// A Merkle tree: the digests of all leaves and nodes, level after level in one buffer. It takes the memory of two digests for each leaf, and
/// up to twice as much after [`Tree::append`].
///
/// If a call fails, the tree stays as it was. The one exception: a hasher that has absorbed nearly as much as its function takes may hash the
/// leaves and not the nodes; then throw the tree away.
#[derive(Clone)]
pub struct Tree<H> {
    scheme: Scheme<H>,
    leaves: usize,
    /// The leaves for which there is room.
    room: usize,
    nodes: Vec<u8>,
    /// The root of no leaves if there are none, or for SSZ the roots of trees of zeroes, from depth 0 on.
    empty: Vec<u8>,
}

impl<H: DigestMany + Clone> Scheme<H> {
    /// The tree over these messages. For SSZ, they are chunks of a digest's length.
    ///
    /// # Errors
    /// [`Error::Limit`] for too many chunks; [`Error::Hash`] if the function rejects a message, or a chunk has another length;
    /// [`Error::TooLarge`].
    pub fn tree<M: Messages + ?Sized>(&self, leaves: &M) -> Result<Tree<H>, Error> {
        Tree::new(self, |tree| tree.append(leaves))
    }

    /// The digests of many leaves to `out`, side by side, as [`Scheme::leaf`] makes them: in one call.
    ///
    /// # Errors
    /// [`Error::Hash`] unless `out` has a digest for each leaf; or if the function rejects a message, or a chunk of SSZ has another length.
    pub fn leaves<M: Messages + ?Sized>(&self, leaves: &M, out: &mut [u8]) -> Result<(), Error> {
        must_have("out", out, leaves.count(), self.digest_bytes())?;
        if let Rule::Ssz { .. } = self.rule {
            // Nothing is written if the last one is wrong.
            (0..leaves.count()).try_for_each(|index| must_be_chunk(&leaves.message(index), self.digest_bytes()))?;
        }
        hash_leaves::<This, _, _>(self, leaves, out)
    }

    /// The tree over leaves whose digests are known, side by side: Bitcoin's transaction numbers, chunks of SSZ.
    ///
    /// # Errors
    /// As [`Scheme::tree`]; [`Error::Hash`] if `digests` ends within one.
    pub fn tree_of_digests(&self, digests: &[u8]) -> Result<Tree<H>, Error> {
        let leaves = digests.len() / self.digest_bytes();
        match self.begin::<This>(digests)? {
            // In its place: it is large, and the time to move it a part of that to make one of few leaves.
            Some(Begun { nodes, is_whole: true, .. }) => {
                Ok(Tree { scheme: self.clone(), leaves, room: leaves, nodes, empty: Vec::new() })
            }
            begun => Tree::new(self, |tree| tree.append_begun::<This>(digests, begun)),
        }
    }
}

impl<H> Tree<H> {
    /// The function and the rule.
    #[must_use]
    pub const fn scheme(&self) -> &Scheme<H> {
        &self.scheme
    }

    /// The number of leaves.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.leaves as u64
    }
}

impl<H: DigestMany + Clone> Tree<H> {
    /// The tree with the leaves that `append` gives it.
    pub(super) fn new(scheme: &Scheme<H>, append: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<Self, Error> {
        let mut tree = Self { scheme: scheme.clone(), leaves: 0, room: 0, nodes: Vec::new(), empty: Vec::new() };
        append(&mut tree)?;
        if tree.leaves == 0 {
            let (depth, bytes) = (tree.depth() as usize, scheme.digest_bytes());
            tree.empty = alloc::vec![0; (depth + 1) * bytes];
            scheme.empty(&mut tree.empty[..bytes])?;
            tree.extend_empty(depth)?;
        }
        Ok(tree)
    }

    /// Makes the roots of trees of zeroes known, for SSZ.
    fn extend_empty(&mut self, depth: usize) -> Result<(), Error> {
        let bytes = self.scheme.digest_bytes();
        if let Rule::Ssz { .. } = self.scheme.rule {
            self.empty.resize((depth + 1) * bytes, 0);
            for level in 0..depth {
                let (below, above) = self.empty.split_at_mut((level + 1) * bytes);
                let below = &below[level * bytes..];
                self.scheme.node(below, below, &mut above[..bytes])?;
            }
        }
        Ok(())
    }

    /// The levels above the leaves.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.scheme.rule.depth(self.leaves()).unwrap_or_default()
    }

    fn width(&self, level: usize) -> usize {
        width(self.leaves, level)
    }

    /// Where a level begins in `nodes`.
    fn start(&self, level: usize) -> usize {
        start(self.room, level) as usize * self.scheme.digest_bytes()
    }

    /// The digests of a level, side by side: 0 is the level of the leaves, [`Tree::depth`] that of the root. What only fills up a level, as
    /// in SSZ and Bitcoin, is not there. A level that does not exist is empty.
    #[must_use]
    pub fn level(&self, level: u32) -> &[u8] {
        if self.leaves == 0 || level > self.depth() {
            return &[];
        }
        let level = level as usize;
        &self.nodes[self.start(level)..][..self.width(level) * self.scheme.digest_bytes()]
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        let bytes = self.scheme.digest_bytes();
        if let (true, Some(last)) = (self.room == self.leaves, self.nodes.len().checked_sub(bytes)) {
            return &self.nodes[last..];
        }
        let top = self.level(self.depth());
        if top.is_empty() { &self.empty[self.depth() as usize * bytes..][..bytes] } else { top }
    }

    fn digest(&self, level: usize, at: u64) -> Option<&[u8]> {
        let bytes = self.scheme.digest_bytes();
        self.level(level as u32).get(usize::try_from(at).ok()?.checked_mul(bytes)?..)?.get(..bytes)
    }

    /// Appends leaves: hashes them, and the nodes above them.
    ///
    /// # Errors
    /// As [`Scheme::tree`].
    pub fn append<M: Messages + ?Sized>(&mut self, leaves: &M) -> Result<(), Error> {
        self.append_messages::<This, M>(leaves)
    }

    /// As [`Tree::append`], for leaves whose digests are known, side by side.
    ///
    /// # Errors
    /// As [`Scheme::tree_of_digests`].
    pub fn append_digests(&mut self, digests: &[u8]) -> Result<(), Error> {
        self.append_by::<This>(digests)
    }

    pub(super) fn append_by<T: for<'a> Threads<H, Strided<'a>>>(&mut self, digests: &[u8]) -> Result<(), Error> {
        let begun = if self.room == 0 { self.scheme.begin::<T>(digests)? } else { None };
        self.append_begun::<T>(digests, begun)
    }

    fn append_begun<T>(&mut self, digests: &[u8], begun: Option<Begun>) -> Result<(), Error>
    where
        T: for<'a> Threads<H, Strided<'a>>,
    {
        let bytes = self.scheme.digest_bytes();
        let count = digests.len() / bytes;
        must_have("digests", digests, count, bytes)?;
        if let Some(Begun { nodes, levels, .. }) = begun {
            self.extend_empty(self.scheme.rule.depth(count as u64)? as usize)?;
            (self.nodes, self.room) = (nodes, count);
            return self.finish::<T>(count, levels);
        }
        let new = self.make_room(count)?;
        self.nodes[new].copy_from_slice(digests);
        self.grow::<T>(count)
    }

    pub(super) fn append_messages<T, M: Messages + ?Sized>(&mut self, leaves: &M) -> Result<(), Error>
    where
        T: Threads<H, M> + for<'a> Threads<H, Strided<'a>>,
    {
        let new = self.make_room(leaves.count())?;
        hash_leaves::<T, _, _>(&self.scheme, leaves, &mut self.nodes[new])?;
        self.grow::<T>(leaves.count())
    }

    /// Makes room for more leaves, and returns where their digests belong.
    fn make_room(&mut self, more: usize) -> Result<Range<usize>, Error> {
        let bytes = self.scheme.digest_bytes();
        let leaves = self.leaves.checked_add(more).ok_or(Error::TooLarge)?;
        let depth = self.scheme.rule.depth(leaves as u64)? as usize;
        if leaves > self.room {
            // The first leaves get what they need, later ones also room for others.
            let room = leaves.max(self.room.saturating_mul(2));
            let depth = depth.max(Rule::Pairs.depth(room as u64)? as usize);
            let mut nodes = alloc::vec![0; end(room, depth, bytes)?];
            self.extend_empty(depth)?;
            for level in 0..if self.leaves > 0 { self.depth() + 1 } else { 0 } {
                let from = self.level(level);
                nodes[start(room, level as usize) as usize * bytes..][..from.len()].copy_from_slice(from);
            }
            (self.room, self.nodes) = (room, nodes);
        }
        Ok(self.leaves * bytes..leaves * bytes)
    }

    /// Makes the nodes above new leaves, whose digests are there.
    fn grow<T: for<'a> Threads<H, Strided<'a>>>(&mut self, more: usize) -> Result<(), Error> {
        let mut made = 0;
        if more > 0 && self.leaves == 0 && self.room == more {
            let (levels, count) = self.scheme.rule.even_levels(more);
            let (nodes, bytes) = (&mut self.nodes, self.scheme.digest_bytes());
            if <T as Threads<H, Strided<'_>>>::levels(self.scheme.of_nodes(), nodes, bytes, more, 0..count) {
                made = levels;
            }
        }
        self.finish::<T>(more, made)
    }

    /// Makes those from a level on.
    fn finish<T: for<'a> Threads<H, Strided<'a>>>(&mut self, more: usize, made: usize) -> Result<(), Error> {
        let before = self.leaves;
        let mut first = before >> made;
        self.leaves += more;
        if more > 0 {
            for level in made..self.depth() as usize {
                // A subtree is complete, and stays as it is, if all of its leaves were there before.
                first /= 2;
                self.hash_level::<T>(level, first).inspect_err(|_| self.leaves = before)?;
            }
        }
        Ok(())
    }

    /// Makes the nodes above a level, from number `first` on.
    fn hash_level<T: for<'a> Threads<H, Strided<'a>>>(&mut self, level: usize, first: usize) -> Result<(), Error> {
        let (bytes, width) = (self.scheme.digest_bytes(), self.width(level));
        let [begin, end] = [level, level + 1].map(|level| self.start(level));
        let (below, above) = self.nodes.split_at_mut(end);
        let (below, above) = (&below[begin..], &mut above[first * bytes..]);
        let pairs = (width / 2).saturating_sub(first);
        let messages = Strided::new(&below[2 * first * bytes..], 2 * bytes, 2 * bytes, pairs)?;
        self.scheme.many::<T, _>(self.scheme.of_nodes(), &messages, &mut above[..pairs * bytes])?;
        self.hash_last(level)
    }

    /// Makes the node above one that has no sibling, if the level ends in such a one.
    fn hash_last(&mut self, level: usize) -> Result<(), Error> {
        let (bytes, width) = (self.scheme.digest_bytes(), self.width(level));
        if width % 2 == 0 {
            return Ok(());
        }
        let [begin, end] = [level, level + 1].map(|level| self.start(level));
        let (below, above) = self.nodes.split_at_mut(end);
        let last = &below[begin..][(width - 1) * bytes..][..bytes];
        let above = &mut above[width / 2 * bytes..][..bytes];
        match self.scheme.rule.sibling(width as u64 - 1, width as u64 - 1) {
            Sibling::None | Sibling::Left => above.copy_from_slice(last),
            Sibling::Itself => self.scheme.node(last, last, above)?,
            Sibling::Right => self.scheme.node(last, &self.empty[level * bytes..][..bytes], above)?,
        }
        Ok(())
    }

    /// Replaces leaves: that at the first index by the first message, and so on. If an index is there more than once, its last message
    /// counts. Hashes the leaves in one call, and of each level the nodes above them, each once.
    ///
    /// # Errors
    /// [`Error::Index`]; [`Error::Hash`] unless there are as many messages as indexes, or as [`Scheme::tree`].
    pub fn update<M: Messages + ?Sized>(&mut self, indexes: &[u64], leaves: &M) -> Result<(), Error> {
        let (expected, got) = (indexes.len(), leaves.count());
        if expected != got {
            return Err(crate::Error::Length { argument: "leaves", expected, got }.into());
        }
        self.must_be_there(indexes)?;
        let mut digests = alloc::vec![0; expected * self.scheme.digest_bytes()];
        hash_leaves::<This, _, _>(&self.scheme, leaves, &mut digests)?;
        self.update_digests(indexes, &digests)
    }

    /// As [`Tree::update`], for leaves whose digests are known, side by side.
    ///
    /// # Errors
    /// [`Error::Index`]; [`Error::Hash`] unless there are as many digests as indexes.
    pub fn update_digests(&mut self, indexes: &[u64], digests: &[u8]) -> Result<(), Error> {
        let bytes = self.scheme.digest_bytes();
        must_have("digests", digests, indexes.len(), bytes)?;
        self.must_be_there(indexes)?;
        let mut places: Vec<usize> = indexes.iter().map(|index| *index as usize).collect();
        for (place, digest) in places.iter().zip(digests.chunks_exact(bytes)) {
            self.nodes[place * bytes..][..bytes].copy_from_slice(digest);
        }
        places.sort_unstable();
        for level in 0..self.depth() as usize {
            for place in &mut places {
                *place /= 2;
            }
            places.dedup();
            // The last node of a level can have no sibling.
            let alone = self.width(level) / 2;
            let count = places.partition_point(|place| *place < alone);
            let mut hashed = alloc::vec![0; count * bytes];
            let [begin, above] = [level, level + 1].map(|level| self.start(level));
            let pairs = Pairs { level: &self.nodes[begin..], bytes, places: &places[..count] };
            self.scheme.many::<This, _>(self.scheme.of_nodes(), &pairs, &mut hashed)?;
            for (place, digest) in places.iter().zip(hashed.chunks_exact(bytes)) {
                self.nodes[above..][place * bytes..][..bytes].copy_from_slice(digest);
            }
            if count < places.len() {
                self.hash_last(level)?;
            }
        }
        Ok(())
    }

    fn must_be_there(&self, indexes: &[u64]) -> Result<(), Error> {
        let leaves = self.leaves();
        indexes
            .iter()
            .find(|index| **index >= leaves)
            .map_or(Ok(()), |index| Err(Error::Index { index: *index, leaves }))
    }

    /// Whether two siblings are equal that should not be: then a tree of fewer leaves has the same root by Bitcoin's rule (CVE-2012-2459).
    /// Bitcoin's nodes reject such a block, and do not remember its header as that of a bad one.
    #[must_use]
    pub fn is_mutated(&self) -> bool {
        let bytes = self.scheme.digest_bytes();
        let equal = |pair: &[u8]| pair[..bytes] == pair[bytes..];
        (0..self.depth()).any(|level| self.level(level).chunks_exact(2 * bytes).any(equal))
    }

    /// The proof that a leaf is in the tree, for [`Scheme::verify`]: the siblings from the leaf up. In Bitcoin's trees, a copy of the node
    /// is in the place of a missing sibling.
    ///
    /// # Errors
    /// [`Error::Index`].
    pub fn proof(&self, index: u64) -> Result<Vec<u8>, Error> {
        self.proof_many(&[index])
    }

    /// The proof that many leaves are in the tree, for [`Scheme::verify_many`]: level by level from the leaves up, and from left to right,
    /// the siblings that the leaves do not give.
    ///
    /// # Errors
    /// [`Error::Index`], [`Error::NoIndex`]; [`Error::Order`] unless the indexes ascend, each once.
    pub fn proof_many(&self, indexes: &[u64]) -> Result<Vec<u8>, Error> {
        must_ascend(indexes, self.leaves())?;
        let (mut proof, mut places) = (Vec::new(), indexes.to_vec());
        for level in 0..self.depth() as usize {
            let last = self.width(level) as u64 - 1;
            for (i, at) in places.iter().enumerate() {
                match self.scheme.rule.sibling(*at, last) {
                    Sibling::Left if i > 0 && places[i - 1] == at - 1 => {}
                    Sibling::Right if places.get(i + 1) == Some(&(at + 1)) => {}
                    sibling => self.push_sibling(&mut proof, level, *at, sibling),
                }
            }
            for at in &mut places {
                *at /= 2;
            }
            places.dedup();
        }
        Ok(proof)
    }

    fn push_sibling(&self, proof: &mut Vec<u8>, level: usize, at: u64, sibling: Sibling) {
        let bytes = self.scheme.digest_bytes();
        let digest = match sibling {
            Sibling::Left => self.digest(level, at - 1),
            Sibling::Right => self.digest(level, at + 1).or_else(|| self.empty.get(level * bytes..(level + 1) * bytes)),
            Sibling::Itself => self.digest(level, at),
            Sibling::None => None,
        };
        proof.extend_from_slice(digest.unwrap_or_default());
    }

    /// The proof that the tree of the first `old` leaves is the beginning of this one, for [`Scheme::verify_consistency`] (RFC 9162, section
    /// 2.1.4.1).
    ///
    /// # Errors
    /// [`Error::Sizes`] for no leaf or more than there are, [`Error::NoConsistency`] for another rule than [`Rule::Rfc9162`] and
    /// [`Rule::Pairs`].
    pub fn consistency(&self, old: u64) -> Result<Vec<u8>, Error> {
        self.scheme.rule.has_consistency(old, self.leaves())?;
        let mut proof = Vec::new();
        // The largest whole subtree at the end of the old tree.
        let begin = (old - 1).trailing_ones();
        let mut at = (old - 1) >> begin;
        if at > 0 {
            proof.extend_from_slice(self.digest(begin as usize, at).unwrap_or_default());
        }
        for level in begin..self.depth() {
            let level = level as usize;
            self.push_sibling(&mut proof, level, at, self.scheme.rule.sibling(at, self.width(level) as u64 - 1));
            at /= 2;
        }
        Ok(proof)
    }
}

impl<H> fmt::Debug for Tree<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("rule", &self.scheme.rule).field("leaves", &self.leaves).finish_non_exhaustive()
    }
}

fn must_have(argument: &'static str, digests: &[u8], count: usize, bytes: usize) -> Result<(), Error> {
    let (expected, got) = (count.saturating_mul(bytes), digests.len());
    if expected == got { Ok(()) } else { Err(crate::Error::Length { argument, expected, got }.into()) }
}

fn must_be_chunk(leaf: &Message<'_>, expected: usize) -> Result<(), Error> {
    let got = leaf.prefix.len().saturating_add(leaf.body.len());
    let is_chunk = got == expected && leaf.last_bits().1 == 0;
    if is_chunk { Ok(()) } else { Err(crate::Error::Length { argument: "leaf", expected, got }.into()) }
}

fn hash_leaves<T, H: DigestMany, M: Messages + ?Sized>(
    scheme: &Scheme<H>,
    leaves: &M,
    out: &mut [u8],
) -> Result<(), Error>
where
    T: Threads<H, M> + for<'a> Threads<H, Strided<'a>>,
{
    let Rule::Ssz { .. } = scheme.rule else { return scheme.many::<T, M>(scheme.of_leaves(), leaves, out) };
    let bytes = scheme.digest_bytes();
    for (index, out) in out.chunks_exact_mut(bytes).enumerate() {
        let leaf = leaves.message(index);
        must_be_chunk(&leaf, bytes)?;
        let (prefix, body) = out.split_at_mut(leaf.prefix.len());
        prefix.copy_from_slice(leaf.prefix);
        body.copy_from_slice(leaf.body);
    }
    Ok(())
}

/// Pairs of a level's nodes that are not side by side: those below nodes `places`.
struct Pairs<'a> {
    level: &'a [u8],
    bytes: usize,
    places: &'a [usize],
}

impl Messages for Pairs<'_> {
    fn count(&self) -> usize {
        self.places.len()
    }

    fn message(&self, index: usize) -> Message<'_> {
        Message::new(&self.level[2 * self.places[index] * self.bytes..][..2 * self.bytes])
    }
}
