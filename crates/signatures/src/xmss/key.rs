//! Public keys, signatures, and private keys in memory.

use super::hash::{Hash, message_hash, randomizer};
use super::parameters::{ParameterSet, Parameters};
use super::trees::{self, Place};
use crate::Error;
use crate::error::check_length;
use crate::slh_dsa::Calls;
#[cfg(feature = "std")]
use crate::stateful::file::{Stateful, take};
use crate::stateful::keys::keys;
use crate::stateful::trees::Tree;
use alloc::vec;
use alloc::vec::Vec;
use lanesum::Backend;
use zeroize::Zeroizing;

/// The number of signatures that are verified together: enough to fill all slots at every step.
const TOGETHER: usize = 16;

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

keys!(key: "RFC 8391, section 4.1.7", signature: "RFC 8391, sections 4.1.8 and 4.2.3", "the length");

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

    /// The parameter set.
    #[must_use]
    pub fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    /// Verifies the signature of a message (RFC 8391, algorithms 14 and 17).
    ///
    /// # Errors
    /// [`Error::Invalid`] if the signature does not belong to this message and key; [`Error::Length`] for a signature of another length.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        verify_counted(self, message, signature).0
    }

    /// Verifies many signatures, each of the message of the same index: faster than one by one, because all of them go through each step
    /// together. The result for each is that of [`VerifyingKey::verify`].
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many signatures as messages.
    pub fn verify_many<M: AsRef<[u8]>>(
        &self,
        messages: &[M],
        signatures: &[Signature],
    ) -> Result<Vec<Result<(), Error>>, Error> {
        check_length("list of signatures", messages.len(), signatures.len())?;
        let mut hash = self.hash();
        let groups = messages.chunks(TOGETHER).zip(signatures.chunks(TOGETHER));
        Ok(groups.flat_map(|(messages, signatures)| self.verify_group(&mut hash, messages, signatures)).collect())
    }

    fn hash(&self) -> Hash {
        let parameters = self.set.parameters();
        Hash::new(parameters, &self.bytes[4 + parameters.n..], self.backend)
    }

    fn verify_group<M: AsRef<[u8]>>(
        &self,
        hash: &mut Hash,
        messages: &[M],
        signatures: &[Signature],
    ) -> Vec<Result<(), Error>> {
        let parameters = self.set.parameters();
        let n = parameters.n;
        let root = &self.bytes[4..][..n];
        let begun = messages.iter().zip(signatures).map(|(message, Signature(signature))| {
            check_length("signature", self.set.signature_bytes(), signature.len())?;
            let (index, rest) = signature.split_at(parameters.index_bytes());
            let (randomizer, layers) = rest.split_at(n);
            let index = index.iter().fold(0u64, |index, byte| index << 8 | u64::from(*byte));
            if index >> parameters.h != 0 {
                return Err(Error::Invalid);
            }
            Ok((index, layers, message_hash(parameters, self.backend, randomizer, root, index, message.as_ref())))
        });
        let begun = begun.collect::<Vec<_>>();
        let right = begun.iter().flatten().collect::<Vec<_>>();
        let mut nodes = right.iter().flat_map(|(.., hash)| hash.iter().copied()).collect::<Vec<_>>();
        for layer in 0..parameters.d {
            let of = right.iter().map(|(index, ..)| at(parameters, layer as u32, *index)).collect::<Vec<_>>();
            let part = |i: usize| {
                let (_, layers, _): &(u64, &[u8], Vec<u8>) = right[i];
                layers[layer * parameters.layer_bytes()..][..parameters.layer_bytes()].split_at(parameters.len() * n)
            };
            let mut one_time = Vec::with_capacity(right.len() * parameters.len() * n);
            (0..right.len()).for_each(|i| one_time.extend_from_slice(part(i).0));
            let leaves = trees::leaves_of_signatures(hash, &of, &nodes, one_time);
            nodes = trees::roots(hash, &of, leaves, |i| part(i).1);
        }
        let mut found = nodes.chunks_exact(n);
        let valid = |begun: Result<_, Error>| {
            begun.and_then(|_| if found.next() == Some(root) { Ok(()) } else { Err(Error::Invalid) })
        };
        begun.into_iter().map(valid).collect()
    }
}

/// As [`VerifyingKey::verify`]; also returns the calls of the permutation or compression function, without those for the message.
#[allow(clippy::missing_errors_doc)]
pub fn verify_counted(key: &VerifyingKey, message: &[u8], signature: &Signature) -> (Result<(), Error>, Calls) {
    let mut hash = key.hash();
    let valid = key.verify_group(&mut hash, &[message], core::slice::from_ref(signature)).pop();
    (valid.unwrap_or(Err(Error::Invalid)), hash.calls())
}

/// The tree and the leaf of an index in a layer.
fn at(parameters: &Parameters, layer: u32, index: u64) -> (Place, u32) {
    let height = parameters.tree_height();
    let below = index >> (height * layer as usize);
    (Place { layer, tree: below >> height }, (below & ((1 << height) - 1)) as u32)
}

/// A private key in memory. It signs with any index, because it does not know which ones were used. Erased on drop.
pub struct PrivateKey {
    set: ParameterSet,
    /// `SK_SEED`, `SK_PRF`, `PUB_SEED`, root.
    bytes: Zeroizing<Vec<u8>>,
    /// The known parts of the current tree of each layer.
    trees: Vec<Tree>,
    backend: Option<Backend>,
    calls: Calls,
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
        let mut trees = vec![Tree::new(0, Vec::new()); parameters.d];
        let mut hash = Hash::new(parameters, pub_seed, backend);
        let top = parameters.d - 1;
        trees[top].know(&mut hash, (Place { layer: top as u32, tree: 0 }, sk_seed), 0);
        bytes.extend_from_slice(trees[top].root());
        Ok(Self { set, bytes, trees, backend, calls: hash.calls() })
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        let (n, number) = (self.set.seed_bytes(), self.set.oid().to_be_bytes());
        let bytes = [&number[..], &self.bytes[3 * n..], &self.bytes[2 * n..3 * n]].concat();
        VerifyingKey { set: self.set, bytes, backend: self.backend }
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
            let tree = &mut self.trees[layer];
            tree.know(&mut hash, (place, sk_seed), place.tree);
            tree.path(&mut hash, (place, sk_seed), leaf, path);
            node = tree.root().to_vec();
        }
        self.calls = hash.calls();
        Ok(Signature(signature))
    }
}

#[cfg(feature = "std")]
#[allow(private_interfaces)]
impl Stateful for PrivateKey {
    const MAGIC: &'static [u8; 16] = b"lanesum-xmss-k\0\x01";

    fn random_bytes(set: ParameterSet) -> usize {
        3 * set.seed_bytes()
    }

    fn generate(set: ParameterSet, random: &[u8]) -> Result<Self, Error> {
        let (sk_seed, rest) = random.split_at(set.seed_bytes());
        let (sk_prf, pub_seed) = rest.split_at(set.seed_bytes());
        Self::from_seeds(set, sk_seed, sk_prf, pub_seed, None)
    }

    fn capacity(set: ParameterSet) -> u64 {
        1 << set.height()
    }

    fn encode_set(set: ParameterSet) -> Vec<u8> {
        [&[u8::from(set.is_multi_tree())][..], &set.oid().to_be_bytes()].concat()
    }

    fn decode_set(bytes: &mut &[u8]) -> Option<ParameterSet> {
        let found = take(bytes, 5)?;
        ParameterSet::ALL.iter().find(|set| Self::encode_set(**set) == found).copied()
    }

    fn shape(set: ParameterSet) -> (usize, usize, Vec<usize>) {
        let parameters = set.parameters();
        (4 * parameters.n, parameters.n, vec![parameters.tree_height(); parameters.d])
    }

    keys!(@stateful);
}
