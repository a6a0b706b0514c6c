//! BLAKE2's parameters, and BLAKE3 and its subtrees on every backend by name: compared with the reference and other crates. (The tests of
//! `lanesum` have messages, pieces and batches of all functions.)

use lanesum_batch::Backend;
use lanesum_blake::blake2::{Blake2bHasher, Blake2sHasher, ParameterBlock};
use lanesum_blake::blake3::{Blake3Hasher, Mode};
use lanesum_blake::engines::{Many3, One3};
use reference::blake3;

/// The backends of two engines that this machine has, and the plan's choice.
macro_rules! backends {
    ($one:ident, $many:ident) => {{
        let all = lanesum_batch::engine::backends::<$one, $many>().iter().copied();
        let named: Vec<_> = all.filter(|backend| backend.is_available()).map(Some).collect();
        assert!(named.contains(&Some(Backend::Portable)));
        [vec![None], named].concat()
    }};
}

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

const KEY: &[u8; 32] = b"whats the Elvish word for friend";
const CONTEXT: &[u8] = b"BLAKE3 2019-12-27 16:29:52 test vectors context";

macro_rules! blake2_tests {
    ($module:ident: $hasher:ident, $peer:ident) => {
        mod $module {
            use super::*;

            #[test]
            fn parameters_are_those_of_the_peer() {
                let parameters = ParameterBlock {
                    salt: b"salt",
                    person: b"person",
                    fanout: 2,
                    depth: 3,
                    leaf_bytes: 4096,
                    node_offset: 0x0102_0304_0506,
                    node_depth: 1,
                    inner_bytes: 32,
                    is_last_node: true,
                };
                let mut hasher = $hasher::new(24, b"key", &parameters, None).unwrap();
                hasher.update(b"message");
                let mut digest = [0; 24];
                hasher.finish_into(&mut digest);
                let mut peer = $peer::Params::new();
                peer.hash_length(24).key(b"key").salt(b"salt").personal(b"person").fanout(2).max_depth(3);
                peer.max_leaf_length(4096).node_offset(0x0102_0304_0506).node_depth(1).inner_hash_length(32);
                peer.last_node(true);
                assert_eq!(&digest, peer.hash(b"message").as_bytes());
            }
        }
    };
}
blake2_tests!(blake2b: Blake2bHasher, blake2b_simd);
blake2_tests!(blake2s: Blake2sHasher, blake2s_simd);

#[test]
fn an_offset_of_blake2s_has_48_bits() {
    let parameters = ParameterBlock { node_offset: 1 << 48, ..ParameterBlock::default() };
    assert!(Blake2sHasher::new(1, &[], &parameters, None).is_err());
    assert!(Blake2bHasher::new(1, &[], &parameters, None).is_ok());
}

/// A mode of the library and of the reference.
fn modes(backend: Option<Backend>) -> [(Mode, blake3::Mode<'static>); 3] {
    [
        (Mode::hash(backend).unwrap(), blake3::Mode::Hash),
        (Mode::keyed(KEY, backend).unwrap(), blake3::Mode::Keyed(KEY)),
        (Mode::derive(CONTEXT, backend).unwrap(), blake3::Mode::Derive(CONTEXT)),
    ]
}

/// Other crates are faster than the reference.
#[test]
fn blake3_of_every_number_of_chunks_and_of_pieces() {
    let message = message(140 * 1024 + 3);
    for chunks in 0..140 {
        for len in [1024 * chunks, 1024 * chunks + 3] {
            let expected = ::blake3::hash(&message[..len]);
            let mut digest = [0; 32];
            Mode::hash(None).unwrap().output(&message[..len]).read(0, &mut digest);
            assert_eq!(digest, *expected.as_bytes(), "{len} bytes");
            let mut hasher = Blake3Hasher::new(Mode::hash(None).unwrap());
            hasher.update(&message[..len / 3]);
            hasher.update(&message[len / 3..len]);
            hasher.output().read(0, &mut digest);
            assert_eq!(digest, *expected.as_bytes(), "{len} bytes in two pieces");
            let mut hasher = Blake3Hasher::new(Mode::hash(None).unwrap());
            for piece in message[..len.saturating_sub(1)].chunks((1 + chunks) * 1024) {
                hasher.update_followed(piece);
            }
            hasher.update(&message[len.saturating_sub(1)..len]);
            hasher.output().read(0, &mut digest);
            assert_eq!(digest, *expected.as_bytes(), "{len} bytes that others follow");
        }
    }
}

/// Kernels prefetch the chunks that follow, beyond the end of the message as well.
#[test]
fn blake3_of_messages_that_are_prefetched() {
    for backend in backends!(One3, Many3) {
        let mode = Mode::hash(backend).unwrap();
        for len in [(512 + 32) * 1024, 700 * 1024 + 1, (1 << 20) + 5 * 1024] {
            let message = message(len);
            let expected = ::blake3::hash(&message);
            let mut digest = [0; 32];
            mode.output(&message).read(0, &mut digest);
            assert_eq!(digest, *expected.as_bytes(), "{backend:?}, {len} bytes");
            let mut hasher = Blake3Hasher::new(Mode::hash(backend).unwrap());
            message.chunks(100_000).for_each(|piece| hasher.update(piece));
            hasher.output().read(0, &mut digest);
            assert_eq!(digest, *expected.as_bytes(), "{backend:?}, {len} bytes in pieces");
        }
    }
}

#[test]
fn output_of_blake3_may_begin_anywhere() {
    let message = message(100);
    for backend in backends!(One3, Many3) {
        let output = Mode::hash(backend).unwrap().output(&message);
        for (from, bytes) in
            [(0, 0), (0, 64), (1, 31), (63, 2), (64, 1024), (100, 1500), (1 << 38, 70), (u64::MAX - 200, 150)]
        {
            let mut read = vec![0; bytes];
            output.read(from, &mut read);
            let mut peer = ::blake3::Hasher::new().update(&message).finalize_xof();
            peer.set_position(from);
            let mut expected = vec![0; bytes];
            peer.fill(&mut expected);
            assert_eq!(read, expected, "{backend:?}: {bytes} bytes from {from} on");
        }
    }
}

#[test]
fn subtrees_of_blake3_can_be_joined_and_know_their_place() {
    let message = message(48 * 1024 + 9);
    for backend in backends!(One3, Many3) {
        for (mode, of_reference) in modes(backend) {
            for (from, to) in [(0, 1024), (1024, 2048), (32 * 1024, 48 * 1024 + 9), (0, 32 * 1024)] {
                let value = mode.subtree(&message[from..to], from as u64 / 1024);
                let expected = blake3::subtree(&of_reference, from as u64 / 1024, &message[from..to]);
                let expected: Vec<u8> = expected.into_iter().flat_map(u32::to_le_bytes).collect();
                assert_eq!(value[..], expected, "{backend:?}, {from} to {to}");
            }
        }
    }
}

#[test]
fn a_message_may_continue_with_subtrees() {
    let message = message(70 * 1024 + 1);
    let expected = ::blake3::hash(&message);
    for backend in backends!(One3, Many3) {
        for (before, bytes) in [(0, 1024), (0, 16 * 1024), (32, 32 * 1024), (6, 2048)] {
            let mode = Mode::hash(backend).unwrap();
            let mut hasher = Blake3Hasher::new(mode.clone());
            let (start, rest) = message.split_at(before * 1024);
            hasher.update(start);
            assert_eq!(hasher.next_chunk(), Some(before as u64));
            let (subtrees, rest) = rest.split_at((rest.len() - 1) / bytes * bytes);
            let values: Vec<_> = subtrees
                .chunks(bytes)
                .enumerate()
                .map(|(i, data)| mode.subtree(data, (before + i * bytes / 1024) as u64))
                .collect();
            hasher.push_subtrees(&values, (bytes / 1024) as u64);
            hasher.update(rest);
            let mut digest = [0; 32];
            hasher.output().read(0, &mut digest);
            assert_eq!(digest, *expected.as_bytes(), "{backend:?}, subtrees of {bytes} bytes");
            hasher.update(b"more");
            assert_eq!(hasher.next_chunk(), None);
        }
    }
}

#[test]
fn counters_of_chunks_in_lanes_carry() {
    let data: Vec<u8> = (0..33 * 1024).map(|i| (i * i % 251) as u8).collect();
    let portable = Mode::hash(Some(Backend::Portable)).unwrap();
    for t in [0, 5, (1 << 32) - 16, (1 << 32) - 3, (7 << 32) - 1, 1 << 40] {
        for chunks in [1, 2, 3, 4, 8, 16, 17, 32, 33] {
            let data = &data[..chunks * 1024];
            let expected = portable.subtree(data, t);
            for backend in backends!(One3, Many3) {
                let mode = Mode::hash(backend).unwrap();
                assert_eq!(mode.subtree(data, t), expected, "{chunks} chunks, {backend:?}");
            }
        }
    }
}

/// BLAKE3's `test_vectors`, if `../shared/more-vectors` has them. (BLAKE2's are read by the tests of `lanesum`.)
#[test]
fn official_vectors() {
    use serde_json::Value;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/more-vectors/blake3/test_vectors.json");
    let Ok(text) = std::fs::read(path) else {
        println!("not run: BLAKE3's official vectors: ../shared/more-vectors is not there");
        return;
    };
    let hex = |value: &Value| -> Vec<u8> {
        let digits = value.as_str().expect("hexadecimal");
        (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal")).collect()
    };

    let all: Value = serde_json::from_slice(&text).expect("JSON");
    let cases = all["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 35);
    for case in cases {
        let message = message(case["input_len"].as_u64().expect("a length") as usize);
        for backend in backends!(One3, Many3) {
            for ((mode, of_reference), name) in modes(backend).into_iter().zip(["hash", "keyed_hash", "derive_key"]) {
                let expected = hex(&case[name]);
                let mut output = vec![0; expected.len()];
                mode.output(&message).read(0, &mut output);
                assert_eq!(output, expected, "{name} of {} bytes, {backend:?}", message.len());
                assert_eq!(blake3::hash(&of_reference, &message, 0, expected.len()), expected);
            }
        }
    }
}
