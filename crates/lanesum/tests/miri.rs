//! A short way through everything that a user calls, for Miri, which takes a thousand times as long as the machine, and of whose backends
//! only the portable ones exist: `cargo +nightly miri test -p lanesum --test miri`. `cargo test` leaves it out: `all` has more of the same.

#[macro_use]
mod support;

#[allow(dead_code)]
#[path = "all/bits.rs"]
mod bits;
#[allow(dead_code)]
#[path = "all/case.rs"]
mod case;
#[path = "all/published.rs"]
mod published;
#[allow(dead_code)]
#[path = "all/ways.rs"]
mod ways;

use lanesum::hazmat::{
    Duplex, FullStateDuplex, KeccakSponge, Lane, MonkeyDuplex, MonkeyRounds, Outer, State, States, TwistedState,
};
use lanesum::prg::Prg;
use lanesum::{Algorithm, Backend, Hasher, ManyXof, Message, functions};
use reference::answers::{self, Answer};
use support::{backends, hex};

/// Outputs of "abc" and of [`long`]: the digest, or the last 32 of 200 bytes of an XOF, which lie in its second block.
fn answers(algorithm: Algorithm) -> [Answer; 2] {
    ["'abc'", "ptn:500"].map(|message| {
        let from = if algorithm.is_xof() { "from=168 " } else { "" };
        answers::beginning_with(&format!("{} {from}{message} = ", algorithm.name())).remove(0)
    })
}

fn long() -> Vec<u8> {
    (0..500).map(|i| (i % 251) as u8).collect()
}

/// By name, by type and in one call, in pieces, saved and restored, after a reset and in batches.
#[test]
fn all_functions_in_all_ways() {
    for &algorithm in Algorithm::PLAIN {
        answers(algorithm).iter().for_each(published::published);
    }
    // NIST's first samples.
    for line in ["cshake128 S='Email", "cshake256 S='Email", "kmac128 K", "kmac256 K", "kmacxof128 K", "tuplehash128 x"]
    {
        published::published(&answers::beginning_with(line)[0]);
    }
}

#[test]
fn hashers_side_by_side() {
    let data = long();
    for algorithm in
        [Algorithm::Sha3_256, Algorithm::Sha256, Algorithm::Sha512, Algorithm::Blake256, Algorithm::Blake512]
    {
        let [_, of_long] = answers(algorithm);
        let mut hashers = vec![Hasher::new(algorithm); 3];
        for piece in [&data[..77], &data[77..]] {
            Hasher::update_many(&mut hashers.iter_mut().map(|hasher| (hasher, piece)).collect::<Vec<_>>());
        }
        for hasher in hashers {
            let mut out = vec![0; of_long.output.len()];
            hasher.finalize().read(&mut out).unwrap();
            assert_eq!(out, of_long.output, "{algorithm}");
        }
    }
}

#[test]
fn states_on_every_backend() {
    let data = long();
    for backend in backends() {
        let mut one = State::<u64>::with_backend(backend).unwrap();
        one.add_bytes(3, &data[..150]).unwrap();
        one.permute(24).unwrap();
        let mut four = States::<u64, 4>::with_backend(backend).unwrap();
        for i in 0..4 {
            four.add_bytes(i, 3, &data[..150]).unwrap();
        }
        four.permute_all(24).unwrap();
        let (mut a, mut b) = ([0; 200], [0; 200]);
        one.extract_bytes(0, &mut a).unwrap();
        four.extract_bytes(3, 0, &mut b).unwrap();
        assert_eq!(a, b, "{backend}");
    }
}

#[test]
fn many_xofs_on_every_backend() {
    let data = long();
    let [_, of_long] = answers(Algorithm::Shake128);
    for backend in backends() {
        let messages = [&data[..], b"abc"].map(Message::from);
        let mut xofs = ManyXof::<functions::Shake128, 2>::with_backend(backend, messages).unwrap();
        let mut out = [[0; 200]; 2];
        xofs.squeeze(out.each_mut().map(|out| &mut out[..])).unwrap();
        assert_eq!(out[0][168..], of_long.output, "{backend}");
    }
}

#[test]
fn parallel_hash_in_pieces() {
    use lanesum::ParallelHash128;
    use lanesum::digest::Update;
    for backend in backends() {
        let [mut whole, mut pieces] = [[0; 32]; 2];
        let [mut all, mut few] = [(); 2].map(|()| ParallelHash128::with_backend(backend, 30, "").unwrap());
        all.update(&long());
        long().chunks(77).for_each(|piece| few.update(piece));
        all.finalize_to(&mut whole);
        few.finalize_to(&mut pieces);
        assert_eq!(whole, pieces, "{backend}");
    }
}

/// KT128 of two chunks and some bytes (RFC 9861 has no such answer: the reference agrees), at once, in pieces and in parts.
#[test]
fn a_tree_on_every_backend() {
    use lanesum::digest::Update;
    use lanesum::subtrees::{FinalNode, LastSubtree, Leaves};
    use lanesum::{Kt128, strengths};
    let data: Vec<u8> = (0..16_500).map(|i| (i % 251) as u8).collect();
    let answer = hex(&reference::turboshake::kt(reference::sp800_185::Strength::S128, &data, b"c", 32));
    for backend in backends() {
        let mut out = [0; 32];
        let whole = Kt128::with_backend(backend, "").unwrap();
        let mut pieces = whole.clone();
        whole.chain(&data).finalize_customized(b"c").read(&mut out);
        assert_eq!(hex(&out), answer, "{backend}");
        data.chunks(5000).for_each(|piece| pieces.update(piece));
        pieces.finalize_customized(b"c").read(&mut out);
        assert_eq!(hex(&out), answer, "{backend}");
    }
    let mut leaves = Leaves::<strengths::Bits128>::new(std::num::NonZeroU64::MIN);
    leaves.update(&data[8192..]);
    let last = LastSubtree::<strengths::Bits128>::from_bytes(&leaves.finish_last(b"c").to_bytes()).unwrap();
    let node = FinalNode::<strengths::Bits128>::new(data.first_chunk().unwrap());
    let mut out = [0; 32];
    FinalNode::<strengths::Bits128>::from_bytes(&node.to_bytes()).unwrap().finish(&last).unwrap().read(&mut out);
    assert_eq!(hex(&out), answer);
}

/// Keccak-f of the smaller widths on zeroes: the first bytes of the answers of XKCP (a41913e).
#[test]
fn short_lanes_on_every_backend() {
    fn first<W: Lane>(backend: Backend) -> Option<String> {
        if W::widths(backend).is_empty() {
            return None;
        }
        let mut one = State::<W>::with_backend(backend).unwrap();
        one.permute(W::ROUNDS).unwrap();
        let mut eight = States::<W, 8>::with_backend(backend).unwrap();
        eight.permute_all(W::ROUNDS).unwrap();
        let (mut a, mut b) = ([0; 8], [0; 8]);
        one.extract_bytes(1, &mut a).unwrap();
        eight.extract_bytes(7, 1, &mut b).unwrap();
        assert_eq!(a, b, "{backend}");
        Some(hex(&a))
    }
    for backend in backends() {
        if let Some(answer) = first::<u8>(backend) {
            assert_eq!(answer, "2826841cb35c171e", "{backend}");
            assert_eq!(first::<u16>(backend).unwrap(), "09ac40a90ff5149f", "{backend}");
            assert_eq!(first::<u32>(backend).unwrap(), "d431e5fbc604f499", "{backend}");
        }
    }
}

/// A pass through each construction; the checksums of the same are in `constructions`.
#[test]
fn constructions_on_every_backend() {
    let data = long();
    for backend in backends() {
        let mut sponge = KeccakSponge::<u64>::with_backend(backend, 1344, 24).unwrap();
        sponge.absorb(&data);
        sponge.absorb_bits(&[0b1111], 4).unwrap();
        let mut out = [0; 200];
        let mut reader = sponge.finish();
        reader.squeeze_bits(&mut out, 3).unwrap();
        reader.squeeze_bits(&mut out[..168], 8 * 168 - 3).unwrap();
        reader.squeeze(&mut out[..32]);
        assert_eq!(out[..32], answers(Algorithm::Shake128)[1].output, "{backend}");
        let mut duplex = Duplex::<u64>::with_backend(backend, 1027, 24).unwrap();
        duplex.duplexing(&[], 0, &mut out[..129]).unwrap();
        assert_eq!(hex(&out[..4]), "e6f80b36", "{backend}"); // KeccakDuplexIntermediateValues_r1027c573
        duplex.overwriting(&data, 123, &mut []).unwrap();
        let mut prg = Prg::<u64>::with_backend(backend, 510).unwrap();
        prg.feed(&data[..200]);
        prg.forget().unwrap();
        prg.fetch(&mut out);
        let rounds = MonkeyRounds { start: 12, step: 1, stride: 6 };
        // Ketje Major of an empty key and nonce.
        let mut monkey = MonkeyDuplex::<TwistedState<u64>>::with_backend(backend, 260, rounds, &[2, 1], 16).unwrap();
        monkey.step(&[0b10], 2, &mut []).unwrap();
        monkey.stride(&[0b01], 2, &mut out[..32]).unwrap();
        let mut full = FullStateDuplex::<u64>::with_backend(backend, 168, 12, &data[..40]).unwrap();
        full.duplexing(Outer::Overwrite, &data[..192], &mut out[..168]).unwrap();
    }
}

/// The first entries of `testKeyakv2.inc` and `testKetjev2.inc` of the Keccak code package, and a longer message there and back.
#[test]
fn encryption_on_every_backend() {
    use lanesum::ketje::Ketje;
    use lanesum::keyak::{Forget, Keyak, Start};

    fn keyak<W: lanesum::keyak::CryptLane, const P: usize>(start_tag: &str, ciphertext: &str, tag: &str) {
        let key: Vec<u8> = (0..16_u8).map(|i| 0x32_u8.wrapping_sub(i.rotate_left(3)).wrapping_add(i)).collect();
        for backend in backends().into_iter().filter(|backend| !W::widths(*backend).is_empty()) {
            let (mut session, first) = Keyak::<W, P>::start_tagged(&Start::new(&key, &[]).backend(backend)).unwrap();
            let mut other = session.clone();
            assert_eq!(hex(&first), start_tag, "{backend}");
            let mut data = *b"DEF";
            assert_eq!(hex(&session.wrap_in_place(b"ABC", &mut data, Forget::No).unwrap()), tag, "{backend}");
            assert_eq!(hex(&data), ciphertext, "{backend}");
            let mut data = long()[..180 * P].to_vec();
            let tag = other.wrap_in_place(b"ABC", &mut data, Forget::Yes).unwrap();
            let mut back = Keyak::<W, P>::start(&Start::new(&key, &[]).backend(backend)).unwrap();
            let mut copy = data.clone();
            assert_eq!(back.unwrap_in_place(b"", &mut copy, &tag, Forget::Yes), Err(lanesum::Error::WrongTag));
            assert!(copy.iter().all(|byte| *byte == 0), "{backend}");
            let begin = Start::new(&key, &[]).backend(backend);
            let mut back = Keyak::<W, P>::start_verified(&begin, &first).unwrap();
            back.unwrap_in_place(b"ABC", &mut data, &tag, Forget::Yes).unwrap();
            assert_eq!(data, long()[..180 * P], "{backend}");
        }
    }

    fn ketje<W: lanesum::ketje::StepLane>(answer: &str) {
        let n = Ketje::<TwistedState<W>>::MAX_KEY_AND_NONCE_BYTES;
        let rotated = |i: usize| usize::from((i as u8).rotate_left(3));
        let key: Vec<u8> = (0..n).map(|i| (0x12 + n + 161 * (n + 1024 - rotated(i) + i)) as u8).collect();
        for backend in backends().into_iter().filter(|backend| !W::widths(*backend).is_empty()) {
            let mut session = Ketje::<TwistedState<W>>::with_backend(backend, &key, &[]).unwrap();
            let mut other = session.clone();
            assert_eq!(hex(&session.wrap_in_place::<16>(b"", &mut []).unwrap()), answer, "{backend}");
            let mut data = long()[..70].to_vec();
            let tag: [u8; 16] = other.wrap_in_place(&long()[..40], &mut data).unwrap();
            let mut back = Ketje::<TwistedState<W>>::with_backend(backend, &key, &[]).unwrap();
            back.unwrap_in_place(&long()[..40], &mut data, &tag).unwrap();
            assert_eq!(data, long()[..70], "{backend}");
        }
    }

    keyak::<u32, 1>("bf4cd7465dac32b5d32f995be71f6eed", "22b038", "407d2fad5a971e9331a1a1ae06f36900");
    keyak::<u64, 1>("3518503b1c0f984edd18fb103db2ca3c", "c607d9", "ae47c03d6080174e7cdf0189e789076b");
    keyak::<u64, 2>("300cdeb7590b0ad094a8f12bfe92a750", "3eb1a0", "ef14a88a5627179dae98a229b8cb75d7");
    ketje::<u8>("1a9a90e0393719f729b046a4989aa511");
    ketje::<u16>("b44900aacf1362198e2761d51cfee188");
    ketje::<u32>("c5c2c6fee7e34d4703cb1a09864774ee");
    ketje::<u64>("93578302626c584b87e55643162def7a");
}
