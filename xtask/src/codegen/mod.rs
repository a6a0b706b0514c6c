//! `cargo xtask codegen`: what the compiler made of the kernels. Each backend is a name for machine code, and this holds
//! it to the name: the instructions that it promises and none that it rules out, few stack references, and nothing of
//! `core_arch` left uninlined.

mod binary;
mod kernel;
mod promises;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Message, MetadataCommand};
use serde::{Deserialize, Serialize};

use crate::Verdict;
use binary::{Binary, Function};
use kernel::Facts;
use promises::{PROMISES, Promise};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Rewrite xtask/codegen.toml with the stack references of this build.
    #[arg(long)]
    accept: bool,
    /// Print every kernel, not only each backend's sum.
    #[arg(long)]
    kernels: bool,
    /// Look at this executable (ELF, mangled as v0, not stripped) instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

/// The package whose executable holds every backend.
const PACKAGE: &str = "lanesum-cli";

/// A build may have this many per cent more stack references than were accepted: compilers differ a little.
const SLACK_PERCENT: usize = 5;

/// `xtask/codegen.toml`.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    /// The compiler of the build that was accepted, as a hint where another one fails.
    rustc: String,
    /// By backend: the most stack references that one of its kernels has.
    stack_references: BTreeMap<String, usize>,
}

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        println!("codegen: this check only knows ELF files for x86-64; it did not run");
        return Ok(Verdict::NotRun);
    }
    let path = options.binary.clone().map_or_else(|| build(root), Ok)?;
    let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
    let binary = Binary::read(&bytes).with_context(|| path.display().to_string())?;
    let table = root.join("xtask/codegen.toml");
    let mut accepted = match std::fs::read_to_string(&table) {
        Ok(text) => toml::from_str(&text).with_context(|| table.display().to_string())?,
        Err(_) => Accepted::default(),
    };
    let report = Report::of(&binary);
    if options.accept {
        accepted = Accepted { rustc: rustc_version(), stack_references: report.stack_references() };
        let head = "# The most stack references of one kernel, by backend; `cargo xtask codegen --accept` rewrites this file.\n";
        std::fs::write(&table, format!("{head}{}", toml::to_string(&accepted)?))?;
        println!("accepted in {}", table.display());
    }
    report.print(&accepted, options.kernels);
    let problems = report.problems(&accepted);
    for problem in &problems {
        println!("problem: {problem}");
    }
    if problems.is_empty() {
        println!("codegen: ok ({} functions, {} kernels)", binary.functions.len(), report.kernels());
        return Ok(Verdict::Passed);
    }
    println!("codegen: {} problems (accepted with {}, now {})", problems.len(), accepted.rustc, rustc_version());
    Ok(Verdict::Failed)
}

/// Builds the command as it is shipped, but with names that can be read back, and returns the executable.
fn build(root: &Path) -> Result<PathBuf> {
    let metadata = MetadataCommand::new().manifest_path(root.join("Cargo.toml")).no_deps().exec()?;
    let target = metadata.target_directory.join("codegen");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--release", "--package", PACKAGE, "--message-format", "json-render-diagnostics"])
        .arg("--target-dir")
        .arg(target)
        .current_dir(root)
        .env("RUSTFLAGS", "-C symbol-mangling-version=v0")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .env("CARGO_PROFILE_RELEASE_STRIP", "none")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo build")?;
    let output = std::io::BufReader::new(cargo.stdout.take().context("no output of cargo")?);
    let mut executable = None;
    for message in Message::parse_stream(output) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.target.is_bin()
        {
            executable = artifact.executable.or(executable);
        }
    }
    ensure!(cargo.wait()?.success(), "cargo build --release -p {PACKAGE} failed");
    Ok(executable.with_context(|| format!("{PACKAGE} has no executable"))?.into_std_path_buf())
}

fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output.map_or_else(|_| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A kernel with what was found in it.
struct Kernel<'a> {
    function: &'a Function,
    facts: Facts,
}

struct Report<'a> {
    /// In the order of [`PROMISES`].
    backends: Vec<(&'static Promise, Vec<Kernel<'a>>)>,
    /// Entered kernels of tokens that no promise knows.
    unknown: Vec<&'a str>,
    /// Functions of `core_arch`.
    core_arch: Vec<&'a str>,
    /// What kernels call that should have been inlined: kernel and callee.
    calls: Vec<(&'a str, &'a str)>,
}

impl<'a> Report<'a> {
    fn of(binary: &'a Binary) -> Self {
        let mut report = Self {
            backends: PROMISES.iter().map(|promise| (promise, Vec::new())).collect(),
            unknown: Vec::new(),
            core_arch: Vec::new(),
            calls: Vec::new(),
        };
        for function in &binary.functions {
            if function.name.contains("core_arch") {
                report.core_arch.push(&function.name);
            }
            let Some(token) = promises::token(&function.name) else { continue };
            let facts = Facts::of(function);
            for callee in facts.calls.iter().filter_map(|address| binary.at(*address)) {
                if promises::must_be_inlined(&callee.name) {
                    report.calls.push((&function.name, &callee.name));
                }
            }
            match report.backends.iter_mut().find(|(promise, _)| promise.token == token) {
                Some((_, kernels)) => kernels.push(Kernel { function, facts }),
                None => report.unknown.push(&function.name),
            }
        }
        report
    }

    fn kernels(&self) -> usize {
        self.backends.iter().map(|(_, kernels)| kernels.len()).sum()
    }

    fn stack_references(&self) -> BTreeMap<String, usize> {
        let most = |kernels: &[Kernel<'_>]| kernels.iter().map(|kernel| kernel.facts.stack_references).max();
        self.backends
            .iter()
            .filter_map(|(promise, kernels)| Some((promise.backend.to_owned(), most(kernels)?)))
            .collect()
    }

    fn print(&self, accepted: &Accepted, each: bool) {
        let stack = self.stack_references();
        println!(
            "{:<20} {:>7} {:>12} {:>10} {:>8}  found",
            "backend", "kernels", "instructions", "stack refs", "bound"
        );
        for (promise, kernels) in &self.backends {
            let longest = kernels.iter().map(|kernel| kernel.facts.instructions).max().unwrap_or_default();
            let found = promise.found(kernels.iter().map(|kernel| &kernel.facts)).join(" ");
            let most = stack.get(promise.backend).map_or_else(|| "-".to_owned(), usize::to_string);
            let bound = bound(accepted, promise).map_or_else(|| "-".to_owned(), |bound| bound.to_string());
            println!("{:<20} {:>7} {longest:>12} {most:>10} {bound:>8}  {found}", promise.backend, kernels.len());
            for Kernel { function, facts } in kernels.iter().filter(|_| each) {
                let Facts { instructions, stack_references, .. } = facts;
                println!("{:<20} {:>7} {instructions:>12} {stack_references:>10}           {}", "", "", function.name);
            }
        }
    }

    fn problems(&self, accepted: &Accepted) -> Vec<String> {
        let mut problems = Vec::new();
        problems.extend(self.core_arch.iter().map(|name| format!("{name} was not inlined")));
        problems.extend(self.calls.iter().map(|(kernel, callee)| format!("{kernel} calls {callee}")));
        problems.extend(self.unknown.iter().map(|name| format!("{name}: its token has no promise")));
        for (promise, kernels) in &self.backends {
            let backend = promise.backend;
            if kernels.is_empty() {
                problems.push(format!("{backend}: no kernel is entered with lanes::…::{}", promise.token));
                continue;
            }
            for need in promise.missing(kernels.iter().map(|kernel| &kernel.facts)) {
                problems.push(format!("{backend}: promises {need}, which no kernel has"));
            }
            let bound = bound(accepted, promise);
            if bound.is_none() {
                problems.push(format!("{backend}: no accepted number of stack references: --accept takes it down"));
            }
            for Kernel { function, facts } in kernels {
                for broken in promise.broken(facts) {
                    problems.push(format!("{backend}: rules out {broken}: {}", function.name));
                }
                if let Some(bound) = bound.filter(|&bound| facts.stack_references > bound) {
                    let count = facts.stack_references;
                    problems.push(format!("{backend}: {count} stack references, more than {bound}: {}", function.name));
                }
            }
        }
        problems
    }
}

/// The accepted stack references of a backend with the slack on top.
fn bound(accepted: &Accepted, promise: &Promise) -> Option<usize> {
    let accepted = accepted.stack_references.get(promise.backend)?;
    Some((accepted * (100 + SLACK_PERCENT)).div_ceil(100))
}

#[cfg(test)]
mod tests;
