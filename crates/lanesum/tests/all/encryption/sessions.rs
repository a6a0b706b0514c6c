//! What a session of either cipher promises.

use super::{BOTH, Instance, KEY, NONCE, Tag, all, instances};
use crate::support::dropped::{gone, key_is_gone, memory_after_drop};
use crate::support::{backends_for, message};
use lanesum::hazmat::{Motorist, State};
use lanesum::ketje::{
    KetjeJr, KetjeJrAead, KetjeMajor, KetjeMajorAead, KetjeMinor, KetjeMinorAead, KetjeSr, KetjeSrAead,
};
use lanesum::keyak::{
    CryptLane, Forget, Keyak, LakeKeyak, LakeKeyakAead, LunarKeyak, OceanKeyak, RiverKeyak, RiverKeyakAead, SeaKeyak,
    Start,
};
use lanesum::{Backend, Error};

/// Every bit of the tag, one of each byte of the data, the metadata, and lengths.
fn forgeries(of: &Instance, backend: Backend) {
    let [plaintext, metadata] = [(200, 1), (30, 2)].map(|(len, seed)| message(len, seed));
    let new = || (of.start)(backend, KEY, NONCE);
    let mut ciphertext = plaintext.clone();
    let tag = new().wrap_in_place(&metadata, &mut ciphertext, Forget::No).unwrap();
    let refused = |metadata: &[u8], ciphertext: &[u8], tag: &Tag, forget, what: &str| {
        let what = format!("{}, {backend}: {what}", of.name);
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
        assert_eq!(session.backend(), backend, "{what}");
        let mut data = ciphertext.to_vec();
        assert_eq!(new().unwrap_in_place(metadata, &mut data, tag, forget), Err(Error::WrongTag), "{what}");
        assert!(data.iter().all(|byte| *byte == 0), "{what}: plaintext was released in place");
    };
    let flipped = |data: &[u8], bit: usize| {
        let mut data = data.to_vec();
        data[bit / 8] ^= 1 << (bit % 8);
        data
    };
    for bit in 0..128 {
        refused(&metadata, &ciphertext, flipped(&tag, bit)[..].try_into().unwrap(), Forget::No, "a bit of the tag");
    }
    for bit in (0..8 * ciphertext.len()).step_by(9) {
        refused(&metadata, &flipped(&ciphertext, bit), &tag, Forget::No, "a bit of the message");
    }
    for bit in (7..8 * metadata.len()).step_by(8) {
        refused(&flipped(&metadata, bit), &ciphertext, &tag, Forget::No, "a bit of the metadata");
    }
    refused(&metadata[..29], &ciphertext, &tag, Forget::No, "metadata cut off");
    refused(&metadata, &ciphertext[..199], &tag, Forget::No, "message cut off");
    refused(&metadata, &[&ciphertext[..], &[0]].concat(), &tag, Forget::No, "message too long");
    refused(&[&metadata[..], &[0]].concat(), &ciphertext, &tag, Forget::No, "metadata too long");
    refused(&metadata, &[], &tag, Forget::No, "no message");
    if of.states == 1 && of.alone > of.block {
        refused(&metadata, &ciphertext, &tag, Forget::Yes, "forgetting on one side");
    }
    new().unwrap_in_place(&metadata, &mut ciphertext, &tag, Forget::No).unwrap();
    assert_eq!(ciphertext, plaintext);
}

#[test]
fn forgeries_are_refused() {
    for of in &all() {
        for backend in &of.backends {
            forgeries(of, *backend);
        }
    }
}

/// A message is worth nothing without those before it; buffers of different lengths change nothing.
#[test]
fn messages_follow_each_other() {
    for (of, backend) in all().iter().filter_map(|of| of.backends.first().map(|backend| (of, *backend))) {
        let new = || (of.start)(backend, KEY, NONCE);
        let (mut from, mut first, mut second) = (new(), [1; 9], [2; 9]);
        let mut out = [7; 4];
        let error = |argument| Error::Length { argument, expected: 3, got: 4 };
        assert_eq!(from.wrap(b"", &[1; 3], &mut out, Forget::No), Err(error("ciphertext")), "{}", of.name);
        assert_eq!(from.unwrap(b"", &[1; 3], &mut out, &[0; 16], Forget::No), Err(error("plaintext")), "{}", of.name);
        assert_eq!(out, [7; 4]);
        let one = from.wrap_in_place(b"1", &mut first, Forget::No).unwrap();
        let two = from.wrap_in_place(b"2", &mut second, Forget::No).unwrap();
        let wrong = new().unwrap_in_place(b"2", &mut second.clone(), &two, Forget::No);
        assert_eq!(wrong, Err(Error::WrongTag), "{}", of.name);
        let mut to = new();
        to.unwrap_in_place(b"1", &mut first, &one, Forget::No).unwrap();
        to.unwrap_in_place(b"2", &mut second, &two, Forget::No).unwrap();
        assert_eq!((first, second), ([1; 9], [2; 9]), "{}", of.name);
    }
}

/// In every build: of sessions that are dropped or have failed, of Motorist, and of keys.
#[test]
fn secrets_are_erased() {
    fn motorist<W: CryptLane, const P: usize>() {
        for backend in backends_for::<W>() {
            let mut motorist = Motorist::<W, P>::start(Some(backend), KEY, Forget::No).unwrap();
            motorist.wrap_in_place(&[], &mut message(1000, 1), Forget::No).unwrap();
            let gone = gone(&memory_after_drop(motorist));
            assert!(gone > 24 * W::BYTES * P * 95 / 100, "{backend}: {gone} bytes of Motorist");
        }
    }
    for of in &all() {
        for &backend in &of.backends {
            let mut session = (of.start)(backend, KEY, NONCE);
            session.wrap_in_place(&[], &mut message(10_000, 1), Forget::No).unwrap();
            let [refused, dropped, goes_on] = session.erased();
            assert!(refused > of.erased && dropped > of.erased, "{}, {backend}: {refused}, {dropped} bytes", of.name);
            assert!(goes_on < of.erased / 3 + 20, "{}, {backend}: {goes_on} bytes of a session that goes on", of.name);
        }
    }
    instances!(motorist());
    key_is_gone::<RiverKeyakAead>();
    key_is_gone::<LakeKeyakAead>();
    key_is_gone::<KetjeJrAead>();
    key_is_gone::<KetjeSrAead>();
    key_is_gone::<KetjeMinorAead>();
    key_is_gone::<KetjeMajorAead>();
}

#[test]
fn starts_of_keyak() {
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
        let error = Keyak::<W, P>::start(&Start::new(&vec![1; most + 1], NONCE)).unwrap_err();
        assert_eq!(error, Error::KeyLength { bytes: most + 1, least: 0, most });
        // Keys that differ by zeroes at the end are different keys.
        let tag = |key: &[u8]| Keyak::<W, P>::start_tagged(&Start::new(key, NONCE)).unwrap().1;
        assert_ne!(tag(&[1, 0]), tag(&[1]));
    }
    instances!(starts());
}

/// Keyak's and Ketje's documents: the longest key (with its nonce, of Ketje), the longest nonce of one block, the block.
#[test]
fn sizes() {
    assert_eq!([RiverKeyak::MAX_KEY_BYTES, LakeKeyak::MAX_KEY_BYTES], [34, 38]);
    assert_eq!([RiverKeyak::MAX_NONCE_BYTES, LakeKeyak::MAX_NONCE_BYTES], [58, 150]);
    assert_eq!([RiverKeyak::BLOCK_BYTES, LakeKeyak::BLOCK_BYTES, SeaKeyak::BLOCK_BYTES], [68, 168, 336]);
    assert_eq!([OceanKeyak::BLOCK_BYTES, LunarKeyak::BLOCK_BYTES], [672, 1344]);
    assert_eq!(
        [KetjeJr::BLOCK_BYTES, KetjeSr::BLOCK_BYTES, KetjeMinor::BLOCK_BYTES, KetjeMajor::BLOCK_BYTES],
        [2, 4, 16, 32]
    );
    assert_eq!([KetjeJr::MAX_KEY_AND_NONCE_BYTES, KetjeSr::MAX_KEY_AND_NONCE_BYTES], [22, 47]);
    assert_eq!([KetjeMinor::MAX_KEY_AND_NONCE_BYTES, KetjeMajor::MAX_KEY_AND_NONCE_BYTES], [97, 197]);
    let error = KetjeJr::new(&[1; 12], &[1; 11]).unwrap_err();
    assert_eq!(error, Error::NonceLength { bytes: 11, most: 10 });
    let error = KetjeJr::new(&[1; 23], &[]).unwrap_err();
    assert_eq!(error, Error::KeyLength { bytes: 23, least: 0, most: 22 });
}

#[test]
fn backends_that_cannot_do_it() {
    let begin = Start::new(KEY, NONCE);
    let error = RiverKeyak::start(&begin.backend(Backend::Portable32)).unwrap_err();
    assert_eq!(error, Error::NoFormForLane { backend: Backend::Portable32, bits: 32 });
    let error = KetjeJr::with_backend(Backend::Portable32, KEY, NONCE).unwrap_err();
    assert_eq!(error, Error::NoFormForLane { backend: Backend::Portable32, bits: 8 });
    assert!(matches!(LakeKeyak::start(&begin.backend(Backend::ShaNi)).unwrap_err(), Error::NoForm { .. }));
    let planes = [Backend::Avx2Planes, Backend::Avx512Planes, Backend::Avx512PlanesPaper];
    let (session, state) = (KetjeMajor::new(KEY, NONCE).unwrap().backend(), State::<u64>::new().backend());
    assert!(if planes.contains(&state) { !planes.contains(&session) } else { session == state }, "{session}, {state}");
}
