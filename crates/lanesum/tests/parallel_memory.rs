//! That `ParallelHash` keeps to the memory that its documentation names, whatever the block and the pieces. One test, since the
//! whole process is counted.
#![cfg(feature = "alloc")]

#[path = "support/allocated.rs"]
mod allocated;

use allocated::{Counting, most_at_once};
use lanesum::digest::Update;
use lanesum::{ParallelHash256, parallelhash128};

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
        for piece in [1000, 100_000, 1 << 20] {
            let mut hasher = ParallelHash256::new(block_bytes as u64, "").unwrap();
            let most = most_at_once(|| data.chunks(piece).for_each(|piece| hasher.update(piece)));
            assert!(most <= 128 * KIB, "blocks of {block_bytes}, pieces of {piece}: {most} bytes");
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
}
