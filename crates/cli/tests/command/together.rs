//! Two runs that replace the same list.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Instant;

use super::{Folder, started, stdout_of};

/// SUMS, as another run would hold it.
fn locked(folder: &Folder) -> File {
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // The digits: BLAKE3 of the name in small letters.
        let path = folder.path().join(".lanesum-2abde6f784fe3929.tmp");
        File::options().write(true).create(true).share_mode(0).open(path).unwrap()
    }
    #[cfg(not(windows))]
    {
        let file = File::open(folder.path().join("SUMS")).unwrap();
        file.lock().unwrap();
        file
    }
}

/// `update LIST DIRECTORY`, started and not waited for.
pub(crate) fn update(folder: &Folder, directory: &str) -> Child {
    let mut command = folder.process(&["update", "SUMS", directory]);
    command.stdout(Stdio::null());
    started(|| command.spawn())
}

/// A list, and a file that it does not have.
fn listed() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    folder.file("abc", b"abc");
    stdout_of(&mut folder.lanesum(&["sum", "-o", "SUMS", "abc"]));
    folder
}

const WAITING: &str = "lanesum: SUMS: another lanesum is replacing this file: waiting for it\n";

/// One waits in vain, for ten seconds; the other tests are run meanwhile.
#[test]
fn an_update_does_not_wait_for_ever() {
    let folder = listed();
    let before = fs::read(folder.path().join("SUMS")).unwrap();
    let _lock = locked(&folder);
    let begun = Instant::now();
    let child = update(&folder, "d");
    let in_vain = std::thread::spawn(move || (child.wait_with_output().unwrap(), begun.elapsed().as_secs()));
    two_updates_at_once_lose_nothing();
    an_update_waits_for_another_one();
    let (run, seconds) = in_vain.join().unwrap();
    assert!((5..30).contains(&seconds), "{seconds} s");
    let told =
        "lanesum: SUMS: another lanesum is replacing this file, so nothing was written; run the command again later\n";
    assert_eq!(String::from_utf8(run.stderr).unwrap(), format!("{WAITING}{told}"));
    assert_eq!((run.status.code(), fs::read(folder.path().join("SUMS")).unwrap()), (Some(1), before));
    // Who only reads need not wait.
    stdout_of(&mut folder.lanesum(&["check", "SUMS"]));
}

/// Either both sides' lines are there, or one side has said that it has failed.
fn two_updates_at_once_lose_nothing() {
    // A program starts slowly under wine.
    for round in 0..if cfg!(windows) { 10 } else { 40 } {
        let folder = Folder::new();
        for directory in ["a", "b"] {
            fs::create_dir(folder.path().join(directory)).unwrap();
            folder.file(format!("{directory}/{directory}"), b"abc");
        }
        // Half of the rounds with a list, half without.
        if round % 2 == 0 {
            folder.file("abc", b"abc");
            stdout_of(&mut folder.lanesum(&["sum", "-o", "SUMS", "abc"]));
        }
        let children = ["a", "b"].map(|directory| (directory, update(&folder, directory)));
        let ends = children.map(|(directory, child)| (directory, child.wait_with_output().unwrap()));
        let list = fs::read_to_string(folder.path().join("SUMS")).unwrap();
        assert_eq!(list.contains("(abc)"), round % 2 == 0, "{list}");
        for (directory, run) in &ends {
            let told = String::from_utf8_lossy(&run.stderr);
            if round % 2 == 0 || run.status.success() {
                assert!(run.status.success() && list.contains(&format!("({directory}/{directory})")), "{told}{list}");
            } else {
                let line = "lanesum: SUMS: another program changed it meanwhile, so nothing was written; run the command again\n";
                assert_eq!((run.status.code(), &*told), (Some(1), line));
            }
        }
        assert!(ends.iter().any(|(_, run)| run.status.success()), "round {round}");
    }
}

fn an_update_waits_for_another_one() {
    let folder = listed();
    let lock = locked(&folder);
    let mut child = update(&folder, "d");
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert_eq!(line, WAITING);
    assert!(child.try_wait().unwrap().is_none(), "it does not wait");
    drop(lock);
    assert!(child.wait().unwrap().success());
    assert_eq!(told.read_line(&mut line).unwrap(), 0, "{line}");
}
