//! Keyak and Ketje: keys, nonces, metadata, messages and tags, each in a memory of its own.

use crate::support::guard::{Flush, Guarded};
use crate::support::{backends_for, message};
use lanesum::hazmat::{State, TwistedState};
use lanesum::ketje::{Ketje, Packet};
use lanesum::ketje::{KetjeState, StepLane};
use lanesum::keyak::CryptLane;
use lanesum::keyak::{Forget, Keyak, Start};

/// Around the parts of a block, blocks, and several deals of them to all states.
fn lengths(one: usize, all: usize) -> Vec<usize> {
    let around = |end: usize| [end - 1, end, end + 1, end + 7];
    let mut lengths: Vec<usize> = (0..=17).collect();
    lengths.extend([one, all, 2 * all, 3 * all, 7 * all].into_iter().flat_map(around));
    lengths
}

struct Memories {
    key: Guarded,
    nonce: Guarded,
    metadata: Guarded,
    input: Guarded,
    output: Guarded,
}

impl Memories {
    fn new(capacity: usize) -> Self {
        let [key, nonce, metadata, input, output] = [(); 5].map(|()| Guarded::new(capacity));
        Self { key, nonce, metadata, input, output }
    }
}

fn keyak<W: CryptLane, const P: usize>() {
    let all = Keyak::<W, P>::BLOCK_BYTES;
    let mut memories = Memories::new(7 * all + 7);
    let (key, nonce) = (message(16, 1), message(24, 2));
    let plain = Start::new(&key, &nonce).backend(lanesum::Backend::Portable);
    let of_metadata = lengths(24 * W::BYTES, all);
    // Metadata of another length, and none; and such as ends with what goes beside many blocks in one go.
    let pairs = lengths(all / P, all).into_iter().enumerate();
    let pairs = pairs.map(|(i, len)| (len, if i % 3 == 0 { 0 } else { of_metadata[i * 5 % of_metadata.len()] }));
    let beside = 24 * W::BYTES * P - all;
    for (len, metadata) in pairs.chain([(3 * all + 1, 3 * beside), (7 * all + 7, 7 * beside)]) {
        let metadata = message(metadata, 3);
        let plaintext = message(len, 4);
        let mut ciphertext = plaintext.clone();
        let mut session = Keyak::<W, P>::start(&plain).unwrap();
        let tag = session.wrap_in_place(&metadata, &mut ciphertext, Forget::Yes).unwrap();
        for (backend, flush) in backends_for::<W>().into_iter().flat_map(|b| Flush::BOTH.map(|flush| (b, flush))) {
            let what = || format!("{backend}, {P} states, {len} bytes, metadata of {}, {flush:?}", metadata.len());
            let (key, nonce) = (memories.key.put(&key, flush), memories.nonce.put(&nonce, flush));
            let metadata = memories.metadata.put(&metadata, flush);
            let begin = Keyak::<W, P>::start(&Start::new(key, nonce).backend(backend)).unwrap();
            let out = memories.output.room(len, flush);
            let input = memories.input.put(&plaintext, flush);
            let computed = begin.clone().wrap(metadata, input, out, Forget::Yes).unwrap();
            assert!(out == ciphertext && computed == tag, "{}", what());
            let data = memories.input.room(len, flush);
            data.copy_from_slice(out);
            begin.clone().unwrap(metadata, data, out, &tag, Forget::Yes).unwrap();
            assert!(out == plaintext, "back, {}", what());
            begin.clone().unwrap_in_place(metadata, data, &tag, Forget::Yes).unwrap();
            assert!(data == plaintext, "back in place, {}", what());
            begin.clone().wrap_in_place(metadata, data, Forget::Yes).unwrap();
            assert!(data == ciphertext, "in place, {}", what());
        }
    }
}

#[test]
fn of_keyak() {
    keyak::<u32, 1>();
    keyak::<u64, 1>();
    keyak::<u64, 2>();
    keyak::<u64, 4>();
    keyak::<u64, 8>();
}

fn ketje<W: StepLane, S: KetjeState>() {
    let block = Ketje::<S>::BLOCK_BYTES;
    let lengths = lengths(block, 4 * block);
    let mut memories = Memories::new(28 * block + 24);
    let (key, nonce) = (message(12, 1), message(10, 2));
    for (i, &len) in lengths.iter().enumerate() {
        let metadata = message(lengths[i * 5 % lengths.len()], 3);
        let plaintext = message(len, 4);
        let mut ciphertext = plaintext.clone();
        let mut session = Ketje::<S>::with_backend(lanesum::Backend::Compact, &key, &nonce).unwrap();
        let tag: [u8; 19] = session.wrap_in_place(&metadata, &mut ciphertext).unwrap();
        for (backend, flush) in backends_for::<W>().into_iter().flat_map(|b| Flush::BOTH.map(|flush| (b, flush))) {
            let bits = 8 * S::BYTES;
            let what = || format!("{backend}, {bits} bits, {len} bytes, metadata of {}, {flush:?}", metadata.len());
            let (key, nonce) = (memories.key.put(&key, flush), memories.nonce.put(&nonce, flush));
            let metadata = memories.metadata.put(&metadata, flush);
            let begin = Ketje::<S>::with_backend(backend, key, nonce).unwrap();
            let out = memories.output.room(len, flush);
            let input = memories.input.put(&plaintext, flush);
            let computed: [u8; 19] = begin.clone().wrap(metadata, input, out).unwrap();
            assert!(out == ciphertext && computed == tag, "{}", what());
            let data = memories.input.room(len, flush);
            data.copy_from_slice(out);
            begin.clone().unwrap(metadata, data, out, &tag).unwrap();
            assert!(out == plaintext, "back, {}", what());
            begin.clone().unwrap_in_place(metadata, data, &tag).unwrap();
            assert!(data == plaintext, "back in place, {}", what());
            begin.clone().wrap_in_place::<19>(metadata, data).unwrap();
            assert!(data == ciphertext, "in place, {}", what());
        }
    }
}

#[test]
fn of_ketje() {
    ketje::<u8, TwistedState<u8>>();
    ketje::<u16, TwistedState<u16>>();
    ketje::<u32, TwistedState<u32>>();
    ketje::<u64, TwistedState<u64>>();
    ketje::<u8, State<u8>>();
    ketje::<u16, State<u16>>();
}

/// Sessions in lanes: the messages of each of nine, ragged, in memories of their own.
fn in_lanes<W: StepLane>() {
    const COUNT: usize = 9;
    let block = Ketje::<TwistedState<W>>::BLOCK_BYTES;
    let mut memories = Guarded::several(COUNT, 20 * block + COUNT);
    for (least, more) in [(7 * block, 0), (7 * block, 1), (9 * block - 1, block), (11 * block, 1)] {
        let sessions: [_; COUNT] =
            std::array::from_fn(|i| Ketje::<TwistedState<W>>::new(b"twelve bytes", &[i as u8]).unwrap());
        let plaintexts: [_; COUNT] = std::array::from_fn(|i| message(least + i * more, i as u64));
        let mut expected = plaintexts.clone();
        let mut alone = sessions.clone();
        let each = alone.iter_mut().zip(&mut expected);
        let tags: Vec<[u8; 16]> = each.map(|(session, data)| session.wrap_in_place(b"m", data).unwrap()).collect();
        for flush in Flush::BOTH {
            let mut data: Vec<_> = memories
                .iter_mut()
                .zip(&plaintexts)
                .map(|(memory, plaintext)| {
                    let data = memory.room(plaintext.len(), flush);
                    data.copy_from_slice(plaintext);
                    data
                })
                .collect();
            let mut packets: Vec<_> = data.iter_mut().map(|data| Packet { metadata: b"m", data }).collect();
            let mut computed = [[0; 16]; COUNT];
            Ketje::wrap_many(&mut sessions.clone(), &mut packets, &mut computed).unwrap();
            assert!(data.iter().zip(&expected).all(|(data, expected)| *data == expected), "{flush:?}");
            assert_eq!(computed[..], tags);
            let mut packets: Vec<_> = data.iter_mut().map(|data| Packet { metadata: b"m", data }).collect();
            let mut results = [Ok(()); COUNT];
            Ketje::unwrap_many(&mut sessions.clone(), &mut packets, &computed, &mut results).unwrap();
            assert!(data.iter().zip(&plaintexts).all(|(data, plaintext)| *data == plaintext), "{flush:?}");
        }
    }
}

#[test]
fn of_ketje_in_lanes() {
    in_lanes::<u8>();
    in_lanes::<u16>();
    in_lanes::<u32>();
    in_lanes::<u64>();
}
