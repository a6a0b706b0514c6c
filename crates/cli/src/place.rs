//! Compares names by the files to which they lead, using only their text. Only 128 bits of each name are kept, so long names need no more
//! memory.

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Enough of a hash of a name that no two names are taken for one.
pub(crate) type Mark = [u8; 16];

pub(crate) fn mark(pieces: &[&[u8]]) -> Mark {
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(piece);
        // No name holds a NUL.
        hasher.update(&[0]);
    }
    let mut mark = Mark::default();
    hasher.finalize_xof().fill(&mut mark);
    mark
}

/// Where a name leads from `here`, with `.` and `..` resolved by their text alone: two names of one place have one mark. The disk is not
/// accessed. So names of missing files count, too, and symbolic links are treated like other names.
pub(crate) fn place(here: &Path, name: &Path) -> Mark {
    let whole = here.join(name);
    let mut pieces: Vec<&[u8]> = Vec::new();
    for component in resolved(&whole) {
        if let Component::Normal(piece) = component {
            pieces.push(piece.as_encoded_bytes());
        }
    }
    mark(&pieces)
}

/// The same as a path.
pub(crate) fn spot(here: &Path, name: &Path) -> PathBuf {
    resolved(&here.join(name)).into_iter().collect()
}

/// Would `--relative` find the file that a list names?
pub(crate) fn lies_beside(list: &OsStr, file: &Path) -> bool {
    let parent = Path::new(list).parent().filter(|directory| !directory.as_os_str().is_empty());
    parent.is_some_and(|directory| directory.join(file).is_file())
}

/// A whole path, with `.` and `..` resolved by their text alone.
pub(crate) fn whole(path: &Path) -> io::Result<PathBuf> {
    Ok(spot(&std::env::current_dir()?, path))
}

/// Where a file lies from a directory below which it is; `base` is a [`whole`] path.
pub(crate) fn relative(base: &Path, path: &Path) -> Option<PathBuf> {
    let path = whole(path).ok()?;
    let path = path.strip_prefix(base).ok()?;
    (!path.as_os_str().is_empty()).then(|| path.to_owned())
}

fn resolved(whole: &Path) -> Vec<Component<'_>> {
    let mut resolved = Vec::new();
    for component in whole.components() {
        match component {
            Component::CurDir => {}
            // Above the root is the root.
            Component::ParentDir => drop(resolved.pop_if(|last| matches!(last, Component::Normal(_)))),
            component => resolved.push(component),
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_compared_by_their_text() {
        let here = Path::new("/a/b");
        let same = |one: &str, other: &str| place(here, Path::new(one)) == place(here, Path::new(other));
        for name in
            ["x/y", "./x/y", "x//y", "x/./y", "x/z/../y", "../b/x/y", "/a/b/x/y", "/../a/b/x/y", "../../../a/b/x/y"]
        {
            assert!(same("x/y", name), "{name}");
        }
        for name in ["x", "y", "xy", "x/y/z", "/x/y", "../x/y", "x/Y", "x\\y"] {
            assert!(!same("x/y", name), "{name}");
        }
    }
}
