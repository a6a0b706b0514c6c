//! Tells the bench which compiler builds it, and from which commit: a figure without them is worth little.

use std::env;
use std::path::Path;
use std::process::Command;

/// The files that figures depend on: a change in any of these makes the build another than the commit's.
const SOURCES: &[&str] = &[".", "../lanesum", "../lanes", "../measure", "../../Cargo.toml", "../../Cargo.lock"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().ok().and_then(|out| String::from_utf8(out.stdout).ok());
    println!("cargo::rustc-env=LANESUM_RUSTC={}", version.as_deref().map_or("rustc unknown", str::trim));
    if let Some(commit) = commit() {
        println!("cargo::rustc-env=LANESUM_COMMIT={commit}");
    }
}

/// Nothing outside git, and nothing where the repository around is not ours.
fn commit() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // Asked of git, as a worktree keeps them elsewhere. Not the index, which every `git status` may write: Cargo would build
    // again. What is not there would make Cargo run this at each build.
    let kept = ["HEAD", "logs/HEAD"].iter().filter_map(|name| git(&["rev-parse", "--git-path", name]));
    for path in kept.chain(SOURCES.iter().map(ToString::to_string)).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let head = git(&["rev-parse", "--short", "HEAD"])?;
    let status = [&["status", "--porcelain", "--untracked-files=no", "--"], SOURCES].concat();
    let is_dirty = !git(&status)?.is_empty();
    Some(if is_dirty { format!("{head}-dirty") } else { head })
}

/// Without locks: a build must not be in the way of what the user does in the repository.
fn git(args: &[&str]) -> Option<String> {
    let out = Command::new("git").arg("--no-optional-locks").args(args).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}
