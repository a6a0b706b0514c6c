//! `--resume`: what an interrupted run has hashed is not read again, unless it has changed.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command as System, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::{Folder, run, stdout_of};

const NAMES: [&str; 3] = ["d/a", "d/b", "d/c"];

/// Files that changed long enough ago. The last one is large.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for (name, size) in NAMES.into_iter().zip([1, 100, 1 << 20]) {
        folder.file(name, &crate::noise(size));
    }
    std::thread::sleep(Duration::from_millis(3100));
    folder
}

/// Runs a command that waits for standard input behind these files, and ends it by a signal once it has written a line for each.
fn interrupted(folder: &Folder, arguments: &[&str], stdin: &str) {
    let mut child = System::new(env!("CARGO_BIN_EXE_lanesum"))
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut waiting = child.stdin.take().unwrap();
    waiting.write_all(stdin.as_bytes()).unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().take(NAMES.len());
    assert_eq!(lines.map(Result::unwrap).count(), NAMES.len());
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert!(!child.wait().unwrap().success());
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

#[test]
fn what_is_done_is_not_done_again() {
    let folder = folder();
    let all = stdout_of(folder.lanesum(&["sum", "-a", "sha256,kt128"]).args(NAMES));
    let sum = ["sum", "-a", "sha256,kt128", "--resume", "J"];
    let interrupted_sum = || interrupted(&folder, &[&sum[..], &["d/a", "d/b", "d/c", "-"]].concat(), "");
    interrupted_sum();
    assert_eq!(journal(&folder).unwrap().lines().count(), 4);
    let again = || run(folder.lanesum(&sum).args(NAMES));
    again().is(&all, &taken(3), 0);
    assert_eq!(journal(&folder), None);
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
        assert_eq!(journal(&folder), None);
    }
    // A check that was interrupted; and what it says of a file that is wrong.
    let wrong = all.replacen("SHA256 (d/a) = ", "SHA256 (d/b) = ", 1).replacen("SHA256 (d/b) = ", "SHA256 (d/a) = ", 1);
    let tagged: String = wrong.split_inclusive('\n').filter(|line| line.starts_with("SHA256")).collect();
    interrupted(&folder, &["check", "--resume", "J", "-"], &tagged);
    folder.file("SUMS", tagged.as_bytes());
    let plain = run(&mut folder.lanesum(&["check", "SUMS"]));
    let seen = run(&mut folder.lanesum(&["check", "--resume", "J", "SUMS"]));
    assert_eq!((seen.stdout, seen.status), (plain.stdout, plain.status));
    assert_eq!(seen.stderr, plain.stderr + &taken(3));
}

/// A run that is killed, when no other file has ended for longer than notes may wait.
#[test]
fn notes_are_written_in_time() {
    let folder = folder();
    let mut command = System::new(env!("CARGO_BIN_EXE_lanesum"));
    command.args(["sum", "--resume", "J"]).args(NAMES).arg("-").current_dir(folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let began = std::time::Instant::now();
    while journal(&folder).is_none_or(|text| text.lines().count() < 4) {
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", journal(&folder));
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    run(folder.lanesum(&["sum", "--resume", "J"]).args(NAMES)).says(&taken(3), 0);
}

#[test]
fn what_has_changed_is_read_again() {
    let folder = folder();
    let sum = ["sum", "--resume", "J"];
    let interrupted_sum = || interrupted(&folder, &[&sum[..], &["d/a", "d/b", "d/c", "-"]].concat(), "");
    interrupted_sum();
    let path = folder.path().join("d/b");
    // The same size and the same mtime: the ctime tells.
    let mtime = fs::metadata(&path).unwrap().modified().unwrap();
    let mut file = File::options().write(true).open(&path).unwrap();
    file.write_all(b"other").unwrap();
    file.set_modified(mtime).unwrap();
    drop(file);
    let right = stdout_of(folder.lanesum(&["sum"]).args(NAMES));
    let seen = run(folder.lanesum(&sum).args(NAMES));
    assert_eq!((seen.stdout, seen.stderr), (right.clone(), taken(2)));
    // A file that was replaced, with all times.
    std::thread::sleep(Duration::from_millis(3100));
    interrupted_sum();
    fs::rename(folder.path().join("d/a"), folder.path().join("old")).unwrap();
    fs::copy(folder.path().join("old"), folder.path().join("d/a")).unwrap();
    let seen = run(folder.lanesum(&sum).args(NAMES));
    assert_eq!((seen.stdout, seen.stderr), (right.clone(), taken(2)));
    // A journal that was damaged, or cut off by a crash: each line counts for itself.
    std::thread::sleep(Duration::from_millis(3100));
    for damage in
        [|text: &mut Vec<u8>| *text.last_mut().unwrap() = b'x', |text: &mut Vec<u8>| text.truncate(text.len() - 3)]
    {
        interrupted_sum();
        let mut text = fs::read(folder.path().join("J")).unwrap();
        damage(&mut text);
        fs::write(folder.path().join("J"), text).unwrap();
        // The files behind the damage are recorded again.
        interrupted(&folder, &["sum", "--resume", "J", "d/a", "d/b", "d/c", "-"], "");
        let seen = run(folder.lanesum(&sum).args(NAMES));
        assert_eq!((seen.stdout, seen.stderr), (right.clone(), taken(3)));
    }
}

#[test]
fn journals_that_are_refused() {
    let folder = folder();
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
    interrupted(&folder, &["sum", "-a", "kmac128", "--key-file", "key", "--resume", "J", "d/a", "d/b", "d/c", "-"], "");
    assert_eq!(journal(&folder).unwrap(), "lanesum-journal 1\n");
    // The journal is no file of a directory.
    let seen = run(&mut folder.lanesum(&["sum", "-r", "--resume", "J", "-o", "OUT", "."]));
    assert!(
        seen.status == Some(0) && !fs::read_to_string(folder.path().join("OUT")).unwrap().contains("J)"),
        "{}",
        seen.stderr
    );
}

/// A journal where the output goes: the output stays.
#[test]
fn the_output_is_not_removed() {
    let folder = folder();
    let seen = run(&mut folder.lanesum(&["sum", "d/a", "-o", "J", "--resume", "J"]));
    let there = fs::read_to_string(folder.path().join("J")).unwrap_or_default();
    assert!(seen.status != Some(0) || there.contains("(d/a) = "), "{}{there}", seen.stderr);
    let stdout = File::create(folder.path().join("K")).unwrap();
    let mut command = System::new(env!("CARGO_BIN_EXE_lanesum"));
    command.args(["sum", "d/a", "--resume", "K"]).current_dir(folder.path());
    let seen = command.stdout(stdout).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
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
