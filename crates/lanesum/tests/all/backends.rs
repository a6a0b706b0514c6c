//! Every backend of this machine, forced by name, against the reference.

use crate::support;

use lanesum::hazmat::Lane;
use lanesum::{Algorithm, Backend, Choice, Hasher};
use lanesum_batch::lanes::Features;
use lanesum_batch::plan::{InForce, Row, Width};
use support::guard::{Edge, Flush};
use support::{backends, backends_of, expected, last_bits, message};

/// Every length from 0 to 512 bytes, of functions of bits each with another number of last bits than the one before; every function, every
/// backend.
#[test]
fn every_length() {
    for &algorithm in Algorithm::PLAIN {
        for bits in (0..=4096).step_by(8 + last_bits(algorithm, 1) as usize) {
            let data = Edge::of(&message(bits / 8 + 1, bits as u64), Flush::turn(bits / 8));
            let expected = expected(algorithm, &data, bits);
            for backend in backends_of(algorithm) {
                let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                hasher.update(&data[..bits / 8]);
                let mut out = vec![0; expected.len()];
                hasher.finalize_with_last_bits(data[bits / 8], bits as u32 % 8).unwrap().read(&mut out).unwrap();
                assert_eq!(out, expected, "{algorithm}, {backend}, {bits} bits");
            }
        }
    }
}

/// A backend that CI requires must be there: a machine without it makes the run fail, not pass with less. The tests of `lanesum-papers`
/// require those that only that crate has.
#[test]
fn required_backends() {
    assert!(cfg!(not(papers)) || backends().iter().all(|backend| backend.is_only_in_papers()));
    let Ok(required) = std::env::var("LANESUM_REQUIRED_BACKENDS") else { return };
    for name in required.split([',', ' ']).filter(|name| !name.is_empty()) {
        let backend: Backend = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        if cfg!(not(papers)) && backend.is_only_in_papers() {
            continue;
        }
        assert!(backend.is_available(), "{backend} is required and cannot be used: {}", backend.reason());
    }
}

/// The table of docs/backends.md is that of the engines.
#[test]
fn the_documented_widths_are_those_of_the_code() {
    // Those in brackets are of crate `lanesum-papers`.
    let is_here = |cell: &str| cfg!(papers) && !backends().is_empty() || !cell.starts_with('(');
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/backends.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| backend | needs |")).skip(2);
    let rows: Vec<Vec<&str>> =
        rows.take_while(|line| line.starts_with('|')).map(|line| line.split('|').map(str::trim).collect()).collect();
    let names: Vec<&str> = rows.iter().map(|row| row[1].trim_matches('`')).collect();
    assert_eq!(names, Backend::ALL.iter().map(|backend| backend.name()).collect::<Vec<_>>());
    for (row, &backend) in rows.iter().zip(Backend::ALL) {
        let widths = [
            Algorithm::Sha3_256.widths(backend),
            <u32 as Lane>::widths(backend),
            Algorithm::Sha256.widths(backend),
            Algorithm::Sha512.widths(backend),
            Algorithm::Blake256.widths(backend),
            Algorithm::Blake512.widths(backend),
            Algorithm::Blake2s.widths(backend),
            Algorithm::Blake2b.widths(backend),
            Algorithm::Blake3.widths(backend),
        ];
        for (cell, widths) in row[3..].iter().zip(widths) {
            let documented: Vec<usize> = cell
                .trim_matches(['(', ')'])
                .split(", ")
                .filter(|width| *width != "–" && is_here(cell))
                .map(|width| width.parse().unwrap())
                .collect();
            assert_eq!(documented, widths, "{backend}: {row:?}");
        }
    }
}

/// Reports name the processor as the kernel does.
#[test]
#[cfg(all(feature = "alloc", target_os = "linux", target_arch = "x86_64"))]
fn the_processors_own_name() {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let Some((_, name)) =
        known.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'))
    else {
        return;
    };
    assert_eq!(lanesum::cpu::brand(), name.trim());
}

static NEVER_RUN: Row = Row::new("", "", Features::NONE, None, &[Width::new(1, Backend::Sha512Ni, 1)]);
static RUN: Row = Row::new("any processor", "measured", Features::NONE, None, &[Width::new(1, Backend::Portable, 2)]);

#[test]
fn a_kernel_that_failed_its_test_is_told() {
    let built_in = InForce { row: &RUN, passed_over: Some(&NEVER_RUN) };
    let chosen = Choice::of(&RUN, built_in, 1);
    assert_eq!((chosen.backend, chosen.rejected), (Backend::Portable, Some(Backend::Sha512Ni)));
    let text = "any processor: 2, one at a time 2 (measured); not sha512-ni, which failed its test";
    assert_eq!(chosen.to_string(), text);
    let passed = Choice::of(&RUN, InForce { row: &RUN, passed_over: None }, 1);
    assert_eq!(passed.to_string(), "any processor: 2, one at a time 2 (measured)");
    // An order that the program has installed passes nothing over.
    assert_eq!(Choice::of(&NEVER_RUN, built_in, 1).rejected, None);
}
