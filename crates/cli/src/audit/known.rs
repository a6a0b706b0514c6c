//! The entries of the lists: every file that they name, with its digests.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::comments::{Link, Stamp};
use crate::compare::Roots;
use crate::list::{Found, Lists, list_name, undecided};
use crate::output::complain;
use crate::place::{Mark, place};
use crate::subject::{Source, Subject};
use crate::tag::Tag;

/// A file by what some lines say of it.
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    pub(super) place: Mark,
    /// The number of a tag, and the digest by it.
    pub(super) digests: Vec<(usize, Box<[u8]>)>,
    size: Option<u64>,
    pub(super) stamp: Option<Stamp>,
    pub(super) state: State,
    /// Why it is missing, if there is more to say.
    pub(super) reason: Option<String>,
    /// Does it lie below a directory of the run?
    inside: bool,
}

/// What has become of a known file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has not been met.
    Missing,
    /// There is a file of its name, if perhaps one that was not to be looked at.
    There,
    /// Its content has another name now.
    Moved,
}

/// Everything that the lists say.
#[derive(Default)]
pub(super) struct Known {
    /// Are all lines digest lines?
    pub(super) complete: bool,
    pub(super) tags: Vec<Tag>,
    pub(super) entries: Vec<Entry>,
    /// Symbolic links that lists record.
    pub(super) links: BTreeMap<Mark, Link>,
    /// Listed files that patterns leave out.
    pub(super) left_out: u64,
    /// Whether a listed name lies below each directory.
    below: Vec<bool>,
    by_place: HashMap<Mark, Vec<usize>>,
    by_digest: HashMap<(usize, Box<[u8]>), Alike>,
}

/// Entries with one digest.
#[derive(Default)]
struct Alike {
    entries: Vec<usize>,
    /// At least this many of them have been found.
    met: usize,
}

impl Known {
    /// Whether a list names the file at this place.
    pub(super) fn has(&self, place: &Mark) -> bool {
        self.by_place.contains_key(place)
    }

    /// Whether a listed name that counts lies below each directory.
    pub(super) fn below(&self) -> impl Iterator<Item = bool> {
        self.below.iter().copied()
    }

    /// The names of listed files that lie below no directory.
    pub(super) fn outside(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.iter().filter(|entry| !entry.inside).map(|entry| entry.name.as_slice())
    }

    /// Reads all lists. Returns false if one of them is unusable, because its files would then seem to be new.
    ///
    /// `wanted`: which files count, by their places.
    pub(super) fn read(
        lists: Lists,
        names: &[std::ffi::OsString],
        here: &Path,
        wanted: impl Fn(&Path) -> bool,
        roots: &Roots,
    ) -> (Self, bool) {
        let below = roots.directories().map(|_| false).collect();
        let mut known = Self { complete: true, below, ..Self::default() };
        let mut names = names.iter();
        let (mut usable, mut lines, mut improper, mut told) = (true, 0_u64, 0_u64, false);
        for found in lists {
            let list = names.as_slice().first().map(|list| list_name(list)).unwrap_or_default();
            let say = |message: &str| complain(&[&list, b": ".as_slice(), message.as_bytes()].concat());
            match found {
                Found::Entry { guess, .. } if undecided(&guess).is_some() => {
                    if usable {
                        say(&undecided(&guess).unwrap_or_default());
                    }
                    usable = false;
                }
                Found::Entry { subject: Subject::One(source), digests, size, stamp, .. } => {
                    lines += 1;
                    // Standard input has no place on the disk.
                    let path = if let Source::File(path) = &source { path } else { Path::new("-") };
                    if wanted(path) {
                        let inside = known.note(roots, path);
                        known.add(&source, place(here, path), digests, (size, stamp, inside));
                    } else {
                        known.left_out += 1;
                    }
                }
                Found::Link(link) => {
                    lines += 1;
                    if let Some(Source::File(path)) = Source::named(&link.name)
                        && wanted(&path)
                    {
                        known.note(roots, &path);
                        known.links.insert(place(here, &path), link);
                    }
                }
                Found::Entry { .. } => {
                    say(
                        "a line of TupleHash is of several files together and cannot be audited; use \"lanesum check\"",
                    );
                    usable = false;
                }
                Found::Improper { line, unsupported, .. } => {
                    if let Some(name) = unsupported.filter(|_| !told) {
                        told = true;
                        say(&format!("line {line} uses {name}, which is not supported"));
                    }
                    improper += 1;
                }
                Found::Signed => {
                    say("the list has an OpenPGP signature, which was not checked (gpg --verify does that)");
                }
                Found::End(read) => {
                    if let Err(error) = &read {
                        say(&error.to_string());
                    } else if lines == 0 && usable {
                        say("no properly formatted checksum lines found");
                    }
                    match improper {
                        0 => {}
                        1 => say(
                            "1 line is improperly formatted, so its file may be reported as new; \"lanesum check --warn\" shows the line",
                        ),
                        _ => say(&format!(
                            "{improper} lines are improperly formatted, so their files may be reported as new; \"lanesum check --warn\" shows them"
                        )),
                    }
                    known.complete &= improper == 0;
                    usable &= read.is_ok() && lines > 0;
                    (lines, improper, told) = (0, 0, false);
                    names.next();
                }
            }
        }
        known.index();
        (known, usable)
    }

    /// Notes a name that counts. Does it lie below a directory?
    fn note(&mut self, roots: &Roots, path: &Path) -> bool {
        let inside = roots.containing(path);
        let mut any = false;
        for (below, inside) in self.below.iter_mut().zip(inside) {
            *below |= inside;
            any |= inside;
        }
        any
    }

    fn add(
        &mut self,
        source: &Source,
        place: Mark,
        digests: Vec<(Tag, Vec<u8>)>,
        (size, stamp, inside): (Option<u64>, Option<Stamp>, bool),
    ) {
        let name = source.name();
        let digests: Vec<_> =
            digests.into_iter().map(|(tag, digest)| (tag.number_in(&mut self.tags), digest.into())).collect();
        // Lines that follow one another with several digests of one file are one entry.
        if let Some(last) = self.entries.last_mut()
            && last.place == place
            && digests.iter().all(|(tag, _)| last.digests.iter().all(|(other, _)| other != tag))
        {
            last.digests.extend(digests);
            last.size = last.size.or(size);
            last.stamp = last.stamp.or(stamp);
            return;
        }
        let name = name.to_vec();
        let state = State::Missing;
        self.entries.push(Entry { name, place, digests, size, stamp, state, reason: None, inside });
    }

    fn index(&mut self) {
        for (number, entry) in self.entries.iter().enumerate() {
            self.by_place.entry(entry.place).or_default().push(number);
            for digest in &entry.digests {
                self.by_digest.entry(digest.clone()).or_default().entries.push(number);
            }
        }
    }

    /// The entries of this name.
    pub(super) fn named(&self, place: Mark) -> &[usize] {
        self.by_place.get(&place).map_or(&[], Vec::as_slice)
    }

    /// An entry with the same content as a file with these digests (one for each tag) and this size; preferably an entry whose file is
    /// missing.
    pub(super) fn origin(&mut self, digests: &[Box<[u8]>], size: u64) -> Option<usize> {
        let mut copied = None;
        for (tag, digest) in digests.iter().enumerate() {
            let key = (tag, digest.clone());
            let Some(Alike { entries, met }) = self.by_digest.get_mut(&key) else { continue };
            // What has been met is never missing again: thousands of files with one content are gone through once.
            while entries.get(*met).is_some_and(|number| self.entries[*number].state != State::Missing) {
                *met += 1;
            }
            let Alike { entries, met } = &self.by_digest[&key];
            let is = |number: &&usize| self.is(**number, digests, size);
            let missing = |number: &&usize| self.entries[**number].state == State::Missing && is(number);
            if let Some(gone) = entries[*met..].iter().find(missing) {
                return Some(*gone);
            }
            copied = copied.or_else(|| entries.iter().find(is).copied());
        }
        copied
    }

    /// Has a file with these digests and this size the content of an entry?
    pub(super) fn is(&self, number: usize, digests: &[Box<[u8]>], size: u64) -> bool {
        let entry = &self.entries[number];
        entry.size.is_none_or(|known| known == size)
            && entry.digests.iter().all(|(tag, digest)| digests.get(*tag) == Some(digest))
    }
}
