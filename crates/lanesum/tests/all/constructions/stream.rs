//! The stream cipher against the reference's XOF of key and nonce.

use crate::support::message;
use cipher::{KeyIvInit, StreamCipher};
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::hazmat::{KeccakSponge, Shake128Stream, Shake256Stream, XofStream};
use reference::{BitString, Function, hash};

fn keystream(function: Function, key_and_nonce: &[u8], len: usize) -> Vec<u8> {
    hash(function, &BitString::from_bytes(key_and_nonce), 8 * len).to_bytes()
}

fn check<C: KeyIvInit + StreamCipher>(function: Function) {
    let (key, nonce) = (message(C::key_size(), 1), message(C::iv_size(), 2));
    let plaintext = message(3000, 3);
    let stream = keystream(function, &[&key[..], &nonce].concat(), plaintext.len());
    let expected: Vec<u8> = plaintext.iter().zip(&stream).map(|(a, b)| a ^ b).collect();
    let new = || C::new_from_slices(&key, &nonce).unwrap();

    let mut whole = plaintext.clone();
    new().apply_keystream(&mut whole);
    assert!(whole == expected);
    // In pieces, from one buffer to another, and as bare keystream.
    let mut cipher = new();
    let mut out = vec![0; plaintext.len()];
    for (input, out) in plaintext.chunks(1037).zip(out.chunks_mut(1037)) {
        let (a, b) = input.split_at(13);
        let (c, d) = out.split_at_mut(13);
        cipher.apply_keystream_b2b(a, c);
        cipher.try_apply_keystream(&mut []).unwrap();
        cipher.apply_keystream_b2b(b, d);
    }
    assert!(out == expected);
    new().write_keystream(&mut out);
    assert!(out == stream);
    assert!(C::new_from_slices(&key[1..], &nonce).is_err());
}

#[test]
fn keyed_shake_is_a_stream_cipher() {
    check::<Shake128Stream>(Function::Shake128);
    check::<Shake256Stream>(Function::Shake256);
}

#[test]
fn any_xof_is_a_stream_cipher() {
    let mut sponge = KeccakSponge::<u32>::new(544).unwrap();
    sponge.update(b"key and nonce");
    let mut cipher = XofStream::from_xof(sponge.clone().finalize_xof());
    let mut out = [0; 100];
    cipher.apply_keystream(&mut out);
    let mut expected = [0; 100];
    sponge.finish().squeeze(&mut expected);
    assert_eq!(out, expected);
}
