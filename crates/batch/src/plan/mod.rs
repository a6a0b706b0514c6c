//! The backend that is taken if the caller names none: it follows from a row of costs. The tables of rows are in their families' crates
//! (`plan/`).
//!
//! | file | content |
//! | --- | --- |
//! | `family` | which algorithms share a table |
//! | `length` | classes of lengths, and work in rounds |
//! | `task`, `in_step` | prices of absorbing, permuting and squeezing several states in step |
//! | `row` | a row of a table: one kind of processor |
//! | `kind` | which processors are of one kind, by vendor, family and model |
//! | `kinds` | the kinds of x86-64 |
//! | `sound` | the properties that tests require of every row |
//! | `split` | the cheapest way to take a number of messages in groups |
//! | `in_force` | the plan of a family: its rows, and the one in force |
//!
//! The costs are measured: 512-bit code lowers the clock of some processors, and the fastest form for one message differs from core to
//! core. Rows for processors that were not at hand are estimated and marked so; `docs/backends.md` says how (on x86-64, with
//! `xtask/mca.py`). Only the ratios within a row matter.

pub mod family;
pub mod in_force;
mod in_step;
pub mod kinds;
pub mod length;
pub mod processors;
pub mod row;
pub mod sound;
pub mod split;
mod task;

pub use family::Family;
pub use in_force::{InForce, Plan};
pub use length::{Length, Work};
pub use row::{MOST_WIDTHS, Row, WIDEST, Width};
pub use task::Task;

/// The rows of the architecture that this build is for.
#[must_use]
pub const fn rows_here(
    x86_64: &'static [Row],
    aarch64: &'static [Row],
    wasm32: &'static [Row],
    any: &'static [Row],
) -> &'static [Row] {
    if cfg!(target_arch = "x86_64") {
        x86_64
    } else if cfg!(target_arch = "aarch64") {
        aarch64
    } else if cfg!(target_arch = "wasm32") {
        wasm32
    } else {
        any
    }
}
