//! Public keys, signatures, and private keys in memory.

use super::hash::{Hash, message_hash, randomizer};
use super::parameters::{ParameterSet, Parameters};
use super::trees::{self, Place};
use crate::Error;
use crate::error::check_length;
use crate::slh_dsa::Calls;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use lanesum::Backend;
use zeroize::Zeroizing;

/// Nodes below this level are computed on demand: 64 leaves, in under 50 ms with AVX2. The key keeps the levels above: a megabyte for a
/// tree of height 20 with n = 32.
const KEPT: usize = 6;

/// A public key of XMSS or XMSS^MT.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyingKey {
    set: ParameterSet,
    /// The parameter set's number, the root, the public seed (RFC 8391, section 4.1.7).
    bytes: Vec<u8>,
    backend: Option<Backend>,
}

/// A signature of XMSS or XMSS^MT; it does not contain the name of its parameter set.
#[derive(Clone, PartialEq, Eq)]
pub struct Signature(Vec<u8>);

impl Signature {
    /// A signature from its bytes. Only verifying checks the length.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    /// The signature's bytes (RFC 8391, sections 4.1.8 and 4.2.3).
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({} bytes)", self.0.len())
    }
}

impl VerifyingKey {
    /// A key from its number, root and seed. The numbers of XMSS and of XMSS^MT overlap, so the caller must name the parameter set.
    ///
    /// # Errors
    /// [`Error::ParameterSet`] for a number that is not the set's, [`Error::Length`].
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        check_length("public key", set.verifying_key_bytes(), bytes.len())?;
        if bytes[..4] != set.oid().to_be_bytes() {
            return Err(Error::ParameterSet);
        }
        Ok(Self { set, bytes: bytes.to_vec(), backend: None })
    }

    /// The key's bytes (RFC 8391, section 4.1.7).
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The parameter set.
    #[must_use]
    pub fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    /// The same key on a backend of your choice. Functions without a form of this backend use their best one.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// Verifies the signature of a message (RFC 8391, algorithms 14 and 17).
    ///
    /// # Errors
    /// [`Error::Invalid`] if the signature does not belong to this message and key; [`Error::Length`] for a signature of another length.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        verify_counted(self, message, signature).0
    }

    fn verify_by(&self, hash: &mut Hash, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let parameters = self.set.parameters();
        let Parameters { n, h, .. } = *parameters;
        check_length("signature", self.set.signature_bytes(), signature.0.len())?;
        let root = &self.bytes[4..][..n];
        let (index, rest) = signature.0.split_at(parameters.index_bytes());
        let (randomizer, layers) = rest.split_at(n);
        let index = index.iter().fold(0u64, |index, byte| index << 8 | u64::from(*byte));
        if index >> h != 0 {
            return Err(Error::Invalid);
        }
        let mut node = message_hash(parameters, self.backend, randomizer, root, index, message);
        for (layer, signature) in (0u32..).zip(layers.chunks_exact(parameters.layer_bytes())) {
            let (place, leaf) = at(parameters, layer, index);
            let (one_time, path) = signature.split_at(parameters.len() * n);
            let found = trees::leaf_of_signature(hash, place, leaf, &node, one_time);
            node = trees::root(hash, place, leaf, found, path);
        }
        if node == root { Ok(()) } else { Err(Error::Invalid) }
    }
}

/// As [`VerifyingKey::verify`]; also returns the calls of the permutation or compression function, without those for the message.
#[allow(clippy::missing_errors_doc)]
pub fn verify_counted(key: &VerifyingKey, message: &[u8], signature: &Signature) -> (Result<(), Error>, Calls) {
    let parameters = key.set.parameters();
    let mut hash = Hash::new(parameters, &key.bytes[4 + parameters.n..], key.backend);
    let valid = key.verify_by(&mut hash, message, signature);
    (valid, hash.calls())
}

/// The tree and the leaf of an index in a layer.
fn at(parameters: &Parameters, layer: u32, index: u64) -> (Place, u32) {
    let height = parameters.tree_height();
    let below = index >> (height * layer as usize);
    (Place { layer, tree: below >> height }, (below & ((1 << height) - 1)) as u32)
}

/// A private key in memory. It signs with any index, because it does not know which ones were used. Erased on drop.
pub struct PrivateKey {
    pub(super) set: ParameterSet,
    /// `SK_SEED`, `SK_PRF`, `PUB_SEED`, root.
    pub(super) bytes: Zeroizing<Vec<u8>>,
    /// The known parts of the current tree of each layer.
    pub(super) trees: Vec<Tree>,
    backend: Option<Backend>,
    pub(super) calls: Calls,
}

/// A tree: the levels from [`KEPT`] on, and the levels below over the leaves used last.
#[derive(Clone)]
pub(super) struct Tree {
    pub(super) number: u64,
    /// The levels up to the root; empty if they are unknown.
    pub(super) upper: Vec<Vec<u8>>,
    /// The first leaf, and the levels below `upper`.
    lower: Option<(u32, Vec<Vec<u8>>)>,
}

impl Tree {
    pub(super) fn new(number: u64, upper: Vec<Vec<u8>>) -> Self {
        Self { number, upper, lower: None }
    }
}

/// The lowest level that is kept.
pub(super) fn kept(parameters: &Parameters) -> usize {
    KEPT.min(parameters.tree_height())
}

impl PrivateKey {
    /// The key for these seeds. Computes all one-time keys of a tree: about 0.1 s for height 10, some minutes for height 20.
    ///
    /// # Errors
    /// [`Error::Length`] for a seed that does not have [`ParameterSet::seed_bytes`] bytes.
    pub fn from_seeds(
        set: ParameterSet,
        sk_seed: &[u8],
        sk_prf: &[u8],
        pub_seed: &[u8],
        backend: Option<Backend>,
    ) -> Result<Self, Error> {
        let parameters = set.parameters();
        let mut bytes = Zeroizing::new(Vec::with_capacity(4 * parameters.n));
        for (what, seed) in [("SK_SEED", sk_seed), ("SK_PRF", sk_prf), ("PUB_SEED", pub_seed)] {
            check_length(what, parameters.n, seed.len())?;
            bytes.extend_from_slice(seed);
        }
        let trees = vec![Tree::new(0, Vec::new()); parameters.d];
        let mut key = Self { set, bytes, trees, backend, calls: Calls::default() };
        let mut hash = Hash::new(parameters, pub_seed, backend);
        let top = parameters.d - 1;
        key.know(&mut hash, Place { layer: top as u32, tree: 0 });
        let root = key.root(top).to_vec();
        key.bytes.extend_from_slice(&root);
        key.calls = hash.calls();
        Ok(key)
    }

    /// The same key, with its known trees, on a backend of your choice. Functions without a form of this backend use their best one.
    #[must_use]
    pub fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    /// A key from the contents of a file, whose lengths must be right.
    #[cfg(feature = "std")]
    pub(super) fn from_parts(set: ParameterSet, bytes: Zeroizing<Vec<u8>>, trees: Vec<Tree>) -> Self {
        Self { set, bytes, trees, backend: None, calls: Calls::default() }
    }

    /// The numbers of the trees whose upper levels are known, by layer.
    #[cfg(feature = "std")]
    pub(super) fn known(&self) -> Vec<Option<u64>> {
        self.trees.iter().map(|tree| (!tree.upper.is_empty()).then_some(tree.number)).collect()
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        let (n, number) = (self.set.seed_bytes(), self.set.oid().to_be_bytes());
        let bytes = [&number[..], &self.bytes[3 * n..], &self.bytes[2 * n..3 * n]].concat();
        VerifyingKey { set: self.set, bytes, backend: self.backend }
    }

    /// The calls of the permutation or compression function in the last operation, without those for the message itself.
    #[must_use]
    pub fn calls(&self) -> Calls {
        self.calls
    }

    /// Signs a message with an index, which the caller must never use again (RFC 8391, algorithms 12 and 16).
    ///
    /// # Errors
    /// [`Error::Exhausted`] for an index beyond the last one.
    pub fn sign(&mut self, index: u64, message: &[u8]) -> Result<Signature, Error> {
        let parameters = self.set.parameters();
        let (n, len) = (parameters.n, parameters.len());
        if index >> parameters.h != 0 {
            return Err(Error::Exhausted);
        }
        let bytes = self.bytes.clone();
        let (sk_seed, rest) = bytes.split_at(n);
        let (sk_prf, rest) = rest.split_at(n);
        let (seed, root) = rest.split_at(n);
        let mut hash = Hash::new(parameters, seed, self.backend);
        let mut signature = vec![0; self.set.signature_bytes()];
        let (to, rest) = signature.split_at_mut(parameters.index_bytes());
        to.copy_from_slice(&index.to_be_bytes()[8 - parameters.index_bytes().min(8)..]);
        let (to, layers) = rest.split_at_mut(n);
        let randomizer = randomizer(parameters, self.backend, sk_prf, index);
        to.copy_from_slice(&randomizer);
        let mut node = message_hash(parameters, self.backend, &randomizer, root, index, message);
        for (layer, out) in layers.chunks_exact_mut(parameters.layer_bytes()).enumerate() {
            let (place, leaf) = at(parameters, layer as u32, index);
            let (one_time, path) = out.split_at_mut(len * n);
            trees::sign(&mut hash, sk_seed, place, leaf, &node, one_time);
            self.know(&mut hash, place);
            self.path(&mut hash, place, leaf, path);
            node = self.root(layer).to_vec();
        }
        self.calls = hash.calls();
        Ok(Signature(signature))
    }

    fn root(&self, layer: usize) -> &[u8] {
        self.trees[layer].upper.last().map_or(&[], |root| root)
    }

    /// Computes the upper levels of a tree, unless it is the layer's current one.
    fn know(&mut self, hash: &mut Hash, place: Place) {
        let tree = &mut self.trees[place.layer as usize];
        if tree.number != place.tree || tree.upper.is_empty() {
            let sk_seed = &self.bytes[..hash.parameters.n];
            *tree = Tree::new(place.tree, trees::upper(hash, sk_seed, place, kept(hash.parameters)));
        }
    }

    /// Writes the siblings on the path from a leaf to the root of a known tree.
    fn path(&mut self, hash: &mut Hash, place: Place, leaf: u32, out: &mut [u8]) {
        let (n, kept) = (hash.parameters.n, kept(hash.parameters));
        let first = leaf >> kept << kept;
        let sk_seed = &self.bytes[..n];
        let tree = &mut self.trees[place.layer as usize];
        if tree.lower.as_ref().is_none_or(|(of, _)| *of != first) {
            tree.lower = Some((first, trees::subtree(hash, sk_seed, place, first..first + (1 << kept))));
        }
        let lower = tree.lower.as_ref().map_or(&[][..], |(_, levels)| levels);
        for (level, out) in out.chunks_exact_mut(n).enumerate() {
            let sibling = (leaf >> level ^ 1) as usize;
            let (nodes, at) = if level < kept {
                (&lower[level], sibling - (first >> level) as usize)
            } else {
                (&tree.upper[level - kept], sibling)
            };
            out.copy_from_slice(&nodes[at * n..][..n]);
        }
    }
}

impl fmt::Debug for PrivateKey {
    /// Prints the parameter set only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").field("set", &self.set).finish_non_exhaustive()
    }
}
