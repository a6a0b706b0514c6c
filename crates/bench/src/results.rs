//! All of a run, as `--json` writes it and `report/` reads it.

use lanesum::Algorithm;
use measure::InstructionCost;
use measure::trials::{Machine, Record};
use serde::{Deserialize, Serialize};

/// The results of a run.
#[derive(Serialize)]
pub(crate) struct Run {
    pub(crate) machine: Machine,
    pub(crate) records: Vec<Record>,
    pub(crate) rivals: Vec<Rival>,
    /// Latency and throughput of single instructions, on which the limits rest.
    pub(crate) instructions: Vec<InstructionCost>,
    pub(crate) memory: Vec<Memory>,
    pub(crate) choices: Vec<Choice>,
}

/// A crate that was asked to take part.
#[derive(Debug, Serialize)]
pub struct Rival {
    /// The crate's name, which is the `implementation` of its rows.
    pub name: &'static str,
    /// The crate's version, and that of the library that it wraps where it tells one.
    pub version: Option<String>,
    /// Why it took no part.
    pub missing: Option<String>,
}

/// How fast memory is read, and nothing done with it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Memory {
    pub(crate) threads: u64,
    /// 10^9 bytes a second, of all threads together.
    pub(crate) gigabytes_per_second: f64,
}

/// The form that is chosen for a number of messages if no backend is named, with the costs that decide it.
#[derive(Serialize)]
pub(crate) struct Choice {
    algorithms: Vec<&'static str>,
    messages: usize,
    backend: &'static str,
    width: usize,
    cost: u64,
    one_by_one: u64,
    processor: &'static str,
    evidence: &'static str,
}

/// For each group of algorithms that are treated alike.
pub(crate) fn choices() -> Vec<Choice> {
    const COUNTS: [usize; 5] = [1, 2, 4, 8, 16];
    let alike = |a: &Algorithm, b: &Algorithm| COUNTS.iter().all(|&count| a.chosen(count) == b.chosen(count));
    let of = |group: &[Algorithm], messages| {
        let choice = group[0].chosen(messages);
        Choice {
            algorithms: group.iter().map(|algorithm| algorithm.name()).collect(),
            messages,
            backend: choice.backend.name(),
            width: choice.width,
            cost: choice.cost,
            one_by_one: choice.one_by_one,
            processor: choice.processor,
            evidence: choice.evidence,
        }
    };
    Algorithm::ALL.chunk_by(alike).flat_map(|group| COUNTS.map(|count| of(group, count))).collect()
}

/// Rows as they are read: a run, or (from older versions, and of a run that was stopped) a plain list.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Rows {
    List(Vec<Record>),
    Run { records: Vec<Record> },
}

impl Rows {
    pub(crate) fn records(self) -> Vec<Record> {
        match self {
            Rows::List(records) | Rows::Run { records } => records,
        }
    }
}

/// For tests: a row without figures, of a machine that was made up.
#[cfg(test)]
pub(crate) fn record(
    by: &str,
    algorithm: &str,
    kind: measure::trials::RowKind,
    bytes: usize,
    messages: usize,
) -> Record {
    use measure::trials::Case;
    let case = Case { algorithm: algorithm.into(), kind, bytes, messages, output_bytes: 32, threads: 1 };
    let machine = Machine { vendor: "AuthenticAMD".into(), family: 26, model: 2, ..Machine::default() };
    Record { reason: None, limit_reason: None, ..Record::missing(&case, by, "", &machine) }
}
