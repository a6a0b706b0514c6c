//! That `ParallelHash` and KT128 keep to the memory that their documentation names, whatever the block and the pieces; that keyed states in
//! memory of their own are erased. One test, since the whole process is counted.
#![cfg(feature = "alloc")]

#[path = "support/allocated.rs"]
mod allocated;

use allocated::{Counting, freed_with, most_at_once};
use lanesum::digest::Update;
use lanesum::{Kt128, Kt256, ParallelHash256, kt128, kt256, parallelhash128};

#[global_allocator]
static COUNTING: Counting = Counting;

const KIB: usize = 1 << 10;

#[test]
fn memory_is_bounded() {
    let data = vec![0x5a; 8 << 20];
    let mut out = [0; 32];
    for block_bytes in [1, 100, 8192, 16 * KIB, 16 * KIB + 1, 1 << 20, 64 << 20] {
        let data = if block_bytes == 1 { &data[..100_000] } else { &data[..] };
        let one_shot = most_at_once(|| parallelhash128(data, block_bytes as u64, "", &mut out).unwrap());
        assert_eq!(one_shot, 0, "blocks of {block_bytes}");
        for piece in [1000, 100_000, 120_000, 1 << 20] {
            let mut hasher = ParallelHash256::new(block_bytes as u64, "").unwrap();
            let most = most_at_once(|| data.chunks(piece).for_each(|piece| hasher.update(piece)));
            assert!(most <= 130 * KIB, "blocks of {block_bytes}, pieces of {piece}: {most} bytes");
            hasher.finalize_to(&mut out);
        }
        #[cfg(feature = "rayon")]
        {
            // The threads are there before it is counted; what rayon itself allocates is little.
            let threads = rayon::current_num_threads();
            rayon::broadcast(|_| ());
            let mut hasher = ParallelHash256::new(block_bytes as u64, "").unwrap();
            let most = most_at_once(|| hasher.update_rayon(data));
            let allowed = threads * 64 * KIB + 128 * KIB + 64 * KIB;
            assert!(most <= allowed, "blocks of {block_bytes}, {threads} threads: {most} bytes");
            hasher.finalize_to(&mut out);
        }
    }
    trees(&data);
    #[cfg(feature = "blake")]
    keyed_states_are_erased();
}

/// Those of `BLAKE2bp` and `BLAKE2sp`, which are in memory of their own: when they are freed, in every build.
#[cfg(feature = "blake")]
fn keyed_states_are_erased() {
    use lanesum::{Algorithm, Hasher, Options};
    assert!(freed_with(0xa5, || drop(vec![0xa5; 1000])) >= 1000, "what is freed is seen");
    for algorithm in [Algorithm::Blake2bp, Algorithm::Blake2sp] {
        let mut hasher = Hasher::with_options(algorithm, Options::new().key(&[0xa5; 32])).unwrap();
        hasher.update(&[0xa5; 1500]);
        let copy = hasher.clone();
        let freed = freed_with(0xa5, || drop((hasher, copy)));
        assert!(freed < 20, "{freed} bytes of {algorithm}");
    }
}

fn trees(data: &[u8]) {
    let mut out = [0; 32];
    for len in [0, 1000, 8191, 8192, 70_000, data.len()] {
        for one_shot in [kt128, kt256] {
            let most = most_at_once(|| one_shot(&data[..len], &[], &mut out));
            assert!(most <= if len < 8192 { 0 } else { 9 * KIB }, "{len}: {most} bytes");
        }
    }
    for (len, piece, allowed) in [
        (1024, 1, 0),
        (8192, 1, 8 * KIB),
        (8192, 8192, 8 * KIB),
        (data.len(), 1000, 73 * KIB),
        // Also pieces that end within the last chunk of a group, whose states stay in lanes.
        (data.len(), 60_000, 75 * KIB),
        (data.len(), 100_000, 75 * KIB),
        (data.len(), 1 << 20, 75 * KIB),
    ] {
        let (mut small, mut large) = (Kt128::default(), Kt256::default());
        // The buffered bytes are copied once, when the message turns out to be longer than a chunk.
        let moved = if len > 8192 { 8 * KIB } else { 0 };
        let most = most_at_once(|| data[..len].chunks(piece).for_each(|piece| small.update(piece)));
        assert!(most <= allowed + moved, "{len} in pieces of {piece}: {most} bytes");
        let most = most_at_once(|| data[..len].chunks(piece).for_each(|piece| large.update(piece)));
        assert!(most <= allowed + moved, "{len} in pieces of {piece}: {most} bytes");
    }
    #[cfg(feature = "rayon")]
    {
        let threads = rayon::current_num_threads();
        let mut hasher = Kt256::default();
        let most = most_at_once(|| hasher.update_rayon(data));
        assert!(most <= threads * 64 * KIB + 73 * KIB + 64 * KIB, "{threads} threads: {most} bytes");
    }
}
