//! A workspace of three crates, and the violations planted in it.

use super::*;

const ROOT: &str = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n[workspace.lints.rust]\n\
                    unsafe_op_in_unsafe_fn = \"deny\"\n[workspace.lints.clippy]\nundocumented_unsafe_blocks = \"deny\"\n";

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn manifest(name: &str, rest: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lints]\nworkspace = true\n{rest}")
}

/// lanes, lanesum and reference, as they should be.
fn workspace() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    write(root, "Cargo.toml", ROOT);
    write(root, "crates/lanes/Cargo.toml", &manifest("lanesum-lanes", ""));
    write(root, "crates/lanes/src/lib.rs", "unsafe fn f() {}");
    let uses = "[dependencies]\nlanes = { path = \"../lanes\", package = \"lanesum-lanes\" }\n\
                [dev-dependencies]\nreference = { path = \"../reference\" }\n";
    write(root, "crates/lanesum/Cargo.toml", &manifest("lanesum", uses));
    write(root, "crates/lanesum/src/lib.rs", "#![forbid(unsafe_code)]\nmod keccak;\n");
    write(root, "crates/lanesum/src/keccak.rs", "use crate::error::Error; // unsafe\n");
    write(root, "crates/reference/Cargo.toml", &manifest("reference", ""));
    write(root, "crates/reference/src/lib.rs", "#![forbid(unsafe_code)]\n");
    dir
}

fn violations(root: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for name in ["lanes", "lanesum", "reference"] {
        for entry in root.join("crates").join(name).join("src").read_dir().unwrap() {
            files.push(format!("crates/{name}/src/{}", entry.unwrap().file_name().into_string().unwrap()));
        }
    }
    let workspaces = [metadata(root).unwrap()];
    let mut violations = check_crates(&workspaces).unwrap();
    violations.extend(check_files(root, &files).unwrap());
    violations.extend(check_uses(&workspaces));
    violations.sort();
    violations.into_iter().map(|Violation { path, line, what }| format!("{path}:{line}: {what}")).collect()
}

#[test]
fn a_sound_workspace_has_none() {
    assert_eq!(violations(workspace().path()), [""; 0]);
}

#[test]
fn a_workspace_beside_is_looked_at_too() {
    let dir = workspace();
    let root = dir.path();
    let uses = "[dependencies]\nlanesum = { path = \"../../crates/lanesum\" }\n";
    let lints = ROOT.replace("[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]", "[workspace]");
    write(root, "bindings/python/Cargo.toml", &format!("{lints}{}", manifest("lanesum-python", uses)));
    write(root, "bindings/python/src/lib.rs", "mod memory;\nmod other;\n");
    write(root, "bindings/python/src/memory/mod.rs", "unsafe fn f() {}\n");
    write(root, "bindings/python/src/other.rs", "unsafe fn f() {}\n");
    let workspaces = [metadata(root).unwrap(), metadata(&root.join("bindings/python")).unwrap()];
    assert_eq!(check_crates(&workspaces).unwrap(), []);
    let files = ["lib.rs", "memory/mod.rs", "other.rs"].map(|name| format!("bindings/python/src/{name}"));
    let found = check_files(root, &files).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].path.as_str(), found[0].line), ("bindings/python/src/other.rs", 1));

    let uses = "[dependencies]\nlanes = { path = \"../../crates/lanes\", package = \"lanesum-lanes\" }\n";
    write(
        root,
        "bindings/python/Cargo.toml",
        &format!("[workspace.lints.rust]\nunsafe_op_in_unsafe_fn = \"deny\"\n{}", manifest("lanesum-python", uses)),
    );
    let workspaces = [metadata(root).unwrap(), metadata(&root.join("bindings/python")).unwrap()];
    let found = check_crates(&workspaces).unwrap();
    assert!(found.iter().any(|found| found.what == "python may not use lanes"), "{found:?}");
    assert!(found.iter().any(|found| found.what == "clippy's undocumented_unsafe_blocks is not denied"), "{found:?}");
}

#[test]
fn upward_dependencies_are_found() {
    let dir = workspace();
    let uses = "[dependencies]\nreference = { path = \"../reference\" }\n[dev-dependencies]\nlanesum = { path = \"../lanesum\" }\n";
    write(dir.path(), "crates/lanes/Cargo.toml", &manifest("lanesum-lanes", uses));
    let found = violations(dir.path());
    let expected = ["lanes may not use lanesum in its tests", "lanes may not use reference"];
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(expected.iter().all(|what| found.iter().any(|found| found.ends_with(what))), "{found:?}");
    assert!(found.iter().any(|found| found.starts_with("crates/lanes/Cargo.toml:8:")), "{found:?}");
}

#[test]
fn unsafe_in_the_library_is_found() {
    let dir = workspace();
    write(dir.path(), "crates/lanesum/src/lib.rs", "mod keccak;\n");
    write(dir.path(), "crates/lanesum/src/keccak.rs", "\nfn f() { unsafe {} }\n");
    let expected = [
        "crates/lanesum/src/keccak.rs:2: `unsafe` may not stand here",
        "crates/lanesum/src/lib.rs:1: no #![forbid(unsafe_code)]",
    ];
    assert_eq!(violations(dir.path()), expected);
}

#[test]
fn upward_modules_are_found() {
    let dir = workspace();
    write(
        dir.path(),
        "crates/lanesum/src/lib.rs",
        "#![forbid(unsafe_code)]\nmod keccak; mod hash; pub use hash::Sha3;",
    );
    write(dir.path(), "crates/lanesum/src/keccak.rs", "\nuse crate::Sha3;\n");
    write(dir.path(), "crates/lanesum/src/hash.rs", "pub struct Sha3;\n");
    let expected = ["crates/lanesum/src/keccak.rs:2: keccak may not use hash, which is above it (Sha3)"];
    assert_eq!(violations(dir.path()), expected);
}

#[test]
fn circles_are_found_in_every_target() {
    let dir = workspace();
    for place in ["lanes/src", "lanesum/tests", "reference/examples/one"] {
        let root = match place {
            "lanes/src" => "lib.rs",
            "lanesum/tests" => "all.rs",
            _ => "main.rs",
        };
        let place = format!("crates/{place}");
        write(dir.path(), &format!("{place}/{root}"), "mod a; mod b;");
        write(dir.path(), &format!("{place}/a.rs"), "pub struct A; use crate::b::B;");
        write(dir.path(), &format!("{place}/b.rs"), "pub struct B;\nuse crate::a::A;");
    }
    let found = violations(dir.path());
    assert_eq!(found.len(), 3, "{found:?}");
    let expected = |place| {
        let [a, b] = ["a", "b"].map(|file| format!("crates/{place}/{file}.rs"));
        format!("{a}:1: a circle of 2 files\n    {a} -> {b}: B (1)\n    {b} -> {a}: A (2)")
    };
    assert_eq!(found, ["lanes/src", "lanesum/tests", "reference/examples/one"].map(expected));
}

#[test]
fn what_is_no_rust_is_found() {
    let dir = workspace();
    write(dir.path(), "crates/lanesum/src/keccak.rs", "fn f( {}\n");
    let found = violations(dir.path());
    assert!(found.iter().any(|found| found.starts_with("crates/lanesum/src/keccak.rs:1: ")), "{found:?}");
}

#[test]
fn missing_lints_are_found() {
    let dir = workspace();
    write(dir.path(), "Cargo.toml", &ROOT.replace("undocumented_unsafe_blocks = \"deny\"", ""));
    write(dir.path(), "crates/reference/Cargo.toml", &manifest("reference", "").replace("workspace = true", ""));
    let expected = [
        "Cargo.toml:1: clippy's undocumented_unsafe_blocks is not denied",
        "crates/reference/Cargo.toml:1: does not take the workspace's lints",
    ];
    assert_eq!(violations(dir.path()), expected);
}

#[test]
fn an_unknown_crate_is_found() {
    let dir = workspace();
    write(dir.path(), "crates/extra/Cargo.toml", &manifest("extra", ""));
    write(dir.path(), "crates/extra/src/lib.rs", "");
    assert_eq!(violations(dir.path()), ["crates/extra/Cargo.toml:1: crate extra has no place among the layers"]);
}

/// Every dependency of this repository lacks a row on an empty page, and one that has a row is not named.
#[test]
fn a_dependency_without_a_reason_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let workspaces = [metadata(root).expect("cargo metadata")];
    let lacks = |page: &str, name: &str| {
        check_reasons(&workspaces, page).iter().any(|found| found.what == format!("no row says why {name} is there"))
    };
    assert!(lacks("", "subtle") && lacks("", "zeroize") && !lacks("", "lanesum"));
    assert!(!lacks("| `aead`, `subtle` | why |", "subtle") && lacks("| `aead` | `subtle` |", "subtle"));
}
