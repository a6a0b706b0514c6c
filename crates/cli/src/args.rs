//! The command line.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, value_parser};
use lanesum::{Algorithm, Backend, Hasher};
use trials::Settings;

use crate::tag::{Form, MAX_BITS, Tag};

// Lines of at most 78 characters: clap would break longer ones on a terminal of usual width.
const EXAMPLES: &str = "\
Examples:
  lanesum sum -a sha3-256 *.iso     one line a file: SHA3-256 (name) = digest
  lanesum sum -a sha3-512 < FILE    standard input
  lanesum info                      what this processor can do and what is used
  lanesum bench                     how fast it is, and whether that is right

More examples: lanesum help sum";

const SUM_EXAMPLES: &str = "\
Examples:
  lanesum sum -a sha3-256 *.iso > SUMS     a list that names its algorithm
  lanesum sum -a sha3-256 --untagged *     in the form of sha256sum
  tar c DIR | lanesum sum -a sha3-512      standard input
  lanesum sum -a shake128 -l 128 FILE      128 bits of output instead of 256
  lanesum sum -a sha3-256 -- -x-           a name that begins with a dash
  lanesum sum -a sha3-256 --backend avx2 FILE
                                           the AVX2 code, fastest or not

Form of the lines:
  Newline, carriage return and backslash in a name are written \\n, \\r and \\\\,
  and such a line begins with a backslash. If BITS is no multiple of 8, the
  unused high bits of the last byte are zero.

Exit status:
  0  every file was hashed
  1  a file was not hashed: missing, unreadable, a directory, or changed while
     it was read; or the output could not be written (no message if the reader
     of a pipe has left, as with \"| head\")
  2  a wrong command line, or a backend that this processor lacks";

const BENCH_EXAMPLES: &str = "\
Examples:
  lanesum bench                            about 15 seconds on a quiet machine
  lanesum bench -a sha3-512 --seconds 1    another algorithm, more thoroughly
  lanesum bench --save                     use from now on what was fastest here
  lanesum bench --forget                   use lanesum's own choice again
  lanesum bench --retries 0                be done at once on a busy machine, too
  lanesum bench --json > FILE              every figure, for programs

What is measured:
  Every backend that works here hashes 1, 2, 4 and 8 messages of 64 to 65536
  bytes by turns. Samples during which something else used the core are
  dropped; what has too few left is tried again five times (--retries), two
  minutes after its last try, so that a run takes up to ten minutes more on a
  busy machine; if they do not suffice, it says so in place of a figure. LOSS
  tells how much slower than the fastest the backend is that is used without
  --backend, where that is more than the samples' spread.

The saved order:
  A small file in the user's configuration directory, which later runs of the
  command follow; \"lanesum info\" shows it. It is ignored on another processor
  and by another version of lanesum. Digests never depend on it.

Exit status:
  0  done
  1  two backends gave different digests; or --save saved nothing, since too
     few samples were quiet or the file could not be written
  2  a wrong command line";

/// Digests of files, as many lanes wide as the processor.
#[derive(Debug, Parser)]
#[command(name = "lanesum", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Hash files or standard input and write one line for each
    #[command(after_help = SUM_EXAMPLES)]
    Sum(SumArgs),
    /// Show the processor, the backends, and which one is used for what
    Info(InfoArgs),
    /// Measure every backend here, and whether the right ones are used
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(BenchArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SumArgs {
    /// The algorithm
    // Optional here only for a better message than clap's; see `recipe`.
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = algorithms())]
    algorithm: Option<Algorithm>,

    /// Bits of output, 1 to 4294967296, for algorithms of any output length [default: 256 for shake128, 512 for shake256]
    #[arg(short = 'l', long = "length", value_name = "BITS", value_parser = value_parser!(u64).range(LENGTHS))]
    length: Option<u64>,

    /// Use this machine code instead of the fastest; "lanesum info" tells which ones work here
    #[arg(long, value_name = "NAME", value_parser = backends())]
    backend: Option<Backend>,

    /// Write "digest  name", without the algorithm
    #[arg(long)]
    untagged: bool,

    /// Files to hash; none, or "-", is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
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
          default_values = ["sha3-256", "shake128"])]
    pub(crate) algorithms: Vec<Algorithm>,

    /// Time for each number and length of messages, all backends together; as much again where few samples are quiet,
    /// and again at each retry
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = seconds)]
    pub(crate) seconds: f64,

    /// How often figures without enough quiet samples are tried again, two minutes after their last try; 0: not at all
    #[arg(long, value_name = "N", default_value_t = Settings::default().retries)]
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

const LENGTHS: RangeInclusive<u64> = 1..=MAX_BITS;

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.iter().map(|algorithm| algorithm.name()))
        .try_map(|name| name.parse::<Algorithm>())
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

/// How each file of a run is hashed and written; fits together and can be done on this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    pub(crate) algorithm: Algorithm,
    pub(crate) backend: Option<Backend>,
    pub(crate) tag: Tag,
    pub(crate) form: Form,
}

impl SumArgs {
    /// Puts the options together, or says why they do not fit.
    pub(crate) fn recipe(&self) -> Result<Recipe, clap::Error> {
        let Some(algorithm) = self.algorithm else {
            return Err(refuse(
                ErrorKind::MissingRequiredArgument,
                "no algorithm given; name one with -a, for example:\n\n  lanesum sum -a sha3-256 FILE",
            ));
        };
        if let Some(backend) = self.backend {
            check_backend(algorithm, backend)?;
        }
        Ok(Recipe {
            algorithm,
            backend: self.backend,
            tag: Tag::new(algorithm, bits(algorithm, self.length)?),
            form: if self.untagged { Form::Untagged } else { Form::Tagged },
        })
    }
}

fn bits(algorithm: Algorithm, asked: Option<u64>) -> Result<u64, clap::Error> {
    let own = algorithm.digest_bits() as u64;
    match asked {
        Some(bits) if bits != own && !algorithm.is_xof() => Err(refuse(
            ErrorKind::ValueValidation,
            &format!(
                "-l {bits} does not fit {algorithm}, whose digest has {own} bits: leave -l out or write -l {own} \
                 ({} give any length)",
                list(Algorithm::ALL.iter().filter(|other| other.is_xof()).map(|xof| xof.name()))
            ),
        )),
        Some(bits) => Ok(bits),
        None => Ok(own),
    }
}

fn check_backend(algorithm: Algorithm, backend: Backend) -> Result<(), clap::Error> {
    let forms = algorithm.backends();
    if !forms.contains(&backend) {
        let usable = forms.iter().filter(|form| form.is_available()).map(|form| form.name());
        let message = format!("{algorithm} has no backend {backend}; usable here: {}", list(usable));
        return Err(refuse(ErrorKind::ValueValidation, &message));
    }
    if !backend.is_available() {
        let message = format!("backend {backend} cannot be used: {} (see \"lanesum info\")", backend.reason());
        return Err(refuse(ErrorKind::ValueValidation, &message));
    }
    Hasher::with_backend(algorithm, backend)
        .map(drop)
        .map_err(|error| refuse(ErrorKind::ValueValidation, &error.to_string()))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// An error of `lanesum sum` in clap's form: message, usage, where to read on.
fn refuse(kind: ErrorKind, message: &str) -> clap::Error {
    let mut command = Cli::command();
    command.build();
    match command.find_subcommand_mut("sum") {
        Some(sum) => sum.error(kind, message),
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
}
