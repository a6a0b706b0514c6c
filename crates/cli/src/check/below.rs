//! `check -r`: the lists in a directory and below.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

use crate::failure::Failure;
use crate::list::kind::is_list_name;
use crate::output::complain;
use crate::quote::quote_path;
use crate::refusal::Refusal;
use crate::root::Root;
use crate::walk::{Files, Filter, LeftOut, Links};

/// The lists in some directories.
pub(super) struct Below {
    pub(super) lists: Vec<OsString>,
    /// The roots that open the lists found in directories, by the names of the lists.
    pub(super) roots: HashMap<OsString, Root>,
    /// Could all directories be looked into?
    pub(super) all: bool,
    pub(super) left_out: LeftOut,
}

/// Every list in these directories and below, in order. With `--include`, lists are the files that it matches; otherwise the files with the
/// names of lists.
pub(super) fn lists(directories: &[OsString], filter: &Filter) -> Result<Below, Failure> {
    if directories.is_empty() {
        return Err(Refusal("-r needs a directory; for the current one:\n\n  lanesum check -r .".into()).into());
    }
    let (mut lists, mut roots, mut all, mut left_out) = (Vec::new(), HashMap::new(), true, LeftOut::default());
    for directory in directories {
        // A list by its own name.
        if !Path::new(directory).is_dir() {
            lists.push(directory.clone());
            continue;
        }
        let before = lists.len();
        let mut files = Files::new(Path::new(directory), Links::LeaveOut, filter.clone());
        while let Some(found) = files.next() {
            match found {
                Ok(path) if filter.is_choosy() || is_list_name(path.as_os_str()) => {
                    let list = OsString::from(path);
                    roots.insert(list.clone(), files.root().clone());
                    lists.push(list);
                }
                Ok(_) => {}
                Err(trouble) if !trouble.is_failure() => drop(left_out.count(trouble)),
                Err(trouble) => {
                    complain(trouble.message());
                    all = false;
                }
            }
        }
        if lists.len() == before {
            complain(format_args!(
                "{}: no lists found below (names such as SHA256SUMS, x.sha256; --include names others)",
                quote_path(directory)
            ));
            all = false;
        }
    }
    Ok(Below { lists, roots, all, left_out })
}
