//! Each type beside Plonky3's own, which hashes by other people's code; and Merkle trees over both.

use lanesum_plonky3::{Blake3, Keccak256Hash, KeccakF, Sha3_256Hash, Sha256, VECTOR_LEN};
use p3_commit::{BatchOpeningRef, Mmcs};
use p3_matrix::Matrix;
use p3_matrix::dense::RowMajorMatrix;
use p3_merkle_tree::MerkleTreeMmcs;
use p3_symmetric::{
    CompressionFunctionFromHasher as FromHasher, CryptographicHasher, PaddingFreeSponge, Permutation,
    PseudoCompressionFunction,
};

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * i / 7 + i) as u8).collect()
}

fn compare<H, T>(ours: &H, theirs: &T)
where
    H: CryptographicHasher<u8, [u8; 32]> + PseudoCompressionFunction<[u8; 32], 2> + Sync,
    T: CryptographicHasher<u8, [u8; 32]> + Sync,
{
    for len in [0, 1, 31, 64, 136, 540, 1025, 3000] {
        let message = bytes(len);
        let (digest, pieces) = (theirs.hash_slice(&message), message.split_at(len / 3));
        assert_eq!(ours.hash_slice(&message), digest);
        assert_eq!(ours.hash_iter(message.iter().copied()), digest);
        assert_eq!(ours.hash_iter_slices([pieces.0, pieces.1]), digest);
        for count in [0, 1, 2, 9, 33] {
            let (all, mut a, mut b) = (bytes(len * count), vec![[0; 32]; count], vec![[1; 32]; count]);
            ours.hash_many(&all, &mut a);
            theirs.hash_many(&all, &mut b);
            assert_eq!(a, b, "{count} of {len} bytes");
        }
    }
    let nodes = FromHasher::<_, 2, 32>::new(theirs.clone());
    let pairs: Vec<[[u8; 32]; 2]> = bytes(64 * 21).as_chunks::<32>().0.as_chunks::<2>().0.to_vec();
    let mut all = vec![[0; 32]; pairs.len()];
    ours.compress_many(&pairs, &mut all);
    for (pair, node) in pairs.iter().zip(all) {
        assert_eq!(ours.compress(*pair), node);
        assert_eq!(nodes.compress(*pair), node);
    }
    // Trees: the same commitment, and theirs accepts our proof.
    for (rows, width) in [(1, 5), (7, 64), (64, 64), (300, 136)] {
        let matrix = RowMajorMatrix::new(bytes(rows * width), width);
        let ours = MerkleTreeMmcs::<u8, u8, H, H, 2, 32>::new(ours.clone(), ours.clone(), 0);
        let theirs = MerkleTreeMmcs::<u8, u8, T, _, 2, 32>::new(theirs.clone(), nodes.clone(), 0);
        let (commitment, data) = ours.commit(vec![matrix.clone()]);
        assert_eq!(commitment, theirs.commit(vec![matrix.clone()]).0, "{rows} rows of {width} bytes");
        let opening = ours.open_batch(rows / 2, &data);
        let opening = BatchOpeningRef::new(&opening.opened_values, &opening.opening_proof);
        theirs.verify_batch(&commitment, &[matrix.dimensions()], rows / 2, opening).unwrap();
    }
}

#[test]
fn hashes_and_trees() {
    compare(&Keccak256Hash, &p3_keccak::Keccak256Hash);
    compare(&Sha3_256Hash, &p3_keccak::Sha3_256Hash);
    compare(&Sha256, &p3_sha256::Sha256);
    compare(&Blake3, &p3_blake3::Blake3);
}

#[test]
#[should_panic(expected = "must be a whole multiple")]
fn messages_of_two_lengths() {
    Sha256.hash_many(&[0; 5], &mut [[0; 32]; 2]);
}

#[test]
#[should_panic(expected = "must equal the output count")]
fn more_nodes_than_outputs() {
    Sha256.compress_many(&[[[0; 32]; 2]; 2], &mut [[0; 32]]);
}

/// The permutation, alone and in the sponge of words that circuits use, with packed leaves.
#[test]
fn keccak_f() {
    let states: [[u64; 25]; VECTOR_LEN] =
        core::array::from_fn(|i| core::array::from_fn(|k| (i as u64 + 1).pow(17) << (k % 50) ^ k as u64));
    let packed = KeccakF.permute(core::array::from_fn(|k| states.map(|state| state[k])));
    for (i, state) in states.iter().enumerate() {
        let expected: [u64; 25] = p3_keccak::KeccakF.permute(*state);
        assert_eq!(KeccakF.permute(*state), expected);
        assert_eq!(packed.map(|lane| lane[i]), expected);
    }
    let state: [u8; 200] = bytes(200).try_into().unwrap();
    assert_eq!(KeccakF.permute(state), p3_keccak::KeccakF.permute(state));

    type Sponge<F> = PaddingFreeSponge<F, 25, 17, 4>;
    type Tree<F, const WIDTH: usize> =
        MerkleTreeMmcs<[u64; WIDTH], [u64; WIDTH], Sponge<F>, FromHasher<Sponge<F>, 2, 4>, 2, 4>;
    let matrix = RowMajorMatrix::new((0..300 * 20).map(|i: u64| i.pow(3)).collect(), 20);
    let ours = Sponge::new(KeccakF);
    let theirs = Sponge::new(p3_keccak::KeccakF);
    let ours = Tree::<_, VECTOR_LEN>::new(ours, FromHasher::new(ours), 0);
    let theirs = Tree::<_, { p3_keccak::VECTOR_LEN }>::new(theirs, FromHasher::new(theirs), 0);
    assert_eq!(ours.commit(vec![matrix.clone()]).0, theirs.commit(vec![matrix]).0);
}
