//! `lanesum completions`: the script with which a shell completes the words of this command.

use std::io::Write;
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::args::{Cli, CompletionsArgs, SUBCOMMANDS};
use crate::failure::Failure;
use crate::output::Output;
use crate::topics::PAGE;

pub(crate) fn run(args: &CompletionsArgs) -> Result<ExitCode, Failure> {
    let mut command = with_pages(Cli::command());
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

/// With our own subcommand `help`, because clap's knows only the pages of subcommands.
fn with_pages(command: Command) -> Command {
    let pages = SUBCOMMANDS.map(Command::new);
    let algorithms = Command::new(PAGE).about("Show which algorithm to take when, and all names");
    let help = Command::new("help").about("Show this help, or the help of a subcommand").subcommands(pages);
    command.disable_help_subcommand(true).subcommand(help.subcommand(algorithms).disable_help_flag(true))
}

/// The subcommands whose arguments are files.
const OF_FILES: [&str; 5] = ["sum", "check", "audit", "update", "as"];

/// clap's script offers options even for words that are not options, where we need files. If it offers nothing, bash completes files.
fn with_files(script: &str) -> String {
    let (mut section, mut of_files) = ("", false);
    let mut after_cases = false;
    let mut out = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        if let Some(next) = text.strip_prefix("lanesum__subcmd__").and_then(|rest| rest.strip_suffix(')')) {
            section = next;
            of_files = OF_FILES.contains(&section);
        }
        let line = match text {
            // The first word is a program, which the script offers.
            _ if section == "as" && text.starts_with("if [[ ${cur} == -* || ") => line.to_owned(),
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
