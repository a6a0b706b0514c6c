//! Many sessions of Ketje in lanes.

use super::{KEY, NONCE};
use crate::support::dropped::{gone, memory_after_work};
use crate::support::guard::{Edge, Flush};
use crate::support::{backends_for, message};
use lanesum::Error;
use lanesum::hazmat::{Snp, TwistedState};
use lanesum::ketje::{Ketje, KetjeMinor, Packet, StepLane};

/// The length of the message of a session in a round.
type Length = Box<dyn Fn(usize, usize) -> usize>;

/// Calls for many sessions with these buffers.
fn packets(data: &mut [Edge], metadata: &[Vec<u8>], run: &mut dyn FnMut(&mut [Packet<'_>])) {
    let each = data.iter_mut().zip(metadata);
    let mut packets: Vec<Packet<'_>> = each.map(|(data, metadata)| Packet { metadata, data }).collect();
    run(&mut packets);
}

/// Numbers of sessions around those of lanes, of messages of all sorts of lengths, each on another backend.
fn many<W: StepLane>() {
    type Session<W> = Ketje<TwistedState<W>>;
    let backends = backends_for::<W>();
    // Those of `lanesum-papers` may have no short lanes.
    if cfg!(papers) && backends.is_empty() {
        return;
    }
    let block = Session::<W>::BLOCK_BYTES;
    let lengths = |longest: usize| move |i: usize, round: usize| (i * 7919 + round * 31) % (longest + 1);
    let alike = |least: usize, more: usize| move |i: usize, _: usize| least + i * more;
    let mut shapes: Vec<(usize, Length)> = Vec::new();
    for count in [0, 1, 3, 4, 5, 7, 8, 9, 16, 23] {
        for longest in [1, 3 * block, 40 * block] {
            shapes.push((count, Box::new(lengths(longest))));
        }
    }
    for (least, more) in [(7 * block, 0), (7 * block, 1), (9 * block - 1, block), (11 * block, 1)] {
        shapes.push((9, Box::new(alike(least, more))));
    }
    for (shape, (count, length)) in shapes.into_iter().enumerate() {
        let session = |i: usize| Session::<W>::with_backend(backends[i % backends.len()], KEY, &[i as u8]).unwrap();
        let (mut alone, mut together): (Vec<_>, Vec<_>) = (0..count).map(|i| (session(i), session(i))).unzip();
        let mut others: Vec<_> = (0..count).map(session).collect();
        // Two rounds: what is left in the sessions counts too.
        for round in 0..2 {
            let flush = Flush::turn(shape + round);
            let plaintexts: Vec<Vec<u8>> = (0..count).map(|i| message(length(i, round), i as u64)).collect();
            let metadata: Vec<Vec<u8>> = (0..count).map(|i| message(length(i + 3, round) % 70, i as u64)).collect();
            let mut expected = plaintexts.clone();
            let each = alone.iter_mut().zip(expected.iter_mut().zip(&metadata));
            let expected_tags: Vec<[u8; 16]> =
                each.map(|(session, (data, metadata))| session.wrap_in_place(metadata, data).unwrap()).collect();
            let mut data: Vec<_> = plaintexts.iter().map(|data| Edge::of(data, flush)).collect();
            let mut tags = vec![[0; 16]; count];
            packets(&mut data, &metadata, &mut |packets| Ketje::wrap_many(&mut together, packets, &mut tags).unwrap());
            let right = data.iter().zip(&expected).all(|(data, expected)| data[..] == expected[..]);
            assert!(right && tags == expected_tags, "{count} sessions");
            let mut results = vec![Err(Error::SessionOver); count];
            packets(&mut data, &metadata, &mut |packets| {
                Ketje::unwrap_many(&mut others, packets, &tags, &mut results).unwrap();
            });
            let right = data.iter().zip(&plaintexts).all(|(data, plaintext)| data[..] == plaintext[..]);
            assert!(right && results.iter().all(Result::is_ok), "{count} sessions, back");
        }
    }
    // Nine, of which every tag is wrong.
    for backend in backends {
        let mut session = Session::<W>::with_backend(backend, KEY, NONCE).unwrap();
        session.wrap_in_place::<16>(&[], &mut message(1000, 1)).unwrap();
        let memory = memory_after_work([(); 9].map(|()| session.clone()), |sessions| {
            let mut data = [(); 9].map(|()| message(300, 2));
            let mut packets = data.each_mut().map(|data| Packet { metadata: b"m", data });
            Ketje::unwrap_many(sessions, &mut packets, &[[0; 16]; 9], &mut [Ok(()); 9]).unwrap();
        });
        assert!(gone(&memory) > 9 * TwistedState::<W>::BYTES * 9 / 10, "{backend}: {} bytes of nine", gone(&memory));
    }
}

#[test]
fn as_each_alone() {
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
