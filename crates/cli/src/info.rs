//! `lanesum info` shows the processor and what is used on it; with `--all` every backend, and the choice for each number of messages.

use std::fmt;
use std::io::{self, Write};
use std::iter;

use lanesum::dispatch::Family;
use lanesum::{Algorithm, Backend, Choice, cpu};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::args::InfoArgs;
use crate::failure::Failure;
use crate::function::{Function, Parameter};
use crate::output::Output;
use crate::saved::{self, Saved};

/// The command that measures the costs on this machine and saves them.
const MEASURE: &str = "lanesum bench --save --quick";

/// The numbers of messages whose choices are shown.
const COUNTS: [usize; 5] = [1, 2, 4, 8, 16];

pub(crate) fn run(args: &InfoArgs, saved: &Saved) -> Result<bool, Failure> {
    let info = Info::gather(saved);
    let mut output = Output::open(None)?;
    if args.json {
        serde_json::to_writer_pretty(&mut output, &info).map_err(io::Error::from)?;
        writeln!(output)?;
    } else if args.all {
        info.write_tables(&mut output)?;
    } else {
        info.write_summary(&mut output)?;
    }
    output.flush()?;
    Ok(true)
}

/// The object that `--json` writes, with its fields in this order.
#[derive(Debug, Serialize)]
struct Info {
    cpu: String,
    processor: ProcessorInfo,
    features: Vec<&'static str>,
    saved_order: Option<SavedInfo>,
    /// The command that measures here, where some costs are estimated.
    measure_with: Option<&'static str>,
    backends: Vec<BackendInfo>,
    algorithms: Vec<AlgorithmInfo>,
}

/// The properties that distinguish kinds of processors, in addition to their names.
#[derive(Debug, Serialize)]
struct ProcessorInfo {
    vendor: String,
    family: u32,
    model: u32,
}

impl ProcessorInfo {
    fn here() -> Self {
        let cpu::Model { vendor, family, model, .. } = cpu::model();
        Self { vendor, family, model }
    }
}

/// The file of `bench --save`: with its date if it is used, with a reason if it is not.
#[derive(Debug, Serialize)]
struct SavedInfo {
    path: String,
    used: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
    /// Whether the costs behind the choices are of no measurement on such a processor.
    estimated: bool,
    /// Whether an order that was saved decides.
    #[serde(skip)]
    is_saved: bool,
    /// The end of the line of costs, for functions whose rounds are fewer.
    #[serde(skip)]
    remark: &'static str,
    #[serde(skip)]
    taken: Taken,
    #[serde(skip)]
    choices: [Choice; COUNTS.len()],
    #[serde(skip)]
    family: Family,
}

/// The contents of the slots of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// Messages, several at once.
    Messages,
    /// Messages, but one after the other.
    OneByOne,
    Blocks,
    /// The chunks of one message, or messages of one chunk.
    Chunks,
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
    fn gather(saved: &Saved) -> Self {
        let backends = Backend::ALL.iter().map(|backend| BackendInfo {
            name: backend.name(),
            available: backend.is_available(),
            reason: backend.reason().to_string(),
        });
        let algorithms: Vec<_> = Function::all().filter_map(|function| AlgorithmInfo::of(function, saved)).collect();
        Self {
            cpu: cpu::brand(),
            processor: ProcessorInfo::here(),
            features: cpu::features(),
            saved_order: SavedInfo::of(saved),
            backends: backends.collect(),
            measure_with: algorithms.iter().any(AlgorithmInfo::can_be_measured).then_some(MEASURE),
            algorithms,
        }
    }

    /// Five lines: what is used for the families, each by its first algorithm that hashes several messages at once, and where costs are from.
    fn write_summary(&self, out: &mut impl Write) -> io::Result<()> {
        let mut families: Vec<&AlgorithmInfo> = Vec::new();
        for algorithm in &self.algorithms {
            if algorithm.taken == Taken::Messages && families.iter().all(|other| other.family != algorithm.family) {
                families.push(algorithm);
            }
        }
        let backends = |choice: fn(&AlgorithmInfo) -> String| grouped(&families, choice);
        writeln!(out, "Processor    {}", self.cpu)?;
        if let Some(saved) = &self.saved_order {
            writeln!(out, "Order        {saved}")?;
        }
        writeln!(out, "One message  {}", backends(|of| of.choices[0].backend.name().into()))?;
        let many = |of: &AlgorithmInfo| {
            let [.., Choice { backend, width, .. }] = of.choices;
            if width > 1 { format!("{backend} x{width}") } else { backend.to_string() }
        };
        writeln!(out, "16 messages  {}", backends(many))?;
        let costs =
            |of: &AlgorithmInfo| if of.estimated { "estimated".into() } else { "measured on such a processor".into() };
        writeln!(out, "Costs        {}", backends(costs))?;
        writeln!(out, "More         lanesum info --all; to measure this machine: {MEASURE}")
    }

    fn write_tables(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Processor  {}", self.cpu)?;
        writeln!(out, "Features   {}", self.features.join(" "))?;
        if let Some(saved) = &self.saved_order {
            writeln!(out, "Order      {saved}")?;
        }
        writeln!(out)?;
        let mut backends = vec![["BACKEND", "USABLE", "WHY"].map(String::from)];
        let mut sorted: Vec<_> = self.backends.iter().collect();
        // Those that this build does not have come last.
        sorted.sort_by_key(|backend| (!backend.available, backend.reason.starts_with("not built")));
        backends.extend(sorted.into_iter().map(|backend| {
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

impl SavedInfo {
    fn of(saved: &Saved) -> Option<Self> {
        let (path, date, reason) = match saved {
            Saved::None => return None,
            Saved::InForce { path, date, .. } => (path, Some(date.clone()), None),
            Saved::Ignored { path, reason } => (path, None, Some(reason.to_string())),
        };
        Some(Self { path: path.display().to_string(), used: reason.is_none(), date, reason })
    }
}

impl fmt::Display for SavedInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { path, reason: Some(reason), .. } => {
                write!(f, "lanesum's own; {path} is ignored: {reason}; \"{MEASURE}\" measures again")
            }
            Self { path, date, .. } => {
                let date = date.as_deref().unwrap_or_default();
                write!(f, "your own, saved {date} by \"lanesum bench --save\": {path}")
            }
        }
    }
}

impl AlgorithmInfo {
    /// Whether [`MEASURE`] replaces an estimate. It leaves out BLAKE2 and BLAKE3, whose costs follow from those of BLAKE.
    fn can_be_measured(&self) -> bool {
        self.estimated && !Function::named(self.name).is_some_and(Function::is_blake2_or_3)
    }

    /// None of what is not lanesum's own.
    fn of(function: Function, saved: &Saved) -> Option<Self> {
        let algorithm = function.algorithm()?;
        let taken = match function {
            Function::Own(algorithm) if algorithm.takes(Parameter::BlockBytes) => Taken::Blocks,
            Function::Own(algorithm) if algorithm.is_derived() => Taken::OneByOne,
            Function::Own(Algorithm::Kt128 | Algorithm::Kt256) => Taken::Chunks,
            _ => Taken::Messages,
        };
        let choices = COUNTS.map(|count| {
            if taken != Taken::OneByOne {
                return algorithm.chosen(count);
            }
            let mut one = algorithm.chosen(1);
            one.cost *= count as u64;
            one.one_by_one = one.cost;
            one
        });
        Some(Self {
            name: function.name(),
            digest_bits: algorithm.digest_bits(),
            backends: algorithm.backends().iter().map(|backend| backend.name()).collect(),
            chosen: PerCount(choices.map(|choice| choice.backend.name())),
            why: PerCount(choices.map(|choice| choice.to_string())),
            estimated: choices[0].estimated,
            is_saved: saved.is_in_force(algorithm.family()),
            // Those of RFC 9861 have 12 of the 24 rounds.
            remark: if algorithm.takes_whole_bytes() && !function.is_blake2_or_3() {
                "; with 12 rounds, which take half as long"
            } else {
                ""
            },
            taken,
            choices,
            family: algorithm.family(),
        })
    }

    /// Do both use the same code everywhere? One table serves both then.
    fn is_like(&self, other: &Self) -> bool {
        self.backends == other.backends
            && self.choices == other.choices
            && self.taken == other.taken
            && self.remark == other.remark
    }

    fn title(&self) -> String {
        format!("{} ({} bits)", self.name, self.digest_bits)
    }

    fn write_choices(&self, out: &mut impl Write) -> io::Result<()> {
        let things = match self.taken {
            Taken::Blocks => "  BLOCKS",
            Taken::Chunks => "  CHUNKS",
            Taken::Messages | Taken::OneByOne => "  MESSAGES",
        };
        let head = [things, "BACKEND", "AT ONCE", "COST", "ONE BY ONE"].map(String::from);
        let rows = COUNTS.iter().zip(&self.choices).map(|(count, choice)| {
            let Choice { backend, width, cost, one_by_one, .. } = choice;
            [format!("  {count}"), backend.to_string(), width.to_string(), cost.to_string(), one_by_one.to_string()]
        });
        write_columns(out, &iter::once(head).chain(rows).collect::<Vec<_>>())?;
        let Choice { processor, evidence, rejected, .. } = self.choices[0];
        let evidence = if self.is_saved { saved::UNIT } else { evidence };
        writeln!(out, "  Costs: {processor}, {evidence}{}", self.remark)?;
        if self.can_be_measured() {
            writeln!(out, "  Estimated, not measured on such a processor: \"{MEASURE}\" measures here")?;
        }
        if let Some(backend) = rejected {
            writeln!(out, "  Not {backend}: its kernel, tested before its first use here, gave a wrong result")?;
        }
        writeln!(out, "  --backend takes: {}", self.backends.join(", "))
    }
}

/// The values of `what`, each with the families that have it: `avx2 (keccak, blake)`.
fn grouped(families: &[&AlgorithmInfo], what: fn(&AlgorithmInfo) -> String) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for of in families {
        let (what, name) = (what(of), of.family.name());
        match groups.iter_mut().find(|(other, _)| *other == what) {
            Some((_, names)) => names.push(name),
            None => groups.push((what, vec![name])),
        }
    }
    let groups: Vec<_> = groups.into_iter().map(|(what, names)| format!("{what} ({})", names.join(", "))).collect();
    groups.join(", ").replace("keccak-p1600", "keccak").replace("blake256, blake512", "blake")
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
