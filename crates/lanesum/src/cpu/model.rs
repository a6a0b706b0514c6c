//! As strings, which need an allocator.

use alloc::string::String;

/// The vector and hashing features that the processor and the operating system support, by the names that compilers use: `avx2`, `avx512f`,
/// ….
#[must_use]
pub fn features() -> alloc::vec::Vec<&'static str> {
    lanes::Features::detect().names().collect()
}

/// The processor's brand string; empty if it cannot be read.
#[must_use]
pub fn brand() -> String {
    let (text, len) = lanes::features::brand();
    String::from_utf8_lossy(&text[..len]).trim().into()
}

/// The processor's kind, as `cpuid` gives it. Together with [`brand`], it shows whether a measurement was made on a machine like this one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Model {
    /// `GenuineIntel`, `AuthenticAMD`, …; empty if unknown.
    pub vendor: String,
    /// Display family.
    pub family: u32,
    /// Display model.
    pub model: u32,
}

/// Vendor, family and model; empty and zero if there is no `cpuid`.
#[must_use]
pub fn model() -> Model {
    let lanes::features::Model { vendor, family, model } = lanes::features::model();
    let vendor = String::from_utf8_lossy(&vendor);
    Model { vendor: vendor.trim_matches(['\0', ' ']).into(), family, model }
}
