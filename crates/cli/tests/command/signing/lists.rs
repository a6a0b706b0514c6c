//! With a valid signature, `check --signed-by` does the same as `check`; with any other, it reads no file.

use std::fs;
use std::path::Path;

use super::{at, change, fails, passes};
use crate::{Folder, Run, lanesum, run};

/// SHA-256 of "abc" (NIST's example values), in hexadecimal and in base64.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const ABC_BASE64: &str = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
/// SHA-1 of it, from the same place: no other usual digest has as many bits.
const ABC_SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";

/// With a file `abc`, and ada's keys.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("abc", b"abc");
    passes(&folder, &["keygen", "--no-passphrase", "--set", "SLH-DSA-SHA2-128f", "ada"]);
    folder
}

fn sign(folder: &Folder, lists: &[&str]) {
    passes(folder, &[&["sign", "--force", "--key", "ada.key"], lists].concat());
}

/// `check` with and without `--signed-by`.
fn both(folder: &Folder, arguments: &[&str]) -> [Run; 2] {
    let signed = ["check", "--signed-by", "ada.pub"];
    [at(folder, &[&["check"], arguments].concat()), at(folder, &[&signed, arguments].concat())]
}

/// A list of each kind by its name; the last one is in UTF-16.
fn lists() -> Vec<(&'static str, Vec<u8>)> {
    let clear = format!(
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{ABC}  abc\n-----BEGIN PGP SIGNATURE-----\n\nAAAA\n=AAAA\n\
         -----END PGP SIGNATURE-----\n{ABC}  behind\n"
    );
    let tagged = format!("SHA256 (abc) = {ABC}\n");
    let wide = format!("\u{feff}{tagged}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut lists: Vec<_> = [
        ("TAGGED", tagged.clone()),
        ("UNFINISHED", tagged.trim_end().to_owned()),
        ("foo-SHA256SUMS", format!("{ABC}  abc\n{ABC} *abc\n")),
        ("SHASUMS256.txt", format!("{ABC}  abc\n")),
        ("SHA256SUMS.asc", clear),
        ("OPENSSL", format!("SHA2-256(abc)= {ABC}\n")),
        ("BASE64", format!("SHA256 (abc) = {ABC_BASE64}\n")),
        ("HASHDEEP", format!("%%%% HASHDEEP-1.0\n%%%% size,sha256,filename\n##\n3,{ABC},abc\n")),
        ("rhash-SHA256SUMS", format!("; of rhash\nabc {ABC}\n")),
        ("x.sfv", format!("abc {ABC_SHA1}\n")),
        ("abc.sha256", ABC.to_owned()),
        ("WINDOWS", format!("\u{feff}{}", tagged.replace('\n', "\r\n"))),
        ("JUNK", format!("{tagged}nothing\n")),
    ]
    .map(|(name, list)| (name, list.into_bytes()))
    .into();
    lists.push(("WIDE", wide));
    lists
}

#[test]
fn every_kind_of_list() {
    let folder = folder();
    for (name, list) in lists() {
        let path = folder.file(name, &list);
        sign(&folder, &[name]);
        let [plain, signed] = both(&folder, &[name]);
        assert_eq!((&signed.stdout, &signed.stderr, signed.status), (&plain.stdout, &plain.stderr, plain.status));
        assert!(signed.stdout.contains("abc: OK\n"), "{name}: {}{}", signed.stdout, signed.stderr);
        for place in [0, list.len() / 2, list.len() - 1] {
            change(&path, |bytes| bytes[place] ^= 1);
            let said = fails(&folder, &["check", "--signed-by", "ada.pub", name]);
            assert!(said.starts_with(&format!("lanesum: {name}: WRONG SIGNATURE: ")), "{name}, {place}: {said}");
            fs::write(&path, &list).unwrap();
        }
        for other in [[&list[..], b"\n"].concat(), list[..list.len() - 1].to_vec(), Vec::new()] {
            fs::write(&path, other).unwrap();
            assert!(fails(&folder, &["check", "--signed-by", "ada.pub", name]).contains("WRONG SIGNATURE"), "{name}");
        }
    }
}

#[test]
fn every_option_is_as_without() {
    let folder = folder();
    folder.file("SUMS", format!("SHA256 (abc) = {ABC}\nSHA256 (none) = {ABC}\nnothing\n").as_bytes());
    folder.file("ZERO", format!("SHA256 (abc) = {ABC}\0").as_bytes());
    folder.file("BARE", format!("{ABC}  abc\n").as_bytes());
    fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    folder.file("d/more", b"abc");
    folder.file("d/SUMS", format!("SHA256 (more) = {ABC}\n").as_bytes());
    sign(&folder, &["SUMS", "ZERO", "BARE", "d/SUMS"]);
    for (arguments, status) in [
        (&["SUMS"][..], 1),
        (&["--ignore-missing", "SUMS"], 0),
        (&["--ignore-missing", "--strict", "SUMS"], 1),
        (&["--ignore-missing", "--quiet", "SUMS"], 0),
        (&["--status", "SUMS"], 1),
        (&["--warn", "SUMS"], 1),
        (&["--json", "SUMS"], 1),
        (&["--missing-only", "SUMS"], 1),
        (&["--extra-only", "d", "SUMS"], 1),
        (&["--threads", "1", "--backend", "portable", "SUMS"], 1),
        (&["-z", "ZERO"], 0),
        (&["BARE"], 0),
        (&["-a", "sha256", "BARE"], 0),
        (&["-a", "sha512", "BARE"], 1),
        (&["-a", "sha256", "BARE", "SUMS", "BARE"], 1),
        (&["d/SUMS"], 1),
        (&["--relative", "d/SUMS"], 0),
        (&["--relative", "--json", "d/SUMS"], 0),
        (&["-r", "d"], 0),
    ] {
        let [plain, signed] = both(&folder, arguments);
        assert_eq!((&signed.stdout, &signed.stderr), (&plain.stdout, &plain.stderr), "{arguments:?}");
        assert_eq!((signed.status, plain.status), (Some(status), Some(status)), "{arguments:?}: {}", signed.stderr);
    }
    let written = || fs::read_to_string(folder.path().join("out")).unwrap();
    passes(&folder, &["check", "--signed-by", "ada.pub", "--relative", "-o", "out", "d/SUMS"]);
    assert_eq!(written(), "d/more: OK\n");
    change(&folder.path().join("d/SUMS"), |bytes| bytes[0] ^= 1);
    fails(&folder, &["check", "--signed-by", "ada.pub", "--relative", "-o", "out", "d/SUMS"]);
    assert_eq!(written(), "d/more: OK\n", "a run that checks nothing leaves the file as it is");
}

/// The signature of one list says nothing about another one, and one list that is not signed is enough.
#[test]
fn each_list_that_is_found_has_its_own_signature() {
    let folder = folder();
    for directory in ["all", "all/photos", "all/music"] {
        fs::create_dir(folder.path().join(directory)).unwrap();
        folder.file(format!("{directory}/abc"), b"abc");
    }
    folder.file("all/photos/SUMS", format!("SHA256 (abc) = {ABC}\n").as_bytes());
    folder.file("all/music/abc.sha256", ABC.as_bytes());
    let (photos, music) = (folder.path().join("all/photos/SUMS.sig"), folder.path().join("all/music/abc.sha256.sig"));
    sign(&folder, &["all/photos/SUMS", "all/music/abc.sha256"]);
    let check = ["check", "--signed-by", "ada.pub", "-r", "all"];
    assert_eq!(passes(&folder, &check), "all/music/abc: OK\nall/photos/abc: OK\n");

    let swap = || {
        let (one, other) = (fs::read(&photos).unwrap(), fs::read(&music).unwrap());
        fs::write(&photos, other).unwrap();
        fs::write(&music, one).unwrap();
    };
    swap();
    assert!(fails(&folder, &check).starts_with("lanesum: all/music/abc.sha256: WRONG SIGNATURE: "));
    swap();
    assert_eq!(passes(&folder, &check), "all/music/abc: OK\nall/photos/abc: OK\n");

    fs::remove_file(&photos).unwrap();
    let missing = "lanesum: all/photos/SUMS.sig: no such signature file; whoever signed the list makes it with \"lanesum sign\"\n";
    assert_eq!(fails(&folder, &check), missing);
    assert_eq!(passes(&folder, &[&check[..], &["--exclude", "photos/"]].concat()), "all/music/abc: OK\n");
    assert_eq!(passes(&folder, &[&check[..], &["--include", "*.sha256"]].concat()), "all/music/abc: OK\n");
    // That of a list above it is not taken either.
    folder.file("all/SUMS.sig", b"");
    assert_eq!(fails(&folder, &check), missing);
    passes(&folder, &["keygen", "--no-passphrase", "--set", "SLH-DSA-SHA2-128f", "eve"]);
    passes(&folder, &["sign", "--key", "eve.key", "all/photos/SUMS"]);
    assert!(fails(&folder, &check).starts_with("lanesum: all/photos/SUMS.sig: signed with another key ("));
}

/// A FIFO gives its bytes once: whoever opened the list again would wait for ever.
#[cfg(unix)]
#[test]
fn a_list_is_read_once() {
    let folder = folder();
    let list = folder.file("SUMS", format!("SHA256 (abc) = {ABC}\n").as_bytes());
    sign(&folder, &["SUMS"]);
    let bytes = fs::read(&list).unwrap();
    for (bytes, expected) in [(bytes.clone(), "abc: OK\n"), ([&bytes[..], b"\n"].concat(), "")] {
        fs::remove_file(&list).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&list).status().unwrap().success());
        let writer = std::thread::spawn({
            let list = list.clone();
            move || fs::write(list, bytes).unwrap()
        });
        let mut check = lanesum(&["check", "--signed-by", "ada.pub", "SUMS"]);
        let Run { stdout, stderr, .. } =
            run(check.current_dir(folder.path()).timeout(std::time::Duration::from_secs(60)));
        assert_eq!(stdout, expected, "{stderr}");
        assert_eq!(stderr.contains("WRONG SIGNATURE"), expected.is_empty(), "{stderr}");
        writer.join().unwrap();
    }
    assert!(Path::new(&list).exists());
}
