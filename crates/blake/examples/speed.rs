//! BLAKE2 and BLAKE3 beside the crates `blake2b_simd` and `blake3`, in turn: the least time of many runs, in nanoseconds. For a quick look while a
//! kernel changes, and by backend. The example `blake` of lanesum-bench makes the rows of docs/tried.md, beside more rivals.

use lanesum_blake::blake2::{Blake2bHasher, Parameters};
use lanesum_blake::blake3::Mode;
use std::hint::black_box;
use std::time::Instant;

/// A name and what is timed.
type Row<'a> = (String, Box<dyn FnMut() + 'a>);

fn least(rows: &mut [Row<'_>], per: f64) {
    let mut best = vec![f64::MAX; rows.len()];
    let mut order = 0;
    let started = Instant::now();
    while started.elapsed().as_millis() < 1500 {
        for _ in 0..rows.len() {
            let i = order % rows.len();
            order += 1;
            let calls = (20_000.0 / best[i].clamp(1.0, 20_000.0)) as usize;
            let begun = Instant::now();
            for _ in 0..calls.max(1) {
                rows[i].1();
            }
            best[i] = best[i].min(begun.elapsed().as_nanos() as f64 / calls.max(1) as f64);
        }
        order += 1;
    }
    let names: Vec<_> = rows.iter().zip(&best).map(|((name, _), best)| format!("{name} {:.2}", best / per)).collect();
    println!("  {}", names.join("   "));
}

fn main() {
    let data: Vec<u8> = (0..8 << 20).map(|i| (i % 251) as u8).collect();
    of_blake3(&data);
    of_blake2b(&data);
    by_backend(&data);
}

fn of_blake3(data: &[u8]) {
    let mode = Mode::hash(None).unwrap();
    let row = lanesum_blake::engines::BLAKE3.in_force();
    println!("{}: {:?}", row.name, row.widths());
    for len in [64, 1024, 4096, 8192, 65_536, 1 << 20, 8 << 20] {
        println!("BLAKE3, one message of {len} bytes, ns");
        let message = &data[..len];
        let mut digest = [0; 32];
        least(
            &mut [
                ("lanesum".into(), Box::new(|| mode.output(black_box(message)).read(0, black_box(&mut digest)))),
                (
                    "blake3".into(),
                    Box::new(|| {
                        black_box(blake3::hash(black_box(message)));
                    }),
                ),
            ],
            1.0,
        );
    }
    for (count, len) in [(1000, 64), (64, 1024), (64, 2000), (1000, 256)] {
        println!("BLAKE3, {count} messages of {len} bytes, ns each");
        let messages: Vec<&[u8]> = data.chunks(len).take(count).collect();
        let mut digests = vec![0; 32 * count];
        least(
            &mut [
                ("lanesum".into(), Box::new(|| mode.digest_many(black_box(&messages), 32, black_box(&mut digests)))),
                (
                    "blake3".into(),
                    Box::new(|| {
                        for message in &messages {
                            black_box(blake3::hash(black_box(message)));
                        }
                    }),
                ),
            ],
            count as f64,
        );
    }
    let mut output = vec![0; 65_536];
    let mut other = vec![0; 65_536];
    println!("BLAKE3, 64 KiB of output, ns");
    let root = mode.output(b"message");
    let peer = blake3::Hasher::new().update(b"message").finalize_xof();
    least(
        &mut [
            ("lanesum".into(), Box::new(|| root.read(0, black_box(&mut output)))),
            ("blake3".into(), Box::new(|| peer.clone().fill(black_box(&mut other)))),
        ],
        1.0,
    );
}

fn of_blake2b(data: &[u8]) {
    let hasher = Blake2bHasher::new(32, &[], &Parameters::default(), None).unwrap();
    let row = lanesum_blake::engines::BLAKE2B.in_force();
    println!("{}: {:?}", row.name, row.widths());
    for (count, len) in [(1000, 64), (1000, 128), (64, 2000)] {
        println!("BLAKE2b, {count} messages of {len} bytes, ns each");
        let messages: Vec<&[u8]> = data.chunks(len).take(count).collect();
        let mut digests = vec![0; 32 * count];
        let mut params = blake2b_simd::Params::new();
        params.hash_length(32);
        least(
            &mut [
                ("lanesum".into(), Box::new(|| hasher.digest_many(black_box(&messages), 32, black_box(&mut digests)))),
                (
                    "blake2b_simd many".into(),
                    Box::new(|| {
                        let mut jobs: Vec<_> = messages
                            .iter()
                            .map(|message| blake2b_simd::many::HashManyJob::new(&params, message))
                            .collect();
                        blake2b_simd::many::hash_many(jobs.iter_mut());
                        for job in &jobs {
                            black_box(job.to_hash());
                        }
                    }),
                ),
            ],
            count as f64,
        );
    }
}

fn by_backend(data: &[u8]) {
    let message = &data[..16_384];
    println!("BLAKE2b, one message of 16 KiB, ns, by backend");
    let mut rows: Vec<Row<'_>> = vec![(
        "blake2b_simd".into(),
        Box::new(|| {
            black_box(blake2b_simd::Params::new().hash_length(32).hash(black_box(message)));
        }),
    )];
    for backend in lanesum_batch::Backend::ALL {
        let Ok(hasher) = Blake2bHasher::new(32, &[], &Parameters::default(), Some(*backend)) else { continue };
        rows.push((
            backend.to_string(),
            Box::new(move || {
                let (mut hasher, mut digest) = (hasher.clone(), [0; 32]);
                hasher.update(black_box(message));
                hasher.finish_into(&mut digest);
                black_box(digest);
            }),
        ));
    }
    least(&mut rows, 1.0);
    println!("BLAKE3, one chunk and 64 KiB, ns, by backend");
    for len in [1024, 65_536] {
        let message = &data[..len];
        let mut rows: Vec<Row<'_>> = vec![];
        for backend in lanesum_batch::Backend::ALL {
            let Ok(mode) = Mode::hash(Some(*backend)) else { continue };
            rows.push((
                backend.to_string(),
                Box::new(move || {
                    let mut digest = [0; 32];
                    mode.output(black_box(message)).read(0, &mut digest);
                    black_box(digest);
                }),
            ));
        }
        least(&mut rows, 1.0);
    }
}
