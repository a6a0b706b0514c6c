//! `TupleHash`: one digest of all files together.

use reference::sp800_185::{self as standard, Length, Strength};
use serde_json::Value;

use super::super::{Folder, run, stdout_of};
use super::{bits, digest, hex};

/// NIST's samples: three strings.
fn strings() -> Folder {
    let folder = Folder::new();
    folder.file("a", &[0, 1, 2]);
    folder.file("b", &[0x10, 0x11, 0x12, 0x13, 0x14, 0x15]);
    folder.file("c", &[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28]);
    folder
}

/// The reference's digest of a tuple of strings.
fn expected(strings: &[&[u8]], custom: &str) -> String {
    let strings: Vec<_> = strings.iter().map(|string| bits(string)).collect();
    hex(&standard::tuple_hash(Strength::S128, &strings, 256, &bits(custom.as_bytes()), Length::Fixed))
}

/// NIST, "Example Values", `TupleHash`: sample by sample.
#[test]
fn samples_of_nist() {
    let folder = strings();
    let two = "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1";
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "tuplehash128", "a", "b"]));
    assert_eq!(line, format!("TupleHash128-256 (\"a\", \"b\") = {two}\n"));
    for (expected, files) in [
        ("75cdb20ff4db1154e841d758e24160c54bae86eb8c13e7f5f40eb35588e96dfb", &["a", "b"][..]),
        ("e60f202c89a2631eda8d4c588ca5fd07f39e5151998deccf973adb3804bb6e84", &["a", "b", "c"]),
    ] {
        let options = [&["-a", "tuplehash128", "--custom", "My Tuple App"], files].concat();
        if files.len() == 2 {
            assert_eq!(digest(&folder, &options), expected);
        } else {
            let line = stdout_of(folder.lanesum(&["sum"]).args(&options));
            assert_eq!(
                line,
                format!("TupleHash128-S4d79205475706c6520417070-256 (\"a\", \"b\", \"c\") = {expected}\n")
            );
        }
    }
}

#[test]
fn where_files_end_and_in_what_order_matters() {
    let folder = strings();
    folder.file("ab", &[0, 1, 2, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15]);
    folder.file("empty", b"");
    let sums = [&["a", "b"][..], &["b", "a"], &["ab"], &["ab", "empty"], &["a", "b", "empty"], &["a", "empty", "b"]];
    let sums = sums.map(|files| digest(&folder, &[&["-a", "tuplehash128"], files].concat()));
    for (i, one) in sums.iter().enumerate() {
        assert!(!sums[..i].contains(one), "{i}");
    }
}

/// Where the names come from does not matter.
#[test]
fn directories_lists_and_pipes() {
    let folder = strings();
    let (a, b) = (&[0, 1, 2][..], &[0x10, 0x11, 0x12, 0x13, 0x14, 0x15][..]);
    std::fs::create_dir(folder.path().join("d")).unwrap();
    for (name, content) in [("d/a", a), ("d/b", b)] {
        folder.file(name, content);
    }
    let two = expected(&[a, b], "");
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "tuplehash128", "-r", "d"]));
    assert_eq!(line, format!("TupleHash128-256 (\"d/a\", \"d/b\") = {two}\n"));
    let line = stdout_of(folder.lanesum(&["sum", "-a", "tuplehash128", "--files-from", "-"]).write_stdin("a\nb\n"));
    assert_eq!(line, format!("TupleHash128-256 (\"a\", \"b\") = {two}\n"));
    let line = stdout_of(folder.lanesum(&["sum", "-a", "tuplehash128", "a", "-"]).write_stdin(b));
    assert_eq!(line, format!("TupleHash128-256 (\"a\", \"-\") = {two}\n"));
    std::fs::create_dir(folder.path().join("nothing")).unwrap();
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "tuplehash128", "-r", "nothing"]));
    assert_eq!(line, format!("TupleHash128-256 () = {}\n", expected(&[], "")));
    run(folder.lanesum(&["check"]).write_stdin(line)).prints("(): OK\n", 0);
}

/// A pipe does not say how long it will be.
#[test]
fn what_states_no_length_is_held_up_to_a_limit() {
    let folder = strings();
    let most = 64 << 20;
    let line = stdout_of(folder.lanesum(&["sum", "-a", "tuplehash128"]).write_stdin(vec![0; most]));
    folder.file("zeroes", &vec![0; most]);
    let file = stdout_of(&mut folder.lanesum(&["sum", "-a", "tuplehash128", "zeroes"]));
    assert_eq!(line, file.replace("zeroes", "-"));
    let refused = run(folder.lanesum(&["sum", "-a", "tuplehash128", "a", "-"]).write_stdin(vec![0; most + 1]));
    refused.prints("", 1);
    assert!(refused.stderr.starts_with("lanesum: -: ") && refused.stderr.contains("64 MiB"), "{}", refused.stderr);
    assert!(refused.stderr.ends_with("write it to a file first; no digest written\n"), "{}", refused.stderr);
    // A redirected file has a length.
    let zeroes = std::fs::File::open(folder.path().join("zeroes")).unwrap();
    let output = folder.process(&["sum", "-a", "tuplehash128"]).stdin(zeroes).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), line);
}

#[test]
fn a_tuple_that_is_not_whole_has_no_digest() {
    let folder = strings();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    for (files, why) in [
        (&["a", "missing", "b"][..], "missing: No such file or directory; no digest written"),
        (&["a", "d", "b"], "d: Is a directory; no digest written; -r hashes what is in it"),
    ] {
        for more in [&[][..], &["--json"]] {
            let run = run(folder.lanesum(&["sum", "-a", "tuplehash128"]).args(more).args(files));
            let message = format!("lanesum: {why}\n");
            run.is("", &message, 1);
        }
    }
    run(folder.lanesum(&["sum", "-a", "tuplehash128", "--files-from", "-"]).write_stdin("a\n\nb\n")).prints("", 1);
}

/// The output of `check` for the line in `list`, and its exit status.
fn check(folder: &Folder, more: &[&str]) -> (String, String, Option<i32>) {
    let run = run(folder.lanesum(&["check"]).args(more).arg("list"));
    (run.stdout, run.stderr, run.status)
}

/// Windows has no such names.
#[cfg(unix)]
#[test]
fn check_reads_what_sum_writes() {
    let folder = strings();
    let odd = ["it's \"quoted\"", "a, b", ") = 00"];
    for name in odd {
        folder.file(name, name.as_bytes());
    }
    for (more, again) in [
        (&[][..], &[][..]),
        (&["-z"], &["-z"]),
        (&["--base64", "-l", "80008"], &[]),
        (&["--custom", "c", "-l", "13"], &["-a", "tuplehashxof256"]),
    ] {
        let mut sum = folder.lanesum(&["sum", "-a", "tuplehashxof256"]);
        let list = stdout_of(sum.args(more).args(["a", "b"]).args(odd));
        assert!(list.starts_with("TupleHashXOF256-"), "{list}");
        folder.file("list", list.as_bytes());
        let (stdout, stderr, status) = check(&folder, again);
        let names = r#""a", "b", "it's \"quoted\"", "a, b", ") = 00""#;
        assert_eq!((stdout, stderr.as_str(), status), (format!("{names}: OK\n"), "", Some(0)));
    }
    folder.file("b", b"changed");
    assert_eq!(check(&folder, &[]).2, Some(1));
    std::fs::remove_file(folder.path().join("b")).unwrap();
    let (stdout, stderr, status) = check(&folder, &[]);
    assert!(stdout.ends_with(": FAILED open or read\n"), "{stdout}");
    assert!(stderr.starts_with("lanesum: b: No such file or directory"), "{stderr}");
    assert_eq!(status, Some(1));
    let (stdout, stderr, status) = check(&folder, &["--ignore-missing"]);
    assert_eq!((stdout.as_str(), status), ("", Some(1)));
    assert!(stderr.contains("no file was verified"), "{stderr}");
    assert_eq!(check(&folder, &["--missing-only"]).0, "b\n");
    let (extra, ..) = check(&folder, &["--extra-only", "."]);
    assert_eq!(extra.lines().collect::<Vec<_>>(), ["./c", "./list"]);
}

#[cfg(unix)]
#[test]
fn names_of_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let names = [b"caf\xe9".as_slice(), b"line\nend", b"back\\slash"].map(OsStr::from_bytes);
    for name in names {
        folder.file(name, b"abc");
    }
    let list = crate::output_of(folder.lanesum(&["sum", "-a", "tuplehash128"]).args(names)).stdout;
    assert!(list.starts_with(b"TupleHash128-256 (\"caf\xe9\", \"line\\nend\", \"back\\\\slash\") = "));
    assert_eq!(list.iter().position(|byte| *byte == b'\n'), Some(list.len() - 1));
    folder.file("list", &list);
    let output = crate::output_of(&mut folder.lanesum(&["check", "list"]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let json = stdout_of(folder.lanesum(&["sum", "-a", "tuplehash128", "--json"]).args(names));
    let object: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["files"][1], "line\nend");
    assert_eq!(object["files_bytes_base64"][0], data_encoding::BASE64.encode(b"caf\xe9"));
    let text = stdout_of(folder.lanesum(&["sum", "-a", "tuplehash128", "--json"]).args(&names[1..]));
    assert!(!text.contains("base64"), "{text}");
}

#[test]
fn lines_that_are_none() {
    let folder = strings();
    let digest = "00".repeat(32);
    for names in ["a", "\"a", "\"a\" \"b\"", "\"a\",\"b\"", "\"\\t\"", "\"a\", "] {
        folder.file("list", format!("TupleHash128-256 ({names}) = {digest}\n").as_bytes());
        assert!(check(&folder, &[]).1.contains("no properly formatted"), "{names}");
    }
    for line in [format!("{digest}  a\n"), format!("\\TupleHash128-256 (\"a\") = {digest}\n")] {
        folder.file("list", line.as_bytes());
        assert!(check(&folder, &["-a", "tuplehash128"]).1.contains("no properly formatted"), "{line}");
    }
}
