//! Which backend is taken when nobody asks for one. As in `keccak/plan.rs`, the tables are measured, and only the ratios
//! within a row matter.

use crate::Backend;
use crate::md::plan::Plan;
use lanes::Features;

/// SHA-256 and SHA-224; tried from the top.
pub(crate) static WORDS_32: &[Plan] = &[
    Plan::new(
        "AMD Zen 5",
        EVIDENCE_32,
        SHA_NI.and(Features::AVX512F).and(Features::AVX512VL),
        Some((b"AuthenticAMD", 0x1a)),
        &[(1, Backend::ShaNi, 130), (8, Backend::Avx512Vl, 599), (16, Backend::Avx512, 634)],
    ),
    Plan::new(
        "SHA extensions and AVX-512",
        EVIDENCE_32_OTHERS,
        SHA_NI.and(Features::AVX512F).and(Features::AVX512VL),
        None,
        &[(1, Backend::ShaNi, 130), (8, Backend::Avx512Vl, 599), (16, Backend::Avx512, 729)],
    ),
    Plan::new("SHA extensions", EVIDENCE_32_OTHERS, SHA_NI, None, &[(1, Backend::ShaNi, 130)]),
    Plan::new(
        "AVX-512 with VL",
        EVIDENCE_32_OTHERS,
        Features::AVX512F.and(Features::AVX512VL),
        None,
        &[
            (1, Backend::Avx512Vl, 359),
            (4, Backend::Avx512Vl, 587),
            (8, Backend::Avx512Vl, 599),
            (16, Backend::Avx512, 729),
        ],
    ),
    Plan::new(
        "AVX2",
        EVIDENCE_32,
        Features::AVX.and(Features::AVX2),
        None,
        &[(1, Backend::Avx2, 374), (8, Backend::Avx2, 1100)],
    ),
    Plan::new("AVX", EVIDENCE_32, Features::AVX, None, &[(1, Backend::Avx, 421), (4, Backend::Avx, 1098)]),
    Plan::new(
        "SSE4.1",
        EVIDENCE_32,
        Features::SSE2.and(Features::SSSE3).and(Features::SSE41),
        None,
        &[(1, Backend::Sse41, 440), (4, Backend::Sse41, 1171)],
    ),
    Plan::new("any machine", EVIDENCE_32, Features::NONE, None, &[(1, Backend::Portable, 520)]),
];

const EVIDENCE_32: &str =
    "core cycles for one block of 64 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const EVIDENCE_32_OTHERS: &str =
    "core cycles for one block of 64 bytes on Zen 5, 512-bit registers raised by 1.15; others were not measured";

/// SHA-512, SHA-384 and SHA-512/t; tried from the top. (`bmi2` takes 667.)
pub(crate) static WORDS_64: &[Plan] = &[
    Plan::new(
        "SHA-512 extensions",
        "never run: no such processor was at hand; the instructions for SHA-256 took 130 where plain words took 525",
        Features::AVX2.and(Features::SHA512),
        None,
        &[(1, Backend::Sha512Ni, 200)],
    ),
    Plan::new(
        "AMD Zen 5",
        EVIDENCE_64,
        Features::AVX512F.and(Features::AVX512VL).and(BMI2),
        Some((b"AuthenticAMD", 0x1a)),
        &[
            (1, Backend::Avx512Vl, 421),
            (2, Backend::Avx512Vl, 729),
            (4, Backend::Avx512Vl, 730),
            (8, Backend::Avx512, 765),
        ],
    ),
    Plan::new(
        "AVX-512 with VL",
        EVIDENCE_64_OTHERS,
        Features::AVX512F.and(Features::AVX512VL),
        None,
        &[
            (1, Backend::Avx512VlPacked, 447),
            (2, Backend::Avx512Vl, 729),
            (4, Backend::Avx512Vl, 730),
            (8, Backend::Avx512, 880),
        ],
    ),
    Plan::new(
        "AVX2 and BMI2",
        EVIDENCE_64,
        Features::AVX2.and(BMI2),
        None,
        &[(1, Backend::Avx2, 421), (4, Backend::Avx2, 1318)],
    ),
    Plan::new("AVX", EVIDENCE_64, Features::AVX, None, &[(1, Backend::Avx, 513)]),
    Plan::new(
        "SSE4.1",
        EVIDENCE_64,
        Features::SSE2.and(Features::SSSE3).and(Features::SSE41),
        None,
        &[(1, Backend::Sse41, 545)],
    ),
    Plan::new("any machine", EVIDENCE_64, Features::NONE, None, &[(1, Backend::Portable, 657)]),
];

const EVIDENCE_64: &str = "core cycles for one block of 128 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21; of one message on `sse41` and `avx` the least of 3000 loops over 64 blocks, 2026-11-22";

const EVIDENCE_64_OTHERS: &str = "core cycles for one block of 128 bytes: of one message what a trial of this form took on Skylake-SP, of several on Zen 5, 512-bit registers raised by 1.15; not measured";

const BMI2: Features = Features::BMI1.and(Features::BMI2);

/// What `sha-ni` needs, on any architecture.
const SHA_NI: Features = Features::SSE2.and(Features::SSSE3).and(Features::SSE41).and(Features::SHA);

#[cfg(test)]
mod tests {
    use crate::md::plan::tests::check;
    use crate::sha2::size::{Words32, Words64};

    #[test]
    fn every_row_names_backends_that_its_features_allow() {
        check::<Words32>();
        check::<Words64>();
    }
}
