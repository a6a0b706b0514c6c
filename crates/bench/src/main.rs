//! The command `lanesum-bench`.

#![forbid(unsafe_code)]

use std::io;
use std::process::ExitCode;

use clap::Parser;
use lanesum_bench::{Args, run};
use measure::trials::Settings;

fn main() -> ExitCode {
    let args = Args::parse();
    let settings = Settings { retries: args.retries, ..Settings::default() };
    match run(&args, &settings, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lanesum-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}
