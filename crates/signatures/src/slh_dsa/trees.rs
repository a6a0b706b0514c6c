//! Merkle trees side by side, the hypertree's layers and FORS (FIPS 205, sections 6 to 8).

use super::address::{AddressType, Adrs};
use super::parameters::Parameters;
use super::tweakable::{Messages, Tweakable};
use super::wots::{self, Leaf, base_2b, digits};
use alloc::vec;
use alloc::vec::Vec;

/// Leaves of FORS trees that are computed at a time: 2^13, or one tree.
const TOGETHER: usize = 1 << 13;

/// The roots of trees of one height whose leaves lie one after the other. `visit` gets each level below the roots, from the leaves up, with
/// the nodes of all trees one after the other. `address` gets a node's level and its index on that level.
fn roots(
    hash: &mut Tweakable,
    height: usize,
    leaves: Vec<u8>,
    address: impl Fn(u32, u32) -> Adrs,
    mut visit: impl FnMut(usize, &[u8]),
) -> Vec<u8> {
    let mut nodes = leaves;
    for level in 0..height {
        visit(level, &nodes);
        let mut parents = vec![0; nodes.len() / 2];
        hash.h(|i| address(level as u32 + 1, i as u32), &nodes, &mut parents);
        nodes = parents;
    }
    nodes
}

/// Climbs from leaves to roots: `siblings` returns the siblings of node i at each level.
fn climb<'s>(
    hash: &mut Tweakable,
    height: usize,
    nodes: &mut [u8],
    indices: &mut [u32],
    address: impl Fn(usize, u32, u32) -> Adrs,
    sibling: impl Fn(usize, usize) -> &'s [u8],
) {
    let n = hash.parameters.n;
    let mut pairs = vec![0; 2 * nodes.len()];
    for level in 0..height {
        for (i, (pair, node)) in pairs.chunks_exact_mut(2 * n).zip(nodes.chunks_exact(n)).enumerate() {
            let (left, right) = pair.split_at_mut(n);
            let (own, other) = if indices[i] & 1 == 0 { (left, right) } else { (right, left) };
            own.copy_from_slice(node);
            other.copy_from_slice(sibling(i, level));
            indices[i] >>= 1;
        }
        hash.h(|i| address(i, level as u32 + 1, indices[i]), &pairs, nodes);
    }
}

fn tree_address(layer: u32, tree: u64, level: u32, index: u32) -> Adrs {
    Adrs { layer, tree, kind: AddressType::Tree, words: [0, level, index] }
}

/// The root of the top layer's tree (algorithm 18, line 3).
pub(crate) fn top_root(hash: &mut Tweakable, seed: &[u8], threads: Threads) -> Vec<u8> {
    let &Parameters { n, d, .. } = hash.parameters;
    let (layer, height) = (d as u32 - 1, hash.parameters.tree_height());
    let leaves = (0..1 << height).collect::<Vec<_>>();
    let keys = match threads {
        Threads::One => {
            let mut keys = vec![0; n << height];
            wots::public_keys(hash, seed, layer, 0, &leaves, &mut keys);
            keys
        }
        #[cfg(feature = "rayon")]
        Threads::Rayon => {
            let parts = leaves.chunks(PART).map(|leaves| (layer, 0, leaves.to_vec())).collect::<Vec<_>>();
            let parts = keys_of_parts(hash, seed, &parts);
            let mut all = Vec::with_capacity(n << height);
            for (keys, clone) in parts {
                all.extend(keys);
                hash.count(&clone);
            }
            all
        }
    };
    roots(hash, height, keys, |level, index| tree_address(layer, 0, level, index), |_, _| ())
}

/// The place in the hypertree where a message is signed (algorithm 19, lines 6 to 13).
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The leaf of each FORS tree.
    indices: Vec<u32>,
    tree: u64,
    leaf: u32,
}

impl Place {
    pub(crate) fn of(parameters: &Parameters, digest: &[u8]) -> Self {
        let [message, tree, _] = parameters.digest_parts();
        let (message, rest) = digest.split_at(message);
        let (tree, leaf) = rest.split_at(tree);
        let number = |bytes: &[u8]| bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let height = parameters.tree_height();
        let bits = parameters.h - height;
        Self {
            indices: base_2b(message, parameters.a, parameters.k),
            tree: number(tree) & (u64::MAX >> (64 - bits)),
            leaf: number(leaf) as u32 & ((1 << height) - 1),
        }
    }

    fn fors_address(&self, kind: AddressType, level: u32, index: u32) -> Adrs {
        Adrs { layer: 0, tree: self.tree, kind, words: [self.leaf, level, index] }
    }
}

/// Writes the FORS signature (algorithm 16), and returns its public key.
fn fors_sign(hash: &mut Tweakable, seed: &[u8], place: &Place, out: &mut [u8]) -> Vec<u8> {
    let &Parameters { n, a, k, .. } = hash.parameters;
    let mut secrets = vec![0; k * n];
    let index = |i: usize| ((i as u32) << a) + place.indices[i];
    hash.f(|i| place.fors_address(AddressType::ForsPrf, 0, index(i)), Messages::Same(seed), &mut secrets);
    let mut all_roots = Vec::with_capacity(k * n);
    let trees = (TOGETHER >> a).max(1);
    for (chunk, out) in out.chunks_mut(trees * (1 + a) * n).enumerate() {
        let (first, count) = (chunk * trees, out.len() / ((1 + a) * n));
        let start = (first as u32) << a;
        let mut leaves = vec![0; (count << a) * n];
        let address = |kind, i| place.fors_address(kind, 0, start + i as u32);
        hash.chains_from_secrets(
            seed,
            |i| address(AddressType::ForsPrf, i),
            |i| address(AddressType::ForsTree, i),
            1,
            &mut leaves,
        );
        for (i, out) in out.chunks_exact_mut((1 + a) * n).enumerate() {
            out[..n].copy_from_slice(&secrets[(first + i) * n..][..n]);
        }
        let address = |level, index| place.fors_address(AddressType::ForsTree, level, (start >> level) + index);
        all_roots.extend(roots(hash, a, leaves, address, |level, nodes| {
            for (i, out) in out.chunks_exact_mut((1 + a) * n).enumerate() {
                let sibling = (i << (a - level)) + (place.indices[first + i] >> level ^ 1) as usize;
                out[(1 + level) * n..][..n].copy_from_slice(&nodes[sibling * n..][..n]);
            }
        }));
    }
    let mut public = vec![0; n];
    hash.t(|_| place.fors_address(AddressType::ForsRoots, 0, 0), &all_roots, k * n, &mut public);
    public
}

/// The FORS public keys computed from signatures (algorithm 17), one after the other.
fn fors_from_signatures(hash: &mut Tweakable, places: &[Place], signatures: &[&[u8]]) -> Vec<u8> {
    let &Parameters { n, a, k, .. } = hash.parameters;
    let part = |i: usize, node: usize| &signatures[i / k][((i % k) * (1 + a) + node) * n..][..n];
    let count = places.len() * k;
    let mut secrets = Vec::with_capacity(count * n);
    for i in 0..count {
        secrets.extend_from_slice(part(i, 0));
    }
    let mut indices = (0..count).map(|i| (((i % k) as u32) << a) + places[i / k].indices[i % k]).collect::<Vec<_>>();
    let mut nodes = vec![0; count * n];
    hash.f(|i| places[i / k].fors_address(AddressType::ForsTree, 0, indices[i]), Messages::Each(&secrets), &mut nodes);
    let address = |i: usize, level, index| places[i / k].fors_address(AddressType::ForsTree, level, index);
    climb(hash, a, &mut nodes, &mut indices, address, |i, level| part(i, 1 + level));
    let mut public = vec![0; places.len() * n];
    hash.t(|i| places[i].fors_address(AddressType::ForsRoots, 0, 0), &nodes, k * n, &mut public);
    public
}

/// Whether one thread computes a key or a signature, or those of rayon's pool.
#[derive(Clone, Copy)]
pub(crate) enum Threads {
    One,
    #[cfg(feature = "rayon")]
    Rayon,
}

/// Writes the signatures of FORS and of the hypertree.
pub(crate) fn sign(
    hash: &mut Tweakable,
    seed: &[u8],
    place: &Place,
    fors: &mut [u8],
    hypertree: &mut [u8],
    threads: Threads,
) {
    match threads {
        Threads::One => {
            let public = fors_sign(hash, seed, place, fors);
            hypertree_sign(hash, seed, place, public, hypertree, |hash, layer, tree, leaves, keys| {
                wots::public_keys(hash, seed, layer, tree, leaves, keys);
            });
        }
        #[cfg(feature = "rayon")]
        Threads::Rayon => {
            let mut of_fors = hash.uncounted();
            let (public, (known, clones)) =
                rayon::join(|| fors_sign(&mut of_fors, seed, place, fors), || all_keys(hash, seed, place));
            clones.iter().chain([&of_fors]).for_each(|clone| hash.count(clone));
            hypertree_sign(hash, seed, place, public, hypertree, |_, layer, _, _, keys| {
                keys.copy_from_slice(&known[layer as usize]);
            });
        }
    }
}

/// The leaves of a tree other than this one.
fn others(height: usize, leaf: u32) -> Vec<u32> {
    (0..1 << height).filter(|other| *other != leaf).collect()
}

/// The tree and leaf of the layer above.
fn above(height: usize, tree: u64) -> (u64, u32) {
    (tree.checked_shr(height as u32).unwrap_or(0), (tree & ((1 << height) - 1)) as u32)
}

/// The keys of all leaves but those that sign, by layer, and the clones of `hash` that computed them: all threads at once, because no key
/// depends on what is signed.
#[cfg(feature = "rayon")]
fn all_keys(hash: &Tweakable, seed: &[u8], place: &Place) -> (Vec<Vec<u8>>, Vec<Tweakable>) {
    let height = hash.parameters.tree_height();
    let (mut tree, mut leaf) = (place.tree, place.leaf);
    let mut parts = Vec::new();
    for layer in 0..hash.parameters.d as u32 {
        parts.extend(others(height, leaf).chunks(PART).map(|leaves| (layer, tree, leaves.to_vec())));
        (tree, leaf) = above(height, tree);
    }
    let mut known = vec![Vec::new(); hash.parameters.d];
    let mut clones = Vec::with_capacity(parts.len());
    for ((layer, ..), (keys, clone)) in parts.iter().zip(keys_of_parts(hash, seed, &parts)) {
        known[*layer as usize].extend(keys);
        clones.push(clone);
    }
    (known, clones)
}

/// Leaves that one thread computes: as many as `wots` computes together.
#[cfg(feature = "rayon")]
const PART: usize = 32;

/// The keys of the leaves of each part, which has a layer and a tree, and the clone of `hash` that computed them.
#[cfg(feature = "rayon")]
fn keys_of_parts(hash: &Tweakable, seed: &[u8], parts: &[(u32, u64, Vec<u32>)]) -> Vec<(Vec<u8>, Tweakable)> {
    use rayon::prelude::*;
    let (idle, n) = (hash.uncounted(), hash.parameters.n);
    let keys = parts.par_iter().map(|(layer, tree, leaves)| {
        let (mut hash, mut keys) = (idle.clone(), vec![0; leaves.len() * n]);
        wots::public_keys(&mut hash, seed, *layer, *tree, leaves, &mut keys);
        (keys, hash)
    });
    keys.collect()
}

/// Signs a message of n bytes with the hypertree (algorithm 12). `keys_of` writes the one-time public keys of leaves.
fn hypertree_sign(
    hash: &mut Tweakable,
    seed: &[u8],
    place: &Place,
    message: Vec<u8>,
    out: &mut [u8],
    mut keys_of: impl FnMut(&mut Tweakable, u32, u64, &[u32], &mut [u8]),
) {
    let parameters = hash.parameters;
    let (n, height, len) = (parameters.n, parameters.tree_height(), parameters.len());
    let (mut message, mut tree, mut index) = (message, place.tree, place.leaf);
    for (layer, out) in (0u32..).zip(out.chunks_exact_mut(parameters.layer_bytes())) {
        let leaf = Leaf { layer, tree, index };
        let (one_time, path) = out.split_at_mut(len * n);
        let digits = digits(parameters, &message);
        wots::sign(hash, seed, leaf, &digits, one_time);

        let others = others(height, index);
        let mut leaves = vec![0; n << height];
        let at = index as usize * n;
        let mut keys = vec![0; others.len() * n];
        keys_of(hash, layer, tree, &others, &mut keys);
        leaves[..at].copy_from_slice(&keys[..at]);
        leaves[at + n..].copy_from_slice(&keys[at..]);
        // Nothing signs the top layer's root, so it is not computed.
        let is_top = layer as usize + 1 == parameters.d;
        if !is_top {
            let mut values = one_time.to_vec();
            wots::from_signatures(hash, &[leaf], &[digits], &mut values, &mut leaves[at..at + n]);
        }
        let address = |level, index| tree_address(layer, tree, level, index);
        message = roots(hash, height, leaves, address, |level, nodes| {
            let sibling = (index >> level ^ 1) as usize;
            path[level * n..][..n].copy_from_slice(&nodes[sibling * n..][..n]);
        });
        (tree, index) = above(height, tree);
    }
}

/// The roots of the hypertree computed from signatures (algorithms 13 and 20), one after the other. All signatures take each step together.
pub(crate) fn roots_of_signatures(hash: &mut Tweakable, places: &[Place], signatures: &[&[u8]]) -> Vec<u8> {
    let parameters = hash.parameters;
    let (n, height, len) = (parameters.n, parameters.tree_height(), parameters.len());
    let fors = signatures.iter().map(|signature| &signature[n..][..parameters.fors_bytes()]).collect::<Vec<_>>();
    let mut messages = fors_from_signatures(hash, places, &fors);
    let layer_of = |i: usize, layer: usize| {
        &signatures[i][n + parameters.fors_bytes() + layer * parameters.layer_bytes()..][..parameters.layer_bytes()]
    };
    let mut leaves =
        places.iter().map(|place| Leaf { layer: 0, tree: place.tree, index: place.leaf }).collect::<Vec<_>>();
    for layer in 0..parameters.d {
        let all_digits = messages.chunks_exact(n).map(|message| digits(parameters, message)).collect::<Vec<_>>();
        let mut values = Vec::with_capacity(places.len() * len * n);
        for i in 0..places.len() {
            values.extend_from_slice(&layer_of(i, layer)[..len * n]);
        }
        wots::from_signatures(hash, &leaves, &all_digits, &mut values, &mut messages);
        let mut indices = leaves.iter().map(|leaf| leaf.index).collect::<Vec<_>>();
        let address = |i: usize, level, index| tree_address(layer as u32, leaves[i].tree, level, index);
        climb(hash, height, &mut messages, &mut indices, address, |i, level| {
            &layer_of(i, layer)[(len + level) * n..][..n]
        });
        for leaf in &mut leaves {
            leaf.layer += 1;
            (leaf.tree, leaf.index) = above(height, leaf.tree);
        }
    }
    messages
}
