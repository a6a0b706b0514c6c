//! Cases with invented contenders: comparison, noise, retries.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::trials::{Failed, Hash, RowKind, Work};
use crate::{Filter, Options};

fn case(bytes: usize, messages: usize) -> Case {
    Case { algorithm: "sum".into(), kind: RowKind::Messages, bytes, messages, output_bytes: 1, threads: 1 }
}

fn machine() -> Machine {
    Machine::here()
}

fn brief() -> Settings {
    Settings { seconds: 0.01, retries: 0, pause: Duration::ZERO, ..Settings::default() }
}

/// A sampler for which no sample is quiet.
fn deaf() -> Options {
    Options { filter: Filter { rate_tolerance: -1.0, ..Filter::default() }, ..Options::default() }
}

/// A sampler for which every sample is quiet.
fn patient() -> Options {
    Options {
        filter: Filter { rate_tolerance: f64::MAX, clock_tolerance: f64::MAX, ..Filter::default() },
        ..Options::default()
    }
}

/// Adds up the bytes, then adds `error`.
fn sum(error: u8) -> Hash {
    Box::new(move |message, out| {
        out[0] = message.iter().fold(error, |sum, byte| black_box(sum.wrapping_add(*byte)));
        Ok(())
    })
}

fn two(input: &Input, error: u8) -> Vec<Contender<'_>> {
    vec![
        Contender::new("right", Work::one_by_one(input, 1, sum(0))),
        Contender::new("other", Work::one_by_one(input, 1, sum(error))),
    ]
}

#[derive(Default)]
struct Log {
    tries: Vec<usize>,
    waited: Vec<Duration>,
    shown: usize,
}

impl Watch for Log {
    fn begins(&mut self, _: &Case, place: Place) {
        self.tries.push(place.attempt);
    }
    fn rows(&mut self, _: &Case, rows: &[Record]) {
        self.shown += rows.len();
    }
    fn waits(&mut self, _: &Case, pause: Duration) {
        self.waited.push(pause);
    }
}

#[test]
fn different_outputs_are_found_before_anything_is_timed_and_the_run_goes_on() {
    static TIMED: AtomicUsize = AtomicUsize::new(0);
    // The outputs differ only in the longer case.
    fn enter<'i>(case: &Case, input: &'i Input) -> Vec<Contender<'i>> {
        let mut all = two(input, u8::from(case.bytes == 100));
        all.push(Contender::missing("absent", "not built in"));
        if case.bytes == 100 {
            let mut work = Work::one_by_one(input, 1, sum(0)).expect("it works");
            work.run = Box::new(|_| {
                TIMED.fetch_add(1, Ordering::Relaxed);
            });
            all.push(Contender::new("counter", Ok(work)));
        }
        all
    }
    let run = |case: Case| run(&[case, self::case(50, 1)], &enter, &brief(), &machine(), &mut ());
    let outcome = run(case(100, 2));
    let [mismatch] = &outcome.mismatches[..] else { panic!("there is one: {:?}", outcome.mismatches) };
    assert_eq!((mismatch.one.as_str(), mismatch.other.as_str()), ("right", "other"));
    let text =
        "sum of 2 × 100 bytes: right and other have different outputs, so one of them is wrong; please report this";
    assert_eq!(mismatch.to_string(), text);
    assert_eq!(outcome.records.len(), 4 + 3);
    let reasons: Vec<_> = outcome.records[..4].iter().map(|row| row.reason.as_deref()).collect();
    assert_eq!(reasons, [Some(text), Some(text), Some("not built in"), Some(text)]);
    assert!(outcome.records[..4].iter().all(|row| row.ns_per_message.is_none() && row.core_cpb.is_none()));
    assert!(outcome.records[4].quiet_samples.is_some() || outcome.records[4].ns_per_message.is_some());
    assert_eq!(outcome.agreed().expect_err("they differ").to_string(), text);
    assert_eq!(TIMED.load(Ordering::Relaxed), 0);
}

#[test]
fn equal_contenders_get_figures_or_a_reason() {
    let mut log = Log::default();
    let rows =
        run(&[case(100, 2)], &|_, input| two(input, 0), &brief(), &machine(), &mut log).agreed().expect("they agree");
    assert_eq!(rows.len(), 2);
    assert_eq!(log.shown, 2);
    for row in rows {
        assert_eq!(row.ns_per_message.is_none(), row.reason.is_some(), "{row:?}");
        if let (Some(low), Some(core), Some(high)) = (row.low, row.core_cpb, row.high) {
            assert!(low <= core && core <= high);
            // The cost is an add a byte and a call a message.
            assert!((0.1..100.0).contains(&core), "{core}");
        }
    }
}

#[test]
fn of_no_bytes_only_nanoseconds_are_told() {
    let settings = Settings { sampling: patient(), ..brief() };
    let rows =
        run(&[case(0, 3)], &|_, input| two(input, 0), &settings, &machine(), &mut ()).agreed().expect("they agree");
    for row in rows {
        assert_eq!((row.core_cpb, row.tsc_cpb, row.limit_core_cpb), (None, None, None));
        let (low, middle, high) = (row.low.expect("low"), row.ns_per_message.expect("ns"), row.high.expect("high"));
        assert!(0.0 < low && low <= middle && middle <= high, "{row:?}");
        assert_eq!(row.reason, None);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn a_noisy_row_is_tried_again_after_all_others_and_then_stands() {
    let mut log = Log::default();
    let settings = Settings { sampling: deaf(), retries: 5, pause: Duration::from_millis(150), ..brief() };
    let cases = [case(100, 1), case(200, 1)];
    let begin = Instant::now();
    let rows = run(&cases, &|_, input| two(input, 0), &settings, &machine(), &mut log).agreed().expect("they agree");
    assert_eq!(log.tries, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    assert_eq!(log.shown, 4, "a try that brings nothing shows nothing");
    assert!(begin.elapsed() >= 5 * settings.pause);
    assert!(log.waited.iter().all(|pause| *pause <= settings.pause) && !log.waited.is_empty(), "{:?}", log.waited);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!((row.core_cpb, row.ns_per_message, row.quiet_samples), (None, None, Some(0)));
        let reason = row.reason.as_deref().expect("a reason");
        let name = format!("sum by {}, 1 × {} bytes: not enough quiet samples: 0 of ", row.implementation, row.bytes);
        assert!(reason.starts_with(&name) && reason.ends_with("; this was the best of 6 tries"), "{reason}");
    }
}

#[test]
fn who_cannot_run_has_a_reason_and_is_not_tried_again() {
    fn enter<'i>(_: &Case, input: &'i Input) -> Vec<Contender<'i>> {
        let broken = Work::one_by_one(input, 1, Box::new(|_, _| Err(Failed)));
        vec![Contender::missing("absent", "not built in"), Contender::new("broken", broken)]
    }
    let mut log = Log::default();
    let settings = Settings { retries: 5, ..brief() };
    let rows = run(&[case(100, 1)], &enter, &settings, &machine(), &mut log).agreed().expect("nobody to disagree");
    let reasons: Vec<_> = rows.iter().map(|row| row.reason.as_deref()).collect();
    assert_eq!(reasons, [Some("not built in"), Some("it failed")]);
    assert_eq!(log.tries, [1]);
}

#[test]
fn rows_of_a_case_are_of_one_try_the_last_of_those_with_the_most_figures() {
    let one = case(100, 1);
    let input = Input::of(&one);
    let blank = Record::blank(&one, &input, &Contender::missing("any", ""), &machine());
    let tried = |figures: [Option<f64>; 2]| {
        figures.map(|ns| Record { ns_per_message: ns, quiet_samples: Some(9), ..blank.clone() }).to_vec()
    };
    let (none, some) = ([None, None], [None, Some(1.0)]);
    let all = [Some(2.0), Some(2.0)];
    for (old, new, expected) in [
        (none, some, some),
        (some, none, some),
        (some, [Some(3.0), None], [Some(3.0), None]),
        (some, all, all),
        (all, some, all),
    ] {
        let mut rows = tried(old);
        renew(&mut rows, tried(new));
        assert_eq!(rows, tried(expected), "{old:?}, then {new:?}");
    }
}
