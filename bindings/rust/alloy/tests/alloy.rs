//! alloy's `keccak256` is lanesum's, and right; and digests go into its `B256`.

use alloy_primitives::{B256, KECCAK256_EMPTY, b256, keccak256};
use lanesum::Keccak256;
use lanesum_alloy as _;
use sha3::Digest;

#[test]
fn keccak256_of_alloy() {
    assert_eq!(keccak256([]), KECCAK256_EMPTY);
    // The Keccak team's test vectors give this digest of "abc".
    let abc = b256!("0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
    assert_eq!(keccak256("abc"), abc);
    let message: Vec<u8> = (0..600).map(|i| (i * i / 3) as u8).collect();
    for len in 0..message.len() {
        assert_eq!(keccak256(&message[..len])[..], sha3::Keccak256::digest(&message[..len])[..], "{len} bytes");
    }
}

#[test]
fn many_into_b256() {
    let messages: Vec<Vec<u8>> = (0..100).map(|i| vec![i as u8; i % 7 * 50]).collect();
    let mut digests = vec![B256::ZERO; messages.len()];
    Keccak256::digest_many(&messages, &mut digests).unwrap();
    for (message, digest) in messages.iter().zip(&digests) {
        assert_eq!(digest[..], sha3::Keccak256::digest(message)[..]);
    }
}
