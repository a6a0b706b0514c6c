//! Large files with few descriptors, and threads that stay for each other's files.

use std::fs::File;
use std::process::{Command as System, Stdio};

use super::{BINARY, Folder, noise, stdout_of, wait_until};

/// Too large to be held whole, and so open side by side.
#[test]
fn no_file_fails_because_others_are_open() {
    let folder = Folder::new();
    let names = (0..200).map(|i| i.to_string()).collect::<Vec<_>>();
    for (i, name) in names.iter().enumerate() {
        folder.file(name, &noise(140_000 + i));
    }
    let expected = stdout_of(folder.lanesum(&["sum", "-a", "sha3-256"]).args(&names));
    for (limit, threads) in [(12, 1), (12, 2), (16, 2), (24, 3), (32, 8)] {
        let script = format!("ulimit -n {limit}; exec \"$0\" sum -a sha3-256 --threads {threads} \"$@\"");
        let output =
            System::new("sh").args(["-c", &script, BINARY]).args(&names).current_dir(folder.path()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((told.as_str(), output.status.code()), ("", Some(0)), "{limit} descriptors, {threads} threads");
        assert!(String::from_utf8(output.stdout).unwrap() == expected, "{limit} descriptors, {threads} threads");
    }
}

/// The walk opens directories while the workers have files open.
#[test]
fn no_directory_fails_because_files_are_open() {
    let folder = Folder::new();
    for i in 0..200 {
        std::fs::create_dir_all(folder.path().join(format!("d/{i:03}/sub"))).unwrap();
        folder.file(format!("d/{i:03}/sub/large"), &noise(140_000 + i));
    }
    let expected = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "--no-times", "-r", "d"]));
    for (limit, threads) in [(10, 1), (12, 2), (24, 8)] {
        let script = format!("ulimit -n {limit}; exec \"$0\" sum -a sha3-256 --no-times --threads {threads} -r d");
        let run = folder.shell(&script);
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{limit} descriptors, {threads} threads");
        assert!(run.stdout == expected, "{limit} descriptors, {threads} threads");
    }
}

/// The threads of a process that read and hash.
#[cfg(target_os = "linux")]
fn hashing(id: u32) -> usize {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let names = threads.map(|thread| std::fs::read_to_string(thread.path().join("comm")).unwrap_or_default());
    names.filter(|name| name.trim() == "hash").count()
}

/// One file, and all names known at once: the second thread must be there as long as the first one reads.
#[cfg(target_os = "linux")]
#[test]
fn no_thread_leaves_while_another_reads() {
    let folder = Folder::new();
    File::create(folder.path().join("large")).unwrap().set_len(1 << 30).unwrap();
    for algorithms in ["sha3-512", "sha3-512,blake2b"] {
        let mut child = folder.process(&["sum", "-a", algorithms, "--threads", "2", "large"]).spawn().unwrap();
        let read = || {
            let io = std::fs::read_to_string(format!("/proc/{}/io", child.id())).unwrap();
            io.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse::<u64>().ok()).unwrap()
        };
        wait_until("a part of the file is read", || read() > 64 << 20);
        let seen = hashing(child.id());
        assert!(read() < 1 << 30, "too fast for this test");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(seen, 2, "{algorithms}");
    }
}

/// The file that the lines go to cannot have a digest among them.
#[test]
fn the_output_is_left_out() {
    let folder = Folder::new();
    folder.file("a", b"abc");
    let sum = "\"$0\" sum -a sha3-256 -r . > SUMS && \"$0\" check SUMS";
    folder.shell(sum).is("./a: OK\n", "lanesum: ./SUMS: this is the output file, left out\n", 0);
}

/// A line that is known does not wait for a pipe that says nothing.
#[test]
fn a_silent_pipe_keeps_no_earlier_line_back() {
    use std::io::{BufRead, BufReader};

    let folder = Folder::new();
    folder.file("small", b"abc");
    folder.file("large", &noise(300_000));
    let fifo = folder.path().join("fifo");
    assert!(System::new("mkfifo").arg(&fifo).status().unwrap().success());
    for order in ["parallel", "sequential"] {
        for silent in ["fifo", "-"] {
            let arguments = ["sum", "-a", "sha3-256", "--threads", "2", "--io", order, "small", "large", silent];
            let mut child = folder.process(&arguments).stdin(Stdio::piped()).spawn().unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            // Hangs if they are kept back.
            assert!(lines.next().unwrap().unwrap().starts_with("SHA3-256 (small) = "));
            assert!(lines.next().unwrap().unwrap().starts_with("SHA3-256 (large) = "));
            drop(child.stdin.take());
            if silent == "fifo" {
                drop(File::options().write(true).open(&fifo).unwrap());
            }
            assert!(lines.next().unwrap().unwrap().starts_with("SHA3-256 ("));
            assert!(child.wait().unwrap().success());
        }
    }
}
