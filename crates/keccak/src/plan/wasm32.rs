//! The rows of WebAssembly: the costs of a permutation.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::row::{Row, width};

pub static KECCAK: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        PERMUTATION,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 425), width(2, Backend::Simd128, 633)],
    ),
    any::KECCAK,
];

pub static KECCAK_SHORT: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        SHORT,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 390), width(4, Backend::Simd128, 580)],
    )
    .estimated(),
    any::KECCAK_SHORT,
];

const PERMUTATION: &str =
    "nanoseconds for 24 rounds in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const SHORT: &str = "nanoseconds for 22 of the 24 rounds of Keccak-p[1600] in Node 20 (V8); not measured by itself";
