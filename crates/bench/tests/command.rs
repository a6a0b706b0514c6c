//! The command as a user meets it. What measures runs in this process, where the pause between tries can be shortened: a busy
//! machine must not make the tests wait for minutes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use clap::Parser;
use lanesum_bench::{Args, run};
use measure::trials::{Record, RowKind, Settings};
use predicates::str::contains;

fn command(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("lanesum-bench").expect("it is built");
    command.args(args);
    command
}

/// The output of the command with these arguments.
fn here(args: &[&str]) -> String {
    let args = Args::try_parse_from([&["lanesum-bench", "--seconds", "0.01"][..], args].concat()).expect("it is right");
    let settings = Settings { retries: 1, pause: Duration::from_millis(1), ..Settings::default() };
    let mut out = Vec::new();
    run(&args, &settings, &mut out).expect("it runs");
    String::from_utf8(out).expect("it is text")
}

fn rows(args: &[&str]) -> Vec<Record> {
    records(here(&[args, &["--json", "-"]].concat()).as_bytes())
}

fn records(json: &[u8]) -> Vec<Record> {
    let run: serde_json::Value = serde_json::from_slice(json).expect("it is JSON");
    serde_json::from_value(run["records"].clone()).expect("they are rows")
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a temporary folder has a plain name")
}

#[test]
fn json_has_the_rows_that_were_asked_for_and_all_keys() {
    let text = here(&[
        "--filter",
        "sha3-(256|512)",
        "--bytes",
        "0,100",
        "--messages",
        "1,3",
        "--rivals",
        "none",
        "--json",
        "-",
    ]);
    let rows: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(rows["choices"][0]["messages"], 1);
    let rows = rows["records"].as_array().expect("they are an array");
    assert_eq!(rows.len(), 8);
    for row in rows {
        let row = row.as_object().expect("each is an object");
        for key in [
            "implementation",
            "algorithm",
            "backend",
            "width",
            "bytes",
            "messages",
            "core_cpb",
            "tsc_cpb",
            "ns_per_message",
            "low",
            "high",
            "quiet_samples",
            "limit_core_cpb",
            "machine",
        ] {
            assert!(row.contains_key(key), "{key} in {row:?}");
        }
        assert_eq!(row["implementation"], "lanesum");
        assert!(row["machine"]["rustc"].as_str().is_some_and(|rustc| rustc.starts_with("rustc ")));
        assert_eq!(row["limit_core_cpb"].is_null(), row.contains_key("limit_reason"), "{row:?}");
        assert_eq!(row["core_cpb"].is_null(), row["bytes"] == 0 || row.contains_key("reason"), "{row:?}");
        assert_eq!(row["ns_per_message"].is_null(), row.contains_key("reason"), "{row:?}");
    }
    let shapes: Vec<_> = rows.iter().map(|row| (row["bytes"].as_u64(), row["messages"].as_u64())).collect();
    let expected = [(0, 1), (0, 3), (100, 1), (100, 3)].map(|(bytes, messages)| (Some(bytes), Some(messages)));
    assert_eq!(shapes, [expected, expected].concat());
}

#[test]
fn rivals_have_rows_and_who_lacks_the_algorithm_a_reason() {
    let rows = rows(&["--filter", "keccak256", "--bytes", "64", "--rivals", "sha3,tiny-keccak,k12"]);
    let names: Vec<_> = rows.iter().map(|row| row.implementation.as_str()).collect();
    assert_eq!(names, ["lanesum", "sha3", "tiny-keccak", "k12"]);
    assert_eq!(rows[3].reason.as_deref(), Some("k12 has no keccak256"));
    assert!(rows[1..3].iter().all(|row| row.backend.is_none() && row.quiet_samples.is_some()));
}

#[test]
fn blake2_is_measured_beside_its_crate() {
    let rows = rows(&["--filter", "blake2b", "--bytes", "100", "--rivals", "blake2b_simd"]);
    let names: Vec<&str> = rows.iter().map(|row| row.implementation.as_str()).collect();
    assert_eq!(names, ["lanesum", "blake2b_simd"]);
    assert!(rows.iter().all(|row| row.output_bytes == 64 && row.ns_per_message.is_none() == row.reason.is_some()));
}

#[test]
fn permutations_have_a_row_for_each_form() {
    let rows = rows(&["--filter", "keccak-f1600", "--rivals", "tiny-keccak"]);
    let (rivals, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.implementation != "lanesum");
    assert_eq!(
        rivals.iter().map(|row| row.messages).collect::<Vec<_>>(),
        [1],
        "who can be called alone takes one state"
    );
    lanesum_papers::register();
    let keccak = lanesum::Algorithm::Sha3_256;
    let forms: usize = keccak.backends().iter().map(|backend| keccak.widths(*backend).len()).sum();
    assert_eq!(rows.len(), forms);
    assert!(
        rows.iter().all(|row| row.kind == RowKind::Permutation && row.bytes == 200 && Some(row.messages) == row.width)
    );
}

#[test]
fn a_run_goes_on_from_an_older_one() {
    let folder = tempfile::tempdir().expect("there is room");
    let [json, list] = ["old.json", "list.json"].map(|name| folder.path().join(name));
    let case = ["--filter", "shake128", "--bytes", "200", "--rivals", "none"];
    let table = here(&[&case[..], &["--json", path(&json)]].concat());
    assert!(table.contains("shake128, 1 message of 200 bytes") && table.contains("core cpb"), "{table}");
    let rows = records(&fs::read(&json).expect("it was written"));
    assert_eq!((rows.len(), rows[0].output_bytes), (1, 32));
    // As older versions wrote them.
    fs::write(&list, serde_json::to_string(&rows).expect("rows")).expect("there is room");
    for old in [json, list] {
        let resumed = here(&[&case[..], &["--resume", path(&old)]].concat());
        assert!(resumed.contains("shake128, 1 message of 200 bytes"), "{resumed}");
    }
}

#[test]
fn mistakes_are_told_before_anything_is_measured() {
    let fails = |args: &[&str], code: i32, words: &[&str]| {
        let mut assert = command(args).timeout(Duration::from_secs(5)).assert().code(code);
        for word in words {
            assert = assert.stderr(contains(*word));
        }
    };
    fails(&["--filter", "md5"], 1, &["md5", "sha3-256", "river-keyak"]);
    fails(&["--filter", "("], 1, &["no regular expression"]);
    fails(&["--rivals", "nobody"], 1, &["nobody", "kangarootwelve_xkcp"]);
    fails(&["--resume", "no/such.json"], 1, &["no/such.json", "cannot be read"]);
    fails(&["--json", "no/such/folder.json"], 1, &["no/such"]);
    fails(&["--bytes", "99999999999"], 1, &["99999999999"]);
    fails(&["--messages", "0"], 2, &["1 or more"]);
    fails(&["--seconds", "0"], 2, &["above 0"]);
    fails(&["--stack"], 2, &["--gate"]);
    let folder = tempfile::tempdir().expect("there is room");
    let wrong = folder.path().join("wrong.json");
    fs::write(&wrong, "{}").expect("there is room");
    fails(&["--resume", path(&wrong)], 1, &["wrong.json", "does not hold the rows"]);
}

#[test]
fn help_has_examples() {
    command(&["--help"]).assert().success().stdout(contains("--filter shake128 --bytes 4096"));
}
