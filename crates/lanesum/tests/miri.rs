//! A short way through everything that a user calls, for Miri, which takes a thousand times as long as the machine:
//! `cargo +nightly miri test -p lanesum --test miri`. Under Miri only the portable backends exist; `cargo test` runs the
//! same on all.

mod support;

use lanesum::hazmat::{
    Duplex, FullStateDuplex, KeccakSponge, Lane, MonkeyDuplex, MonkeyRounds, Outer, State, States, TwistedState,
};
use lanesum::prg::Prg;
use lanesum::{Algorithm, Backend, Hasher, ManyXof, Message, Sha3_256, functions};
use support::{backends, backends_of, hex, output};

/// Outputs of "abc" and of 500 bytes, byte i being i mod 251: the digest, or the last 32 of 200 bytes of an XOF, which
/// lie in its second block. From OpenSSL 3.0 (`openssl dgst`), Keccak-256 from `PyCryptodome` 3, those of RFC 9861 from a few lines of
/// Python after its pseudocode.
const ANSWERS: &[(Algorithm, &str, &str)] = &[
    (
        Algorithm::Sha3_224,
        "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
        "80b382c862dc6ece4611a73193eb4277fe488cac74eb648ef8e12903",
    ),
    (
        Algorithm::Sha3_256,
        "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
        "495689a003b0b1a4ec4572335ed2d96510cac163d6cc7e83daa73d9b555a2fd5",
    ),
    (
        Algorithm::Sha3_384,
        "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
        "d910661cfde760c2b5106d697fcb132f2107da68d901c8bb6f0e11c868062dd013a57f90b0bec1dfdbb654cb49f2da48",
    ),
    (
        Algorithm::Sha3_512,
        "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
        "f7aca9a50e9bd1207509d43bf9f9dfc980988f2e073b2756b17f003567182174330f2f8d04bd0527fb7f7312c8769362dbcba91c35f87f25fe0ce5b528a38e4d",
    ),
    (
        Algorithm::Shake128,
        "6aa01b3f5af057805f973ff8ecb8b226ac32ada6f01c1fcd4818cb006aa5b4cd",
        "328fa09141f75b7c66ea7a156f1507126c9a1e7b87ea46fcd112130c315791c9",
    ),
    (
        Algorithm::Shake256,
        "9442b99903f4dcfd8559ed3950faf40fe6f3b5d710ed3b677513771af6bfe119",
        "64fef24f525af8c2ca4cbde5234bf30771bf8168807123489421013614d49bdd",
    ),
    (
        Algorithm::Keccak256,
        "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
        "d1346278c6b964973ca0d85063b4e9264739c7b84ff877c8018c865229f44835",
    ),
    (
        Algorithm::Sha224,
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        "571fed7fd68d97fb64112667e882c09e5a13aa2323d877ef66a996a1",
    ),
    (
        Algorithm::Sha256,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "f6b8396506ad2ac31bfe6d73fa0155e090b62b4321043dafe308090296b28d84",
    ),
    (
        Algorithm::Sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
        "fd4b2eeb67827355188b0c926e5886c8fc90478f05a407ff55918fd5653f5139105f0ff8a50326227424cc5af7c50c71",
    ),
    (
        Algorithm::Sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "3a5626f759b44201f365ae7421713dcb12d579fdab88e9af2e073de41e2b7018d2048a3c4f1af7595344e62fbc1ca802e086f63840d7977da028ca222c867209",
    ),
    (
        Algorithm::Sha512_224,
        "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
        "7800fb84b0e6be0c6c9e748926cce16428dc04dd7ed226862c3c9c6c",
    ),
    (
        Algorithm::Sha512_256,
        "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
        "c54f52c31182f6c08c0f9512842740f90376815561afec33cebbf3f132e57cca",
    ),
    (
        Algorithm::Blake224,
        "7c270941a0b4a412db099b710da90112ce49f8510add4f896c07ace4",
        "9dfc3b32c370bce321539347524c51d7e013ee7793edde97f0cd6733",
    ),
    (
        Algorithm::Blake256,
        "1833a9fa7cf4086bd5fda73da32e5a1d75b4c3f89d5c436369f9d78bb2da5c28",
        "c73e59b78b91627214e7d73c3c9770b94afa4edb188104a1158890eeade69828",
    ),
    (
        Algorithm::Blake384,
        "fcbbe2a60f9d4bfabf2e018cc3b1628d520d6b325d5e90a8d196f3948811a952823349236daf0c49be6a214ede021aaa",
        "38f0546108ca310604c7c9e48b264ee4b18cdf337bf1ef5843e9c4963bd6639290db1a5ac8cce919bd6cad90720666a2",
    ),
    (
        Algorithm::Blake512,
        "14266c7c704a3b58fb421ee69fd005fcc6eeff742136be67435df995b7c986e7cbde4dbde135e7689c354d2bc5b8d260536c554b4f84c118e61efc576fed7cd3",
        "90c9c2f3fc3409ecae8e8b0258771725236f90f7ee685f0eea406188aa0b4cb6179e26b4374f71360c708c2ad349fcf16c4ac9a4e63565cd94daf3aba5eac654",
    ),
    (
        Algorithm::TurboShake128,
        "652e31e6bdbe65111e0c9b7092397d035b72b7f1558a75d1864a22470f69fb66",
        "52a23711f2ad374ffe6b78fb892cbfcd7409d11cb588ab89297195774870b46e",
    ),
    (
        Algorithm::TurboShake256,
        "780b169a6d4c59aa3dac354d4c0157255b3f881b67bd44ec9e10b846b93b3b10",
        "536c19dba0e40b365280dc82a33d99e595cae8b1b6ce8fd46283b99eabc2afba",
    ),
    (
        Algorithm::Kt128,
        "6c0acd2f4a50ede61b881dae5688741bd8f4c0db7f94db377e73c3ae03da5fc4",
        "53298a4c8e26214c629082915cc9573d0522d57bb3a1b6b7537c092ba93217fa",
    ),
    (
        Algorithm::Kt256,
        "a0d8cf797dc868f0b1c25243ac73babfe9a12499704bb3380d025c1600a6e820",
        "931e2022017a95a961afc3ddd77eed179f6f3e237c6566417db1e0879465f2de",
    ),
];

fn long() -> Vec<u8> {
    (0..500).map(|i| (i % 251) as u8).collect()
}

/// As many bytes as [`ANSWERS`] looks at, and where it begins.
fn wanted(algorithm: Algorithm) -> (usize, usize) {
    if algorithm.is_xof() { (200, 168) } else { (algorithm.digest_bits() / 8, 0) }
}

#[test]
fn one_message_on_every_backend() {
    for &(algorithm, abc, of_long) in ANSWERS {
        let (len, from) = wanted(algorithm);
        for backend in backends_of(algorithm) {
            for (message, answer) in [(b"abc".to_vec(), abc), (long(), of_long)] {
                assert_eq!(hex(&output(algorithm, backend, &message, len)[from..]), answer, "{algorithm}, {backend}");
            }
        }
    }
    assert_eq!(ANSWERS.len(), Algorithm::PLAIN.len());
}

#[test]
fn pieces_bits_and_resets_on_every_backend() {
    let data = long();
    let (_, _, answer) = ANSWERS[4];
    for backend in backends() {
        let mut hasher = Hasher::with_backend(Algorithm::Shake128, backend).unwrap();
        for piece in [&data[..1], &data[1..1], &data[1..200], &data[200..]] {
            hasher.update(piece);
        }
        let mut reader = hasher.finalize();
        let mut out = [0; 200];
        // 3 bits, then the rest from the middle of a byte.
        reader.read_bits(&mut out, 3).unwrap();
        assert_eq!(out[0] >> 3, 0);
        reader.read_bits(&mut out[..168], 8 * 168 - 3).unwrap();
        reader.read(&mut out[..32]).unwrap();
        assert_eq!(hex(&out[..32]), answer, "{backend}");
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
fn a_small_batch() {
    let data = long();
    let messages: [&[u8]; 5] = [b"abc", &data, b"abc", b"abc", &data];
    let (_, abc, of_long) = ANSWERS[1];
    let mut digests = [[0; 32]; 5];
    Sha3_256::digest_many(&messages, &mut digests).unwrap();
    for (digest, answer) in digests.iter().zip([abc, of_long, abc, abc, of_long]) {
        assert_eq!(hex(digest), answer);
    }
    let (head, tail) = data.split_at(77);
    for backend in backends() {
        let mut out = [0; 64];
        let messages = [Message::prefixed(head, tail), Message::prefixed(b"a", b"bc")];
        Algorithm::Sha3_256.digest_many(Some(backend), &messages, 32, &mut out).unwrap();
        assert_eq!(hex(&out), [of_long, abc].concat(), "{backend}");
    }
}

/// SHA-2 and BLAKE at once where the machine has some, from the batch and from running hashers.
#[test]
fn small_batches_of_chaining_values() {
    let data = long();
    let (head, tail) = data.split_at(77);
    for (algorithm, abc, of_long) in [ANSWERS[8], ANSWERS[10], ANSWERS[14], ANSWERS[16]] {
        let bytes = algorithm.digest_bits() / 8;
        for backend in backends_of(algorithm).into_iter().map(Some).chain([None]) {
            let messages = [Message::prefixed(head, tail), Message::prefixed(b"a", b"bc"), Message::new(&data)];
            let mut out = vec![0; 3 * bytes];
            algorithm.digest_many(backend, &messages, bytes, &mut out).unwrap();
            assert_eq!(hex(&out), [of_long, abc, of_long].concat(), "{algorithm}, {backend:?}");
        }
        let mut hashers = vec![Hasher::new(algorithm); 3];
        for piece in [head, tail] {
            Hasher::update_many(&mut hashers.iter_mut().map(|hasher| (hasher, piece)).collect::<Vec<_>>());
        }
        for hasher in hashers {
            let mut out = vec![0; bytes];
            hasher.finalize().read(&mut out).unwrap();
            assert_eq!(hex(&out), of_long, "{algorithm}");
        }
    }
}

#[test]
fn many_xofs_on_every_backend() {
    let data = long();
    let (_, _, of_long) = ANSWERS[4];
    for backend in backends() {
        let messages = [&data[..], b"abc"].map(Message::from);
        let mut xofs = ManyXof::<functions::Shake128, 2>::with_backend(backend, messages).unwrap();
        let mut out = [[0; 200]; 2];
        xofs.squeeze(out.each_mut().map(|out| &mut out[..])).unwrap();
        assert_eq!(hex(&out[0][168..]), of_long, "{backend}");
    }
}

/// NIST's first samples for cSHAKE128 and KMAC128; the tuple and the blocks in one piece and in many.
#[test]
fn sp_800_185() {
    use lanesum::digest::{ExtendableOutput, Update};
    use lanesum::{BitStr, CShake128, Kmac128, ParallelHash128, TupleHash128};
    let message = [0, 1, 2, 3];
    let key: Vec<u8> = (0x40..0x60).collect();
    for backend in backends() {
        let mut out = [0; 32];
        let hasher = CShake128::with_backend(backend, "", "Email Signature").unwrap();
        hasher.chain(message).finalize_xof().read(&mut out);
        assert_eq!(hex(&out), "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5", "{backend}");
        let mac = Kmac128::with_backend(backend, &key[..], "").unwrap().chain(message);
        mac.clone().finalize_to(&mut out);
        assert_eq!(hex(&out), "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e", "{backend}");
        assert!(mac.verify_bits(&out, 256).is_ok());

        let mut tuple = TupleHash128::with_backend(backend, "").unwrap();
        tuple.push(BitStr::from_bits(&[0xff], 3).unwrap());
        let mut in_pieces = tuple.clone();
        tuple.push(&message);
        in_pieces.push_in_pieces(4, |string| message.chunks(3).try_for_each(|piece| string.update(piece))).unwrap();
        let [mut whole, mut pieces] = [[0; 32]; 2];
        tuple.finalize_to(&mut whole);
        in_pieces.finalize_to(&mut pieces);
        assert_eq!(whole, pieces, "{backend}");

        let data = long();
        let [mut all, mut few] = [(); 2].map(|()| ParallelHash128::with_backend(backend, 30, "").unwrap());
        all.update(&data);
        for piece in data.chunks(77) {
            few.update(piece);
        }
        all.finalize_to(&mut whole);
        few.finalize_to(&mut pieces);
        assert_eq!(whole, pieces, "{backend}");
    }
}

/// KT128 of two chunks and some bytes (RFC 9861 has no such answer: the reference agrees), at once, in pieces and in parts.
#[cfg(feature = "alloc")]
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
        assert_eq!(hex(&out[..32]), ANSWERS[4].2, "{backend}");
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
    use lanesum::ketje::{Ketje, Packet};
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
        // Several at once where a form does that, which is not under Miri.
        if cfg!(miri) {
            return;
        }
        let mut sessions = [(); 4].map(|()| Ketje::<TwistedState<W>>::new(b"twelve bytes", b"n").unwrap());
        let mut others = sessions.clone();
        let mut data = [(); 4].map(|()| long()[..300].to_vec());
        let mut tags = [[0; 16]; 4];
        let mut packets = data.each_mut().map(|data| Packet { metadata: b"m", data });
        Ketje::wrap_many(&mut sessions, &mut packets, &mut tags).unwrap();
        let mut results = [Ok(()); 4];
        Ketje::unwrap_many(&mut others, &mut packets, &tags, &mut results).unwrap();
        assert!(results.iter().all(Result::is_ok) && data.iter().all(|data| *data == long()[..300]));
    }

    keyak::<u32, 1>("bf4cd7465dac32b5d32f995be71f6eed", "22b038", "407d2fad5a971e9331a1a1ae06f36900");
    keyak::<u64, 1>("3518503b1c0f984edd18fb103db2ca3c", "c607d9", "ae47c03d6080174e7cdf0189e789076b");
    keyak::<u64, 2>("300cdeb7590b0ad094a8f12bfe92a750", "3eb1a0", "ef14a88a5627179dae98a229b8cb75d7");
    ketje::<u8>("1a9a90e0393719f729b046a4989aa511");
    ketje::<u16>("b44900aacf1362198e2761d51cfee188");
    ketje::<u32>("c5c2c6fee7e34d4703cb1a09864774ee");
    ketje::<u64>("93578302626c584b87e55643162def7a");
}
