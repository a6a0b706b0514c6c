//! The rows of x86-64: what a permutation or block costs.
//!
//! The rows of a processor that was measured have what was measured. The others have what llvm-mca says of the release build's loops
//! (`xtask/mca.py`). `docs/backends.md` has all estimates, by how much they are off where there are measurements, and where a row keeps
//! another order than that of the estimates.

mod blake;
mod keccak;
mod kinds;
mod sha2;

pub(super) use blake::{BLAKE256, BLAKE512};
pub(super) use keccak::{KECCAK, KECCAK_SHORT};
pub(super) use sha2::{SHA256, SHA512};

/// The features that backends of these names need.
mod needs {
    use lanes::Features;

    const BMI: Features = Features::BMI1.and(Features::BMI2);
    pub(super) const SSE41: Features = Features::SSE2.and(Features::SSSE3).and(Features::SSE41);
    pub(super) const SHA_NI: Features = SSE41.and(Features::SHA);
    pub(super) const AVX2: Features = Features::SSE2.and(Features::AVX).and(Features::AVX2).and(BMI);
    pub(super) const AVX512VL: Features = Features::AVX512F.and(Features::AVX512VL).and(BMI);
}

/// The names of kinds of processors that have rows in several tables.
mod names {
    pub(super) const ZEN_5: &str = "AMD Zen 5";
    pub(super) const ZEN_4: &str = "AMD Zen 4";
    pub(super) const ZEN_3: &str = "AMD Zen 3";
    pub(super) const ZEN_2: &str = "AMD Zen 2";
    pub(super) const SAPPHIRE_RAPIDS: &str = "Intel Sapphire Rapids";
    pub(super) const ICE_LAKE: &str = "Intel Ice Lake";
    pub(super) const ALDER_LAKE: &str = "Intel Alder Lake";
    pub(super) const SKYLAKE: &str = "Intel Skylake";
    pub(super) const HASWELL: &str = "Intel Haswell";
    pub(super) const AVX512VL: &str = "AVX-512 with VL";
    pub(super) const AVX2: &str = "AVX2 and BMI2";
}
