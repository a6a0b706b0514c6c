//! A row: contenders that take turns.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use measure::Sampler;

/// The calls that write all digests of a row to the same place.
pub(super) type Calls<'a> = Vec<(&'a str, Call<'a>)>;
pub(super) type Call<'a> = Box<dyn FnMut(&mut [[u8; 32]]) + 'a>;

/// A rival of another function: its outputs are others.
pub(super) const OTHER: &str = "blake2b_simd's many";

/// How long the contenders of a row of long calls take turns.
const LEAST_FOR: Duration = Duration::from_secs(5);

/// Writes the least of some turns, for calls that are too long for a quiet sample.
fn least(name: &str, count: usize, contenders: &mut Calls<'_>, sink: &mut dyn Write) -> Result<()> {
    let all = contenders.len();
    let (mut least, mut out) = (vec![f64::INFINITY; all], vec![[0; 32]; count]);
    let begun = Instant::now();
    for turn in (0..).take_while(|_| begun.elapsed() < LEAST_FOR) {
        for place in 0..all {
            // Each comes behind each other one in some turn: it can get the memory that the one before has just freed.
            let place = if turn % 2 == 0 { place } else { all - 1 - place };
            let next = (place + turn / 2) % all;
            let start = Instant::now();
            contenders[next].1(black_box(&mut out));
            least[next] = least[next].min(start.elapsed().as_nanos() as f64);
        }
    }
    write!(sink, "{name:28}")?;
    for (least, (contender, _)) in least.iter().zip(contenders) {
        write!(sink, "  {contender} ({:.1} ns)", least / count as f64)?;
    }
    Ok(writeln!(sink)?)
}

/// Compares the outputs, samples all in turn, and writes a line.
pub(super) fn row(name: &str, count: usize, mut contenders: Calls<'_>, sink: &mut dyn Write) -> Result<()> {
    let mut expected = vec![[0; 32]; count];
    let begun = Instant::now();
    contenders[0].1(&mut expected);
    let is_long = begun.elapsed() > Duration::from_micros(500);
    let mut out = vec![[0; 32]; count];
    for (contender, work) in &mut contenders[1..] {
        work(&mut out);
        assert!(out == expected || *contender == OTHER, "{name} by {contender}");
        out.fill([0; 32]);
    }
    if is_long {
        return least(name, count, &mut contenders, sink);
    }
    let mut sampler = Sampler::new(measure::Options::default());
    for (contender, work) in &mut contenders {
        let mut out = vec![[0; 32]; count];
        sampler = sampler.add(*contender, move |iterations| {
            for _ in 0..iterations {
                work(black_box(&mut out));
            }
        });
    }
    write!(sink, "{name:28}")?;
    for row in sampler.run() {
        match &row.figures {
            Ok(figures) => {
                let each = |spread: &measure::Spread| spread.lower_quartile / count as f64;
                let cycles = figures.core_cycles.as_ref().map_or(f64::NAN, each);
                write!(sink, "  {} {cycles:.0} ({:.1} ns)", row.name, each(&figures.nanoseconds))?;
            }
            Err(_) => write!(sink, "  {} noisy", row.name)?,
        }
    }
    Ok(writeln!(sink)?)
}
