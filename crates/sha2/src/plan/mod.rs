//! The rows of SHA-2: for each kind of processor, the backends to choose among, and the costs of a block on them.
//!
//! `xtask/mca.py` estimates the rows of processors that were not at hand; docs/backends.md compares the estimates with measurements.

pub mod aarch64;
pub mod wasm32;
pub mod x86_64;

use lanesum_batch::plan::{Row, rows_here};

pub static SHA256: &[Row] = rows_here(x86_64::SHA256, aarch64::SHA256, wasm32::SHA256, &[any::SHA256]);
pub static SHA512: &[Row] = rows_here(x86_64::SHA512, aarch64::SHA512, wasm32::SHA512, &[any::SHA512]);

/// The last row of each table, for any other machine: one message at a time on `portable`.
pub mod any {
    use lanesum_batch::plan::Row;

    pub const SHA256: Row = Row::any(WORDS_32, 520);
    pub const SHA512: Row = Row::any(WORDS_64, 657);
    const WORDS_32: &str =
        "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
    const WORDS_64: &str =
        "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
}
