//! Files that another process changes while they are read.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, SystemTime};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::{Folder, Run, SHA3_256_ABC, stdout_of, wait_until};

/// Sparse, and enough to be read for half a second.
const BYTES: u64 = 256 << 20;

/// `lanesum sum` of a large file and a small one; while the first is read, `meddle` does what it likes, and the command
/// stands still meanwhile.
fn meddled(meddle: impl FnOnce(&Path)) -> Run {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let large = large(&folder, "large");
    let mut child = folder.process(&["sum", "-a", "sha3-256", "large", "abc"]).spawn().unwrap();
    let descriptor = wait_until_open(&mut child, &large);
    let pid = Pid::from_raw(child.id().try_into().unwrap());
    kill(pid, Signal::SIGSTOP).unwrap();
    wait_until_stopped(&child);
    assert!(fs::read_link(&descriptor).is_ok_and(|path| path == large), "it had been read whole by then");
    meddle(&large);
    kill(pid, Signal::SIGCONT).unwrap();
    child.wait_with_output().unwrap().into()
}

fn large(folder: &Folder, name: &str) -> PathBuf {
    // As the system names it: temporary directories may be behind links.
    let path = folder.path().canonicalize().unwrap().join(name);
    let file = File::create(&path).unwrap();
    file.set_len(BYTES).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
    path
}

/// The link in `/proc` that shows the file open.
fn wait_until_open(child: &mut Child, file: &Path) -> PathBuf {
    let descriptors = format!("/proc/{}/fd", child.id());
    let mut found = None;
    wait_until("the file is open", || {
        let all = fs::read_dir(&descriptors).into_iter().flatten().flatten().map(|entry| entry.path());
        found = all.into_iter().find(|path| fs::read_link(path).is_ok_and(|path| path == file));
        assert!(found.is_some() || child.try_wait().unwrap().is_none(), "it ended before the file was seen open");
        found.is_some()
    });
    // Between opening and looking at size and time it must not be caught.
    std::thread::sleep(Duration::from_millis(20));
    found.unwrap()
}

fn wait_until_stopped(child: &Child) {
    // The state stands behind the name in brackets: proc_pid_stat(5).
    let state = || fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    wait_until("it stops", || state().contains(") T "));
}

/// No line for the large file, one message, and the small one has its line.
fn assert_refused(run: &Run, message: &str) {
    assert_eq!(run.stdout, format!("SHA3-256 (abc) = {SHA3_256_ABC}\n"));
    let start = "lanesum: large: file changed while it was read (";
    assert!(run.stderr.starts_with(start) && run.stderr.contains(message), "{}", run.stderr);
    assert_eq!((run.stderr.lines().count(), run.status), (1, Some(1)), "{}", run.stderr);
}

#[test]
fn a_file_cut_short() {
    let run = meddled(|path| OpenOptions::new().write(true).open(path).unwrap().set_len(1000).unwrap());
    assert_refused(&run, "size 268435456 before and 1000 after); try again when no program writes to it");
}

#[test]
fn a_file_that_grows() {
    let run = meddled(|path| OpenOptions::new().append(true).open(path).unwrap().write_all(b"more").unwrap());
    assert_refused(
        &run,
        "(268435460 bytes read, size 268435456 before and 268435460 after); try again when no program writes to it",
    );
}

/// Behind what is read already, and of the same size: the time of modification tells.
#[test]
fn a_file_written_to() {
    let run = meddled(|path| OpenOptions::new().write(true).open(path).unwrap().write_all_at(b"!", 7).unwrap());
    assert_refused(&run, "(its modification time differs); try again when no program writes to it");
}

/// The status tells, which nobody can set back: the file is read again, whole.
#[test]
fn a_file_written_to_whose_time_is_set_back_is_read_again() {
    let meddle = |path: &Path| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        let before = file.metadata().unwrap().modified().unwrap();
        file.write_all_at(b"!", 7).unwrap();
        file.set_modified(before).unwrap();
    };
    let folder = Folder::new();
    meddle(&large(&folder, "large"));
    folder.file("abc", b"abc");
    let after = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "large", "abc"]));
    meddled(meddle).is(&after, "", 0);
}

/// And if that goes on, there is no digest.
#[test]
fn a_file_whose_status_changes_again_and_again() {
    let ended = std::sync::atomic::AtomicBool::new(false);
    let path = std::sync::OnceLock::new();
    let run = std::thread::scope(|scope| {
        scope.spawn(|| {
            use std::os::unix::fs::PermissionsExt;
            let mut mode = 0o600;
            while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                if let Some(path) = path.get() {
                    mode ^= 0o044;
                    let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let run = meddled(|large| path.set(large.to_owned()).unwrap());
        ended.store(true, std::sync::atomic::Ordering::Relaxed);
        run
    });
    assert_refused(
        &run,
        "(its status changed, and its modification time was kept or set back); try again when no program writes to it",
    );
}

/// Another file under its name, or none: what is read is the old one, whole, and that is what the line tells of.
#[test]
fn a_file_replaced_or_removed_is_the_one_that_was_opened() {
    let folder = Folder::new();
    large(&folder, "large");
    folder.file("abc", b"abc");
    let undisturbed = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "large", "abc"]));
    let replaced = meddled(|path| {
        let other = path.with_file_name("other");
        fs::write(&other, "another content").unwrap();
        fs::rename(other, path).unwrap();
    });
    let removed = meddled(|path| fs::remove_file(path).unwrap());
    for run in [replaced, removed] {
        run.is(&undisturbed, "", 0);
    }
}
