//! Runs cargo for the checks.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Message, Metadata, MetadataCommand};

/// The workspace's own packages, without their dependencies.
pub(crate) fn metadata(root: &Path) -> Result<Metadata> {
    MetadataCommand::new().manifest_path(root.join("Cargo.toml")).no_deps().exec().context("cargo metadata")
}

/// The cargo that runs this program, in `directory`.
pub(crate) fn command(directory: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(directory);
    command
}

/// Runs a `cargo build` and returns the executable that it made.
pub(crate) fn executable(build: &mut Command) -> Result<PathBuf> {
    let mut cargo = build
        .args(["--message-format", "json-render-diagnostics"])
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo build")?;
    let output = std::io::BufReader::new(cargo.stdout.take().context("no output of cargo")?);
    let mut executable = None;
    for message in Message::parse_stream(output) {
        if let Message::CompilerArtifact(artifact) = message? {
            executable = artifact.executable.or(executable);
        }
    }
    ensure!(cargo.wait()?.success(), "failed: {build:?}");
    Ok(executable.with_context(|| format!("no executable: {build:?}"))?.into_std_path_buf())
}

/// How a release is built.
#[derive(Clone, Copy)]
pub(crate) enum Profile {
    /// By the workspace's profile of this name.
    Ours(&'static str),
    /// As users of the library may have it: its name, `lto`, `codegen-units` and `opt-level`.
    Theirs(&'static str, &'static str, &'static str, &'static str),
}

/// Builds for release, with names that can be read back, and returns the executable.
pub(crate) fn build_named(root: &Path, profile: Profile, what: &[&str]) -> Result<PathBuf> {
    let target = metadata(root)?.target_directory.join("codegen");
    let mut build = command(root);
    build.args(["build", "--quiet"]).args(what).arg("--target-dir").arg(target);
    let mut flags = "-C symbol-mangling-version=v0".to_owned();
    let (Profile::Ours(name) | Profile::Theirs(name, ..)) = profile;
    build.args(["--profile", name]);
    let mut set = |key: &str, value: &str| {
        build.args(["--config", &format!("profile.{name}.{key}={value}")]);
    };
    if let Profile::Theirs(_, lto, units, level) = profile {
        for (key, value) in [("inherits", "'release'"), ("lto", lto), ("codegen-units", units), ("opt-level", level)] {
            set(key, value);
        }
        // Calls by address, not by a table or a register: the callee can be read from the instruction.
        flags += " -C relocation-model=static";
    }
    set("debug", "0");
    set("strip", "'none'");
    executable(
        build
            .env("RUSTFLAGS", flags)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )
}

/// The version that the compiler reports.
pub(crate) fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output.map_or_else(|_| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
