//! The token and the vectors of WebAssembly's 128-bit registers.
//!
//! An engine without these instructions rejects the whole module, so there is nothing to detect at run time. This file is only compiled if
//! the build enables them (`-C target-feature=+simd128`). The intrinsics are then safe functions.

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
