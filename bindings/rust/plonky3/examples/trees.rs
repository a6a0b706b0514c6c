//! Merkle trees of Plonky3 over lanesum and over its own hashes, by turns on one thread: nanoseconds a leaf, the least of many samples.
//! `cargo run --release --example trees`, and again with `RUSTFLAGS="-C target-cpu=native"`, which changes Plonky3's packed `KeccakF`.

use lanesum_plonky3::{Blake3, Keccak256Hash, KeccakF, Sha3_256Hash, Sha256, VECTOR_LEN};
use p3_commit::Mmcs;
use p3_matrix::dense::RowMajorMatrix;
use p3_merkle_tree::MerkleTreeMmcs;
use p3_symmetric::{CompressionFunctionFromHasher as FromHasher, PaddingFreeSponge};
use std::time::Instant;

macro_rules! race {
    ($name:literal, $item:ty, $ours:expr, $theirs:expr, $widths:expr) => {
        for width in $widths {
            for log in [10, 16] {
                let matrix =
                    RowMajorMatrix::new((0..width << log).map(|i| (i * i / 7) as $item).collect::<Vec<_>>(), width);
                let (mut least, mut roots) = ([f64::MAX; 2], [None, None]);
                for _ in 0..if log == 10 { 300 } else { 12 } {
                    let begun = Instant::now();
                    roots[0] = Some($ours.commit(vec![matrix.as_view()]).0.into_iter().flatten().collect::<Vec<_>>());
                    let between = Instant::now();
                    roots[1] = Some($theirs.commit(vec![matrix.as_view()]).0.into_iter().flatten().collect());
                    let times = [between - begun, between.elapsed()];
                    for (least, time) in least.iter_mut().zip(times) {
                        *least = least.min(time.as_nanos() as f64 / f64::from(1 << log));
                    }
                }
                assert_eq!(roots[0], roots[1]);
                let [ours, theirs] = least;
                let bytes = width * size_of::<$item>();
                println!("| {} | {bytes} B | 2^{log} | {ours:.1} | {theirs:.1} | {:.2} |", $name, theirs / ours);
            }
        }
    };
}

fn main() {
    println!(
        "| hash | a leaf | leaves | lanesum, ns a leaf | Plonky3 | gain |\n| --- | --- | --- | ---: | ---: | ---: |"
    );
    macro_rules! bytes {
        ($($name:literal $ours:expr, $theirs:expr;)*) => {$(
            let ours = MerkleTreeMmcs::<u8, u8, _, _, 2, 32>::new($ours, $ours, 0);
            let theirs = MerkleTreeMmcs::<u8, u8, _, _, 2, 32>::new($theirs, FromHasher::<_, 2, 32>::new($theirs), 0);
            race!($name, u8, ours, theirs, [64, 540]);
        )*};
    }
    bytes! {
        "Keccak-256" Keccak256Hash, p3_keccak::Keccak256Hash;
        "SHA3-256" Sha3_256Hash, p3_keccak::Sha3_256Hash;
        "SHA-256" Sha256, p3_sha256::Sha256;
        "BLAKE3" Blake3, p3_blake3::Blake3;
    }
    type Sponge<F> = PaddingFreeSponge<F, 25, 17, 4>;
    type Tree<F, const WIDTH: usize> =
        MerkleTreeMmcs<[u64; WIDTH], [u64; WIDTH], Sponge<F>, FromHasher<Sponge<F>, 2, 4>, 2, 4>;
    let (ours, theirs) = (Sponge::new(KeccakF), Sponge::new(p3_keccak::KeccakF));
    let ours = Tree::<_, VECTOR_LEN>::new(ours, FromHasher::new(ours), 0);
    let theirs = Tree::<_, { p3_keccak::VECTOR_LEN }>::new(theirs, FromHasher::new(theirs), 0);
    race!("Keccak-f, packed", u64, ours, theirs, [8, 68]);
}
