//! `lanesum audit` and `lanesum update`.

use super::{Folder, Run, run, settle, stdout_of};

fn audit(folder: &Folder, arguments: &[&str]) -> Run {
    run(&mut folder.lanesum(&[&["audit"], arguments].concat()))
}

fn tree() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    for (name, content) in [("a", "1"), ("b", "2"), ("c", "3"), ("twin1", "4"), ("twin2", "4"), ("e", "5")] {
        folder.file(format!("d/{name}"), content.as_bytes());
    }
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "d"]));
    folder.file("SUMS", list.as_bytes());
    folder
}

/// The totals of `audit`: unchanged, changed, corrupt, moved, new, missing, unread, outside.
fn table(counts: [u64; 8]) -> String {
    let words = ["unchanged", "changed", "corrupt", "moved", "new", "missing", "unread", "outside"];
    let lines: Vec<_> = words.iter().zip(counts).map(|(word, count)| format!("{word:<9} {count:>9}")).collect();
    lines.join("\n") + "\n"
}

#[test]
fn every_kind_of_change() {
    let folder = tree();
    audit(&folder, &["SUMS", "d"]).is(&table([6, 0, 0, 0, 0, 0, 0, 0]), "", 0);
    assert_eq!(stdout_of(&mut folder.lanesum(&["audit", "--quiet", "SUMS", "d"])), "");
    let path = |name: &str| folder.path().join("d").join(name);
    folder.file("d/a", b"changed");
    std::fs::rename(path("b"), path("moved")).unwrap();
    std::fs::remove_file(path("c")).unwrap();
    // Of two alike one is gone under its name, and one was copied.
    std::fs::rename(path("twin1"), path("twin3")).unwrap();
    std::fs::copy(path("twin2"), path("twin4")).unwrap();
    folder.file("d/new", b"new");
    let seen = audit(&folder, &["SUMS", "d"]);
    let expected = "\
changed   d/a
missing   d/c
moved     d/moved  from d/b
new       d/new
moved     d/twin3  from d/twin1
new       d/twin4  copy of d/twin1
";
    let expected = format!("{expected}{}", table([2, 1, 0, 2, 2, 1, 0, 0]));
    seen.is(&expected, "", 1);
    let seen = audit(&folder, &["--json", "--quiet", "./SUMS", "./d"]);
    let lines: Vec<serde_json::Value> = seen.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["unchanged"], &last["moved"], &last["missing"]), (&2.into(), &2.into(), &1.into()));
    let moved = lines.iter().find(|line| line["file"] == "./d/moved").unwrap();
    assert_eq!((&moved["status"], &moved["from"]["file"]), (&"moved".into(), &"d/b".into()));
    assert_eq!(lines.len(), 7);
}

#[test]
fn several_lists_are_known_together() {
    let folder = tree();
    folder.file("d/new", b"new");
    let more = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256,md5", "--quiet", "d/new", "d/a"]));
    folder.file("d/MORE", more.as_bytes());
    let seen = audit(&folder, &["SUMS", "d/MORE", "d"]);
    seen.says("", 0);
    assert!(seen.stdout.starts_with("unchanged         7\n"), "{}", seen.stdout);
    // Excluded files are not reported as new, and are not counted.
    audit(&folder, &["--exclude", "new", "SUMS", "d", "--exclude=MORE"]).prints(&table([6, 0, 0, 0, 0, 0, 0, 0]), 0);
    // The same of the lists' names: nothing that is excluded is missing.
    let seen = audit(&folder, &["SUMS", "d", "--include", "a"]);
    assert!(seen.stdout.starts_with("unchanged         1\n") && seen.status == Some(0), "{}", seen.stdout);
    std::fs::remove_file(folder.path().join("d/b")).unwrap();
    assert_eq!(
        audit(&folder, &["SUMS", "./d", "--exclude", "b", "--exclude", "new", "--exclude=MORE"]).status,
        Some(0)
    );
    let seen = audit(&folder, &["SUMS", "d", "--include", "[ab]"]);
    assert!(seen.stdout.starts_with("missing   d/b\nunchanged         1\n"), "{}", seen.stdout);
}

#[test]
fn a_list_of_no_use_says_so() {
    let folder = tree();
    folder.file("none", b"x\n");
    for (arguments, said) in [
        (&["none", "d"][..], "lanesum: none: no properly formatted checksum lines found\n"),
        (&["nolist", "d"], "lanesum: nolist: No such file or directory\n"),
    ] {
        let seen = audit(&folder, arguments);
        assert!(seen.stderr.starts_with(said) && seen.stdout.is_empty() && seen.status == Some(1), "{}", seen.stderr);
    }
    assert_eq!(audit(&folder, &["d", "d"]).status, Some(2));
    assert_eq!(audit(&folder, &["SUMS", "SUMS"]).status, Some(2));
}

#[test]
fn a_file_that_takes_the_place_of_another() {
    let folder = tree();
    let path = |name: &str| folder.path().join("d").join(name);
    std::fs::rename(path("a"), path("b")).unwrap();
    std::fs::remove_file(path("twin1")).unwrap();
    std::fs::copy(path("c"), path("e")).unwrap();
    let seen = audit(&folder, &["SUMS", "d"]);
    let expected = "\
changed   d/b  from d/a
changed   d/e  copy of d/c
missing   d/twin1  copy of d/twin2
";
    let expected = format!("{expected}{}", table([2, 2, 0, 0, 0, 1, 0, 0]));
    seen.prints(&expected, 1);
    let seen = audit(&folder, &["--json", "SUMS", "d"]);
    assert!(seen.stdout.contains(r#"{"file":"d/b","status":"changed","from":{"file":"d/a"}}"#), "{}", seen.stdout);
    assert!(
        seen.stdout.contains(r#"{"file":"d/twin1","status":"missing","copy_of":{"file":"d/twin2"}}"#),
        "{}",
        seen.stdout
    );
}

#[test]
fn a_file_counts_once() {
    let folder = tree();
    std::fs::create_dir(folder.path().join("d/sub")).unwrap();
    std::fs::rename(folder.path().join("d/a"), folder.path().join("d/sub/a")).unwrap();
    let seen = audit(&folder, &["SUMS", "d", "./d", "d/sub"]);
    assert!(seen.stdout.starts_with("moved     d/sub/a  from d/a\nunchanged         5\n"), "{}", seen.stdout);
    assert_eq!(update(&folder, &["NEW", "d", "d/sub", "d"]), "added 6, hashed 6");
    let text = std::fs::read_to_string(folder.path().join("NEW")).unwrap();
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 6, "{text}");
}

/// A listed file outside the audited directories is not missing. A line that cannot be read makes the audit fail.
#[test]
fn what_is_elsewhere_and_what_is_not_known() {
    let folder = tree();
    folder.file("elsewhere", b"x");
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "d", "elsewhere"]));
    folder.file("SUMS", list.as_bytes());
    let seen = audit(&folder, &["SUMS", "d"]);
    let expected = table([6, 0, 0, 0, 0, 0, 0, 1]);
    seen.prints(&expected, 0);
    std::fs::remove_file(folder.path().join("elsewhere")).unwrap();
    assert_eq!(audit(&folder, &["SUMS", "d"]).stdout, expected);
    folder.file("SUMS", list.replace("KT128 (elsewhere)", "KT128 elsewhere").as_bytes());
    let seen = audit(&folder, &["SUMS", "d"]);
    let said = "lanesum: SUMS: 1 line is improperly formatted, so its file may be reported as new; \"lanesum check --warn\" shows the line\n";
    let expected = table([6, 0, 0, 0, 0, 0, 0, 0]);
    seen.is(&expected, said, 1);
    for (arguments, said, status) in [
        (&["SUMS", "nonexist"][..], "lanesum: nonexist: No such file or directory\n", 1),
        (&["SUMS"], "error: audit compares lists with directories: name at least one of each, ", 2),
    ] {
        let seen = audit(&folder, arguments);
        assert!(seen.stderr.starts_with(said) && seen.status == Some(status), "{}", seen.stderr);
    }
}

#[test]
fn thousands_of_files_alike() {
    let folder = Folder::new();
    for name in 0..3000 {
        folder.file(format!("{name:04}"), b"");
    }
    let list = stdout_of(&mut folder.lanesum(&["sum", "-r", "--no-times", "."]));
    let folders = Folder::new();
    folders.file("SUMS", list.replace("./", "old/").as_bytes());
    std::fs::rename(folder.path(), folders.path().join("new")).unwrap();
    let seen = audit(&folders, &["SUMS", "."]);
    assert!(seen.stdout.contains("moved          3000\n"), "{}", seen.stdout);
    std::fs::rename(folders.path().join("new"), folder.path()).unwrap();
}

/// Copies of one content are counted; a file whose digest stands just before theirs is none of them.
#[test]
fn a_new_file_beside_copies() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    // SHA-256 of "2" begins with d4, that of "1" with 6b.
    for name in ["a", "b"] {
        folder.file(format!("d/{name}"), b"2");
    }
    let list = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256", "-r", "d"]));
    folder.file("SUMS", list.as_bytes());
    folder.file("d/c", b"2");
    folder.file("d/e", b"1");
    let seen = audit(&folder, &["SUMS", "d"]);
    let expected = format!("new       d/c  copy of d/a\nnew       d/e\n{}", table([2, 0, 0, 0, 2, 0, 0, 0]));
    seen.is(&expected, "", 1);
}

fn update(folder: &Folder, arguments: &[&str]) -> String {
    totals(&stdout_of(&mut folder.lanesum(&[&["update", "--quiet"], arguments].concat())))
}

/// The totals that are not 0, of those that `update` writes about its work.
fn totals(text: &str) -> String {
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        words.iter().map(|words| words[0]).collect::<Vec<_>>(),
        ["kept", "added", "changed", "moved", "removed", "corrupt", "unread", "outside", "hashed"]
    );
    let some: Vec<_> = words.into_iter().filter(|words| words[1] != "0").map(|words| words.join(" ")).collect();
    some.join(", ")
}

#[test]
fn what_a_list_remembers() {
    let [folder, of_b3sum, of_others] = std::array::from_fn(|_| tree());
    // A file that has just been written may change unnoticed, so the list remembers nothing of it.
    assert_eq!(update(&folder, &["NEW", "d"]), "added 6, hashed 6");
    assert_eq!(update(&folder, &["NEW", "d"]), "kept 6, hashed 6");
    settle();
    only_what_has_changed_is_hashed(&folder);
    b3sum_reads_no_comments(&of_b3sum);
    others_pass_over_comments(&of_others);
}

fn only_what_has_changed_is_hashed(folder: &Folder) {
    assert_eq!(update(folder, &["NEW", "d"]), "kept 6, hashed 6");
    assert_eq!(update(folder, &["NEW", "d"]), "kept 6");
    let text = std::fs::read_to_string(folder.path().join("NEW")).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("# size 1 mtime ")).count(), 6, "{text}");
    // It is the list that `sum` writes, and others read it.
    let plain: String = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
    assert_eq!(plain, std::fs::read_to_string(folder.path().join("SUMS")).unwrap());
    assert_eq!(run(&mut folder.lanesum(&["check", "--quiet", "--strict", "NEW"])).status, Some(0));
    // Comments in any form that lists have do not part the lines from what is remembered of their files.
    folder.file("OTHER", format!("\u{feff}# of mine\n; of another\n\n{text}").as_bytes());
    assert_eq!(update(folder, &["OTHER", "d"]), "kept 6");
    // Other content with the same size and mtime is found by the ctime, and is no edit.
    let time = std::fs::metadata(folder.path().join("d/a")).unwrap().modified().unwrap();
    let path = folder.file("d/a", b"9");
    std::fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    std::fs::remove_file(folder.path().join("d/b")).unwrap();
    folder.file("d/new", b"new");
    let seen = run(&mut folder.lanesum(&["update", "--quiet", "NEW", "d"]));
    assert_eq!(totals(&seen.stdout), "kept 4, added 1, removed 1, corrupt 1, hashed 2");
    let said = "lanesum: d/a: corrupt: other content, but the same size and mtime\n\
                lanesum: 1 file is corrupt, and its line stayed as before; if the new content is right: --accept NAME\n";
    seen.says(said, 1);
    assert_eq!(run(&mut folder.lanesum(&["check", "--quiet", "NEW"])).status, Some(1));
    let seen = audit(folder, &["--quiet", "NEW", "d"]);
    let found = "corrupt   d/a  other content, but the same size and mtime\n";
    assert!(seen.stdout.starts_with(found) && seen.status == Some(1), "{}", seen.stdout);
    assert_eq!(update(folder, &["--accept", "d/a", "NEW", "d"]), "kept 5, changed 1, hashed 2");
    assert_eq!(run(&mut folder.lanesum(&["check", "--quiet", "NEW"])).status, Some(0));
    audit(folder, &["--quiet", "NEW", "d"]).prints("", 0);
    // A line that lies is found by those who are paranoid: not even then is it overwritten.
    let text = std::fs::read_to_string(folder.path().join("NEW")).unwrap();
    let (before, behind) = text.split_once("KT128 (d/c) = ").unwrap();
    let other = if behind.starts_with('0') { '1' } else { '0' };
    let lie = format!("{before}KT128 (d/c) = {other}{}", &behind[1..]);
    folder.file("NEW", lie.as_bytes());
    let _ = update(folder, &["NEW", "d"]);
    assert_eq!(run(&mut folder.lanesum(&["check", "--status", "NEW"])).status, Some(1));
    let seen = run(&mut folder.lanesum(&["update", "--paranoid", "--quiet", "NEW", "d"]));
    assert_eq!((totals(&seen.stdout).as_str(), seen.status), ("kept 5, corrupt 1, hashed 6", Some(1)));
    assert_eq!(run(&mut folder.lanesum(&["check", "--status", "NEW"])).status, Some(1));
    assert_eq!(update(folder, &["--paranoid", "--accept", "d", "NEW", "d"]), "kept 5, changed 1, hashed 6");
    assert_eq!(run(&mut folder.lanesum(&["check", "--status", "NEW"])).status, Some(0));
}

#[test]
fn lists_keep_their_form_and_their_other_lines() {
    let folder = tree();
    folder.file("elsewhere", b"x");
    let lines = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256", "--untagged", "elsewhere", "d/a"]));
    folder.file("SHA256SUMS", lines.as_bytes());
    assert_eq!(update(&folder, &["SHA256SUMS", "d"]), "kept 1, added 5, outside 1, hashed 6");
    let text = std::fs::read_to_string(folder.path().join("SHA256SUMS")).unwrap();
    assert!(
        text.ends_with(lines.lines().next().unwrap().to_owned().as_str().trim_end()) || text.contains("  elsewhere\n")
    );
    assert_eq!(text.lines().filter(|line| line.contains("  d/")).count(), 6, "{text}");
    // The list lies in its own directory, and names are relative to it.
    assert_eq!(update(&folder, &["--relative", "d/LIST", "d", "--exclude", "twin*"]), "added 4, hashed 4");
    let names = stdout_of(&mut folder.lanesum(&["check", "--relative", "d/LIST"]));
    assert_eq!(names, "d/a: OK\nd/b: OK\nd/c: OK\nd/e: OK\n");
    // Whatever would be lost stays as it is.
    folder.file("damaged", format!("{lines}x\n").as_bytes());
    let seen = run(&mut folder.lanesum(&["update", "damaged", "d", "-a", "sha256"]));
    assert_eq!(seen.status, Some(1));
    assert!(seen.stderr.contains("damaged: line 3 is not a line of sha256 (-a), and would be lost"), "{}", seen.stderr);
    assert_eq!(std::fs::read_to_string(folder.path().join("damaged")).unwrap(), format!("{lines}x\n"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".lanesum")), "{left:?}");
}

/// A list in a form that only another program writes is that program's.
#[test]
fn lists_of_other_programs_are_kept() {
    let folder = tree();
    let sha256 = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256", "d/a"]));
    let digest = sha256.trim_end().rsplit(' ').next().unwrap();
    let deep = stdout_of(&mut folder.lanesum(&["sum", "--hashdeep", "d/a"]));
    for (name, list) in [
        ("deep", deep),
        ("openssl", sha256.replace("SHA256 (d/a) =", "SHA2-256(d/a)=")),
        ("perl", format!("SHA512/256 (d/a) = {digest}\n")),
        ("x.sfv", format!("; rhash\nd/a {digest}\n")),
        ("a.sha256", digest.to_owned()),
    ] {
        folder.file(name, list.as_bytes());
        let algorithm = if name == "x.sfv" { &["-a", "sha256"][..] } else { &[] };
        let seen = run(folder.lanesum(&["update", name, "d"]).args(algorithm));
        let said = format!(
            "lanesum: {name}: only other programs write lists of this form (hashdeep, OpenSSL, SFV, UTF-16 and the like)"
        );
        assert!(seen.stderr.starts_with(&said) && seen.stderr.ends_with("lanesum update NEW DIR\n"), "{}", seen.stderr);
        seen.prints("", 1);
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), list);
    }
    // Lines of both forms, and two functions: without tags nobody could tell them apart.
    let md5 = stdout_of(&mut folder.lanesum(&["sum", "--quiet", "--untagged", "-a", "md5", "d/a"]));
    folder.file("MIXED", format!("{sha256}{md5}").as_bytes());
    run(&mut folder.lanesum(&["update", "--quiet", "MIXED", "d"])).says("", 0);
    assert_eq!(run(&mut folder.lanesum(&["check", "--strict", "--quiet", "MIXED"])).status, Some(0));
}

/// Listed files tell the algorithm of lines that do not.
#[test]
fn lines_without_an_algorithm() {
    let folder = tree();
    let of = |function: &str, name: &str| {
        stdout_of(&mut folder.lanesum(&["sum", "--quiet", "--untagged", "-a", function, "--", name]))
    };
    let said = "lanesum: checksums: the lines name no algorithm; files have their digests by sha3-256\n";
    // One file is enough, wherever it stands; `gone` has moved to `e`, and `c` was edited.
    let lines = of("sha3-256", "d/e").replace("d/e", "d/gone") + &of("sha3-256", "d/a").replace("d/a", "d/c");
    let list = lines.clone() + &of("sha3-256", "d/a");
    folder.file("checksums", list.as_bytes());
    let seen = audit(&folder, &["checksums", "d"]);
    assert!(seen.stdout.contains("moved     d/e  from d/gone\n"), "{}", seen.stdout);
    assert!(seen.stdout.contains("changed   d/c\n"), "{}", seen.stdout);
    assert!(seen.stdout.ends_with(&table([1, 1, 0, 1, 3, 0, 0, 0])), "{}", seen.stdout);
    seen.says(said, 1);
    // From standard input, too.
    let seen = run(folder.lanesum(&["audit", "--quiet", "-", "d"]).write_stdin(list.clone()));
    assert!(seen.stdout.ends_with(&table([1, 1, 0, 1, 3, 0, 0, 0])), "{}", seen.stdout);
    // Nothing tells it.
    folder.file("SUMS", lines.as_bytes());
    let undecided = "lanesum: SUMS: the lines name no algorithm, digests of 256 bits can be of several, and none of 1 listed files has its digest by any of them: name it with -a\n";
    for command in ["audit", "update"] {
        run(&mut folder.lanesum(&[command, "SUMS", "d"])).is("", undecided, 1);
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("SUMS")).unwrap(), lines);
    // `update` writes lines of the same function. `c` is not newer than the list, so its line stays.
    let seen = run(&mut folder.lanesum(&["update", "checksums", "d"]));
    let counts = totals(&seen.stdout[seen.stdout.find("kept").unwrap()..]);
    assert_eq!(counts, "kept 1, added 3, moved 1, corrupt 1, hashed 6");
    assert!(seen.stderr.starts_with(said) && seen.status == Some(1), "{}", seen.stderr);
    let text = std::fs::read_to_string(folder.path().join("checksums")).unwrap();
    for name in ["a", "b", "twin1", "twin2", "e"] {
        assert!(text.contains(&of("sha3-256", &format!("d/{name}"))), "{name}: {text}");
    }
}

fn b3sum_reads_no_comments(folder: &Folder) {
    let list = stdout_of(&mut folder.lanesum(&["sum", "--untagged", "-a", "blake3", "d/a", "d/b"]));
    folder.file("B3SUMS", list.as_bytes());
    assert_eq!(update(folder, &["B3SUMS", "d"]), "kept 2, added 4, hashed 6");
    let text = std::fs::read_to_string(folder.path().join("B3SUMS")).unwrap();
    assert_eq!((text.lines().count(), text.contains('#')), (6, false), "{text}");
}

fn others_pass_over_comments(folder: &Folder) {
    use std::process::Command as System;
    let list = stdout_of(&mut folder.lanesum(&["sum", "--quiet", "--untagged", "-a", "sha1", "d/a"]));
    folder.file("SHA1SUMS", list.as_bytes());
    run(&mut folder.lanesum(&["update", "--quiet", "SHA1SUMS", "d"])).says("", 0);
    assert!(std::fs::read_to_string(folder.path().join("SHA1SUMS")).unwrap().contains("# size"));
    for program in ["sha1sum", "shasum", "rhash"] {
        let Ok(output) = System::new(program).args(["-c", "SHA1SUMS"]).current_dir(folder.path()).output() else {
            crate::not_run(&format!("comments: {program} is not installed"));
            continue;
        };
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn update_says_what_is_wrong() {
    let folder = tree();
    let before = std::fs::read_to_string(folder.path().join("SUMS")).unwrap();
    for (arguments, said) in [
        (&["-a", "sha256", "SUMS", "d"][..], "lanesum: SUMS: line 1 is not a line of sha256 (-a), and would be lost: "),
        (&["SUMS", "d/a"], "lanesum: d/a: Not a directory\n"),
        (&["SUMS", "nodir"], "lanesum: nodir: No such file or directory\n"),
    ] {
        let seen = run(folder.lanesum(&["update"]).args(arguments));
        assert!(seen.stderr.starts_with(said) && seen.status == Some(1), "{}", seen.stderr);
        assert_eq!(std::fs::read_to_string(folder.path().join("SUMS")).unwrap(), before);
    }
    let seen = run(&mut folder.lanesum(&["update", "-a", "md5", "NEW", "d"]));
    let warning = "lanesum: md5 is broken: anyone can make two files with the same digest; use sha256\n";
    seen.says(warning, 0);
    run(&mut folder.lanesum(&["update", "--quiet", "NEW", "d"])).says("", 0);
}

/// Names count from the current directory: from another one, every listed file seems to be missing.
#[test]
fn the_wrong_directory() {
    let folder = tree();
    let list = || std::fs::read_to_string(folder.path().join("SUMS")).unwrap();
    let before = list();
    let within = |arguments: &[&str]| run(folder.lanesum(arguments).current_dir(folder.path().join("d")));
    within(&["audit", "../SUMS", "."]).says(
        "lanesum: all listed files are missing here, but some are in the directory of their list: try --relative\n",
        1,
    );
    within(&["audit", "--relative", "../SUMS", "."]).says("", 0);
    let seen = within(&["update", "../SUMS", "."]);
    let left = "lanesum: ../SUMS: none of its files are here, but some are in the directory of the list: the list was not changed; try --relative\n";
    seen.is("", left, 1);
    assert_eq!(list(), before);
    // From above, the listed files are not in the directory that is looked at either.
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let (sums, directory) = (format!("{name}/SUMS"), format!("{name}/d"));
    let above = folder.path().parent().unwrap();
    run(folder.lanesum(&["update", &sums, &directory]).current_dir(above)).says(&left.replace("../SUMS", &sums), 1);
    assert_eq!(list(), before);
    // Names stay relative to the list, wherever the command runs, and so do those of `sum`.
    for arguments in [
        &["update", "--relative", "../SUMS", "."][..],
        &["sum", "--relative", "-o", "../SUMS", "-r", "--no-times", "."],
    ] {
        assert_eq!(within(arguments).status, Some(0));
        let names =
            |list: &str| list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names(&list()), names(&before), "{arguments:?}");
    }
    for arguments in
        [&["sum", "--relative", "-o", "SUMS", "-r", "--no-times", "d"][..], &["update", "--relative", "SUMS", "d"]]
    {
        run(&mut folder.lanesum(arguments)).says("", 0);
        assert!(list().contains("(d/twin1)"), "{arguments:?}");
    }
    // Names that are not below the list's directory.
    assert_eq!(within(&["update", "--relative", "NEW", "../d"]).status, Some(0));
    std::fs::create_dir(folder.path().join("other")).unwrap();
    assert_eq!(within(&["update", "--relative", "../other/LIST", "."]).status, Some(0));
    assert_eq!(run(&mut folder.lanesum(&["check", "--quiet", "--relative", "other/LIST", "d/NEW"])).status, Some(0));
    // All files are gone indeed, or a disk is not mounted.
    let before = list();
    std::fs::remove_dir_all(folder.path().join("d")).unwrap();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    let seen = run(&mut folder.lanesum(&["update", "SUMS", "d"]));
    let said = "lanesum: SUMS: none of the listed files below d is in its place: the list was not changed; --remove-all removes their lines\n";
    seen.is("", said, 1);
    assert_eq!(list(), before);
    assert_eq!(update(&folder, &["--remove-all", "SUMS", "d"]), "removed 6");
    assert_eq!(list(), "");
}
