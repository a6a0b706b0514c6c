//! `cargo xtask codegen`: checks the machine code of the kernels. Each backend is a name for machine code, which must keep the promise of
//! its name: the instructions that it promises and none that it rules out, few stack references, and nothing of `core_arch` left uninlined.
//! It also counts instructions; no time is measured, so the machine may be busy.

mod aarch64;
mod accepted;
mod binary;
mod instructions;
mod kernel;
mod names;
mod promises;
mod twins;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::{self, Profile};
use crate::verdict::Verdict;
use accepted::{Accepted, SLACK_PERCENT, judge, print_counts};
use binary::{Binary, Function};
use iced_x86::CpuidFeature;
use kernel::Facts;
use promises::{FoundBy, PROMISES, Promise};

#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools)] // one for each option
pub(crate) struct Options {
    /// Rewrite xtask/codegen.toml with the figures of this build.
    #[arg(long)]
    accept: bool,
    /// Print every kernel, not only each backend's sum.
    #[arg(long)]
    kernels: bool,
    /// Instead look only for calls in the loops of kernels, in the profiles that a user of the library may have.
    #[arg(long, conflicts_with_all = ["accept", "binary", "kernels"])]
    profiles: bool,
    /// Look at what a cross compiler makes for aarch64 instead, and count under qemu.
    #[arg(long, conflicts_with_all = ["profiles", "binary", "kernels"])]
    aarch64: bool,
    /// Look at this executable (ELF, mangled as v0, not stripped) instead of building one, and count nothing.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

/// The product. What it does not use (states of less than 1600 bits, Keyak, Ketje, crate `lanesum-papers`) is in the example of
/// [`instructions`].
const PACKAGE: &str = "lanesum-cli";

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        println!("codegen: this check only knows ELF files for x86-64; it did not run");
        return Ok(Verdict::NotRun);
    }
    let table = root.join("xtask/codegen.toml");
    if options.aarch64 {
        return aarch64::command(root, &table, options.accept);
    }
    if options.profiles {
        return profiles(root);
    }
    let executables = match &options.binary {
        Some(path) => vec![path.clone()],
        None => vec![
            cargo::build_named(root, Profile::Ours("release"), &["--package", PACKAGE])?,
            instructions::build_example(root, Profile::Ours("release"), None)?,
        ],
    };
    let binaries = executables.iter().map(|path| read(path)).collect::<Result<Vec<_>>>()?;
    let mut report = Report::new();
    for binary in &binaries {
        report.add(binary);
    }
    let mut counts = None;
    if let Some(example) = executables.last().filter(|_| options.binary.is_none()) {
        report.is_whole = true;
        counts = instructions::count(example, instructions::X86_64)?;
    }
    let mut accepted = Accepted::read(&table)?;
    if options.accept {
        accepted = Accepted {
            rustc: cargo::rustc_version(),
            stack_references: report.stack_references(),
            instructions: counts.clone().unwrap_or(accepted.instructions),
            loops: report.loops(),
            kernels: report.kernels_of_each(),
            aarch64: accepted.aarch64,
        };
        accepted.write(&table)?;
        println!("accepted in {}", table.display());
    }
    report.print(&accepted, options.kernels);
    let mut problems = report.problems(&accepted);
    if report.is_whole {
        problems.extend(report.lost(&accepted));
    }
    problems.extend(judge(SLACK_PERCENT, &report.loops(), &accepted.loops, "loop of "));
    match &counts {
        Some(counts) => {
            print_counts("counted by qemu", counts, &accepted.instructions);
            problems.extend(judge(SLACK_PERCENT, counts, &accepted.instructions, ""));
        }
        None if options.binary.is_some() => {}
        None => println!("not checked: instruction counts (there is no qemu-x86_64)"),
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    if problems.is_empty() {
        let functions = binaries.iter().map(|binary| binary.functions.len()).sum::<usize>();
        println!("codegen: ok ({functions} functions, {} kernels)", report.kernels());
        return Ok(Verdict::Passed);
    }
    println!("codegen: {} problems (accepted with {}, now {})", problems.len(), accepted.rustc, cargo::rustc_version());
    println!("codegen: what is meant to be so is taken down by `cargo xtask codegen --accept`");
    Ok(Verdict::Failed)
}

fn read(path: &Path) -> Result<Binary> {
    std::fs::read(path)
        .map_err(Into::into)
        .and_then(|bytes| Binary::read(&bytes))
        .with_context(|| path.display().to_string())
}

/// What a user of the library may build it with, beside `release`, and what is shipped.
const PROFILES: [Profile; 5] = [
    Profile::Ours("dist"),
    Profile::Theirs("one-unit", "false", "1", "3"),
    Profile::Theirs("many-units", "'off'", "256", "3"),
    Profile::Theirs("small", "'off'", "256", "'s'"),
    Profile::Theirs("smallest", "'off'", "256", "'z'"),
];

fn profiles(root: &Path) -> Result<Verdict> {
    let mut problems = BTreeSet::new();
    for profile in PROFILES {
        let (Profile::Ours(name) | Profile::Theirs(name, ..)) = profile;
        let binary = read(&instructions::build_example(root, profile, None)?)?;
        let mut report = Report::new();
        report.add(&binary);
        let calls: BTreeSet<_> =
            report.calls_in_loops.iter().map(|(kernel, callee)| format!("{name}: {kernel} calls {callee}")).collect();
        println!("{name}: {} kernels, {} calls in loops", report.kernels(), calls.len());
        // Who asks for `z` asks for calls: closures cannot be told to be inlined.
        if name != "smallest" {
            problems.extend(calls);
        }
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    println!("codegen: {} calls in loops of kernels", problems.len());
    Ok(if problems.is_empty() { Verdict::Passed } else { Verdict::Failed })
}

/// A kernel with what was found in it.
struct Kernel<'a> {
    function: &'a Function,
    facts: Facts,
}

struct Report<'a> {
    /// In the order of [`PROMISES`].
    backends: Vec<(&'static Promise, Vec<Kernel<'a>>)>,
    /// Entered kernels of tokens, and hand-written functions, that no promise knows.
    unknown: Vec<&'a str>,
    /// Functions of `core_arch` that no dependency calls.
    core_arch: Vec<&'a Function>,
    /// What kernels call that should have been inlined: kernel and callee.
    calls: Vec<(&'a str, &'a str)>,
    /// What they call in a loop, and may not in any profile.
    calls_in_loops: Vec<(&'a str, &'a str)>,
    /// Whether every kernel must be there.
    is_whole: bool,
}

impl<'a> Report<'a> {
    fn new() -> Self {
        Self {
            backends: PROMISES.iter().map(|promise| (promise, Vec::new())).collect(),
            unknown: Vec::new(),
            core_arch: Vec::new(),
            calls: Vec::new(),
            calls_in_loops: Vec::new(),
            is_whole: false,
        }
    }

    #[cfg(test)]
    fn of(binary: &'a Binary) -> Self {
        let mut report = Self::new();
        report.add(binary);
        report
    }

    /// Looks at the kernels that no executable before this one had.
    fn add(&mut self, binary: &'a Binary) {
        let known = self.names();
        let of_dependencies: BTreeSet<u64> = (binary.functions.iter())
            .filter(|function| names::is_of_dependency(&function.name))
            .flat_map(|function| Facts::of(function).calls)
            .collect();
        for function in &binary.functions {
            let is_of_others = names::is_of_others(&function.name) || of_dependencies.contains(&function.address);
            if function.name.contains("core_arch") && !is_of_others {
                self.core_arch.push(function);
            }
            let Some(found_by) = names::found_by(&function.name) else { continue };
            if known.contains(function.name.as_str()) {
                continue;
            }
            let facts = Facts::of(function);
            for callee in facts.calls.iter().filter_map(|address| binary.at(*address)) {
                if names::must_be_inlined(&callee.name) {
                    self.calls.push((&function.name, &callee.name));
                }
            }
            for callee in facts.calls_in_loops.iter().filter_map(|address| binary.at(*address)) {
                if !names::may_be_called_in_a_loop(&callee.name) {
                    self.calls_in_loops.push((&function.name, &callee.name));
                }
            }
            match self.backends.iter_mut().find(|(promise, _)| promise.found_by == found_by) {
                Some((_, kernels)) => kernels.push(Kernel { function, facts }),
                None => self.unknown.push(&function.name),
            }
        }
    }

    fn names(&self) -> BTreeSet<&'a str> {
        self.backends.iter().flat_map(|(_, kernels)| kernels).map(|kernel| kernel.function.name.as_str()).collect()
    }

    fn kernels(&self) -> usize {
        self.backends.iter().map(|(_, kernels)| kernels.len()).sum()
    }

    /// Kernels of two backends, or hand-written functions, that are the same machine code.
    fn twins(&self) -> Vec<String> {
        let mut kernels: Vec<(&Promise, &Kernel<'_>)> = Vec::new();
        for (promise, of) in &self.backends {
            kernels.extend(of.iter().map(|kernel| (*promise, kernel)));
        }
        let mut twins = Vec::new();
        for (i, (promise, kernel)) in kernels.iter().enumerate() {
            for (other_promise, other) in &kernels[..i] {
                let is_other = promise.token() != other_promise.token();
                if is_other && kernel.facts.makeup.is_same_as(&other.facts.makeup) {
                    let [one, two] = [kernel, other].map(|kernel| names::kernel_name(&kernel.function.name));
                    let names = [other_promise.backend, promise.backend];
                    twins.push(format!("{} and {} are the same machine code: {two}, {one}", names[0], names[1]));
                }
            }
        }
        twins
    }

    fn stack_references(&self) -> BTreeMap<String, u64> {
        let most = |kernels: &[Kernel<'_>]| kernels.iter().map(|kernel| kernel.facts.stack_references).max();
        self.backends
            .iter()
            .filter_map(|(promise, kernels)| Some((promise.backend.to_owned(), most(kernels)? as u64)))
            .collect()
    }

    /// How many kernels each backend has.
    fn kernels_of_each(&self) -> BTreeMap<String, u64> {
        self.backends.iter().map(|(promise, kernels)| (promise.backend.to_owned(), kernels.len() as u64)).collect()
    }

    /// Backends with fewer kernels than were accepted. LLVM makes one function of two with the same code, so that a twin may be missed
    /// because it is not there any more.
    fn lost(&self, accepted: &Accepted) -> Vec<String> {
        let now = self.kernels_of_each();
        let lost = accepted.kernels.iter().filter_map(|(backend, &before)| {
            let count = now.get(backend).copied().unwrap_or_default();
            (count < before).then(|| {
                format!(
                    "{backend}: {count} kernels, {before} accepted: one is gone, or has the code of another backend's"
                )
            })
        });
        lost.collect()
    }

    /// The loops over the rounds of the kernels that qemu cannot run, and of the hand-written functions, by name.
    fn loops(&self) -> BTreeMap<String, u64> {
        let beyond = self.backends.iter().filter(|(promise, _)| {
            [CpuidFeature::AVX512F, CpuidFeature::SHA, CpuidFeature::SHA512]
                .iter()
                .any(|feature| promise.features.contains(feature))
                || matches!(promise.found_by, FoundBy::Function(_))
        });
        let kernels = beyond.flat_map(|(_, kernels)| kernels);
        kernels.map(|kernel| (names::kernel_name(&kernel.function.name), kernel.facts.rounds as u64)).collect()
    }

    fn print(&self, accepted: &Accepted, each: bool) {
        let stack = self.stack_references();
        println!(
            "{:<20} {:>7} {:>12} {:>7} {:>10} {:>8}  found",
            "backend", "kernels", "instructions", "loop", "stack refs", "bound"
        );
        for (promise, kernels) in &self.backends {
            let longest = kernels.iter().map(|kernel| kernel.facts.instructions).max().unwrap_or_default();
            let rounds = kernels.iter().map(|kernel| kernel.facts.rounds).max().unwrap_or_default();
            let found = promise.found(&kernels.iter().map(|kernel| &kernel.facts).collect::<Vec<_>>()).join(" ");
            let text = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            let most = text(stack.get(promise.backend).copied());
            let bound = text(accepted.stack_bound(promise.backend));
            let (backend, count) = (promise.backend, kernels.len());
            println!("{backend:<20} {count:>7} {longest:>12} {rounds:>7} {most:>10} {bound:>8}  {found}");
            for Kernel { function, facts } in kernels.iter().filter(|_| each) {
                let Facts { instructions, stack_references, rounds, .. } = facts;
                let name = names::kernel_name(&function.name);
                println!("{:<28} {instructions:>12} {rounds:>7} {stack_references:>10}           {name}", "");
            }
        }
    }

    fn problems(&self, accepted: &Accepted) -> Vec<String> {
        let mut problems = self.twins();
        problems.extend(self.core_arch.iter().map(|function| format!("{} was not inlined", function.name)));
        problems.extend(self.calls.iter().map(|(kernel, callee)| format!("{kernel} calls {callee}")));
        problems
            .extend(self.calls_in_loops.iter().map(|(kernel, callee)| format!("{kernel} calls {callee} in a loop")));
        problems.extend(self.unknown.iter().map(|name| format!("{name}: no promise is made for it")));
        for (promise, kernels) in &self.backends {
            let backend = promise.backend;
            if kernels.is_empty() && !self.is_whole && !promise.found_by.is_in_the_command() {
                continue;
            }
            if kernels.is_empty() {
                problems.push(format!("{backend}: {}", promise.found_by.missing()));
                continue;
            }
            for need in promise.missing_everywhere(&kernels.iter().map(|kernel| &kernel.facts).collect::<Vec<_>>()) {
                problems.push(format!("{backend}: promises {need}, which no kernel has"));
            }
            let bound = accepted.stack_bound(backend);
            if bound.is_none() {
                problems.push(format!("{backend}: no accepted number of stack references: --accept takes it down"));
            }
            for Kernel { function, facts } in kernels {
                for need in promise.missing(facts) {
                    problems.push(format!("{backend}: promises {need}, which is not in {}", function.name));
                }
                for seldom in promise.seldom(&names::kernel_name(&function.name), facts) {
                    problems.push(format!("{backend}: {seldom} {}", function.name));
                }
                for broken in promise.broken(facts) {
                    problems.push(format!("{backend}: rules out {broken}: {}", function.name));
                }
                if facts.unaligned.times > 0 {
                    problems.push(format!(
                        "{backend}: wider than the frame's alignment: {}: {}",
                        facts.unaligned, function.name
                    ));
                }
                if let Some(bound) = bound.filter(|&bound| facts.stack_references as u64 > bound) {
                    let count = facts.stack_references;
                    problems.push(format!("{backend}: {count} stack references, more than {bound}: {}", function.name));
                }
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests;
