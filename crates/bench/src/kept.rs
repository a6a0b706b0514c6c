//! The rows of an older run: read from its file, taken over (`--resume`); and those of a run that goes on,
//! kept beside its file (`FILE.part`), so that a run that is stopped loses no more than one case.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use measure::trials::{Case, Machine, Record, RowKind};

use crate::results::Rows;

/// How the reason begins of a row of OpenSSL's that has no figure because its process failed.
pub(crate) const HELD_FAILED: &str = "OpenSSL held to ";

/// Keeps the rows of a run while it is measured.
#[derive(Default)]
pub(crate) struct Journal {
    file: Option<File>,
    failed: Option<io::Error>,
}

impl Journal {
    /// Beside the file at `path`, if there is one; `taken_over` are rows of an older run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn begin(path: Option<&Path>, taken_over: &[Record]) -> Result<Self> {
        let mut journal = Self::default();
        if let Some(path) = path.filter(|path| *path != Path::new("-")) {
            let part = part(path);
            journal.file = Some(File::create(&part).with_context(|| format!("{} cannot be written", part.display()))?);
            journal.keep(taken_over);
        }
        Ok(journal)
    }

    pub(crate) fn keep(&mut self, rows: &[Record]) {
        let Some(file) = &mut self.file else { return };
        let kept = serde_json::to_string(rows).map_err(io::Error::from).and_then(|json| writeln!(file, "{json}"));
        if let Err(error) = kept {
            self.failed.get_or_insert(error);
        }
    }

    /// # Errors
    /// If rows could not be kept.
    pub(crate) fn end(self) -> Result<()> {
        let failed = self.failed.map_or(Ok(()), Err);
        failed.context("the rows could not be kept while they were measured")
    }
}

/// Where the rows are while they are measured.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// The file itself has been written.
pub(crate) fn remove(path: &Path) {
    // If it stays, nothing is lost.
    let _ = fs::remove_file(part(path));
}

/// The rows of an older run.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(path).with_context(|| format!("--resume {} cannot be read", path.display()))?;
    rows(&text).with_context(|| format!("--resume {} does not hold the rows of a run", path.display()))
}

/// Of a run that was stopped, what comes later is of a case's later try, and counts; a last line that is not whole is left out.
pub(crate) fn rows(text: &str) -> serde_json::Result<Vec<Record>> {
    let mut rows: Vec<Record> = Vec::new();
    for (i, some) in serde_json::Deserializer::from_str(text).into_iter::<Rows>().enumerate() {
        let mut some = match some {
            Err(error) if error.is_eof() && i > 0 => break,
            some => some?.records(),
        };
        if let Some(first) = some.first().filter(|_| i > 0) {
            rows.retain(|row| case_of(row) != case_of(first));
        }
        rows.append(&mut some);
    }
    Ok(rows)
}

/// The records of an older run that stand, and the cases that are still to be measured.
///
/// A case stands if all that was sampled in it has a figure; of a curve, all its points or none, because they are compared with each other.
/// The gate's rows always stay, as a run that is resumed does not measure them. `missing` are the rows of contenders that cannot take part,
/// which each run has of its own.
///
/// # Errors
/// If the older run is of another processor or compiler.
pub(crate) fn split(
    old: Vec<Record>,
    cases: Vec<Case>,
    missing: &[Record],
    machine: &Machine,
) -> Result<(Vec<Record>, Vec<Case>)> {
    let of = |machine: &Machine| (machine.vendor.clone(), machine.family, machine.model, machine.rustc.clone());
    if old.iter().any(|row| of(&row.machine) != of(machine)) {
        bail!("--resume: that run is of another processor or compiler");
    }
    let is_open = |row: &Record| {
        let in_a_child = row.kind == RowKind::DefaultProfile
            || row.reason.as_ref().is_some_and(|reason| reason.starts_with(HELD_FAILED));
        row.ns_per_message.is_none() && (row.quiet_samples.is_some() || in_a_child)
    };
    let stands = |case: &Case| {
        let whole_curve = matches!(case.kind, RowKind::Curve | RowKind::FormCurve);
        let is_meant =
            |row: &&Record| is_of(row, case) || whole_curve && row.kind == case.kind && row.algorithm == case.algorithm;
        old.iter().any(|row| is_of(row, case)) && !old.iter().filter(is_meant).any(is_open)
    };
    let (standing, cases): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(stands);
    let is_told = |row: &Record| {
        missing.iter().any(|told| {
            (&told.algorithm, &told.implementation, &told.reason) == (&row.algorithm, &row.implementation, &row.reason)
        })
    };
    let stays =
        |row: &Record| row.kind == RowKind::Gate || standing.iter().any(|case| is_of(row, case)) && !is_told(row);
    Ok((old.into_iter().filter(stays).collect(), cases))
}

/// Whether it is a row of this case.
pub(crate) fn is_of(row: &Record, case: &Case) -> bool {
    let numbers = [case.bytes, case.messages, case.output_bytes, case.threads].map(|number| number as u64);
    case_of(row) == (case.kind, &case.algorithm, numbers)
}

/// The case of a row.
pub(crate) fn case_of(row: &Record) -> (RowKind, &str, [u64; 4]) {
    (row.kind, &row.algorithm, [row.bytes, row.messages, row.output_bytes, row.threads])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record;

    #[test]
    fn runs_old_lists_and_runs_that_were_stopped_are_read() {
        let [one, other] = [64, 128].map(|bytes| record("lanesum", "sha512", RowKind::Messages, bytes, 1));
        let list = serde_json::to_string(&[&one, &other]).expect("rows");
        assert_eq!(rows(&list).expect("a list").len(), 2);
        assert_eq!(rows(&format!("{{\"records\": {list}, \"memory\": []}}")).expect("a run").len(), 2);
        let line = |row: &Record| serde_json::to_string(&[row]).expect("rows") + "\n";
        let better = Record { ns_per_message: Some(12.5), ..one.clone() };
        let read = rows(&(line(&one) + &line(&other) + &line(&better) + &line(&other)[..40])).expect("a part of a run");
        assert_eq!(read, [other.clone(), better]);
        assert!(rows(&line(&one)[..40]).is_err() && rows("no rows").is_err() && rows("{}").is_err());
    }

    #[test]
    fn what_has_figures_stands() {
        let case = |algorithm: &str, kind, bytes| Case {
            algorithm: algorithm.into(),
            kind,
            bytes,
            messages: 1,
            output_bytes: 32,
            threads: 1,
        };
        let row = |case: &Case, implementation: &str, nanoseconds| Record {
            ns_per_message: nanoseconds,
            quiet_samples: Some(5),
            ..record(implementation, &case.algorithm, case.kind, case.bytes, 1)
        };
        let [quiet, noisy, new] = [64, 128, 256].map(|bytes| case("sha512", RowKind::Messages, bytes));
        let [first, second] = [0, 168].map(|bytes| case("kt128", RowKind::Curve, bytes));
        let unbuilt = case("sha512", RowKind::DefaultProfile, 64);
        let [lacking, failed] = [(&quiet, "k12"), (&unbuilt, "lanesum")]
            .map(|(case, name)| Record { quiet_samples: None, ..row(case, name, None) });
        let gate = row(&case("sha512", RowKind::Gate, 1 << 16), "lanesum", None);
        let old = vec![
            row(&quiet, "lanesum", Some(1.0)),
            row(&quiet, "openssl", Some(2.0)),
            gate,
            lacking.clone(),
            row(&noisy, "lanesum", Some(3.0)),
            row(&noisy, "openssl", None),
            row(&first, "lanesum", Some(4.0)),
            row(&second, "lanesum", None),
            failed,
        ];
        let machine = old[0].machine.clone();
        let cases = vec![quiet, noisy.clone(), new.clone(), first.clone(), second.clone(), unbuilt.clone()];
        let (rows, left) = split(old.clone(), cases.clone(), &[lacking], &machine).expect("one machine");
        assert_eq!((rows, left), (old[..3].to_vec(), vec![noisy, new, first, second, unbuilt]));
        let other = Machine { family: machine.family + 1, ..machine };
        assert!(split(old, cases, &[], &other).is_err());
    }
}
