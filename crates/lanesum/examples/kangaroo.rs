//! What KT128 and `TurboSHAKE128` cost by length, in core cycles, and whether more bytes ever cost less.
//!
//! | arguments | what is timed |
//! | --- | --- |
//! | `cargo run --release -p lanesum --example kangaroo [FORM]` | a few lengths |
//! | the same with `-- --curve [TO [STEP [FORM]]]` | every length from 0 to TO (150,000; or FROM..TO) in steps of STEP (168) bytes |
//!
//! A curve is lines of `length cycles` for a plot, each the median of interleaved calls. Then comes each n at which n + 168
//! takes less than 98 % of it; the status is 1 if there is any.
//!
//! FORM is `whole`, the function of a whole message; `update`, a hasher that gets it in one piece; or a backend, on which a hasher
//! does.

use lanesum::digest::{ExtendableOutput, Update};
use lanesum::{Backend, Domain, Kt128, kt128, turboshake128};
use measure::{Options, Sampler};
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::process::ExitCode;

/// How a message is hashed.
#[derive(Clone, Copy)]
enum How {
    Whole,
    Update,
    On(Backend),
}

impl How {
    fn of(name: &str) -> Self {
        match name {
            "whole" => How::Whole,
            "update" => How::Update,
            backend => How::On(backend.parse().expect("whole, update or a backend's name")),
        }
    }
}

/// One call.
fn hash(how: How, message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    let hasher = match how {
        How::Whole => {
            kt128(message, &[], &mut out);
            return out;
        }
        How::Update => Kt128::default(),
        How::On(backend) => Kt128::with_backend(backend, "").expect("this machine has it"),
    };
    hasher.chain(message).finalize_xof_into(&mut out);
    out
}

fn lengths(how: How, data: &[u8]) {
    let mut sampler = Sampler::new(Options::default());
    let mut all = Vec::new();
    for len in [64, 576, 1 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20] {
        let message = &data[..len];
        all.push(len);
        sampler = sampler.add(format!("KT128 {len}"), move |n| {
            for _ in 0..n {
                black_box(hash(how, black_box(message)));
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
fn curve(how: How, data: &[u8], range: RangeInclusive<usize>, step: usize) -> Vec<(usize, f64)> {
    const ROUNDS: usize = 101;
    let lengths = range.step_by(step).collect::<Vec<_>>();
    let mut samples = vec![Vec::new(); lengths.len()];
    for round in 0..ROUNDS {
        for (i, &len) in lengths.iter().enumerate() {
            // Not always with the same neighbours.
            let i = if round % 2 == 0 { i } else { lengths.len() - 1 - i };
            let len = if round % 2 == 0 { len } else { lengths[i] };
            let calls = (200_000 / (len + 1000)).max(1) as u32;
            let clock = || measure::probe().map_or(1.0, |reading| reading.clock());
            let message = &data[..len];
            black_box(hash(how, message));
            let before = clock();
            let (begin, now) = (measure::tsc(), std::time::Instant::now());
            for _ in 0..calls {
                black_box(hash(how, black_box(message)));
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
    let how = arguments.get(if is_curve { 3 } else { 0 }).map_or(How::Whole, |name| How::of(name));
    let data = (0..16 << 20).map(|i| (i % 251) as u8).collect::<Vec<_>>();
    if !is_curve {
        lengths(how, &data);
        return ExitCode::SUCCESS;
    }
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let range = arguments.get(1).map_or("150000", String::as_str);
    let (from, to) = range.split_once("..").unwrap_or(("0", range));
    let step = arguments.get(2).map_or(168, |step| number(step)).max(1);
    let curve = curve(how, &data, number(from)..=number(to).min(data.len()), step);
    for (len, cycles) in &curve {
        println!("{len} {cycles:.0}");
    }
    let falls = curve
        .iter()
        .zip(curve.iter().skip(168 / step.min(168)))
        .filter(|((_, before), (_, after))| *after < 0.98 * before);
    let mut status = ExitCode::SUCCESS;
    for ((len, before), (_, after)) in falls {
        eprintln!("{len}: {before:.0}, 168 bytes later {after:.0}");
        status = ExitCode::FAILURE;
    }
    status
}
