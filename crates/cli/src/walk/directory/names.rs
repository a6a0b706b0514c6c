//! Lists directories by their names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::entry::{Entry, EntryKind, Links};
use crate::place::{not_kept, slashed};
use crate::root::Root;
use crate::walk::trouble::{Reason, Trouble};

#[derive(Debug)]
pub(super) struct Entries {
    /// The directory, and those below it in which the last entry lies.
    parents: Vec<PathBuf>,
    entries: walkdir::IntoIter,
    /// The last entry was a directory, and it has not been entered.
    before_directory: bool,
}

impl Entries {
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere the directory is opened at once")]
    pub(super) fn new(directory: &Path, links: Links, one_file_system: bool) -> Result<(Self, Root), Reason> {
        let entries = WalkDir::new(directory).min_depth(1).sort_by_file_name().follow_links(links == Links::Follow);
        let entries = entries.same_file_system(one_file_system).into_iter();
        Ok((Self { parents: vec![directory.to_owned()], entries, before_directory: false }, Root::Names))
    }

    /// The next entry of the current directory, or of one above it when that has ended.
    pub(super) fn next(&mut self) -> Option<Result<Entry, Trouble>> {
        if std::mem::take(&mut self.before_directory) {
            self.entries.skip_current_dir();
        }
        let entry = match self.entries.next()? {
            Ok(entry) => entry,
            Err(error) => return Some(Err(self.trouble(error))),
        };
        let kind = EntryKind::of(entry.file_type());
        self.before_directory = kind == EntryKind::Directory;
        self.parents.truncate(entry.depth());
        let parent = self.parents.last().map_or(Path::new(""), PathBuf::as_path);
        // A drive or a root in a name, which Linux can give: std's path of it leads elsewhere.
        if !entry.path().starts_with(parent) {
            let path = [parent.as_os_str(), entry.path().as_os_str()].join(OsStr::new("/"));
            return Some(Err(Trouble { path: slashed(path.into()), reason: not_kept().into() }));
        }
        if self.before_directory {
            self.parents.push(entry.path().to_owned());
        }
        Some(Ok(Entry { path: slashed(entry.into_path()), kind, number: None }))
    }

    /// Lists this directory, the last entry, before anything else.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere the directory is opened now")]
    pub(super) fn enter(&mut self, _entry: Entry) -> Result<(), Trouble> {
        self.before_directory = false;
        Ok(())
    }

    fn trouble(&self, error: walkdir::Error) -> Trouble {
        // An error without a path is about an entry that could not even be named.
        let path = error.path().unwrap_or(&self.parents[0]).to_owned();
        let path = slashed(path);
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
