//! The rows of Keccak: for each kind of processor, the backends to choose among, and the costs of a permutation on them.
//!
//! `xtask/mca.py` estimates the rows of processors that were not at hand; docs/backends.md compares the estimates with measurements.

pub mod aarch64;
pub mod small;
pub mod wasm32;
pub mod x86_64;

use lanesum_batch::plan::{Row, rows_here};

/// On the processors of 32 bits that `build.rs` knows, theirs.
pub static KECCAK: &[Row] = if cfg!(lanesum_small = "thumb2") {
    small::THUMB2
} else if cfg!(lanesum_small = "riscv32-zbb") {
    small::RISCV32_ZBB
} else if cfg!(lanesum_small = "riscv32") {
    small::RISCV32
} else {
    rows_here(x86_64::KECCAK, aarch64::KECCAK, wasm32::KECCAK, &[any::KECCAK])
};
pub static KECCAK_SHORT: &[Row] =
    rows_here(x86_64::KECCAK_SHORT, aarch64::KECCAK_SHORT, wasm32::KECCAK_SHORT, &[any::KECCAK_SHORT]);

/// The last row of each table, for any other machine: one message at a time on `portable`.
pub mod any {
    use lanesum_batch::plan::Row;

    pub const KECCAK: Row = Row::any("the only form for 64-bit words that there is", 1);
    pub const KECCAK_SHORT: Row = Row::any("the only form that there is", 1);
}
