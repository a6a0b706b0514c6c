//! One row of a run of this bench in a child process: in another build, or in another environment.

use std::process::Command;

use measure::trials::{Case, Record};

/// Runs `program`, a bench to which `--rivals` has been given, on the messages of this case, and returns the row of `implementation`.
///
/// # Errors
/// Why there is none.
pub(crate) fn row(mut program: Command, implementation: &str, case: &Case, seconds: f64) -> Result<Record, String> {
    let Case { algorithm, bytes, messages, .. } = case;
    let child = program
        .args(["--filter", algorithm, "--bytes", &bytes.to_string(), "--messages", &messages.to_string()])
        .args(["--seconds", &seconds.to_string(), "--retries", "0", "--json", "-"])
        .output()
        .map_err(|error| error.to_string())?;
    if !child.status.success() {
        return Err(format!("{}: {}", child.status, String::from_utf8_lossy(&child.stderr).trim()));
    }
    let rows: Vec<Record> = serde_json::from_slice(&child.stdout).map_err(|error| error.to_string())?;
    rows.into_iter().find(|row| row.implementation == implementation).ok_or_else(|| "its run has no row of it".into())
}
