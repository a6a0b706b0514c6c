//! Several chaining values of SHA-2 in step, against each by itself on `portable`, which `tests/sha2.rs` holds to the reference.

use crate::support;

use lanesum::hazmat::{Sha2States, Sha2Word, sha256_compress, sha512_compress};
use lanesum::{Algorithm, Backend, Error};
use support::{backends_of, message};

/// Chaining values that differ, rows of three blocks and a bit that differ, and some longer than others.
fn check<W: Sha2Word, const N: usize>(
    algorithm: Algorithm,
    initial: impl Fn(usize) -> [W; 8],
    alone: impl Fn([W; 8], &[u8]) -> [W; 8],
) {
    for backend in backends_of(algorithm).into_iter().map(Some).chain([None]) {
        let mut states =
            backend.map_or_else(Sha2States::<W, N>::new, |backend| Sha2States::with_backend(backend).unwrap());
        let values: [_; N] = std::array::from_fn(&initial);
        for (k, words) in states.words_mut().iter_mut().enumerate() {
            *words = values.map(|value| value[k]);
        }
        let rows: [Vec<u8>; N] = std::array::from_fn(|i| message(3 * W::BLOCK_BYTES + 1 + i, i as u64));
        let done = states.compress_all(rows.each_ref().map(|row| &row[..]));
        assert_eq!(done, 3 * W::BLOCK_BYTES, "{backend:?} x{N}");
        for (i, row) in rows.iter().enumerate() {
            let found = states.words().map(|words| words[i]);
            assert_eq!(found, alone(values[i], &row[..done]), "{backend:?} x{N}: value {i}");
        }
        assert_eq!(states.compress_all([&[0; 63]; N]), 0);
        let before = *states.words();
        states.set_all(&values[0]);
        assert_eq!(*states.words(), values[0].map(|word| [word; N]));
        *states.words_mut() = before;
    }
}

fn of_256<const N: usize>() {
    check::<u32, N>(
        Algorithm::Sha256,
        |i| std::array::from_fn(|k| ((i * 8 + k) as u32).wrapping_mul(0x9e37_79b9)),
        |mut value, row| {
            sha256_compress(Some(Backend::Portable), &mut value, row.as_chunks().0).unwrap();
            value
        },
    );
}

fn of_512<const N: usize>() {
    check::<u64, N>(
        Algorithm::Sha512,
        |i| std::array::from_fn(|k| ((i * 8 + k) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        |mut value, row| {
            sha512_compress(Some(Backend::Portable), &mut value, row.as_chunks().0).unwrap();
            value
        },
    );
}

#[test]
fn values_in_step_are_those_alone() {
    of_256::<1>();
    of_256::<2>();
    of_256::<4>();
    of_256::<8>();
    of_256::<16>();
    of_512::<1>();
    of_512::<4>();
    of_512::<8>();
    of_512::<16>();
}

#[test]
fn a_backend_of_other_functions_is_refused() {
    let error = Sha2States::<u64, 4>::with_backend(Backend::ShaNi).unwrap_err();
    assert!(matches!(error, Error::NoForm { backend: Backend::ShaNi, .. }), "{error}");
}
