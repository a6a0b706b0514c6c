//! Lengths at which something begins or ends, with customization strings that end at the same places.

use super::support::{hex, message};
use super::{Both, digest, expected, hashers};
#[cfg(feature = "alloc")]
use lanesum::Kt;
#[cfg(feature = "alloc")]
use lanesum::digest::ExtendableOutput;
use lanesum::digest::Update;
use lanesum::{kt128, kt256, strengths};

const CHUNK: usize = 8192;

/// Around blocks, chunks and groups of chunks.
fn lengths() -> Vec<usize> {
    let blocks = [0, 1, 135, 136, 137, 167, 168, 169, 1023, 1024, 1025];
    let chunks = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17].into_iter();
    let chunks = chunks.flat_map(|n| [n * CHUNK - 2, n * CHUNK - 1, n * CHUNK, n * CHUNK + 1]);
    let leaves = [CHUNK + 135, CHUNK + 136, CHUNK + 167, CHUNK + 168, 3 * CHUNK + 5000, 8 * CHUNK + 500];
    blocks.into_iter().chain(chunks).chain(leaves).collect()
}

fn check<S: Both>(message: &[u8], customization: &[u8], one_shot: fn(&[u8], &[u8], &mut [u8])) {
    let expected = expected::<S>(message, customization);
    let what = format!("{} + {} bytes", message.len(), customization.len());
    let mut out = [0; 32];
    one_shot(message, customization, &mut out);
    assert_eq!(hex(&out), expected, "{what}");
    for (name, mut hasher) in hashers::<S>() {
        hasher.update(message);
        assert_eq!(digest(hasher.clone(), customization), expected, "{name}, {what}");
        #[cfg(feature = "alloc")]
        assert_eq!(held(hasher.customized(customization)), expected, "{name}, {what}, held");
    }
}

/// With the string that the hasher holds from the beginning.
#[cfg(feature = "alloc")]
fn held<S: Both>(hasher: Kt<S>) -> String {
    let mut out = [0; 32];
    hasher.finalize_xof_into(&mut out);
    hex(&out)
}

#[test]
fn every_border_without_customization() {
    for len in lengths() {
        check::<strengths::Bits128>(&message(len, 1), &[], kt128);
        check::<strengths::Bits256>(&message(len, 2), &[], kt256);
    }
}

/// The string and its length end before a chunk's last byte, at it, and across it; they are longer than what goes into the last
/// leaf at once, and than a chunk.
#[test]
fn every_border_with_customization() {
    let custom = message(3 * CHUNK, 3);
    let lengths = [0, 1, 8000, CHUNK - 3, CHUNK - 2, CHUNK - 1, CHUNK, 2 * CHUNK - 2, 2 * CHUNK, 8 * CHUNK - 2, 70_000];
    for len in lengths {
        let data = message(len, 4);
        for custom_len in [1, 2, 189, 190, 255, 256, 317, 318, 319, 320, 321, CHUNK - 4, CHUNK - 2, CHUNK, 3 * CHUNK] {
            check::<strengths::Bits128>(&data, &custom[..custom_len], kt128);
        }
        for custom_len in [1, 200, 320, CHUNK - 3] {
            check::<strengths::Bits256>(&data, &custom[..custom_len], kt256);
        }
    }
}

/// The string that the hasher was made with gives way, and stays where it is not replaced.
#[cfg(feature = "alloc")]
#[test]
fn customization_first_and_last() {
    let data = message(20_000, 5);
    let of = |hasher: lanesum::Kt128| held(hasher.chain(&data));
    let same = expected::<strengths::Bits128>(&data, b"one");
    assert_eq!(of(Kt::new("one")), same);
    assert_eq!(of(Kt::new(b"two").customized("one")), same);
    assert_eq!(of(lanesum::digest::CustomizedInit::new_customized(b"one")), same);
    assert_eq!(digest(Kt::<strengths::Bits128>::new("two").chain(&data), b"one"), same);
    assert_eq!(of(Kt::default()), expected::<strengths::Bits128>(&data, b""));
}
