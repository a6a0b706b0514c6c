//! Instructions counted by valgrind: the one measure of speed that is the same on a busy machine as on a quiet one.
//!
//! valgrind knows the instructions up to AVX2; the kernels beyond are not run, and `Facts::longest_loop` stands in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use lanesum::hazmat::Lane;
use lanesum::{Algorithm, Backend};

use crate::cargo::{self, Profile};

const EXAMPLE: &str = "instructions";
/// The example's exit status where valgrind shows a processor without the backend.
const UNAVAILABLE: i32 = 3;

/// What is counted: the example's arguments, without the repetitions.
struct Scenario {
    what: &'static str,
    backend: Backend,
    count: usize,
}

impl Scenario {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for what in ["permute", "absorb"] {
            for &backend in Algorithm::Sha3_256.backends() {
                all.extend(Algorithm::Sha3_256.widths(backend).iter().map(|&count| Self { what, backend, count }));
            }
        }
        for what in ["permute200", "absorb200", "permute800", "absorb800"] {
            for &backend in Backend::ALL {
                all.extend(u32::widths(backend).iter().map(|&count| Self { what, backend, count }));
            }
        }
        for (what, algorithm) in [
            ("sha256", Algorithm::Sha256),
            ("sha512", Algorithm::Sha512),
            ("blake256", Algorithm::Blake256),
            ("blake512", Algorithm::Blake512),
        ] {
            all.extend(algorithm.backends().iter().map(|&backend| Self { what, backend, count: 1 }));
        }
        all.push(Self { what: "blake256", backend: Backend::Avx2, count: 2 });
        all.extend([Backend::Bmi2, Backend::Avx2].map(|backend| Self { what: "batch", backend, count: 64 }));
        all
    }

    /// The key in `xtask/codegen.toml`.
    fn name(&self) -> String {
        let Self { what, backend, count } = self;
        format!("{what} {backend} x{count}")
    }

    /// Start-up is in both runs, and what differs there by chance vanishes in the division.
    fn repetitions(&self) -> [u64; 2] {
        if self.what == "batch" { [2, 10] } else { [10, 110] }
    }
}

/// Builds the example, which also has the kernels that the command does not use.
pub(super) fn build_example(root: &Path, profile: Profile) -> Result<PathBuf> {
    cargo::build_named(root, profile, &["--package", "lanesum", "--example", EXAMPLE])
}

/// The instructions of each scenario that valgrind can run. `None` without valgrind.
pub(super) fn count(program: &PathBuf) -> Result<Option<BTreeMap<String, u64>>> {
    if !Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let mut counts = BTreeMap::new();
    let mut missing = Vec::new();
    for scenario in Scenario::all() {
        if missing.contains(&scenario.backend) {
            continue;
        }
        let [few, many] = scenario.repetitions();
        let (Some(base), Some(all)) = (run(program, &scenario, few)?, run(program, &scenario, many)?) else {
            missing.push(scenario.backend);
            continue;
        };
        let one = all.checked_sub(base).with_context(|| format!("{}: fewer for more", scenario.name()))?;
        counts.insert(scenario.name(), (one as f64 / (many - few) as f64).round() as u64);
    }
    ensure!(!counts.is_empty(), "valgrind ran no backend at all");
    Ok(Some(counts))
}

/// All instructions of one run; `None` where the backend is not available.
fn run(program: &PathBuf, scenario: &Scenario, repetitions: u64) -> Result<Option<u64>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([scenario.what, scenario.backend.name()])
        .args([scenario.count.to_string(), repetitions.to_string()])
        .stdin(Stdio::null())
        .output()
        .context("valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => collected(&said).map(Some),
        Some(UNAVAILABLE) => Ok(None),
        _ => bail!("{} under valgrind: {}: {said}", scenario.name(), output.status),
    }
}

/// `==1234== Collected : 567890`
fn collected(said: &str) -> Result<u64> {
    let line = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, number) = line.with_context(|| format!("valgrind counted nothing: {said}"))?;
    number.trim().parse().context("valgrind's count")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valgrinds_count_is_read() {
        let said = "==7== Events    : Ir\n==7== Collected : 567890\n==7== \n==7== I   refs:      567,890\n";
        assert_eq!(collected(said).unwrap(), 567_890);
        assert!(collected("==7== Illegal instruction\n").is_err());
    }

    #[test]
    fn names_are_distinct() {
        let mut names: Vec<String> = Scenario::all().iter().map(Scenario::name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(names.contains(&"permute avx2 x4".to_owned()) && names.contains(&"batch bmi2 x64".to_owned()));
    }
}
