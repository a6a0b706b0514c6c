//! The progress bar, on a pseudoterminal that is standard error.

use std::fs::File;
use std::io::Read;
use std::process::{Command as System, Stdio};
use std::time::{Duration, Instant};

use nix::pty::openpty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{Folder, SHA3_256_EMPTY};

const BINARY: &str = env!("CARGO_BIN_EXE_lanesum");

/// What stands on the terminal until it contains `wanted`, or until the time is over. The command is ended then.
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

/// `--quiet` is about lines: users still see that something happens.
#[test]
fn quiet_keeps_the_bar() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    // Longer than any patience, and no more than a name on the disk.
    File::create(folder.path().join("d/large")).unwrap().set_len(1 << 40).unwrap();
    folder.file("LIST", format!("SHA3-256 (d/large) = {SHA3_256_EMPTY}\n").as_bytes());
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
