//! HMAC of many messages, and PBKDF2: published answers, and the crates `hmac` and `pbkdf2` for everything else.

use std::num::NonZeroU32;

use digest::block_api::EagerHash;
use hmac::{Hmac, HmacReset, KeyInit, Mac, SimpleHmac, SimpleHmacReset};
use lanesum::{Algorithm, Error, FixedFunction, FixedHash, Message, Parameter, Sha2Function, functions};

use crate::support::{hex, message};

/// One HMAC, over the traits at block level (of which `Hmac` keeps the chaining values after the padded key) and over those of a hasher, with
/// other people's hash functions as the oracle; one answer of RFC 4231.
#[test]
fn one_hmac() {
    fn mac<M: Mac + KeyInit>(key: &[u8], data: &[u8]) -> Vec<u8> {
        let mut mac = <M as KeyInit>::new_from_slice(key).unwrap();
        Mac::update(&mut mac, &data[..data.len() / 3]);
        Mac::update(&mut mac, &data[data.len() / 3..]);
        mac.finalize().into_bytes().to_vec()
    }
    fn again<M: Mac + KeyInit + digest::FixedOutputReset>(key: &[u8], data: &[u8]) -> Vec<u8> {
        let mut mac = <M as KeyInit>::new_from_slice(key).unwrap();
        Mac::update(&mut mac, b"another message");
        Mac::finalize_reset(&mut mac);
        Mac::update(&mut mac, data);
        mac.finalize_reset().into_bytes().to_vec()
    }
    let answer = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    assert_eq!(hex(&mac::<Hmac<lanesum::Sha256>>(b"Jefe", b"what do ya want for nothing?")), answer);
    for key in [0, 4, 20, 64, 65, 72, 73, 128, 131, 136, 137, 200] {
        for len in [0, 8, 28, 50, 54, 152, 500] {
            let (key, data) = (message(key, 1), message(len, 2));
            macro_rules! block_level {
                ($($name:ident)*) => { $(
                    let expected = mac::<Hmac<sha2::$name>>(&key, &data);
                    assert_eq!(mac::<Hmac<lanesum::$name>>(&key, &data), expected);
                    assert_eq!(again::<HmacReset<lanesum::$name>>(&key, &data), expected);
                    assert_eq!(mac::<SimpleHmac<lanesum::$name>>(&key, &data), expected);
                    assert_eq!(lanesum::$name::hmac(&key, &data)[..], expected);
                )* };
            }
            block_level!(Sha224 Sha256 Sha384 Sha512);
            macro_rules! hashers {
                ($($name:ident)*) => { $(
                    let expected = mac::<SimpleHmac<sha3::$name>>(&key, &data);
                    assert_eq!(mac::<SimpleHmac<lanesum::$name>>(&key, &data), expected);
                    assert_eq!(again::<SimpleHmacReset<lanesum::$name>>(&key, &data), expected);
                    assert_eq!(lanesum::$name::hmac(&key, &data)[..], expected);
                )* };
            }
            hashers!(Sha3_256 Sha3_512);
        }
    }
}

/// HMAC by the crate `hmac`.
fn expected<F: FixedFunction>(key: &[u8], pieces: &[&[u8]]) -> Vec<u8> {
    let mut mac = SimpleHmac::<FixedHash<F>>::new_from_slice(key).unwrap();
    for piece in pieces {
        mac.update(piece);
    }
    mac.finalize().into_bytes().to_vec()
}

/// Keys around the length of a block, and messages of mixed lengths, some with a prefix: with one key, with a key each, by name.
#[test]
fn many_hmacs() {
    fn check<F: FixedFunction>() {
        let (block, bytes) = (F::ALGORITHM.block_bytes(), F::ALGORITHM.digest_bits() / 8);
        for count in [0, 1, 2, 3, 5, 8, 16, 17, 65, 130] {
            let bodies: Vec<_> = (0..count).map(|i| message([32, 100, 0, 55, 300][i % 5], i as u64)).collect();
            let keys: Vec<_> =
                (0..count).map(|i| message([32, block, block + 1, 0, 3 * block][i % 5], 1000 + i as u64)).collect();
            let keys: Vec<&[u8]> = keys.iter().map(|key| &key[..]).collect();
            for prefix in [&b""[..], b"some bytes"] {
                let messages: Vec<_> = bodies.iter().map(|body| Message::prefixed(prefix, body)).collect();
                let what = format!("{}, {count} messages, {prefix:?}", F::ALGORITHM);
                let mut out = vec![0; count * bytes];
                F::ALGORITHM.hmac_many_keys(&keys, &messages, &mut out).unwrap();
                let each: Vec<_> =
                    keys.iter().zip(&bodies).flat_map(|(key, body)| expected::<F>(key, &[prefix, body])).collect();
                assert!(out == each, "{what}, a key each");
                for key in [&[][..], &message(block, 1), &message(block + 1, 2)] {
                    F::ALGORITHM.hmac_many(key, &messages, &mut out).unwrap();
                    let all: Vec<_> = bodies.iter().flat_map(|body| expected::<F>(key, &[prefix, body])).collect();
                    assert!(out == all, "{what}, a key of {} bytes", key.len());
                }
            }
        }
        let long = Error::Length { argument: "out", expected: bytes, got: bytes + 1 };
        assert_eq!(F::ALGORITHM.hmac_many(b"", &[b""], &mut vec![0; bytes + 1]), Err(long));
        let few = Error::Length { argument: "keys", expected: 1, got: 0 };
        assert_eq!(F::ALGORITHM.hmac_many_keys(&[b""; 0], &[b""], &mut vec![0; bytes]), Err(few));
    }
    macro_rules! each {
        ($($name:ident)*) => { $( check::<functions::$name>(); )* };
    }
    each!(Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak256 Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256 Blake224 Blake256 Blake384 Blake512);
    let refused = Algorithm::Shake128.hmac_many(b"", &[b""], &mut [0; 32]);
    assert_eq!(refused, Err(Error::NotTaken(Parameter::Key)));
}

/// The typed calls are the same, and messages can end within a byte.
#[test]
fn typed_hmacs() {
    let (keys, bodies) = ([&b"one"[..], b"two"], ["left", "right"]);
    let (mut tags, mut flat) = ([[0; 32]; 2], [0; 64]);
    lanesum::Sha256::hmac_many(b"key", &bodies, &mut tags).unwrap();
    Algorithm::Sha256.hmac_many(b"key", &bodies, &mut flat).unwrap();
    assert_eq!(tags.as_flattened(), flat);
    assert_eq!(tags[0], lanesum::Sha256::hmac(b"key", b"left"));
    lanesum::Sha256::hmac_many_keys(&keys, &bodies, &mut tags).unwrap();
    Algorithm::Sha256.hmac_many_keys(&keys, &bodies, &mut flat).unwrap();
    assert_eq!(tags.as_flattened(), flat);
    assert_eq!(tags[1], lanesum::Sha256::hmac(b"two", b"right"));
    let error = Error::Length { argument: "out", expected: 2, got: 1 };
    assert_eq!(lanesum::Sha256::hmac_many(b"key", &bodies, &mut tags[..1]), Err(error));

    let bits = Message::new(b"abc").with_last_bits(0b1010_0000, 3).unwrap();
    for prefix in [&b""[..], b"ab"] {
        let bits = Message { prefix, ..bits };
        lanesum::Sha256::hmac_many(b"key", &[bits; 2], &mut tags).unwrap();
        let one = tags;
        lanesum::Sha256::hmac_many_keys(&[b"key"; 2], &[bits; 2], &mut tags).unwrap();
        assert_eq!(one, tags);
        let whole = lanesum::Sha256::hmac(b"key", &[prefix, b"abc"].concat());
        assert_ne!(tags[0], whole);
    }
}

/// RFC 7914, section 11.
#[test]
fn pbkdf2_answers() {
    let mut key = [0; 64];
    for (password, salt, iterations, answer) in [
        (
            "passwd",
            "salt",
            1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
             49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
        ),
        (
            "Password",
            "NaCl",
            80_000,
            "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56\
             a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d",
        ),
    ] {
        let iterations = NonZeroU32::new(iterations).unwrap();
        lanesum::Sha256::pbkdf2(password.as_bytes(), salt.as_bytes(), iterations, &mut key).unwrap();
        assert_eq!(hex(&key), answer);
    }
}

/// As the crate `pbkdf2` over other people's SHA-2: all numbers of chains up to two kernels, and lengths that end within a digest.
#[test]
fn many_keys_from_passwords() {
    fn check<F: Sha2Function, H: EagerHash<Core: Sync> + digest::Digest>() {
        let digest = F::ALGORITHM.digest_bits() / 8;
        for (count, bytes) in (0..=17)
            .map(|count| (count, digest))
            .chain((1..=34).map(|blocks| (1, blocks * digest - 3)))
            .chain([(0, 7), (3, 0), (5, 1), (7, 3 * digest + 1), (33, 2 * digest)])
        {
            let passwords: Vec<_> = (0..count).map(|i| message(i * 37 % 200, i as u64)).collect();
            let salts: Vec<_> = (0..count).map(|i| message(i * 11 % 70, 100 + i as u64)).collect();
            for iterations in [1, 2, 5] {
                let mut out = vec![0; count * bytes];
                let number = NonZeroU32::new(iterations).unwrap();
                FixedHash::<F>::pbkdf2_many(&passwords, &salts, number, bytes, &mut out).unwrap();
                let mut named = vec![0; out.len()];
                F::ALGORITHM.pbkdf2_many(&passwords, &salts, number, bytes, &mut named).unwrap();
                assert_eq!(named, out, "{}", F::ALGORITHM);
                for (i, (password, salt)) in passwords.iter().zip(&salts).enumerate() {
                    let mut expected = vec![0; bytes];
                    pbkdf2::pbkdf2_hmac::<H>(password, salt, iterations, &mut expected);
                    let what = format!("{}, {i} of {count} keys of {bytes} bytes", F::ALGORITHM);
                    assert!(out[i * bytes..][..bytes] == expected, "{what}, {iterations} iterations");
                }
            }
        }
    }
    check::<functions::Sha224, sha2::Sha224>();
    check::<functions::Sha256, sha2::Sha256>();
    check::<functions::Sha384, sha2::Sha384>();
    check::<functions::Sha512, sha2::Sha512>();
    check::<functions::Sha512_224, sha2::Sha512_224>();
    check::<functions::Sha512_256, sha2::Sha512_256>();
}

#[test]
fn what_pbkdf2_refuses() {
    let many = |passwords: &[Message<'_>], salts: &[Message<'_>], out: &mut [u8]| {
        lanesum::Sha256::pbkdf2_many(passwords, salts, NonZeroU32::MIN, 20, out)
    };
    let (whole, mut out) = (Message::prefixed(b"pass", b"word"), [0; 40]);
    assert_eq!(many(&[whole; 2], &[whole; 2], &mut out), Ok(()));
    let mut one = [0; 20];
    lanesum::Sha256::pbkdf2(b"password", b"password", NonZeroU32::MIN, &mut one).unwrap();
    assert_eq!(out, [one; 2].as_flattened());
    let bits = whole.with_last_bits(0, 1).unwrap();
    assert_eq!(many(&[whole, bits], &[whole; 2], &mut out), Err(Error::WholeBytes));
    assert_eq!(many(&[whole; 2], &[whole, bits], &mut out), Err(Error::WholeBytes));
    let other = Algorithm::Sha3_256.pbkdf2_many(&[whole], &[whole], NonZeroU32::MIN, 20, &mut one);
    assert_eq!(other, Err(Error::NotTaken(Parameter::Key)));
    let few = Error::Length { argument: "salts", expected: 2, got: 1 };
    assert_eq!(many(&[whole; 2], &[whole], &mut out), Err(few));
    let short = Error::Length { argument: "out", expected: 40, got: 39 };
    assert_eq!(many(&[whole; 2], &[whole; 2], &mut out[1..]), Err(short));
}
