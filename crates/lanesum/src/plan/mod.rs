//! Which backend is taken when nobody names one: tables of costs, and the choice that follows from a row of them.
//!
//! | file | what |
//! | --- | --- |
//! | `family` | which algorithms share a table |
//! | `row` | a row of a table: one kind of processor |
//! | `kind` | which processors are of one kind, by vendor, family and model |
//! | `x86_64`, `aarch64`, `wasm32`, `any` | the tables: what one permutation or block costs on which processor |
//! | `split` | the cheapest way to take a number of messages in groups |
//! | `in_force` | the row in force for each family, one atomic each |
//!
//! The choice is measured, not assumed: 512-bit code lowers the clock of some processors, and which form of one message wins
//! differs from core to core. Where no such processor was at hand it is estimated, marked so, and `docs/backends.md` says how (on x86-64
//! `xtask/mca.py`). Only the ratios within a row matter.

#[cfg(any(test, target_arch = "aarch64"))]
mod aarch64;
mod any;
mod family;
mod in_force;
mod kind;
mod row;
mod split;
#[cfg(any(test, target_arch = "wasm32"))]
mod wasm32;
#[cfg(any(test, target_arch = "x86_64"))]
mod x86_64;

pub use family::Family;
#[cfg(feature = "std")]
pub(crate) use in_force::install;
#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use in_force::table;
pub(crate) use in_force::{InForce, built_in, in_force};
pub use row::Width;
pub(crate) use row::{Length, MOST_WIDTHS, Row, WIDEST, Work};
