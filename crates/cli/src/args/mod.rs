//! The command line.

mod check;
mod parameters;
mod sum;
mod texts;

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use lanesum::{Algorithm, Backend, Hasher};
use measure::trials::Settings;

pub(crate) use self::check::CheckArgs;
pub(crate) use self::sum::{Digits, Style, SumArgs};
use crate::engine::{self, Io, IoOrder};
use crate::function::Function;
use crate::quote::quote;

/// Digests of files, as many lanes wide as the processor.
#[derive(Debug, Parser)]
#[command(name = "lanesum", version, after_help = texts::EXAMPLES, arg_required_else_help = true, max_term_width = 78)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    pub(crate) fn read() -> Result<Self, clap::Error> {
        Self::try_parse().map_err(with_tip)
    }
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
            "options stand behind a subcommand, for example: lanesum sum FILE".to_owned()
        }
        (ErrorKind::InvalidSubcommand, _, Some(word)) if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            let word = String::from_utf8_lossy(&quote(word.as_bytes())).into_owned();
            format!("to hash a file: lanesum sum {word}")
        }
        _ => return error,
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Hash files or standard input and write one line for each
    #[command(after_help = texts::SUM_EXAMPLES)]
    Sum(SumArgs),
    /// Check files against lists of digests
    #[command(after_help = texts::CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Show the processor, the backends, and which one is used for what
    Info(InfoArgs),
    /// Measure every backend here, and whether the right ones are used
    #[command(after_help = texts::BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// Write a script by which a shell completes this command's words
    #[command(after_help = texts::COMPLETIONS_EXAMPLES, arg_required_else_help = true)]
    Completions(CompletionsArgs),
    /// Write manual pages
    #[command(after_help = texts::MAN_EXAMPLES)]
    Man(ManArgs),
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Algorithms, separated by commas
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_delimiter = ',', value_parser = algorithms(),
          ignore_case = true, default_values = ["sha3-256", "shake128"])]
    pub(crate) algorithms: Vec<Algorithm>,

    /// Time for each number and length of messages, all backends together; as much again where few samples are quiet,
    /// and again at each retry
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = seconds,
          allow_negative_numbers = true)]
    pub(crate) seconds: f64,

    /// How often figures without enough quiet samples are tried again, two minutes after their last try; 0: not at all
    #[arg(long, value_name = "N", default_value_t = Settings::default().retries, value_parser = number(0..=1000_usize),
          allow_negative_numbers = true)]
    pub(crate) retries: usize,

    /// Write the figures as a JSON array, one object for each backend, number and length of messages
    #[arg(long)]
    pub(crate) json: bool,

    /// Keep the order that was found, for this user: later runs of this command follow it
    #[arg(long)]
    pub(crate) save: bool,

    /// Remove the saved order; nothing is measured
    #[arg(long, conflicts_with_all = ["save", "json"])]
    pub(crate) forget: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that is to read it
    pub(crate) shell: Shell,
}

/// Those that have a page; a test holds them against [`Command`].
const SUBCOMMANDS: [&str; 6] = ["sum", "check", "info", "bench", "completions", "man"];

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Write all pages into DIR, which is made if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "subcommand")]
    pub(crate) dir: Option<OsString>,

    /// Write the page of this subcommand instead of that of lanesum
    #[arg(value_parser = SUBCOMMANDS)]
    pub(crate) subcommand: Option<String>,
}

/// How many threads, and how they read: the same for `sum` and `check`.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Threads that read and hash [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16),
          allow_negative_numbers = true)]
    threads: Option<u16>,

    /// How to read: "parallel" (several files at once) or "sequential" (one after the other, for disks whose head must
    /// move), and how much at a time, e.g. "sequential,4M" or "64K" [default: parallel, sizes chosen by itself]
    #[arg(long, value_name = "ORDER,SIZE", value_parser = io, default_value = "parallel", hide_default_value = true)]
    io: Io,
}

impl EngineArgs {
    pub(crate) fn settings(&self) -> engine::Settings {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        engine::Settings { threads: self.threads.map_or_else(all, usize::from), io: self.io }
    }
}

/// The smallest and the largest `--io` size.
const IO_BYTES: RangeInclusive<usize> = 4 << 10..=16 << 20;

fn io(text: &str) -> Result<Io, String> {
    let (mut order, mut size) = (None, None);
    for word in text.split(',') {
        let twice = match word {
            "parallel" => order.replace(IoOrder::Parallel).is_some(),
            "sequential" => order.replace(IoOrder::Sequential).is_some(),
            number => size.replace(bytes(number)?).is_some(),
        };
        if twice {
            return Err("one order and one size at most".into());
        }
    }
    Ok(Io { order: order.unwrap_or(Io::default().order), bytes: size })
}

fn bytes(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    let size = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    size.filter(|size| IO_BYTES.contains(size))
        .ok_or_else(|| format!("'{text}' is not \"parallel\", \"sequential\" or a size from 4K to 16M"))
}

fn functions() -> impl TypedValueParser<Value = Function> {
    PossibleValuesParser::new(Function::all().map(Function::name))
        .try_map(|name| Function::named(&name.to_ascii_lowercase()).ok_or_else(|| format!("unknown algorithm {name}")))
}

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.iter().map(|algorithm| algorithm.name()))
        .try_map(|name| name.to_ascii_lowercase().parse::<Algorithm>())
}

/// A whole number in a range. clap's own says "invalid digit found in string" to -1.
fn number<T: Clone + FromStr + PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("not a number from {} to {}", range.start(), range.end())),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("not a number from 0.001 to 600".into()),
    }
}

fn backends() -> impl TypedValueParser<Value = Backend> {
    PossibleValuesParser::new(Backend::ALL.iter().map(|backend| backend.name())).try_map(|name| name.parse::<Backend>())
}

/// Refuses a backend that the function or the machine does not have, in `subcommand`'s name.
pub(crate) fn check_backend(subcommand: &str, function: Function, backend: Backend) -> Result<(), clap::Error> {
    let refuse = |message: &str| refuse(subcommand, ErrorKind::ValueValidation, message);
    let forms = function.backends();
    let Some(algorithm) = function.algorithm() else {
        return Err(refuse(&format!("{function} is not lanesum's own code: leave --backend out")));
    };
    if !forms.contains(&backend) {
        let usable = forms.iter().filter(|form| form.is_available()).map(|form| form.name());
        return Err(refuse(&format!("{function} has no backend {backend}; usable here: {}", list(usable))));
    }
    if !backend.is_available() {
        let why = backend.reason();
        return Err(refuse(&format!("backend {backend} cannot be used: {why} (see \"lanesum info\")")));
    }
    Hasher::with_backend(algorithm, backend).map(drop).map_err(|error| refuse(&error.to_string()))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// An error of a subcommand in clap's form: message, usage, where to read on.
pub(crate) fn refuse(subcommand: &str, kind: ErrorKind, message: &str) -> clap::Error {
    let mut command = Cli::command();
    command.build();
    match command.find_subcommand_mut(subcommand) {
        Some(subcommand) => subcommand.error(kind, message),
        None => command.error(kind, message),
    }
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

    #[test]
    fn ways_to_read() {
        assert_eq!(io("parallel"), Ok(Io::default()));
        assert_eq!(io("sequential,4M"), Ok(Io { order: IoOrder::Sequential, bytes: Some(4 << 20) }));
        assert_eq!(io("64k"), Ok(Io { order: IoOrder::Parallel, bytes: Some(64 << 10) }));
        for wrong in
            ["", "sequential,parallel", "4K,8K", "sequentially", "1", "17M", "4G", "-4K", "99999999999999999999M", "K"]
        {
            assert!(io(wrong).is_err(), "{wrong}");
        }
    }
}
