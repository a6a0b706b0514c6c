//! `lanesum completions`: the script by which a shell completes this command's words.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    // Into memory first: it panics where it cannot write.
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    let mut output = Output::open(None)?;
    output.write_all(&script)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
