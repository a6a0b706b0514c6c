//! Roots of trees.

use std::hint::black_box;

use lanesum::digest::Digest;
use lanesum::merkle::{Rule, Scheme};
use lanesum::{Sha256, Strided};

use super::row::{Call, Calls};

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

type Digests = [[u8; 32]];

/// SSZ, Ethereum's serialization, by a library: how it hashes the nodes of a level, and the root over a power of two of digests with zeroes up to
/// 2^depth, for which some want the roots of zeroes.
struct Ssz {
    zeroes: Vec<[u8; 32]>,
    level: fn(&Digests, &mut Digests),
    root: fn(&Self, &Digests, usize) -> [u8; 32],
}

impl Ssz {
    fn new(level: fn(&Digests, &mut Digests), root: fn(&Self, &Digests, usize) -> [u8; 32]) -> Self {
        let mut zeroes = vec![[0; 32]];
        for below in 0..39 {
            let mut above = [[0; 32]];
            level(&[zeroes[below]; 2], &mut above);
            zeroes.extend(above);
        }
        Self { zeroes, level, root }
    }

    /// The root of a list, with its length mixed in.
    fn list(&self, leaves: &Digests, depth: usize, length: usize) -> [u8; 32] {
        let (mut last, mut out) = ([0; 32], [[0; 32]]);
        last[..8].copy_from_slice(&(length as u64).to_le_bytes());
        (self.level)(&[(self.root)(self, leaves, depth), last], &mut out);
        out[0]
    }

    /// The root of a beacon state of 32 fields. Validators have eight, the first one the root of a public key; beside them are lists of two
    /// numbers of 8 bytes and two of one byte for each, and the vectors of the main net: roots of blocks and of states, mixes, slashings.
    fn state(&self, mut rest: &Digests, validators: &mut Digests, [long, short]: &mut [Vec<[u8; 32]>; 2]) -> [u8; 32] {
        let count = validators.len() / 8;
        let mut take = |chunks| rest.split_off(..chunks).expect("enough of them");
        (self.level)(take(2 * count), &mut short[..count]);
        validators.chunks_exact_mut(8).zip(&*short).for_each(|(fields, key)| fields[0] = *key);
        (self.level)(validators, long);
        (self.level)(long, short);
        (self.level)(short, &mut long[..count]);
        let mut fields = [[7; 32]; 32];
        fields[0] = self.list(&long[..count], 40, count);
        for (field, (chunks, depth)) in fields[1..5].iter_mut().zip([(4, 38), (4, 38), (32, 35), (32, 35)]) {
            *field = self.list(take(count / chunks), depth, count);
        }
        for (field, depth) in fields[5..9].iter_mut().zip([13, 13, 16, 11]) {
            *field = (self.root)(self, take(1 << depth), depth);
        }
        (self.root)(self, &fields, 5)
    }
}

/// By lanesum, and by hashtree-rs.
fn both() -> [(&'static str, Ssz); 2] {
    let level = |below: &Digests, above: &mut Digests| {
        let nodes = Strided::new(below.as_flattened(), 64, 64, above.len()).expect("two for each");
        Sha256::digest_many(&nodes, above).expect("as many places");
    };
    let root = |_: &Ssz, leaves: &Digests, depth: usize| {
        let scheme = Scheme::new(Sha256::new(), Rule::Ssz { limit: Some(1_u64 << depth) });
        let tree = scheme.tree_of_digests(leaves.as_flattened()).expect("room for it");
        tree.root().try_into().expect("a digest")
    };
    hashtree_rs::init();
    let rivals_level = |below: &Digests, above: &mut Digests| {
        hashtree_rs::hash(above.as_flattened_mut(), below.as_flattened(), below.len() / 2);
    };
    let rivals_root = |ssz: &Ssz, leaves: &Digests, depth: usize| {
        let mut nodes = vec![[0; 32]; leaves.len()];
        let (mut above, mut below) = (nodes.as_mut_slice(), leaves);
        while below.len() > 1 {
            let (level, rest) = above.split_at_mut(below.len() / 2);
            (ssz.level)(below, level);
            (above, below) = (rest, level);
        }
        let mut root = [below[0]];
        for zeroes in &ssz.zeroes[leaves.len().ilog2() as usize..depth] {
            (ssz.level)(&[root[0], *zeroes], &mut root);
        }
        root[0]
    };
    [("merkle", Ssz::new(level, root)), ("hashtree-rs", Ssz::new(rivals_level, rivals_root))]
}

/// The root of a list of digests in a beacon state: room for 2^40, and the length mixed in.
pub(super) fn list(leaves: &Digests) -> Calls<'_> {
    let all = both().into_iter().map(|(name, ssz)| {
        let call: Call<'_> = Box::new(move |out| out[0] = ssz.list(black_box(leaves), 40, leaves.len()));
        (name, call)
    });
    all.collect()
}

/// The root of a beacon state with so many validators.
pub(super) fn state(chunks: &Digests, count: usize) -> Calls<'_> {
    let (fields, rest) = chunks.split_at(8 * count);
    let all = both().into_iter().map(|(name, ssz)| {
        let (mut fields, mut scratch) = (fields.to_vec(), [4, 2].map(|each| vec![[0; 32]; each * count]));
        let call: Call<'_> = Box::new(move |out| out[0] = ssz.state(black_box(rest), &mut fields, &mut scratch));
        (name, call)
    });
    all.collect()
}
