//! `lanesum completions`: the script with which a shell completes the words of this command.

use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use crate::args::{Cli, CompletionsArgs, PROGRAMS, SUBCOMMANDS};
use crate::failure::{Failure, print};
use crate::topics::PAGE;

pub(crate) fn run(args: &CompletionsArgs) -> Result<bool, Failure> {
    let mut command = with_pages(Cli::command());
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    // Into memory first: it panics where it cannot write.
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    let text = String::from_utf8_lossy(&script);
    script = match args.shell {
        Shell::Bash => with_files(&text).into_bytes(),
        Shell::Zsh => text.lines().map(of_lists).collect::<String>().into_bytes(),
        Shell::Fish => with_values(&text).into_bytes(),
        _ => script,
    };
    print(script)?;
    Ok(true)
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

/// The subcommands whose `-a` takes names separated by commas.
const OF_LISTS: [&str; 2] = ["sum", "bench"];

/// A line of zsh's script: an option that may be given several times takes words separated by commas.
fn of_lists(line: &str) -> String {
    let list = line.starts_with("'*-a+[") || line.starts_with("'*--algorithm=[");
    match line.split_once(":NAME:(") {
        Some((option, words)) if list => format!("{option}:NAME:_values -s , algorithm {}\n", words.replace(")'", "'")),
        _ => format!("{line}\n"),
    }
}

/// fish's script, with words separated by commas, and with the words that are no options, where clap's offers files.
fn with_values(script: &str) -> String {
    let mut out = String::new();
    for (number, part) in script.split_inclusive("\ncomplete ").enumerate() {
        let command = part.strip_suffix("\ncomplete ").unwrap_or(part);
        let of_list = OF_LISTS.iter().any(|name| command.contains(&format!("_using_subcommand {name}\" -s a ")));
        match command.split_once(" -a \"") {
            Some((option, words)) if of_list => {
                let names = words.lines().filter_map(|line| line.split_once("\\t")).map(|(name, _)| name);
                let names = names.collect::<Vec<_>>().join(" ");
                let function = format!("__fish_lanesum_algorithms_{number}");
                let list = format!(
                    " -a \"(__fish_complete_list , {function})\"\nfunction {function}\n    string split ' ' '{names}'\nend"
                );
                out += option;
                out += &list;
            }
            _ => out += command,
        }
        out += &part[command.len()..];
    }
    let shells = Shell::value_variants().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    for (subcommand, words) in [("as", PROGRAMS.join(" ")), ("completions", shells), ("man", SUBCOMMANDS.join(" "))] {
        let second = format!("__fish_lanesum_using_subcommand {subcommand}; and __fish_is_nth_token 2");
        out.extend(["complete -c lanesum -n \"", &second, "\" -f -a \"", &words, "\"\n"]);
    }
    out
}

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
            // The text before the last comma stays, and the word after it is completed.
            _ if OF_LISTS.contains(&section) && text.contains("-W \"sha3-224 ") => line
                .replace("-W \"", "-P \"${cur%\"${cur##*,}\"}\" -W \"")
                .replace("-- \"${cur}\"", "-- \"${cur##*,}\""),
            _ if of_files && after_cases && text.starts_with("COMPREPLY=") => line.replace(text, "COMPREPLY=()"),
            _ => line.to_owned(),
        };
        after_cases = text == "esac";
        out.push_str(&line);
        out.push('\n');
    }
    out
}
