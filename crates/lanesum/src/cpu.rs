//! The processor's name, model and features, for reports.

/// The vector and hashing features that the processor and the operating system support, by the names that compilers use: `avx2`, `avx512f`,
/// ….
#[cfg(feature = "alloc")]
#[must_use]
pub fn features() -> alloc::vec::Vec<&'static str> {
    lanes::Features::detect().names().collect()
}

/// The processor's brand string; empty if it cannot be read.
#[cfg(feature = "alloc")]
#[must_use]
pub fn brand() -> alloc::string::String {
    let (text, len) = lanes::features::brand();
    alloc::string::String::from_utf8_lossy(&text[..len]).trim().into()
}

/// The processor's kind, as `cpuid` gives it. Together with [`brand`], it shows whether a measurement was made on a machine like this one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg(feature = "alloc")]
pub struct Model {
    /// `GenuineIntel`, `AuthenticAMD`, …; empty if unknown.
    pub vendor: alloc::string::String,
    /// Display family.
    pub family: u32,
    /// Display model.
    pub model: u32,
}

/// Vendor, family and model; empty and zero if there is no `cpuid`.
#[cfg(feature = "alloc")]
#[must_use]
pub fn model() -> Model {
    let lanes::features::Model { vendor, family, model } = lanes::features::model();
    let vendor = alloc::string::String::from_utf8_lossy(&vendor);
    Model { vendor: vendor.trim_matches(['\0', ' ']).into(), family, model }
}

/// Whether the hand-scheduled Keccak kernels for several messages use the form of theta that adds D to each lane (95
/// operations a round). The other form adds both parities at once (90 operations). For reports.
#[cfg(feature = "keccak")]
#[must_use]
pub fn theta_once() -> bool {
    crate::families::plan(lanesum_batch::plan::Family::Keccak).in_force().theta == lanes::Theta::Once
}
