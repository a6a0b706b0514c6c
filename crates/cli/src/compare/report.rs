//! A line for each file, totals, JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;
use crate::files::Files;
use crate::line::End;
use crate::output::{Output, RED};
use crate::quote::{is_masked, quote};
use crate::subject::Subject;

/// What has become of a file.
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
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Kept => "kept",
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Corrupt => "corrupt",
            Self::Moved => "moved",
            Self::New => "new",
            Self::Missing => "missing",
            Self::Removed => "removed",
            Self::Unread => "unread",
            Self::Outside => "outside",
            Self::Hashed => "hashed",
        }
    }
}

/// What is found out about a file.
pub(crate) struct Finding {
    pub(crate) change: Change,
    pub(crate) subject: Subject,
    pub(crate) other: Option<Other>,
    /// Words behind it: `is a directory now`.
    pub(crate) reason: Option<String>,
}

/// Another file with the same content.
pub(crate) enum Other {
    /// It had this name before.
    From(Subject),
    CopyOf(Subject),
}

impl Finding {
    pub(crate) fn new(change: Change, subject: Subject) -> Self {
        Self { change, subject, other: None, reason: None }
    }

    pub(crate) fn because(change: Change, subject: Subject, reason: impl Into<String>) -> Self {
        Self { change, subject, other: None, reason: Some(reason.into()) }
    }
}

/// Puts findings into the order in which directories are walked.
pub(crate) fn sort(findings: &mut [Finding]) {
    findings.sort_by_cached_key(|finding| by_directory(&finding.subject));
}

/// A name by which a directory's files come together: `a/b` before `a.b`.
pub(crate) fn by_directory(subject: &Subject) -> Vec<u8> {
    subject.name().iter().map(|&byte| if byte == b'/' { 0 } else { byte }).collect()
}

/// What is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quiet {
    Nothing,
    /// Lines of files.
    Lines,
}

pub(crate) struct Report {
    pub(crate) output: Output,
    pub(crate) quiet: Quiet,
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
    pub(crate) fn files(&mut self, findings: &[Finding]) -> Result<(), Failure> {
        let shown = if self.quiet == Quiet::Nothing { findings } else { &[] };
        for finding in shown {
            if self.json {
                let (from, copy_of) = match &finding.other {
                    Some(Other::From(other)) => (Some(other.into()), None),
                    Some(Other::CopyOf(other)) => (None, Some(other.into())),
                    None => (None, None),
                };
                let reason = finding.reason.as_deref();
                let record = Record { files: (&finding.subject).into(), status: finding.change, from, copy_of, reason };
                let line = serde_json::to_string(&record).map_err(io::Error::from)?;
                writeln!(self.output, "{line}")?;
            } else if !matches!(finding.change, Change::Unchanged | Change::Kept) {
                self.line(finding)?;
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
                self.word(colour, change.word())?;
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

    fn line(&mut self, finding: &Finding) -> io::Result<()> {
        self.word(finding.change, finding.change.word())?;
        self.output.write_all(b" ")?;
        self.name(&finding.subject)?;
        match &finding.other {
            Some(Other::From(other)) => {
                self.output.write_all(b"  from ")?;
                self.name(other)?;
            }
            Some(Other::CopyOf(other)) => {
                self.output.write_all(b"  copy of ")?;
                self.name(other)?;
            }
            None => {}
        }
        if let Some(reason) = &finding.reason {
            write!(self.output, "  {reason}")?;
        }
        self.output.write_all(b"\n")
    }

    /// A name, escaped as in lists, or as in messages where a terminal would obey it.
    fn name(&mut self, subject: &Subject) -> io::Result<()> {
        let name = subject.name();
        if self.output.on_terminal && is_masked(name) {
            return self.output.write_all(&quote(name));
        }
        self.output.write_all(End::Newline.mark(name))?;
        End::Newline.write_name(&mut self.output, name)
    }
}
