//! Which backend is taken when nobody asks for one. As in `keccak/plan.rs`, the tables are measured, and only the ratios
//! within a row matter.

use super::engine::Kernels;
use super::size::Size;
use crate::Backend;
use core::sync::atomic::{AtomicU8, Ordering};
use lanes::{Features, features};

/// The choice for one kind of processor.
pub struct Plan {
    /// Which processors, for people.
    pub(crate) name: &'static str,
    /// What is known of the cost.
    pub(crate) evidence: &'static str,
    needs: Features,
    /// Vendor and family; `None` for any that has the features.
    model: Option<(&'static [u8; 12], u32)>,
    /// For one message: the backend, and what one block costs.
    pub(crate) one: (Backend, u32),
}

/// SHA-256 and SHA-224; tried from the top.
pub(crate) static WORDS_32: &[Plan] = &[
    Plan {
        name: "AMD Zen 5",
        evidence: "core cycles for one block of 64 bytes, example `cycles` on an EPYC of family 26 model 2, 2026-11-21",
        needs: SHA_NI,
        model: Some((b"AuthenticAMD", 0x1a)),
        one: (Backend::ShaNi, 130),
    },
    Plan {
        name: "SHA extensions",
        evidence: "core cycles for one block of 64 bytes on Zen 5; others with these instructions were not measured",
        needs: SHA_NI,
        model: None,
        one: (Backend::ShaNi, 130),
    },
    Plan {
        name: "any machine",
        evidence: "core cycles for one block of 64 bytes on Zen 5, example `cycles`, 2026-11-21, where `bmi2` took 531",
        needs: Features::NONE,
        model: None,
        one: (Backend::Portable, 525),
    },
];

/// SHA-512, SHA-384 and SHA-512/t; tried from the top. (`bmi2` takes 667.)
pub(crate) static WORDS_64: &[Plan] = &[
    Plan {
        name: "SHA-512 extensions",
        evidence: "never run: no such processor was at hand; the instructions for SHA-256 took 130 where plain words took 525",
        needs: Features::AVX2.and(Features::SHA512),
        model: None,
        one: (Backend::Sha512Ni, 200),
    },
    Plan {
        name: "AVX-512 with VL, and BMI2",
        evidence: EVIDENCE_64,
        needs: Features::AVX512F.and(Features::AVX512VL).and(BMI2),
        model: None,
        one: (Backend::Avx512Vl, 467),
    },
    Plan {
        name: "AVX2 and BMI2",
        evidence: EVIDENCE_64,
        needs: Features::AVX2.and(BMI2),
        model: None,
        one: (Backend::Avx2, 533),
    },
    Plan { name: "AVX", evidence: EVIDENCE_64, needs: Features::AVX, model: None, one: (Backend::Avx, 584) },
    Plan {
        name: "SSE4.1",
        evidence: EVIDENCE_64,
        needs: Features::SSE2.and(Features::SSSE3).and(Features::SSE41),
        model: None,
        one: (Backend::Sse41, 602),
    },
    Plan {
        name: "any machine",
        evidence: EVIDENCE_64,
        needs: Features::NONE,
        model: None,
        one: (Backend::Portable, 657),
    },
];

const EVIDENCE_64: &str =
    "core cycles for one block of 128 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const BMI2: Features = Features::BMI1.and(Features::BMI2);

/// What `sha-ni` needs, on any architecture.
const SHA_NI: Features = Features::SSE2.and(Features::SSSE3).and(Features::SSE41).and(Features::SHA);

/// The row for this machine, once it has been looked for.
pub struct Known(AtomicU8);

impl Known {
    pub(crate) const fn new() -> Self {
        Self(AtomicU8::new(0))
    }
}

/// The row for this machine; reads a static, after the first time.
#[inline]
pub(crate) fn here<S: Size>() -> &'static Plan {
    let known = usize::from(S::known().0.load(Ordering::Relaxed));
    S::PLANS.get(known.wrapping_sub(1)).unwrap_or_else(|| find::<S>())
}

#[cold]
#[inline(never)]
fn find<S: Size>() -> &'static Plan {
    let have = Features::detect();
    let here = features::model();
    let fits = |plan: &Plan| {
        have.contains(plan.needs)
            && plan.model.is_none_or(|(vendor, family)| *vendor == here.vendor && family == here.family)
    };
    let row = S::PLANS.iter().position(fits).unwrap_or(S::PLANS.len() - 1);
    S::known().0.store(row as u8 + 1, Ordering::Relaxed);
    &S::PLANS[row]
}

/// The kernels for one message on this machine.
#[inline]
pub(crate) fn engine<S: Size>() -> S::Engine {
    S::Engine::new(here::<S>().one.0).unwrap_or(S::Engine::PORTABLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sha2::size::{Words32, Words64};

    #[test]
    fn every_row_names_a_backend_that_its_features_allow() {
        fn check<S: Size>() {
            for plan in S::PLANS {
                let (backend, cost) = plan.one;
                assert!(S::Engine::BACKENDS.contains(&backend), "{}", plan.name);
                assert!(plan.needs.contains(backend.features()), "{}", plan.name);
                assert!(cost > 0, "{}", plan.name);
            }
            assert!(S::PLANS.last().is_some_and(|plan| plan.needs == Features::NONE && plan.model.is_none()));
            assert_eq!(engine::<S>().backend(), here::<S>().one.0);
        }
        check::<Words32>();
        check::<Words64>();
    }
}
