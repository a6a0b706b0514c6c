//! Refuses two builds that the compiler would say too little, or too much, about.

use std::env::var_os;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if ["KECCAK", "SHA2", "BLAKE"].iter().all(|family| var_os(format!("CARGO_FEATURE_{family}")).is_none()) {
        println!(
            "cargo::error=lanesum without any family of functions: enable one of the features sha3, sha2, blake, sp800-185 and turboshake"
        );
    }
    // The compiler takes any value of a `--cfg`, and would build all backends.
    let fixed = var_os("CARGO_CFG_LANESUM_BACKEND").unwrap_or_default();
    let table = include_str!("src/backend.rs");
    for name in fixed.to_string_lossy().split(',').filter(|name| !name.is_empty()) {
        if !table.contains(&format!(" \"{name}\" needs ")) {
            println!("cargo::error=--cfg lanesum_backend=\"{name}\": no backend has this name; Backend has the names");
        }
    }
}
