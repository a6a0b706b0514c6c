//! SLH-DSA against two other implementations, on every backend, and what must be refused.

use crate::support::{Counter, bytes, full};
use lanesum::Backend;
use lanesum_signatures::Error;
use lanesum_signatures::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding};
use lanesum_signatures::signature::{Signer, Verifier};
use lanesum_signatures::slh_dsa::hazmat::{generate_counted, sign_internal, sign_internal_counted};
use lanesum_signatures::slh_dsa::{
    FaultCheck, HashFamily, ParameterSet, Prehash, PrehashFunction, Prehasher, Signature, SigningKey, VerifyingKey,
};
use lanesum_signatures::spki::{DecodePublicKey, EncodePublicKey};

const FAST: [ParameterSet; 2] = [ParameterSet::Shake128f, ParameterSet::Sha2_192f];

fn key(set: ParameterSet, salt: u64) -> SigningKey {
    let seed = |i| bytes(set.seed_bytes(), 3 * salt + i);
    SigningKey::from_seeds(set, &seed(0), &seed(1), &seed(2)).unwrap()
}

/// How many signatures both crates verify: 1,000 of a fast set and 20 of a small one with `LANESUM_SIGNATURES=full`, else a tenth.
fn messages(set: ParameterSet) -> u64 {
    let many = if is_fast(set) { 1000 } else { 20 };
    if full() { many } else { many / 10 }
}

/// How many of them crate slh-dsa also makes itself, which takes it up to seconds each. (A signature that is valid for the same public key
/// can only differ in its randomizer.)
fn made_there(set: ParameterSet) -> u64 {
    match (full(), is_fast(set), set.family()) {
        (true, ..) => messages(set),
        (_, true, _) => 5,
        (_, false, HashFamily::Sha2) => 1,
        (_, false, HashFamily::Shake) => 0,
    }
}

fn is_fast(set: ParameterSet) -> bool {
    set.name().ends_with('f')
}

/// Against the crates slh-dsa and fips205: our signatures are valid there, and not for another message; theirs are ours, byte by byte, and
/// a key has the same DER.
macro_rules! against_others {
    ($($set:ident $fips205:ident)*) => { $(
        #[test]
        #[allow(non_snake_case)]
        fn $set() {
            use fips205::traits::{SerDes, Signer as _, Verifier as _};
            let set = ParameterSet::$set;
            let ours = key(set, 1);
            let theirs = slh_dsa::SigningKey::<slh_dsa::$set>::try_from(&ours.to_bytes()[..]).unwrap();
            assert_eq!(ours.to_pkcs8_der().unwrap().as_bytes(), EncodePrivateKey::to_pkcs8_der(&theirs).unwrap().as_bytes());
            let public: &slh_dsa::VerifyingKey<slh_dsa::$set> = theirs.as_ref();
            let der = EncodePublicKey::to_public_key_der(public).unwrap();
            assert_eq!(ours.verifying_key().to_public_key_der().unwrap().as_bytes(), der.as_bytes());
            let bytes_of = ours.verifying_key().as_bytes().to_vec();
            let fips205 = fips205::$fips205::PublicKey::try_from_bytes(bytes_of.try_into().unwrap()).unwrap();
            for i in 0..messages(set) {
                let (message, context) = (bytes(1 + i as usize * 7, i), bytes(i as usize % 256, i));
                let random = bytes(set.seed_bytes(), i);
                let signature = ours.sign_with_context(&context, &message, &mut crate::support::Fixed(&random)).unwrap();
                let slh_dsa = slh_dsa::Signature::try_from(signature.as_bytes()).unwrap();
                assert!(public.try_verify_with_context(&message, &context, &slh_dsa).is_ok(), "{set}, message {i}");
                let array = signature.as_bytes().try_into().unwrap();
                assert!(fips205.verify(&message, array, &context), "{set}, message {i}");
                if i % 10 == 0 {
                    let other = &message[1..];
                    assert!(public.try_verify_with_context(other, &context, &slh_dsa).is_err(), "{set}, message {i}");
                    assert!(!fips205.verify(other, array, &context), "{set}, message {i}");
                }
                if i < made_there(set) {
                    let expected = theirs.try_sign_with_context(&message, &context, Some(&random)).unwrap();
                    assert!(signature.as_bytes() == expected.to_vec(), "{set}, message {i}");
                }
            }
            // One that needs no random numbers. It takes the small sets seconds.
            if is_fast(set) || full() {
                let private = fips205::$fips205::PrivateKey::try_from_bytes(ours.to_bytes()[..].try_into().unwrap()).unwrap();
                let signature = private.try_sign(b"message", b"context", false).unwrap();
                assert!(ours.sign_deterministic(b"context", b"message").unwrap().as_bytes() == signature, "{set}");
            }
        }
    )* };
}
mod against_others {
    use super::*;
    against_others! {
        Shake128f slh_dsa_shake_128f
        Shake128s slh_dsa_shake_128s
        Shake192f slh_dsa_shake_192f
        Shake192s slh_dsa_shake_192s
        Shake256f slh_dsa_shake_256f
        Shake256s slh_dsa_shake_256s
        Sha2_128f slh_dsa_sha2_128f
        Sha2_128s slh_dsa_sha2_128s
        Sha2_192f slh_dsa_sha2_192f
        Sha2_192s slh_dsa_sha2_192s
        Sha2_256f slh_dsa_sha2_256f
        Sha2_256s slh_dsa_sha2_256s
    }
}

#[test]
fn signatures_are_the_same_on_every_backend() {
    for set in FAST {
        let key = key(set, 3);
        let signature = key.sign_deterministic(b"context", b"message").unwrap();
        let mut backends = 0;
        for &backend in Backend::ALL {
            let Ok(forced) = key.clone().with_backend(backend) else { continue };
            assert!(forced.sign_deterministic(b"context", b"message").unwrap() == signature, "{set} on {backend}");
            forced.verifying_key().verify_with_context(b"context", b"message", &signature).unwrap();
            backends += 1;
        }
        assert!(backends >= 2, "{set}: there are at least portable and another one");
    }
}

/// The counts of slhdsa-c, the C implementation of an author of SPHINCS+; the message's own hashes are not counted here.
#[test]
fn as_many_calls_as_the_scheme_has() {
    for (set, generate, sign) in [
        (ParameterSet::Shake128f, 4_527, 105_632),
        (ParameterSet::Shake128s, 289_791, 2_200_287),
        (ParameterSet::Shake256f, 17_439, 349_680),
    ] {
        let seed = bytes(set.seed_bytes(), 1);
        let (key, calls) = generate_counted(set, [&seed, &seed, &seed], None).unwrap();
        assert_eq!(calls.keccak, generate, "{set}");
        let (_, calls) = sign_internal_counted(&key, &[b"message"], None).unwrap();
        // How far the top layer's chains go depends on what is signed.
        assert!(calls.keccak.abs_diff(sign) <= sign / 1000, "{set}: {} calls, not {sign}", calls.keccak);
    }
}

/// A bit of each value of n bytes in the signature, and all bits of the first value; with `LANESUM_SIGNATURES=full` every bit.
#[test]
fn every_changed_value_is_found() {
    for set in FAST {
        let key = key(set, 4);
        let signature = key.sign_deterministic(b"", b"message").unwrap();
        let (n, len) = (set.seed_bytes(), signature.as_bytes().len());
        let bits = if full() {
            (0..8 * len).collect::<Vec<_>>()
        } else {
            (0..8 * n).chain((1..len / n).map(|i| 8 * (i * n + i % n) + i % 8)).collect()
        };
        for some in bits.chunks(1000) {
            let changed = some.iter().map(|bit| {
                let mut bytes = signature.as_bytes().to_vec();
                bytes[bit / 8] ^= 1 << (bit % 8);
                Signature::try_from(&bytes[..]).unwrap()
            });
            let changed = changed.collect::<Vec<_>>();
            let messages = vec![b"message"; changed.len()];
            let found = key.verifying_key().verify_many_rayon(b"", &messages, &changed).unwrap();
            let passed = found.iter().position(|result| *result != Err(Error::Invalid));
            assert_eq!(passed.map(|i| some[i]), None, "{set}");
        }
    }
}

#[test]
fn lengths_contexts_and_keys_are_looked_at() {
    let set = ParameterSet::Shake128f;
    let (key, other) = (key(set, 5), key(set, 6));
    let public = key.verifying_key();
    let long = [7; 256];
    for context in [&b""[..], b"a", &long[..255]] {
        let signature = key.sign_deterministic(context, b"message").unwrap();
        public.verify_with_context(context, b"message", &signature).unwrap();
        for (key, context, message) in [
            (&public, &b"b"[..], &b"message"[..]),
            (&public, context, b"messag"),
            (&other.verifying_key(), context, b"message"),
        ] {
            assert_eq!(key.verify_with_context(context, message, &signature), Err(Error::Invalid));
        }
    }
    assert_eq!(key.sign_deterministic(&long, b""), Err(Error::ContextTooLong(256)));
    let signature = key.sign_deterministic(b"", b"").unwrap();
    assert_eq!(public.verify_with_context(&long, b"", &signature), Err(Error::ContextTooLong(256)));
    assert!(Signature::try_from(&signature.as_bytes()[1..]).is_err());
    let long = Signature::try_from(&vec![0; 35_664][..]).unwrap();
    let length = Error::Length { what: "signature", expected: 17_088, got: 35_664 };
    assert_eq!(public.verify_with_context(b"", b"", &long), Err(length));
    for len in [0, 63, 65, 128] {
        let length = Error::Length { what: "private key", expected: 64, got: len };
        assert_eq!(SigningKey::from_bytes(set, &vec![0; len]).unwrap_err(), length);
        assert!(VerifyingKey::from_bytes(set, &vec![0; len / 2 + len % 2]).is_err() || len == 63);
    }
    assert!(sign_internal(&key, &[], Some(&[0; 15])).is_err());
    assert!(matches!(key.clone().with_backend(Backend::ShaNi), Err(Error::Backend(_))));
}

#[test]
fn a_private_key_knows_when_it_is_damaged() {
    let key = key(ParameterSet::Sha2_128f, 7);
    key.check().unwrap();
    let mut bytes = key.to_bytes();
    bytes[60] ^= 1;
    let damaged = SigningKey::from_bytes(ParameterSet::Sha2_128f, &bytes).unwrap();
    assert_eq!(damaged.check(), Err(Error::KeyMismatch));
    // Its signatures lead to another root than the one that it has.
    let checked = damaged.with_fault_check(FaultCheck::Yes);
    assert_eq!(checked.sign_deterministic(b"", b""), Err(Error::Fault));
    assert!(!format!("{key:?}").contains("bytes: ["), "nothing secret is shown");
}

#[test]
fn several_threads_make_the_same_keys_and_signatures() {
    for set in [ParameterSet::Sha2_128s, ParameterSet::Shake256f] {
        let key = key(set, 5).with_fault_check(FaultCheck::Yes);
        let made = SigningKey::generate(set, &mut Counter(1)).unwrap();
        let expected = key.sign_with_context(b"c", b"message", &mut Counter(1)).unwrap();
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| key.sign_rayon(b"c", b"message", &mut Counter(1)).unwrap());
            assert!(found == expected, "{set} on {threads} threads");
            let found = pool.install(|| SigningKey::generate_rayon(set, &mut Counter(1)).unwrap());
            assert!(found == made, "a key of {set} on {threads} threads");
        }
        assert!(key.sign_rayon(&[0; 256], b"", &mut Counter(1)).is_err());
    }
}

#[test]
fn many_at_a_time_are_as_one_by_one() {
    let key = key(ParameterSet::Sha2_128f, 8);
    let messages = (0..37).map(|i| bytes(i, i as u64)).collect::<Vec<_>>();
    let mut signatures = key.sign_many(b"c", &messages, &mut Counter(1)).unwrap();
    assert_eq!(key.sign_many_rayon(b"c", &messages, &mut Counter(1)).unwrap(), signatures);
    signatures.swap(3, 20);
    signatures[5] = Signature::try_from(&[0; 7856][..]).unwrap();
    let public = key.verifying_key();
    let found = public.verify_many(b"c", &messages, &signatures).unwrap();
    assert_eq!(public.verify_many_rayon(b"c", &messages, &signatures).unwrap(), found);
    for (i, (message, signature)) in messages.iter().zip(&signatures).enumerate() {
        assert_eq!(found[i], public.verify_with_context(b"c", message, signature), "message {i}");
        assert_eq!(found[i].is_ok(), ![3, 5, 20].contains(&i));
    }
    assert!(public.verify_many(b"c", &messages, &signatures[1..]).is_err());
    assert!(public.verify_many(&[0; 256], &messages, &signatures).is_err());
}

/// Against crate fips205, which has the same twelve by their object identifiers.
#[test]
fn messages_are_signed_by_their_hash() {
    use fips205::traits::{SerDes, Verifier};
    use fips205::{pre_hash, slh_dsa_shake_128f};
    let key = key(ParameterSet::Shake128f, 9);
    let public = key.verifying_key();
    let theirs = slh_dsa_shake_128f::PublicKey::try_from_bytes(public.as_bytes().try_into().unwrap()).unwrap();
    let message = bytes(1000, 1);
    let oids = [
        pre_hash::SHA2_224,
        pre_hash::SHA2_256,
        pre_hash::SHA2_384,
        pre_hash::SHA2_512,
        pre_hash::SHA2_512_224,
        pre_hash::SHA2_512_256,
        pre_hash::SHA3_224,
        pre_hash::SHA3_256,
        pre_hash::SHA3_384,
        pre_hash::SHA3_512,
        pre_hash::SHAKE_128,
        pre_hash::SHAKE_256,
    ];
    for (&function, oid) in PrehashFunction::ALL.iter().zip(oids) {
        let mut hasher = Prehasher::new(function);
        message.chunks(33).for_each(|piece| hasher.update(piece));
        let prehash = hasher.finish();
        assert_eq!(prehash, Prehash::of(function, &message));
        assert_eq!(Prehash::from_bytes(function, prehash.as_bytes()), Ok(prehash.clone()));
        assert!(Prehash::from_bytes(function, &prehash.as_bytes()[1..]).is_err());
        let signature = key.sign_prehash(b"c", &prehash, &mut Counter(2)).unwrap();
        public.verify_prehash(b"c", &prehash, &signature).unwrap();
        assert_eq!(public.verify_prehash(b"d", &prehash, &signature), Err(Error::Invalid));
        assert_eq!(public.verify_with_context(b"c", &message, &signature), Err(Error::Invalid));
        let signature = signature.as_bytes().to_vec().try_into().unwrap();
        assert!(theirs.hash_verify(prehash.as_bytes(), &signature, b"c", &oid), "{function:?}");
    }
}

#[test]
fn keys_are_written_and_read() {
    for &set in ParameterSet::ALL.iter().filter(|set| set.name().ends_with('f')) {
        let key = key(set, 10);
        let pem = key.to_pkcs8_pem(LineEnding::LF).unwrap();
        assert_eq!(SigningKey::from_pkcs8_pem(&pem).unwrap(), key);
        let public = key.verifying_key();
        let pem = public.to_public_key_pem(LineEnding::LF).unwrap();
        assert_eq!(VerifyingKey::from_public_key_pem(&pem).unwrap(), public);
        let der = key.to_pkcs8_der().unwrap();
        for changed in [der.as_bytes().len() - 1, 10, 17] {
            let mut bytes = der.as_bytes().to_vec();
            bytes[changed] ^= 0x40;
            assert!(SigningKey::from_pkcs8_der(&bytes).is_err() || changed == bytes.len() - 1);
        }
        assert!(SigningKey::from_pkcs8_der(&der.as_bytes()[..der.as_bytes().len() - 1]).is_err());
    }
}

#[test]
fn the_traits_sign_with_an_empty_context() {
    let key = key(ParameterSet::Shake128f, 11);
    let signature: Signature = key.sign(b"message");
    assert_eq!(signature, key.sign_deterministic(b"", b"message").unwrap());
    Verifier::verify(&key.verifying_key(), b"message", &signature).unwrap();
    assert!(Verifier::verify(&key.verifying_key(), b"other", &signature).is_err());
    let made = SigningKey::generate(ParameterSet::Shake128f, &mut Counter(3)).unwrap();
    assert_ne!(made, key);
    assert_eq!(SigningKey::generate(ParameterSet::Shake128f, &mut crate::support::Broken).unwrap_err(), Error::Random);
}
