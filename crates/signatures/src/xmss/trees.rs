//! One-time signatures, L-trees and trees (RFC 8391, sections 3 and 4.1), many nodes at a time.

use super::hash::Hash;
use crate::slh_dsa::address::{AddressType, Adrs};
use crate::slh_dsa::tweakable::Chain;
use crate::slh_dsa::wots::base_2b;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use zeroize::Zeroize;

/// Leaves that are computed at a time.
const TOGETHER: usize = 16;

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

/// The leaf computed from a one-time signature.
pub(crate) fn leaf_of_signature(hash: &mut Hash, place: Place, leaf: u32, message: &[u8], signature: &[u8]) -> Vec<u8> {
    let digits = digits(message);
    let mut values = signature.to_vec();
    let chains = (0..).zip(&digits);
    let chains = chains.map(|(i, &digit)| Chain { address: place.chain(leaf, i, digit), steps: LAST - digit });
    hash.chains(&chains.collect::<Vec<_>>(), &mut values);
    l_trees(hash, place, leaf, values)
}

/// Compresses the one-time public keys of the leaves from `first` on to leaves (algorithm 8).
fn l_trees(hash: &mut Hash, place: Place, first: u32, keys: Vec<u8>) -> Vec<u8> {
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
        let address =
            |i: usize| place.address(AddressType::WotsPk, [first + (i / pairs) as u32, level, (i % pairs) as u32]);
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

/// The leaves of a tree in `range`.
fn leaves(hash: &mut Hash, sk_seed: &[u8], place: Place, range: Range<u32>) -> Vec<u8> {
    let (n, len) = (hash.parameters.n, hash.parameters.len());
    let mut all = Vec::with_capacity(range.len() * n);
    for first in range.clone().step_by(TOGETHER) {
        let count = TOGETHER.min((range.end - first) as usize);
        let mut values = vec![0; count * len * n];
        let address = |i: usize| place.chain(first + (i / len) as u32, (i % len) as u32, 0);
        hash.secrets(sk_seed, count * len, address, &mut values);
        let chains = (0..count * len).map(|i| Chain { address: address(i), steps: LAST }).collect::<Vec<_>>();
        hash.chains(&chains, &mut values);
        all.extend(l_trees(hash, place, first, values));
    }
    all
}

/// The levels above `nodes`, up to one node. `nodes` are those of level `level` from node `first` on; their number is a power of two.
fn levels(hash: &mut Hash, place: Place, level: usize, first: u32, nodes: Vec<u8>) -> Vec<Vec<u8>> {
    let n = hash.parameters.n;
    let mut levels = vec![nodes];
    while levels[levels.len() - 1].len() > n {
        let height = (level + levels.len() - 1) as u32;
        let below = &levels[levels.len() - 1];
        let mut parents = vec![0; below.len() / 2];
        let at = first >> levels.len();
        hash.h(|i| place.address(AddressType::Tree, [0, height, at + i as u32]), below, &mut parents);
        levels.push(parents);
    }
    levels
}

/// The levels above the leaves in `range`, up to one node.
pub(crate) fn subtree(hash: &mut Hash, sk_seed: &[u8], place: Place, range: Range<u32>) -> Vec<Vec<u8>> {
    let nodes = leaves(hash, sk_seed, place, range.clone());
    levels(hash, place, 0, range.start, nodes)
}

/// The upper levels of a tree, from level `kept` on.
pub(crate) fn upper(hash: &mut Hash, sk_seed: &[u8], place: Place, kept: usize) -> Vec<Vec<u8>> {
    let height = hash.parameters.tree_height();
    let mut nodes = Vec::new();
    for first in (0..1u32 << height).step_by(1 << kept) {
        let mut part = subtree(hash, sk_seed, place, first..first + (1 << kept));
        nodes.extend(part.pop().unwrap_or_default());
        part.iter_mut().for_each(Zeroize::zeroize);
    }
    levels(hash, place, kept, 0, nodes)
}

/// The root computed from a leaf and its path (algorithm 13).
pub(crate) fn root(hash: &mut Hash, place: Place, leaf: u32, node: Vec<u8>, path: &[u8]) -> Vec<u8> {
    let (mut node, mut index) = (node, leaf);
    for (level, sibling) in (0u32..).zip(path.chunks_exact(hash.parameters.n)) {
        let pair = if index & 1 == 0 { [&node, sibling].concat() } else { [sibling, &node].concat() };
        index >>= 1;
        hash.h(|_| place.address(AddressType::Tree, [0, level, index]), &pair, &mut node);
    }
    node
}
