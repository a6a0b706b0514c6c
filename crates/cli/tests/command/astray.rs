//! Files and directories that somebody replaces by links, FIFOs and devices while a run is under way: nobody who may write in a tree can
//! lead a run out of it, or make it wait.
//!
//! Each race is won by a brake, not by luck. The first directory of the tree has thousands of FIFOs, each of which is reported on standard
//! error, which is a pipe that nobody reads. So the run stands still in that directory until the replacement has been made.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command as System, Stdio};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, OFlags, makedev, mknodat, openat};
use rustix::io::ioctl_fionread;

use super::{BINARY, Folder, Run, SHA3_256_ABC, end, not_run, run, stdout_of, wait_until};
use crate::scarce::WITHOUT_CALL;

/// The content of a file that no run over `z` may read.
const SECRET: &[u8] = b"a file outside of the tree";

/// More than a pipe and the queues between the threads of a run can hold, with names that fill a pipe soon.
const BRAKES: usize = 4000;

/// One FIFO of many names: to make as many takes forty times as long.
fn brake(directory: &Path) {
    let name = |number: usize| directory.join(format!("{number:0200}"));
    mknodat(CWD, name(0), FileType::Fifo, Mode::RWXU, 0).unwrap();
    (1..BRAKES).for_each(|number| fs::hard_link(name(0), name(number)).unwrap());
}

/// Directories `z/a`, in which a run stands still, and `z/b`; `out` lies outside.
fn tree() -> Folder {
    let folder = Folder::new();
    for directory in ["z", "z/a", "z/b", "out"] {
        fs::create_dir(folder.path().join(directory)).unwrap();
    }
    brake(&folder.path().join("z/a"));
    for name in ["z/a/zz1", "z/a/zz2", "z/b/file"] {
        folder.file(name, b"abc");
    }
    for name in ["out/zz1", "out/zz2", "out/file"] {
        folder.file(name, SECRET);
    }
    folder
}

/// Runs a program that stands still, lets `meddle` do what it likes meanwhile, and then lets the program go on.
fn braked(program: &mut System, folder: &Folder, meddle: impl FnOnce(&Path)) -> Run {
    let program = program.current_dir(folder.path()).stdin(Stdio::null());
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    // Of the 64 KiB of a pipe, as many bytes of each of 16 pages stay free as a line has, if lines are written one by one: 420 at most.
    let full = |pipe: &dyn AsFd| ioctl_fionread(pipe.as_fd()).unwrap() > 65_536 - 16 * 420;
    wait_until("a pipe that is full", || full(&stdout) || full(&stderr));
    assert!(child.try_wait().unwrap().is_none(), "it ended before anything was replaced");
    meddle(folder.path());
    let text = |mut pipe: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        })
    };
    let (stdout, stderr) = (text(Box::new(stdout)), text(Box::new(stderr)));
    let status = end(&mut child).code();
    Run { stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap(), status, arguments: Vec::new() }
}

fn lanesum(arguments: &[&str]) -> System {
    let mut command = System::new(BINARY);
    command.args(arguments).env("NO_COLOR", "1");
    command
}

/// The messages but for those of the brakes, each of which must be there.
fn messages(run: &Run) -> Vec<&str> {
    let is_brake = |line: &&str| line.starts_with("lanesum: z/a/0") && line.ends_with(": FIFO, left out");
    let (brakes, others): (Vec<_>, Vec<_>) = run.stderr.lines().partition(is_brake);
    assert_eq!(brakes.len(), BRAKES, "{others:?}");
    others
}

fn line(name: &str) -> String {
    format!("SHA3-256 ({name}) = {SHA3_256_ABC}\n")
}

/// `z/b` becomes a link to `out`.
fn swap_directory(at: &Path) {
    fs::rename(at.join("z/b"), at.join("hold")).unwrap();
    symlink("../out", at.join("z/b")).unwrap();
}

/// `z/a/zz1`, which is found already, becomes a link to `out/zz1`.
fn swap_file(at: &Path) {
    fs::remove_file(at.join("z/a/zz1")).unwrap();
    symlink("../../out/zz1", at.join("z/a/zz1")).unwrap();
}

fn swap_for_a_fifo(at: &Path) {
    fs::remove_file(at.join("z/a/zz1")).unwrap();
    mknodat(CWD, at.join("z/a/zz1"), FileType::Fifo, Mode::RWXU, 0).unwrap();
}

type Meddler<T> = Box<dyn Fn(&Path) -> T>;

const LINK: &str = "symbolic link, left out (--follow includes it)";

#[test]
fn sum_does_not_follow_a_directory_that_became_a_link() {
    for options in [&[][..], &["--threads", "1"], &["--io", "sequential"]] {
        let folder = tree();
        let run = braked(lanesum(&["sum", "-a", "sha3-256", "-r", "z"]).args(options), &folder, swap_directory);
        assert_eq!(run.stdout, line("z/a/zz1") + &line("z/a/zz2"), "{options:?}");
        assert_eq!((messages(&run), run.status), (vec![format!("lanesum: z/b: {LINK}").as_str()], Some(0)));
    }
}

/// The control: the replacement comes while a program walks, and one that takes care is not led astray. (One that does not would read the
/// secret: the name leads to it.)
#[test]
fn find_is_not_led_astray_by_the_same_race() {
    let folder = Folder::new();
    for directory in ["z", "z/b", "z/c", "z/d", "z/e", "out"] {
        fs::create_dir(folder.path().join(directory)).unwrap();
    }
    folder.file("out/file", SECRET);
    let find = System::new("find").args(["z", "-mindepth", "1"]).current_dir(folder.path()).output();
    let Some(order) = find.ok().filter(|find| find.status.success()) else {
        return not_run("whether find is led astray: there is no find");
    };
    let order: Vec<_> = str::from_utf8(&order.stdout).unwrap().lines().collect();
    let (first, last) = (folder.path().join(order[0]), folder.path().join(order[3]));
    brake(&first);
    fs::write(last.join("file"), "abc").unwrap();
    let mut find = System::new("find");
    find.args(["z", "-type", "p", "-print", "-o", "-type", "f", "-exec", "sha256sum", "{}", "+"]);
    let run = braked(&mut find, &folder, |at| {
        fs::rename(&last, at.join("hold")).unwrap();
        symlink("../out", &last).unwrap();
    });
    assert_eq!(fs::read(last.join("file")).unwrap(), SECRET);
    let others: Vec<_> = run.stdout.lines().filter(|line| !line.contains("/0000")).collect();
    assert_eq!((others, run.stdout.lines().count()), (vec![], BRAKES), "{}", run.stderr);
}

/// Files found below a directory that was then replaced cannot be read any more, and are not looked for elsewhere.
#[test]
fn files_below_a_directory_that_became_a_link_are_failures() {
    let folder = tree();
    let run = braked(&mut lanesum(&["sum", "-a", "sha3-256", "-r", "z"]), &folder, |at| {
        fs::rename(at.join("z/a"), at.join("hold")).unwrap();
        symlink("../out", at.join("z/a")).unwrap();
    });
    assert_eq!(run.stdout, line("z/b/file"));
    let reason = "a directory above it became a symbolic link, which is not followed";
    let expected = ["zz1", "zz2"].map(|name| format!("lanesum: z/a/{name}: {reason}"));
    assert_eq!((messages(&run), run.status), (expected.iter().map(String::as_str).collect(), Some(1)));
}

#[test]
fn sum_leaves_out_files_that_became_something_else() {
    let special = |kind, device| move |at: &Path| mknodat(CWD, at.join("z/a/zz1"), kind, Mode::RWXU, device).is_ok();
    let cases: [(&str, Meddler<bool>); 5] = [
        (LINK, Box::new(|at: &Path| symlink("../../out/zz1", at.join("z/a/zz1")).is_ok())),
        (LINK, Box::new(|at: &Path| symlink("/dev/zero", at.join("z/a/zz1")).is_ok())),
        ("FIFO, left out", Box::new(special(FileType::Fifo, 0))),
        ("socket, left out", Box::new(special(FileType::Socket, 0))),
        // /dev/zero, which never ends.
        ("character device, left out", Box::new(special(FileType::CharacterDevice, makedev(1, 5)))),
    ];
    for (words, meddle) in cases {
        let folder = tree();
        let mut made = true;
        let run = braked(&mut lanesum(&["sum", "-a", "sha3-256", "-r", "z"]), &folder, |at| {
            fs::remove_file(at.join("z/a/zz1")).unwrap();
            made = meddle(at);
        });
        if !made {
            not_run(&format!("{words}: only the superuser can make one"));
            continue;
        }
        assert_eq!(run.stdout, line("z/a/zz2") + &line("z/b/file"), "{words}");
        assert_eq!((messages(&run), run.status), (vec![format!("lanesum: z/a/zz1: {words}").as_str()], Some(0)));
    }
}

/// Links are followed, but nobody waits for what is no file.
#[test]
fn following_links_is_no_reason_to_wait() {
    let folder = tree();
    let run = braked(&mut lanesum(&["sum", "-a", "sha3-256", "-r", "--follow", "z"]), &folder, swap_for_a_fifo);
    assert_eq!(run.stdout, line("z/a/zz2") + &line("z/b/file"));
    assert_eq!((messages(&run), run.status), (vec!["lanesum: z/a/zz1: FIFO, left out"], Some(0)));
}

/// A run with one thread that stands still at two FIFOs among its arguments. `start` is called when all of `z` has been found, but not read.
/// `middle` is called when the small files of `z` have been read, and the large one has been put aside.
fn halted(folder: &Folder, options: &[&str], start: impl FnOnce(&Path), middle: impl FnOnce(&Path)) -> Run {
    for fifo in ["first", "second"] {
        mknodat(CWD, folder.path().join(fifo), FileType::Fifo, Mode::RWXU, 0).unwrap();
    }
    let mut command = lanesum(&["sum", "-a", "sha3-256", "--threads", "1", "-r"]);
    let command = command.args(options).args(["first", "z", "second"]).current_dir(folder.path());
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let wait_for_reader = |fifo: &str| {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK;
        let mut opened = None;
        wait_until(fifo, || {
            opened = openat(CWD, folder.path().join(fifo), flags, Mode::empty()).ok();
            opened.is_some()
        });
        opened.unwrap()
    };
    let first = wait_for_reader("first");
    // The walk goes on meanwhile, and has little to do.
    thread::sleep(Duration::from_millis(300));
    start(folder.path());
    File::from(first).write_all(b"abc").unwrap();
    let second = wait_for_reader("second");
    middle(folder.path());
    File::from(second).write_all(b"abc").unwrap();
    let status = end(&mut child).code();
    Run { status, ..Run::from(child.wait_with_output().unwrap()) }
}

/// The link led to a file when the walk saw it.
#[test]
fn a_link_that_leads_to_a_fifo_at_last_is_not_waited_for() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("z")).unwrap();
    folder.file("aim", b"abc");
    symlink("../aim", folder.path().join("z/link")).unwrap();
    let swap = |at: &Path| {
        fs::remove_file(at.join("aim")).unwrap();
        mknodat(CWD, at.join("aim"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    };
    halted(&folder, &["--follow"], swap, |_| ()).is(
        &(line("first") + &line("second")),
        "lanesum: z/link: FIFO, left out\n",
        0,
    );
}

/// A large file is opened once to see its size, and once more to be read.
#[test]
fn a_large_file_is_opened_with_the_same_care_again() {
    for fifo in [false, true] {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("z")).unwrap();
        folder.file("z/large", &vec![0; 1 << 20]);
        folder.file("secret", SECRET);
        let swap = |at: &Path| {
            fs::remove_file(at.join("z/large")).unwrap();
            if fifo {
                mknodat(CWD, at.join("z/large"), FileType::Fifo, Mode::RWXU, 0).unwrap();
            } else {
                symlink("../secret", at.join("z/large")).unwrap();
            }
        };
        let run = halted(&folder, &[], |_| (), swap);
        run.prints(&(line("first") + &line("second")), 0);
        let words = if fifo { "FIFO, left out" } else { LINK };
        assert_eq!(run.stderr, format!("lanesum: z/large: {words}\n"));
    }
}

/// A tuple without a file that was found would be another tuple.
#[test]
fn a_tuple_has_no_digest_then() {
    for (meddle, what) in [(swap_file as fn(&Path), "symbolic link"), (swap_for_a_fifo, "FIFO")] {
        let folder = tree();
        let run = braked(&mut lanesum(&["sum", "-a", "tuplehash128", "-r", "z"]), &folder, meddle);
        run.prints("", 1);
        let message = format!("lanesum: z/a/zz1: it became a {what} after it was found; no digest written");
        assert_eq!(messages(&run), [message]);
    }
}

#[test]
fn update_is_not_led_astray() {
    for (meddle, file, name) in [(swap_directory as fn(&Path), "z/b/file", "z/b"), (swap_file, "z/a/zz1", "z/a/zz1")] {
        for options in [&[][..], &["--paranoid"]] {
            let folder = tree();
            let update = ["update", "-a", "sha3-256", "SUMS", "z"];
            run(&mut folder.lanesum(&update));
            let list = || fs::read_to_string(folder.path().join("SUMS")).unwrap();
            assert!(list().contains(&line(file)));
            let run = braked(lanesum(&update).args(options), &folder, meddle);
            // Nobody has looked at what the link leads to: the old line stays, at the end.
            let list = list();
            let mut lines: Vec<_> = list.lines().filter(|line| !line.starts_with('#')).collect();
            lines.sort_unstable();
            let expected = ["z/a/zz1", "z/a/zz2", "z/b/file"].map(line).concat();
            assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{name} {options:?}: {}", run.stdout);
            let is_name = if file == name { "is" } else { "z/b is" };
            let unread = format!("unread    {file}  {is_name} a symbolic link now; --follow would read it\n");
            assert!(run.stdout.contains(&unread) && run.status == Some(1), "{}", run.stdout);
            let left_out = format!("lanesum: {name}: {LINK}");
            assert!(messages(&run).contains(&left_out.as_str()), "{:?}", messages(&run));
        }
    }
}

/// The link has the size and times of the old file: they alone do not make it the same.
#[test]
fn update_looks_at_a_link_itself() {
    let folder = tree();
    let update = ["update", "-a", "sha3-256", "SUMS", "z"];
    // A stamp counts only once it is older than a moment.
    thread::sleep(Duration::from_millis(50));
    run(&mut folder.lanesum(&update));
    let meddled = braked(&mut lanesum(&update), &folder, |at| {
        fs::rename(at.join("z/a/zz1"), at.join("out/zz1")).unwrap();
        symlink("../../out/zz1", at.join("z/a/zz1")).unwrap();
    });
    let list = fs::read_to_string(folder.path().join("SUMS")).unwrap();
    assert!(list.contains("(z/a/zz1)") && list.contains("(z/a/zz2)"), "{list}{:?}", messages(&meddled));
    let unread = "unread    z/a/zz1  is a symbolic link now; --follow would read it\n";
    assert!(meddled.stdout.contains(unread) && meddled.status == Some(1), "{}", meddled.stdout);
}

#[test]
fn audit_is_not_led_astray() {
    let follow = "; --follow would read it";
    for (meddle, words, now) in [
        (
            swap_directory as fn(&Path),
            "z/b: symbolic link, left out",
            format!("z/b/file  z/b is a symbolic link now{follow}"),
        ),
        (swap_file, "z/a/zz1: symbolic link, left out", format!("z/a/zz1  is a symbolic link now{follow}")),
        (swap_for_a_fifo, "z/a/zz1: FIFO, left out", "z/a/zz1  is a FIFO now".to_owned()),
    ] {
        let folder = tree();
        run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "z", "-o", "SUMS"]));
        // The file outside would be another one, and the one inside is not there.
        let run = braked(&mut lanesum(&["audit", "SUMS", "z"]), &folder, meddle);
        let of_tree = |line: &&str| line.contains(" z/") && !line.starts_with("unchanged");
        assert_eq!(run.stdout.lines().filter(of_tree).collect::<Vec<_>>(), [format!("changed   {now}")]);
        assert_eq!(run.status, Some(1));
        assert!(messages(&run).iter().any(|message| message.contains(words)), "{:?}", messages(&run));
    }
}

/// Lists that `check -r` has found: a list that was replaced is a failure, and is not read.
#[test]
fn lists_that_were_found_are_not_led_astray() {
    let replaced = |at: &Path, make: &dyn Fn(&Path)| {
        let list = at.join("z/b/SHA3-256SUMS");
        fs::remove_file(&list).unwrap();
        make(&list);
    };
    let cases: [(&str, Meddler<()>); 3] = [
        ("symbolic link", Box::new(|list: &Path| symlink("../../out/SHA3-256SUMS", list).unwrap())),
        ("symbolic link", Box::new(|list: &Path| symlink("/dev/zero", list).unwrap())),
        ("FIFO", Box::new(|list: &Path| mknodat(CWD, list, FileType::Fifo, Mode::RWXU, 0).unwrap())),
    ];
    for (what, make) in cases {
        let folder = Folder::new();
        for directory in ["z", "z/a", "z/b", "out"] {
            fs::create_dir(folder.path().join(directory)).unwrap();
        }
        for name in ["z/a/abc", "z/b/abc", "out/abc"] {
            folder.file(name, b"abc");
        }
        // The brake: more lines on standard output than a pipe and the queues hold.
        let long = format!("./{}abc", "./".repeat(200));
        folder.file("z/a/SHA3-256SUMS", line(&long).repeat(BRAKES).as_bytes());
        folder.file("z/b/SHA3-256SUMS", line("abc").as_bytes());
        folder.file("out/SHA3-256SUMS", line("abc").as_bytes());
        let run = braked(&mut lanesum(&["check", "-r", "z"]), &folder, |at| replaced(at, &*make));
        let expected = format!(
            "lanesum: z/b/SHA3-256SUMS: it became a {what} after it was found; try again when nobody changes the directory\n"
        );
        assert_eq!((run.stdout.lines().count(), run.stderr, run.status), (BRAKES, expected, Some(1)));
    }
}

/// A sandbox, or a kernel before Linux 5.6, has no `openat2`: each part of a name is opened by itself.
#[test]
fn without_openat2_the_care_is_the_same() {
    for error in ["1", "38"] {
        let folder = tree();
        let mut python = System::new("python3");
        python.args(["-c", WITHOUT_CALL, "437", error, BINARY, "sum", "-a", "sha3-256", "-r", "z"]);
        if python.output().ok().is_none_or(|run| run.status.code() == Some(99)) {
            return not_run("directories without openat2: python3, or a kernel with seccomp, is missing");
        }
        let run = braked(&mut python, &folder, |at| {
            swap_directory(at);
            swap_file(at);
        });
        assert_eq!(run.stdout, line("z/a/zz2"), "error {error}");
        let links = "lanesum: 2 symbolic links left out (--follow includes them)";
        assert_eq!((messages(&run), run.status), (vec![links], Some(0)), "error {error}");
    }
}

/// `x.sig` beside a list is found, too: it must be a file.
#[test]
fn a_signature_that_is_a_fifo_is_not_waited_for() {
    let folder = Folder::new();
    stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "/dev/null", "-o", "SUMS"]));
    run(&mut folder.lanesum(&["keygen", "ada", "--no-passphrase"]));
    mknodat(CWD, folder.path().join("SUMS.sig"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    for arguments in [&["verify", "--key", "ada.pub", "SUMS"][..], &["check", "--signed-by", "ada.pub", "SUMS"]] {
        let messages = File::create(folder.path().join("messages")).unwrap();
        let mut command = lanesum(arguments);
        let command = command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(messages);
        assert_eq!(end(&mut command.spawn().unwrap()).code(), Some(1), "{arguments:?}");
        let said = fs::read_to_string(folder.path().join("messages")).unwrap();
        assert_eq!(said, "lanesum: SUMS.sig: not a regular file (FIFO)\n", "{arguments:?}");
    }
}
