//! Cases, one after the other; within each, all contenders by turns; and again later what was not quiet.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use measure::{Options, Row, Sampler};

use crate::{Case, Contender, Input, Kind, Machine, Record, threads};

/// How to measure.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Sampling time for each case, shared by its contenders. There are at least [`Options::MIN_ROUNDS`] rounds, so it takes
    /// longer where one iteration does.
    pub seconds: f64,
    /// How to sample; rounds and patience follow from `seconds`.
    pub sampling: Options,
    /// How often a row without enough quiet samples is tried again before that stands.
    pub retries: usize,
    /// How long after its last try, at least.
    pub pause: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seconds: 0.5, sampling: Options::default(), retries: 5, pause: Duration::from_secs(120) }
    }
}

impl Settings {
    /// A sample, its warming up and the two probes, about.
    const OVERHEAD: Duration = Duration::from_micros(40);

    /// Of a curve's points, which steady each other, each gets a fifth of the time.
    fn of(&self, case: &Case) -> Self {
        let share = if case.kind == Kind::Curve { 0.2 } else { 1.0 };
        Self { seconds: self.seconds * share, ..self.clone() }
    }

    pub(crate) fn options(&self, contenders: usize) -> Options {
        let sample = self.sampling.sample + self.sampling.warm + Self::OVERHEAD;
        let rounds = self.seconds / (sample.as_secs_f64() * contenders.max(1) as f64);
        let patience = Duration::try_from_secs_f64(self.seconds).unwrap_or(self.sampling.patience);
        Options { rounds: rounds as usize, patience, ..self.sampling }
    }
}

/// What the engine does, for whoever wants to know.
pub trait Watch {
    /// A case is about to be sampled: the `try_`th time, the first being 1.
    fn begins(&mut self, case: &Case, place: Place) {
        let _ = (case, place);
    }

    /// The rows of a case: for the first time, or when a later try has given more figures.
    fn rows(&mut self, case: &Case, rows: &[Record]) {
        let _ = (case, rows);
    }

    /// Nothing is left but a case whose next try is not due before `pause` is over.
    fn waits(&mut self, case: &Case, pause: Duration) {
        let _ = (case, pause);
    }
}

/// Watches nothing.
impl Watch for () {}

/// Where in the run the engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Cases that are done or wait for another try.
    pub done: usize,
    /// All cases.
    pub of: usize,
    /// Which try of this case it is, the first being 1.
    pub attempt: usize,
}

/// What a run yields.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// A row for each contender of each case, in their order.
    pub records: Vec<Record>,
    /// Cases of which the outputs differ: their rows have no figures, and their reasons tell why.
    pub mismatches: Vec<Mismatch>,
}

impl Outcome {
    /// The rows, if all contenders agreed in all cases.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn agreed(self) -> Result<Vec<Record>, Mismatch> {
        match self.mismatches.into_iter().next() {
            None => Ok(self.records),
            Some(mismatch) => Err(mismatch),
        }
    }
}

/// Two contenders differ, so that neither's time means anything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} of {messages} × {bytes} bytes: {one} and {other} have different outputs", algorithm)]
pub struct Mismatch {
    algorithm: String,
    bytes: usize,
    messages: usize,
    /// The first of the two, with its backend.
    pub one: String,
    /// The other.
    pub other: String,
}

/// A case with rows that are to be tried again.
struct Again<'c> {
    case: &'c Case,
    /// Its rows among all.
    rows: Range<usize>,
    tries: usize,
    last: Instant,
}

/// Names the contenders of a case.
pub type Enter<'e> = dyn for<'i> Fn(&Case, &'i Input) -> Vec<Contender<'i>> + Sync + 'e;

/// Runs all cases and returns a row for each contender of each, in their order. `enter` names the contenders of a case: it is
/// asked at each try, and must name the same.
///
/// A case with a row without enough quiet samples is tried again when all else is done, [`Settings::pause`] after its last try.
/// All rows of a case are of one try, the last of those with the most figures: what is compared was interleaved. Each try
/// runs in a thread of its own, pinned to a CPU that the system thought idle: do not pin the calling thread.
///
/// Where the outputs of two contenders differ, nothing of that case is timed, and the run goes on.
pub fn run(
    cases: &[Case],
    enter: &Enter<'_>,
    settings: &Settings,
    machine: &Machine,
    watch: &mut dyn Watch,
) -> Outcome {
    let mut records: Vec<Record> = Vec::new();
    let mut mismatches = Vec::new();
    let mut again = VecDeque::new();
    for (done, case) in cases.iter().enumerate() {
        watch.begins(case, Place { done, of: cases.len(), attempt: 1 });
        let Tried { rows, mismatch } = attempt(case, enter, settings, machine);
        watch.rows(case, &rows);
        mismatches.extend(mismatch);
        if rows.iter().any(is_noisy) {
            let rows = records.len()..records.len() + rows.len();
            again.push_back(Again { case, rows, tries: 1, last: Instant::now() });
        }
        records.extend(rows);
    }
    // The one in front has waited longest.
    while let Some(next) = again.pop_front() {
        if next.tries > settings.retries {
            for record in records[next.rows].iter_mut().filter(|record| is_noisy(record)) {
                let reason = record.reason.take().unwrap_or_default();
                record.reason = Some(format!("{reason}; so it was in the best of {} tries", next.tries));
            }
            continue;
        }
        let pause = settings.pause.saturating_sub(next.last.elapsed());
        if !pause.is_zero() {
            watch.waits(next.case, pause);
            std::thread::sleep(pause);
        }
        let place = Place { done: cases.len() - again.len() - 1, of: cases.len(), attempt: next.tries + 1 };
        watch.begins(next.case, place);
        let tried = attempt(next.case, enter, settings, machine);
        let rows = &mut records[next.rows.clone()];
        let before = figures(rows);
        if let Some(mismatch) = tried.mismatch {
            // Whoever differs once is not to be believed before either.
            rows.clone_from_slice(&tried.rows);
            mismatches.push(mismatch);
            watch.rows(next.case, rows);
            continue;
        }
        renew(rows, tried.rows);
        if figures(rows) > before {
            watch.rows(next.case, rows);
        }
        if rows.iter().any(is_noisy) {
            again.push_back(Again { tries: next.tries + 1, last: Instant::now(), ..next });
        }
    }
    Outcome { records, mismatches }
}

struct Tried {
    rows: Vec<Record>,
    /// Why no row has a figure.
    mismatch: Option<Mismatch>,
}

fn attempt(case: &Case, enter: &Enter<'_>, settings: &Settings, machine: &Machine) -> Tried {
    let rows = match case.kind {
        Kind::Threads => threads::sample(case, enter, settings, machine),
        Kind::OneMessage => threads::sample_one_message(case, enter, settings, machine),
        _ => on_one_cpu(|| sample(case, enter, settings, machine)),
    };
    match rows {
        Ok(rows) => Tried { rows, mismatch: None },
        Err(mismatch) => Tried { rows: without_figures(case, enter, &mismatch, machine), mismatch: Some(mismatch) },
    }
}

/// The rows of a case of which the outputs differ.
fn without_figures(case: &Case, enter: &Enter<'_>, mismatch: &Mismatch, machine: &Machine) -> Vec<Record> {
    let input = Input::of(case);
    let row = |contender: &Contender<'_>| {
        let reason = contender.work.as_ref().err().cloned().unwrap_or_else(|| mismatch.to_string());
        Record { reason: Some(reason), ..blank(case, &input, contender, machine) }
    };
    enter(case, &input).iter().map(row).collect()
}

/// Runs `work` in a thread that stays where it is, which the calling one need not.
pub(crate) fn on_one_cpu<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pinned = || {
        // Refused in some sandboxes: fewer samples are quiet then.
        let _ = measure::pin_to_quietest_cpu();
        work()
    };
    std::thread::scope(|scope| scope.spawn(pinned).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

fn sample(case: &Case, enter: &Enter<'_>, settings: &Settings, machine: &Machine) -> Result<Vec<Record>, Mismatch> {
    let input = Input::of(case);
    let contenders = enter(case, &input);
    check(case, &contenders)?;
    let working = contenders.iter().filter(|contender| contender.work.is_ok()).count();
    let mut sampler = Sampler::new(settings.of(case).options(working));
    let mut rows = Vec::new();
    for contender in contenders {
        let mut record = blank(case, &input, &contender, machine);
        match contender.work {
            Ok(work) => sampler = sampler.add("", work.run),
            Err(reason) => record.reason = Some(reason),
        }
        rows.push(record);
    }
    // Rows of those that run, in their order.
    if working > 0 {
        let sampled = sampler.run();
        for (record, row) in rows.iter_mut().filter(|record| record.reason.is_none()).zip(&sampled) {
            fill(record, row, input.total());
        }
    }
    Ok(rows)
}

/// That all who run have the same outputs.
pub(crate) fn check(case: &Case, contenders: &[Contender<'_>]) -> Result<(), Mismatch> {
    let mut working = contenders.iter().filter_map(|c| Some((c, &c.work.as_ref().ok()?.output)));
    let Some((first, expected)) = working.next() else { return Ok(()) };
    match working.find(|(_, output)| *output != expected) {
        None => Ok(()),
        Some((other, _)) => Err(Mismatch {
            algorithm: case.algorithm.clone(),
            bytes: case.bytes,
            messages: case.messages,
            one: title(first),
            other: title(other),
        }),
    }
}

fn title(contender: &Contender<'_>) -> String {
    match (&contender.backend, contender.ways) {
        (Some(backend), Some(ways)) => format!("{} ({backend}, {ways} at once)", contender.implementation),
        _ => contender.implementation.clone(),
    }
}

pub(crate) fn blank(case: &Case, input: &Input, contender: &Contender<'_>, machine: &Machine) -> Record {
    let bytes = match case.kind {
        Kind::Ragged => (input.total() as f64 / case.messages.max(1) as f64).round() as u64,
        _ => case.bytes as u64,
    };
    Record {
        implementation: contender.implementation.clone(),
        algorithm: case.algorithm.clone(),
        kind: case.kind,
        backend: contender.backend.clone(),
        ways: contender.ways,
        bytes,
        messages: match case.kind {
            Kind::OneMessage => case.messages,
            _ => case.messages * case.threads,
        } as u64,
        output_bytes: case.output_bytes as u64,
        threads: case.threads as u64,
        core_cpb: None,
        tsc_cpb: None,
        ns_per_message: None,
        low: None,
        median: None,
        high: None,
        quiet_samples: None,
        limit_core_cpb: contender.limit_core_cpb.as_ref().ok().copied(),
        limit_reason: contender.limit_core_cpb.as_ref().err().cloned(),
        reason: None,
        machine: machine.clone(),
    }
}

fn fill(record: &mut Record, row: &Row, total_bytes: usize) {
    record.quiet_samples = row.tally.quiet.map(|quiet| quiet as u64);
    let figures = match row.figures {
        Ok(figures) => figures,
        Err(reason) => {
            let Record { implementation, algorithm, bytes, messages, .. } = &*record;
            record.reason = Some(format!("{algorithm} by {implementation}, {messages} × {bytes} bytes: {reason}"));
            return;
        }
    };
    let messages = record.messages.max(1) as f64;
    let per_message = |nanoseconds: f64| nanoseconds / messages;
    record.ns_per_message = Some(per_message(figures.nanoseconds.lower_quartile));
    let in_nanoseconds = |record: &mut Record| {
        record.low = Some(per_message(figures.nanoseconds.min));
        record.median = Some(per_message(figures.nanoseconds.median));
        record.high = Some(per_message(figures.nanoseconds.upper_quartile));
    };
    if total_bytes == 0 {
        return in_nanoseconds(record);
    }
    let per_byte = |cycles: f64| cycles / total_bytes as f64;
    record.tsc_cpb = figures.tsc_cycles.map(|spread| per_byte(spread.lower_quartile));
    if let Some(core) = figures.core_cycles {
        record.core_cpb = Some(per_byte(core.lower_quartile));
        record.low = Some(per_byte(core.min));
        record.median = Some(per_byte(core.median));
        record.high = Some(per_byte(core.upper_quartile));
    } else {
        in_nanoseconds(record);
        record.reason = Some("this platform has no probe of core cycles".into());
    }
}

/// A later try counts, unless it has fewer figures: all of its rows or none.
fn renew(old: &mut [Record], new: Vec<Record>) {
    if figures(&new) >= figures(old) {
        for (old, new) in old.iter_mut().zip(new) {
            *old = new;
        }
    }
}

fn figures(rows: &[Record]) -> usize {
    rows.iter().filter(|row| row.ns_per_message.is_some()).count()
}

impl Record {
    /// The row of one who has no figure for a case.
    pub fn missing(case: &Case, implementation: &str, reason: impl Into<String>, machine: &Machine) -> Self {
        let reason = reason.into();
        let nobody = Contender::missing(implementation, reason.as_str());
        let record = blank(case, &Input::of(&Case { messages: 0, ..case.clone() }), &nobody, machine);
        Record { reason: Some(reason), bytes: case.bytes as u64, ..record }
    }
}

/// It was sampled, and there is no figure.
pub(crate) fn is_noisy(record: &Record) -> bool {
    record.quiet_samples.is_some() && record.ns_per_message.is_none()
}

#[cfg(test)]
mod tests;
