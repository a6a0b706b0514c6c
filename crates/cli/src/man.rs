//! `lanesum man`: manual pages, made from the same texts as `--help`.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Arg, ArgAction, Command, CommandFactory};
use clap_mangen::Man;
use roff::{Roff, bold, italic, roman};

use crate::args::{Cli, ManArgs};
use crate::failure::{Failure, print};

pub(crate) fn run(args: &ManArgs) -> Result<bool, Failure> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    if let Some(directory) = &args.dir {
        let directory = Path::new(directory);
        fs::create_dir_all(directory).map_err(|error| Failure::file(directory, error))?;
        for command in std::iter::once(&command).chain(command.get_subcommands()) {
            let (name, page) = page(command)?;
            let path = directory.join(name);
            fs::write(&path, page).map_err(|error| Failure::file(&path, error))?;
        }
        return Ok(true);
    }
    let wanted = args.subcommand.as_ref().and_then(|name| command.find_subcommand(name));
    let (_, page) = page(wanted.unwrap_or(&command))?;
    print(page)?;
    Ok(true)
}

fn page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    // A date that is empty would be left out, and what follows take its place.
    let man = Man::new(command.clone()).date(" ").source(concat!("lanesum ", env!("CARGO_PKG_VERSION")));
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    synopsis(command).to_writer(&mut out)?;
    man.render_description_section(&mut out)?;
    let arguments: Vec<_> = command.get_positionals().cloned().collect();
    if !arguments.is_empty() {
        self::arguments(&arguments).to_writer(&mut out)?;
    }
    // They have a section of their own.
    let options = command.clone().mut_args(|arg| if arg.is_positional() { arg.hide(true) } else { arg });
    Man::new(options).render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    sections(&text).to_writer(&mut out)?;
    if !text.contains("Exit status:") {
        sections(EXIT_STATUS).to_writer(&mut out)?;
    }
    see_also(man.get_filename().trim_end_matches(".1")).to_writer(&mut out)?;
    Ok((man.get_filename(), out))
}

/// How the command is called, with the values of options, and `...` where several words may stand: `clap_mangen` has neither.
fn synopsis(command: &Command) -> Roff {
    let mut text = vec![bold(command.get_display_name().unwrap_or(command.get_name()).replacen('-', " ", 1))];
    for option in command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set()) {
        let short = option.get_short().map(|short| format!("-{short}"));
        let long = option.get_long().map(|long| format!("--{long}"));
        text.extend([roman(" ["), bold(short.into_iter().chain(long).collect::<Vec<_>>().join("|"))]);
        if option.get_action().takes_values() {
            text.extend([roman(" "), italic(value_name(option))]);
        }
        text.push(roman("]"));
    }
    for argument in command.get_positionals().filter(|arg| !arg.is_hide_set()) {
        let many = matches!(argument.get_action(), ArgAction::Append);
        let (open, close) = if argument.is_required_set() { (" ", "") } else { (" [", "]") };
        let more = if many { "..." } else { "" };
        text.extend([roman(open), italic(value_name(argument)), roman([close, more].concat())]);
    }
    if command.has_subcommands() {
        text.extend([roman(" "), italic("COMMAND")]);
    }
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.text(text);
    roff
}

fn value_name(argument: &Arg) -> String {
    let name = argument.get_value_names().and_then(|names| names.first());
    name.map_or_else(|| argument.get_id().as_str().to_uppercase(), ToString::to_string)
}

/// The exit statuses of subcommands whose help has none.
const EXIT_STATUS: &str = "Exit status:\n  0  done\n  1  the output could not be written\n  2  a wrong command line";

fn arguments(arguments: &[Arg]) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["ARGUMENTS"]);
    for argument in arguments {
        roff.control("TP", []);
        roff.text([italic(value_name(argument))]);
        roff.text([roman(argument.get_help().map(ToString::to_string).unwrap_or_default())]);
    }
    roff
}

/// The other pages, and those of programs that do the same.
fn see_also(own: &str) -> Roff {
    let pages = Cli::command();
    let mut pages: Vec<_> = pages.get_subcommands().map(|page| format!("lanesum-{}(1)", page.get_name())).collect();
    pages.insert(0, "lanesum(1)".into());
    pages.retain(|page| page.trim_end_matches("(1)") != own);
    pages.extend(["cksum(1)", "sha256sum(1)", "b3sum(1)"].map(Into::into));
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(pages.join(", "))]);
    roff
}

/// The text after the options in `--help`: headings that end with a colon, and indented text below each.
///
/// `render_extra_section` would make one paragraph of it all.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let is_heading = |line: &str| !line.starts_with(' ') && line.ends_with(':');
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if !is_heading(line) {
            roff.control("PP", []);
            roff.text([roman(line)]);
            continue;
        }
        roff.control("SH", [line.trim_end_matches(':').to_uppercase().as_str()]);
        let mut body = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            body.push(&line[2..]);
        }
        // Columns must stay as they are; a smaller indent than usual lets them end within 80.
        let columns = body.iter().any(|line| line.contains("  "));
        if columns {
            roff.control("nf", []);
            roff.control("in", ["3n"]);
        }
        for line in body {
            roff.text([roman(line)]);
        }
        if columns {
            roff.control("in", []);
            roff.control("fi", []);
        }
        lines.next_if(|line| line.is_empty());
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_sections() {
        let text = "Examples:\n  a -x   what it does\n  .b\n\nIn short:\n  one\n  two\n\nMore: see c";
        let expected = [
            r".SH EXAMPLES",
            r".nf",
            r".in 3n",
            r"a \-x   what it does",
            r"\&.b",
            r".in",
            r".fi",
            r#".SH "IN SHORT""#,
            "one",
            "two",
            ".PP",
            "More: see c",
        ];
        let page = sections(text).to_roff();
        assert_eq!(page.lines().collect::<Vec<_>>(), expected);
    }
}
