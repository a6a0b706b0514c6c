//! `check -r`: the lists in a directory and below.

use std::ffi::OsString;
use std::path::Path;

use crate::failure::Failure;
use crate::list::kind::is_list_name;
use crate::output::complain;
use crate::refusal::Refusal;
use crate::walk::{Files, Filter, Links, Weight};

/// Every list in these directories and below, in order, and whether all could be looked into. With `--include`, lists are the files that it
/// matches; otherwise the files with the names of lists.
pub(super) fn lists(directories: &[OsString], filter: &Filter) -> Result<(Vec<OsString>, bool), Failure> {
    if directories.is_empty() {
        return Err(Refusal("-r needs a directory; for the current one:\n\n  lanesum check -r .".into()).into());
    }
    let (mut lists, mut all) = (Vec::new(), true);
    for directory in directories {
        // A list by its own name.
        if !Path::new(directory).is_dir() {
            lists.push(directory.clone());
            continue;
        }
        let before = lists.len();
        for found in Files::new(directory.into(), Links::LeaveOut, filter.clone()) {
            match found {
                Ok(path) if filter.is_choosy() || is_list_name(path.as_os_str()) => lists.push(path.into()),
                Ok(_) => {}
                Err(trouble) if trouble.weight() == Weight::Remark => {}
                Err(trouble) => {
                    complain(&trouble.message());
                    all = false;
                }
            }
        }
        if lists.len() == before {
            let name = crate::quote::quote(directory.as_encoded_bytes());
            complain(
                &[
                    &name,
                    b": no lists found below (names such as SHA256SUMS, x.sha256; --include names others)".as_slice(),
                ]
                .concat(),
            );
            all = false;
        }
    }
    Ok((lists, all))
}
