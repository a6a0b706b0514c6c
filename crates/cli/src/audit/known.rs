//! The entries of the lists: every file that they name, with its digests.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::Path;

use crate::comments::{Link, Stamp};
use crate::compare::{Name, Names, Roots, Settled, small};
use crate::list::{self, Found, list_name};
use crate::output::complain;
use crate::place::{Mark, place};
use crate::subject::{Source, Subject};
use crate::tag::Tag;

/// A file by what some lines say of it.
pub(super) struct Entry {
    pub(super) name: Name,
    columns: u32,
    /// Where its digests begin.
    digests: usize,
    pub(super) place: Mark,
    pub(super) state: State,
    /// Does it lie below a directory of the run?
    inside: bool,
}

/// The state of a known file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has not been met.
    Missing,
    /// There is a file of its name, if perhaps one that was not to be looked at.
    There,
    /// Its content has another name now.
    Moved,
}

/// Everything that the lists say. There may be millions of lines, so an entry has no memory of its own.
#[derive(Default)]
pub(super) struct Known {
    /// Are all lines digest lines?
    pub(super) complete: bool,
    pub(super) tags: Vec<Tag>,
    pub(super) names: Names,
    pub(super) entries: Vec<Entry>,
    /// The digests of all entries, one after the other.
    digests: Vec<u8>,
    /// By which tags an entry's digests are, by their numbers.
    columns: Vec<Vec<usize>>,
    /// Where the digest by each tag stands among those by all.
    layout: Vec<Range<usize>>,
    /// Those of some entries, by their numbers, in order.
    sizes: Vec<(u32, u64)>,
    stamps: Vec<(u32, Stamp)>,
    /// Symbolic links that lists record.
    pub(super) links: BTreeMap<Mark, Link>,
    /// Listed files that patterns leave out.
    pub(super) left_out: u64,
    /// Whether a listed name lies below each directory.
    below: Vec<bool>,
    /// All entries, in the order of their places.
    by_place: Vec<u32>,
    /// Where those begin whose places begin with the same bits: places are hashes, so each bucket has a few.
    buckets: Vec<u32>,
    /// Those with a digest by each tag, in the order of these digests. Empty until it is needed.
    by_digest: Vec<Vec<u32>>,
    /// At least this many entries with one digest have been met, by the tag and the first of them.
    met: HashMap<(usize, usize), usize>,
}

impl Known {
    /// Whether a list names the file at this place.
    pub(super) fn has(&self, place: &Mark) -> bool {
        !self.named(*place).is_empty()
    }

    /// Whether a listed name that counts lies below each directory.
    pub(super) fn below(&self) -> impl Iterator<Item = bool> {
        self.below.iter().copied()
    }

    /// The names of listed files that lie below no directory.
    pub(super) fn outside(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.iter().filter(|entry| !entry.inside).map(|entry| self.names.get(entry.name))
    }

    /// Reads all lists. Returns false if one of them is unusable, because its files would then seem to be new.
    ///
    /// `wanted`: which files count, by their places.
    pub(super) fn read(
        lists: Settled,
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
            let say = |message: &str| complain(format_args!("{list}: {message}"));
            match found {
                Found::Entry(list::Entry { name: Subject::One(source), digests, size, stamp, .. }) => {
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
                    if let Some(path) = Source::path_named(&link.name).filter(|path| wanted(path)) {
                        known.note(roots, &path);
                        known.links.insert(place(here, &path), link);
                    }
                }
                Found::Entry(_) => {
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
        let digests: Vec<_> =
            digests.into_iter().map(|(tag, digest)| (tag.number_in(&mut self.tags), digest)).collect();
        // Lines that follow one another with several digests of one file are one entry.
        let before = self.entries.last().filter(|last| last.place == place).map(|last| self.tags_of(last));
        let before = before.filter(|before| digests.iter().all(|(tag, _)| !before.contains(tag)));
        let mut columns = before.map_or_else(Vec::new, <[usize]>::to_vec);
        if columns.is_empty() {
            let name = self.names.push(source.name());
            let (columns, digests, state) = (0, self.digests.len(), State::Missing);
            self.entries.push(Entry { name, columns, digests, place, state, inside });
        }
        for (tag, digest) in digests {
            columns.push(tag);
            self.digests.extend(digest);
        }
        let columns = self.columns.iter().rposition(|other| *other == columns).unwrap_or_else(|| {
            self.columns.push(columns);
            self.columns.len() - 1
        });
        let number = small(self.entries.len() - 1);
        if let Some(last) = self.entries.last_mut() {
            last.columns = small(columns);
        }
        if let Some(size) = size.filter(|_| self.size(number).is_none()) {
            self.sizes.push((number, size));
        }
        if let Some(stamp) = stamp.filter(|_| self.stamp(number).is_none()) {
            self.stamps.push((number, stamp));
        }
    }

    fn index(&mut self) {
        self.by_place = (0..small(self.entries.len())).collect();
        self.by_place.sort_unstable_by_key(|&number| (self.entries[number as usize].place, number));
        let bits = self.entries.len().checked_ilog2().unwrap_or_default().saturating_sub(2);
        self.buckets = vec![0; (1 << bits) + 1];
        for entry in &self.entries {
            let bucket = self.bucket(entry.place);
            self.buckets[bucket + 1] += 1;
        }
        let mut before = 0;
        for bucket in &mut self.buckets {
            before += *bucket;
            *bucket = before;
        }
        let mut start = 0;
        for tag in &self.tags {
            let end = start + bytes(tag);
            self.layout.push(start..end);
            start = end;
        }
    }

    fn bucket(&self, place: Mark) -> usize {
        let bits = (self.buckets.len() - 1).ilog2();
        (u128::from_be_bytes(place) >> (u128::BITS - 1 - bits) >> 1) as usize
    }

    /// Where the entries of this name stand among those in the order of their places.
    fn at(&self, place: Mark) -> Range<usize> {
        let bucket = self.bucket(place);
        let (start, end) = (self.buckets[bucket] as usize, self.buckets[bucket + 1] as usize);
        let alike = &self.by_place[start..end];
        let of = |number: &u32| self.entries[*number as usize].place;
        let before = alike.partition_point(|number| of(number) < place);
        let count = alike[before..].partition_point(|number| of(number) == place);
        start + before..start + before + count
    }

    pub(super) fn named(&self, place: Mark) -> &[u32] {
        &self.by_place[self.at(place)]
    }

    /// All entries of this name get a state.
    pub(super) fn set(&mut self, place: Mark, state: State) {
        for at in self.at(place) {
            self.entries[self.by_place[at] as usize].state = state;
        }
    }

    fn tags_of(&self, entry: &Entry) -> &[usize] {
        &self.columns[entry.columns as usize]
    }

    /// The digests of an entry, each with the number of its tag.
    pub(super) fn digests(&self, number: u32) -> impl Iterator<Item = (usize, &[u8])> {
        let entry = &self.entries[number as usize];
        let mut rest = &self.digests[entry.digests..];
        self.tags_of(entry).iter().filter_map(move |tag| {
            let (digest, behind) = rest.split_at_checked(bytes(&self.tags[*tag]))?;
            rest = behind;
            Some((*tag, digest))
        })
    }

    /// The digests of an entry that has one by each tag, in order.
    pub(super) fn all_digests(&self, number: u32) -> Option<&[u8]> {
        let entry = &self.entries[number as usize];
        let whole = self.tags_of(entry).iter().copied().eq(0..self.tags.len());
        whole.then(|| &self.digests[entry.digests..entry.digests + self.digests_bytes()])
    }

    /// How long the digests by all tags are together.
    pub(super) fn digests_bytes(&self) -> usize {
        self.layout.last().map_or(0, |last| last.end)
    }

    /// The digest by a tag, among those by all. None of a file that has none.
    pub(super) fn digest<'a>(&self, all: &'a [u8], tag: usize) -> Option<&'a [u8]> {
        all.get(self.layout.get(tag)?.clone())
    }

    fn size(&self, number: u32) -> Option<u64> {
        let at = self.sizes.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.sizes[at].1)
    }

    pub(super) fn stamp(&self, number: u32) -> Option<Stamp> {
        let at = self.stamps.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.stamps[at].1)
    }

    /// An entry with the same content as a file with these digests (by all tags) and this size; preferably an entry whose file is missing.
    pub(super) fn origin(&mut self, all: &[u8], size: u64) -> Option<u32> {
        if self.by_digest.is_empty() {
            self.by_digest = (0..self.tags.len()).map(|tag| self.sorted(tag)).collect();
        }
        let mut copied = None;
        for tag in 0..self.tags.len() {
            let digest = self.digest(all, tag)?;
            let by_digest = &self.by_digest[tag];
            let of = |number: &u32| self.digest_of(*number, tag);
            let start = by_digest.partition_point(|number| of(number) < Some(digest));
            let count = by_digest[start..].partition_point(|number| of(number) == Some(digest));
            // `start` is then that of another digest.
            if count == 0 {
                continue;
            }
            let alike = &by_digest[start..start + count];
            let is_missing = |number: &u32| self.entries[*number as usize].state == State::Missing;
            // A file that was found does not become missing again, so the search goes on behind it: thousands of files with one
            // content are looked at once each.
            let met = self.met.get(&(tag, start)).copied().unwrap_or_default();
            let met = met + alike[met..].iter().take_while(|number| !is_missing(number)).count();
            let is = |number: &&u32| self.is(**number, all, size);
            if let Some(gone) = alike[met..].iter().find(|number| is_missing(number) && is(number)) {
                let gone = *gone;
                self.met.insert((tag, start), met);
                return Some(gone);
            }
            copied = copied.or_else(|| alike.iter().find(is).copied());
            if count > 1 {
                self.met.insert((tag, start), met);
            }
        }
        copied
    }

    /// The entries with a digest by a tag, in the order of these digests.
    fn sorted(&self, tag: usize) -> Vec<u32> {
        let all = 0..small(self.entries.len());
        let mut sorted: Vec<u32> = all.filter(|number| self.digest_of(*number, tag).is_some()).collect();
        sorted.sort_by(|one, other| self.digest_of(*one, tag).cmp(&self.digest_of(*other, tag)));
        sorted
    }

    fn digest_of(&self, number: u32, tag: usize) -> Option<&[u8]> {
        self.digests(number).find(|(other, _)| *other == tag).map(|(_, digest)| digest)
    }

    /// Has a file with these digests and this size the content of an entry?
    pub(super) fn is(&self, number: u32, all: &[u8], size: u64) -> bool {
        self.size(number).is_none_or(|known| known == size)
            && self.digests(number).all(|(tag, digest)| self.digest(all, tag) == Some(digest))
    }
}

fn bytes(tag: &Tag) -> usize {
    tag.bits.div_ceil(8) as usize
}
