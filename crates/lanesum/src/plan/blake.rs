//! The tables of BLAKE: what a block costs.

use super::row::needs::{AVX2, AVX512VL, SSE41};
use super::row::{Row, width};
use crate::Backend;
use lanes::Features;

/// BLAKE-224 and BLAKE-256; tried from the top.
///
/// Where one operation in a vector register takes one cycle, a row of four words a register is fastest for one message. On Zen 5 a
/// chain of them takes two cycles each, and words are fastest; the others cost more there: `avx512vl` 685, `avx2` 881, `avx` 875, `ssse3`
/// 871, `sse2` 943; `portable` 453.
pub(super) static WORDS_32: &[Row] = &[
    Row::new(
        "AMD Zen 5",
        ZEN_5_32,
        AVX512VL.and(Features::AVX),
        Some((b"AuthenticAMD", 0x1a)),
        &[
            width(1, Backend::AvxWords, 388),
            width(4, Backend::Avx512Vl, 776),
            width(8, Backend::Avx512Vl, 795),
            width(16, Backend::Avx512, 818),
        ],
    ),
    Row::new(
        "AMD Zen 4",
        ZEN_4_32,
        AVX512VL,
        Some((b"AuthenticAMD", 0x19)),
        &[
            width(1, Backend::Avx512Vl, 463),
            width(4, Backend::Avx512Vl, 689),
            width(8, Backend::Avx512Vl, 719),
            width(16, Backend::Avx512, 1218),
        ],
    ),
    Row::new(
        "AVX-512 with VL",
        OTHERS_32,
        AVX512VL,
        None,
        &[
            width(1, Backend::Avx512Vl, 363),
            width(4, Backend::Avx512Vl, 776),
            width(8, Backend::Avx512Vl, 795),
            width(16, Backend::Avx512, 941),
        ],
    )
    .estimated(),
    Row::new("AVX2", OTHERS_32, AVX2, None, &[width(1, Backend::Avx2, 424), width(8, Backend::Avx2, 1060)]).estimated(),
    Row::new("AVX", OTHERS_32, Features::AVX, None, &[width(1, Backend::Avx, 433), width(4, Backend::Avx, 1042)])
        .estimated(),
    Row::new("SSE4.1", OTHERS_32, SSE41, None, &[width(1, Backend::Sse41, 450), width(4, Backend::Sse41, 977)])
        .estimated(),
    Row::new(
        "aarch64",
        ARM_32,
        Features::NEON,
        None,
        &[width(1, Backend::Portable, 593), width(4, Backend::Neon, 1225)],
    )
    .estimated(),
    Row::new(
        // A row of four words in a register takes 172 for one message, words 166.
        "WebAssembly with 128-bit vectors",
        WASM_32,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 166), width(4, Backend::Simd128, 300)],
    ),
    Row::new("any machine", ZEN_5_32, Features::NONE, None, &[width(1, Backend::Portable, 453)]),
];

const ARM_32: &str = "core cycles for one block of 64 bytes by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
const ARM_64: &str = "core cycles for one block of 128 bytes by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";

const ZEN_5_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const ZEN_4_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-22";

const OTHERS_32: &str = "core cycles for one block of 64 bytes: of one message what such forms took on Skylake-SP, of several as on Zen 5, 512-bit registers raised by 1.15; not measured";

/// BLAKE-384 and BLAKE-512; tried from the top.
///
/// As for words of 32 bits; of one message on Zen 5, `avx512vl` takes 790, `avx2` 1006, `avx` 1044, `ssse3` 1020, `sse2` 1014,
/// `portable` 544.
pub(super) static WORDS_64: &[Row] = &[
    Row::new(
        "AMD Zen 5",
        ZEN_5_64,
        AVX512VL.and(Features::AVX),
        Some((b"AuthenticAMD", 0x1a)),
        &[
            width(1, Backend::AvxWords, 452),
            width(2, Backend::Avx512Vl, 871),
            width(4, Backend::Avx512Vl, 887),
            width(8, Backend::Avx512, 906),
        ],
    ),
    Row::new(
        "AMD Zen 4",
        ZEN_4_64,
        AVX512VL,
        Some((b"AuthenticAMD", 0x19)),
        &[
            width(1, Backend::Avx512Vl, 552),
            width(2, Backend::Avx512Vl, 763),
            width(4, Backend::Avx512Vl, 799),
            width(8, Backend::Avx512, 1333),
        ],
    ),
    Row::new(
        "AVX-512 with VL",
        OTHERS_64,
        AVX512VL,
        None,
        &[width(1, Backend::Avx512Vl, 431), width(4, Backend::Avx512Vl, 887), width(8, Backend::Avx512, 1073)],
    )
    .estimated(),
    Row::new("AVX2", OTHERS_64, AVX2, None, &[width(1, Backend::Avx2, 495), width(4, Backend::Avx2, 1179)]).estimated(),
    Row::new(
        "aarch64",
        ARM_64,
        Features::NEON,
        None,
        &[width(1, Backend::Portable, 702), width(2, Backend::Neon, 1394)],
    )
    .estimated(),
    Row::new(
        // As above: 247 against 222.
        "WebAssembly with 128-bit vectors",
        WASM_64,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 222), width(2, Backend::Simd128, 321)],
    ),
    Row::new("any machine", ZEN_5_64, Features::NONE, None, &[width(1, Backend::Portable, 544)]),
];

const ZEN_5_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const ZEN_4_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-22";

const OTHERS_64: &str = "core cycles for one block of 128 bytes: of one message what such forms took on Skylake-SP, of several as on Zen 5, 512-bit registers raised by 1.15; not measured";

const WASM_32: &str =
    "nanoseconds for one block of 64 bytes in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const WASM_64: &str =
    "nanoseconds for one block of 128 bytes in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
