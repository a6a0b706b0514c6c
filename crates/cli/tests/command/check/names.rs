//! `--missing-only` and `--extra-only`.

use super::{Folder, expect};

/// No file has this digest.
const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A list of these names.
fn list(names: &[&str]) -> Vec<u8> {
    names.iter().flat_map(|name| format!("SHA3-256 ({name}) = {ZEROS}\n").into_bytes()).collect()
}

/// a, d/b, d/.hidden, d/e/c, and an empty directory.
fn tree() -> Folder {
    let folder = Folder::new();
    for directory in ["d", "d/e", "d/empty"] {
        std::fs::create_dir(folder.path().join(directory)).unwrap();
    }
    for file in ["a", "d/b", "d/.hidden", "d/e/c"] {
        folder.file(file, b"");
    }
    folder
}

#[test]
fn missing_files_are_named_once() {
    let folder = tree();
    folder.file("list", &list(&["a", "x", "d/b", "d/x", "x", "a/x", "d", "-", "d/../x"]));
    expect(&folder, &["--missing-only", "list"], "", "x\nd/x\na/x\nd/../x\n", "", 1);
    folder.file("second", &list(&["x", "y"]));
    expect(&folder, &["--missing-only", "list", "second"], "", "x\nd/x\na/x\nd/../x\ny\n", "", 1);
    folder.file("whole", &list(&["a", "d/b"]));
    expect(&folder, &["--missing-only", "whole"], "", "", "", 0);
    // Nothing is hashed: "check" would find no file right.
    expect(&folder, &["--status", "whole"], "", "", "", 1);
}

#[test]
fn lists_are_judged_here_too() {
    let folder = tree();
    let read = std::fs::read_to_string(folder.file("list", &list(&["a", "d/b", "d/.hidden", "d/e/c"]))).unwrap();
    folder.file("spoilt", format!("{read}x\n").as_bytes());
    folder.file("garbage", b"x\n");
    let one = "lanesum: WARNING: 1 line is improperly formatted\n";
    let line = "lanesum: spoilt: 5: improperly formatted SHA3-256 checksum line\n";
    for only in [&["--missing-only"][..], &["--extra-only", "d"]] {
        let with = |more: &[&'static str]| [only, more].concat();
        expect(&folder, &with(&["list"]), "", "", "", 0);
        expect(&folder, &with(&["spoilt"]), "", "", one, 0);
        expect(&folder, &with(&["spoilt", "--strict"]), "", "", one, 1);
        expect(&folder, &with(&["spoilt", "-w"]), "", "", &format!("{line}{one}"), 0);
        let none = "lanesum: garbage: no properly formatted checksum lines found\n";
        expect(&folder, &with(&["garbage"]), "", "", none, 1);
        let no_file = "lanesum: nolist: No such file or directory\n";
        expect(&folder, &with(&["list", "nolist"]), "", "", no_file, 1);
    }
}

/// Whose digests they are does not matter where none is compared.
#[test]
fn lines_of_any_algorithm_have_names() {
    let folder = tree();
    folder.file("list", format!("{ZEROS}  a\n{ZEROS}  x\n").as_bytes());
    expect(&folder, &["--missing-only", "list"], "", "x\n", "", 1);
    expect(&folder, &["--extra-only", ".", "list"], "", "./d/.hidden\n./d/b\n./d/e/c\n./list\n", "", 1);
}

#[test]
fn extra_files_are_named_in_order() {
    let folder = tree();
    folder.file("list", &list(&["d/b"]));
    expect(&folder, &["--extra-only", "d", "list"], "", "d/.hidden\nd/e/c\n", "", 1);
    expect(&folder, &["--extra-only", "d/", "list"], "", "d/.hidden\nd/e/c\n", "", 1);
    expect(&folder, &["--extra-only", "./d/../d", "list"], "", "./d/../d/.hidden\n./d/../d/e/c\n", "", 1);
    expect(&folder, &["--extra-only", "d/empty", "list"], "", "", "", 0);
    expect(&folder, &["--extra-only", "d/e", "list", "list"], "", "d/e/c\n", "", 1);
    let absence = "lanesum: nowhere: No such file or directory\n";
    expect(&folder, &["--extra-only", "nowhere", "list"], "", "", absence, 1);
    expect(&folder, &["--extra-only", "a", "list"], "", "", "lanesum: a: Not a directory\n", 1);
}

#[test]
fn a_file_is_listed_under_any_of_its_names() {
    let folder = tree();
    let whole = folder.path().canonicalize().unwrap();
    // Windows writes `\\?\` before it, and has nothing above a drive.
    let whole = &whole.to_str().unwrap().trim_start_matches(r"\\?\").replace('\\', "/");
    let above = if cfg!(windows) { "" } else { "/.." };
    for names in [
        ["d/b", "d/.hidden", "d/e/c"],
        ["./d/b", "d//.hidden", "d/e/./c"],
        ["d/e/../b", "nowhere/../d/.hidden", "../../../../../../../../../../d/e/../e/c"],
        [&format!("{whole}/d/b"), &format!("{whole}/d/x/../.hidden"), &format!("{above}{whole}/d/e/c")],
    ] {
        folder.file("list", &list(&names));
        let climbs = names[2].starts_with("..");
        let (left, status) = if climbs { ("c\n", 1) } else { ("", 0) };
        let extra = |prefix: &str| if climbs { format!("{prefix}{left}") } else { String::new() };
        expect(&folder, &["--extra-only", "d", "list"], "", &extra("d/e/"), "", status);
        expect(
            &folder,
            &["--extra-only", &format!("{whole}/d"), "list"],
            "",
            &extra(&format!("{whole}/d/e/")),
            "",
            status,
        );
    }
}

#[cfg(unix)]
#[test]
fn names_are_written_as_in_lists() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    for name in ["d/a\nb", "d/c\\d", "d/e\rf", "d/plain"] {
        folder.file(name, b"");
    }
    std::os::unix::fs::symlink("nowhere", folder.path().join("d/symlink")).unwrap();
    let escaped = "\\d/a\\nb\n\\d/c\\\\d\n\\d/e\\rf\nd/plain\nd/symlink\n";
    let plain = "d/a\nb\0d/c\\d\0d/e\rf\0d/plain\0d/symlink\0";
    folder.file("none", &list(&["x"]));
    expect(&folder, &["--extra-only", "d", "none"], "", escaped, "", 1);
    folder.file("none", format!("SHA3-256 (x) = {ZEROS}\0").as_bytes());
    expect(&folder, &["-z", "--extra-only", "d", "none"], "", plain, "", 1);

    // The symbolic link is missing, too: it leads nowhere.
    let names = ["d/a\nb", "d/c\\d", "d/e\rf", "d/plain", "d/symlink"];
    folder.file("all", names.map(|name| format!("SHA3-256 ({name}) = {ZEROS}\0")).concat().as_bytes());
    expect(&folder, &["-z", "--extra-only", "d", "all"], "", "", "", 0);
    expect(&folder, &["-z", "--missing-only", "all"], "", "d/symlink\0", "", 1);
    std::fs::remove_file(folder.path().join("d/a\nb")).unwrap();
    expect(&folder, &["-z", "--missing-only", "all"], "", "d/a\nb\0d/symlink\0", "", 1);
    folder.file("lines", format!("\\SHA3-256 (d/a\\nb) = {ZEROS}\n").as_bytes());
    expect(&folder, &["--missing-only", "lines"], "", "\\d/a\\nb\n", "", 1);
}

#[test]
fn what_does_not_fit_together() {
    let folder = tree();
    for arguments in [
        &["--missing-only", "--quiet"][..],
        &["--missing-only", "--status"],
        &["--missing-only", "--ignore-missing"],
        &["--missing-only", "--extra-only", "d"],
        &["--extra-only", "d", "--quiet"],
        &["--extra-only"],
    ] {
        let run = crate::output_of(folder.lanesum(&["check"]).args(arguments));
        assert_eq!((run.stdout.as_slice(), run.status.code()), (b"".as_slice(), Some(2)), "{arguments:?}");
    }
}
