//! One-time signatures, L-trees and trees (RFC 8391, sections 3 and 4.1), many nodes at a time.

use super::hash::Hash;
use crate::slh_dsa::address::{AddressType, Adrs};
use crate::slh_dsa::tweakable::Chain;
#[cfg(feature = "rayon")]
use crate::slh_dsa::tweakable::Counts;
use crate::slh_dsa::wots::base_2b;
use crate::stateful::trees::TreeHash;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The last digit of base 16.
const LAST: u32 = 15;

/// The position of a tree: its layer and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) layer: u32,
    pub(crate) tree: u64,
}

impl Place {
    fn address(self, kind: AddressType, words: [u32; 3]) -> Adrs {
        Adrs { layer: self.layer, tree: self.tree, kind, words }
    }

    /// Addresses of the types OTS, L-tree and hash tree: 0, 1 and 2, like the corresponding types of FIPS 205.
    fn chain(self, leaf: u32, chain: u32, step: u32) -> Adrs {
        self.address(AddressType::WotsHash, [leaf, chain, step])
    }
}

/// The digits of a hash and of its checksum (RFC 8391, section 3.1.5).
fn digits(message: &[u8]) -> Vec<u32> {
    let mut digits = base_2b(message, 4, 2 * message.len());
    let sum = digits.iter().map(|digit| LAST - digit).sum::<u32>();
    digits.extend([sum >> 8 & 15, sum >> 4 & 15, sum & 15]);
    digits
}

/// Signs a hash with a leaf's one-time key.
pub(crate) fn sign(hash: &mut Hash, sk_seed: &[u8], place: Place, leaf: u32, message: &[u8], out: &mut [u8]) {
    let digits = digits(message);
    hash.secrets(sk_seed, digits.len(), |i| place.chain(leaf, i as u32, 0), out);
    let chains = (0..).zip(&digits).map(|(i, &steps)| Chain { address: place.chain(leaf, i, 0), steps });
    hash.chains(&chains.collect::<Vec<_>>(), out);
}

/// The leaves computed from one-time signatures of messages of n bytes, both one after the other.
pub(crate) fn leaves_of_signatures(
    hash: &mut Hash,
    of: &[(Place, u32)],
    messages: &[u8],
    signatures: Vec<u8>,
) -> Vec<u8> {
    let mut chains = Vec::with_capacity(signatures.len() / hash.parameters.n);
    for (&(place, leaf), message) in of.iter().zip(messages.chunks_exact(hash.parameters.n)) {
        chains.extend(
            (0..)
                .zip(digits(message))
                .map(|(i, digit)| Chain { address: place.chain(leaf, i, digit), steps: LAST - digit }),
        );
    }
    let mut values = signatures;
    hash.chains(&chains, &mut values);
    l_trees(hash, |i| of[i], values)
}

/// Compresses one-time public keys to leaves (algorithm 8). `of` returns the place of each.
fn l_trees(hash: &mut Hash, of: impl Fn(usize) -> (Place, u32), keys: Vec<u8>) -> Vec<u8> {
    let n = hash.parameters.n;
    let mut len = hash.parameters.len();
    let (count, mut nodes) = (keys.len() / (len * n), keys);
    let mut level = 0;
    while len > 1 {
        let pairs = len / 2;
        let mut left = Vec::with_capacity(count * pairs * 2 * n);
        for nodes in nodes.chunks_exact(len * n) {
            left.extend_from_slice(&nodes[..2 * pairs * n]);
        }
        let mut parents = vec![0; count * pairs * n];
        let address = |i: usize| {
            let (place, leaf) = of(i / pairs);
            place.address(AddressType::WotsPk, [leaf, level, (i % pairs) as u32])
        };
        hash.h(address, &left, &mut parents);
        let mut next = Vec::with_capacity(count * len.div_ceil(2) * n);
        for (parents, nodes) in parents.chunks_exact(pairs * n).zip(nodes.chunks_exact(len * n)) {
            next.extend_from_slice(parents);
            // An odd node moves up unchanged.
            next.extend_from_slice(&nodes[2 * pairs * n..]);
        }
        (nodes, len, level) = (next, len.div_ceil(2), level + 1);
    }
    nodes
}

impl TreeHash for Hash {
    type At<'a> = (Place, &'a [u8]);

    fn node_bytes(&self) -> usize {
        self.parameters.n
    }

    fn height(&self) -> usize {
        self.parameters.tree_height()
    }

    fn leaves(&mut self, (place, sk_seed): Self::At<'_>, range: Range<u32>) -> Vec<u8> {
        let (n, len) = (self.parameters.n, self.parameters.len());
        let mut values = vec![0; range.len() * len * n];
        let address = |i: usize| place.chain(range.start + (i / len) as u32, (i % len) as u32, 0);
        self.secrets(sk_seed, range.len() * len, address, &mut values);
        let chains = (0..range.len() * len).map(|i| Chain { address: address(i), steps: LAST }).collect::<Vec<_>>();
        self.chains(&chains, &mut values);
        l_trees(self, |i| (place, range.start + i as u32), values)
    }

    fn parents(&mut self, (place, _): Self::At<'_>, level: usize, first: u32, nodes: &[u8]) -> Vec<u8> {
        let mut parents = vec![0; nodes.len() / 2];
        self.h(|i| place.address(AddressType::Tree, [0, level as u32, first + i as u32]), nodes, &mut parents);
        parents
    }

    #[cfg(feature = "rayon")]
    fn count(&mut self, clone: &Self) {
        self.calls.f += clone.calls.f;
        self.calls.h += clone.calls.h;
        self.secrets += clone.secrets;
    }

    #[cfg(feature = "rayon")]
    fn uncounted(&self) -> Self {
        let mut clone = self.clone();
        (clone.calls, clone.secrets) = (Counts::default(), 0);
        clone
    }
}

/// The roots computed from leaves and their paths (algorithm 13), of many signatures at a time.
pub(crate) fn roots<'s>(
    hash: &mut Hash,
    of: &[(Place, u32)],
    nodes: Vec<u8>,
    path: impl Fn(usize) -> &'s [u8],
) -> Vec<u8> {
    let n = hash.parameters.n;
    let mut nodes = nodes;
    for level in 0..hash.parameters.tree_height() {
        let mut pairs = Vec::with_capacity(2 * nodes.len());
        for (i, node) in nodes.chunks_exact(n).enumerate() {
            let sibling = &path(i)[level * n..][..n];
            let (left, right) = if of[i].1 >> level & 1 == 0 { (node, sibling) } else { (sibling, node) };
            pairs.extend_from_slice(left);
            pairs.extend_from_slice(right);
        }
        let address = |i: usize| {
            let (place, leaf) = of[i];
            place.address(AddressType::Tree, [0, level as u32, leaf >> (level + 1)])
        };
        hash.h(address, &pairs, &mut nodes);
    }
    nodes
}
