//! The rows of WebAssembly: the costs of a block.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::row::{Row, width};

pub static BLAKE256: &[Row] = &[
    Row::new(
        // For one message, a row of four words in a register takes 172, single words 166.
        "WebAssembly with 128-bit vectors",
        WORDS_32,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 166), width(4, Backend::Simd128, 300)],
    ),
    any::BLAKE256,
];

pub static BLAKE512: &[Row] = &[
    Row::new(
        // For one message, a row of four words in a register takes 247, single words 222.
        "WebAssembly with 128-bit vectors",
        WORDS_64,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 222), width(2, Backend::Simd128, 321)],
    ),
    any::BLAKE512,
];

const WORDS_32: &str =
    "nanoseconds for one block of 64 bytes in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const WORDS_64: &str =
    "nanoseconds for one block of 128 bytes in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
