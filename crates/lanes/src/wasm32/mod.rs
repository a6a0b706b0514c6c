//! The token and the vectors of WebAssembly's 128-bit registers.
//!
//! A module with such an instruction is refused as a whole by an engine that lacks them, so there is nothing to detect: the build has
//! them (`-C target-feature=+simd128`) or not, and this is only compiled where it has. The intrinsics are safe functions then.

#![allow(clippy::wildcard_imports)] // the intrinsics are a vocabulary of their own

mod quads;
mod vectors;
mod words;

pub use quads::{Q32, Q64};
pub use vectors::{D2, S4};

use crate::token::token;

token! {
    /// 128-bit registers.
    Simd128 needs SIMD128, enables "simd128"
}
