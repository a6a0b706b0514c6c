//! The options of `lanesum check`.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use lanesum::Backend;

use crate::args::ColorArgs;
use crate::args::output::{FilterArgs, OutputArgs};
use crate::args::parameters::{ParameterArgs, Stdin};
use crate::args::signing::SignedArgs;
use crate::args::values::{backends, functions};
use crate::args::workers::WorkerArgs;
use crate::function::Function;
use crate::refusal::Refusal;

/// How much is said, and what counts as a failure.
#[expect(clippy::struct_excessive_bools, reason = "options of the command line, by their names there")]
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Manner {
    /// Do not fail for missing files, and do not report them
    #[arg(long, overrides_with = "ignore_missing")]
    pub(crate) ignore_missing: bool,

    // As in GNU's cksum, the last one of these three counts.
    /// Do not report files that are intact
    #[arg(long, overrides_with_all = ["quiet", "status", "warn"])]
    pub(crate) quiet: bool,

    /// Report nothing about files that were read; the exit status shows the result
    #[arg(long, overrides_with_all = ["quiet", "status", "warn"])]
    pub(crate) status: bool,

    /// Fail if a line is not a digest line
    #[arg(long, overrides_with = "strict")]
    pub(crate) strict: bool,

    /// Warn about each line that is not a digest line
    #[arg(short, long, overrides_with_all = ["quiet", "status", "warn"])]
    pub(crate) warn: bool,

    /// An object for each file and each list, in place of lines.
    #[arg(skip)]
    pub(crate) json: bool,

    /// Names are as they are, whatever they hold.
    #[arg(skip)]
    pub(crate) plain_names: bool,
}

// Each switch is one of GNU's, or an addition to them.
#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Algorithm of lines that name none; lines that name another one then do not count as digest lines
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), hide_possible_values = true,
          overrides_with = "algorithm")]
    pub(crate) algorithm: Option<Function>,

    /// Use this backend instead of the fastest; "lanesum info" shows which ones work here
    #[arg(long, value_name = "NAME", value_parser = backends(), hide_possible_values = true)]
    pub(crate) backend: Option<Backend>,

    #[command(flatten)]
    pub(crate) manner: Manner,

    /// The lines of the lists end with NUL, and names are not escaped ("lanesum sum -z")
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// Deprecated, use "lanesum audit": report listed files that are missing; version 0.2 will not have it
    #[arg(long, hide = true, conflicts_with_all = ["ignore_missing", "quiet", "status", "extra_only"])]
    pub(crate) missing_only: bool,

    /// Deprecated, use "lanesum audit": report files in DIR and below that no list names; version 0.2 will not have it
    #[arg(long, hide = true, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["ignore_missing", "quiet", "status"])]
    pub(crate) extra_only: Option<OsString>,

    /// Check every list in the directories LIST and below; names are relative to the directory of their list
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Names are relative to the directory of their list, not to the current one
    #[arg(long)]
    pub(crate) relative: bool,

    /// Write one JSON object for each file, and one for each list
    #[arg(long, conflicts_with_all = ["missing_only", "extra_only"])]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

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

    /// Lists of digests; without LIST, or with "-", standard input
    #[arg(value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

impl CheckArgs {
    /// Rejects parameters that the requested algorithm does not take. Without `-a`, the lists show later which parameters are needed.
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
