//! What the command says about itself, and how it refuses a wrong command line.

#![allow(clippy::needless_raw_string_hashes, reason = "snapbox writes its snapshots so (SNAPSHOTS=overwrite)")]

use snapbox::{assert_data_eq, str};

use super::{lanesum, run, stdout_of};

/// Standard error of a command line that must be refused.
fn refusal(arguments: &[&str]) -> String {
    let run = run(lanesum(arguments).write_stdin(""));
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)));
    run.stderr
}

#[test]
fn a_missing_algorithm() {
    assert_data_eq!(
        refusal(&["sum", "FILE"]),
        str![[r#"
error: no algorithm given; name one with -a, for example:

  lanesum sum -a sha3-256 FILE

Usage: lanesum sum [OPTIONS] [FILE]...

For more information, try '--help'.

"#]]
    );
}

#[test]
fn an_unknown_algorithm() {
    assert_data_eq!(
        refusal(&["sum", "-a", "sha3-257", "FILE"]),
        str![[r#"
error: invalid value 'sha3-257' for '--algorithm <NAME>'
  [possible values: sha3-224, sha3-256, [..]

  tip: a similar value exists: 'sha3-256'

For more information, try '--help'.

"#]]
    );
}

#[test]
fn a_length_that_does_not_fit() {
    assert_data_eq!(
        refusal(&["sum", "-a", "sha3-256", "-l", "300", "FILE"]),
        str![[r#"
error: -l 300 does not fit sha3-256, whose digest has 256 bits: leave -l out or write -l 256 (shake128, shake256[..] give any length)

Usage: lanesum sum [OPTIONS] [FILE]...

For more information, try '--help'.

"#]]
    );
}

#[test]
fn a_length_of_zero() {
    assert_data_eq!(
        refusal(&["sum", "-a", "shake128", "-l", "0", "FILE"]),
        str![[r#"
error: invalid value '0' for '--length <BITS>': 0 is not in 1..=4294967296

For more information, try '--help'.

"#]]
    );
}

#[test]
fn an_unknown_option_and_an_unknown_subcommand() {
    assert!(refusal(&["sum", "--untaged", "FILE"]).contains("a similar argument exists: '--untagged'"));
    assert!(refusal(&["sun"]).contains("a similar subcommand exists: 'sum'"));
    assert!(refusal(&[]).contains("Usage: lanesum <COMMAND>"));
}

#[test]
fn help_teaches_by_examples() {
    let main = stdout_of(&mut lanesum(&["--help"]));
    assert!(main.contains("lanesum sum -a sha3-256 *.iso"), "{main}");
    assert_eq!(stdout_of(&mut lanesum(&["help"])), main);
    let sum = stdout_of(&mut lanesum(&["sum", "--help"]));
    assert_eq!(stdout_of(&mut lanesum(&["help", "sum"])), sum);
    for part in
        ["Examples:", "Exit status:", "tar c DIR | lanesum sum", "\\n, \\r and \\\\", "[possible values: sha3-224"]
    {
        assert!(sum.contains(part), "{part}: {sum}");
    }
    let examples = sum.split_once("Examples:").unwrap().1;
    assert!(examples.lines().all(|line| line.chars().count() <= 78), "{examples}");
    assert!(stdout_of(&mut lanesum(&["info", "--help"])).contains("--json"));
}

#[test]
fn version() {
    assert_eq!(stdout_of(&mut lanesum(&["--version"])), concat!("lanesum ", env!("CARGO_PKG_VERSION"), "\n"));
}
