//! Every length around the first blocks, one by one, against the reference: of messages, metadata, keys and nonces.

use super::{KEY, NONCE};
use crate::support::{backends_for, message};
use lanesum::hazmat::{State, TwistedState};
use lanesum::ketje::Ketje;
use lanesum::ketje::{KetjeState, StepLane};
use reference::ketje::{self as model, Version};
use reference::{BitString, Width};

fn expected<S: KetjeState>(version: Version, key: &[u8], nonce: &[u8]) -> model::Ketje {
    let width = Width::from_bits(8 * S::BYTES).expect("a width");
    model::Ketje::new(width, version, &BitString::from_bytes(key), &BitString::from_bytes(nonce))
}

/// One message on every backend: to another buffer and in place, and back so on the next one.
fn check<W: StepLane, S: KetjeState>(version: Version, plaintext: &[u8], metadata: &[u8]) {
    let mut expected = expected::<S>(version, KEY, NONCE);
    let (ciphertext, tag) = expected.wrap(&BitString::from_bytes(metadata), &BitString::from_bytes(plaintext), 8 * 16);
    let (ciphertext, tag) = (ciphertext.to_bytes(), tag.to_bytes());
    let backends = backends_for::<W>();
    for (from, to) in backends.iter().zip(backends.iter().cycle().skip(1)) {
        let (bits, len) = (8 * S::BYTES, plaintext.len());
        let what = || format!("{bits} bits, {len} bytes, metadata of {}: {from} to {to}", metadata.len());
        let begin = |backend| Ketje::<S>::with_backend(backend, KEY, NONCE).unwrap();
        let mut out = vec![0xaa; len];
        let computed: [u8; 16] = begin(*from).wrap(metadata, plaintext, &mut out).unwrap();
        assert!(out == ciphertext && computed[..] == tag, "{}", what());
        let mut data = plaintext.to_vec();
        let in_place: [u8; 16] = begin(*from).wrap_in_place(metadata, &mut data).unwrap();
        assert!(data == ciphertext && in_place == computed, "in place, {}", what());
        begin(*to).unwrap_in_place(metadata, &mut data, &computed).unwrap();
        assert!(data == plaintext, "back, {}", what());
        begin(*to).unwrap(metadata, &ciphertext, &mut out, &computed).unwrap();
        assert!(out == plaintext, "back to another buffer, {}", what());
    }
}

/// - Messages of every length up to three blocks and a byte, each with metadata of lengths around a block's end.
/// - Metadata of every length up to where whole blocks of it go through the states in one go.
/// - Some lengths far beyond what anyone has use for.
fn messages<W: StepLane, S: KetjeState>(version: Version) {
    let block = Ketje::<S>::BLOCK_BYTES;
    let (plaintext, metadata) = (message(3 * block + 1, 1), message(7 * block + 1, 2));
    for len in 0..=plaintext.len() {
        for metadata_len in [0, 1, block - 1, block, block + 1] {
            check::<W, S>(version, &plaintext[..len], &metadata[..metadata_len]);
        }
    }
    for len in 0..=metadata.len() {
        check::<W, S>(version, &plaintext[..block], &metadata[..len]);
    }
    check::<W, S>(version, &[], &message(3001, 3));
    check::<W, S>(version, &message(3001, 4), &[]);
}

#[test]
fn of_messages() {
    messages::<u8, TwistedState<u8>>(Version::Two);
    messages::<u16, TwistedState<u16>>(Version::Two);
    messages::<u32, TwistedState<u32>>(Version::Two);
    messages::<u64, TwistedState<u64>>(Version::Two);
    messages::<u8, State<u8>>(Version::One);
    messages::<u16, State<u16>>(Version::One);
}

/// Every length of key, alone and with the longest nonce beside it; every length of nonce beside one key.
fn keys_and_nonces<W: StepLane, S: KetjeState>(version: Version) {
    let most = Ketje::<S>::MAX_KEY_AND_NONCE_BYTES;
    let (key, nonce) = (message(most, 1), message(most, 2));
    let keys = (0..=most).flat_map(|len| [(len, 0), (len, most - len)]);
    for (key_len, nonce_len) in keys.chain((0..=most - 12).map(|len| (12, len))) {
        let (key, nonce) = (&key[..key_len], &nonce[..nonce_len]);
        let empty = BitString::zeroes(0);
        let (_, tag) = expected::<S>(version, key, nonce).wrap(&empty, &empty, 8 * 16);
        let tag = tag.to_bytes();
        for backend in backends_for::<W>() {
            let mut session = Ketje::<S>::with_backend(backend, key, nonce).unwrap();
            let computed: [u8; 16] = session.wrap_in_place(&[], &mut []).unwrap();
            let bits = 8 * S::BYTES;
            assert_eq!(computed[..], tag, "{bits} bits, {backend}: a key of {key_len} bytes, a nonce of {nonce_len}");
        }
    }
}

#[test]
fn of_keys_and_nonces() {
    keys_and_nonces::<u8, TwistedState<u8>>(Version::Two);
    keys_and_nonces::<u16, TwistedState<u16>>(Version::Two);
    keys_and_nonces::<u32, TwistedState<u32>>(Version::Two);
    keys_and_nonces::<u64, TwistedState<u64>>(Version::Two);
    keys_and_nonces::<u8, State<u8>>(Version::One);
    keys_and_nonces::<u16, State<u16>>(Version::One);
}
