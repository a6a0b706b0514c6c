//! The rows of WebAssembly: what a permutation or block costs.

use super::any;
use super::row::{Row, width};
use crate::Backend;
use lanes::Features;

pub(super) static KECCAK: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        PERMUTATION,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 425), width(2, Backend::Simd128, 633)],
    ),
    any::KECCAK,
];

pub(super) static KECCAK_SHORT: &[Row] = &[
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

pub(super) static SHA256: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        SHA_256_BLOCK,
        Features::SIMD128,
        None,
        &[width(1, Backend::Simd128, 218), width(4, Backend::Simd128, 473)],
    ),
    any::SHA256,
];

pub(super) static SHA512: &[Row] = &[
    Row::new(
        "WebAssembly with 128-bit vectors",
        SHA_512_BLOCK,
        Features::SIMD128,
        None,
        &[width(1, Backend::Simd128, 325), width(2, Backend::Simd128, 562)],
    ),
    any::SHA512,
];

pub(super) static BLAKE256: &[Row] = &[
    Row::new(
        // A row of four words in a register takes 172 for one message, words 166.
        "WebAssembly with 128-bit vectors",
        WORDS_32,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 166), width(4, Backend::Simd128, 300)],
    ),
    any::BLAKE256,
];

pub(super) static BLAKE512: &[Row] = &[
    Row::new(
        // As above: 247 against 222.
        "WebAssembly with 128-bit vectors",
        WORDS_64,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 222), width(2, Backend::Simd128, 321)],
    ),
    any::BLAKE512,
];

const PERMUTATION: &str =
    "nanoseconds for 24 rounds in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const SHORT: &str = "nanoseconds for 22 of the 24 rounds of Keccak-p[1600] in Node 20 (V8); not measured by itself";
const WORDS_32: &str =
    "nanoseconds for one block of 64 bytes in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const WORDS_64: &str =
    "nanoseconds for one block of 128 bytes in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const SHA_256_BLOCK: &str = "nanoseconds for one block of 64 bytes in messages of 16 KiB in Node 20 (V8) on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";
const SHA_512_BLOCK: &str = "nanoseconds for one block of 128 bytes in messages of 16 KiB in Node 20 (V8) on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";
