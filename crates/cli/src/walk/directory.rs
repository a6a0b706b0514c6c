//! Finds the files in a directory and below it; each directory is sorted by the bytes of its names.

use std::fs::FileType;
use std::path::PathBuf;

use walkdir::{DirEntry, WalkDir};

use crate::output::{Written, is_temporary, output_files};
use crate::walk::filter::Filter;
use crate::walk::trouble::{Reason, Trouble};

/// What is done with a symbolic link in a directory; as an argument it is always followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    LeaveOut,
    Follow,
}

/// Every file in a directory and below, hidden ones too; names begin with the directory as it was given: `DIR/sub/name`.
///
/// A directory is read whole, sorted and closed before its first entry is handed out: no descriptor stays open.
#[derive(Debug)]
pub(crate) struct Files {
    directory: PathBuf,
    entries: walkdir::IntoIter,
    /// What is written in the course of the walk has no digest yet.
    written: Vec<Written>,
    filter: Filter,
}

impl Files {
    pub(crate) fn new(directory: PathBuf, links: Links, filter: Filter) -> Self {
        let entries = WalkDir::new(&directory).min_depth(1).sort_by_file_name().follow_links(links == Links::Follow);
        let entries = entries.same_file_system(filter.one_file_system);
        let written = if filter.with_output { Vec::new() } else { output_files() };
        Self { entries: entries.into_iter(), written, filter: filter.within(&directory), directory }
    }

    /// The file that this entry is, if the output goes there.
    #[cfg(unix)]
    fn written(&self, entry: &DirEntry) -> Option<Written> {
        use std::os::unix::fs::MetadataExt;
        use walkdir::DirEntryExt;
        let followed = entry.path_is_symlink();
        // The number alone costs nothing, and is mostly another one.
        let near = |written: &&Written| followed || entry.ino() == written.identity.file;
        let same = |written: &&Written| {
            let written = written.identity;
            entry.metadata().is_ok_and(|seen| (seen.dev(), seen.ino()) == (written.device, written.file))
        };
        self.written.iter().filter(near).find(same).copied()
    }

    #[cfg(not(unix))]
    fn written(&self, _entry: &DirEntry) -> Option<Written> {
        let _ = &self.written;
        None
    }

    fn trouble(&self, error: walkdir::Error) -> Trouble {
        // What has no path is an entry that could not even be named.
        let path = error.path().unwrap_or(&self.directory).to_owned();
        let reason = match error.loop_ancestor() {
            Some(ancestor) => Reason::Loop(ancestor.to_owned()),
            // walkdir's own conversion would add its words to the system's.
            None => match error.io_error().and_then(std::io::Error::raw_os_error) {
                Some(code) => Reason::System(std::io::Error::from_raw_os_error(code)),
                None => Reason::System(error.into()),
            },
        };
        Trouble { path, reason }
    }
}

impl Iterator for Files {
    type Item = Result<PathBuf, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let entry = match self.entries.next()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(self.trouble(error))),
            };
            let kind = entry.file_type();
            if !self.filter.takes(entry.path(), kind.is_dir()) {
                if kind.is_dir() {
                    self.entries.skip_current_dir();
                }
                continue;
            }
            if kind.is_file() && is_temporary(entry.file_name()) {
                continue;
            }
            if kind.is_file()
                && let Some(written) = self.written(&entry)
            {
                if written.temporary {
                    continue;
                }
                return Some(Err(Trouble { path: entry.into_path(), reason: Reason::Output }));
            }
            if kind.is_file() {
                return Some(Ok(entry.into_path()));
            }
            // A directory is an entry, too; those in it come next.
            if !kind.is_dir() {
                return Some(Err(left_out(entry, kind)));
            }
        }
    }
}

fn left_out(entry: DirEntry, kind: FileType) -> Trouble {
    let reason = if kind.is_symlink() { Reason::Link } else { Reason::Special(special(kind)) };
    Trouble { path: entry.into_path(), reason }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "FIFO"
    } else if kind.is_socket() {
        "socket"
    } else if kind.is_char_device() {
        "character device"
    } else if kind.is_block_device() {
        "block device"
    } else {
        "no regular file"
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "no regular file"
}
