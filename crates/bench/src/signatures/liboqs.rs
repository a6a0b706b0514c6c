//! SPHINCS+, XMSS and LMS of liboqs, timed by the program that `crates/bench/liboqs/build` makes, on the processor that this thread is pinned to.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use signatures::xmss;

use super::subjects::{GENERATE, LMS_SHA256_H10_W4, SIGN, Scheme, VERIFY};

/// Nanoseconds of each operation, in the order of the program's lines; none where it lacks the set.
pub(super) fn run(program: &Path, scheme: Scheme, seconds: f64) -> Result<Vec<(&'static str, f64)>> {
    let Some(name) = name(scheme) else { return Ok(Vec::new()) };
    let output = Command::new(program).arg(&name).arg(seconds.to_string()).output();
    let output = output.with_context(|| format!("--liboqs {} cannot be run", program.display()))?;
    ensure!(output.status.success(), "liboqs failed on {name}: {}", String::from_utf8_lossy(&output.stderr).trim());
    let times = String::from_utf8(output.stdout).context("liboqs's times")?;
    let times = times.lines().map(str::parse).collect::<Result<Vec<f64>, _>>().context("liboqs's times")?;
    Ok([GENERATE, SIGN, VERIFY].into_iter().zip(times).collect())
}

/// Its name there. SPHINCS+ in the last version before the standard: the same work but for the message's encoding.
fn name(scheme: Scheme) -> Option<String> {
    match scheme {
        Scheme::SlhDsa(set) => Some(format!("SPHINCS+-{}-simple", &set.name()["SLH-DSA-".len()..])),
        Scheme::Xmss(xmss::ParameterSet::Shake_10_256) => Some("XMSS-SHAKE_10_256".into()),
        Scheme::Xmss(xmss::ParameterSet::Sha2_10_256) => Some("XMSS-SHA2_10_256".into()),
        Scheme::Lms(LMS_SHA256_H10_W4) => Some("LMS_SHA256_H10_W4".into()),
        Scheme::Xmss(_) | Scheme::Lms(_) => None,
    }
}
