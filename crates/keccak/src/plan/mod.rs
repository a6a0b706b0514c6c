//! The rows of Keccak: for each kind of processor, the backends to choose among, and the costs of a permutation on them.
//!
//! `xtask/mca.py` estimates the rows of processors that were not at hand; docs/backends.md compares the estimates with measurements.

pub mod aarch64;
pub mod small;
pub mod wasm32;
pub mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::{KECCAK, KECCAK_SHORT};
#[cfg(target_arch = "wasm32")]
pub use wasm32::{KECCAK, KECCAK_SHORT};
#[cfg(target_arch = "x86_64")]
pub use x86_64::{KECCAK, KECCAK_SHORT};

#[cfg(lanesum_small = "riscv32")]
pub use small::RISCV32 as KECCAK;
#[cfg(lanesum_small = "riscv32-zbb")]
pub use small::RISCV32_ZBB as KECCAK;
#[cfg(lanesum_small = "thumb2")]
pub use small::THUMB2 as KECCAK;

#[cfg(not(any(
    lanesum_small = "thumb2",
    target_arch = "riscv32",
    target_arch = "aarch64",
    target_arch = "wasm32",
    target_arch = "x86_64"
)))]
pub static KECCAK: &[lanesum_batch::plan::Row] = &[any::KECCAK];
#[cfg(not(any(target_arch = "aarch64", target_arch = "wasm32", target_arch = "x86_64")))]
pub static KECCAK_SHORT: &[lanesum_batch::plan::Row] = &[any::KECCAK_SHORT];

/// The last row of each table, for any other machine: one message at a time on `portable`.
pub mod any {
    use lanesum_batch::plan::Row;

    pub const KECCAK: Row = Row::any("the only form for 64-bit words that there is", 1);
    pub const KECCAK_SHORT: Row = Row::any("the only form that there is", 1);
}
