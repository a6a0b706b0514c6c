//! The reports of `audit` and `update` on names that have become something else, on rot, and on directories that are not there.
//! `bindings/python/tests/scale/model.py` tests the same on thousands of random trees.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::faults::unprivileged;
use super::{Folder, Run, run, settle, stdout_of};

/// A list of three files, with the times of 2020 and with stamps.
fn tree() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path().join("z/d")).unwrap();
    for name in ["f", "g", "d/h"] {
        write(&folder, &format!("z/{name}"), name);
    }
    list(&folder);
    folder
}

fn old() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_577_836_800)
}

/// Writes a file, and sets its mtime back.
fn write(folder: &Folder, name: &str, content: &str) {
    let path = folder.file(name, content.as_bytes());
    fs::File::options().write(true).open(path).unwrap().set_modified(old()).unwrap();
}

/// Lists the tree; its files have just been written, so their stamps are written here.
fn list(folder: &Folder) {
    let text = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "z"]));
    let lines = text.lines().map(|line| {
        let name = line.split_once('(').unwrap().1.split_once(')').unwrap().0;
        format!("{}{line}\n", stamp(folder, name))
    });
    folder.file("Z", lines.collect::<String>().as_bytes());
}

fn stamp(folder: &Folder, name: &str) -> String {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(folder.path().join(name)).unwrap();
    let times = [(metadata.mtime(), metadata.mtime_nsec()), (metadata.ctime(), metadata.ctime_nsec())];
    let [mtime, ctime] = times.map(|(seconds, nanoseconds)| format!("{seconds}.{nanoseconds:09}"));
    format!("# size {} mtime {mtime} ctime {ctime}\n", metadata.len())
}

fn command(folder: &Folder, arguments: &[&str]) -> Run {
    run(&mut folder.lanesum(arguments))
}

/// The lines of files, without totals.
fn lines(run: &Run) -> Vec<&str> {
    run.stdout.lines().filter(|line| line.contains("z/")).collect()
}

fn system(program: &str, path: &std::path::Path, arguments: &[&str]) -> bool {
    std::process::Command::new(program).arg(path).args(arguments).status().is_ok_and(|status| status.success())
}

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.path().join(name)
}

#[test]
fn names_that_have_become_something_else() {
    type Make = fn(&Folder);
    let fifo: Make = |folder| assert!(system("mkfifo", &path(folder, "z/f"), &[]));
    let socket: Make = |folder| drop(std::os::unix::net::UnixListener::bind(path(folder, "z/f")).unwrap());
    let cases: [(&str, Make, &str); 6] = [
        ("directory", |folder| fs::create_dir(path(folder, "z/f")).unwrap(), "a directory"),
        ("link", |folder| symlink("g", path(folder, "z/f")).unwrap(), "a symbolic link"),
        ("dangling link", |folder| symlink("nowhere", path(folder, "z/f")).unwrap(), "a symbolic link"),
        ("link to itself", |folder| symlink("f", path(folder, "z/f")).unwrap(), "a symbolic link"),
        ("FIFO", fifo, "a FIFO"),
        ("socket", socket, "a socket"),
    ];
    for (case, make, kind) in cases {
        let folder = tree();
        fs::remove_file(path(&folder, "z/f")).unwrap();
        make(&folder);
        let is_link = kind == "a symbolic link";
        let hint = if is_link { "; --follow would read it" } else { "" };
        let seen = command(&folder, &["audit", "--quiet", "Z", "z"]);
        assert_eq!(
            (lines(&seen), seen.status),
            (vec![&*format!("changed   z/f  is {kind} now{hint}")], Some(1)),
            "{case}"
        );
        let before = fs::read_to_string(path(&folder, "Z")).unwrap();
        let seen = command(&folder, &["update", "Z", "z"]);
        let (word, status) = if is_link { ("unread", 1) } else { ("removed", 0) };
        let expected = format!("{word:<9} z/f  is {kind} now{hint}");
        assert_eq!((lines(&seen), seen.status), (vec![&*expected], Some(status)), "{case}");
        let after = fs::read_to_string(path(&folder, "Z")).unwrap();
        assert_eq!(after.contains("(z/f)"), is_link, "{case}");
        if is_link {
            let sorted = |text: &str| {
                let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
                lines.sort_unstable();
                lines
            };
            assert_eq!(sorted(&after), sorted(&before), "{case}");
            let seen = command(&folder, &["update", "--accept", "z/f", "Z", "z"]);
            assert_eq!((lines(&seen), seen.status), (vec!["removed   z/f  is a symbolic link now"], Some(0)), "{case}");
        }
    }
}

#[test]
fn devices() {
    let folder = tree();
    fs::remove_file(path(&folder, "z/f")).unwrap();
    if !system("mknod", &path(&folder, "z/f"), &["c", "1", "5"]) {
        crate::not_run("devices: only root can make them");
        return;
    }
    let seen = command(&folder, &["audit", "--quiet", "Z", "z"]);
    assert_eq!((lines(&seen), seen.status), (vec!["changed   z/f  is a character device now"], Some(1)));
}

#[test]
fn a_parent_that_has_become_something_else() {
    let folder = tree();
    fs::rename(path(&folder, "z/d"), path(&folder, "hold")).unwrap();
    symlink("../hold", path(&folder, "z/d")).unwrap();
    let seen = command(&folder, &["audit", "--quiet", "Z", "z"]);
    let expected = "changed   z/d/h  z/d is a symbolic link now; --follow would read it";
    assert_eq!((lines(&seen), seen.status), (vec![expected], Some(1)));
    // A file behind a link was not looked at: its line stays.
    let seen = command(&folder, &["update", "Z", "z"]);
    let expected = "unread    z/d/h  z/d is a symbolic link now; --follow would read it";
    assert_eq!((lines(&seen), seen.status), (vec![expected], Some(1)));
    assert!(fs::read_to_string(path(&folder, "Z")).unwrap().contains("(z/d/h)"));
    assert_eq!(command(&folder, &["audit", "--follow", "--quiet", "Z", "z"]).status, Some(0));
    // A file in the place of a directory has nothing below it.
    fs::remove_file(path(&folder, "z/d")).unwrap();
    write(&folder, "z/d", "a file");
    let seen = command(&folder, &["audit", "--quiet", "Z", "z"]);
    let expected = vec!["new       z/d", "missing   z/d/h  z/d is a file now"];
    assert_eq!((lines(&seen), seen.status), (expected, Some(1)));
    let seen = command(&folder, &["update", "Z", "z"]);
    let expected = vec!["added     z/d", "removed   z/d/h  z/d is a file now"];
    assert_eq!((lines(&seen), seen.status), (expected, Some(0)));
}

#[test]
fn what_cannot_be_read() {
    let folder = tree();
    let permit = |name: &str, mode| fs::set_permissions(path(&folder, name), fs::Permissions::from_mode(mode)).unwrap();
    permit("z/f", 0o000);
    permit("z/d", 0o000);
    let Some(seen) = unprivileged(&folder, &["audit", "Z", "z"]) else { return };
    let expected = vec!["unread    z/d/h  Permission denied", "unread    z/f  Permission denied"];
    assert_eq!((lines(&seen), seen.status), (expected.clone(), Some(1)), "{}", seen.stderr);
    assert!(seen.stdout.contains("unread            2\n"), "{}", seen.stdout);
    let seen = unprivileged(&folder, &["audit", "--json", "Z", "z"]).unwrap();
    let record = r#""file":"z/f","status":"unread","reason":"Permission denied"}"#;
    assert!(seen.stdout.contains(record) && seen.stdout.contains(r#""unread":2"#), "{}", seen.stdout);
    // A failure is no remark.
    for arguments in [["audit", "--quiet", "Z", "z"], ["update", "--quiet", "Z", "z"]] {
        let seen = unprivileged(&folder, &arguments).unwrap();
        assert!(seen.stderr.contains("lanesum: z/d: Permission denied\n"), "{}", seen.stderr);
    }
    // Times are as listed, and nothing has to be read: the paranoid want to.
    let seen = unprivileged(&folder, &["update", "--paranoid", "Z", "z"]).unwrap();
    assert_eq!((lines(&seen), seen.status), (expected, Some(1)), "{}", seen.stderr);
    let list = fs::read_to_string(path(&folder, "Z")).unwrap();
    assert_eq!((list.matches("# size").count(), list.matches("KT128").count()), (3, 3), "{list}");
    permit("z/d", 0o755);
}

#[test]
fn a_directory_that_is_not_there() {
    let folder = tree();
    fs::create_dir(path(&folder, "bar")).unwrap();
    let seen = command(&folder, &["audit", "Z", "bar"]);
    let said = "lanesum: bar: no listed name lies below this directory\n";
    seen.is("", said, 1);
    // One of two, and patterns that leave nothing.
    assert_eq!(command(&folder, &["audit", "Z", "z", "bar"]).status, Some(1));
    let seen = command(&folder, &["audit", "Z", "z", "--include", "*.jgp"]);
    let said = "lanesum: z: no listed name lies below this directory that the patterns take\n";
    seen.says(said, 1);
    let before = fs::read_to_string(path(&folder, "Z")).unwrap();
    let seen = command(&folder, &["update", "Z", "bar"]);
    let said = "lanesum: bar: no file and no listed name lies below this directory\n";
    seen.is("", said, 1);
    // Not mounted, beside one that is.
    fs::rename(path(&folder, "z/d"), path(&folder, "hold")).unwrap();
    fs::create_dir(path(&folder, "z/d")).unwrap();
    let seen = command(&folder, &["update", "Z", "z/d", "z"]);
    assert!(
        seen.stderr.starts_with("lanesum: Z: none of the listed files below z/d is in its place: "),
        "{}",
        seen.stderr
    );
    seen.prints("", 1);
    assert_eq!(fs::read_to_string(path(&folder, "Z")).unwrap(), before);
    // Nor is a file in the bare place of the disk, even if one that is gone had its content.
    folder.file("z/d/.keep", b"d/h");
    let seen = command(&folder, &["update", "Z", "z"]);
    assert_eq!((lines(&seen), seen.status), (vec!["moved     z/d/.keep  from z/d/h"], Some(0)));
    folder.file("Z", before.as_bytes());
    fs::rename(path(&folder, "z"), path(&folder, "away")).unwrap();
    fs::create_dir_all(path(&folder, "z/d")).unwrap();
    folder.file("z/.keep", b"g");
    let seen = command(&folder, &["update", "Z", "z"]);
    assert!(seen.stderr.contains("none of the listed files below z is in its place"), "{}", seen.stderr);
    assert_eq!((fs::read_to_string(path(&folder, "Z")).unwrap(), seen.status), (before, Some(1)));
    fs::remove_dir_all(path(&folder, "z")).unwrap();
    fs::rename(path(&folder, "away"), path(&folder, "z")).unwrap();
    fs::remove_file(path(&folder, "z/d/.keep")).unwrap();
    let seen = command(&folder, &["update", "--remove-all", "Z", "z/d"]);
    assert_eq!((lines(&seen), seen.status), (vec!["removed   z/d/h"], Some(0)));
}

/// The bit that flips on the medium changes no time at all; a copy with its times restored has another ctime.
#[test]
fn rot_is_never_taken_for_an_edit() {
    for on_the_medium in [false, true] {
        let folder = tree();
        write(&folder, "z/g", "G");
        if on_the_medium {
            let text = fs::read_to_string(path(&folder, "Z")).unwrap();
            let start = text.find("# size 1 ").unwrap();
            let lines: Vec<_> = text.lines().collect();
            let at = lines.iter().position(|line| line.contains("(z/g)")).unwrap();
            let text = text[start..].replace(lines[at - 1], stamp(&folder, "z/g").trim_end());
            folder.file("Z", text.as_bytes());
            assert_eq!(command(&folder, &["update", "Z", "z"]).status, Some(0));
        }
        // A file that has changed just now, and is read, gets no times: those of the corrupt one stay.
        let told = |text: &str| {
            let lines: Vec<_> = text.lines().collect();
            let at = lines.iter().position(|line| line.contains("(z/g)")).unwrap();
            let digests = lines.iter().filter(|line| !line.starts_with('#')).map(ToString::to_string);
            digests.chain([lines[at - 1].to_owned()]).collect::<Vec<_>>()
        };
        let list = || told(&fs::read_to_string(path(&folder, "Z")).unwrap());
        let before = list();
        let found = "corrupt   z/g  other content, but the same size and mtime";
        let seen = command(&folder, &["audit", "Z", "z"]);
        assert_eq!((lines(&seen), seen.status), (vec![found], Some(1)));
        let options: &[&str] = if on_the_medium { &["--paranoid"] } else { &[] };
        for dry in [&["--dry-run"][..], &[]] {
            let seen = command(&folder, &[&["update"], options, dry, &["Z", "z"]].concat());
            assert_eq!((lines(&seen), seen.status), (vec![found], Some(1)));
            assert_eq!(list(), before);
        }
        let seen = command(&folder, &["update", "--json", "--paranoid", "Z", "z"]);
        let record = r#"{"file":"z/g","status":"corrupt","reason":"other content, but the same size and mtime"}"#;
        assert!(
            seen.stdout.contains(record) && seen.stdout.contains(r#"{"file":"z/f","status":"kept"}"#),
            "{}",
            seen.stdout
        );
        assert!(seen.stdout.ends_with("\"corrupt\":1,\"unread\":0,\"outside\":0,\"hashed\":3}\n"), "{}", seen.stdout);
        // On purpose; a dry run still changes nothing.
        let accepts = ["update", "--paranoid", "--accept", "z/g", "Z", "z"];
        let seen = command(&folder, &[&accepts[..], &["-n"]].concat());
        assert_eq!((lines(&seen), seen.status), (vec!["changed   z/g"], Some(0)));
        assert_eq!(list(), before);
        let seen = command(&folder, &accepts);
        assert_eq!((lines(&seen), seen.status), (vec!["changed   z/g"], Some(0)));
        assert_eq!(command(&folder, &["audit", "Z", "z"]).status, Some(0));
    }
}

#[test]
fn lines_without_times() {
    let folder = tree();
    let text = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "z"]));
    folder.file("Z", text.as_bytes());
    // Written before the list, and other than it says; and later.
    write(&folder, "z/g", "older than the list");
    let path_f = folder.file("z/f", b"newer than the list");
    let later = SystemTime::now() + Duration::from_secs(60);
    fs::File::options().write(true).open(path_f).unwrap().set_modified(later).unwrap();
    let seen = command(&folder, &["audit", "--quiet", "Z", "z"]);
    assert_eq!((lines(&seen), seen.status), (vec!["changed   z/f", "changed   z/g"], Some(1)));
    let seen = command(&folder, &["update", "Z", "z"]);
    let expected = vec!["changed   z/f", "corrupt   z/g  other content, but not newer than the list"];
    assert_eq!((lines(&seen), seen.status), (expected, Some(1)));
    assert_eq!(command(&folder, &["update", "--accept", "z", "Z", "z"]).status, Some(0));
    assert_eq!(command(&folder, &["check", "--quiet", "Z"]).status, Some(0));
}

#[test]
fn links_are_recorded_and_followed() {
    let folder = tree();
    symlink("f", path(&folder, "z/l")).unwrap();
    // Made with --follow, audited without it.
    folder.file("FOLLOWED", stdout_of(&mut folder.lanesum(&["sum", "-r", "--follow", "z"])).as_bytes());
    assert_eq!(command(&folder, &["audit", "--follow", "--quiet", "FOLLOWED", "z"]).status, Some(0));
    let retarget = |target: &str| {
        fs::remove_file(path(&folder, "z/l")).unwrap();
        symlink(target, path(&folder, "z/l")).unwrap();
    };
    retarget("g");
    let seen = command(&folder, &["audit", "FOLLOWED", "z"]);
    let found = "changed   z/l  is a symbolic link now; --follow would read it";
    assert_eq!((lines(&seen), seen.status), (vec![found], Some(1)));
    retarget("f");
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--links", "record", "z"]));
    assert!(list.ends_with("# link z/l -> f\n"), "{list}");
    folder.file("LINKS", list.as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["audit", "--quiet", "LINKS", "z"])), "");
    assert_eq!(command(&folder, &["check", "--strict", "--quiet", "LINKS"]).status, Some(0));
    retarget("g");
    symlink("nowhere", path(&folder, "z/m")).unwrap();
    let seen = command(&folder, &["audit", "--quiet", "LINKS", "z"]);
    let expected = vec!["changed   z/l  leads to g, not to f", "new       z/m  symbolic link"];
    assert_eq!((lines(&seen), seen.status), (expected, Some(1)));
    let seen = command(&folder, &["update", "LINKS", "z"]);
    let expected = vec!["changed   z/l  leads to g, not to f", "added     z/m  symbolic link"];
    assert_eq!((lines(&seen), seen.status), (expected, Some(0)));
    assert_eq!(stdout_of(&mut folder.lanesum(&["audit", "--quiet", "LINKS", "z"])), "");
    fs::remove_file(path(&folder, "z/m")).unwrap();
    let seen = command(&folder, &["update", "LINKS", "z"]);
    assert_eq!((lines(&seen), seen.status), (vec!["removed   z/m  symbolic link"], Some(0)));
}

#[test]
fn a_link_that_has_become_something_else() {
    for (content, kind) in [(Some("a file"), "a file"), (None, "a directory")] {
        let folder = tree();
        symlink("f", path(&folder, "z/l")).unwrap();
        folder.file("LINKS", stdout_of(&mut folder.lanesum(&["sum", "-r", "--links", "record", "./z"])).as_bytes());
        fs::remove_file(path(&folder, "z/l")).unwrap();
        match content {
            Some(content) => write(&folder, "z/l", content),
            None => fs::create_dir(path(&folder, "z/l")).unwrap(),
        }
        let seen = command(&folder, &["audit", "--quiet", "LINKS", "z"]);
        let expected = format!("changed   ./z/l  was a symbolic link, is {kind} now");
        assert_eq!((lines(&seen), seen.status), (vec![&*expected], Some(1)));
        let seen = command(&folder, &["update", "LINKS", "z"]);
        let expected = match content {
            Some(_) => "changed   z/l  was a symbolic link",
            None => "removed   ./z/l  is a directory now",
        };
        assert_eq!((lines(&seen), seen.status), (vec![expected], Some(0)));
        let list = fs::read_to_string(path(&folder, "LINKS")).unwrap();
        assert!(!list.contains("# link") && list.contains("(z/l)") == content.is_some(), "{list}");
        assert_eq!(stdout_of(&mut folder.lanesum(&["audit", "--quiet", "LINKS", "z"])), "");
    }
}

/// A stamp counts for the lines behind it alone: rot that a second run has listed does not hide behind it.
#[test]
fn two_functions_in_two_blocks() {
    let folder = tree();
    let sums = |algorithm| stdout_of(&mut folder.lanesum(&["sum", "-a", algorithm, "z/g"]));
    let good = format!("{}{}", stamp(&folder, "z/g"), sums("sha256"));
    write(&folder, "z/g", "G");
    let rotten = format!("{}{}", stamp(&folder, "z/g"), sums("kt128"));
    for list in [format!("{good}{rotten}"), format!("{rotten}{good}")] {
        folder.file("S", list.as_bytes());
        let found = vec!["corrupt   z/g  other content, but the same size and mtime"];
        let seen = command(&folder, &["audit", "S", "z", "--include", "g"]);
        assert_eq!((lines(&seen), seen.status), (found.clone(), Some(1)), "{list}");
        let seen = command(&folder, &["update", "S", "z", "--include", "g"]);
        assert_eq!((lines(&seen), seen.status), (found, Some(1)), "{list}");
        let mut after: Vec<_> = fs::read_to_string(path(&folder, "S")).unwrap().lines().map(str::to_owned).collect();
        let mut before: Vec<_> = list.lines().map(str::to_owned).collect();
        after.sort_unstable();
        before.sort_unstable();
        assert_eq!(after, before);
    }
}

/// A copy that lost the nanoseconds is no edit, and a clock that was wrong does not keep a file from having times.
#[test]
fn times_that_are_not_quite_the_same() {
    let folder = tree();
    let list = fs::read_to_string(path(&folder, "Z")).unwrap();
    folder.file("Z", list.replace("mtime 1577836800.000000000", "mtime 1577836800.123456789").as_bytes());
    write(&folder, "z/g", "G");
    let seen = command(&folder, &["update", "Z", "z"]);
    let found = vec!["corrupt   z/g  other content, but the same size and mtime"];
    assert_eq!((lines(&seen), seen.status), (found, Some(1)));
    let ahead = SystemTime::now() + Duration::from_secs(1_000_000);
    fs::File::options().write(true).open(path(&folder, "z/f")).unwrap().set_modified(ahead).unwrap();
    settle();
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "z"]));
    assert_eq!(list.matches("# size").count(), 3, "{list}");
}

/// Outputs that would replace what is read, and what a dry run takes for new.
#[test]
fn lists_are_not_replaced_by_reports() {
    let folder = tree();
    let before = fs::read_to_string(path(&folder, "Z")).unwrap();
    for arguments in [&["audit", "-o", "./Z", "Z", "z"][..], &["check", "Z", "-o", "Z"]] {
        let seen = command(&folder, arguments);
        assert!(seen.stderr.contains("-o names one of the lists") && seen.status == Some(2), "{}", seen.stderr);
        assert_eq!(fs::read_to_string(path(&folder, "Z")).unwrap(), before);
    }
    fs::rename(path(&folder, "Z"), path(&folder, "z/Z")).unwrap();
    let seen = command(&folder, &["update", "-n", "z/Z", "z"]);
    assert_eq!((lines(&seen), seen.status), (vec![], Some(0)));
    // A list of links is not one of what they lead to.
    symlink("f", path(&folder, "z/l")).unwrap();
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--links", "record", "z"]));
    folder.file("LINKS", list.as_bytes());
    let seen = command(&folder, &["update", "--follow", "LINKS", "z"]);
    assert!(seen.stderr.contains("the list records symbolic links") && seen.status == Some(1), "{}", seen.stderr);
    assert_eq!(fs::read_to_string(path(&folder, "LINKS")).unwrap(), list);
    let seen = command(&folder, &["update", "--accept", "z/typo", "LINKS", "z"]);
    assert!(seen.stderr.contains("--accept: no corrupt file"), "{}", seen.stderr);
}

/// Lines that contradict each other: the right one is kept, and without a right one none is lost.
#[test]
fn two_lines_of_one_name() {
    let folder = tree();
    let sum = stdout_of(&mut folder.lanesum(&["sum", "z/f"]));
    let wrong = format!("KT128 (./z/f) = {}\n", "00".repeat(32));
    for list in [format!("{sum}{wrong}"), format!("{wrong}{sum}"), format!("{}{sum}{wrong}", stamp(&folder, "z/f"))] {
        folder.file("D", list.as_bytes());
        assert_eq!(command(&folder, &["audit", "--quiet", "D", "z", "--include", "f"]).status, Some(0));
        let seen = command(&folder, &["update", "--quiet", "D", "z", "--include", "f"]);
        assert_eq!((seen.stderr.as_str(), seen.status), ("", Some(0)), "{list}");
        let after = fs::read_to_string(path(&folder, "D")).unwrap();
        assert!(after.replace("./", "").ends_with(&sum) && after.matches("KT128").count() == 1, "{after}");
    }
    write(&folder, "z/f", "rot");
    folder.file("D", format!("{sum}{wrong}").as_bytes());
    let seen = command(&folder, &["update", "D", "z", "--include", "f"]);
    assert_eq!((lines(&seen).len(), seen.status), (1, Some(1)), "{}", seen.stdout);
    let after = fs::read_to_string(path(&folder, "D")).unwrap();
    assert!(after.contains(sum.trim_end()) && after.matches("00000000").count() > 0, "{after}");
}

/// Lines that patterns leave out, and those outside of the directories, are nobody's to remove.
#[test]
fn what_is_not_looked_at_stays() {
    let folder = tree();
    fs::remove_file(path(&folder, "z/f")).unwrap();
    fs::remove_file(path(&folder, "z/g")).unwrap();
    let seen = command(&folder, &["update", "--exclude", "f", "Z", "z"]);
    assert_eq!((lines(&seen), seen.status), (vec!["removed   z/g"], Some(0)));
    assert!(seen.stdout.contains("outside           1\n"), "{}", seen.stdout);
    let seen = command(&folder, &["update", "Z", "z/d"]);
    assert!(seen.stdout.contains("outside           1\n") && seen.status == Some(0), "{}", seen.stdout);
    assert!(fs::read_to_string(path(&folder, "Z")).unwrap().contains("(z/f)"));
}
