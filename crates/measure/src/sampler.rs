//! Samples closures in turn, each between two probes, and drops the noisy samples.

use crate::arch;
use crate::filter::{Filter, Verdict};
use crate::lost::lost_time;
use crate::probe::{Reading, full_rate, learn_full_rate, probe, probe_for};
use crate::stats::{Spread, quantile};
use crate::time::{ticks_in, ticks_of, ticks_per_second};
use std::fmt;
use std::time::{Duration, Instant};

/// How to sample.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The least number of rounds, each with one sample of each closure. Numbers below [`Options::MIN_ROUNDS`] count as that many.
    pub rounds: usize,
    /// How long one sample should last. If it is much longer than the default, a neighbour can come and go between the two probes. If it is
    /// much shorter, the step of the counter becomes visible. If one iteration takes several times as long, samples must pass more checks:
    /// see [`Filter`].
    pub sample: Duration,
    /// How long a closure runs untimed before each of its samples. The clock for 512-bit code takes up to half a millisecond to settle, and
    /// the closure before has used the caches.
    pub warm: Duration,
    /// Quiet samples needed for a figure.
    pub min_quiet: usize,
    /// How long to continue with more rounds while a closure has fewer quiet samples than that.
    pub patience: Duration,
    /// Which samples are quiet.
    pub filter: Filter,
}

impl Options {
    /// The smallest number of rounds for a meaningful quartile.
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

/// Work that lasts this many samples is not calibrated, nor warmed up before each sample: the beginning of the sample warms it up.
const LONG: f64 = 100.0;

/// A sample of more than this many times the wanted time is long: it needs more checks than two probes.
const VOUCHED: f64 = 4.0;

/// The share of a long sample's time that the probes on each side of it take.
const PROBED: f64 = 1.0 / 16.0;

/// Runs closures in turn and reports the cost of each.
///
/// A closure gets the number of iterations and contains the loop, so that each sample has only one call through a pointer. It must keep the
/// optimiser from removing its work ([`std::hint::black_box`]). Pin the thread first ([`crate::pin_to_cpu`]).
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
    /// The duration of a sample, if it is long.
    long: Option<Duration>,
    samples: Vec<Sample>,
}

struct Sample {
    ticks: u64,
    probes: Option<[Reading; 2]>,
    /// For a long sample, the time that other threads took from it, if the system reports it.
    lost: Option<Duration>,
}

/// The duration of a sample of this many ticks, if it is long.
fn long(ticks: f64, target: f64) -> Option<Duration> {
    (ticks > VOUCHED * target).then(|| Duration::from_secs_f64(ticks / ticks_per_second()))
}

impl<'a> Sampler<'a> {
    /// A sampler without closures.
    pub fn new(options: Options) -> Self {
        Self { options, entries: Vec::new() }
    }

    /// Adds a closure; called with `n`, it must do its work `n` times. A `&mut dyn FnMut(u64)` works, too.
    #[must_use]
    pub fn add(mut self, name: impl Into<String>, work: impl FnMut(u64) + 'a) -> Self {
        self.entries.push(Entry {
            name: name.into(),
            work: Box::new(work),
            iterations: 1,
            warm_iterations: 1,
            long: None,
            samples: Vec::new(),
        });
        self
    }

    /// Samples all closures, and returns one row for each, in their order.
    ///
    /// Takes about `rounds` times the closures times half a millisecond, and up to `patience` more on a machine that is not quiet. The
    /// first run of a process also calibrates, in about 150 ms.
    pub fn run(mut self) -> Vec<Sampled> {
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

    /// The verdict on each sample of each closure; `None` where there is none.
    ///
    /// A neighbour that is present nearly all the time may pause just while two probes run, and return in between. So the samples right
    /// before and after a disturbed one count as disturbed, too, whatever their closure.
    fn verdicts(&self) -> Vec<Vec<Option<Verdict>>> {
        let full_rate = full_rate();
        let filter = &self.options.filter;
        let alone = |sample: &Sample| match filter.judge(&sample.probes?, full_rate?) {
            Verdict::Quiet if sample.is_interrupted(filter) => Some(Verdict::Interrupted),
            verdict => Some(verdict),
        };
        let mut verdicts: Vec<Vec<_>> = self.entries.iter().map(|e| e.samples.iter().map(alone).collect()).collect();
        let rounds = verdicts.iter().map(Vec::len).min().unwrap_or(0);
        let in_time: Vec<_> = (0..rounds).flat_map(|round| verdicts.iter().map(move |v| v[round])).collect();
        let disturbed = |i: Option<usize>| i.and_then(|i| in_time.get(i)) == Some(&Some(Verdict::Neighbour));
        for i in 0..in_time.len() {
            if in_time[i] == Some(Verdict::Quiet) && (disturbed(i.checked_sub(1)) || disturbed(i.checked_add(1))) {
                verdicts[i % self.entries.len()][i / self.entries.len()] = Some(Verdict::Neighbour);
            }
        }
        for (entry, verdicts) in self.entries.iter().zip(&mut verdicts).filter(|(entry, _)| entry.long.is_some()) {
            let quiet: Vec<usize> = (0..verdicts.len()).filter(|i| verdicts[*i] == Some(Verdict::Quiet)).collect();
            let costs: Vec<f64> = quiet.iter().filter_map(|i| entry.samples[*i].core_ticks()).collect();
            for (i, repeated) in quiet.into_iter().zip(filter.repeated(&costs)) {
                if !repeated {
                    verdicts[i] = Some(Verdict::NotRepeated);
                }
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

    /// The clock during the sample, in core cycles per TSC cycle; `None` without probes.
    fn clock(&self) -> Option<f64> {
        self.probes.map(|[before, after]| f64::midpoint(before.clock(), after.clock()))
    }

    fn core_ticks(&self) -> Option<f64> {
        Some(self.ticks as f64 * self.clock()?)
    }

    fn is_interrupted(&self, filter: &Filter) -> bool {
        let duration = Duration::from_secs_f64(self.ticks as f64 / ticks_per_second());
        self.lost.is_some_and(|lost| filter.is_interrupted(lost, duration))
    }
}

impl Entry<'_> {
    /// Finds how many iterations fill a sample.
    fn calibrate(&mut self, options: &Options) {
        let target = ticks_in(options.sample);
        // Twice, because one may be interrupted.
        let least = LONG * target.max(ticks_in(options.warm));
        let twice = [0; 2].map(|_| ticks_of(|| (self.work)(1)) as f64);
        self.long = long(twice[0].min(twice[1]), target);
        if twice.iter().all(|ticks| *ticks > least) {
            (self.iterations, self.warm_iterations) = (1, 0);
            return;
        }
        let mut iterations: u64 = 1;
        // Bounded, because a closure emptied by the optimiser never fills a sample.
        while iterations < 1 << 40 {
            // The least of three, because one may be interrupted, or be the first to touch its memory.
            let ticks = (0..3).map(|_| ticks_of(|| (self.work)(iterations))).min().unwrap_or(0);
            if ticks as f64 >= target / 8.0 {
                let fill =
                    |ticks_wanted: f64| ((iterations as f64 * ticks_wanted / ticks as f64).round() as u64).max(1);
                self.iterations = fill(target);
                self.long = long(ticks as f64 / iterations as f64 * self.iterations as f64, target);
                self.warm_iterations = fill(ticks_in(options.warm));
                return;
            }
            iterations *= 4;
        }
        self.iterations = iterations;
    }

    fn sample(&mut self) {
        let lost_time = || self.long.and_then(|_| lost_time());
        let probe = || self.long.map_or_else(probe, |sample| probe_for(sample.mul_f64(PROBED)));
        (self.work)(self.warm_iterations);
        let lost_before = lost_time();
        let before = probe();
        let ticks = ticks_of(|| (self.work)(self.iterations));
        let after = probe();
        let lost = lost_time().zip(lost_before).map(|(after, before)| after.saturating_sub(before));
        self.samples.push(Sample { ticks, probes: before.zip(after).map(|(b, a)| [b, a]), lost });
    }

    fn into_row(self, options: &Options, verdicts: &[Option<Verdict>]) -> Sampled {
        let tally = Tally::of(verdicts);
        let is_usable = |verdict: &Option<Verdict>| verdict.as_ref().is_none_or(|v| *v == Verdict::Quiet);
        let usable: Vec<_> = self.samples.iter().zip(verdicts).filter(|(_, v)| is_usable(v)).map(|(s, _)| s).collect();
        let figures = if tally.usable() < options.min_quiet { None } else { Figures::of(&usable, self.iterations) };
        Sampled {
            iterations: self.iterations,
            tally,
            figures: figures.ok_or(NotEnoughQuietSamples { tally, needed: options.min_quiet.max(1) }),
            name: self.name,
        }
    }
}

/// The cost of one closure.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// The name given to [`Sampler::add`].
    pub name: String,
    /// Iterations in each sample.
    pub iterations: u64,
    /// The numbers of samples that were used or dropped.
    pub tally: Tally,
    /// The costs of one iteration, or the reason why there are none.
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
    /// The closure's clock: the median of the samples, in core cycles per TSC cycle. `None` without probes.
    pub core_per_tsc: Option<f64>,
}

impl Figures {
    fn of(samples: &[&Sample], iterations: u64) -> Option<Self> {
        let ticks = |sample: &&Sample| sample.ticks as f64 / iterations as f64;
        let mut clocks: Vec<f64> = samples.iter().filter_map(|sample| sample.clock()).collect();
        clocks.sort_by(f64::total_cmp);
        let nanoseconds_per_tick = 1e9 / ticks_per_second();
        Some(Self {
            core_cycles: Spread::of(samples.iter().filter_map(|sample| Some(ticks(sample) * sample.clock()?))),
            tsc_cycles: Spread::of(samples.iter().map(ticks)).filter(|_| arch::HAS_TSC),
            nanoseconds: Spread::of(samples.iter().map(|s| ticks(s) * nanoseconds_per_tick))?,
            core_per_tsc: quantile(&clocks, 0.5),
        })
    }
}

/// The numbers of samples of one closure that were used or dropped, by reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// All samples taken.
    pub total: usize,
    /// Quiet samples: both probes, and those of the samples right before and after, ran at full rate and at one clock; a long sample also
    /// lost no time and was repeated. `None` without probes; then all samples are used.
    pub quiet: Option<usize>,
    /// Dropped: a probe was not at full rate, or a probe of the sample right before or after.
    pub neighbour: usize,
    /// Dropped: the clock differed between or within the two probes.
    pub clock_moved: usize,
    /// Dropped: a long sample in which others had the CPU.
    pub interrupted: usize,
    /// Dropped: a long sample that took longer than others.
    pub not_repeated: usize,
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
            interrupted: count(Verdict::Interrupted),
            not_repeated: count(Verdict::NotRepeated),
        }
    }

    fn usable(&self) -> usize {
        self.quiet.unwrap_or(self.total)
    }
}

/// Too few samples were quiet. Print this instead of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotEnoughQuietSamples {
    /// The numbers of samples that were used or dropped.
    pub tally: Tally,
    /// The number of quiet samples needed.
    pub needed: usize,
}

impl fmt::Display for NotEnoughQuietSamples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, needed } = self;
        let Tally { total, neighbour, clock_moved, interrupted, not_repeated, .. } = tally;
        write!(f, "not enough quiet samples: {} of {total}, {needed} needed ", tally.usable())?;
        write!(f, "({neighbour} beside a neighbour, {clock_moved} with a moving clock")?;
        for (count, what) in [(interrupted, "interrupted"), (not_repeated, "longer than others")] {
            if *count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        f.write_str(")")
    }
}

impl std::error::Error for NotEnoughQuietSamples {}

impl fmt::Display for Sampled {
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

    /// Samples of one closure: the rate of the probes as a share of the full rate, ticks, lost time.
    fn entry<const N: usize>(samples: [(f64, u64, Duration); N], long: bool) -> Option<Entry<'static>> {
        let full_rate = full_rate()?;
        let reading = |rate| Reading { core_per_tsc: [1.2; 2], adds_per_cycle: rate * full_rate };
        let sample = |(rate, ticks, lost)| Sample { ticks, probes: Some([reading(rate); 2]), lost: Some(lost) };
        Some(Entry {
            name: String::new(),
            work: Box::new(|_| {}),
            iterations: 1,
            warm_iterations: 1,
            long: long.then_some(Duration::from_millis(20)),
            samples: samples.map(sample).into_iter().collect(),
        })
    }

    #[test]
    fn beside_a_disturbed_sample_nothing_counts() {
        // In order of time: a quiet, b quiet, a disturbed, b quiet, a quiet, b quiet.
        let of = |rates: [f64; 3]| entry(rates.map(|rate| (rate, 1, Duration::ZERO)), false);
        let Some((a, b)) = of([1.0, 0.5, 1.0]).zip(of([1.0; 3])) else { return };
        let sampler = Sampler { options: Options { min_quiet: 2, ..Options::default() }, entries: vec![a, b] };
        let verdicts = sampler.verdicts();
        assert_eq!(verdicts[0].iter().flatten().filter(|v| **v == Verdict::Quiet).count(), 2);
        assert_eq!(verdicts[1], [Some(Verdict::Neighbour), Some(Verdict::Neighbour), Some(Verdict::Quiet)]);
        assert!(!sampler.has_enough());
    }

    #[test]
    fn a_long_sample_counts_if_nobody_interrupted_it_and_others_took_as_long() {
        let ticks = ticks_in(Duration::from_millis(20)) as u64;
        let (no, some) = (Duration::from_micros(10), Duration::from_millis(4));
        let samples = [(1.0, ticks, no), (1.0, 2 * ticks, no), (1.0, ticks, some), (1.0, ticks + ticks / 50, no)];
        let Some((long, short)) = entry(samples, true).zip(entry(samples.map(|s| (s.0, s.1, no)), false)) else {
            return;
        };
        let sampler = Sampler { options: Options::default(), entries: vec![long, short] };
        let verdicts = sampler.verdicts();
        let expected = [Verdict::Quiet, Verdict::NotRepeated, Verdict::Interrupted, Verdict::Quiet];
        assert_eq!(verdicts[0], expected.map(Some));
        // Short samples are left to the quartile.
        assert_eq!(verdicts[1], [Some(Verdict::Quiet); 4]);
        let rows: Vec<Sampled> = sampler
            .entries
            .into_iter()
            .zip(&verdicts)
            .map(|(entry, v)| entry.into_row(&Options { min_quiet: 2, ..Options::default() }, v))
            .collect();
        let figures = rows[0].figures.expect("two are quiet");
        assert!(figures.core_cycles.is_some_and(|core| core.upper_quartile < 1.3 * ticks as f64));
        let wanted = Options { min_quiet: 3, ..Options::default() };
        let Some(entry) = entry(samples, true) else { return };
        let reason = entry.into_row(&wanted, &verdicts[0]).figures.expect_err("three are not").to_string();
        assert!(reason.ends_with("1 interrupted, 1 longer than others)"), "{reason}");
    }
}
