//! The options of `lanesum audit` and `lanesum update`.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use crate::args::output::{FilterArgs, OutputArgs};
use crate::args::values::functions;
use crate::args::workers::WorkerArgs;
use crate::function::Function;

// Each switch is an option of its own on the command line.
#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// The algorithm of lines that name none; lines that name another one are no digest lines then
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), hide_possible_values = true)]
    pub(crate) algorithm: Option<Function>,

    /// Names in lists are relative to the directory of their list, not to the current one
    #[arg(long)]
    pub(crate) relative: bool,

    /// Follow symbolic links in directories, in place of leaving them out
    #[arg(long)]
    pub(crate) follow: bool,

    /// Write one JSON object for each file, and one with the sums
    #[arg(long)]
    pub(crate) json: bool,

    /// Name only files that are not as they were, and write no table if there is none
    #[arg(long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) workers: WorkerArgs,

    /// Lists of digests, all of them together what is known, and the directories that are compared with them
    #[arg(value_name = "LIST|DIR", value_hint = ValueHint::AnyPath, required = true)]
    pub(crate) inputs: Vec<OsString>,
}

#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct UpdateArgs {
    /// The algorithm of a new list, and of lines that name none [default: kt128]
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), hide_possible_values = true)]
    pub(crate) algorithm: Option<Function>,

    /// Hash every file, whatever its size and times say
    #[arg(long)]
    pub(crate) paranoid: bool,

    /// Names in LIST are relative to its directory, not to the current one
    #[arg(long)]
    pub(crate) relative: bool,

    /// Follow symbolic links in directories, in place of leaving them out
    #[arg(long)]
    pub(crate) follow: bool,

    /// Write nothing but messages about failures
    #[arg(long)]
    pub(crate) quiet: bool,

    /// Show no progress bar
    #[arg(long)]
    pub(crate) no_progress: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) workers: WorkerArgs,

    /// The list, which is replaced; a new one if it is missing
    #[arg(value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub(crate) list: OsString,

    /// Directories; the list gets a line for each of their files
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, required = true)]
    pub(crate) directories: Vec<OsString>,
}
