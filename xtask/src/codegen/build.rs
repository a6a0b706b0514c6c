//! Release builds whose functions can be told apart.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cargo;

/// Builds for release, with names that can be read back, and returns the executable.
pub(super) fn named(root: &Path, what: &[&str]) -> Result<PathBuf> {
    let target = cargo::metadata(root)?.target_directory.join("codegen");
    cargo::executable(
        cargo::command(root)
            .args(["build", "--quiet", "--release"])
            .args(what)
            .arg("--target-dir")
            .arg(target)
            .env("RUSTFLAGS", "-C symbol-mangling-version=v0")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .env("CARGO_PROFILE_RELEASE_STRIP", "none")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )
}
