//! The rows of WebAssembly: the costs of a block.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::row::{Row, width};

pub static SHA256: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        SHA_256_BLOCK,
        Features::SIMD128,
        None,
        &[width(1, Backend::Simd128, 218), width(4, Backend::Simd128, 473)],
    ),
    any::SHA256,
];

pub static SHA512: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        SHA_512_BLOCK,
        Features::SIMD128,
        None,
        &[width(1, Backend::Simd128, 325), width(2, Backend::Simd128, 562)],
    ),
    any::SHA512,
];

const SHA_256_BLOCK: &str = "nanoseconds for one block of 64 bytes in messages of 16 KiB in Node 20 (V8) on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";
const SHA_512_BLOCK: &str = "nanoseconds for one block of 128 bytes in messages of 16 KiB in Node 20 (V8) on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";
