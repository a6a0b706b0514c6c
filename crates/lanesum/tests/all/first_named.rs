//! What a program that names a backend may call first, each in a process of its own: forms that one call has found by name are there for
//! all others.

use crate::support::{backends_of, expected, message};
use lanesum::{Algorithm, Backend, Hasher};
use std::process::Command;

const FUNCTIONS: [Algorithm; 8] = [
    Algorithm::Sha3_256,
    Algorithm::Kt128,
    Algorithm::Sha256,
    Algorithm::Sha512,
    Algorithm::Blake256,
    Algorithm::Blake2b,
    Algorithm::Blake2bp,
    Algorithm::Blake3,
];
type Call = fn(Algorithm, Backend);
const CALLS: [(&str, Call); 3] = [("update", update), ("update_many", update_many), ("finalize_many", finalize_many)];
/// More than a chunk of KT128 and of BLAKE3.
const BYTES: usize = 9000;
const CASE: &str = "LANESUM_FIRST_NAMED";

fn assert_digest(hasher: Hasher) {
    let algorithm = hasher.algorithm();
    let mut out = vec![0; algorithm.digest_bits() / 8];
    hasher.finalize().read(&mut out).unwrap();
    assert_eq!(out, expected(algorithm, &message(BYTES, 1), 8 * BYTES));
}

fn update(algorithm: Algorithm, backend: Backend) {
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(&message(BYTES, 1));
    assert_digest(hasher);
}

fn update_many(algorithm: Algorithm, backend: Backend) {
    let data = message(BYTES, 1);
    let mut hashers: Vec<_> = (0..3).map(|_| Hasher::with_backend(algorithm, backend).unwrap()).collect();
    Hasher::update_many(&mut hashers.iter_mut().map(|hasher| (hasher, &data[..])).collect::<Vec<_>>());
    hashers.into_iter().for_each(assert_digest);
}

fn finalize_many(algorithm: Algorithm, backend: Backend) {
    let (messages, bytes) = ([message(BYTES, 1), message(300, 2), message(300, 3)], algorithm.digest_bits() / 8);
    let mut out = vec![0; 3 * bytes];
    Hasher::with_backend(algorithm, backend).unwrap().finalize_many(&messages, bytes, &mut out).unwrap();
    for (message, out) in messages.iter().zip(out.chunks(bytes)) {
        assert_eq!(out, expected(algorithm, message, 8 * message.len()));
    }
}

#[test]
fn any_call_may_be_the_first() {
    let cases = || FUNCTIONS.into_iter().flat_map(|a| backends_of(a).into_iter().map(move |backend| (a, backend)));
    if let Ok(case) = std::env::var(CASE) {
        for ((algorithm, backend), (name, call)) in cases().flat_map(|case| CALLS.map(|call| (case, call))) {
            if format!("{name} of {algorithm}, {backend}") == case {
                return call(algorithm, backend);
            }
        }
        panic!("no case {case}");
    }
    let program = std::env::current_exe().unwrap();
    for ((algorithm, backend), (name, _)) in cases().flat_map(|case| CALLS.map(|call| (case, call))) {
        let case = format!("{name} of {algorithm}, {backend}");
        let child = Command::new(&program)
            .args(["--exact", "first_named::any_call_may_be_the_first"])
            .env(CASE, &case)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&child.stdout).into_owned() + &String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success() && text.contains("1 passed"), "{case}: {text}");
    }
}
