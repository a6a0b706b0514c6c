//! The help texts, and the refusal of wrong command lines.

use super::{Folder, SHA3_256_ABC, lanesum, run, stdout_of};

/// Standard error of a command line that must be refused.
fn refusal(arguments: &[&str]) -> String {
    let run = run(lanesum(arguments).write_stdin(""));
    run.prints("", 2);
    run.stderr
}

#[test]
fn a_refusal_shows_the_usage() {
    let said = "error: --algorithm sha3-257: no such algorithm; did you mean sha3-256?";
    let usage = "Usage: lanesum sum [OPTIONS] [FILE]...\n\nFor more information, try '--help'.\n";
    assert_eq!(refusal(&["sum", "-a", "sha3-257", "FILE"]), format!("{said}\n\n{usage}"));
    // Of what clap alone would take, too.
    assert!(refusal(&["sum", "-r"]).ends_with(&format!("\n\n{usage}")), "{}", refusal(&["sum", "-r"]));
}

#[test]
fn an_unknown_option_and_an_unknown_subcommand() {
    assert!(refusal(&["sum", "--untaged", "FILE"]).contains("a similar argument exists: '--untagged'"));
    assert!(refusal(&["summ"]).contains("a similar subcommand exists: 'sum'"));
    assert!(refusal(&[]).contains("Usage: lanesum <COMMAND>"));
}

#[test]
fn tips_where_clap_knows_none() {
    assert!(refusal(&["sha256sum", "f"]).contains("come after its name: lanesum as sha256sum FILE\n"));
    assert!(
        refusal(&["sum", "-a", "shake512"])
            .contains("shake512: it has several sizes; name one of shake128, shake256\n")
    );
    let checks = "tip: lists of digests are checked by a subcommand: lanesum check LIST\n";
    assert!(refusal(&["sum", "-c", "SUMS"]).contains(checks));
    assert!(refusal(&["sum", "--check", "SUMS"]).contains(checks));
    assert!(
        refusal(&["a b"]).contains("tip: there is no file of this name either; to hash a file: lanesum sum FILE\n")
    );
    assert!(refusal(&["Cargo.toml", "b c"]).contains("tip: to hash files: lanesum sum Cargo.toml 'b c'\n"));
    for arguments in [["-r", "DIR"], ["-a", "sha3-256"]] {
        assert!(refusal(&arguments).contains("tip: options come after a subcommand, for example: lanesum sum FILE"));
    }
    // clap's own stay.
    assert!(refusal(&["sum", "-x", "FILE"]).contains("tip: to pass '-x' as a value, use '-- -x'"));
    assert!(refusal(&["completions"]).contains("[possible values: bash"));
}

#[test]
fn numbers_out_of_range() {
    for (arguments, range) in [
        (["sum", "-l", "-1"], "from 1 to 4294967296"),
        (["sum", "-l", "0"], "from 1 to 4294967296"),
        (["sum", "-l", "4294967297"], "from 1 to 4294967296"),
        (["sum", "-l", "8x"], "from 1 to 4294967296"),
        (["sum", "-l", "99999999999999999999999"], "from 1 to 4294967296"),
        (["check", "--threads", "0"], "from 1 to 1024"),
        (["sum", "--threads", "-1"], "from 1 to 1024"),
        (["bench", "--retries", "-1"], "from 0 to 1000"),
        (["bench", "--seconds", "-1"], "from 0.001 to 600"),
    ] {
        let refusal = refusal(&arguments);
        assert!(refusal.contains(&format!(": not a number {range}\n")), "{arguments:?}: {refusal}");
    }
}

#[test]
fn numbers_in_range() {
    for arguments in [["--threads", "1"], ["--threads", "1024"], ["--io", "sequential,4K"], ["-l", "256"]] {
        let sum = [&["sum", "-a", "sha3-256"][..], &arguments].concat();
        assert_eq!(stdout_of(lanesum(&sum).write_stdin("abc")), format!("SHA3-256 (-) = {SHA3_256_ABC}\n"));
    }
}

#[test]
fn names_of_algorithms_in_capitals() {
    let line = stdout_of(lanesum(&["sum", "-a", "SHA3-256,Sha3-256"]).write_stdin("abc"));
    assert_eq!(line, format!("SHA3-256 (-) = {SHA3_256_ABC}\n"));
}

/// On a terminal of usual width no line is broken, and on wider ones none is harder to read.
#[test]
fn help_is_at_most_78_wide() {
    for subcommand in [
        "sum",
        "check",
        "audit",
        "update",
        "as",
        "keygen",
        "sign",
        "verify",
        "info",
        "bench",
        "completions",
        "man",
        "help",
        "algorithms",
    ] {
        let help = stdout_of(&mut lanesum(&["help", subcommand]));
        assert!(help.lines().all(|line| line.chars().count() <= 78), "{help}");
        // The lines written by hand were not broken either.
        let by_hand = help.split_once("\n\nExamples:\n").map_or("", |(_, examples)| examples);
        assert!(by_hand.lines().all(|line| line.is_empty() || line.starts_with("  ") || line.ends_with(':')), "{help}");
    }
}

/// `-h` fits a screen, and says where the rest is.
#[test]
fn short_help_is_short() {
    for subcommand in
        ["", "sum", "check", "audit", "update", "as", "keygen", "sign", "verify", "info", "completions", "man", "bench"]
    {
        let arguments: Vec<_> = [subcommand, "-h"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = stdout_of(&mut lanesum(&arguments));
        assert!(help.lines().count() < 40, "{help}");
        if ["sum", "check", "audit", "update", "bench"].contains(&subcommand) {
            assert!(help.ends_with(&format!("All options, and more examples: lanesum help {subcommand}\n")), "{help}");
        }
    }
    // A list of examples that fits is whole; no example of a longer one is cut off.
    let audit = stdout_of(&mut lanesum(&["audit", "-h"]));
    assert!(audit.contains("lanesum audit --quiet SUMS photos      write nothing if all is unchanged\n"), "{audit}");
    let sum = stdout_of(&mut lanesum(&["sum", "-h"]));
    assert!(!sum.contains("--exclude '*.tmp'") || sum.contains("leave out what matches"), "{sum}");
}

#[test]
fn a_file_in_place_of_a_subcommand() {
    let folder = Folder::new();
    folder.file("che", b"");
    std::fs::create_dir(folder.path().join("d e")).unwrap();
    for (words, tip) in [
        (["che"].as_slice(), "tip: to hash a file: lanesum sum che\n"),
        (&["chec"], "a similar subcommand exists: 'check'"),
        (&["che", "other"], "tip: to hash files: lanesum sum che other\n"),
        (&["d e"], "tip: to hash the files in a directory: lanesum sum -r 'd e'\n"),
        (&["che", "d e"], "tip: to hash the files in a directory: lanesum sum -r che 'd e'\n"),
        (&["other"], "tip: there is no file of this name either; to hash a file: lanesum sum FILE\n"),
    ] {
        let run = run(lanesum(words).current_dir(folder.path()));
        assert_eq!(run.status, Some(2));
        assert!(run.stderr.contains(tip), "{}", run.stderr);
    }
}

#[test]
fn help_teaches_by_examples() {
    let main = stdout_of(&mut lanesum(&["--help"]));
    let short = stdout_of(&mut lanesum(&["-h"]));
    for part in ["\nExit status:\n", "\nEnvironment:\n"] {
        assert!(main.contains(part) && !short.contains(part), "{main}");
    }
    assert!(main.contains("lanesum sum *.iso"), "{main}");
    assert_eq!(stdout_of(&mut lanesum(&["help"])), main);
    let examples = main.split_once("Examples:").unwrap().1;
    assert!(examples.lines().all(|line| line.chars().count() <= 78), "{examples}");
    let sum = stdout_of(&mut lanesum(&["sum", "--help"]));
    assert_eq!(stdout_of(&mut lanesum(&["help", "sum"])), sum);
    let parts =
        ["Examples:", "Exit status:", "tar c DIR | lanesum sum", "\\n, \\r and \\\\", "lanesum help algorithms"];
    for part in parts.into_iter().chain(["[default: kt128]"]) {
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
