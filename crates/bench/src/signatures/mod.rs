//! Hash-based signatures: keys, signatures and verifications beside the limit, the rivals in the same run, and the goals.
//!
//! The limit is the number of hash calls, which the implementation counts, times the cost of one slot in the widest kernel, sampled
//! alternately with the row.
//!
//! | file | what |
//! | --- | --- |
//! | `subjects` | the parameter sets and their goals |
//! | `slh_dsa`, `xmss`, `lms` | what is timed of lanesum and of the crates |
//! | `operation` | what is timed |
//! | `slots` | one slot of each kernel |
//! | `programs` | the rivals in C and C++, in processes of their own |

mod lms;
mod operation;
mod programs;
mod slh_dsa;
mod slots;
mod subjects;
mod xmss;

use std::cell::Cell;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use measure::trials::Machine;
use measure::{Options, Sampler};
use regex::Regex;
use serde::Serialize;

use self::operation::Operation;
use self::programs::Rival;
use self::slots::Slots;
use self::subjects::{Goal, SUBJECTS, Scheme, Subject};
use crate::Args;
use crate::args::named;

/// The crates that take part, in the order of their columns.
pub(crate) const CRATES: [&str; 4] = ["slh-dsa", "fips205", "xmss", "hbs-lms"];

/// A call of a rival that takes longer, in nanoseconds, is timed twice only.
const SLOW: f64 = 250e6;

/// The results of a run, written as JSON.
#[derive(Serialize)]
pub(crate) struct Signatures {
    machine: Machine,
    signatures: Vec<Row>,
}

/// The times of one operation of a parameter set.
#[derive(Serialize)]
struct Row {
    set: &'static str,
    operation: &'static str,
    calls: u64,
    /// In nanoseconds.
    limit: Option<f64>,
    lanesum: Option<Time>,
    rivals: Vec<(&'static str, Time)>,
    goal: Option<Goal>,
}

/// Nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Time {
    /// The lower quartile of quiet samples.
    Quiet(f64),
    /// The least of all calls, where too few were quiet or there were only two: it may have been faster.
    Least(f64),
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quiet(nanoseconds) => write!(f, "{:.3} ms", nanoseconds / 1e6),
            Self::Least(nanoseconds) => write!(f, "≤ {:.3} ms", nanoseconds / 1e6),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit.map(|limit| ("limit", Time::Quiet(limit)));
        let all =
            limit.into_iter().chain(self.lanesum.map(|time| ("lanesum", time))).chain(self.rivals.iter().copied());
        write!(f, "{}, {}: {} calls", self.set, self.operation, self.calls)?;
        all.into_iter().try_for_each(|(name, time)| write!(f, ", {name} {time}"))
    }
}

/// Measures the sets that the filter names, else those with goals, and writes the rows.
///
/// # Errors
/// The filter names none; lanesum and a crate differ; a rival's program failed; `out` fails.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Signatures> {
    let filter = args.filter.as_deref().map(|filter| Regex::new(&format!("(?i){filter}")));
    let filter = filter.transpose().context("--filter")?;
    let crates = named(&args.rivals, &CRATES)?;
    let machine = crate::machine::here();
    let mut signatures = Vec::new();
    for subject in SUBJECTS {
        if filter.as_ref().map_or(subject.has_goals(), |filter| filter.is_match(subject.scheme.name())) {
            let begin = signatures.len();
            measure::on_quietest_cpu(|| subject_rows(subject, &crates, args, &mut signatures))?;
            signatures[begin..].iter().try_for_each(|row| writeln!(out, "{row}"))?;
            out.flush()?;
        }
    }
    if signatures.is_empty() {
        bail!("--filter names no parameter set of SLH-DSA, or of XMSS and LMS with height 10");
    }
    Ok(Signatures { machine, signatures })
}

fn subject_rows(subject: &Subject, crates: &[&str], args: &Args, rows: &mut Vec<Row>) -> Result<()> {
    let begin = rows.len();
    let sample = |operation: Operation<'_>| rows.push(operation.sample(subject, args.seconds));
    match subject.scheme {
        Scheme::SlhDsa(set) => slh_dsa::operations(set, args.backend, crates, sample)?,
        Scheme::Xmss(set) => xmss::operations(set, args.backend, crates, sample)?,
        Scheme::Lms(name) => lms::operations(name, args.backend, crates, sample)?,
    }
    for (rival, program) in [(Rival::Liboqs, &args.liboqs), (Rival::Botan, &args.botan)] {
        let Some(program) = program else { continue };
        for (operation, nanoseconds) in rival.run(program, subject.scheme, args.seconds)? {
            let row = rows[begin..].iter_mut().find(|row| row.operation == operation);
            row.context("an operation that is not timed")?.rivals.push((rival.name(), Time::Least(nanoseconds)));
        }
    }
    Ok(())
}

impl Operation<'_> {
    /// Samples it alternately with one slot of each kernel that it calls.
    fn sample(self, subject: &Subject, seconds: f64) -> Row {
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
        let of = |row: &measure::Sampled| row.figures.as_ref().ok().map(|figures| figures.nanoseconds.lower_quartile);
        let (own, kernels) = sampled.split_at(names.len());
        let limit = slots::limit(calls, &kernels.iter().map(|row| (row.name.as_str(), of(row))).collect::<Vec<_>>());
        let mut times = names
            .iter()
            .zip(own)
            .map(|((who, least), row)| (*who, of(row).map_or(Time::Least(least.get()), Time::Quiet)));
        let ours = times.next().map(|(_, time)| time);
        rivals.extend(times);
        let calls = calls.keccak + calls.sha256 + calls.sha512;
        Row {
            set: subject.scheme.name(),
            operation: name,
            calls,
            limit,
            lanesum: ours,
            rivals,
            goal: subject.goal(name),
        }
    }
}
