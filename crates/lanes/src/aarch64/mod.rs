//! Tokens and vectors of aarch64.
//!
//! As on x86-64, the registers have private fields, and only methods of a token make them. So a value of theirs proves the features
//! as well as the token does. The `SAFETY` comments of the operators mean that by "a vector proves".

#![allow(clippy::wildcard_imports)] // the intrinsics are a vocabulary of their own

mod crypto;
mod distance;
mod quads;
mod rounds_sha3;
mod sha;
mod vectors;
mod words;

pub use quads::{Q32, Q64};
pub use sha::{Pair, Sha2Ce, Sha512Ce, W};
pub use vectors::{D2, D2Sha3, S4};

use crate::token::token;

token! {
    /// 128-bit registers.
    Neon needs NEON, enables "neon"
}

impl Neon {
    /// Whether hand-scheduled code can read the words of a message in place: they must be little-endian, and may lie at any address.
    /// Without an operating system, a processor may refuse addresses that are not multiples of a word's length.
    pub const READS_WORDS: bool = cfg!(target_endian = "little") && !cfg!(target_os = "none");
}

token! {
    /// 128-bit registers, with the SHA-3 instructions (Arm Architecture Reference Manual, `FEAT_SHA3`): exclusive-or of three, exclusive-or
    /// with rotation, and chi.
    NeonSha3 needs NEON | SHA3, enables "neon,sha3"
}
