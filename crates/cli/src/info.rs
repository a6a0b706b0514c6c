//! `lanesum info`: the processor, the backends, and what is chosen for how many messages at once.

use std::io::{self, Write};
use std::iter;
use std::process::ExitCode;

use lanesum::{Algorithm, Backend, Choice, cpu};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::args::InfoArgs;
use crate::output::Output;

/// The numbers of messages whose choices are shown.
const COUNTS: [usize; 5] = [1, 2, 4, 8, 16];

pub(crate) fn run(args: &InfoArgs) -> Result<ExitCode, Failure> {
    let info = Info::gather();
    let mut output = Output::open()?;
    if args.json {
        serde_json::to_writer_pretty(&mut output, &info).map_err(io::Error::from)?;
        writeln!(output)?;
    } else {
        info.write_tables(&mut output)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What `--json` writes, in its order.
#[derive(Debug, Serialize)]
struct Info {
    cpu: String,
    features: Vec<&'static str>,
    backends: Vec<BackendInfo>,
    algorithms: Vec<AlgorithmInfo>,
}

#[derive(Debug, Serialize)]
struct BackendInfo {
    name: &'static str,
    available: bool,
    reason: String,
}

#[derive(Debug, Serialize)]
struct AlgorithmInfo {
    name: &'static str,
    digest_bits: usize,
    backends: Vec<&'static str>,
    chosen: PerCount<&'static str>,
    why: PerCount<String>,
    #[serde(skip)]
    choices: [Choice; COUNTS.len()],
}

/// One value for each of `COUNTS`; an object with the counts as keys in JSON, in their order.
#[derive(Debug, PartialEq, Eq)]
struct PerCount<T>([T; COUNTS.len()]);

impl<T: Serialize> Serialize for PerCount<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(COUNTS.len()))?;
        for (count, value) in COUNTS.iter().zip(&self.0) {
            map.serialize_entry(count, value)?;
        }
        map.end()
    }
}

impl Info {
    fn gather() -> Self {
        let backends = Backend::ALL.iter().map(|backend| BackendInfo {
            name: backend.name(),
            available: backend.is_available(),
            reason: backend.reason().to_string(),
        });
        Self {
            cpu: cpu::brand(),
            features: cpu::features(),
            backends: backends.collect(),
            algorithms: Algorithm::ALL.iter().copied().map(AlgorithmInfo::of).collect(),
        }
    }

    fn write_tables(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Processor  {}", self.cpu)?;
        writeln!(out, "Features   {}\n", self.features.join(" "))?;
        let mut backends = vec![["BACKEND", "USABLE", "WHY"].map(String::from)];
        backends.extend(self.backends.iter().map(|backend| {
            let usable = if backend.available { "yes" } else { "no" };
            [backend.name.into(), usable.into(), backend.reason.clone()]
        }));
        write_columns(out, &backends)?;
        for alike in self.algorithms.chunk_by(AlgorithmInfo::is_like) {
            let names = alike.iter().map(AlgorithmInfo::title).collect::<Vec<_>>();
            writeln!(out, "\n{}", names.join(", "))?;
            alike[0].write_choices(out)?;
        }
        Ok(())
    }
}

impl AlgorithmInfo {
    fn of(algorithm: Algorithm) -> Self {
        let choices: [Choice; COUNTS.len()] = COUNTS.map(|count| algorithm.chosen(count));
        Self {
            name: algorithm.name(),
            digest_bits: algorithm.digest_bits(),
            backends: algorithm.backends().iter().map(|backend| backend.name()).collect(),
            chosen: PerCount(choices.map(|choice| choice.backend.name())),
            why: PerCount(choices.map(|choice| choice.to_string())),
            choices,
        }
    }

    /// Do both use the same code everywhere? One table serves both then.
    fn is_like(&self, other: &Self) -> bool {
        self.backends == other.backends && self.choices == other.choices
    }

    fn title(&self) -> String {
        format!("{} ({} bits)", self.name, self.digest_bits)
    }

    fn write_choices(&self, out: &mut impl Write) -> io::Result<()> {
        let head = ["  MESSAGES", "BACKEND", "AT ONCE", "COST", "ONE BY ONE"].map(String::from);
        let rows = COUNTS.iter().zip(&self.choices).map(|(count, choice)| {
            let Choice { backend, ways, cost, one_by_one, .. } = choice;
            [format!("  {count}"), backend.to_string(), ways.to_string(), cost.to_string(), one_by_one.to_string()]
        });
        write_columns(out, &iter::once(head).chain(rows).collect::<Vec<_>>())?;
        let Choice { processor, evidence, .. } = self.choices[0];
        writeln!(out, "  Costs: {processor}, {evidence}")?;
        writeln!(out, "  --backend takes: {}", self.backends.join(", "))
    }
}

/// Writes rows whose columns stand below each other; the last column is not padded.
fn write_columns<const N: usize>(out: &mut impl Write, rows: &[[String; N]]) -> io::Result<()> {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in rows {
        for (cell, width) in row.iter().zip(widths).take(N - 1) {
            write!(out, "{cell:width$}  ")?;
        }
        writeln!(out, "{}", row[N - 1])?;
    }
    Ok(())
}
