//! Every error can be reached, says what is wrong, and leaves everything as it was; no data make the library panic.

use crate::support;

mod names;
mod table;

use digest::{ExtendableOutput, Update};
use lanesum::hazmat::{Duplex, KeccakSponge, State, States};
use lanesum::prg::Prg;
use lanesum::{
    Algorithm, Backend, Error, FixedHash, Hasher, Keccak256, ManyXof, Message, Sha3_256, Shake128, Strided, Xof,
    functions,
};
use support::{backends, backends_of, message};

/// The variants, each from a call, with its message; but for those that need a machine without some backend or an endless
/// message, and those of the constructions and of SP 800-185, which stand in their tests.
#[allow(clippy::too_many_lines)] // a table
#[test]
fn every_variant_and_its_message() {
    let mut state = State::<u64>::new();
    let mut states = States::<u64, 4>::new();
    let short = [0; 3];
    let backends = Backend::ALL.iter().map(|backend| backend.name()).collect::<Vec<_>>().join(", ");
    let backends = format!("unknown backend; the names are {backends}");
    let names: &[_] = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect::<Vec<_>>().leak();
    let algorithms = format!("unknown algorithm; the names are {}", names.join(", "));
    let reached: [(Error, Error, &str); 19] = [
        ("avx3".parse::<Backend>().unwrap_err(), Error::UnknownBackend, &backends),
        ("md5".parse::<Algorithm>().unwrap_err(), Error::UnknownAlgorithm { names }, &algorithms),
        (
            Hasher::with_backend(Algorithm::Sha512, Backend::Compact).unwrap_err(),
            Error::NoForm { backend: Backend::Compact, forms: Algorithm::Sha512.backends() },
            "the function has no backend compact; it has portable, sse41, avx, avx2, avx512vl, avx512vl-packed, \
             avx512, sha512-ni, neon, sha512-ce, simd128",
        ),
        (
            Hasher::salted(Algorithm::Blake256, None, &[1; 15]).unwrap_err(),
            Error::SaltLength { expected: 16, got: 15 },
            "the salt has 15 bytes: the algorithm takes 16",
        ),
        (
            lanesum::Sha512T::new(384).unwrap_err(),
            Error::DigestBits(384),
            "a digest of 384 bits: SHA-512/t allows 1 to 511, but not 384",
        ),
        (
            state.add_bytes(190, &[1; 20]).unwrap_err(),
            Error::OutOfState { start: 190, len: 20, size: 200 },
            "20 bytes from byte 190 on: the state has 200 bytes",
        ),
        (
            states.add_bytes(4, 0, &[1]).unwrap_err(),
            Error::NoSuchInstance { index: 4, count: 4 },
            "there is no instance 4: there are 4, counted from 0",
        ),
        (
            state.permute(25).unwrap_err(),
            Error::Rounds(25),
            "25 rounds: there are 1 to 24, 22, 20 or 18 for lanes of 64, 32, 16 or 8 bits",
        ),
        (
            State::<u16>::with_backend(Backend::Portable32).unwrap_err(),
            Error::NoFormForLane { backend: Backend::Portable32, bits: 16 },
            "backend portable32 has no form for lanes of 16 bits: choose another, or none",
        ),
        (
            KeccakSponge::<u8>::new(200).unwrap_err(),
            Error::RateBits { bits: 200, least: 1, width: 200 },
            "a rate of 200 bits: it must be 1 to 199",
        ),
        (
            Duplex::<u8>::new(20).unwrap().feed(&[0; 3]).unwrap_err(),
            Error::BlockFull { bits: 24, room: 18 },
            "24 bits of input, but the block has room for 18",
        ),
        (
            Duplex::<u8>::new(20).unwrap().read(&mut [0]).unwrap_err(),
            Error::BlockSpent { bytes: 1, left: 0 },
            "1 byte of output requested, but the block has 0 left",
        ),
        (
            Algorithm::Sha3_256.digest(None, b"", &mut [0; 33]).unwrap_err(),
            Error::DigestSpent { bits: 264, left: 256 },
            "264 bits of output requested, but the digest has 256 left",
        ),
        (
            Prg::<u8>::new(102).unwrap().forget().unwrap_err(),
            Error::ForgetsTooLittle { bits: 96, capacity: 102 },
            "forgetting would overwrite 96 bits, fewer than the capacity of 102",
        ),
        (
            state.absorb_blocks(25, 24, &[1; 200]).unwrap_err(),
            Error::Rate(25),
            "a rate of 25 lanes: it must be 1 to 24",
        ),
        (
            Sha3_256::new().finalize_with_last_bits(0, 8).unwrap_err(),
            Error::PartialByte(8),
            "8 bits in a partial byte: it has at most 7",
        ),
        (
            lanesum::sha3_256_bits(&short, 25).unwrap_err(),
            Error::TooFewBytes { bits: 25, bytes: 3 },
            "25 bits do not fit into 3 bytes",
        ),
        (
            Sha3_256::digest_many(&[&short[..]; 2], &mut [digest::Output::<Sha3_256>::default(); 3]).unwrap_err(),
            Error::Length { argument: "out", expected: 2, got: 3 },
            "`out` has a length of 3: it must be 2",
        ),
        (
            Strided::new(&short, 2, 2, 2).unwrap_err(),
            Error::TooShort { argument: "data", least: 4, got: 3 },
            "`data` has 3 bytes: it must have at least 4",
        ),
    ];
    for (error, expected, text) in reached {
        assert_eq!(error, expected);
        assert_eq!(error.to_string(), text);
        // As an error of any kind, too: through a box, across threads.
        let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
        assert_eq!(boxed.to_string(), text);
    }
}

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
            Algorithm::Sha3_256.digest_many(Some(backend), &[message], 32, &mut out).err(),
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
    // The backends that every machine has, and those that this harness runs.
    for backend in [Backend::Portable, Backend::Portable32, Backend::Compact] {
        assert!(backend.is_available(), "{backend}");
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

/// A backend that is forced is the one in use.
#[test]
fn a_forced_backend_is_in_use() {
    for backend in backends() {
        assert_eq!(State::<u64>::with_backend(backend).unwrap().backend(), backend);
        assert_eq!(States::<u64, 8>::with_backend(backend).unwrap().backend(), backend);
        assert_eq!(Hasher::with_backend(Algorithm::Keccak256, backend).unwrap().backend(), backend);
        assert_eq!(Keccak256::with_backend(backend).unwrap().backend(), backend);
        assert_eq!(Shake128::with_backend(backend).unwrap().backend(), backend);
        let messages = [Message::new(b"a"), Message::new(b"b")];
        assert_eq!(ManyXof::<functions::Shake256, 2>::with_backend(backend, messages).unwrap().backend(), backend);
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
    let messages = messages.map(Message::new);
    let quarter = usize::MAX / 4 + 1;
    for backend in backends().into_iter().map(Some).chain([None]) {
        // No more than the digest has, and buffers to measure.
        let longer = Error::DigestSpent { bits: 8 * 32, left: 8 * 28 };
        assert_eq!(Algorithm::Sha3_224.digest_many(backend, &messages[..2], 32, &mut out), Err(longer));
        assert_eq!(Algorithm::Sha3_224.digest_many(backend, &messages, 28, &mut out), error(84, 64));
        assert_eq!(Algorithm::Shake256.digest_many(backend, &messages, quarter, &mut out), error(3 * quarter, 64));
        assert_eq!(Algorithm::Shake256.digest_many(backend, &messages, 2 * quarter, &mut out), error(usize::MAX, 64));
    }
    assert_eq!(out, [0xa7; 64], "written in spite of the error");
}
