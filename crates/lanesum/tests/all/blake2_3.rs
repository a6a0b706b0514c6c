//! BLAKE2 and BLAKE3 as types of the library, compared with the reference. Crate `lanesum-blake` tests every backend and the official vectors.
#![cfg(feature = "blake")]

use digest::{ExtendableOutput, ExtendableOutputReset, XofReader};
use lanesum::{Backend, Blake2Parameters, Blake2b, Blake2s, Blake3, Blake3Mode, Error, blake2b, blake2s, blake3};
use reference::{blake2, blake3 as of_reference};

const KEY: &[u8; 32] = b"whats the Elvish word for friend";
const CONTEXT: &str = "lanesum 2026-11-28 a test";

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

macro_rules! of_blake2 {
    ($test:ident, $type:ident, $oneshot:ident, $most:literal) => {
        #[test]
        fn $test() {
            let reference = |bytes, key: &[u8], message: &[u8]| blake2::Function::$type.hash(bytes, key, message);
            let data = bytes(3000);
            for (i, len) in [0, 1, 63, 64, 65, 128, 129, 1000, 3000].into_iter().enumerate() {
                for key in [&[][..], &KEY[..1 + i]] {
                    let mut hasher = $type::keyed(20 + i, key).unwrap();
                    hasher.update(&data[..len / 3]);
                    hasher.update(&data[len / 3..len]);
                    let expected = reference(20 + i, key, &data[..len]);
                    let mut digest = vec![0; 20 + i];
                    hasher.clone().finalize_into(&mut digest).unwrap();
                    assert_eq!(digest, expected, "{len} bytes");
                    assert!(hasher.clone().verify(&digest));
                    assert!(!hasher.clone().verify(&digest[1..]));
                    digest[i] ^= 1;
                    assert!(!hasher.clone().verify(&digest));
                    hasher.reset();
                    hasher.update(b"another");
                    hasher.finalize_into(&mut digest).unwrap();
                    assert_eq!(digest, reference(20 + i, key, b"another"));
                }
                assert_eq!($oneshot::<$most>(&data[..len])[..], reference($most, &[], &data[..len]));
            }
            assert!($type::new(0).is_err());
            assert!($type::new($most + 1).is_err());
            assert!($type::keyed(1, &[0; $most + 1]).is_err());
            let hasher = $type::keyed(16, KEY).unwrap();
            assert!(matches!(hasher.clone().finalize_into(&mut [0; 15]), Err(Error::Length { .. })));
            assert!(!format!("{hasher:?}").contains(&format!("{:?}", KEY[0])));
            let refused = $type::with_parameters(1, &[], &Blake2Parameters::default(), Some(Backend::ShaNi));
            assert!(matches!(refused, Err(Error::NoForm { .. })));
        }
    };
}
of_blake2!(blake2b_is_the_reference, Blake2b, blake2b, 64);
of_blake2!(blake2s_is_the_reference, Blake2s, blake2s, 32);

#[test]
fn blake3_is_the_reference() {
    let data = bytes(9000);
    let modes = [
        (Blake3Mode::Hash, of_reference::Mode::Hash),
        (Blake3Mode::Keyed(KEY), of_reference::Mode::Keyed(KEY)),
        (Blake3Mode::DeriveKey(CONTEXT), of_reference::Mode::Derive(CONTEXT.as_bytes())),
    ];
    for (mode, reference) in modes {
        let expected = |message: &[u8], bytes| of_reference::hash(&reference, message, 0, bytes);
        for len in [0, 1, 64, 65, 1024, 1025, 4096, 9000] {
            let mut hasher = Blake3::with_mode(mode);
            hasher.update(&data[..len / 3]);
            hasher.update(&data[len / 3..len]);
            let output = expected(&data[..len], 200);
            assert_eq!(hasher.finalize()[..], output[..32], "{mode:?}, {len} bytes");
            let mut reader = hasher.finalize_xof_reset();
            let mut read = [0; 200];
            reader.read(&mut read[..70]);
            reader.read(&mut read[70..]);
            assert_eq!(read[..], output);
            assert_eq!(reader.position(), 200);
            reader.set_position(33);
            reader.read(&mut read[..100]);
            assert_eq!(read[..100], output[33..133]);
            hasher.update(b"another");
            assert_eq!(hasher.finalize()[..], expected(b"another", 32));
        }
    }
    assert_eq!(blake3(&data)[..], of_reference::hash(&of_reference::Mode::Hash, &data, 0, 32));
    let portable = Blake3::with_backend(Backend::Portable, Blake3Mode::Hash).unwrap();
    assert_eq!(portable.backend(), Backend::Portable);
    assert!(matches!(Blake3::with_backend(Backend::ShaNi, Blake3Mode::Hash), Err(Error::NoForm { .. })));
}

#[test]
fn the_output_of_blake3_ends() {
    let mut reader = Blake3::new().finalize_xof();
    reader.set_position(u64::MAX - 10);
    reader.read(&mut [0; 10]);
    assert_eq!(reader.position(), u64::MAX);
    assert!(std::panic::catch_unwind(move || reader.read(&mut [0; 1])).is_err());
}

/// BLAKE2's kat, if `../shared/more-vectors` has it, by the table of functions on every backend.
#[test]
fn official_vectors() {
    use lanesum::{Algorithm, Options};
    use reference::named::{self, Inputs};
    use serde_json::Value;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/more-vectors/blake2/blake2-kat.json.gz");
    let Ok(packed) = std::fs::read(path) else {
        println!("not run: BLAKE2's official vectors: ../shared/more-vectors is not there");
        return;
    };
    let all: Value = serde_json::from_reader(flate2::read::GzDecoder::new(&packed[..])).expect("JSON");
    let hex = |value: &Value| -> Vec<u8> {
        let digits = value.as_str().expect("hexadecimal");
        (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal")).collect()
    };
    let mut counts = std::collections::BTreeMap::new();
    for case in all.as_array().expect("cases") {
        let name = case["hash"].as_str().expect("a name");
        // BLAKE2X is no function of the table.
        let Ok(algorithm) = name.parse::<Algorithm>() else { continue };
        let (message, key, expected) = (hex(&case["in"]), hex(&case["key"]), hex(&case["out"]));
        for backend in algorithm.backends().iter().copied().filter(|backend| backend.is_available()) {
            let mut digest = vec![0; expected.len()];
            let options = Options::from(backend).key(&key);
            algorithm.digest(options, &message, &mut digest).unwrap();
            assert_eq!(digest, expected, "{algorithm} on {backend}");
            let mut many = vec![0; 2 * expected.len()];
            algorithm.digest_many(options, &[&message, &message], &mut many).unwrap();
            assert_eq!(many, [&expected[..], &expected].concat(), "{algorithm} on {backend}");
        }
        let inputs = Inputs { key: reference::bits::BitString::from_bytes(&key), ..Inputs::default() };
        let of_reference =
            named::hash(name, &inputs, &[reference::bits::BitString::from_bytes_msb(&message)], 8 * expected.len());
        assert_eq!(of_reference.to_bytes_msb(), expected, "{algorithm}");
        *counts.entry(algorithm.name()).or_insert(0) += 1;
    }
    assert_eq!(counts, [("blake2b", 512), ("blake2bp", 512), ("blake2s", 512), ("blake2sp", 512)].into());
}

/// Every subtree of some messages, made of its bytes and of its halves, is what crate blake3 makes of it; so is the root.
#[test]
fn subtrees_of_blake3() {
    use ::blake3::hazmat::{self, HasherExt};
    use lanesum::subtrees::Blake3Subtree;
    fn split(blake3: &Blake3, data: &[u8], first: u64, seen: &mut Vec<Blake3Subtree>) -> Blake3Subtree {
        let subtree = blake3.subtree(first, data).unwrap();
        if data.len() > 1024 {
            let half = ((data.len() - 1) / 1024 + 1).next_power_of_two() / 2 * 1024;
            let left = split(blake3, &data[..half], first, seen);
            let right = split(blake3, &data[half..], first + (half / 1024) as u64, seen);
            assert_eq!(blake3.join(&left, &right), Ok(subtree));
        }
        assert_eq!((subtree.first(), subtree.bytes()), (first, data.len() as u64));
        seen.push(subtree);
        subtree
    }
    let data = bytes(40 * 1024);
    let context_key = hazmat::hash_derive_key_context(CONTEXT);
    let modes = [
        (Blake3Mode::Hash, hazmat::Mode::Hash, ::blake3::Hasher::new()),
        (Blake3Mode::Keyed(KEY), hazmat::Mode::KeyedHash(KEY), ::blake3::Hasher::new_keyed(KEY)),
        (
            Blake3Mode::DeriveKey(CONTEXT),
            hazmat::Mode::DeriveKeyMaterial(&context_key),
            ::blake3::Hasher::new_from_context_key(&context_key),
        ),
    ];
    for (mode, their_mode, their_hasher) in modes {
        let blake3 = Blake3::with_mode(mode);
        for len in [1025, 2048, 2049, 3 << 10, 4097, 7 << 10, 8192, 8193, 20_000, 33 << 10, 40 << 10] {
            let half = ((len - 1_usize) / 1024 + 1).next_power_of_two() / 2 * 1024;
            let mut seen = Vec::new();
            let left = split(&blake3, &data[..half], 0, &mut seen);
            let right = split(&blake3, &data[half..len], left.next(), &mut seen);
            for subtree in seen {
                let (from, to) = (1024 * subtree.first() as usize, subtree.bytes() as usize);
                let mut theirs = their_hasher.clone();
                theirs.set_input_offset(from as u64).update(&data[from..from + to]);
                assert_eq!(subtree.value(), theirs.finalize_non_root(), "{mode:?}, {subtree:?} of {len}");
                assert_eq!(Blake3Subtree::from_value(subtree.value(), subtree.first(), to as u64), Ok(subtree));
            }
            let (mut root, mut whole) = ([0; 100], [0; 100]);
            blake3.root(&left, &right).unwrap().read(&mut root);
            their_hasher.clone().update(&data[..len]).finalize_xof().fill(&mut whole);
            assert_eq!(root, whole, "{mode:?}, {len} bytes");
            hazmat::merge_subtrees_root_xof(&left.value(), &right.value(), their_mode).fill(&mut whole);
            assert_eq!(root, whole, "{mode:?}, {len} bytes");
        }
        assert!(!format!("{:?}", blake3.subtree(4, &data[..9]).unwrap()).contains("value"));
    }
    let blake3 = Blake3::new();
    let of = |first, len| blake3.subtree(first, &data[..len]);
    for (first, len, most) in [(0, 0, 1), (1, 1025, 1024), (3, 1025, 1024), (4, 4097, 4096), (6, 2049, 2048)] {
        assert_eq!(of(first, len), Err(Error::Length { argument: "data", expected: most, got: len }));
    }
    let [a, b, c, short] = [(0, 1024), (1, 1024), (2, 2048), (1, 9)].map(|(first, len)| of(first, len).unwrap());
    assert_eq!(blake3.join(&a, &c), Err(Error::LeafOrder { expected: 1, got: 2 }));
    assert_eq!(blake3.join(&b, &c), Err(Error::Length { argument: "left", expected: 2048, got: 1024 }));
    assert_eq!(blake3.join(&short, &c), Err(Error::Length { argument: "left", expected: 2048, got: 9 }));
    assert_eq!(blake3.root(&c, &of(4, 2048).unwrap()).unwrap_err(), Error::LeafOrder { expected: 0, got: 2 });
    assert!(blake3.join(&blake3.join(&a, &b).unwrap(), &c).is_ok());
    assert!(blake3.join(&a, &short).is_ok());
}
