//! `lanesum sum --files-from`: names from a list.

use super::{Folder, SHA3_256_ABC, run, stdout_of};

/// Tagged lines for these names of files that hold "abc".
fn lines(names: &[&str]) -> String {
    names.iter().map(|name| format!("SHA3-256 ({name}) = {SHA3_256_ABC}\n")).collect::<Vec<_>>().concat()
}

fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["a", "b c", "-", "--help", "-r", " lead"] {
        folder.file(name, b"abc");
    }
    std::fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/f", b"abc");
    folder
}

const FROM_STDIN: [&str; 5] = ["sum", "-a", "sha3-256", "--files-from", "-"];

#[test]
fn names_by_line_and_by_nul() {
    let folder = folder();
    let expected = lines(&["a", "b c", "./-", "--help", "-r", " lead"]);
    // An empty list is not standard input.
    assert_eq!(stdout_of(folder.lanesum(&FROM_STDIN).write_stdin("")), "");
    for list in ["a\nb c\n-\n--help\n-r\n lead\n", "a\nb c\n-\n--help\n-r\n lead", "a\0b c\0-\0--help\0-r\0 lead\0"] {
        assert_eq!(stdout_of(folder.lanesum(&FROM_STDIN).write_stdin(list)), expected, "{list:?}");
        folder.file("list", list.as_bytes());
        let from_file = ["sum", "-a", "sha3-256", "--files-from", "list"];
        assert_eq!(stdout_of(&mut folder.lanesum(&from_file)), expected, "{list:?}");
    }
}

#[test]
fn the_list_comes_after_the_arguments() {
    let folder = folder();
    folder.file("list", b"b c\n");
    let arguments = ["sum", "-a", "sha3-256", "a", "--files-from", "list", "-", "d/f"];
    assert_eq!(stdout_of(folder.lanesum(&arguments).write_stdin("abc")), lines(&["a", "-", "d/f", "b c"]));
}

#[test]
fn directories_need_r() {
    let folder = folder();
    let refused = run(folder.lanesum(&FROM_STDIN).write_stdin("d\na\n"));
    assert_eq!(refused.stdout, lines(&["a"]));
    assert_eq!(refused.stderr, "lanesum: d: Is a directory; -r hashes what is in it\n");
    assert_eq!(refused.status, Some(1));
    let arguments = [&FROM_STDIN[..], &["-r", "--no-times"]].concat();
    assert_eq!(stdout_of(folder.lanesum(&arguments).write_stdin("d\na\n")), lines(&["d/f", "a"]));
}

#[test]
fn garbage_in_a_list_does_not_stop_the_rest() {
    let folder = folder();
    let long = "n".repeat(70_000);
    let list = format!("\na\nno\nb c\r\n{long}\nb c");
    let found = run(folder.lanesum(&FROM_STDIN).write_stdin(list));
    // On Windows, the carriage return belongs to the end of the line.
    let taken: &[&str] = if cfg!(windows) { &["a", "b c", "b c"] } else { &["a", "b c"] };
    assert_eq!(found.stdout, lines(taken));
    let expected = "\
lanesum: -: line 1: empty name, left out; remove the line
lanesum: no: No such file or directory
lanesum: 'b c'$'\\r': No such file or directory
lanesum: -: line 5: name of more than 65536 bytes, left out; end each name with a newline, or each with NUL
";
    if cfg!(unix) {
        found.says(expected, 1);
    }
}

/// A name that holds NUL, behind the 8 KiB that tell how names end.
#[test]
fn a_nul_in_a_line_is_an_error() {
    let list = format!("{}a\0b\nb c\n", "a\n".repeat(5000));
    let found = run(folder().lanesum(&FROM_STDIN).write_stdin(list));
    assert_eq!(found.stdout.lines().count(), 5001);
    assert!(found.stdout.ends_with(&lines(&["b c"])));
    assert!(found.stderr.starts_with("lanesum: 'a'$'\\000''b': "), "{}", found.stderr);
    assert_eq!((found.stderr.lines().count(), found.status), (1, Some(1)));
}

#[test]
fn a_list_that_cannot_be_read_ends_the_run() {
    let folder = folder();
    run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "a", "--files-from", "no"])).is(
        "",
        "lanesum: no: No such file or directory\n",
        1,
    );
    if cfg!(unix) {
        let directory = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "a", "--files-from", "d"]));
        directory.says("lanesum: d: Is a directory\n", 1);
    }
}

#[cfg(unix)]
#[test]
fn names_as_find_gives_them() {
    let folder = folder();
    let expected = lines(&["./ lead", "./-", "./--help", "./-r", "./a", "./b c", "./d/f"]);
    let script = r#"find . -type f -print0 | LC_ALL=C sort -z | "$0" sum -a sha3-256 --files-from -"#;
    assert_eq!(folder.shell(script).stdout, expected);
    // As -r finds them.
    assert_eq!(stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "."])), expected);
    folder.shell(r#""$0" sum -a sha3-256 --files-from - <&-"#).says("lanesum: -: Bad file descriptor\n", 1);
}
