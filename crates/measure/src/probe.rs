//! Probes measure the core's clock and whether the core was quiet, in about ten microseconds.

use crate::{arch, stats::quantile, time::ticks_of};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Adds per chain: about 2 µs at 4 GHz. A shorter time would be close to the counter's step (10 ns on Zen 5), a longer one would let
/// interrupts in.
const ADDS: u32 = 8192;

/// Readings whose two chains differ by more than this are not used for the full rate.
const STEADY: f64 = 0.02;

/// The result of one [`probe`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Core cycles per TSC cycle, before the independent adds and after them.
    pub core_per_tsc: [f64; 2],
    /// Independent adds per core cycle; compare with [`full_rate`].
    pub adds_per_cycle: f64,
}

impl Reading {
    /// The clock over the whole reading, in core cycles per TSC cycle.
    pub fn clock(&self) -> f64 {
        f64::midpoint(self.core_per_tsc[0], self.core_per_tsc[1])
    }

    fn is_steady(&self) -> bool {
        (self.core_per_tsc[0] / self.core_per_tsc[1] - 1.0).abs() <= STEADY
    }
}

/// Measures the core's clock and the free share of the core, at this moment (about 10 µs; the first call of a process takes some
/// microseconds more). `None` without probes, on processors other than x86-64.
pub fn probe() -> Option<Reading> {
    // One short pass of each, because the sampled code may have evicted the probe's code from the caches.
    if arch::dependent_adds(1) == 0 {
        return None;
    }
    arch::independent_adds(1);
    let before = core_per_tsc()?;
    let mut adds = 0;
    let ticks = ticks_less_overhead(|| adds = arch::independent_adds(ADDS));
    let after = core_per_tsc()?;
    let mut reading = Reading { core_per_tsc: [before, after], adds_per_cycle: 0.0 };
    reading.adds_per_cycle = f64::from(adds) * f64::from(arch::CHAINS) / (ticks * reading.clock());
    Some(reading)
}

/// Lower values may come from interrupts.
const WORST: f64 = 0.05;

/// Probes for this long, at most 5 ms, and returns one reading for all probes: the 5th percentile of clocks and rate, and the 95th
/// percentile of the clock. So the reading is at full rate only if hardly any probe was disturbed. `None` if [`probe`] returns it.
pub fn probe_for(duration: Duration) -> Option<Reading> {
    let begin = Instant::now();
    let mut readings = vec![probe()?];
    while begin.elapsed() < duration.min(Duration::from_millis(5)) {
        readings.push(probe()?);
    }
    worst(&readings)
}

fn worst(readings: &[Reading]) -> Option<Reading> {
    let sorted = |values: &mut dyn Iterator<Item = f64>| {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let clocks = sorted(&mut readings.iter().flat_map(|reading| reading.core_per_tsc));
    let rates = sorted(&mut readings.iter().map(|reading| reading.adds_per_cycle));
    Some(Reading {
        core_per_tsc: [quantile(&clocks, WORST)?, quantile(&clocks, 1.0 - WORST)?],
        adds_per_cycle: quantile(&rates, WORST)?,
    })
}

/// The most independent adds per core cycle that this core runs undisturbed: the best rate in this process so far; every sampler raises it
/// if it finds a better one. `None` without probes.
///
/// The first call measures for about 100 ms, so pin the thread before. It cannot distinguish a core that always had a neighbour from a
/// narrower core. Compare with the known width of the model (about 5.4 on Zen 5, 4 on Skylake), which the example `clock` prints.
pub fn full_rate() -> Option<f64> {
    static CALIBRATED: OnceLock<()> = OnceLock::new();
    probe()?;
    CALIBRATED.get_or_init(|| {
        // Many short batches with pauses, because neighbours come and go.
        for _ in 0..16 {
            let readings: Vec<Reading> = (0..100).map_while(|_| probe()).collect();
            learn_full_rate(&readings);
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    Some(f64::from_bits(BEST.load(Relaxed)))
}

/// The bits of the best rate so far. Positive floats have the same order as their bits.
static BEST: AtomicU64 = AtomicU64::new(0);

/// Raises the best rate if these readings together show a better one.
///
/// Uses the 90th percentile of the steady readings, not the best one: an interrupted chain makes the rate beside it too high. Too few
/// readings are ignored.
pub(crate) fn learn_full_rate(readings: &[Reading]) {
    let mut rates: Vec<f64> = readings.iter().filter(|r| r.is_steady()).map(|r| r.adds_per_cycle).collect();
    if rates.len() < 20 {
        return;
    }
    rates.sort_by(f64::total_cmp);
    if let Some(edge) = quantile(&rates, 0.9) {
        BEST.fetch_max(edge.to_bits(), Relaxed);
    }
}

/// Core cycles per TSC cycle, measured with a chain of dependent adds.
fn core_per_tsc() -> Option<f64> {
    let mut adds = 0;
    let ticks = ticks_less_overhead(|| adds = arch::dependent_adds(ADDS));
    (adds > 0 && ticks > 0.0).then(|| f64::from(adds) / ticks)
}

/// The ticks of `work`, without the overhead of reading the counter.
fn ticks_less_overhead(work: impl FnOnce()) -> f64 {
    static OVERHEAD: OnceLock<f64> = OnceLock::new();
    // The mean, not the minimum: the counter's step is as long as the overhead itself.
    let overhead = *OVERHEAD.get_or_init(|| {
        let mut empty: Vec<f64> = (0..100).map(|_| ticks_of(|| {}) as f64).collect();
        empty.sort_by(f64::total_cmp);
        empty[..90].iter().sum::<f64>() / 90.0
    });
    ticks_of(work) as f64 - overhead
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Checks the ratio of the times of two pieces of work, each the least of many turns, because every disturbance lengthens a turn.
    /// Repeats the measurement while the ratio is wrong, because the clock may have changed between the two.
    fn assert_ratio(expected: f64, tolerance: f64, one: impl Fn() -> u32, other: impl Fn() -> u32) {
        crate::pin_to_cpu().ok();
        let mut seen = Vec::new();
        for _ in 0..50 {
            let (mut least_one, mut least_other) = (f64::MAX, f64::MAX);
            for _ in 0..50 {
                least_one = least_one.min(ticks_less_overhead(|| {
                    one();
                }));
                least_other = least_other.min(ticks_less_overhead(|| {
                    other();
                }));
            }
            seen.push(least_other / least_one);
            if (least_other / least_one / expected - 1.0).abs() < tolerance {
                return;
            }
        }
        panic!("expected a ratio of {expected}, saw {seen:?}");
    }

    #[test]
    fn a_chain_twice_as_long_takes_twice_as_long() {
        assert_ratio(2.0, 0.01, || arch::dependent_adds(ADDS), || arch::dependent_adds(2 * ADDS));
    }

    #[test]
    fn a_multiplication_takes_three_adds() {
        // If the core folded the adds (see `dependent_adds`), this would be 6 or more.
        let multiplications = || arch::dependent_multiplications(ADDS);
        assert_ratio(3.0, 0.01, || arch::dependent_adds(ADDS), multiplications);
    }

    #[test]
    fn independent_adds_are_faster_than_dependent_ones() {
        let full = full_rate().expect("x86-64 has probes");
        // No x86-64 core of this century has fewer than two adders, nor one more than eight.
        assert!((1.5..8.0).contains(&full), "{full} adds a core cycle");
    }

    #[test]
    fn many_readings_are_as_good_as_all_but_a_twentieth() {
        let quiet = Reading { core_per_tsc: [1.2; 2], adds_per_cycle: 5.3 };
        let beside = Reading { adds_per_cycle: 3.0, ..quiet };
        let of = |disturbed: usize| {
            let readings: Vec<Reading> = (0..101).map(|i| if i < disturbed { beside } else { quiet }).collect();
            worst(&readings).expect("there are some")
        };
        assert_eq!((of(0), of(5)), (quiet, quiet));
        assert_eq!(of(6), beside);
        assert_eq!(worst(&[quiet]), Some(quiet));
        let begin = Instant::now();
        assert!(probe_for(Duration::from_secs(60)).is_some() && begin.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn the_best_rate_only_rises_and_needs_evidence() {
        let before = full_rate().expect("x86-64 has probes");
        let impossible = Reading { core_per_tsc: [1.0, 1.0], adds_per_cycle: 100.0 };
        let unsteady = Reading { core_per_tsc: [1.0, 1.5], adds_per_cycle: 100.0 };
        learn_full_rate(&[impossible; 5]);
        learn_full_rate(&[unsteady; 100]);
        learn_full_rate(&[Reading { adds_per_cycle: 0.5, ..impossible }; 100]);
        let after = full_rate().expect("x86-64 has probes");
        assert!((before..8.0).contains(&after), "{before}, then {after}");
    }
}
