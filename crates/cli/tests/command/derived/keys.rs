//! The key: from a file or standard input, in no line, message or list of arguments.

use super::super::{Folder, Run, run, stdout_of};
use super::{digest, samples};

#[test]
fn all_bytes_of_a_file_count() {
    let folder = samples();
    let keys: [&[u8]; 6] = [b"k", b"k\n", b"k\0", b"\0", &[0xa5; 4096], &vec![7; 1 << 20]];
    let digests = keys.map(|key| {
        folder.file("a key", key);
        digest(&folder, &["-a", "kmac128", "--key-file", "a key", "short"])
    });
    for (i, one) in digests.iter().enumerate() {
        assert!(!digests[..i].contains(one), "{i}");
    }
}

#[test]
fn a_key_through_a_pipe() {
    let folder = samples();
    let key = super::key();
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "kmac128", "--key-file", "key", "short"]));
    let sum = stdout_of(folder.lanesum(&["sum", "-a", "kmac128", "--key-file", "-", "short"]).write_stdin(key.clone()));
    assert_eq!(sum, line);
    folder.file("list", line.as_bytes());
    let check = stdout_of(folder.lanesum(&["check", "--key-file", "-", "list"]).write_stdin(key.clone()));
    assert_eq!(check, "short: OK\n");
    // Standard input cannot be anything else beside the key.
    for (arguments, taken) in [
        (&["sum", "-a", "kmac128", "--key-file", "-"][..], "the message"),
        (&["sum", "-a", "kmac128", "--key-file", "-", "short", "-"], "the message"),
        (&["sum", "-a", "kmac128", "--key-file", "-", "--files-from", "-"], "the list of names"),
        (&["check", "--key-file", "-"], "the list"),
        (&["check", "--key-file", "-", "list", "-"], "the list"),
    ] {
        run(folder.lanesum(arguments).write_stdin(key.clone()))
            .fails(2, &format!("standard input is used for {taken}"));
    }
    // A list that names standard input: it would be empty.
    folder.file("list", line.replace("(short)", "(-)").as_bytes());
    for name in ["-", "/dev/stdin"].into_iter().take(if cfg!(unix) { 2 } else { 1 }) {
        let refused = run(folder.lanesum(&["check", "--key-file", name, "list"]).write_stdin(key.clone()));
        assert!(refused.stderr.contains("no properly formatted"), "{}", refused.stderr);
    }
}

#[cfg(unix)]
#[test]
fn standard_input_by_another_name() {
    let folder = samples();
    let line = stdout_of(&mut folder.lanesum(&["sum", "-a", "kmac128", "--key-file", "key", "short"]));
    std::fs::hard_link(folder.path().join("key"), folder.path().join("the same")).unwrap();
    // `< key`, which the other tests' commands cannot do: all of theirs are pipes.
    let redirected = |arguments: &[&str]| {
        let stdin = std::fs::File::open(folder.path().join("key")).unwrap();
        Run::from(folder.process(arguments).stdin(stdin).output().unwrap())
    };
    for name in ["/dev/stdin", "/dev/fd/0", "key", "the same"] {
        let sum = ["sum", "-a", "kmac128", "--key-file", name];
        let free = redirected(&[&sum[..], &["short"]].concat());
        assert_eq!((free.stdout.as_str(), free.stderr.as_str()), (line.as_str(), ""), "{name}");
        for (arguments, taken) in [
            (&sum[..], "the message"),
            (&["check", "--key-file", name], "the list"),
            (&["check", "--key-file", name, "-"], "the list"),
        ] {
            let mut runs = vec![redirected(arguments)];
            if name.starts_with('/') {
                runs.push(run(folder.lanesum(arguments).write_stdin(super::key())));
            }
            for refused in runs {
                refused.fails(2, &format!("standard input is used for {taken}"));
                assert!(refused.stderr.contains(" is the same file\n"), "{}", refused.stderr);
            }
        }
    }
}

#[test]
fn keys_that_are_none() {
    let folder = samples();
    folder.file("empty", b"");
    folder.file("huge", &vec![0; (1 << 20) + 1]);
    std::fs::create_dir(folder.path().join("a dir")).unwrap();
    let list = stdout_of(&mut folder.lanesum(&["sum", "-a", "kmac128", "--key-file", "key", "short"]));
    folder.file("list", list.as_bytes());
    for (name, why) in [
        ("none", "key file none: No such file or directory"),
        ("a dir", "key file 'a dir': Is a directory"),
        (
            "empty",
            "key file empty: the key is empty, so anyone could compute the same MACs; give a file of 32 random bytes",
        ),
        ("huge", "key file huge: too long for a key (more than 1048576 bytes); is it another file?"),
    ] {
        for arguments in
            [&["sum", "-a", "kmac128", "--key-file", name, "short"][..], &["check", "--key-file", name, "list"]]
        {
            run(&mut folder.lanesum(arguments)).is("", &format!("lanesum: {why}\n"), 1);
        }
    }
    let refused = run(folder.lanesum(&["sum", "-a", "kmac128", "--key-file", "-", "short"]).write_stdin(""));
    assert!(refused.stderr.starts_with("lanesum: key on standard input: the key is empty, so "), "{}", refused.stderr);
    // Nothing is hashed: no key is read.
    stdout_of(&mut folder.lanesum(&["check", "--key-file", "none", "--missing-only", "list"]));
}

#[test]
fn a_list_with_keyed_lines_needs_the_key() {
    let folder = samples();
    let sum = ["sum", "-a", "sha3-256,kmac128,kmacxof128,kmac256", "--custom", "c", "--key-file", "key", "short"];
    let list = stdout_of(&mut folder.lanesum(&sum));
    folder.file("list", list.as_bytes());
    let check = |more: &[&str]| run(folder.lanesum(&["check"]).args(more).arg("list"));
    check(&[]).is("short: OK\n", "lanesum: WARNING: 3 lines need a key: pass it with --key-file FILE\n", 1);
    check(&["--key-file", "key"]).is(&"short: OK\n".repeat(4), "", 0);
    folder.file("other", b"another key");
    let wrong = check(&["--key-file", "other"]);
    assert_eq!(wrong.stdout, format!("short: OK\n{}", "short: FAILED\n".repeat(3)));
    assert_eq!(
        wrong.stderr,
        "lanesum: WARNING: 3 computed checksums did NOT match\n\
         lanesum: list: no line that needs a key matches: is it the right key? (--key-file)\n"
    );
    // A line that cannot be judged does not keep later lines from being judged.
    let keyed = list.lines().find(|line| line.starts_with("KMAC128")).unwrap();
    let bad = format!("SHA3-256 (short) = {}", "00".repeat(32));
    folder.file("list", format!("{keyed}\n{bad}\n").as_bytes());
    check(&[]).is("short: FAILED\n", "lanesum: WARNING: 1 computed checksum did NOT match\nlanesum: WARNING: 1 line needs a key: pass it with --key-file FILE\n", 1);
    folder.file("list", keyed.as_bytes());
    for (more, stderr) in [
        (&[][..], "lanesum: WARNING: 1 line needs a key: pass it with --key-file FILE\n"),
        (&["-a", "kmac128"], "lanesum: WARNING: 1 line needs a key: pass it with --key-file FILE\n"),
        (&["--status"], ""),
    ] {
        check(more).is("", stderr, 1);
    }
    // Too short to say anything: no digest line.
    folder.file("list", b"KMAC128-24 (short) = e5780b\n");
    assert!(check(&["--key-file", "key"]).stderr.contains("no properly formatted"));
}

#[test]
fn the_key_is_never_written() {
    let folder = samples();
    let key = "a very secret key, quite long";
    folder.file("secret", key.as_bytes());
    for arguments in [
        &["sum", "-a", "kmac128", "--key-file", "secret", "short", "missing"][..],
        &["sum", "-a", "kmac128", "--key-file", "secret", "--json", "short"],
        &["sum", "-a", "kmac128", "--key-file", "secret", "--base64", "short"],
        &["sum", "-a", "sha3-256", "--key-file", "secret", "short"],
    ] {
        let run = run(&mut folder.lanesum(arguments));
        let all = [run.stdout, run.stderr].concat();
        assert!(!all.contains(key) && !all.contains(&data_encoding::HEXLOWER.encode(key.as_bytes())), "{all}");
    }
    // The search above works: it finds the key where it is the name of a file.
    folder.file(key, b"");
    assert!(run(&mut folder.lanesum(&["sum", "-a", "sha3-256", key])).stdout.contains(key));
    assert_eq!(Folder::new().path().read_dir().unwrap().count(), 0);
}
