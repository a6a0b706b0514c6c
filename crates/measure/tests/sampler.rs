//! The sampler on real work. Nothing is skipped on a busy machine: it is tried again, and then looked at more roughly.

use measure::{Filter, NotEnoughQuietSamples, Options, Sampled, Sampler, pin_to_cpu};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Tests of one binary run side by side: two that measure must not.
fn machine() -> MutexGuard<'static, ()> {
    static MACHINE: Mutex<()> = Mutex::new(());
    let guard = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    pin_to_cpu().ok();
    guard
}

/// `steps` dependent steps of five cycles or so, `n` times.
fn dependent_work(n: u64, steps: u64) {
    let mut x = black_box(1_u64);
    for _ in 0..n * steps {
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    black_box(x);
}

/// Every sample is quiet.
const ALL: Filter = Filter { rate_tolerance: 1e9, clock_tolerance: 1e9, lost_tolerance: 1e9, repeat_tolerance: 1e9 };

fn brief() -> Options {
    Options { patience: Duration::from_millis(500), ..Options::default() }
}

/// Within a twentieth in quiet samples. On a machine that was never quiet, within a fifth in all of them: the two take turns, and
/// have the same neighbours.
#[test]
fn twice_the_work_costs_twice_the_core_cycles() {
    let _machine = machine();
    let all = Options { filter: ALL, ..brief() };
    let mut reasons = Vec::new();
    for (options, tolerance) in [(brief(), 0.05); 10].into_iter().chain([(all, 0.2); 10]) {
        let rows =
            Sampler::new(options).add("one", |n| dependent_work(n, 100)).add("two", |n| dependent_work(n, 200)).run();
        let cost = |row: &Sampled| -> Result<f64, NotEnoughQuietSamples> {
            let figures = row.figures?;
            Ok(figures.core_cycles.unwrap_or(figures.nanoseconds).lower_quartile)
        };
        match (cost(&rows[0]), cost(&rows[1])) {
            (Ok(one), Ok(two)) if (two / one / 2.0 - 1.0).abs() < tolerance => return,
            (Ok(one), Ok(two)) => reasons.push(format!("two / one = {}", two / one)),
            (Err(reason), _) | (_, Err(reason)) => reasons.push(reason.to_string()),
        }
    }
    panic!("{reasons:#?}");
}

#[test]
#[cfg(target_arch = "x86_64")]
fn an_impossible_filter_leaves_no_figure() {
    let _machine = machine();
    let filter = Filter { rate_tolerance: -1.0, ..Options::default().filter };
    let options = Options { filter, patience: Duration::from_millis(20), ..Options::default() };
    let rows = Sampler::new(options).add("any", |n| dependent_work(n, 100)).run();
    let reason = rows[0].figures.expect_err("nothing is quiet");
    assert_eq!(reason.tally.quiet, Some(0));
    assert_eq!(reason.needed, 5);
    assert!(reason.tally.total > options.rounds, "more rounds were tried: {reason:?}");
    assert_eq!(reason.tally.neighbour + reason.tally.clock_moved, reason.tally.total);
    assert!(rows[0].to_string().starts_with("any: not enough quiet samples: 0 of "), "{}", rows[0]);
}

#[test]
fn closures_take_turns() {
    let _machine = machine();
    let turns = Mutex::new(String::new());
    let log = |letter| turns.lock().expect("no panic").push(letter);
    let options = Options { rounds: 0, min_quiet: 0, ..Options::default() };
    let rows = Sampler::new(options)
        .add("a", |n| {
            log('a');
            dependent_work(n, 1000);
        })
        .add("b", |n| {
            log('b');
            dependent_work(n, 1000);
        })
        .run();
    // Each sample is a warming call and a timed one.
    let turns = turns.into_inner().expect("no panic");
    assert!(turns.ends_with(&"aabb".repeat(Options::MIN_ROUNDS)), "{turns}");
    assert!(rows.iter().all(|row| row.tally.total == Options::MIN_ROUNDS));
}

#[test]
fn a_long_iteration_is_sampled_once_at_a_time() {
    let _machine = machine();
    let options = Options { min_quiet: 0, rounds: 7, ..Options::default() };
    let rows = Sampler::new(options).add("2 ms", |n| dependent_work(n, 2_000_000)).run();
    assert_eq!(rows[0].iterations, 1);
}

/// As with a short one, whose probes stand close, there must be no figure; and the time that was lost alone is enough for that.
#[test]
#[cfg(target_os = "linux")]
fn another_thread_on_the_same_cpu_leaves_no_figure_of_a_long_iteration() {
    let _machine = machine();
    let done = AtomicBool::new(false);
    let busy = || {
        // It has the CPU of the thread that spawned it.
        while !done.load(Ordering::Relaxed) {
            black_box(0);
        }
    };
    let lost_alone = Filter { lost_tolerance: 0.01, ..ALL };
    let rows = std::thread::scope(|scope| {
        scope.spawn(busy);
        let rows = [Filter::default(), lost_alone].map(|filter| {
            let options = Options { patience: Duration::from_millis(100), filter, ..Options::default() };
            Sampler::new(options).add("20 ms", |n| dependent_work(n, 12_000_000)).run().swap_remove(0)
        });
        done.store(true, Ordering::Relaxed);
        rows
    });
    for row in &rows {
        let reason = row.figures.expect_err("it had half of the CPU").to_string();
        assert_eq!(row.iterations, 1, "{reason}");
    }
    assert!(rows[1].tally.interrupted > rows[1].tally.total * 3 / 4, "{}", rows[1]);
}
