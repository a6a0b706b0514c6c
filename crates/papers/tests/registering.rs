//! The library's answers about the forms, before a program registers them and after. One test, since they can be registered only once.

use lanesum::dispatch::{Family, Order, Width};
use lanesum::hazmat::{Lane, State};
use lanesum::{Algorithm, Backend, Error, Hasher};

const ALGORITHMS: [(Family, Algorithm); 5] = [
    (Family::Keccak, Algorithm::Sha3_256),
    (Family::Sha256, Algorithm::Sha256),
    (Family::Sha512, Algorithm::Sha512),
    (Family::Blake256, Algorithm::Blake256),
    (Family::Blake512, Algorithm::Blake512),
];

/// The backends in brackets in the column of a family in docs/backends.md.
fn in_brackets(family: Family) -> Vec<Backend> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/backends.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| backend | needs |")).skip(2);
    let column = 3 + Family::ALL.iter().position(|other| *other == family).unwrap();
    let is_in_brackets = |row: &&str| row.split('|').nth(column).unwrap().trim() == "(1)";
    let rows = rows.take_while(|line| line.starts_with('|')).filter(is_in_brackets);
    rows.map(|row| row.split('`').nth(1).unwrap().parse().unwrap()).collect()
}

#[test]
fn forms_are_there_once_they_are_registered() {
    let before = ALGORITHMS.map(|(_, algorithm)| algorithm.backends());
    for (family, algorithm) in ALGORITHMS {
        for backend in in_brackets(family) {
            assert!(!algorithm.backends().contains(&backend) && algorithm.widths(backend).is_empty());
            let error = Error::OnlyInPapers(backend);
            assert_eq!(Hasher::with_backend(algorithm, backend).map(drop), Err(error), "{algorithm}");
            let mut out = vec![0; algorithm.digest_bits() / 8];
            assert_eq!(algorithm.digest_many(Some(backend), &["abc"], &mut out), Err(error), "{algorithm}");
            assert_eq!(Order::new(family, &[Width::new(1, backend, 1)]).map(drop), Err(error), "{algorithm}");
        }
    }
    for backend in [Backend::Xop, Backend::Avx2Planes, Backend::Avx512PlanesPaper] {
        assert!(!backend.is_available() && backend.reason().to_string() == "only in crate lanesum-papers", "{backend}");
    }
    let xop = Hasher::with_backend(Algorithm::Blake256, Backend::Xop).unwrap_err();
    assert_eq!(xop.to_string(), "the function has backend xop only in crate lanesum-papers, which this program lacks");

    let mut all = 0;
    for ((family, algorithm), before) in ALGORITHMS.into_iter().zip(before) {
        let added: Vec<Backend> = lanesum_papers::registered(family).collect();
        assert_eq!(added, in_brackets(family), "{family:?}");
        let mut expected = [before, &added].concat();
        expected.sort_unstable();
        assert_eq!(algorithm.backends(), expected, "in the order of all backends");
        for backend in added {
            assert_eq!(algorithm.widths(backend), [1], "{algorithm}, {backend}");
            if !backend.is_available() {
                let error = Error::BackendUnavailable(backend);
                assert_eq!(Hasher::with_backend(algorithm, backend).map(drop), Err(error), "{algorithm}");
                continue;
            }
            let mut digest = vec![0; algorithm.digest_bits() / 8];
            algorithm.digest(backend, b"abc", &mut digest).unwrap();
            let mut expected = digest.clone();
            algorithm.digest(Backend::Portable, b"abc", &mut expected).unwrap();
            assert_eq!(digest, expected, "{algorithm}, {backend}");
            Order::new(family, &[Width::new(1, backend, 1)]).unwrap().install();
            assert_eq!(algorithm.chosen(1).backend, backend);
            assert_eq!(Hasher::new(algorithm).backend(), backend, "{algorithm}");
            algorithm.digest(None, b"abc", &mut digest).unwrap();
            assert_eq!(digest, expected, "{algorithm}, {backend}");
            Order::reset(family);
            all += 1;
        }
        let none = Error::NoForm { backend: Backend::ShaNi, forms: algorithm.backends() };
        if family != Family::Sha256 && family != Family::Keccak {
            assert_eq!(Hasher::with_backend(algorithm, Backend::ShaNi).map(drop), Err(none), "{algorithm}");
        }
    }
    assert!(all > 0 || cfg!(not(target_arch = "x86_64")), "no form was run");
    // Whether this machine has its instructions or not.
    let planes = Backend::Avx2Planes;
    assert!(u32::widths(planes).is_empty() && u64::widths(planes) == [1]);
    let error = Error::NoFormForLane { backend: planes, bits: 32 };
    assert_eq!(State::<u32>::with_backend(planes).map(drop), Err(error));
}
