//! Every length around the first blocks, one by one, compared with the reference: of messages, metadata, keys, nonces and secrets. All buffers
//! lie at pages that cannot be touched.

use super::{Instance, KEY, Model, NONCE, Session, all, instances, width};
use crate::support::guard::{Edge, Flush};
use crate::support::{backends_for, message};
use lanesum::Backend;
use lanesum::hazmat::Motorist;
use lanesum::keyak::{CryptLane, Forget};
use reference::keyak as model;

/// The reference's session, and one on each backend, all begun alike.
struct Sessions<'a> {
    of: &'a Instance,
    model: Model,
    begun: Vec<(Backend, Box<dyn Session>)>,
}

impl<'a> Sessions<'a> {
    fn begin(of: &'a Instance, key: &[u8], nonce: &[u8]) -> Self {
        let [key, nonce] = [key, nonce].map(|data| Edge::of(data, Flush::turn(key.len() + nonce.len())));
        let begun = of.backends.iter().map(|backend| (*backend, (of.start)(*backend, &key, &nonce))).collect();
        Self { of, model: (of.model)(&key, &nonce), begun }
    }

    /// One message of each: to another buffer and in place, and back so on the next backend.
    fn check(&self, plaintext: &[u8], metadata: &[u8]) {
        let (len, of) = (plaintext.len(), metadata.len());
        let (forget, flush) = (super::BOTH[(len + of) / 3 % 2], Flush::turn(len + of));
        let (ciphertext, tag) = (self.model)(plaintext, metadata, forget);
        let [plaintext, ciphertext, metadata] = [plaintext, &ciphertext, metadata].map(|data| Edge::of(data, flush));
        let [mut out, mut data] = [(); 2].map(|()| Edge::new(len, flush));
        let receivers = self.begun.iter().cycle().skip(1);
        for ((from, begun), (to, receiver)) in self.begun.iter().zip(receivers) {
            let what = || format!("{}, {len} bytes, metadata of {of}: {from} to {to}, {forget:?}", self.of.name);
            out.fill(0xaa);
            let computed = begun.again().wrap(&metadata, &plaintext, &mut out, forget).unwrap();
            assert!(out[..] == ciphertext[..] && computed[..] == tag, "{}", what());
            data.copy_from_slice(&plaintext);
            let in_place = begun.again().wrap_in_place(&metadata, &mut data, forget).unwrap();
            assert!(data[..] == ciphertext[..] && in_place == computed, "in place, {}", what());
            receiver.again().unwrap_in_place(&metadata, &mut data, &computed, forget).unwrap();
            assert!(data[..] == plaintext[..], "back, {}", what());
            receiver.again().unwrap(&metadata, &ciphertext, &mut out, &computed, forget).unwrap();
            assert!(out[..] == plaintext[..], "back to another buffer, {}", what());
        }
    }
}

/// Every length up to three blocks of all states and a byte. With one state each meets metadata of every length of those around a block's end;
/// with more they take turns: the reference would take half a minute.
#[test]
fn of_messages() {
    for of in &all() {
        let sessions = Sessions::begin(of, KEY, NONCE);
        let (plaintext, metadata) = (message(3 * of.block + 1, 1), message(of.block + 1, 2));
        for len in 0..=plaintext.len() {
            for (i, metadata_len) in [0, 1, of.block - 1, of.block, of.block + 1].into_iter().enumerate() {
                if of.states == 1 || len % 5 == i {
                    sessions.check(&plaintext[..len], &metadata[..metadata_len]);
                }
            }
        }
        // Far beyond what anyone has use for.
        sessions.check(&message(7, 7), &message(7001, 8));
        sessions.check(&message(7001, 9), &[]);
    }
}

/// Metadata alone, and beside a message that ends with a block or does not: every length up to two blocks of it and a byte; of Ketje up to
/// where whole blocks go through the states in one go.
#[test]
fn of_metadata() {
    for of in &all() {
        let most = if of.alone == of.block { 7 * of.block + 1 } else { 2 * of.alone + 1 };
        let sessions = Sessions::begin(of, KEY, NONCE);
        let (plaintext, metadata) = (message(of.block + 1, 3), message(most, 4));
        for len in 0..=most {
            for (i, plaintext_len) in [0, 1, of.block, of.block + 1].into_iter().enumerate() {
                if of.states == 1 || len % 4 == i {
                    sessions.check(&plaintext[..plaintext_len], &metadata[..len]);
                }
            }
        }
    }
}

/// Keyak: metadata that goes beside many blocks in one go, ends among them, or needs blocks of its own, and those in more than one go. It has
/// every length up to where what goes beside ends with the message, and lengths around whole blocks behind it.
#[test]
fn of_metadata_beside_many_blocks() {
    for of in all().iter().filter(|of| of.alone > of.block) {
        let (block, alone, beside) = (of.block, of.alone, of.alone - of.block);
        let sessions = Sessions::begin(of, KEY, NONCE);
        // The tag before the first one shortens that block, so the last of these need one more than the others.
        let messages = [3 * block + 1, 4 * block, 4 * block + 1, 5 * block];
        let (plaintext, metadata) = (message(5 * block, 3), message(5 * beside + 9 * alone + 1, 4));
        let behind = (4..=5).flat_map(|first| [0, 1, 2, 4, 5, 8, 9].map(|more| first * beside + more * alone));
        for (i, len) in (0..5 * beside).chain(behind.flat_map(|at| at - 1..=at + 1)).enumerate() {
            for (j, plaintext_len) in messages.into_iter().enumerate() {
                if of.states == 1 || i % messages.len() == j {
                    sessions.check(&plaintext[..plaintext_len], &metadata[..len]);
                }
            }
        }
        for len in [0, 1, 2, 4, 5, 8, 9].map(|blocks| blocks * alone).into_iter().flat_map(|at| at..=at + 1) {
            sessions.check(&[], &metadata[..len]);
        }
    }
}

/// Every length of key, alone and with the longest nonce beside it; every length of nonce beside one key.
#[test]
fn of_keys_and_nonces() {
    for of in &all() {
        let (key, nonce) = (message(of.key, 1), message((of.nonce)(0), 2));
        let keys = (0..=of.key).flat_map(|len| [(len, 0), (len, (of.nonce)(len))]);
        for (key_len, nonce_len) in keys.chain((0..=(of.nonce)(KEY.len())).map(|len| (KEY.len(), len))) {
            Sessions::begin(of, &key[..key_len], &nonce[..nonce_len]).check(b"message", &[]);
        }
        if of.alone > of.block {
            Sessions::begin(of, &key, &message(5000, 5)).check(b"message", b"metadata");
        }
    }
}

/// Motorist's secret up to three blocks, and the tag of the start.
#[test]
fn of_secrets() {
    fn check<W: CryptLane, const P: usize>() {
        assert_eq!(Motorist::<W, P>::METADATA_BLOCK_BYTES, 24 * W::BYTES * P);
        let suv = message(3 * 24 * W::BYTES + 1, 3);
        for len in 0..=suv.len() {
            let suv = Edge::of(&suv[..len], Flush::turn(len));
            let (_, tag) = model::Motorist::start(width::<W>(), P, &suv, true, true);
            for backend in backends_for::<W>() {
                let (_, computed) = Motorist::<W, P>::start_tagged(Some(backend), &suv, Forget::Yes).unwrap();
                assert_eq!(computed[..], tag, "{backend}, {P} states: a secret of {len} bytes");
            }
        }
    }
    instances!(check());
}
