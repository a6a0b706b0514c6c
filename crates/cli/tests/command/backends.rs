//! `--backend`.

use serde_json::Value;

use super::{Folder, lanesum, noise, run, stdout_of};

fn info() -> Value {
    serde_json::from_str(&stdout_of(&mut lanesum(&["info", "--json"]))).unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn every_usable_backend_gives_the_same_digest_and_every_other_a_reason() {
    let info = info();
    let folder = Folder::new();
    let files = [0, 1, 136, 5000, 300_001].map(|length| {
        folder.file(length.to_string(), &noise(length));
        length.to_string()
    });
    for algorithm in info["algorithms"].as_array().unwrap() {
        let name = algorithm["name"].as_str().unwrap();
        let sum = |more: &[&str]| {
            let mut command = folder.lanesum(&["sum", "-a", name]);
            if name.starts_with("kmac") {
                command.args(["--key-file", "5000"]);
            }
            command.args(more).args(&files);
            command
        };
        let expected = stdout_of(&mut sum(&[]));
        assert_eq!(expected.lines().count(), if name.starts_with("tuple") { 1 } else { files.len() });
        let forms = names(&algorithm["backends"]);
        assert!(forms.contains(&"portable"));
        for backend in info["backends"].as_array().unwrap() {
            let name = backend["name"].as_str().unwrap();
            let mut forced = sum(&["--backend", name]);
            if !forms.contains(&name) {
                let run = run(&mut forced);
                assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{name}");
                let lacks =
                    [format!(" has no backend {name}; "), format!(" has backend {name} only in crate lanesum-papers")];
                assert!(lacks.iter().any(|lacks| run.stderr.contains(lacks)), "{}", run.stderr);
            } else if backend["available"] == true {
                assert_eq!(stdout_of(&mut forced), expected, "{name}");
            } else {
                let run = run(&mut forced);
                assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{name}");
                assert!(run.stderr.contains(backend["reason"].as_str().unwrap()), "{}", run.stderr);
            }
        }
    }
}

#[test]
fn an_unknown_backend_is_answered_with_the_known_ones() {
    let run = run(&mut lanesum(&["sum", "-a", "sha3-256", "--backend", "avx3", "/dev/null"]));
    run.fails(2, "--backend avx3: no such backend; all names: ");
    for name in names_of_all(&info()) {
        assert!(run.stderr.contains(&name), "{name}: {}", run.stderr);
    }
}

fn names_of_all(info: &Value) -> Vec<String> {
    info["backends"].as_array().unwrap().iter().map(|backend| backend["name"].as_str().unwrap().to_owned()).collect()
}
