//! `--missing-only` and `--extra-only`, which `lanesum audit` replaces and which version 0.2 will not have: listed files that are
//! missing, and files that no list names. Nothing is hashed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use super::tally::{Tallies, Verdict};
use crate::failure::Failure;
use crate::line::End;
use crate::list::{Found, Lists};
use crate::output::{Output, Plain, complain};
use crate::place::{mark, place};
use crate::quote::quote;
use crate::subject::Source;
use crate::walk::{Files, Filter, Links, Reason, Trouble};

/// Writes the names of listed files that are missing, each once. Returns true if there were none, and no other error.
pub(super) fn missing(found: Lists, mut tallies: Tallies, end: End) -> Result<bool, Failure> {
    let mut output = Output::open(None)?;
    let mut seen = HashSet::new();
    let mut all_there = true;
    for found in found {
        let outcome = each(found, &mut tallies, |source| {
            let Source::File(path) = &source else { return Ok(Verdict::Right) };
            match path.metadata() {
                Ok(_) => Ok(Verdict::Right),
                Err(error) if is_absence(&error) => {
                    all_there = false;
                    if seen.insert(mark(&[source.name()])) {
                        write_name(&mut output, end, source.name())?;
                    }
                    Ok(Verdict::Ignored)
                }
                Err(error) => {
                    complain_of(source.name(), &error);
                    Ok(Verdict::Unread)
                }
            }
        });
        outcome?;
    }
    output.flush()?;
    Ok(all_there && tallies.passed)
}

fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Writes the names of files in `directory` and below that no list names, and returns whether there was none, and no other fault. If a list
/// cannot be used, nothing is written, because all of its files would seem to be extra.
pub(super) fn extra(found: Lists, mut tallies: Tallies, end: End, directory: &OsStr) -> Result<bool, Failure> {
    let here = match std::env::current_dir() {
        Ok(here) => here,
        Err(error) => {
            complain_of(b".", &error);
            return Ok(false);
        }
    };
    let mut listed = HashSet::new();
    let mut usable = true;
    for found in found {
        usable &= each(found, &mut tallies, |source| {
            if let Source::File(path) = source {
                listed.insert(place(&here, &path));
            }
            Ok(Verdict::Right)
        })?;
    }
    if !usable {
        return Ok(false);
    }
    // A file would be a directory without entries.
    if let Err(error) = std::fs::read_dir(directory) {
        complain_of(directory.as_encoded_bytes(), &error);
        return Ok(false);
    }
    let mut output = Output::open(None)?;
    let mut passed = tallies.passed;
    for found in Files::new(Path::new(directory), Links::LeaveOut, Filter::everything()) {
        match found {
            // A symbolic link or a FIFO is a name like any other here: nothing is read.
            Ok(path) | Err(Trouble { path, reason: Reason::Odd(_) }) => {
                if listed.contains(&place(&here, &path)) {
                    continue;
                }
                write_name(&mut output, end, path.as_os_str().as_encoded_bytes())?;
            }
            Err(trouble) => complain(trouble.message()),
        }
        passed = false;
    }
    output.flush()?;
    Ok(passed)
}

/// Hands the file of each digest line to `judge` and counts the rest. False at the end of a list that cannot be used.
fn each(found: Found, tallies: &mut Tallies, mut judge: impl FnMut(Source) -> io::Result<Verdict>) -> io::Result<bool> {
    match found {
        // Whose digest it is does not matter here.
        Found::Entry(entry) => {
            // A line of a tuple counts once, and is as bad as its worst file.
            let mut worst = Verdict::Right;
            for source in entry.name.sources() {
                match judge(source)? {
                    Verdict::Right => {}
                    verdict if worst != Verdict::Unread => worst = verdict,
                    _ => {}
                }
            }
            tallies.proper(worst);
        }
        Found::Improper { line, kind, unsupported } => tallies.improper(line, kind, unsupported.as_deref()),
        Found::Link(_) => {}
        Found::Signed => tallies.signed(),
        Found::End(read) => return Ok(tallies.end(read)),
    }
    Ok(true)
}

/// A name on a line of its own, as it stands in lists.
fn write_name(output: &mut Output, end: End, name: &[u8]) -> io::Result<()> {
    let mut line = end.mark(name).to_vec();
    end.write_name(&mut line, name)?;
    line.push(end.byte());
    output.write_all(&line)
}

fn complain_of(name: &[u8], error: &io::Error) {
    complain(format_args!("{}: {}", quote(name), Plain(error)));
}
