//! What one permutation costs on each backend and width of this machine: the figures behind the dispatch table.
//!
//! `cargo run --release -p lanesum --example cycles`

use lanesum::Backend;
use lanesum::hazmat::States;
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

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    let data = vec![0x5a; BLOCKS * LANES * 8 + 64];
    let mut sampler = Sampler::new(Options::default());
    for &backend in Backend::ALL {
        if !backend.name().contains(&only) {
            continue;
        }
        for &ways in backend.ways() {
            sampler = match ways {
                1 => add::<1>(sampler, backend, &data, 24),
                2 => add::<2>(sampler, backend, &data, 24),
                4 => add::<4>(sampler, backend, &data, 24),
                _ => add::<8>(sampler, backend, &data, 24),
            };
        }
    }
    for row in sampler.run() {
        println!("{row}");
    }
}
