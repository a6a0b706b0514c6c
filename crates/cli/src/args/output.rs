//! The options for the output, and for choosing files of a directory.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use crate::refusal::Refusal;
use crate::walk::Filter;

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE instead of standard output; an old FILE stays until everything is written
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<OsString>,

    /// Show no progress bar
    #[arg(long)]
    pub(crate) no_progress: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FilterArgs {
    /// Leave out files and directories that match GLOB, a pattern as in .gitignore (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,

    /// Take only files that match GLOB, a pattern as in .gitignore (repeatable); --exclude wins
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,

    /// Do not enter directories on other file systems
    #[arg(long)]
    one_file_system: bool,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> Result<Filter, Refusal> {
        if cfg!(not(any(unix, windows))) && self.one_file_system {
            return Err(Refusal("--one-file-system: this platform does not tell file systems apart".into()));
        }
        let filter = Filter::new(&self.exclude, &self.include, self.one_file_system);
        filter.map_err(|error| Refusal(format!("not a pattern as in .gitignore: {error}")))
    }

    /// An option that means nothing without a directory.
    pub(crate) fn any(&self) -> Option<&'static str> {
        let given = [
            (!self.exclude.is_empty(), "--exclude"),
            (!self.include.is_empty(), "--include"),
            (self.one_file_system, "--one-file-system"),
        ];
        given.into_iter().find_map(|(given, option)| given.then_some(option))
    }
}
