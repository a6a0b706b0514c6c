//! Everything in a directory and below that is no directory itself.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// Hands the path of each file to `take`, hidden ones, symbolic links and devices too, each directory in the order of its
/// names' bytes; or of a directory that cannot be read, and why. An error of `take` ends it. The names of one directory and of those above it are in
/// memory at a time, and no directory stays open.
pub(super) fn walk(top: &Path, take: &mut impl FnMut(&Path, io::Result<()>) -> io::Result<()>) -> io::Result<()> {
    let mut levels = vec![names(top).or_else(|error| take(top, Err(error)).map(|()| Vec::new()))?.into_iter()];
    while let Some(level) = levels.last_mut() {
        let Some((path, is_directory)) = level.next() else {
            levels.pop();
            continue;
        };
        if !is_directory {
            take(&path, Ok(()))?;
            continue;
        }
        match names(&path) {
            Ok(names) => levels.push(names.into_iter()),
            Err(error) => take(&path, Err(error))?,
        }
    }
    Ok(())
}

/// The paths in a directory, in the order of their bytes, and which of them are directories.
fn names(directory: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let named = |entry: io::Result<DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?.is_dir()))
    };
    let mut names = fs::read_dir(directory)?.map(named).collect::<io::Result<Vec<_>>>()?;
    names.sort_unstable_by(|(one, _), (other, _)| {
        one.as_os_str().as_encoded_bytes().cmp(other.as_os_str().as_encoded_bytes())
    });
    Ok(names)
}
