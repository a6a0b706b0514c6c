//! Compares names by the files to which they lead, using only their text. Only 128 bits of each name are kept, so long names need no more
//! memory.
//!
//! On Windows, names are equal if they differ only in case or in their separators, `\` and `/`, and if one of them is written with the
//! prefix `\\?\`. A directory of Windows can be made to tell cases apart: `Met` in compare/ notices two such names.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Enough of a hash of a name that no two names are taken for one.
pub(crate) type Mark = [u8; 16];

pub(crate) fn mark<T: AsRef<[u8]>>(pieces: &[T]) -> Mark {
    let mut bytes = Vec::new();
    for piece in pieces {
        bytes.extend_from_slice(&(piece.as_ref().len() as u64).to_le_bytes());
        bytes.extend_from_slice(piece.as_ref());
    }
    let [mark, _] = *lanesum::blake3(&bytes).as_chunks().0 else { unreachable!("32 bytes") };
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
    let whole = joined(here, name);
    let mut spot = OsString::new();
    let mut after_name = false;
    for part in resolved(&whole) {
        let is_name = matches!(part, Component::Normal(_));
        // Not by `push`, for which `a:b` begins with a drive.
        if after_name && is_name {
            spot.push(std::path::MAIN_SEPARATOR_STR);
        }
        spot.push(part);
        after_name = is_name;
    }
    spot.into()
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
    match cfg!(windows).then(|| std::path::absolute(&joined)) {
        Some(Ok(whole)) if keeps(&whole, &joined) => whole,
        _ => joined,
    }
}

/// Refuses a name for which the system opens another file than the one that has it.
///
/// Windows drops a dot or blank at the end of a name, and takes `NUL` and some more for devices. Files can have such names nevertheless:
/// Linux makes them on a share, programs of Windows by `\\?\`. Read by its name, `f.` would be `f`.
pub(crate) fn kept(name: &Path) -> io::Result<()> {
    let kept = cfg!(not(windows)) || std::path::absolute(name).is_ok_and(|whole| keeps(&whole, name));
    if kept { Ok(()) } else { Err(not_kept()) }
}

/// The same for a name that the user gave, who may mean a device.
pub(crate) fn kept_or_device(name: &Path) -> io::Result<()> {
    let is_device = |whole: PathBuf| whole.as_os_str().as_encoded_bytes().starts_with(br"\\.\");
    kept(name).or_else(|error| if std::path::absolute(name).is_ok_and(is_device) { Ok(()) } else { Err(error) })
}

pub(crate) fn not_kept() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidFilename,
        "Windows opens no file of this name, but perhaps another one; rename the file",
    )
}

/// Are the parts of a name those of the whole path that the system makes of it?
fn keeps(whole: &Path, name: &Path) -> bool {
    let parts =
        |path| resolved(path).into_iter().filter(|part| matches!(part, Component::Normal(_))).collect::<Vec<_>>();
    parts(whole).ends_with(&parts(name))
}

/// The letters of a place's name, on Windows; elsewhere, names of one place have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letters(#[cfg(windows)] Mark);

impl Letters {
    #[cfg_attr(not(windows), expect(unused_variables, reason = "see above"))]
    pub(crate) fn of(here: &Path, name: &Path) -> Self {
        Self(
            #[cfg(windows)]
            {
                let whole = joined(here, name);
                let parts = resolved(&whole).into_iter().filter(|part| matches!(part, Component::Normal(_)));
                mark(&parts.map(|part| part.as_os_str().as_encoded_bytes()).collect::<Vec<_>>())
            },
        )
    }
}

/// A part of a path as it is compared; none of the root.
fn folded(component: Component<'_>) -> Option<Cow<'_, [u8]>> {
    match component {
        #[cfg(windows)]
        Component::Prefix(prefix) => {
            use std::path::Prefix;
            Some(Cow::Owned(match prefix.kind() {
                Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => vec![letter.to_ascii_uppercase(), b':'],
                // `\\.\X:\f`
                Prefix::DeviceNS(device) if device.len() == 2 => device.as_encoded_bytes().to_ascii_uppercase(),
                // `//?/X:/f`, as a list has it
                Prefix::UNC(server, disk) if server == "?" && disk.len() == 2 => {
                    disk.as_encoded_bytes().to_ascii_uppercase()
                }
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
            (r"X:\p\f", r"\\.\x:\p\f"),
            (r"X:\p\f.", "//?/x:/p/f."),
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
            // Two files, as Linux or `\\?\` makes them.
            ("f", "f."),
            ("f", "f "),
            ("f.", "f "),
            ("d/f", "d./f"),
            ("NUL", "nul.txt"),
            ("d/NUL", "e/NUL"),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
        for (name, is_kept) in [
            ("f", true),
            ("../f.x", true),
            (r"..\..\.f", true),
            ("d /f", true),
            (r"X:f", true),
            (r"\\?\X:\f.", true),
            ("//?/X:/f.", false),
            ("f.", false),
            ("d/f ", false),
            ("d/...", false),
            ("d./f", false),
            ("d/NUL", false),
            ("con", false),
        ] {
            assert_eq!(kept(Path::new(name)).is_ok(), is_kept, "{name}");
        }
        assert_eq!(below(&spot(here, Path::new("d/a:b")), &spot(here, Path::new("d"))), Some(Path::new("a:b")));
        let slashed = |path: &str| super::slashed(path.into()).into_os_string().into_string().unwrap();
        assert_eq!(slashed(r"\\?\C:\a\b"), "//?/C:/a/b");
        assert_eq!(slashed("a/b"), "a/b");
    }
}
