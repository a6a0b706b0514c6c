//! Roots of trees.

use std::hint::black_box;

use lanesum::Sha256;
use lanesum::digest::Digest;
use lanesum::merkle::{Rule, Scheme};

use super::row::Calls;

#[derive(Clone)]
struct Sha2Nodes;

impl rs_merkle::Hasher for Sha2Nodes {
    type Hash = [u8; 32];
    fn hash(data: &[u8]) -> [u8; 32] {
        sha2::Sha256::digest(data).into()
    }
}

/// Roots of trees, of which all levels are kept. The leaves are digests already.
pub(super) fn trees(leaves: &[[u8; 32]]) -> Calls<'_> {
    let count = leaves.len();
    let scheme = Scheme::new(Sha256::new(), Rule::Pairs);
    hashtree_rs::init();
    vec![
        (
            "merkle",
            Box::new(move |out| {
                let tree = scheme.tree_of_digests(black_box(leaves).as_flattened()).expect("room for it");
                out[0].copy_from_slice(tree.root());
            }),
        ),
        (
            "hashtree-rs",
            Box::new(move |out| {
                let mut nodes = vec![[0; 32]; 2 * count - 1];
                nodes[..count].copy_from_slice(black_box(leaves));
                let (mut below, mut width) = (nodes.as_flattened_mut(), count / 2);
                while width > 0 {
                    let (level, above) = below.split_at_mut(64 * width);
                    hashtree_rs::hash(above, level, width);
                    (below, width) = (above, width / 2);
                }
                out[0] = nodes[2 * count - 2];
            }),
        ),
        (
            "rs_merkle",
            Box::new(move |out| {
                let tree = rs_merkle::MerkleTree::<Sha2Nodes>::from_leaves(black_box(leaves));
                out[0] = tree.root().expect("a leaf");
            }),
        ),
    ]
}

/// The root of a list of digests in a beacon state: room for 2^40, and the length mixed in.
pub(super) fn list(leaves: &[[u8; 32]]) -> Calls<'_> {
    const DEPTH: usize = 40;
    let scheme = Scheme::new(Sha256::new(), Rule::Ssz { limit: Some(1 << DEPTH) });
    let node = |left: [u8; 32], right: [u8; 32], out: &mut [u8; 32]| {
        hashtree_rs::hash(out, [left, right].as_flattened(), 1);
    };
    let mut zeroes = [[0; 32]; DEPTH];
    for level in 1..DEPTH {
        let below = zeroes[level - 1];
        node(below, below, &mut zeroes[level]);
    }
    let mut length = [0; 32];
    length[..8].copy_from_slice(&(leaves.len() as u64).to_le_bytes());
    let mut by_hashtree = trees(leaves).swap_remove(1).1;
    vec![
        (
            "merkle",
            Box::new(move |out| {
                let tree = scheme.tree_of_digests(black_box(leaves).as_flattened()).expect("room for it");
                scheme.mix_in_length(tree.root(), leaves.len() as u64, &mut out[0]).expect("a digest");
            }),
        ),
        (
            "hashtree-rs",
            Box::new(move |out| {
                by_hashtree(out);
                for zeroes in &zeroes[leaves.len().ilog2() as usize..] {
                    node(out[0], *zeroes, &mut out[0]);
                }
                node(out[0], length, &mut out[0]);
            }),
        ),
    ]
}
