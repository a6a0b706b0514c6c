//! The options of `lanesum check`.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use lanesum::Backend;

use crate::args::output::{FilterArgs, OutputArgs};
use crate::args::parameters::{ParameterArgs, Stdin};
use crate::args::signing::SignedArgs;
use crate::args::values::{backends, functions};
use crate::args::workers::WorkerArgs;
use crate::function::Function;
use crate::refusal::Refusal;

// Each switch is one of GNU's, or stands beside them.
#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The algorithm of lines that name none; lines that name another one are no digest lines then
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), hide_possible_values = true,
          overrides_with = "algorithm")]
    pub(crate) algorithm: Option<Function>,

    /// Use this machine code instead of the fastest; "lanesum info" tells which ones work here
    #[arg(long, value_name = "NAME", value_parser = backends(), hide_possible_values = true)]
    pub(crate) backend: Option<Backend>,

    /// Neither fail nor say anything about files that are missing
    #[arg(long, overrides_with = "ignore_missing")]
    pub(crate) ignore_missing: bool,

    // As in GNU's cksum, the last one of these three counts.
    /// Say nothing about files that are right
    #[arg(long, overrides_with_all = ["quiet", "status", "warn"])]
    pub(crate) quiet: bool,

    /// Write nothing about files that were read: the exit status tells
    #[arg(long, overrides_with_all = ["quiet", "status", "warn"])]
    pub(crate) status: bool,

    /// Fail on lines that are no digest lines
    #[arg(long, overrides_with = "strict")]
    pub(crate) strict: bool,

    /// Warn about each line that is no digest line
    #[arg(short, long, overrides_with_all = ["quiet", "status", "warn"])]
    pub(crate) warn: bool,

    /// The lines of the lists end with NUL, and names are not escaped ("lanesum sum -z")
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// Old name of what "lanesum audit" tells: listed files that are not there; gone in the next release
    #[arg(long, hide = true, conflicts_with_all = ["ignore_missing", "quiet", "status", "extra_only"])]
    pub(crate) missing_only: bool,

    /// Old name of what "lanesum audit" tells: files in DIR and below that no list names; gone in the next release
    #[arg(long, hide = true, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["ignore_missing", "quiet", "status"])]
    pub(crate) extra_only: Option<OsString>,

    /// Check every list in the directories LIST and below; names are relative to each list
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Names are relative to the directory of their list, not to the current one
    #[arg(long)]
    pub(crate) relative: bool,

    /// Write one JSON object for each file, and one for each list
    #[arg(long, conflicts_with_all = ["missing_only", "extra_only"])]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,

    #[command(flatten)]
    pub(crate) signed: SignedArgs,

    #[command(flatten)]
    pub(crate) workers: WorkerArgs,

    /// Lists of digests; none, or "-", is standard input
    #[arg(value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

impl CheckArgs {
    /// Refuses parameters that the algorithm asked for does not take; without `-a`, the lists will tell what is needed.
    pub(crate) fn check_parameters(&self) -> Result<(), Refusal> {
        if let (false, Some(option)) = (self.recursive, self.filter.any()) {
            return Err(Refusal(format!("{option} chooses among the lists in a directory: it needs -r")));
        }
        let functions = self.algorithm.map_or_else(|| Function::all().collect(), |function| vec![function]);
        let list = self.lists.is_empty() || self.lists.iter().any(|list| list == "-");
        let stdin = if list { Stdin::Taken("the list (no LIST, or \"-\")") } else { Stdin::Free };
        self.parameters.fit(&functions, stdin)
    }
}
