//! `cargo xtask conformance`: the published test vectors, every file, on every available backend.

mod acvp;
mod bits;
mod blobby;
mod case;
mod derived;
mod hex;
mod hmac;
mod keccak;
mod pending;
mod reader;
mod slhdsa;
mod supercop;
mod unpack;
mod vectors;
mod xkcp;
mod xmss;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, ensure};
use lanesum::Backend;

use crate::verdict::Verdict;
use case::{Outcome, Suite};
use pending::{Count, Recorded};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The directory of the vectors [default: ../shared/vectors beside the checkout].
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    /// Run the messages of 1 to 8 GiB too, 45 GiB for each backend: many minutes.
    #[arg(long)]
    large: bool,
    /// Run this backend alone.
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    /// Fail where this backend is not available; may be given several times.
    #[arg(long, value_name = "NAME")]
    require: Vec<Backend>,
    /// Take only the files whose path contains this.
    #[arg(long, value_name = "SUBSTR")]
    filter: Option<String>,
    /// Rewrite conformance/recorded.toml with the numbers of cases of this run.
    #[arg(long)]
    record: bool,
}

impl Options {
    fn chooses(&self, file: &str) -> bool {
        self.filter.as_ref().is_none_or(|part| file.contains(part))
    }
}

const HOW_TO_FETCH: &str = "\
The vectors are public and not part of this repository. Into DIR go
  DIR/acvp/NAME-REVISION.{internalProjection,registration}.json.gz  from usnistgov/ACVP-Server, gen-val/json-files/NAME-REVISION/
                                                                    (release v1.1.0.43; gzipped in the mirror paulmillr/acvp-vectors)
  DIR/xkcp/*.txt.xz                                                 from XKCP/XKCP, tests/TestVectors/ (each through xz)
  DIR/blake/*.blb                                                   from the crate blake-hash 0.4.1, tests/data/
  DIR/blake/supercop_NAME_checksum{small,big}.txt                   from SUPERCOP, crypto_hash/NAME/checksum{small,big}
  DIR/slhdsa/*                                                      from google/boringssl, crypto/slhdsa/, and ACVP-Server's SLH-DSA-*
  DIR/xmss/*.rsp.xz                                                 from open-quantum-safe/liboqs, tests/KATs/sig_stfl/xmss/
and, for files that are only listed as pending so far, the rest of blake/; DIR/MANIFEST.tsv, where present, holds the origin and
SHA-256 of each. `--vectors DIR` names the place, `--filter acvp/SHA3` runs a part.";

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    let dir = options.vectors.clone().unwrap_or_else(|| root.join("../shared/vectors"));
    if !dir.is_dir() {
        eprintln!("conformance: there is no directory {}: nothing was run.\n{HOW_TO_FETCH}", dir.display());
        return Ok(Verdict::NotRun);
    }
    run(options, &dir, &root.join("conformance"))
}

/// The whole command, given the directories of the vectors and of the lists.
fn run(options: &Options, dir: &Path, lists: &Path) -> Result<Verdict> {
    let started = Instant::now();
    let (backends, mut problems) = backends(options)?;
    let (suites, found) = load(options, dir, lists)?;
    problems.extend(found);

    let large = if options.large { backends.clone() } else { Vec::new() };
    let rows = rows(&suites, &backends, &large);

    let names = backends.iter().map(|backend| backend.name()).collect::<Vec<_>>();
    println!("{:<48} {:>6} {:>6}  {}", "file", "cases", "large", names.join("  "));
    for Row { file, cases, large, outcomes } in &rows {
        let name = [".internalProjection.json.gz", ".txt.xz"].iter().find_map(|end| file.strip_suffix(end));
        print!("{:<48} {cases:>6} {large:>6}", name.unwrap_or(file));
        for (backend, outcome) in names.iter().zip(outcomes) {
            let cell = outcome.as_ref().map_or_else(|| "-".to_owned(), |outcome| outcome.passed.to_string());
            print!("  {cell:>width$}", width = backend.len());
        }
        println!();
    }
    for (row, backend, outcome) in rows.iter().flat_map(|row| {
        names.iter().zip(&row.outcomes).filter_map(move |(backend, outcome)| Some((row, backend, outcome.as_ref()?)))
    }) {
        if outcome.failed > 0 {
            println!("failed: {} on {backend}: {} of {}", row.file, outcome.failed, outcome.run());
        }
        for failure in &outcome.failures {
            println!("failed: {} on {backend}: {failure}", row.file);
        }
    }

    let (mut passed, mut failed) = (0, 0);
    for outcome in rows.iter().flat_map(|row| row.outcomes.iter().flatten()) {
        passed += outcome.passed;
        failed += outcome.failed;
    }
    problems.extend(check_record(options, lists, &rows, failed == 0 && problems.is_empty())?);
    if passed + failed == 0 {
        problems.push("no case was run".to_owned());
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    if !large.is_empty() {
        let names = large.iter().map(|backend| backend.name()).collect::<Vec<_>>();
        println!("large messages on: {}", names.join(", "));
    }
    println!("{:.1} s; a problem counts as a failure", started.elapsed().as_secs_f64());
    failed += problems.len();
    println!("total: {passed} passed, {failed} failed ({} files, {} backends)", rows.len(), backends.len());
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// The backends to run, and those that were required and are not here.
fn backends(options: &Options) -> Result<(Vec<Backend>, Vec<String>)> {
    if let Some(backend) = options.backend {
        ensure!(backend.is_available(), "backend {backend}: {}", backend.reason());
    }
    let run = |backend: &Backend| backend.is_available() && options.backend.is_none_or(|only| only == *backend);
    let backends = Backend::ALL.iter().copied().filter(run).collect::<Vec<_>>();
    let missing = options.require.iter().filter(|required| !required.is_available());
    let problems = missing.map(|backend| format!("backend {backend} is required: {}", backend.reason())).collect();
    Ok((backends, problems))
}

/// The cases of all chosen files that can be run, by file, and what is wrong with the files and the lists.
fn load(options: &Options, dir: &Path, lists: &Path) -> Result<(BTreeMap<String, Suite>, Vec<String>)> {
    let chosen = |file: &str| options.chooses(file);
    let files = vectors::files(dir)?;
    let mut problems =
        pending::problems(&lists.join("pending.toml"), &files, chosen, |file| reader::of(file).is_some())?;
    let manifest = vectors::manifest(dir)?;
    if manifest.is_none() {
        println!("note: no {}, so the files are not compared with the published ones", vectors::MANIFEST);
    }
    let known = |file: &str| file == vectors::MANIFEST || manifest.as_ref().is_none_or(|sums| sums.contains_key(file));
    for file in files.iter().filter(|file| chosen(file) && !known(file)) {
        problems.push(format!("{file}: not in {}", vectors::MANIFEST));
    }
    for file in manifest.iter().flat_map(BTreeMap::keys).filter(|file| chosen(file) && !files.contains(file)) {
        problems.push(format!("{file}: in {}, but there is no such file", vectors::MANIFEST));
    }

    let chosen_files = files.iter().filter(|file| chosen(file)).collect::<Vec<_>>();
    let loaded = in_parallel(&chosen_files, |file| {
        let read = |file: &str| {
            let sum = manifest.as_ref().and_then(|sums| sums.get(file)).map(String::as_str);
            vectors::read(dir, file, sum)
        };
        let bytes = read(file)?;
        let Some(reader) = reader::of(file) else { return Ok(None) };
        let suite = reader(&bytes, &read)?;
        ensure!(suite.cases() > 0, "no case in it");
        Ok(Some(suite))
    });
    let mut suites = BTreeMap::new();
    for (file, suite) in chosen_files.iter().zip(loaded) {
        match suite {
            Ok(Some(suite)) => drop(suites.insert((*file).clone(), suite)),
            Ok(None) => {}
            Err(error) => problems.push(format!("{file}: {error:#}")),
        }
    }
    Ok((suites, problems))
}

/// One file's results.
struct Row<'a> {
    file: &'a str,
    /// Cases per backend.
    cases: usize,
    large: usize,
    /// By backend; `None` where the algorithm has no form for it.
    outcomes: Vec<Option<Outcome>>,
}

/// A piece of work: a file's cases on one backend, or one of its slow ones.
struct Job<'a> {
    row: usize,
    backend: usize,
    suite: &'a Suite,
    slow: Option<&'a dyn case::Case>,
}

/// Runs everything. The large messages come first: they take longest.
fn rows<'a>(suites: &'a BTreeMap<String, Suite>, backends: &[Backend], large: &[Backend]) -> Vec<Row<'a>> {
    let mut jobs = Vec::new();
    for (row, suite) in suites.values().enumerate() {
        for (backend, kind) in backends.iter().enumerate().filter(|(_, kind)| suite.exists_on(**kind)) {
            jobs.push(Job { row, backend, suite, slow: None });
            let slow = suite.slow.iter().filter(|_| large.contains(kind));
            jobs.extend(slow.map(|case| Job { row, backend, suite, slow: Some(&**case) }));
        }
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.slow.map_or(0, case::Case::bytes)));
    let outcomes = in_parallel(&jobs, |job| {
        let backend = backends[job.backend];
        let run = || match job.slow {
            None => job.suite.run(backend),
            Some(case) => {
                let mut outcome = Outcome::default();
                outcome.record(case.id(), case.run(backend));
                outcome
            }
        };
        // A panic in the library fails the cases of this file on this backend, and hides nothing of the others.
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            let failed = job.slow.map_or_else(|| job.suite.cases(), |_| 1);
            Outcome { passed: 0, failed, failures: vec!["panicked".to_owned()] }
        })
    });
    let row = |(file, suite): (&'a String, &Suite)| {
        let outcomes = backends.iter().map(|backend| suite.exists_on(*backend).then(Outcome::default)).collect();
        Row { file, cases: suite.cases(), large: suite.slow.len(), outcomes }
    };
    let mut rows = suites.iter().map(row).collect::<Vec<_>>();
    for (job, outcome) in jobs.iter().zip(outcomes) {
        if let Some(sum) = &mut rows[job.row].outcomes[job.backend] {
            sum.add(outcome);
        }
    }
    rows
}

/// Compares the run with the record, or makes it the record.
fn check_record(options: &Options, lists: &Path, rows: &[Row<'_>], clean: bool) -> Result<Vec<String>> {
    let path = lists.join("recorded.toml");
    let mut recorded = Recorded::read(&path)?;
    let chosen = |file: &str| options.chooses(file);
    let counts = rows.iter().map(count).collect::<Vec<_>>();
    if !options.record {
        return Ok(recorded.problems(&counts, chosen));
    }
    if !clean {
        return Ok(vec!["a run with failures or problems is not recorded".to_owned()]);
    }
    recorded.update(&counts, chosen);
    recorded.write(&path)?;
    println!("recorded in {}", path.display());
    Ok(Vec::new())
}

/// The counts of a row for the record: the fewest cases on any backend. The cases beyond the ordinary ones are the large ones.
fn count<'a>(row: &Row<'a>) -> Count<'a> {
    let ran = row.outcomes.iter().flatten().map(Outcome::run).min().unwrap_or_default();
    let cases = ran.min(row.cases);
    let large = ran.saturating_sub(row.cases);
    Count { file: row.file, cases, large: (large > 0).then_some(large) }
}

/// `work` on every item, on as many threads as there are cores; the results in the order of the items.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(items.iter().map(|_| None).collect::<Vec<Option<R>>>());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result = work(item);
                    results.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(result);
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
