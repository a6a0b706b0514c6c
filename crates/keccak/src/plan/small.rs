//! The rows of processors of 32 bits without vectors, one for a build: instructions of a block of SHA3-256, counted in an emulator.

use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::row::{Row, width};

pub static THUMB2: &[Row] =
    &[one("Thumb-2", "Cortex-M4 in unicorn 2.1; `portable` 16,389, `compact` 15,217", Backend::Portable32, 8108)];
pub static RISCV32: &[Row] = &[one(
    "RISC-V of 32 bits",
    "RV32IMAC in unicorn 2.1; `portable` 16,297, `portable32` 17,556",
    Backend::Compact,
    15_412,
)];
pub static RISCV32_ZBB: &[Row] = &[one(
    "RISC-V of 32 bits with Zbb",
    "RV32IMAC with Zbb and Zbkb in qemu 7.2; `portable` 15,596, `compact` 13,951",
    Backend::Portable32,
    12_105,
)];

const fn one(name: &'static str, evidence: &'static str, backend: Backend, instructions: u32) -> Row {
    Row::new(name, evidence, Features::NONE, None, &[width(1, backend, instructions)]).estimated()
}
