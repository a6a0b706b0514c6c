//! The tables of Keccak-p: what a permutation costs.

use super::row::needs::{APPLE, AVX2, AVX512VL, NEON_SHA3};
use super::row::{AVX2_MACHINES, Row, Width, width};
use crate::Backend;
use lanes::{Features, Theta};

/// Keccak-p\[1600\]; tried from the top.
///
/// Of the two hand-scheduled texts for several messages, Zen 5 takes the one that computes what theta adds once: operations of
/// three inputs are dear there when all of them come from registers (724 core cycles in registers against 776). Skylake-SP takes
/// the one with fewer operations, as 512-bit ones have two ports there (1117, against a floor of 1140 for the other). On others
/// neither was measured.
pub(super) static LANES_64: &[Row] = &[
    Row::new(
        "AMD Zen 5",
        "core cycles for 24 rounds, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21; the clock is the same for all \
         widths",
        AVX512VL,
        Some((b"AuthenticAMD", 0x1a)),
        &[
            width(1, Backend::Avx512Vl, 697),
            width(2, Backend::Avx512Vl, 776),
            width(4, Backend::Avx512Vl, 778),
            width(8, Backend::Avx512, 793),
        ],
    )
    .with_theta(Theta::Once),
    Row::new(
        "AMD Zen 4",
        "core cycles for 24 rounds, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-22",
        AVX512VL,
        Some((b"AuthenticAMD", 0x19)),
        &[
            width(1, Backend::Avx512Vl, 836),
            width(2, Backend::Avx512Vl, 853),
            width(4, Backend::Avx512Vl, 861),
            width(8, Backend::Avx512, 1567),
        ],
    ),
    Row::new(
        "AVX-512 with VL",
        "core cycles for 24 rounds of similar kernels on Skylake-SP, noted before this bench existed; those of 512-bit registers raised by 1.15 \
         for the lower clock",
        AVX512VL,
        None,
        &[
            width(1, Backend::Avx512Planes, 690),
            width(2, Backend::Avx512Vl, 850),
            width(4, Backend::Avx512Vl, 850),
            width(8, Backend::Avx512, 1285),
        ],
    )
    .estimated(),
    Row::new(
        "AVX-512 without VL",
        "not measured, since no such processor was at hand; the ratios are those of Skylake-SP",
        Features::AVX512F,
        None,
        &[width(1, Backend::Avx512Planes, 690), width(8, Backend::Avx512, 1285)],
    )
    .estimated(),
    // Zen 5 without its AVX-512 takes 869 and 1402.
    Row::new(
        AVX2_MACHINES,
        "core cycles for 24 rounds by llvm-mca 19 for Skylake, estimated; on Zen 5, measured, it was off by -1 and -3 %",
        AVX2,
        None,
        &[width(1, Backend::Bmi2, 892), width(4, Backend::Avx2, 1620)],
    )
    .estimated(),
    Row::new(
        "SSE2",
        "core cycles for 24 rounds, lanesum-bench on an EPYC of family 26 model 2, 2026-11-21, without its AVX",
        Features::SSE2,
        None,
        &[width(1, Backend::Portable, 937), width(2, Backend::Sse2, 1424)],
    )
    .estimated(),
    Row::new(
        "Apple silicon",
        "instructions for 24 rounds, of which such cores take as many of one kind as of the other; estimated, since no such processor was \
         at hand and llvm-mca has no model of one",
        NEON_SHA3,
        APPLE,
        &[width(1, Backend::NeonSha3, 1632), width(2, Backend::NeonSha3, 1632)],
    )
    .estimated(),
    Row::new(
        "Arm Neoverse V1",
        NEOVERSE_V1,
        NEON_SHA3,
        Some((b"Arm\0\0\0\0\0\0\0\0\0", 0xd40)),
        &[width(1, Backend::Neon, 612), width(2, Backend::Neon, 1183)],
    )
    .estimated(),
    // Two states in vectors take 1213 there, and 2112 on Neoverse N1: longer than one after the other. Where all of them are to go through
    // one of four pipelines, the instructions for SHA-3 take 1548 for one state or two.
    Row::new(
        "aarch64 with SHA-3",
        NEOVERSE_V2,
        NEON_SHA3,
        None,
        &[width(1, Backend::Neon, 432)],
    )
    .estimated(),
    // Operands are rotated by one of its three pipelines alone: the hand-scheduled form for one state takes 2376 there.
    Row::new(
        "Arm Cortex-A72",
        CORTEX_A72,
        Features::NEON,
        Some((b"Arm\0\0\0\0\0\0\0\0\0", 0xd08)),
        &[width(1, Backend::Portable, 1502), width(2, Backend::Neon, 2041)],
    )
    .estimated(),
    Row::new(
        "aarch64",
        NEOVERSE_N1,
        Features::NEON,
        None,
        &[width(1, Backend::Neon, 822)],
    )
    .estimated(),
    Row::new(
        "WebAssembly with 128-bit vectors",
        WASM,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 425), width(2, Backend::Simd128, 633)],
    ),
    Row::new("any machine", "the only form for 64-bit words that there is", Features::NONE, None, ONE),
];

/// Keccak-p\[800\], and \[400\] and \[200\], whose figures are to each other as these, a tenth and a sixth less; tried from the top.
pub(super) static SHORT_LANES: &[Row] = &[
    Row::new(
        "AVX-512 with VL",
        SHORT,
        AVX512VL,
        None,
        &[
            width(1, Backend::Avx512Vl, 637),
            width(4, Backend::Avx512Vl, 774),
            width(8, Backend::Avx512Vl, 768),
            width(16, Backend::Avx512, 812),
        ],
    ),
    Row::new(
        "AVX2 and BMI2",
        SHORT,
        AVX2,
        None,
        &[width(1, Backend::Bmi2, 794), width(4, Backend::Sse2, 1376), width(8, Backend::Avx2, 1327)],
    )
    .estimated(),
    Row::new("SSE2", SHORT, Features::SSE2, None, &[width(1, Backend::Portable, 894), width(4, Backend::Sse2, 1376)])
        .estimated(),
    Row::new(
        "aarch64",
        ARM_SHORT,
        Features::NEON,
        None,
        &[width(1, Backend::Portable, 946), width(4, Backend::Neon, 2013)],
    )
    .estimated(),
    Row::new(
        "WebAssembly with 128-bit vectors",
        WASM_SHORT,
        Features::SIMD128,
        None,
        &[width(1, Backend::Portable, 390), width(4, Backend::Simd128, 580)],
    )
    .estimated(),
    Row::new("any machine", SHORT, Features::NONE, None, ONE),
];

const NEOVERSE_V1: &str =
    "core cycles for 24 rounds by llvm-mca 19 for Neoverse V1; estimated, since no such processor was at hand";
const NEOVERSE_V2: &str =
    "core cycles for 24 rounds by llvm-mca 19 for Neoverse V2; estimated, since no such processor was at hand";
const NEOVERSE_N1: &str =
    "core cycles for 24 rounds by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
const CORTEX_A72: &str = "core cycles for 24 rounds by llvm-mca 19 for Cortex-A72, which it takes for a Cortex-A57; estimated, since no such processor was at hand";
const ARM_SHORT: &str = "core cycles for 22 rounds of Keccak-f[800] by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";

const SHORT: &str =
    "core cycles for 22 rounds of Keccak-f[800], measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const ONE: &[Width] = &[width(1, Backend::Portable, 1)];

const WASM: &str = "nanoseconds for 24 rounds in Node 20 (V8) on an EPYC of family 26 model 2 (Zen 5), 2026-11-23";
const WASM_SHORT: &str =
    "nanoseconds for 22 of the 24 rounds of Keccak-p[1600] in Node 20 (V8); not measured by itself";
