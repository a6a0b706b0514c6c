//! The cost of one permutation of Keccak and of one block of SHA-2 or BLAKE, on each backend and width of this machine: the figures behind
//! the dispatch tables.
//!
//! `cargo run --release -p lanesum --example cycles [BACKEND [WIDTH…]]`: of one backend, any whose name contains that; widths
//! of the permutation are 200, 400, 800 and 1600 (which, with SHA-2 and BLAKE, is all without; 256 and 512 are
//! SHA-2 alone, blake256 and blake512 BLAKE; blake2b, blake2s and blake3 are whole calls); with `any` also numbers of states for which a
//! backend takes several groups or leaves slots idle.

use lanesum::hazmat::{
    BlakeChain, Lane, States, blake256_compress, blake256_compress_two, blake512_compress, sha256_compress,
    sha512_compress,
};
use lanesum::{Algorithm, Backend, Message};
use measure::{Options, Sampler};

/// Long enough that entering the kernel does not count.
const BLOCKS: usize = 64;
const LANES: usize = 17;

fn add<'a, W: Lane, const N: usize>(sampler: Sampler<'a>, backend: Backend, data: &'a [u8]) -> Sampler<'a> {
    let Ok(mut states) = States::<W, N>::with_backend(backend) else { return sampler };
    let (bits, rounds) = (200 * W::BYTES, W::ROUNDS);
    let name = format!("{bits:>4} {backend:<20} x{N:<2} {rounds:>2} rounds, absorbing");
    let mut alone = states.clone();
    let mut squeezed = states.clone();
    let mut out = vec![0; N * BLOCKS * LANES * W::BYTES];
    let sampler = sampler.add(name, move |iterations| {
        in_chunks(iterations, BLOCKS, |blocks| {
            let rows = core::array::from_fn(|i| &data[i * 8..][..blocks * LANES * W::BYTES]);
            states.absorb_blocks_all(LANES, rounds, rows).expect("a rate and a number of rounds that exist");
        });
        core::hint::black_box(&states);
    });
    let name = format!("{bits:>4} {backend:<20} x{N:<2} {rounds:>2} rounds, squeezing");
    let sampler = sampler.add(name, move |iterations| {
        in_chunks(iterations, BLOCKS, |blocks| {
            let mut rows = out.chunks_exact_mut(BLOCKS * LANES * W::BYTES);
            let rows = core::array::from_fn(|_| &mut rows.next().expect("N rows")[..blocks * LANES * W::BYTES]);
            squeezed.squeeze_blocks_all(LANES, rounds, rows).expect("a rate and a number of rounds that exist");
        });
        core::hint::black_box(&out);
    });
    sampler.add(format!("{bits:>4} {backend:<20} x{N:<2} {rounds:>2} rounds, one call each"), move |iterations| {
        for _ in 0..iterations {
            alone.permute_all(rounds).expect("a number of rounds that exists");
        }
        core::hint::black_box(&alone);
    })
}

fn add_all<'a, W: Lane>(mut sampler: Sampler<'a>, only: &str, any: bool, data: &'a [u8]) -> Sampler<'a> {
    for &backend in Backend::ALL.iter().filter(|backend| backend.name().contains(only)) {
        for width in [1, 2, 4, 8].into_iter().filter(|width| any || W::widths(backend).contains(width)) {
            sampler = match width {
                1 => add::<W, 1>(sampler, backend, data),
                2 => add::<W, 2>(sampler, backend, data),
                4 => add::<W, 4>(sampler, backend, data),
                _ => add::<W, 8>(sampler, backend, data),
            };
        }
    }
    sampler
}

/// Sixteen states, which 64-bit lanes do not have.
fn add_sixteen<'a, W: Lane>(sampler: Sampler<'a>, only: &str, data: &'a [u8]) -> Sampler<'a> {
    if "avx512".contains(only) { add::<W, 16>(sampler, Backend::Avx512, data) } else { sampler }
}

/// Calls `work` with at most so many blocks at a time.
fn in_chunks(iterations: u64, most: usize, mut work: impl FnMut(usize)) {
    let mut left = iterations as usize;
    while left > 0 {
        let blocks = left.min(most);
        work(blocks);
        left -= blocks;
    }
}

fn add_one(sampler: Sampler<'_>, name: String, algorithm: Algorithm, backend: Backend) -> Sampler<'_> {
    let (blocks_32, blocks_64) = (vec![[0x5a; 64]; BLOCKS], vec![[0x5a; 128]; BLOCKS]);
    let (mut state_32, mut state_64) = ([1; 8], [1; 8]);
    let (mut chain_32, mut chain_64) = (BlakeChain::<u32>::default(), BlakeChain::<u64>::default());
    sampler.add(name, move |iterations| {
        in_chunks(iterations, BLOCKS, |count| {
            match algorithm {
                Algorithm::Sha256 => sha256_compress(Some(backend), &mut state_32, &blocks_32[..count]),
                Algorithm::Sha512 => sha512_compress(Some(backend), &mut state_64, &blocks_64[..count]),
                Algorithm::Blake256 => blake256_compress(Some(backend), &mut chain_32, &blocks_32[..count]),
                _ => blake512_compress(Some(backend), &mut chain_64, &blocks_64[..count]),
            }
            .expect("the machine has it");
        });
    })
}

/// Two messages of BLAKE-256 side by side in a register.
fn add_two(sampler: Sampler<'_>, backend: Backend) -> Sampler<'_> {
    let blocks = vec![[0x5a; 64]; BLOCKS];
    let [mut first, mut second] = [BlakeChain::default(); 2];
    sampler.add(format!("{backend:<20} blake256, two in rows, a block"), move |iterations| {
        in_chunks(iterations, BLOCKS, |count| {
            blake256_compress_two(Some(backend), [&mut first, &mut second], [&blocks[..count]; 2])
                .expect("the machine has it");
        });
    })
}

/// As many messages as the backend takes at once, whose last blocks have just enough room for the padding. Those of BLAKE3 are of one chunk, so
/// that a message takes one slot.
fn add_many(sampler: Sampler<'_>, name: String, algorithm: Algorithm, backend: Backend, width: usize) -> Sampler<'_> {
    let (block, bytes) = (algorithm.block_bytes(), algorithm.digest_bits() / 8);
    let (data, mut out) = (vec![0x5a; BLOCKS * block + width], vec![0; width * bytes]);
    let most = if algorithm == Algorithm::Blake3 { 16 } else { BLOCKS };
    sampler.add(name, move |iterations| {
        in_chunks(iterations, most, |count| {
            let messages: Vec<_> = (0..width).map(|i| Message::new(&data[i..][..count * block - block / 2])).collect();
            algorithm.digest_many(Some(backend), &messages, &mut out).expect("the machine has it");
        });
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    let only = arguments.first().cloned().unwrap_or_default();
    let widths = arguments.get(1..).unwrap_or_default();
    let wanted = |width: &str| {
        if widths.is_empty() {
            ["1600", "256", "512", "blake256", "blake512", "blake2b", "blake2s", "blake3"].contains(&width)
        } else {
            widths.iter().any(|w| w == width)
        }
    };
    let any = widths.iter().any(|w| w == "any");
    let data = vec![0x5a; BLOCKS * LANES * 8 + 128];
    let mut sampler = Sampler::new(Options::default());
    if wanted("200") {
        sampler = add_sixteen::<u8>(add_all::<u8>(sampler, &only, any, &data), &only, &data);
    }
    if wanted("400") {
        sampler = add_sixteen::<u16>(add_all::<u16>(sampler, &only, any, &data), &only, &data);
    }
    if wanted("800") {
        sampler = add_sixteen::<u32>(add_all::<u32>(sampler, &only, any, &data), &only, &data);
    }
    if wanted("1600") {
        sampler = add_all::<u64>(sampler, &only, any, &data);
    }
    for (algorithm, bits) in [
        (Algorithm::Sha512, "512"),
        (Algorithm::Sha256, "256"),
        (Algorithm::Blake512, "blake512"),
        (Algorithm::Blake256, "blake256"),
        (Algorithm::Blake2b, "blake2b"),
        (Algorithm::Blake2s, "blake2s"),
        (Algorithm::Blake3, "blake3"),
    ] {
        let of_name = |backend: &&Backend| wanted(bits) && backend.name().contains(&only) && backend.is_available();
        for &backend in algorithm.backends().iter().filter(of_name) {
            for &width in algorithm.widths(backend) {
                let name = format!("{backend:<20} {algorithm} x{width:<2} a block");
                let compresses = !["blake2b", "blake2s", "blake3"].contains(&bits);
                sampler = if width == 1 && compresses {
                    add_one(sampler, name, algorithm, backend)
                } else {
                    add_many(sampler, name, algorithm, backend, width)
                };
            }
        }
    }
    for backend in [Backend::Avx2, Backend::Avx512Vl] {
        if wanted("blake256") && backend.name().contains(&only) && backend.is_available() {
            sampler = add_two(sampler, backend);
        }
    }
    for row in sampler.run() {
        println!("{row}");
    }
}
