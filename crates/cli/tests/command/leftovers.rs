//! Temporary files: no signal that can be caught leaves one behind, the next run removes those of killed runs, and no walk lists one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command as System, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{BINARY, Folder, end, not_run, run, stdout_of, wait_until};

const NEW: &str = ".lanesum-0123456789abcdef.tmp";

fn temporaries(directory: &Path) -> Vec<OsString> {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.as_encoded_bytes().starts_with(b".lanesum-")).collect()
}

/// The command, which waits for a pipe that nobody closes, and which has made its temporary file.
fn waiting(folder: &Folder, arguments: &[&str]) -> Child {
    let before = temporaries(folder.path()).len();
    let mut child = System::new("env")
        .args(["--default-signal=INT,TERM,HUP,QUIT,USR1", BINARY])
        .args(arguments)
        .current_dir(folder.path())
        .env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("a temporary file", || {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        temporaries(folder.path()).len() > before
    });
    child
}

const SUM: [&str; 5] = ["sum", "-a", "sha3-256", "-o", "SUMS"];

#[test]
fn a_signal_leaves_nothing_behind() {
    let folder = Folder::new();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT, Signal::USR1, Signal::ALARM, Signal::XCPU] {
        // At once, while the handlers are set up one after the other, and later.
        for pause in [0, 0, 0, 0, 0, 0, 0, 0, 100] {
            let mut child = waiting(&folder, &SUM);
            std::thread::sleep(Duration::from_millis(pause));
            kill_process(Pid::from_child(&child), signal).unwrap();
            assert_eq!(end(&mut child).signal(), Some(signal.as_raw()));
            assert_eq!(temporaries(folder.path()), [""; 0], "{signal:?} after {pause} ms");
            assert!(!folder.path().join("SUMS").exists());
        }
    }
    let mut child = waiting(&folder, &SUM);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(temporaries(folder.path()).len(), 1, "the tests above see a file that is left behind");
}

/// The key files are written one after the other, which takes no time: the signals come at all times.
#[test]
fn a_signal_leaves_nothing_of_keygen_behind() {
    let folder = Folder::new();
    let keygen = ["keygen", "--no-passphrase", "--force", "--set", "SLH-DSA-SHAKE-128f", "ada"];
    for signal in [Signal::INT, Signal::TERM, Signal::QUIT] {
        for _ in 0..15 {
            let mut child = System::new("env")
                .args(["--default-signal=INT,TERM,QUIT", BINARY])
                .args(keygen)
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let begun = Instant::now();
            while temporaries(folder.path()).is_empty() && begun.elapsed() < Duration::from_millis(500) {}
            kill_process(Pid::from_child(&child), signal).unwrap();
            end(&mut child);
            assert_eq!(temporaries(folder.path()), [""; 0], "{signal:?}");
        }
    }
}

/// A file beyond `ulimit -f` is an error like others, and never a signal.
#[test]
fn a_limit_of_the_size_of_files_leaves_nothing_behind() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for number in 0..200 {
        folder.file(format!("d/{number:0>200}"), b"abc");
    }
    folder.file("SUMS", b"old");
    for command in ["sum -a sha3-256 -r d -o SUMS", "update NEW d"] {
        let script = format!("ulimit -f 1; exec \"$0\" {command}");
        let run = folder.shell(&script);
        assert!(run.status == Some(1) && run.stderr.contains("File too large"), "{command}: {}", run.stderr);
        assert_eq!(temporaries(folder.path()), [""; 0], "{command}");
    }
    assert_eq!(fs::read(folder.path().join("SUMS")).unwrap(), b"old");
    assert!(!folder.path().join("NEW").exists());
}

#[test]
fn the_next_run_removes_what_a_killed_one_has_left() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let mut killed = waiting(&folder, &SUM);
    let mut living = waiting(&folder, &["sum", "-a", "sha3-256", "-o", "OTHER"]);
    assert_eq!(temporaries(folder.path()).len(), 2, "a file that is being written is not removed");
    killed.kill().unwrap();
    killed.wait().unwrap();
    stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "abc", "-o", "THIRD"]));
    assert_eq!(temporaries(folder.path()).len(), 1);
    // The other one's is still there, and gets its name.
    living.stdin.take().unwrap().write_all(b"abc").unwrap();
    assert!(living.wait().unwrap().success());
    assert_eq!(temporaries(folder.path()), [""; 0]);
    assert!(fs::read_to_string(folder.path().join("OTHER")).unwrap().starts_with("SHA3-256 (-) = 3a985da7"));
}

#[test]
fn only_own_unlocked_files_of_this_name_are_removed() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let sum = || stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "abc", "-o", "SUMS"]));
    let there = |name: &str| folder.path().join(name).symlink_metadata().is_ok();
    let locked = folder.file(NEW, b"");
    let lock = File::open(&locked).unwrap();
    lock.lock().unwrap();
    sum();
    assert!(there(NEW), "it is locked");
    drop(lock);
    // A process that another test starts at this moment may hold the lock, too, until it runs its program.
    assert!((0..50).any(|_| {
        sum();
        !there(NEW)
    }));
    // Not a file.
    fs::create_dir(&locked).unwrap();
    sum();
    assert!(there(NEW));
    fs::remove_dir(&locked).unwrap();
    std::os::unix::fs::symlink("abc", &locked).unwrap();
    sum();
    assert!(there(NEW) && there("abc"));
    fs::remove_file(&locked).unwrap();
    for name in [".lanesum-2026-11-27", ".lanesum-0123456789abcdef", ".lanesum-0123456789abcdef.tmp.gz"] {
        folder.file(name, b"");
        sum();
        assert!(there(name), "{name}");
    }
    folder.file(NEW, b"");
    if rustix::fs::chown(&locked, Some(rustix::fs::Uid::from_raw(1000)), None).is_err() {
        return not_run("another user's temporary file: only root can make one");
    }
    sum();
    assert!(there(NEW));
}

#[test]
fn no_walk_lists_a_temporary_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    let similar = "d/.lanesum-2026-11-27";
    let sum = || stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "d"]));
    let before = sum();
    stdout_of(&mut folder.lanesum(&["update", "SUMS", "d"]));
    folder.file(format!("d/{NEW}"), b"unfinished");
    let lock = File::open(folder.path().join("d").join(NEW)).unwrap();
    lock.lock().unwrap();
    assert_eq!(sum(), before);
    let audit = || run(&mut folder.lanesum(&["audit", "SUMS", "d"]));
    audit().says("", 0);
    stdout_of(&mut folder.lanesum(&["update", "SUMS", "d"]));
    assert!(!fs::read_to_string(folder.path().join("SUMS")).unwrap().contains(".lanesum-"));
    // Others are listed.
    folder.file(similar, b"a user's own");
    assert!(sum().contains(similar) && audit().stdout.contains(similar));
}
