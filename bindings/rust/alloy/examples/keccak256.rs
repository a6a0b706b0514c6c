//! alloy's `keccak256` by lanesum, and what it would be with its other features, by turns: nanoseconds a call, the least of many samples.
//! `cargo run --release --example keccak256`

use lanesum_alloy as _;
use sha3::Digest as _;
use std::hint::black_box;
use std::time::Instant;
use tiny_keccak::Hasher;

fn main() {
    const CALLS: u32 = 1000;
    type Function = fn(&[u8]) -> [u8; 32];
    let functions: [(&str, Function); 4] = [
        ("lanesum, native-keccak", |message| alloy_primitives::keccak256(message).0),
        ("sha3, the default", |message| sha3::Keccak256::digest(message).into()),
        ("keccak-asm, asm-keccak", |message| keccak_asm::Keccak256::digest(message).into()),
        ("tiny-keccak", |message| {
            let (mut hasher, mut digest) = (tiny_keccak::Keccak::v256(), [0; 32]);
            hasher.update(message);
            hasher.finalize(&mut digest);
            digest
        }),
    ];
    println!("| bytes | {} |", functions.map(|(name, _)| name).join(" | "));
    for len in [20, 32, 64, 532] {
        let message: Vec<u8> = (0..len).map(|i| i as u8).collect();
        let mut least = [f64::MAX; 4];
        for _ in 0..300 {
            for ((_, function), least) in functions.iter().zip(&mut least) {
                assert_eq!(function(&message), lanesum::keccak256(&message));
                let begun = Instant::now();
                for _ in 0..CALLS {
                    black_box(function(black_box(&message)));
                }
                *least = least.min(begun.elapsed().as_nanos() as f64 / f64::from(CALLS));
            }
        }
        println!("| {len} | {} |", least.map(|ns| format!("{ns:.0}")).join(" | "));
    }
}
