//! The command `lanesum`, which writes and checks digests of files.
//!
//! The table goes from the top down. A file uses only files below it; the `mod.rs` of a folder is above the other files of the folder.
//!
//! | file | what |
//! | --- | --- |
//! | here | runs the subcommand, and ends the run |
//! | `dropin` | lanesum in place of other programs |
//! | `sum`, `check`, `audit`, `update`, `info`, `bench`, `completions`, `man` | the subcommands |
//! | `compare` | what `audit` and `update` share: the rules, and the report |
//! | `topics` | help that does not belong to a subcommand |
//! | `signing` | keys and signatures: `keygen`, `sign`, `verify`, and lists that `check` wants signed |
//! | `failure` | why a run ends early, and the exit statuses |
//! | `args` | the command line |
//! | `workers` | reads and hashes many files by many threads, in order |
//! | `walk` | finds files |
//! | `saved` | the order of backends that `bench --save` saves for a user |
//! | `journal` | digests of files that an interrupted run has hashed |
//! | `hash` | computes digests |
//! | `key`, `read` | the bytes of a key, of a file and of standard input |
//! | `secret` | reads keys and passphrases, and keeps them in this process |
//! | `list` | lists of digests, as many programs write them |
//! | `line` | a digest line |
//! | `comments` | sizes, times and links in lists |
//! | `tag` | the beginning of a digest line |
//! | `subject` | the input of a digest: a file, standard input, or a tuple of them |
//! | `function` | the functions, by name |
//! | `output`, `progress`, `interrupt` | standard output, messages, the progress bar, Ctrl-C |
//! | `files`, `place`, `facts` | names in JSON; different names of one file; which file it is, and when it changed |
//! | `utf16` | lists in UTF-16 |
//! | `messages_tests` | tests: every error message in one table |
//! | `escape`, `quote`, `refusal` | names in lines, names in messages, contradictory command lines |

#![forbid(unsafe_code)]

mod args;
mod audit;
mod bench;
mod check;
mod comments;
mod compare;
mod completions;
mod dropin;
mod escape;
mod facts;
mod failure;
mod files;
mod function;
mod hash;
mod info;
mod interrupt;
mod journal;
mod key;
mod line;
mod list;
mod man;
#[cfg(test)]
mod messages_tests;
mod output;
mod place;
mod progress;
mod quote;
mod read;
mod refusal;
mod root;
mod saved;
mod secret;
mod signing;
mod subject;
mod sum;
mod tag;
mod topics;
mod update;
mod utf16;
mod walk;
mod workers;

use std::io::{self, Write};
use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::failure::{FAILED, Failure, USAGE, print, status};
use crate::output::complain;
use crate::saved::Saved;

fn main() -> ExitCode {
    // To parse a command line takes more than some limits allow (`ulimit -s 64`). Threads have stacks of their own.
    #[cfg(unix)]
    if rustix::process::getrlimit(rustix::process::Resource::Stack).current.is_some_and(|bytes| bytes < ENOUGH_STACK) {
        let thread = std::thread::Builder::new().name("main".into()).stack_size(ENOUGH_STACK as usize);
        if let Ok(thread) = thread.spawn(command) {
            return thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    }
    command()
}

/// Bytes of stack that are enough for every command line.
#[cfg(unix)]
const ENOUGH_STACK: u64 = 1 << 20;

fn command() -> ExitCode {
    interrupt::prepare();
    if let Some((program, arguments)) = dropin::called_as(std::env::args_os()) {
        return dropin::run(program, arguments).unwrap_or_else(|failure| report(&failure));
    }
    if let Some(text) = topics::asked(std::env::args_os()) {
        return print(text).map_or_else(|failure| report(&failure), |()| ExitCode::SUCCESS);
    }
    let Cli { command, name } = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    let saved = Saved::put_in_force();
    match run(&command, &saved) {
        Ok(passed) => {
            journal::finish();
            status(passed)
        }
        Err(Failure::Refused(refusal)) => report_usage(&Cli::explain(&name, refusal)),
        Err(failure) => report(&failure),
    }
}

/// Whether all went well, and no difference was found.
fn run(command: &Command, saved: &Saved) -> Result<bool, Failure> {
    match command {
        Command::Sum(args) => sum::run(args),
        Command::Check(args) => check::run(args),
        Command::Audit(args) => audit::run(args),
        Command::Update(args) => update::run(args),
        Command::As(args) => dropin::explain(args),
        Command::Keygen(args) => signing::keygen(args),
        Command::Sign(args) => signing::sign(args),
        Command::Verify(args) => signing::verify(args),
        Command::Info(args) => info::run(args, saved),
        Command::Bench(args) => bench::run(args, saved),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}

fn report(failure: &Failure) -> ExitCode {
    // The reader of a pipe has exited because it had enough (`| head`). There is no message, but the exit status shows that not everything
    // was written.
    let reader_left = matches!(failure, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe);
    if !reader_left {
        complain(failure);
    }
    ExitCode::from(FAILED)
}

/// Prints what clap has to say: help and version on standard output, where a failure to write counts.
fn report_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let _ = error.print();
        return ExitCode::from(USAGE);
    }
    print_usage(error).map_or_else(|failure| report(&failure), |()| ExitCode::SUCCESS)
}

/// clap's own `print` would go through `std::io::Stdout`, which takes a bad descriptor for success.
fn print_usage(text: &clap::Error) -> Result<(), Failure> {
    if cfg!(windows) {
        // Old consoles want other means than escape sequences, and anstream has them.
        text.print()?;
        return Ok(io::stdout().flush()?);
    }
    let text = text.render();
    let coloured = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    print(if coloured { text.ansi().to_string() } else { text.to_string() })
}
