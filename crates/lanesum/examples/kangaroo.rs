//! What KT128 and `TurboSHAKE128` cost by length, in core cycles, and whether more bytes ever cost less.
//!
//! `cargo run --release -p lanesum --example kangaroo [BACKEND]`: a few lengths. `-- --curve [TO [STEP [BACKEND]]]`: every length
//! from 0 to TO (150,000) in steps of STEP (168) bytes, the median of interleaved calls each; then each n at which n + 168 takes
//! less than 98 % of it, and the status is 1 if there is any. Lines of `length cycles` for a plot.

use lanesum::digest::{ExtendableOutput, Update};
use lanesum::{Backend, Domain, Kt128, kt128, turboshake128};
use measure::{Options, Sampler};
use std::hint::black_box;
use std::process::ExitCode;

/// One call on the backend asked for or the best ones.
fn hash(backend: Option<Backend>, message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    match backend {
        None => kt128(message, &[], &mut out),
        Some(backend) => {
            let mut hasher = Kt128::with_backend(backend).expect("this machine has it");
            hasher.update(message);
            hasher.finalize_xof_into(&mut out);
        }
    }
    out
}

fn lengths(backend: Option<Backend>, data: &[u8]) {
    let mut sampler = Sampler::new(Options::default());
    let mut all = Vec::new();
    for len in [64, 576, 1 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20] {
        let message = &data[..len];
        all.push(len);
        sampler = sampler.add(format!("KT128 {len}"), move |n| {
            for _ in 0..n {
                black_box(hash(backend, black_box(message)));
            }
        });
    }
    let message = &data[..4096];
    all.push(4096);
    sampler = sampler.add("TurboSHAKE128 4096", move |n| {
        for _ in 0..n {
            let mut out = [0; 32];
            turboshake128(black_box(message), Domain::DEFAULT, &mut out);
            black_box(out);
        }
    });
    for (row, len) in sampler.run().iter().zip(all) {
        match row.figures.as_ref().ok().and_then(|figures| figures.core_cycles) {
            Some(spread) => println!(
                "{:<20} {:>9.0} {:.3} core cpb",
                row.name,
                spread.lower_quartile,
                spread.lower_quartile / len as f64
            ),
            None => println!("{row}"),
        }
    }
}

/// The median of each length's core cycles.
fn curve(backend: Option<Backend>, data: &[u8], to: usize, step: usize) -> Vec<(usize, f64)> {
    const ROUNDS: usize = 101;
    let lengths = (0..=to).step_by(step).collect::<Vec<_>>();
    let mut samples = vec![Vec::new(); lengths.len()];
    for round in 0..ROUNDS {
        for (i, &len) in lengths.iter().enumerate() {
            // Not always with the same neighbours.
            let i = if round % 2 == 0 { i } else { lengths.len() - 1 - i };
            let len = if round % 2 == 0 { len } else { lengths[i] };
            let calls = (200_000 / (len + 1000)).max(1) as u32;
            let clock = || measure::probe().map_or(1.0, |reading| reading.clock());
            let message = &data[..len];
            black_box(hash(backend, message));
            let before = clock();
            let (begin, now) = (measure::tsc(), std::time::Instant::now());
            for _ in 0..calls {
                black_box(hash(backend, black_box(message)));
            }
            let ticks = match (begin, measure::tsc()) {
                (Some(begin), Some(end)) => (end - begin) as f64,
                _ => now.elapsed().as_nanos() as f64,
            };
            samples[i].push(ticks * f64::midpoint(before, clock()) / f64::from(calls));
        }
    }
    let median = |samples: &mut Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        measure::quantile(samples, 0.5).unwrap_or(f64::NAN)
    };
    lengths.into_iter().zip(samples.iter_mut().map(median)).collect()
}

fn main() -> ExitCode {
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let is_curve = arguments.first().is_some_and(|argument| argument == "--curve");
    let name = arguments.get(if is_curve { 3 } else { 0 });
    let backend = name.map(|name| name.parse::<Backend>().expect("a backend's name"));
    let data = (0..16 << 20).map(|i| (i % 251) as u8).collect::<Vec<_>>();
    if !is_curve {
        lengths(backend, &data);
        return ExitCode::SUCCESS;
    }
    let number = |i: usize, otherwise| arguments.get(i).map_or(otherwise, |n| n.parse().expect("a number"));
    let (to, step) = (number(1, 150_000), number(2, 168));
    let curve = curve(backend, &data, to, step);
    for (len, cycles) in &curve {
        println!("{len} {cycles:.0}");
    }
    let ahead = 168 / step.clamp(1, 168);
    let falls = curve.iter().zip(&curve[ahead..]).filter(|((_, before), (_, after))| *after < 0.98 * before);
    let mut status = ExitCode::SUCCESS;
    for ((len, before), (_, after)) in falls {
        eprintln!("{len}: {before:.0}, 168 bytes later {after:.0}");
        status = ExitCode::FAILURE;
    }
    status
}
