//! Replaces the part of a document between two markers.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

/// Replaces what stands between `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
pub(crate) fn put(file: &Path, name: &str, report: &str) -> Result<()> {
    let [begin, end] = ["begin", "end"].map(|which| format!("<!-- {name}: {which} -->"));
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let marks = text.split_once(&begin).and_then(|(head, rest)| Some((head, rest.split_once(&end)?.1)));
    let (head, tail) = marks.with_context(|| format!("{} lacks the marks {begin} and {end}", file.display()))?;
    fs::write(file, format!("{head}{begin}\n{}\n{end}{tail}", report.trim_end()))?;
    Ok(())
}

/// The date, as in 2026-01-31.
pub(crate) fn today() -> Result<String> {
    let output = Command::new("date").args(["-u", "+%F"]).output().context("date")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.md");
        fs::write(&file, "head\n<!-- x: begin -->\nold\n<!-- x: end -->\ntail\n").unwrap();
        put(&file, "x", "new\n\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "head\n<!-- x: begin -->\nnew\n<!-- x: end -->\ntail\n");
        assert!(put(&file, "y", "new").is_err());
    }
}
