//! The measurements, each entered under the key of its row.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSection, SectionFlags, elf};

use super::probe::{BARE_TARGET, Package, Platform, plain_cargo, with_crates};
use crate::cargo;

/// The features of the library that its `sha3_256` needs where there is no operating system.
const BARE_FEATURES: &[&str] = &["sha3"];

/// The crate that the sizes are compared with.
const SHA3: &str = "sha3 = \"0.12\"";
const BARE_SHA3: &str = "sha3 = { version = \"0.12\", default-features = false }";

const COMMAND: &str = "lanesum-cli";
/// What its build needs.
const COMMAND_EDGES: &str = "normal,build";

const FUNCTION: &str = "lanesum::sha3_256(message)[0]";
const TYPE: &str = "<lanesum::Sha3_256 as lanesum::digest::Digest>::digest(message)[0]";
const RIVAL: &str = "<sha3::Sha3_256 as sha3::Digest>::digest(message)[0]";

/// One backend for the whole program.
const FIXED: &str = "--cfg lanesum_backend=\"portable\"";
/// The smallest one.
const SMALLEST: &str = "--cfg lanesum_backend=\"compact-rolled\"";

/// What was measured, and one line for each thing that could not be.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) figures: BTreeMap<&'static str, u64>,
    pub(super) not_checked: Vec<String>,
}

impl Measured {
    /// Whether the crates that a package depends on are here; otherwise notes what is not checked.
    fn can_build(&mut self, package: &Package, what: &str) -> Result<bool> {
        let fetched = package.fetch()?;
        if !fetched {
            self.miss(what, "the crates");
        }
        Ok(fetched)
    }

    /// The crates of one of the workspace's packages; without them, notes what is not checked.
    fn tree(&mut self, root: &Path, package: &str, edges: &str, what: &str) -> Result<Option<String>> {
        let arguments = ["tree", "--locked", "--package", package, "--edges", edges, "--prefix", "none"];
        let tree = with_crates(root, &arguments)?;
        if tree.is_none() {
            self.miss(what, "the crates");
        }
        Ok(tree)
    }

    fn miss(&mut self, what: &str, missing: &str) {
        self.not_checked.push(format!("not checked: {what} (could not fetch {missing})"));
    }

    /// Builds from nothing, which take minutes.
    pub(super) fn add_times(&mut self, root: &Path) -> Result<()> {
        let rivals = [SHA3, "sha2 = \"0.11\"", "blake3 = \"1\""].join("\n");
        for (what, dependencies, wall, cpu) in [
            ("build time of the library", library(root, ""), "library-wall", "library-cpu"),
            ("build time of sha3 + sha2 + blake3", rivals, "rivals-wall", "rivals-cpu"),
        ] {
            let package = Package::new(root, Platform::Host, &dependencies, &[])?;
            if self.can_build(&package, what)? {
                let target = tempfile::tempdir()?;
                let (took, used) = timed(|| package.build(target.path(), "").map(drop))?;
                self.add_time(wall, took);
                self.add_time(cpu, used);
            }
        }
        if self.tree(root, COMMAND, COMMAND_EDGES, "build time of the command")?.is_none() {
            return Ok(());
        }
        let scratch = tempfile::tempdir()?;
        let (took, used) = timed(|| {
            let mut install = plain_cargo(root);
            install.args(["install", "--quiet", "--locked", "--path", "crates/cli", "--root"]).arg(scratch.path());
            install.arg("--target-dir").arg(scratch.path().join("target"));
            ensure!(install.status().context("cargo install")?.success(), "failed: {install:?}");
            Ok(())
        })?;
        self.add_time("install-wall", took);
        self.add_time("install-cpu", used);
        Ok(())
    }

    fn add_time(&mut self, key: &'static str, time: Duration) {
        self.figures.insert(key, u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    }

    /// What a function adds to a program that reads a line and writes a number.
    pub(super) fn add_programs(&mut self, root: &Path, target: &Path) -> Result<()> {
        let package =
            Package::new(root, Platform::Host, &library(root, ""), &[("function", FUNCTION), ("type", TYPE)])?;
        if self.can_build(&package, "sizes of the library on this machine")? {
            let chosen = package.build(&target.join("chosen"), "")?;
            self.add_sizes(&chosen, &[("function", "function-chosen"), ("type", "type-chosen")])?;
            let fixed = package.build(&target.join("fixed"), FIXED)?;
            self.add_sizes(&fixed, &[("function", "function-fixed"), ("type", "type-fixed")])?;
        }
        let package = Package::new(root, Platform::Host, SHA3, &[("type", RIVAL)])?;
        if self.can_build(&package, "size of the crate sha3")? {
            let rival = package.build(&target.join("rival"), "")?;
            self.add_sizes(&rival, &[("type", "rival-type")])?;
        }
        Ok(())
    }

    /// The same without an operating system.
    pub(super) fn add_bare_programs(&mut self, root: &Path, target: &Path) -> Result<()> {
        if !has_bare_target(root)? {
            self.miss(&format!("sizes on {BARE_TARGET}"), "the target's standard library");
            return Ok(());
        }
        let ours = library(root, &format!(", default-features = false, features = {BARE_FEATURES:?}"));
        for (whose, dependencies, first, flags, key) in [
            ("the library", ours, FUNCTION, SMALLEST, "bare-function"),
            ("the crate sha3", BARE_SHA3.to_owned(), RIVAL, "", "bare-rival"),
        ] {
            let package = Package::new(root, Platform::Bare, &dependencies, &[("hash", first)])?;
            if self.can_build(&package, &format!("size of {whose} on {BARE_TARGET}"))? {
                let programs = package.build(&target.join(key), flags)?;
                self.add_sizes(&programs, &[("hash", key)])?;
            }
        }
        Ok(())
    }

    /// Enters how much larger each program is than the empty one.
    fn add_sizes(&mut self, programs: &Path, keys: &[(&str, &'static str)]) -> Result<()> {
        let empty = loaded_bytes(&programs.join(Package::EMPTY))?;
        for (program, key) in keys {
            let size = loaded_bytes(&programs.join(program))?;
            self.figures.insert(key, size.checked_sub(empty).with_context(|| format!("{key}: smaller than without"))?);
        }
        Ok(())
    }

    pub(super) fn add_command(&mut self, root: &Path) -> Result<()> {
        if self.tree(root, COMMAND, COMMAND_EDGES, "size of the command")?.is_some() {
            let program = cargo::build_named(root, cargo::Profile::Ours("dist"), &["--package", COMMAND])?;
            self.figures.insert("command", loaded_bytes(&program)?);
        }
        Ok(())
    }

    pub(super) fn add_crates(&mut self, root: &Path) -> Result<()> {
        if let Some(tree) = self.tree(root, "lanesum", "normal", "number of crates")? {
            self.figures.insert("crates", count_crates(&tree));
        }
        Ok(())
    }
}

/// The library as a dependency, with `more` in its entry.
fn library(root: &Path, more: &str) -> String {
    let path = toml::Value::from(root.join("crates/lanesum").display().to_string());
    format!("lanesum = {{ path = {path}{more} }}")
}

/// The wall time of `work`, and the CPU time of the processes that it started.
fn timed(work: impl FnOnce() -> Result<()>) -> Result<(Duration, Duration)> {
    let (begun, before) = (Instant::now(), cpu_time()?);
    work()?;
    Ok((begun.elapsed(), cpu_time()?.saturating_sub(before)))
}

/// The CPU time of all child processes that have ended.
#[cfg(unix)]
fn cpu_time() -> Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(u64::try_from(microseconds)?))
}

#[cfg(not(unix))]
fn cpu_time() -> Result<Duration> {
    anyhow::bail!("the CPU time of other processes is not known here")
}

/// Whether the compiler can build for [`BARE_TARGET`], if need be after rustup has fetched what that takes.
fn has_bare_target(root: &Path) -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let arguments = ["--print", "target-libdir", "--target", BARE_TARGET];
    let output = Command::new(rustc).current_dir(root).args(arguments).output().context("rustc")?;
    let directory = String::from_utf8(output.stdout)?;
    if Path::new(directory.trim()).is_dir() {
        return Ok(true);
    }
    let added = Command::new("rustup").current_dir(root).args(["target", "add", BARE_TARGET]).output();
    Ok(added.is_ok_and(|output| output.status.success()))
}

/// The bytes of a program that are loaded, in the file: what `strip` leaves, without headers and padding.
fn loaded_bytes(program: &Path) -> Result<u64> {
    let bytes = std::fs::read(program).with_context(|| program.display().to_string())?;
    let file = object::File::parse(&*bytes)?;
    let is_loaded =
        |flags| matches!(flags, SectionFlags::Elf { sh_flags } if sh_flags & u64::from(elf::SHF_ALLOC) != 0);
    let sections = file.sections().filter(|section| is_loaded(section.flags()));
    Ok(sections.filter_map(|section| section.file_range()).map(|(_, size)| size).sum())
}

/// The crates in the output of `cargo tree --prefix none`, each once.
fn count_crates(tree: &str) -> u64 {
    let crates = tree.lines().filter(|line| !line.is_empty() && !line.starts_with('['));
    crates.map(|line| line.trim_end_matches(" (*)")).collect::<BTreeSet<_>>().len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crate_counts_once() {
        let tree = "lanesum v0.1.0 (/x)\nsha3 v0.12.0\ndigest v0.11.3\nzeroize v1.9.1\ndigest v0.11.3 (*)\n\
                    digest v0.10.0\nthiserror-impl v2.0.0 (proc-macro)\n";
        assert_eq!(count_crates(tree), 6);
    }

    #[test]
    fn a_program_is_larger_than_its_code() {
        let program = std::env::current_exe().unwrap();
        let loaded = loaded_bytes(&program).unwrap();
        assert!(loaded > 100_000 && loaded < std::fs::metadata(program).unwrap().len());
    }

    #[test]
    fn time_of_children_is_counted() {
        let busy = || {
            let mut shell = Command::new("sh");
            let status = shell.args(["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done"]).status()?;
            ensure!(status.success());
            Ok(())
        };
        let (wall, cpu) = timed(busy).unwrap();
        assert!(!wall.is_zero() && !cpu.is_zero(), "{wall:?} {cpu:?}");
    }
}
