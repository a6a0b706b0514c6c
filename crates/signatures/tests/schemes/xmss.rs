//! XMSS and XMSS^MT against the crate `xmss`. `key_files.rs` has their files.

use std::time::Instant;

use crate::support::{self, Counter, backends, bytes, full};
use lanesum::{Algorithm, Backend};
use lanesum_signatures::Error;
use lanesum_signatures::spki::{DecodePublicKey, EncodePublicKey, der::pem::LineEnding};
use lanesum_signatures::xmss::hazmat::PrivateKey;
use lanesum_signatures::xmss::{KeyFile, ParameterSet, Signature, VerifyingKey};

fn key(set: ParameterSet, backend: Option<Backend>) -> PrivateKey {
    let seed = bytes(3 * set.seed_bytes(), 1);
    let (sk_seed, rest) = seed.split_at(set.seed_bytes());
    let (sk_prf, pub_seed) = rest.split_at(set.seed_bytes());
    PrivateKey::from_seeds(set, sk_seed, sk_prf, pub_seed, backend).unwrap()
}

/// The same keys, and the same signatures at some indices: where a tree ends, and far on; with `LANESUM_SIGNATURES=full` at all of them.
macro_rules! against_xmss {
    ($($set:ident $theirs:ident [$($index:literal)*];)*) => { $(
        #[test]
        #[allow(non_snake_case)]
        fn $set() {
            let set = ParameterSet::$set;
            // Theirs takes up to half a minute for these; without them their functions are compared by `Mt_Shake_20_4_256`, by the
            // published vectors and by liboqs.
            if matches!(set, ParameterSet::Sha2_10_256 | ParameterSet::Shake_10_256 | ParameterSet::Mt_Shake_60_12_512) && !full() {
                return;
            }
            let mut ours = key(set, None);
            let mut theirs = xmss::KeyPair::<xmss::$theirs>::from_seed(&bytes(3 * set.seed_bytes(), 1)).unwrap();
            let public = ours.verifying_key();
            assert_eq!(public.as_bytes(), theirs.verifying_key().as_ref());
            // Behind the set's number, their key has its index, as long as that of a signature.
            let index_bytes = if set.is_multi_tree() { set.height().div_ceil(8) } else { 4 };
            let secret = theirs.signing_key().as_ref().to_vec();
            let indices = [$($index),*];
            for &index in &indices[..if full() { indices.len() } else { 1 }] {
                let message = bytes(1 + index as usize % 1000, index);
                let signature = ours.sign(index, &message).unwrap();
                let expected = if index == 0 {
                    theirs.signing_key().sign_detached(&message).unwrap()
                } else {
                    let mut secret = secret.clone();
                    secret[4..4 + index_bytes].copy_from_slice(&index.to_be_bytes()[8 - index_bytes..]);
                    xmss::SigningKey::<xmss::$theirs>::try_from(&secret[..]).unwrap().sign_detached(&message).unwrap()
                };
                assert!(signature.as_bytes() == expected.as_ref(), "{set}, index {index}");
                public.verify(&message, &signature).unwrap();
                let mut wrong = signature.as_bytes().to_vec();
                let at = index as usize % wrong.len();
                wrong[at] ^= 1;
                assert!(public.verify(&message, &Signature::from_bytes(&wrong)).is_err(), "{set}, byte {at}");
            }
        }
    )* };
}
mod against_xmss {
    use super::*;
    against_xmss! {
        Sha2_10_256 XmssSha2_10_256 [1000];
        Shake_10_256 XmssShake_10_256 [129];
        // It reads no key of XMSS^MT whose number one of XMSS has, too: these three from their beginning.
        Mt_Sha2_20_4_256 XmssMtSha2_20_4_256 [0];
        Mt_Shake_20_4_256 XmssMtShake_20_4_256 [0];
        Mt_Shake256_20_4_192 XmssMtShake256_20_4_192 [32 0 31 700_000];
        Mt_Sha2_20_4_192 XmssMtSha2_20_4_192 [1024 1 1023 1_048_574];
        Mt_Shake256_40_8_256 XmssMtShake256_40_8_256 [0x12_3456_789a];
        Mt_Sha2_20_4_512 XmssMtSha2_20_4_512 [0];
        Mt_Shake_60_12_512 XmssMtShake_60_12_512 [0x0123_4567_89ab_cdef];
    }
}

#[test]
fn signatures_are_the_same_on_every_backend() {
    for (set, function) in
        [(ParameterSet::Mt_Sha2_20_4_192, Algorithm::Sha256), (ParameterSet::Mt_Shake256_20_4_192, Algorithm::Shake256)]
    {
        let mut signer = key(set, None);
        let public = signer.verifying_key();
        let expected = signer.sign(77, b"message").unwrap();
        for backend in backends(function) {
            // One of the four trees; the signer has computed the others.
            assert_eq!(key(set, Some(backend)).verifying_key().as_bytes(), public.as_bytes(), "{set} on {backend}");
            signer = signer.with_backend(backend);
            assert!(signer.sign(77, b"message").unwrap() == expected, "{set} on {backend}");
            public.clone().with_backend(backend).verify(b"message", &expected).unwrap();
        }
    }
}

#[test]
fn every_changed_value_is_found() {
    let set = ParameterSet::Mt_Shake_20_4_256;
    let mut key = key(set, None);
    let signature = key.sign(1, b"message").unwrap();
    let public = key.verifying_key();
    // A bit of each value, or every bit.
    let len = signature.as_bytes().len();
    let bits = if full() {
        (0..8 * len).collect::<Vec<_>>()
    } else {
        (0..len / 32).map(|i| 8 * (32 * i + i % 32) + i % 8).collect()
    };
    for bit in bits {
        let mut bytes = signature.as_bytes().to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(public.verify(b"message", &Signature::from_bytes(&bytes)).is_err(), "bit {bit}");
    }
    assert!(public.verify(b"messagf", &signature).is_err());
    assert!(public.verify(b"message", &Signature::from_bytes(&signature.as_bytes()[1..])).is_err());
    let mut other = public.as_bytes().to_vec();
    other[3] ^= 1;
    assert_eq!(VerifyingKey::from_bytes(set, &other).unwrap_err(), Error::ParameterSet);
    other[3] ^= 1;
    other[40] ^= 1;
    assert!(VerifyingKey::from_bytes(set, &other).unwrap().verify(b"message", &signature).is_err());
    assert_eq!(key.sign(1 << 20, b"").unwrap_err(), Error::Exhausted);
}

#[test]
fn many_are_verified_as_one_by_one() {
    support::many_are_verified_as_one_by_one!(key(ParameterSet::Mt_Sha2_20_4_256, None), |i| 3 * i, |wrong| {
        wrong[0] = 0xff;
    });
}

/// A key of the greatest height takes minutes to make, so only with `LANESUM_SIGNATURES=full` (and `--release`, or it is too slow): loading
/// it and signing takes under 50 ms, apart from waiting for the disk, which is not ours.
#[test]
fn a_large_key_signs_soon_after_loading() {
    if !full() {
        return;
    }
    let directory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = directory.path().join("key");
    let public = KeyFile::create(&path, ParameterSet::Shake_20_256, &mut Counter(1)).unwrap().verifying_key();
    // The least of several: others may use the machine.
    let times = (0..20).map(|_| {
        let begun = Instant::now();
        let mut file = KeyFile::open(&path).unwrap();
        let loaded = begun.elapsed();
        let loading_ended = Instant::now();
        let signature = file.sign(b"message").unwrap();
        let signed = loading_ended.elapsed();
        public.verify(b"message", &signature).unwrap();
        (signed, loaded)
    });
    let (signed, loaded) = times.min().unwrap();
    println!("\nsignatures: loaded in {loaded:.1?}, signed in {signed:.1?}");
    assert!(signed.as_millis() < 50, "{signed:?} after loading");
}

/// The object identifiers of RFC 9802 in DER. XMSS and XMSS^MT have the same numbers of parameter sets.
#[test]
fn public_keys_in_der_and_pem() {
    for (set, head) in [
        (ParameterSet::Sha2_10_256, "3053300a06082b06010505070622034500"),
        (ParameterSet::Mt_Shake256_60_12_192, "3043300a06082b06010505070623033500"),
    ] {
        let raw = [&set.oid().to_be_bytes()[..], &bytes(2 * set.seed_bytes(), 1)].concat();
        let public = VerifyingKey::from_bytes(set, &raw).unwrap();
        let head = (0..head.len() / 2).map(|i| u8::from_str_radix(&head[2 * i..2 * i + 2], 16).unwrap());
        let der = head.chain(raw).collect::<Vec<_>>();
        assert_eq!(public.to_public_key_der().unwrap().as_bytes(), der);
        assert_eq!(VerifyingKey::from_public_key_der(&der).unwrap(), public);
        let pem = public.to_public_key_pem(LineEnding::LF).unwrap();
        assert_eq!(VerifyingKey::from_public_key_pem(&pem).unwrap(), public);
        for at in 0..21 {
            let mut wrong = der.clone();
            wrong[at] ^= 0x40;
            assert!(VerifyingKey::from_public_key_der(&wrong).is_err(), "{set}, byte {at}");
        }
        assert!(lanesum_signatures::lms::VerifyingKey::from_public_key_der(&der).is_err());
    }
}
