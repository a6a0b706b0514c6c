//! Ctrl-C in the middle of a run: the output has only whole lines, and the exit status is that of any command that Ctrl-C ends.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command as System, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{Folder, noise};

const BINARY: &str = env!("CARGO_BIN_EXE_lanesum");

/// `lanesum` with signals as at a terminal: what runs tests in the background may have told its children to ignore some.
fn lanesum() -> System {
    let mut command = System::new("env");
    command.args(["--default-signal=INT,TERM,HUP", BINARY]);
    command
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

fn end_of(mut child: Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.signal();
        }
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("still running 20 seconds after the signal");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Thousands of lines into a pipe that is read slowly, with names that make lines longer than a pipe takes in one piece.
#[test]
fn no_line_is_cut() {
    let folder = Folder::new();
    let long = "n".repeat(250);
    let directory = format!("{long}/{long}/{long}");
    std::fs::create_dir_all(folder.path().join(&directory)).unwrap();
    let name = format!("{directory}/{long}");
    folder.file(&name, &noise(100));
    for lines_before in [1, 100, 2000] {
        let mut child = lanesum()
            .args(["sum", "-a", "sha3-256"])
            .args(std::iter::repeat_n(&name, 1000))
            .args(std::iter::repeat_n("missing", 1))
            .args(std::iter::repeat_n(&name, 900))
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        for _ in 0..lines_before.min(1000) {
            line.clear();
            stdout.read_line(&mut line).unwrap();
        }
        send(&child, Signal::INT);
        std::thread::sleep(Duration::from_millis(100));
        let mut rest = Vec::new();
        stdout.read_to_end(&mut rest).unwrap();
        let signal = end_of(child);
        assert!(rest.is_empty() || rest.ends_with(b"\n"));
        let full = line.len();
        assert!(rest.split_inclusive(|byte| *byte == b'\n').all(|line| line.len() == full));
        assert_eq!(signal, Some(2), "ended by SIGINT, so that a shell's loop stops");
    }
}

#[test]
fn a_run_that_waits_for_a_pipe_ends_at_once() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut child = lanesum()
            .args(["sum", "-a", "sha3-256", "-", "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Until it has had the time to ask for standard input.
        std::thread::sleep(Duration::from_millis(200));
        let stdin = child.stdin.take();
        send(&child, signal);
        let mut stdout = String::new();
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        assert_eq!(end_of(child), Some(signal.as_raw()));
        assert_eq!(stdout, "");
        drop(stdin);
    }
}

/// Somebody who reads nothing and does not go away: the second Ctrl-C ends it.
#[test]
fn a_second_signal_needs_no_reader() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let mut child = lanesum()
        .args(["sum", "-a", "shake128", "-l", "80000000", "abc"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // It has begun to write.
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    send(&child, Signal::INT);
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the line is not at its end");
    send(&child, Signal::INT);
    assert_eq!(end_of(child), Some(2));
    drop(stdout);
}

/// A signal that `nohup` has told the process to ignore stays ignored.
#[test]
fn an_ignored_signal_stays_ignored() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let mut child = System::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" sum -a sha3-256 abc -", BINARY])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    send(&child, Signal::HUP);
    std::thread::sleep(Duration::from_millis(200));
    drop(child.stdin.take());
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(end_of(child), None);
    assert_eq!(stdout.lines().count(), 2);
}
