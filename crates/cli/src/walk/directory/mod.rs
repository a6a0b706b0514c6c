//! Finds the files in a directory and below it; each directory is sorted by the bytes of its names. `descriptors` lists directories on Unix,
//! `names` on other systems.

#[cfg(unix)]
mod descriptors;
mod entry;
#[cfg(not(unix))]
mod names;

use std::path::{Path, PathBuf};

#[cfg(unix)]
use self::descriptors::Entries;
pub(crate) use self::entry::Links;
use self::entry::{Entry, EntryKind};
#[cfg(not(unix))]
use self::names::Entries;
use crate::output::{Written, is_temporary, output_files};
use crate::root::Root;
use crate::walk::filter::Filter;
use crate::walk::trouble::{Reason, Trouble};

/// Every file in a directory and below, hidden ones too; names begin with the directory as it was given: `DIR/sub/name`.
///
/// A directory is read whole, sorted and closed before its first entry is handed out: only the descriptor of the first one stays open.
#[derive(Debug)]
pub(crate) struct Files {
    entries: Result<Entries, Option<Trouble>>,
    root: Root,
    /// The files that are written during the walk. They have no digest yet.
    written: Vec<Written>,
    filter: Filter,
}

impl Files {
    pub(crate) fn new(directory: &Path, links: Links, filter: Filter) -> Self {
        let entries = Entries::new(directory, links, filter.one_file_system);
        let (entries, root) = match entries {
            Ok((entries, root)) => (Ok(entries), root),
            Err(reason) => (Err(Some(Trouble { path: directory.to_owned(), reason })), Root::Names),
        };
        let written = if filter.with_output { Vec::new() } else { output_files() };
        Self { entries, root, written, filter: filter.within(directory) }
    }

    /// The root that opens the files found.
    pub(crate) fn root(&self) -> &Root {
        &self.root
    }
}

/// The file that this entry is, if the output goes there.
fn written(entry: &Entry, root: &Root, written: &[Written]) -> Option<Written> {
    // The number alone costs nothing, and is mostly another one.
    let near = |written: &&Written| entry.number.is_none_or(|number| number == written.identity.file);
    let mut near = written.iter().filter(near).peekable();
    near.peek()?;
    let identity = root.facts(&entry.path).ok()?.identity;
    near.find(|written| Some(written.identity) == identity).copied()
}

impl Iterator for Files {
    type Item = Result<PathBuf, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        let entries = match &mut self.entries {
            Ok(entries) => entries,
            Err(trouble) => return trouble.take().map(Err),
        };
        loop {
            let entry = match entries.next()? {
                Ok(entry) => entry,
                Err(trouble) => return Some(Err(trouble)),
            };
            if !self.filter.takes(&entry.path, entry.kind == EntryKind::Directory) {
                continue;
            }
            return Some(match entry.kind {
                EntryKind::Directory => match entries.enter(entry) {
                    Ok(()) => continue,
                    Err(trouble) => Err(trouble),
                },
                EntryKind::Odd(odd) => Err(Trouble { path: entry.path, reason: Reason::Odd(odd) }),
                EntryKind::File if entry.path.file_name().is_some_and(is_temporary) => continue,
                EntryKind::File => match written(&entry, &self.root, &self.written) {
                    Some(written) if written.temporary => continue,
                    Some(_) => Err(Trouble { path: entry.path, reason: Reason::Output }),
                    None => Ok(entry.path),
                },
            });
        }
    }
}
