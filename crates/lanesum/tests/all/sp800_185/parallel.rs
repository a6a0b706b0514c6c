//! How `ParallelHash` gets its message must not matter: in pieces of any size, from the caller's memory or through the buffer,
//! in blocks that fit into it and that do not, on one thread or on several.

use super::support::{backends, hex, message};
use lanesum::digest::Update;
use lanesum::{Backend, Error, ParallelHash, ParallelHash128, ParallelHash256, parallelhash128};
use reference::BitString;
use reference::sp800_185::{Length, Strength, parallel_hash};

fn expected(data: &[u8], block_bytes: u64) -> String {
    let block_bytes = usize::try_from(block_bytes).unwrap_or(usize::MAX >> 4);
    let custom = BitString::from_bytes(b"custom");
    let digest = parallel_hash(Strength::S128, &BitString::from_bytes(data), block_bytes, 256, &custom, Length::Fixed);
    hex(&digest.to_bytes())
}

/// On the plan's backends, and on each by name.
fn hashers(block_bytes: u64) -> impl Iterator<Item = (String, ParallelHash128)> {
    let chosen = ParallelHash128::new(block_bytes, "custom").unwrap();
    let forced = backends().into_iter().map(move |backend| {
        (backend.to_string(), ParallelHash128::with_backend(backend, block_bytes, "custom").unwrap())
    });
    [("the plan".to_owned(), chosen)].into_iter().chain(forced)
}

fn digest(hasher: ParallelHash128) -> String {
    let mut out = [0; 32];
    hasher.finalize_to(&mut out);
    hex(&out)
}

/// Blocks of which eight fit into the buffer of 128 KiB with room to spare, just, and not any more; pieces around a block, a
/// group of blocks and the buffer's 4 KiB for short ones.
#[test]
fn pieces_of_any_size() {
    for (block_bytes, len) in
        [(1, 3000), (8, 40_000), (100, 40_000), (4200, 100_000), (8192, 200_001), (16_384, 300_000), (16_385, 200_000)]
    {
        let data = message(len, block_bytes);
        let expected = expected(&data, block_bytes);
        let block = usize::try_from(block_bytes).unwrap();
        let sizes =
            [7, block - 1, block, block + 1, 4 * block, 8 * block - 1, 8 * block, 8 * block + 1, 4097, 65536, len];
        for (name, hasher) in hashers(block_bytes) {
            for size in sizes.into_iter().filter(|size| (len / 20_000..=len).contains(size) && *size > 0) {
                let mut hasher = hasher.clone();
                data.chunks(size).for_each(|piece| hasher.update(piece));
                assert_eq!(digest(hasher), expected, "{name}, blocks of {block_bytes}, pieces of {size}");
            }
            // Pieces that grow, so that they begin and end anywhere.
            let (mut hasher, mut rest, mut size) = (hasher, &data[..], 1);
            while !rest.is_empty() {
                let (piece, later) = rest.split_at(rest.len().min(size));
                hasher.update(piece);
                hasher.update(&[]);
                (rest, size) = (later, size * 3 / 2 + 1);
            }
            assert_eq!(digest(hasher), expected, "{name}, blocks of {block_bytes}, growing pieces");
        }
    }
}

#[test]
fn no_block_of_no_bytes() {
    assert_eq!(ParallelHash128::new(0, "").unwrap_err(), Error::BlockSize);
    assert_eq!(ParallelHash256::with_backend(Backend::Portable, 0, "").unwrap_err(), Error::BlockSize);
    assert_eq!(parallelhash128("", 0, "", &mut []), Err(Error::BlockSize));
    assert_eq!(Error::BlockSize.to_string(), "the block size is 0 bytes: it must be 1 or more");
}

#[test]
fn debug_prints_no_state() {
    let mut hasher = <ParallelHash<lanesum::strengths::Bits128>>::with_backend(Backend::Portable, 8, "").unwrap();
    hasher.update(b"secret");
    assert_eq!(format!("{hasher:?}"), "ParallelHash128 { block_bytes: 8, backend: Portable, .. }");
    assert_eq!(hasher.block_bytes(), 8);
}

/// The same digests, whatever was before in the buffer and however many threads there are.
#[cfg(feature = "rayon")]
#[test]
fn threads() {
    let data = message(300_001, 4);
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for block_bytes in [1, 1000, 8192, 20_000, 120_000, 400_000] {
            let data = if block_bytes == 1 { &data[..40_000] } else { &data[..] };
            let expected = expected(data, block_bytes);
            for (name, hasher) in hashers(block_bytes) {
                let cuts = [[0, 0], [1, 1], [5000, 30_000], [20_001, 19_999], [60_001, 62_000]];
                for cuts in cuts.into_iter().filter(|cuts| cuts[0] + cuts[1] <= data.len()) {
                    let mut hasher = hasher.clone();
                    let (head, rest) = data.split_at(cuts[0]);
                    let (middle, tail) = rest.split_at(rest.len() - cuts[1]);
                    hasher.update(head);
                    pool.install(|| hasher.update_rayon(middle));
                    pool.install(|| hasher.update_rayon(tail));
                    assert_eq!(digest(hasher), expected, "{name}, {threads} threads, {block_bytes}, {cuts:?}");
                }
            }
        }
    }
    // Not on a byte border: on this thread, but right.
    let mut hasher = ParallelHash128::new(1000, "custom").unwrap();
    hasher.update_bits(lanesum::BitStr::from_bits(&[1], 1).unwrap());
    let mut same = hasher.clone();
    hasher.update_rayon(&data);
    same.update(&data);
    assert_eq!(digest(hasher), digest(same));
}
