//! Functions that hash parts of a message beside each other, KT128, KT256, `ParallelHash` and BLAKE3: how they get it must not matter, in
//! pieces of any size, from the caller's memory or through a buffer, on one thread or on several, saved in between or not.

use crate::bits::Bits;
use crate::case::Case;
use crate::support::{Random, backends_of, hex, message};
use lanesum::{Algorithm, Backend, Hasher};

/// A function, the bytes of a leaf or block, and of the message: blocks of `ParallelHash` of which eight fit into the buffer of 128 KiB with
/// room to spare, just, and not any more.
const TABLE: &[(Algorithm, usize, &[usize])] = &[
    (Algorithm::Kt128, 8192, &[900, 1025, 8191, 8192, 8193, 3 * 8192 + 11, 8 * 8192, 150_001]),
    (Algorithm::Kt256, 8192, &[150_001]),
    (Algorithm::ParallelHash128, 1, &[3000]),
    (Algorithm::ParallelHash128, 8, &[40_000]),
    (Algorithm::ParallelHash128, 100, &[40_000]),
    (Algorithm::ParallelHash256, 4200, &[100_000]),
    (Algorithm::ParallelHash128, 8192, &[200_001]),
    (Algorithm::ParallelHash128, 16_384, &[300_000]),
    (Algorithm::ParallelHashXof256, 16_385, &[200_000]),
    (Algorithm::Blake3, 1024, &[1024, 1025, 131_072, 131_073, 262_145]),
];

fn case(algorithm: Algorithm, block_bytes: usize, data: &[u8]) -> Case {
    let mut case = Case::new(algorithm, vec![Bits::of(data)]);
    (case.block_bytes, case.custom) = (block_bytes, Bits::of(b"custom"));
    case
}

/// On the plan's backends, and on each by name; used before, and reset.
fn hashers(case: &Case) -> Vec<(Option<Backend>, Hasher)> {
    let new = |backend: Option<Backend>| {
        let options = case.options().unwrap();
        let options = backend.map_or(options, |backend| options.backend(backend));
        let mut hasher = Hasher::with_options(case.algorithm, options).unwrap();
        hasher.update(&case.strings[0].data);
        hasher.reset();
        (backend, hasher)
    };
    backends_of(case.algorithm).into_iter().map(Some).chain([None]).map(new).collect()
}

fn digest(hasher: &Hasher) -> String {
    let mut out = vec![0; hasher.algorithm().digest_bits() / 8];
    hasher.clone().finalize().read(&mut out).unwrap();
    hex(&out)
}

/// Pieces of these sizes, and one with all that is left.
fn cut(mut data: &[u8], sizes: impl IntoIterator<Item = usize>) -> Vec<&[u8]> {
    let mut pieces: Vec<&[u8]> = Vec::new();
    for size in sizes {
        let (piece, rest) = data.split_at(size.min(data.len()));
        pieces.push(piece);
        data = rest;
    }
    pieces.push(data);
    pieces
}

/// Around the rates' blocks, the leaf, groups of leaves, and the buffers.
#[test]
fn pieces_of_any_size() {
    for &(algorithm, block, lengths) in TABLE {
        for &len in lengths {
            let data = message(len, block as u64);
            let case = case(algorithm, block, &data);
            let expected = hex(&case.expected());
            let sizes = [1, 7, 168, 1000, 4097, 64_511, 65_535, 65_536, 65_537, len];
            let sizes =
                sizes.into_iter().chain([1, 4, 5, 7, 8].into_iter().flat_map(|n| n * block - 1..=n * block + 1));
            let sizes = sizes.filter(|size| (len / 3000..=len).contains(size) && *size > 0);
            let mut lists: Vec<Vec<&[u8]>> = sizes.map(|size| data.chunks(size).collect()).collect();
            // Pieces that grow, so that they begin and end anywhere.
            lists.push(cut(&data, std::iter::successors(Some(1), |size| Some(size * 3 / 2 + 1)).take(25)));
            for (backend, hasher) in hashers(&case) {
                for pieces in &lists {
                    let mut hasher = hasher.clone();
                    for piece in pieces {
                        hasher.update(piece);
                        hasher.update(&[]);
                    }
                    assert_eq!(
                        digest(&hasher),
                        expected,
                        "{algorithm}, {backend:?}, {len} bytes, pieces of {}",
                        pieces[0].len()
                    );
                }
            }
        }
    }
}

/// A restored state goes on as any other: of what it had begun, none, one byte or all of a leaf may come next. The digest is right after each
/// piece.
#[cfg(feature = "alloc")]
#[test]
fn saved_after_every_piece() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let (algorithm, block, _) = random.of(TABLE);
        let leaf = if block < 100 { 8 * block } else { block };
        let sizes = (0..8)
            .map(|_| random.of(&[0, 1, 192, 2384, leaf - 1, leaf, leaf + 1, 3 * leaf, 7 * leaf, 8 * leaf, 70_001]));
        let sizes: Vec<usize> = sizes.map(|size| if block < 100 { size.min(2000) } else { size }).collect();
        let data = message(sizes.iter().sum(), seed);
        let case = case(algorithm, block, &data);
        let pieces = cut(&data, sizes.iter().copied());
        let mut whole = hashers(&case).pop().unwrap().1;
        let so_far = |piece: &&[u8]| {
            whole.update(piece);
            digest(&whole)
        };
        let expected: Vec<String> = pieces.iter().map(so_far).collect();
        for (backend, mut hasher) in hashers(&case) {
            let mut continued: Option<Hasher> = None;
            for (piece, expected) in pieces.iter().zip(&expected) {
                hasher.update(piece);
                // The saved state continues the message, and saving changes nothing.
                let saved = hasher.to_bytes();
                if let Some(continued) = &mut continued {
                    continued.update(piece);
                    assert_eq!(continued.to_bytes(), saved, "{algorithm}, {backend:?}, {sizes:?}");
                }
                hasher.update(b"");
                assert_eq!(hasher.to_bytes(), saved);
                let mut restored = Hasher::from_bytes(&saved).unwrap();
                if restored.algorithm() != algorithm {
                    restored.end_as(algorithm).unwrap();
                }
                assert_eq!(restored.to_bytes(), saved, "{algorithm}, {backend:?}, {sizes:?}");
                for hasher in [&hasher, &restored] {
                    assert_eq!(digest(hasher), *expected, "{algorithm}, {backend:?}, {sizes:?}");
                }
                continued = Some(restored);
            }
        }
        let mut at_once = hashers(&case).pop().unwrap().1;
        at_once.update(&data);
        assert_eq!(digest(&at_once), *expected.last().unwrap(), "{algorithm}, {sizes:?}");
    }
}

/// The same digests, whatever was before in the buffer and however many threads there are.
#[cfg(feature = "rayon")]
#[test]
fn threads() {
    let table = [(Algorithm::Kt128, 8192), (Algorithm::Kt256, 8192), (Algorithm::Blake3, 1024)].into_iter();
    let blocks = [1, 1000, 8192, 20_000, 120_000, 400_000].map(|block| (Algorithm::ParallelHash128, block));
    for (algorithm, block) in table.chain(blocks) {
        let data = message(if block == 1 { 40_000 } else { 300_001 }, 4);
        let case = case(algorithm, block, &data);
        let expected = hex(&case.expected());
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for (backend, hasher) in hashers(&case) {
                for sizes in [
                    [0, 0],
                    [1, 1],
                    [5000, 30_000],
                    [block, block],
                    [20_001, 19_999],
                    [100_000, 70_000],
                    [60_001, 61_000],
                ] {
                    let mut hasher = hasher.clone();
                    let [head, middle, tail] =
                        cut(&data, [sizes[0], data.len().saturating_sub(sizes[0] + sizes[1])])[..]
                    else {
                        panic!()
                    };
                    hasher.update(head);
                    pool.install(|| hasher.update_rayon(middle));
                    pool.install(|| hasher.update_rayon(tail));
                    assert_eq!(
                        digest(&hasher),
                        expected,
                        "{algorithm}, {backend:?}, {threads} threads, {block}, {sizes:?}"
                    );
                }
            }
        }
    }
    // Several rounds of tasks.
    let data = message(40 << 20, 5);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for algorithm in [Algorithm::Kt128, Algorithm::Blake3] {
        let [mut on_one, mut on_two] = [(); 2].map(|()| Hasher::new(algorithm));
        on_one.update(&data);
        pool.install(|| on_two.update_rayon(&data));
        assert_eq!(digest(&on_one), digest(&on_two), "{algorithm}");
    }
}

/// Not on a byte border: on this thread, but right. And the types' own calls: with progress, and BLAKE3 with a key.
#[cfg(feature = "rayon")]
#[test]
fn threads_by_type() {
    use lanesum::digest::Update;
    use lanesum::{Blake3, Blake3Mode, Kt128, ParallelHash128};
    let data = message(1_000_001, 6);
    let mut hashers = [(); 2].map(|()| ParallelHash128::new(1000, "custom").unwrap());
    for hasher in &mut hashers {
        hasher.update_bits(lanesum::BitStr::from_bits(&[1], 1).unwrap());
    }
    hashers[0].update_rayon(&data);
    hashers[1].update(&data);
    let outputs = hashers.map(|hasher| {
        let mut out = [0; 32];
        hasher.finalize_to(&mut out);
        out
    });
    assert_eq!(outputs[0], outputs[1]);
    let mut hasher = Kt128::new("custom");
    let done = std::sync::atomic::AtomicU64::new(0);
    hasher.update(&data[..9000]);
    hasher.update_rayon_with(&data[9000..], |bytes| {
        done.fetch_add(bytes, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(done.into_inner() as usize, data.len() - 9000);
    let (mut out, mut expected) = ([0; 32], [0; 32]);
    hasher.finalize_customized(b"custom").read(&mut out);
    lanesum::kt128(&data, b"custom", &mut expected);
    assert_eq!(out, expected);
    let [mut on_one, mut on_several] = [(); 2].map(|()| Blake3::with_mode(Blake3Mode::Keyed(&[7; 32])));
    on_one.update(&data);
    on_several.update_rayon(&data);
    assert_eq!(on_one.finalize(), on_several.finalize());
}
