//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

use crate::progress;

/// Status of a run in which some file could not be hashed, or the output not written.
pub(crate) const FAILED: u8 = 1;

/// The name before complaints: that of the program that lanesum was called as.
static NAME: OnceLock<&'static str> = OnceLock::new();

/// From now on complaints are those of the program of this name.
pub(crate) fn call_as(name: &'static str) {
    let _ = NAME.set(name);
}

/// One line on standard error, with the command's name before it.
///
/// The caller has quoted the names of files in it. An error of standard error itself has nowhere to go.
pub(crate) fn complain(message: impl Display) {
    let name = NAME.get().copied().unwrap_or("lanesum");
    let line = format!("{name}: {message}\n");
    let _ = progress::aside(|| io::stderr().write_all(line.as_bytes()));
}
