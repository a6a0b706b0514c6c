//! lanesum in place of other programs: the installed programs and `lanesum as` get the same command lines and lists. Standard output and
//! status must be the same.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::process::{Command as System, Output, Stdio};

use super::{BINARY, Folder, lanesum, not_run, run, stdout_of};
use crate::check::Chance;

/// The programs of coreutils 9.1 but for cksum.
const GNU: [&str; 7] = ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum"];
const SHASUM: [&str; 7] = ["1", "224", "256", "384", "512", "512224", "512256"];

/// Is this version installed that lanesum is held to? Says so if not.
fn installed(program: &str, version: &str) -> bool {
    let option = if program == "shasum" { "-v" } else { "--version" };
    let found = System::new(program).arg(option).output().map(|output| output.stdout).unwrap_or_default();
    let found = String::from_utf8_lossy(&found).lines().next().unwrap_or_default().to_owned();
    let fits = found.ends_with(version);
    if !fits {
        not_run(&format!("lanesum as {program} beside {program} {version} (installed: \"{found}\")"));
    }
    fits
}

fn files() -> (Folder, Vec<OsString>) {
    let folder = Folder::new();
    let mut names: Vec<OsString> =
        ["abc", "a b", " s", "*", "x\\y", "new\nline", "car\rriage", ") = ", "it's"].map(Into::into).into();
    names.push(OsString::from_vec(b"g\xff".to_vec()));
    for name in &names {
        folder.file(name, b"abc");
    }
    folder.file("-x", b"abc");
    folder.file("empty", b"");
    folder.file("b", b"x");
    std::fs::create_dir(folder.path().join("dir")).unwrap();
    names.extend(["./-x", "empty", "b"].map(Into::into));
    (folder, names)
}

fn finish(mut command: System, stdin: &[u8]) -> Output {
    use std::io::Write;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("LC_ALL", "C");
    let mut child = command.spawn().unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

#[track_caller]
fn compare(folder: &Folder, program: &str, arguments: &[OsString], stdin: &[u8]) {
    let mut theirs = System::new(program);
    theirs.args(arguments).current_dir(folder.path());
    let theirs = finish(theirs, stdin);
    let mut ours = System::new(BINARY);
    ours.arg("as").arg(program).args(arguments).current_dir(folder.path());
    let ours = finish(ours, stdin);
    let seen = |output: &Output| (output.stdout.escape_ascii().to_string(), output.status.code());
    let list = std::fs::read(folder.path().join("LIST")).unwrap_or_default();
    assert_eq!(
        seen(&ours),
        seen(&theirs),
        "{program} {arguments:?}\nlist: {}\nours: {}\ntheirs: {}",
        list.escape_ascii(),
        ours.stderr.escape_ascii(),
        theirs.stderr.escape_ascii()
    );
}

fn arguments(options: &[&str], files: &[OsString]) -> Vec<OsString> {
    options.iter().map(Into::into).chain(files.iter().cloned()).collect()
}

/// These options with many files, with files that are not there, and with standard input.
fn all_ways(folder: &Folder, program: &str, options: &[&str], files: &[OsString]) {
    compare(folder, program, &arguments(options, files), b"");
    compare(folder, program, &arguments(options, &["nofile", "dir", "abc"].map(Into::into)), b"");
    compare(folder, program, &arguments(options, &[]), b"standard input");
    compare(folder, program, &arguments(&["abc", "-"], &arguments(options, &[])), b"standard input");
}

#[test]
fn coreutils_sums() {
    if !installed("cksum", "9.1") {
        return;
    }
    let (folder, files) = files();
    for program in GNU {
        for options in [
            &[][..],
            &["--tag"],
            &["-b"],
            &["-t"],
            &["-z"],
            &["-bz"],
            &["--tag", "-z"],
            &["--tag", "-t"],
            &["-w"],
            &["--quiet"],
            &["--st"],
            &["--stri"],
            &["--bogus"],
            &["-x"],
            &["--check=1"],
            &["-c", "--tag"],
            &["-cz"],
            &["-cb"],
        ] {
            all_ways(&folder, program, options, &files);
        }
    }
    for algorithm in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sha22", "SHA256", ""] {
        for options in
            [&[][..], &["--untagged"], &["--untagged", "-z"], &["-z"], &["-l", "256"], &["-l0"], &["--debug"]]
        {
            all_ways(&folder, "cksum", &[&["-a", algorithm], options].concat(), &files);
        }
    }
    for length in ["0", "8", "128", "512", "12", "520", "x", "", "-1", "99999999999999999999999", "0x10", " 8", "+8"] {
        for options in [&[][..], &["--tag"], &["-c"]] {
            let both = [&["-l", length], options, &["abc"]].concat();
            compare(&folder, "b2sum", &arguments(&both, &[]), b"");
            compare(&folder, "cksum", &arguments(&[&["-a", "blake2b"], &both[..]].concat(), &[]), b"");
        }
    }
}

#[test]
fn shasum_sums() {
    if !installed("shasum", "6.02") {
        return;
    }
    let (folder, files) = files();
    for algorithm in SHASUM.into_iter().chain(["3", "x", "", "+256"]) {
        for options in
            [&[][..], &["--tag"], &["-b"], &["-t"], &["--BINARY"], &["--tag", "-t"], &["-bt"], &["-q"], &["--no"]]
        {
            all_ways(&folder, "shasum", &[&["-a", algorithm], options].concat(), &files);
        }
    }
}

#[test]
fn b3sum_sums() {
    if !installed("b3sum", "1.2.0") {
        return;
    }
    let (folder, files) = files();
    for options in [
        &[][..],
        &["--no-names"],
        &["--raw"],
        &["--raw", "abc"],
        &["-l", "4"],
        &["-l0"],
        &["--length=100"],
        &["--derive-key", "context"],
        &["--num-threads", "1", "--no-mmap"],
        &["--num-threads", "x"],
        &["--quiet"],
    ] {
        all_ways(&folder, "b3sum", options, &files);
    }
    // Options that b3sum refuses. Names that are not UTF-8 are left out: they make its clap panic.
    for options in [&["--bogus"][..], &["--keyed", "--derive-key", "x"], &["--check", "--keyed"], &["--quiet"]] {
        compare(&folder, "b3sum", &arguments(options, &["abc".into()]), b"");
    }
    for key in [31, 32, 33] {
        compare(&folder, "b3sum", &arguments(&["--keyed", "abc"], &[]), &vec![b'k'; key]);
        compare(&folder, "b3sum", &arguments(&["--keyed", "-"], &[]), &vec![b'k'; key]);
    }
}

/// A program, lines that it has written, and options to check them with.
type Source = (&'static str, Vec<Vec<u8>>, &'static [&'static [&'static str]]);

/// Lists that the programs themselves have written, damaged.
#[test]
fn damaged_lists() {
    let (folder, _) = files();
    let names = ["abc", "a b", " s", "x\\y", "b", "*", "new\nline"];
    let mut chance = Chance(7);
    let written = |program: &str, options: &[&str]| {
        let mut command = System::new(program);
        command.args(options).args(names).current_dir(folder.path());
        let output = finish(command, b"").stdout;
        output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let mut sources: Vec<Source> = Vec::new();
    if installed("cksum", "9.1") {
        for program in GNU {
            sources.push((program, [written(program, &[]), written(program, &["--tag"])].concat(), &[&[]]));
        }
        let tagged = ["md5", "sha256", "blake2b"].map(|name| written("cksum", &["-a", name])).concat();
        let lines = [tagged, written("sha256sum", &[])].concat();
        // Under -a blake2b a word of 64 letters is base64 of 384 bits: 9.1 has none.
        sources.push(("cksum", lines, &[&[], &["-a", "sha256"]]));
    }
    if installed("shasum", "6.02") {
        let lines = ["1", "256", "512256"]
            .map(|a| [written("shasum", &["-a", a]), written("shasum", &["--tag", "-a", a])].concat());
        sources.push(("shasum", lines.concat(), &[&[], &["-a", "512256"], &["-a", "256"]]));
    }
    if installed("b3sum", "1.2.0") {
        sources.push(("b3sum", written("b3sum", &[]), &[&[]]));
    }
    let flags: [&[&str]; 6] = [&[], &["--quiet"], &["--strict"], &["--ignore-missing"], &["--status"], &["--warn"]];
    for (program, lines, options) in sources {
        for _ in 0..40 {
            let mut list = Vec::new();
            for _ in 0..=chance.below(3) {
                list.extend(crate::check::mutated(lines[chance.below(lines.len())].clone(), &mut chance));
                list.push(b'\n');
            }
            folder.file("LIST", &list);
            let flags = if program == "b3sum" { flags[chance.below(2)] } else { chance.of(&flags) };
            let all = [&["-c"][..], flags, chance.of(options), &["LIST"][..]].concat();
            compare(&folder, program, &arguments(&all, &[]), b"abc");
        }
        for lists in [&["nolist"][..], &["LIST", "nolist", "LIST"], &["dir"], &["empty"]] {
            compare(&folder, program, &arguments(&[&["-c"], lists].concat(), &[]), b"");
        }
        for text in [&b"\n\n"[..], b"# x\n", &[&lines[0], &b"\r\n"[..]].concat(), &[b"\n# x\n", &lines[0][..]].concat()]
        {
            compare(&folder, program, &arguments(&["-c"], &[]), text);
        }
        // The last of these counts; shasum and b3sum take them otherwise.
        for [one, other] in [["--quiet", "--warn"], ["--warn", "--quiet"], ["--status", "--warn"]] {
            if !["shasum", "b3sum"].contains(&program) {
                compare(&folder, program, &arguments(&["-c", one, other], &[]), &[&lines[0], &b"\nx\n"[..]].concat());
            }
        }
    }
}

/// Lists whose lines end in NUL: to GNU's programs a name ends there, and so does a digest.
#[test]
fn lists_with_nul() {
    if !installed("cksum", "9.1") {
        return;
    }
    let (folder, _) = files();
    for program in ["sha256sum", "b2sum", "md5sum"] {
        for options in [&["-z"][..], &["-z", "--tag"], &["-bz"]] {
            for names in [&["abc"][..], &["abc", "b"], &["new\nline"], &["x\\y", "abc"]] {
                let mut command = System::new(program);
                command.args(options).args(names).current_dir(folder.path());
                let list = finish(command, b"").stdout;
                folder.file("LIST", &list);
                compare(&folder, program, &arguments(&["-c", "LIST"], &[]), b"");
                folder.file("LIST", &[b"\\", &list[..]].concat());
                compare(&folder, program, &arguments(&["-c", "LIST"], &[]), b"");
            }
        }
    }
    let mut command = System::new("cksum");
    command.args(["-a", "sha256", "-z", "abc"]).current_dir(folder.path());
    folder.file("LIST", &finish(command, b"").stdout);
    compare(&folder, "cksum", &arguments(&["-c", "LIST"], &[]), b"");
    // lanesum's own check takes such a line for none: it says more than the name.
    run(&mut folder.lanesum(&["check", "LIST"])).prints("", 1);
}

#[test]
fn a_link_does_the_same() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    for program in ["sha256sum", "b3sum", "shasum"] {
        let link = folder.path().join(program);
        std::os::unix::fs::symlink(BINARY, &link).unwrap();
        let by_link = System::new(&link).arg("abc").current_dir(folder.path()).output().unwrap();
        let by_name = crate::output_of(&mut folder.lanesum(&["as", program, "abc"]));
        assert!(by_link.status.success() && !by_link.stdout.is_empty());
        assert_eq!(by_link.stdout, by_name.stdout);
        let missing = System::new(&link).arg("nofile").current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8(missing.stderr).unwrap();
        assert_eq!(said, format!("{program}: nofile: No such file or directory\n"));
    }
}

#[test]
fn what_is_not_there_is_said() {
    for (arguments, said) in [
        (&["as", "cksum", "x"][..], "cksum: lanesum has no crc, which cksum computes: give -a one of md5, sha1, "),
        (&["as", "cksum", "-a", "sm3", "x"], "cksum: lanesum has no sm3, "),
        (&["as", "sum", "x"], "error: lanesum cannot act as sum; it can act as b2sum, b3sum, cksum, "),
        (
            &["as", "shasum", "-0", "x"],
            "shasum: lanesum has neither the mode of bits (-0) nor that of universal newlines (-U)",
        ),
    ] {
        let run = run(&mut lanesum(arguments));
        assert!(run.stderr.starts_with(said), "{}", run.stderr);
        assert!(run.stdout.is_empty() && run.status != Some(0));
    }
    for program in ["b2sum", "b3sum", "cksum", "shasum", "md5sum"] {
        let help = run(&mut lanesum(&["as", program, "--help"]));
        assert!(help.stdout.starts_with(&format!("Usage: {program} ")) && help.status == Some(0));
        // Each option says what it does.
        let options: Vec<_> = help.stdout.lines().filter(|line| line.trim_start().starts_with('-')).collect();
        assert!(options.len() > 8, "{}", help.stdout);
        for option in options {
            assert!(option.len() < 80 && option[..26].ends_with(' ') && option[26..].contains(' '), "{option}");
        }
        let version = run(&mut lanesum(&["as", program, "--version"]));
        assert!(version.stdout.starts_with(&format!("{program} (lanesum) ")), "{}", version.stdout);
    }
}

/// Output of 131 bytes for the message 00 01 02, from BLAKE3's `test_vectors.json`.
const OUTPUT: &str = "e1be4d7a8ab5560aa4199eea339849ba8e293d55ca0a81006726d184519e647f\
    5b49b82f805a538c68915c1ae8035c900fd1d4b13902920fd05e1450822f36de\
    9454b7e9996de4900c8e723512883f93f4345f8a58bfe64ee38d3ad71ab02776\
    5d25cdd0e448328a8e7a683b9a6af8b0af94fa09010d9186890b096a08471e42\
    30a134";

/// `--seek` and `--tag` of b3sum, which the versions of most systems lack.
#[test]
fn as_b3sum_it_seeks_and_tags() {
    let folder = Folder::new();
    folder.file("three", &[0, 1, 2]);
    for (seek, bytes) in [(0, 131), (1, 32), (32, 32), (63, 2), (64, 32), (100, 31), (130, 1)] {
        let expected = &OUTPUT[2 * seek..2 * (seek + bytes)];
        let options = ["as", "b3sum", "--seek", &seek.to_string(), "--length", &bytes.to_string(), "three"];
        assert_eq!(stdout_of(&mut folder.lanesum(&options)), format!("{expected}  three\n"), "{options:?}");
    }
    let beyond = run(&mut folder.lanesum(&["as", "b3sum", "--seek", &u64::MAX.to_string(), "three"]));
    assert!(beyond.status == Some(1) && beyond.stderr.contains("beyond the end of the output"), "{}", beyond.stderr);

    let tagged = stdout_of(&mut folder.lanesum(&["as", "b3sum", "--tag", "three"]));
    assert_eq!(tagged, format!("BLAKE3 (three) = {}\n", &OUTPUT[..64]));
    let both = stdout_of(&mut folder.lanesum(&["as", "b3sum", "--tag", "--seek=64", "three"]));
    assert_eq!(both, format!("BLAKE3 (three) = {}\n", &OUTPUT[128..192]));
}
