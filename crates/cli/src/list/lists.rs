//! All lists, one after the other, line by line: what each line says, found only when it is asked for.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::entry::{Entry, Refused};
use super::envelope::{Envelope, Part};
use super::kind;
use super::lines::{Lines, Text};
use super::parse::{Dialect, Only, Parser};
use crate::line::{End, Form};
use crate::output::Plain;
use crate::quote::quote;
use crate::read::stdin_file;
use crate::subject::{Source, Subject, Tuple};
use crate::tag::{Stated, Tag};

/// What comes next in the lists.
pub(crate) enum Found {
    Entry {
        form: Form,
        subject: Subject,
        /// One, or as many as a line of hashdeep has.
        digests: Vec<(Tag, Vec<u8>)>,
        /// Of the file, in bytes, where the line says it.
        size: Option<u64>,
    },
    /// Not a digest line; a warning would name this function.
    Improper { line: u64, kind: &'static str },
    /// A line that any of several functions may have made.
    Undecided { bits: u64, subject: Subject },
    /// The list is signed; nobody has looked whether it is by whom it says.
    Signed,
    /// The end of the list.
    End(Result<(), ListError>),
}

/// Why a list was not read to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ListError {
    #[error("{}", Plain(.0))]
    Open(io::Error),
    /// GNU does not tell more either.
    #[error("read error")]
    Read,
    #[error("the list is in UTF-16; for UTF-8: iconv -f UTF-16 -t UTF-8 LIST | lanesum check")]
    Utf16,
}

/// A list's name as messages have it.
pub(crate) fn list_name(list: &OsStr) -> Vec<u8> {
    if list == "-" { quote(b"standard input") } else { quote(list.as_encoded_bytes()) }
}

pub(crate) struct Lists {
    names: std::vec::IntoIter<OsString>,
    open: Option<List>,
    parser: Parser,
    reading: Reading,
}

/// How lists are read.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) end: End,
    pub(crate) dialect: Dialect,
    /// From `-a`.
    pub(crate) only: Option<Only>,
    /// What lines without a tag do not state.
    pub(crate) given: Stated,
    pub(crate) stdin: Stdin,
    /// Whether names are relative to the list's directory instead of the current one.
    pub(crate) beside: bool,
    /// The lists' bytes, if they had to be verified: no list is opened then, since it may have changed meanwhile.
    pub(crate) verified: Option<Verified>,
}

/// Lists by their names, each as it was when its signature was verified.
pub(crate) type Verified = Arc<HashMap<OsString, Arc<[u8]>>>;

impl Reading {
    /// With nothing else said.
    pub(crate) fn of(dialect: Dialect, only: Option<Only>) -> Self {
        Self {
            end: End::Newline,
            dialect,
            only,
            given: Stated::default(),
            stdin: Stdin::Free,
            beside: false,
            verified: None,
        }
    }
}

/// Why the lines of [`Found::Undecided`] cannot be taken, where there is no file to decide it.
pub(crate) fn undecided(bits: u64) -> String {
    format!("the lines name no algorithm, and digests of {bits} bits may be of several: name it with -a")
}

/// Whether files may name standard input, as far as the command line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdin {
    Free,
    Key,
}

struct List {
    lines: Lines<Box<dyn BufRead + Send>>,
    /// The list, or the key: no line can name it as a file.
    stdin_is_taken: bool,
    envelope: Envelope,
    /// The directory that names are relative to, if it is not the current one.
    directory: Option<PathBuf>,
}

impl Lists {
    pub(crate) fn new(lists: Vec<OsString>, reading: Reading) -> Self {
        let parser = Parser::new(reading.end, reading.dialect, reading.only.clone(), reading.given.clone());
        Self { names: lists.into_iter(), open: None, parser, reading }
    }

    fn open(&mut self, list: &OsStr) -> Result<List, ListError> {
        let mut hint = kind::by_list_name(list);
        if let (true, Some(file)) = (self.reading.beside, hint.as_mut().and_then(|hint| hint.file.as_mut())) {
            let directory = file.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
            file.drain(..directory);
        }
        self.parser.begin(hint, kind::is_sfv(list));
        let is_stdin = list == "-";
        let reader: Box<dyn BufRead + Send> = if let Some(verified) = &self.reading.verified {
            let bytes = verified.get(list).ok_or(ListError::Read)?;
            Box::new(Cursor::new(Arc::clone(bytes)))
        } else {
            let file = if is_stdin { stdin_file() } else { File::open(list) };
            Box::new(BufReader::with_capacity(64 << 10, file.map_err(ListError::Open)?))
        };
        Ok(List {
            lines: Lines::new(reader, self.reading.end),
            stdin_is_taken: is_stdin || self.reading.stdin == Stdin::Key,
            envelope: Envelope::new(),
            directory: Path::new(list).parent().filter(|_| self.reading.beside).map(Path::to_owned),
        })
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
        let found = self.open.as_mut()?.find(&mut self.parser, &self.reading);
        if matches!(found, Found::End(_)) {
            self.open = None;
        }
        Some(found)
    }
}

impl List {
    fn find(&mut self, parser: &mut Parser, reading: &Reading) -> Found {
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
                    let newline = reading.end == End::Newline && reading.dialect != Dialect::Shasum;
                    let line = if newline { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
                    let part =
                        if reading.dialect == Dialect::All { self.envelope.open(line) } else { Part::List(line) };
                    match part {
                        Part::Utf16 => return Found::End(Err(ListError::Utf16)),
                        Part::Signed => return Found::Signed,
                        Part::List([]) if reading.dialect != Dialect::Shasum => continue,
                        Part::Around | Part::List([b'#', ..]) => continue,
                        Part::Behind if line.is_empty() => continue,
                        Part::Behind => Err(Refused::Improper),
                        Part::List(line) => parser.parse(line),
                    }
                }
            };
            let found = match parsed {
                Ok(Entry { form, name, digests, size }) => {
                    let tuple = digests.iter().any(|(tag, _)| tag.function.is_of_a_tuple());
                    let subject = if tuple { self::tuple(&name) } else { self.one(&name) };
                    self.free(subject).map(|subject| Found::Entry { form, subject, digests, size })
                }
                Err(Refused::Undecided { bits, name }) => {
                    self.free(self.one(&name)).map(|subject| Found::Undecided { bits, subject })
                }
                Err(Refused::Comment) => continue,
                Err(Refused::Improper) => None,
            };
            let improper = || Found::Improper { line: self.lines.number(), kind: parser.kind() };
            return found.unwrap_or_else(improper);
        }
    }

    /// The file of this name.
    fn one(&self, name: &[u8]) -> Option<Subject> {
        let source = Source::named(name)?;
        Some(Subject::One(match (source, &self.directory) {
            (Source::File(path), Some(directory)) => Source::File(directory.join(path)),
            (source, _) => source,
        }))
    }

    /// None for standard input if that is taken, and for what is no name on this system.
    fn free(&self, subject: Option<Subject>) -> Option<Subject> {
        subject.filter(|subject| !(self.stdin_is_taken && subject.reads_stdin()))
    }
}

fn tuple(names: &[u8]) -> Option<Subject> {
    Tuple::parse(names).map(Subject::Tuple)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No file is opened, neither for those that were verified nor for another one.
    #[test]
    fn verified_lists_are_not_read_again() {
        let list = OsString::from(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let verified = HashMap::from([(list.clone(), Arc::from(b"nothing\n".as_slice()))]);
        let reading = Reading {
            end: End::Newline,
            dialect: Dialect::All,
            only: None,
            given: Stated::default(),
            stdin: Stdin::Free,
            beside: false,
            verified: Some(Arc::new(verified)),
        };
        let other = OsString::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/main.rs"));
        let found: Vec<_> = Lists::new(vec![list.clone(), other, list], reading).collect();
        let whole =
            [Found::Improper { line: 1, kind: "" }, Found::End(Ok(()))].map(|found| std::mem::discriminant(&found));
        let kinds: Vec<_> = found.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds, [&whole[..], &whole[1..], &whole].concat());
        assert!(matches!(found[2], Found::End(Err(ListError::Read))));
    }
}
