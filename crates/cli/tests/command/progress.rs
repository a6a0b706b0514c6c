//! The progress bar, on a pseudoterminal that is standard error.

use std::fs::File;
use std::io::Read;
use std::process::{Command as System, Stdio};
use std::time::{Duration, Instant};

use nix::pty::openpty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::signing::terminal::Session;
use super::{Folder, SHA3_256_EMPTY, lanesum, run};

const BINARY: &str = env!("CARGO_BIN_EXE_lanesum");

/// The text on the terminal, until it contains `wanted` or the time is over. The command is ended then.
fn shown(folder: &Folder, arguments: &[&str], wanted: &str, most: Duration) -> String {
    let pair = openpty(None, None).unwrap();
    let mut command = System::new(BINARY);
    command.args(arguments).current_dir(folder.path()).env("TERM", "xterm");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(pair.slave).spawn().unwrap();
    drop(command);
    let (mut screen, mut text) = (File::from(pair.master), String::new());
    let begun = Instant::now();
    while !text.contains(wanted) && begun.elapsed() < most {
        let tick = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
        if poll(&mut [PollFd::new(&screen, PollFlags::IN)], Some(&tick)).unwrap_or(0) > 0 {
            let mut bytes = [0; 1000];
            // The other side is closed.
            let Ok(read @ 1..) = screen.read(&mut bytes) else { break };
            text += &String::from_utf8_lossy(&bytes[..read]);
        }
    }
    let _ = child.kill();
    child.wait().unwrap();
    text
}

/// Failures are red, and the last line says that all files are intact: on a terminal, or as asked for.
#[test]
fn colours_and_the_total() {
    let folder = Folder::new();
    folder.file("empty", b"");
    folder.file("RIGHT", format!("SHA3-256 (empty) = {SHA3_256_EMPTY}\n").as_bytes());
    folder.file("WRONG", format!("SHA3-256 (empty) = {}\n", SHA3_256_EMPTY.replace('a', "b")).as_bytes());
    let check = |arguments: &[&str]| run(lanesum(&[&["check"], arguments].concat()).current_dir(folder.path()));
    assert_eq!(check(&["RIGHT"]).stdout, "empty: OK\n");
    assert_eq!(check(&["WRONG"]).stdout, "empty: FAILED\n");
    assert_eq!(check(&["--color", "always", "WRONG"]).stdout, "empty: \u{1b}[1;31mFAILED\u{1b}[0m\n");
    let audit = run(lanesum(&["audit", "--color", "always", "WRONG", "."]).current_dir(folder.path()));
    assert!(audit.stdout.contains("\u{1b}[1;31mcorrupt") || audit.stdout.contains("changed"), "{}", audit.stdout);
    for (arguments, text) in [
        (&["check", "RIGHT"][..], "empty: OK\r\n\u{1b}[32m1 file, intact\u{1b}[0m\r\n"),
        (&["check", "--color", "never", "RIGHT"], "empty: OK\r\n1 file, intact\r\n"),
        (&["check", "WRONG"], "empty: \u{1b}[1;31mFAILED\u{1b}[0m\r\n"),
        (&["check", "--color", "never", "WRONG"], "empty: FAILED\r\n"),
        (&["check", "--quiet", "RIGHT"], ""),
        (&["as", "sha256sum", "-c", "/dev/null"], ""),
    ] {
        let Some(mut session) = Session::run(&folder, BINARY, arguments) else { return };
        session.end();
        assert!(session.shown.starts_with(text), "{arguments:?}: {:?}", session.shown);
        assert!(!text.is_empty() || !session.shown.contains("intact"), "{:?}", session.shown);
    }
}

/// `--quiet` is about lines: users still see that something happens.
#[test]
fn quiet_keeps_the_bar() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    // Longer than any patience, and no more than a name on the disk.
    File::create(folder.path().join("d/large")).unwrap().set_len(1 << 40).unwrap();
    folder.file("LIST", format!("SHA3-256 (d/large) = {SHA3_256_EMPTY}\n").as_bytes());
    // Its name stands beside the figures.
    let text = shown(&folder, &["sum", "-r", "d"], "left  d/large", Duration::from_secs(30));
    assert!(text.contains("left  d/large") && text.contains(" %, "), "{text:?}");
    for arguments in [
        &["sum", "-a", "sha3-256", "--quiet", "-r", "d"][..],
        &["check", "--quiet", "LIST"],
        &["audit", "--quiet", "LIST", "d"],
        &["update", "--quiet", "LIST", "d"],
    ] {
        let text = shown(&folder, arguments, "iB/s", Duration::from_secs(30));
        assert!(text.contains("iB/s"), "{arguments:?}: {text:?}");
        let text = shown(&folder, &[arguments, &["--no-progress"]].concat(), "iB/s", Duration::from_millis(1200));
        assert_eq!(text, "", "{arguments:?}");
    }
}
