//! Compares names by the files to which they lead, using only their text. Only 128 bits of each name are kept, so long names need no more
//! memory.
//!
//! On Windows, names are equal if they differ only in case or in their separators, `\` and `/`, and if one of them is written with the
//! prefix `\\?\`. A directory of Windows can be made to tell cases apart; lanesum does not.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Enough of a hash of a name that no two names are taken for one.
pub(crate) type Mark = [u8; 16];

pub(crate) fn mark<T: AsRef<[u8]>>(pieces: &[T]) -> Mark {
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(&(piece.as_ref().len() as u64).to_le_bytes());
        hasher.update(piece.as_ref());
    }
    let mut mark = Mark::default();
    hasher.finalize_xof().fill(&mut mark);
    mark
}

/// Where a name leads from `here`, with `.` and `..` resolved by their text alone: two names of one place have one mark. The disk is not
/// accessed. So names of missing files count, too, and symbolic links are treated like other names.
pub(crate) fn place(here: &Path, name: &Path) -> Mark {
    let whole = joined(here, name);
    let pieces: Vec<_> = resolved(&whole).into_iter().filter_map(folded).collect();
    mark(&pieces)
}

/// The same as a path.
pub(crate) fn spot(here: &Path, name: &Path) -> PathBuf {
    resolved(&joined(here, name)).into_iter().collect()
}

/// The rest of a path that lies below a directory; both as [`spot`] returns them.
pub(crate) fn below<'a>(at: &'a Path, directory: &Path) -> Option<&'a Path> {
    let mut rest = at.components();
    let mut same = |piece| rest.next().is_some_and(|other| folded(piece) == folded(other));
    directory.components().all(&mut same).then_some(rest.as_path())
}

/// Would `--relative` find the file that a list names?
pub(crate) fn lies_beside(list: &OsStr, file: &Path) -> bool {
    let parent = Path::new(list).parent().filter(|directory| !directory.as_os_str().is_empty());
    parent.is_some_and(|directory| directory.join(file).is_file())
}

/// A whole path, with `.` and `..` resolved by their text alone.
pub(crate) fn whole(path: &Path) -> io::Result<PathBuf> {
    Ok(slashed(spot(&std::env::current_dir()?, path)))
}

/// A path as it stands in a list, with `/` on every system: so lists can be used on all of them.
pub(crate) fn slashed(path: PathBuf) -> PathBuf {
    #[cfg(windows)]
    if path.as_os_str().as_encoded_bytes().contains(&b'\\') {
        use std::os::windows::ffi::{OsStrExt, OsStringExt};
        let slash = |unit| if unit == u16::from(b'\\') { u16::from(b'/') } else { unit };
        let units: Vec<u16> = path.as_os_str().encode_wide().map(slash).collect();
        return std::ffi::OsString::from_wide(&units).into();
    }
    path
}

/// Where a symbolic link leads.
pub(crate) fn target(link: &Path) -> io::Result<PathBuf> {
    std::fs::read_link(link).map(slashed)
}

/// Where a file lies from a directory below which it is; `base` is a [`whole`] path.
pub(crate) fn relative(base: &Path, path: &Path) -> Option<PathBuf> {
    let path = whole(path).ok()?;
    let path = below(&path, base)?;
    (!path.as_os_str().is_empty()).then(|| path.to_owned())
}

fn joined(here: &Path, name: &Path) -> PathBuf {
    let joined = here.join(name);
    // Each drive has a directory of its own, to which `D:name` is relative; and there are other rules.
    if cfg!(windows) { std::path::absolute(&joined).unwrap_or(joined) } else { joined }
}

/// A part of a path as it is compared; none of the root.
fn folded(component: Component<'_>) -> Option<Cow<'_, [u8]>> {
    match component {
        #[cfg(windows)]
        Component::Prefix(prefix) => {
            use std::path::Prefix;
            Some(Cow::Owned(match prefix.kind() {
                Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => vec![letter.to_ascii_uppercase(), b':'],
                Prefix::UNC(server, share) | Prefix::VerbatimUNC(server, share) => {
                    [b"\\\\", &*upper(server), b"\\", &upper(share)].concat()
                }
                _ => upper(prefix.as_os_str()),
            }))
        }
        #[cfg(windows)]
        Component::Normal(piece) => Some(Cow::Owned(upper(piece))),
        #[cfg(not(windows))]
        Component::Normal(piece) => Some(Cow::Borrowed(piece.as_encoded_bytes())),
        _ => None,
    }
}

/// In capitals, as file systems of Windows compare names: each unit of UTF-16 by itself, and none by another length. Where the two
/// cases do not lead to each other (`ı`), the file systems differ: such a letter stays as it is.
#[cfg(windows)]
fn upper(name: &OsStr) -> Vec<u8> {
    use std::os::windows::ffi::OsStrExt;
    let unit = |unit: u16| {
        let Some(letter) = char::from_u32(unit.into()) else { return unit };
        let (mut upper, lower) = (letter.to_uppercase(), |upper: char| upper.to_lowercase().eq([letter]));
        match (upper.next(), upper.next()) {
            (Some(upper), None) if lower(upper) => u16::try_from(u32::from(upper)).unwrap_or(unit),
            _ => unit,
        }
    };
    name.encode_wide().flat_map(|each| unit(each).to_le_bytes()).collect()
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
    fn no_two_lists_of_pieces_have_one_mark() {
        // As UTF-16 writes names of Windows.
        assert_ne!(mark(&["a\0", "b"]), mark(&["a", "\0b"]));
        assert_ne!(mark(&["a\0b"]), mark(&["a", "b"]));
    }

    #[test]
    fn places_are_compared_by_their_text() {
        let here = Path::new("/a/b");
        let same = |one: &str, other: &str| place(here, Path::new(one)) == place(here, Path::new(other));
        for name in
            ["x/y", "./x/y", "x//y", "x/./y", "x/z/../y", "../b/x/y", "/a/b/x/y", "/../a/b/x/y", "../../../a/b/x/y"]
        {
            assert!(same("x/y", name), "{name}");
        }
        for name in ["x", "y", "xy", "x/y/z", "/x/y", "../x/y"] {
            assert!(!same("x/y", name), "{name}");
        }
        for name in ["x/Y", "x\\y"] {
            assert_eq!(same("x/y", name), cfg!(windows), "{name}");
        }
    }

    #[test]
    fn what_lies_below() {
        for (at, directory, rest) in [
            ("/a/b/c", "/a/b", Some("c")),
            ("/a/b", "/a/b", Some("")),
            ("/a/b", "/", Some("a/b")),
            ("/a/bc", "/a/b", None),
            ("/a", "/a/b", None),
            ("/a/B/C", "/a/b", cfg!(windows).then_some("C")),
        ] {
            assert_eq!(below(Path::new(at), Path::new(directory)), rest.map(Path::new), "{at} {directory}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn drives_shares_and_cases() {
        let here = Path::new(r"C:\here");
        let same = |one: &str, other: &str| place(here, Path::new(one)) == place(here, Path::new(other));
        for (one, other) in [
            (r"X:\p\f", "x:/P/F"),
            (r"X:\p\f", r"\\?\X:\p\f"),
            (r"X:\p\f", "//?/X:/p/f"),
            (r"\\server\share\f", "//SERVER/Share/F"),
            (r"\\server\share\f", r"\\?\UNC\server\share\f"),
            ("f", r"C:\here\f"),
            ("f", "F"),
            ("äöé", "ÄÖÉ"),
            ("жя", "ЖЯ"),
            (r"\f", r"C:\f"),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [
            (r"X:\p\f", r"Y:\p\f"),
            (r"X:\p\f", r"\p\f"),
            (r"\\server\share\f", r"\\server\other\f"),
            (r"\\server\share\f", r"\\other\share\f"),
            (r"\\server\share\f", r"C:\server\share\f"),
            ("ı", "i"),
            ("ß", "SS"),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
        let slashed = |path: &str| super::slashed(path.into()).into_os_string().into_string().unwrap();
        assert_eq!(slashed(r"\\?\C:\a\b"), "//?/C:/a/b");
        assert_eq!(slashed("a/b"), "a/b");
    }
}
