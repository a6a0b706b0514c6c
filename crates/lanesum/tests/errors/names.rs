//! Names that are read and written.

use lanesum::{Algorithm, Backend, Error};
use proptest::prelude::*;
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

/// What is said of a name that nobody has lists those that there are, each once and whole.
#[test]
fn unknown_names_list_the_names() {
    let listed = |error: Error| -> Vec<String> {
        let text = error.to_string();
        let (_, list) = text.split_once("the names are ").unwrap();
        list.split(", ").map(String::from).collect()
    };
    let backends: Vec<&str> = Backend::ALL.iter().map(|backend| backend.name()).collect();
    assert_eq!(listed("none".parse::<Backend>().unwrap_err()), backends);
    let algorithms: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
    assert_eq!(listed("none".parse::<Algorithm>().unwrap_err()), algorithms);
}

/// Names are taken as they are: no other case, no space, no part of one.
#[test]
fn near_misses() {
    for name in ["", " ", "AVX2", "Avx2", " avx2", "avx2 ", "avx2\n", "avx2-", "avx2-plane", "portable64", "auto"] {
        assert_eq!(name.parse::<Backend>(), Err(Error::UnknownBackend), "{name:?}");
    }
    for name in
        ["", "SHA3-256", "sha3_256", "sha3256", "sha3-256 ", "sha3", "shake-128", "keccak-256", "sha-256", "sha512/256"]
    {
        assert_eq!(name.parse::<Algorithm>(), Err(Algorithm::UNKNOWN), "{name:?}");
    }
}

proptest! {
    #[test]
    fn any_text(name: String) {
        let backend = name.parse::<Backend>();
        prop_assert_eq!(backend.is_ok(), Backend::ALL.iter().any(|backend| backend.name() == name));
        let algorithm = name.parse::<Algorithm>();
        prop_assert_eq!(algorithm.is_ok(), Algorithm::ALL.iter().any(|algorithm| algorithm.name() == name));
    }
}
