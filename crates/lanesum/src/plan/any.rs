//! The last row of each table, for machines about which nothing more is known: one message at a time on `portable`.

use super::row::{Row, width};
use crate::Backend;
use lanes::Features;

const fn row(evidence: &'static str, cost: u32) -> Row {
    Row::new("any machine", evidence, Features::NONE, None, &[width(1, Backend::Portable, cost)])
}

pub(super) const KECCAK: Row = row("the only form for 64-bit words that there is", 1);
pub(super) const KECCAK_SHORT: Row = row("the only form that there is", 1);
pub(super) const SHA256: Row = row(WORDS_32, 520);
pub(super) const SHA512: Row = row(WORDS_64, 657);
pub(super) const BLAKE256: Row = row(WORDS_32, 453);
pub(super) const BLAKE512: Row = row(WORDS_64, 544);

const WORDS_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";
const WORDS_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

/// Tables of nothing else, for architectures without any of their own.
#[cfg(any(test, not(any(target_arch = "aarch64", target_arch = "wasm32", target_arch = "x86_64"))))]
pub(super) mod alone {
    use super::Row;

    pub(in crate::plan) static KECCAK: &[Row] = &[super::KECCAK];
    pub(in crate::plan) static KECCAK_SHORT: &[Row] = &[super::KECCAK_SHORT];
    pub(in crate::plan) static SHA256: &[Row] = &[super::SHA256];
    pub(in crate::plan) static SHA512: &[Row] = &[super::SHA512];
    pub(in crate::plan) static BLAKE256: &[Row] = &[super::BLAKE256];
    pub(in crate::plan) static BLAKE512: &[Row] = &[super::BLAKE512];
}
