//! The rows of x86-64: the costs of a permutation.

use super::any;
use lanes::{Features, Theta};
use lanesum_batch::Backend;
use lanesum_batch::plan::Task;
use lanesum_batch::plan::kinds::needs::{AVX2, AVX512VL};
use lanesum_batch::plan::kinds::{self, names};
use lanesum_batch::plan::processors::Processors;
use lanesum_batch::plan::row::{Row, Width, width};

/// Keccak-p\[1600\]. The first row that fits is taken. A cost is that of absorbing. Where permuting and squeezing were measured by themselves, the row has
/// their prices too (example `cycles`).
///
/// There are three hand-scheduled texts for several messages on AVX-512. On Zen 5, the one that computes D once is faster, because three-input
/// operations are expensive there if all inputs come from registers (724 core cycles in registers against 776). So it is on Zen 4 (a call for
/// four states 789 against 892, for eight 1500 against 1605), which has an order of its own for two and four states (748). On Skylake-SP, the one with fewer operations is faster, because 512-bit
/// operations have two ports there (1117, against a floor of 1140 for the other). Neither was measured on other processors.
pub static KECCAK: &[Row] = &[
    Row::new(
        names::ZEN_5,
        "core cycles for 24 rounds, measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21; the clock is the same for all \
         widths",
        AVX512VL,
        Some(&kinds::ZEN_5),
        &[
            width(1, Backend::Avx512Vl, 697),
            width(2, Backend::Avx512Vl, 776),
            width(4, Backend::Avx512Vl, 778),
            width(8, Backend::Avx512, 793),
        ],
    )
    .with_theta(Theta::Once),
    Row::new(
        names::ZEN_4,
        "core cycles for 24 rounds, measured on an EPYC of family 25 model 17 (Zen 4), 2026-11-30",
        AVX512VL,
        Some(&kinds::ZEN_3_AND_4),
        &[
            width(1, Backend::Avx512Vl, 834),
            width(2, Backend::Avx512Vl, 727),
            width(4, Backend::Avx512Vl, 734),
            width(8, Backend::Avx512, 1464),
        ],
    )
    .with_prices(Task::Permuting, &[853, 743, 748, 1473])
    .with_prices(Task::Squeezing, &[868, 723, 729, 1451])
    .with_theta(Theta::OnceZen4),
    with_avx512(names::SAPPHIRE_RAPIDS, EMERALD, &kinds::SAPPHIRE_RAPIDS, [704, 783, 1152]),
    with_avx512(names::ICE_LAKE, ESTIMATE_AVX512, &kinds::ICE_LAKE, [700, 928, 1032]).estimated(),
    Row::new(
        names::AVX512VL,
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
    Row::new(
        names::ZEN_3,
        "core cycles for 24 rounds, measured on an EPYC of family 25 model 1 (Zen 3), 2026-11-24",
        AVX2,
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::Bmi2, 1001), width(2, Backend::Sse2, 1362), width(4, Backend::Avx2, 1321)],
    )
    // 2026-11-29. Squeezing was not measured.
    .with_prices(Task::Permuting, &[1006, 1403, 1375]),
    estimate(names::ZEN_2, Some(&kinds::ZEN_2), 1200, 1500),
    estimate(names::ALDER_LAKE, Some(&kinds::ALDER_LAKE), 1020, 1572),
    estimate(names::HASWELL, Some(&kinds::HASWELL), 1224, 1705),
    estimate(names::SKYLAKE, Some(&kinds::SKYLAKE), 892, 1620),
    // The row of Skylake. Zen 5 without its AVX-512 takes 869 and 1402.
    estimate(names::AVX2, None, 892, 1620),
    Row::new(
        "SSE2",
        "core cycles for 24 rounds, lanesum-bench on an EPYC of family 26 model 2, 2026-11-21, without its AVX",
        Features::SSE2,
        None,
        &[width(1, Backend::Portable, 937), width(2, Backend::Sse2, 1424)],
    )
    .estimated(),
    any::KECCAK,
];

/// Keccak-p\[800\], and Keccak-p\[400\] and \[200\], whose costs have the same ratios at a tenth and a sixth less. The first row that fits
/// is taken.
pub static KECCAK_SHORT: &[Row] = &[
    Row::new(names::ZEN_5, SHORT, AVX512VL, Some(&kinds::ZEN_5), SHORT_WITH_AVX512),
    Row::new(
        names::SAPPHIRE_RAPIDS,
        "core cycles for 22 rounds of Keccak-f[800], measured on a Xeon of family 6 model 207 (Emerald Rapids), 2026-11-28; the same within 5 % on a later one, which says that it is model 167, but for registers of 512 bits, which had no figure there",
        AVX512VL,
        Some(&kinds::SAPPHIRE_RAPIDS),
        &[
            width(1, Backend::Avx512Vl, 747),
            width(4, Backend::Avx512Vl, 766),
            width(8, Backend::Avx512Vl, 767),
            width(16, Backend::Avx512, 1120),
        ],
    ),
    Row::new(names::AVX512VL, SHORT, AVX512VL, None, SHORT_WITH_AVX512).estimated(),
    // Measured with a call for each permutation; absorbing blocks of 17 lanes takes 936 (both forms for one state), 1412 and 1588.
    Row::new(
        names::ZEN_3,
        "core cycles for 22 rounds of Keccak-f[800], measured on an EPYC of family 25 model 1 (Zen 3), 2026-11-24",
        AVX2,
        Some(&kinds::ZEN_3_AND_4),
        &[width(1, Backend::Portable, 938), width(4, Backend::Sse2, 1317), width(8, Backend::Avx2, 1270)],
    ),
    Row::new(
        names::AVX2,
        SHORT,
        AVX2,
        None,
        &[width(1, Backend::Bmi2, 794), width(4, Backend::Sse2, 1376), width(8, Backend::Avx2, 1327)],
    )
    .estimated(),
    Row::new("SSE2", SHORT, Features::SSE2, None, &[width(1, Backend::Portable, 894), width(4, Backend::Sse2, 1376)])
        .estimated(),
    any::KECCAK_SHORT,
];

const SHORT_WITH_AVX512: &[Width] = &[
    width(1, Backend::Avx512Vl, 637),
    width(4, Backend::Avx512Vl, 774),
    width(8, Backend::Avx512Vl, 768),
    width(16, Backend::Avx512, 812),
];

const SHORT: &str =
    "core cycles for 22 rounds of Keccak-f[800], measured on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

/// The costs of one message, two or four, and eight.
const fn with_avx512(
    name: &'static str,
    evidence: &'static str,
    kind: &'static Processors,
    [one, four, eight]: [u32; 3],
) -> Row {
    let widths = [
        width(1, Backend::Avx512Planes, one),
        width(2, Backend::Avx512Vl, four),
        width(4, Backend::Avx512Vl, four),
        width(8, Backend::Avx512, eight),
    ];
    Row::new(name, evidence, AVX512VL, Some(kind), &widths)
}

const EMERALD: &str = "core cycles for 24 rounds, measured on a Xeon of family 6 model 207 (Emerald Rapids), 2026-11-28; the same within 5 % on a later one, which says that it is model 167, but for registers of 512 bits, which had no figure there";

const ESTIMATE_AVX512: &str = "core cycles for 24 rounds by llvm-mca 19, estimated; that of one message lies between those of Skylake-SP (690) and Emerald Rapids (704), where llvm-mca was 14 and 42 % too low; of eight on `avx512` it was off by -30 % (Zen 4) and -6 % (Emerald Rapids) where measured";

/// A row of a processor that was not at hand. For two states `sse2` takes 3 % longer than four on `avx2`, as on Zen 3.
const fn estimate(name: &'static str, kind: Option<&'static Processors>, one: u32, four: u32) -> Row {
    let widths =
        [width(1, Backend::Bmi2, one), width(2, Backend::Sse2, four * 103 / 100), width(4, Backend::Avx2, four)];
    Row::new(name, ESTIMATE, AVX2, kind, &widths).estimated()
}

const ESTIMATE: &str = "core cycles for 24 rounds by llvm-mca 19, estimated; where measured, it was off by -11 % (Zen 3) and -1 % (Zen 5) for one message, by +2 % and -3 % for four";
