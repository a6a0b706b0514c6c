//! Looking up rows of a run.

use measure::trials::{Kind, Record};

use super::number::short_reason;
use crate::algorithms::Known;
use crate::results::Run;
use crate::rivals::LACKING;
use crate::subjects::{BLAKE_TREE, Encryption};

pub(crate) const OURS: &str = "lanesum";

/// The reason of rows whose algorithm comes with a later version.
pub(crate) const ABSENT: &str = "not in lanesum yet";

/// Which rows of a run are meant. The least figure among them counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject {
    pub(crate) algorithm: &'static str,
    pub(crate) what: What,
    /// Any of these; empty for whatever is best.
    pub(crate) backends: &'static [&'static str],
    pub(crate) bytes: Bytes,
    pub(crate) messages: u64,
    /// Bytes of output; `None` for any.
    pub(crate) output: Option<u64>,
    pub(crate) against: Against,
}

/// The rivals with which lanesum's row is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    /// The rivals who did the same, each by its own best form.
    Rivals,
    /// Those that were held to what lanesum's form may use ([`crate::held`]).
    Held,
    /// Nobody: rivals take their own best form, and this is about an older one.
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Whole messages, forced or chosen.
    Messages,
    Permutation,
    /// Whole messages, in a build with cargo's default profile.
    DefaultProfile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    Exactly(u64),
    /// The longest that was measured, from this length on.
    LongestFrom(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Core cycles per byte of all messages.
    CoreCpb,
    /// Core cycles of one call that permutes all states.
    CoreCycles,
    /// Core cycles per message.
    CyclesAMessage,
    /// Per message. Another clock makes another figure: next to rivals or goals, cycles are the better unit.
    Nanoseconds,
}

impl Unit {
    /// The figure of a row.
    pub(crate) fn of(self, record: &Record) -> Option<f64> {
        match self {
            Unit::CoreCpb => record.core_cpb,
            Unit::CoreCycles => record.core_cpb.map(|cpb| cpb * per_call(record)),
            Unit::CyclesAMessage => {
                record.cycles_per_message.or_else(|| record.core_cpb.map(|cpb| cpb * record.bytes as f64))
            }
            Unit::Nanoseconds => record.ns_per_message,
        }
    }

    /// From the least to the upper quartile, where the row has them in this unit.
    pub(crate) fn spread(self, record: &Record) -> Option<(f64, f64)> {
        let (low, high) = (record.low?, record.high?);
        match self {
            Unit::CoreCpb => record.core_cpb.map(|_| (low, high)),
            Unit::CoreCycles => record.core_cpb.map(|_| (low * per_call(record), high * per_call(record))),
            // The spread is kept in another unit: it is carried over as a share of the figure.
            Unit::CyclesAMessage => scaled(self.of(record)?, record.core_cpb.or(record.ns_per_message)?, low, high),
            Unit::Nanoseconds => match record.core_cpb {
                Some(cpb) => scaled(record.ns_per_message?, cpb, low, high),
                None => Some((low, high)),
            },
        }
    }

    /// What the kernel's form could reach at best.
    pub(crate) fn limit(self, record: &Record) -> Option<f64> {
        match self {
            Unit::CoreCpb => record.limit_core_cpb,
            Unit::CoreCycles => record.limit_core_cpb.map(|cpb| cpb * per_call(record)),
            Unit::CyclesAMessage => record.limit_core_cpb.map(|cpb| cpb * record.bytes as f64),
            Unit::Nanoseconds => None,
        }
    }
}

fn scaled(figure: f64, from: f64, low: f64, high: f64) -> Option<(f64, f64)> {
    (from > 0.0).then(|| (low * figure / from, high * figure / from))
}

fn per_call(record: &Record) -> f64 {
    (record.bytes * record.messages) as f64
}

/// A row with a figure, or why there is none.
#[derive(Clone, Debug)]
pub(crate) enum Found<'r> {
    Row(&'r Record),
    Gap(String),
}

impl<'r> Found<'r> {
    pub(crate) fn row(&self) -> Option<&'r Record> {
        match self {
            Found::Row(record) => Some(record),
            Found::Gap(_) => None,
        }
    }
}

impl Subject {
    /// Whole messages of one length, whatever backend is best.
    pub(crate) const fn messages(algorithm: &'static str, bytes: u64, messages: u64) -> Self {
        let bytes = Bytes::Exactly(bytes);
        Self { algorithm, what: What::Messages, backends: &[], bytes, messages, output: None, against: Against::Rivals }
    }

    /// One call of the permutation with this many states.
    pub(crate) const fn permutation(algorithm: &'static str, messages: u64, backends: &'static [&'static str]) -> Self {
        Self { what: What::Permutation, backends, ..Self::messages(algorithm, 0, messages) }.longest_from(0)
    }

    pub(crate) const fn on(mut self, backends: &'static [&'static str]) -> Self {
        self.backends = backends;
        self
    }

    pub(crate) const fn against_held(mut self) -> Self {
        self.against = Against::Held;
        self
    }

    pub(crate) const fn against_nobody(mut self) -> Self {
        self.against = Against::Nobody;
        self
    }

    pub(crate) const fn with_default_profile(mut self) -> Self {
        self.what = What::DefaultProfile;
        self
    }

    pub(crate) const fn with_output(mut self, output: u64) -> Self {
        self.output = Some(output);
        self
    }

    pub(crate) const fn longest_from(mut self, bytes: u64) -> Self {
        self.bytes = Bytes::LongestFrom(bytes);
        self
    }

    /// The length of each message, where it is one.
    pub(crate) fn length(&self) -> Option<u64> {
        match self.bytes {
            Bytes::Exactly(bytes) => Some(bytes),
            Bytes::LongestFrom(_) => None,
        }
    }

    /// Whether a figure for the one is a figure for the other, whichever row is compared with it.
    pub(crate) fn is_same_shape(&self, other: &Self) -> bool {
        let shape = |s: &Self| (s.algorithm, s.what, s.backends, s.bytes, s.messages);
        shape(self) == shape(other)
    }

    fn is_about(&self, record: &Record) -> bool {
        let what = match self.what {
            What::Messages => matches!(record.kind, Kind::Messages | Kind::Form),
            What::DefaultProfile => record.kind == Kind::DefaultProfile,
            What::Permutation => record.kind == Kind::Permutation,
        };
        let bytes = match self.bytes {
            Bytes::Exactly(bytes) => record.bytes == bytes,
            Bytes::LongestFrom(least) => record.bytes >= least,
        };
        what && bytes
            && record.algorithm == self.algorithm
            && record.messages == self.messages
            && record.threads <= 1
            && self.output.is_none_or(|output| record.output_bytes == output)
    }

    fn is_ours(&self, record: &Record) -> bool {
        let backend = record.backend.as_deref().unwrap_or_default();
        record.implementation == OURS && (self.backends.is_empty() || self.backends.contains(&backend))
    }

    /// lanesum's best row. Where the dispatch chose, its choice counts, and no form that was forced.
    pub(crate) fn ours<'r>(&self, run: &'r Run, unit: Unit) -> Found<'r> {
        let rows: Vec<&Record> = run.records.iter().filter(|r| self.is_about(r) && self.is_ours(r)).collect();
        let has_figure = |r: &&&Record| unit.of(r).is_some();
        let longest = rows.iter().filter(has_figure).map(|r| r.bytes).max();
        let there = || rows.iter().filter(has_figure).filter(|r| Some(r.bytes) == longest).copied();
        let chosen = least(there().filter(|r| r.kind != Kind::Form), unit);
        if let Some(best) = chosen.or_else(|| least(there(), unit)) {
            return Found::Row(best);
        }
        Found::Gap(match rows.iter().find_map(|r| r.reason.clone()) {
            Some(reason) if reason == ABSENT => reason,
            Some(reason) => format!("no figure: {}", short_reason(&reason)),
            None => self.absence(run),
        })
    }

    /// Why no row is there at all.
    fn absence(&self, run: &Run) -> String {
        let is_figure =
            |r: &Record| r.implementation == OURS && r.algorithm == self.algorithm && r.ns_per_message.is_some();
        let in_run = run.records.iter().any(is_figure);
        let known = Known::of(self.algorithm).is_some_and(|known| known.role.is_here());
        let lacking = self.backends.iter().copied().filter(|name| !is_usable(name)).collect::<Vec<_>>();
        if !in_run && !known {
            ABSENT.into()
        } else if !self.backends.is_empty() && lacking.len() == self.backends.len() {
            format!("{} cannot run here", lacking.join(", "))
        } else {
            "not in this run".into()
        }
    }

    /// The fastest rival that did the same as lanesum's row.
    pub(crate) fn rival<'r>(&self, run: &'r Run, ours: &Record, unit: Unit) -> Option<&'r Record> {
        least(self.rivals(run, ours), unit)
    }

    /// A rival that took part in the same as lanesum's row, and has no figure of it.
    pub(crate) fn rival_without_figure<'r>(&self, run: &'r Run, ours: &Record, unit: Unit) -> Option<&'r Record> {
        let rivals: Vec<&Record> = self.rivals(run, ours).filter(|r| took_part(r)).collect();
        let is_silent = |name: &str| !rivals.iter().any(|r| r.implementation == name && unit.of(r).is_some());
        rivals.iter().copied().find(|r| is_silent(&r.implementation))
    }

    fn rivals<'r>(&self, run: &'r Run, ours: &Record) -> impl Iterator<Item = &'r Record> {
        // Lengths of output are compared below. The profile is lanesum's alone: rivals have one build, which is no slower for them.
        let what = if self.what == What::DefaultProfile { What::Messages } else { self.what };
        let subject = Subject { output: None, what, ..*self };
        run.records.iter().filter(move |r| {
            let is_meant = match subject.against {
                Against::Rivals => r.kind != Kind::Form,
                Against::Held => r.kind == Kind::Form && r.backend == ours.backend,
                Against::Nobody => false,
            };
            is_meant
                && r.implementation != OURS
                && subject.is_about(r)
                && r.bytes == ours.bytes
                && is_same_work(ours, r)
        })
    }
}

/// Was it timed, or meant to be? Not so who lacks the algorithm, or is missing from the build.
pub(crate) fn took_part(record: &Record) -> bool {
    record.ns_per_message.is_some()
        || record.reason.as_deref().is_none_or(|reason| {
            !reason.ends_with(&format!(" has no {}", record.algorithm)) && !reason.starts_with(LACKING)
        })
}

/// Do both rows take the same permutations? Any output of an XOF that is no longer than a block comes for nothing.
fn is_same_work(a: &Record, b: &Record) -> bool {
    let block = match a.algorithm.as_str() {
        "shake128" => 168,
        "shake256" => 136,
        _ => 0,
    };
    a.output_bytes == b.output_bytes || a.output_bytes.max(b.output_bytes) <= block
}

fn is_usable(backend: &str) -> bool {
    backend.parse::<lanesum::Backend>().is_ok_and(lanesum::Backend::is_available)
}

/// The row with the least figure.
pub(crate) fn least<'r>(rows: impl Iterator<Item = &'r Record>, unit: Unit) -> Option<&'r Record> {
    rows.filter(|r| unit.of(r).is_some())
        .min_by(|a, b| unit.of(a).unwrap_or(f64::INFINITY).total_cmp(&unit.of(b).unwrap_or(f64::INFINITY)))
}

/// How many times as much one row takes a message as another: in core cycles, or in time where one of them has none.
pub(crate) fn times(one: &Record, other: &Record) -> Option<f64> {
    let of = |unit: Unit| Some(unit.of(one)? / unit.of(other)?);
    of(Unit::CyclesAMessage).or_else(|| of(Unit::Nanoseconds))
}

/// The names of the functions of which lanesum hashed whole messages, in the order of the run.
pub(crate) fn algorithms(run: &Run) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let has_figure = |r: &&Record| {
        r.kind == Kind::Messages
            && r.implementation == OURS
            && r.ns_per_message.is_some()
            && Encryption::of(&r.algorithm).is_none()
            && r.algorithm != BLAKE_TREE
    };
    for record in run.records.iter().filter(has_figure) {
        if !names.contains(&record.algorithm.as_str()) {
            names.push(&record.algorithm);
        }
    }
    names
}

/// The implementations of the run: lanesum, then the rivals who have an algorithm that lanesum has, then the others; by name.
pub(crate) fn implementations(run: &Run) -> Vec<&str> {
    let ours = algorithms(run);
    let is_rival = |r: &&Record| r.ns_per_message.is_some() && ours.contains(&r.algorithm.as_str());
    let near = distinct(run.records.iter().filter(is_rival).map(|r| r.implementation.as_str()));
    let mut names = distinct(run.records.iter().map(|r| r.implementation.as_str()));
    names.sort_by_key(|&name| (name != OURS, !near.contains(&name), name));
    names
}

/// Rows of one implementation with whole messages, one at a time, by length. Where a length was measured with several
/// lengths of output, the shortest output counts.
pub(crate) fn by_length<'r>(run: &'r Run, implementation: &str, algorithm: &str) -> Vec<&'r Record> {
    let is_row = |r: &&Record| {
        r.kind == Kind::Messages && r.messages == 1 && r.implementation == implementation && r.algorithm == algorithm
    };
    let mut rows: Vec<&Record> = run.records.iter().filter(is_row).collect();
    rows.sort_by_key(|r| (r.bytes, r.output_bytes));
    rows.dedup_by_key(|r| r.bytes);
    rows
}

/// The one row for this many messages of this length, with the shortest output that was measured.
pub(crate) fn batch<'r>(
    run: &'r Run,
    implementation: &str,
    algorithm: &str,
    bytes: u64,
    messages: u64,
) -> Option<&'r Record> {
    let is_row = |r: &&Record| {
        r.kind == Kind::Messages
            && r.messages == messages
            && r.bytes == bytes
            && r.implementation == implementation
            && r.algorithm == algorithm
    };
    run.records.iter().filter(is_row).min_by_key(|r| r.output_bytes)
}

/// The distinct values of something, in order.
pub(crate) fn distinct<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};

    fn row(implementation: &str, kind: Kind, output: u64, cpb: f64) -> Record {
        let row = record(implementation, "shake128", kind, 4096, 1);
        Record { output_bytes: output, core_cpb: Some(cpb), backend: Some("portable".into()), ..row }
    }

    const SUBJECT: Subject = Subject::messages("shake128", 4096, 1);

    fn ours(run: &Run) -> Option<f64> {
        SUBJECT.ours(run, Unit::CoreCpb).row().and_then(|r| r.core_cpb)
    }

    #[test]
    fn what_was_chosen_counts_before_what_was_forced() {
        let mut run = empty();
        run.records.push(row(OURS, Kind::Form, 168, 4.0));
        assert_eq!(ours(&run), Some(4.0));
        run.records.push(row(OURS, Kind::Messages, 32, 5.0));
        assert_eq!(ours(&run), Some(5.0), "a slower choice is not hidden behind a faster form");
        let elsewhere = SUBJECT.on(&["avx2"]).ours(&run, Unit::CoreCpb);
        assert!(elsewhere.row().is_none());
    }

    #[test]
    fn a_rival_must_have_done_the_same_permutations() {
        let mut run = empty();
        let own = row(OURS, Kind::Form, 168, 4.0);
        for (rival, output, cpb) in [("a", 169, 1.0), ("b", 32, 3.0), ("c", 168, 3.5)] {
            run.records.push(row(rival, Kind::Messages, output, cpb));
        }
        run.records.push(Record { bytes: 8192, ..row("d", Kind::Messages, 32, 0.5) });
        let rival = SUBJECT.with_output(168).rival(&run, &own, Unit::CoreCpb);
        assert_eq!(rival.map(|r| r.implementation.as_str()), Some("b"));
    }

    #[test]
    fn units_carry_the_spread_along() {
        let record = Record {
            bytes: 200,
            messages: 4,
            low: Some(1.0),
            high: Some(1.5),
            ..row(OURS, Kind::Permutation, 200, 1.25)
        };
        assert_eq!(Unit::CoreCycles.of(&record), Some(1000.0));
        assert_eq!(Unit::CoreCycles.spread(&record), Some((800.0, 1200.0)));
        let record = Record { ns_per_message: Some(50.0), ..record };
        assert_eq!(Unit::Nanoseconds.spread(&record), Some((40.0, 60.0)));
    }
}
