//! The checks that belong to this repository rather than to one of its crates, and want Rust: `cargo xtask agree`, `conformance`, `codegen` and
//! `tables`. Others are scripts in `.ci/`, and `xtask/mca.py`.
#![forbid(unsafe_code)]

mod agree;
mod cargo;
mod codegen;
mod conformance;
mod header;
mod tables;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use verdict::Verdict;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The repository's own checks", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare random cases with other people's implementations.
    Agree(agree::Options),
    /// Run the published test vectors on every available backend.
    Conformance(conformance::Options),
    /// Disassemble the release build and look at its kernels.
    Codegen(codegen::Options),
    /// Hold what is made from the library's table of functions to it: C's header, Python's functions, lists in documents; and plans to docs/measured.
    Tables(tables::Options),
}

fn main() -> ExitCode {
    // All checks are about the papers' forms, too.
    lanesum_papers::register();
    let root = workspace_root();
    let verdict = match Cli::parse().command {
        Command::Agree(options) => agree::command(&options),
        Command::Conformance(options) => conformance::command(&options, &root),
        Command::Codegen(options) => codegen::command(&options, &root),
        Command::Tables(options) => tables::command(&options, &root),
    };
    match verdict {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::FAILURE,
        Ok(Verdict::NotRun) => ExitCode::from(2),
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The directory of the workspace's `Cargo.toml`: xtask is only ever run from the checkout that it was built in.
fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}
