//! The lists in `conformance/`: which files are not run yet and why, and how many cases each file had when it was last
//! recorded. They keep a file from being left out silently.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// `conformance/pending.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lists {
    #[serde(default)]
    pending: Vec<Pending>,
    /// Files without test cases, each with the reason why it is one.
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

/// Files that wait for algorithms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pending {
    files: Vec<String>,
    /// The names in lanesum of what the files test: once one of them is an algorithm of the library, the entry is stale.
    algorithms: Vec<String>,
    reason: String,
}

pub(super) fn read_lists(path: &Path) -> Result<Lists> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("{}", path.display()))
}

impl Lists {
    /// What is wrong with the lists, given the files that are there, which of them can be run, and which algorithms the
    /// library has. `chosen` says which files this run is about.
    pub(super) fn problems(
        &self,
        files: &[String],
        chosen: impl Fn(&str) -> bool,
        can_run: impl Fn(&str) -> bool,
        is_algorithm: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let mut problems = Vec::new();
        let listed = self
            .pending
            .iter()
            .flat_map(|entry| entry.files.iter().map(|file| (file, &entry.reason)))
            .chain(&self.metadata)
            .filter(|(file, _)| chosen(file))
            .collect::<Vec<_>>();
        let mut counts = BTreeMap::<&str, usize>::new();
        for (file, reason) in &listed {
            *counts.entry(file).or_default() += 1;
            if reason.trim().is_empty() {
                problems.push(format!("{file}: listed in pending.toml without a reason"));
            }
            if !files.contains(file) {
                problems.push(format!("{file}: listed in pending.toml, but there is no such file"));
            }
        }
        for file in files.iter().filter(|file| chosen(file)) {
            match (counts.get(file.as_str()), can_run(file)) {
                (None, true) | (Some(1), false) => {}
                (None, false) => problems.push(format!("{file}: neither run nor listed in pending.toml")),
                (Some(_), true) => problems.push(format!("{file}: runs by now, but is still listed in pending.toml")),
                (Some(times), false) => problems.push(format!("{file}: listed {times} times in pending.toml")),
            }
        }
        for entry in self.pending.iter().filter(|entry| entry.files.iter().any(|file| chosen(file))) {
            let first = entry.files.first().map_or("pending.toml", String::as_str);
            if entry.algorithms.is_empty() {
                problems.push(format!("{first}: pending without the algorithms that it waits for"));
            }
            for algorithm in entry.algorithms.iter().filter(|algorithm| is_algorithm(algorithm)) {
                let count = entry.files.len();
                problems.push(format!("{first}: pending ({count} files), but lanesum has {algorithm} by now"));
            }
        }
        problems
    }

    /// One line per entry: how many of the chosen files wait, and for what.
    pub(super) fn summary(&self, chosen: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for entry in &self.pending {
            let count = entry.files.iter().filter(|file| chosen(file)).count();
            if count > 0 {
                lines.push(format!("{count:3} pending: {}", entry.reason));
            }
        }
        lines
    }
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

    /// What is fewer than recorded, not recorded yet, or recorded and gone.
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

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &str = r#"
        [[pending]]
        files = ["acvp/KMAC", "acvp/cSHAKE"]
        algorithms = ["kmac128", "cshake128"]
        reason = "SP 800-185"
        [metadata]
        "LICENSE" = "the licence"
    "#;

    /// The problems of `LISTS` for these files, where `runnable` can be run and the library has `algorithm`.
    fn problems(files: &[&str], runnable: &str, algorithm: &str) -> Vec<String> {
        let lists: Lists = toml::from_str(LISTS).unwrap();
        let files = files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>();
        lists.problems(&files, |_| true, |file| file == runnable, |name| name == algorithm)
    }

    #[test]
    fn complete_lists_have_no_problem() {
        assert!(problems(&["LICENSE", "acvp/KMAC", "acvp/SHA3", "acvp/cSHAKE"], "acvp/SHA3", "").is_empty());
    }

    #[test]
    fn an_unlisted_file_is_one() {
        let found = problems(&["LICENSE", "acvp/KMAC", "acvp/cSHAKE", "acvp/new"], "", "");
        assert_eq!(found, ["acvp/new: neither run nor listed in pending.toml"]);
    }

    #[test]
    fn a_listed_file_that_is_gone_is_one() {
        let found = problems(&["acvp/KMAC", "acvp/cSHAKE"], "", "");
        assert_eq!(found, ["LICENSE: listed in pending.toml, but there is no such file"]);
    }

    #[test]
    fn a_stale_entry_is_one() {
        let all = ["LICENSE", "acvp/KMAC", "acvp/cSHAKE"];
        assert_eq!(problems(&all, "", "kmac128"), ["acvp/KMAC: pending (2 files), but lanesum has kmac128 by now"]);
        let found = problems(&all, "acvp/cSHAKE", "");
        assert_eq!(found, ["acvp/cSHAKE: runs by now, but is still listed in pending.toml"]);
    }

    #[test]
    fn fewer_cases_than_recorded_are_a_problem() {
        let mut recorded = Recorded::default();
        let count = |file, cases, large| Count { file, cases, large };
        recorded.update(&[count("a", 10, Some(4)), count("b", 5, None)], |_| true);
        let problems = |counts: &[Count<'_>]| recorded.problems(counts, |_| true);
        assert!(problems(&[count("a", 10, None), count("b", 6, Some(0))]).is_empty());
        let found = problems(&[count("a", 9, Some(3)), count("c", 1, None)]);
        let expected =
            ["a: 9 cases, but 10", "a: 3 large cases, but 4", "c: 1 cases, none", "b: recorded, but not run"];
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(found, expected)| found.starts_with(expected)), "{found:?}");
    }

    #[test]
    fn a_filtered_record_keeps_the_rest() {
        let mut recorded = Recorded::default();
        recorded.update(&[Count { file: "a", cases: 1, large: Some(2) }], |_| true);
        recorded.update(&[Count { file: "b", cases: 3, large: None }], |file| file == "b");
        assert_eq!((recorded.cases["a"], recorded.large["a"], recorded.cases["b"]), (1, 2, 3));
        recorded.update(&[], |file| file == "a");
        assert_eq!(recorded.cases.keys().collect::<Vec<_>>(), ["b"]);
    }
}
