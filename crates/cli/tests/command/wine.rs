//! The program of Windows beside the one of Linux. `LANESUM_WINE` is the first one's path; CI builds it, and sets what wine needs.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command as System, Output, Stdio};

use super::signing::terminal::Session;
use super::{Folder, not_run, run, stdout_of};

/// Debian has wine in a folder of its own.
fn wine() -> Option<[PathBuf; 2]> {
    let program = std::env::var_os("LANESUM_WINE");
    let wine = std::env::var_os("LANESUM_WINE_LOADER");
    let (Some(program), Some(wine)) = (program, wine) else {
        not_run("the program of Windows: LANESUM_WINE and LANESUM_WINE_LOADER are not set");
        return None;
    };
    Some([wine.into(), program.into()])
}

fn windows(folder: &Folder, [wine, program]: &[PathBuf; 2], arguments: &[&str]) -> Output {
    System::new(wine).arg(program).args(arguments).current_dir(folder.path()).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn lists_travel_both_ways() {
    let Some(wine) = wine() else { return };
    let folder = Folder::new();
    for name in ["d/one", "d/e/two", "d/e/ a b", "d/é😀", "d/e.x/.three"] {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        folder.file(name, name.as_bytes());
    }
    for (list, options) in [("SHA256SUMS", &["--untagged", "-a", "sha256"][..]), ("SUMS", &[])] {
        let sum = [&["sum", "-r", "--no-times"], options, &["d"]].concat();
        let ours = stdout_of(&mut folder.lanesum(&sum));
        assert_eq!(ours.lines().count(), 5);
        assert_eq!(text(&windows(&folder, &wine, &sum)), ours);
        folder.file(list, ours.as_bytes());
        let checked = stdout_of(&mut folder.lanesum(&["check", list]));
        assert_eq!(text(&windows(&folder, &wine, &["check", list])), checked);
        let audited = stdout_of(&mut folder.lanesum(&["audit", list, "d"]));
        assert!(audited.starts_with("unchanged         5\n"), "{audited}");
        assert_eq!(text(&windows(&folder, &wine, &["audit", list, "d"])), audited);
    }
    // Each updates what the other one wrote, and no line changes but the stamps.
    let lines = |folder: &Folder| {
        let list = fs::read_to_string(folder.path().join("SUMS")).unwrap();
        list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let before = lines(&folder);
    assert!(text(&windows(&folder, &wine, &["update", "SUMS", "d"])).starts_with("kept              5\n"));
    assert_eq!(lines(&folder), before);
    assert!(stdout_of(&mut folder.lanesum(&["update", "SUMS", "d"])).starts_with("kept              5\n"));
    assert_eq!(lines(&folder), before);
}

/// Each is named, none passes for another one, and an update keeps the lines of all.
#[test]
fn names_that_windows_cannot_have() {
    let Some(wine) = wine() else { return };
    let folder = Folder::new();
    fs::create_dir_all(folder.path().join("d/sub.")).unwrap();
    let names = [
        "NUL",
        "a:b",
        "back\\slash",
        "c:one",
        "con",
        "dot.",
        "e:",
        "new\nline",
        "nul.txt",
        "quote\"?",
        "sub./in",
        "trail ",
        "x\\",
    ];
    // The last three are what Windows would read in the place of others.
    let all: Vec<_> = names.into_iter().chain(["dot", "one", "trail"]).collect();
    for name in &all {
        folder.file(format!("d/{name}"), name.as_bytes());
    }
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "d"]));
    assert_eq!(list.lines().count(), all.len(), "{list}");
    folder.file("SUMS", list.as_bytes());

    let sum = windows(&folder, &wine, &["sum", "-r", "--no-times", "d"]);
    let readable: Vec<_> =
        ["d/dot)", "d/one)", "d/trail)"].map(|name| list.lines().find(|line| line.contains(name)).unwrap()).into();
    assert_eq!(String::from_utf8(sum.stdout).unwrap().lines().collect::<Vec<_>>(), readable);
    assert_eq!((sum.status.code(), String::from_utf8(sum.stderr).unwrap().lines().count()), (Some(1), all.len() - 3));

    let checked = windows(&folder, &wine, &["check", "SUMS"]);
    let (out, said) = (String::from_utf8(checked.stdout).unwrap(), String::from_utf8(checked.stderr).unwrap());
    assert_eq!(checked.status.code(), Some(1));
    // wine opens names with a colon.
    let is_colon = |line: &&str| line.contains(':') && line.starts_with("d/") && line.matches(':').count() > 1;
    for line in out.lines().filter(|line| !is_colon(line)) {
        let is_right =
            ["d/dot: OK", "d/one: OK", "d/trail: OK"].contains(&line) || line.ends_with(": FAILED open or read");
        assert!(is_right, "{line}");
    }
    assert_eq!(out.lines().count(), all.len());
    assert!(
        said.contains("d/dot.: Windows opens no file of this name, but perhaps another one; rename the file\n"),
        "{said}"
    );

    let verbatim = format!("\\\\?\\Z:{}\\d", folder.path().display()).replace('/', "\\");
    // By the last name, Windows reads what is called as devices are.
    for (directory, unchanged) in [("d", 3), (".\\d", 3), (&verbatim, 6)] {
        let audited = windows(&folder, &wine, &["audit", "SUMS", directory]);
        let text = String::from_utf8(audited.stdout).unwrap();
        let counts = [
            ("unchanged", unchanged),
            ("changed", 0),
            ("moved", 0),
            ("new", 0),
            ("missing", 0),
            ("unread", 16 - unchanged),
        ];
        for (word, count) in counts {
            assert!(text.contains(&format!("{word:<15}{count:>4}\n")), "{word} {count}: {text}");
        }
        assert_eq!(audited.status.code(), Some(1));
    }

    windows(&folder, &wine, &["update", "--paranoid", "SUMS", "d"]);
    // A `\` of Linux is a separator for Windows: these names alone are not what they were.
    let lines = |list: &str| {
        let mut lines: Vec<_> =
            list.lines().filter(|line| !line.starts_with('#')).map(|line| line.replace("\\\\", "/")).collect();
        for line in &mut lines {
            if !line.contains("\\n") {
                *line = line.trim_start_matches('\\').to_owned();
            }
        }
        lines.sort_unstable();
        lines
    };
    let updated = fs::read_to_string(folder.path().join("SUMS")).unwrap();
    assert_eq!(lines(&updated), lines(&list));
}

/// As on a share of Linux, or in a directory that Windows was told to tell cases apart in.
#[test]
fn names_that_differ_in_case_alone() {
    let Some(wine) = wine() else { return };
    let folder = Folder::new();
    for name in ["d/f", "d/F", "e/D/f", "e/d/f"] {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        folder.file(name, name.as_bytes());
    }
    for directory in ["d", "e"] {
        let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", directory]));
        assert_eq!(text(&windows(&folder, &wine, &["sum", "-r", "--no-times", directory])), list);
        folder.file("SUMS", list.as_bytes());
        assert_eq!(text(&windows(&folder, &wine, &["check", "SUMS"])).matches(": OK").count(), 2);
        let audited = windows(&folder, &wine, &["audit", "SUMS", directory]);
        let said = String::from_utf8(audited.stderr).unwrap();
        assert_eq!(audited.status.code(), Some(1));
        assert!(said.contains("/f: another name differs from this one in case alone"), "{said}");
        // Neither by its own lines nor by the files.
        let half = list.lines().next().unwrap().to_owned() + "\n";
        for list in [list, half] {
            folder.file("SUMS", list.as_bytes());
            let updated = windows(&folder, &wine, &["update", "SUMS", directory]);
            let said = String::from_utf8(updated.stderr).unwrap();
            assert!(said.contains("the list was not changed") && updated.status.code() == Some(1), "{said}");
            assert_eq!(fs::read_to_string(folder.path().join("SUMS")).unwrap(), list);
        }
    }
}

#[test]
fn a_list_of_windows_through_a_pipe() {
    let Some([wine, program]) = wine() else { return };
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let list = stdout_of(&mut folder.lanesum(&["sum", "abc"]));
    let mut command = System::new(&wine);
    command.arg(&program).args(["check", "-"]).current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap()), "abc: OK\n");
}

/// A device that is full, as it is for programs of Linux.
#[test]
fn a_full_device_is_an_error_for_windows_too() {
    let Some([wine, program]) = wine() else { return };
    let folder = Folder::new();
    folder.file("abc", b"abc");
    for arguments in [&["sum", "-z", "abc"][..], &["sum", "--raw", "abc"], &["as", "sha256sum", "-z", "abc"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let status =
            System::new(&wine).arg(&program).args(arguments).current_dir(folder.path()).stdout(full).status().unwrap();
        assert_eq!(status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn a_passphrase_is_typed_on_windows() {
    let Some([wine, program]) = wine() else { return };
    let folder = Folder::new();
    folder.file("SUMS", b"x\n");
    let program = program.to_str().unwrap();
    let start = |arguments: &[&str]| Session::run(&folder, wine.to_str().unwrap(), &[&[program], arguments].concat());
    let Some(mut keygen) = start(&["keygen", "ada"]) else { return };
    for question in ["Passphrase for the new key:", "The same again:"] {
        keygen.shows(question);
        // The console hides what is typed only after the question is there.
        std::thread::sleep(std::time::Duration::from_millis(500));
        keygen.types("open sesame\r");
    }
    assert!(keygen.end().success());
    assert!(!keygen.shown.contains("sesame"), "{}", keygen.shown);
    folder.file("pass", b"open sesame\n");
    assert_eq!(
        run(&mut folder.lanesum(&["sign", "--key", "ada.key", "--passphrase-file", "pass", "SUMS"])).status,
        Some(0)
    );
    let verified = windows(&folder, &[wine.clone(), program.into()], &["verify", "--key", "ada.pub", "SUMS"]);
    assert!(verified.status.success(), "{verified:?}");
}

/// A console answers the read that Ctrl-C interrupts as it does one at the end. No digest of what was typed until then may come of it.
#[test]
fn ctrl_c_ends_a_run_on_windows() {
    /// The exit status that wine makes of `STATUS_CONTROL_C_EXIT`: the lowest byte.
    const STATUS: i32 = 0x3a;
    let Some([wine, program]) = wine() else { return };
    let folder = Folder::new();
    let program = program.to_str().unwrap();
    for arguments in [&["sum"][..], &["sum", "-o", "SUMS"], &["as", "sha256sum"]] {
        let run = Session::run(&folder, wine.to_str().unwrap(), &[&[program], arguments].concat());
        let Some(mut session) = run else { return };
        session.types("typed\r");
        session.shows("typed");
        // The terminal shows it, even before the program has started.
        std::thread::sleep(std::time::Duration::from_secs(3));
        session.types("\u{3}");
        assert_eq!(session.end().code(), Some(STATUS), "{arguments:?}: {}", session.shown);
        assert!(!session.shown.contains("KT128") && !session.shown.contains(" -"), "{}", session.shown);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    }
}
