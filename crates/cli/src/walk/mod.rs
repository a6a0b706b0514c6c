//! Finds the inputs of `lanesum sum`, one by one: its arguments, the files in directories (`directory`) and the names in a list (`list`),
//! if `filter` accepts them. Memory is bounded: at each level, the entries of at most one directory are kept. `trouble` has the reasons why
//! a name cannot be hashed; `left_out` counts links.

mod directory;
mod filter;
mod left_out;
mod list;
#[cfg(test)]
mod tests;
mod trouble;

use std::ffi::OsString;
use std::fs::Metadata;
use std::io;
use std::path::Path;

pub(crate) use self::directory::{Files, Links};
pub(crate) use self::filter::Filter;
pub(crate) use self::left_out::{Following, LeftOut};
use self::list::List;
pub(crate) use self::trouble::{Reason, Trouble};
use crate::facts::Facts;
use crate::read::stdin_file;
use crate::root::Root;
use crate::subject::Source;

/// Whether a directory is refused or searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directories {
    /// It is taken for a file, which the reader refuses.
    Refuse,
    /// Every file in it and below is taken.
    Descend(Links),
}

/// Where the names come from, and what becomes of directories.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    pub(crate) arguments: Vec<OsString>,
    /// A file of names, `-` for standard input; after the arguments.
    pub(crate) list: Option<OsString>,
    pub(crate) directories: Directories,
    pub(crate) filter: Filter,
}

impl Inputs {
    /// Everything to hash, in order. The list is opened at once: a run without it is not the one that was asked for.
    pub(crate) fn walk(&self) -> Result<Walk, Trouble> {
        let list = self.list.as_ref().map(|name| List::open(name.into())).transpose()?;
        Ok(Walk {
            arguments: self.arguments.clone().into_iter(),
            list,
            directories: self.directories,
            filter: self.filter.clone(),
            inside: None,
        })
    }

    /// The sizes of the regular files among them, as far as they can be told beforehand, in bytes: for a progress bar.
    /// Walks a second time, and so is None where that would take names away from the first: from a list that is not a
    /// regular file.
    pub(crate) fn sizes(&self) -> Option<impl Iterator<Item = u64> + Send + use<>> {
        if let Some(list) = &self.list {
            // Standard input, even from a regular file, has one position for all who read it.
            let again = matches!(Source::from(list.clone()), Source::File(path) if is_regular(&path));
            again.then_some(())?;
        }
        Some(
            self.walk()
                .ok()?
                .map(|found| found.ok().and_then(|found| size_by(&found.source, found.root.as_ref())).unwrap_or(0)),
        )
    }
}

pub(crate) fn is_regular(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// `None` if the size is unknown: pipes, devices, missing files.
pub(crate) fn size(source: &Source) -> Option<u64> {
    size_by(source, None)
}

fn size_by(source: &Source, root: Option<&Root>) -> Option<u64> {
    let metadata = match (source, root) {
        (Source::Stdin, _) => stdin_file().and_then(|file| file.metadata()),
        (Source::File(path), None) => std::fs::metadata(path),
        (Source::File(path), Some(root)) => root.metadata(path),
    };
    metadata.ok().filter(Metadata::is_file).map(|metadata| metadata.len())
}

/// Something to hash.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) source: Source,
    /// The root that opens the source, if it was found in a directory. `None` for a name that the user gave, which may lead anywhere.
    pub(crate) root: Option<Root>,
}

impl Found {
    /// Its size and times, as far as the walk may look: not behind a link, unless links are followed.
    pub(crate) fn facts(&self) -> io::Result<Facts> {
        match (&self.source, &self.root) {
            (Source::Stdin, _) => Facts::of(&stdin_file()?),
            (Source::File(path), None) => Facts::at(path),
            (Source::File(path), Some(root)) => root.facts(path),
        }
    }
}

/// See [`Inputs::walk`].
#[derive(Debug)]
pub(crate) struct Walk {
    arguments: std::vec::IntoIter<OsString>,
    list: Option<List>,
    directories: Directories,
    filter: Filter,
    /// The directory at which the walk is.
    inside: Option<Files>,
}

impl Iterator for Walk {
    type Item = Result<Found, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(files) = &mut self.inside
                && let Some(found) = files.next()
            {
                let root = Some(files.root().clone());
                return Some(found.map(|path| Found { source: Source::File(path), root }));
            }
            self.inside = None;
            let source = match self.arguments.next() {
                Some(argument) => Source::from(argument),
                None => match self.list.as_mut()?.next()? {
                    Ok(path) => Source::file(path),
                    Err(trouble) => return Some(Err(trouble)),
                },
            };
            match (self.directories, source) {
                // A name that leads nowhere is the reader's to report.
                (Directories::Descend(links), Source::File(path)) if path.is_dir() => {
                    self.inside = Some(Files::new(&path, links, self.filter.clone()));
                }
                (_, source) => return Some(Ok(Found { source, root: None })),
            }
        }
    }
}
