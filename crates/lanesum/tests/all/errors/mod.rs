//! Errors say what is wrong, and leave everything as it was; no data make the library panic. (Those of the constructions, of SP 800-185 and of
//! BLAKE are in the tests of these.)

use crate::support;

mod names;
mod table;

use digest::{ExtendableOutput, Update};
use lanesum::hazmat::{State, States};
use lanesum::{
    Algorithm, Backend, Error, FixedHash, Hasher, ManyXof, Message, Sha3_256, Shake128, Strided, Xof, functions,
};
use support::{backends_of, message};

/// Whether a backend can be used is told alike by all that take one; what is refused names the backend and the reason.
#[test]
fn backends_that_are_there_and_that_are_not() {
    for &backend in Backend::ALL {
        let message = Message::new(b"abc");
        let mut out = [0xa7; 32];
        let answers = [
            State::<u64>::with_backend(backend).err(),
            States::<u64, 1>::with_backend(backend).err(),
            States::<u64, 2>::with_backend(backend).err(),
            States::<u64, 4>::with_backend(backend).err(),
            States::<u64, 8>::with_backend(backend).err(),
            Hasher::with_backend(Algorithm::Sha3_256, backend).err(),
            FixedHash::<functions::Sha3_256>::with_backend(backend).err(),
            Xof::<functions::Shake128>::with_backend(backend).err(),
            ManyXof::<functions::Shake128, 2>::with_backend(backend, [message; 2]).err(),
            Algorithm::Sha3_256.digest_many(Some(backend), &[message], &mut out).err(),
        ];
        let forms = Algorithm::Sha3_256.backends();
        let expected = if forms.contains(&backend) {
            (!backend.is_available()).then_some(Error::BackendUnavailable(backend))
        } else if [Backend::Avx2Planes, Backend::Avx512PlanesPaper].contains(&backend) {
            Some(Error::OnlyInPapers(backend))
        } else {
            Some(Error::NoForm { backend, forms })
        };
        assert_eq!(answers, [expected; 10], "{backend}");
        let text = Error::BackendUnavailable(backend).to_string();
        assert_eq!(text, format!("backend {backend} is not available: {}", backend.reason()));
        let reason = backend.reason().to_string();
        if !forms.contains(&backend) {
            assert_eq!(out, [0xa7; 32], "{backend}: output written");
        } else if backend.is_available() {
            assert_eq!(out[..], lanesum::sha3_256(b"abc"), "{backend}");
            assert!(reason == "every machine has it" || reason.contains(" have "), "{backend}: {reason}");
        } else {
            assert_eq!(out, [0xa7; 32], "{backend}: output written");
            assert!(reason.contains(" lacks ") || reason.starts_with("not built"), "{backend}: {reason}");
        }
    }
    for backend in [Backend::Portable, Backend::Portable32, Backend::Compact] {
        assert!(backend.is_available(), "every machine has {backend}");
    }
    for &algorithm in Algorithm::ALL {
        let forms = algorithm.backends();
        assert_eq!(backends_of(algorithm), forms.iter().copied().filter(|b| b.is_available()).collect::<Vec<_>>());
        assert!(forms.is_sorted(), "{algorithm}");
        for &backend in Backend::ALL {
            assert_eq!(algorithm.widths(backend).is_empty(), !forms.contains(&backend), "{algorithm}, {backend}");
        }
    }
}

/// Partial bytes of more than seven bits, wherever they can be given.
#[test]
fn partial_bytes() {
    for bits in [8, 9, 15, 31, 32, 33, 64, 255, 256, u32::MAX] {
        let error = Error::PartialByte(bits);
        assert_eq!(Message::new(b"abc").with_last_bits(0xff, bits).unwrap_err(), error);
        assert_eq!(Sha3_256::new().finalize_with_last_bits(0xff, bits).unwrap_err(), error);
        assert_eq!(Shake128::new().finalize_xof_with_last_bits(0xff, bits).unwrap_err(), error);
        assert_eq!(Hasher::new(Algorithm::Shake256).finalize_with_last_bits(0xff, bits).unwrap_err(), error);
    }
}

/// Bit lengths that the bytes cannot hold, wherever they can be given, to the greatest there is.
#[test]
fn too_few_bytes() {
    let data = message(20, 1);
    for bits in [161, 167, 168, 169, 1 << 32, 1 << 35, 1 << 40, u64::MAX - 7, u64::MAX] {
        let error = Error::TooFewBytes { bits, bytes: 20 };
        assert_eq!(Message::from_bits(&data, bits).unwrap_err(), error);
        assert_eq!(lanesum::sha3_512_bits(&data, bits), Err(error));
        let mut out = [0xa7; 20];
        assert_eq!(lanesum::shake128_bits(&data, bits, &mut out, 1), Err(error));
        assert_eq!(lanesum::shake128_bits(&data, 160, &mut out, bits), Err(error));
        assert_eq!(Shake128::new().chain(&data).finalize_xof().read_bits(&mut out, bits), Err(error));
        let mut hasher = Hasher::new(Algorithm::Shake128);
        hasher.update(&data);
        assert_eq!(hasher.finalize().read_bits(&mut out, bits), Err(error));
        assert_eq!(out, [0xa7; 20]);
    }
}

/// Batches whose buffers do not fit together: nothing is written.
#[test]
fn lengths_of_batches() {
    let data = message(100, 2);
    let messages: [&[u8]; 3] = [&data[..10], &data[10..50], &data[50..]];
    let mut digests = [digest::Output::<Sha3_256>::default(); 2];
    let error = |expected, got| Err(Error::Length { argument: "out", expected, got });
    let strided = |len, stride, count| Strided::new(&data, len, stride, count).map(|_| ());
    let too_short = |least| Err(Error::TooShort { argument: "data", least, got: 100 });
    assert_eq!(Sha3_256::digest_many(&messages, &mut digests), error(3, 2));
    assert_eq!(Sha3_256::default().chain(b"tag").finalize_many(&messages, &mut digests), error(3, 2));
    assert_eq!(strided(51, 50, 2), too_short(101));
    assert_eq!(strided(usize::MAX, 1, 2), too_short(usize::MAX));
    assert_eq!(strided(1, usize::MAX, 2), too_short(usize::MAX));
    assert_eq!(strided(26, 25, 4), too_short(101));
    assert_eq!(strided(0, usize::MAX, 3), too_short(usize::MAX));
    assert!(digests.iter().flatten().all(|byte| *byte == 0), "written in spite of the error");

    let mut out = [0xa7; 64];
    assert_eq!(Shake128::digest_many(&messages, 21, &mut out), error(63, 64));
    assert_eq!(Shake128::digest_many(&messages, usize::MAX, &mut out), error(usize::MAX, 64));
    assert_eq!(Shake128::default().chain(b"tag").finalize_many(&messages, 22, &mut out), error(66, 64));
    let in_step = Strided::new(&data, 25, 25, 4).unwrap();
    assert_eq!(Shake128::digest_many(&in_step, 17, &mut out), error(68, 64));
    // By name, the buffer's length says how long each is.
    assert_eq!(Algorithm::Sha3_224.digest_many(None, &messages[..2], &mut out), error(56, 64));
    assert_eq!(Algorithm::Shake256.digest_many(None, &messages, &mut out), error(63, 64));
    assert_eq!(Algorithm::Shake256.digest_many(None, &messages[..0], &mut out), error(0, 64));
    assert_eq!(out, [0xa7; 64], "written in spite of the error");
}
