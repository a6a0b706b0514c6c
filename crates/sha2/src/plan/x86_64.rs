//! The rows of x86-64: the costs of a block.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::kinds::needs::{AVX2, AVX512VL, SHA_NI, SSE41};
use lanesum_batch::plan::kinds::{self, names};
use lanesum_batch::plan::processors::Processors;
use lanesum_batch::plan::row::{Row, Width, width};

/// SHA-256 and SHA-224. The first row that fits is taken.
pub static SHA256: &[Row] = &[
    // Of two messages as on Zen 4, not measured.
    words_32_and_sha(names::ZEN_5, EVIDENCE_32, &kinds::ZEN_5, [130, 136, 599, 634]),
    // Two on `sha-ni` take no longer than two of eight on `avx512vl` (554) or of sixteen on `avx512` (1097).
    Row::new(
        names::ZEN_4,
        ZEN_4_32,
        SHA_NI.and(AVX512VL),
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::ShaNi, 129), width(2, Backend::ShaNi, 136)],
    )
    .pricing_whole(),
    words_32_and_sha(names::SAPPHIRE_RAPIDS, EMERALD_32, &kinds::SAPPHIRE_RAPIDS, [131, 196, 643, 983]),
    words_32_and_sha(names::ICE_LAKE, ESTIMATE_SHA, &kinds::ICE_LAKE, [161, 169, 658, 834]).estimated(),
    Row::new(
        "SHA extensions and AVX-512",
        EVIDENCE_32_OTHERS,
        SHA_NI.and(AVX512VL),
        None,
        &[
            width(1, Backend::ShaNi, 130),
            width(2, Backend::ShaNi, 136),
            width(8, Backend::Avx512Vl, 599),
            width(16, Backend::Avx512, 729),
        ],
    )
    .pricing_whole()
    .estimated(),
    // Eight on `avx2` take 1000.
    Row::new(
        names::ZEN_3,
        ZEN_3_32,
        SHA_NI,
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::ShaNi, 129), width(2, Backend::ShaNi, 136)],
    )
    .pricing_whole(),
    sha(names::ZEN_2, RYZEN, &kinds::ZEN_2, 131),
    sha(names::ALDER_LAKE, ESTIMATE_SHA, &kinds::ALDER_LAKE, 193),
    Row::new(
        "SHA extensions",
        EVIDENCE_32_SHA,
        SHA_NI,
        None,
        &[width(1, Backend::ShaNi, 130), width(2, Backend::ShaNi, 136)],
    )
    .pricing_whole()
    .estimated(),
    Row::new(
        names::AVX512VL,
        EVIDENCE_32_OTHERS,
        AVX512VL,
        None,
        &[
            width(1, Backend::Avx512Vl, 359),
            width(4, Backend::Avx512Vl, 587),
            width(8, Backend::Avx512Vl, 599),
            width(16, Backend::Avx512, 729),
        ],
    )
    .estimated(),
    words_32(names::HASWELL, Some(&kinds::HASWELL), 536, 1315),
    words_32(names::SKYLAKE, Some(&kinds::SKYLAKE), 500, 1145),
    // The row of Skylake. Zen 5 without its AVX-512 takes 374 and 1100.
    words_32(names::AVX2, None, 500, 1145),
    Row::new("AVX", EVIDENCE_32, Features::AVX, None, &[width(1, Backend::Avx, 421), width(4, Backend::Avx, 1098)])
        .estimated(),
    Row::new("SSE4.1", EVIDENCE_32, SSE41, None, &[width(1, Backend::Sse41, 440), width(4, Backend::Sse41, 1171)])
        .estimated(),
    any::SHA256,
];

const EVIDENCE_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const ZEN_3_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";

const EMERALD_32: &str = "core cycles for one block of 64 bytes, 1024 bytes a message, measured on a Xeon of family 6 model 207 (Emerald Rapids), 2026-11-28; the same within 5 % on a later one, which says that it is model 167";

const EMERALD_64: &str = "core cycles for one block of 128 bytes, measured on a Xeon of family 6 model 207 (Emerald Rapids), 2026-11-28; the same within 5 % on a later one, which says that it is model 167";

const ZEN_4_32: &str =
    "core cycles for one block of 64 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-29";

const EVIDENCE_32_SHA: &str = "core cycles for one block of 64 bytes: of one message measured on Zen 3, 4 and 5, of two on Zen 3; others were not measured";

const EVIDENCE_32_OTHERS: &str =
    "core cycles for one block of 64 bytes on Zen 5, 512-bit registers raised by 1.15; others were not measured";

/// SHA-512, SHA-384 and SHA-512/t. The first row that fits is taken. (`bmi2` takes 667.)
pub static SHA512: &[Row] = &[
    Row::new(
        "SHA-512 extensions and AVX-512",
        NEVER_RUN,
        AVX512VL.and(AVX2).and(Features::SHA512),
        None,
        &[width(1, Backend::Sha512Ni, 200), width(4, Backend::Avx512Vl, 730), width(8, Backend::Avx512, 880)],
    )
    .estimated(),
    Row::new("SHA-512 extensions", NEVER_RUN, AVX2.and(Features::SHA512), None, &[width(1, Backend::Sha512Ni, 200)])
        .estimated(),
    Row::new(
        names::ZEN_5,
        EVIDENCE_64,
        AVX512VL,
        Some(&kinds::ZEN_5),
        &[
            width(1, Backend::Avx512Vl, 421),
            width(2, Backend::Avx512Vl, 729),
            width(4, Backend::Avx512Vl, 730),
            width(8, Backend::Avx512, 765),
        ],
    ),
    Row::new(
        names::ZEN_4,
        ZEN_4_64,
        AVX512VL,
        Some(&kinds::ZEN_3_AND_4),
        &[
            width(1, Backend::Avx512Vl, 523),
            width(2, Backend::Avx512Vl, 686),
            width(4, Backend::Avx512Vl, 698),
            width(8, Backend::Avx512, 1387),
        ],
    ),
    // `avx512vl-packed` takes 595.
    words_64_vl(
        names::SAPPHIRE_RAPIDS,
        EMERALD_64,
        &kinds::SAPPHIRE_RAPIDS,
        width(1, Backend::Avx512Vl, 543),
        [796, 1231],
    ),
    words_64_vl(names::ICE_LAKE, ESTIMATE_64_VL, &kinds::ICE_LAKE, width(1, Backend::Avx512VlPacked, 544), [821, 1063])
        .estimated(),
    Row::new(
        names::AVX512VL,
        EVIDENCE_64_OTHERS,
        AVX512VL,
        None,
        &[
            width(1, Backend::Avx512VlPacked, 447),
            width(2, Backend::Avx512Vl, 729),
            width(4, Backend::Avx512Vl, 730),
            width(8, Backend::Avx512, 880),
        ],
    )
    .estimated(),
    Row::new(
        names::ZEN_3,
        ZEN_3_64,
        AVX2,
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::Avx2, 534), width(4, Backend::Avx2, 1207)],
    ),
    words_64(names::ZEN_2, Some(&kinds::ZEN_2), 705, 1515),
    words_64(names::ALDER_LAKE, Some(&kinds::ALDER_LAKE), 545, 1375),
    words_64(names::HASWELL, Some(&kinds::HASWELL), 705, 1531),
    words_64(names::SKYLAKE, Some(&kinds::SKYLAKE), 665, 1384),
    // The row of Skylake. Zen 5 without its AVX-512 takes 421 and 1318, so three messages one at a time cost 4 % less there.
    words_64(names::AVX2, None, 665, 1384),
    Row::new("AVX", EVIDENCE_64, Features::AVX, None, &[width(1, Backend::Avx, 513)]).estimated(),
    Row::new("SSE4.1", EVIDENCE_64, SSE41, None, &[width(1, Backend::Sse41, 545)]).estimated(),
    any::SHA512,
];

const NEVER_RUN: &str = "core cycles for one block of 128 bytes: of one message a guess, as no such processor was at hand (the instructions for SHA-256 took 130 where plain words took 525), of several on Zen 5, 512-bit registers raised by 1.15; not measured";

const EVIDENCE_64: &str = "core cycles for one block of 128 bytes, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21. One message on `sse41` and `avx`: the least of 3000 loops over 64 blocks, 2026-11-22";

const ZEN_3_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 25 model 1 (Zen 3), 2026-11-24";

const ZEN_4_64: &str =
    "core cycles for one block of 128 bytes, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-22";

const EVIDENCE_64_OTHERS: &str = "core cycles for one block of 128 bytes: of one message what a trial of this form took on Skylake-SP, of several on Zen 5, 512-bit registers raised by 1.15; not measured";

/// A row of a processor that was not at hand.
const fn words_32(name: &'static str, kind: Option<&'static Processors>, one: u32, eight: u32) -> Row {
    let widths = [width(1, Backend::Avx2, one), width(8, Backend::Avx2, eight)];
    Row::new(name, ESTIMATE_32, AVX2, kind, &widths).estimated()
}

/// A row of a processor that was not at hand. Two messages on `sha-ni` take a twentieth more than one, as on Zen 3.
const fn sha(name: &'static str, evidence: &'static str, kind: &'static Processors, one: u32) -> Row {
    let widths = [width(1, Backend::ShaNi, one), width(2, Backend::ShaNi, one + one / 20)];
    Row::new(name, evidence, SHA_NI, Some(kind), &widths).pricing_whole().estimated()
}

/// The costs of one message, two, eight and sixteen.
const fn words_32_and_sha(
    name: &'static str,
    evidence: &'static str,
    kind: &'static Processors,
    costs: [u32; 4],
) -> Row {
    let [one, two, eight, sixteen] = costs;
    let widths = [
        width(1, Backend::ShaNi, one),
        width(2, Backend::ShaNi, two),
        width(8, Backend::Avx512Vl, eight),
        width(16, Backend::Avx512, sixteen),
    ];
    Row::new(name, evidence, SHA_NI.and(AVX512VL), Some(kind), &widths).pricing_whole()
}

/// The costs of one message, two or four, and eight.
const fn words_64_vl(
    name: &'static str,
    evidence: &'static str,
    kind: &'static Processors,
    one: Width,
    [four, eight]: [u32; 2],
) -> Row {
    let widths =
        [one, width(2, Backend::Avx512Vl, four), width(4, Backend::Avx512Vl, four), width(8, Backend::Avx512, eight)];
    Row::new(name, evidence, AVX512VL, Some(kind), &widths)
}

/// A row of a processor that was not at hand.
const fn words_64(name: &'static str, kind: Option<&'static Processors>, one: u32, four: u32) -> Row {
    let widths = [width(1, Backend::Avx2, one), width(4, Backend::Avx2, four)];
    Row::new(name, ESTIMATE_64, AVX2, kind, &widths).estimated()
}

const ESTIMATE_32: &str = "core cycles for one block of 64 bytes by llvm-mca 19, estimated; where measured, it was off by -4 % (Zen 3) and +15 % (Zen 5) for one message, by -10 % and -19 % for eight";

const ESTIMATE_64: &str = "core cycles for one block of 128 bytes by llvm-mca 19, estimated; where measured, it was off by -3 % (Zen 3) and +23 % (Zen 5) for one message, by -9 % and -15 % for four";

const ESTIMATE_SHA: &str = "core cycles for one block of 64 bytes by llvm-mca 19, estimated: of two messages on `sha-ni` 5 % more than of one, as measured on Zen 3; where measured, it was off by 0 % (Zen 3) for one message on `sha-ni`, by up to +38 % (Zen 4) and +64 % (Zen 5) for several on AVX-512";

const RYZEN: &str = "core cycles for one block of 64 bytes: of one message what CRYPTOGAMS' author measured on Ryzen, of two 5 % more, as measured on Zen 3; estimated";

const ESTIMATE_64_VL: &str = "core cycles for one block of 128 bytes by llvm-mca 19, estimated; where measured, it was off by +22 % (Skylake-SP) for one message, by up to +38 % (Zen 4) and +64 % (Zen 5) for several";
