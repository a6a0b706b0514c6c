//! Many messages at once through `DigestMany`, which code can be generic over: of every typed function and of `Hasher`, as each
//! message by itself; on threads, too.

use crate::support;

use lanesum::digest::{CustomizedInit, KeyInit, Update, XofReader};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, BitStr, Blake256, Blake512, CShake, DigestMany, Domain, Error, FixedFunction, FixedHash, Hasher,
    Keccak256, Kmac, Kt, Message, Messages, Options, ParallelHash, Sha3_256, Sha256, Sha512, Shake128, Strength,
    TurboShake, Xof, XofFunction, functions,
};
use support::{backends, message};

/// Messages of all kinds of lengths.
fn bodies() -> Vec<Vec<u8>> {
    let lengths = [0, 1, 7, 135, 136, 137, 167, 168, 169, 1000, 55, 56, 64, 8191, 8192, 9000, 200, 200, 200, 3, 40_000];
    lengths.iter().enumerate().map(|(i, len)| message(*len, i as u64)).collect()
}

/// Whole bytes, the number of the last bits, and the place for the output.
type One<'a> = &'a dyn Fn(&[u8], u32, &mut [u8]);

/// As each by itself: `one` hashes a message, its bits included, to an output of this length.
fn as_one_by_one<H: DigestMany>(what: &str, hasher: &H, bits: bool, one: One<'_>) {
    let bodies = bodies();
    let prefix = message(5, 99);
    let mut messages = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        let whole = if i % 3 == 1 { Message::prefixed(&prefix, body) } else { Message::new(body) };
        let last = if bits { [0, 3, 7, 0][i % 4] } else { 0 };
        messages.push((whole.with_last_bits(0x55, last).unwrap(), body, i % 3 == 1, last));
    }
    let batch: Vec<Message<'_>> = messages.iter().map(|(message, ..)| *message).collect();
    for len in [1, hasher.digest_bytes()] {
        let mut out = vec![0; len * batch.len()];
        hasher.check_many(&batch, len).unwrap();
        hasher.finalize_many(&batch, len, &mut out).unwrap();
        for (i, ((_, body, prefixed, last), out)) in messages.iter().zip(out.chunks(len)).enumerate() {
            let all = if *prefixed { [&prefix[..], body].concat() } else { (*body).clone() };
            let mut expected = vec![0; len];
            one(&all, *last, &mut expected);
            assert_eq!(out, expected, "{what}, message {i} of {} bytes and {last} bits, output of {len}", all.len());
        }
        let error = hasher.finalize_many(&batch, len, &mut out[1..]).unwrap_err();
        let (expected, got) = (out.len(), out.len() - 1);
        assert_eq!(error, Error::Length { argument: "out", expected, got }, "{what}");
    }
    hasher.finalize_many::<[&str]>(&[], 7, &mut []).unwrap();
}

/// A string of bits in one piece.
fn bit_string(all: &[u8], last: u32) -> (Vec<u8>, u64) {
    let mut data = all.to_vec();
    data.push(0x55);
    (data, 8 * all.len() as u64 + u64::from(last))
}

/// The types of the table, on the backends that the library chooses; `batches` has all others by name.
#[test]
fn types_of_functions() {
    fn fixed<F: FixedFunction>() {
        for begun in [0, 5, F::ALGORITHM.block_bytes() + 3] {
            let hasher = FixedHash::<F>::default().chain(message(begun, 1));
            as_one_by_one(F::ALGORITHM.name(), &hasher, true, &|all, last, out| {
                let digest = hasher.clone().chain(all).finalize_with_last_bits(0x55, last).unwrap();
                out.copy_from_slice(&digest[..out.len()]);
            });
        }
    }
    fn xof<F: XofFunction>() {
        for begun in [0, 5, F::ALGORITHM.block_bytes() + 3] {
            let hasher = Xof::<F>::default().chain(message(begun, 1));
            as_one_by_one(F::ALGORITHM.name(), &hasher, true, &|all, last, out| {
                let reader = hasher.clone().chain(all).finalize_xof_with_last_bits(0x55, last);
                reader.unwrap().read(out);
            });
        }
    }
    macro_rules! each {
        ($($name:ident)*) => { $( fixed::<functions::$name>(); )* };
    }
    each!(Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak256 Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256 Blake224 Blake256 Blake384 Blake512);
    xof::<functions::Shake128>();
    xof::<functions::Shake256>();
}

#[test]
fn options_of_the_hasher_hold_for_all() {
    let salt = [3; 16];
    let hasher = Hasher::with_options(Algorithm::Blake256, Options::new().salt(&salt)).unwrap();
    let messages = ["left", "right"];
    let mut out = [0; 64];
    DigestMany::finalize_many(&hasher, &messages, 32, &mut out).unwrap();
    assert_eq!(out[32..], lanesum::blake256_salted(&salt, b"right"));
    // A digest of fixed length has no more bytes.
    let error = Error::DigestSpent { bits: 8 * 33, left: 8 * 32 };
    assert_eq!(DigestMany::finalize_many(&hasher, &messages, 33, &mut [0; 66]), Err(error));
    assert_eq!(DigestMany::finalize_many(&Sha256::new(), &messages, 33, &mut [0; 66]), Err(error));
    assert_eq!(Sha256::new().check_many(&messages, 33), Err(error));
}

#[test]
fn functions_with_names() {
    fn of<S: Strength>() {
        for backend in [None].into_iter().chain(backends().into_iter().map(Some)) {
            let cshake = |function: &str, customization: &str| match backend {
                None => CShake::<S>::new(function, customization),
                Some(backend) => CShake::with_backend(backend, function, customization).unwrap(),
            };
            for begun in [0, 13, 800] {
                let data = message(200, 4);
                let begun = BitStr::from_bits(&data, begun).unwrap();
                for hasher in [cshake("", ""), cshake("name", "custom")] {
                    let mut hasher = hasher;
                    hasher.update_bits(begun);
                    as_one_by_one(&format!("cSHAKE, {backend:?}"), &hasher, true, &|all, last, out| {
                        let (data, bits) = bit_string(all, last);
                        let mut one = hasher.clone();
                        one.update_bits(BitStr::from_bits(&data, bits).unwrap());
                        let mut reader = lanesum::digest::ExtendableOutput::finalize_xof(one);
                        reader.read(out);
                    });
                }
                let mut mac = match backend {
                    None => Kmac::<S>::with_customization("a key", "custom"),
                    Some(backend) => Kmac::with_backend(backend, "a key", "custom").unwrap(),
                };
                mac.update_bits(begun);
                as_one_by_one(&format!("KMAC, {backend:?}"), &mac, true, &|all, last, out| {
                    let (data, bits) = bit_string(all, last);
                    let mut one = mac.clone();
                    one.update_bits(BitStr::from_bits(&data, bits).unwrap());
                    one.finalize_to(out);
                });
                let mut parallel = match backend {
                    None => ParallelHash::<S>::new(1000, "custom").unwrap(),
                    Some(backend) => ParallelHash::with_backend(backend, 1000, "custom").unwrap(),
                };
                parallel.update_bits(begun);
                as_one_by_one(&format!("ParallelHash, {backend:?}"), &parallel, true, &|all, last, out| {
                    let (data, bits) = bit_string(all, last);
                    let mut one = parallel.clone();
                    one.update_bits(BitStr::from_bits(&data, bits).unwrap());
                    one.finalize_to(out);
                });
            }
        }
    }
    of::<Bits128>();
    of::<Bits256>();
}

/// The output length that KMAC appends to a message begins in one block and ends in the next.
#[test]
fn an_ending_across_blocks() {
    fn of<S: Strength>() {
        let rate = 200 - S::BITS as usize / 4;
        for backend in [None].into_iter().chain(backends().into_iter().map(Some)) {
            let mac = match backend {
                None => Kmac::<S>::with_customization("a key", ""),
                Some(backend) => Kmac::with_backend(backend, "a key", "").unwrap(),
            };
            for len in (1..=3).flat_map(|blocks| (0..=4).map(move |short| blocks * rate - short)) {
                let messages: Vec<_> = (0..5).map(|i| message(len, i)).collect();
                let mut tags = vec![0; 5 * 32];
                mac.finalize_many(&messages[..], 32, &mut tags).unwrap();
                for (message, tag) in messages.iter().zip(tags.chunks(32)) {
                    let mut alone = [0; 32];
                    mac.clone().chain(message).finalize_to(&mut alone);
                    assert_eq!(*tag, alone, "{backend:?}, {len} bytes");
                }
            }
        }
    }
    of::<Bits128>();
    of::<Bits256>();
}

#[test]
fn functions_of_rfc_9861() {
    fn of<S: Strength>() {
        for backend in [None].into_iter().chain(backends().into_iter().map(Some)) {
            let domain = Domain::new(0x0a).unwrap();
            let mut turbo = match backend {
                None => TurboShake::<S>::new(domain),
                Some(backend) => TurboShake::with_backend(backend, domain).unwrap(),
            };
            let mut kt = match backend {
                None => Kt::<S>::new("custom"),
                Some(backend) => Kt::with_backend(backend, "custom").unwrap(),
            };
            for begun in [&b""[..], b"begun"] {
                turbo.update(begun);
                kt.update(begun);
                as_one_by_one(&format!("TurboSHAKE, {backend:?}"), &turbo, false, &|all, _, out| {
                    lanesum::digest::ExtendableOutput::finalize_xof_into(turbo.clone().chain(all), out);
                });
                as_one_by_one(&format!("KT, {backend:?}"), &kt, false, &|all, _, out| {
                    lanesum::digest::ExtendableOutput::finalize_xof_into(kt.clone().chain(all), out);
                });
                let bits = [Message::new(b"a").with_last_bits(1, 1).unwrap()];
                assert_eq!(kt.finalize_many(&bits, 1, &mut [0]), Err(Error::WholeBytes));
                assert_eq!(kt.check_many(&bits, 1), Err(Error::WholeBytes));
                assert_eq!(turbo.check_many(&bits, 1), Err(Error::WholeBytes));
            }
        }
    }
    of::<Bits128>();
    of::<Bits256>();
}

/// Code of a third party: generic over the hash function, and a hash function of its own.
#[test]
fn a_third_party() {
    fn root<H: DigestMany>(hasher: &H, leaves: &[&[u8]]) -> Vec<u8> {
        let len = hasher.digest_bytes();
        let mut level = vec![0; len * leaves.len()];
        hasher.finalize_many(leaves, len, &mut level).unwrap();
        while level.len() > len {
            let pairs: Vec<_> = level.chunks(2 * len).collect();
            let mut next = vec![0; len * pairs.len()];
            hasher.finalize_many(&pairs, len, &mut next).unwrap();
            level = next;
        }
        level
    }
    struct Sum;
    impl DigestMany for Sum {
        fn digest_bytes(&self) -> usize {
            1
        }
        fn check_many<M: Messages + ?Sized>(&self, _: &M, _: usize) -> Result<(), Error> {
            Ok(())
        }
        fn finalize_many<M: Messages + ?Sized>(&self, messages: &M, _: usize, out: &mut [u8]) -> Result<(), Error> {
            for (i, out) in out.iter_mut().enumerate() {
                let message = messages.message(i);
                assert_eq!(message.last_bits(), (0, 0));
                *out = message.pieces().concat().iter().fold(0, |sum, byte| sum ^ byte);
            }
            Ok(())
        }
    }
    let leaves: [&[u8]; 4] = [b"a", b"bb", b"ccc", b"d"];
    let h = |data: &[u8]| lanesum::sha3_256(data);
    let pair = |a: [u8; 32], b: [u8; 32]| h(&[a, b].concat());
    let expected = pair(pair(h(b"a"), h(b"bb")), pair(h(b"ccc"), h(b"d")));
    assert_eq!(root(&Sha3_256::new(), &leaves), expected);
    assert_eq!(root(&Hasher::new(Algorithm::Sha3_256), &leaves), expected);
    assert_eq!(root(&Sum, &leaves), [b'a' ^ b'c' ^ b'd']);
    for root in [root(&Keccak256::new(), &leaves), root(&Sha512::new(), &leaves), root(&Blake512::new(), &leaves)] {
        assert_ne!(root[..32], expected);
    }
    let _ = root(&Shake128::default(), &leaves);
    let _ = root(&Blake256::salted(&[1; 16].into()), &leaves);
    let _ = root(&CShake::<Bits128>::new_customized(b"x"), &leaves);
    let _ = root(&Kmac::<Bits128>::new(&[1; 16].into()), &leaves);
}

/// The forms on threads.
#[cfg(feature = "rayon")]
#[test]
fn threads_find_the_same() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let messages: Vec<Vec<u8>> = (0..5000).map(|i| message(i % 200, i as u64)).collect();
    let few: Vec<Vec<u8>> = (0..3).map(|i| message(100_000 + i, i as u64)).collect();
    pool.install(|| {
        for messages in [&messages[..], &messages[..1], &[], &few] {
            let mut expected = vec![[0; 32]; messages.len()];
            Sha3_256::digest_many(messages, &mut expected).unwrap();
            let mut out = vec![[0; 32]; messages.len()];
            Sha3_256::digest_many_rayon(messages, &mut out).unwrap();
            assert_eq!(out, expected);
            let error = Sha3_256::digest_many_rayon(messages, &mut vec![[0; 32]; messages.len() + 1]).unwrap_err();
            let (expected, got) = (messages.len(), messages.len() + 1);
            assert_eq!(error, Error::Length { argument: "out", expected, got });

            let mut flat = [vec![0; 50 * messages.len()], vec![1; 50 * messages.len()]];
            Xof::<functions::Shake128>::digest_many(messages, 50, &mut flat[0]).unwrap();
            Xof::<functions::Shake128>::digest_many_rayon(messages, 50, &mut flat[1]).unwrap();
            assert_eq!(flat[0], flat[1]);
            TurboShake::<Bits128>::digest_many(messages, 50, &mut flat[0]).unwrap();
            TurboShake::<Bits128>::digest_many_rayon(messages, 50, &mut flat[1]).unwrap();
            assert_eq!(flat[0], flat[1]);
            let kt = Kt::<Bits128>::new("custom");
            kt.finalize_many(messages, 50, &mut flat[0]).unwrap();
            kt.finalize_many_rayon(messages, 50, &mut flat[1]).unwrap();
            assert_eq!(flat[0], flat[1]);
            let mac = Kmac::<Bits128>::with_customization("key", "");
            mac.finalize_many(messages, 50, &mut flat[0]).unwrap();
            mac.finalize_many_rayon(messages, 50, &mut flat[1]).unwrap();
            assert_eq!(flat[0], flat[1]);
            let options = Options::new().salt(&[7; 32]);
            let mut flat = [vec![0; 64 * messages.len()], vec![1; 64 * messages.len()]];
            Algorithm::Blake512.digest_many(options, messages, &mut flat[0]).unwrap();
            Algorithm::Blake512.digest_many_rayon(options, messages, &mut flat[1]).unwrap();
            assert_eq!(flat[0], flat[1]);
        }
        // An error, of the last message, before anything has been written.
        let mut bits: Vec<Message<'_>> = messages.iter().map(|message| Message::new(message)).collect();
        bits.push(Message::new(b"").with_last_bits(1, 1).unwrap());
        let mut out = vec![9; bits.len()];
        assert_eq!(Algorithm::Kt128.digest_many_rayon(None, &bits, &mut out), Err(Error::WholeBytes));
        assert!(out.iter().all(|byte| *byte == 9));
        // No bytes of output.
        Xof::<functions::Shake128>::digest_many_rayon(&messages, 0, &mut []).unwrap();
    });
}
