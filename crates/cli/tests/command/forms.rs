//! The forms of a digest: base64, JSON, raw bytes, lines that end with NUL.

use data_encoding::{BASE64, HEXLOWER};
use serde_json::Value;

use super::{Folder, SHA3_256_ABC, lanesum, run, stdout_of};

#[test]
fn base64() {
    let digest = HEXLOWER.decode(SHA3_256_ABC.as_bytes()).unwrap();
    let line = stdout_of(lanesum(&["sum", "-a", "sha3-256", "--base64"]).write_stdin("abc"));
    assert_eq!(line, format!("SHA3-256 (-) = {}\n", BASE64.encode(&digest)));
    // Longer than what is held: base64 of the pieces must be base64 of the whole.
    for bytes in [4095, 4096, 4097, 4098, 10_000, 12_288, 12_289] {
        let bits = (8 * bytes).to_string();
        let hex = stdout_of(lanesum(&["sum", "-a", "shake128", "--untagged", "-l", &bits]).write_stdin("abc"));
        let hex = hex.strip_suffix("  -\n").unwrap();
        let base64 =
            stdout_of(lanesum(&["sum", "-a", "shake128", "--untagged", "--base64", "-l", &bits]).write_stdin("abc"));
        let base64 = base64.strip_suffix("  -\n").unwrap();
        assert_eq!(BASE64.decode(base64.as_bytes()).unwrap(), HEXLOWER.decode(hex.as_bytes()).unwrap(), "{bytes}");
    }
}

#[test]
fn the_bytes_alone() {
    let raw = crate::output_of(lanesum(&["sum", "-a", "sha3-256", "--raw"]).write_stdin("abc"));
    assert_eq!((HEXLOWER.encode(&raw.stdout).as_str(), raw.status.code()), (SHA3_256_ABC, Some(0)));
    // A file that cannot be hashed leaves nothing behind.
    run(&mut Folder::new().lanesum(&["sum", "-a", "sha3-256", "--raw", "missing"])).prints("", 1);
}

#[test]
fn json() {
    let folder = Folder::new();
    folder.file("plain", b"abc");
    // Windows has no names with the others.
    let odd = if cfg!(windows) { "q\u{202e}" } else { "q\"\n\u{202e}" };
    folder.file(odd, b"");
    let mut command = folder.lanesum(&["sum", "-a", "sha3-256,shake128", "--json", "plain", odd]);
    let lines = stdout_of(&mut command);
    assert_eq!(
        lines.lines().next(),
        Some(
            format!(r#"{{"file":"plain","algorithm":"sha3-256","bits":256,"digest":"{SHA3_256_ABC}","size":3}}"#)
                .as_str()
        )
    );
    let objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[3]["file"], odd);
    assert_eq!(objects[3]["algorithm"], "shake128");
    assert_eq!(objects[3]["size"], 0);
    let base64 = stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "--json", "--base64", "plain"]));
    let object: Value = serde_json::from_str(&base64).unwrap();
    assert_eq!(HEXLOWER.encode(&BASE64.decode(object["digest"].as_str().unwrap().as_bytes()).unwrap()), SHA3_256_ABC);
}

#[cfg(unix)]
#[test]
fn json_of_a_name_that_is_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = b"caf\xe9";
    folder.file(OsStr::from_bytes(name), b"abc");
    let line = stdout_of(folder.lanesum(&["sum", "-a", "sha3-256", "--json"]).arg(OsStr::from_bytes(name)));
    let object: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(object["file"], "caf\u{fffd}");
    assert_eq!(BASE64.decode(object["file_bytes_base64"].as_str().unwrap().as_bytes()).unwrap(), name);
}

/// Windows has no such names.
#[cfg(unix)]
#[test]
fn lines_that_end_in_nul_have_names_as_they_are() {
    let folder = Folder::new();
    folder.file("a\\b\n", b"abc");
    let output = crate::output_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-z", "a\\b\n"]));
    assert_eq!(output.stdout, format!("SHA3-256 (a\\b\n) = {SHA3_256_ABC}\0").into_bytes());
    let output = crate::output_of(&mut folder.lanesum(&["sum", "-a", "sha3-256", "-z", "--untagged", "a\\b\n"]));
    assert_eq!(output.stdout, format!("{SHA3_256_ABC}  a\\b\n\0").into_bytes());
}
