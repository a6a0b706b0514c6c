//! Many messages at once through `DigestMany`, which code can be generic over: of every typed function as of `Hasher` by name, which `batches`
//! compares with the reference; on threads, too.

use crate::case::Case;
use crate::support::message;
use lanesum::digest::Update;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, Backend, Blake2b, Blake2s, Blake3, CShake, DigestMany, Domain, Error, FixedHash, Hasher, Kmac, Kt,
    Message, Messages, ParallelHash, Sha3_256, Sha256, Strength, TurboShake, Xof, functions,
};

/// All kinds of lengths, with a prefix and last bits here and there, behind nothing and behind others.
fn same<H: DigestMany + Clone>(algorithm: Algorithm, backend: Option<Backend>, typed: &H, update: fn(&mut H, &[u8])) {
    let lengths = [0, 1, 7, 135, 136, 137, 167, 168, 169, 1000, 55, 56, 64, 8192, 9000, 200, 200, 200];
    let (bodies, prefix) = (lengths.map(|len| message(len, len as u64)), message(5, 99));
    let last = |i: usize| crate::support::last_bits(algorithm, [0, 3, 7, 0][i % 4]);
    let prefixed = bodies.iter().enumerate().map(|(i, body)| (i, Message::prefixed(&prefix[..i % 3 * 2], body)));
    let messages: Vec<_> = prefixed.map(|(i, message)| message.with_last_bits(0x55, last(i)).unwrap()).collect();
    let case = Case::usual(algorithm, vec![]);
    let mut options = case.options().unwrap();
    if let Some(backend) = backend {
        options = options.backend(backend);
    }
    let (mut by_name, mut typed) = (Hasher::with_options(algorithm, options).unwrap(), typed.clone());
    assert_eq!(typed.digest_bytes(), by_name.digest_bytes(), "{algorithm}");
    for begun in [0, 5, 250] {
        update(&mut typed, &message(begun, 1));
        by_name.update(&message(begun, 1));
        for len in [1, by_name.digest_bytes()] {
            let mut outputs = [vec![0; len * messages.len()], vec![1; len * messages.len()]];
            typed.check_many(&messages, len).unwrap();
            typed.finalize_many(&messages, len, &mut outputs[0]).unwrap();
            by_name.finalize_many(&messages, len, &mut outputs[1]).unwrap();
            assert!(outputs[0] == outputs[1], "{algorithm}, {backend:?}, behind {begun} bytes and more");
            let (expected, got) = (len * messages.len(), len * messages.len() - 1);
            let error = typed.finalize_many(&messages, len, &mut outputs[0][1..]).unwrap_err();
            assert_eq!(error, Error::Length { argument: "out", expected, got }, "{algorithm}");
        }
        let within = [Message::from_bits(&[1, 1], 9).unwrap()];
        if algorithm.takes_whole_bytes() {
            assert_eq!(typed.finalize_many(&within, 1, &mut [0]), Err(Error::WholeBytes), "{algorithm}");
            assert_eq!(typed.check_many(&within, 1), Err(Error::WholeBytes), "{algorithm}");
        }
    }
    typed.finalize_many::<[&str]>(&[], 7, &mut []).unwrap();
}

/// The types whose constructors take no options. (`places` has those of fixed length.)
#[test]
fn types_are_as_by_name() {
    fn of<S: Strength>(turboshake: Algorithm, kt: Algorithm, cshake: Algorithm, kmac: Algorithm, parallel: Algorithm) {
        let domain = Domain::new(0x0b).unwrap();
        for backend in crate::support::backends() {
            let chosen = Some(backend);
            same(turboshake, chosen, &TurboShake::<S>::with_backend(backend, domain).unwrap(), Update::update);
            same(kt, chosen, &Kt::<S>::with_backend(backend, "custom").unwrap(), Update::update);
            same(cshake, chosen, &CShake::<S>::with_backend(backend, "N", "custom").unwrap(), Update::update);
            same(
                kmac,
                chosen,
                &<Kmac<S>>::with_backend(backend, "sixteen bytes...", "custom").unwrap(),
                Update::update,
            );
            same(parallel, chosen, &<ParallelHash<S>>::with_backend(backend, 100, "custom").unwrap(), Update::update);
        }
        same(kmac, None, &<Kmac<S>>::with_customization("sixteen bytes...", "custom"), Update::update);
        same(kt, None, &Kt::<S>::new("custom"), Update::update);
    }
    use Algorithm as A;
    of::<Bits128>(A::TurboShake128, A::Kt128, A::CShake128, A::Kmac128, A::ParallelHash128);
    of::<Bits256>(A::TurboShake256, A::Kt256, A::CShake256, A::Kmac256, A::ParallelHash256);
    same(A::Shake128, None, &Xof::<functions::Shake128>::default(), Update::update);
    same(A::Shake256, None, &Xof::<functions::Shake256>::default(), Update::update);
    same(A::Sha3_256, None, &Sha3_256::new(), Update::update);
    same(A::Sha256, None, &Sha256::new(), Update::update);
    same(A::Sha512_224, None, &FixedHash::<functions::Sha512_224>::new(), Update::update);
    let salt = Case::usual(A::Blake384, vec![]).salt;
    same(A::Blake384, None, &FixedHash::<functions::Blake384>::salted(salt[..].try_into().unwrap()), Update::update);
    let usual = [A::Blake2b, A::Blake2s].map(|algorithm| Case::usual(algorithm, vec![]));
    let parameters = usual.each_ref().map(|case| lanesum::Blake2Parameters {
        salt: &case.salt,
        person: b"custom",
        ..Default::default()
    });
    same(
        A::Blake2b,
        None,
        &Blake2b::with_parameters(64, b"sixteen bytes...", &parameters[0], None).unwrap(),
        Blake2b::update,
    );
    same(
        A::Blake2s,
        None,
        &Blake2s::with_parameters(32, b"sixteen bytes...", &parameters[1], None).unwrap(),
        Blake2s::update,
    );
    same(A::Blake3, None, &Blake3::with_mode(lanesum::Blake3Mode::DeriveKey("custom")), Blake3::update);
}

/// A digest of fixed length has no more bytes.
#[test]
fn more_than_a_digest() {
    let error = Err(Error::DigestSpent { bits: 8 * 33, left: 8 * 32 });
    assert_eq!(
        DigestMany::finalize_many(&Hasher::new(Algorithm::Blake256), &["left", "right"], 33, &mut [0; 66]),
        error
    );
    assert_eq!(DigestMany::finalize_many(&Sha256::new(), &["left", "right"], 33, &mut [0; 66]), error);
    assert_eq!(Sha256::new().check_many(&["left", "right"], 33), error);
    let error = Blake2b::new(24).unwrap().finalize_many(&["message"], 25, &mut [0; 25]);
    assert_eq!(error, Err(Error::DigestSpent { bits: 200, left: 192 }));
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
                *out = messages.message(i).pieces().concat().iter().fold(0, |sum, byte| sum ^ byte);
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
}

/// The forms on threads.
#[cfg(feature = "rayon")]
#[test]
fn threads_find_the_same() {
    type Shake = Xof<functions::Shake128>;
    type Turbo = TurboShake<Bits128>;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let messages: Vec<Vec<u8>> = (0..5000).map(|i| message(i % 200, i as u64)).collect();
    let few: Vec<Vec<u8>> = (0..3).map(|i| message(100_000 + i, i as u64)).collect();
    pool.install(|| {
        for messages in [&messages[..], &messages[..1], &[], &few] {
            let mut digests = [vec![[0; 32]; messages.len()], vec![[1; 32]; messages.len()]];
            Sha3_256::digest_many(messages, &mut digests[0]).unwrap();
            Sha3_256::digest_many_rayon(messages, &mut digests[1]).unwrap();
            assert_eq!(digests[0], digests[1]);
            let error = Sha3_256::digest_many_rayon(messages, &mut vec![[0; 32]; messages.len() + 1]).unwrap_err();
            let (expected, got) = (messages.len(), messages.len() + 1);
            assert_eq!(error, Error::Length { argument: "out", expected, got });
            let both = |on_one: &dyn Fn(&mut [u8]), on_several: &dyn Fn(&mut [u8])| {
                let mut flat = [vec![0; 50 * messages.len()], vec![1; 50 * messages.len()]];
                on_one(&mut flat[0]);
                on_several(&mut flat[1]);
                assert_eq!(flat[0], flat[1]);
            };
            both(&|out| Shake::digest_many(messages, 50, out).unwrap(), &|out| {
                Shake::digest_many_rayon(messages, 50, out).unwrap();
            });
            both(&|out| Turbo::digest_many(messages, 50, out).unwrap(), &|out| {
                Turbo::digest_many_rayon(messages, 50, out).unwrap();
            });
            let kt = Kt::<Bits128>::new("custom");
            both(&|out| kt.finalize_many(messages, 50, out).unwrap(), &|out| {
                kt.finalize_many_rayon(messages, 50, out).unwrap();
            });
            let mac = Kmac::<Bits128>::with_customization("key", "");
            both(&|out| mac.finalize_many(messages, 50, out).unwrap(), &|out| {
                mac.finalize_many_rayon(messages, 50, out).unwrap();
            });
            let options = lanesum::Options::new().salt(&[7; 32]);
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
