//! The functions of SP 800-185: cSHAKE, KMAC, `TupleHash` and `ParallelHash`, against NIST's samples, the reference and openssl.

mod keys;
mod tuple;

use std::process::Command as System;

use reference::BitString;
use serde_json::Value;

use super::{Folder, noise, not_run, run, stdout_of};

/// The key of NIST's samples: bytes 40 to 5F.
fn key() -> Vec<u8> {
    (0x40..=0x5f).collect()
}

/// The samples' messages: bytes 00 to 03, and 00 to C7; and their key.
fn samples() -> Folder {
    let folder = Folder::new();
    folder.file("short", &[0, 1, 2, 3]);
    folder.file("long", &(0..=0xc7).collect::<Vec<u8>>());
    folder.file("key", &key());
    folder
}

/// The digest alone of one file.
fn digest(folder: &Folder, arguments: &[&str]) -> String {
    let text = crate::output_of(folder.lanesum(&["sum", "--raw"]).args(arguments));
    assert_eq!((text.stderr.escape_ascii().to_string().as_str(), text.status.code()), ("", Some(0)), "{arguments:?}");
    data_encoding::HEXLOWER.encode(&text.stdout)
}

fn bits(bytes: &[u8]) -> BitString {
    BitString::from_bits_lsb(bytes, 8 * bytes.len())
}

fn hex(string: &BitString) -> String {
    data_encoding::HEXLOWER.encode(&string.to_bytes())
}

#[test]
fn openssl_agrees() {
    let folder = samples();
    let key = data_encoding::HEXUPPER.encode(&key());
    let mut seen = 0;
    for length in [0, 1, 167, 168, 169, 5000, 200_000] {
        folder.file("file", &noise(length));
        for (name, bytes) in [("KMAC-128", 32), ("KMAC-256", 64), ("KMAC-256", 20)] {
            let mut openssl = System::new("openssl");
            openssl.arg("mac").current_dir(folder.path());
            for option in [format!("hexkey:{key}"), format!("size:{bytes}"), "custom:a file".to_owned()] {
                openssl.args(["-macopt", &option]);
            }
            // OpenSSL 1 has no such command.
            let Some(output) = openssl.args(["-in", "file", name]).output().ok().filter(|o| o.status.success()) else {
                continue;
            };
            let theirs = String::from_utf8(output.stdout).unwrap().trim_end().to_lowercase();
            let (name, bits) = (name.to_lowercase().replace('-', ""), (8 * bytes).to_string());
            let ours = ["-a", &name, "-l", &bits, "--key-file", "key", "--custom", "a file", "file"];
            assert_eq!(digest(&folder, &ours), theirs, "{name} of {length} bytes");
            seen += 1;
        }
    }
    if seen == 0 {
        not_run("KMAC beside openssl: no openssl with \"mac\"");
    }
}

#[test]
fn json_states_what_a_digest_depends_on() {
    let folder = samples();
    let object = |arguments: &[&str]| -> Value {
        serde_json::from_str(&stdout_of(folder.lanesum(&["sum", "--json"]).args(arguments))).unwrap()
    };
    let cshake = object(&["-a", "cshake128", "--custom", "a \"b\"", "short"]);
    assert_eq!((&cshake["function"], &cshake["custom"]), (&Value::Null, &Value::from("a \"b\"")));
    assert_eq!(
        (&cshake["algorithm"], &cshake["bits"], &cshake["block"]),
        (&"cshake128".into(), &256.into(), &Value::Null)
    );
    let kmac = object(&["-a", "kmac256", "--key-file", "key", "--custom", "c", "short"]);
    let mut keys: Vec<_> = kmac.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["algorithm", "bits", "custom", "digest", "file", "size"]);
    let parallel = object(&["-a", "parallelhashxof128", "--block", "1M", "short"]);
    assert_eq!((&parallel["block"], &parallel["size"]), (&Value::from(1 << 20), &Value::from(4)));
    for plain in ["sha3-256", "kt128", "turboshake128"] {
        assert_eq!(object(&["-a", plain, "short"]).as_object().unwrap().len(), 5);
    }
    assert_eq!(object(&["--custom", "c", "short"])["custom"], "c");
    assert_eq!(object(&["-a", "turboshake128", "--domain", "0x0b", "short"])["domain"], 11);
}

#[test]
fn lines_without_a_tag_take_what_is_given() {
    let folder = samples();
    let check = |more: &[&str]| run(folder.lanesum(&["check", "--quiet"]).args(more).arg("list"));
    for (function, parameters) in [
        ("parallelhash128", &["--block", "7", "--custom", "c"][..]),
        ("cshake256", &["--function", "f", "--custom", "c"]),
        ("kmac128", &["--key-file", "key", "--custom", "c"]),
    ] {
        let mut sum = folder.lanesum(&["sum", "--untagged", "-a", function]);
        let mut list = stdout_of(sum.args(parameters).args(["short", "long"]));
        // Beside one that states its own.
        let mut sum = folder.lanesum(&["sum", "-a", function]);
        list += &stdout_of(sum.args(&parameters[..2]).args(["--custom", "other", "short"]));
        folder.file("list", list.as_bytes());
        let given = [&["-a", function], parameters].concat();
        let right = check(&given);
        assert_eq!((right.stdout.as_str(), right.stderr.as_str(), right.status), ("", "", Some(0)), "{function}");
        let other = [&["-a", function], &parameters[..2], &["--custom", "C"]].concat();
        assert_eq!(check(&other).stdout, "short: FAILED\nlong: FAILED\n", "{function}");
    }
}

/// A line of 64 digits may be of many functions, the default among them: it is found.
#[test]
fn lines_by_the_default() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    let line = stdout_of(folder.lanesum(&["sum", "--untagged"]).arg("f"));
    let said = run(folder.lanesum(&["check"]).write_stdin(line.as_str())).stderr;
    assert!(said.ends_with("the lines name no algorithm; 1 of 1 files have their digests by kt128\n"), "{said}");
    folder.file("x.kt128", line.as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "x.kt128"])), "f: OK\n");
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "turboshake256", "--domain", "0x0b", "--untagged", "f"]));
    for (options, stdout, status) in [(&["--domain", "11"][..], "f: OK\n", 0), (&[], "f: FAILED\n", 1)] {
        let mut check = folder.lanesum(&["check", "-a", "turboshake256"]);
        run(check.args(options).write_stdin(line.as_str())).prints(stdout, status);
    }
}

/// Nobody should believe that it was heeded.
#[test]
fn an_option_that_no_line_needs_is_an_error() {
    let folder = samples();
    let list = stdout_of(&mut folder.lanesum(&["sum", "-a", "cshake128,sha3-256", "--custom", "c", "short"]));
    let options = ["check", "--quiet", "--custom", "d", "--function", "f", "--block", "8", "--key-file", "key"];
    let unused = run(folder.lanesum(&options).write_stdin(list.clone()));
    let own = "no untagged line takes it, and tagged lines state their own";
    let expected = format!(
        "lanesum: --function has no effect: {own}\n\
         lanesum: --custom has no effect: {own}\n\
         lanesum: --block has no effect: {own}\n\
         lanesum: --key-file has no effect: no line needs a key\n"
    );
    unused.is("", &expected, 1);
    // One line is enough, in whichever list.
    folder.file("one", list.as_bytes());
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "cshake128", "--untagged", "--custom", "d", "long"]));
    folder.file("CSHAKE128SUMS", line.as_bytes());
    for lists in [["one", "CSHAKE128SUMS"], ["CSHAKE128SUMS", "one"]] {
        run(folder.lanesum(&["check", "--quiet", "--custom", "d"]).args(lists)).is("", "", 0);
    }
    // Where nothing could be read, that is said.
    run(&mut folder.lanesum(&["check", "--custom", "d", "none"])).says("lanesum: none: No such file or directory\n", 1);
}

/// A command line of Windows has at most 32,767 units.
#[cfg(unix)]
#[test]
fn texts_of_any_length_that_a_tag_holds() {
    let folder = samples();
    let sum =
        |bytes: usize| run(&mut folder.lanesum(&["sum", "-a", "cshake128", "--custom", &"c".repeat(bytes), "short"]));
    for bytes in [167, 168, 255, 256, 65_536] {
        let line = sum(bytes).stdout;
        assert!(line.starts_with(&format!("cSHAKE128-S{}-256 (short) = ", "63".repeat(bytes))), "{bytes}");
        assert_eq!(stdout_of(folder.lanesum(&["check"]).write_stdin(line)), "short: OK\n");
    }
    let long = sum(65_537);
    long.prints("", 2);
    assert!(long.stderr.starts_with("error: --custom takes at most 65536 bytes\n"), "{}", long.stderr);
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        for (before, option) in [("", "--function"), ("--custom=", "--custom")] {
            let mut command = folder.lanesum(&["sum", "-a", "cshake128", "short"]);
            let argument = [before.as_bytes(), b"\xff"].concat();
            command.args((before.is_empty()).then_some(option)).arg(std::ffi::OsStr::from_bytes(&argument));
            let refused = run(&mut command);
            refused.prints("", 2);
            assert!(refused.stderr.starts_with(&format!("error: {option} must be UTF-8\n")), "{}", refused.stderr);
        }
    }
    let line = format!("cSHAKE128-S{}-256 (short) = {}\n", "63".repeat(65_537), "00".repeat(32));
    assert!(run(folder.lanesum(&["check"]).write_stdin(line)).stderr.contains("no properly formatted"));
}

/// Among several, an option is meant for those that take it.
#[test]
fn an_option_for_one_of_several_functions() {
    let lines = stdout_of(&mut samples().lanesum(&["sum", "-a", "sha3-256,cshake128", "--custom", "a", "short"]));
    assert_eq!(lines.lines().count(), 2);
}
