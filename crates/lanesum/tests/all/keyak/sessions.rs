//! The properties of a session.

use super::{BOTH, KEY, NONCE, instances, start};
use crate::support::{backends_for, message};
use lanesum::hazmat::Motorist;
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, Keyak, LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak, Start};
use lanesum::{Backend, Error};

/// Every bit of the tag, one of each byte of the data, the metadata, and lengths.
fn forgeries<W: CryptLane, const P: usize>(backend: Backend) {
    let plaintext = message(200, 1);
    let metadata = message(30, 2);
    let new = || start::<W, P>(backend, KEY, NONCE, Forget::No);
    let mut ciphertext = plaintext.clone();
    let tag = new().wrap_in_place(&metadata, &mut ciphertext, Forget::No).unwrap();
    let refused = |metadata: &[u8], ciphertext: &[u8], tag: &[u8; 16], forget, what: &str| {
        let mut session = new();
        let mut out = vec![0xaa; ciphertext.len()];
        assert_eq!(session.unwrap(metadata, ciphertext, &mut out, tag, forget), Err(Error::WrongTag), "{what}");
        assert!(out.iter().all(|byte| *byte == 0), "{what}: plaintext was released");
        // There is no session any more, and nothing is touched.
        let mut data = [7; 3];
        assert_eq!(session.wrap_in_place(&[], &mut data, Forget::No), Err(Error::SessionOver), "{what}");
        assert_eq!(session.unwrap_in_place(&[], &mut data, tag, Forget::No), Err(Error::SessionOver), "{what}");
        assert_eq!(session.wrap(&[], &[1; 3], &mut data, Forget::No), Err(Error::SessionOver), "{what}");
        assert_eq!(session.unwrap(&[], &[1; 3], &mut data, tag, Forget::No), Err(Error::SessionOver), "{what}");
        assert_eq!(data, [7; 3], "{what}");
    };
    for bit in 0..128 {
        let mut wrong = tag;
        wrong[bit / 8] ^= 1 << (bit % 8);
        refused(&metadata, &ciphertext, &wrong, Forget::No, "a bit of the tag");
    }
    for (i, shift) in (0..ciphertext.len()).zip((0..8).cycle()) {
        let mut wrong = ciphertext.clone();
        wrong[i] ^= 1 << shift;
        refused(&metadata, &wrong, &tag, Forget::No, "a bit of the message");
    }
    for i in 0..metadata.len() {
        let mut wrong = metadata.clone();
        wrong[i] ^= 0x80;
        refused(&wrong, &ciphertext, &tag, Forget::No, "a bit of the metadata");
    }
    refused(&metadata[..29], &ciphertext, &tag, Forget::No, "metadata cut off");
    refused(&metadata, &ciphertext[..199], &tag, Forget::No, "message cut off");
    refused(&metadata, &[&ciphertext[..], &[0]].concat(), &tag, Forget::No, "message too long");
    refused(&[&metadata[..], &[0]].concat(), &ciphertext, &tag, Forget::No, "metadata too long");
    refused(&metadata, &[], &tag, Forget::No, "no message");
    if P == 1 {
        refused(&metadata, &ciphertext, &tag, Forget::Yes, "forgetting on one side");
    }
    let mut data = ciphertext.clone();
    new().unwrap_in_place(&metadata, &mut data, &tag, Forget::No).unwrap();
    assert_eq!(data, plaintext);
}

#[test]
fn forgeries_are_refused() {
    fn on_every_backend<W: CryptLane, const P: usize>() {
        backends_for::<W>().into_iter().for_each(forgeries::<W, P>);
    }
    instances!(on_every_backend());
}

/// A message is worth nothing without those before it.
#[test]
fn a_tag_stands_for_the_session() {
    let begin = Start::new(KEY, NONCE);
    let mut from = LakeKeyak::start(&begin).unwrap();
    let (mut first, mut second) = ([1; 9], [2; 9]);
    from.wrap_in_place(b"1", &mut first, Forget::No).unwrap();
    let tag = from.wrap_in_place(b"2", &mut second, Forget::No).unwrap();
    let mut to = LakeKeyak::start(&begin).unwrap();
    assert_eq!(to.unwrap_in_place(b"2", &mut second, &tag, Forget::No), Err(Error::WrongTag));
}

fn starts<W: CryptLane, const P: usize>() {
    for forget in BOTH {
        let begin = Start::new(KEY, NONCE).forget(forget);
        let (_, tag) = Keyak::<W, P>::start_tagged(&begin).unwrap();
        Keyak::<W, P>::start_verified(&begin, &tag).unwrap();
        for bit in 0..128 {
            let mut wrong = tag;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Keyak::<W, P>::start_verified(&begin, &wrong).unwrap_err(), Error::WrongTag);
        }
        let other = begin.forget(if forget == Forget::Yes { Forget::No } else { Forget::Yes });
        assert_eq!(Keyak::<W, P>::start_verified(&other, &tag).unwrap_err(), Error::WrongTag);
    }
    let most = Keyak::<W, P>::MAX_KEY_BYTES;
    Keyak::<W, P>::start(&Start::new(&vec![1; most], NONCE)).unwrap();
    let error = Keyak::<W, P>::start(&Start::new(&vec![1; most + 1], NONCE)).unwrap_err();
    assert_eq!(error, Error::KeyLength { bytes: most + 1, least: 0, most });
    // Keys that differ by zeroes at the end are different keys.
    let tag = |key: &[u8]| Keyak::<W, P>::start_tagged(&Start::new(key, NONCE)).unwrap().1;
    assert_ne!(tag(&[1, 0]), tag(&[1]));
}

#[test]
fn starts_with_tags_and_keys() {
    instances!(starts());
    assert_eq!([RiverKeyak::MAX_KEY_BYTES, LakeKeyak::MAX_KEY_BYTES], [34, 38]);
    assert_eq!([RiverKeyak::MAX_NONCE_BYTES, LakeKeyak::MAX_NONCE_BYTES], [58, 150]);
    assert_eq!([RiverKeyak::BLOCK_BYTES, LakeKeyak::BLOCK_BYTES, SeaKeyak::BLOCK_BYTES], [68, 168, 336]);
    assert_eq!([OceanKeyak::BLOCK_BYTES, LunarKeyak::BLOCK_BYTES], [672, 1344]);
    assert_eq!(Motorist::<u32, 1>::METADATA_BLOCK_BYTES, 96);
    assert_eq!(Motorist::<u64, 4>::METADATA_BLOCK_BYTES, 768);
}

#[test]
fn buffers_of_different_lengths() {
    let mut session = LakeKeyak::start(&Start::new(KEY, NONCE)).unwrap();
    let mut out = [7; 4];
    let error = |argument| Error::Length { argument, expected: 3, got: 4 };
    assert_eq!(session.wrap(b"", &[1; 3], &mut out, Forget::No).unwrap_err(), error("ciphertext"));
    assert_eq!(session.unwrap(b"", &[1; 3], &mut out, &[0; 16], Forget::No).unwrap_err(), error("plaintext"));
    assert_eq!(out, [7; 4]);
    // Nothing has happened to the session.
    let tag = session.wrap(b"", &[1; 4], &mut out, Forget::No).unwrap();
    let mut other = LakeKeyak::start(&Start::new(KEY, NONCE)).unwrap();
    other.unwrap_in_place(b"", &mut out, &tag, Forget::No).unwrap();
    assert_eq!(out, [1; 4]);
}

#[test]
fn backends_that_cannot_do_it() {
    let begin = Start::new(KEY, NONCE);
    let error = RiverKeyak::start(&begin.backend(Backend::Portable32)).unwrap_err();
    assert_eq!(error, Error::NoFormForLane { backend: Backend::Portable32, bits: 32 });
    assert!(matches!(LakeKeyak::start(&begin.backend(Backend::ShaNi)).unwrap_err(), Error::NoForm { .. }));
}

#[test]
fn nothing_is_printed() {
    let begin = Start::new(b"secret", b"nonce").backend(Backend::Portable);
    assert_eq!(format!("{begin:?}"), "Start { forget: No, backend: Some(Portable), .. }");
    let session = SeaKeyak::start(&begin).unwrap();
    assert_eq!(format!("{session:?}"), "Keyak { states: 2, backend: Portable, .. }");
    let motorist = Motorist::<u64, 2>::start(Some(Backend::Portable), b"secret", Forget::No).unwrap();
    assert_eq!(format!("{motorist:?}"), "Motorist { pistons: 2, backend: Portable, .. }");
}
