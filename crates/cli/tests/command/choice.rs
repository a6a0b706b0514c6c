//! Which files are taken, where output goes, and which messages there are: `--exclude` and the like, `-o`, `--quiet`, `--json`.

use super::{Folder, run, stdout_of};

fn names(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split(['(', ')']).nth(1).unwrap().to_owned()).collect()
}

#[test]
fn patterns_are_those_of_gitignore() {
    let folder = Folder::new();
    for directory in ["d", "d/.git", "d/sub"] {
        std::fs::create_dir(folder.path().join(directory)).unwrap();
    }
    for name in ["a.c", "a.o", ".hidden", ".gitignore", ".git/x", "sub/b.c", "sub/b.o"] {
        folder.file(format!("d/{name}"), name.as_bytes());
    }
    folder.file("d/.gitignore", b"*.c\n");
    for (options, expected) in [
        // Nothing is left out unless somebody asks.
        (&[][..], &[".git/x", ".gitignore", ".hidden", "a.c", "a.o", "sub/b.c", "sub/b.o"][..]),
        (&["--exclude", "*.o"], &[".git/x", ".gitignore", ".hidden", "a.c", "sub/b.c"]),
        (&["--exclude", ".git/", "--exclude", "/a.*"], &[".gitignore", ".hidden", "sub/b.c", "sub/b.o"]),
        (&["--include", "*.c"], &["a.c", "sub/b.c"]),
        (&["--include", "*.c", "--exclude", "sub"], &["a.c"]),
        (&["--exclude", "*.o", "--exclude", "!b.o", "--include", "*.[co]"], &["a.c", "sub/b.c", "sub/b.o"]),
        (&["--one-file-system", "--include", "sub/"], &["sub/b.c", "sub/b.o"]),
    ] {
        for root in ["d", "./d", "d/", "d/../d"] {
            let found = names(&stdout_of(folder.lanesum(&["sum", "-r", "--no-times", root]).args(options)));
            let expected: Vec<_> =
                expected.iter().map(|name| format!("{}/{name}", root.trim_end_matches('/'))).collect();
            assert_eq!(found, expected, "{options:?}");
        }
    }
    let inside =
        run(folder.lanesum(&["sum", "-r", "--no-times", ".", "--include", "a.c"]).current_dir(folder.path().join("d")));
    assert_eq!(names(&inside.stdout), ["./a.c"]);
}

#[test]
fn a_file_is_replaced_when_all_is_written() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    folder.file("d/SUMS", b"old");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(folder.path().join("d/SUMS"), mode).unwrap();
        std::os::unix::fs::symlink("d/SUMS", folder.path().join("link")).unwrap();
    }
    let run_sum = |arguments: &[&str]| run(folder.lanesum(&["sum", "-r", "--no-times", "d"]).args(arguments));
    let seen = run_sum(&["-o", "d/SUMS"]);
    let written = "lanesum: d/SUMS: this is the output file, left out\n";
    seen.is("", written, 0);
    let text = || std::fs::read_to_string(folder.path().join("d/SUMS")).unwrap();
    assert_eq!(names(&text()), ["d/abc"]);
    // A run that fails leaves the old one.
    let seen = run_sum(&["-o", "d/SUMS", "-a", "kmac128", "--key-file", "nokey"]);
    assert_eq!((names(&text()), seen.status), (vec!["d/abc".to_owned()], Some(1)));
    assert_eq!(run_sum(&["-o", "nodir/SUMS"]).stderr, "lanesum: nodir: No such file or directory\n");
    let seen = run_sum(&["--quiet", "--relative", "-o", "d/SUMS"]);
    assert_eq!((seen.stderr.as_str(), names(&text())), ("", vec!["abc".to_owned()]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(run_sum(&["--quiet", "-o", "link", "-a", "sha256"]).status, Some(0));
        assert!(text().starts_with("SHA256 (d/abc)"));
        assert!(std::fs::symlink_metadata(folder.path().join("link")).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(folder.path().join("d/SUMS")).unwrap().permissions().mode() & 0o777, 0o640);
        // A device is written to.
        assert_eq!(run_sum(&["-o", "/dev/null"]).status, Some(0));
    }
    #[cfg(not(unix))]
    assert_eq!(run_sum(&["--quiet", "-o", "d/SUMS"]).status, Some(0));
    let entries = std::fs::read_dir(folder.path().join("d")).unwrap().count();
    assert_eq!(entries, 2);
    run(&mut folder.lanesum(&["check", "-o", "OUT", "d/SUMS"])).prints("", 0);
    assert_eq!(std::fs::read_to_string(folder.path().join("OUT")).unwrap(), "d/abc: OK\n");
}

#[test]
fn checks_in_json() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("b", b"b");
    let list = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256", "abc", "b"]));
    folder.file("LIST", format!("{list}x\n{}", list.replace("abc", "nofile")).as_bytes());
    folder.file("b", b"c");
    let seen = run(&mut folder.lanesum(&["check", "--json", "LIST"]));
    let lines: Vec<serde_json::Value> = seen.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let status = |at: usize| (lines[at]["file"].as_str().unwrap(), lines[at]["status"].as_str().unwrap());
    assert_eq!(
        [status(0), status(1), status(2), status(3)],
        [("abc", "ok"), ("b", "failed"), ("nofile", "unread"), ("b", "failed")]
    );
    assert_eq!(lines[2]["reason"], "No such file or directory");
    assert_eq!((&lines[0]["list"], &lines[0]["tags"][0]), (&"LIST".into(), &"SHA256".into()));
    let sum = &lines[4];
    assert_eq!(
        (&sum["right"], &sum["different"], &sum["unread"], &sum["improper"]),
        (&1.into(), &2.into(), &1.into(), &1.into())
    );
    assert_eq!((lines.len(), seen.status), (5, Some(1)));
    let quiet = run(&mut folder.lanesum(&["check", "--json", "--quiet", "LIST"]));
    assert_eq!(quiet.stdout.lines().count(), 4);
    assert_eq!(run(&mut folder.lanesum(&["check", "--json", "--status", "LIST"])).stdout, "");
}

/// On a terminal a name could move the cursor or change the colours.
#[cfg(target_os = "linux")]
#[test]
fn names_on_terminals_are_quoted() {
    let folder = Folder::new();
    let name = "a\u{1b}[31mb";
    folder.file(name, b"abc");
    let list = stdout_of(&mut folder.lanesum(&["sum", name]));
    assert!(list.contains(name));
    folder.file("LIST", list.as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "LIST"])), format!("{name}: OK\n"));
    for (arguments, shown) in [
        ("sum a*", "KT128 ('a'$'\\033''[31mb') = "),
        ("check --color never LIST", "'a'$'\\033''[31mb': OK"),
        ("sum --hashdeep a*", ",'a'$'\\033''[31mb'"),
    ] {
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &format!("{} {arguments}", super::BINARY), "/dev/null"]).current_dir(folder.path());
        let Ok(output) = script.stdin(std::process::Stdio::null()).output() else {
            super::not_run("names on terminals: script is not installed");
            return;
        };
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(shown) && !text.contains('\u{1b}'), "{}", text.escape_debug());
    }
}
