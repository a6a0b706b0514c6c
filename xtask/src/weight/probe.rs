//! Throw-away packages outside the workspace: what a user builds, in a user's profile.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::cargo;

/// What a program does with a message; `{first}` stands for a byte of the digest.
const HOSTED: &str = "\
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let message = line.as_bytes();
    println!(\"{}\", {first});
}
";

/// The same without an operating system. The addresses are nobody's: the program is linked and never run.
const BARE: &str = "\
#![no_std]
#![no_main]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[unsafe(no_mangle)]
extern \"C\" fn _start() -> ! {
    let memory = 0x2000_0000 as *mut u8;
    let message = unsafe { core::slice::from_raw_parts(memory, usize::from(memory.read_volatile())) };
    unsafe { memory.write_volatile({first}) };
    loop {}
}
";

/// How a bare program is compiled.
const BARE_PROFILE: &str = "[profile.release]\nopt-level = \"z\"\nlto = true\npanic = \"abort\"\n";

/// The byte of a program that hashes nothing.
const NO_HASH: &str = "message.first().copied().unwrap_or_default()";

/// What a package is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Platform {
    /// This machine.
    Host,
    /// [`BARE_TARGET`].
    Bare,
}

pub(super) const BARE_TARGET: &str = "thumbv6m-none-eabi";

/// Variables of the environment that change what cargo builds.
const PREFIXES: [&str; 7] =
    ["CARGO_BUILD_", "CARGO_ENCODED_", "CARGO_INCREMENTAL", "CARGO_PROFILE_", "CARGO_TARGET_", "RUSTC_", "RUSTFLAGS"];

/// A cargo without what the environment says of builds.
pub(super) fn plain_cargo(directory: &Path) -> Command {
    let mut command = cargo::command(directory);
    for (name, _) in std::env::vars_os() {
        if PREFIXES.iter().any(|prefix| name.to_string_lossy().starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    command
}

/// What cargo writes for `arguments`, which need crates: at first without a network. None where they could not be fetched.
pub(super) fn with_crates(directory: &Path, arguments: &[&str]) -> Result<Option<String>> {
    let mut said = String::new();
    for network in [Some("--offline"), None] {
        let output = plain_cargo(directory).args(arguments).args(network).output().context("cargo")?;
        if output.status.success() {
            return Ok(Some(String::from_utf8(output.stdout)?));
        }
        said = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    ensure!(said.contains("failed to download"), "cargo {}: {}", arguments.join(" "), said.trim());
    Ok(None)
}

pub(super) struct Package {
    directory: TempDir,
    platform: Platform,
}

impl Package {
    /// A package with these lines under `[dependencies]`, and a program for each name and expression; the program
    /// [`Package::EMPTY`] has no expression. Versions are those of the workspace.
    pub(super) fn new(root: &Path, platform: Platform, dependencies: &str, programs: &[(&str, &str)]) -> Result<Self> {
        let directory = tempfile::tempdir()?;
        let (text, profile) = match platform {
            Platform::Host => (HOSTED, ""),
            Platform::Bare => (BARE, BARE_PROFILE),
        };
        let manifest = format!(
            "[package]\nname = \"probe\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\n{dependencies}\n{profile}"
        );
        let path = directory.path();
        std::fs::create_dir_all(path.join("src/bin"))?;
        std::fs::write(path.join("Cargo.toml"), manifest)?;
        std::fs::copy(root.join("Cargo.lock"), path.join("Cargo.lock"))?;
        for (name, first) in programs.iter().chain(&[(Self::EMPTY, NO_HASH)]) {
            std::fs::write(path.join(format!("src/bin/{name}.rs")), text.replace("{first}", first))?;
        }
        Ok(Self { directory, platform })
    }

    /// The program that hashes nothing.
    pub(super) const EMPTY: &str = "empty";

    /// Whether all that it depends on is here, or could be fetched.
    pub(super) fn fetch(&self) -> Result<bool> {
        Ok(with_crates(self.directory.path(), &["fetch"])?.is_some())
    }

    /// Builds the programs for release, and returns the directory that they are in.
    pub(super) fn build(&self, target: &Path, flags: &str) -> Result<PathBuf> {
        let mut build = plain_cargo(self.directory.path());
        build.args(["build", "--quiet", "--release", "--offline", "--target-dir"]).arg(target);
        if !flags.is_empty() {
            build.env("RUSTFLAGS", flags);
        }
        let programs = match self.platform {
            Platform::Host => target.to_path_buf(),
            Platform::Bare => {
                build.args(["--target", BARE_TARGET]);
                target.join(BARE_TARGET)
            }
        };
        ensure!(build.status().context("cargo build")?.success(), "failed: {build:?}");
        Ok(programs.join("release"))
    }
}
