//! Names that are read and written.

use lanesum::{Algorithm, Backend, Error};
use std::collections::HashSet;

#[test]
fn backends_survive_the_round_trip() {
    for &backend in Backend::ALL {
        assert_eq!(backend.name().parse(), Ok(backend));
        assert_eq!(backend.to_string().parse(), Ok(backend));
        assert_eq!(backend.to_string(), backend.name());
    }
    let names: HashSet<&str> = Backend::ALL.iter().map(|backend| backend.name()).collect();
    assert_eq!(names.len(), Backend::ALL.len(), "a name stands for two");
}

#[test]
fn algorithms_survive_the_round_trip() {
    for &algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().parse(), Ok(algorithm));
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        assert_eq!(algorithm.to_string(), algorithm.name());
    }
    let names: HashSet<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
    assert_eq!(names.len(), Algorithm::ALL.len(), "a name stands for two");
}

/// Columns of a table: width and alignment are kept.
#[test]
fn names_can_be_padded() {
    assert_eq!(format!("[{:>8}] [{:<8}]", Backend::Bmi2, Backend::Bmi2), "[    bmi2] [bmi2    ]");
    assert_eq!(format!("[{:^12}]", Algorithm::Shake128), "[  shake128  ]");
}

/// The error for an unknown name lists the known names, each once and whole.
#[test]
fn unknown_names_list_the_names() {
    let listed = |error: Error| -> Vec<String> {
        let text = error.to_string();
        assert!(matches!(error, Error::UnknownBackend | Error::UnknownAlgorithm { .. }));
        let (unknown, list) = text.split_once("; the names are ").unwrap();
        assert!(["unknown backend", "unknown algorithm"].contains(&unknown), "{text}");
        list.split(", ").map(String::from).collect()
    };
    let backends: Vec<&str> = Backend::ALL.iter().map(|backend| backend.name()).collect();
    assert_eq!(listed("none".parse::<Backend>().unwrap_err()), backends);
    let algorithms: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
    assert_eq!(listed("none".parse::<Algorithm>().unwrap_err()), algorithms);
}

/// Names of backends are taken as they are: no other case, no space, no part of one.
#[test]
fn near_misses() {
    for name in ["", " ", "AVX2", "Avx2", " avx2", "avx2 ", "avx2\n", "avx2-", "avx2-plane", "portable64", "auto"] {
        assert_eq!(name.parse::<Backend>(), Err(Error::UnknownBackend), "{name:?}");
    }
    for (name, near) in [("sha3-257", "sha3-256"), ("sha265", "sha256"), ("blake2c", "blake2b")] {
        assert_eq!(name.parse::<Algorithm>(), Err(Error::MisspeltAlgorithm(near)), "{name:?}");
    }
    for name in ["", "sha3", "md5", "sha3-256\n", "sha3.256"] {
        assert!(name.parse::<Algorithm>().is_err(), "{name:?}");
    }
}

/// A name as its standard, a list or another program writes it, whatever its case and separators.
#[test]
fn spellings() {
    for &algorithm in Algorithm::ALL {
        let mut names = vec![algorithm.name(), algorithm.standard_name(), algorithm.tag()];
        names.extend(algorithm.other_tags());
        for name in names {
            assert_eq!(name.parse(), Ok(algorithm), "{name}");
            assert_eq!(name.to_uppercase().replace(['-', '/'], "_").parse(), Ok(algorithm), "{name}");
        }
        for tag in algorithm.other_tags().iter().chain([&algorithm.tag()]) {
            assert_eq!(Algorithm::from_tag(tag), Some(algorithm), "{tag}");
        }
    }
    for (name, algorithm) in [
        ("SHA-256", Algorithm::Sha256),
        ("sha2-512/224", Algorithm::Sha512_224),
        ("SHA3/256", Algorithm::Sha3_256),
        ("keccak", Algorithm::Keccak256),
        ("KangarooTwelve", Algorithm::Kt128),
    ] {
        assert_eq!(name.parse(), Ok(algorithm), "{name}");
        assert_eq!(Algorithm::from_tag("SHA-256"), None, "a tag is what lists have, to the letter");
    }
}
