//! The list as it is.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::Path;

use crate::args::UpdateArgs;
use crate::comments::{Link, Stamp};
use crate::compare::{Settled, Verdict, other_content};
use crate::facts::{Time, modified};
use crate::failure::Failure;
use crate::line::LineStyle;
use crate::list::{Dialect, Entry, Found, Lists, Only, Reading, list_name};
use crate::output::complain;
use crate::place::{Letters, Mark, place};
use crate::quote::quote;
use crate::subject::{Source, Subject};
use crate::tag::Tag;

/// A file by what the old list says.
pub(super) struct File {
    pub(super) name: Box<[u8]>,
    /// In the order of the list.
    pub(super) lines: Vec<Listed>,
    /// Does each tag have one digest, all with the same stamp?
    whole: bool,
}

/// A line of a file. A stamp counts only for the lines behind it: those of another block may be of another time.
pub(super) struct Listed {
    pub(super) tag: usize,
    pub(super) digest: Box<[u8]>,
    pub(super) stamp: Option<Stamp>,
}

impl File {
    /// The stamp, if nothing has to be computed of a file that still has it.
    pub(super) fn whole(&self) -> Option<Stamp> {
        self.lines.first().filter(|_| self.whole)?.stamp
    }

    /// Are these digests, by each tag, those that are listed? Of lines that contradict each other, one must be right.
    pub(super) fn is(&self, digests: &[Box<[u8]>]) -> bool {
        let fits = |line: &Listed| digests.get(line.tag) == Some(&line.digest);
        self.lines.iter().all(|line| self.lines.iter().any(|other| other.tag == line.tag && fits(other)))
    }

    /// The meaning of other content, by the lines that it contradicts.
    pub(super) fn verdict(&self, digests: &[Box<[u8]>], now: Option<Stamp>, list_time: Option<Time>) -> Verdict {
        let wrong = self.lines.iter().filter(|line| digests.get(line.tag) != Some(&line.digest));
        let mut verdicts = wrong.map(|line| other_content(line.stamp, now, list_time));
        if verdicts.any(|verdict| verdict == Verdict::Corrupt) { Verdict::Corrupt } else { Verdict::Edited }
    }
}

#[derive(Default)]
pub(super) struct Old {
    pub(super) tags: Vec<Tag>,
    /// None of a list without lines.
    pub(super) form: Option<LineStyle>,
    pub(super) files: HashMap<Mark, File>,
    pub(super) links: BTreeMap<Mark, Link>,
    /// When the list was written.
    pub(super) time: Option<Time>,
}

impl Old {
    /// None if it cannot be replaced without a loss, which has been said.
    pub(super) fn read(args: &UpdateArgs, here: &Path) -> Result<Option<Self>, Failure> {
        let list = &args.list;
        let mut old = Self::default();
        match std::fs::metadata(list) {
            Ok(metadata) => old.time = modified(&metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some(old)),
            Err(error) => return Err(Failure::file(Path::new(list), error)),
        }
        let only = args.algorithm.map(Only::from);
        let reading = Reading { beside: args.relative, links: true, ..Reading::of(Dialect::All, only) };
        let say = |message: &str| complain(format_args!("{}: {message}", list_name(list)));
        let mut last = None;
        for found in Settled::new(Lists::new(vec![list.clone()], reading), std::slice::from_ref(list), args.quiet) {
            match found {
                Found::Entry(Entry { foreign: true, .. }) => {
                    say(
                        "only other programs write lists of this form (hashdeep, OpenSSL, SFV, UTF-16 and the like), and update would lose it: the list was not changed; for a new list: lanesum update NEW DIR",
                    );
                    return Ok(None);
                }
                Found::Entry(Entry { form, name: Subject::One(source @ Source::File(_)), digests, stamp, .. }) => {
                    let Source::File(path) = &source else { continue };
                    // Of a mixture, lines with a tag can all be read.
                    old.form = Some(if old.form.is_none_or(|other| other == form) { form } else { LineStyle::Tagged });
                    let mark = place(here, path);
                    // On Windows, of names that differ in case.
                    if let Some(before) = old.files.get(&mark).filter(|_| cfg!(windows))
                        && let Some(other) = Source::path_named(&before.name)
                        && Letters::of(here, &other) != Letters::of(here, path)
                    {
                        say(&format!(
                            "the names {} and {} differ in case alone, and one of their lines would be lost: the list was not changed",
                            quote(&before.name),
                            source.quoted()
                        ));
                        return Ok(None);
                    }
                    let file = old.files.entry(mark).or_insert_with(|| File {
                        name: source.name().into(),
                        // Mostly one: to push the first would make room for four.
                        lines: Vec::with_capacity(1),
                        whole: false,
                    });
                    // The stamp stands before the first of several lines of a file.
                    let before = file.lines.last().and_then(|line| line.stamp).filter(|_| last == Some(mark));
                    let stamp = stamp.or(before);
                    last = Some(mark);
                    for (tag, digest) in digests {
                        let tag = tag.number_in(&mut old.tags);
                        let digest: Box<[u8]> = digest.into();
                        if !file.lines.iter().any(|line| line.tag == tag && line.digest == digest) {
                            file.lines.push(Listed { tag, digest, stamp });
                        }
                    }
                }
                Found::Entry(_) => {
                    say(
                        "the list has a line of standard input or of several files, but update only keeps lines of single files: the list was not changed",
                    );
                    return Ok(None);
                }
                Found::Link(link) => {
                    if let Some(path) = Source::path_named(&link.name) {
                        old.links.insert(place(here, &path), link);
                    }
                }
                Found::Improper { line, unsupported, .. } => {
                    let what = match (unsupported, args.algorithm) {
                        (Some(name), _) => format!("uses {name}, which is not supported,"),
                        (None, Some(function)) => format!("is not a line of {function} (-a),"),
                        (None, None) => "is improperly formatted,".to_owned(),
                    };
                    say(&format!("line {line} {what} and would be lost: the list was not changed"));
                    return Ok(None);
                }
                Found::Signed => {
                    say(
                        "the list is signed, and an update would break the signature: the list was not changed; update an unsigned copy, and sign that",
                    );
                    return Ok(None);
                }
                Found::End(Ok(())) => {}
                Found::End(Err(error)) => {
                    say(&error.to_string());
                    return Ok(None);
                }
            }
        }
        // A file that lacks a digest is hashed anew.
        let tags = old.tags.len();
        for file in old.files.values_mut() {
            let mut met: Vec<usize> = file.lines.iter().map(|line| line.tag).collect();
            met.sort_unstable();
            let first = file.lines.first().and_then(|line| line.stamp);
            let same = file.lines.iter().all(|line| line.stamp == first);
            file.whole = same && met.into_iter().eq(0..tags);
        }
        Ok(Some(old))
    }
}
