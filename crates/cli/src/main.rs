//! The command `lanesum`: digests of files, and what this machine can do about them.
//!
//! `function` says what can be computed, `hash` computes it, `key` reads keys, `source` and `tuple` name what is hashed.
//! `args` says what the command line may hold, `sum`, `info`, `bench`, `completions` and `man` are the subcommands, `walk` finds the files, `read`
//! brings the bytes of one or of standard input, `tag` makes and reads what lines begin with, `output` and `quote` write them and the complaints; `saved` is
//! the order of backends that `bench --save` keeps for a user.

#![forbid(unsafe_code)]

mod args;
mod bench;
mod check;
mod completions;
mod engine;
mod escape;
mod function;
mod hash;
mod info;
mod interrupt;
mod key;
mod line;
mod man;
mod output;
mod progress;
mod quote;
mod read;
mod saved;
mod subject;
mod sum;
mod tag;
mod walk;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::output::{Output, Plain, complain};
use crate::saved::Saved;

/// Status of a run in which some file could not be hashed, or the output not written.
const FAILED: u8 = 1;
/// Status of a command line that asks for what cannot be done; clap's own.
const USAGE: u8 = 2;

/// Why a run ends before its work is done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Usage(#[from] clap::Error),
    #[error("write error: {}", Plain(.0))]
    Output(#[from] io::Error),
    /// A list of names that cannot be opened: what was asked for is not known.
    #[error("{}", String::from_utf8_lossy(&.0.message()))]
    List(walk::Trouble),
    /// A defect of a backend: the run that found it must not pass for a measurement.
    #[error(transparent)]
    Mismatch(#[from] measure::trials::Mismatch),
    #[error(transparent)]
    Key(#[from] key::KeyError),
    #[error(transparent)]
    Start(#[from] hash::StartError),
    #[error(transparent)]
    Engine(#[from] engine::EngineError),
    #[error(transparent)]
    Saving(#[from] saved::SaveError),
    /// A file that is written beside standard output.
    #[error("{name}: {}", Plain(.error))]
    File { name: String, error: io::Error },
}

impl Failure {
    fn file(path: &Path, error: io::Error) -> Self {
        let name = quote::quote(path.as_os_str().as_encoded_bytes());
        Self::File { name: String::from_utf8_lossy(&name).into_owned(), error }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(Failure::Usage(error)) => report_usage(&error),
        Err(failure) => report(&failure),
    }
}

fn run() -> Result<ExitCode, Failure> {
    let command = Cli::read()?.command;
    let saved = Saved::put_in_force();
    match command {
        Command::Sum(args) => sum::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Info(args) => info::run(&args, &saved),
        Command::Bench(args) => bench::run(&args, &saved),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

fn report(failure: &Failure) -> ExitCode {
    // The reader of a pipe went away because it had enough (`| head`): no error to tell anybody about, but the
    // status says that not all was written.
    let reader_left = matches!(failure, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe);
    if !reader_left {
        complain(failure.to_string().as_bytes());
    }
    ExitCode::from(FAILED)
}

/// Prints what clap has to say: help and version on standard output, where a failure to write counts.
fn report_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let _ = error.print();
        return ExitCode::from(USAGE);
    }
    match print(error) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(&Failure::Output(error)),
    }
}

/// clap's own `print` would go through `std::io::Stdout`, which takes a bad descriptor for success.
fn print(text: &clap::Error) -> io::Result<()> {
    if cfg!(windows) {
        // Old consoles want other means than escape sequences, and anstream has them.
        return text.print();
    }
    let text = text.render();
    let coloured = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let mut output = Output::open()?;
    if coloured {
        write!(output, "{}", text.ansi())?;
    } else {
        write!(output, "{text}")?;
    }
    output.flush()
}
