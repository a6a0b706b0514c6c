//! `b3sum --check`, which accepts only one form of line, and says what is wrong with each other line.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;

use super::program::{Ended, Stop};
use crate::escape::{byte_of, unescaped};
use crate::failure::{FAILED, Failure};
use crate::function::BLAKE3;
use crate::hash::{Expected, Recipe, Setup};
use crate::list::LINE_BYTES;
use crate::output::{Output, complain};
use crate::read::{ReadError, stdin_file};
use crate::subject::{Source, Subject};
use crate::tag::Tag;
use crate::workers::{self, Consumer, Event, Job, Outcome, Settings, Weigh};

const DIGITS: usize = 64;

pub(super) fn run(lists: &[OsString], quiet: bool, settings: Settings) -> Ended {
    let tag = Tag::plain(BLAKE3, 256);
    let recipes: Arc<[Recipe]> = Arc::from([Recipe::new(tag, &Setup::default())?]);
    let mut check = Check { quiet, output: Output::open(None)?, passed: true, unreadable: None };
    for list in lists {
        let file = if list == "-" { stdin_file() } else { File::open(list) };
        let file = file.map_err(|error| Stop::Status(FAILED, error.to_string()))?;
        let recipes = Arc::clone(&recipes);
        let events = Lines(BufReader::new(file), false).map(move |line| match line {
            Ok(line) => match parse(&line) {
                Ok((shown, source, digest)) => {
                    let job = Job::new(Subject::One(source), Arc::clone(&recipes));
                    Event::Job(job, Item::Listed { shown, expected: Expected::from(&digest[..]) })
                }
                Err(why) => Event::Note(Item::Wrong(why)),
            },
            Err(error) => Event::Note(Item::End(error)),
        });
        workers::run(settings, events, &mut check)?;
        if let Some(error) = check.unreadable {
            return Err(Stop::Status(FAILED, error.to_string()));
        }
    }
    Ok(check.passed)
}

/// The lines of a list, which must be UTF-8.
struct Lines(BufReader<File>, bool);

impl Iterator for Lines {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        use std::io::Read;
        if self.1 {
            return None;
        }
        let mut line = String::new();
        let read = (&mut self.0).take(LINE_BYTES as u64).read_line(&mut line);
        self.1 = read.is_err();
        match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    }
}

/// The name as it is shown, the file, and its digest; or what is wrong with the line.
fn parse(line: &str) -> Result<(String, Source, Vec<u8>), &'static str> {
    let line = line.trim_end_matches('\n');
    if line.is_empty() {
        return Err("Empty line");
    }
    let (escaped, line) = line.strip_prefix('\\').map_or((false, line), |line| (true, line));
    if line.len() <= DIGITS + 2 {
        return Err("Short line");
    }
    if !line.chars().take(DIGITS + 2).all(|c| c.is_ascii()) {
        return Err("Non-ASCII prefix");
    }
    let (digest, name) = line.split_at(DIGITS);
    let name = name.strip_prefix("  ").ok_or("Invalid space")?;
    let digest = data_encoding::HEXLOWER.decode(digest.as_bytes()).map_err(|_| "Invalid hex")?;
    let plain = if escaped { unescape(name).ok_or("Invalid backslash escape")? } else { name.to_owned() };
    if plain.contains('\0') {
        return Err("Null character in path");
    }
    if plain.contains(char::REPLACEMENT_CHARACTER) {
        return Err("Unicode replacement character in path");
    }
    let shown = if escaped { format!("\\{name}") } else { name.to_owned() };
    Ok((shown, Source::from(OsString::from(plain)), digest))
}

fn unescape(name: &str) -> Option<String> {
    // b3sum escapes no carriage return.
    let plain = unescaped(name.as_bytes(), |letter| byte_of(letter).filter(|byte| *byte != b'\r'))?;
    String::from_utf8(plain).ok()
}

enum Item {
    Listed { shown: String, expected: Expected },
    Wrong(&'static str),
    End(io::Error),
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        if let Self::Listed { shown, .. } = self { shown.len() } else { 0 }
    }
}

struct Check {
    quiet: bool,
    output: Output,
    passed: bool,
    unreadable: Option<io::Error>,
}

impl Consumer<Item> for Check {
    type Error = Failure;

    fn take(&mut self, item: Item, outcome: Option<Outcome>) -> Result<(), Failure> {
        let (shown, expected) = match item {
            Item::Listed { shown, expected } => (shown, expected),
            Item::Wrong(why) => {
                self.output.flush()?;
                complain(why);
                self.passed = false;
                return Ok(());
            }
            Item::End(error) => {
                self.unreadable = Some(error);
                return Ok(());
            }
        };
        let Some(Outcome { hashed, .. }) = outcome else { return Ok(()) };
        let same = hashed.and_then(|hashed| match hashed.digests.into_iter().next() {
            Some(digest) => Ok(digest.is(&expected)?),
            None => Ok(false),
        });
        let words = match same {
            Ok(true) if self.quiet => return Ok(()),
            Ok(true) => "OK".to_owned(),
            Ok(false) => "FAILED".to_owned(),
            // With the number, as b3sum has it.
            Err(ReadError::System(error)) => format!("FAILED ({error})"),
            Err(ReadError::Directory) => "FAILED (Is a directory (os error 21))".to_owned(),
            Err(error) => format!("FAILED ({error})"),
        };
        self.passed &= words == "OK";
        writeln!(self.output, "{shown}: {words}")?;
        Ok(self.output.end_line()?)
    }

    fn idle(&mut self) -> Result<(), Failure> {
        Ok(self.output.flush()?)
    }
}
