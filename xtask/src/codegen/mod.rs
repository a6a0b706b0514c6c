//! `cargo xtask codegen`: how fast the machine code of the kernels can be, without a clock, so the machine may be busy. Instructions are
//! counted, under qemu and in loops; few references to the stack, nothing of `core_arch` left uninlined. That each backend has the
//! instructions of its name and no others, and code of its own, `.ci/prove` shows.

mod accepted;
mod binary;
mod instructions;
mod kernel;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};

use crate::cargo::{self, Profile};
use crate::verdict::Verdict;
use accepted::{Accepted, judge, print_counts};
use binary::Binary;
use kernel::Facts;

#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools)] // one for each option
pub(crate) struct Options {
    /// Rewrite xtask/codegen.toml with the figures of this build.
    #[arg(long)]
    accept: bool,
    /// Print every kernel.
    #[arg(long)]
    kernels: bool,
    /// Instead look only for calls in the loops of kernels, and for wide spills to frames that are not aligned, in the profiles that a user of the library may have.
    #[arg(long, conflicts_with_all = ["accept", "kernels"])]
    profiles: bool,
    /// Count what a cross compiler makes for aarch64 instead, under qemu.
    #[arg(long, conflicts_with_all = ["profiles", "kernels"])]
    aarch64: bool,
}

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        println!("codegen: this check only knows ELF files for x86-64; it did not run");
        return Ok(Verdict::NotRun);
    }
    if options.profiles {
        return profiles(root);
    }
    let table = root.join("xtask/codegen.toml");
    let (target, emulator) = if options.aarch64 {
        (Some(instructions::TARGET), instructions::AARCH64)
    } else {
        (None, instructions::X86_64)
    };
    let example = instructions::build_example(root, Profile::Ours("release"), target)?;
    let counts = instructions::count(&example, emulator)?;
    let binary = if options.aarch64 { Binary { functions: Vec::new() } } else { read(&example)? };
    let report = Report::of(&binary);
    let mut accepted = Accepted::read(&table)?;
    if options.accept {
        let of = if options.aarch64 { &mut accepted.aarch64 } else { &mut accepted.instructions };
        of.clone_from(counts.as_ref().unwrap_or(&of.clone()));
        if !options.aarch64 {
            accepted.rustc = cargo::rustc_version();
            accepted.kernels = report.figures();
        }
        accepted.write(&table)?;
        println!("accepted in {}", table.display());
    }
    let mut problems = Vec::new();
    if !options.aarch64 {
        if options.kernels {
            report.print();
        }
        problems.extend(report.problems());
        problems.extend(accepted.problems(&report.figures()));
    }
    match &counts {
        Some(counts) => {
            let before = if options.aarch64 { &accepted.aarch64 } else { &accepted.instructions };
            print_counts("counted by qemu", counts, before);
            problems.extend(judge(counts, before, ""));
        }
        None => println!("not checked: instruction counts (there is no {emulator})"),
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    println!("codegen: {} problems ({} kernels)", problems.len(), report.kernels.len());
    if problems.is_empty() {
        return Ok(Verdict::Passed);
    }
    println!("codegen: accepted with {}, now {}", accepted.rustc, cargo::rustc_version());
    println!("codegen: what is meant to be so is taken down by `cargo xtask codegen --accept`");
    Ok(Verdict::Failed)
}

fn read(path: &Path) -> Result<Binary> {
    std::fs::read(path)
        .map_err(Into::into)
        .and_then(|bytes| Binary::read(&bytes))
        .with_context(|| path.display().to_string())
}

/// The profiles to check beside `release`: the one that is shipped, and those that users of the library may build it with.
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
        let report = Report::of(&binary);
        let calls: BTreeSet<_> =
            report.calls_in_loops.iter().map(|(kernel, callee)| format!("{name}: {kernel} calls {callee}")).collect();
        let spills = report.kernels.iter().filter(|(_, facts)| facts.unaligned > 0);
        let spills: BTreeSet<_> =
            spills.map(|(kernel, _)| format!("{name}: {kernel}: stack wider than the frame's alignment")).collect();
        let counts = [report.kernels.len(), calls.len(), spills.len()];
        println!(
            "{name}: {} kernels, {} calls in loops, {} with spills that are not aligned",
            counts[0], counts[1], counts[2]
        );
        problems.extend(spills);
        // Who asks for `z` asks for calls: closures cannot be told to be inlined.
        if name != "smallest" {
            problems.extend(calls);
        }
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    println!("codegen: {} calls in loops of kernels, or spills that are not aligned", problems.len());
    Ok(if problems.is_empty() { Verdict::Passed } else { Verdict::Failed })
}

#[derive(Default)]
struct Report<'a> {
    /// By name.
    kernels: BTreeMap<String, Facts>,
    /// Functions of `core_arch` that no dependency calls.
    core_arch: Vec<&'a str>,
    /// The calls of kernels that should have been inlined: kernel and callee.
    calls: Vec<(&'a str, &'a str)>,
    /// The calls in loops of kernels that no profile may have: kernel and callee.
    calls_in_loops: Vec<(&'a str, &'a str)>,
}

impl<'a> Report<'a> {
    fn of(binary: &'a Binary) -> Self {
        let mut report = Self::default();
        let of_dependencies: BTreeSet<u64> = (binary.functions.iter())
            .filter(|function| names::is_of_dependency(&function.name))
            .flat_map(|function| Facts::of(function).calls)
            .collect();
        for function in &binary.functions {
            let is_of_others = names::is_of_others(&function.name) || of_dependencies.contains(&function.address);
            if function.name.contains("core_arch") && !is_of_others {
                report.core_arch.push(&function.name);
            }
            let Some(name) = names::kernel(&function.name) else { continue };
            let facts = Facts::of(function);
            for callee in facts.calls.iter().filter_map(|address| binary.at(*address)) {
                if names::must_be_inlined(&callee.name) {
                    report.calls.push((&function.name, &callee.name));
                }
            }
            for callee in facts.calls_in_loops.iter().filter_map(|address| binary.at(*address)) {
                if !names::may_be_called_in_a_loop(&callee.name) {
                    report.calls_in_loops.push((&function.name, &callee.name));
                }
            }
            report.kernels.insert(name, facts);
        }
        report
    }

    /// The figures of each kernel that are accepted: the instructions in its loop over the rounds, and its references to the stack.
    fn figures(&self) -> BTreeMap<String, [u64; 2]> {
        let of = |facts: &Facts| [facts.rounds as u64, facts.stack_references as u64];
        self.kernels.iter().map(|(name, facts)| (name.clone(), of(facts))).collect()
    }

    fn print(&self) {
        println!("{:>12} {:>7} {:>10}  kernel", "instructions", "loop", "stack refs");
        for (name, Facts { instructions, stack_references, rounds, .. }) in &self.kernels {
            println!("{instructions:>12} {rounds:>7} {stack_references:>10}  {name}");
        }
    }

    fn problems(&self) -> Vec<String> {
        let mut problems: Vec<_> = self.core_arch.iter().map(|name| format!("{name} was not inlined")).collect();
        for (name, Facts { unaligned, .. }) in self.kernels.iter().filter(|(_, facts)| facts.unaligned > 0) {
            problems.push(format!("{name}: {unaligned} references to the stack are wider than the frame's alignment"));
        }
        problems.extend(self.calls.iter().map(|(kernel, callee)| format!("{kernel} calls {callee}")));
        problems
            .extend(self.calls_in_loops.iter().map(|(kernel, callee)| format!("{kernel} calls {callee} in a loop")));
        problems
    }
}

#[cfg(test)]
mod tests;
