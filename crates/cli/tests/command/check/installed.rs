//! Lists that installed programs write: without a program, its test says so.

use std::path::Path;
use std::process::Command as System;

use super::expect;
use super::formats::{folder, reads};
use crate::{Folder, not_run};

/// The output of a program in a folder; nothing if the program is not installed.
fn written(folder: &Folder, program: &str, arguments: &[&str]) -> Option<Vec<u8>> {
    let mut command = System::new(program);
    command.args(arguments).current_dir(folder.path()).env("GNUPGHOME", folder.path()).env("LC_ALL", "C");
    let Ok(output) = command.output() else {
        not_run(&format!("lists of {program}, which is not installed"));
        return None;
    };
    assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
    Some(output.stdout)
}

#[test]
fn lists_of_installed_programs() {
    let names = ["abc", "a b"];
    for (program, arguments, list) in [
        ("gpg", &["--print-md", "sha1"][..], "SHA1"),
        ("gpg", &["--print-md", "sha256"], "SHA256.txt"),
        ("gpg", &["--print-md", "sha512"], "SHA512.txt"),
        ("rhash", &["--base32", "--sha256"], "rhash-sha256.txt"),
        ("rhash", &["--base32", "--sha1", "--bsd"], "BSD"),
        ("rhash", &["--base64", "--sha512"], "x.sha512"),
        ("sha256deep", &["-l", "-z", "-j0"], "deep"),
        ("md5deep", &["-l", "-z", "-j0"], "deep"),
        ("bsdtar", &["-cf", "-", "--format=mtree", "--options=md5,sha256,sha512"], "x.mtree"),
    ] {
        let folder = folder();
        if let Some(list_text) = written(&folder, program, &[arguments, &names].concat()) {
            let names = if program == "bsdtar" { &["./a b", "./abc"] } else { &names };
            reads(&folder, list, &list_text, names);
        }
    }
    let folder = folder();
    let arguments = ["-c", "-k", "type,sha256", "-p", "d", "-R", "nlink"];
    // Bytes that are not ASCII, in files and in directories, as vis(3) writes them.
    for name in ["d/ü", "d/e"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    for name in ["d/ü/abc", "d/e/日本", "d/e/a\u{1}b\u{7f}c\u{a0}"] {
        folder.file(name, b"abc");
    }
    if let Some(list) = written(&folder, "mtree", &arguments) {
        folder.file("d.mtree", &list);
        // By directories, and with a path in each line.
        let converted = written(&folder, "sh", &["-c", "mtree -C -K sha256 < d.mtree"]).unwrap();
        for list in [list, converted] {
            folder.file("d/LIST", &list);
            let run = crate::run(&mut folder.lanesum(&["check", "--relative", "--strict", "d/LIST"]));
            assert_eq!((run.stdout.matches(": OK\n").count(), run.status), (5, Some(0)), "{}", run.stderr);
            folder.file("d/ü/abc", b"abd");
            let run = crate::run(&mut folder.lanesum(&["check", "--relative", "d/LIST"]));
            assert_eq!((run.stdout.matches("ü/abc: FAILED\n").count(), run.status), (1, Some(1)), "{}", run.stdout);
            folder.file("d/ü/abc", b"abc");
        }
    }
    // rhash's comments begin as this name does.
    let names = ["abc", ";f", "#f"];
    if let Some(list) = written(&folder, "rhash", &[&["--sfv", "--sha256"][..], &names].concat()) {
        reads(&self::folder(), "x.sha256", &list, &names);
    }
    if let Some(list) = written(&folder, "gpg", &["--print-mds", "abc"]) {
        folder.file("LIST", &list);
        let run = crate::run(&mut folder.lanesum(&["check", "LIST"]));
        let unsupported = "uses RMD160, which is not supported";
        assert!(
            run.stdout == "abc: OK\n".repeat(6) && run.stderr.contains(unsupported),
            "{}{}",
            run.stdout,
            run.stderr
        );
    }
}

/// gpg breaks lines by the length of the name: cut digests must not be taken for shorter ones.
#[test]
fn long_names_of_gpg() {
    let folder = Folder::new();
    let names: Vec<_> = [1, 10, 25, 26, 29, 33, 34, 35, 38, 39, 40, 60, 75].map(|length| "n".repeat(length)).into();
    for name in &names {
        folder.file(name, name.as_bytes());
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let each = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"].map(|function| vec!["--print-md", function]);
    for options in each.into_iter().chain([vec!["--print-mds"]]) {
        let Some(list) = written(&folder, "gpg", &[&options[..], &names].concat()) else { return };
        folder.file("LIST", &list);
        let check = || crate::run(&mut folder.lanesum(&["check", "LIST"]));
        let each = if options.len() > 1 { 1 } else { 6 };
        let run = check();
        assert_eq!(
            run.stdout.matches(": OK\n").count(),
            names.len() * each,
            "{options:?}: {}{}",
            run.stdout,
            run.stderr
        );
        assert!(!run.stdout.contains("FAILED"), "{}", run.stdout);
        for name in &names {
            folder.file(name, b"other");
            let run = check();
            let failed = run.stdout.matches(&format!("{name}: FAILED\n")).count();
            assert_eq!((failed, run.status), (each, Some(1)), "{options:?} {name}: {}", run.stderr);
            folder.file(name, name.as_bytes());
        }
        // Cut off after any line. Without a function, a piece of 56 digits is a digest of SHA-224.
        for (at, _) in list.iter().enumerate().filter(|(_, byte)| **byte == b'\n' && each > 1) {
            folder.file("LIST", &list[..at]);
            let run = check();
            assert!(
                !run.stdout.contains("FAILED"),
                "{options:?} {at}: {}{}",
                run.stdout,
                String::from_utf8_lossy(&list[..at])
            );
        }
    }
}

/// `bagit.py` of the Library of Congress makes a bag of a directory.
#[test]
fn bags() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("bag")).unwrap();
    for name in ["bag/abc", "bag/new\nline", "bag/re\rturn", "bag/7%", "bag/50%25"] {
        folder.file(name, b"abc");
    }
    if written(&folder, "bagit.py", &["--sha256", "--md5", "bag"]).is_none() {
        return;
    }
    let check = || crate::run(&mut folder.lanesum(&["check", "--strict", "-r", "bag"]));
    let run = check();
    let right = run.stdout.lines().filter(|line| line.ends_with(": OK")).count();
    // Five files, and four tags, each twice.
    assert_eq!((run.stderr.as_str(), right, run.status), ("", 18, Some(0)), "{}", run.stdout);
    folder.file("bag/data/new\nline", b"abd");
    assert_eq!(check().status, Some(1));
}

/// Gentoo's gemato writes `Manifest` of a tree, and `nix-hash` a digest.
#[test]
fn lists_of_gentoo_and_nix() {
    let folder = folder();
    folder.file("d/a b\\ü", b"abc");
    if written(&folder, "gemato", &["create", "-H", "BLAKE2B SHA512", "d"]).is_some() {
        let check = || crate::run(&mut folder.lanesum(&["check", "--strict", "--relative", "d/Manifest"]));
        let run = check();
        let right = run.stdout.lines().filter(|line| line.ends_with(": OK")).count();
        assert_eq!((right, run.status), (3, Some(0)), "{}{}", run.stdout, run.stderr);
        folder.file("d/a b\\ü", b"abd");
        assert_eq!(check().status, Some(1));
    }
    for options in [&["--base32"][..], &[]] {
        let arguments = [&["--flat", "--type", "sha256"], options, &["abc"]].concat();
        let Some(digest) = written(&folder, "nix-hash", &arguments) else { return };
        let digest = String::from_utf8(digest).unwrap();
        crate::run(&mut folder.lanesum(&["check", "abc", digest.trim()])).prints("abc: OK\n", 0);
        reads(&folder, "abc.sha256", digest.as_bytes(), &["abc"]);
        reads(&folder, "nix32", format!("{}  abc\n", digest.trim()).as_bytes(), &["abc"]);
    }
}

/// npm describes a package that it has packed, and writes a lock file.
#[test]
fn json_of_npm() {
    let folder = Folder::new();
    folder.file("package.json", br#"{"name": "x", "version": "1.0.0"}"#);
    let npm = |command: &[&str]| written(&folder, "npm", &[command, &["--offline", "--cache=cache"]].concat());
    let Some(packed) = npm(&["pack", "--json"]) else { return };
    let json: serde_json::Value = serde_json::from_slice(&packed).unwrap();
    folder.file("JSON", &packed);
    let said = "lanesum: JSON: this is JSON about packages, not a list of files; \"lanesum check FILE sha512-DIGEST\" checks a file against one of its digests\n";
    expect(&folder, &["JSON"], "", "", said, 1);
    // As the message says.
    for key in ["integrity", "shasum"] {
        let digest = json[0][key].as_str().unwrap();
        crate::run(&mut folder.lanesum(&["check", "x-1.0.0.tgz", digest])).prints("x-1.0.0.tgz: OK\n", 0);
    }
    npm(&["install", "--package-lock-only", "x@file:x-1.0.0.tgz"]).unwrap();
    let run = crate::run(&mut folder.lanesum(&["check", "package-lock.json"]));
    assert!(run.stderr.contains("this is a lock file of npm") && run.status == Some(1), "{}", run.stderr);
}

/// Its lists are untagged, or of BSD's form, by the names of their files.
#[test]
fn lists_of_cfv() {
    let folder = folder();
    for kind in ["md5", "bsdmd5", "sha1", "sha224", "sha256", "sha384", "sha512"] {
        let list = format!("x.{kind}");
        if written(&folder, "cfv", &["-C", "-q", "-t", kind, "-f", &list, "abc"]).is_none() {
            return;
        }
        expect(&folder, &["--strict", &list], "", "abc: OK\n", "", 0);
    }
}

/// A source package: `dpkg-source` writes a `.dsc`; and an archive's index.
#[test]
fn packages_of_debian() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("x-1/debian/source")).unwrap();
    for (name, text) in [
        ("control", "Source: x\nMaintainer: A <a@b.c>\n\nPackage: x\nArchitecture: all\nDescription: x\n"),
        ("changelog", "x (1) unstable; urgency=low\n\n  * x\n\n -- A <a@b.c>  Sat, 28 Nov 2026 00:00:00 +0000\n"),
        ("rules", "#!/usr/bin/make -f\n%:\n\ttrue\n"),
        ("source/format", "3.0 (native)\n"),
    ] {
        folder.file(Path::new("x-1/debian").join(name), text.as_bytes());
    }
    if written(&folder, "dpkg-source", &["-b", "x-1"]).is_some() {
        expect(&folder, &["--strict", "x_1.dsc"], "", &"x_1.tar.xz: OK\n".repeat(3), "", 0);
        let changes = "cd x-1 && dpkg-genchanges -S -q";
        if let Some(changes) = written(&folder, "sh", &["-c", changes]) {
            folder.file("x.changes", &changes);
            let files = "x_1.dsc: OK\nx_1.tar.xz: OK\n".repeat(3);
            expect(&folder, &["--strict", "x.changes"], "", &files, "", 0);
        }
        folder.file("x_1.tar.xz", b"abd");
        assert_eq!(crate::run(&mut folder.lanesum(&["check", "x_1.dsc"])).status, Some(1));
    }
    let folder = self::folder();
    folder.file("d/Packages", b"Package: x\n");
    if let Some(release) = written(&folder, "apt-ftparchive", &["release", "d"]) {
        folder.file("d/Release", &release);
        let run = crate::run(&mut folder.lanesum(&["check", "--strict", "--relative", "d/Release"]));
        assert!(run.status == Some(0) && run.stdout.lines().count() >= 4, "{}{}", run.stdout, run.stderr);
    }
}
