//! `--resume`: what an interrupted run has hashed is not read again, unless it has changed.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::{Folder, run, settle, stdout_of, wait_until};

const NAMES: [&str; 3] = ["d/a", "d/b", "d/c"];

/// The last of the files is large.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for (name, size) in NAMES.into_iter().zip([1, 100, 1 << 20]) {
        folder.file(name, &crate::noise(size));
    }
    folder
}

/// Runs a command that waits for standard input behind these files, and ends it by a signal once it has written a line for each.
fn interrupted(folder: &Folder, arguments: &[&str], stdin: &str) {
    let mut child = folder.process(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut waiting = child.stdin.take().unwrap();
    waiting.write_all(stdin.as_bytes()).unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().take(NAMES.len());
    assert_eq!(lines.map(Result::unwrap).count(), NAMES.len());
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert!(!child.wait().unwrap().success());
}

/// The same of `sum` with these options.
fn interrupted_sum(folder: &Folder, options: &[&str]) {
    interrupted(folder, &[&["sum", "--resume", "J"], options, &["d/a", "d/b", "d/c", "-"]].concat(), "");
}

/// The message of a run that took this many files from the journal.
fn taken(files: usize) -> String {
    if files == 0 {
        return String::new();
    }
    format!("lanesum: J: files whose digests were taken from it, and that were not read again: {files}\n")
}

fn journal(folder: &Folder) -> Option<String> {
    fs::read_to_string(folder.path().join("J")).ok()
}

/// Files that changed a moment ago are not noted: all folders wait for that once.
#[test]
fn runs_that_are_resumed() {
    let folders: [Folder; 7] = std::array::from_fn(|_| folder());
    settle();
    let [done, killed, changed, replaced, damaged, cut, refused] = &folders;
    what_is_done_is_not_done_again(done);
    notes_are_written_in_time(killed);
    what_has_changed_is_read_again(changed, replaced);
    // A journal that a disk has damaged, or a crash has cut off: each line counts for itself.
    a_damaged_line_is_as_good_as_none(damaged, |text| *text.last_mut().unwrap() = b'x');
    a_damaged_line_is_as_good_as_none(cut, |text| text.truncate(text.len() - 3));
    journals_that_are_refused(refused);
}

fn what_is_done_is_not_done_again(folder: &Folder) {
    let all = stdout_of(folder.lanesum(&["sum", "-a", "sha256,kt128"]).args(NAMES));
    let sum = ["sum", "-a", "sha256,kt128", "--resume", "J"];
    let interrupted_sum = || interrupted_sum(folder, &["-a", "sha256,kt128"]);
    interrupted_sum();
    assert_eq!(journal(folder).unwrap().lines().count(), 4);
    let again = || run(folder.lanesum(&sum).args(NAMES));
    again().is(&all, &taken(3), 0);
    assert_eq!(journal(folder), None);
    // A check and an update take what a sum has left, if it is by the same functions.
    for (arguments, files) in [
        // A line for each function.
        (&["check", "--quiet", "SUMS"][..], 6),
        (&["update", "--quiet", "LIST", "d"], 3),
        (&["audit", "--quiet", "SUMS", "d"], 3),
        (&["sum", "-r", "-a", "sha256", "-o", "OUT", "d"], 3),
        (&["sum", "-r", "-a", "sha512", "-o", "OUT", "d"], 0),
    ] {
        interrupted_sum();
        folder.file("SUMS", all.as_bytes());
        folder.file("LIST", all.replace("d/", "e/").as_bytes());
        let seen = run(folder.lanesum(arguments).args(["--resume", "J"]));
        let removed = arguments[0] == "update";
        assert!(seen.status == Some(0) || removed, "{arguments:?}: {}{}", seen.stdout, seen.stderr);
        assert!(seen.stderr.ends_with(&taken(files)), "{arguments:?}: {}", seen.stderr);
        assert_eq!(journal(folder), None);
    }
    // A check that was interrupted; and what it says of a file that is wrong.
    let wrong = all.replacen("SHA256 (d/a) = ", "SHA256 (d/b) = ", 1).replacen("SHA256 (d/b) = ", "SHA256 (d/a) = ", 1);
    let tagged: String = wrong.split_inclusive('\n').filter(|line| line.starts_with("SHA256")).collect();
    interrupted(folder, &["check", "--resume", "J", "-"], &tagged);
    folder.file("SUMS", tagged.as_bytes());
    let plain = run(&mut folder.lanesum(&["check", "SUMS"]));
    let seen = run(&mut folder.lanesum(&["check", "--resume", "J", "SUMS"]));
    assert_eq!((seen.stdout, seen.status), (plain.stdout, plain.status));
    assert_eq!(seen.stderr, plain.stderr + &taken(3));
}

/// A run that is killed, when no other file has ended for longer than notes may wait.
fn notes_are_written_in_time(folder: &Folder) {
    let mut command = folder.process(&["sum", "--resume", "J"]);
    let mut child = command.args(NAMES).arg("-").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    wait_until("a note of each file", || journal(folder).is_some_and(|text| text.lines().count() == 4));
    child.kill().unwrap();
    child.wait().unwrap();
    run(folder.lanesum(&["sum", "--resume", "J"]).args(NAMES)).says(&taken(3), 0);
}

fn what_has_changed_is_read_again(changed: &Folder, replaced: &Folder) {
    for folder in [changed, replaced] {
        interrupted_sum(folder, &[]);
    }
    let path = changed.path().join("d/b");
    // The same size and the same mtime: the ctime tells.
    let mtime = fs::metadata(&path).unwrap().modified().unwrap();
    let mut file = File::options().write(true).open(&path).unwrap();
    file.write_all(b"other").unwrap();
    file.set_modified(mtime).unwrap();
    drop(file);
    // A file that was replaced, with all times.
    fs::rename(replaced.path().join("d/a"), replaced.path().join("old")).unwrap();
    fs::copy(replaced.path().join("old"), replaced.path().join("d/a")).unwrap();
    for folder in [changed, replaced] {
        let right = stdout_of(folder.lanesum(&["sum"]).args(NAMES));
        run(folder.lanesum(&["sum", "--resume", "J"]).args(NAMES)).is(&right, &taken(2), 0);
    }
}

fn a_damaged_line_is_as_good_as_none(folder: &Folder, damage: fn(&mut Vec<u8>)) {
    let right = stdout_of(folder.lanesum(&["sum"]).args(NAMES));
    interrupted_sum(folder, &[]);
    let mut text = fs::read(folder.path().join("J")).unwrap();
    damage(&mut text);
    folder.file("J", &text);
    // The files behind the damage are recorded again.
    interrupted_sum(folder, &[]);
    run(folder.lanesum(&["sum", "--resume", "J"]).args(NAMES)).is(&right, &taken(3), 0);
}

fn journals_that_are_refused(folder: &Folder) {
    let refused = |why: &str| {
        let before = fs::read(folder.path().join("J")).unwrap();
        run(&mut folder.lanesum(&["sum", "--resume", "J", "d/a"])).is("", &format!("lanesum: J: {why}\n"), 1);
        assert_eq!(fs::read(folder.path().join("J")).unwrap(), before);
    };
    let path = folder.file("J", b"a letter\n");
    refused("not a journal of lanesum; name another file");
    folder.file("J", b"");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o660)).unwrap();
    refused("other users may write to it; name another file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let held = File::open(&path).unwrap();
    held.lock().unwrap();
    refused("another run is using it");
    drop(held);
    // A digest that depends on a key must not be taken for another key's.
    folder.file("key", b"a key of 22 characters");
    interrupted_sum(folder, &["-a", "kmac128", "--key-file", "key"]);
    assert_eq!(journal(folder).unwrap(), "lanesum-journal 1\n");
    // The journal is no file of a directory.
    let seen = run(&mut folder.lanesum(&["sum", "-r", "--resume", "J", "-o", "OUT", "."]));
    assert!(!fs::read_to_string(folder.path().join("OUT")).unwrap().contains("J)"), "{}", seen.stderr);
    assert_eq!(seen.status, Some(0));
}

/// A journal where the output goes: the output stays.
#[test]
fn the_output_is_not_removed() {
    let folder = folder();
    let seen = run(&mut folder.lanesum(&["sum", "d/a", "-o", "J", "--resume", "J"]));
    let there = fs::read_to_string(folder.path().join("J")).unwrap_or_default();
    assert!(seen.status != Some(0) || there.contains("(d/a) = "), "{}{there}", seen.stderr);
    let stdout = File::create(folder.path().join("K")).unwrap();
    let seen = folder.process(&["sum", "d/a", "--resume", "K"]).stdout(stdout).output().unwrap();
    assert!(!seen.status.success() && String::from_utf8_lossy(&seen.stderr).contains("standard output goes to it"));
}

/// The notes are private, and go at the end: they are no list.
#[test]
fn the_notes_are_not_the_list() {
    let folder = Folder::new();
    for arguments in [&["sum", "-o", "F", "--resume", "./F"][..], &["update", "--resume", "F", "F"]] {
        let run = run(folder.lanesum(arguments).arg("."));
        let said = "error: --resume names the file that is to be written; name another one\n";
        assert!(run.stderr.starts_with(said) && run.status == Some(2), "{}", run.stderr);
    }
}
