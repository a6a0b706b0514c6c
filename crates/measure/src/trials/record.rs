//! The rows that trials produce, and the machine on which they were measured.

use std::time::SystemTime;

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
    /// As [`Kind::Curve`], on each of the backends that a paper's figure is about.
    FormCurve,
    /// As [`Kind::Messages`], in a build with cargo's default release profile, as a user of the library has it.
    DefaultProfile,
    /// Random sets of messages, each in one call and one by one: `messages` is the number of sets, `bytes` the longest message.
    Gate,
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
    pub width: Option<u64>,
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
    /// Core cycles per message (per state for permutations), which `core_cpb` does not tell at 0 bytes. `None` on several threads, and in
    /// rows from before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_per_message: Option<f64>,
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
    /// Of [`Kind::Gate`], in place of a figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratios: Option<Ratios>,
    /// Where it was measured.
    pub machine: Machine,
}

/// The costs of sets of messages in one call, as multiples of those one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// The least of all sets, the median, the most; `None` if no set had a ratio.
    pub least_median_most: Option<[f64; 3]>,
    /// What a ratio may be.
    pub at_most: f64,
    /// How many sets were above that each time they were measured.
    pub above: u64,
    /// How many sets had too few quiet samples to tell.
    pub noisy: u64,
    /// The sets most above, each with its ratio, number of messages and their lengths: `1.30 of 7: 44 3×394`.
    pub worst: Vec<String>,
    /// The sets that are measured in every run, written as those.
    #[serde(default)]
    pub known: Vec<String>,
    /// Whether the batches named their function at run time; else it was a type.
    #[serde(default)]
    pub by_name: bool,
}

/// The machine and the build of a run. [`Machine::here`] fills in what this crate can find out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's own name for itself.
    pub processor: String,
    /// The processor's vendor, e.g. `AuthenticAMD`.
    pub vendor: String,
    /// The processor's family, as `cpuid` counts it.
    pub family: u32,
    /// The processor's model, as `cpuid` counts it.
    pub model: u32,
    /// How many processors this process may use.
    pub cores: u64,
    /// The processor features that lanesum's kernels could use.
    pub features: Vec<String>,
    /// The rate of the time-stamp counter.
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
    /// When the run began: `2026-11-21T08:00:00Z`.
    pub date: String,
}

impl Machine {
    /// The processors, the time-stamp counter and the system here, and the date. The caller knows the rest:
    /// `Machine { processor, ..Machine::here() }`.
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
