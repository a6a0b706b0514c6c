//! What this machine's clocks do, and how quiet it is: `cargo run --release --example clock`.

use measure::{Options, Reading, Sampler, full_rate, pin_to_cpu, probe, quantile, tsc_hz};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    match pin_to_cpu() {
        Ok(cpu) => println!("pinned to CPU {cpu}"),
        Err(error) => println!("not pinned: {error}"),
    }
    match tsc_hz() {
        Some(hz) => println!("TSC: {:.3} MHz", hz / 1e6),
        None => println!("TSC: none on this processor"),
    }
    match full_rate() {
        Some(rate) => {
            println!("full rate: {rate:.2} independent adds a core cycle");
            print_probes(Duration::from_secs(2));
        }
        None => println!("no probes on this processor: core cycles unknown, quiet unknown"),
    }
    println!("\nlower quartile (minimum to upper quartile), per step of a dependent recurrence:");
    let rows = Sampler::new(Options { rounds: 500, ..Options::default() })
        .add("shift, xor, multiply", recurrence::<1>)
        .add("twice that", recurrence::<2>)
        .run();
    let (mut quiet, mut total) = (Some(0), 0);
    for row in &rows {
        println!("{row}");
        quiet = quiet.zip(row.tally.quiet).map(|(sum, one)| sum + one);
        total += row.tally.total;
    }
    if let Some(quiet) = quiet {
        println!("share of quiet samples: {:.1} %", 100.0 * f64::from(quiet as u32) / total as f64);
        let of = |pick: fn(&measure::Tally) -> usize| rows.iter().map(|r| pick(&r.tally)).sum::<usize>();
        println!("beside a neighbour: {}, clock moved: {}", of(|t| t.neighbour), of(|t| t.clock_moved));
    }
}

fn print_probes(time: Duration) {
    let begin = Instant::now();
    let readings: Vec<Reading> = std::iter::from_fn(|| if begin.elapsed() < time { probe() } else { None }).collect();
    println!("\n{} probes: minimum, 1st, 25th, 50th, 75th, 99th percentile, maximum", readings.len());
    let print = |what: &str, of: fn(&Reading) -> f64| {
        let mut values: Vec<f64> = readings.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        print!("{what:>20}");
        for q in [0.0, 0.01, 0.25, 0.5, 0.75, 0.99, 1.0] {
            print!("{:8.3}", quantile(&values, q).unwrap_or(f64::NAN));
        }
        println!();
    };
    print("core/TSC", Reading::clock);
    print("adds a core cycle", |reading| reading.adds_per_cycle);
}

/// Each step waits for the one before, and the compiler cannot fold two into one (as it does with
/// the steps of a linear congruential generator).
fn recurrence<const STEPS: usize>(n: u64) {
    let mut x = black_box(1_u64);
    for _ in 0..n {
        for _ in 0..STEPS {
            x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
    }
    black_box(x);
}
