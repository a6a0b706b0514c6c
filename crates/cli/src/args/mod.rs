//! The command line.
//!
//! | file | what |
//! | --- | --- |
//! | here | the subcommands, and how errors are shown |
//! | `sum`, `check`, `audit`, `bench` | the options of each |
//! | `signing` | those of `keygen`, `sign` and `verify` |
//! | `parameters`, `workers`, `output`, `backend` | options that several subcommands share |
//! | `values` | the words and numbers that options take |
//! | `patterns` | `*.txt` among files, on Windows |
//! | `texts` | the examples and explanations behind `--help` |

mod audit;
mod backend;
mod bench;
mod check;
mod output;
mod parameters;
mod patterns;
mod signing;
mod sum;
mod texts;
mod values;
mod workers;

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

pub(crate) use self::audit::{AuditArgs, UpdateArgs};
pub(crate) use self::backend::check_backend;
pub(crate) use self::bench::BenchArgs;
pub(crate) use self::check::{CheckArgs, Manner};
pub(crate) use self::patterns::expand;
pub(crate) use self::signing::{KeygenArgs, PassphraseArgs, SignArgs, VerifyArgs};
pub(crate) use self::sum::{Digits, Names, Style, SumArgs};
pub(crate) use self::values::PROGRAMS;
use crate::quote::quote_path;
use crate::refusal::Refusal;

/// Compute and check digests of files: SHA-2, SHA-3, KT128, BLAKE and others, many files or parts of a file at once.
#[derive(Debug, Parser)]
#[command(name = "lanesum", bin_name = "lanesum", version, after_help = texts::EXAMPLES, arg_required_else_help = true, max_term_width = 78)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// The name of the subcommand.
    #[arg(skip)]
    pub(crate) name: String,
}

impl Cli {
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        if std::env::args_os().any(|argument| argument == "-h") {
            command = short(command);
        }
        let matches = command.try_get_matches_from_mut(std::env::args_os());
        let cli = matches.and_then(|matches| {
            let cli = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
            Ok(Self { name: matches.subcommand_name().unwrap_or_default().to_owned(), ..cli })
        });
        let mut cli = cli.map_err(with_tip)?;
        match &cli.command {
            Command::Check(args) => args.color.put_in_force(),
            Command::Audit(args) => args.color.put_in_force(),
            Command::Update(args) => args.color.put_in_force(),
            _ => {}
        }
        cli.command.expand();
        Ok(cli)
    }

    /// A refusal in clap's form: the message, the usage of `subcommand`, and where to read on.
    pub(crate) fn explain(subcommand: &str, Refusal(message): Refusal) -> clap::Error {
        let mut command = Self::command();
        command.build();
        match command.find_subcommand_mut(subcommand) {
            Some(subcommand) => subcommand.error(ErrorKind::ArgumentConflict, message),
            None => command.error(ErrorKind::ArgumentConflict, message),
        }
    }
}

/// The options that `-h` shows, of subcommands that have many.
const COMMON: [(&str, &[&str]); 5] = [
    ("sum", &["algorithm", "length", "recursive", "files_from", "untagged", "exclude", "output"]),
    ("check", &["algorithm", "ignore_missing", "quiet", "status", "recursive", "relative", "signed_by"]),
    ("audit", &["relative", "json", "quiet", "exclude", "output"]),
    ("update", &["paranoid", "dry_run", "accept", "relative", "exclude"]),
    ("bench", &["algorithms", "json", "quick", "save"]),
];

/// The command with the short help of `-h`: the usual options and the first examples.
fn short(command: clap::Command) -> clap::Command {
    let (examples, _) = texts::EXAMPLES.split_once("\n\nExit status:").unwrap_or_default();
    let mut command = command.after_help(examples);
    for (name, common) in COMMON {
        command = command.mut_subcommand(name, |subcommand| {
            let examples = subcommand.get_after_help().map(ToString::to_string).unwrap_or_default();
            let mut lines = examples.lines().take_while(|line| !line.is_empty());
            let mut examples: Vec<_> = lines.by_ref().take(9).collect();
            // If the list goes on, its last line shown may be an example that is cut off.
            if lines.next().is_some() {
                while examples.pop().is_some_and(|line| line.starts_with("   ")) {}
            }
            let examples = examples.join("\n");
            let help = format!("{examples}\n\nAll options, and more examples: lanesum help {name}");
            subcommand
                .mut_args(|arg| {
                    let hidden = !arg.is_positional() && !common.contains(&arg.get_id().as_str());
                    arg.hide(hidden)
                })
                .after_help(help)
        });
    }
    command
}

/// Adds what to do to an error that many make, where clap cannot know it.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    // The usage of a subcommand has its name.
    let at_the_top = error.get(ContextKind::Usage).is_some_and(|usage| usage.to_string().contains("lanesum <COMMAND>"));
    let tip = match (error.kind(), word(ContextKind::InvalidArg), word(ContextKind::InvalidSubcommand)) {
        (ErrorKind::UnknownArgument, Some("-c" | "--check"), _) => {
            "lists of digests are checked by a subcommand: lanesum check LIST".to_owned()
        }
        (ErrorKind::UnknownArgument, ..) if at_the_top => {
            "options come after a subcommand, for example: lanesum sum FILE".to_owned()
        }
        (ErrorKind::InvalidSubcommand, _, Some(word)) if PROGRAMS.contains(&word) => {
            format!("options and files of {word} come after its name: lanesum as {word} FILE")
        }
        // clap finds zsh similar to tcsh.
        (ErrorKind::InvalidValue, Some("<SHELL>" | "[SUBCOMMAND]"), _) => {
            error.remove(ContextKind::SuggestedValue);
            return error;
        }
        (ErrorKind::InvalidSubcommand, _, Some(word)) if Path::new(word).exists() => {
            let words: Vec<_> = env::args_os().skip_while(|other| other != word).collect();
            let what = match (words.len(), words.iter().any(|word| Path::new(word).is_dir())) {
                (_, true) => "the files in a directory: lanesum sum -r",
                (1, false) => "a file: lanesum sum",
                (_, false) => "files: lanesum sum",
            };
            let words: Vec<_> = words.iter().map(quote_path).collect();
            format!("to hash {what} {}", words.join(" "))
        }
        (ErrorKind::InvalidSubcommand, _, Some(word))
            if error.get(ContextKind::SuggestedSubcommand).is_none() && !word.starts_with('-') =>
        {
            "there is no file of this name either; to hash a file: lanesum sum FILE".to_owned()
        }
        _ => return error,
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Hash files or standard input and write one line for each
    #[command(after_help = texts::sum())]
    Sum(SumArgs),
    /// Check files against lists of digests
    #[command(after_help = texts::CHECK_EXAMPLES,
              mut_arg("exclude", |arg| arg.help("With -r: leave out lists that match GLOB, written as in a .gitignore (repeatable)")),
              mut_arg("include", |arg| arg.help("With -r: also check files that match GLOB as lists, whatever their names (repeatable); \
                                                 --exclude wins")),
              mut_arg("one_file_system", |arg| arg.help("With -r: do not enter directories on other file systems")))]
    Check(CheckArgs),
    /// Compare directories with lists: what is changed or missing?
    #[command(after_help = texts::AUDIT_EXAMPLES)]
    Audit(AuditArgs),
    /// Bring a list up to date: hash only what is new or has changed
    #[command(after_help = texts::UPDATE_EXAMPLES)]
    Update(UpdateArgs),
    /// Act as another program: sha256sum, b2sum, b3sum, cksum, shasum and the like
    #[command(after_help = texts::AS_EXAMPLES)]
    As(AsArgs),
    /// Make a key pair for signing lists
    #[command(after_help = texts::KEYGEN_EXAMPLES, arg_required_else_help = true)]
    Keygen(KeygenArgs),
    /// Sign lists of digests
    #[command(after_help = texts::SIGN_EXAMPLES, arg_required_else_help = true)]
    Sign(SignArgs),
    /// Verify the signatures of lists
    #[command(after_help = texts::VERIFY_EXAMPLES, arg_required_else_help = true)]
    Verify(VerifyArgs),
    /// Show the processor, its backends, and which backend each algorithm uses
    #[command(after_help = texts::INFO)]
    Info(InfoArgs),
    /// Measure every backend on this machine, and show whether the fastest are used
    #[command(after_help = texts::BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// Write a completion script for a shell
    #[command(after_help = texts::COMPLETIONS_EXAMPLES, arg_required_else_help = true)]
    Completions(CompletionsArgs),
    /// Write manual pages
    #[command(after_help = texts::MAN_EXAMPLES)]
    Man(ManArgs),
}

impl Command {
    /// Expands patterns among the files that are read.
    fn expand(&mut self) {
        match self {
            Self::Sum(args) => expand(&mut args.files),
            Self::Check(args) => expand(&mut args.lists),
            Self::Audit(args) => expand(&mut args.inputs),
            Self::Sign(args) => expand(&mut args.lists),
            Self::Verify(args) => expand(&mut args.lists),
            _ => {}
        }
    }
}

/// The option `--color`.
#[derive(Debug, Args)]
pub(crate) struct ColorArgs {
    /// Colour what failed: "auto" (on a terminal), "always" or "never"
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    pub(crate) color: ColorChoice,
}

impl ColorArgs {
    pub(crate) fn put_in_force(&self) {
        match self.color {
            ColorChoice::Auto => {}
            ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
            ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// Show every backend, and the choice for each algorithm and number of messages
    #[arg(long, conflicts_with = "json")]
    pub(crate) all: bool,

    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that will read the script
    pub(crate) shell: Shell,
}

/// The subcommands that have a page; a test compares them with [`Command`].
pub(crate) const SUBCOMMANDS: [&str; 12] =
    ["sum", "check", "audit", "update", "as", "keygen", "sign", "verify", "info", "bench", "completions", "man"];

#[derive(Debug, Args)]
pub(crate) struct AsArgs {
    /// The program: b2sum, b3sum, cksum, md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum or shasum
    #[arg(value_name = "PROGRAM", required = true, value_parser = values::programs(), hide_possible_values = true)]
    pub(crate) program: String,

    /// Its options and files
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true, value_hint = ValueHint::FilePath)]
    pub(crate) arguments: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Write all pages into DIR, which is created if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "subcommand")]
    pub(crate) dir: Option<OsString>,

    /// Write the page of this subcommand instead of the page of lanesum
    #[arg(value_parser = SUBCOMMANDS)]
    pub(crate) subcommand: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_a_page() {
        let command = Cli::command();
        assert_eq!(command.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>(), SUBCOMMANDS);
    }
}
