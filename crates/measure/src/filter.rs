//! Decides which samples are quiet enough to be used.

use std::time::Duration;

use crate::probe::{Reading, full_rate};

/// Decides when a sample is quiet. With a negative tolerance, none is.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// The largest relative difference between the rate of independent adds in both probes and [`full_rate`]. A rate far above it is also
    /// suspect: the chain next to it was interrupted.
    pub rate_tolerance: f64,
    /// The largest relative difference between the slowest and the fastest clock in the probes before and after. With a larger difference,
    /// the clock changed during the sample, or a chain was interrupted, so the number of core cycles is unknown.
    pub clock_tolerance: f64,
    /// The largest share of a long sample that the thread may have lost to others on its CPU ([`crate::lost_time`]).
    pub lost_tolerance: f64,
    /// The largest relative difference between a long sample and the shortest of those that are otherwise quiet. The probes do not notice a
    /// disturbance between them, but it is unlikely to occur in every sample.
    pub repeat_tolerance: f64,
}

impl Default for Filter {
    /// Rate: 4 %, because on a quiet Zen 5, 98 of 100 probes are within 1.1 % of the median, and a neighbour costs 10 % or more. Clock: 4
    /// %, whose error is half of that at most. Lost time: 1 %. Repetition: 5 %, a little more than the difference between two clocks of the
    /// same sample.
    fn default() -> Self {
        Self { rate_tolerance: 0.04, clock_tolerance: 0.04, lost_tolerance: 0.01, repeat_tolerance: 0.05 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    Quiet,
    Neighbour,
    ClockMoved,
    /// Other threads had the CPU during the sample.
    Interrupted,
    /// The sample took longer than others of the same work.
    NotRepeated,
}

impl Filter {
    /// Whether a sample between these two readings was quiet, for code that takes its own samples, for example on several threads. `None`
    /// if there are no probes.
    pub fn is_quiet(&self, probes: &[Reading; 2]) -> Option<bool> {
        Some(self.judge(probes, full_rate()?) == Verdict::Quiet)
    }

    /// Whether a long sample lost too much time to be quiet.
    pub fn is_interrupted(&self, lost: Duration, sample: Duration) -> bool {
        lost.as_secs_f64() > self.lost_tolerance * sample.as_secs_f64()
    }

    /// For each cost of the same work, all from long samples that are otherwise quiet: whether it is close enough to the smallest.
    pub fn repeated(&self, costs: &[f64]) -> impl Iterator<Item = bool> {
        let most = costs.iter().copied().fold(f64::INFINITY, f64::min) * (1.0 + self.repeat_tolerance);
        costs.iter().map(move |cost| *cost <= most)
    }

    pub(crate) fn judge(&self, [before, after]: &[Reading; 2], full_rate: f64) -> Verdict {
        let off = |reading: &Reading| (reading.adds_per_cycle / full_rate - 1.0).abs();
        let clocks = before.core_per_tsc.iter().chain(&after.core_per_tsc);
        let fastest = clocks.clone().copied().fold(f64::MIN, f64::max);
        let slowest = clocks.copied().fold(f64::MAX, f64::min);
        if fastest / slowest - 1.0 > self.clock_tolerance {
            // Checked first: a rate beside a changing clock says little about neighbours.
            Verdict::ClockMoved
        } else if off(before).max(off(after)) > self.rate_tolerance {
            Verdict::Neighbour
        } else {
            Verdict::Quiet
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL_RATE: f64 = 5.3;

    fn judge(before: Reading, after: Reading) -> Verdict {
        Filter::default().judge(&[before, after], FULL_RATE)
    }

    fn reading(clock: f64, adds_per_cycle: f64) -> Reading {
        Reading { core_per_tsc: [clock; 2], adds_per_cycle }
    }

    #[test]
    fn a_slower_clock_is_not_a_neighbour() {
        let (turbo, wide) = (reading(1.24, FULL_RATE), reading(0.94, FULL_RATE));
        assert_eq!(judge(turbo, turbo), Verdict::Quiet);
        assert_eq!(judge(wide, wide), Verdict::Quiet);
        assert_eq!(judge(turbo, wide), Verdict::ClockMoved);
        assert_eq!(judge(wide, turbo), Verdict::ClockMoved);
    }

    #[test]
    fn a_neighbour_on_either_side_is_seen() {
        let (alone, beside) = (reading(1.2, FULL_RATE), reading(1.2, FULL_RATE / 2.0));
        assert_eq!(judge(beside, alone), Verdict::Neighbour);
        assert_eq!(judge(alone, beside), Verdict::Neighbour);
    }

    #[test]
    fn an_interrupted_chain_spoils_the_sample() {
        let alone = reading(1.2, FULL_RATE);
        let interrupted = Reading { core_per_tsc: [1.2, 0.6], adds_per_cycle: FULL_RATE * 4.0 / 3.0 };
        assert_eq!(judge(alone, interrupted), Verdict::ClockMoved);
        // Both chains are equally slow, so the clock did not change within or between the probes.
        assert_eq!(judge(reading(1.2, 6.0), reading(1.2, 6.0)), Verdict::Neighbour);
    }

    #[test]
    fn what_repeats_the_least_counts() {
        let filter = Filter::default();
        let repeated: Vec<bool> = filter.repeated(&[10.3, 5.2, 4.99, 5.0, 7.0]).collect();
        assert_eq!(repeated, [false, true, true, true, false]);
        assert_eq!(filter.repeated(&[]).count(), 0);
    }

    #[test]
    fn a_hundredth_may_be_lost() {
        let of = |lost| Filter::default().is_interrupted(Duration::from_millis(lost), Duration::from_secs(1));
        assert_eq!([0, 9, 11, 500].map(of), [false, false, true, true]);
    }
}
