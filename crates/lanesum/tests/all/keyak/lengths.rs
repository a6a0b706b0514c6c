//! Every length around the first blocks, one by one, against the reference: of messages, metadata, keys, nonces and secrets.

use super::{KEY, NONCE, instances, start};
use crate::support::{backends_for, message};
use lanesum::Backend;
use lanesum::hazmat::Motorist;
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, Keyak, Start};
use reference::Width;
use reference::keyak as model;

fn width<W: CryptLane>() -> Width {
    Width::from_bits(200 * W::BYTES).expect("a width")
}

/// The reference's session, and one on each backend, all begun alike.
struct Sessions<W: CryptLane, const P: usize> {
    expected: model::Motorist,
    begun: Vec<(Backend, Keyak<W, P>)>,
}

impl<W: CryptLane, const P: usize> Sessions<W, P> {
    fn begin(key: &[u8], nonce: &[u8]) -> Self {
        let suv = model::suv(width::<W>(), key, nonce);
        let (expected, _) = model::Motorist::start(width::<W>(), P, &suv, false, false);
        let begin = |backend| (backend, start::<W, P>(backend, key, nonce, Forget::No));
        Self { expected, begun: backends_for::<W>().into_iter().map(begin).collect() }
    }

    /// One message of each: to another buffer and in place, and back so on the next backend.
    fn check(&self, plaintext: &[u8], metadata: &[u8]) {
        let (ciphertext, tag) = self.expected.clone().wrap(model::Way::Wrap, plaintext, metadata, false);
        let receivers = self.begun.iter().cycle().skip(1);
        for ((from, begun), (to, receiver)) in self.begun.iter().zip(receivers) {
            let what =
                || format!("{P} states, {} bytes, metadata of {}: {from} to {to}", plaintext.len(), metadata.len());
            let mut out = vec![0xaa; plaintext.len()];
            let computed = begun.clone().wrap(metadata, plaintext, &mut out, Forget::No).unwrap();
            assert!(out == ciphertext && computed[..] == tag, "{}", what());
            let mut data = plaintext.to_vec();
            let in_place = begun.clone().wrap_in_place(metadata, &mut data, Forget::No).unwrap();
            assert!(data == ciphertext && in_place == computed, "in place, {}", what());
            receiver.clone().unwrap_in_place(metadata, &mut data, &computed, Forget::No).unwrap();
            assert!(data == plaintext, "back, {}", what());
            receiver.clone().unwrap(metadata, &ciphertext, &mut out, &computed, Forget::No).unwrap();
            assert!(out == plaintext, "back to another buffer, {}", what());
        }
    }
}

/// Every length up to three blocks of all states and a byte. With up to two states each meets metadata of every length of
/// those around a block's end; with more they take turns: the reference would take half a minute.
fn messages<W: CryptLane, const P: usize>() {
    let block = Keyak::<W, P>::BLOCK_BYTES;
    let sessions = Sessions::<W, P>::begin(KEY, NONCE);
    let plaintext = message(3 * block + 1, 1);
    let around = [0, 1, block - 1, block, block + 1];
    let metadata = message(block + 1, 2);
    for len in 0..=plaintext.len() {
        for (i, metadata_len) in around.into_iter().enumerate() {
            if P <= 2 || len % around.len() == i {
                sessions.check(&plaintext[..len], &metadata[..metadata_len]);
            }
        }
    }
}

#[test]
fn of_messages() {
    instances!(messages());
}

/// Metadata alone, and beside a message that ends with a block or does not: every length up to two blocks and a byte, as far as
/// the message's blocks have room for it, and beyond.
fn metadata<W: CryptLane, const P: usize>() {
    let block = Keyak::<W, P>::BLOCK_BYTES;
    let most = 2 * Motorist::<W, P>::METADATA_BLOCK_BYTES + 1;
    let sessions = Sessions::<W, P>::begin(KEY, NONCE);
    let (plaintext, metadata) = (message(block + 1, 3), message(most, 4));
    let beside = [0, 1, block, block + 1];
    for len in 0..=most {
        for (i, plaintext_len) in beside.into_iter().enumerate() {
            if P <= 2 || len % beside.len() == i {
                sessions.check(&plaintext[..plaintext_len], &metadata[..len]);
            }
        }
    }
}

#[test]
fn of_metadata() {
    instances!(metadata());
}

/// Metadata that goes beside many blocks in one go, ends among them, or needs blocks of its own, and those in more than one go. It
/// has every length up to where what goes beside ends with the message, and lengths around whole blocks behind it.
fn beside<W: CryptLane, const P: usize>() {
    let block = Keyak::<W, P>::BLOCK_BYTES;
    let alone = Motorist::<W, P>::METADATA_BLOCK_BYTES;
    let beside = alone - block;
    let sessions = Sessions::<W, P>::begin(KEY, NONCE);
    // The tag before the first one shortens that block, so the last of these need one more than the others.
    let messages = [3 * block + 1, 4 * block, 4 * block + 1, 5 * block];
    let (plaintext, metadata) = (message(5 * block, 3), message(5 * beside + 9 * alone + 1, 4));
    let around = |at: usize| at - 1..=at + 1;
    let behind = (4..=5).flat_map(|first| [0, 1, 2, 4, 5, 8, 9].map(|more| first * beside + more * alone));
    for (i, len) in (0..5 * beside).chain(behind.flat_map(around)).enumerate() {
        for (j, plaintext_len) in messages.into_iter().enumerate() {
            if P == 1 || i % messages.len() == j {
                sessions.check(&plaintext[..plaintext_len], &metadata[..len]);
            }
        }
    }
    for len in [0, 1, 2, 4, 5, 8, 9].map(|blocks| blocks * alone).into_iter().flat_map(|at| at..=at + 1) {
        sessions.check(&[], &metadata[..len]);
    }
}

#[test]
fn of_metadata_beside_many_blocks() {
    instances!(beside());
}

/// Far beyond what anyone has use for.
fn over_long<W: CryptLane, const P: usize>() {
    let nonce = message(5000, 5);
    let sessions = Sessions::<W, P>::begin(&message(Keyak::<W, P>::MAX_KEY_BYTES, 6), &nonce);
    sessions.check(&message(7, 7), &message(20_000, 8));
    sessions.check(&message(20_001, 9), &[]);
}

#[test]
fn over_long_inputs() {
    instances!(over_long());
}

/// Every length of key, of nonce up to where a start takes two blocks, and of Motorist's secret up to three.
fn secrets<W: CryptLane, const P: usize>() {
    let (key, nonce) = (message(Keyak::<W, P>::MAX_KEY_BYTES, 1), message(Keyak::<W, P>::MAX_NONCE_BYTES + 2, 2));
    let lengths = (0..=key.len()).map(|len| (len, NONCE.len())).chain((0..=nonce.len()).map(|len| (KEY.len(), len)));
    for (key_len, nonce_len) in lengths {
        let (key, nonce) = (&key[..key_len], &nonce[..nonce_len]);
        let suv = model::suv(width::<W>(), key, nonce);
        let (_, tag) = model::Motorist::start(width::<W>(), P, &suv, true, false);
        for backend in backends_for::<W>() {
            let (_, computed) = Keyak::<W, P>::start_tagged(&Start::new(key, nonce).backend(backend)).unwrap();
            assert_eq!(computed[..], tag, "{backend}, {P} states: a key of {key_len} bytes, a nonce of {nonce_len}");
        }
    }
    let suv = message(3 * 24 * W::BYTES + 1, 3);
    for len in 0..=suv.len() {
        let (_, tag) = model::Motorist::start(width::<W>(), P, &suv[..len], true, true);
        for backend in backends_for::<W>() {
            let (_, computed) = Motorist::<W, P>::start_tagged(Some(backend), &suv[..len], Forget::Yes).unwrap();
            assert_eq!(computed[..], tag, "{backend}, {P} states: a secret of {len} bytes");
        }
    }
}

#[test]
fn of_secrets() {
    instances!(secrets());
}
