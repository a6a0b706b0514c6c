//! `lanesum info`.

use serde_json::Value;

use super::{lanesum, run, stdout_of};

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn json_has_the_documented_shape() {
    let text = stdout_of(&mut lanesum(&["info", "--json"]));
    let info: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(keys(&info), ["algorithms", "backends", "cpu", "features", "measure_with", "processor", "saved_order"]);
    assert_eq!(keys(&info["processor"]), ["family", "model", "vendor"]);
    assert!(!info["cpu"].as_str().unwrap().is_empty());
    assert!(info["features"].as_array().unwrap().iter().all(Value::is_string));

    let backends = info["backends"].as_array().unwrap();
    for backend in backends {
        assert_eq!(keys(backend), ["available", "name", "reason"]);
        assert!(backend["available"].is_boolean() && !backend["reason"].as_str().unwrap().is_empty());
    }
    let usable: Vec<&Value> = backends.iter().filter(|b| b["available"] == true).map(|b| &b["name"]).collect();
    assert!(usable.iter().any(|name| *name == "portable"));

    let algorithms = info["algorithms"].as_array().unwrap();
    for algorithm in algorithms {
        assert_eq!(keys(algorithm), ["backends", "chosen", "digest_bits", "estimated", "name", "why"]);
        let forms = algorithm["backends"].as_array().unwrap();
        for count in ["1", "2", "4", "8", "16"] {
            let chosen = &algorithm["chosen"][count];
            assert!(forms.contains(chosen) && usable.contains(&chosen), "{chosen} for {count} messages");
            assert!(!algorithm["why"][count].as_str().unwrap().is_empty());
        }
    }
    // Those of BLAKE2 and BLAKE3 follow from BLAKE's, and are not measured.
    let is_later = |name: &str| ["blake2b", "blake2s", "blake3"].iter().any(|later| name.starts_with(later));
    let is_estimated = algorithms
        .iter()
        .any(|algorithm| algorithm["estimated"] == true && !is_later(algorithm["name"].as_str().unwrap()));
    let command = if is_estimated { Value::from("lanesum bench --save --quick") } else { Value::Null };
    assert_eq!(info["measure_with"], command);
    let bits = |name: &str| &algorithms.iter().find(|a| a["name"] == name).unwrap()["digest_bits"];
    assert_eq!((bits("sha3-256"), bits("shake256")), (&Value::from(256), &Value::from(512)));
    // People read this, too: the counts are in numerical order.
    assert!(text.find("\"2\":").unwrap() < text.find("\"16\":").unwrap());
}

/// Five lines: what is used for each family, and how to measure.
#[test]
fn a_summary_comes_first() {
    let summary = stdout_of(&mut lanesum(&["info"]));
    let info: Value = serde_json::from_str(&stdout_of(&mut lanesum(&["info", "--json"]))).unwrap();
    let lines: Vec<_> = summary.lines().collect();
    let heads = lines.iter().map(|line| line.split_once("  ").unwrap().0).collect::<Vec<_>>();
    assert_eq!(heads, ["Processor", "One message", "16 messages", "Costs", "More"], "{summary}");
    for algorithm in ["sha3-256", "sha256", "sha512", "blake512"] {
        let algorithm = info["algorithms"].as_array().unwrap().iter().find(|other| other["name"] == algorithm).unwrap();
        for (count, line) in [("1", lines[1]), ("16", lines[2])] {
            assert!(line.contains(algorithm["chosen"][count].as_str().unwrap()), "{line}");
        }
    }
    for family in ["keccak", "sha256", "sha512", "blake"] {
        assert!(lines[1..4].iter().all(|line| line.matches(family).count() > 0), "{summary}");
    }
    let estimated = lines[3].split_once("estimated (").map_or("", |(_, names)| names);
    let is_measured = |name: &str| ["keccak", "sha256", "sha512", "blake"].contains(&name);
    let named = estimated.split(['(', ')', ',', ' ']).any(is_measured);
    assert_eq!(named, !info["measure_with"].is_null(), "{summary}");
    assert_eq!(lines[4], "More         lanesum info --all; to measure this machine: lanesum bench --save --quick");
}

#[test]
fn tables_name_everything_that_json_has() {
    let table = stdout_of(&mut lanesum(&["info", "--all"]));
    let info: Value = serde_json::from_str(&stdout_of(&mut lanesum(&["info", "--json"]))).unwrap();
    assert!(table.contains(info["cpu"].as_str().unwrap()));
    for entry in ["backends", "algorithms"].iter().flat_map(|list| info[list].as_array().unwrap()) {
        let name = entry["name"].as_str().unwrap();
        assert!(table.contains(name), "{name}");
        assert!(entry["reason"].as_str().is_none_or(|reason| table.contains(reason)), "{name}");
    }
    // The forms that this build lacks come last.
    let tails: Vec<_> = table.lines().filter(|line| line.contains("  no   ") || line.contains("  yes  ")).collect();
    assert!(tails.is_sorted_by_key(|line| (line.contains("  no   "), line.contains("  not built: "))), "{table}");
    // Where an estimate is shown, so is the command that replaces it.
    let advice = "Estimated, not measured on such a processor: \"lanesum bench --save --quick\" measures here";
    assert_eq!(table.contains(advice), !info["measure_with"].is_null(), "{table}");
    assert!(table.lines().all(|line| line == line.trim_end()), "{table}");
}

/// The text of `info` about each form, and the reason why a form is not in this command.
#[test]
fn info_tells_of_each_form() {
    let info = stdout_of(&mut lanesum(&["info", "--all"]));
    assert!(info.contains("blake224 (224 bits), blake256 (256 bits)\n"), "{info}");
    assert!(info.contains("blake384 (384 bits), blake512 (512 bits)\n"), "{info}");
    let xop = info.lines().find(|line| line.starts_with("xop ")).unwrap();
    assert!(xop.contains(" no ") && xop.contains("only in crate lanesum-papers"), "{xop}");
    let refused = run(lanesum(&["sum", "-a", "blake256", "--backend", "xop"]).write_stdin(""));
    let why = "blake256 has backend xop only in crate lanesum-papers; usable here: portable, ";
    assert!(refused.status == Some(2) && refused.stderr.contains(why), "{}", refused.stderr);
}
