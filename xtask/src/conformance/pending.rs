//! The lists in `conformance/`: which files are not run and why, and how many cases each file had when it was last
//! recorded. They keep a file from being left out silently.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// `conformance/pending.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    /// Files that are not run, each with the reason.
    not_run: BTreeMap<String, String>,
}

/// The problems of the list in `path`, given the files that are there and which of them can be run. `chosen` tells which files this run is about.
pub(super) fn problems(
    path: &Path,
    files: &[String],
    chosen: impl Fn(&str) -> bool,
    can_run: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let list = toml::from_str::<Lists>(&text).with_context(|| path.display().to_string())?.not_run;
    let mut problems = Vec::new();
    for (file, reason) in list.iter().filter(|(file, _)| chosen(file)) {
        if reason.trim().is_empty() {
            problems.push(format!("{file}: listed in pending.toml without a reason"));
        }
        if !files.contains(file) {
            problems.push(format!("{file}: listed in pending.toml, but there is no such file"));
        }
    }
    for file in files.iter().filter(|file| chosen(file)) {
        match (list.contains_key(file), can_run(file)) {
            (false, false) => problems.push(format!("{file}: neither run nor listed in pending.toml")),
            (true, true) => problems.push(format!("{file}: runs by now, but is still listed in pending.toml")),
            (false, true) | (true, false) => {}
        }
    }
    Ok(problems)
}

/// `conformance/recorded.toml`: cases per file, on each backend.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recorded {
    /// Without the large messages.
    #[serde(default)]
    pub(super) cases: BTreeMap<String, usize>,
    /// The large messages, run with `--large`.
    #[serde(default)]
    pub(super) large: BTreeMap<String, usize>,
}

/// The counts that a run arrived at for one file; `large` is `None` where they were not run.
pub(super) struct Count<'a> {
    pub(super) file: &'a str,
    /// The fewest cases that any backend ran.
    pub(super) cases: usize,
    pub(super) large: Option<usize>,
}

impl Recorded {
    pub(super) fn read(path: &Path) -> Result<Self> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{}", path.display()))
    }

    /// The problems of the counts: fewer cases than recorded, not recorded yet, or recorded and gone.
    pub(super) fn problems(&self, counts: &[Count<'_>], chosen: impl Fn(&str) -> bool) -> Vec<String> {
        let mut problems = Vec::new();
        for Count { file, cases, large } in counts {
            match self.cases.get(*file) {
                None => problems.push(format!("{file}: {cases} cases, none recorded: --record takes them down")),
                Some(recorded) if cases < recorded => {
                    problems.push(format!("{file}: {cases} cases, but {recorded} were recorded"));
                }
                Some(_) => {}
            }
            if let (Some(large), Some(recorded)) = (large, self.large.get(*file))
                && large < recorded
            {
                problems.push(format!("{file}: {large} large cases, but {recorded} were recorded"));
            }
        }
        for file in self.cases.keys().filter(|file| chosen(file)) {
            if !counts.iter().any(|count| count.file == file.as_str()) {
                problems.push(format!("{file}: recorded, but not run"));
            }
        }
        problems
    }

    /// Takes the counts over: for the chosen files what was not run any more is dropped.
    pub(super) fn update(&mut self, counts: &[Count<'_>], chosen: impl Fn(&str) -> bool) {
        let ran = |file: &String| !chosen(file) || counts.iter().any(|count| count.file == file);
        self.cases.retain(|file, _| ran(file));
        self.large.retain(|file, _| ran(file));
        for Count { file, cases, large } in counts {
            self.cases.insert((*file).to_owned(), *cases);
            if let Some(large) = large.filter(|&large| large > 0) {
                self.large.insert((*file).to_owned(), large);
            }
        }
    }

    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let head = "# Cases per file on each backend; `cargo xtask conformance --large --record` rewrites this file.\n\
                    # Digests and permutations count twice: alone, and in a ragged batch or as one of several states.\n\n";
        let body = toml::to_string(self)?;
        std::fs::write(path, format!("{head}{body}")).with_context(|| format!("{}", path.display()))
    }
}
