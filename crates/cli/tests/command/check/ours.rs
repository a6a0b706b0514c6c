//! Input that `check` accepts in addition to GNU's lists: more algorithms, base64, `-z`, and lists that name their algorithm.

use super::super::{SHA3_256_ABC, run, stdout_of};
use super::{Folder, expect, functions, options};

fn abc() -> Folder {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    folder.file("a b", b"abc");
    folder.file("empty", b"");
    folder.file("key", b"a key of 22 characters");
    folder
}

const OK: &str = "abc: OK\na b: OK\nempty: OK\n";
const FILES: [&str; 3] = ["abc", "a b", "empty"];

#[test]
fn what_sum_writes_is_right() {
    let folder = abc();
    for function in functions() {
        let options = options(&function);
        let expect = |arguments: &[&str], stdout: &str, stderr: &str, status| {
            expect(&folder, &[options, arguments].concat(), "", stdout, stderr, status);
        };
        let sum = |more: &[&str]| {
            let mut sum = folder.lanesum(&["sum", "-a", &function]);
            let list = crate::output_of(sum.args(options).args(more).args(FILES));
            assert!(list.status.success(), "{list:?}");
            folder.file("list", &list.stdout);
        };
        for more in [&[][..], &["--base64"], &["-l", "8"], &["-l", "264"], &["-l", "13"], &["-l", "80008", "--base64"]]
        {
            // Not every function gives every length.
            let mut probe = folder.lanesum(&["sum", "-a", &function]);
            let probe = crate::output_of(probe.args(options).args(more).write_stdin(""));
            if probe.status.success() {
                sum(more);
                expect(&["list"], OK, "", 0);
                expect(&["-a", &function, "list"], OK, "", 0);
                sum(&[more, &["-z"]].concat());
                expect(&["-z", "list"], OK, "", 0);
            } else {
                assert!(!more.is_empty(), "{function}");
            }
        }
        for more in [&["--untagged"][..], &["--untagged", "--base64"]] {
            sum(more);
            expect(&["-a", &function, "list"], OK, "", 0);
            let named = format!("{}SUMS", function.to_uppercase());
            std::fs::rename(folder.path().join("list"), folder.path().join(&named)).unwrap();
            expect(&[&named], OK, "", 0);
            sum(&[more, &["-z"]].concat());
            expect(&["-z", "-a", &function, "list"], OK, "", 0);
        }
        // And it notices a file that has changed.
        sum(&[]);
        folder.file("empty", b"x");
        let warning = "lanesum: WARNING: 1 computed checksum did NOT match\n";
        expect(&["list"], "abc: OK\na b: OK\nempty: FAILED\n", warning, 1);
        folder.file("empty", b"");
    }
}

#[test]
fn a_digest_longer_than_anybody_holds_is_compared_whole() {
    let folder = abc();
    for (function, base64) in [("shake256", false), ("shake128", true), ("blake3", false)] {
        let mut sum = folder.lanesum(&["sum", "-a", function, "-l", "1000000", "abc"]);
        let list = stdout_of(if base64 { sum.arg("--base64") } else { &mut sum });
        expect(&folder, &[], &list, "abc: OK\n", "", 0);
        // Its last digit but padding: another one that stands for a whole byte.
        let end = list.trim_end_matches(['\n', '=']).len();
        let other = if list.as_bytes()[end - 2] == b'0' { "1" } else { "0" };
        let wrong = [&list[..end - 2], other, &list[end - 1..]].concat();
        let warning = "lanesum: WARNING: 1 computed checksum did NOT match\n";
        expect(&folder, &[], &wrong, "abc: FAILED\n", warning, 1);
    }
}

/// Where every file is missing because the list is checked from another directory, `--relative` is suggested; nowhere else.
#[test]
fn a_list_that_is_checked_from_elsewhere() {
    let folder = abc();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/here", b"here");
    let line = stdout_of(&mut folder.lanesum(&["sum", "d/here"])).replace("d/here", "here");
    let gone = |name: &str| line.replace("here", name);
    let hint =
        "lanesum: d/SUMS: its files are missing here, but some are in the directory of the list: try --relative\n";
    let hinted = |list: &str, arguments: &[&str]| {
        folder.file("d/SUMS", list.as_bytes());
        run(folder.lanesum(&["check"]).args(arguments)).stderr.ends_with(hint)
    };
    let list = gone("gone") + &line + &gone("lost");
    assert!(hinted(&list, &["d/SUMS"]));
    assert!(hinted(&list, &["--quiet", "d/SUMS"]));
    assert!(hinted(&list, &["--ignore-missing", "d/SUMS"]));
    assert!(!hinted(&list, &["--status", "d/SUMS"]));
    assert!(!hinted(&list, &["--relative", "d/SUMS"]));
    // No file of the list lies there, or one is here.
    assert!(!hinted(&gone("gone"), &["d/SUMS"]));
    for mixed in [gone("abc") + &line, line.clone() + &gone("abc")] {
        assert!(!hinted(&mixed, &["d/SUMS"]));
    }
    folder.file("d/SUMS", line.as_bytes());
    expect(&folder, &["--relative", "d/SUMS"], "", "d/here: OK\n", "", 0);
}

#[test]
fn several_algorithms_in_one_list() {
    let folder = abc();
    // BLAKE3 takes no other length.
    folder.file("key", &[0x5a; 32]);
    let all = functions().join(",");
    let list = stdout_of(folder.lanesum(&["sum", "--quiet", "-a", &all, "abc"]).args(options(&all)));
    expect(&folder, options(&all), &list, &"abc: OK\n".repeat(functions().len()), "", 0);
    // With -a, lines of others are no digest lines.
    let warning = format!("lanesum: WARNING: {} lines are improperly formatted\n", functions().len() - 1);
    expect(&folder, &["-a", "sha3-256"], &list, "abc: OK\n", &warning, 0);
    expect(&folder, &["-a", "sha3-256", "--strict"], &list, "abc: OK\n", &warning, 1);
}

#[test]
fn a_lists_name_tells_the_algorithm_of_its_untagged_lines() {
    let folder = abc();
    let line = format!("{SHA3_256_ABC}  abc\n");
    for list in ["SHA3-256SUMS", "sha3-256sum.txt", "x.sha3-256", "SHA3_256SUMS"] {
        folder.file(list, line.as_bytes());
        expect(&folder, &[list], "", "abc: OK\n", "", 0);
    }
    // Another function's name, and -a, which goes before the name.
    folder.file("x.blake3", line.as_bytes());
    let warning = "lanesum: WARNING: 1 computed checksum did NOT match\n";
    let told = "lanesum: x.blake3: no file has its digest by blake3, which the list's name tells; for another algorithm: -a NAME\n";
    expect(&folder, &["x.blake3"], "", "abc: FAILED\n", &[warning, told].concat(), 1);
    expect(&folder, &["-a", "sha3-256", "x.blake3"], "", "abc: OK\n", "", 0);
    // It does not apply to lines that name their algorithm, nor to digests of another length.
    folder.file("x.blake3", format!("SHA3-256 (abc) = {SHA3_256_ABC}\n").as_bytes());
    expect(&folder, &["x.blake3"], "", "abc: OK\n", "", 0);
    folder.file("x.sha3-512", format!("{line}x\n").as_bytes());
    let found = "lanesum: x.sha3-512: 2: improperly formatted SHA3-512 checksum line\n\
                 lanesum: WARNING: 1 line is improperly formatted\n\
                 lanesum: x.sha3-512: the lines name no algorithm; 1 of 1 files have their digests by sha3-256\n";
    expect(&folder, &["-w", "x.sha3-512"], "", "abc: OK\n", found, 0);
    // Words that are hexadecimal digits are no digests, and a line of no function is one of no function.
    let none = "lanesum: 'standard input': 1: improperly formatted checksum line\n\
                lanesum: 'standard input': 2: improperly formatted checksum line\n\
                lanesum: 'standard input': no properly formatted checksum lines found\n";
    expect(&folder, &["--warn", "-"], "added a file\nbad  line\n", "", none, 1);
}

#[test]
fn base64_needs_its_padding() {
    let folder = abc();
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "--base64", "abc"]));
    assert!(line.ends_with("=\n"), "{line}");
    expect(&folder, &[], &line, "abc: OK\n", "", 0);
    let none = "lanesum: 'standard input': no properly formatted checksum lines found\n";
    for wrong in [line.replace("=\n", "\n"), line.replace("=\n", "==\n"), line.replacen("= ", "= A", 1)] {
        expect(&folder, &[], &wrong, "", none, 1);
    }
}

#[test]
fn a_backend_may_be_named() {
    let folder = abc();
    let list = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "abc"]));
    for backend in ["portable", "compact", "portable32"] {
        expect(&folder, &["--backend", backend], &list, "abc: OK\n", "", 0);
    }
    let list = format!("{list}MD5 (abc) = 900150983cd24fb0d6963f7d28e17f72\n");
    folder.file("list", list.as_bytes());
    let run = crate::output_of(&mut folder.lanesum(&["check", "--backend", "portable", "list"]));
    let complaint = String::from_utf8(run.stderr).unwrap();
    assert_eq!((String::from_utf8(run.stdout).unwrap().as_str(), run.status.code()), ("abc: OK\n", Some(2)));
    assert!(complaint.contains("--backend does not apply to md5, which another library computes"), "{complaint}");
    let run = crate::output_of(&mut folder.lanesum(&["check", "-a", "md5", "--backend", "portable", "list"]));
    assert_eq!((run.stdout.as_slice(), run.status.code()), (b"".as_slice(), Some(2)));
}

#[test]
fn a_name_with_a_nul_is_no_name() {
    let folder = abc();
    // GNU takes the name for "abc", which says "OK" of a file that nobody listed: see `parse.rs`.
    let line = format!("SHA3-256 (abc\0x) = {SHA3_256_ABC}\n");
    let none = "lanesum: 'standard input': no properly formatted checksum lines found\n";
    expect(&folder, &[], &line, "", none, 1);
    expect(&folder, &["-a", "sha3-256"], &format!("{SHA3_256_ABC}  abc\0x\n"), "", none, 1);
}
