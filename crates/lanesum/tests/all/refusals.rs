//! Refusals and their messages: a read beyond the end of a digest, options that an algorithm does not take, backends that are not available.

use lanesum::{Algorithm, Backend, Error, Hasher, Options};
#[cfg(feature = "std")]
use std::io::Read;

/// A digest of fixed length ends; no more is read than there is.
#[test]
fn a_read_beyond_a_digest_is_an_error() {
    for &algorithm in Algorithm::PLAIN {
        let mut reader = Hasher::new(algorithm).finalize();
        let bytes = algorithm.digest_bits() / 8;
        let mut out = vec![0; bytes + 1];
        if algorithm.is_xof() {
            assert_eq!(reader.left_bits(), None);
            reader.read(&mut out).unwrap();
            continue;
        }
        assert_eq!(reader.left_bits(), Some(8 * bytes as u64));
        let bits = 8 * bytes as u64;
        let error = reader.read(&mut out).unwrap_err();
        assert_eq!(error, Error::DigestSpent { bits: bits + 8, left: bits }, "{algorithm}");
        assert_eq!(algorithm.digest(None, b"", &mut out), Err(error), "{algorithm}");
        // Nothing has been read.
        reader.read(&mut out[..bytes - 1]).unwrap();
        assert_eq!(reader.left_bits(), Some(8), "{algorithm}");
        assert!(reader.read(&mut out[..2]).is_err());
        reader.read_bits(&mut out[bytes - 1..], 3).unwrap();
        assert_eq!(reader.read_bits(&mut out, 6), Err(Error::DigestSpent { bits: 6, left: 5 }), "{algorithm}");
        reader.read_bits(&mut [0], 5).unwrap();
        assert_eq!(reader.left_bits(), Some(0));
        assert!(reader.read(&mut [0]).is_err());
        reader.read(&mut []).unwrap();
    }
}

/// `io::Read` ends where the digest does, as a file.
#[cfg(feature = "std")]
#[test]
fn io_read_ends_with_the_digest() {
    for &algorithm in Algorithm::PLAIN {
        let bytes = algorithm.digest_bits() / 8;
        let mut expected = vec![0; bytes];
        algorithm.digest(None, b"abc", &mut expected).unwrap();
        let mut hasher = Hasher::new(algorithm);
        hasher.update(b"abc");
        let mut reader = hasher.finalize();
        let mut out = Vec::new();
        if algorithm.is_xof() {
            Read::take(reader, bytes as u64).read_to_end(&mut out).unwrap();
        } else {
            Read::by_ref(&mut reader).read_to_end(&mut out).unwrap();
            assert_eq!(Read::read(&mut reader, &mut [0; 5]).unwrap(), 0, "{algorithm}");
            assert!(Read::read_exact(&mut reader, &mut [0]).is_err(), "{algorithm}");
        }
        assert_eq!(out, expected, "{algorithm}");
    }
}

/// No salt is no salt, for any algorithm.
#[test]
fn an_empty_salt_is_none() {
    for &algorithm in Algorithm::PLAIN {
        let mut digests = [vec![0; 28], vec![0; 28]];
        let hashers = [Hasher::new(algorithm), Hasher::salted(algorithm, None, &[]).unwrap()];
        for (hasher, digest) in hashers.into_iter().zip(&mut digests) {
            hasher.finalize().read(digest).unwrap();
        }
        assert_eq!(digests[0], digests[1], "{algorithm}");
        assert!(Hasher::with_options(algorithm, Options::new().salt(&[]).customization(&[])).is_ok());
        // BLAKE2 adds zeroes.
        let least = if algorithm.takes(lanesum::Parameter::DigestBytes) { algorithm.salt_bytes() } else { 0 };
        for got in [1, 15, 17, 31, 33].into_iter().filter(|got| *got > least) {
            let error = Hasher::salted(algorithm, None, &vec![0; got]).unwrap_err();
            assert_eq!(error, Error::SaltLength { expected: algorithm.salt_bytes(), got }, "{algorithm}");
        }
    }
}

/// Which are only in `lanesum-papers`, a test of that crate knows.
#[test]
fn who_names_a_backend_gets_it_or_the_reason() {
    for &algorithm in Algorithm::PLAIN {
        for backend in Backend::ALL {
            match Hasher::with_backend(algorithm, *backend) {
                Ok(hasher) => assert_eq!(hasher.backend(), *backend),
                Err(Error::NoForm { .. } | Error::OnlyInPapers(_)) => assert!(!algorithm.backends().contains(backend)),
                Err(Error::BackendUnavailable(of)) => assert!(of == *backend && !backend.is_available()),
                Err(error) => panic!("{algorithm}, {backend}: {error}"),
            }
        }
    }
}
