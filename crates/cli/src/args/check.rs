//! `lanesum check …`

use std::ffi::OsString;

use clap::{Args, ValueHint};
use lanesum::Backend;

use super::{EngineArgs, backends, functions};
use crate::function::Function;

// Each switch is one of GNU's, or stands beside them.
#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The algorithm of lines that name none
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_parser = functions(), ignore_case = true)]
    pub(crate) algorithm: Option<Function>,

    /// Use this machine code instead of the fastest; "lanesum info" tells which ones work here
    #[arg(long, value_name = "NAME", value_parser = backends())]
    pub(crate) backend: Option<Backend>,

    /// Neither fail nor say anything about files that are missing
    #[arg(long)]
    pub(crate) ignore_missing: bool,

    /// Say nothing about files that are right
    #[arg(long)]
    pub(crate) quiet: bool,

    /// Write nothing: the exit status tells
    #[arg(long)]
    pub(crate) status: bool,

    /// Fail on lines that are no digest lines
    #[arg(long)]
    pub(crate) strict: bool,

    /// Tell each line that is no digest line
    #[arg(short, long)]
    pub(crate) warn: bool,

    /// The lines of the lists end with NUL, and names are not escaped ("lanesum sum -z")
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// Write the names of listed files that are not there; nothing is hashed
    #[arg(long, conflicts_with_all = ["ignore_missing", "quiet", "status", "extra_only"])]
    pub(crate) missing_only: bool,

    /// Write the names of files in DIR and below that no list names; nothing is hashed
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["ignore_missing", "quiet", "status"])]
    pub(crate) extra_only: Option<OsString>,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Lists of digests; none, or "-", is standard input
    #[arg(value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}
