//! Which backend is taken when nobody names one: the choice that follows from a row of costs. The tables of
//! rows are with their families (`plan/` there).
//!
//! | file | what |
//! | --- | --- |
//! | `family` | which algorithms share a table |
//! | `row` | a row of a table: one kind of processor |
//! | `kind` | which processors are of one kind, by vendor, family and model |
//! | `kinds` | the kinds of x86-64 |
//! | `sound` | what holds for every row |
//! | `split` | the cheapest way to take a number of messages in groups |
//! | `in_force` | the plan of a family: its rows, and the one in force |
//!
//! The choice is measured, not assumed: 512-bit code lowers the clock of some processors, and which form of one message wins
//! differs from core to core. Where no such processor was at hand it is estimated, marked so, and `docs/backends.md` says how (on x86-64
//! `xtask/mca.py`). Only the ratios within a row matter.

pub mod family;
pub mod in_force;
pub mod kind;
pub mod kinds;
pub mod row;
pub mod sound;
pub mod split;

pub use family::Family;
pub use in_force::{InForce, Plan};
pub use row::{Length, MOST_WIDTHS, Row, WIDEST, Width, Work};
