//! One try at a case: the outputs of all contenders are compared, then the contenders are sampled in turn.

use std::fmt;
use std::time::Duration;

use super::case::{Case, Input};
use super::contender::{Contender, Work};
use super::record::{Machine, Record, RowKind};
use crate::pin::on_quietest_cpu;
use crate::sampler::{Options, Sampled, Sampler};

/// Names the contenders of a case. It is asked at each try, and must name the same ones each time.
pub type Enter<'e> = dyn for<'i> Fn(&Case, &'i Input) -> Vec<Contender<'i>> + Sync + 'e;

/// Samples all contenders of a case once, and returns a row for each, in their order.
///
/// # Errors
/// Two contenders have different outputs: then nothing may be timed.
pub type Sample = fn(&Case, &Enter<'_>, &Settings, &Machine) -> Result<Vec<Record>, Mismatch>;

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
    /// How one case is sampled once.
    pub sample: Sample,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seconds: 0.5,
            sampling: Options::default(),
            retries: 5,
            pause: Duration::from_secs(120),
            sample: sample_on_one_cpu,
        }
    }
}

impl Settings {
    /// A sample, its warming up and the two probes, about.
    const OVERHEAD: Duration = Duration::from_micros(40);

    fn options(&self, contenders: usize) -> Options {
        let sample = self.sampling.sample + self.sampling.warm + Self::OVERHEAD;
        let rounds = self.seconds / (sample.as_secs_f64() * contenders.max(1) as f64);
        let patience = Duration::try_from_secs_f64(self.seconds).unwrap_or(self.sampling.patience);
        Options { rounds: rounds as usize, patience, ..self.sampling }
    }
}

/// Two contenders have different outputs, so neither's time means anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    algorithm: String,
    bytes: usize,
    messages: usize,
    /// The first of the two, with its backend.
    pub one: String,
    /// The other.
    pub other: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, bytes, messages, one, other } = self;
        write!(
            f,
            "{algorithm} of {messages} × {bytes} bytes: {one} and {other} have different outputs, so one of them is wrong; please report this"
        )
    }
}

impl std::error::Error for Mismatch {}

fn compare_outputs(case: &Case, contenders: &[Contender<'_>]) -> Result<(), Mismatch> {
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
    match (&contender.backend, contender.width) {
        (Some(backend), Some(width)) => format!("{} ({backend}, {width} at once)", contender.implementation),
        _ => contender.implementation.clone(),
    }
}

/// Rows without figures, and what is timed, with the places of its rows.
pub type Begun<'i> = (Vec<Record>, Vec<(usize, Work<'i>)>);

/// Compares the outputs of all contenders that can run.
///
/// # Errors
/// The first contender, and the first one after it that has another output.
pub fn begin<'i>(case: &Case, input: &'i Input, enter: &Enter<'_>, machine: &Machine) -> Result<Begun<'i>, Mismatch> {
    let contenders = enter(case, input);
    compare_outputs(case, &contenders)?;
    let (mut rows, mut works) = (Vec::new(), Vec::new());
    for contender in contenders {
        let mut record = Record::blank(case, input, &contender, machine);
        match contender.work {
            Ok(work) => works.push((rows.len(), work)),
            Err(reason) => record.reason = Some(reason),
        }
        rows.push(record);
    }
    Ok((rows, works))
}

/// Samples all contenders in turn, in a new thread that is pinned to a CPU that the system considers idle: do not pin the calling thread.
///
/// # Errors
/// Two contenders have different outputs: then nothing is timed.
pub fn sample_on_one_cpu(
    case: &Case,
    enter: &Enter<'_>,
    settings: &Settings,
    machine: &Machine,
) -> Result<Vec<Record>, Mismatch> {
    on_quietest_cpu(|| sample(case, enter, settings, machine))
}

fn sample(case: &Case, enter: &Enter<'_>, settings: &Settings, machine: &Machine) -> Result<Vec<Record>, Mismatch> {
    let input = Input::of(case);
    let (mut rows, works) = begin(case, &input, enter, machine)?;
    let working = works.len();
    let mut sampler = Sampler::new(settings.options(working));
    for (_, work) in works {
        sampler = sampler.add("", work.run);
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

fn fill(record: &mut Record, row: &Sampled, total_bytes: usize) {
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
    let per_message = |of_all: f64| of_all / messages;
    record.ns_per_message = Some(per_message(figures.nanoseconds.lower_quartile));
    record.cycles_per_message = figures.core_cycles.map(|core| per_message(core.lower_quartile));
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

impl Record {
    /// The row of a contender before it is sampled: no figure, and no reason for that.
    pub fn blank(case: &Case, input: &Input, contender: &Contender<'_>, machine: &Machine) -> Self {
        let bytes = match case.kind {
            RowKind::Ragged => (input.total() as f64 / case.messages.max(1) as f64).round() as u64,
            _ => case.bytes as u64,
        };
        Self {
            implementation: contender.implementation.clone(),
            algorithm: case.algorithm.clone(),
            kind: case.kind,
            backend: contender.backend.clone(),
            width: contender.width,
            bytes,
            messages: match case.kind {
                RowKind::OneMessage => case.messages,
                _ => case.messages * case.threads,
            } as u64,
            output_bytes: case.output_bytes as u64,
            threads: case.threads as u64,
            core_cpb: None,
            tsc_cpb: None,
            cycles_per_message: None,
            ns_per_message: None,
            low: None,
            median: None,
            high: None,
            quiet_samples: None,
            limit_core_cpb: contender.limit_core_cpb.as_ref().ok().copied(),
            limit_reason: contender.limit_core_cpb.as_ref().err().cloned(),
            reason: None,
            ratios: None,
            machine: machine.clone(),
        }
    }

    /// The row of an implementation that has no figure for a case.
    pub fn missing(case: &Case, implementation: &str, reason: impl Into<String>, machine: &Machine) -> Self {
        let reason = reason.into();
        let nobody = Contender::missing(implementation, reason.as_str());
        let record = Self::blank(case, &Input::of(&Case { messages: 0, ..case.clone() }), &nobody, machine);
        Self { reason: Some(reason), bytes: case.bytes as u64, ..record }
    }

    /// Whether it was sampled without getting a figure.
    pub fn is_noisy(&self) -> bool {
        self.quiet_samples.is_some() && self.ns_per_message.is_none()
    }
}
