//! Which backend is taken when nobody asks for one. As in `keccak/plan.rs`, the tables are measured, and only the ratios
//! within a row matter.

use crate::Backend;
use crate::md::plan::Plan;
use lanes::Features;

/// BLAKE-224 and BLAKE-256; tried from the top.
///
/// Where one operation in a vector register takes one cycle, a row of four words a register is fastest for one message; on Zen 5
/// a chain of them takes two cycles each, and words are: `avx512vl` 685, `avx2` 881, `avx` 875, `ssse3` 871, `sse2` 943;
/// `portable` 453.
pub(super) static WORDS_32: &[Plan] = &[
    Plan::new(
        "AMD Zen 5",
        ZEN_5_32,
        AVX512VL.and(Features::AVX),
        Some((b"AuthenticAMD", 0x1a)),
        &[
            (1, Backend::AvxWords, 388),
            (4, Backend::Avx512Vl, 776),
            (8, Backend::Avx512Vl, 795),
            (16, Backend::Avx512, 818),
        ],
    ),
    Plan::new(
        "AVX-512 with VL",
        OTHERS_32,
        AVX512VL,
        None,
        &[
            (1, Backend::Avx512Vl, 363),
            (4, Backend::Avx512Vl, 776),
            (8, Backend::Avx512Vl, 795),
            (16, Backend::Avx512, 941),
        ],
    ),
    Plan::new("AVX2", OTHERS_32, Features::AVX2, None, &[(1, Backend::Avx2, 424), (8, Backend::Avx2, 1060)]),
    Plan::new("AVX", OTHERS_32, Features::AVX, None, &[(1, Backend::Avx, 433), (4, Backend::Avx, 1042)]),
    Plan::new("SSE4.1", OTHERS_32, SSE41, None, &[(1, Backend::Sse41, 450), (4, Backend::Sse41, 977)]),
    Plan::new("any machine", ZEN_5_32, Features::NONE, None, &[(1, Backend::Portable, 453)]),
];

const ZEN_5_32: &str =
    "core cycles for one block of 64 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const OTHERS_32: &str = "core cycles for one block of 64 bytes: of one message what such forms took on Skylake-SP, of several as on Zen 5, 512-bit registers raised by 1.15; not measured";

/// BLAKE-384 and BLAKE-512; tried from the top.
///
/// As for words of 32 bits; of one message on Zen 5, `avx512vl` takes 790, `avx2` 1006, `avx` 1044, `ssse3` 1020, `sse2` 1014,
/// `portable` 544.
pub(super) static WORDS_64: &[Plan] = &[
    Plan::new(
        "AMD Zen 5",
        ZEN_5_64,
        AVX512VL.and(Features::AVX),
        Some((b"AuthenticAMD", 0x1a)),
        &[
            (1, Backend::AvxWords, 452),
            (2, Backend::Avx512Vl, 871),
            (4, Backend::Avx512Vl, 887),
            (8, Backend::Avx512, 906),
        ],
    ),
    Plan::new(
        "AVX-512 with VL",
        OTHERS_64,
        AVX512VL,
        None,
        &[(1, Backend::Avx512Vl, 431), (4, Backend::Avx512Vl, 887), (8, Backend::Avx512, 1073)],
    ),
    Plan::new("AVX2", OTHERS_64, Features::AVX2, None, &[(1, Backend::Avx2, 495), (4, Backend::Avx2, 1179)]),
    Plan::new("any machine", ZEN_5_64, Features::NONE, None, &[(1, Backend::Portable, 544)]),
];

const ZEN_5_64: &str =
    "core cycles for one block of 128 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const OTHERS_64: &str = "core cycles for one block of 128 bytes: of one message what such forms took on Skylake-SP, of several as on Zen 5, 512-bit registers raised by 1.15; not measured";

const AVX512VL: Features = Features::AVX512F.and(Features::AVX512VL);

const SSE41: Features = Features::SSE2.and(Features::SSSE3).and(Features::SSE41);

#[cfg(test)]
mod tests {
    use crate::blake::size::{Blake32, Blake64};
    use crate::md::plan::tests::check;

    #[test]
    fn every_row_names_backends_that_its_features_allow() {
        check::<Blake32>();
        check::<Blake64>();
    }
}
