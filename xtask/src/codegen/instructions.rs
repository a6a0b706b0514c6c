//! Counts instructions, by qemu's emulation of a process. This is the only measure of speed that is the same on a busy machine as on a quiet
//! one.
//!
//! qemu 7.2 knows the instructions up to AVX2, and all of aarch64. Other kernels are not run; `Facts::rounds` is used for them instead.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use lanesum::hazmat::Lane;
use lanesum::{Algorithm, Backend};

use crate::cargo::{self, Profile};

const EXAMPLE: &str = "instructions";
/// The example's exit status where qemu shows a processor without the backend.
const UNAVAILABLE: i32 = 3;

/// A run whose instructions are counted: the example's arguments, without the repetitions.
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

    /// Start-up is in both runs, and what differs there by chance vanishes in the division. qemu writes a line for each instruction.
    fn repetitions(&self) -> [u64; 2] {
        if self.what == "batch" { [1, 2] } else { [1, 6] }
    }
}

/// Builds the example, which also has the kernels that the command does not use.
pub(super) fn build_example(root: &Path, profile: Profile, target: Option<&str>) -> Result<PathBuf> {
    let mut what = vec!["--package", "lanesum-papers", "--example", EXAMPLE];
    what.extend(target.iter().flat_map(|target| ["--target", target]));
    cargo::build_named(root, profile, &what)
}

/// The instructions of each scenario that can be run so. `None` where there is no qemu.
pub(super) fn count(program: &Path, emulator: &str) -> Result<Option<BTreeMap<String, u64>>> {
    if !Command::new(emulator).arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let mut counts = BTreeMap::new();
    let mut missing = Vec::new();
    for scenario in Scenario::all() {
        if missing.contains(&scenario.backend) {
            continue;
        }
        let [few, many] = scenario.repetitions();
        let (Some(base), Some(all)) =
            (run(program, emulator, &scenario, few)?, run(program, emulator, &scenario, many)?)
        else {
            missing.push(scenario.backend);
            continue;
        };
        let one = all.checked_sub(base).with_context(|| format!("{}: fewer for more", scenario.name()))?;
        counts.insert(scenario.name(), (one as f64 / (many - few) as f64).round() as u64);
    }
    ensure!(!counts.is_empty(), "{emulator} ran no backend at all");
    Ok(Some(counts))
}

/// All instructions of one run; `None` where the backend is not available.
fn run(program: &Path, emulator: &str, scenario: &Scenario, repetitions: u64) -> Result<Option<u64>> {
    let log = tempfile::NamedTempFile::new()?;
    let mut command = Command::new(emulator);
    if emulator == AARCH64 {
        // Debian's libraries for cross compilers.
        command.args(["-L", "/usr/aarch64-linux-gnu"]);
    }
    // Each instruction is a block by itself, which says when it is run.
    command.args(["-cpu", "max", "-singlestep", "-d", "exec,nochain", "-D"]).arg(log.path()).arg(program);
    command.args([scenario.what, scenario.backend.name()]).args([scenario.count.to_string(), repetitions.to_string()]);
    let output = command.stdin(Stdio::null()).output().context("qemu")?;
    match output.status.code() {
        Some(0) => traced(&std::fs::read(log.path())?).map(Some),
        Some(UNAVAILABLE) => Ok(None),
        _ => bail!("{}: {}: {}", scenario.name(), output.status, String::from_utf8_lossy(&output.stderr)),
    }
}

pub(super) const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The emulators of processes.
pub(super) const X86_64: &str = "qemu-x86_64";
pub(super) const AARCH64: &str = "qemu-aarch64";

/// `Trace 0: 0x7f5c…`, a line for each instruction.
fn traced(log: &[u8]) -> Result<u64> {
    let count = log.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"Trace ")).count() as u64;
    ensure!(count > 0, "qemu traced nothing");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_trace_are_counted() {
        let log = b"Trace 0: 0x7f00 [0/1/2/3] \nlinking\nTrace 0: 0x7f04 [0/1/2/3] main\n";
        assert_eq!(traced(log).unwrap(), 2);
        assert!(traced(b"qemu: unknown option\n").is_err());
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
