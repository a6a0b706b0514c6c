//! The library against other people's crates, on every backend: all functions that they have.

use crate::rivals::rivals;
use crate::support;

use lanesum::hazmat::State;
use lanesum::{Algorithm, Hasher};
use support::guard::{Edge, Flush};
use support::{backends, backends_of, edges, expected, hex, message, output};

/// The outputs of other implementations for `data`, `len` bytes each, with their names; the reference's where there is no other.
fn others(algorithm: Algorithm, data: &[u8], len: usize) -> Vec<(&'static str, Vec<u8>)> {
    let rivals = rivals(algorithm);
    if rivals.is_empty() {
        return vec![("reference", expected(algorithm, data, 8 * data.len()))];
    }
    let one = |mut rival: Box<dyn crate::rivals::Rival>| {
        let mut out = vec![0; len];
        rival.update(data);
        rival.read(&mut out);
        (rival.name(), out)
    };
    rivals.into_iter().map(one).collect()
}

/// Every backend against all others; the message in one piece and cut at `cut`; the digest, or `wanted` bytes of an XOF.
fn compare(algorithm: Algorithm, data: &[u8], cut: usize, wanted: usize) {
    let len = if algorithm.is_xof() { wanted } else { algorithm.digest_bits() / 8 };
    let others = others(algorithm, data, len);
    let data = Edge::of(data, Flush::turn(data.len()));
    for backend in backends_of(algorithm) {
        let ours = output(algorithm, backend, &data, len);
        let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
        hasher.update(&data[..cut]);
        hasher.update(&data[cut..]);
        let mut in_two = vec![0; len];
        hasher.finalize().read(&mut in_two).unwrap();
        for (name, theirs) in &others {
            let what = format!("{algorithm}, {backend}, {} bytes, {name}", data.len());
            assert_eq!(hex(&ours), hex(theirs), "{what}");
            assert_eq!(hex(&in_two), hex(theirs), "{what}, cut at {cut}");
        }
    }
}

/// The permutation alone, on any state.
#[test]
fn any_state() {
    for seed in 0..1000 {
        let before = message(200, seed);
        let mut lanes: [u64; 25] =
            std::array::from_fn(|k| u64::from_le_bytes(before[8 * k..][..8].try_into().unwrap()));
        tiny_keccak::keccakf(&mut lanes);
        let expected = lanes.map(u64::to_le_bytes).concat();
        for backend in backends() {
            let mut state = State::<u64>::with_backend(backend).unwrap();
            state.add_bytes(0, &before).unwrap();
            state.permute(24).unwrap();
            let mut after = [0; 200];
            state.extract_bytes(0, &mut after).unwrap();
            assert_eq!(hex(&after), hex(&expected), "{backend}");
        }
    }
}

/// Every length through some blocks of the greatest rate, and those around 20 blocks of every rate.
#[test]
fn every_length() {
    for &algorithm in Algorithm::PLAIN {
        for len in (0..600).chain(edges(algorithm, 20)) {
            let data = message(len, len as u64);
            compare(algorithm, &data, len / 2, 400);
        }
    }
}

/// Messages of 256 KiB and more, of which the kernels take nearly all blocks in one call, behind one byte or around a block. In two halves, for
/// two threads.
#[test]
fn long_messages() {
    compare_long(Algorithm::PLAIN.iter().step_by(2));
}

#[test]
fn long_messages_of_the_others() {
    compare_long(Algorithm::PLAIN.iter().skip(1).step_by(2));
}

fn compare_long<'a>(algorithms: impl Iterator<Item = &'a Algorithm>) {
    for &algorithm in algorithms {
        let (block, long) = (algorithm.block_bytes(), 1 << 18);
        for (len, cut) in [(long, 1), (long + 1, block - 1), (long / block * block, block), (3 * long - 7, block + 1)] {
            compare(algorithm, &message(len, 1), cut, 1000);
        }
    }
}

/// Outputs of 1 MiB and more: one byte, the others in one read but for one, and that one.
#[test]
fn long_outputs() {
    for algorithm in [Algorithm::Shake128, Algorithm::Shake256] {
        let (block, data) = (algorithm.block_bytes(), message(100, 2));
        for len in [1 << 20, (1 << 20) / block * block, (1 << 20) + 1] {
            for (name, theirs) in others(algorithm, &data, len) {
                for backend in backends_of(algorithm) {
                    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                    hasher.update(&data);
                    let mut reader = hasher.finalize();
                    let mut ours = Edge::new(len, Flush::End);
                    let (first, rest) = ours.split_at_mut(1);
                    let (middle, last) = rest.split_at_mut(len - 2);
                    for piece in [first, middle, last] {
                        reader.read(piece).unwrap();
                    }
                    // Of the bytes that differ, only where the first is.
                    let differ = ours.iter().zip(&theirs).position(|(a, b)| a != b);
                    assert_eq!(differ, None, "{algorithm}, {backend}, {len} bytes, {name}: first byte that differs");
                }
            }
        }
    }
}
