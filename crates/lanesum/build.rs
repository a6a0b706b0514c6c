//! Says in one sentence that a build has no functions; the compiler would say much more.

use std::env::var_os;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if ["KECCAK", "SHA2", "BLAKE"].iter().all(|family| var_os(format!("CARGO_FEATURE_{family}")).is_none()) {
        println!(
            "cargo::error=lanesum without any family of functions: enable one of the features keccak, sha2 and blake"
        );
    }
}
