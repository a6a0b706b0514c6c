//! The rows that trials produce, and the machine on which they were measured.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowKind {
    /// Whole messages of one length, as a user hashes them: lanesum's own choice of backend, or a rival's only form.
    Messages,
    /// As [`RowKind::Messages`], with messages of many lengths; `bytes` is their mean.
    Ragged,
    /// Whole messages on a named backend and width.
    Form,
    /// A permutation alone: `bytes` is the size of one state, `messages` the number of states that one call permutes.
    Permutation,
    /// Batches on several threads at once. Times are from the first thread's beginning to the last one's end; core cycles are those of one
    /// core.
    Threads,
    /// One long message on several threads, which share its parts. Times are as in [`RowKind::Threads`].
    OneMessage,
    /// As [`RowKind::Messages`], for one of many closely spaced lengths: lanesum alone, sampled for a shorter time.
    Curve,
    /// As [`RowKind::Curve`], on each backend that a paper's figure shows.
    FormCurve,
    /// As [`RowKind::Messages`], in a build with cargo's default release profile, as a user of the library has it.
    DefaultProfile,
    /// Random sets of messages, each in one call and one by one: `messages` is the number of sets, `bytes` the longest message.
    Gate,
}

/// One row. A missing figure is `None`, and `reason` says why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// `lanesum`, or the rival's name.
    pub implementation: String,
    /// The name as in `lanesum info`; `keccak-f1600` for permutations of 24 rounds, `keccak-p1600-12` for those of 12.
    pub algorithm: String,
    /// The kind of row.
    pub kind: RowKind,
    /// For lanesum: the backend that ran.
    pub backend: Option<String>,
    /// For lanesum: the number of messages at once.
    pub width: Option<u64>,
    /// Bytes of each message.
    pub bytes: u64,
    /// The number of messages in one call; for a rival without batches, in a loop. For [`RowKind::Threads`]: of all threads together.
    pub messages: u64,
    /// Bytes of output of each message. For XOFs in [`RowKind::Form`] rows: 168 for shake128 and 136 for shake256, as in the AVX-512 paper's
    /// Tables 2 and 3 (1344 and 1088 bits). In other rows: 32 and 64, with their full collision resistance.
    pub output_bytes: u64,
    /// The number of threads.
    pub threads: u64,
    /// Core cycles per byte of all the messages: the lower quartile of the quiet samples. `None` at 0 bytes.
    pub core_cpb: Option<f64>,
    /// The lower quartile in cycles of the time-stamp counter, per byte.
    pub tsc_cpb: Option<f64>,
    /// Core cycles per message (per state for permutations), for rows of 0 bytes. `None` on several threads, and in rows from before this
    /// figure was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_per_message: Option<f64>,
    /// Nanoseconds per message (per state for permutations).
    pub ns_per_message: Option<f64>,
    /// The least quiet sample, in the unit of `core_cpb`, or of `ns_per_message` if there is no `core_cpb`.
    pub low: Option<f64>,
    /// The median of the quiet samples, in the unit of `low`; `None` in rows from before this figure was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median: Option<f64>,
    /// The upper quartile of the quiet samples, in the unit of `low`.
    pub high: Option<f64>,
    /// The number of quiet samples.
    pub quiet_samples: Option<u64>,
    /// The best that the form could reach on this processor, in core cycles per byte.
    pub limit_core_cpb: Option<f64>,
    /// Why there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_reason: Option<String>,
    /// Why a figure is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// For [`RowKind::Gate`], in place of a figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratios: Option<Ratios>,
    /// The machine of the measurement.
    pub machine: Machine,
}

/// The costs of sets of messages in one call, as multiples of those one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// The least ratio of all sets, the median, and the greatest; `None` if no set had a ratio.
    pub least_median_most: Option<[f64; 3]>,
    /// The greatest allowed ratio.
    pub at_most: f64,
    /// The number of sets above `at_most` each time they were measured.
    pub above: u64,
    /// The number of sets with too few quiet samples.
    pub noisy: u64,
    /// The sets with the greatest ratios above `at_most`: the ratio, the number of messages and their lengths, e.g. `1.30 of 7: 44 3×394`.
    pub worst: Vec<String>,
    /// The sets that are measured in every run, in the format of `worst`.
    #[serde(default)]
    pub known: Vec<String>,
    /// Whether the batches named their function at run time; otherwise the function was a type.
    #[serde(default)]
    pub by_name: bool,
}

/// The machine and the build of a run. [`Machine::here`] fills in the fields that this crate can find out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's brand string.
    pub processor: String,
    /// The processor's vendor, e.g. `AuthenticAMD`.
    pub vendor: String,
    /// The processor's family, as `cpuid` counts it.
    pub family: u32,
    /// The processor's model, as `cpuid` counts it.
    pub model: u32,
    /// The number of processors that this process may use.
    pub cores: u64,
    /// The processor features that lanesum's kernels could use.
    pub features: Vec<String>,
    /// The frequency of the time-stamp counter in MHz.
    pub tsc_mhz: Option<f64>,
    /// E.g. `linux x86_64`.
    pub system: String,
    /// The compiler's version; `None` in a program that does not know it.
    #[serde(default)]
    pub rustc: Option<String>,
    /// lanesum's version.
    pub lanesum: String,
    /// The commit of the build, with `-dirty` if tracked files had been changed; `None` in a program that does not know it.
    #[serde(default)]
    pub commit: Option<String>,
    /// The time when the run began: `2026-11-21T08:00:00Z`.
    pub date: String,
}

impl Machine {
    /// The number of processors, the time-stamp counter, the system and the date. The caller fills in the rest: `Machine { processor,
    /// ..Machine::here() }`.
    ///
    /// Only the processors that the calling thread may use are counted: call this before pinning it.
    pub fn here() -> Self {
        Self {
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            tsc_mhz: crate::tsc_hz().map(|hz| hz / 1e6),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known() {
        let machine = Machine::here();
        assert!(machine.cores >= 1);
        let date = machine.date.as_bytes();
        assert!(date.len() == 20 && date[10] == b'T' && date[19] == b'Z', "{}", machine.date);
        assert_eq!(machine.tsc_mhz.is_some(), crate::tsc().is_some());
    }

    #[test]
    fn rows_without_a_compiler_and_a_commit_are_read() {
        let machine = Machine { cores: 2, ..Machine::default() };
        let text = serde_json::to_string(&machine).unwrap();
        assert!(text.contains("\"rustc\":null") && text.contains("\"commit\":null"), "{text}");
        assert_eq!(serde_json::from_str::<Machine>(&text).unwrap(), machine);
        let older = text.replace("\"rustc\":null,", "\"rustc\":\"rustc 1.89.0\",").replace(",\"commit\":null", "");
        assert_eq!(serde_json::from_str::<Machine>(&older).unwrap().rustc.as_deref(), Some("rustc 1.89.0"));
    }
}
