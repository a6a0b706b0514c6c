//! Lines that name no function: what the list's name and the digests' length tell.

use super::formats::folder;
use super::{Folder, expect};

/// The function by which most files have their digests is taken for all.
#[test]
fn lists_without_a_function() {
    let folder = folder();
    let of = |function: &str, name: &str| {
        crate::run(&mut folder.lanesum(&["sum", "--untagged", "-a", function, name])).stdout
    };
    let (sha2, sha3) = (|name| of("sha256", name), |name| of("sha3-256", name));
    let failed = "lanesum: WARNING: 1 computed checksum did NOT match\n";
    let said = |text: &str| format!("lanesum: checksums.txt: the lines name no algorithm{text}\n");
    let files = ["abc", "a b", "MD5", "d/long-name", "q\"uote", "files/p.patch"];
    for (text, stdout, stderr, status) in [
        (sha3("abc") + &sha3("a b"), "abc: OK\na b: OK\n", said("; 2 of 2 files have their digests by sha3-256"), 0),
        (
            sha3("abc") + &sha2("a b") + &sha2("MD5"),
            "abc: FAILED\na b: OK\nMD5: OK\n",
            failed.to_owned() + &said("; 2 of 3 files have their digests by sha256"),
            1,
        ),
        // The likeliest of two that match as many.
        (
            sha3("abc") + &sha2("a b"),
            "abc: FAILED\na b: OK\n",
            failed.to_owned() + &said("; 1 of 2 files have their digests by sha256"),
            1,
        ),
        // A missing file tells nothing.
        (
            sha2("abc").replace("abc", "none") + &sha3("abc"),
            "none: FAILED open or read\nabc: OK\n",
            "lanesum: none: No such file or directory\nlanesum: WARNING: 1 listed file could not be read\n".to_owned()
                + &said("; 1 of 1 files have their digests by sha3-256"),
            1,
        ),
        // Once one function is ahead, no other is computed.
        (
            files[..5].iter().map(|name| of("blake3", name)).collect::<String>() + &sha2("files/p.patch"),
            "abc: OK\na b: OK\nMD5: OK\nd/long-name: OK\nq\"uote: OK\nfiles/p.patch: FAILED\n",
            failed.to_owned() + &said("; 5 of 6 files have their digests by blake3"),
            1,
        ),
    ] {
        folder.file("checksums.txt", text.as_bytes());
        for threads in ["1", "2"] {
            expect(&folder, &["--threads", threads, "checksums.txt"], "", stdout, &stderr, status);
        }
    }
    folder.file("checksums.txt", sha2("abc").replace("ba", "bb").as_bytes());
    let run = crate::run(&mut folder.lanesum(&["check", "checksums.txt"]));
    let none = "the lines name no algorithm, and no file has its digest of 256 bits by any of sha256, ";
    assert!(run.stdout == "abc: FAILED\n" && run.stderr.contains(none) && run.status == Some(1), "{}", run.stderr);
    let run = crate::run(&mut folder.lanesum(&["check", "--json", "checksums.txt"]));
    assert!(run.stdout.contains("\"different\":1") && run.stdout.contains("\"undecided\":1"), "{}", run.stdout);
    // A word that may mean something else is a clue, and no more.
    folder.file("backup-b2-checksums.txt", (of("sha512", "abc") + &of("sha512", "a b")).as_bytes());
    let clue =
        "lanesum: backup-b2-checksums.txt: the lines name no algorithm; 2 of 2 files have their digests by sha512\n";
    expect(&folder, &["backup-b2-checksums.txt"], "", "abc: OK\na b: OK\n", clue, 0);
    // So is one of a program that is called so.
    for (list, function) in [
        ("B2SUMS", "sha512"),
        ("photos.b2", "sha3-512"),
        ("photos.b3", "sha256"),
        ("b3sum_1.8_checksums.txt", "sha256"),
        ("blake3sum_1.txt", "sha3-256"),
        ("tiny_sha3_checksums.txt", "sha256"),
    ] {
        folder.file(list, of(function, "abc").as_bytes());
        let clue =
            format!("lanesum: {list}: the lines name no algorithm; 1 of 1 files have their digests by {function}\n");
        expect(&folder, &[list], "", "abc: OK\n", &clue, 0);
    }
    // Where the name is that of a list of one function, only that one counts, and a message says so.
    folder.file("SHA3-256SUMS", (sha2("abc") + &sha2("a b")).as_bytes());
    let told = "lanesum: WARNING: 2 computed checksums did NOT match\nlanesum: SHA3-256SUMS: no file has its digest by sha3-256, which the list's name tells; for another algorithm: -a NAME\n";
    expect(&folder, &["SHA3-256SUMS"], "", "abc: FAILED\na b: FAILED\n", told, 1);
    // Of several names, the length tells.
    folder.file("x-sha256-md5.txt", (sha2("abc") + &of("md5", "abc") + &of("sha512", "abc")).as_bytes());
    crate::run(&mut folder.lanesum(&["check", "x-sha256-md5.txt"])).prints("abc: OK\nabc: OK\nabc: OK\n", 0);
    // With a backend, only functions that have it are tried.
    folder.file("checksums.txt", sha3("abc").as_bytes());
    let one = said("; 1 of 1 files have their digests by sha3-256");
    expect(&folder, &["--backend", "portable", "checksums.txt"], "", "abc: OK\n", &one, 0);
}

/// Large files are first read for the likeliest function alone.
#[test]
fn large_files_without_a_function() {
    let folder = Folder::new();
    let names: Vec<_> = (0..7_u8).map(|number| format!("f{number}")).collect();
    for (name, byte) in names.iter().zip(b'a'..) {
        folder.file(name, &vec![byte; 300_000]);
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    for function in ["sha256", "sha3-256", "blake3", "md5", "sha1", "kt128", "blake2b"] {
        for names in [&names[..1], &names[..]] {
            let list = crate::run(folder.lanesum(&["sum", "-a", function, "--untagged"]).args(names)).stdout;
            for (list, wrong) in [(list.clone(), 0), (list.replace("  f0\n", "  f6\n"), 1)] {
                folder.file("checksums.txt", list.as_bytes());
                for options in
                    [&["--threads", "1"][..], &["--threads", "2", "--resume", "notes"], &["--io", "sequential"]]
                {
                    let run = crate::run(folder.lanesum(&["check", "checksums.txt"]).args(options));
                    let right = run.stdout.matches(": OK\n").count();
                    assert_eq!(right, names.len() - wrong, "{function} {options:?}: {}{}", run.stdout, run.stderr);
                    assert_eq!(run.status, Some(i32::from(wrong > 0)), "{function} {options:?}: {}", run.stderr);
                }
            }
        }
    }
    // Pipes cannot be read twice.
    let list = crate::stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "--untagged", "f0"]))
        .replace("  f0\n", "  -\n");
    folder.file("checksums.txt", list.as_bytes());
    let run = crate::run(folder.lanesum(&["check", "checksums.txt"]).write_stdin(vec![b'a'; 300_000]));
    run.prints("-: OK\n", 0);
}
