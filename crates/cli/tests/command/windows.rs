//! Behaviour that is peculiar to Windows. CI runs these tests under wine: see `.ci/run`.

use std::fs::{self, FileTimes};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command as System, Stdio};
use std::time::{Duration, Instant};

use super::{Folder, not_run, run, started, stdout_of};

fn line(name: &str, folder: &Folder) -> String {
    stdout_of(&mut folder.lanesum(&["sum", name]))
}

fn counts(text: &str) -> String {
    let words = |line: &str| {
        let (word, count) = line.split_once(' ')?;
        Some(format!("{word} {}", count.trim())).filter(|_| count.trim() != "0")
    };
    text.lines().filter_map(words).collect::<Vec<_>>().join(", ")
}

fn audit(folder: &Folder, arguments: &[&str]) -> String {
    counts(&run(folder.lanesum(&["audit"]).args(arguments)).stdout)
}

fn update(folder: &Folder, arguments: &[&str]) -> String {
    counts(&run(folder.lanesum(&["update"]).args(arguments)).stdout)
}

/// Two drives, as CI makes them; each test has a directory of its own on both.
fn drives(test: &str) -> Option<[String; 2]> {
    let Some(letters) = std::env::var_os("LANESUM_TEST_DRIVES") else {
        not_run("two drives: LANESUM_TEST_DRIVES has no letters");
        return None;
    };
    let letters = letters.into_string().unwrap();
    let drives: Vec<_> = letters.chars().map(|letter| format!("{letter}:/{test}")).collect();
    for drive in &drives {
        fs::create_dir_all(drive).unwrap();
    }
    Some(drives.try_into().unwrap())
}

#[test]
fn files_of_one_name_on_two_drives_are_two() {
    let Some([x, y]) = drives("one-name") else { return };
    let folder = Folder::new();
    for drive in [&x, &y] {
        fs::write(format!("{drive}/f"), drive).unwrap();
    }
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", &x, &y]));
    assert_eq!(list.lines().count(), 2, "{list}");
    folder.file("SUMS", list.as_bytes());
    assert_eq!(audit(&folder, &["SUMS", &x, &y]), "unchanged 2");
    fs::write(format!("{y}/f"), "rotten").unwrap();
    assert_eq!(audit(&folder, &["SUMS", &x, &y]), format!("changed {y}/f, unchanged 1, changed 1"));
    assert_eq!(update(&folder, &["--paranoid", "SUMS", &x, &y]), format!("changed {y}/f, kept 1, changed 1, hashed 2"));
    assert_eq!(fs::read_to_string(folder.path().join("SUMS")).unwrap().matches("KT128").count(), 2);
}

/// The second run leaves out the first one's list, and none lists the file that it writes.
#[test]
fn an_output_is_not_in_its_own_list() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    for _ in 0..2 {
        let made = run(&mut folder.lanesum(&["sum", "-r", "--no-times", ".", "-o", "SUMS"]));
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        assert_eq!(stdout_of(&mut folder.lanesum(&["check", "SUMS"])), "./abc: OK\n");
    }
    // Standard output, too.
    let out = fs::File::create(folder.path().join("OUT")).unwrap();
    let mut command = System::new(env!("CARGO_BIN_EXE_lanesum"));
    command.args(["sum", "-r", "--no-times", "."]).current_dir(folder.path()).stdout(out);
    assert!(started(|| command.status()).success());
    let names = fs::read_to_string(folder.path().join("OUT")).unwrap();
    assert!(names.contains("(./abc)") && names.contains("(./SUMS)") && !names.contains("OUT"), "{names}");
}

/// A reader that has left stands for a full disk.
#[test]
fn lost_output_is_an_error() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("list", line("abc", &folder).as_bytes());
    for arguments in [
        &["sum", "abc"][..],
        &["sum", "-z", "abc"],
        &["sum", "--raw", "abc"],
        &["as", "sha256sum", "-z", "abc"],
        &["as", "b3sum", "abc"],
        &["check", "list"],
        &["audit", "list", "."],
        &["update", "list", "."],
        &["info"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["help", "algorithms"],
    ] {
        let mut command = System::new(env!("CARGO_BIN_EXE_lanesum"));
        command.args(arguments).current_dir(folder.path()).stdin(Stdio::piped());
        // Ended only when nobody can read any more: it waits for a line from here.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        command.stdout(writer).stderr(Stdio::piped());
        let mut child = started(|| command.spawn());
        drop(command);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{arguments:?}: {said}");
    }
}

#[test]
fn names_have_slashes_and_both_separators_are_one() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path().join("d/e")).unwrap();
    folder.file("d/e/f", b"abc");
    let digest = line("d/e/f", &folder);
    assert!(digest.starts_with("KT128 (d/e/f) = "), "{digest}");
    assert_eq!(line(r"d\e\f", &folder), digest);
    for (form, start) in [("--untagged", ""), ("--json", "{\"file\":\"d/e/f\""), ("--hashdeep", "%%%%")] {
        let text = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", form, r"d\e"]));
        assert!(text.starts_with(start) && text.contains("d/e/f") && !text.contains(r"d\"), "{text}");
    }
    for list in [digest.clone(), format!("\\{}", digest.replace('/', r"\\")), digest.replace('/', r"\")] {
        folder.file("SUMS", list.as_bytes());
        assert_eq!(stdout_of(&mut folder.lanesum(&["check", "SUMS"])).replace('\\', "/"), "d/e/f: OK\n", "{list}");
        assert_eq!(audit(&folder, &["SUMS", "d"]), "unchanged 1");
        assert_eq!(audit(&folder, &["SUMS", r".\d\e"]), "unchanged 1");
        assert_eq!(update(&folder, &["SUMS", "d"]), "kept 1, hashed 1");
        let written = fs::read_to_string(folder.path().join("SUMS")).unwrap();
        assert!(written.contains("KT128 (d/e/f) = "), "{written}");
    }
}

/// Content of the same size with the old times is an edit that `update` finds: the time of the change cannot be set.
#[test]
fn times_that_were_set_back_hide_nothing() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    let path = folder.file("d/f", b"one");
    let long_ago = |path: &Path| {
        let then = std::time::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        let file = fs::File::options().write(true).open(path).unwrap();
        use std::os::windows::fs::FileTimesExt;
        file.set_times(FileTimes::new().set_modified(then).set_accessed(then).set_created(then)).unwrap();
    };
    long_ago(&path);
    // A file that changed just now gets no stamp.
    std::thread::sleep(Duration::from_millis(3500));
    update(&folder, &["SUMS", "d"]);
    let list = fs::read_to_string(folder.path().join("SUMS")).unwrap();
    let (mtime, ctime) = list.lines().next().unwrap().split_once(" ctime ").unwrap();
    assert!(mtime.ends_with("mtime 1700000000.000000000") && !ctime.starts_with("17000"), "{list}");
    assert_eq!(update(&folder, &["SUMS", "d"]), "kept 1");
    fs::write(&path, b"two").unwrap();
    long_ago(&path);
    assert_eq!(
        update(&folder, &["SUMS", "d"]),
        "corrupt d/f  other content, but the same size and mtime, corrupt 1, hashed 1"
    );
}

/// One rule for all subcommands: names that differ in case are one.
#[test]
fn case_does_not_matter() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/Größe.txt", b"abc");
    let list = line("d/Größe.txt", &folder).replace("d/Größe.txt", "D/GRÖSSE.TXT").replace("ÖSSE", "ÖßE");
    folder.file("SUMS", list.as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "SUMS"])), "D/GRÖßE.TXT: OK\n");
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "--extra-only", "d", "SUMS"])), "");
    assert_eq!(audit(&folder, &["SUMS", "d"]), "unchanged 1");
    assert_eq!(audit(&folder, &["SUMS", "D"]), "unchanged 1");
    assert_eq!(update(&folder, &["SUMS", "d"]), "kept 1, hashed 1");
    fs::remove_file(folder.path().join("d/Größe.txt")).unwrap();
    folder.file("d/other", b"");
    assert!(audit(&folder, &["SUMS", "d"]).ends_with("new 1, missing 1"));
}

/// Windows would read `abc` for the first two, and then no name would find the digest again. A device is what the user means.
#[test]
fn a_name_that_leads_to_another_file_is_refused() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("names", b"abc.\r\n");
    for arguments in [&["sum", "abc "][..], &["sum", "abc."], &["sum", "--files-from", "names"]] {
        let refused = run(&mut folder.lanesum(arguments));
        assert_eq!((refused.stdout.as_str(), refused.status), ("", Some(1)), "{arguments:?}");
        assert!(refused.stderr.contains("Windows opens no file of this name"), "{}", refused.stderr);
    }
    assert!(
        line("NUL", &folder)
            .starts_with("KT128 (NUL) = 1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5")
    );
}

#[test]
fn patterns_are_expanded_among_files_alone() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for name in ["a.txt", "B.TXT", "[1].txt", "c.bin", "d/e.txt"] {
        folder.file(name, b"");
    }
    let names = |arguments: &[&str]| {
        let lines = stdout_of(&mut folder.lanesum(arguments));
        let name = |line: &str| line.split(['(', ')']).nth(1).unwrap_or(line).to_owned();
        lines.lines().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(&["sum", "*.txt"]), ["B.TXT", "[1].txt", "a.txt"]);
    assert_eq!(names(&["sum", r"d\*", "[?].*"]), ["d/e.txt", "[1].txt"]);
    assert_eq!(names(&["as", "cksum", "-a", "sha256", "?.txt"]), ["B.TXT", "a.txt"]);
    assert_eq!(
        names(&["sum", "-r", "--no-times", "--exclude", "*.txt", "."]),
        ["./B.TXT", "./c.bin"],
        "a pattern of gitignore tells cases apart"
    );
    let none = run(&mut folder.lanesum(&["sum", "*.none"]));
    assert!(none.stderr.starts_with("lanesum: '*.none': ") && none.status == Some(1), "{}", none.stderr);
    folder.file("x.sums", line("a.txt", &folder).as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "*.sums"])), "a.txt: OK\n");
}

/// As the shells of Windows write them.
#[test]
fn lists_of_names_from_windows() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for name in ["a", "d/ä"] {
        folder.file(name, b"");
    }
    let expected = [line("a", &folder), line("d/ä", &folder)].concat();
    let names = "a\r\nd\\ä\r\n";
    let marked = format!("\u{feff}{names}");
    let wide = |bytes: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
    for list in [names.into(), marked.clone().into_bytes(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
        folder.file("names", &list);
        assert_eq!(stdout_of(&mut folder.lanesum(&["sum", "--files-from", "names"])), expected);
        assert_eq!(stdout_of(folder.lanesum(&["sum", "--files-from", "-"]).write_stdin(list)), expected);
    }
    folder.file("names", b"\xff\xfea\0b");
    let torn = run(&mut folder.lanesum(&["sum", "--files-from", "names"]));
    assert_eq!(torn.stderr, "lanesum: names: the list is not valid UTF-16; write it in UTF-8\n");
}

#[test]
fn names_of_programs_in_capitals() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let program = folder.path().join("SHA256SUM.EXE");
    fs::copy(env!("CARGO_BIN_EXE_lanesum"), &program).unwrap();
    let output = started(|| System::new(&program).arg("abc").current_dir(folder.path()).output());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n");
}

fn temporaries(folder: &Folder) -> usize {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.as_encoded_bytes().starts_with(b".lanesum-")).count()
}

#[test]
fn the_next_run_removes_what_a_killed_one_has_left() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let start = |list: &str| {
        let before = temporaries(&folder);
        let mut command = System::new(env!("CARGO_BIN_EXE_lanesum"));
        command.args(["sum", "-o", list]).current_dir(folder.path()).stdin(Stdio::piped());
        let child = started(|| command.spawn());
        let begun = Instant::now();
        while temporaries(&folder) == before {
            assert!(begun.elapsed() < Duration::from_secs(30), "no temporary file appears");
            std::thread::sleep(Duration::from_millis(2));
        }
        child
    };
    let (mut killed, mut living) = (start("SUMS"), start("OTHER"));
    assert_eq!(temporaries(&folder), 2, "a file that is being written is not removed");
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(temporaries(&folder), 2, "this test sees a file that is left behind");
    stdout_of(&mut folder.lanesum(&["sum", "abc", "-o", "THIRD"]));
    assert_eq!(temporaries(&folder), 1);
    living.stdin.take().unwrap().write_all(b"abc").unwrap();
    assert!(living.wait().unwrap().success());
    assert_eq!(temporaries(&folder), 0);
    assert!(fs::read_to_string(folder.path().join("OTHER")).unwrap().starts_with("KT128 (-) = "));
    // A directory of such a name is nobody's.
    fs::create_dir(folder.path().join(".lanesum-0123456789abcdef.tmp")).unwrap();
    stdout_of(&mut folder.lanesum(&["sum", "abc", "-o", "THIRD"]));
    assert_eq!(temporaries(&folder), 1);
}

/// Another program reads the list, or looks for viruses in it, at the moment when it is replaced.
#[test]
fn a_list_that_is_open_elsewhere_is_replaced_later() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let list = folder.file("SUMS", b"old");
    let reader = fs::File::open(&list).unwrap();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(2));
        drop(reader);
    });
    stdout_of(&mut folder.lanesum(&["sum", "abc", "-o", "SUMS"]));
    waiter.join().unwrap();
    assert!(fs::read_to_string(list).unwrap().starts_with("KT128 (abc) = "));
}
