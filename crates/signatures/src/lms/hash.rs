//! One-time signatures and trees of one identifier I (RFC 8554, sections 4 and 5), many hashes at a time.

use super::encoding::{INNER, LEAF, MESSAGE, PUBLIC};
use super::parameters::Level;
use crate::slh_dsa::Calls;
use crate::slh_dsa::address::{AddressType, Adrs};
use crate::slh_dsa::message::hasher;
#[cfg(feature = "rayon")]
use crate::slh_dsa::tweakable::Counts;
use crate::slh_dsa::tweakable::{Chain, Messages, Short};
use crate::slots::{Bank, Layout, Numbered};
use crate::stateful::trees::TreeHash;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use lanesum::{Algorithm, Backend};
use zeroize::Zeroizing;

/// In place of the step of a chain where a secret is derived (RFC 8554, appendix A), and in place of the chain's number where that is the
/// randomizer of a signature, or the seed or identifier of the tree that a leaf signs. The latter are those of the implementation
/// `hash-sigs` of the RFC's authors.
const SECRET: u32 = 0xff;
const RANDOMIZER: u32 = 0xfffd;
const CHILD_SEED: u32 = 0xfffe;
const CHILD_ID: u32 = 0xffff;

#[derive(Clone)]
pub(super) struct Hash {
    level: Level,
    id: Vec<u8>,
    backend: Option<Backend>,
    short: Short,
}

/// The address of a hash, whose first three words LMS has: q or r; i or D; j.
fn address(q: u32, i: u32, j: u32) -> Adrs {
    Adrs { layer: 0, tree: 0, kind: AddressType::WotsHash, words: [q, i, j] }
}

impl Hash {
    pub(super) fn new(level: Level, id: &[u8], backend: Option<Backend>) -> Self {
        let layout = Layout { seed: id, message: level.n(), digest: level.n(), backend };
        let bank = if level.function().is_shake() { Bank::lms_shake } else { Bank::lms_sha256 };
        let short = Short::new(level.n(), bank(Numbered::Chain, layout), bank(Numbered::Node, layout));
        Self { level, id: id.to_vec(), backend, short }
    }

    pub(super) fn calls(&self) -> Calls {
        let all = self.short.calls.f + self.short.calls.h;
        if self.level.function().is_shake() {
            Calls { keccak: all, ..Calls::default() }
        } else {
            Calls { sha256: all, ..Calls::default() }
        }
    }

    fn derive(&mut self, leaf: u32, what: u32, seed: &[u8]) -> Zeroizing<Vec<u8>> {
        let mut out = Zeroizing::new(vec![0; self.level.n()]);
        self.short.f(|_| address(leaf, what, SECRET), Messages::Same(seed), &mut out);
        out
    }

    /// The randomizer of a leaf's signature.
    pub(super) fn randomizer(&mut self, seed: &[u8], leaf: u32) -> Vec<u8> {
        self.derive(leaf, RANDOMIZER, seed).to_vec()
    }

    /// The seed and the identifier of the tree whose key a leaf signs.
    pub(super) fn child(&mut self, seed: &[u8], leaf: u32) -> (Zeroizing<Vec<u8>>, Vec<u8>) {
        (self.derive(leaf, CHILD_SEED, seed), self.derive(leaf, CHILD_ID, seed)[..16].to_vec())
    }

    /// The hash of the signed message.
    pub(super) fn message(&self, leaf: u32, randomizer: &[u8], message: &[u8]) -> Vec<u8> {
        let algorithm = if self.level.function().is_shake() { Algorithm::Shake256 } else { Algorithm::Sha256 };
        let mut hasher = hasher(algorithm, self.backend);
        for part in [&self.id[..], &leaf.to_be_bytes(), &MESSAGE.to_be_bytes(), randomizer, message] {
            hasher.update(part);
        }
        let mut digest = vec![0; 32];
        hasher.finalize().read(&mut digest).expect("no more than the function puts out");
        digest.truncate(self.level.n());
        digest
    }

    /// Signs a hash with a leaf's one-time key.
    pub(super) fn sign(&mut self, seed: &[u8], leaf: u32, hash: &[u8], out: &mut [u8]) {
        let bytes = self.level.with_checksum(hash);
        let chains = (0..self.level.chains())
            .map(|i| Chain { address: address(leaf, i as u32, 0), steps: self.level.digit(&bytes, i) });
        self.short.f(|i| address(leaf, i as u32, SECRET), Messages::Same(seed), out);
        self.short.chains(&chains.collect::<Vec<_>>(), out);
    }

    /// The roots computed from one-time signatures of hashes, which lie one after the other, and from paths.
    pub(super) fn roots<'s>(
        &mut self,
        leaves: &[u32],
        hashes: &[u8],
        signatures: Vec<u8>,
        path: impl Fn(usize) -> &'s [u8],
    ) -> Vec<u8> {
        let level = self.level;
        let mut chains = Vec::with_capacity(leaves.len() * level.chains());
        for (&leaf, hash) in leaves.iter().zip(hashes.chunks_exact(level.n())) {
            let bytes = level.with_checksum(hash);
            chains.extend((0..level.chains()).map(|i| {
                let digit = level.digit(&bytes, i);
                Chain { address: address(leaf, i as u32, digit), steps: level.last() - digit }
            }));
        }
        let mut values = signatures;
        self.short.chains(&chains, &mut values);
        let mut nodes = self.compress(|i| leaves[i], &values);
        for height in 0..level.height() {
            let mut pairs = Vec::with_capacity(2 * nodes.len());
            for (i, node) in nodes.chunks_exact(level.n()).enumerate() {
                let sibling = &path(i)[height * level.n()..][..level.n()];
                let (left, right) = if leaves[i] >> height & 1 == 0 { (node, sibling) } else { (sibling, node) };
                pairs.extend_from_slice(left);
                pairs.extend_from_slice(right);
            }
            let parent = |i: usize| ((1 << level.height()) + leaves[i]) >> (height + 1);
            self.short.t(|i| address(parent(i), INNER.into(), 0), &pairs, 2 * level.n(), &mut nodes);
        }
        nodes
    }

    /// The leaves of one-time public keys, whose values lie one after the other.
    fn compress(&mut self, leaf: impl Fn(usize) -> u32, values: &[u8]) -> Vec<u8> {
        let (level, n) = (self.level, self.level.n());
        let mut keys = vec![0; values.len() / level.chains()];
        self.short.t(|i| address(leaf(i), PUBLIC.into(), 0), values, level.chains() * n, &mut keys);
        let mut nodes = vec![0; keys.len()];
        self.short.t(|i| address((1 << level.height()) + leaf(i), LEAF.into(), 0), &keys, n, &mut nodes);
        nodes
    }
}

impl TreeHash for Hash {
    /// The seed.
    type At<'a> = &'a [u8];

    fn node_bytes(&self) -> usize {
        self.level.n()
    }

    fn height(&self) -> usize {
        self.level.height()
    }

    fn leaves(&mut self, seed: &[u8], range: Range<u32>) -> Vec<u8> {
        let (level, n, len) = (self.level, self.level.n(), self.level.chains());
        let mut values = vec![0; range.len() * len * n];
        let at = |i: usize, j| address(range.start + (i / len) as u32, (i % len) as u32, j);
        self.short.chains_from_secrets(seed, |i| at(i, SECRET), |i| at(i, 0), level.last() as usize, &mut values);
        self.compress(|i| range.start + i as u32, &values)
    }

    fn parents(&mut self, _: &[u8], level: usize, first: u32, nodes: &[u8]) -> Vec<u8> {
        let mut parents = vec![0; nodes.len() / 2];
        let begin = (1 << (self.level.height() - level - 1)) + first;
        self.short.t(|i| address(begin + i as u32, INNER.into(), 0), nodes, 2 * self.level.n(), &mut parents);
        parents
    }

    #[cfg(feature = "rayon")]
    fn count(&mut self, clone: &Self) {
        self.short.calls.f += clone.short.calls.f;
        self.short.calls.h += clone.short.calls.h;
    }

    #[cfg(feature = "rayon")]
    fn uncounted(&self) -> Self {
        let mut clone = self.clone();
        clone.short.calls = Counts::default();
        clone
    }
}
