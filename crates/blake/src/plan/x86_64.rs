//! The rows of x86-64: the costs of a block.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::kinds::needs::{AVX2, AVX512VL, SSE41};
use lanesum_batch::plan::kinds::{self, names};
use lanesum_batch::plan::processors::Processors;
use lanesum_batch::plan::row::{Row, width};

/// BLAKE-224 and BLAKE-256. The first row that fits is taken.
///
/// Where a vector operation takes one cycle, a row of four words in a register is fastest for one message. On Zen 5, dependent vector
/// operations take two cycles each, and single words are fastest. Other forms cost more there: `avx512vl` 685, `avx2` 881, `avx` 875,
/// `ssse3` 871, `sse2` 943; `portable` 453.
pub static BLAKE256: &[Row] = &[
    Row::new(
        names::ZEN_5,
        ZEN_5_32,
        AVX512VL.and(Features::AVX),
        Some(&kinds::ZEN_5),
        &[
            width(1, Backend::AvxWords, 388),
            width(4, Backend::Avx512Vl, 776),
            width(8, Backend::Avx512Vl, 795),
            width(16, Backend::Avx512, 818),
        ],
    ),
    Row::new(
        names::ZEN_4,
        ZEN_4_32,
        AVX512VL,
        Some(&kinds::ZEN_3_AND_4),
        &[
            width(1, Backend::Avx512Vl, 463),
            width(4, Backend::Avx512Vl, 689),
            width(8, Backend::Avx512Vl, 719),
            width(16, Backend::Avx512, 1218),
        ],
    ),
    words_32_vl(names::SAPPHIRE_RAPIDS, EMERALD_32, &kinds::SAPPHIRE_RAPIDS, [377, 677, 764, 1053]),
    words_32_vl(names::ICE_LAKE, ESTIMATE_32_VL, &kinds::ICE_LAKE, [355, 736, 736, 752]).estimated(),
    Row::new(
        names::AVX512VL,
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
    Row::new(
        names::ZEN_3,
        ZEN_3_32,
        AVX2,
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::Avx, 473), width(4, Backend::Avx, 791), width(8, Backend::Avx2, 905)],
    ),
    words_32(names::ZEN_2, &kinds::ZEN_2, 470, 966),
    words_32(names::ALDER_LAKE, &kinds::ALDER_LAKE, 412, 909),
    words_32(names::HASWELL, &kinds::HASWELL, 465, 1014),
    words_32(names::SKYLAKE, &kinds::SKYLAKE, 414, 953),
    Row::new(names::AVX2, OTHERS_32, AVX2, None, &[width(1, Backend::Avx2, 424), width(8, Backend::Avx2, 1060)])
        .estimated(),
    Row::new("AVX", OTHERS_32, Features::AVX, None, &[width(1, Backend::Avx, 433), width(4, Backend::Avx, 1042)])
        .estimated(),
    Row::new("SSE4.1", OTHERS_32, SSE41, None, &[width(1, Backend::Sse41, 450), width(4, Backend::Sse41, 977)])
        .estimated(),
    any::BLAKE256,
];

const ZEN_5_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const ZEN_3_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";

const ZEN_4_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-22";

const OTHERS_32: &str = "core cycles for one block of 64 bytes: of one message what such forms took on Skylake-SP, of several as on Zen 5, 512-bit registers raised by 1.15; not measured";

/// BLAKE3 on Zen 4. (Four with one word of each in a register take 315, row by row in registers of 512 bits 328.)
pub const BLAKE3_ZEN_4: Row = Row::new(
    names::ZEN_4,
    "core cycles for one block of 64 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-29",
    AVX512VL,
    Some(&kinds::ZEN_3_AND_4),
    &[
        width(1, Backend::Avx512Vl, 237),
        width(2, Backend::Avx512Vl, 245),
        width(4, Backend::Avx512Vl, 270),
        width(8, Backend::Avx512Vl, 311),
        width(16, Backend::Avx512, 515),
    ],
);

/// BLAKE-384 and BLAKE-512. The first row that fits is taken.
///
/// The order of forms is that of BLAKE-256. For one message on Zen 5, `avx512vl` takes 790, `avx2` 1006, `avx` 1044, `ssse3` 1020, `sse2`
/// 1014, `portable` 544.
pub static BLAKE512: &[Row] = &[
    Row::new(
        names::ZEN_5,
        ZEN_5_64,
        AVX512VL.and(Features::AVX),
        Some(&kinds::ZEN_5),
        &[
            width(1, Backend::AvxWords, 452),
            width(2, Backend::Avx512Vl, 871),
            width(4, Backend::Avx512Vl, 887),
            width(8, Backend::Avx512, 906),
        ],
    ),
    Row::new(
        names::ZEN_4,
        ZEN_4_64,
        AVX512VL,
        Some(&kinds::ZEN_3_AND_4),
        &[
            width(1, Backend::Avx512Vl, 552),
            width(2, Backend::Avx512Vl, 763),
            width(4, Backend::Avx512Vl, 799),
            width(8, Backend::Avx512, 1333),
        ],
    ),
    words_64_vl(names::SAPPHIRE_RAPIDS, EMERALD_64, &kinds::SAPPHIRE_RAPIDS, [453, 833, 1129]),
    words_64_vl(names::ICE_LAKE, ESTIMATE_64_VL, &kinds::ICE_LAKE, [484, 813, 852]).estimated(),
    Row::new(
        names::AVX512VL,
        OTHERS_64,
        AVX512VL,
        None,
        &[width(1, Backend::Avx512Vl, 431), width(4, Backend::Avx512Vl, 887), width(8, Backend::Avx512, 1073)],
    )
    .estimated(),
    Row::new(
        names::ZEN_3,
        ZEN_3_64,
        AVX2.and(Features::SSSE3),
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::Ssse3, 583), width(4, Backend::Avx2, 971)],
    ),
    words_64(names::ZEN_2, &kinds::ZEN_2, 527, 1093),
    words_64(names::ALDER_LAKE, &kinds::ALDER_LAKE, 468, 1047),
    words_64(names::HASWELL, &kinds::HASWELL, 534, 1217),
    words_64(names::SKYLAKE, &kinds::SKYLAKE, 466, 1083),
    Row::new(names::AVX2, OTHERS_64, AVX2, None, &[width(1, Backend::Avx2, 495), width(4, Backend::Avx2, 1179)])
        .estimated(),
    any::BLAKE512,
];

const ZEN_5_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const ZEN_3_64: &str = "core cycles for one block of 128 bytes, measured on an EPYC of family 25 model 1 (Zen 3): one message 2026-11-29, four 2026-11-24";

const ZEN_4_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-22";

const OTHERS_64: &str = "core cycles for one block of 128 bytes: of one message what such forms took on Skylake-SP, of several as on Zen 5, 512-bit registers raised by 1.15; not measured";

/// A row of a processor that was not at hand: one message, four or eight, and sixteen.
const fn words_32_vl(
    name: &'static str,
    evidence: &'static str,
    kind: &'static Processors,
    [one, four, eight, sixteen]: [u32; 4],
) -> Row {
    let widths = [
        width(1, Backend::Avx512Vl, one),
        width(4, Backend::Avx512Vl, four),
        width(8, Backend::Avx512Vl, eight),
        width(16, Backend::Avx512, sixteen),
    ];
    Row::new(name, evidence, AVX512VL, Some(kind), &widths)
}

/// The costs of one message, four and eight.
const fn words_64_vl(
    name: &'static str,
    evidence: &'static str,
    kind: &'static Processors,
    [one, four, eight]: [u32; 3],
) -> Row {
    let widths =
        [width(1, Backend::Avx512Vl, one), width(4, Backend::Avx512Vl, four), width(8, Backend::Avx512, eight)];
    Row::new(name, evidence, AVX512VL, Some(kind), &widths)
}

/// The costs of one message and eight.
const fn words_32(name: &'static str, kind: &'static Processors, one: u32, eight: u32) -> Row {
    let widths = [width(1, Backend::Avx2, one), width(8, Backend::Avx2, eight)];
    Row::new(name, ESTIMATE_32, AVX2, Some(kind), &widths).estimated()
}

/// The costs of one message and four.
const fn words_64(name: &'static str, kind: &'static Processors, one: u32, four: u32) -> Row {
    let widths = [width(1, Backend::Avx2, one), width(4, Backend::Avx2, four)];
    Row::new(name, ESTIMATE_64, AVX2, Some(kind), &widths).estimated()
}

const EMERALD_32: &str = "core cycles for one block of 64 bytes, measured on a Xeon of family 6 model 207 (Emerald Rapids), 2026-11-28; the same within 5 % on a later one, which says that it is model 167";
const EMERALD_64: &str = "core cycles for one block of 128 bytes, measured on a Xeon of family 6 model 207 (Emerald Rapids), 2026-11-28; the same within 5 % on a later one, which says that it is model 167";
const ESTIMATE_32_VL: &str = "core cycles for one block of 64 bytes by llvm-mca 19, estimated; where measured, it was off by 0 % (Zen 4) and -32 % (Zen 5) for one message, by -7 to -22 % for four and eight, by -18 % and +22 % for sixteen";
const ESTIMATE_64_VL: &str = "core cycles for one block of 128 bytes by llvm-mca 19, estimated; where measured, it was off by +6 % (Zen 4) and -26 % (Zen 5) for one message, by -5 to -17 % for two and four, by -15 % and +24 % for eight";
const ESTIMATE_32: &str = "core cycles for one block of 64 bytes by llvm-mca 19, estimated; on Zen 3, measured, it was off by -14 % for one message and -3 % for eight";
const ESTIMATE_64: &str = "core cycles for one block of 128 bytes by llvm-mca 19, estimated; on Zen 3, measured, it was off by -15 % for one message and +2 % for four";
