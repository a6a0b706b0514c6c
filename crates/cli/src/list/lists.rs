//! Reads all lists, one after the other, line by line. A line is parsed only when it is asked for.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::entry::{Entry, Refused};
use super::envelope::{self, Envelope, Part};
use super::kind;
use super::lines::{Lines, Text};
use super::packages::Packages;
use super::parse::{Dialect, Only, Parser};
use crate::comments::{Link, Stamp};
use crate::line::End;
use crate::output::Plain;
use crate::place::slashed;
use crate::quote::{quote, quote_path};
use crate::read::stdin_file;
use crate::root::{NotOpened, Root, open};
use crate::subject::{Source, Subject, Tuple};
use crate::tag::Stated;
use crate::utf16;

/// The next item in the lists.
pub(crate) enum Found {
    Entry(Entry<Subject>),
    /// A comment about a symbolic link, if they are asked for.
    Link(Link),
    /// Not a digest line; a warning would name this function. `unsupported`: a function that the line names and that is not
    /// there.
    Improper {
        line: u64,
        kind: &'static str,
        unsupported: Option<String>,
    },
    /// The list is signed; nobody has looked whether it is by whom it says.
    Signed,
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
    #[error("Is a directory; \"lanesum check -r\" checks the lists in it")]
    Directory,
    #[error("line {0} is damaged: it is not UTF-16, as the list is; the rest of the list was not read")]
    Utf16(u64),
    #[error("{0}")]
    Packages(Packages),
    #[error(
        "the lines name no algorithm, digests of {bits} bits can be of several, and none of {files} listed files has its digest by any of them: name it with -a"
    )]
    Undecided { bits: u64, files: u64 },
    #[error(
        "line {0} begins a signed part, but lines before it have already been used; give the list as a file, not through a pipe"
    )]
    SignedLate(u64),
}

/// A list's name as messages have it.
pub(crate) fn list_name(list: &OsStr) -> String {
    if list == "-" { quote(b"standard input") } else { quote_path(list) }
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
    /// The parameters of lines without a tag, which cannot state them.
    pub(crate) given: Stated,
    pub(crate) stdin: Stdin,
    /// Whether names are relative to the list's directory instead of the current one.
    pub(crate) beside: bool,
    /// Whether comments about symbolic links are wanted.
    pub(crate) links: bool,
    /// The lists' bytes, if they had to be verified: no list is opened then, since it may have changed meanwhile.
    pub(crate) verified: Option<Verified>,
    /// The roots that open the lists found in a directory.
    pub(crate) found: Option<FoundLists>,
}

/// The roots that open the lists found in a directory, by the names of the lists.
pub(crate) type FoundLists = Arc<HashMap<OsString, Root>>;

/// Lists by their names, each as it was when its signature was verified.
pub(crate) type Verified = Arc<HashMap<OsString, Arc<[u8]>>>;

impl Reading {
    /// Without any other settings.
    pub(crate) fn of(dialect: Dialect, only: Option<Only>) -> Self {
        Self {
            end: End::Newline,
            dialect,
            only,
            given: Stated::default(),
            stdin: Stdin::Free,
            beside: false,
            links: false,
            verified: None,
            found: None,
        }
    }
}

/// Whether files may name standard input, as far as the command line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdin {
    Free,
    Key,
}

#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct List {
    lines: Lines<Box<dyn BufRead + Send>>,
    /// The list, or the key: no line can name it as a file.
    stdin_is_taken: bool,
    envelope: Envelope,
    /// Has a digest line come?
    begun: bool,
    /// Has a line come that ends in a newline alone?
    unix: bool,
    /// The stamp that stands before the next line.
    stamp: Option<Stamp>,
    /// The directory that names are relative to, if it is not the current one.
    directory: Option<PathBuf>,
    /// Was the list in another encoding?
    wide: bool,
    ended: bool,
}

impl Lists {
    pub(crate) fn new(lists: Vec<OsString>, reading: Reading) -> Self {
        let parser = Parser::new(reading.end, reading.dialect, reading.only.clone(), reading.given.clone());
        Self { names: lists.into_iter(), open: None, parser, reading }
    }

    fn open(&mut self, list: &OsStr) -> Result<List, ListError> {
        let mut hint = kind::by_list_name(list).or_else(|| kind::by_word(list));
        if let (true, Some(file)) = (self.reading.beside, hint.as_mut().and_then(|hint| hint.file.as_mut())) {
            let directory =
                file.iter().rposition(|&byte| byte == b'/' || cfg!(windows) && byte == b'\\').map_or(0, |at| at + 1);
            file.drain(..directory);
        }
        self.parser.begin(hint, list);
        let is_stdin = list == "-";
        let ours = self.reading.dialect == Dialect::All;
        let (reader, signed): (Box<dyn BufRead + Send>, _) = if let Some(verified) = &self.reading.verified {
            let bytes = verified.get(list).ok_or(ListError::Read)?;
            let mut bytes = Cursor::new(Arc::clone(bytes));
            let signed = ours && is_signed(&mut bytes).map_err(|_| ListError::Read)?;
            (Box::new(bytes), signed)
        } else {
            let found = self.reading.found.as_ref().and_then(|found| found.get(list));
            let file = match found {
                Some(root) => root.regular(list.as_ref()).map_err(changed),
                None if is_stdin => stdin_file(),
                None => open(list.as_ref()),
            };
            let mut file = file.map_err(|error| match error.kind() {
                io::ErrorKind::IsADirectory if ours => ListError::Directory,
                _ => ListError::Open(error),
            })?;
            // Windows has no metadata of a pipe.
            let kind = file.metadata().ok().map(|metadata| metadata.file_type());
            if ours && kind.is_some_and(|kind| kind.is_dir()) {
                return Err(ListError::Directory);
            }
            let signed =
                ours && kind.is_some_and(|kind| kind.is_file()) && is_signed(&mut file).map_err(|_| ListError::Read)?;
            (Box::new(BufReader::with_capacity(64 << 10, file)), signed)
        };
        let (reader, wide) = if ours && self.reading.end == End::Newline { narrow(reader)? } else { (reader, false) };
        Ok(List {
            lines: Lines::new(reader, self.reading.end),
            stdin_is_taken: is_stdin || self.reading.stdin == Stdin::Key,
            envelope: Envelope::new(signed),
            begun: false,
            unix: false,
            stamp: None,
            directory: Path::new(list).parent().filter(|_| self.reading.beside).map(Path::to_owned),
            wide,
            ended: false,
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

/// The list in UTF-8, and whether it was in another encoding.
fn narrow(mut list: Box<dyn BufRead + Send>) -> Result<(Box<dyn BufRead + Send>, bool), ListError> {
    match utf16::encoding(list.fill_buf().map_err(|_| ListError::Read)?) {
        Some(order) => Ok((Box::new(BufReader::with_capacity(64 << 10, utf16::utf8(list, order))), true)),
        None => Ok((list, false)),
    }
}

/// Without this list, the check would be another one.
fn changed(error: NotOpened) -> io::Error {
    match error {
        NotOpened::System(error) => error,
        odd @ NotOpened::Odd(_) => {
            io::Error::other(format!("{}; try again when nobody changes the directory", odd.into_error()))
        }
    }
}

/// Whether a signed part begins anywhere in this list. Lines before it must not count as signed. The position in the file does not change.
fn is_signed(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    let start = file.stream_position()?;
    let mut signed = false;
    {
        let mut lines = Lines::new(BufReader::with_capacity(64 << 10, &mut *file), End::Newline);
        while let (false, Some(line)) = (signed, lines.next()?) {
            signed = matches!(line, Text::Line(line) if envelope::begins(line));
        }
    }
    file.seek(SeekFrom::Start(start))?;
    Ok(signed)
}

impl List {
    fn find(&mut self, parser: &mut Parser, reading: &Reading) -> Found {
        let ours = reading.dialect == Dialect::All;
        loop {
            let number = self.lines.coming();
            let line = if self.ended { Ok(None) } else { self.lines.next() };
            let line = match line {
                Ok(line) => line,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Found::End(Err(ListError::Utf16(number)));
                }
                Err(_) => return Found::End(Err(ListError::Read)),
            };
            let Some(line) = line else {
                self.ended = true;
                match parser.finish() {
                    None => return Found::End(Ok(())),
                    Some(last) => match self.found(last, number - 1, parser) {
                        Some(found) => return found,
                        None => continue,
                    },
                }
            };
            let parsed = match line {
                Text::Line(comment @ [b'#', ..]) => {
                    let comment = comment.strip_suffix(b"\r").unwrap_or(comment);
                    if parser.comment(comment) {
                        self.stamp = Stamp::read(comment);
                        let link = if reading.links { Link::read(comment) } else { None };
                        match link.and_then(|link| self.link(link)) {
                            Some(link) => return Found::Link(link),
                            None => continue,
                        }
                    }
                    parser.parse(comment)
                }
                Text::TooLong([b'#', ..]) => continue,
                Text::TooLong(_) => Err(Refused::Improper),
                Text::Line(line) => {
                    // Lines from Windows; one that ends in NUL is as it was written, and so is a name at the end of hashdeep's.
                    let newline = reading.end == End::Newline && reading.dialect != Dialect::Shasum;
                    let plain = line.strip_suffix(b"\r");
                    self.unix |= plain.is_none();
                    let part = plain.filter(|_| newline && !(self.unix && parser.is_deep())).unwrap_or(line);
                    let part = if ours { self.envelope.open(part) } else { Part::List(part) };
                    match part {
                        Part::Signed if self.begun => return Found::End(Err(ListError::SignedLate(number))),
                        Part::Signed => return Found::Signed,
                        Part::List([]) if reading.dialect != Dialect::Shasum && !parser.is_in_a_block() => continue,
                        Part::List(comment @ [b'#', ..]) if parser.comment(comment) => continue,
                        Part::Around => continue,
                        Part::Unsigned if line.trim_ascii().is_empty() => continue,
                        Part::Unsigned => Err(Refused::Improper),
                        Part::List(line) => parser.parse(line),
                    }
                }
            };
            if let Some(found) = self.found(parsed, number, parser) {
                return found;
            }
        }
    }

    /// The item that a line holds. `None` for a comment.
    fn found(&mut self, parsed: Result<Entry, Refused>, line: u64, parser: &Parser) -> Option<Found> {
        let parsed = match parsed {
            Err(Refused::Before(entry)) => {
                self.lines.again();
                Ok(*entry)
            }
            Err(Refused::ImproperBefore) => {
                self.lines.again();
                Err(Refused::Improper)
            }
            parsed => parsed,
        };
        // A stamp (size and time) in a comment belongs to the next line, even if that cannot be read.
        let stamp = if matches!(parsed, Err(Refused::Comment)) { None } else { self.stamp.take() };
        let (found, unsupported) = match parsed {
            Ok(Entry { form, name, digests, size, foreign, guess, .. }) => {
                let tuple = digests.iter().any(|(tag, _)| tag.function.is_of_a_tuple());
                let (subject, slashed) =
                    if tuple { (Tuple::parse(&name).map(Subject::Tuple), false) } else { self.one(&name, parser) };
                let foreign = foreign || slashed || self.wide;
                let found = |name| Found::Entry(Entry { form, name, digests, size, foreign, guess, stamp });
                (self.free(subject).map(found), None)
            }
            Err(Refused::Comment) => return None,
            Err(Refused::Packages(packages)) => return Some(Found::End(Err(ListError::Packages(packages)))),
            Err(Refused::Unsupported(name)) => (None, Some(name)),
            Err(Refused::Improper | Refused::Before(_) | Refused::ImproperBefore) => (None, None),
        };
        self.begun |= found.is_some();
        Some(found.unwrap_or_else(|| Found::Improper { line, kind: parser.kind(), unsupported }))
    }

    /// The file of this name, and whether its name has slashes for the backslashes of Windows: if only so there is a file.
    fn one(&self, name: &[u8], parser: &Parser) -> (Option<Subject>, bool) {
        let file = |name: &[u8]| {
            let source = Source::named(name)?;
            Some(match (source, &self.directory) {
                (Source::File(path), Some(directory)) => Source::file(directory.join(path)),
                (source, _) => source,
            })
        };
        let plain = file(name);
        let is_there = |source: &Source| matches!(source, Source::File(path) if path.symlink_metadata().is_ok());
        let other: Option<Vec<u8>> = if parser.bag && name.contains(&b'%') {
            // `bagit.py` escapes no `%`, and reads `%25` as it is.
            Some(
                name.iter()
                    .flat_map(|byte| if *byte == b'%' { b"%25" } else { std::slice::from_ref(byte) })
                    .copied()
                    .collect(),
            )
        } else if cfg!(unix) && parser.is_windows() && name.contains(&b'\\') {
            Some(name.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect())
        } else {
            None
        };
        if let Some(other) = other.filter(|_| !plain.as_ref().is_some_and(is_there))
            && let Some(other) = file(&other).filter(is_there)
        {
            return (Some(Subject::One(other)), true);
        }
        (plain.map(Subject::One), false)
    }

    /// A link by the name that it has here.
    fn link(&self, link: Link) -> Option<Link> {
        let Some(directory) = &self.directory else { return Some(link) };
        let path = Source::path_named(&link.name)?;
        Some(Link { name: slashed(directory.join(path)).into_os_string().into_encoded_bytes(), ..link })
    }

    /// None for standard input if that is taken, and for what is no name on this system.
    fn free(&self, subject: Option<Subject>) -> Option<Subject> {
        subject.filter(|subject| !(self.stdin_is_taken && subject.reads_stdin()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No file is opened, neither for those that were verified nor for another one.
    #[test]
    fn verified_lists_are_not_read_again() {
        let list = OsString::from(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let verified = HashMap::from([(list.clone(), Arc::from(b"nothing\n".as_slice()))]);
        let reading = Reading { verified: Some(Arc::new(verified)), ..Reading::of(Dialect::All, None) };
        let other = OsString::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/main.rs"));
        let found: Vec<_> = Lists::new(vec![list.clone(), other, list], reading).collect();
        let whole = [Found::Improper { unsupported: None, line: 1, kind: "" }, Found::End(Ok(()))]
            .map(|found| std::mem::discriminant(&found));
        let kinds: Vec<_> = found.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds, [&whole[..], &whole[1..], &whole].concat());
        assert!(matches!(found[2], Found::End(Err(ListError::Read))));
    }
}
