//! `xtask/weight.toml`: the sizes that were last accepted.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::rows::{ROWS, Row, Whose};
use crate::cargo;
use crate::change::Scale;

/// What may come from a compiler's version, or from the next small feature, in per cent.
const SLACK_PERCENT: u64 = 5;

const HEAD: &str = "\
# What users of lanesum compile and carry, as accepted; `cargo xtask weight --accept` rewrites this file.
# In bytes, crates and milliseconds; `xtask/src/weight/rows.rs` says of what. Times are here for comparison only.
";

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Accepted {
    /// The compiler of the run that was accepted, as a hint where another one fails.
    pub(super) rustc: String,
    #[serde(default)]
    figures: BTreeMap<String, u64>,
}

impl Accepted {
    pub(super) fn read(path: &Path) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).with_context(|| path.display().to_string()),
            Err(_) => Ok(Self::default()),
        }
    }

    pub(super) fn write(&self, path: &Path) -> Result<()> {
        Ok(std::fs::write(path, format!("{HEAD}{}", toml::to_string(self)?))?)
    }

    /// Accepts what was measured, and keeps the rest; what is no row any more goes.
    pub(super) fn take(&mut self, figures: &BTreeMap<&str, u64>) {
        self.rustc = cargo::rustc_version();
        let rows = ROWS.iter().filter(|row| row.whose == Whose::Ours);
        let kept = rows.filter_map(|row| Some((row.key.to_owned(), figures.get(row.key).copied().or(self.of(row))?)));
        self.figures = kept.collect();
    }

    pub(super) fn of(&self, row: &Row) -> Option<u64> {
        self.figures.get(row.key).copied()
    }

    /// What has grown too much, or was never accepted.
    pub(super) fn problems(&self, figures: &BTreeMap<&str, u64>) -> Vec<String> {
        let judge = |row: &Row| {
            let scale = Scale { command: "weight", unit: row.unit.name(), slack_percent: SLACK_PERCENT };
            scale.problem(row.what, *figures.get(row.key)?, self.of(row))
        };
        ROWS.iter().filter(|row| row.is_gated()).filter_map(judge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted() -> Accepted {
        let figures = ["function-chosen", "crates", "library-wall", "rival-type"].map(|key| (key.to_owned(), 100));
        Accepted { rustc: String::new(), figures: figures.into() }
    }

    fn problems(key: &'static str, figure: u64) -> Vec<String> {
        accepted().problems(&BTreeMap::from([(key, figure)]))
    }

    #[test]
    fn growth_beyond_the_slack_fails() {
        let [problem] = &problems("function-chosen", 106)[..] else { panic!("not one problem") };
        assert!(problem.contains("106 bytes, 100 accepted (+6.0 %)"), "{problem}");
        assert_eq!(problems("crates", 106).len(), 1);
        for figure in [105, 100, 94, 0] {
            assert_eq!(problems("function-chosen", figure), [""; 0], "{figure}");
        }
    }

    #[test]
    fn times_and_the_figures_of_others_fail_nothing() {
        for key in ["library-wall", "install-cpu", "rival-type", "bare-rival"] {
            assert_eq!(problems(key, 1_000_000), [""; 0], "{key}");
        }
    }

    #[test]
    fn what_was_never_accepted_fails_and_tells_how() {
        let [problem] = &problems("command", 100)[..] else { panic!("not one problem") };
        assert!(problem.contains("--accept"), "{problem}");
    }

    #[test]
    fn accepting_keeps_what_was_not_measured() {
        let mut accepted = accepted();
        accepted.figures.insert("gone".to_owned(), 1);
        accepted.take(&BTreeMap::from([("function-chosen", 200), ("command", 300), ("bare-rival", 400)]));
        let expected = [("command", 300), ("crates", 100), ("function-chosen", 200), ("library-wall", 100)];
        assert_eq!(accepted.figures, expected.map(|(key, figure)| (key.to_owned(), figure)).into());
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("weight.toml");
        accepted.write(&path).unwrap();
        assert_eq!(Accepted::read(&path).unwrap().figures, accepted.figures);
    }
}
