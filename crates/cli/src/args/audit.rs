//! The options of `lanesum audit` and `lanesum update`.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use crate::args::ColorArgs;
use crate::args::output::{FilterArgs, OutputArgs};
use crate::args::values::{LinkWord, functions};
use crate::args::workers::WorkerArgs;
use crate::function::Function;

// Each switch is an option of its own on the command line.
#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// Algorithm of lines that name none; lines that name another one then do not count as digest lines
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), hide_possible_values = true)]
    pub(crate) algorithm: Option<Function>,

    /// Names in lists are relative to the directory of their list, not to the current one
    #[arg(long)]
    pub(crate) relative: bool,

    /// Follow symbolic links in directories instead of leaving them out
    #[arg(long)]
    pub(crate) follow: bool,

    /// Write one JSON object for each file, and one with the totals
    #[arg(long)]
    pub(crate) json: bool,

    /// Leave out files that are unchanged; write nothing if all are
    #[arg(long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) workers: WorkerArgs,

    /// Lists of digests, which count as one, and the directories to compare with them
    #[arg(value_name = "LIST|DIR", value_hint = ValueHint::AnyPath, required = true)]
    pub(crate) inputs: Vec<OsString>,
}

#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct UpdateArgs {
    /// Algorithm of a new list, and of lines that name none [default: kt128]
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), hide_possible_values = true)]
    pub(crate) algorithm: Option<Function>,

    /// Hash every file, even if its size and times are unchanged
    #[arg(long)]
    pub(crate) paranoid: bool,

    /// Write what would be done, and change nothing
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,

    /// Take the content of a file that is reported as corrupt, or what has replaced a file. NAME is a file, or a directory for all below
    /// (repeatable)
    #[arg(long, value_name = "NAME", value_hint = ValueHint::AnyPath)]
    pub(crate) accept: Vec<OsString>,

    /// Remove lines of a directory even if none of its listed files is in its place
    #[arg(long)]
    pub(crate) remove_all: bool,

    /// Names in LIST are relative to its directory, not to the current one
    #[arg(long)]
    pub(crate) relative: bool,

    /// Follow symbolic links in directories instead of leaving them out
    #[arg(long, conflicts_with = "links")]
    pub(crate) follow: bool,

    /// "record": also list symbolic links with their targets, in comments
    #[arg(long, value_name = "WORD", hide_possible_values = true)]
    pub(crate) links: Option<LinkWord>,

    /// Write one JSON object for each file, and one with the totals
    #[arg(long)]
    pub(crate) json: bool,

    /// Write only the totals, and messages about failures
    #[arg(long)]
    pub(crate) quiet: bool,

    /// Show no progress bar
    #[arg(long)]
    pub(crate) no_progress: bool,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) workers: WorkerArgs,

    /// The list to replace, or to create if it is missing
    #[arg(value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub(crate) list: OsString,

    /// Directories; the list gets a line for each of their files
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, required = true)]
    pub(crate) directories: Vec<OsString>,
}
