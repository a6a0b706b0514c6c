//! lanesum against its rivals and against the limits of the machine, in one run: the command `lanesum-bench`.
//!
//! | module | what |
//! | --- | --- |
//! | `args` | the command line |
//! | `algorithms` | the names that `--filter` matches |
//! | `grid` | which cases are measured |
//! | `subjects` | the functions of lanesum that are timed |
//! | `limits` | the best that the processor could reach |
//! | `rivals` | the rivals, in one table |
//! | `contenders` | who takes part in a case |
//! | `field` | work of whole programs beside what these use |
//! | `sample`, `threads` | how a case of each kind is sampled, and what takes several threads |
//! | `child` | rows of this bench in a child process: cargo's default profile, and OpenSSL without newer instructions |
//! | `table` | the output during a run |
//! | `kept` | rows of an older run, or of this one while it goes on |
//! | `gate` | batches that are slower than one message at a time |
//! | `stack` | kernels that are slower at some positions of the stack |
//! | `signatures` | hash-based signatures |
//! | `results` | what a run writes as JSON |
//! | `machine` | the machine and the build of a run |
//!
//! The crate `measure` and its module `trials` measure the cases. `report/`, in Python, makes pages and plots of the JSON, and has
//! the goals (`goals.tsv`) and the figures of rivals that take no part (`quoted.tsv`).

#![forbid(unsafe_code)]

pub mod algorithms;
mod args;
mod child;
mod contenders;
#[cfg(feature = "hashtree-rs")]
mod field;
mod gate;
mod grid;
mod kept;
mod limits;
mod machine;
mod results;
pub mod rivals;
mod sample;
mod signatures;
mod stack;
mod subjects;
mod table;
mod threads;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use measure::trials::{Case, Failed, LANESUM, Machine, Mismatch, Outcome, Record, RowKind, Settings};
use serde::Serialize;

pub use args::Args;

use crate::algorithms::{Known, Role};
use crate::contenders::Contenders;
use crate::grid::Wanted;
use crate::kept::Journal;
use crate::limits::Limits;
use crate::results::Run;
use crate::table::Table;

/// Memory that is read for the line that no hash can cross: more than caches hold.
const MEMORY_BYTES: usize = 256 << 20;

/// All that the command does. `out` is standard output.
///
/// # Errors
/// If the user's request cannot be met, or if a file cannot be read or written; or, after all files have been written, if an implementation
/// failed or two of them differ.
pub fn run(args: &Args, settings: &Settings, out: &mut dyn Write) -> Result<()> {
    lanesum_papers::register();
    // Errors that can be found early are found before minutes of measuring.
    let begun = args.resume.as_deref().map(kept::read).transpose()?;
    if let Some(path) = &args.json {
        check_folder(path)?;
    }
    let mut nowhere = io::sink();
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    let shown: &mut dyn Write = if to_stdout { &mut nowhere } else { out };
    let json = args.json.as_deref();
    if let Some(sets) = args.gate {
        let selected = algorithms::select(args.filter.as_deref())?;
        if args.stack {
            return stack::run(&selected, args.filter.is_some(), shown);
        }
        let gate = gate::run(sets, |name| selected.iter().any(|known| known.name == name), shown)?;
        write_json(json, &gate, out)?;
        return gate::verdict(&gate.records);
    }
    if args.field {
        #[cfg(feature = "hashtree-rs")]
        return field::run(args.filter.as_deref(), shown);
        #[cfg(not(feature = "hashtree-rs"))]
        bail!("this build has no hashtree-rs, which --field measures: the feature `hashtree-rs`");
    }
    if args.signatures {
        return write_json(json, &signatures::run(args, shown)?, out);
    }
    let (run, defects) = measure_all(args, settings, begun, shown)?;
    write_json(json, &run, out)?;
    if let Some(path) = json {
        kept::remove(path);
    }
    // The correct results of the run have been written by now.
    if !defects.is_empty() {
        bail!("{}", defects.join("\n"));
    }
    Ok(())
}

/// Into the file, if one was named; `-` is `out`.
fn write_json(path: Option<&Path>, what: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    let Some(path) = path else { return Ok(out.flush()?) };
    let json = serde_json::to_string_pretty(what)? + "\n";
    if path != Path::new("-") {
        return fs::write(path, json).with_context(|| format!("{} cannot be written", path.display()));
    }
    out.write_all(json.as_bytes())?;
    Ok(out.flush()?)
}

fn check_folder(path: &Path) -> Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: there is no folder {}", path.display(), folder.display())
        }
        _ if path.is_dir() => bail!("{} is a folder", path.display()),
        _ => Ok(()),
    }
}

/// Measures what was asked for, and prints the rows while it does. Beside the run: who failed, and whose outputs differ.
fn measure_all(
    args: &Args,
    settings: &Settings,
    begun: Option<Vec<Record>>,
    out: &mut dyn Write,
) -> Result<(Run, Vec<String>)> {
    let selected = algorithms::select(args.filter.as_deref())?;
    let rivals = contenders::invited(&args.rivals)?;
    let machine = machine::here();
    let settings = Settings { seconds: args.seconds, sample: sample::sample, ..settings.clone() };
    let mut contenders = Contenders { rivals, limits: Limits::default() };
    let wanted = Wanted {
        bytes: &args.bytes,
        messages: &args.messages,
        filtered: args.filter.is_some(),
        cores: machine.cores as usize,
    };
    let mut plan = Cases::default();
    for known in &selected {
        plan.add(known, wanted.cases(known)?, &contenders, &machine);
    }
    let is_wanted = |case: &Case| args.filter.is_none() || selected.iter().any(|known| known.name == case.algorithm);
    if args.papers {
        for case in grid::papers::cases().into_iter().filter(is_wanted) {
            let somebody = case.algorithm.parse::<lanesum::Algorithm>().is_ok()
                || case.kind == RowKind::Permutation
                || case.algorithm == subjects::BLAKE_TREE
                || contenders.anybody_has(&case.algorithm);
            if somebody && !plan.cases.contains(&case) {
                plan.cases.push(case);
            }
        }
    }

    if args.default_profile {
        plan.cases.extend(grid::default_profile().filter(is_wanted));
    }

    plan.leave_out_what_has_no_room(&machine);
    let shared = plan.cases.iter().any(|case| matches!(case.kind, RowKind::Threads | RowKind::OneMessage));
    let (mut taken_over, mut order) = (Vec::new(), Vec::new());
    if let Some(old) = begun {
        order.clone_from(&plan.cases);
        (taken_over, plan.cases) = kept::split(old, std::mem::take(&mut plan.cases), &plan.missing, &machine)?;
        writeln!(out, "{} rows taken over, {} cases to be measured", taken_over.len(), plan.cases.len())?;
    }
    if !plan.cases.is_empty() || !taken_over.is_empty() {
        contenders.limits = Limits::measure();
    }
    let mut table = Table::new(out, plan.cases.len(), Journal::begin(args.json.as_deref(), &taken_over)?);
    let Outcome { mut records, mismatches } = measure::trials::run(
        &plan.cases,
        &|case, input| contenders.enter(case, input),
        &settings,
        &machine,
        &mut table,
    );
    let defects = defects(&records, &mismatches);
    records.extend(child::held(&plan.cases, &contenders, args, &machine));
    table.finish(&plan.missing)?;
    records.append(&mut taken_over);
    records.sort_by_key(|row| order.iter().position(|case| kept::is_of(row, case)).unwrap_or(order.len()));
    records.append(&mut plan.missing);

    let threads = if shared { machine.cores as usize } else { 0 };
    let memory = if threads > 0 { threads::read_memory(MEMORY_BYTES, threads) } else { Vec::new() };
    table::memory(out, &memory)?;
    let rivals = contenders.rivals.iter().map(|rival| rival.record()).collect();
    let instructions = contenders.limits.instructions().to_vec();
    let run = Run { machine, records, rivals, instructions, memory, choices: results::choices() };
    Ok((run, defects))
}

/// The failures and mismatches, case by case.
fn defects(records: &[Record], mismatches: &[Mismatch]) -> Vec<String> {
    let failed = Failed.to_string();
    let failures = records.iter().filter(|record| record.reason.as_ref() == Some(&failed)).map(|record| {
        let Record { algorithm, implementation, messages, bytes, .. } = record;
        format!("{algorithm} of {messages} × {bytes} bytes: {implementation} failed")
    });
    mismatches.iter().map(ToString::to_string).chain(failures).collect()
}

/// The cases to measure, and the rows of contenders that cannot take part.
#[derive(Default)]
struct Cases {
    cases: Vec<Case>,
    missing: Vec<Record>,
}

impl Cases {
    fn leave_out_what_has_no_room(&mut self, machine: &Machine) {
        let available = grid::available_memory();
        for case in std::mem::take(&mut self.cases) {
            match grid::has_room(&case, available) {
                Ok(()) => self.cases.push(case),
                Err(reason) => {
                    self.missing.push(Record::missing(&case, LANESUM, reason, machine));
                }
            }
        }
    }

    fn add(&mut self, known: &Known, cases: Vec<Case>, contenders: &Contenders, machine: &Machine) {
        let Some(first) = cases.first().cloned() else { return };
        if !matches!(known.role, Role::Permutation | Role::Paper) {
            let lacking = contenders.lacking(known.name);
            self.missing.extend(lacking.map(|(name, reason)| Record::missing(&first, name, reason, machine)));
        }
        self.cases.extend(cases);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record;

    #[test]
    fn who_fails_is_named_and_who_merely_lacks_something_is_not() {
        let mut rows = vec![record("sha3", "sha3-256", RowKind::Messages, 64, 2); 3];
        rows[0].reason = Some(Failed.to_string());
        rows[1].reason = Some("sha3 has no sha3-256".into());
        assert_eq!(defects(&rows, &[]), ["sha3-256 of 2 × 64 bytes: sha3 failed"]);
    }
}
