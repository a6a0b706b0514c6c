//! `lanesum check`: files against lists of digests, as GNU's `cksum --check` does it.

use std::process::ExitCode;

use crate::Failure;
use crate::args::CheckArgs;

pub(crate) fn run(_args: &CheckArgs) -> Result<ExitCode, Failure> {
    todo!()
}
