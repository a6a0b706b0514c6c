//! The results of a run that are not rows: the costs of single instructions, the speed of memory, and so on.

use measure::trials::{Kind, Machine, Record};
use serde::{Deserialize, Serialize};

/// Latency and throughput of one instruction, measured by probes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instruction {
    /// E.g. `vpternlogq`.
    pub name: String,
    /// Bits of its registers: 64, 128, 256 or 512.
    pub bits: u32,
    /// Core cycles from one to the next in a chain; `None` where it could not be had.
    pub latency: Option<f64>,
    /// Core cycles for each of many independent ones.
    pub reciprocal_throughput: Option<f64>,
}

/// How fast memory is read, and nothing done with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Threads that read.
    pub threads: u64,
    /// Gigabytes (10^9) a second of all of them together.
    pub gigabytes_per_second: f64,
}

/// All of a run: what a report is made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The machine.
    pub machine: Machine,
    /// Every row; [`Record::machine`] is the same in all.
    pub records: Vec<Record>,
    /// Empty where none was measured.
    pub instructions: Vec<Instruction>,
    /// Empty where none was measured.
    pub memory: Vec<Memory>,
    /// Rows timed by the papers' own methods, for the papers' tables alone; empty without `--papers`.
    #[serde(default)]
    pub by_papers: Vec<ByPaper>,
    /// Who was asked to take part beside lanesum; empty where nobody was.
    #[serde(default)]
    pub rivals: Vec<Rival>,
}

/// One row timed by a paper's own method, which sees neither neighbours nor clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByPaper {
    /// `sha512-white-paper` or `avx512-paper`: the names of `measure::Method`.
    pub method: String,
    /// As in [`Record`].
    pub implementation: String,
    /// As in [`Record`].
    pub algorithm: String,
    /// As in [`Record`].
    pub kind: Kind,
    /// As in [`Record`].
    pub backend: Option<String>,
    /// As in [`Record`].
    pub width: Option<u64>,
    /// As in [`Record`].
    pub bytes: u64,
    /// As in [`Record`].
    pub messages: u64,
    /// As in [`Record`].
    pub output_bytes: u64,
    /// How many runs the method made.
    pub runs: u64,
    /// Cycles of the time-stamp counter per byte of all the messages, as the method averages them.
    pub tsc_cpb: Option<f64>,
    /// Why the figure is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A rival of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    /// The crate's name, which is the `implementation` of its rows.
    pub name: String,
    /// The crate's version, and that of the library that it wraps where it tells one.
    pub version: Option<String>,
    /// Why it took no part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}
