//! The functions of SP 800-185: cSHAKE, KMAC, `TupleHash` and `ParallelHash`, against NIST's samples, the reference and openssl.

mod keys;
mod tuple;

use std::process::Command as System;

use lanesum::ParallelHash128;
use lanesum::digest::{FixedOutput, Update};
use reference::BitString;
use reference::sp800_185::{self as standard, Length, Strength};
use serde_json::Value;

use super::{Folder, lanesum, noise, not_run, run, stdout_of};

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
    let text = folder.lanesum(&["sum", "--raw"]).args(arguments).output().unwrap();
    assert_eq!((text.stderr.escape_ascii().to_string().as_str(), text.status.code()), ("", Some(0)), "{arguments:?}");
    data_encoding::HEXLOWER.encode(&text.stdout)
}

fn bits(bytes: &[u8]) -> BitString {
    BitString::from_bits_lsb(bytes, 8 * bytes.len())
}

fn hex(string: &BitString) -> String {
    data_encoding::HEXLOWER.encode(&string.to_bytes())
}

/// Name, strength, and whether the length of the output is bound into it.
fn both(name: &str) -> [(String, Strength, usize); 2] {
    [(format!("{name}128"), Strength::S128, 256), (format!("{name}256"), Strength::S256, 512)]
}

/// NIST, "Example Values", cSHAKE, KMAC, KMACXOF: sample by sample.
#[test]
fn samples_of_nist() {
    let folder = samples();
    let custom = "My Tagged Application";
    for (line, arguments) in [
        (
            "cSHAKE128-S456d61696c205369676e6174757265-256 (short) = c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5",
            &["-a", "cshake128", "--custom", "Email Signature", "short"][..],
        ),
        (
            "cSHAKE128-S456d61696c205369676e6174757265-256 (long) = c5221d50e4f822d96a2e8881a961420f294b7b24fe3d2094baed2c6524cc166b",
            &["-a", "cshake128", "--custom", "Email Signature", "long"],
        ),
        (
            "cSHAKE256-S456d61696c205369676e6174757265-512 (short) = d008828e2b80ac9d2218ffee1d070c48b8e4c87bff32c9699d5b6896eee0edd1\
             64020e2be0560858d9c00c037e34a96937c561a74c412bb4c746469527281c8c",
            &["-a", "cshake256", "--custom", "Email Signature", "--function", "", "short"],
        ),
        (
            "KMAC128-256 (short) = e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e",
            &["-a", "kmac128", "--key-file", "key", "short"],
        ),
        (
            "KMAC128-S4d7920546167676564204170706c69636174696f6e-256 (short) = 3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5",
            &["-a", "kmac128", "--key-file", "key", "--custom", custom, "short"],
        ),
        (
            "KMAC128-S4d7920546167676564204170706c69636174696f6e-256 (long) = 1f5b4e6cca02209e0dcb5ca635b89a15e271ecc760071dfd805faa38f9729230",
            &["-a", "KMAC128", "--key-file", "key", "--custom", custom, "long"],
        ),
        (
            "KMAC256-S4d7920546167676564204170706c69636174696f6e-512 (short) = 20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7\
             f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd",
            &["-a", "kmac256", "--key-file", "key", "--custom", custom, "short"],
        ),
        (
            "KMACXOF128-256 (short) = cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35",
            &["-a", "kmacxof128", "--key-file", "key", "short"],
        ),
        (
            "KMACXOF128-S4d7920546167676564204170706c69636174696f6e-256 (short) = 31a44527b4ed9f5c6101d11de6d26f0620aa5c341def41299657fe9df1a3b16c",
            &["-a", "kmacxof128", "--key-file", "key", "--custom", custom, "short"],
        ),
    ] {
        let written = stdout_of(folder.lanesum(&["sum"]).args(arguments));
        assert_eq!(written, format!("{line}\n"));
        // The line says all but the key.
        let key = if line.starts_with("KMAC") { &["--key-file", "key"][..] } else { &[] };
        let check = run(folder.lanesum(&["check", "--quiet"]).args(key).write_stdin(written));
        assert_eq!((check.stdout.as_str(), check.stderr.as_str(), check.status), ("", "", Some(0)), "{line}");
    }
}

/// Every function that takes one file, of files that are held whole, and of one that is not.
#[test]
fn the_reference_agrees() {
    let folder = samples();
    let custom = "my application";
    for length in [0, 1, 135, 136, 168, 8191, 8192, 8193, 70_000, 140_001] {
        let data = noise(length);
        folder.file("file", &data);
        let (message, s) = (bits(&data), bits(custom.as_bytes()));
        for (name, strength, usual) in both("cshake") {
            let expected = hex(&standard::cshake(strength, &message, usual, &bits(b"F"), &s));
            let ours = digest(&folder, &["-a", &name, "--custom", custom, "--function", "F", "file"]);
            assert_eq!(ours, expected, "{name}, {length}");
        }
        for (form, output) in [("", Length::Fixed), ("xof", Length::Arbitrary)] {
            for (name, strength, usual) in both(&format!("kmac{form}")) {
                let expected = hex(&standard::kmac(strength, &bits(&key()), &message, usual, &s, output));
                let ours = digest(&folder, &["-a", &name, "--custom", custom, "--key-file", "key", "file"]);
                assert_eq!(ours, expected, "{name}, {length}");
            }
            for (block, text) in [(1000, Some("1000")), (8192, None)] {
                for (name, strength, usual) in both(&format!("parallelhash{form}")) {
                    let expected = hex(&standard::parallel_hash(strength, &message, block, usual, &s, output));
                    let mut arguments = vec!["-a", &name, "--custom", custom, "file"];
                    arguments.extend(text.map_or(vec![], |text| vec!["--block", text]));
                    assert_eq!(digest(&folder, &arguments), expected, "{name}, {length}, {block}");
                }
            }
        }
    }
}

/// Lengths of output that are no whole number of bytes, and longer than anybody holds.
#[test]
fn any_length_of_output() {
    let folder = samples();
    let (message, s) = (bits(&[0, 1, 2, 3]), bits(b""));
    for wanted in [32, 33, 263, 1344, 40_003] {
        let length = wanted.to_string();
        let ours = |name: &str| digest(&folder, &["-a", name, "-l", &length, "--key-file", "key", "short"]);
        let plain = |name: &str| digest(&folder, &["-a", name, "-l", &length, "short"]);
        let (k, strength) = (bits(&key()), Strength::S256);
        for (form, output) in [("", Length::Fixed), ("xof", Length::Arbitrary)] {
            let mac = hex(&standard::kmac(strength, &k, &message, wanted, &s, output));
            assert_eq!(ours(&format!("kmac{form}256")), mac, "{wanted}");
            let parallel = hex(&standard::parallel_hash(strength, &message, 8192, wanted, &s, output));
            assert_eq!(plain(&format!("parallelhash{form}256")), parallel, "{wanted}");
            let tuple = hex(&standard::tuple_hash(strength, std::slice::from_ref(&message), wanted, &s, output));
            assert_eq!(plain(&format!("tuplehash{form}256")), tuple, "{wanted}");
        }
    }
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

/// With N and S empty, cSHAKE is SHAKE (SP 800-185, section 3.3).
#[test]
fn cshake_without_names_is_shake() {
    let folder = samples();
    folder.file("large", &noise(300_000));
    for strength in ["128", "256"] {
        for more in [&[][..], &["-l", "1001"], &["-l", "80008"]] {
            let line = |name: &str, names: &[&str]| {
                let mut sum = folder.lanesum(&["sum", "--untagged", "-a", &format!("{name}{strength}")]);
                stdout_of(sum.args(more).args(names).args(["short", "long", "large"]))
            };
            let shake = line("shake", &[]);
            assert_eq!(line("cshake", &[]), shake);
            assert_eq!(line("cshake", &["--custom", "", "--function", ""]), shake);
            assert_ne!(line("cshake", &["--custom", "a"]), shake);
            assert_ne!(line("cshake", &["--function", "a"]), shake);
            // The two are told apart.
            assert_ne!(line("cshake", &["--function", "a"]), line("cshake", &["--custom", "a"]));
        }
    }
}

/// In whatever company a file is hashed, and by however many threads.
#[test]
fn many_files_and_threads() {
    let folder = samples();
    let names: Vec<String> = (0..150).map(|i| format!("f{i:03}")).collect();
    for (i, name) in names.iter().enumerate() {
        // Some are too large to be held, and some of those are read side by side.
        folder.file(name, &noise(if i % 40 == 7 { 150_000 + i } else { 37 * i }));
    }
    let all = "cshake128,kmac128,kmacxof256,parallelhash128,parallelhashxof256,sha3-256";
    let options = ["sum", "-a", all, "--key-file", "key", "--custom", "c", "--block", "3K"];
    let together = |more: &[&str]| stdout_of(folder.lanesum(&options).args(more).args(&names));
    let alone: String = names.iter().map(|name| stdout_of(folder.lanesum(&options).arg(name))).collect();
    assert_eq!(together(&["--threads", "1"]), alone);
    assert_eq!(together(&["--threads", "3"]), alone);
    assert_eq!(together(&["--threads", "2", "--io", "sequential,4K"]), alone);
}

/// One large file, which all threads share; from a pipe, too. Blocks that do not divide what is read at a time.
#[test]
fn one_large_file() {
    let folder = samples();
    let data = noise(21_000_003);
    folder.file("large", &data);
    for block in [8192, 10_007, 1 << 16, 1 << 20, 5_000_000, 1 << 40] {
        let mut hasher = <ParallelHash128>::new(block, "c").unwrap();
        hasher.update(&data);
        let expected = data_encoding::HEXLOWER.encode(&hasher.finalize_fixed());
        let block = block.to_string();
        let options = ["sum", "-a", "parallelhash128", "--custom", "c", "--block", &block];
        let tag = format!("ParallelHash128-B{block}-S63-256");
        for threads in ["1", "2", "5"] {
            let line = stdout_of(folder.lanesum(&options).args(["--threads", threads, "large"]));
            assert_eq!(line, format!("{tag} (large) = {expected}\n"), "{threads} threads");
        }
        // The others side by side, as long as they last.
        let side_by_side = stdout_of(folder.lanesum(&options).args(["--threads", "1", "large", "large", "large"]));
        assert_eq!(side_by_side, format!("{tag} (large) = {expected}\n").repeat(3));
        if block == "8192" {
            let line = stdout_of(folder.lanesum(&options).write_stdin(data.clone()));
            assert_eq!(line, format!("{tag} (-) = {expected}\n"));
        }
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
    assert_eq!(object(&["-a", "sha3-256", "short"]).as_object().unwrap().len(), 5);
}

/// A tag says it all; what is said beside it is for lines without one.
#[test]
fn check_needs_nothing_but_the_key() {
    let folder = samples();
    let all = "cshake128,kmac128,kmacxof256,parallelhash256,parallelhashxof128,sha3-256";
    let mut list = String::new();
    for parameters in [
        &["--custom", "c", "--function", "f", "--block", "3K"][..],
        &["--custom", "", "--function=-S63", "--block", "1"],
        &["--custom", "a \"b\" (c) = \u{e9}\n", "-l", "33"],
        &[],
    ] {
        let sum = ["sum", "-a", all, "--key-file", "key"];
        list += &stdout_of(folder.lanesum(&sum).args(parameters).args(["short", "long"]));
    }
    folder.file("list", list.as_bytes());
    let check = |more: &[&str]| run(folder.lanesum(&["check", "--quiet", "--strict"]).args(more).arg("list"));
    let right = check(&["--key-file", "key"]);
    assert_eq!((right.stdout.as_str(), right.stderr.as_str(), right.status), ("", "", Some(0)));
    // One text more or less is another function.
    let tags = ["cSHAKE128-N66-S63-256", "KMAC128-S63-256", "ParallelHash256-B3072-S63-512"];
    for other in ["-S64", "-S6363", ""] {
        let list = tags.iter().fold(list.clone(), |list, tag| list.replace(tag, &tag.replace("-S63", other)));
        folder.file("list", list.as_bytes());
        assert_eq!(check(&["--key-file", "key"]).stdout.lines().count(), 6, "{other}");
    }
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
    assert_eq!((unused.stdout.as_str(), unused.stderr, unused.status), ("", expected, Some(1)));
    // One line is enough, in whichever list.
    folder.file("one", list.as_bytes());
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "cshake128", "--untagged", "--custom", "d", "long"]));
    folder.file("CSHAKE128SUMS", line.as_bytes());
    for lists in [["one", "CSHAKE128SUMS"], ["CSHAKE128SUMS", "one"]] {
        let used = run(folder.lanesum(&["check", "--quiet", "--custom", "d"]).args(lists));
        assert_eq!((used.stdout.as_str(), used.stderr.as_str(), used.status), ("", "", Some(0)));
    }
    // Where nothing could be read, that is said.
    let unread = run(&mut folder.lanesum(&["check", "--custom", "d", "none"]));
    assert_eq!((unread.stderr.as_str(), unread.status), ("lanesum: none: No such file or directory\n", Some(1)));
}

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
    assert_eq!((long.stdout.as_str(), long.status), ("", Some(2)));
    assert!(long.stderr.starts_with("error: --custom takes at most 65536 bytes\n"), "{}", long.stderr);
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        for (before, option) in [("", "--function"), ("--custom=", "--custom")] {
            let mut command = folder.lanesum(&["sum", "-a", "cshake128", "short"]);
            let argument = [before.as_bytes(), b"\xff"].concat();
            command.args((before.is_empty()).then_some(option)).arg(std::ffi::OsStr::from_bytes(&argument));
            let refused = run(&mut command);
            assert_eq!((refused.stdout.as_str(), refused.status), ("", Some(2)));
            assert!(refused.stderr.starts_with(&format!("error: {option} must be UTF-8\n")), "{}", refused.stderr);
        }
    }
    let line = format!("cSHAKE128-S{}-256 (short) = {}\n", "63".repeat(65_537), "00".repeat(32));
    assert!(run(folder.lanesum(&["check"]).write_stdin(line)).stderr.contains("no properly formatted"));
}

#[test]
fn options_of_other_functions_are_refused() {
    let folder = samples();
    for (arguments, why) in [
        (&["sum", "-a", "sha3-256", "--custom", "a"][..], "--custom does not apply to sha3-256; it belongs to kt128, "),
        (
            &["sum", "-a", "kmac128", "--function", "a"],
            "--function does not apply to kmac128; it belongs to cshake128, cshake256\n",
        ),
        (
            &["sum", "-a", "cshake128,blake3", "--block", "8"],
            "--block does not apply to cshake128, blake3; it belongs to parallelhash128, ",
        ),
        (
            &["sum", "-a", "cshake128", "--key-file", "key"],
            "--key-file does not apply to cshake128; it belongs to kmac128, ",
        ),
        (&["check", "-a", "sha3-256", "--custom", "a"], "--custom does not apply to sha3-256; it"),
        (&["sum", "-a", "parallelhash128", "--block", "0"], "not a number of bytes from 1 to"),
        (&["sum", "-a", "parallelhash128", "--block", "-1"], "not a number of bytes from 1 to"),
        (&["sum", "-a", "kmac128", "--key-file", "key", "-l", "31"], "its tag must have at least 32 bits"),
        (&["sum", "-a", "kmac128"], "kmac128 needs a key"),
    ] {
        let refused = run(folder.lanesum(arguments).write_stdin(""));
        assert_eq!((refused.stdout.as_str(), refused.status), ("", Some(2)), "{arguments:?}");
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    // Among several, an option is meant for those that take it.
    assert_eq!(
        stdout_of(&mut folder.lanesum(&["sum", "-a", "sha3-256,cshake128", "--custom", "a", "short"])).lines().count(),
        2
    );
}

#[test]
fn help_and_completions_know_them() {
    let help = stdout_of(&mut lanesum(&["help", "sum"]));
    let page = stdout_of(&mut lanesum(&["man", "sum"]));
    let script = stdout_of(&mut lanesum(&["completions", "bash"]));
    for word in ["--function", "--custom", "--block", "--key-file"] {
        assert!(help.contains(word) && stdout_of(&mut lanesum(&["help", "check"])).contains(word), "{word}");
        assert!(page.contains(&word.replace('-', "\\-")), "{word}");
        assert!(script.contains(word), "{word}");
    }
    let info = stdout_of(&mut lanesum(&["info"]));
    let help = stdout_of(&mut lanesum(&["help", "algorithms"]));
    for name in ["cshake", "kmac", "kmacxof", "tuplehash", "tuplehashxof", "parallelhash", "parallelhashxof"] {
        for name in [format!("{name}128"), format!("{name}256")] {
            assert!(help.contains(&name) && script.contains(&name) && info.contains(&name), "{name}");
        }
    }
}
