//! Runs where the system refuses address space, threads or long names: they never abort, and leave nothing out silently.

use std::fs;
use std::process::{Command as System, Stdio};

use rustix::fs::{Mode, OFlags, mkdirat, openat};

use super::{BINARY, Folder, Run, not_run, run};

/// `lanesum` with many threads over 400 files, of which some are large, behind `sh -c SCRIPT`.
fn many_threads(folder: &Folder, script: &str) -> Run {
    folder.shell(&format!("{script} exec \"$0\" sum -a sha3-256 --no-times --threads 32 -r d"))
}

fn files() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for file in 0..400 {
        folder.file(format!("d/{file:03}"), &vec![7; if file % 20 == 0 { 3 << 20 } else { 100 * file }]);
    }
    folder
}

#[test]
fn little_address_space_makes_few_threads_or_a_message() {
    let folder = files();
    let undisturbed = many_threads(&folder, "");
    undisturbed.says("", 0);
    let mut refused = 0;
    // From what the process hardly begins in, to what 32 threads would fit into if they took no heaps.
    for kib in [30_000, 40_000, 60_000, 60_000, 60_000, 80_000, 100_000, 150_000, 200_000, 250_000, 400_000, 1_000_000]
    {
        let run = many_threads(&folder, &format!("ulimit -v {kib};"));
        let message = run.stderr;
        if run.status == Some(0) {
            assert_eq!(run.stdout, undisturbed.stdout, "{kib} KiB");
            continue;
        }
        assert!(kib < 60_000, "{kib} KiB: {message}");
        // None of a signal.
        assert_eq!((message.lines().count(), run.status), (1, Some(1)), "{kib} KiB: {message}");
        let known = [
            "lanesum: not enough memory: at least 28 MiB of address space are needed",
            "lanesum: cannot start a thread: ",
        ];
        assert!(known.iter().any(|known| message.starts_with(known)), "{kib} KiB: {message}");
        refused += 1;
    }
    assert!(refused > 0, "30000 KiB were enough: the test has no case of a refusal any more");
}

/// From too little to enough, in small steps: in between, threads may just be able to start.
#[test]
fn address_space_that_is_just_enough_is_no_abort() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    for file in 0..40 {
        folder.file(format!("d/{file:03}"), &vec![7; 3000 * file]);
    }
    let (mut refused, mut done) = (0, 0);
    for kib in (26_000..=60_000).step_by(400) {
        let run = many_threads(&folder, &format!("ulimit -v {kib};"));
        match run.status {
            Some(0) => done += 1,
            Some(1) => refused += 1,
            status => panic!("{kib} KiB: {status:?}: {}", run.stderr),
        }
    }
    assert!(refused > 0 && done > 0, "{refused} runs refused, {done} done: what is just enough is not among them");
}

/// As little stack as sha256sum and b3sum run with.
#[test]
fn little_stack_is_enough() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    for arguments in [
        "--version",
        "--help",
        "help algorithms",
        "sum --help",
        "sum -a sha3-256 -o SUMS abc",
        "check SUMS",
        "update LIST d",
        "audit LIST d",
    ] {
        let run = folder.shell(&format!("ulimit -s 64; exec \"$0\" {arguments}"));
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{arguments}");
    }
    // Errors have their own status.
    folder.shell("ulimit -s 64; exec \"$0\" sum --no-such").fails(2, "--no-such");
}

/// Runs the rest of its arguments where the system call of this number fails with this error.
pub(crate) const WITHOUT_CALL: &str = r#"
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
# Load the number of the call; if it is this one go on, else skip one; refuse; allow.
code = struct.pack("HBBI" * 4, 0x20, 0, 0, 0, 0x15, 0, 1, int(sys.argv[1]), 0x06, 0, 0, 0x50000 | int(sys.argv[2]), 0x06, 0, 0, 0x7FFF0000)
buffer = ctypes.create_string_buffer(code)
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
program = Program(4, ctypes.addressof(buffer))
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program)):
    sys.exit(99)
os.execv(sys.argv[3], sys.argv[3:])
"#;

#[test]
#[cfg(target_os = "linux")]
fn threads_that_are_refused_are_a_message() {
    const EPERM: i32 = 1;
    const ENOSYS: i32 = 38;
    let folder = files();
    let run = |error: i32| {
        let mut python = System::new("python3");
        // clone3, by which glibc starts threads.
        python.args(["-c", WITHOUT_CALL, "435", &error.to_string(), BINARY]);
        python.args(["sum", "-a", "sha3-256", "--threads", "32", "-r", "--no-times", "d"]);
        let output = python.current_dir(folder.path()).stdin(Stdio::null()).output();
        output.ok().map(Run::from).filter(|run| run.status != Some(99))
    };
    let (Some(refused), Some(older)) = (run(EPERM), run(ENOSYS)) else {
        return not_run("what happens where clone3 is refused: python3, or a kernel with seccomp, is missing");
    };
    // The C library takes the older call where the system has no such.
    older.says("", 0);
    assert_eq!(older.stdout.lines().count(), 400);
    let message =
        "lanesum: cannot start a thread: Operation not permitted; allow more (ulimit -u), or use fewer (--threads)\n";
    refused.is("", message, 1);
}

/// A file whose path is longer than the system takes has a message of its own, and so has a directory that cannot be opened for that.
#[test]
fn paths_that_are_too_long_are_reported() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    // No call takes such a path whole: each directory is made in the one above.
    let mut above = fs::File::open(folder.path().join("d")).unwrap();
    for _ in 0..22 {
        let (level, long) = ("x".repeat(200), "y".repeat(200));
        mkdirat(&above, &level, Mode::RWXU).unwrap();
        above = openat(&above, &level, OFlags::DIRECTORY, Mode::empty()).unwrap().into();
        for file in ["file", &long] {
            openat(&above, file, OFlags::CREATE | OFlags::WRONLY, Mode::RUSR).unwrap();
        }
    }
    let run = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d"]));
    // A path has at most 4095 bytes: 20 levels of 201 bytes each leave room for `file` and not for the other name.
    let messages = run.stderr;
    assert_eq!((run.stdout.lines().count(), run.status), (20 + 19, Some(1)), "{messages}");
    let too_long = |line: &str| line.starts_with("lanesum: d/xxx") && line.ends_with(": File name too long");
    assert_eq!((messages.lines().count(), messages.lines().all(too_long)), (2, true), "{messages}");
}
