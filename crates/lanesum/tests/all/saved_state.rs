//! Saved states of hashers: what is restored goes on as if nothing had been, whatever the backend; anything else is refused.
//! (`digest_traits/state.rs` has the typed functions of the table.)

use crate::support;

use digest::common::hazmat::SerializableState;
use digest::{ExtendableOutput, KeyInit, Mac, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, Backend, CShake, Error, Hasher, Kmac, Kt, ParallelHash, SavedError, Sha512T, Strength, TupleHash,
};
use support::{backends, backends_of, message, resealed};

/// Bytes before the contents.
const HEAD: usize = 20;

fn read(mut reader: impl digest::XofReader) -> [u8; 40] {
    let mut out = [0; 40];
    reader.read(&mut out);
    out
}

/// FIPS 180-4, section 5.3.3, the number of bytes, and the block that has begun.
#[test]
fn the_format_is_the_documented_one() {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(b"abc");
    let mut expected = b"lns\x01SHA-256\0\0\0\0\0\0\0\0\0".to_vec();
    for word in
        [0x6a09_e667_u32, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19]
    {
        expected.extend_from_slice(&word.to_be_bytes());
    }
    expected.extend_from_slice(&3_u128.to_be_bytes());
    expected.extend_from_slice(b"abc");
    expected.resize(expected.len() + 61 + 8, 0);
    assert_eq!(hasher.to_bytes(), resealed(&expected));
}

/// Bytes that are no saved state of this type: every byte damaged, cut off anywhere, and those of others.
fn refuses(good: &[u8], restore: &dyn Fn(&[u8]) -> Result<(), Error>) {
    assert_eq!(restore(good), Ok(()));
    for at in 0..good.len() {
        let mut bad = good.to_vec();
        bad[at] ^= 0x10;
        let expected = match at {
            0..3 => SavedError::Nothing,
            3 => SavedError::Version(0x11),
            _ => SavedError::Checksum,
        };
        assert_eq!(restore(&bad), Err(Error::Saved(expected)), "byte {at}");
    }
    for len in 0..good.len() {
        assert!(matches!(restore(&good[..len]), Err(Error::Saved(_))), "{len} bytes");
    }
    let mut other = good.to_vec();
    other[4..HEAD].copy_from_slice(b"SHA-0\0\0\0\0\0\0\0\0\0\0\0");
    assert_eq!(restore(&resealed(&other)), Err(Error::Saved(SavedError::Other)));
    for len in [good.len() - 1, good.len() + 1] {
        let mut other = good.to_vec();
        other.resize(len, 0);
        let result = restore(&resealed(&other));
        // A customization string may have any length.
        let has_string = good[4..].starts_with(b"KT");
        assert!(has_string || result == Err(Error::Saved(SavedError::Length)), "{len} bytes: {result:?}");
    }
}

#[test]
fn anything_else_is_refused() {
    for &algorithm in Algorithm::PLAIN {
        let mut hasher = Hasher::new(algorithm);
        hasher.update(&message(300, 3));
        refuses(&hasher.to_bytes(), &|saved| Hasher::from_bytes(saved).map(drop));
    }
    let mut kt = Kt::<Bits128>::new("");
    kt.update(&message(10_000, 3));
    let saved = kt.to_bytes();
    refuses(&saved, &|saved| Kt::<Bits128>::from_bytes(saved).map(drop));
    assert_eq!(Kt::<Bits256>::from_bytes(&saved).map(drop), Err(Error::Saved(SavedError::Other)));
    assert_eq!(saved, {
        let mut hasher = Hasher::new(Algorithm::Kt128);
        hasher.update(&message(10_000, 3));
        hasher.to_bytes()
    });
    assert_eq!(Hasher::from_bytes(&[]).map(drop), Err(Error::Saved(SavedError::Nothing)));
}

/// A state whose numbers no hasher can have, with a checksum that is right.
#[test]
fn impossible_numbers_are_refused() {
    let bad = |saved: &[u8], at: usize, bytes: &[u8]| {
        let mut saved = saved.to_vec();
        saved[HEAD + at..HEAD + at + bytes.len()].copy_from_slice(bytes);
        Hasher::from_bytes(&resealed(&saved)).map(drop)
    };
    let wrong = Err(Error::Saved(SavedError::Length));
    let sponge = Hasher::new(Algorithm::Sha3_256).to_bytes();
    assert_eq!(bad(&sponge, 200, &[135]), Ok(()));
    assert_eq!(bad(&sponge, 200, &[136]), wrong);
    let turbo = Hasher::new(Algorithm::TurboShake128).to_bytes();
    for (domain, expected) in [(0, wrong), (1, Ok(())), (0x7f, Ok(())), (0x80, wrong)] {
        assert_eq!(bad(&turbo, 201, &[domain]), expected, "domain {domain:#x}");
    }
    let sha2 = Hasher::new(Algorithm::Sha256).to_bytes();
    // More bytes than a message can have; bytes of a block that has not begun.
    assert_eq!(bad(&sha2, 32, &[1]), wrong);
    assert_eq!(bad(&sha2, 48, &[1]), wrong);
    let kt = Hasher::new(Algorithm::Kt128).to_bytes();
    // So many leaves that no number counts them, or counts one more; a leaf's state where none has begun.
    assert_eq!(bad(&kt, 0, &[0xff; 16]), wrong);
    for bytes in [1 << 63, 1 << 77, (1 << 77) + 8191] {
        assert_eq!(bad(&kt, 0, &u128::to_be_bytes(bytes)), wrong);
    }
    // The most bytes of all, and one more leaf. What has absorbed more than a block is not all zeroes.
    let mut most = kt.clone();
    most[HEAD + 215] = 1;
    most[HEAD + 415] = 1;
    most[HEAD..HEAD + 16].copy_from_slice(&((1_u128 << 63) - 1).to_be_bytes());
    let mut hasher = Hasher::from_bytes(&resealed(&most)).unwrap();
    hasher.update(&message(10_000, 3));
    let _ = hasher.finalize().read(&mut [0; 32]);
    assert_eq!(bad(&kt, 16, &[1]), wrong);
    assert_eq!(bad(&kt, 0, &[0; 16]), Ok(()));
}

/// Saved and restored after every piece, in pieces of any length, on every backend.
#[test]
fn trees_go_on_where_they_were() {
    fn kt<S: Strength>() {
        let data = message(190_000, 4);
        for backend in backends() {
            for piece in [1000, 8192, 8193, 20_000, 57_344, 65_536, 65_700, 70_001, 180_000] {
                for len in [0, 8191, 8192, 8193, 66_000, 131_072, 190_000] {
                    let data = &data[..len];
                    let mut hasher = Kt::<S>::with_backend(backend, "custom").unwrap();
                    let mut whole = Kt::<S>::new("custom");
                    whole.update(data);
                    for piece in data.chunks(piece) {
                        hasher.update(piece);
                        // The saved state continues the message, and saving changes nothing.
                        let saved = hasher.to_bytes();
                        hasher.update(b"");
                        assert_eq!(hasher.to_bytes(), saved);
                        hasher = Kt::from_bytes(&saved).unwrap();
                        assert_eq!(hasher.to_bytes(), saved, "{backend}, pieces of {}, {len}", piece.len());
                    }
                    assert_eq!(read(hasher.finalize_xof()), read(whole.finalize_xof()), "{backend}, {piece}, {len}");
                }
            }
        }
    }
    kt::<Bits128>();
    kt::<Bits256>();
}

/// A restored tree goes on in pieces as any other: of what it had begun, none, one byte or all of a leaf may come next.
#[test]
fn a_restored_tree_takes_any_piece() {
    let data = message(300_000, 5);
    for cut in [0, 1, 5000, 8192, 8193, 16_000, 16_384, 66_000, 73_728, 74_000, 139_264] {
        let mut hasher = Kt::<Bits128>::default();
        hasher.update(&data[..cut]);
        let saved = hasher.to_bytes();
        for next in [0, 1, 192, 2384, 8191, 8192, 30_000, 66_000, 100_000] {
            let mut restored = Kt::<Bits128>::from_bytes(&saved).unwrap();
            let end = cut + next;
            restored.update(&data[cut..end]);
            let mut through = Kt::<Bits128>::from_bytes(&restored.to_bytes()).unwrap();
            for hasher in [&mut restored, &mut through] {
                let mut expected = [0; 40];
                lanesum::kt128(&data[..end], b"", &mut expected);
                assert_eq!(read(hasher.clone().finalize_xof()), expected, "{cut}, {next}");
                lanesum::kt128(&data, b"x", &mut expected);
                hasher.update(&data[end..]);
                let mut out = [0; 40];
                hasher.clone().finalize_customized(b"x").read(&mut out);
                assert_eq!(out, expected, "{cut}, {next}, all");
            }
            #[cfg(feature = "rayon")]
            {
                let mut restored = Kt::<Bits128>::from_bytes(&saved).unwrap();
                restored.update_rayon(&data[cut..]);
                let mut expected = [0; 40];
                lanesum::kt128(&data, b"", &mut expected);
                assert_eq!(read(restored.finalize_xof()), expected, "{cut}, threads");
            }
        }
    }
}

/// Restores through the fixed form, which must be the same on every backend.
fn through<T: SerializableState>(hasher: &T, seen: &mut Option<Vec<u8>>, what: &str) -> T {
    let saved = hasher.serialize();
    let same = seen.get_or_insert_with(|| saved.to_vec());
    assert_eq!(saved[..], same[..], "{what}: not the same on all backends");
    let Ok(restored) = T::deserialize(&saved) else { panic!("{what}: refused") };
    assert_eq!(restored.serialize()[..], saved[..], "{what}: saved again");
    restored
}

/// A restored MAC verifies and refuses as the one that was saved.
#[test]
fn a_restored_mac_verifies() {
    let mac = Kmac::<Bits128>::new(&[7; 16].into()).chain_update(b"message");
    let tag = mac.clone().finalize();
    let restore = || Kmac::<Bits128>::deserialize(&mac.serialize()).unwrap();
    assert!(restore().verify(tag.as_bytes()).is_ok());
    assert!(restore().chain_update(b"!").verify(tag.as_bytes()).is_err());
}

/// Damage, and the state of another function.
#[test]
fn fixed_forms_refuse_anything_else() {
    fn refuses<T: SerializableState>(hasher: &T, name: &[u8]) {
        let good = hasher.serialize();
        assert_eq!((&good[..4], &good[4..4 + name.len()]), (&b"lns\x01"[..], name));
        assert!(good[4 + name.len()..HEAD].iter().all(|byte| *byte == 0));
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(T::deserialize(&bad).is_err(), "byte {at}");
        }
        let mut other = good.clone();
        other[4] ^= 1;
        let resealed = resealed(&other);
        other.copy_from_slice(&resealed);
        assert!(T::deserialize(&other).is_err());
    }
    let data = message(500, 8);
    refuses(&CShake::<Bits128>::new("", "x").chain(&data), b"cSHAKE128");
    refuses(&CShake::<Bits256>::default().chain(&data), b"cSHAKE256");
    refuses(&Kmac::<Bits128>::with_customization("key", "").chain(&data), b"KMAC128");
    refuses(&Kmac::<Bits256>::with_customization("key", "").chain(&data), b"KMAC256");
    refuses(&TupleHash::<Bits128>::new(""), b"TupleHash128");
    refuses(&TupleHash::<Bits256>::new(""), b"TupleHash256");
    refuses(&ParallelHash::<Bits128>::new(100, "").unwrap().chain(&data), b"ParallelHash128");
    refuses(&ParallelHash::<Bits256>::new(100, "").unwrap().chain(&data), b"ParallelHash256");
    refuses(&Sha512T::new(256).unwrap(), b"SHA-512/t");
}

/// Numbers that no state has, with a checksum that is right.
#[test]
fn fixed_forms_refuse_impossible_numbers() {
    fn with<T: SerializableState>(hasher: &T, at: usize, bytes: &[u8]) -> bool {
        let mut saved = hasher.serialize();
        saved[HEAD + at..HEAD + at + bytes.len()].copy_from_slice(bytes);
        let resealed = resealed(&saved);
        saved.copy_from_slice(&resealed);
        T::deserialize(&saved).is_ok()
    }
    let cshake = CShake::<Bits128>::new("", "x");
    // The places within the two blocks, then the bits that do not make a byte yet.
    assert!(with(&cshake, 401, &[167]) && !with(&cshake, 401, &[168]) && !with(&cshake, 200, &[1]));
    assert!(with(&cshake, 402, &[0x7f, 7]) && !with(&cshake, 402, &[0x80, 7]) && !with(&cshake, 402, &[0, 8]));
    let parallel = ParallelHash::<Bits128>::new(100, "").unwrap();
    assert!(!with(&parallel, 0, &[0; 8]), "blocks of 0 bytes");
    assert!(!with(&parallel, 8, &[0xff; 16]) && !with(&parallel, 24, &[1]));
    let mut sha = Sha512T::new(256).unwrap();
    // Up to the first block, the chaining value tells t.
    sha.update(&[0; 128]);
    for (t, exists) in [(0_u16, false), (1, true), (384, false), (511, true), (512, false)] {
        assert_eq!(with(&sha, 0, &t.to_be_bytes()), exists, "t = {t}");
    }
}

#[test]
fn sha512t_goes_on_where_it_was() {
    let data = message(300, 9);
    for t in [1, 7, 224, 256, 511] {
        for cut in [0, 1, 127, 128, 300] {
            let mut seen = None;
            let mut expected = Sha512T::new(t).unwrap();
            expected.update(&data);
            let mut out = [vec![0; t.div_ceil(8) as usize], vec![0; t.div_ceil(8) as usize]];
            expected.finalize_into(&mut out[0]).unwrap();
            for backend in backends_of(Algorithm::Sha512) {
                let mut hasher = Sha512T::with_backend(t, backend).unwrap();
                hasher.update(&data[..cut]);
                let mut restored = through(&hasher, &mut seen, "SHA-512/t");
                assert_eq!(restored.digest_bits(), t);
                restored.update(&data[cut..]);
                restored.finalize_into(&mut out[1]).unwrap();
                assert_eq!(out[0], out[1], "{t}, {cut}, {backend}");
            }
        }
    }
}

/// Whatever is restored, the backend is the best one here.
#[test]
fn the_backend_is_chosen_anew() {
    let portable = Hasher::with_backend(Algorithm::Sha256, Backend::Portable).unwrap();
    let restored = Hasher::from_bytes(&portable.to_bytes()).unwrap();
    assert_eq!(restored.backend(), Hasher::new(Algorithm::Sha256).backend());
}
