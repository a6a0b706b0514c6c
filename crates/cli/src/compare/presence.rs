//! Looks up listed names that no walk has met. Nothing is opened, and links are not followed unless the walk does.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::FileType;
use std::io;
use std::path::{Path, PathBuf};

use crate::facts::Facts;
use crate::output::Plain;
use crate::place::{Letters, Mark, below, place, slashed, spot};
use crate::quote::{quote, quote_path};
use crate::root::Odd;
use crate::subject::Source;
use crate::walk::{Found, Links, Reason, Trouble, Walk};

/// The directories of a run, and how they are walked.
pub(crate) struct Roots {
    here: PathBuf,
    /// Each with its place.
    walked: Vec<(PathBuf, PathBuf)>,
    links: Links,
    one_file_system: bool,
}

/// Why a file that is there was not read.
pub(crate) const UNMET: &str = "it has appeared after its directory was read, or is left out of every list";

/// The result of looking up a listed name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Nothing. The reason, if it is not simply gone: `d is a file now`.
    Gone(Option<String>),
    /// No regular file: `is a directory now`.
    Other(String),
    /// A symbolic link, or something behind one, which the walk does not follow.
    Link { reason: String, is_name: bool },
    /// Nobody could look.
    Unread(String),
    /// A regular file, which was not there when its directory was read.
    Unmet,
    /// On a file system that was not to be entered.
    Elsewhere,
}

/// The places that a walk has met.
#[derive(Debug, Default)]
#[cfg_attr(not(windows), expect(clippy::zero_sized_map_values, reason = "on Windows they have a size"))]
struct Met(HashMap<Mark, Letters>);

impl Met {
    /// None of a file that was met before: it is in several directories, or named twice. On Windows, another file may have its name in
    /// letters of another case.
    fn first(&mut self, here: &Path, found: Result<Found, Trouble>) -> Option<Result<Found, Trouble>> {
        let Ok(Found { source: Source::File(path), .. }) = &found else { return Some(found) };
        let letters = Letters::of(here, path);
        match self.0.insert(place(here, path), letters) {
            None => Some(found),
            Some(before) if before == letters => None,
            Some(_) => Some(Err(Trouble { path: path.clone(), reason: Reason::Alike })),
        }
    }
}

/// Directories, or names in them, that nobody could look into, with the reasons.
#[derive(Debug, Default)]
pub(crate) struct Blind(HashMap<Mark, String>);

impl Blind {
    pub(crate) fn add(&mut self, here: &Path, directory: &Path, reason: String) {
        self.0.insert(place(here, directory), reason);
    }

    /// Why nobody could look at this name.
    fn reason(&self, at: &Path) -> Option<&String> {
        if self.0.is_empty() { None } else { at.ancestors().find_map(|above| self.0.get(&place(at, above))) }
    }
}

impl Roots {
    pub(crate) fn new(here: &Path, directories: &[OsString], links: Links, one_file_system: bool) -> Self {
        let walked = directories.iter().map(|directory| (PathBuf::from(directory), spot(here, Path::new(directory))));
        Self { here: here.to_owned(), walked: walked.collect(), links, one_file_system }
    }

    pub(crate) fn directories(&self) -> impl Iterator<Item = &Path> {
        self.walked.iter().map(|(directory, _)| directory.as_path())
    }

    /// Does the walk follow links?
    pub(crate) fn follow(&self) -> bool {
        self.links == Links::Follow
    }

    /// May a walk meet one place twice? Through links, in directories that are named twice, or where names are alike.
    fn meet_twice(&self) -> bool {
        cfg!(windows) || self.follow() || self.walked.len() > 1
    }

    /// The files that a walk finds, each of them once.
    pub(crate) fn once(&self, walk: Walk) -> impl Iterator<Item = Result<Found, Trouble>> + use<> {
        let mut met = self.meet_twice().then(Met::default);
        let here = self.here.clone();
        walk.filter_map(move |found| match &mut met {
            Some(met) => met.first(&here, found),
            None => Some(found),
        })
    }

    /// The number of the directory below which a name lies, by its text.
    pub(crate) fn above(&self, name: &Path) -> Option<usize> {
        self.containing(name).position(|contains| contains)
    }

    /// Whether a name lies below each of the directories, by its text.
    pub(crate) fn containing(&self, name: &Path) -> impl Iterator<Item = bool> {
        let at = spot(&self.here, name);
        self.walked.iter().map(move |(_, root)| below(&at, root).is_some())
    }

    /// Is this name below that directory, or the directory itself?
    pub(crate) fn is_below(&self, directory: &Path, name: &Path) -> bool {
        self::below(&spot(&self.here, name), &spot(&self.here, directory)).is_some()
    }

    /// The file system of what a name leads to, if that matters.
    fn device(&self, path: &Path) -> Option<u64> {
        let identity = if self.one_file_system { Facts::at(path).ok()?.identity } else { None };
        identity.map(|identity| identity.device)
    }

    /// Looks up a name that lies below the directory with the number `below`.
    pub(crate) fn look(&self, below: usize, name: &Path, blind: &Blind) -> Presence {
        let Some((directory, root)) = self.walked.get(below) else { return Presence::Gone(None) };
        let at = spot(&self.here, name);
        if let Some(reason) = blind.reason(&at) {
            return Presence::Unread(reason.clone());
        }
        let rest: Vec<_> = self::below(&at, root).map(|rest| rest.components().collect()).unwrap_or_default();
        let mut path = directory.clone();
        let device = self.device(&path);
        for (number, piece) in rest.iter().enumerate() {
            path.push(piece);
            let found = if self.links == Links::Follow { path.metadata() } else { path.symlink_metadata() };
            let last = number + 1 == rest.len();
            let metadata = match found {
                Ok(metadata) => metadata,
                Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                    // With --follow, a link may lead nowhere.
                    let dangling = path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
                    return Presence::Gone(dangling.then(|| told(&path, last, "a symbolic link that leads nowhere")));
                }
                Err(error) => return Presence::Unread(Plain(&error).to_string()),
            };
            let kind = metadata.file_type();
            if self.one_file_system && !kind.is_symlink() && self.device(&path) != device {
                return Presence::Elsewhere;
            }
            if kind.is_symlink() {
                return Presence::Link { reason: told(&path, last, &self::kind(kind)), is_name: last };
            }
            if last && kind.is_file() {
                return Presence::Unmet;
            }
            if last {
                return Presence::Other(told(&path, last, &self::kind(kind)));
            }
            if !kind.is_dir() {
                return Presence::Gone(Some(told(&path, last, &self::kind(kind))));
            }
        }
        Presence::Other("is a directory now".into())
    }
}

/// Says what the name itself, or a directory above it, is now: `is a directory now`, `d is a file now`.
fn told(path: &Path, is_name: bool, kind: &str) -> String {
    if is_name {
        return format!("is {kind} now");
    }
    format!("{} is {kind} now", quote_path(slashed(path.to_owned())))
}

/// The kind of a file, with its article: `a directory`.
pub(crate) fn kind(kind: FileType) -> String {
    match Odd::of(kind) {
        Some(odd) => format!("a {odd}"),
        None if kind.is_dir() => "a directory".into(),
        None => "a file".into(),
    }
}

/// Where a link leads, and where it led.
pub(crate) fn leads(now: &Path, before: &[u8]) -> String {
    format!("leads to {}, not to {}", quote_path(now), quote(before))
}
