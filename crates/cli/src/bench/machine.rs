//! The machine that is measured: its properties, and how busy it is.

use std::time::{Duration, Instant};

use lanesum::cpu;
use measure::trials::Machine;
use measure::{Filter, Reading};

/// Long enough for a neighbour to show.
const LOOK: Duration = Duration::from_millis(200);

/// This machine and this command, now.
pub(super) fn here() -> Machine {
    let cpu::Model { vendor, family, model, .. } = cpu::model();
    Machine {
        processor: cpu::brand(),
        vendor,
        family,
        model,
        features: cpu::features().into_iter().map(String::from).collect(),
        lanesum: env!("CARGO_PKG_VERSION").into(),
        ..Machine::here()
    }
}

/// The clock of the machine, and whether it was quiet, just before the measurement.
pub(super) struct Conditions {
    /// The slowest, the middle and the fastest clock, in GHz.
    pub(super) clock: [f64; 3],
    /// The number of probes that found the core quiet, and of all probes.
    pub(super) quiet: usize,
    pub(super) probes: usize,
}

impl Conditions {
    /// `None` where the platform has no probes.
    pub(super) fn look() -> Option<Self> {
        let looking = || {
            // Refused in some sandboxes: fewer probes are quiet then.
            let _ = measure::pin_to_cpu();
            let full_rate = measure::full_rate()?;
            let begun = Instant::now();
            let mut readings = Vec::new();
            while begun.elapsed() < LOOK {
                readings.push(measure::probe()?);
            }
            Self::of(&readings, full_rate, measure::tsc_hz()?)
        };
        // The sampler pins threads of its own, and a pinned thread's children stay where it is.
        std::thread::scope(|scope| scope.spawn(looking).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }

    fn of(readings: &[Reading], full_rate: f64, tsc_hz: f64) -> Option<Self> {
        let Filter { rate_tolerance, .. } = Filter::default();
        let quiet = |reading: &&Reading| (reading.adds_per_cycle / full_rate - 1.0).abs() <= rate_tolerance;
        let mut clocks: Vec<f64> = readings.iter().map(|reading| reading.clock() * tsc_hz / 1e9).collect();
        clocks.sort_by(f64::total_cmp);
        // An interrupted probe has any clock.
        let clock = |share| measure::quantile(&clocks, share);
        Some(Self {
            clock: [clock(0.05)?, clock(0.5)?, clock(0.95)?],
            quiet: readings.iter().filter(quiet).count(),
            probes: readings.len(),
        })
    }

    /// Whether the machine is quiet enough to trust figures that are measured now.
    pub(super) fn verdict(&self) -> &'static str {
        match self.quiet * 10 / self.probes.max(1) {
            9.. => "yes",
            5..9 => "now and then",
            _ => "no",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_is_what_runs_at_full_rate() {
        let reading = |adds_per_cycle| Reading { core_per_tsc: [1.5; 2], adds_per_cycle };
        let conditions = Conditions::of(&[reading(5.3), reading(5.2), reading(2.6), reading(5.3)], 5.3, 2e9).unwrap();
        assert_eq!((conditions.quiet, conditions.probes, conditions.verdict()), (3, 4, "now and then"));
        assert!(conditions.clock.iter().all(|clock| (clock - 3.0).abs() < 1e-9));
        assert!(Conditions::of(&[], 5.3, 2e9).is_none());
    }
}
