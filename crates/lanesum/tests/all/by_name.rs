//! The functions of SP 800-185, chosen at run time, against their own functions and types.

#![cfg(all(feature = "keccak", feature = "std"))]

use lanesum::{Algorithm, Backend, BitStr, Error, Hasher, Options, Parameter};

const KEY: &[u8] = b"sixteen bytes...";
const CUSTOM: &[u8] = b"purpose";
const BLOCK: u64 = 100;

fn options(algorithm: Algorithm) -> Options<'static> {
    let mut options = Options::new().customization(CUSTOM);
    if algorithm.takes(Parameter::Key) {
        options = options.key(KEY);
    }
    if algorithm.takes(Parameter::BlockBytes) {
        options = options.block_bytes(BLOCK);
    }
    if algorithm.takes(Parameter::FunctionName) {
        options = options.function_name(b"N");
    }
    options
}

#[test]
fn last_bits_and_tags() {
    let mut expected = [0; 32];
    lanesum::kmac128_bits(KEY, BitStr::from_bits(&[0xa5, 5], 11).unwrap(), CUSTOM, &mut expected, 256).unwrap();
    let mut hasher = Hasher::with_options(Algorithm::Kmac128, options(Algorithm::Kmac128)).unwrap();
    hasher.update(&[0xa5]);
    let mut tag = [0; 32];
    hasher.clone().finalize_with_last_bits(5, 3).unwrap().read(&mut tag).unwrap();
    assert_eq!(tag, expected);

    hasher.clone().finalize().read(&mut tag).unwrap();
    assert_eq!(hasher.clone().verify(&tag), Ok(()));
    assert_eq!(hasher.clone().verify(&tag[..31]), Err(Error::WrongTag));
    assert_eq!(hasher.clone().verify(&tag[..3]), Err(Error::ShortTag(24)));
    hasher.end_as(Algorithm::KmacXof128).unwrap();
    hasher.clone().finalize().read(&mut tag).unwrap();
    assert_eq!(hasher.clone().verify(&tag[..31]), Ok(()));
    assert_eq!(hasher.end_as(Algorithm::KmacXof256), Err(Algorithm::UNKNOWN));
    assert_eq!(Hasher::new(Algorithm::Sha256).verify(&tag), Err(Error::NotTaken(Parameter::Key)));

    let tuple = Hasher::new(Algorithm::TupleHash128);
    assert_eq!(tuple.clone().finalize_with_last_bits(1, 1).unwrap_err(), Error::WholeBytes);
    assert!(std::io::Write::write(&mut tuple.clone(), b"part").is_err(), "a writer knows no strings");
    let mut short = tuple.clone();
    let result = short.update_in_pieces(3, |take| take(b"ab"));
    assert!(matches!(result, Err(Error::Length { .. })), "{result:?}");
    assert_eq!(short.to_bytes(), tuple.to_bytes());
}

#[test]
fn options_that_are_missing_or_not_taken() {
    let of = |algorithm, options: Options<'_>| Hasher::with_options(algorithm, options).err();
    let plain = Options::new;
    assert_eq!(of(Algorithm::Kmac128, plain()), Some(Error::KeyMissing));
    assert_eq!(of(Algorithm::Kmac128, plain().key(b"")), None);
    for &algorithm in Algorithm::ALL {
        let given = || if algorithm.needs_key() { plain().key(KEY) } else { plain() };
        assert_eq!(of(algorithm, given()), None, "{algorithm}");
        let refuses = |options, parameter| {
            assert_eq!(of(algorithm, options).is_none(), algorithm.takes(parameter), "{algorithm}");
        };
        refuses(plain().key(&[7; 32]), Parameter::Key);
        refuses(given().function_name(b"N"), Parameter::FunctionName);
        refuses(given().block_bytes(8), Parameter::BlockBytes);
        refuses(given().customization(b"S"), Parameter::Customization);
        refuses(given().digest_bytes(20), Parameter::DigestBytes);
        refuses(given().domain(lanesum::Domain::DEFAULT), Parameter::Domain);
        refuses(given().salt(&vec![1; algorithm.salt_bytes().max(1)]), Parameter::Salt);
    }
    assert_eq!(of(Algorithm::ParallelHash256, plain().block_bytes(0)), Some(Error::BlockSize));
    let avx = of(Algorithm::Kmac128, plain().key(KEY).backend(Backend::ShaNi));
    assert!(avx.is_some(), "a backend for other functions");
}

#[test]
#[should_panic(expected = "kmac128: the algorithm needs a key")]
fn a_key_is_never_left_out() {
    let _ = Hasher::new(Algorithm::Kmac128);
}
