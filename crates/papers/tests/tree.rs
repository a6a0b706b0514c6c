//! lanesum's binary tree of BLAKE-256 against the reference, which builds it level by level.

#[path = "../../lanesum/tests/support/mod.rs"]
mod support;

use lanesum::{Algorithm, Backend, Error};
use lanesum_papers::{BLAKE256_TREE_LEAF_BYTES as LEAF, blake256_tree};
use reference::blake_tree::{self, Node, tree, value};
use support::{hex, message};

/// All of BLAKE-256 that this machine can run.
fn backends() -> impl Iterator<Item = Backend> {
    lanesum_papers::register();
    Algorithm::Blake256.backends().iter().copied().filter(|backend| backend.is_available())
}

/// The last leaf with every kind of end, as the only one and behind so many whole ones that each shape of the tree up to 17 leaves
/// occurs: powers of two, one more, one less.
fn lengths() -> Vec<usize> {
    let ends = [0, 1, 7, 54, 55, 56, 63, 64, 65, 119, 120, 2047, LEAF - 65, LEAF - 9, LEAF - 8, LEAF - 1];
    let mut lengths = ends.to_vec();
    lengths.extend((1..=17).flat_map(|whole| [0, 1, LEAF - 1].map(|end| whole * LEAF + end)));
    lengths.extend([2, 3].into_iter().flat_map(|whole| ends.map(|end| whole * LEAF + end)));
    lengths
}

#[test]
fn every_length_on_every_backend() {
    assert_eq!(LEAF, blake_tree::LEAF);
    let data = message(18 * LEAF + 2, 3);
    for len in lengths() {
        // Not aligned, so that no kernel may count on it.
        let data = &data[len % 3..][..len];
        let expected = hex(&tree(data));
        for backend in backends().map(Some).chain([None]) {
            assert_eq!(hex(&blake256_tree(backend, data).unwrap()), expected, "{backend:?}, {len} bytes");
        }
    }
}

#[test]
fn a_long_message() {
    let data = message((1 << 20) + 5 * LEAF + 77, 4);
    let expected = blake256_tree(Some(Backend::Portable), &data).unwrap();
    assert_eq!(hex(&expected), hex(&tree(&data)));
    for backend in backends() {
        assert_eq!(blake256_tree(Some(backend), &data), Ok(expected), "{backend}");
    }
}

/// The tree as the documentation defines it, by lanesum's own BLAKE-256 with a salt.
#[test]
fn nodes_are_salted_blake256() {
    let node = |role: u8, input: &[u8]| {
        let mut salt = *b"lanesum-tree\0\x0c\x02\0";
        salt[12] = role;
        lanesum::blake256_salted(&salt, input)
    };
    let data = message(2 * LEAF + 1, 5);
    let leaves: Vec<_> = data.chunks(LEAF).map(|leaf| node(0, leaf)).collect();
    let root = node(3, &[node(1, &leaves[..2].concat()), leaves[2]].concat());
    assert_eq!(blake256_tree(None, &data), Ok(root));
    assert_eq!(blake256_tree(None, &data[..LEAF]), Ok(node(2, &data[..LEAF])));
    assert_eq!(blake256_tree(None, &[]), Ok(node(2, &[])));
}

/// No part of a tree is the tree of something else.
#[test]
fn nodes_are_separated() {
    let data = message(2 * LEAF, 6);
    let leaf = |is_root| Node { is_inner: false, is_root };
    let values = [&data[..LEAF], &data[LEAF..]].map(|part| value(leaf(false), part)).concat();
    let whole = blake256_tree(None, &data).unwrap();
    assert_ne!(blake256_tree(None, &values), Ok(whole), "the values of the leaves as a message");
    let inner = value(Node { is_inner: true, is_root: false }, &values);
    assert_ne!(inner[..], whole, "a root is no inner node");
    assert_ne!(blake256_tree(None, &data[..LEAF]).unwrap()[..], value(leaf(false), &data[..LEAF]));
    assert_ne!(blake256_tree(None, b"abc"), Ok(lanesum::blake256(b"abc")));
    assert_ne!(blake256_tree(None, &[0; LEAF]), blake256_tree(None, &[0; LEAF + 1]));
}

/// Digests, so that a change does not go unseen: computed by a third implementation, in Python, that splits at the largest power of two below the number
/// of leaves; with a message of bytes 0, 1, 2, … modulo 251.
#[test]
fn known_answers() {
    let data: Vec<u8> = (0..=3 * LEAF).map(|i| (i % 251) as u8).collect();
    for (len, digest) in [
        (0, "29c26fb171c544639c0d9dcb0fc0e8bce3efa904fb1b9619058be3918f2bbd1f"),
        (LEAF, "8482874b1babc188a776038af505b926edf32b9e36fe1e443a6dd0f2153131a2"),
        (2 * LEAF, "dd92a2174270b8b5be904c626df1cd71c361a1ca7cd1eb379292510a587ee0d5"),
        (3 * LEAF + 1, "f1f053d6d2f9c8f180adeddcde81c24b3638619afcca8b8d439e4dc50b40a2d1"),
    ] {
        assert_eq!(hex(&blake256_tree(None, &data[..len]).unwrap()), digest, "{len} bytes");
    }
}

#[test]
fn refusals() {
    lanesum_papers::register();
    let error = Error::NoForm { backend: Backend::Compact, forms: Algorithm::Blake256.backends() };
    assert_eq!(blake256_tree(Some(Backend::Compact), &[]), Err(error));
    for &backend in Algorithm::Blake256.backends().iter().filter(|backend| !backend.is_available()) {
        assert_eq!(blake256_tree(Some(backend), &[0; 3 * LEAF]), Err(Error::BackendUnavailable(backend)));
    }
    // Neither the table of algorithms nor the command has it.
    assert!("blake256-tree".parse::<Algorithm>().is_err() && "blake256tree".parse::<Algorithm>().is_err());
}
