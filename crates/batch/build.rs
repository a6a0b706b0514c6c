//! Refuses a backend that does not exist: the compiler takes any value of a `--cfg`, and would build all backends.

use std::env::var_os;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let fixed = var_os("CARGO_CFG_LANESUM_BACKEND").unwrap_or_default();
    let table = include_str!("src/backend.rs");
    for name in fixed.to_string_lossy().split(',').filter(|name| !name.is_empty()) {
        if !table.contains(&format!(" \"{name}\" needs ")) {
            println!("cargo::error=--cfg lanesum_backend=\"{name}\": no backend has this name; Backend has the names");
        }
    }
}
