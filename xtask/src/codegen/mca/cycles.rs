//! A run of llvm-mca, and the cycles that it prints.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// What llvm-mca says of so many turns of each loop.
pub(super) fn total_cycles(program: &Path, target: &str, cpu: &str, turns: u32, source: &str) -> Result<Vec<f64>> {
    let mut command = Command::new(program);
    command.args([format!("-mtriple={target}"), format!("-mcpu={cpu}"), format!("-iterations={turns}")]);
    command.args(["-instruction-info=0", "-resource-pressure=0"]);
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(source.as_bytes())?;
    let output = command.arg(file.path()).stdin(Stdio::null()).output().context("llvm-mca")?;
    if !output.status.success() {
        bail!("{cpu}: {}", String::from_utf8_lossy(&output.stderr).lines().take(3).collect::<Vec<_>>().join("\n"));
    }
    cycles_told(&String::from_utf8_lossy(&output.stdout))
}

/// `Total Cycles:      1234`, once for each loop.
pub(super) fn cycles_told(said: &str) -> Result<Vec<f64>> {
    let figures = said.lines().filter_map(|line| line.strip_prefix("Total Cycles:"));
    figures.map(|figure| figure.trim().parse().context("llvm-mca's cycles")).collect()
}
