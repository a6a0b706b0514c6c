//! Files that cannot be hashed, outputs that cannot be written, and inputs that only look odd.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command as System, Stdio};

use super::{BINARY, Folder, Run, SHA3_256_ABC, SHA3_256_EMPTY, not_run, run, stdout_of};

fn finish(command: &mut System) -> Run {
    command.output().unwrap().into()
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("empty", b"");
    let run = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "abc", "missing", "empty"]));
    assert_eq!(run.stdout, format!("SHA3-256 (abc) = {SHA3_256_ABC}\nSHA3-256 (empty) = {SHA3_256_EMPTY}\n"));
    assert_eq!(run.stderr, "lanesum: missing: No such file or directory\n");
    assert_eq!(run.status, Some(1));
}

/// A run that fails on all files keeps the list that was there; one that hashes some replaces it.
#[test]
fn a_failed_run_keeps_the_old_list() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("LIST", b"old");
    let list = || std::fs::read_to_string(folder.path().join("LIST")).unwrap();
    for form in [&[][..], &["--hashdeep"], &["-r"], &["--json"], &["-a", "tuplehash128"]] {
        let run = run(folder.lanesum(&["sum", "missing", "-o", "LIST"]).args(form));
        assert!(run.stderr.starts_with("lanesum: missing: No such file or directory"), "{form:?}: {}", run.stderr);
        let kept = "\nlanesum: LIST: not written, because nothing could be hashed\n";
        assert!(run.stderr.ends_with(kept) && run.status == Some(1), "{form:?}: {}", run.stderr);
        assert_eq!(list(), "old");
    }
    let some = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "missing", "abc", "-o", "LIST"]));
    assert_eq!((list(), some.status), (format!("SHA3-256 (abc) = {SHA3_256_ABC}\n"), Some(1)));
    // No file is not a failure, but no reason to empty a list.
    std::fs::create_dir(folder.path().join("d")).unwrap();
    assert_eq!(stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "d", "-o", "NEW"])), "");
    let before = list();
    let seen = run(&mut folder.lanesum(&["sum", "-r", "d", "-o", "LIST"]));
    let kept = "lanesum: LIST: not written, because nothing could be hashed\n";
    assert_eq!((seen.stderr.as_str(), seen.status, list()), (kept, Some(1), before));
}

#[test]
fn a_directory_is_an_error() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let run = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", ".", "abc/", "abc"]));
    assert_eq!(run.stdout, format!("SHA3-256 (abc) = {SHA3_256_ABC}\n"));
    assert_eq!(run.stderr, "lanesum: .: Is a directory; -r hashes what is in it\nlanesum: abc/: Not a directory\n");
    assert_eq!(run.status, Some(1));
    folder.shell(r#""$0" sum -a sha3-256 < ."#).says("lanesum: -: Is a directory\n", 1);
}

/// `lanesum` as somebody whom permissions stop. These tests may run as the superuser, who reads everything: without that
/// capability, then. None, and a line on standard error, where there is no way to drop it.
pub(crate) fn unprivileged(folder: &Folder, arguments: &[&str]) -> Option<Run> {
    let locked = folder.file("locked", b"");
    std::fs::set_permissions(&locked, PermissionsExt::from_mode(0o000)).unwrap();
    let droppers: [&[&str]; 3] =
        [&["env"], &["setpriv", "--bounding-set", "-dac_override,-dac_read_search"], &["unshare", "--user"]];
    let stops = |dropper: &&&[&str]| {
        // It must start things at all, and must not read the file.
        let runs = |arguments: &[&str]| {
            let mut command = System::new(dropper[0]);
            command
                .args(&dropper[1..])
                .args(arguments)
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        runs(&[BINARY, "--version"]) && !runs(&["cat", "locked"])
    };
    let Some(dropper) = droppers.iter().find(stops) else {
        not_run("files without permission to read: the superuser reads them, and neither setpriv nor unshare helps");
        return None;
    };
    let mut command = System::new(dropper[0]);
    command.args(&dropper[1..]).arg(BINARY).args(arguments).current_dir(folder.path());
    std::fs::set_permissions(&locked, PermissionsExt::from_mode(0o600)).unwrap();
    std::fs::remove_file(&locked).unwrap();
    Some(finish(&mut command))
}

#[test]
fn an_unreadable_file_is_an_error() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let path = folder.file("secret", b"abc");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    let Some(run) = unprivileged(&folder, &["sum", "-a", "sha3-256", "secret", "abc"]) else { return };
    assert_eq!(run.stdout, format!("SHA3-256 (abc) = {SHA3_256_ABC}\n"));
    run.says("lanesum: secret: Permission denied\n", 1);
}

#[test]
fn a_symlink_loop_is_an_error() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
    let run = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "loop"]));
    run.prints("", 1);
    assert!(run.stderr.starts_with("lanesum: loop: ") && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("list", format!("SHA3-256 (abc) = {SHA3_256_ABC}\nSHA3-256 (gone) = {SHA3_256_ABC}\n").as_bytes());
    for arguments in [
        "sum -a sha3-256 abc",
        "sum -z abc",
        "sum --raw abc",
        "sum --json abc",
        "sum -a shake128 -l 10000000 abc",
        "as sha256sum -z abc",
        "as b3sum abc",
        "as shasum --help",
        "check --json --ignore-missing list",
        "check --missing-only list",
        "check --extra-only . list",
        "audit list .",
        "update --quiet --json list .",
        "keygen --no-passphrase key",
        "info",
        "info --json",
        "completions bash",
        "man",
        "help algorithms",
        "--version",
        "--help",
    ] {
        let run = folder.shell(&format!("\"$0\" {arguments} > /dev/full"));
        let program = arguments.strip_prefix("as ").map_or("lanesum", |rest| rest.split(' ').next().unwrap());
        assert_eq!(run.stderr, format!("{program}: write error: No space left on device\n"), "{arguments}");
        assert_eq!(run.status, Some(1), "{arguments}");
    }
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    for arguments in ["sum -a sha3-256 abc", "info", "info --json", "--version", "--help", "help sum"] {
        let run = folder.shell(&format!("\"$0\" {arguments} >&-"));
        assert_eq!(run.stderr, "lanesum: write error: Bad file descriptor\n", "{arguments}");
        assert_eq!(run.status, Some(1), "{arguments}");
    }
}

#[test]
fn a_closed_standard_input_has_no_digest() {
    let folder = Folder::new();
    folder.shell(r#""$0" sum -a sha3-256 <&-"#).is("", "lanesum: -: Bad file descriptor\n", 1);
}

/// The descriptor that Python's `subprocess.DEVNULL` hands over looks like the one that the runtime opens in place of a closed one.
#[test]
fn a_null_device_open_for_reading_and_writing_is_no_error() {
    let null = || Stdio::from(OpenOptions::new().read(true).write(true).open("/dev/null").unwrap());
    let folder = Folder::new();
    let mut command = folder.process(&["sum", "-a", "sha3-256"]);
    let output = command.stdin(null()).stdout(null()).output().unwrap();
    assert_eq!((output.stderr.as_slice(), output.status.code()), (b"".as_slice(), Some(0)));
}

#[test]
fn a_closed_standard_error_changes_nothing_else() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let run = folder.shell(r#""$0" sum -a sha3-256 missing abc 2>&-"#);
    assert_eq!(run.stdout, format!("SHA3-256 (abc) = {SHA3_256_ABC}\n"));
    run.says("", 1);
}

#[test]
fn a_broken_pipe_ends_the_run_quietly() {
    let folder = Folder::new();
    let mut command = folder.process(&["sum", "-a", "shake128", "-l", "10000000"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // The command has no line to write before its input ends: the reader is gone by then.
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"abc").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stderr.as_slice(), output.status.code()), (b"".as_slice(), Some(1)));
}

/// `| head`: the reader leaves when thousands of lines are still to come.
#[test]
fn a_pipe_that_breaks_among_many_lines_ends_the_run_quietly() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    // More than a pipe holds.
    for file in 0..3000 {
        folder.file(format!("d/{file:04}"), b"abc");
    }
    let mut child = folder.process(&["sum", "-a", "sha3-256", "-r", "--no-times", "d"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for file in 0..3 {
        assert_eq!(lines.next().unwrap().unwrap(), format!("SHA3-256 (d/{file:04}) = {SHA3_256_ABC}"));
    }
    drop(lines);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stderr.as_slice(), output.status.code()), (b"".as_slice(), Some(1)));
}

/// A file system that is full when some lines are written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_file_system_is_an_error() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    std::fs::create_dir(folder.path().join("small")).unwrap();
    let script = r#"mount -t tmpfs -o size=16k none small || exit 77
        "$0" sum -a shake128 -l 1000000 abc > small/SUMS; echo "$?"; stat -c %s small/SUMS"#;
    let mut command = System::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, BINARY]).current_dir(folder.path());
    let allowed = System::new("unshare").args(["--user", "--map-root-user", "--mount", "true"]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        return not_run("a full file system: no user namespaces here");
    }
    let run = finish(&mut command);
    if run.status == Some(77) {
        return not_run("a full file system: a user namespace may not mount one here");
    }
    assert_eq!(run.stderr, "lanesum: write error: No space left on device\n");
    assert_eq!(run.stdout, "1\n16384\n");
}

#[test]
fn a_device_is_read() {
    let line = stdout_of(&mut super::lanesum(&["sum", "-a", "sha3-256", "/dev/null"]));
    assert_eq!(line, format!("SHA3-256 (/dev/null) = {SHA3_256_EMPTY}\n"));
}

#[test]
fn a_fifo_is_read_to_its_end() {
    let folder = Folder::new();
    let fifo = folder.path().join("fifo");
    assert!(System::new("mkfifo").arg(&fifo).status().unwrap().success());
    let writer = std::thread::spawn(move || {
        let mut pipe = OpenOptions::new().write(true).open(fifo).unwrap();
        for piece in [b"a", b"b", b"c"] {
            pipe.write_all(piece).unwrap();
        }
    });
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "fifo"]));
    writer.join().unwrap();
    assert_eq!(line, format!("SHA3-256 (fifo) = {SHA3_256_ABC}\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn files_made_up_by_the_kernel_are_hashed() {
    // The first has stated size 0; the second, where there is one, states a page and holds a few bytes.
    let made_up = ["/proc/self/status", "/sys/devices/system/cpu/online"];
    for path in made_up.into_iter().filter(|path| std::path::Path::new(path).exists()) {
        let line = stdout_of(&mut super::lanesum(&["sum", "-a", "sha3-256", path]));
        assert!(line.starts_with(&format!("SHA3-256 ({path}) = ")), "{line}");
        assert!(!line.contains(SHA3_256_EMPTY));
    }
}

#[test]
fn standard_input_may_be_a_file_and_partly_read() {
    let folder = Folder::new();
    folder.file("file", b"1234abc");
    let run = folder.shell(r#"{ dd bs=4 count=1 of=/dev/null 2>/dev/null; "$0" sum -a sha3-256; } < file"#);
    run.says("", 0);
    assert_eq!(run.stdout, format!("SHA3-256 (-) = {SHA3_256_ABC}\n"));
}
