//! The lines of files that no walk has met: kept, removed, or moved.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use super::new::New;
use super::old::File;
use crate::comments::Link;
use crate::compare::{Change, Finding, Other, Presence, Roots, UNMET, by_directory};
use crate::place::{Mark, place};
use crate::subject::{Source, Subject};

/// The listed files and links that the walk has not met.
#[derive(Default)]
pub(super) struct Rest<'a> {
    pub(super) gone: Vec<Gone<'a>>,
    /// Files whose lines stay.
    pub(super) kept: Vec<&'a File>,
    pub(super) links: Vec<&'a Link>,
    pub(super) outside: HashSet<Mark>,
}

#[derive(Clone, Copy)]
enum Unmet<'a> {
    File(&'a File),
    Link(&'a Link),
}

impl<'a> Rest<'a> {
    fn keep(&mut self, unmet: Unmet<'a>) {
        match unmet {
            Unmet::File(file) => self.kept.push(file),
            Unmet::Link(link) => self.links.push(link),
        }
    }
}

pub(super) struct Gone<'a> {
    pub(super) mark: Mark,
    pub(super) path: PathBuf,
    pub(super) reason: Option<String>,
    /// None for what cannot have moved: a link, and a file whose name has become something else.
    pub(super) file: Option<&'a File>,
}

enum Fate {
    /// Nobody looked at it.
    Outside,
    Unread(String),
    Gone(Option<String>),
    /// Its name has become something else.
    Replaced(String),
}

impl<'a> New<'a> {
    /// The lines of files and links that were not met.
    pub(super) fn rest(&mut self, roots: &Roots, wanted: impl Fn(&Path) -> bool) -> Rest<'a> {
        let Self { args, old, .. } = *self;
        let own = place(&self.here, Path::new(&args.list));
        let mut rest = Rest::default();
        for (number, _) in self.added.iter().filter(|_| !old.links.is_empty()) {
            let finding = &mut self.findings[*number];
            let Subject::One(Source::File(path)) = &finding.subject else { continue };
            let mark = place(&self.here, path);
            // A file has replaced it.
            if old.links.contains_key(&mark) {
                finding.change = Change::Changed;
                finding.reason = Some("was a symbolic link".into());
                self.met.insert(mark);
            }
        }
        let files = old.files.iter().map(|(mark, file)| (mark, &*file.name, Unmet::File(file)));
        let links = old.links.iter().map(|(mark, link)| (mark, &*link.name, Unmet::Link(link)));
        for (mark, name, unmet) in files.chain(links) {
            let Some(path) = Source::path_named(name).filter(|_| !self.met.contains(mark)) else { continue };
            let (file, is_own) = match unmet {
                Unmet::File(file) => (Some(file), own == *mark),
                Unmet::Link(_) => (None, false),
            };
            match self.fate(&path, is_own, roots, &wanted) {
                Fate::Outside => {
                    self.outside(Subject::One(Source::File(path)));
                    rest.outside.insert(*mark);
                    rest.keep(unmet);
                }
                Fate::Unread(reason) => {
                    self.complete = false;
                    self.findings.push(Finding::because(Change::Unread, Subject::One(Source::File(path)), reason));
                    rest.keep(unmet);
                }
                Fate::Gone(reason) => {
                    let reason = reason.or_else(|| file.is_none().then(|| "symbolic link".into()));
                    rest.gone.push(Gone { mark: *mark, path, reason, file });
                }
                Fate::Replaced(reason) => rest.gone.push(Gone { mark: *mark, path, reason: Some(reason), file: None }),
            }
        }
        rest.gone.sort_by(|one, other| one.path.cmp(&other.path));
        rest
    }

    /// The fate of the line of a file that was not met. `own`: the file is the list itself.
    fn fate(&self, path: &Path, own: bool, roots: &Roots, wanted: impl Fn(&Path) -> bool) -> Fate {
        let Some(root) = roots.above(path) else { return Fate::Outside };
        if !wanted(path) {
            return Fate::Outside;
        }
        if own {
            return Fate::Gone(Some("is the list itself".into()));
        }
        match roots.look(root, path, &self.blind) {
            Presence::Gone(reason) => Fate::Gone(reason),
            Presence::Other(reason) => Fate::Replaced(reason),
            Presence::Link { reason, .. } if self.accepts(&Source::File(path.to_owned())) => Fate::Replaced(reason),
            Presence::Link { reason, .. } => Fate::Unread(format!("{reason}; --follow would read it")),
            Presence::Unread(reason) => Fate::Unread(reason),
            Presence::Unmet => Fate::Unread(UNMET.into()),
            Presence::Elsewhere => Fate::Outside,
        }
    }

    /// Pairs added files with files of the same content that are gone; returns those, with their new names.
    pub(super) fn pair(&mut self, gone: &[Gone]) -> HashMap<Mark, PathBuf> {
        let mut by_digest: HashMap<(usize, &[u8]), VecDeque<&Gone>> = HashMap::new();
        for one in gone {
            let first = one.file.and_then(|file| file.lines.first()).map(|line| (line.tag, &*line.digest));
            if let Some(first) = first {
                by_digest.entry(first).or_default().push_back(one);
            }
        }
        let mut moved = HashMap::new();
        let name = |(number, _): &(usize, _)| self.findings[*number].subject.name();
        self.added.sort_by(|one, other| by_directory(name(one), name(other)));
        for (number, digests) in &self.added {
            for (tag, digest) in digests.iter().enumerate() {
                let Some(alike) = by_digest.get_mut(&(tag, &**digest)) else { continue };
                let Some(at) = alike.iter().position(|one| one.file.is_some_and(|file| file.is(digests))) else {
                    continue;
                };
                let Some(one) = alike.remove(at) else { continue };
                let finding = &mut self.findings[*number];
                if let Subject::One(Source::File(to)) = &finding.subject {
                    moved.insert(one.mark, to.clone());
                }
                finding.change = Change::Moved;
                finding.other = Some(Other::From(Subject::One(Source::File(one.path.clone()))));
                break;
            }
        }
        moved
    }
}
