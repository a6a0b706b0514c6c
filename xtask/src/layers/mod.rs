//! `cargo xtask layers`: which crate and which module may use which, where `unsafe` is allowed, and what must not be in a tracked file. The
//! tables of what is allowed are at the top of this file; ARCHITECTURE.md has the picture.

mod circles;
mod levels;
mod rivals;
mod text;
mod tokens;
mod tree;
mod uses;
mod violation;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, Metadata, Package};

use crate::cargo::{metadata, whole_metadata};
use crate::verdict::Verdict;
use violation::Violation;

/// The directories of the workspaces. A binding has one of its own, and so have the fuzz targets and the image for
/// Bochs: nobody else compiles what they need.
const WORKSPACES: &[&str] =
    &["", "bindings/c", "bindings/python", "bindings/wasm", "fuzz", "xtask/mutants", "xtask/xop"];

/// Each crate of the workspaces (by its directory) and the crates of ours that it may use.
const CRATES: &[(&str, &[&str])] = &[
    ("lanes", &[]),
    ("measure", &[]),
    ("reference", &[]),
    ("startup", &[]),
    ("lanesum", &["lanes"]),
    ("cli", &["lanesum", "measure", "signatures", "startup"]),
    ("bench", &["lanesum", "measure", "signatures"]),
    ("python", &["lanesum"]),
    ("c", &["lanesum"]),
    ("wasm", &["lanesum"]),
    ("signatures", &["lanesum"]),
    ("timing", &["lanesum", "measure", "signatures"]),
    ("fuzz", &["lanesum", "measure", "reference", "signatures", "startup"]),
    ("mutants", &[]),
    ("xop", &["lanesum"]),
    ("xtask", &["bench", "cli", "lanes", "lanesum", "measure", "reference", "signatures", "startup"]),
];

/// Crates that any crate's tests may use, whatever [`CRATES`] says.
const FOR_TESTS: &[&str] = &["measure", "reference"];

/// The crate whose modules have a direction too.
const LIBRARY: &str = "crates/lanesum/src/";

/// The modules of [`LIBRARY`] from the bottom up: a module may use those of its own level and of the levels below.
const MODULES: &[&[&str]] = &[
    &["backend", "strength", "sure", "wipe"],
    &["plan"],
    &["algorithm"],
    &["error"],
    &["engine", "saved", "session", "tail"],
    &["keccak", "md"],
    &["blake", "reader", "sha2"],
    &["families"],
    &["batch", "cpu", "dispatch"],
    &["modes"],
    &["hash"],
    &["stream"],
];

/// Uses of a module above that are right all the same.
const MODULE_EXCEPTIONS: &[levels::Exception] = &[];

/// Where `unsafe` may stand, and why.
const UNSAFE: &[(&str, &str)] = &[
    (".ci/controls/", "defects that a sanitizer must see"),
    ("bindings/c/examples/", "calls of the C library by its names"),
    ("bindings/c/src/ffi/", "the functions of lanesum.h, over memory of the caller"),
    ("bindings/python/src/memory/", "buffers and objects of Python, Arrow's C Data Interface"),
    ("bindings/wasm/src/exports.rs", "the attribute that exports a function to JavaScript"),
    ("crates/lanes/", "vector registers behind feature tokens"),
    ("crates/measure/", "time-stamp counter, affinity, probes"),
    ("crates/timing/src/memcheck.rs", "what valgrind is told"),
    ("crates/timing/src/trace.rs", "a breakpoint, and a child that is looked at"),
    ("crates/startup/", "a function that runs before `main`, and one within signal handlers"),
    ("fuzz/targets/arrow/interface.rs", "the structs of Arrow's C Data Interface, and functions that a consumer calls"),
    ("xtask/xop/", "a program on a bare processor"),
    ("crates/lanesum/tests/support/", "guard pages, what is left of a dropped value, a counting allocator"),
];

/// Where it stands why each dependency is there.
const REASONS: &str = "docs/dependencies.md";

pub(crate) fn command(root: &Path) -> Result<Verdict> {
    let files = tracked_files(root)?;
    let workspaces = WORKSPACES.iter().map(|directory| metadata(&root.join(directory))).collect::<Result<Vec<_>>>()?;
    let mut violations = check_crates(&workspaces)?;
    violations.extend(check_files(root, &files)?);
    violations.extend(check_uses(&workspaces));
    violations.extend(check_reasons(&workspaces, &std::fs::read_to_string(root.join(REASONS))?));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))?;
    violations.extend(rivals::check(&whole_metadata(root)?, &manifest, &lanesum_bench::rivals::names())?);
    violations.sort();
    violations.dedup();
    for Violation { path, line, what } in &violations {
        println!("{path}:{line}: {what}");
    }
    if violations.is_empty() {
        println!("layers: ok ({} files)", files.len());
        return Ok(Verdict::Passed);
    }
    println!("layers: {} violations ({} files)", violations.len(), files.len());
    Ok(Verdict::Failed)
}

/// The files that git tracks, and those that it would if they were added.
fn tracked_files(root: &Path) -> Result<Vec<String>> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().context("git ls-files")?;
    ensure!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    let names = String::from_utf8(output.stdout)?;
    let mut files = names.split_terminator('\0').map(str::to_owned).collect::<Vec<_>>();
    files.retain(|file| root.join(file).is_file());
    files.sort();
    files.dedup();
    Ok(files)
}

/// Everything that is about single files.
fn check_files(root: &Path, files: &[String]) -> Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for file in files {
        let bytes = std::fs::read(root.join(file)).with_context(|| file.clone())?;
        let Ok(content) = String::from_utf8(bytes) else { continue };
        violations.extend(text::check(file, &content));
        if Path::new(file).extension().is_some_and(|extension| extension == "rs") {
            let tokens = match tokens::read(&content) {
                Ok(tokens) => tokens,
                Err(error) => {
                    violations.push(Violation::new(file, error.span().start().line, error.to_string()));
                    continue;
                }
            };
            violations.extend(tokens::check_unsafe(file, &tokens, UNSAFE));
        }
    }
    Ok(violations)
}

/// Which file of a crate uses which: circles in every target of every crate, and the levels of [`LIBRARY`]'s modules.
fn check_uses(workspaces: &[Metadata]) -> Vec<Violation> {
    let levels = levels::Levels { sources: LIBRARY, modules: MODULES, exceptions: MODULE_EXCEPTIONS };
    let top = top(workspaces);
    let mut violations = Vec::new();
    for target in packages(workspaces).into_iter().flat_map(|package| &package.targets) {
        let root = relative(top, target.src_path.as_std_path());
        let tree = match tree::Tree::read(target.src_path.as_std_path()) {
            Ok(tree) => tree,
            Err(error) => {
                violations.push(Violation::new(&root, 1, format!("{error:#}")));
                continue;
            }
        };
        let files = tree.files.iter().map(|file| relative(top, file)).collect::<Vec<_>>();
        let uses = uses::find(&tree);
        violations.extend(circles::check(&files, &uses));
        if root.starts_with(LIBRARY) {
            violations.extend(levels.check(&files, &uses));
        }
    }
    violations
}

/// The dependencies between our crates, their lints, and `forbid(unsafe_code)` in their roots.
fn check_crates(workspaces: &[Metadata]) -> Result<Vec<Violation>> {
    let mut violations = Vec::new();
    let top = top(workspaces);
    for workspace in workspaces {
        let manifest = workspace.workspace_root.as_std_path().join("Cargo.toml");
        let path = relative(top, &manifest);
        violations.extend(check_workspace_lints(&path, &std::fs::read_to_string(manifest)?)?);
    }
    let packages = packages(workspaces);
    for package in &packages {
        let path = relative(top, package.manifest_path.as_std_path());
        let text = std::fs::read_to_string(&package.manifest_path)?;
        let line_of = |part: &str| 1 + text.lines().position(|line| line.starts_with(part)).unwrap_or_default();
        let name = directory(package);
        let Some((_, may_use)) = CRATES.iter().find(|(known, _)| *known == name) else {
            violations.push(Violation::new(&path, 1, format!("crate {name} has no place among the layers")));
            continue;
        };
        let manifest: toml::Table = toml::from_str(&text)?;
        if manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool) != Some(true) {
            violations.push(Violation::new(&path, 1, "does not take the workspace's lints"));
        }
        for dependency in &package.dependencies {
            let Some(used) = packages.iter().find(|other| *other.name == dependency.name) else { continue };
            let used = directory(used);
            let for_tests = dependency.kind == DependencyKind::Development && FOR_TESTS.contains(&used);
            if used != name && !may_use.contains(&used) && !for_tests {
                let key = dependency.rename.as_ref().unwrap_or(&dependency.name);
                let kind = match dependency.kind {
                    DependencyKind::Development => " in its tests",
                    _ => "",
                };
                violations.push(Violation::new(&path, line_of(key), format!("{name} may not use {used}{kind}")));
            }
        }
        // All of the crate.
        if UNSAFE.iter().any(|(allowed, _)| path.starts_with(allowed)) {
            continue;
        }
        for target in
            package.targets.iter().filter(|target| target.is_lib() || target.is_bin() || target.is_proc_macro())
        {
            let path = relative(top, target.src_path.as_std_path());
            // A part of its sources, beside the root.
            if UNSAFE.iter().any(|(allowed, _)| Path::new(allowed).parent() == Path::new(&path).parent()) {
                continue;
            }
            let source = std::fs::read_to_string(&target.src_path)?;
            if !tokens::read(&source).is_ok_and(|tokens| tokens::forbids_unsafe(&tokens)) {
                violations.push(Violation::new(&path, 1, "no #![forbid(unsafe_code)]"));
            }
        }
    }
    Ok(violations)
}

/// That each dependency has a row: the names in its first cell.
fn check_reasons(workspaces: &[Metadata], page: &str) -> Vec<Violation> {
    let rows = page.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    let known: Vec<_> = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let packages = packages(workspaces);
    let others = packages.iter().flat_map(|package| &package.dependencies).map(|dependency| dependency.name.as_str());
    let others = others.filter(|name| !packages.iter().any(|ours| *ours.name == *name) && !known.contains(name));
    others.map(|name| Violation::new(REASONS, 1, format!("no row says why {name} is there"))).collect()
}

/// That each unsafe block has its `// SAFETY:` is clippy's business; here only that nobody switched it off.
fn check_workspace_lints(path: &str, manifest: &str) -> Result<Vec<Violation>> {
    const DENIED: [(&str, &str); 2] = [("clippy", "undocumented_unsafe_blocks"), ("rust", "unsafe_op_in_unsafe_fn")];
    let table: toml::Table = toml::from_str(manifest)?;
    let lints = table.get("workspace").and_then(|workspace| workspace.get("lints"));
    let level = |tool, lint| {
        let entry = lints.and_then(|lints| lints.get(tool)).and_then(|lints| lints.get(lint))?;
        entry.as_str().or_else(|| entry.get("level").and_then(toml::Value::as_str))
    };
    let open = DENIED.iter().filter(|(tool, lint)| !matches!(level(tool, lint), Some("deny" | "forbid")));
    let violation = |(tool, lint): &(&str, &str)| Violation::new(path, 1, format!("{tool}'s {lint} is not denied"));
    Ok(open.map(violation).collect())
}

/// The crates of all workspaces.
fn packages(workspaces: &[Metadata]) -> Vec<&Package> {
    workspaces.iter().flat_map(Metadata::workspace_packages).collect()
}

/// The directory of the first workspace as cargo gives it: canonical.
fn top(workspaces: &[Metadata]) -> &Path {
    workspaces[0].workspace_root.as_std_path()
}

/// The name of a crate's directory.
fn directory(package: &Package) -> &str {
    package.manifest_path.parent().and_then(|dir| dir.file_name()).unwrap_or_default()
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests;
