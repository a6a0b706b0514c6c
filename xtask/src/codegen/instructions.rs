//! Counts instructions, by valgrind or by qemu's emulation of aarch64. This is the only measure of speed that is the same on a busy machine
//! as on a quiet one.
//!
//! valgrind knows the instructions up to AVX2. Kernels beyond AVX2 are not run; `Facts::rounds` is used for them instead.

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
    fn repetitions(&self, by: Counter) -> [u64; 2] {
        match by {
            Counter::Valgrind if self.what == "batch" => [2, 10],
            Counter::Valgrind => [10, 110],
            // It writes a line for each instruction.
            Counter::Qemu => [1, 6],
        }
    }
}

/// What counts.
#[derive(Clone, Copy)]
pub(super) enum Counter {
    /// Where the program runs by itself.
    Valgrind,
    /// For aarch64, with all that its emulation has.
    Qemu,
}

/// Builds the example, which also has the kernels that the command does not use.
pub(super) fn build_example(root: &Path, profile: Profile, target: Option<&str>) -> Result<PathBuf> {
    let mut what = vec!["--package", "lanesum", "--example", EXAMPLE];
    what.extend(target.iter().flat_map(|target| ["--target", target]));
    cargo::build_named(root, profile, &what)
}

/// The instructions of each scenario that can be run so. `None` where there is no program to count with.
pub(super) fn count(program: &Path, by: Counter) -> Result<Option<BTreeMap<String, u64>>> {
    let name = match by {
        Counter::Valgrind => "valgrind",
        Counter::Qemu => QEMU,
    };
    if !Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let mut counts = BTreeMap::new();
    let mut missing = Vec::new();
    for scenario in Scenario::all() {
        if missing.contains(&scenario.backend) {
            continue;
        }
        let [few, many] = scenario.repetitions(by);
        let (Some(base), Some(all)) = (run(program, by, &scenario, few)?, run(program, by, &scenario, many)?) else {
            missing.push(scenario.backend);
            continue;
        };
        let one = all.checked_sub(base).with_context(|| format!("{}: fewer for more", scenario.name()))?;
        counts.insert(scenario.name(), (one as f64 / (many - few) as f64).round() as u64);
    }
    ensure!(!counts.is_empty(), "{name} ran no backend at all");
    Ok(Some(counts))
}

/// All instructions of one run; `None` where the backend is not available.
fn run(program: &Path, by: Counter, scenario: &Scenario, repetitions: u64) -> Result<Option<u64>> {
    let log = tempfile::NamedTempFile::new()?;
    let mut command = match by {
        Counter::Valgrind => {
            let mut command = Command::new("valgrind");
            command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
            command
        }
        Counter::Qemu => {
            let mut command = emulator();
            // Each instruction is a block by itself, which says when it is run.
            command.args(["-singlestep", "-d", "exec,nochain", "-D"]).arg(log.path());
            command
        }
    };
    let output = command
        .arg(program)
        .args([scenario.what, scenario.backend.name()])
        .args([scenario.count.to_string(), repetitions.to_string()])
        .stdin(Stdio::null())
        .output()
        .context("valgrind or qemu")?;
    let said = String::from_utf8_lossy(&output.stderr);
    match (output.status.code(), by) {
        (Some(0), Counter::Valgrind) => collected(&said).map(Some),
        (Some(0), Counter::Qemu) => traced(&std::fs::read(log.path())?).map(Some),
        (Some(UNAVAILABLE), _) => Ok(None),
        _ => bail!("{}: {}: {said}", scenario.name(), output.status),
    }
}

const QEMU: &str = "qemu-aarch64";

/// The emulation of a processor of aarch64 that has everything, with Debian's libraries for cross compilers.
fn emulator() -> Command {
    let mut command = Command::new(QEMU);
    command.args(["-L", "/usr/aarch64-linux-gnu", "-cpu", "max"]);
    command
}

/// `Trace 0: 0x7f5c…`, a line for each instruction.
fn traced(log: &[u8]) -> Result<u64> {
    let count = log.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"Trace ")).count() as u64;
    ensure!(count > 0, "qemu traced nothing");
    Ok(count)
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
