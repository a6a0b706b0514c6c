//! `lanesum completions`: the script by which a shell completes this command's words.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::{Cli, CompletionsArgs};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    // Into memory first: it panics where it cannot write.
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    if args.shell == Shell::Bash {
        script = with_files(&String::from_utf8_lossy(&script)).into_bytes();
    }
    let mut output = Output::open(None)?;
    output.write_all(&script)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The subcommands whose arguments are files.
const OF_FILES: [&str; 5] = ["sum", "check", "audit", "update", "as"];

/// clap's script offers options wherever none begins: files are wanted there. What it leaves empty, bash completes as files.
fn with_files(script: &str) -> String {
    let mut of_files = false;
    let mut after_cases = false;
    let mut out = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        if let Some(section) = text.strip_prefix("lanesum__subcmd__").and_then(|rest| rest.strip_suffix(')')) {
            of_files = OF_FILES.contains(&section);
        }
        let line = match text {
            _ if of_files && text.starts_with("if [[ ${cur} == -* || ") => {
                line.replace(text, "if [[ ${cur} == -* ]] ; then")
            }
            _ if of_files && after_cases && text.starts_with("COMPREPLY=") => line.replace(text, "COMPREPLY=()"),
            _ => line.to_owned(),
        };
        after_cases = text == "esac";
        out.push_str(&line);
        out.push('\n');
    }
    out
}
