//! The pages at which all buffers of these tests lie cannot be touched.

use crate::support::guard::{Flush, Guarded, HAS_PAGES};

/// The command that runs this program again: through an emulator, if cargo has one for it.
fn this_program() -> std::process::Command {
    let program = std::env::current_exe().unwrap();
    let runner = std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER");
    let runner = runner.ok().filter(|_| cfg!(target_arch = "aarch64")).unwrap_or_default();
    let mut words = runner.split_whitespace();
    let Some(emulator) = words.next() else { return std::process::Command::new(program) };
    let mut command = std::process::Command::new(emulator);
    command.args(words).arg(program);
    command
}

/// Where there are guard pages, reading past them is the end of the process: of a child of this one, which runs this same
/// test.
#[test]
fn the_guards_are_there() {
    const ASKED: &str = "LANESUM_TEST_READ_BEYOND";
    if let Ok(side) = std::env::var(ASKED) {
        Guarded::new(1).read_beyond(if side == "start" { Flush::Start } else { Flush::End });
        return;
    }
    for side in ["start", "end"] {
        let mut child = this_program();
        let child = child.args(["--exact", "guards::the_guards_are_there"]).env(ASKED, side).output().unwrap();
        let output = String::from_utf8_lossy(&child.stdout);
        assert!(output.contains("running 1 test"), "{output}");
        assert_eq!(child.status.code().is_none(), HAS_PAGES, "{side}: {}, {output}", child.status);
    }
}

#[test]
#[should_panic(expected = "were written")]
fn writing_beside_the_buffer_is_found() {
    let mut memory = Guarded::new(1000);
    memory.room(100, Flush::End);
    memory.write_beside();
    memory.check();
}
