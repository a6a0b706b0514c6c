//! `lanesum sum -r`: every file in a directory and below.

use std::fs;

use super::{Folder, SHA3_256_ABC, run, stdout_of};

/// The names in tagged lines, in order.
fn names(stdout: &str) -> Vec<&str> {
    stdout.lines().map(|line| line.split_once('(').unwrap().1.rsplit_once(") = ").unwrap().0).collect()
}

fn tree() -> Folder {
    let folder = Folder::new();
    for name in ["d/b", "d/a.c", "d/a/z", "d/a/.hidden", "d/.git/HEAD", "d/\u{e9}", "d/-r", "d/C"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "abc").unwrap();
    }
    folder.file("d/.gitignore", b"*\n");
    folder
}

const SORTED: [&str; 9] = [".git/HEAD", ".gitignore", "-r", "C", "a/.hidden", "a/z", "a.c", "b", "\u{e9}"];

#[test]
fn every_file_in_the_order_of_names() {
    let folder = tree();
    let mut sorted = SORTED;
    sorted.sort_by(|a, b| a.split('/').cmp(b.split('/')));
    for (argument, prefix) in [("d", "d/"), ("d/", "d/"), ("./d", "./d/"), ("d/a/..", "d/a/../")] {
        let lines = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", argument]));
        assert_eq!(names(&lines), sorted.map(|name| format!("{prefix}{name}")), "{argument}");
    }
    let lines = stdout_of(
        folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "."]).current_dir(folder.path().join("d/a")),
    );
    assert_eq!(lines, [".hidden", "z"].map(|name| format!("SHA3-256 (./{name}) = {SHA3_256_ABC}\n")).concat());
}

#[test]
fn arguments_keep_their_order() {
    let folder = tree();
    let lines =
        stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d/b", "d/a", "d/C", "d/a"]));
    assert_eq!(names(&lines), ["d/b", "d/a/.hidden", "d/a/z", "d/C", "d/a/.hidden", "d/a/z"]);
    let json = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "--json", "d/a"]));
    assert_eq!(json.lines().count(), 2);
}

#[test]
fn an_empty_directory_has_no_lines() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path().join("d/e")).unwrap();
    assert_eq!(stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d"])), "");
}

#[test]
fn a_missing_argument_does_not_stop_the_others() {
    let folder = tree();
    let run = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d/a", "no", "d/b"]));
    assert_eq!(names(&run.stdout), ["d/a/.hidden", "d/a/z", "d/b"]);
    run.says("lanesum: no: No such file or directory\n", 1);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;
    use std::process::Command as System;

    use super::*;
    use crate::faults::unprivileged;
    use crate::not_run;

    /// Reported, left out, and no failure.
    #[test]
    fn links_and_special_files_are_left_out() {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("d")).unwrap();
        folder.file("d/file", b"abc");
        symlink("file", folder.path().join("d/link")).unwrap();
        symlink("..", folder.path().join("d/up")).unwrap();
        symlink("nowhere", folder.path().join("d/dangling")).unwrap();
        let _socket = UnixListener::bind(folder.path().join("d/socket")).unwrap();
        assert!(System::new("mkfifo").arg(folder.path().join("d/fifo")).status().unwrap().success());
        let found = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d"]));
        assert_eq!(found.stdout, format!("SHA3-256 (d/file) = {SHA3_256_ABC}\n"));
        let expected = "\
lanesum: d/fifo: FIFO, left out
lanesum: d/socket: socket, left out
lanesum: 3 symbolic links left out (--follow includes them)
";
        found.says(expected, 0);
        let quiet = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "--quiet", "-r", "d"]));
        assert_eq!((quiet.stdout, quiet.stderr.as_str(), quiet.status), (found.stdout, "", Some(0)));
    }

    /// One line for all of them, whatever the command; of a single one, its name.
    #[test]
    fn links_have_one_line_in_all() {
        let folder = Folder::new();
        fs::create_dir_all(folder.path().join("d/sub")).unwrap();
        folder.file("d/file", b"abc");
        symlink("file", folder.path().join("d/link")).unwrap();
        let commands: [(&[&str], &str, &[&str]); 4] = [
            (&["sum", "-r", "d", "-o", "SUMS"], " (--follow includes %)", &[]),
            (&["audit", "SUMS", "d"], " (--follow includes %)", &[]),
            (&["update", "SUMS", "d"], " (--follow includes %)", &[]),
            (&["check", "-r", "d"], "", &["--status"]),
        ];
        for (words, them, count) in
            [("d/link: symbolic link, left out", "it", 1), ("1,002 symbolic links left out", "them", 1002)]
        {
            for number in 1..count {
                symlink("file", folder.path().join(format!("d/sub/{number}"))).unwrap();
            }
            for (arguments, advice, quiet) in commands {
                let found = run(&mut folder.lanesum(arguments));
                let lines: Vec<_> = found.stderr.lines().filter(|line| line.contains("link")).collect();
                assert_eq!(lines, [format!("lanesum: {words}{}", advice.replace('%', them))], "{arguments:?}");
                let quiet = if quiet.is_empty() { &["--quiet"] } else { quiet };
                let found = run(folder.lanesum(arguments).args(quiet));
                assert!(!found.stderr.contains("link"), "{arguments:?}: {}", found.stderr);
            }
        }
    }

    #[test]
    fn devices_on_the_way_are_left_out() {
        if !std::path::Path::new("/dev/pts").is_dir() {
            return not_run("devices below a directory: there is no /dev/pts");
        }
        // The first is an argument and read; the rest is met on the way.
        let found =
            run(&mut super::super::lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "/dev/null", "/dev/pts"]));
        assert!(found.stdout.starts_with("SHA3-256 (/dev/null) = a7ffc6f8"), "{}", found.stdout);
        assert_eq!(found.stdout.lines().count(), 1);
        assert!(found.stderr.lines().all(|line| line.ends_with(": character device, left out")), "{}", found.stderr);
        assert_eq!(found.status, Some(0));
    }

    /// Messages stand where the lines would: one behind the other if both go to the same place.
    #[test]
    fn messages_keep_their_place() {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("d")).unwrap();
        for name in ["d/a", "d/c", "d/e"] {
            folder.file(name, b"abc");
        }
        for fifo in ["d/b", "d/d"] {
            assert!(System::new("mkfifo").arg(folder.path().join(fifo)).status().unwrap().success());
        }
        let both = folder.shell(r#""$0" sum -a sha3-256 -r d no d/a 2>&1"#).stdout;
        let order =
            both.lines().map(|line| ["d/a", "d/b", "d/c", "d/d", "d/e", "no"].iter().position(|n| line.contains(n)));
        assert_eq!(order.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 0].map(Some), "{both}");
    }

    #[test]
    fn followed_links() {
        let folder = Folder::new();
        fs::create_dir_all(folder.path().join("d/sub")).unwrap();
        fs::create_dir_all(folder.path().join("outside")).unwrap();
        folder.file("d/file", b"abc");
        folder.file("d/sub/file", b"abc");
        folder.file("outside/file", b"abc");
        symlink("file", folder.path().join("d/link")).unwrap();
        symlink("../outside", folder.path().join("d/out")).unwrap();
        symlink("sub", folder.path().join("d/again")).unwrap();
        symlink("self", folder.path().join("d/self")).unwrap();
        symlink("nowhere", folder.path().join("d/dangling")).unwrap();
        let found = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "--follow", "d"]));
        assert_eq!(names(&found.stdout), ["d/again/file", "d/file", "d/link", "d/out/file", "d/sub/file"]);
        let messages: Vec<_> = found.stderr.lines().collect();
        assert_eq!(messages[0], "lanesum: d/dangling: No such file or directory");
        // The system's words for ELOOP.
        assert!(messages[1].starts_with("lanesum: d/self: ") && messages.len() == 2, "{}", found.stderr);
        assert_eq!(found.status, Some(1));
    }

    #[test]
    fn a_loop_ends() {
        let folder = Folder::new();
        fs::create_dir_all(folder.path().join("d/sub")).unwrap();
        folder.file("d/sub/file", b"abc");
        symlink("..", folder.path().join("d/sub/up")).unwrap();
        symlink(".", folder.path().join("d/here")).unwrap();
        let found = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "--follow", "d"]));
        assert_eq!(names(&found.stdout), ["d/sub/file"]);
        let expected = "lanesum: d/here: symbolic link back to d, left out; remove the link or --follow\n\
                        lanesum: d/sub/up: symbolic link back to d, left out; remove the link or --follow\n";
        found.says(expected, 1);
    }

    /// A link above the argument: the same tree once more under a longer name, and there is the loop.
    #[test]
    fn a_loop_through_a_parent_ends() {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("d")).unwrap();
        folder.file("d/file", b"abc");
        symlink("..", folder.path().join("d/up")).unwrap();
        let found = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "--follow", "d"]));
        assert_eq!(names(&found.stdout), ["d/file", "d/up/d/file"]);
        let expected = "lanesum: d/up/d/up: symbolic link back to d/up, left out; remove the link or --follow\n";
        found.says(expected, 1);
    }

    #[test]
    fn a_link_as_an_argument_is_followed() {
        let folder = tree();
        symlink("d/a", folder.path().join("link")).unwrap();
        symlink("d/b", folder.path().join("one")).unwrap();
        let lines =
            stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "link", "one", "link/"]));
        assert_eq!(names(&lines), ["link/.hidden", "link/z", "one", "link/.hidden", "link/z"]);
    }

    #[test]
    fn an_unreadable_directory_does_not_stop_the_walk() {
        let folder = tree();
        let locked = folder.path().join("d/a");
        fs::set_permissions(&locked, PermissionsExt::from_mode(0o000)).unwrap();
        let found = unprivileged(&folder, &["sum", "-a", "sha3-256", "-r", "--no-times", "d"]);
        fs::set_permissions(&locked, PermissionsExt::from_mode(0o700)).unwrap();
        let Some(found) = found else { return };
        assert_eq!(names(&found.stdout).len(), SORTED.len() - 2);
        found.says("lanesum: d/a: Permission denied\n", 1);
    }

    #[test]
    fn names_of_every_kind() {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("d")).unwrap();
        let long = [b'n'; 255];
        let names: [&[u8]; 9] =
            [b"a\nb", b"a\rb", b"a\\b", b"\xff\xfe", b"-r", b" ", b"--", &long, b"SHA3-256 (x) = 00"];
        for name in names {
            folder.file(OsStr::from_bytes(name), b"abc");
            fs::rename(
                folder.path().join(OsStr::from_bytes(name)),
                folder.path().join("d").join(OsStr::from_bytes(name)),
            )
            .unwrap();
        }
        let mut sorted = names;
        sorted.sort_unstable();
        let output = crate::output_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-rz", "d"]));
        assert_eq!((output.stderr.as_slice(), output.status.code()), (b"".as_slice(), Some(0)));
        let line = |name: &[u8]| [b"SHA3-256 (d/", name, b") = ", SHA3_256_ABC.as_bytes(), b"\0"].concat();
        let expected: Vec<u8> = sorted.iter().flat_map(|name| line(name)).collect();
        assert_eq!(output.stdout.escape_ascii().to_string(), expected.escape_ascii().to_string());
        // A newline in a name makes no second line.
        let lines = crate::output_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d"])).stdout;
        assert_eq!(lines.split_inclusive(|&byte| byte == b'\n').count(), names.len());
    }

    /// Below what the system can name: reported, and the walk goes on.
    #[test]
    fn a_tree_deeper_than_names_can_be_long() {
        const LEVEL: &str = match str::from_utf8(&[b'n'; 250]) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        };
        let folder = Folder::new();
        // Two halves, each of which has a name, one put at the end of the other.
        let half = |top: &str| [top].into_iter().chain([LEVEL; 10]).collect::<PathBuf>();
        fs::create_dir_all(folder.path().join(half("d"))).unwrap();
        fs::create_dir_all(folder.path().join(half("e"))).unwrap();
        folder.file(half("e").join("deepest"), b"abc");
        folder.file("d/z", b"abc");
        fs::rename(folder.path().join("e"), folder.path().join(half("d")).join("e")).unwrap();
        let found = run(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-r", "--no-times", "d"]));
        assert_eq!(found.stdout, format!("SHA3-256 (d/z) = {SHA3_256_ABC}\n"));
        assert!(found.stderr.ends_with(": File name too long\n"), "{}", found.stderr);
        assert_eq!((found.stderr.lines().count(), found.status), (1, Some(1)));
    }
}
