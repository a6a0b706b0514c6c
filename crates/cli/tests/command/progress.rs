//! The progress bar, on a pseudoterminal that is standard error.

use std::fs::{self, File};
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::Instant;

use nix::pty::openpty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::signing::terminal::Session;
use super::{BINARY, Folder, PATIENCE, SHA3_256_EMPTY, run, wait_until};

/// A command whose standard error is a terminal: that, and its screen.
fn on_terminal(folder: &Folder, arguments: &[&str]) -> (Child, File) {
    let pair = openpty(None, None).unwrap();
    let mut command = folder.process(arguments);
    command.env("TERM", "xterm").stdout(Stdio::null()).stderr(pair.slave);
    (command.spawn().unwrap(), pair.master.into())
}

/// The text on the terminal, until it contains `wanted`. The command is ended then.
fn shown((mut child, mut screen): (Child, File), wanted: &str) -> String {
    let mut text = String::new();
    let begun = Instant::now();
    while !text.contains(wanted) && begun.elapsed() < PATIENCE {
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

/// The names of a command's threads, in order. Until it has its own, a thread has that of the process.
fn threads(child: &Child) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().flatten();
    let mut names: Vec<_> = threads.filter_map(|thread| fs::read_to_string(thread.path().join("comm")).ok()).collect();
    names.sort_unstable();
    names
}

/// Failures are red, and the last line says that all files are intact: on a terminal, or as asked for.
#[test]
fn colours_and_the_total() {
    let folder = Folder::new();
    folder.file("empty", b"");
    folder.file("RIGHT", format!("SHA3-256 (empty) = {SHA3_256_EMPTY}\n").as_bytes());
    folder.file("WRONG", format!("SHA3-256 (empty) = {}\n", SHA3_256_EMPTY.replace('a', "b")).as_bytes());
    let check = |arguments: &[&str]| run(folder.lanesum(&["check"]).args(arguments));
    assert_eq!(check(&["RIGHT"]).stdout, "empty: OK\n");
    assert_eq!(check(&["WRONG"]).stdout, "empty: FAILED\n");
    assert_eq!(check(&["--color", "always", "WRONG"]).stdout, "empty: \u{1b}[1;31mFAILED\u{1b}[0m\n");
    let audit = run(&mut folder.lanesum(&["audit", "--color", "always", "WRONG", "."]));
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
    let commands = [
        &["sum", "-a", "sha3-256", "--quiet", "-r", "d"][..],
        &["check", "--quiet", "LIST"],
        &["audit", "--quiet", "LIST", "d"],
        &["update", "--quiet", "LIST", "d"],
    ];
    // A bar has a thread, which begins before the first file is read.
    for arguments in commands {
        let (mut child, _screen) = on_terminal(&folder, &[arguments, &["--threads", "1", "--no-progress"]].concat());
        wait_until("a thread that reads, and no other", || threads(&child) == ["hash\n", "lanesum\n"]);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // All at once, since each shows nothing for a moment. The name of the file stands beside the figures.
    let all = [&["sum", "-r", "d"][..]].into_iter().chain(commands);
    let all: Vec<_> = all.map(|arguments| (arguments, on_terminal(&folder, arguments))).collect();
    for ((arguments, command), wanted) in all.into_iter().zip(["left  d/large"].into_iter().chain(["iB/s"; 4])) {
        wait_until("the thread of a bar", || threads(&command.0).contains(&"progress\n".to_owned()));
        let text = shown(command, wanted);
        assert!(text.contains(wanted) && (wanted == "iB/s" || text.contains(" %, ")), "{arguments:?}: {text:?}");
    }
}
