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
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As the workspace says.
    Ours,
    /// As cargo does where nobody says anything.
    Default,
}

/// Builds for release, with names that can be read back, and returns the executable.
pub(crate) fn build_named(root: &Path, profile: Profile, what: &[&str]) -> Result<PathBuf> {
    let target = metadata(root)?.target_directory.join("codegen");
    let mut build = command(root);
    build.args(["build", "--quiet"]).args(what).arg("--target-dir").arg(target);
    match profile {
        Profile::Ours => build.arg("--release"),
        // A directory of its own, so that neither overwrites the other.
        Profile::Default => build
            .args(["--profile", "default-release", "--config", "profile.default-release.inherits='release'"])
            .args([
                "--config",
                "profile.default-release.lto=false",
                "--config",
                "profile.default-release.codegen-units=16",
            ]),
    };
    executable(
        build
            .env("RUSTFLAGS", "-C symbol-mangling-version=v0")
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .env("CARGO_PROFILE_RELEASE_STRIP", "none")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )
}

/// What the compiler says that it is.
pub(crate) fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output.map_or_else(|_| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
