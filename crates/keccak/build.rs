//! Which processor of 32 bits this is: the compiler has no name for Thumb-2 on its stable channel, and the plan is chosen when it is built.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(lanesum_small, values(\"thumb2\", \"riscv32\", \"riscv32-zbb\"))");
    let get = |name| var(name).unwrap_or_default();
    let (target, features) = (get("TARGET"), get("CARGO_CFG_TARGET_FEATURE"));
    let small = if ["thumbv7", "thumbv8m.main"].iter().any(|start| target.starts_with(start))
        && get("CARGO_CFG_TARGET_ENDIAN") == "little"
    {
        "thumb2"
    } else if get("CARGO_CFG_TARGET_ARCH") != "riscv32" {
        return;
    } else if features.split(',').any(|feature| feature == "zbb") {
        "riscv32-zbb"
    } else {
        "riscv32"
    };
    println!("cargo::rustc-cfg=lanesum_small=\"{small}\"");
}
