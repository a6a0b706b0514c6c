//! Several threads at once: hashing, and reading memory with nothing done to it.

use std::hint::black_box;
use std::sync::{Barrier, Mutex, PoisonError};
use std::time::{Duration, Instant};

use measure::trials::{Case, Enter, Input, LANESUM, Machine, Mismatch, Record, Settings, begin};
use measure::{Filter, Reading, Spread};

use crate::results::Memory;

/// How long each thread works in one round: long beside the differences of their beginnings. Two probes alone cannot vouch for it, so
/// rounds are judged as long samples are ([`Filter`]).
const ROUND: Duration = Duration::from_millis(2);
/// The share of a round's time that the probes on each side of it take.
const PROBED: f64 = 1.0 / 16.0;

/// Fewer rounds have no quartiles.
const MIN_ROUNDS: usize = 7;

/// The measurements of one thread in one round.
#[derive(Clone, Copy)]
struct Turn {
    begin: Instant,
    end: Instant,
    probes: Option<[Reading; 2]>,
    /// The time that others took from the thread, where the system reports it.
    lost: Option<Duration>,
}

/// The readings of a thread before its turn, or after it.
#[derive(Clone, Copy)]
struct Watch {
    probe: Option<Reading>,
    lost: Option<Duration>,
}

/// The work of one round.
#[derive(Clone, Copy)]
struct Round {
    iterations: u64,
    takes: Duration,
}

/// Threads that probe one after the other, while all the others are blocked: two on one core would take each other for a neighbour.
struct InTurn {
    barrier: Barrier,
    probing: Mutex<()>,
}

impl InTurn {
    fn new(threads: usize) -> Self {
        Self { barrier: Barrier::new(threads), probing: Mutex::new(()) }
    }

    /// All threads call this before a round, and go on together.
    fn before(&self, round: Round) -> Watch {
        let probe = self.probe(round);
        let lost = measure::lost_time();
        self.barrier.wait();
        Watch { probe, lost }
    }

    /// All threads call this after a round.
    fn after(&self, round: Round) -> Watch {
        let lost = measure::lost_time();
        Watch { probe: self.probe(round), lost }
    }

    fn probe(&self, round: Round) -> Option<Reading> {
        self.barrier.wait();
        let probe = {
            let _alone = self.probing.lock().unwrap_or_else(PoisonError::into_inner);
            measure::probe_for(round.takes.mul_f64(PROBED))
        };
        self.barrier.wait();
        probe
    }
}

impl Turn {
    fn new(before: Watch, begin: Instant, end: Instant, after: Watch) -> Self {
        let probes = before.probe.zip(after.probe).map(|(before, after)| [before, after]);
        Turn {
            begin,
            end,
            probes,
            lost: after.lost.zip(before.lost).map(|(after, before)| after.saturating_sub(before)),
        }
    }

    /// `None` without probes.
    fn is_quiet(&self, filter: &Filter) -> Option<bool> {
        let is_interrupted = self.lost.is_some_and(|lost| filter.is_interrupted(lost, self.end - self.begin));
        Some(filter.is_quiet(&self.probes?)? && !is_interrupted)
    }
}

/// Every thread does the same work as the others at the same time, on messages of its own; contenders take turns.
///
/// Nanoseconds and cycles are those from the first thread's beginning to the last one's end, divided by the messages and the
/// bytes of all threads; core cycles are one core's.
pub(crate) fn sample(
    case: &Case,
    enter: &Enter<'_>,
    settings: &Settings,
    machine: &Machine,
) -> Result<Vec<Record>, Mismatch> {
    // Here for the check, the rows and how long an iteration takes.
    let input = Input::of(case);
    let (mut rows, found) = begin(case, &input, enter, machine)?;
    let (working, works): (Vec<usize>, Vec<Round>) =
        found.into_iter().map(|(row, mut work)| (row, fill_round(&mut *work.run))).unzip();
    // Each turn works for a round, and half a one to warm up.
    let rounds = settings.seconds / (1.5 * ROUND.as_secs_f64() * works.len().max(1) as f64);
    let rounds = (rounds as usize).max(MIN_ROUNDS);
    let bytes = (input.total() * case.threads) as f64;
    let mut turns: Vec<Vec<Vec<Turn>>> = vec![vec![Vec::new(); works.len()]; case.threads];
    // Once more, as the sampler goes on for as long again, if a row has too few quiet rounds.
    for _ in 0..2 {
        let more = together(case, enter, &works, rounds);
        for (all, more) in turns.iter_mut().flatten().zip(more.into_iter().flatten()) {
            all.extend(more);
        }
        for (i, &row) in working.iter().enumerate() {
            let of_all: Vec<&[Turn]> = turns.iter().map(|thread| &thread[i][..]).collect();
            fill(&mut rows[row], &of_all, works[i].iterations, bytes, settings);
        }
        if !rows.iter().any(Record::is_noisy) {
            break;
        }
    }
    Ok(rows)
}

/// All threads of a pool work on one message; contenders take turns. Probed is every thread, before and after.
pub(crate) fn sample_one_message(
    case: &Case,
    enter: &Enter<'_>,
    settings: &Settings,
    machine: &Machine,
) -> Result<Vec<Record>, Mismatch> {
    let cpus = measure::cpus();
    let pin = move |i: usize| {
        // Refused in some sandboxes: fewer rounds are quiet then.
        let _ = cpus.get(i % cpus.len().max(1)).copied().map(measure::pin_to);
        measure::full_rate();
    };
    let sampled = || {
        let input = Input::of(case);
        let (mut rows, works) = begin(case, &input, enter, machine)?;
        let in_turn = InTurn::new(case.threads);
        let share = settings.seconds / works.len().max(1) as f64;
        for (row, mut work) in works {
            let (round, mut turns) = (fill_round(&mut *work.run), Vec::new());
            // Once more, if there are too few quiet rounds.
            for _ in 0..2 {
                let begun = Instant::now();
                let rounds = turns.len();
                while turns.len() < rounds + MIN_ROUNDS || begun.elapsed().as_secs_f64() < share {
                    turns.push(turn(&mut *work.run, round, &in_turn));
                }
                let threads: Vec<Vec<Turn>> =
                    (0..case.threads).map(|i| turns.iter().map(|turn: &Vec<Turn>| turn[i]).collect()).collect();
                let threads: Vec<&[Turn]> = threads.iter().map(Vec::as_slice).collect();
                fill(&mut rows[row], &threads, round.iterations, input.total() as f64, settings);
                if !rows[row].is_noisy() {
                    break;
                }
            }
        }
        Ok(rows)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(case.threads).start_handler(pin).build();
    match pool {
        Ok(pool) => pool.install(sampled),
        Err(error) => {
            let reason = format!("no threads: {error}");
            Ok(vec![Record::missing(case, LANESUM, reason, machine)])
        }
    }
}

/// The measurements of each thread of the pool while one of them called `run`.
fn turn(run: &mut dyn FnMut(u64), round: Round, in_turn: &InTurn) -> Vec<Turn> {
    run(round.iterations.div_ceil(2));
    let before = rayon::broadcast(|_| in_turn.before(round));
    let begin = Instant::now();
    run(round.iterations);
    let end = Instant::now();
    let after = rayon::broadcast(|_| in_turn.after(round));
    before.into_iter().zip(after).map(|(before, after)| Turn::new(before, begin, end, after)).collect()
}

/// How many iterations last for a round.
fn fill_round(run: &mut dyn FnMut(u64)) -> Round {
    let once = |run: &mut dyn FnMut(u64)| {
        let begin = Instant::now();
        run(1);
        begin.elapsed()
    };
    let least = (0..3).map(|_| once(run)).min().unwrap_or(ROUND).max(Duration::from_nanos(1));
    Round { iterations: (ROUND.as_nanos() / least.as_nanos()).max(1) as u64, takes: least.max(ROUND) }
}

/// The turns of each thread and each contender that works.
fn together(case: &Case, enter: &Enter<'_>, works: &[Round], rounds: usize) -> Vec<Vec<Vec<Turn>>> {
    let in_turn = InTurn::new(case.threads);
    let worker = |cpu: Option<usize>| {
        // Refused in some sandboxes: fewer rounds are quiet then.
        let _ = cpu.map(measure::pin_to);
        let input = Input::of(case);
        let mut own: Vec<_> = enter(case, &input).into_iter().filter_map(|contender| contender.work.ok()).collect();
        let mut turns = vec![Vec::with_capacity(rounds); works.len()];
        measure::full_rate();
        for _ in 0..rounds {
            for ((turns, work), round) in turns.iter_mut().zip(&mut own).zip(works) {
                (work.run)(round.iterations.div_ceil(2));
                let before = in_turn.before(*round);
                let begin = Instant::now();
                (work.run)(round.iterations);
                let end = Instant::now();
                turns.push(Turn::new(before, begin, end, in_turn.after(*round)));
            }
        }
        turns
    };
    on_cpus(case.threads, worker)
}

fn fill(record: &mut Record, turns: &[&[Turn]], iterations: u64, bytes: f64, settings: &Settings) {
    record.reason = None;
    let quiet = quiet_rounds(turns, &settings.sampling.filter);
    let rounds = turns.iter().map(|thread| thread.len()).min().unwrap_or(0);
    let known = quiet.iter().all(|round| round.is_known);
    let nanoseconds: Vec<f64> = quiet.iter().map(|round| round.nanoseconds / iterations as f64).collect();
    let clocks: Vec<Option<f64>> = quiet.iter().map(|round| round.clock).collect();
    record.quiet_samples = known.then_some(nanoseconds.len() as u64);
    let needed = settings.sampling.min_quiet.max(1);
    let spread = Spread::of(nanoseconds.iter().copied()).filter(|_| nanoseconds.len() >= needed);
    let Some(spread) = spread else {
        record.quiet_samples = Some(nanoseconds.len() as u64);
        record.reason = Some(format!(
            "{} by {} on {} threads: not enough quiet rounds: {} of {rounds}, {needed} needed",
            record.algorithm,
            record.implementation,
            record.threads,
            nanoseconds.len()
        ));
        return;
    };
    let per_message = |nanoseconds: f64| nanoseconds / record.messages.max(1) as f64;
    record.ns_per_message = Some(per_message(spread.lower_quartile));
    let tsc_per_nanosecond = measure::tsc_hz().map(|hz| hz / 1e9);
    record.tsc_cpb = tsc_per_nanosecond.map(|tsc| spread.lower_quartile * tsc / bytes);
    let core = nanoseconds.iter().zip(&clocks).map(|(ns, clock)| Some(ns * tsc_per_nanosecond? * (*clock)? / bytes));
    let core = core.collect::<Option<Vec<f64>>>().and_then(Spread::of);
    record.core_cpb = core.map(|core| core.lower_quartile);
    record.low = Some(core.map_or(per_message(spread.min), |core| core.min));
    record.median = Some(core.map_or(per_message(spread.median), |core| core.median));
    record.high = Some(core.map_or(per_message(spread.upper_quartile), |core| core.upper_quartile));
}

/// A round in which nobody disturbed a thread.
struct Quiet {
    /// From the first one's beginning to the last one's end.
    nanoseconds: f64,
    /// Of all threads, on average; `None` without probes.
    clock: Option<f64>,
    /// Whether there were probes to tell that it was quiet.
    is_known: bool,
}

/// Those of all threads' turns, without the ones that took longer than others.
fn quiet_rounds(turns: &[&[Turn]], filter: &Filter) -> Vec<Quiet> {
    let rounds = turns.iter().map(|thread| thread.len()).min().unwrap_or(0);
    let of = |round: usize| {
        let of_all = || turns.iter().map(|thread| thread[round]);
        let quiet = of_all().map(|turn| turn.is_quiet(filter));
        let (begin, end) = (of_all().map(|turn| turn.begin).min()?, of_all().map(|turn| turn.end).max()?);
        let clock = |turn: Turn| turn.probes.map(|[before, after]| f64::midpoint(before.clock(), after.clock()));
        let clocks: Option<f64> = of_all().map(clock).sum();
        let is_disturbed = quiet.clone().any(|quiet| quiet == Some(false));
        (!is_disturbed).then(|| Quiet {
            nanoseconds: (end - begin).as_nanos() as f64,
            clock: clocks.map(|sum| sum / turns.len() as f64),
            is_known: quiet.clone().all(|quiet| quiet.is_some()),
        })
    };
    let quiet: Vec<Quiet> = (0..rounds).filter_map(of).collect();
    let costs: Vec<f64> = quiet.iter().map(|round| round.nanoseconds * round.clock.unwrap_or(1.0)).collect();
    let repeated: Vec<bool> = filter.repeated(&costs).collect();
    quiet.into_iter().zip(repeated).filter_map(|(round, repeated)| repeated.then_some(round)).collect()
}

/// Runs `worker` on `threads` threads at once, each on a CPU of its own as far as there are.
fn on_cpus<T: Send>(threads: usize, worker: impl Fn(Option<usize>) -> T + Sync) -> Vec<T> {
    let cpus = measure::cpus();
    std::thread::scope(|scope| {
        let worker = &worker;
        let handles: Vec<_> = (0..threads)
            .map(|i| {
                let cpu = cpus.get(i % cpus.len().max(1)).copied();
                scope.spawn(move || worker(cpu))
            })
            .collect();
        handles.into_iter().map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// How fast `bytes` bytes of memory are read by 1 and more threads, up to `threads`, each reading its share; the lower
/// quartile of the times of several rounds. Take many more bytes than the caches hold.
pub fn read_memory(bytes: usize, threads: usize) -> Vec<Memory> {
    // Not zeroes: those may all be one page.
    let data: Vec<u64> = (0..bytes as u64 / 8).collect();
    (1..=threads)
        .filter_map(|threads| {
            let barrier = Barrier::new(threads);
            let (data, barrier) = (&data, &barrier);
            let share = data.len().div_ceil(threads).max(1);
            let next = std::sync::atomic::AtomicUsize::new(0);
            let times = on_cpus(threads, |cpu| {
                let _ = cpu.map(measure::pin_to);
                let mine = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let part = data.chunks(share).nth(mine).unwrap_or(&[]);
                let read = || {
                    barrier.wait();
                    let begin = Instant::now();
                    black_box(black_box(part).iter().fold(0_u64, |sum, word| sum ^ word));
                    (begin, Instant::now())
                };
                (0..MIN_ROUNDS).map(|_| read()).collect::<Vec<_>>()
            });
            let rounds = (0..MIN_ROUNDS).filter_map(|round| {
                let begin = times.iter().map(|thread| thread[round].0).min()?;
                let end = times.iter().map(|thread| thread[round].1).max()?;
                Some((end - begin).as_secs_f64())
            });
            let seconds = Spread::of(rounds)?.lower_quartile;
            Some(Memory {
                threads: threads as u64,
                gigabytes_per_second: size_of_val(&data[..]) as f64 / seconds / 1e9,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use measure::trials::RowKind;

    use super::*;
    use crate::limits::Limits;
    use crate::subjects;

    fn case(threads: usize) -> Case {
        let algorithm = "sha3-256".into();
        Case { algorithm, kind: RowKind::Threads, bytes: 1000, messages: 2, output_bytes: 32, threads }
    }

    #[test]
    fn a_round_in_which_one_thread_was_disturbed_does_not_count() {
        let Some(full_rate) = measure::full_rate() else { return };
        let start = Instant::now();
        // The time of a round in milliseconds, the rate of the probes after it as a share of the full one, lost milliseconds.
        let turn = |(takes, rate, lost): (u64, f64, u64)| {
            let reading = |rate: f64| Reading { core_per_tsc: [1.0; 2], adds_per_cycle: rate * full_rate };
            Turn {
                begin: start,
                end: start + Duration::from_millis(takes),
                probes: Some([reading(1.0), reading(rate)]),
                lost: Some(Duration::from_millis(lost)),
            }
        };
        let first = [(200, 1.0, 0), (200, 1.0, 0), (200, 1.0, 0), (200, 1.0, 0), (201, 1.0, 1)].map(turn);
        let second = [(200, 1.0, 0), (200, 0.6, 0), (200, 1.0, 50), (400, 1.0, 0), (200, 1.0, 0)].map(turn);
        let quiet = quiet_rounds(&[&first, &second], &Filter::default());
        let shown: Vec<f64> = quiet.iter().map(|round| round.nanoseconds / 1e6).collect();
        assert_eq!(shown, [200.0, 201.0], "a neighbour, lost time, and once as long as others");
        assert!(quiet.iter().all(|round| round.is_known && round.clock == Some(1.0)));
    }

    /// Each thread shares its CPU with another that never stops.
    #[test]
    #[cfg(target_os = "linux")]
    fn busy_processors_leave_no_figure_of_several_threads() {
        let settings = Settings { seconds: 0.01, ..Settings::default() };
        let done = std::sync::atomic::AtomicBool::new(false);
        let busy = |cpu: Option<usize>| {
            let _ = cpu.map(measure::pin_to);
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                black_box(0);
            }
        };
        let limits = Limits::default();
        let enter: &Enter<'_> = &|case, input| subjects::contenders(case, input, &limits);
        let shared =
            Case { kind: RowKind::OneMessage, algorithm: "kt128".into(), bytes: 64 << 20, messages: 1, ..case(2) };
        let rows = std::thread::scope(|scope| {
            for cpu in measure::cpus().into_iter().take(2) {
                scope.spawn(move || busy(Some(cpu)));
            }
            let of_each = sample(&Case { bytes: 4 << 20, ..case(2) }, enter, &settings, &Machine::default());
            let of_one = sample_one_message(&shared, enter, &settings, &Machine::default());
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            [of_each, of_one].map(|rows| rows.expect("no mismatch").swap_remove(0))
        });
        for row in rows {
            assert_eq!(row.ns_per_message, None, "{row:?}");
            assert!(row.reason.as_ref().is_some_and(|reason| reason.contains("not enough quiet rounds")), "{row:?}");
        }
    }

    #[test]
    fn threads_have_figures_or_a_reason() {
        let settings = Settings { seconds: 0.01, ..Settings::default() };
        let limits = Limits::default();
        let enter: &Enter<'_> = &|case, input| subjects::contenders(case, input, &limits);
        let machine = Machine::default();
        let of_one = Case {
            algorithm: "parallelhash128".into(),
            kind: RowKind::OneMessage,
            bytes: 100_000,
            messages: 1,
            ..case(2)
        };
        let [alone, two] = [1, 2].map(|threads| (sample(&case(threads), enter, &settings, &machine), 2 * threads));
        for (rows, messages) in [alone, two, (sample_one_message(&of_one, enter, &settings, &machine), 1)] {
            let [row] = &rows.expect("no mismatch")[..] else { panic!("there is one") };
            assert_eq!(row.messages, messages as u64);
            assert_eq!(row.ns_per_message.is_none(), row.reason.is_some(), "{row:?}");
            assert!(row.ns_per_message.is_none_or(|ns| (50.0..1e8).contains(&ns)), "{row:?}");
        }
    }

    #[test]
    fn memory_is_read_at_a_rate_that_memory_has() {
        let rows = read_memory(1 << 20, 2);
        assert_eq!(rows.iter().map(|row| row.threads).collect::<Vec<_>>(), [1, 2]);
        for row in rows {
            assert!((0.001..10_000.0).contains(&row.gigabytes_per_second), "{row:?}");
        }
    }
}
