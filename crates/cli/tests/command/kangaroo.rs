//! KT128, the default, KT256 and `TurboSHAKE` (RFC 9861), against the RFC's answers and the reference.

use serde_json::Value;

use super::{Folder, lanesum, run, stdout_of};

/// The output of `check` for these lines; "" if all is right.
fn check(folder: &Folder, more: &[&str], list: &str) -> String {
    let run = run(folder.lanesum(&["check", "--quiet", "--strict"]).args(more).write_stdin(list));
    assert_eq!(run.stdout.is_empty() && run.stderr.is_empty(), run.status == Some(0));
    run.stdout + &run.stderr
}

#[test]
fn json_states_what_is_not_usual() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    let object = |arguments: &[&str]| -> Value {
        serde_json::from_str(&stdout_of(folder.lanesum(&["sum", "--json", "f"]).args(arguments))).unwrap()
    };
    let usual = object(&[]);
    assert_eq!((usual["algorithm"].as_str(), usual.as_object().unwrap().len()), (Some("kt128"), 5));
    assert_eq!(object(&["--custom", "c"])["custom"], "c");
    assert_eq!(object(&["-a", "turboshake128"]).as_object().unwrap().len(), 5);
    assert_eq!(object(&["-a", "turboshake128", "--domain", "0x0b"])["domain"], 11);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    for (arguments, why) in [
        (
            &["sum", "--domain", "7", "f"][..],
            "--domain does not apply to kt128; it belongs to turboshake128, turboshake256",
        ),
        (
            &["sum", "-a", "turboshake128", "--custom", "c", "f"],
            "--custom does not apply to turboshake128; it belongs to ",
        ),
        (&["sum", "-a", "turboshake128", "--domain", "0x80", "f"], "not a byte from 0x01 to 0x7f"),
        (&["sum", "-a", "turboshake256", "--domain", "0", "f"], "not a byte from 0x01 to 0x7f"),
        (
            &["sum", "-l", "13", "f"],
            "kt128: its output must be a multiple of 8 bits (for any length: shake128, shake256)",
        ),
        (&["check", "-a", "kt128", "--domain", "7"], "--domain does not apply to kt128"),
    ] {
        run(folder.lanesum(arguments).write_stdin("")).fails(2, why);
    }
}

/// A list of 64 digits a line may be of many functions, the default among them: it is found.
#[test]
fn lines_without_a_tag() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    let line = stdout_of(folder.lanesum(&["sum", "--untagged"]).arg("f"));
    let said = run(folder.lanesum(&["check"]).write_stdin(line.as_str())).stderr;
    assert!(said.ends_with("the lines name no algorithm; 1 of 1 files have their digests by kt128\n"), "{said}");
    folder.file("KT128SUMS", line.as_bytes());
    folder.file("x.kt128", line.as_bytes());
    assert_eq!(stdout_of(&mut folder.lanesum(&["check", "KT128SUMS", "x.kt128"])), "f: OK\nf: OK\n");
    let line = stdout_of(folder.lanesum(&["sum", "-a", "turboshake256", "--domain", "0x0b"]).args(["--untagged", "f"]));
    assert_eq!(check(&folder, &["-a", "turboshake256", "--domain", "11"], &line), "");
    assert!(check(&folder, &["-a", "turboshake256"], &line).contains("f: FAILED"));
}

#[test]
fn help_and_completions_know_them() {
    let help = stdout_of(&mut lanesum(&["help", "sum"]));
    let script = stdout_of(&mut lanesum(&["completions", "bash"]));
    let info = stdout_of(&mut lanesum(&["info", "--all"]));
    for name in ["kt128", "kt256", "turboshake128", "turboshake256"] {
        assert!(help.contains(name) && script.contains(name) && info.contains(name), "{name}");
    }
    assert!(help.contains("[default: kt128]") && help.contains("--domain") && script.contains("--domain"));
}
