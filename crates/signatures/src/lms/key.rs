//! Public keys, signatures, and private keys in memory.

use super::encoding::{TreeKey, TreeSignature, read_key, split};
use super::hash::Hash;
use super::parameters::{Level, ParameterSet};
use crate::Error;
use crate::error::check_length;
use crate::slh_dsa::Calls;
#[cfg(feature = "std")]
use crate::stateful::file::{Stateful, take};
use crate::stateful::keys::keys;
use crate::stateful::trees::Tree;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use lanesum::Backend;
use zeroize::Zeroizing;

/// A public key of HSS; with one level, it is that of LMS after the number 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyingKey {
    bytes: Vec<u8>,
    backend: Option<Backend>,
}

/// A signature of HSS.
#[derive(Clone, PartialEq, Eq)]
pub struct Signature(Vec<u8>);

keys!(key: "RFC 8554, section 6.1", signature: "RFC 8554, section 6.2", "them");

impl VerifyingKey {
    /// A key from its bytes (RFC 8554, section 6.1).
    ///
    /// # Errors
    /// [`Error::ParameterSet`] for unknown numbers, and for LMS and LM-OTS of different hash functions; [`Error::Invalid`] for a wrong
    /// length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        read_key(bytes)?;
        Ok(Self { bytes: bytes.to_vec(), backend: None })
    }

    /// The number of levels, and the parameters of the top one. Those of the others are in each signature.
    ///
    /// # Panics
    /// Never: the key was checked when it was made.
    #[must_use]
    pub fn top(&self) -> (usize, Level) {
        let (levels, key) = read_key(&self.bytes).expect("checked when it was made");
        (levels as usize, key.level)
    }

    /// Verifies the signature of a message (RFC 8554, section 6.3).
    ///
    /// # Errors
    /// [`Error::Invalid`] if the signature does not belong to this message and key.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        verify_counted(self, message, signature).0
    }

    /// Verifies many signatures, each of the message of the same index: faster than one by one, because those of one tree go through each
    /// step together, and a part that is in several signatures is verified once. The result for each is that of [`VerifyingKey::verify`].
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many signatures as messages.
    pub fn verify_many<M: AsRef<[u8]>>(
        &self,
        messages: &[M],
        signatures: &[Signature],
    ) -> Result<Vec<Result<(), Error>>, Error> {
        check_length("list of signatures", messages.len(), signatures.len())?;
        Ok(verify_all(self, messages, signatures).0)
    }
}

/// As [`VerifyingKey::verify`]; also returns the calls of the permutation or compression function, without those for the message.
#[allow(clippy::missing_errors_doc)]
pub fn verify_counted(key: &VerifyingKey, message: &[u8], signature: &Signature) -> (Result<(), Error>, Calls) {
    let (mut valid, calls) = verify_all(key, &[message], core::slice::from_ref(signature));
    (valid.pop().unwrap_or(Err(Error::Invalid)), calls)
}

fn verify_all<M: AsRef<[u8]>>(
    key: &VerifyingKey,
    messages: &[M],
    signatures: &[Signature],
) -> (Vec<Result<(), Error>>, Calls) {
    // By tree, what it has signed, and whether that is right; each once.
    let mut trees = BTreeMap::<TreeKey<'_>, BTreeMap<(TreeSignature<'_>, &[u8]), bool>>::new();
    let mut parts = Vec::with_capacity(messages.len());
    for (message, signature) in messages.iter().zip(signatures) {
        let mut own = Vec::new();
        let last = read_key(&key.bytes).and_then(|top| {
            split(top, &signature.0, |key, signature, next| {
                own.push((key, signature, next.bytes));
                Ok(())
            })
        });
        parts.push(last.map(|(key, signature)| {
            own.push((key, signature, message.as_ref()));
            for &(key, signature, message) in &own {
                trees.entry(key).or_default().insert((signature, message), false);
            }
            own
        }));
    }
    let mut calls = Calls::default();
    for (tree, signed) in &mut trees {
        let mut hash = Hash::new(tree.level, tree.id, key.backend);
        let leaves = signed.keys().map(|(signature, _)| signature.leaf).collect::<Vec<_>>();
        let hashes = signed.keys().flat_map(|(of, message)| hash.message(of.leaf, of.randomizer, message));
        let hashes = hashes.collect::<Vec<_>>();
        let one_time = signed.keys().flat_map(|(signature, _)| signature.one_time.iter().copied()).collect();
        let paths = signed.keys().map(|(signature, _)| signature.path).collect::<Vec<_>>();
        let roots = hash.roots(&leaves, &hashes, one_time, |i| paths[i]);
        for (valid, root) in signed.values_mut().zip(roots.chunks_exact(tree.level.n())) {
            *valid = root == tree.root;
        }
        calls.add(hash.calls());
    }
    let valid = |(key, signature, message)| trees.get(&key).and_then(|signed| signed.get(&(signature, message)));
    let all = parts.into_iter().map(|parts| {
        let right = parts?.into_iter().all(|part| valid(part) == Some(&true));
        if right { Ok(()) } else { Err(Error::Invalid) }
    });
    (all.collect(), calls)
}

/// A private key in memory. It signs with any index, because it does not know which ones were used. Erased on drop.
///
/// The keys of the lower levels, and the randomizers of signatures, are derived from the top level's seed as in `hash-sigs`, the
/// implementation of the authors of RFC 8554. So a tree that is computed again is the same, and its parent's signature of it, too.
pub struct PrivateKey {
    set: ParameterSet,
    /// SEED, I and the root of the top level.
    bytes: Zeroizing<Vec<u8>>,
    /// The known parts of the current tree of each level.
    trees: Vec<Tree>,
    backend: Option<Backend>,
    calls: Calls,
}

impl PrivateKey {
    /// The key for this seed and identifier I (RFC 8554, appendix A). Computes all one-time keys of the top level's tree.
    ///
    /// # Errors
    /// [`Error::Length`] for a seed that is not as long as a hash value, or an identifier that does not have 16 bytes.
    pub fn from_seed(set: ParameterSet, seed: &[u8], id: &[u8], backend: Option<Backend>) -> Result<Self, Error> {
        let top = set.levels()[0];
        check_length("seed", top.n(), seed.len())?;
        check_length("identifier", 16, id.len())?;
        let mut bytes = Zeroizing::new(Vec::with_capacity(2 * top.n() + 16));
        bytes.extend_from_slice(seed);
        bytes.extend_from_slice(id);
        let mut trees = vec![Tree::new(0, Vec::new()); set.levels().len()];
        let mut hash = Hash::new(top, id, backend);
        trees[0].know(&mut hash, seed, 0);
        bytes.extend_from_slice(trees[0].root());
        Ok(Self { set, bytes, trees, backend, calls: hash.calls() })
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        let levels = self.set.levels();
        let (_, id_and_root) = self.bytes.split_at(levels[0].n());
        let bytes = [&(levels.len() as u32).to_be_bytes()[..], &levels[0].types(), id_and_root].concat();
        VerifyingKey { bytes, backend: self.backend }
    }

    /// Signs a message with an index, which the caller must never use again (RFC 8554, section 6.2).
    ///
    /// # Errors
    /// [`Error::Exhausted`] for an index beyond the last one.
    pub fn sign(&mut self, index: u64, message: &[u8]) -> Result<Signature, Error> {
        if index >= self.set.capacity() {
            return Err(Error::Exhausted);
        }
        let levels = self.set.levels();
        let mut signature = Vec::with_capacity(self.set.signature_bytes());
        signature.extend_from_slice(&(levels.len() as u32 - 1).to_be_bytes());
        let (seed, rest) = self.bytes.split_at(levels[0].n());
        let (mut seed, mut id) = (Zeroizing::new(seed.to_vec()), rest[..16].to_vec());
        let mut below = levels.iter().map(|level| level.height()).sum::<usize>();
        self.calls = Calls::default();
        for (i, level) in levels.iter().enumerate() {
            let tree = index.checked_shr(below as u32).unwrap_or(0);
            below -= level.height();
            let leaf = index.checked_shr(below as u32).unwrap_or(0) as u32 & ((1 << level.height()) - 1);
            let mut hash = Hash::new(*level, &id, self.backend);
            self.trees[i].know(&mut hash, &seed, tree);
            let child = levels.get(i + 1).map(|level| {
                let (seed, id) = hash.child(&seed, leaf);
                let mut hash = Hash::new(*level, &id, self.backend);
                let next = &mut self.trees[i + 1];
                next.know(&mut hash, &seed, index.checked_shr(below as u32).unwrap_or(0));
                self.calls.add(hash.calls());
                ([&level.types()[..], &id, next.root()].concat(), seed, id)
            });
            let signed = child.as_ref().map_or(message, |(key, ..)| key);
            let types = level.types();
            let randomizer = hash.randomizer(&seed, leaf);
            let digest = hash.message(leaf, &randomizer, signed);
            let mut one_time = vec![0; level.chains() * level.n()];
            hash.sign(&seed, leaf, &digest, &mut one_time);
            let mut path = vec![0; level.height() * level.n()];
            self.trees[i].path(&mut hash, &seed, leaf, &mut path);
            for part in [&leaf.to_be_bytes()[..], &types[4..], &randomizer, &one_time, &types[..4], &path] {
                signature.extend_from_slice(part);
            }
            self.calls.add(hash.calls());
            if let Some((key, child_seed, child_id)) = child {
                signature.extend_from_slice(&key);
                (seed, id) = (child_seed, child_id);
            }
        }
        Ok(Signature(signature))
    }
}

#[cfg(feature = "std")]
#[allow(private_interfaces)]
impl Stateful for PrivateKey {
    const MAGIC: &'static [u8; 16] = b"lanesum-lms-k\0\0\x01";

    fn random_bytes(set: ParameterSet) -> usize {
        set.levels()[0].n() + 16
    }

    fn generate(set: ParameterSet, random: &[u8]) -> Result<Self, Error> {
        let (seed, id) = random.split_at(set.levels()[0].n());
        Self::from_seed(set, seed, id, None)
    }

    fn capacity(set: ParameterSet) -> u64 {
        set.capacity()
    }

    fn encode_set(set: ParameterSet) -> Vec<u8> {
        let types = set.levels().iter().flat_map(|level| level.types());
        core::iter::once(set.levels().len() as u8).chain(types).collect()
    }

    fn decode_set(bytes: &mut &[u8]) -> Option<ParameterSet> {
        let levels = (0..take(bytes, 1)?[0]).map(|_| {
            let (lms, ots) = take(bytes, 8)?.split_first_chunk::<4>()?;
            Level::of_types(u32::from_be_bytes(*lms), u32::from_be_bytes(ots.try_into().ok()?))
        });
        ParameterSet::new(&levels.collect::<Option<Vec<_>>>()?).ok()
    }

    fn shape(set: ParameterSet) -> (usize, usize, Vec<usize>) {
        let n = set.levels()[0].n();
        (2 * n + 16, n, set.levels().iter().map(|level| level.height()).collect())
    }

    keys!(@stateful);
}
