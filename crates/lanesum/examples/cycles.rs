//! What one permutation of Keccak and one block of SHA-2 cost on each backend and width of this machine: the figures behind
//! the dispatch tables.
//!
//! `cargo run --release -p lanesum --example cycles [BACKEND]`

use lanesum::hazmat::{States, sha256_compress, sha512_compress};
use lanesum::{Algorithm, Backend};
use measure::{Options, Sampler};

/// Long enough that entering the kernel does not count.
const BLOCKS: usize = 64;
const LANES: usize = 17;

fn add<'a, const N: usize>(sampler: Sampler<'a>, backend: Backend, data: &'a [u8], rounds: usize) -> Sampler<'a> {
    let Ok(mut states) = States::<u64, N>::with_backend(backend) else { return sampler };
    let name = format!("{backend:<20} x{N} {rounds:>2} rounds, absorbing");
    let mut alone = states.clone();
    let sampler = sampler.add(name, move |iterations| {
        let mut left = iterations as usize;
        while left > 0 {
            let blocks = left.min(BLOCKS);
            let rows = core::array::from_fn(|i| &data[i * 8..][..blocks * LANES * 8]);
            states.absorb_blocks_all(LANES, rounds, rows).expect("a rate and a number of rounds that exist");
            left -= blocks;
        }
        core::hint::black_box(&states);
    });
    sampler.add(format!("{backend:<20} x{N} {rounds:>2} rounds, one call each"), move |iterations| {
        for _ in 0..iterations {
            alone.permute_all(rounds).expect("a number of rounds that exists");
        }
        core::hint::black_box(&alone);
    })
}

/// Calls `work` with at most [`BLOCKS`] blocks at a time.
fn in_chunks(iterations: u64, mut work: impl FnMut(usize)) {
    let mut left = iterations as usize;
    while left > 0 {
        let blocks = left.min(BLOCKS);
        work(blocks);
        left -= blocks;
    }
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    let data = vec![0x5a; BLOCKS * LANES * 8 + 64];
    let (blocks_512, blocks_256) = (vec![[0x5a; 128]; BLOCKS], vec![[0x5a; 64]; BLOCKS]);
    let (blocks_512, blocks_256): (&[[u8; 128]], &[[u8; 64]]) = (&blocks_512, &blocks_256);
    let mut sampler = Sampler::new(Options::default());
    for &backend in Algorithm::Sha3_256.backends() {
        if !backend.name().contains(&only) {
            continue;
        }
        for &ways in Algorithm::Sha3_256.ways(backend) {
            sampler = match ways {
                1 => add::<1>(sampler, backend, &data, 24),
                2 => add::<2>(sampler, backend, &data, 24),
                4 => add::<4>(sampler, backend, &data, 24),
                _ => add::<8>(sampler, backend, &data, 24),
            };
        }
    }
    for &backend in Algorithm::Sha512.backends().iter().filter(|backend| backend.name().contains(&only)) {
        let mut state = [1; 8];
        if sha512_compress(Some(backend), &mut state, &[]).is_ok() {
            sampler = sampler.add(format!("{backend:<20} SHA-512, a block"), move |iterations| {
                in_chunks(iterations, |blocks| {
                    let done = sha512_compress(Some(backend), &mut state, &blocks_512[..blocks]);
                    assert!(done.is_ok(), "it has worked before");
                });
            });
        }
    }
    for &backend in Algorithm::Sha256.backends().iter().filter(|backend| backend.name().contains(&only)) {
        let mut state = [1; 8];
        if sha256_compress(Some(backend), &mut state, &[]).is_ok() {
            sampler = sampler.add(format!("{backend:<20} SHA-256, a block"), move |iterations| {
                in_chunks(iterations, |blocks| {
                    let done = sha256_compress(Some(backend), &mut state, &blocks_256[..blocks]);
                    assert!(done.is_ok(), "it has worked before");
                });
            });
        }
    }
    for row in sampler.run() {
        println!("{row}");
    }
}
