//! The output of `check --json`: an object for each file, and one at the end of each list.

use std::borrow::Cow;
use std::ffi::OsString;

use serde::Serialize;

use super::tally::{Tally, Verdict};
use crate::files::Files;
use crate::list::ListError;
use crate::subject::Subject;

#[derive(Serialize)]
pub(super) struct Record<'a> {
    #[serde(flatten)]
    files: Files<'a>,
    list: Cow<'a, str>,
    tags: Vec<String>,
    status: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> Record<'a> {
    pub(super) fn of(
        subject: &'a Subject,
        list: Option<&'a OsString>,
        tags: Vec<String>,
        status: Verdict,
        reason: Option<String>,
    ) -> Vec<u8> {
        line(&Self { files: subject.into(), list: name(list), tags, status, reason })
    }
}

/// The object of a list.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    list: Cow<'a, str>,
    #[serde(flatten)]
    tally: &'a Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> Summary<'a> {
    pub(super) fn of(list: Option<&'a OsString>, tally: &'a Tally, error: Option<&ListError>) -> Vec<u8> {
        line(&Self { list: name(list), tally, reason: error.map(ToString::to_string) })
    }
}

fn name(list: Option<&OsString>) -> Cow<'_, str> {
    list.map_or(Cow::Borrowed(""), |list| list.to_string_lossy())
}

fn line(value: &impl Serialize) -> Vec<u8> {
    // Numbers and text: nothing that cannot be written.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}
