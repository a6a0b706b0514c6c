//! The rows of SHA-2: for each kind of processor, the backends to choose among, and the costs of a block on them.
//!
//! `xtask/mca.py` estimates the rows of processors that were not at hand; docs/backends.md compares the estimates with measurements.

pub mod aarch64;
pub mod wasm32;
pub mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::{SHA256, SHA512};
#[cfg(not(any(target_arch = "aarch64", target_arch = "wasm32", target_arch = "x86_64")))]
pub use any::rows::{SHA256, SHA512};
#[cfg(target_arch = "wasm32")]
pub use wasm32::{SHA256, SHA512};
#[cfg(target_arch = "x86_64")]
pub use x86_64::{SHA256, SHA512};

/// The last row of each table, for any other machine: one message at a time on `portable`.
pub mod any {
    use lanesum_batch::plan::Row;

    /// Such a machine's tables.
    pub mod rows {
        use super::Row;

        pub static SHA256: &[Row] = &[super::SHA256];
        pub static SHA512: &[Row] = &[super::SHA512];
    }

    pub const SHA256: Row = Row::any(WORDS_32, 520);
    pub const SHA512: Row = Row::any(WORDS_64, 657);
    const WORDS_32: &str =
        "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
    const WORDS_64: &str =
        "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
}
