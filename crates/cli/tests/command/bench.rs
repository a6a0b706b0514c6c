//! `lanesum bench`, and the order that it saves for a user.

use std::path::PathBuf;

use assert_cmd::Command;
use lanesum::Algorithm;
use lanesum::dispatch::Family;
use serde_json::{Value, json};

use super::{Folder, SHA3_256_ABC, lanesum, run, stdout_of};

/// A user with a configuration directory of their own.
struct User(Folder);

impl User {
    fn new() -> Self {
        Self(Folder::new())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("config/lanesum/order.json")
    }

    fn lanesum(&self, arguments: &[&str]) -> Command {
        let mut command = lanesum(arguments);
        // Windows knows no such variable, and has no way to move its directory.
        command.env("XDG_CONFIG_HOME", self.0.path().join("config"));
        command
    }

    fn info(&self) -> Value {
        serde_json::from_str(&stdout_of(&mut self.lanesum(&["info", "--json"]))).unwrap()
    }

    fn sum(&self) -> String {
        stdout_of(self.lanesum(&["sum", "-a", "sha3-256"]).write_stdin("abc"))
    }

    fn write(&self, content: &[u8]) {
        std::fs::create_dir_all(self.file().parent().unwrap()).unwrap();
        std::fs::write(self.file(), content).unwrap();
    }

    /// Orders that this machine would never choose, as `bench --save` would have written it.
    fn write_slow_order(&self) {
        let info = self.info();
        let Value::Object(mut processor) = info["processor"].clone() else { panic!("{info}") };
        processor.insert("name".into(), info["cpu"].clone());
        let width = |backend: &str| json!([{"messages": 1, "backend": backend, "cost": 2000}]);
        let content = json!({
            "lanesum": env!("CARGO_PKG_VERSION"), "date": "2026-11-21T08:00:00Z", "processor": processor,
            "unit": "anything", "orders": {"keccak-p1600": width("compact"), "sha512": width("portable")},
        });
        self.write(content.to_string().as_bytes());
    }
}

fn sum_of_abc() -> String {
    format!("SHA3-256 (-) = {SHA3_256_ABC}\n")
}

#[cfg(unix)]
#[test]
fn a_saved_order_is_used_and_shown_and_forgotten() {
    let user = User::new();
    assert_eq!(user.info()["saved_order"], Value::Null);
    let own = user.info()["algorithms"].clone();

    user.write_slow_order();
    let info = user.info();
    let saved = &info["saved_order"];
    assert_eq!(saved["path"], user.file().to_str().unwrap());
    assert_eq!((&saved["used"], &saved["date"]), (&json!(true), &json!("2026-11-21T08:00:00Z")));
    // An order is for a family: the functions over Keccak are those with the form "compact".
    let has_compact = |algorithm: &Value| algorithm["backends"].as_array().unwrap().contains(&json!("compact"));
    let algorithms = info["algorithms"].as_array().unwrap();
    assert!(algorithms.iter().filter(|algorithm| has_compact(algorithm)).count() >= 7);
    for (algorithm, own) in algorithms.iter().zip(own.as_array().unwrap()) {
        let name = algorithm["name"].as_str().unwrap();
        let backend = match name.parse().map(Algorithm::family) {
            _ if has_compact(algorithm) => "compact",
            Ok(Family::Sha512) => "portable",
            _ => {
                assert_eq!(algorithm, own);
                continue;
            }
        };
        assert_eq!([&algorithm["chosen"]["1"], &algorithm["chosen"]["8"]], [backend; 2], "{name}");
        assert!(algorithm["why"]["2"].as_str().unwrap().contains("4000"), "{algorithm}");
    }
    let table = stdout_of(&mut user.lanesum(&["info", "--all"]));
    assert!(table.contains("your own, saved 2026-11-21T08:00:00Z by \"lanesum bench --save\""), "{table}");
    assert_eq!(user.sum(), sum_of_abc());

    let said = stdout_of(&mut user.lanesum(&["bench", "--forget"]));
    assert_eq!(said, format!("Removed the saved order: {}\n", user.file().display()));
    assert!(!user.file().exists());
    assert_eq!(user.info()["algorithms"], own);
    let said = stdout_of(&mut user.lanesum(&["bench", "--forget"]));
    assert!(said.starts_with("There was no saved order"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_that_does_not_fit_is_ignored() {
    let user = User::new();
    let own = user.info()["algorithms"].clone();
    user.write_slow_order();
    let good = std::fs::read_to_string(user.file()).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        good.replacen(from, to, 1).into_bytes()
    };
    let version = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");
    for (content, reason) in [
        (b"{\"lanesum\": ".to_vec(), "damaged"),
        (good.as_bytes()[..good.len() / 2].to_vec(), "damaged"),
        (b"\0\xff".repeat(100_000), "damaged"),
        (changed(version, "\"0.0.1\""), "measured by lanesum 0.0.1"),
        (changed("\"family\":", "\"family\":9"), "another processor"),
        (changed("compact", "abacus"), "there is no backend abacus"),
        (changed("2000", "0"), "a cost of 0"),
    ] {
        user.write(&content);
        let info = user.info();
        assert_eq!(info["saved_order"]["used"], false, "{reason}");
        let said = info["saved_order"]["reason"].as_str().unwrap();
        assert!(said.contains(reason), "{said}");
        assert_eq!(info["algorithms"], own, "{reason}");
        assert!(stdout_of(&mut user.lanesum(&["info", "--all"])).contains("order.json is ignored: "));
        assert_eq!(user.sum(), sum_of_abc(), "in silence");
    }
    std::fs::remove_file(user.file()).unwrap();
    std::fs::create_dir(user.file()).unwrap();
    assert_eq!(user.info()["saved_order"]["reason"], "it is not a regular file");
    assert_eq!(user.sum(), sum_of_abc());
}

/// Where the machine is too busy to save anything, that is what must be said.
#[cfg(unix)]
#[test]
fn a_measurement_is_saved_or_it_is_said_why_not() {
    let user = User::new();
    let save = ["bench", "-a", "sha3-256", "--seconds", "0.02", "--retries", "0", "--save"];
    let tried = run(&mut user.lanesum(&save));
    assert!(tried.stdout.contains("  MESSAGES  BYTES  FASTEST"), "{}", tried.stdout);
    if tried.status == Some(0) {
        assert!(tried.stdout.contains("Saved what was found here: "), "{}", tried.stdout);
        let written: Value = serde_json::from_slice(&std::fs::read(user.file()).unwrap()).unwrap();
        let info = user.info();
        assert_eq!(info["saved_order"]["used"], true, "{info}");
        assert_eq!(info["saved_order"]["date"], written["date"]);
        assert_eq!(written["orders"].as_object().unwrap().len(), 1, "{written}");
        let widths = &written["orders"]["keccak-p1600"];
        assert_eq!(widths[0]["messages"], 1);
        assert_eq!(info["algorithms"][0]["chosen"]["1"], widths[0]["backend"]);
    } else {
        assert_eq!(tried.status, Some(1));
        assert!(tried.stderr.starts_with("lanesum: nothing saved: too few samples were quiet ("), "{}", tried.stderr);
        assert!(!user.file().exists());
    }
    assert_eq!(user.sum(), sum_of_abc());
}

/// Every family of the command, in one go; on a busy machine it is told, at once, why nothing was saved.
#[cfg(unix)]
#[test]
fn the_quick_way_measures_every_family() {
    let user = User::new();
    let tried = run(&mut user.lanesum(&["bench", "--save", "--quick", "--json"]));
    let records: Vec<Value> = serde_json::from_str(&tried.stdout).unwrap();
    let mut algorithms: Vec<&str> = records.iter().map(|record| record["algorithm"].as_str().unwrap()).collect();
    algorithms.dedup();
    assert_eq!(algorithms, ["sha3-256", "sha256", "sha512", "blake256", "blake512"]);
    assert!(records.iter().all(|record| record["bytes"] == 4096), "{records:?}");
    // Only what takes just so many messages; the last of each number is what is used, which may take more.
    for one_case in records
        .chunk_by(|one, other| (&one["algorithm"], &one["messages"]) == (&other["algorithm"], &other["messages"]))
    {
        let (used, forms) = one_case.split_last().unwrap();
        assert_eq!(used["kind"], "messages");
        assert!(!forms.is_empty() && forms.iter().all(|form| form["width"] == form["messages"]), "{forms:?}");
    }
    if tried.status == Some(0) {
        assert!(tried.stderr.contains("Saved what was found here: "), "{}", tried.stderr);
        let info = user.info();
        assert_eq!(info["saved_order"]["used"], true, "{info}");
        let written: Value = serde_json::from_slice(&std::fs::read(user.file()).unwrap()).unwrap();
        let families: Vec<&String> = written["orders"].as_object().unwrap().keys().collect();
        assert_eq!(families, ["blake256", "blake512", "keccak-p1600", "sha256", "sha512"]);
        assert_eq!(info["measure_with"], Value::Null, "what was measured here is no estimate");
    } else {
        assert_eq!(tried.status, Some(1));
        assert!(tried.stderr.starts_with("lanesum: nothing saved: too few samples were quiet ("), "{}", tried.stderr);
        assert!(!user.file().exists());
    }
}

#[test]
fn the_table_fits_and_the_records_are_complete() {
    let user = User::new();
    let table = stdout_of(&mut user.lanesum(&["bench", "-a", "shake256", "--seconds", "0.001", "--retries", "0"]));
    assert!(table.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()), "{table}");
    let head = table.lines().position(|line| line.contains("MESSAGES")).unwrap();
    let rows: Vec<&str> = table.lines().skip(head + 1).take_while(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), 20, "{table}");
    assert!(
        table.contains("Processor  ")
            && table.contains("Clock  ")
            && table.contains("  used: lanesum's own order for "),
        "{table}"
    );

    let text =
        stdout_of(&mut user.lanesum(&["bench", "-a", "sha3-512", "--seconds", "0.001", "--retries", "0", "--json"]));
    let records: Vec<Value> = serde_json::from_str(&text).unwrap();
    let used = records.iter().filter(|record| record["kind"] == "messages");
    assert_eq!(used.count(), 20);
    for record in &records {
        assert_eq!((&record["implementation"], &record["algorithm"]), (&json!("lanesum"), &json!("sha3-512")));
        assert!(record["ns_per_message"].is_number() || record["reason"].is_string(), "{record}");
        assert!(record["machine"]["lanesum"] == env!("CARGO_PKG_VERSION"));
        // The command does not know how it was built.
        for unknown in ["rustc", "commit"] {
            assert_eq!(record["machine"].get(unknown), Some(&Value::Null), "{record}");
        }
    }
}

#[test]
fn wrong_options_are_refused() {
    for arguments in [
        &["bench", "--seconds", "0"][..],
        &["bench", "--seconds", "nan"],
        &["bench", "--retries", "-1"],
        &["bench", "-a", "md5"],
        // Hashes of SP 800-185 and ciphers are not measured.
        &["bench", "-a", "kmac128"],
        &["bench", "-a", "sha3-256,lake-keyak"],
        &["bench", "--save", "--forget"],
        &["bench", "--quick", "--forget"],
    ] {
        assert_eq!(run(&mut lanesum(arguments)).status, Some(2), "{arguments:?}");
    }
    let help = stdout_of(&mut lanesum(&["help", "bench"]));
    assert!(help.contains("--retries <N>") && help.contains("[default: 5]"), "{help}");
    assert!(help.contains("lanesum bench --save --quick") && help.contains("Exit status:"), "{help}");
}
