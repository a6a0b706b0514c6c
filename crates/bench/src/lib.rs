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
//! | `field` | which contenders take part in a case |
//! | `sample`, `threads` | how a case of each kind is sampled, and what takes several threads |
//! | `child` | one row of a run of this bench in a child process |
//! | `default_profile` | cases in a build with cargo's default profile |
//! | `paper` | cases timed as a paper timed its own |
//! | `held` | OpenSSL without newer instructions, in a child process |
//! | `table` | the output during a run |
//! | `compare` | changes since an older run |
//! | `resume` | rows of an older run that need not be measured again |
//! | `gate` | batches that are slower than one message at a time |
//! | `signatures` | hash-based signatures |
//! | `goals` | the figures to reach, and whether a run reached them |
//! | `processor` | the kinds of processor that goals and quoted figures are of |
//! | `quoted` | rivals that are not part of a run: figures measured once, with date, version and processor |
//! | `results` | results of a run in addition to its rows |
//! | `machine` | the machine and the build of a run |
//! | `report` | HTML, Markdown and the papers' tables |
//!
//! The crate `measure` and its module `trials` measure the cases.

#![forbid(unsafe_code)]

pub mod algorithms;
mod args;
mod child;
pub mod compare;
mod default_profile;
mod field;
mod gate;
mod goals;
pub mod grid;
mod held;
mod journal;
mod limits;
mod machine;
mod paper;
mod processor;
mod quoted;
pub mod report;
mod results;
mod resume;
pub mod rivals;
mod sample;
mod signatures;
mod subjects;
mod table;
mod threads;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use measure::Method;
use measure::trials::{Case, Failed, Kind, LANESUM, Machine, Mismatch, Outcome, Record, Settings};

pub use args::Args;

use crate::algorithms::{Known, Role};
use crate::field::Field;
use crate::grid::Wanted;
use crate::journal::Journal;
use crate::limits::Limits;
use crate::results::{ByPaper, Instruction, Run};
use crate::table::Table;

/// Memory that is read for the line that no hash can cross: more than caches hold.
const MEMORY_BYTES: usize = 256 << 20;

/// How often the instructions are measured at most.
const LIMITS_TRIES: usize = 3;

/// All that the command does. `out` is standard output.
///
/// # Errors
/// What the user asked for cannot be had, or a file cannot be read or written; or, after all files have been written, an
/// implementation failed or two of them differ.
pub fn run(args: &Args, settings: &Settings, out: &mut dyn Write) -> Result<()> {
    if let Some(sets) = args.gate {
        return gate_alone(args, sets, out);
    }
    if args.signatures {
        return signatures_alone(args, out);
    }
    // What can be found wrong is found before minutes of measuring.
    let old = args.compare.as_deref().map(|path| compare::read("--compare", path)).transpose()?;
    let begun = args.resume.as_deref().map(|path| compare::read("--resume", path)).transpose()?;
    for path in [&args.json, &args.html, &args.markdown].into_iter().flatten() {
        check_folder(path)?;
    }
    // The text is read again when the figures are there: minutes may have passed.
    if let Some(path) = &args.readme {
        with_figures(path, "")?;
    }
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    let mut nowhere = io::sink();
    let shown: &mut dyn Write = if to_stdout { &mut nowhere } else { out };
    let (run, defects) = measure_all(args, settings, begun, shown)?;
    if let Some(old) = old {
        write!(shown, "\n{}", compare::text(&old, &run.records))?;
    }
    if args.papers {
        write!(shown, "\n{}", report::papers(&run))?;
    }
    if let Some(path) = &args.json {
        write_rows(path, &run.records, out)?;
        journal::remove(path);
    }
    if let Some(path) = &args.html {
        write_file(path, &report::html(&run))?;
    }
    if let Some(path) = &args.markdown {
        write_file(path, &report::markdown(&run))?;
    }
    if let Some(path) = &args.readme {
        write_file(path, &with_figures(path, &report::readme(&run))?)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder.join("docs"))?;
        for (name, picture) in report::readme_pictures(&run) {
            write_file(&folder.join(name), &picture)?;
        }
    }
    out.flush()?;
    // What is right of the run has been written.
    if !defects.is_empty() {
        bail!("{}", defects.join("\n"));
    }
    Ok(())
}

/// The gate, with its rows in a file if that was asked for, whatever the verdict.
fn gate_alone(args: &Args, sets: usize, out: &mut dyn Write) -> Result<()> {
    let selected = algorithms::select(args.filter.as_deref())?;
    if let Some(path) = &args.json {
        check_folder(path)?;
    }
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    let mut nowhere = io::sink();
    let shown: &mut dyn Write = if to_stdout { &mut nowhere } else { out };
    let rows = gate::rows(sets, |name| selected.iter().any(|known| known.name == name), shown)?;
    if let Some(path) = &args.json {
        write_rows(path, &rows, out)?;
    }
    gate::verdict(&rows)
}

/// Signatures, with their figures in a page if that was asked for.
fn signatures_alone(args: &Args, out: &mut dyn Write) -> Result<()> {
    // Found wrong before minutes of measuring.
    if let Some(path) = &args.readme {
        with_figures(path, "")?;
    }
    let table = signatures::rows(args.filter.as_deref(), &args.rivals, args.seconds, args.liboqs.as_deref(), out)?;
    match &args.readme {
        Some(path) => write_file(path, &with_figures(path, &table)?),
        None => Ok(()),
    }
}

/// As JSON; `-` is `out`.
fn write_rows(path: &Path, rows: &[Record], out: &mut dyn Write) -> Result<()> {
    let json = serde_json::to_string_pretty(rows)? + "\n";
    if path == Path::new("-") { Ok(out.write_all(json.as_bytes())?) } else { write_file(path, &json) }
}

/// The README at `path` with these figures.
fn with_figures(path: &Path, figures: &str) -> Result<String> {
    let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    report::replace_figures(&text, figures).with_context(|| path.display().to_string())
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

fn write_file(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// Measures what was asked for, and prints the rows while it does. Beside the run: who failed, and whose outputs differ.
fn measure_all(
    args: &Args,
    settings: &Settings,
    begun: Option<Vec<Record>>,
    out: &mut dyn Write,
) -> Result<(Run, Vec<String>)> {
    let selected = algorithms::select(args.filter.as_deref())?;
    let rivals = field::invited(&args.rivals)?;
    let machine = machine::here();
    let settings = Settings { seconds: args.seconds, sample: sample::sample, ..settings.clone() };
    let mut field = Field { rivals, limits: Limits::default() };
    let wanted = Wanted {
        bytes: &args.bytes,
        messages: &args.messages,
        filtered: args.filter.is_some(),
        cores: machine.cores as usize,
    };
    let mut plan = Plan::default();
    for known in &selected {
        plan.add(known, wanted.cases(known)?, &field, args, &machine);
    }
    let is_wanted = |case: &Case| args.filter.is_none() || selected.iter().any(|known| known.name == case.algorithm);
    if args.papers {
        for case in grid::papers::cases().into_iter().filter(is_wanted) {
            let somebody = case.algorithm.parse::<lanesum::Algorithm>().is_ok()
                || case.kind == Kind::Permutation
                || case.algorithm == subjects::BLAKE_TREE
                || field.anybody_has(&case.algorithm);
            if somebody && !plan.cases.contains(&case) {
                plan.cases.push(case);
            }
        }
    }

    if args.default_profile {
        plan.cases.extend(grid::default_profile().filter(is_wanted));
    }

    plan.leave_out_what_has_no_room(&machine);
    let shared = plan.cases.iter().any(|case| matches!(case.kind, Kind::Threads | Kind::OneMessage));
    let (mut taken_over, mut order) = (Vec::new(), Vec::new());
    if let Some(old) = begun {
        order.clone_from(&plan.cases);
        let resumed = resume::split(old, std::mem::take(&mut plan.cases), &plan.missing, &machine)?;
        (taken_over, plan.cases) = (resumed.rows, resumed.cases);
        writeln!(out, "{} rows taken over, {} cases to be measured", taken_over.len(), plan.cases.len())?;
    }
    if !plan.cases.is_empty() || !taken_over.is_empty() {
        field.limits = quiet_limits();
    }
    let table = Table::new(out, plan.cases.len());
    let mut journal = Journal::begin(args.json.as_deref(), &taken_over, table)?;
    let Outcome { mut records, mismatches } =
        measure::trials::run(&plan.cases, &|case, input| field.enter(case, input), &settings, &machine, &mut journal);
    let table = journal.end()?;
    let mut defects = defects(&records, &mismatches);
    records.extend(held::rows(&plan.cases, &field, args, &machine));
    table.finish(&plan.missing)?;
    records.append(&mut taken_over);
    records.sort_by_key(|row| order.iter().position(|case| resume::is_of(row, case)).unwrap_or(order.len()));
    records.append(&mut plan.missing);

    let threads = if shared { machine.cores as usize } else { 0 };
    let memory = if threads > 0 { threads::read_memory(MEMORY_BYTES, threads) } else { Vec::new() };
    table::memory(out, &memory)?;
    let by_papers = if args.papers { by_papers(&field, is_wanted, &mut defects) } else { Vec::new() };
    let rivals = field.rivals.iter().map(|rival| rival.record()).collect();
    let instructions = field.limits.instructions().iter().map(|cost| Instruction {
        name: cost.name.into(),
        bits: cost.bits,
        latency: cost.latency,
        reciprocal_throughput: cost.reciprocal_throughput,
    });
    let instructions = instructions.collect();
    Ok((Run { machine, records, instructions, memory, by_papers, rivals }, defects))
}

/// What went wrong, case by case.
fn defects(records: &[Record], mismatches: &[Mismatch]) -> Vec<String> {
    let failed = Failed.to_string();
    let failures = records.iter().filter(|record| record.reason.as_ref() == Some(&failed)).map(|record| {
        let Record { algorithm, implementation, messages, bytes, .. } = record;
        format!("{algorithm} of {messages} × {bytes} bytes: {implementation} failed")
    });
    mismatches.iter().map(ToString::to_string).chain(failures).collect()
}

/// The limits that rest on the instructions of this processor; measured again while an instruction was not quiet.
fn quiet_limits() -> Limits {
    let pinned = || {
        // Refused in some sandboxes: fewer samples are quiet then.
        let _ = measure::pin_to_quietest_cpu();
        Limits::measure()
    };
    // In a thread of its own, as those that threads are measured from must not be pinned.
    let measured = || std::thread::spawn(pinned).join().unwrap_or_default();
    let is_whole = |limits: &Limits| {
        limits.instructions().iter().all(|cost| cost.latency.is_some() && cost.reciprocal_throughput.is_some())
    };
    let mut limits = measured();
    for _ in 1..LIMITS_TRIES {
        if is_whole(&limits) {
            break;
        }
        limits = measured();
    }
    limits
}

/// The cases to measure, and the rows of contenders that cannot take part.
#[derive(Default)]
struct Plan {
    cases: Vec<Case>,
    missing: Vec<Record>,
}

impl Plan {
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

    fn add(&mut self, known: &Known, cases: Vec<Case>, field: &Field, args: &Args, machine: &Machine) {
        let Some(first) = cases.first().cloned() else { return };
        let here = known.role.is_here();
        // Asked for by name, what only rivals have is measured too.
        let asked = args.filter.is_some() || known.role == Role::Context;
        let measured = here || asked && field.anybody_has(known.name);
        if !matches!(known.role, Role::Permutation | Role::Paper) && (here || args.filter.is_some()) {
            let lacking = field.lacking(known.name);
            self.missing.extend(lacking.map(|(name, reason)| Record::missing(&first, name, reason, machine)));
        }
        if measured {
            self.cases.extend(cases);
        } else if known.role != Role::Context {
            self.missing.push(Record::missing(&first, LANESUM, "not in lanesum yet", machine));
        }
    }
}

fn by_papers(field: &Field, is_wanted: impl Fn(&Case) -> bool, defects: &mut Vec<String>) -> Vec<ByPaper> {
    let mut rows = Vec::new();
    let timed =
        [(Method::Avx512Paper, grid::papers::avx512()), (Method::Sha512WhitePaper, grid::papers::white_paper())];
    for (method, cases) in timed {
        for case in cases.into_iter().filter(&is_wanted) {
            let (more, mismatch) = paper::by_paper(method, &case, &|case, input| field.enter(case, input));
            rows.extend(more);
            // Most cases have been sampled before.
            defects.extend(mismatch.map(|mismatch| mismatch.to_string()).filter(|text| !defects.contains(text)));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn who_fails_is_named_and_who_merely_lacks_something_is_not() {
        let mut rows = vec![fixture::record("sha3", "sha3-256", Kind::Messages, 64, 2); 3];
        rows[0].reason = Some(Failed.to_string());
        rows[1].reason = Some("sha3 has no sha3-256".into());
        assert_eq!(defects(&rows, &[]), ["sha3-256 of 2 × 64 bytes: sha3 failed"]);
    }
}
