//! The rows that a run of the bench yields.

use serde::{Deserialize, Serialize};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Whole messages of one length, as a user hashes them: what the dispatch chose, or a rival's only way.
    Messages,
    /// The same with messages of many lengths; `bytes` is their mean.
    Ragged,
    /// Whole messages on a backend and a number of messages at once that were forced.
    Form,
    /// A permutation alone: `bytes` is the size of one state, `messages` how many states one call permutes.
    Permutation,
    /// Batches on several threads at once: times from the first one's beginning to the last one's end, and core cycles of one
    /// core.
    Threads,
    /// One long message on several threads, which share its pieces: times as of [`Kind::Threads`].
    OneMessage,
    /// As [`Kind::Messages`], one of many lengths that lie close together: lanesum alone, sampled for a shorter time.
    Curve,
}

/// One row. A figure that could not be had is `None`, and `reason` tells why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// `lanesum`, or the rival's name.
    pub implementation: String,
    /// As in `lanesum info`; `keccak-f1600` for permutations of 24 rounds, `keccak-p1600-12` for those of 12.
    pub algorithm: String,
    /// What the row is about.
    pub kind: Kind,
    /// Of lanesum: the backend that ran.
    pub backend: Option<String>,
    /// Of lanesum: how many messages it took at once.
    pub ways: Option<u64>,
    /// Of each message.
    pub bytes: u64,
    /// How many in one call; for a rival without batches, in a loop. Of [`Kind::Threads`]: of all threads together.
    pub messages: u64,
    /// Bytes of output of each message. Of the XOFs: in [`Kind::Form`] rows 168 for shake128 and 136 for shake256, as in the
    /// AVX-512 paper's Tables 2 and 3 (1344 and 1088 bits); elsewhere 32 and 64, their collision resistance in full.
    pub output_bytes: u64,
    /// How many threads worked.
    pub threads: u64,
    /// Core cycles per byte of all the messages: the lower quartile of the quiet samples. `None` at 0 bytes.
    pub core_cpb: Option<f64>,
    /// The same in cycles of the time-stamp counter.
    pub tsc_cpb: Option<f64>,
    /// Nanoseconds per message (per state for permutations).
    pub ns_per_message: Option<f64>,
    /// The least quiet sample, in the unit of `core_cpb`, or of `ns_per_message` where there is no `core_cpb`.
    pub low: Option<f64>,
    /// The median of the quiet samples, in the unit of `low`; `None` in rows from before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median: Option<f64>,
    /// The upper quartile of the quiet samples, in the unit of `low`.
    pub high: Option<f64>,
    /// Over how many samples.
    pub quiet_samples: Option<u64>,
    /// What the form of the kernel could reach on this processor at best.
    pub limit_core_cpb: Option<f64>,
    /// Why there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_reason: Option<String>,
    /// Why a figure is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where it was measured.
    pub machine: Machine,
}

/// The machine and the build of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Its own name for itself.
    pub processor: String,
    /// E.g. `AuthenticAMD`.
    pub vendor: String,
    /// As `cpuid` counts it.
    pub family: u32,
    /// As `cpuid` counts it.
    pub model: u32,
    /// That this process may use.
    pub cores: u64,
    /// The features that the kernels could use.
    pub features: Vec<String>,
    /// Of the time-stamp counter.
    pub tsc_mhz: Option<f64>,
    /// E.g. `linux x86_64`.
    pub system: String,
    /// The compiler's version.
    pub rustc: String,
    /// lanesum's version.
    pub lanesum: String,
    /// The commit of the build, with `-dirty` if tracked files had been changed; `None` outside git.
    #[serde(default)]
    pub commit: Option<String>,
    /// When the run began: `2026-11-21T08:00:00Z`.
    pub date: String,
}

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
    pub ways: Option<u64>,
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
