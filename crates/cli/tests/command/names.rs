//! File names of every kind, in digest lines and in messages.

use std::ffi::OsStr;

use super::{Folder, SHA3_256_ABC, stdout_of};

/// The two lines, tagged and untagged, for a file of this name that holds "abc".
fn lines(name: &OsStr) -> [Vec<u8>; 2] {
    let folder = Folder::new();
    folder.file(name, b"abc");
    [&["sum", "-a", "sha3-256", "--"][..], &["sum", "-a", "sha3-256", "--untagged", "--"]].map(|arguments| {
        let output = crate::output_of(folder.lanesum(arguments).arg(name));
        assert_eq!((output.stderr.as_slice(), output.status.code()), (b"".as_slice(), Some(0)));
        output.stdout
    })
}

fn check(name: &OsStr, prefix: &[u8], written: &[u8]) {
    let digest = SHA3_256_ABC.as_bytes();
    let [tagged, untagged] = lines(name);
    let expected_tagged = [prefix, b"SHA3-256 (", written, b") = ", digest, b"\n"].concat();
    let expected_untagged = [prefix, digest, b"  ", written, b"\n"].concat();
    assert_eq!(tagged.escape_ascii().to_string(), expected_tagged.escape_ascii().to_string());
    assert_eq!(untagged.escape_ascii().to_string(), expected_untagged.escape_ascii().to_string());
}

#[test]
fn ordinary_names_stand_as_they_are() {
    for name in ["plain", " leading space", "trailing ", "-dash", "--", "é", "a) = b", &"n".repeat(255)] {
        // For Windows, no file has a name with a blank at its end: see `windows.rs`.
        if cfg!(not(windows)) || !name.ends_with(' ') {
            check(OsStr::new(name), b"", name.as_bytes());
        }
    }
}

#[test]
fn a_file_named_dash_is_reached_by_its_path() {
    let folder = Folder::new();
    folder.file("-", b"abc");
    let line = stdout_of(folder.lanesum(&["sum", "-a", "sha3-256", "./-"]).write_stdin(""));
    assert_eq!(line, format!("SHA3-256 (./-) = {SHA3_256_ABC}\n"));
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command as System;

    use super::super::Folder;
    use super::check;

    #[test]
    fn names_that_would_break_a_line_are_escaped() {
        check(OsStr::new("a\nb"), b"\\", b"a\\nb");
        check(OsStr::new("a\rb"), b"\\", b"a\\rb");
        check(OsStr::new("a\\b"), b"\\", b"a\\\\b");
        check(OsStr::new("\\n\n\r\\"), b"\\", b"\\\\n\\n\\r\\\\");
        check(OsStr::new("tab\tbell\x07"), b"", b"tab\tbell\x07");
    }

    #[test]
    fn names_are_bytes() {
        check(OsStr::from_bytes(b"\xff\xfe"), b"", b"\xff\xfe");
        check(OsStr::from_bytes(b"caf\xe9\n"), b"\\", b"caf\xe9\\n");
    }

    #[test]
    fn messages_quote_names_as_cksum_does() {
        let folder = Folder::new();
        let names: [&[u8]; 7] = [b"plain", b"a b", b"it's", b"a\nb", b"\xff", b"a:b", b"a\\b"];
        for name in names {
            let name = OsStr::from_bytes(name);
            let ours = crate::output_of(folder.lanesum(&["sum", "-a", "sha3-256"]).arg(name));
            assert_eq!(ours.status.code(), Some(1));
            let ours = String::from_utf8(ours.stderr).unwrap();
            assert_eq!(ours.lines().count(), 1);
            let theirs = System::new("cksum").arg(name).current_dir(folder.path()).env("LC_ALL", "C.UTF-8").output();
            // Other systems have a cksum with messages of its own.
            let Ok(theirs) = theirs.map(|output| String::from_utf8(output.stderr).unwrap()) else { continue };
            if cfg!(target_os = "linux") {
                assert_eq!(ours.strip_prefix("lanesum: ").unwrap(), theirs.strip_prefix("cksum: ").unwrap());
            }
        }
    }
}
