//! Which backend is taken when nobody asks for one. As in `keccak/plan.rs`, the tables are measured, and only the ratios
//! within a row matter.

use crate::Backend;
use crate::md::plan::Plan;
use lanes::Features;

/// BLAKE-224 and BLAKE-256; tried from the top.
pub(super) static WORDS_32: &[Plan] = &[
    Plan::new(
        "AVX-512 with VL",
        EVIDENCE_32,
        AVX512VL,
        None,
        &[(1, Backend::Avx512Vl, 400), (8, Backend::Avx512Vl, 500), (16, Backend::Avx512, 700)],
    ),
    Plan::new("AVX2", EVIDENCE_32, Features::AVX2, None, &[(1, Backend::Avx2, 450), (8, Backend::Avx2, 900)]),
    Plan::new("any machine", EVIDENCE_32, Features::NONE, None, &[(1, Backend::Portable, 600)]),
];

const EVIDENCE_32: &str =
    "core cycles for one block of 64 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

/// BLAKE-384 and BLAKE-512; tried from the top.
pub(super) static WORDS_64: &[Plan] = &[
    Plan::new(
        "AVX-512 with VL",
        EVIDENCE_64,
        AVX512VL,
        None,
        &[(1, Backend::Avx512Vl, 400), (4, Backend::Avx512Vl, 500), (8, Backend::Avx512, 700)],
    ),
    Plan::new("AVX2", EVIDENCE_64, Features::AVX2, None, &[(1, Backend::Avx2, 450), (4, Backend::Avx2, 900)]),
    Plan::new("any machine", EVIDENCE_64, Features::NONE, None, &[(1, Backend::Portable, 600)]),
];

const EVIDENCE_64: &str =
    "core cycles for one block of 128 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const AVX512VL: Features = Features::AVX512F.and(Features::AVX512VL);

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
