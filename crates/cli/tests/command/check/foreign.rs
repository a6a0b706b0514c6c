//! Lists that other programs write, and our lists that they read: openssl, perl's shasum, rhash, hashdeep, sha256deep, b3sum and coreutils.
//! A program that is not installed is reported and left out.

use std::process::{Command as System, Stdio};

use super::{Folder, expect};
use crate::{not_run, stdout_of};

fn installed(program: &str) -> bool {
    let found = System::new(program).arg("-h").stdin(Stdio::null()).output().is_ok();
    if !found {
        not_run(&format!("lists of {program}, which is not installed"));
    }
    found
}

fn files() -> Folder {
    let folder = Folder::new();
    for (name, content) in [("abc", "abc"), ("a b", "another"), ("x (y) = z", "third")] {
        folder.file(name, content.as_bytes());
    }
    folder
}

const NAMES: [&str; 3] = ["abc", "a b", "x (y) = z"];

/// The output of a program for all files.
fn written(folder: &Folder, program: &str, options: &[&str]) -> Vec<u8> {
    let output = System::new(program).args(options).args(NAMES).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success() && !output.stdout.is_empty(), "{program} {options:?}");
    output.stdout
}

/// `check` with these options says that all files are right, and that one is not once it has changed.
#[track_caller]
fn reads(folder: &Folder, list: &[u8], options: &[&str]) {
    let list = folder.file("LIST", list);
    let arguments = [options, &[list.to_str().unwrap()]].concat();
    expect(folder, &arguments, "", &NAMES.map(|name| format!("{name}: OK\n")).concat(), "", 0);
    folder.file("abc", b"abd");
    crate::run(folder.lanesum(&["check", "--quiet"]).args(&arguments)).prints("abc: FAILED\n", 1);
    folder.file("abc", b"abc");
}

/// The program says that all files are right, and that one is not once it has changed.
#[track_caller]
fn is_read(folder: &Folder, ours: &[&str], program: &str, options: &[&str]) {
    let list = stdout_of(folder.lanesum(&["sum", "--quiet"]).args(ours).args(NAMES));
    folder.file("LIST", list.as_bytes());
    let passes = || {
        let mut command = System::new(program);
        command.args(options).arg("LIST").current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().unwrap().success()
    };
    assert!(passes(), "{program} {options:?}: {list}");
    folder.file("abc", b"abd");
    assert!(!passes(), "{program} {options:?}: {list}");
    folder.file("abc", b"abc");
}

#[test]
fn openssl() {
    if !installed("openssl") {
        return;
    }
    let folder = files();
    for digest in [
        "md5",
        "sha1",
        "sha224",
        "sha256",
        "sha384",
        "sha512",
        "sha512-224",
        "sha512-256",
        "sha3-224",
        "sha3-256",
        "sha3-384",
        "sha3-512",
        "blake2b512",
        "blake2s256",
        "shake128",
        "shake256",
    ] {
        let option = format!("-{digest}");
        // `SHA2-256(abc)= …`
        reads(&folder, &written(&folder, "openssl", &["dgst", &option]), &[]);
        if !digest.starts_with("shake") {
            // `digest *abc`
            let name = digest.trim_end_matches("512").trim_end_matches("256");
            let name = if name.starts_with("blake2") { name } else { digest };
            reads(&folder, &written(&folder, "openssl", &["dgst", "-r", &option]), &["-a", name]);
        }
    }
    reads(&folder, &written(&folder, "openssl", &["dgst", "-shake256", "-xoflen", "100"]), &[]);
}

#[test]
fn shasum() {
    if !installed("shasum") {
        return;
    }
    let folder = files();
    let algorithms = [
        ("1", "sha1"),
        ("224", "sha224"),
        ("256", "sha256"),
        ("384", "sha384"),
        ("512", "sha512"),
        ("512224", "sha512-224"),
        ("512256", "SHA-512/256"),
    ];
    for (algorithm, ours) in algorithms {
        reads(&folder, &written(&folder, "shasum", &["--tag", "-a", algorithm]), &[]);
        reads(&folder, &written(&folder, "shasum", &["-b", "-a", algorithm]), &["-a", ours]);
        is_read(&folder, &["-a", ours, "--untagged"], "shasum", &["-a", algorithm, "-c"]);
        // It has another tag for those of two numbers.
        if !ours.contains("512-") && !ours.contains('/') {
            is_read(&folder, &["-a", ours], "shasum", &["-c"]);
        }
    }
}

#[test]
fn rhash() {
    if !installed("rhash") {
        return;
    }
    let folder = files();
    for name in [
        "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3-224", "sha3-256", "sha3-512", "blake2b", "blake2s",
    ] {
        let option = format!("--{name}");
        reads(&folder, &written(&folder, "rhash", &["--bsd", &option]), &[]);
        reads(&folder, &written(&folder, "rhash", &[&option]), &["-a", name]);
        // `name DIGEST`, behind a comment
        reads(&folder, &written(&folder, "rhash", &["--sfv", &option]), &["-a", name]);
        if !name.contains('b') && !name.contains("2s") {
            is_read(&folder, &["-a", name], "rhash", &["-c"]);
        }
        is_read(&folder, &["-a", name, "--untagged"], "rhash", &[&option, "-c"]);
    }
}

#[test]
fn hashdeep() {
    if !installed("hashdeep") {
        return;
    }
    let folder = files();
    let sorted = |list: &[u8]| {
        // Its threads are done in any order.
        let text = String::from_utf8(list.to_vec()).unwrap();
        let of =
            |name: &str| text.split_inclusive('\n').filter(|line| line.trim_end().ends_with(name)).collect::<String>();
        let head: String = text.split_inclusive('\n').take_while(|line| line.starts_with(['%', '#'])).collect();
        (head + &NAMES.map(of).concat()).into_bytes()
    };
    for columns in ["md5", "sha1", "sha256", "md5,sha256", "tiger,sha1,whirlpool,md5"] {
        reads(&folder, &sorted(&written(&folder, "hashdeep", &["-l", "-c", columns])), &[]);
    }
    reads(&folder, &sorted(&written(&folder, "sha256deep", &["-l"])), &["-a", "sha256"]);
    // A list of ours: all files match, none is left over.
    for algorithms in ["sha256", "md5,sha256", "sha1"] {
        let list = stdout_of(folder.lanesum(&["sum", "--quiet", "--hashdeep", "-a", algorithms]).args(NAMES));
        reads(&folder, list.as_bytes(), &[]);
        folder.file("LIST", list.as_bytes());
        let audit = |folder: &Folder| {
            let mut command = System::new("hashdeep");
            command.args(["-l", "-a", "-k", "LIST"]).args(NAMES).current_dir(folder.path());
            command.output().unwrap().status.success()
        };
        assert!(audit(&folder), "{list}");
        folder.file("abc", b"abd");
        assert!(!audit(&folder));
        folder.file("abc", b"abc");
    }
    let list = stdout_of(folder.lanesum(&["sum", "-a", "sha256", "--untagged"]).args(NAMES));
    folder.file("LIST", list.as_bytes());
    let unknown =
        System::new("sha256deep").args(["-l", "-x", "LIST"]).args(NAMES).current_dir(folder.path()).output().unwrap();
    assert!(unknown.stdout.is_empty());
}

#[test]
fn b3sum() {
    if !installed("b3sum") {
        return;
    }
    let folder = files();
    for options in [&[][..], &["-l", "131"]] {
        reads(&folder, &written(&folder, "b3sum", options), &["-a", "blake3"]);
    }
    is_read(&folder, &["-a", "blake3", "--untagged"], "b3sum", &["-c"]);
}

/// Names as they are: a newline would begin a line of its own, and a carriage return at the end belongs to the name.
#[test]
fn names_in_lists_of_hashdeep() {
    let folder = files();
    for name in ["new\n3,00,forged", "return\r", "mid\rdle"] {
        folder.file(name, b"abc");
    }
    let names = ["abc", "new\n3,00,forged", "return\r", "mid\rdle"];
    let run = crate::run(folder.lanesum(&["sum", "--hashdeep"]).args(names));
    let said = "lanesum: 'new'$'\\n''3,00,forged': hashdeep's form cannot hold a name with a newline, left out\n";
    run.says(said, 1);
    assert!(!run.stdout.contains("forged"), "{}", run.stdout);
    folder.file("LIST", run.stdout.as_bytes());
    expect(&folder, &["--strict", "LIST"], "", "abc: OK\nreturn\r: OK\nmid\rdle: OK\n", "", 0);
    // A list from Windows.
    let windows = stdout_of(&mut folder.lanesum(&["sum", "--hashdeep", "abc"])).replace('\n', "\r\n");
    folder.file("LIST", windows.as_bytes());
    expect(&folder, &["--strict", "LIST"], "", "abc: OK\n", "", 0);
    // The directory's name stands in the list, too.
    let inside = folder.path().join("d\n3,00,forged");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(inside.join("f"), b"abc").unwrap();
    let list = stdout_of(folder.lanesum(&["sum", "--hashdeep", "f"]).current_dir(&inside));
    assert!(list.lines().all(|line| !line.starts_with("3,00")), "{list}");
}

#[test]
fn newer_coreutils() {
    let folder = files();
    // As of 9.8: `SHA2-384 (name)`, and base64, which cksum writes from 9.2 on.
    let of = |name: &str| stdout_of(&mut folder.lanesum(&["sum", "--base64", "-a", "sha384", name]));
    reads(&folder, NAMES.map(|name| of(name).replace("SHA384", "SHA2-384")).concat().as_bytes(), &[]);
    for (algorithm, bits) in
        [("blake2b", "8"), ("blake2b", "216"), ("shake128", "2048"), ("kt128", "256"), ("blake3", "384")]
    {
        let mut sum = folder.lanesum(&["sum", "--base64", "--untagged", "-a", algorithm, "-l", bits]);
        let list = stdout_of(sum.args(NAMES));
        folder.file("LIST", list.as_bytes());
        let run = crate::run(&mut folder.lanesum(&["check", "-a", algorithm, "LIST"]));
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{algorithm} {bits}: {list}");
    }
    // Both ways with the installed one.
    for algorithm in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b"] {
        reads(&folder, &written(&folder, "cksum", &["-a", algorithm]), &[]);
        is_read(&folder, &["-a", algorithm], "cksum", &["-c"]);
        is_read(&folder, &["-a", algorithm, "--untagged"], "cksum", &["-a", algorithm, "-c"]);
    }
    for options in [&["--tag"][..], &[], &["-b", "-l", "256"]] {
        reads(&folder, &written(&folder, "b2sum", options), &["-a", "blake2b"]);
    }
    reads(&folder, &written(&folder, "cksum", &["-a", "blake2b", "-l", "384"]), &[]);
    is_read(&folder, &["-a", "blake2b", "-l", "256"], "cksum", &["-c"]);
    is_read(&folder, &["-a", "blake2b", "--untagged"], "b2sum", &["-c"]);
}

#[test]
fn names_of_lists() {
    let folder = files();
    let line = stdout_of(&mut folder.lanesum(&["sum", "--untagged", "-a", "sha256", "abc"]));
    for name in [
        "foo-SHA256SUMS",
        "foo_1.0_SHA256SUMS",
        "SHASUMS256.txt",
        "SHA256SUMS.asc",
        "v-sha256sum.txt.asc",
        "abc.sha256",
    ] {
        folder.file(name, line.as_bytes());
        expect(&folder, &[name], "", "abc: OK\n", "", 0);
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
    // A digest alone is of the file beside.
    std::fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    folder.file("d/abc.sha256", line.split(' ').next().unwrap().as_bytes());
    expect(&folder, &["d/abc.sha256"], "", "d/abc: OK\n", "", 0);
    expect(&folder, &["--relative", "d/abc.sha256"], "", "d/abc: OK\n", "", 0);
    expect(&folder, &["-r", "."], "", "./d/abc: OK\n", "", 0);
    let nothing = ": no lists found below (names such as SHA256SUMS, x.sha256; --include names others)\n";
    expect(&folder, &["-r", "--exclude", "*.sha256", "."], "", "", &format!("lanesum: .{nothing}"), 1);
}

/// The first 320 bytes of `SHAttered`'s two files (Stevens and others, 2017), which hold the whole attack.
const SHATTERED: &str = "\
255044462d312e330a25e2e3cfd30a0a0a312030206f626a0a3c3c2f57696474682032203020522f4865696768742033203020522f547970652034203020522f\
537562747970652035203020522f46696c7465722036203020522f436f6c6f7253706163652037203020522f4c656e677468203820302052\
2f42697473506572436f6d706f6e656e7420383e3e0a73747265616d0affd8fffe00245348412d31\
20697320646561642121212121852fec092339759c39b1a1c63c4c97e1fffe017346dc9166b67e11\
8f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de218f86db3a90901d5df45c14f26fedfb3\
dc38e96ac22fe7bd728f0e45bce046d23c570feb141398bb552ef5a0a82be331fea48037b8b5d71f\
0e332edf93ac3500eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1";

#[test]
fn a_collision_attack_on_sha1_is_seen() {
    let folder = Folder::new();
    let bytes = (0..SHATTERED.len()).step_by(2).map(|at| u8::from_str_radix(&SHATTERED[at..at + 2], 16).unwrap());
    folder.file("shattered", &bytes.collect::<Vec<_>>());
    // By sha1sum.
    let line = "f92d74e3874587aaf443d1db961d4e26dde13e9c  shattered\n";
    folder.file("LIST", line.as_bytes());
    let said = "lanesum: shattered: made for a collision attack on SHA-1, so another file has the same digest; do not rely on it\n";
    let failed = "lanesum: WARNING: 1 computed checksum did NOT match\n";
    expect(&folder, &["-a", "sha1", "LIST"], "", "shattered: FAILED\n", &format!("{said}{failed}"), 1);
    let sum = crate::run(&mut folder.lanesum(&["sum", "-a", "sha1", "--untagged", "shattered"]));
    let warned = "lanesum: sha1 is broken: anyone can make two files with the same digest; use sha256\n";
    sum.is(line, &format!("{warned}{said}"), 0);
    let audit = crate::run(&mut folder.lanesum(&["audit", "-a", "sha1", "--quiet", "LIST", "."]));
    assert!(audit.stdout.starts_with("changed   ./shattered\n"), "{}", audit.stdout);
}
