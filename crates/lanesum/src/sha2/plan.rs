//! Which backend is taken when nobody asks for one. As in `keccak/plan.rs`, the tables are measured, and only the ratios
//! within a row matter.

use super::engine::{Kernels, MAX_WAYS};
use super::size::Size;
use crate::Backend;
use crate::split::{Split, cheapest};
use core::sync::atomic::{AtomicU8, Ordering};
use digest::typenum::Unsigned;
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
    ways: &'static [Way],
    /// What follows from them, for each [`Length`] and 1 to [`MAX_WAYS`] messages.
    splits: [[Split; MAX_WAYS]; 3],
}

/// How long the messages of a batch are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// So many blocks that a batch's own work does not count beside them.
    Long,
    /// Up to eight blocks.
    Middle,
    /// One block or two.
    Short,
}

impl Length {
    pub(crate) const fn of<S: Size>(bytes: usize) -> Self {
        match bytes / S::Block::USIZE {
            0..2 => Self::Short,
            2..8 => Self::Middle,
            _ => Self::Long,
        }
    }
}

/// What a batch costs by itself, before the first block and for each lane, in core cycles of Zen 5 (example `batch`).
const BEGINNING: u32 = 300;
const LANE: u32 = 45;

/// So many messages at once, the backend, and what one block of all of them costs.
type Way = (usize, Backend, u32);

impl Plan {
    const fn new(
        name: &'static str,
        evidence: &'static str,
        needs: Features,
        model: Option<(&'static [u8; 12], u32)>,
        ways: &'static [Way],
    ) -> Self {
        let mut widths = [(0, 0); 5];
        let mut i = 0;
        while i < ways.len() {
            widths[i] = (ways[i].0, ways[i].2);
            i += 1;
        }
        let mut splits = [cheapest(widths.split_at(i).0); 3];
        let mut length = 1;
        while length < splits.len() {
            let mut with_work = widths;
            let mut j = 1;
            while j < i {
                let work = BEGINNING + LANE * with_work[j].0 as u32;
                with_work[j].1 += if length == Length::Short as usize { work } else { work / 3 };
                j += 1;
            }
            splits[length] = cheapest(with_work.split_at(i).0);
            length += 1;
        }
        Self { name, evidence, needs, model, ways, splits }
    }

    /// How many of `messages` messages of about one length to take at once, so that the whole is cheapest.
    #[inline]
    pub(crate) fn ways(&self, messages: usize, length: Length) -> usize {
        self.splits[length as usize][messages.clamp(1, MAX_WAYS) - 1].ways
    }

    /// The backend for so many at once, a number that [`Plan::ways`] gives.
    #[inline]
    pub(crate) fn backend(&self, ways: usize) -> Backend {
        self.ways.iter().find(|way| way.0 == ways).map_or(Backend::Portable, |way| way.1)
    }

    /// What one block of `messages` messages costs in the best groups, and one at a time.
    pub(crate) fn costs(&self, messages: usize) -> (u64, u64) {
        let (full, rest) = (messages / MAX_WAYS, messages % MAX_WAYS);
        let of = |messages: usize| u64::from(self.splits[Length::Long as usize][messages - 1].cost);
        let rest = if rest == 0 { 0 } else { of(rest) };
        (full as u64 * of(MAX_WAYS) + rest, messages as u64 * of(1))
    }
}

/// SHA-256 and SHA-224; tried from the top.
pub(crate) static WORDS_32: &[Plan] = &[
    Plan::new(
        "AMD Zen 5",
        EVIDENCE_32,
        SHA_NI.and(Features::AVX512F).and(Features::AVX512VL),
        Some((b"AuthenticAMD", 0x1a)),
        &[(1, Backend::ShaNi, 130), (8, Backend::Avx512Vl, 610), (16, Backend::Avx512, 646)],
    ),
    Plan::new(
        "SHA extensions and AVX-512",
        EVIDENCE_32_OTHERS,
        SHA_NI.and(Features::AVX512F).and(Features::AVX512VL),
        None,
        &[(1, Backend::ShaNi, 130), (8, Backend::Avx512Vl, 610), (16, Backend::Avx512, 743)],
    ),
    Plan::new("SHA extensions", EVIDENCE_32_OTHERS, SHA_NI, None, &[(1, Backend::ShaNi, 130)]),
    Plan::new(
        "AVX-512 with VL",
        EVIDENCE_32_OTHERS,
        Features::AVX512F.and(Features::AVX512VL),
        None,
        &[
            (1, Backend::Avx512Vl, 405),
            (4, Backend::Avx512Vl, 593),
            (8, Backend::Avx512Vl, 610),
            (16, Backend::Avx512, 743),
        ],
    ),
    Plan::new(
        "AVX2",
        EVIDENCE_32,
        Features::AVX.and(Features::AVX2),
        None,
        &[(1, Backend::Avx2, 415), (8, Backend::Avx2, 1107)],
    ),
    Plan::new("AVX", EVIDENCE_32, Features::AVX, None, &[(1, Backend::Avx, 460), (4, Backend::Avx, 1104)]),
    Plan::new(
        "SSE4.1",
        EVIDENCE_32,
        Features::SSE2.and(Features::SSSE3).and(Features::SSE41),
        None,
        &[(1, Backend::Sse41, 470), (4, Backend::Sse41, 1178)],
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
            (1, Backend::Avx512Vl, 475),
            (2, Backend::Avx512Vl, 729),
            (4, Backend::Avx512Vl, 736),
            (8, Backend::Avx512, 770),
        ],
    ),
    Plan::new(
        "AVX-512 with VL, and BMI2",
        EVIDENCE_64_OTHERS,
        Features::AVX512F.and(Features::AVX512VL).and(BMI2),
        None,
        &[
            (1, Backend::Avx512Vl, 475),
            (2, Backend::Avx512Vl, 729),
            (4, Backend::Avx512Vl, 736),
            (8, Backend::Avx512, 885),
        ],
    ),
    Plan::new(
        "AVX2 and BMI2",
        EVIDENCE_64,
        Features::AVX2.and(BMI2),
        None,
        &[(1, Backend::Avx2, 533), (4, Backend::Avx2, 1326)],
    ),
    Plan::new("AVX", EVIDENCE_64, Features::AVX, None, &[(1, Backend::Avx, 584)]),
    Plan::new(
        "SSE4.1",
        EVIDENCE_64,
        Features::SSE2.and(Features::SSSE3).and(Features::SSE41),
        None,
        &[(1, Backend::Sse41, 602)],
    ),
    Plan::new("any machine", EVIDENCE_64, Features::NONE, None, &[(1, Backend::Portable, 657)]),
];

const EVIDENCE_64: &str =
    "core cycles for one block of 128 bytes, example `cycles` on an EPYC of family 26 model 2 (Zen 5), 2026-11-21";

const EVIDENCE_64_OTHERS: &str =
    "core cycles for one block of 128 bytes on Zen 5, 512-bit registers raised by 1.15; others were not measured";

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
    S::Engine::new(here::<S>().backend(1)).unwrap_or(S::Engine::PORTABLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sha2::engine::native_ways;
    use crate::sha2::size::{Words32, Words64};

    #[test]
    fn every_row_names_backends_that_its_features_allow() {
        fn check<S: Size>() {
            for plan in S::PLANS {
                assert_eq!(plan.ways.first().map(|way| way.0), Some(1), "{}", plan.name);
                assert!(plan.ways.is_sorted_by(|a, b| a.0 < b.0), "{}", plan.name);
                for &(ways, backend, cost) in plan.ways {
                    assert!(native_ways::<_, S::Engine>(backend).contains(&ways), "{}, {backend}, {ways}", plan.name);
                    assert!(plan.needs.contains(backend.features()), "{}, {backend}", plan.name);
                    assert!(cost > 0, "{}, {backend}", plan.name);
                    assert_eq!(plan.backend(ways), backend, "{}", plan.name);
                }
                for messages in 1..40 {
                    let (cost, one_by_one) = plan.costs(messages);
                    assert!(cost <= one_by_one, "{}, {messages} messages", plan.name);
                    for length in [Length::Long, Length::Middle, Length::Short] {
                        let ways = plan.ways(messages, length);
                        assert!(plan.ways.iter().any(|way| way.0 == ways), "{}, {messages} messages", plan.name);
                    }
                }
            }
            assert!(S::PLANS.last().is_some_and(|plan| plan.needs == Features::NONE && plan.model.is_none()));
            assert_eq!(engine::<S>().backend(), here::<S>().backend(1));
        }
        check::<Words32>();
        check::<Words64>();
    }
}
