//! Inputs in the shapes in which other people's programs have them (docs/adoption.md): none is copied into another shape.

use crate::support::message;
use lanesum::hazmat::Sha2States;
use lanesum::{Blake3, DigestMany, Keccak256, Message, Sha3_256, Sha256, Strided};
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

/// `ethereum_hashing::hash32_concat`: two byte strings of any lengths, one digest.
#[test]
fn two_byte_strings_as_one() {
    for (left, right) in [(32, 32), (0, 32), (32, 0), (0, 0), (1, 63), (64, 64), (31, 100), (500, 1)] {
        let (left, right) = (message(left, 1), message(right, 2));
        let mut digest = [[0; 32]];
        Sha256::digest_many(&[Message::prefixed(&left, &right)], &mut digest).unwrap();
        assert_eq!(digest[0], oracle(&[&left, &right]), "{} and {} bytes", left.len(), right.len());
    }
}

/// `alloy_primitives::Keccak256` and the `Context` of `ethereum_hashing`: pieces of any lengths, the digest into an array of the caller.
#[test]
fn pieces_into_an_array() {
    for lens in [[0, 0], [0, 136], [1, 31], [32, 32], [64, 72], [135, 1], [200, 500]] {
        let [first, second] = lens.map(|len| message(len, len as u64));
        let mut keccak = Keccak256::new();
        let mut sha = Sha256::new();
        for piece in [&first, &second] {
            keccak.update(piece);
            sha.update(piece);
        }
        let mut got = [0; 32];
        keccak.clone().finalize_into((&mut got).into());
        assert_eq!(got, <Node>::from(sha3::Keccak256::digest([&first[..], &second].concat())), "{lens:?} bytes");
        assert_eq!(<Node>::from(keccak.finalize()), got, "{lens:?} bytes");
        assert_eq!(<Node>::from(sha.finalize()), oracle(&[&first, &second]), "{lens:?} bytes");
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

fn rows_end_to_end<H: DigestMany>(hasher: &H, one: impl Fn(&[u8]) -> Node) {
    // Plonky3's rows: around the blocks of each function, and no bytes at all.
    for len in [0, 1, 9, 32, 64, 135, 136, 137, 272, 540, 1024, 1025, 4096] {
        for count in COUNTS {
            let data = message(len * count, len as u64);
            let rows = Strided::new(&data, len, len, count).unwrap();
            let mut got = vec![[0; 32]; count];
            hasher.finalize_many(&rows, 32, got.as_flattened_mut()).unwrap();
            for (i, got) in got.iter().enumerate() {
                assert_eq!(*got, one(&data[i * len..][..len]), "row {i} of {count} with {len} bytes");
            }
        }
    }
}

/// `CryptographicHasher::hash_many` of Plonky3: rows of one length in one buffer.
#[test]
fn rows_of_one_length() {
    rows_end_to_end(&Sha256::new(), |row| oracle(&[row]));
    rows_end_to_end(&Keccak256::new(), |row| sha3::Keccak256::digest(row).into());
    rows_end_to_end(&Sha3_256::new(), |row| sha3::Sha3_256::digest(row).into());
    rows_end_to_end(&Blake3::new(), lanesum::blake3);
    for len in [32, 64, 1024] {
        let rows: Vec<_> = (0..33).map(|i| message(len, i)).collect();
        let mut got = vec![[0; 32]; rows.len()];
        Blake3::digest_many(&rows, &mut got).unwrap();
        assert_eq!(got, rows.iter().map(|row| lanesum::blake3(row)).collect::<Vec<_>>(), "{len} bytes");
        assert!(Blake3::digest_many(&rows, &mut got[1..]).is_err());
    }
}

/// `Sha256Compress::compress_many` of Plonky3: one block without padding, and a last group that is not full.
#[test]
fn compressions_without_padding() {
    let start =
        [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
    for count in COUNTS {
        let inputs: Vec<[Node; 2]> = nodes(2 * count).as_chunks().0.to_vec();
        let mut states = Sha2States::<u32, 16>::new();
        for group in inputs.chunks(16) {
            states.set_all(&start);
            states.compress_all(core::array::from_fn(|i| group[i.min(group.len() - 1)].as_flattened()));
            for (i, input) in group.iter().enumerate() {
                let mut expected = start;
                let block = input.as_flattened().try_into().unwrap();
                sha2::block_api::compress256(&mut expected, core::slice::from_ref(block));
                assert_eq!(states.words().map(|word| word[i]), expected, "{count} inputs");
            }
        }
    }
}

/// alloy-trie's keys are 20 or 32 bytes, its nodes up to 532; its digests are in a type of its own.
#[test]
fn digests_in_a_type_of_ones_own() {
    #[derive(Debug, PartialEq)]
    struct B256(Node);
    for len in [20, 32, 532] {
        let keys: Vec<Vec<u8>> = (0..100).map(|i| message(len, i)).collect();
        let mut digests = vec![[0; 32]; keys.len()];
        Keccak256::digest_many(&keys, &mut digests).unwrap();
        let hashes: Vec<B256> = digests.into_iter().map(B256).collect();
        let expected: Vec<B256> = keys.iter().map(|key| B256(sha3::Keccak256::digest(key).into())).collect();
        assert_eq!(hashes, expected, "{len} bytes");
    }
}
