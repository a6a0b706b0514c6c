//! A line for each file, totals, JSON.

use std::cmp::Ordering;
use std::io::{self, Write};

use serde::Serialize;

use super::names::{Named, Names};
use crate::failure::Failure;
use crate::files::Files;
use crate::line::End;
use crate::output::{Output, RED};
use crate::quote::{is_masked, quote};
use crate::subject::Subject;

/// The kind of change found for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Change {
    Unchanged,
    Kept,
    Added,
    Changed,
    Corrupt,
    Moved,
    New,
    Missing,
    Removed,
    Unread,
    /// Listed names that nobody looked at: outside of the directories, or left out by patterns.
    Outside,
    /// How many files were read.
    Hashed,
}

impl Change {
    /// In small letters, as in JSON.
    fn word(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }
}

/// A finding about a file. `N` is the type of the file's name, or of a reference to it.
pub(crate) struct Finding<N = Subject> {
    pub(crate) change: Change,
    pub(crate) subject: N,
    pub(crate) other: Option<Other<N>>,
    /// Words behind it: `is a directory now`.
    pub(crate) reason: Option<Box<str>>,
}

/// Another file with the same content.
pub(crate) enum Other<N = Subject> {
    /// It had this name before.
    From(N),
    CopyOf(N),
}

impl<N> Finding<N> {
    pub(crate) fn new(change: Change, subject: N) -> Self {
        Self { change, subject, other: None, reason: None }
    }

    pub(crate) fn because(change: Change, subject: N, reason: impl Into<Box<str>>) -> Self {
        Self { change, subject, other: None, reason: Some(reason.into()) }
    }
}

/// Puts findings into the order in which directories are walked.
pub(crate) fn sort<N: Named>(findings: &mut [Finding<N>], names: &Names) {
    findings.sort_by(|one, other| by_directory(one.subject.name_in(names), other.subject.name_in(names)));
}

/// The order in which a directory's files come together: `a/b` before `a.b`.
pub(crate) fn by_directory(one: &[u8], other: &[u8]) -> Ordering {
    let key = |&byte: &u8| if byte == b'/' { 0 } else { byte };
    one.iter().map(key).cmp(other.iter().map(key))
}

pub(crate) struct Report {
    pub(crate) output: Output,
    /// Without the lines of files.
    pub(crate) quiet: bool,
    pub(crate) json: bool,
}

/// A file, in JSON.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    files: Files<'a>,
    status: Change,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Files<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<Files<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl Report {
    /// Writes what was found. Text leaves out files that are as they were.
    pub(crate) fn files<N: Named>(&mut self, findings: &[Finding<N>], names: &Names) -> Result<(), Failure> {
        let shown = if self.quiet { &[] } else { findings };
        for Finding { change, subject, other, reason } in shown {
            let (from, copy_of) = match other {
                Some(Other::From(other)) => (Some(other.name_in(names)), None),
                Some(Other::CopyOf(other)) => (None, Some(other.name_in(names))),
                None => (None, None),
            };
            let (subject, reason) = (subject.name_in(names), reason.as_deref());
            if self.json {
                let (from, copy_of) = (from.map(Files::one), copy_of.map(Files::one));
                let record = Record { files: Files::one(subject), status: *change, from, copy_of, reason };
                let line = serde_json::to_string(&record).map_err(io::Error::from)?;
                writeln!(self.output, "{line}")?;
            } else if !matches!(change, Change::Unchanged | Change::Kept) {
                self.word(*change, &change.word())?;
                for (word, name) in [(" ", Some(subject)), ("  from ", from), ("  copy of ", copy_of)] {
                    if let Some(name) = name {
                        self.output.write_all(word.as_bytes())?;
                        self.name(name)?;
                    }
                }
                if let Some(reason) = reason {
                    write!(self.output, "  {reason}")?;
                }
                self.output.write_all(b"\n")?;
            }
            self.output.end_line()?;
        }
        Ok(())
    }

    /// Writes how many there are of each.
    pub(crate) fn totals(mut self, totals: &[(Change, u64)]) -> Result<(), Failure> {
        if self.json {
            let pairs: Vec<_> = totals.iter().map(|(change, count)| format!("\"{}\":{count}", change.word())).collect();
            writeln!(self.output, "{{{}}}", pairs.join(","))?;
        } else {
            for (change, count) in totals {
                let colour = if *count > 0 { *change } else { Change::Unchanged };
                self.word(colour, &change.word())?;
                writeln!(self.output, " {count:>9}")?;
            }
        }
        self.end()
    }

    /// Nothing more is to be said.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        self.output.flush()?;
        Ok(self.output.finish()?)
    }

    /// In a column; coloured where files were damaged or lost.
    fn word(&mut self, change: Change, word: &str) -> io::Result<()> {
        let alarming = matches!(change, Change::Corrupt | Change::Missing | Change::Unread);
        let (before, after) = if alarming && self.output.coloured { RED } else { ("", "") };
        write!(self.output, "{before}{word:<9}{after}")
    }

    /// A name, escaped as in lists, or as in messages where a terminal would obey it.
    fn name(&mut self, name: &[u8]) -> io::Result<()> {
        if self.output.on_terminal && is_masked(name) {
            return self.output.write_all(quote(name).as_bytes());
        }
        self.output.write_all(End::Newline.mark(name))?;
        End::Newline.write_name(&mut self.output, name)
    }
}
