//! Ctrl-C in the middle of a run: the output has only whole lines, and the exit status is that of any command that Ctrl-C ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command as System, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::secrets::wait_until_read;
use super::{BINARY, Folder, end, noise};

/// `lanesum` with signals as at a terminal: what runs tests in the background may have told its children to ignore some.
fn lanesum(folder: &Folder, arguments: &[&str]) -> System {
    let mut command = System::new("env");
    command.args(["--default-signal=INT,TERM,HUP", BINARY]).args(arguments).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Until it waits for more of standard input.
fn give(child: &mut Child, input: &[u8]) {
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(input).unwrap();
    wait_until_read(stdin, "standard input");
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
        let mut command = lanesum(&folder, &["sum", "-a", "sha3-256"]);
        command.args(std::iter::repeat_n(&name, 1000)).arg("missing").args(std::iter::repeat_n(&name, 900));
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
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
        let signal = end(&mut child).signal();
        assert!(rest.is_empty() || rest.ends_with(b"\n"));
        let full = line.len();
        assert!(rest.split_inclusive(|byte| *byte == b'\n').all(|line| line.len() == full));
        assert_eq!(signal, Some(2), "ended by SIGINT, so that a shell's loop stops");
    }
}

#[test]
fn a_run_that_waits_for_a_pipe_ends_at_once() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut child = lanesum(&Folder::new(), &["sum", "-a", "sha3-256", "-", "/dev/null"]).spawn().unwrap();
        give(&mut child, b"abc");
        send(&child, signal);
        let mut stdout = String::new();
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        assert_eq!(end(&mut child).signal(), Some(signal.as_raw()));
        assert_eq!(stdout, "");
    }
}

/// Somebody who reads nothing and does not go away: the second Ctrl-C ends it.
#[test]
fn a_second_signal_needs_no_reader() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let mut child = lanesum(&folder, &["sum", "-a", "shake128", "-l", "80000000", "abc"]).spawn().unwrap();
    // It has begun to write.
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    send(&child, Signal::INT);
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the line is not at its end");
    send(&child, Signal::INT);
    assert_eq!(end(&mut child).signal(), Some(2));
    drop(stdout);
}

/// A signal that `nohup` has told the process to ignore stays ignored.
#[test]
fn an_ignored_signal_stays_ignored() {
    let mut command = System::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" sum -a sha3-256 /dev/null -", BINARY]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    give(&mut child, b"abc");
    send(&child, Signal::HUP);
    give(&mut child, b"def");
    drop(child.stdin.take());
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(end(&mut child).signal(), None);
    assert_eq!(stdout.lines().count(), 2);
}
