//! The tests of the library that are tests of this crate, too, then run its forms.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=papers");
}
