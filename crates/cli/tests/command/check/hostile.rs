//! Files that are not lists, lists that are large, and outputs that cannot be written.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::process::{ChildStdin, Command as System, Output, Stdio};

use super::{Folder, Seen, check, expect};
use crate::{BINARY, SHA3_256_ABC, noise, wait_until};

#[test]
fn garbage_is_no_list() {
    let folder = Folder::new();
    folder.file("noise", &noise(1 << 20));
    folder.file("zeros", &vec![0; 20 << 20]);
    folder.file("newlines", &vec![b'\n'; 1 << 20]);
    folder.file("digits", &vec![b'a'; 17 << 20]);
    folder.file("binary", &std::fs::read(BINARY).unwrap()[..1 << 20]);
    folder.file("parentheses", &b"SHA3-256 (".repeat(100_000));
    // The marks of several formats side by side, as in a program that knows such files.
    folder.file("marks", b"\"lockfileVersion\": --hash=sha hash = \"sha256: h1:) sha256=sha256: \"checksums\n");
    for list in ["noise", "zeros", "newlines", "digits", "binary", "parentheses", "marks"] {
        // Two digits and a blank at the start of a line would make it a line of BLAKE2b, and a binary has some.
        for more in [&[][..], &["-z"], &["-a", "sha3-256"], &["--missing-only"], &["--extra-only", "."]] {
            let run = check(&folder, &[more, &[list]].concat(), b"");
            assert_eq!((run.stdout, run.status), (vec![String::new()], Some(1)), "{more:?}");
            let none = format!("PROGRAM: {list}: no properly formatted checksum lines found");
            assert_eq!(run.stderr, [none, String::new()], "{more:?}");
        }
    }
}

/// Runs `lanesum check` with a list on standard input that `write` makes, and returns the result and the most memory that it held, in KiB.
#[cfg(target_os = "linux")]
fn measured(folder: &Folder, arguments: &[&str], write: impl FnOnce(&mut BufWriter<ChildStdin>)) -> (Seen, u64) {
    let file = |name: &str| File::create(folder.path().join(name)).unwrap();
    let mut command = folder.process(&[&["check"], arguments].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(file("stdout")).stderr(file("stderr")).spawn().unwrap();
    let mut stdin = BufWriter::new(child.stdin.take().unwrap());
    write(&mut stdin);
    stdin.flush().unwrap();
    // Now all but what is left in the pipe has been read, and the process waits for more, so that it can be asked. Lists that
    // are hashed end with a good line: when that has been judged, there was nothing left in the pipe either.
    let written = || std::fs::metadata(folder.path().join("stdout")).unwrap().len() > 0;
    wait_until("a line is judged", || arguments.contains(&"--extra-only") || written());
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak = peak.trim().trim_end_matches(" kB").parse().unwrap();
    drop(stdin);
    let status = child.wait().unwrap();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    (Seen::new(&Output { status, stdout: read("stdout"), stderr: read("stderr") }, "lanesum"), peak)
}

/// A line that is right, for a file that is there.
#[cfg(target_os = "linux")]
fn good(stdin: &mut impl Write) {
    writeln!(stdin, "SHA3-256 (abc) = {SHA3_256_ABC}").unwrap();
}

/// The memory in KiB that `check` may hold beyond that for one line. A million names would take more than ten times as much.
#[cfg(target_os = "linux")]
const ROOM_KIB: u64 = 12 << 10;

/// Long names, short digests.
#[cfg(target_os = "linux")]
fn lines(stdin: &mut impl Write, count: usize) {
    let directory = "a-directory-that-makes-names-as-long-as-they-often-are/".repeat(2);
    for line in 0..count {
        writeln!(stdin, "SHAKE128-8 ({directory}{line}) = 00").unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_million_lines_take_no_memory() {
    const LINES: usize = 1_000_000;
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let (_, little) = measured(&folder, &[], good);

    let (seen, peak) = measured(&folder, &["--ignore-missing"], |stdin| {
        lines(stdin, LINES);
        good(stdin);
    });
    assert_eq!((seen.stdout[0].as_str(), seen.stderr.len(), seen.status), ("abc: OK", 1, Some(0)));
    assert!(peak < little + ROOM_KIB, "{little} KiB for one line, {peak} KiB for a million");

    let (seen, peak) = measured(&folder, &[], |stdin| {
        stdin.write_all(&b"x\n".repeat(LINES)).unwrap();
        good(stdin);
    });
    let warning = "PROGRAM: WARNING: 1000000 lines are improperly formatted";
    assert_eq!((seen.stdout[0].as_str(), seen.stderr[0].as_str(), seen.status), ("abc: OK", warning, Some(0)));
    assert!(peak < little + ROOM_KIB, "{little} KiB for one line, {peak} KiB for a million that are none");
}

/// Of each name, 128 bits are kept.
#[cfg(target_os = "linux")]
#[test]
fn listed_names_take_little_memory() {
    const LINES: usize = 200_000;
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("abc", b"abc");
    let (_, little) = measured(&folder, &[], good);
    let (seen, peak) = measured(&folder, &["--extra-only", "d"], |stdin| lines(stdin, LINES));
    assert_eq!((seen.stdout.len(), seen.stderr.len(), seen.status), (1, 1, Some(0)));
    // A table that has just doubled, beside the one before: 17 bytes for each of 8/7 as many places at least.
    assert!(peak < little + 4096 + LINES as u64 * 17 * 4 / 1024, "{little} KiB for one line, {peak} KiB for {LINES}");
}

/// One line of a hundred MiB: it is read to its end, but not kept.
#[cfg(target_os = "linux")]
#[test]
fn a_list_without_lines_takes_no_memory() {
    const LIMIT_KIB: u64 = 16 << 10;
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let (_, little) = measured(&folder, &[], good);
    let (seen, peak) = measured(&folder, &[], |stdin| {
        std::io::copy(&mut std::io::repeat(0).take(100 << 20), stdin).unwrap();
        stdin.write_all(b"\n").unwrap();
        good(stdin);
    });
    let warning = "PROGRAM: WARNING: 1 line is improperly formatted";
    assert_eq!((seen.stdout[0].as_str(), seen.stderr[0].as_str(), seen.status), ("abc: OK", warning, Some(0)));
    // The buffer doubles as it grows.
    assert!(peak < little + 2 * LIMIT_KIB + ROOM_KIB, "{little} KiB for a short list, {peak} KiB for one long line");
}

#[test]
fn a_list_that_never_ends_is_cut_by_its_reader_only() {
    let folder = Folder::new();
    let none = "lanesum: 'standard input': no properly formatted checksum lines found\n";
    folder.shell(r#"head -c 40000000 /dev/zero | "$0" check -"#).is("", none, 1);
}

#[test]
fn names_lead_anywhere() {
    let folder = Folder::new();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let whole = folder.file("abc", b"abc");
    let long = "n".repeat(300);
    let deep = "d/".repeat(3000) + "abc";
    let names = [whole.to_str().unwrap(), "../abc", "../inner/../abc", "./../abc", &long, &deep, "/dev/null"];
    let lines = names.map(|name| format!("SHA3-256 ({name}) = {SHA3_256_ABC}\n"));
    std::fs::write(inner.join("list"), lines.concat()).unwrap();
    let run = crate::run(folder.lanesum(&["check", "list"]).current_dir(&inner));
    let mut expected: Vec<_> = names[..4].iter().map(|name| format!("{name}: OK")).collect();
    expected.extend(names[4..6].iter().map(|name| format!("{name}: FAILED open or read")));
    expected.extend(["/dev/null: FAILED open or read".into(), String::new()]);
    run.prints(&expected.join("\n"), 1);
    assert_eq!(run.stderr.matches("File name too long").count(), 2, "{}", run.stderr);
}

/// Files are judged to the end, and what is wrong is told, even if the good news cannot be.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told_at_the_end() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let good = format!("SHA3-256 (abc) = {SHA3_256_ABC}\n");
    folder.file("list", format!("{good}SHA3-256 (nofile) = {SHA3_256_ABC}\n{good}").as_bytes());
    folder.file("good", good.as_bytes());
    let run = |arguments: &str| {
        let run = folder.shell(&format!("\"$0\" check {arguments} > /dev/full"));
        (run.stderr, run.status)
    };
    let full = "lanesum: write error: No space left on device\n";
    let unread = "lanesum: nofile: No such file or directory\nlanesum: WARNING: 1 listed file could not be read\n";
    assert_eq!(run("list"), (format!("{unread}{full}"), Some(1)));
    assert_eq!(run("good"), (full.into(), Some(1)));
    // Nothing is written, so nothing is lost.
    assert_eq!(run("--quiet good"), (String::new(), Some(0)));
    assert_eq!(run("--status good"), (String::new(), Some(0)));
    assert_eq!(run("--extra-only . good").1, Some(1));
    assert_eq!(run("--missing-only list"), (full.into(), Some(1)));
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("list", format!("SHA3-256 (abc) = {SHA3_256_ABC}\n").repeat(50_000).as_bytes());
    let script = r#"{ "$0" check list; echo "status $?" >&2; } | head -n 1"#;
    folder.shell(script).is("abc: OK\n", "status 1\n", 0);
}

#[test]
fn an_unreadable_list_is_an_error() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let path = folder.file("list", b"");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    // The superuser may read it all the same.
    if File::open(&path).is_err() {
        expect(&folder, &["list"], "", "", "lanesum: list: Permission denied\n", 1);
    }
}

/// Whoever may write among the listed files must not hold up a check for ever.
#[test]
fn a_listed_name_that_is_no_file_is_not_waited_for() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.file("abc", b"abc");
    assert!(System::new("mkfifo").arg(folder.path().join("fifo")).status().unwrap().success());
    symlink("/dev/zero", folder.path().join("zero")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    let names = ["fifo", "zero", "socket", "abc"];
    let list = names.map(|name| format!("SHA3-256 ({name}) = {SHA3_256_ABC}\n")).concat();
    folder.file("list", list.as_bytes());
    let out = "fifo: FAILED open or read\nzero: FAILED open or read\nsocket: FAILED open or read\nabc: OK\n";
    let errors = "lanesum: fifo: FIFO, left out\nlanesum: zero: character device, left out\n\
                  lanesum: socket: socket, left out\nlanesum: WARNING: 3 listed files could not be read\n";
    expect(&folder, &["list"], "", out, errors, 1);
    let tuple = format!("TupleHash128-256 (\"abc\", \"fifo\") = {}\n", "00".repeat(32));
    folder.file("list", tuple.as_bytes());
    let seen = crate::run(&mut folder.lanesum(&["check", "list"]));
    assert!(seen.stderr.contains("FIFO") && seen.status == Some(1), "{}", seen.stderr);
}

#[test]
fn a_list_may_be_a_fifo() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let fifo = folder.path().join("fifo");
    assert!(System::new("mkfifo").arg(&fifo).status().unwrap().success());
    let writer = std::thread::spawn(move || std::fs::write(fifo, format!("SHA3-256 (abc) = {SHA3_256_ABC}")).unwrap());
    expect(&folder, &["fifo"], "", "abc: OK\n", "", 0);
    writer.join().unwrap();
}

/// A line that looks like one of these forms must not make others disappear: each digest line is checked, or counted as improper.
#[test]
fn no_form_of_several_lines_hides_a_digest() {
    let folder = Folder::new();
    folder.file("a", b"abc");
    folder.file("b", b"changed");
    let [good, wrong] =
        [b"abc".as_slice(), b"before"].map(|content| data_encoding::HEXLOWER.encode(&lanesum::sha256(content)));
    let lines = [
        format!("  {wrong}  b"),
        format!("{wrong}  b"),
        format!("SHA256 (b) = {wrong}"),
        format!("b: {wrong}"),
        format!("sha256:{wrong}  b"),
        format!("https://h/b#sha256={wrong}"),
        format!("checksums-sha256:\n {wrong} 7 b"),
        format!("SHA3-256:\n {wrong} 7 b"),
        format!("Checksums-Blake3:\n {wrong} 7 b"),
        format!("SHA256:\n\n {wrong} 7 b"),
    ];
    for (first, lines) in [
        ("Date: today", &lines[..]),
        ("Version: 1", &lines[..1]),
        ("Description: x", &lines[1..2]),
        ("Hash: SHA256", &lines[2..3]),
        ("Source: x", &lines[3..4]),
    ] {
        for line in lines {
            folder.file("list", format!("{first}\n{line}\nSHA256:\n {good} 3 a\n").as_bytes());
            let run = crate::run(&mut folder.lanesum(&["check", "--strict", "list"]));
            assert_eq!(run.status, Some(1), "{first}, {line}: {} {}", run.stdout, run.stderr);
        }
    }
    for first in ["/set type=dir", "#mtree"] {
        for line in
            [format!("{wrong} b"), format!("b: {wrong}"), format!("b,{wrong}"), format!("https://h/b#sha256={wrong}")]
        {
            folder.file("list", format!("{first}\n{line}\n./a type=file sha256={good}\n").as_bytes());
            let run = crate::run(&mut folder.lanesum(&["check", "--strict", "list"]));
            assert_eq!(run.status, Some(1), "{first}, {line}: {} {}", run.stdout, run.stderr);
        }
    }
    // The commit hashes in such files are not digests.
    let text = format!(
        "Source: x\nDgit: {} debian archive https://h\nChanges:\n * of {good}\nSHA256:\n {good} 3 a\n",
        &good[..40]
    );
    folder.file("list", text.as_bytes());
    let run = crate::run(&mut folder.lanesum(&["check", "--strict", "list"]));
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("a: OK\n", "", Some(0)));
}

/// Where names stand first, a mark of comments may be the first byte of one.
#[test]
fn no_mark_hides_a_name() {
    let folder = Folder::new();
    let digests: Vec<_> = ["a", ";s", "#h"]
        .into_iter()
        .map(|name| {
            folder.file(name, name.as_bytes());
            crate::stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256", "--untagged", name]))[..64].to_owned()
        })
        .collect();
    let [a, s, h] = &digests[..] else { unreachable!() };
    folder.file(";s", b"other");
    folder.file("#h", b"other");
    let sfv = format!("a {a}\n;s {s}\n#h {h}\n");
    for text in [
        sfv.clone(),
        format!("; made by x\n{sfv}"),
        format!("; a   2  20:33:13 2026-11-28\n;s  {s}\n#h  {h}\na  {a}\n"),
        format!("# made by x\n#h  {h}\n;s  {s}\na  {a}\n"),
        format!("#h: {h}\n;s: {s}\na: {a}\n"),
        format!("# made by x\na: {a}\n;s: {s}\n#h: {h}\n"),
        format!("#h, {h}\n;s, {s}\na, {a}\n"),
        format!("; x\n{a}  a\n;s {s}\n#h {h}\n"),
    ] {
        folder.file("x.sha256", text.as_bytes());
        let run = crate::run(&mut folder.lanesum(&["check", "x.sha256"]));
        let mut lines: Vec<_> = run.stdout.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, ["#h: FAILED", ";s: FAILED", "a: OK"], "{text}{}", run.stderr);
    }
}
