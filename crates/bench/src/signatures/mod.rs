//! Hash-based signatures: keys, signatures and verifications beside the limit, the rivals in the same run, and the goals.
//!
//! The limit is the number of hash calls, which the implementation counts, times the cost of one slot in the widest kernel, sampled
//! alternately with the row.
//!
//! | file | what |
//! | --- | --- |
//! | `subjects` | the parameter sets and their goals |
//! | `slh_dsa`, `xmss` | what is timed of lanesum and of the crates |
//! | `slots` | one slot of each kernel |
//! | `liboqs` | the rival in C, in a process of its own |
//! | `table` | what is printed |
//! | `row` | what is timed, and what it took |

mod liboqs;
mod row;
mod slh_dsa;
mod slots;
mod subjects;
mod table;
mod xmss;

use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use measure::{Options, Sampler};
use regex::Regex;

use self::row::{Operation, Row, Time};
use self::slots::Slots;
use self::subjects::{SUBJECTS, Scheme, Subject};

/// The crates that take part, in the order of their columns.
pub(crate) const CRATES: [&str; 3] = ["slh-dsa", "fips205", "xmss"];

/// A call of a rival that takes longer, in nanoseconds, is timed twice only.
const SLOW: f64 = 250e6;

/// Measures the sets that the filter names, else those with goals, and writes the table.
///
/// # Errors
/// The filter names none; lanesum and a crate differ; liboqs failed; `out` fails.
pub(crate) fn rows(
    filter: Option<&str>,
    rivals: &[String],
    seconds: f64,
    liboqs: Option<&Path>,
    out: &mut dyn Write,
) -> Result<String> {
    let filter = filter.map(|filter| Regex::new(&format!("(?i){filter}"))).transpose().context("--filter")?;
    let crates = invited(rivals)?;
    let machine = crate::machine::here();
    let mut rows = Vec::new();
    for subject in SUBJECTS {
        if filter.as_ref().map_or(subject.has_goals(), |filter| filter.is_match(subject.scheme.name())) {
            // Refused in some sandboxes: fewer samples are quiet then.
            measure::on_quietest_cpu(|| subject_rows(subject, &crates, seconds, liboqs, &mut rows))?;
            writeln!(out, "{}", subject.scheme.name())?;
            out.flush()?;
        }
    }
    if rows.is_empty() {
        bail!("--filter names no parameter set of SLH-DSA, or of XMSS with height 10");
    }
    let text = table::markdown(&rows, &machine);
    writeln!(out, "\n{text}")?;
    Ok(text)
}

/// The crates that `--rivals` names.
fn invited(names: &[String]) -> Result<Vec<&'static str>> {
    match names {
        [all] if all == "all" => Ok(CRATES.to_vec()),
        [none] if none == "none" => Ok(Vec::new()),
        names => names
            .iter()
            .map(|name| CRATES.into_iter().find(|known| known == name))
            .collect::<Option<_>>()
            .with_context(|| format!("of signatures there are these rivals: all, none, {}", CRATES.join(", "))),
    }
}

fn subject_rows(
    subject: &'static Subject,
    crates: &[&str],
    seconds: f64,
    liboqs: Option<&Path>,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let begin = rows.len();
    let sample = |operation: Operation<'_>| rows.push(operation.sample(subject, seconds));
    match subject.scheme {
        Scheme::SlhDsa(set) => slh_dsa::operations(set, crates, sample)?,
        Scheme::Xmss(set) => xmss::operations(set, crates, sample)?,
    }
    if let Some(program) = liboqs {
        for (operation, nanoseconds) in liboqs::run(program, subject.scheme, seconds)? {
            let row = rows[begin..].iter_mut().find(|row| row.operation == operation);
            row.context("an operation that is not timed")?.rivals.push(("liboqs", Time::Least(nanoseconds)));
        }
    }
    Ok(())
}

impl Operation<'_> {
    /// Samples it alternately with one slot of each kernel that it calls.
    fn sample(self, subject: &'static Subject, seconds: f64) -> Row {
        let Self { name, calls, contenders } = self;
        let mut slots = Slots::of(calls);
        let leasts: Vec<Cell<f64>> = contenders.iter().map(|_| Cell::new(f64::INFINITY)).collect();
        let (mut names, mut rivals) = (Vec::new(), Vec::new());
        let patience = Duration::from_secs_f64(seconds);
        let mut sampler = Sampler::new(Options { rounds: Options::MIN_ROUNDS, patience, ..Options::default() });
        for ((who, mut work), least) in contenders.into_iter().zip(&leasts) {
            let mut timed = move || {
                let begun = Instant::now();
                work();
                let nanoseconds = begun.elapsed().as_secs_f64() * 1e9;
                least.set(least.get().min(nanoseconds));
                nanoseconds
            };
            if timed() > SLOW && !names.is_empty() {
                timed();
                rivals.push((who, Time::Least(least.get())));
                continue;
            }
            names.push((who, least));
            sampler = sampler.add(who, move |n| {
                for _ in 0..n {
                    timed();
                }
            });
        }
        for (kernel, work) in slots.works() {
            sampler = sampler.add(kernel, work);
        }
        let sampled = sampler.run();
        let of = |row: &measure::Row| row.figures.as_ref().ok().map(|figures| figures.nanoseconds.lower_quartile);
        let (own, kernels) = sampled.split_at(names.len());
        let limit = slots::limit(calls, &kernels.iter().map(|row| (row.name.as_str(), of(row))).collect::<Vec<_>>());
        let mut times = names
            .iter()
            .zip(own)
            .map(|((who, least), row)| (*who, of(row).map_or(Time::Least(least.get()), Time::Quiet)));
        let ours = times.next().map(|(_, time)| time);
        rivals.extend(times);
        let calls = calls.keccak + calls.sha256 + calls.sha512;
        Row { subject, operation: name, calls, limit, ours, rivals }
    }
}
