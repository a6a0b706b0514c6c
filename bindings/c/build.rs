//! Sets the name by which programs find the shared library when they start, for `cargo cinstall`; the Makefile does the same. Its number
//! increases with every change that breaks programs linked before: see docs/compatibility.md.

/// The number of the binary interface.
const ABI: u32 = 0;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    match system.as_str() {
        "macos" => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/liblanesum.{ABI}.dylib"),
        "linux" | "freebsd" | "android" => println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblanesum.so.{ABI}"),
        _ => {}
    }
}
