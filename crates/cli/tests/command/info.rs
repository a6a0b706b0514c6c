//! `lanesum info`.

use serde_json::Value;

use super::{lanesum, stdout_of};

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
    let is_estimated = algorithms.iter().any(|algorithm| algorithm["estimated"] == true);
    let command = if is_estimated { Value::from("lanesum bench --save --quick") } else { Value::Null };
    assert_eq!(info["measure_with"], command);
    let bits = |name: &str| &algorithms.iter().find(|a| a["name"] == name).unwrap()["digest_bits"];
    assert_eq!((bits("sha3-256"), bits("shake256")), (&Value::from(256), &Value::from(512)));
    // People read this, too: the counts are in numerical order.
    assert!(text.find("\"2\":").unwrap() < text.find("\"16\":").unwrap());
}

/// Each family once, with what is used, and what to do about estimates.
#[test]
fn a_summary_comes_first() {
    let summary = stdout_of(&mut lanesum(&["info"]));
    let info: Value = serde_json::from_str(&stdout_of(&mut lanesum(&["info", "--json"]))).unwrap();
    assert!(summary.lines().count() <= 16, "{summary}");
    for (family, algorithm) in [("keccak-p1600", "sha3-256"), ("sha256", "sha256"), ("blake512", "blake512")] {
        let line = summary.lines().find(|line| line.starts_with(&format!("{family} "))).unwrap();
        let algorithm = info["algorithms"].as_array().unwrap().iter().find(|other| other["name"] == algorithm).unwrap();
        for count in ["1", "16"] {
            assert!(line.contains(algorithm["chosen"][count].as_str().unwrap()), "{line}");
        }
    }
    assert_eq!(summary.contains("lanesum bench --save --quick"), !info["measure_with"].is_null(), "{summary}");
    assert!(summary.ends_with("lanesum info --all\n"), "{summary}");
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
    // Where an estimate is shown, so is the command that replaces it.
    let advice = "Estimated, not measured on such a processor: \"lanesum bench --save --quick\" measures here";
    assert_eq!(table.contains(advice), !info["measure_with"].is_null(), "{table}");
    assert!(table.lines().all(|line| line == line.trim_end()), "{table}");
}
