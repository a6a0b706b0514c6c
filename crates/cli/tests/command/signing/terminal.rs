//! Typed passphrases, on a pseudoterminal that `setsid` of util-linux makes the command's controlling terminal.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command as System, ExitStatus};
use std::time::{Duration, Instant};

use nix::pty::openpty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};

use crate::{BINARY, Folder, PATIENCE, not_run};

/// A terminal, the command in it, and what it has shown.
pub(crate) struct Session {
    keyboard: File,
    terminal: OwnedFd,
    child: Child,
    pub(crate) shown: String,
}

impl Session {
    /// `None` where there is no `setsid`.
    fn start(folder: &Folder, arguments: &[&str]) -> Option<Self> {
        Self::run(folder, BINARY, arguments)
    }

    pub(crate) fn run(folder: &Folder, program: &str, arguments: &[&str]) -> Option<Self> {
        let pair = openpty(None, None).unwrap();
        let end = || pair.slave.try_clone().unwrap();
        // With signals as at a terminal: what runs tests in the background may ignore some.
        let child = System::new("setsid")
            .args(["--ctty", "env", "--default-signal=INT,TERM,HUP", program])
            .args(arguments)
            .current_dir(folder.path())
            .env("PATH", with_binary())
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn();
        let Ok(child) = child else {
            not_run("passphrases at a terminal: there is no setsid");
            return None;
        };
        Some(Self { keyboard: pair.master.into(), terminal: pair.slave, child, shown: String::new() })
    }

    fn echoes(&self) -> bool {
        tcgetattr(self.terminal.as_fd()).unwrap().local_modes.contains(LocalModes::ECHO)
    }

    /// Waits for a question, and until what is typed is not shown.
    fn is_asked(&mut self, question: &str) {
        let begun = Instant::now();
        while !self.shown.ends_with(question) || self.echoes() {
            assert!(begun.elapsed() < PATIENCE, "not asked {question:?}: {:?}", self.shown);
            self.look();
        }
    }

    /// Takes what has been written meanwhile.
    fn look(&mut self) {
        let tick = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
        // It is interrupted when a child ends.
        if poll(&mut [PollFd::new(&self.keyboard, PollFlags::IN)], Some(&tick)).unwrap_or(0) > 0 {
            let mut bytes = [0; 1000];
            let read = self.keyboard.read(&mut bytes).unwrap();
            self.shown += std::str::from_utf8(&bytes[..read]).unwrap();
        }
    }

    /// Waits for a text, whatever else a console writes around it.
    pub(crate) fn shows(&mut self, text: &str) {
        let begun = Instant::now();
        while !self.shown.contains(text) {
            assert!(begun.elapsed() < PATIENCE, "not shown {text:?}: {:?}", self.shown);
            self.look();
        }
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    pub(crate) fn end(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            self.look();
            if let Some(status) = self.child.try_wait().unwrap() {
                self.look();
                return status;
            }
            if begun.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("still running: {:?}", self.shown);
            }
        }
    }
}

/// Where programs are, the command before all others.
fn with_binary() -> OsString {
    let mut path = Path::new(BINARY).parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    path
}

const KEYGEN: [&str; 4] = ["keygen", "--set", "SLH-DSA-SHAKE-128f", "ada"];

#[test]
fn a_typed_passphrase_is_not_shown() {
    let folder = Folder::new();
    let Some(mut session) = Session::start(&folder, &KEYGEN) else { return };
    session.is_asked("Passphrase for the new key: ");
    session.types("correct horse\n");
    session.is_asked("The same again: ");
    session.types("correct horse\n");
    assert_eq!(session.end().code(), Some(0), "{:?}", session.shown);
    assert!(session.echoes() && !session.shown.contains("horse"), "{:?}", session.shown);
    folder.file("SUMS", b"");
    for (passphrase, status) in [("correct hors\n", 1), ("correct horse\n", 0)] {
        let mut session = Session::start(&folder, &["sign", "--key", "ada.key", "SUMS"]).unwrap();
        session.is_asked("Passphrase of ada.key: ");
        session.types(passphrase);
        assert_eq!(session.end().code(), Some(status), "{:?}", session.shown);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_typed_passphrase_is_forgotten_before_a_list_is_read() {
    use crate::secrets::{Waiting, assert_forgets, may_look, pipe, wait_until_read};
    const PASSPHRASE: &str = "kV7pQ2xRw9Zt4mLb8NcYh3Gs\n";
    let folder = Folder::new();
    let Some(mut session) = Session::start(&folder, &KEYGEN).filter(|_| may_look()) else { return };
    for question in ["Passphrase for the new key: ", "The same again: "] {
        session.is_asked(question);
        session.types(PASSPHRASE);
    }
    assert_eq!(session.end().code(), Some(0), "{:?}", session.shown);
    let mut list = pipe(&folder, "SUMS");
    let mut session = Session::start(&folder, &["sign", "--key", "ada.key", "SUMS"]).unwrap();
    session.is_asked("Passphrase of ada.key: ");
    session.types(PASSPHRASE);
    list.write_all(b"a line").unwrap();
    wait_until_read(&list, "a typed passphrase");
    assert_forgets(&mut Waiting(session.child), PASSPHRASE.trim_end().as_bytes(), "a typed passphrase");
}

/// As a new user types them.
#[test]
fn the_four_lines_of_the_page_lead_to_a_verified_list() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/signatures.md")).unwrap();
    let (_, block) = page.split_once("```sh\n").unwrap();
    let lines = block.split_once("```").unwrap().0.lines().collect::<Vec<_>>();
    assert_eq!(lines.len(), 4);
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("photos")).unwrap();
    folder.file("photos/lake.jpg", b"abc");
    for (line, shown) in lines.into_iter().zip(["ada.pub: SLH-DSA-SHAKE-128s, key ", "", "", "photos/lake.jpg: OK"]) {
        let Some(mut session) = Session::run(&folder, "sh", &["-c", line]) else { return };
        let questions: &[_] = match line.split(' ').nth(1).unwrap() {
            "keygen" => &["Passphrase for the new key: ", "The same again: "],
            "sign" => &["Passphrase of ada.key: "],
            _ => &[],
        };
        for question in questions {
            session.is_asked(question);
            session.types("correct horse\n");
        }
        assert_eq!(session.end().code(), Some(0), "{line}: {:?}", session.shown);
        assert!(session.shown.contains(shown), "{line}: {:?}", session.shown);
    }
}

#[test]
fn a_signal_at_the_question_gives_the_echo_back() {
    let folder = Folder::new();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        for typed in ["", "correct ho"] {
            let Some(mut session) = Session::start(&folder, &KEYGEN) else { return };
            session.is_asked("Passphrase for the new key: ");
            session.types(typed);
            // Ctrl-C is a key, the others come from outside.
            if signal == Signal::INT {
                session.types("\x03");
            } else {
                session.send(signal);
            }
            assert_eq!(session.end().signal(), Some(signal.as_raw()), "{:?}", session.shown);
            assert!(session.echoes(), "{signal:?}");
            assert!(!folder.path().join("ada.key").exists());
        }
    }
}

/// Nobody waits for a slow key to be made: several times, since the key may be quicker.
#[test]
fn a_signal_after_the_question_ends_the_command_at_once() {
    let folder = Folder::new();
    let ended = (0..10).any(|_| {
        let Some(mut session) = Session::start(&folder, &["keygen", "--force", "--set", "SLH-DSA-SHAKE-192s", "ada"])
        else {
            return true;
        };
        for question in ["Passphrase for the new key: ", "The same again: "] {
            session.is_asked(question);
            session.types("horse\n");
        }
        while !session.echoes() {
            session.look();
        }
        // Until the command has gone on.
        std::thread::sleep(Duration::from_millis(50));
        session.types("\x03");
        session.end().signal() == Some(2)
    });
    assert!(ended);
}
