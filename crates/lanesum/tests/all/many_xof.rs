//! XOFs in step: `N` messages absorbed once and squeezed in any pieces, against the reference and against one reader for
//! each, on every backend.

use crate::support;

use lanesum::functions::{Shake128, Shake256};
use lanesum::{Error, Hasher, ManyXof, Message, XofFunction};
use support::{backends, expected_output, message};

/// A seed: prefix, body, last bits and their number.
type Seed = (Vec<u8>, Vec<u8>, u8, u32);

fn as_message((prefix, body, last, bits): &Seed) -> Message<'_> {
    Message::prefixed(prefix, body).with_last_bits(*last, *bits).unwrap()
}

/// The first `len` bytes of output, by the reference.
fn output<F: XofFunction>((prefix, body, last, bits): &Seed, len: usize) -> Vec<u8> {
    let mut all = [&prefix[..], body].concat();
    let len_bits = 8 * all.len() + *bits as usize;
    all.push(*last);
    expected_output(F::ALGORITHM, &all, len_bits, 8 * len)
}

/// The same by a reader of its own.
fn reader<F: XofFunction>((prefix, body, last, bits): &Seed) -> lanesum::HasherReader {
    let mut hasher = Hasher::new(F::ALGORITHM);
    hasher.update(prefix);
    hasher.update(body);
    hasher.finalize_with_last_bits(*last, *bits).unwrap()
}

/// The next `len` bytes of each.
fn squeeze<F: XofFunction, const N: usize>(xofs: &mut ManyXof<F, N>, len: usize) -> [Vec<u8>; N] {
    let mut out: [Vec<u8>; N] = std::array::from_fn(|_| vec![0x5a; len]);
    xofs.squeeze(out.each_mut().map(|out| &mut out[..])).unwrap();
    out
}

/// Squeezes pieces of these lengths, with the backend that the library chooses and with every other.
fn check<F: XofFunction, const N: usize>(seeds: &[Seed; N], pieces: &[usize]) {
    let total = pieces.iter().sum();
    let expected = seeds.each_ref().map(|seed| output::<F>(seed, total));
    let messages = seeds.each_ref().map(as_message);
    let chosen = ManyXof::<F, N>::new(messages);
    let others = backends().into_iter().map(|backend| {
        let xofs = ManyXof::<F, N>::with_backend(backend, messages).unwrap();
        assert_eq!(xofs.backend(), backend);
        xofs
    });
    for mut xofs in [chosen].into_iter().chain(others) {
        let mut readers = seeds.each_ref().map(reader::<F>);
        let mut done = 0;
        for &len in pieces {
            let out = squeeze(&mut xofs, len);
            for i in 0..N {
                let mut alone = vec![0; len];
                readers[i].read(&mut alone).unwrap();
                assert!(out[i] == expected[i][done..done + len], "{xofs:?}: {i}, {len} bytes after {done}");
                assert!(out[i] == alone, "{xofs:?}: {i}, {len} bytes after {done}, against one reader");
            }
            done += len;
        }
    }
}

/// Seeds of these lengths.
fn seeds<const N: usize>(len: impl Fn(usize) -> usize) -> [Seed; N] {
    std::array::from_fn(|i| (Vec::new(), message(len(i), i as u64), 0, 0))
}

/// Runs a test for both functions and every number of instances.
macro_rules! for_all {
    ($test:ident) => {
        for_all!($test, Shake128);
        for_all!($test, Shake256);
    };
    ($test:ident, $function:ty) => {
        $test::<$function, 1>();
        $test::<$function, 2>();
        $test::<$function, 4>();
        $test::<$function, 8>();
    };
}

/// Pieces that end before, at and after the ends of blocks; nothing at all; several blocks from the middle of one.
fn pieces(rate: usize) -> Vec<Vec<usize>> {
    vec![
        vec![],
        vec![0, 0],
        vec![rate],
        vec![rate, 0, rate, 0],
        vec![1, 0, rate - 1, 0, 1],
        vec![rate - 1, 2, rate - 1],
        vec![rate + 1, rate - 1, 1],
        vec![3 * rate, 1],
        vec![7, 5 * rate, 8],
        vec![2 * rate - 1, 1, 4 * rate],
        vec![32; 20],
    ]
}

fn equal<F: XofFunction, const N: usize>() {
    let rate = ManyXof::<F, N>::block_bytes();
    assert_eq!(rate, F::ALGORITHM.block_bytes());
    for len in [0, 1, 32, rate - 1, rate, rate + 1, 2 * rate, 5 * rate + 3] {
        for pieces in pieces(rate) {
            check::<F, N>(&seeds(|_| len), &pieces);
        }
    }
}

#[test]
fn messages_of_equal_lengths() {
    for_all!(equal);
}

fn ragged<F: XofFunction, const N: usize>() {
    let rate = F::ALGORITHM.block_bytes();
    let lengths = [0, rate, 1, 9 * rate + 1, rate - 1, 3 * rate, 33, 2 * rate - 1];
    for turn in 0..lengths.len() {
        for pieces in pieces(rate) {
            check::<F, N>(&seeds(|i| lengths[(i + turn) % 8]), &pieces);
        }
    }
    // All short but one, in each place.
    for long in 0..N {
        check::<F, N>(&seeds(|i| if i == long { 30 * rate + 5 } else { i }), &[32, 2 * rate]);
    }
}

#[test]
fn messages_of_all_lengths() {
    for_all!(ragged);
}

/// With prefixes, and last bits that need a block of their own.
fn parts<F: XofFunction, const N: usize>() {
    let rate = F::ALGORITHM.block_bytes();
    for prefix in [1, rate - 1, rate, rate + 9] {
        for bits in 0..=7 {
            let seeds = std::array::from_fn(|i| {
                let body = [rate - 1, 0, 2 * rate - 1, 5][i % 4];
                (message(prefix, 1), message(body, i as u64), 0xff, bits)
            });
            check::<F, N>(&seeds, &[16, rate]);
        }
    }
}

#[test]
fn messages_of_parts() {
    for_all!(parts);
}

/// Outputs of different lengths are an error; none is written, and what comes next is what would have come.
fn unequal<F: XofFunction, const N: usize>() {
    let seeds = seeds::<N>(|i| 10 * i);
    let messages = seeds.each_ref().map(as_message);
    for backend in backends() {
        for before in [0, 1, F::ALGORITHM.block_bytes()] {
            let mut xofs = ManyXof::<F, N>::with_backend(backend, messages).unwrap();
            squeeze(&mut xofs, before);
            for odd in 0..N {
                for wrong in [0, 39, 41, 400] {
                    let mut out: [Vec<u8>; N] = std::array::from_fn(|i| vec![0x5a; if i == odd { wrong } else { 40 }]);
                    let result = xofs.squeeze(out.each_mut().map(|out| &mut out[..]));
                    let (expected, got) = if odd == 0 { (wrong, 40) } else { (40, wrong) };
                    assert_eq!(
                        result,
                        Err(Error::Length { argument: "out", expected, got }),
                        "{xofs:?}, {odd} has {wrong}"
                    );
                    assert!(out.iter().flatten().all(|byte| *byte == 0x5a), "{xofs:?}, {odd} has {wrong}");
                }
            }
            for (i, out) in squeeze(&mut xofs, 40).iter().enumerate() {
                assert_eq!(*out, output::<F>(&seeds[i], before + 40)[before..], "{xofs:?}, {i}");
            }
        }
    }
}

#[test]
fn outputs_of_different_lengths() {
    unequal::<Shake128, 2>();
    unequal::<Shake128, 4>();
    unequal::<Shake128, 8>();
    unequal::<Shake256, 2>();
    unequal::<Shake256, 4>();
    unequal::<Shake256, 8>();
}

#[test]
fn copies_go_on_by_themselves() {
    let seeds = seeds::<4>(|i| i);
    for backend in backends() {
        let mut first = ManyXof::<Shake128, 4>::with_backend(backend, seeds.each_ref().map(as_message)).unwrap();
        squeeze(&mut first, 100);
        let mut second = first.clone();
        squeeze(&mut first, 1000);
        let out = squeeze(&mut second, 200);
        assert!((0..4).all(|i| out[i] == output::<Shake128>(&seeds[i], 300)[100..]), "{backend}");
    }
}

#[test]
fn unavailable_backends_are_refused() {
    for &backend in lanesum::Algorithm::Sha3_256.backends().iter().filter(|backend| !backend.is_available()) {
        let refused = ManyXof::<Shake128, 2>::with_backend(backend, [Message::default(); 2]).unwrap_err();
        assert_eq!(refused, Error::BackendUnavailable(backend));
    }
}
