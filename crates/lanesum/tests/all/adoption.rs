//! Inputs in the shapes in which other people's programs have them (docs/adoption.md): none is copied into another shape. (`batches` has two
//! byte strings as one, `places` other places for digests, `splits` pieces.)

use crate::support::message;
use lanesum::Sha256;
use sha2::Digest;

type Node = [u8; 32];

/// Around the sizes of a batch, of two, and of a group of 64.
const COUNTS: [usize; 15] = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, 130];

fn nodes(count: usize) -> Vec<Node> {
    (0..count).map(|i| message(32, i as u64).try_into().unwrap()).collect()
}

fn oracle(pieces: &[&[u8]]) -> Node {
    sha2::Sha256::digest(pieces.concat()).into()
}

fn parents(nodes: &[Node]) -> Vec<Node> {
    nodes.as_chunks::<2>().0.iter().map(|[left, right]| oracle(&[left, right])).collect()
}

/// milhouse and Plonky3 have pairs of arrays, `rs_merkle` a level whose last node may be alone.
#[test]
fn pairs_of_nodes() {
    for count in COUNTS {
        let level = nodes(count);
        let expected = parents(&level);
        let (pairs, last) = level.as_flattened().as_chunks::<64>();
        assert_eq!(last.len(), 32 * (count % 2));
        let mut got = vec![[0; 32]; pairs.len()];
        Sha256::digest_many(pairs, &mut got).unwrap();
        assert_eq!(got, expected, "{count} nodes");

        let arrays: Vec<[Node; 2]> = level.as_chunks().0.to_vec();
        got.fill([0; 32]);
        Sha256::digest_many(arrays.as_flattened().as_flattened().as_chunks::<64>().0, &mut got).unwrap();
        assert_eq!(got, expected, "{count} nodes");
    }
}

/// `bitcoin_hashes::sha256d`: twice, 64 at a time, from and to places of the caller.
#[test]
fn twice_in_groups() {
    for count in COUNTS {
        let level = nodes(2 * count);
        let pairs = level.as_flattened().as_chunks::<64>().0;
        let mut got = vec![[0; 32]; count];
        let mut once = [[0; 32]; 64];
        for (pairs, got) in pairs.chunks(64).zip(got.chunks_mut(64)) {
            let once = &mut once[..pairs.len()];
            Sha256::digest_many(pairs, once).unwrap();
            Sha256::digest_many(&*once, got).unwrap();
        }
        let expected: Vec<Node> = parents(&level).iter().map(|once| oracle(&[once])).collect();
        assert_eq!(got, expected, "{count} pairs");
    }
}
