//! Many files and large ones: few descriptors, and memory that does not grow with them.

use std::fmt::Write;
use std::fs::{self, File};
use std::process::{Command as System, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use tempfile::TempDir;

use super::{Folder, lanesum, stdout_of};
use crate::BINARY;

/// The memory that a run may take beyond that of a run over one small file.
const MORE_KIB: u64 = 100 * 1024;

const FILES: usize = 100_000;

/// The environment variable that holds the arguments for [`measured`], one a line.
const ARGUMENTS: &str = "LANESUM_TEST_ARGUMENTS";

/// Not a test of its own: `peak_kib` runs it alone in a process, so that `lanesum` is the only child ever waited for and
/// the peak of all children is its peak.
#[test]
#[ignore = "run by the others here"]
fn measured() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    let mut child = System::new("sh");
    // The fewer descriptors a process has, the sooner one that is not closed shows.
    child.args(["-c", "ulimit -n 32 && exec \"$0\" \"$@\"", BINARY]).args(arguments.lines());
    let status = child.stdout(Stdio::null()).status().unwrap();
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    println!("\nstatus {:?} peak {peak}", status.code());
}

/// The largest resident memory of a run with at most 32 descriptors, which must succeed silently; in KiB.
fn peak_kib(arguments: &[&str]) -> u64 {
    peak_kib_of(0, arguments)
}

/// The same with another exit status.
fn peak_kib_of(status: i32, arguments: &[&str]) -> u64 {
    let output = System::new(std::env::current_exe().unwrap())
        .args(["limits::measured", "--exact", "--ignored", "--nocapture"])
        .env(ARGUMENTS, arguments.join("\n"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    let before = format!("status Some({status}) peak ");
    let peak = text.lines().find_map(|line| line.strip_prefix(&before));
    let peak: u64 = peak.unwrap_or_else(|| panic!("{text}")).parse().unwrap();
    // Bytes there.
    if cfg!(target_vendor = "apple") { peak / 1024 } else { peak }
}

/// A directory in memory where there is one: many files are made and removed faster, and the holes of a
/// large one take no pages.
fn quick_directory() -> TempDir {
    TempDir::new_in("/dev/shm").unwrap_or_else(|_| TempDir::new().unwrap())
}

#[test]
fn many_files_take_neither_memory_nor_descriptors() {
    let directory = quick_directory();
    let files = directory.path().join("files");
    fs::create_dir(&files).unwrap();
    for file in 0..FILES {
        File::create(files.join(format!("{file:05}"))).unwrap();
    }
    // A tree as deep as names allow, above all of them: a descriptor for each level would be too many.
    let deep = directory.path().join("d/".repeat(200));
    fs::create_dir_all(&deep).unwrap();
    fs::rename(&files, deep.join("files")).unwrap();
    let top = directory.path().to_str().unwrap();
    let list = directory.path().join("list");

    let one = deep.join("files/00000");
    let base = peak_kib(&["sum", "-a", "sha3-256", one.to_str().unwrap()]);
    let walked = peak_kib(&["sum", "-a", "sha3-256", "-r", "--no-times", top]);
    assert!(walked < base + MORE_KIB, "{walked} KiB for {FILES} files, {base} KiB for one");

    let names = fs::read_dir(deep.join("files")).unwrap();
    let names = names.map(|entry| entry.unwrap().path().into_os_string().into_string().unwrap() + "\n");
    fs::write(&list, names.collect::<String>()).unwrap();
    let listed = peak_kib(&["sum", "-a", "sha3-256", "--files-from", list.to_str().unwrap()]);
    assert!(listed < base + MORE_KIB, "{listed} KiB for {FILES} names, {base} KiB for one");
}

/// `audit` must remember names and digests, and the walk the entries of a directory, but little beside them.
#[test]
fn an_audit_takes_little_memory_for_each_file() {
    const MET: u64 = 50_000;
    const MISSING: u64 = 200_000;
    let directory = quick_directory();
    let files = directory.path().join("files");
    fs::create_dir(&files).unwrap();
    let list = directory.path().join("list").into_os_string().into_string().unwrap();
    let top = files.to_str().unwrap();
    let sum = || stdout_of(&mut lanesum(&["sum", "-a", "sha256", "-r", top]));
    fs::write(files.join("0"), b"0").unwrap();
    fs::write(&list, sum()).unwrap();
    let base = peak_kib(&["audit", &list, top]);
    for file in 0..MET {
        fs::write(files.join(file.to_string()), file.to_string()).unwrap();
    }
    let mut lines = sum();
    fs::write(&list, &lines).unwrap();
    let met = peak_kib(&["audit", &list, top]);
    assert!((met - base) * 1024 < MET * 320, "{met} KiB for {MET} files, {base} KiB for one");
    for number in 0..MISSING {
        writeln!(lines, "SHA256 ({top}/gone/{number}) = {number:064}").unwrap();
    }
    fs::write(&list, &lines).unwrap();
    let missing = peak_kib_of(1, &["audit", &list, top]);
    assert!((missing - met) * 1024 < MISSING * 200, "{missing} KiB for {MISSING} missing files, {met} KiB without");
}

#[test]
fn every_one_of_many_files_has_its_line() {
    let folder = Folder(quick_directory());
    fs::create_dir(folder.path().join("d")).unwrap();
    for file in 0..5000 {
        folder.file(format!("d/{file:04}"), file.to_string().as_bytes());
    }
    let lines =
        stdout_of(&mut folder.lanesum(&["sum", "-a", "shake128", "-l", "64", "--untagged", "-r", "--no-times", "d"]));
    let names: Vec<_> = lines.lines().map(|line| line.split_once("  ").unwrap()).collect();
    assert!(names.iter().map(|(_, name)| *name).eq((0..5000).map(|file| format!("d/{file:04}"))));
    let mut digests: Vec<_> = names.iter().map(|(digest, _)| digest).collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 5000);
}

#[test]
fn a_large_file_takes_no_memory() {
    let folder = Folder(quick_directory());
    let large = folder.path().join("large");
    File::create(&large).unwrap().set_len(2 << 30).unwrap();
    let small = folder.file("small", b"abc");
    let base = peak_kib(&["sum", "-a", "shake128", small.to_str().unwrap()]);
    let streamed = peak_kib(&["sum", "-a", "shake128", large.to_str().unwrap()]);
    assert!(streamed < base + MORE_KIB, "{streamed} KiB for 2 GiB, {base} KiB for three bytes");
}

/// Output of 16 MiB (as text 32) is squeezed as it is written.
#[test]
fn a_long_digest_takes_no_memory() {
    let folder = Folder::new();
    let small = folder.file("small", b"abc");
    let short = peak_kib(&["sum", "-a", "shake128", small.to_str().unwrap()]);
    let long = peak_kib(&["sum", "-a", "shake128", "-l", "134217728", small.to_str().unwrap()]);
    assert!(long < short + 10 * 1024, "{long} KiB for 16 MiB of output, {short} KiB for 32 bytes");
    let line = stdout_of(&mut lanesum(&["sum", "-a", "shake128", "-l", "8388608", "/dev/null"]));
    assert_eq!(line.len(), "SHAKE128-8388608 (/dev/null) = \n".len() + 2 * (1 << 20));
}
