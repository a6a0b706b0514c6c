//! The counts of a list, the messages at its end, and whether it passed.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;

use serde::Serialize;

use super::guess::Guess;
use crate::args::Manner;
use crate::function::Function;
use crate::list::{ListError, list_name};
use crate::output::{RED, complain, may_colour};
use crate::place::lies_beside;
use crate::subject::{Source, Subject};

/// The counts of one list so far.
#[derive(Default, Serialize)]
pub(super) struct Tally {
    improper: u64,
    unread: u64,
    different: u64,
    /// Lines that are digest lines.
    proper: u64,
    /// Files that have their digest.
    right: u64,
    /// Lines that do not tell their function, and of which none was found.
    undecided: u64,
    /// Digest lines that cannot be judged: they need a key, and none was given.
    keyless: u64,
    /// Files that are missing.
    #[serde(skip)]
    absent: u64,
    /// Does one of them lie in the list's directory?
    #[serde(skip)]
    lies_beside: bool,
    /// A function that lines name and that is not there.
    #[serde(skip)]
    unsupported: bool,
    /// Lines with a key that were right, and that were wrong.
    #[serde(skip)]
    keyed: (u64, u64),
    /// The function that the list's name tells, as long as no file has its digest by it.
    #[serde(skip)]
    told: Told,
    /// The guesses at the functions of lines that do not name them.
    #[serde(skip)]
    guesses: Vec<Arc<Guess>>,
}

/// A function that only a list's name tells.
#[derive(Clone, Copy, Default)]
enum Told {
    #[default]
    Nothing,
    Wrong(Function),
    Right,
}

/// The lists and their tallies.
pub(super) struct Tallies {
    manner: Manner,
    lists: std::vec::IntoIter<OsString>,
    tally: Tally,
    /// Files of all lists that have ended: that have their digest, and that are missing, which does not matter.
    right: u64,
    ignored: u64,
    /// Did all lists pass that have ended?
    pub(super) passed: bool,
}

/// Lines whose files are missing, which does not matter.
#[derive(Default)]
pub(super) struct Ignored {
    pub(super) lines: u64,
    /// Some of them, which may lie beside the list.
    pub(super) first: Vec<Subject>,
}

/// The result of checking a listed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    #[serde(rename = "ok")]
    Right,
    #[serde(rename = "failed")]
    Different,
    Unread,
    /// It is not there, and that does not matter.
    Ignored,
}

impl Tallies {
    pub(super) fn new(manner: Manner, lists: Vec<OsString>) -> Self {
        Self { manner, lists: lists.into_iter(), tally: Tally::default(), right: 0, ignored: 0, passed: true }
    }

    fn complain(&self, message: &str) {
        let list = self.name().map(|list| list_name(list)).unwrap_or_default();
        complain(format_args!("{list}: {message}"));
    }

    pub(super) fn proper(&mut self, verdict: Verdict) {
        self.tally.proper += 1;
        match verdict {
            Verdict::Right => self.tally.right += 1,
            Verdict::Different => self.tally.different += 1,
            Verdict::Unread => self.tally.unread += 1,
            Verdict::Ignored => {}
        }
    }

    /// The line at the end, where all passed.
    pub(super) fn total(&self) -> String {
        let files = if self.right == 1 { "file" } else { "files" };
        match (self.right, self.ignored) {
            (1, 0) => "1 file, intact".into(),
            (right, 0) => format!("{right} files, all intact"),
            (right, missing) => format!("{right} {files} intact, {missing} missing"),
        }
    }

    /// Digest lines of files that are missing, which does not matter.
    pub(super) fn ignored(&mut self, Ignored { lines, first }: &Ignored) {
        for subject in first {
            self.absent(subject);
            self.proper(Verdict::Ignored);
        }
        let others = lines - first.len() as u64;
        self.tally.absent += others;
        self.tally.proper += others;
    }

    /// A listed file that is missing, before it is counted as [`proper`](Self::proper). Looks in the list's directory as long as every file
    /// is missing and none was found there.
    pub(super) fn absent(&mut self, subject: &Subject) {
        let all = self.tally.absent == self.tally.proper;
        self.tally.absent += 1;
        if let (true, false, Subject::One(Source::File(file))) = (all, self.tally.lies_beside, subject) {
            self.tally.lies_beside = self.name().is_some_and(|list| lies_beside(list, file));
        }
    }

    pub(super) fn improper(&mut self, line: u64, kind: &str, unsupported: Option<&str>) {
        self.tally.improper += 1;
        // Once for each list.
        if let (false, Some(name)) = (self.tally.unsupported, unsupported) {
            self.tally.unsupported = true;
            self.complain(&format!("line {line} uses {name}, which is not supported"));
        }
        if self.manner.warn {
            let kind = if kind.is_empty() { String::new() } else { format!("{kind} ") };
            self.complain(&format!("{line}: improperly formatted {kind}checksum line"));
        }
    }

    /// A line with a key that was judged.
    pub(super) fn keyed(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.tally.keyed.0 += 1,
            Verdict::Different => self.tally.keyed.1 += 1,
            Verdict::Unread | Verdict::Ignored => {}
        }
    }

    /// A digest line that does not tell its function.
    pub(super) fn guessed(&mut self, guess: &Arc<Guess>) {
        if !self.tally.guesses.iter().any(|other| Arc::ptr_eq(other, guess)) {
            self.tally.guesses.push(Arc::clone(guess));
        }
    }

    /// A digest line whose function only the list's name tells.
    pub(super) fn told(&mut self, function: Function, verdict: Verdict) {
        self.tally.told = match (self.tally.told, verdict) {
            (Told::Nothing, Verdict::Different) => Told::Wrong(function),
            (_, Verdict::Right) => Told::Right,
            (told, _) => told,
        };
    }

    pub(super) fn signed(&self) {
        self.complain("the list has an OpenPGP signature, which was not checked (gpg --verify does that)");
    }

    pub(super) fn keyless(&mut self) {
        self.tally.keyless += 1;
    }

    pub(super) fn tally(&mut self) -> &Tally {
        self.tally.undecided = self.tally.guesses.iter().map(|guess| guess.undecided()).sum();
        &self.tally
    }

    pub(super) fn name(&self) -> Option<&OsString> {
        self.lists.as_slice().first()
    }

    /// Writes the remarks about a list that has ended. Returns whether it was read and has a digest line.
    pub(super) fn end(&mut self, read: Result<(), ListError>) -> bool {
        let tally = std::mem::take(&mut self.tally);
        self.right += tally.right;
        self.ignored += tally.proper - tally.right - tally.different - tally.unread;
        let usable = match read {
            Err(error) => {
                self.complain(&error.to_string());
                false
            }
            Ok(()) if tally.proper + tally.keyless == 0 => {
                self.complain("no properly formatted checksum lines found");
                false
            }
            Ok(()) => true,
        };
        if usable && !self.manner.status {
            self.sum_up(&tally);
        } else if usable {
            for message in tally.guesses.iter().filter_map(|guess| guess.warning()) {
                self.complain(&message);
            }
        }
        self.passed &= usable && tally.passes(self.manner);
        self.lists.next();
        usable
    }

    fn sum_up(&self, tally: &Tally) {
        let warn = |count: u64, one: &str, many: &str| {
            if count > 0 {
                let (before, after) =
                    if may_colour(&io::stderr()) && !self.manner.plain_names { RED } else { ("", "") };
                let what = if count == 1 { one } else { many };
                complain(format_args!("{before}WARNING: {count} {what}{after}"));
            }
        };
        warn(tally.improper, "line is improperly formatted", "lines are improperly formatted");
        warn(tally.unread, "listed file could not be read", "listed files could not be read");
        warn(tally.different, "computed checksum did NOT match", "computed checksums did NOT match");
        for message in tally.guesses.iter().filter_map(|guess| guess.message()) {
            self.complain(&message);
        }
        if let Told::Wrong(function) = tally.told {
            self.complain(&format!(
                "no file has its digest by {function}, which the list's name tells; for another algorithm: -a NAME"
            ));
        }
        warn(
            tally.keyless,
            "line needs a key: pass it with --key-file FILE",
            "lines need a key: pass it with --key-file FILE",
        );
        if let (0, 1..) = tally.keyed {
            self.complain("no line that needs a key matches: is it the right key? (--key-file)");
        }
        if self.manner.ignore_missing && tally.right == 0 && tally.proper > 0 {
            self.complain("no file was verified");
        }
        if tally.lies_beside && tally.absent == tally.proper {
            self.complain("its files are missing here, but some are in the directory of the list: try --relative");
        }
    }
}

impl Tally {
    fn passes(&self, manner: Manner) -> bool {
        let nothing_right = manner.ignore_missing && self.right == 0;
        let improper = manner.strict && self.improper > 0;
        let all_judged = self.unread + self.keyless == 0;
        !nothing_right && !improper && all_judged && self.different == 0
    }
}
