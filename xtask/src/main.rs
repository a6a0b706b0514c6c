//! The checks that belong to this repository rather than to one of its crates: `cargo xtask agree`, `conformance`, `layers`, `codegen`,
//! `mca`, `tables` and `weight`. `coreutils` runs the tests of coreutils with the command in place of its programs. `race` times the
//! command against others.
#![forbid(unsafe_code)]

mod agree;
mod cargo;
mod change;
mod codegen;
mod conformance;
mod coreutils;
mod header;
mod layers;
mod marked;
mod race;
mod tables;
mod verdict;
mod weight;
mod xop;

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
    /// Check which crate and module uses which, and where `unsafe` stands.
    Layers,
    /// Disassemble the release build and look at its kernels.
    Codegen(codegen::Options),
    /// Ask llvm-mca what the kernels take on processors that are not at hand.
    Mca(codegen::mca::Options),
    /// Hold what is made from the library's table of functions to it: C's header, Python's functions, lists in documents.
    Tables(tables::Options),
    /// Measure what users compile and carry: sizes, crates, build times.
    Weight(weight::Options),
    /// Run the tests that GNU coreutils has for its checksum programs, with the command in their place.
    Coreutils(coreutils::Options),
    /// Time the command against openssl, coreutils, rhash and b3sum, on the same files.
    Race(race::Options),
    /// Run the kernels with XOP on Bochs, which models a processor that has it.
    Xop,
}

fn main() -> ExitCode {
    let root = workspace_root();
    let verdict = match Cli::parse().command {
        Command::Agree(options) => agree::command(&options),
        Command::Conformance(options) => conformance::command(&options, &root),
        Command::Layers => layers::command(&root),
        Command::Codegen(options) => codegen::command(&options, &root),
        Command::Mca(options) => codegen::mca::command(&options, &root),
        Command::Tables(options) => tables::command(&options, &root),
        Command::Weight(options) => weight::command(&options, &root),
        Command::Coreutils(options) => coreutils::command(&options, &root),
        Command::Race(options) => race::command(&options, &root),
        Command::Xop => xop::command(&root),
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
