//! Interleaved, bracketed, filtered samples.

use crate::arch;
use crate::probe::{Reading, full_rate, learn_full_rate, probe};
use crate::stats::{Spread, quantile};
use crate::time::{ticks_in, ticks_of, ticks_per_second};
use std::fmt;
use std::time::{Duration, Instant};

/// How to sample.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Rounds at least; each takes one sample of each closure. Fewer than [`Options::MIN_ROUNDS`]
    /// count as that many.
    pub rounds: usize,
    /// How long one sample should last. Much longer than the default, and a neighbour can come and go
    /// between the two probes; much shorter, and the counter's step shows.
    pub sample: Duration,
    /// How long a closure runs untimed before each of its samples. The clock that 512-bit code wants
    /// takes up to half a millisecond to set in, and the closure before has had the caches.
    pub warm: Duration,
    /// Quiet samples needed for a figure.
    pub min_quiet: usize,
    /// How long to go on with further rounds while a closure has fewer quiet samples than that.
    pub patience: Duration,
    /// Which samples are quiet.
    pub filter: Filter,
}

impl Options {
    /// The fewest rounds whose quartile means anything.
    pub const MIN_ROUNDS: usize = 7;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rounds: 21,
            sample: Duration::from_micros(300),
            warm: Duration::from_micros(200),
            min_quiet: 5,
            patience: Duration::from_secs(3),
            filter: Filter::default(),
        }
    }
}

/// When a sample is quiet. With a negative tolerance none is.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// How far, relatively, the rate of independent adds of both probes may be from
    /// [`full_rate`]. A rate far above it is as suspect: the chain beside it was interrupted.
    pub rate_tolerance: f64,
    /// How far apart, relatively, the slowest and the fastest of the clocks may be that the probes
    /// before and after measured. Else the clock moved during the sample, or a chain was interrupted,
    /// and nobody knows how many core cycles the sample took.
    pub clock_tolerance: f64,
}

impl Default for Filter {
    /// 4 % for the rate: on a quiet Zen 5, 98 of 100 probes are within 1.1 % of the middle one, and a
    /// neighbour costs 10 % and more. 4 % for the clock, which errs by half of that at most.
    fn default() -> Self {
        Self { rate_tolerance: 0.04, clock_tolerance: 0.04 }
    }
}

/// What lasts so many samples is not calibrated, nor warmed before each sample: the beginning of the sample itself does that.
const LONG: f64 = 100.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Quiet,
    Neighbour,
    ClockMoved,
}

impl Filter {
    /// Whether a sample between these two readings was quiet, for code that takes samples by itself, as on several
    /// threads. `None` where there are no probes.
    pub fn is_quiet(&self, probes: &[Reading; 2]) -> Option<bool> {
        Some(self.judge(probes, full_rate()?) == Verdict::Quiet)
    }

    fn judge(&self, [before, after]: &[Reading; 2], full_rate: f64) -> Verdict {
        let off = |reading: &Reading| (reading.adds_per_cycle / full_rate - 1.0).abs();
        let clocks = before.core_per_tsc.iter().chain(&after.core_per_tsc);
        let fastest = clocks.clone().copied().fold(f64::MIN, f64::max);
        let slowest = clocks.copied().fold(f64::MAX, f64::min);
        if fastest / slowest - 1.0 > self.clock_tolerance {
            // First, since a rate next to a moving clock says little about neighbours.
            Verdict::ClockMoved
        } else if off(before).max(off(after)) > self.rate_tolerance {
            Verdict::Neighbour
        } else {
            Verdict::Quiet
        }
    }
}

/// Runs closures by turns and reports what each costs.
///
/// A closure gets the number of iterations and loops itself, so that the call through a pointer is
/// paid once a sample. It has to keep the optimiser from removing its work
/// ([`std::hint::black_box`]). Pin the thread first ([`crate::pin_to_cpu`]).
#[derive(Default)]
pub struct Sampler<'a> {
    options: Options,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: String,
    work: Box<dyn FnMut(u64) + 'a>,
    iterations: u64,
    warm_iterations: u64,
    samples: Vec<Sample>,
}

struct Sample {
    ticks: u64,
    probes: Option<[Reading; 2]>,
}

impl<'a> Sampler<'a> {
    /// A sampler without closures.
    pub fn new(options: Options) -> Self {
        Self { options, entries: Vec::new() }
    }

    /// Adds a closure; called with `n`, it must do its work `n` times. A `&mut dyn FnMut(u64)` will
    /// do, too.
    #[must_use]
    pub fn add(mut self, name: impl Into<String>, work: impl FnMut(u64) + 'a) -> Self {
        self.entries.push(Entry {
            name: name.into(),
            work: Box::new(work),
            iterations: 1,
            warm_iterations: 1,
            samples: Vec::new(),
        });
        self
    }

    /// Samples all closures; one row each, in their order.
    ///
    /// Takes about `rounds` times the closures times half a millisecond, and up to `patience` more
    /// on a machine that is not quiet. The first run of a process also calibrates, in about 150 ms.
    pub fn run(mut self) -> Vec<Row> {
        ticks_per_second();
        full_rate();
        for entry in &mut self.entries {
            entry.calibrate(&self.options);
        }
        for _ in 0..self.options.rounds.max(Options::MIN_ROUNDS) {
            self.round();
        }
        let begin = Instant::now();
        while !self.has_enough() && begin.elapsed() < self.options.patience {
            self.round();
        }
        let readings: Vec<Reading> = self.entries.iter().flat_map(|e| &e.samples).flat_map(Sample::readings).collect();
        learn_full_rate(&readings);
        let verdicts = self.verdicts();
        self.entries.into_iter().zip(verdicts).map(|(entry, v)| entry.into_row(&self.options, &v)).collect()
    }

    /// What to think of each sample of each closure; `None` where nobody can know.
    ///
    /// A neighbour that is there nearly all the time pauses now and then for just as long as two probes take, and comes back
    /// in between: beside a neighbour count the samples right before and after one that was disturbed, too, whichever
    /// closure they are of.
    fn verdicts(&self) -> Vec<Vec<Option<Verdict>>> {
        let full_rate = full_rate();
        let alone = |sample: &Sample| Some(self.options.filter.judge(&sample.probes?, full_rate?));
        let mut verdicts: Vec<Vec<_>> = self.entries.iter().map(|e| e.samples.iter().map(alone).collect()).collect();
        let rounds = verdicts.iter().map(Vec::len).min().unwrap_or(0);
        let in_time: Vec<_> = (0..rounds).flat_map(|round| verdicts.iter().map(move |v| v[round])).collect();
        let disturbed = |i: Option<usize>| i.and_then(|i| in_time.get(i)) == Some(&Some(Verdict::Neighbour));
        for i in 0..in_time.len() {
            if in_time[i] == Some(Verdict::Quiet) && (disturbed(i.checked_sub(1)) || disturbed(i.checked_add(1))) {
                verdicts[i % self.entries.len()][i / self.entries.len()] = Some(Verdict::Neighbour);
            }
        }
        verdicts
    }

    fn round(&mut self) {
        for entry in &mut self.entries {
            entry.sample();
        }
    }

    fn has_enough(&self) -> bool {
        self.verdicts().iter().all(|verdicts| Tally::of(verdicts).usable() >= self.options.min_quiet)
    }
}

impl Sample {
    fn readings(&self) -> impl Iterator<Item = Reading> {
        self.probes.into_iter().flatten()
    }
}

impl Entry<'_> {
    /// Finds how many iterations fill a sample.
    fn calibrate(&mut self, options: &Options) {
        let target = ticks_in(options.sample);
        // Twice: one may be interrupted.
        let least = LONG * target.max(ticks_in(options.warm));
        if (0..2).all(|_| ticks_of(|| (self.work)(1)) as f64 > least) {
            (self.iterations, self.warm_iterations) = (1, 0);
            return;
        }
        let mut iterations: u64 = 1;
        // A closure that the optimiser has emptied never fills a sample: stop somewhere.
        while iterations < 1 << 40 {
            // The least of three, as one may be interrupted or be the first to touch its memory.
            let ticks = (0..3).map(|_| ticks_of(|| (self.work)(iterations))).min().unwrap_or(0);
            if ticks as f64 >= target / 8.0 {
                let fill =
                    |ticks_wanted: f64| ((iterations as f64 * ticks_wanted / ticks as f64).round() as u64).max(1);
                self.iterations = fill(target);
                self.warm_iterations = fill(ticks_in(options.warm));
                return;
            }
            iterations *= 4;
        }
        self.iterations = iterations;
    }

    fn sample(&mut self) {
        (self.work)(self.warm_iterations);
        let before = probe();
        let ticks = ticks_of(|| (self.work)(self.iterations));
        let after = probe();
        self.samples.push(Sample { ticks, probes: before.zip(after).map(|(b, a)| [b, a]) });
    }

    fn into_row(self, options: &Options, verdicts: &[Option<Verdict>]) -> Row {
        let tally = Tally::of(verdicts);
        let is_usable = |verdict: &Option<Verdict>| verdict.as_ref().is_none_or(|v| *v == Verdict::Quiet);
        let usable: Vec<_> = self.samples.iter().zip(verdicts).filter(|(_, v)| is_usable(v)).map(|(s, _)| s).collect();
        let figures = if tally.usable() < options.min_quiet { None } else { Figures::of(&usable, self.iterations) };
        Row {
            iterations: self.iterations,
            tally,
            figures: figures.ok_or(NotEnoughQuietSamples { tally, needed: options.min_quiet.max(1) }),
            name: self.name,
        }
    }
}

/// What one closure costs.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name that it was added under.
    pub name: String,
    /// Iterations in each sample.
    pub iterations: u64,
    /// What became of the samples.
    pub tally: Tally,
    /// The costs of one iteration, or why there are none.
    pub figures: Result<Figures, NotEnoughQuietSamples>,
}

/// The costs of one iteration, over the quiet samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// In core cycles; `None` without probes.
    pub core_cycles: Option<Spread>,
    /// In cycles of the time-stamp counter; `None` without one.
    pub tsc_cycles: Option<Spread>,
    /// In nanoseconds.
    pub nanoseconds: Spread,
    /// The clock that this closure ran at: the median of the samples, in core cycles per TSC cycle.
    /// `None` without probes.
    pub core_per_tsc: Option<f64>,
}

impl Figures {
    fn of(samples: &[&Sample], iterations: u64) -> Option<Self> {
        let ticks = |sample: &&Sample| sample.ticks as f64 / iterations as f64;
        let clock =
            |sample: &&Sample| sample.probes.map(|[before, after]| f64::midpoint(before.clock(), after.clock()));
        let mut clocks: Vec<f64> = samples.iter().filter_map(clock).collect();
        clocks.sort_by(f64::total_cmp);
        let nanoseconds_per_tick = 1e9 / ticks_per_second();
        Some(Self {
            core_cycles: Spread::of(samples.iter().filter_map(|sample| Some(ticks(sample) * clock(sample)?))),
            tsc_cycles: Spread::of(samples.iter().map(ticks)).filter(|_| arch::HAS_TSC),
            nanoseconds: Spread::of(samples.iter().map(|s| ticks(s) * nanoseconds_per_tick))?,
            core_per_tsc: quantile(&clocks, 0.5),
        })
    }
}

/// What became of the samples of one closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// All that were taken.
    pub total: usize,
    /// Both probes ran at full rate, and at one clock, and so did those of the samples right before and after. `None` without probes: nobody knows, and all
    /// are used.
    pub quiet: Option<usize>,
    /// Dropped: a probe was not at full rate, or one of the sample right before or after.
    pub neighbour: usize,
    /// Dropped: the clock differed between or within the two probes.
    pub clock_moved: usize,
}

impl Tally {
    fn of(verdicts: &[Option<Verdict>]) -> Self {
        let count = |verdict| verdicts.iter().filter(|v| **v == Some(verdict)).count();
        let known = verdicts.iter().all(Option::is_some);
        Self {
            total: verdicts.len(),
            quiet: known.then(|| count(Verdict::Quiet)),
            neighbour: count(Verdict::Neighbour),
            clock_moved: count(Verdict::ClockMoved),
        }
    }

    fn usable(&self) -> usize {
        self.quiet.unwrap_or(self.total)
    }
}

/// Too few samples were quiet: the honest thing to print in place of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotEnoughQuietSamples {
    /// What became of the samples.
    pub tally: Tally,
    /// How many quiet ones were needed.
    pub needed: usize,
}

impl fmt::Display for NotEnoughQuietSamples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, needed } = self;
        let Tally { total, neighbour, clock_moved, .. } = tally;
        write!(f, "not enough quiet samples: {} of {total}, {needed} needed ", tally.usable())?;
        write!(f, "({neighbour} beside a neighbour, {clock_moved} with a moving clock)")
    }
}

impl std::error::Error for NotEnoughQuietSamples {}

impl fmt::Display for Row {
    /// One line: name, core cycles, TSC cycles, nanoseconds, clock, quiet and all samples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = match &self.figures {
            Ok(figures) => figures,
            Err(reason) => return write!(f, "{}: {reason}", self.name),
        };
        let spread = |s: &Spread| format!("{:.2} ({:.2} to {:.2})", s.lower_quartile, s.min, s.upper_quartile);
        write!(f, "{}:", self.name)?;
        if let Some(core) = &figures.core_cycles {
            write!(f, " {} core cycles,", spread(core))?;
        }
        if let Some(tsc) = &figures.tsc_cycles {
            write!(f, " {} TSC cycles,", spread(tsc))?;
        }
        write!(f, " {} ns", spread(&figures.nanoseconds))?;
        if let Some(clock) = figures.core_per_tsc {
            write!(f, ", core/TSC {clock:.3}")?;
        }
        match self.tally.quiet {
            Some(quiet) => write!(f, ", {quiet} of {} samples quiet", self.tally.total),
            None => write!(f, ", {} samples, quiet unknown", self.tally.total),
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
        // Both chains alike slowed, and so no clock moved within or between the probes.
        assert_eq!(judge(reading(1.2, 6.0), reading(1.2, 6.0)), Verdict::Neighbour);
    }

    #[test]
    fn beside_a_disturbed_sample_nothing_counts() {
        let Some(full_rate) = full_rate() else { return };
        // In time: a quiet, b quiet, a disturbed, b quiet, a quiet, b quiet.
        let entry = |name: &str, rates: [f64; 3]| Entry {
            name: name.into(),
            work: Box::new(|_| {}),
            iterations: 1,
            warm_iterations: 1,
            samples: rates
                .map(|rate| Sample { ticks: 1, probes: Some([reading(1.2, rate * full_rate); 2]) })
                .into_iter()
                .collect(),
        };
        let sampler = Sampler {
            options: Options { min_quiet: 2, ..Options::default() },
            entries: vec![entry("a", [1.0, 0.5, 1.0]), entry("b", [1.0, 1.0, 1.0])],
        };
        let verdicts = sampler.verdicts();
        assert_eq!(verdicts[0].iter().flatten().filter(|v| **v == Verdict::Quiet).count(), 2);
        assert_eq!(verdicts[1], [Some(Verdict::Neighbour), Some(Verdict::Neighbour), Some(Verdict::Quiet)]);
        assert!(!sampler.has_enough());
    }
}
