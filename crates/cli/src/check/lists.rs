//! All lists, one after the other, line by line: what each line says, found only when it is asked for.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader};

use super::kind;
use super::lines::{Lines, Text};
use super::parse::{Entry, Parser, Refused};
use crate::function::Function;
use crate::line::{End, Form};
use crate::output::Plain;
use crate::quote::quote;
use crate::read::stdin_file;
use crate::subject::{Source, Subject, Tuple};
use crate::tag::{Stated, Tag};

/// What comes next in the lists.
pub(super) enum Found {
    Entry {
        tag: Tag,
        form: Form,
        subject: Subject,
        digest: Vec<u8>,
    },
    /// Not a digest line; a warning would name this function.
    Improper {
        line: u64,
        kind: &'static str,
    },
    /// A line that any of several functions may have made.
    Undecided {
        bits: u64,
        subject: Subject,
    },
    /// The end of the list.
    End(Result<(), ListError>),
}

/// Why a list was not read to its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum ListError {
    #[error("{}", Plain(.0))]
    Open(io::Error),
    /// GNU does not tell more either.
    #[error("read error")]
    Read,
}

/// A list's name as messages have it.
pub(super) fn list_name(list: &OsStr) -> Vec<u8> {
    if list == "-" { quote(b"standard input") } else { quote(list.as_encoded_bytes()) }
}

pub(super) struct Lists {
    names: std::vec::IntoIter<OsString>,
    /// What is read instead of the first lists: bytes of them that were verified.
    verified: std::vec::IntoIter<File>,
    open: Option<List>,
    parser: Parser,
    end: End,
    stdin: Stdin,
}

/// Whether files may name standard input, as far as the command line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stdin {
    Free,
    Key,
}

struct List {
    lines: Lines<BufReader<File>>,
    /// The list, or the key: no line can name it as a file.
    stdin_is_taken: bool,
}

impl Lists {
    /// `only`: from `-a`; `given`: what lines without a tag do not state.
    pub(super) fn new(lists: Vec<OsString>, end: End, only: Option<Function>, given: Stated, stdin: Stdin) -> Self {
        Self {
            names: lists.into_iter(),
            verified: Vec::new().into_iter(),
            open: None,
            parser: Parser::new(end, only, given),
            end,
            stdin,
        }
    }

    /// The same lists, with these files for their contents.
    pub(crate) fn verified(self, files: Vec<File>) -> Self {
        Self { verified: files.into_iter(), ..self }
    }

    fn open(&mut self, list: &OsStr) -> Result<List, ListError> {
        self.parser.begin(kind::by_list_name(list));
        let is_stdin = list == "-";
        let file = match self.verified.next() {
            Some(verified) => Ok(verified),
            None if is_stdin => stdin_file(),
            None => File::open(list),
        };
        let file = file.map_err(ListError::Open)?;
        let stdin_is_taken = is_stdin || self.stdin == Stdin::Key;
        Ok(List { lines: Lines::new(BufReader::with_capacity(64 << 10, file), self.end), stdin_is_taken })
    }
}

impl Iterator for Lists {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if self.open.is_none() {
            let list = self.names.next()?;
            match self.open(&list) {
                Ok(list) => self.open = Some(list),
                Err(error) => return Some(Found::End(Err(error))),
            }
        }
        let found = self.open.as_mut()?.find(&mut self.parser, self.end);
        if matches!(found, Found::End(_)) {
            self.open = None;
        }
        Some(found)
    }
}

impl List {
    fn find(&mut self, parser: &mut Parser, end: End) -> Found {
        loop {
            let line = match self.lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return Found::End(Ok(())),
                Err(_) => return Found::End(Err(ListError::Read)),
            };
            let parsed = match line {
                Text::Line([b'#', ..]) | Text::TooLong([b'#', ..]) => continue,
                Text::TooLong(_) => Err(Refused::Improper),
                Text::Line(line) => {
                    // Lines from Windows; one that ends in NUL is as it was written, and so is a name at its end.
                    let line = if end == End::Newline { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
                    if line.is_empty() {
                        continue;
                    }
                    parser.parse(line)
                }
            };
            let found = match parsed {
                Ok(Entry { tag, form, name, digest }) => {
                    let subject = if tag.function.is_of_a_tuple() { tuple(&name) } else { one(&name) };
                    self.free(subject).map(|subject| Found::Entry { tag, form, subject, digest })
                }
                Err(Refused::Undecided { bits, name }) => {
                    self.free(one(&name)).map(|subject| Found::Undecided { bits, subject })
                }
                Err(Refused::Improper) => None,
            };
            let improper = || Found::Improper { line: self.lines.number(), kind: parser.kind() };
            return found.unwrap_or_else(improper);
        }
    }

    /// None for standard input if that is taken, and for what is no name on this system.
    fn free(&self, subject: Option<Subject>) -> Option<Subject> {
        subject.filter(|subject| !(self.stdin_is_taken && subject.reads_stdin()))
    }
}

fn one(name: &[u8]) -> Option<Subject> {
    Source::named(name).map(Subject::One)
}

fn tuple(names: &[u8]) -> Option<Subject> {
    Tuple::parse(names).map(Subject::Tuple)
}
