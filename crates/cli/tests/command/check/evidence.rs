//! Which lines of a list count, and how the function of a line is found.

use super::{Folder, expect};
use crate::{run, stdout_of};

const NOTE: &str = "the list has an OpenPGP signature, which was not checked (gpg --verify does that)\n";

/// Of a signed list, what nobody has signed says nothing, wherever it stands; and the note is always there.
#[test]
fn only_the_signed_part_counts() {
    let folder = Folder::new();
    folder.file("good", b"abc");
    folder.file("bad", b"abc");
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha256", "good"]));
    let bad = line.replace("good", "bad");
    let signed = |mark: &str| {
        format!(
            "-----BEGIN PGP SIGNED MESSAGE-----{mark}\nHash: SHA512\n\n{line}-----BEGIN PGP SIGNATURE-----{mark}\n\nAAAA\n\
             -----END PGP SIGNATURE-----{mark}\n"
        )
    };
    let (plain, blanks, windows) = (signed(""), signed(" \t"), signed("").replace('\n', "\r\n"));
    for (list, improper) in [
        (plain.clone(), 0),
        (format!("\n{plain}"), 0),
        (format!("\n# a comment\n\n{plain}\n\n"), 0),
        (format!("{bad}{plain}"), 1),
        (format!("Hello,\n\n{bad}\n{plain}{bad}"), 3),
        (format!("{bad}{blanks}{bad}"), 2),
        (format!("\n{bad}{windows}{bad}"), 2),
        (format!("\u{feff}{plain}{bad}"), 1),
        // Two signed parts: whose the second one is, nobody knows.
        (format!("{plain}{}", plain.replace("good", "bad")), 6),
    ] {
        folder.file("LIST", list.as_bytes());
        let seen = run(&mut folder.lanesum(&["check", "LIST"]));
        assert_eq!((seen.stdout.as_str(), seen.status), ("good: OK\n", Some(0)), "{list}");
        assert!(seen.stderr.starts_with(&format!("lanesum: LIST: {NOTE}")), "{list}{}", seen.stderr);
        let warning = match improper {
            0 => String::new(),
            1 => "lanesum: WARNING: 1 line is improperly formatted\n".to_owned(),
            many => format!("lanesum: WARNING: {many} lines are improperly formatted\n"),
        };
        assert_eq!(seen.stderr.split_once(NOTE).unwrap().1, warning, "{list}");
        // Standard input that is a file is read as one.
        assert_eq!(folder.shell(r#""$0" check --quiet < LIST"#).stdout, "", "{list}");
        let quiet = run(&mut folder.lanesum(&["check", "--status", "LIST"]));
        assert_eq!(quiet.stderr, format!("lanesum: LIST: {NOTE}"), "{list}");
        // A list of two files, of which one is not known.
        let audit = run(&mut folder.lanesum(&["audit", "LIST", "."]));
        assert!(audit.stdout.starts_with("new       ./bad"), "{list}{}", audit.stdout);
        assert!(audit.stderr.starts_with(&format!("lanesum: LIST: {NOTE}")), "{}", audit.stderr);
    }
    // A pipe is read once: what was taken from it cannot be taken back, and the check fails.
    let seen = run(folder.lanesum(&["check"]).write_stdin(format!("{bad}{plain}")));
    seen.prints("bad: OK\n", 1);
    assert!(
        seen.stderr.contains("line 2 begins a signed part, but lines before it have already been used"),
        "{}",
        seen.stderr
    );
    run(folder.lanesum(&["check"]).write_stdin(format!("\n{plain}{bad}"))).prints("good: OK\n", 0);
}

/// `check` and `audit` read lists in UTF-16; `update` would change the encoding.
#[test]
fn utf16_is_read() {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    let line = format!("# a comment\r\n{}", stdout_of(&mut folder.lanesum(&["sum", "abc"])).replace('\n', "\r\n"));
    let both: [fn(u16) -> [u8; 2]; 2] = [u16::to_le_bytes, u16::to_be_bytes];
    for (mark, bytes) in ["", "\u{feff}"].into_iter().flat_map(|mark| both.map(|bytes| (mark, bytes))) {
        let wide: Vec<u8> = format!("{mark}{line}").encode_utf16().flat_map(bytes).collect();
        folder.file("LIST", &wide);
        expect(&folder, &["--strict", "LIST"], "", "abc: OK\n", "", 0);
        assert_eq!(run(&mut folder.lanesum(&["audit", "LIST", "."])).status, Some(0));
        assert_eq!(run(&mut folder.lanesum(&["update", "LIST", "."])).status, Some(1));
        assert_eq!(std::fs::read(folder.path().join("LIST")).unwrap(), wide);
        // Half a unit at the end, half a character there, and half a one before another line.
        for damage in
            [&b"x"[..], &bytes(0xd83d), &[bytes(0xd83d), bytes(u16::from(b'a')), bytes(u16::from(b'\n'))].concat()]
        {
            folder.file("LIST", &[&wide, damage].concat());
            let said = "lanesum: LIST: line 3 is damaged: it is not UTF-16, as the list is; the rest of the list was not read\n";
            expect(&folder, &["LIST"], "", "abc: OK\n", said, 1);
        }
    }
}

/// b2sum and b3sum write digests as long as those of MD5 and SHA-1.
#[test]
fn a_length_may_mislead() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    let by = |function: &str| {
        format!("lanesum: LIST: the lines name no algorithm; 1 of 1 files have their digests by {function}")
    };
    for (algorithm, bits, taken, names) in
        [("blake2b", "128", "md5", ["b2", "my-B2SUM.list"]), ("blake3", "160", "sha1", ["b3sums.out", "x.BLAKE3-160"])]
    {
        let arguments = ["sum", "--untagged", "-a", algorithm, "-l", bits, "f"];
        let line = stdout_of(&mut folder.lanesum(&arguments));
        for name in names {
            folder.file(name, line.as_bytes());
            expect(&folder, &[name], "", "f: OK\n", "", 0);
        }
        folder.file("LIST", line.as_bytes());
        expect(&folder, &["LIST"], "", "f: OK\n", &format!("{}\n", by(algorithm)), 0);
        expect(&folder, &["-a", algorithm, "LIST"], "", "f: OK\n", "", 0);
        // The usual function is broken, which is said. One that was told by -a or by its name fails without a hint.
        let usual = stdout_of(&mut folder.lanesum(&["sum", "--quiet", "--untagged", "-a", taken, "f"]));
        folder.file("LIST", usual.as_bytes());
        let broken = format!("{}, which is broken: anyone can make two files with the same digest\n", by(taken));
        expect(&folder, &["LIST"], "", "f: OK\n", &broken, 0);
        let failed = "lanesum: WARNING: 1 computed checksum did NOT match\n";
        folder.file("LIST", line.as_bytes());
        expect(&folder, &["-a", taken, "LIST"], "", "f: FAILED\n", failed, 1);
    }
}

#[test]
fn untagged_base64_of_any_length() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    for algorithm in ["shake128", "blake2b", "blake3", "kt128"] {
        // 24 bits and others are base64 without padding.
        for bits in ["24", "48", "72", "96", "120", "128", "192", "384"] {
            let arguments = ["sum", "--base64", "--untagged", "-a", algorithm, "-l", bits, "f"];
            let line = stdout_of(&mut folder.lanesum(&arguments));
            let name = format!("B-{}SUMS", algorithm.to_uppercase());
            folder.file(&name, line.as_bytes());
            expect(&folder, &[&name], "", "f: OK\n", "", 0);
            folder.file("LIST", line.as_bytes());
            expect(&folder, &["-a", algorithm, "LIST"], "", "f: OK\n", "", 0);
        }
    }
}

#[test]
fn what_is_not_supported_is_named() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    for (name, line, what) in [
        ("LIST", "RMD160 (f) = 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc\n", "RMD160"),
        ("LIST", "RIPEMD-160(f)= 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc\n", "RIPEMD-160"),
        ("LIST", "CRC32 (f) = 352441c2\nCRC32 (f) = 352441c2\n", "CRC32"),
        ("x.sfv", "f 352441C2\n", "CRC-32"),
    ] {
        folder.file(name, line.as_bytes());
        let said = format!("lanesum: {name}: line 1 uses {what}, which is not supported\n");
        let none = format!("lanesum: {name}: no properly formatted checksum lines found\n");
        expect(&folder, &[name], "", "", &format!("{said}{none}"), 1);
        let audit = run(&mut folder.lanesum(&["audit", name, "."]));
        assert!(audit.stderr.starts_with(&said), "{}", audit.stderr);
    }
    std::fs::create_dir(folder.path().join("d")).unwrap();
    let hint = "lanesum: d: Is a directory; \"lanesum check -r\" checks the lists in it\n";
    expect(&folder, &["d"], "", "", hint, 1);
}
