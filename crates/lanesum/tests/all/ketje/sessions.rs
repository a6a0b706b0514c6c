//! The properties of a session, and many sessions in lanes.

use super::{KEY, NONCE};
use crate::support::{backends_for, message};
use aead::KeyInit;
use lanesum::hazmat::{State, TwistedState};
use lanesum::ketje::{Ketje, KetjeJr, KetjeJrV1, KetjeMajor, KetjeMinor, KetjeSr, KetjeSrAead, KetjeSrV1, Packet};
use lanesum::ketje::{KetjeState, StepLane};
use lanesum::{Backend, Error};

#[test]
fn version_one_is_another_function() {
    let tag = |mut session: KetjeJr| session.wrap_in_place::<8>(b"", &mut []).unwrap();
    let tag_v1 = |mut session: KetjeJrV1| session.wrap_in_place::<8>(b"", &mut []).unwrap();
    assert_ne!(tag(KetjeJr::new(KEY, NONCE).unwrap()), tag_v1(KetjeJrV1::new(KEY, NONCE).unwrap()));
    assert_eq!(KetjeSrV1::BLOCK_BYTES, 4);
}

fn forgeries<S: KetjeState>(backend: Backend) {
    let (plaintext, metadata) = (message(75, 1), message(30, 2));
    let new = || Ketje::<S>::with_backend(backend, KEY, NONCE).unwrap();
    let mut ciphertext = plaintext.clone();
    let tag: [u8; 12] = new().wrap_in_place(&metadata, &mut ciphertext).unwrap();
    let refused = |metadata: &[u8], ciphertext: &[u8], tag: &[u8; 12], what: &str| {
        let mut session = new();
        let mut out = vec![0xaa; ciphertext.len()];
        assert_eq!(session.unwrap(metadata, ciphertext, &mut out, tag), Err(Error::WrongTag), "{what}");
        assert!(out.iter().all(|byte| *byte == 0), "{what}: plaintext was released");
        let mut data = [7; 3];
        assert_eq!(session.feed(b"metadata"), Err(Error::SessionOver), "{what}");
        assert_eq!(session.wrap_in_place::<8>(&[], &mut data), Err(Error::SessionOver), "{what}");
        assert_eq!(session.unwrap_in_place(&[], &mut data, tag), Err(Error::SessionOver), "{what}");
        assert_eq!(session.wrap::<8>(&[], &[1; 3], &mut data), Err(Error::SessionOver), "{what}");
        assert_eq!(session.unwrap(&[], &[1; 3], &mut data, tag), Err(Error::SessionOver), "{what}");
        assert_eq!(data, [7; 3], "{what}");
    };
    for bit in 0..96 {
        let mut wrong = tag;
        wrong[bit / 8] ^= 1 << (bit % 8);
        refused(&metadata, &ciphertext, &wrong, "a bit of the tag");
    }
    for (i, shift) in (0..ciphertext.len()).zip((0..8).cycle()) {
        let mut wrong = ciphertext.clone();
        wrong[i] ^= 1 << shift;
        refused(&metadata, &wrong, &tag, "a bit of the message");
    }
    for i in 0..metadata.len() {
        let mut wrong = metadata.clone();
        wrong[i] ^= 0x80;
        refused(&wrong, &ciphertext, &tag, "a bit of the metadata");
    }
    refused(&metadata[..29], &ciphertext, &tag, "metadata cut off");
    refused(&metadata, &ciphertext[..74], &tag, "message cut off");
    refused(&metadata, &[&ciphertext[..], &[0]].concat(), &tag, "message too long");
    refused(&[&metadata[..], &[0]].concat(), &ciphertext, &tag, "metadata too long");
    refused(&metadata, &[], &tag, "no message");
    let mut data = ciphertext.clone();
    new().unwrap_in_place(&metadata, &mut data, &tag).unwrap();
    assert_eq!(data, plaintext);
}

#[test]
fn forgeries_are_refused() {
    backends_for::<u8>().into_iter().for_each(forgeries::<TwistedState<u8>>);
    backends_for::<u16>().into_iter().for_each(forgeries::<TwistedState<u16>>);
    backends_for::<u32>().into_iter().for_each(forgeries::<TwistedState<u32>>);
    backends_for::<u64>().into_iter().for_each(forgeries::<TwistedState<u64>>);
    backends_for::<u8>().into_iter().for_each(forgeries::<State<u8>>);
}

/// Numbers of sessions around those of lanes, of messages of all sorts of lengths, each on another backend.
fn many<W: StepLane>() {
    type Session<W> = Ketje<TwistedState<W>>;
    let backends = backends_for::<W>();
    let block = Session::<W>::BLOCK_BYTES;
    for count in [0, 1, 3, 4, 5, 7, 8, 9, 16, 23] {
        for longest in [1, 3 * block, 40 * block] {
            let session = |i: usize| {
                let backend = backends[i % backends.len()];
                Session::<W>::with_backend(backend, KEY, &[i as u8]).unwrap()
            };
            let (mut alone, mut together): (Vec<_>, Vec<_>) = (0..count).map(|i| (session(i), session(i))).unzip();
            let mut others: Vec<_> = (0..count).map(session).collect();
            // Two rounds: what is left in the sessions counts too.
            for round in 0..2 {
                let length = |i: usize| (i * 7919 + round * 31) % (longest + 1);
                let plaintexts: Vec<Vec<u8>> = (0..count).map(|i| message(length(i), i as u64)).collect();
                let metadata: Vec<Vec<u8>> = (0..count).map(|i| message(length(i + 3) % 70, i as u64)).collect();
                let mut expected = plaintexts.clone();
                let expected_tags: Vec<[u8; 16]> = alone
                    .iter_mut()
                    .zip(expected.iter_mut().zip(&metadata))
                    .map(|(session, (data, metadata))| session.wrap_in_place(metadata, data).unwrap())
                    .collect();
                let mut data = plaintexts.clone();
                let mut tags = vec![[0; 16]; count];
                let packets = |data: &mut [Vec<u8>], run: &mut dyn FnMut(&mut [Packet<'_>])| {
                    let mut packets: Vec<Packet<'_>> =
                        data.iter_mut().zip(&metadata).map(|(data, metadata)| Packet { metadata, data }).collect();
                    run(&mut packets);
                };
                packets(&mut data, &mut |packets| {
                    Ketje::wrap_many(&mut together, packets, &mut tags).unwrap();
                });
                assert!(data == expected && tags == expected_tags, "{count} sessions, up to {longest} bytes");
                let mut results = vec![Err(Error::SessionOver); count];
                packets(&mut data, &mut |packets| {
                    Ketje::unwrap_many(&mut others, packets, &tags, &mut results).unwrap();
                });
                assert!(data == plaintexts && results.iter().all(Result::is_ok), "{count} sessions, back");
            }
        }
    }
}

#[test]
fn many_sessions_are_as_each_alone() {
    many::<u8>();
    many::<u16>();
    many::<u32>();
    many::<u64>();
}

#[test]
fn one_forgery_among_many() {
    let mut sessions: Vec<_> = (0..9).map(|i| KetjeMinor::new(KEY, &[i]).unwrap()).collect();
    let mut others = sessions.clone();
    let mut data: Vec<Vec<u8>> = (0..9).map(|i| message(300, i)).collect();
    let mut tags = [[0; 16]; 9];
    let mut packets: Vec<_> = data.iter_mut().map(|data| Packet { metadata: b"m", data }).collect();
    let error = KetjeMinor::wrap_many(&mut sessions, &mut packets[..8], &mut tags).unwrap_err();
    assert_eq!(error, Error::Length { argument: "packets", expected: 9, got: 8 });
    KetjeMinor::wrap_many(&mut sessions, &mut packets, &mut tags).unwrap();
    tags[4][0] ^= 1;
    let mut results = [Ok(()); 9];
    let error = KetjeMinor::unwrap_many(&mut others, &mut packets, &tags, &mut results[..1]).unwrap_err();
    assert_eq!(error, Error::Length { argument: "results", expected: 9, got: 1 });
    KetjeMinor::unwrap_many(&mut others, &mut packets, &tags, &mut results).unwrap();
    for (i, data) in data.iter().enumerate() {
        let (result, plaintext) =
            if i == 4 { (Err(Error::WrongTag), vec![0; 300]) } else { (Ok(()), message(300, i as u64)) };
        assert_eq!(results[i], result, "{i}");
        assert_eq!(*data, plaintext, "{i}");
    }
    // The next round: one of them is over, and its data is left as it is.
    let mut data: Vec<Vec<u8>> = (0..9).map(|_| vec![7; 100]).collect();
    let mut packets: Vec<_> = data.iter_mut().map(|data| Packet { metadata: b"m", data }).collect();
    let before = tags;
    assert_eq!(KetjeMinor::wrap_many(&mut others, &mut packets, &mut tags).unwrap_err(), Error::SessionOver);
    assert_eq!(tags, before);
    KetjeMinor::unwrap_many(&mut others, &mut packets, &tags, &mut results).unwrap();
    assert_eq!(results.iter().filter(|result| **result == Err(Error::WrongTag)).count(), 8);
    assert_eq!(results[4], Err(Error::SessionOver));
    for (i, data) in data.iter().enumerate() {
        assert_eq!(*data, vec![if i == 4 { 7 } else { 0 }; 100], "{i}");
    }
}

#[test]
fn keys_and_nonces_that_do_not_fit() {
    assert_eq!(KetjeJr::MAX_KEY_AND_NONCE_BYTES, 22);
    assert_eq!(KetjeSr::MAX_KEY_AND_NONCE_BYTES, 47);
    assert_eq!(KetjeMinor::MAX_KEY_AND_NONCE_BYTES, 97);
    assert_eq!(KetjeMajor::MAX_KEY_AND_NONCE_BYTES, 197);
    assert_eq!([KetjeJr::BLOCK_BYTES, KetjeSr::BLOCK_BYTES], [2, 4]);
    assert_eq!([KetjeMinor::BLOCK_BYTES, KetjeMajor::BLOCK_BYTES], [16, 32]);
    let error = KetjeJr::new(&[1; 12], &[1; 11]).unwrap_err();
    assert_eq!(error, Error::NonceLength { bytes: 11, most: 10 });
    assert_eq!(error.to_string(), "the nonce has 11 bytes: with this key it can have at most 10");
    let error = KetjeJr::new(&[1; 23], &[]).unwrap_err();
    assert_eq!(error, Error::KeyLength { bytes: 23, least: 0, most: 22 });
    assert_eq!(error.to_string(), "the key has 23 bytes: it must have 0 to 22");
    KetjeJr::new(&[1; 12], &[1; 10]).unwrap();
    KetjeJr::new(&[1; 22], &[]).unwrap();
    let error = KetjeJr::with_backend(Backend::Portable32, KEY, NONCE).unwrap_err();
    assert_eq!(error, Error::NoFormForLane { backend: Backend::Portable32, bits: 8 });
}

#[test]
fn buffers_of_different_lengths() {
    let mut session = KetjeSr::new(KEY, NONCE).unwrap();
    let mut out = [7; 4];
    let error = |argument| Error::Length { argument, expected: 3, got: 4 };
    assert_eq!(session.wrap::<16>(b"", &[1; 3], &mut out).unwrap_err(), error("ciphertext"));
    assert_eq!(session.unwrap(b"", &[1; 3], &mut out, &[0; 16]).unwrap_err(), error("plaintext"));
    assert_eq!(out, [7; 4]);
    let tag: [u8; 16] = session.wrap(b"", &[1; 4], &mut out).unwrap();
    KetjeSr::new(KEY, NONCE).unwrap().unwrap_in_place(b"", &mut out, &tag).unwrap();
    assert_eq!(out, [1; 4]);
}

#[test]
fn the_backend_is_told_and_the_rest_is_not_printed() {
    for backend in backends_for::<u8>() {
        let mut session = KetjeJr::with_backend(backend, KEY, NONCE).unwrap();
        assert_eq!(session.backend(), backend);
        session.unwrap_in_place(&[], &mut [], &[0; 8]).unwrap_err();
        assert_eq!(session.backend(), backend, "after a wrong tag");
    }
    let planes = [Backend::Avx2Planes, Backend::Avx512Planes, Backend::Avx512PlanesPaper];
    let (session, state) = (KetjeMajor::new(KEY, NONCE).unwrap().backend(), State::<u64>::new().backend());
    assert!(if planes.contains(&state) { !planes.contains(&session) } else { session == state }, "{session}, {state}");
    let session = KetjeJr::with_backend(Backend::Portable, KEY, NONCE).unwrap();
    assert_eq!(format!("{session:?}"), "Ketje { bits: 200, backend: Portable, .. }");
    assert_eq!(format!("{:?}", KetjeSrAead::new(&[7; 16].into())), "KetjeAead { .. }");
}
