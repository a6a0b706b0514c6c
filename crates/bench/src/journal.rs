//! The rows of a run beside its file while it is measured (`FILE.part`): a run that is stopped loses no more than one case.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use measure::trials::{Case, Place, Record, Watch};

use crate::resume::case_of;

/// Keeps rows, and tells another who watches.
pub(crate) struct Journal<W> {
    pub(crate) beside: W,
    file: Option<File>,
    failed: Option<io::Error>,
}

impl<W> Journal<W> {
    /// Beside the file at `path`, if there is one; `taken_over` are rows of an older run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn begin(path: Option<&Path>, taken_over: &[Record], beside: W) -> Result<Self> {
        let mut journal = Self { beside, file: None, failed: None };
        if let Some(path) = path.filter(|path| *path != Path::new("-")) {
            let part = part(path);
            journal.file = Some(File::create(&part).with_context(|| format!("{} cannot be written", part.display()))?);
            journal.keep(taken_over);
        }
        Ok(journal)
    }

    fn keep(&mut self, rows: &[Record]) {
        let Some(file) = &mut self.file else { return };
        let kept = serde_json::to_string(rows).map_err(io::Error::from).and_then(|json| writeln!(file, "{json}"));
        if let Err(error) = kept {
            self.failed.get_or_insert(error);
        }
    }

    /// # Errors
    /// If rows could not be kept.
    pub(crate) fn end(self) -> Result<W> {
        match self.failed {
            Some(error) => Err(error).context("the rows could not be kept while they were measured"),
            None => Ok(self.beside),
        }
    }
}

impl<W: Watch> Watch for Journal<W> {
    fn begins(&mut self, case: &Case, place: Place) {
        self.beside.begins(case, place);
    }

    fn rows(&mut self, case: &Case, rows: &[Record]) {
        self.keep(rows);
        self.beside.rows(case, rows);
    }

    fn waits(&mut self, case: &Case, pause: Duration) {
        self.beside.waits(case, pause);
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

/// The rows of a run, or of one that was stopped: there, what comes later is of a case's later try, and counts.
///
/// # Errors
/// If the text holds something else. A last line that is not whole is left out.
pub(crate) fn rows(text: &str) -> serde_json::Result<Vec<Record>> {
    let mut rows: Vec<Record> = Vec::new();
    for (i, some) in serde_json::Deserializer::from_str(text).into_iter::<Vec<Record>>().enumerate() {
        let mut some = match some {
            Err(error) if error.is_eof() && i > 0 => break,
            some => some?,
        };
        if i > 0
            && let Some(first) = some.first()
        {
            rows.retain(|row| case_of(row) != case_of(first));
        }
        rows.append(&mut some);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn a_run_that_was_stopped_is_read() {
        let all = fixture::run().records;
        let whole = serde_json::to_string_pretty(&all).expect("rows");
        assert_eq!(rows(&whole).expect("a run").len(), all.len());
        let case =
            |row: &Record| all.iter().filter(|other| case_of(row) == case_of(other)).cloned().collect::<Vec<_>>();
        let (one, other) = (case(&all[0]), case(&all[all.len() - 1]));
        assert_ne!(case_of(&one[0]), case_of(&other[0]));
        let line = |rows: &[Record]| serde_json::to_string(rows).expect("rows") + "\n";
        let mut better = one.clone();
        better[0].ns_per_message = Some(12.5);
        let text = line(&one) + &line(&other) + &line(&better) + &line(&other)[..40];
        let read = rows(&text).expect("a part of a run");
        assert_eq!(read.len(), one.len() + other.len());
        assert!(read.iter().any(|row| row.ns_per_message == Some(12.5)));
        assert!(rows(&line(&one)[..40]).is_err());
        assert!(rows("no rows").is_err());
    }
}
