//! The command `lanesum-bench`.

#![forbid(unsafe_code)]

use std::io;
use std::process::ExitCode;

use clap::Parser;
use lanesum_bench::{Args, run};
use trials::Settings;

fn main() -> ExitCode {
    match run(&Args::parse(), &Settings::default(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lanesum-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}
