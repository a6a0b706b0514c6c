//! Which backend is taken when nobody asks for one.
//!
//! The order is measured, not assumed: 512-bit code lowers the clock of some processors, and which form of one message
//! wins differs from core to core. Each row of [`TABLE`] is one kind of processor, with what one permutation of 24 rounds
//! costs at each width; only the ratios within a row matter.

use super::engine::Engine;
use crate::Backend;
use core::sync::atomic::{AtomicU32, Ordering};
use lanes::{Features, features};

/// The choice for one kind of processor.
pub(crate) struct Plan {
    /// Which processors, for people.
    pub(crate) name: &'static str,
    /// What is known of the figures.
    pub(crate) evidence: &'static str,
    needs: Features,
    /// Vendor, family and models; `None` for any that has the features.
    model: Option<(&'static [u8; 12], u32, core::ops::RangeInclusive<u32>)>,
    /// For 1, 2, 4 and 8 messages at once: the backend, and what one permutation of all costs.
    ways: [(Backend, u32); 4],
}

/// Tried from the top.
static TABLE: &[Plan] = &[
    Plan {
        name: "AMD Zen 5",
        evidence: "core cycles for 24 rounds, example `cycles` on an EPYC of family 26 model 2, 2026-11-21; the clock is the \
                   same for all widths",
        needs: Features::AVX512F.and(Features::AVX512VL),
        model: Some((b"AuthenticAMD", 0x1a, 0..=u32::MAX)),
        ways: [(Backend::Avx512Vl, 795), (Backend::Avx512Vl, 801), (Backend::Avx512Vl, 802), (Backend::Avx512, 823)],
    },
    Plan {
        name: "AVX-512 with VL",
        evidence: "core cycles for 24 rounds of like kernels on Skylake-SP, before this suite; those of 512-bit registers \
                   raised by 1.15 for the lower clock",
        needs: Features::AVX512F.and(Features::AVX512VL),
        model: None,
        ways: [
            (Backend::Avx512Planes, 690),
            (Backend::Avx512Vl, 850),
            (Backend::Avx512Vl, 850),
            (Backend::Avx512, 1500),
        ],
    },
    Plan {
        name: "AVX-512 without VL",
        evidence: "not measured, since no such processor was at hand; the ratios are those of Skylake-SP",
        needs: Features::AVX512F,
        model: None,
        ways: [
            (Backend::Avx512Planes, 690),
            (Backend::Avx512Planes, 1380),
            (Backend::Avx512, 1500),
            (Backend::Avx512, 1500),
        ],
    },
    Plan {
        name: "AVX2 and BMI2",
        evidence: "core cycles for 24 rounds, example `cycles` on an EPYC of family 26 model 2, 2026-11-21, without its AVX-512",
        needs: Features::AVX2.and(Features::BMI1).and(Features::BMI2),
        model: None,
        ways: [(Backend::Bmi2, 872), (Backend::Avx2, 1583), (Backend::Avx2, 1583), (Backend::Avx2, 3166)],
    },
    Plan {
        name: "SSE2",
        evidence: "core cycles for 24 rounds, example `cycles` on an EPYC of family 26 model 2, 2026-11-21, without its AVX",
        needs: Features::SSE2,
        model: None,
        ways: [(Backend::Portable, 935), (Backend::Sse2, 1421), (Backend::Sse2, 2842), (Backend::Sse2, 5684)],
    },
    Plan {
        name: "any machine",
        evidence: "the only form for 64-bit words that there is",
        needs: Features::NONE,
        model: None,
        ways: [(Backend::Portable, 1), (Backend::Portable, 2), (Backend::Portable, 4), (Backend::Portable, 8)],
    },
];

/// 0 before detection; then bit 31, in the low byte the row, and from bit 8 on, two bits for each number of messages from
/// 1 to 8, the logarithm of how many to take at once.
static CHOSEN: AtomicU32 = AtomicU32::new(0);
const DETECTED: u32 = 1 << 31;

/// The plan for this machine.
#[derive(Clone, Copy)]
pub(crate) struct Here(u32);

impl Here {
    /// Reads a static, after the first time.
    #[inline]
    pub(crate) fn plan() -> Here {
        match CHOSEN.load(Ordering::Relaxed) {
            0 => Here(choose()),
            chosen => Here(chosen),
        }
    }

    #[inline]
    pub(crate) fn row(self) -> &'static Plan {
        &TABLE[(self.0 & 0xff) as usize % TABLE.len()]
    }

    /// The backend for `ways` states at once; 1, 2, 4 or 8.
    #[inline]
    pub(crate) fn engine(self, ways: usize) -> Engine {
        Engine::new(self.row().way(ways).0).unwrap_or(Engine::Portable)
    }

    /// How many of `messages` equally long messages to take at once, so that the whole is cheapest.
    #[inline]
    pub(crate) fn ways(self, messages: usize) -> usize {
        1 << (self.0 >> (8 + 2 * (messages.clamp(1, 8) - 1)) & 3)
    }
}

impl Plan {
    /// The backend and the cost for `ways` messages at once; `ways` is 1, 2, 4 or 8.
    #[inline]
    pub(crate) fn way(&self, ways: usize) -> (Backend, u32) {
        self.ways[ways.trailing_zeros() as usize % 4]
    }

    /// What one permutation of `messages` messages costs in the best groups, and one at a time.
    pub(crate) fn costs(&self, messages: usize) -> (u64, u64) {
        let (eights, rest) = (messages as u64 / 8, messages % 8);
        let rest = if rest == 0 { 0 } else { u64::from(self.best(rest).0) };
        (eights * u64::from(self.best(8).0) + rest, messages as u64 * u64::from(self.way(1).1))
    }

    /// The least cost of `messages` messages, at most eight of them, and the first group's ways; the narrower on a draw.
    fn best(&self, messages: usize) -> (u32, usize) {
        let mut best = (u32::MAX, 1);
        for ways in [1, 2, 4, 8] {
            let rest = messages.min(8).saturating_sub(ways);
            let cost = self.way(ways).1.saturating_add(if rest == 0 { 0 } else { self.best(rest).0 });
            if cost < best.0 {
                best = (cost, ways);
            }
        }
        best
    }
}

#[cold]
fn choose() -> u32 {
    let have = Features::detect();
    let here = features::model();
    let fits = |plan: &Plan| {
        have.contains(plan.needs)
            && plan.model.as_ref().is_none_or(|(vendor, family, models)| {
                **vendor == here.vendor && *family == here.family && models.contains(&here.model)
            })
    };
    let row = TABLE.iter().position(fits).unwrap_or(TABLE.len() - 1);
    let mut chosen = DETECTED | row as u32;
    for messages in 1..=8 {
        chosen |= TABLE[row].best(messages).1.trailing_zeros() << (8 + 2 * (messages - 1));
    }
    CHOSEN.store(chosen, Ordering::Relaxed);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_sound() {
        for plan in TABLE {
            for (i, (backend, _)) in plan.ways.iter().enumerate() {
                // `States` and `ManyXof` take the row's backend for their width: it must be as good as any grouping.
                let ways = 1 << i;
                assert!(plan.way(ways).1 <= plan.best(ways).0, "{}: {backend} for {ways}", plan.name);
            }
            for messages in 1..20 {
                let ways = plan.best(messages).1;
                let one_by_one = plan.way(1).1 * messages.min(8) as u32;
                assert!(plan.best(messages).0 <= one_by_one, "{}: {messages} messages", plan.name);
                assert!(ways.is_power_of_two() && ways <= 8);
            }
        }
    }

    #[test]
    fn the_chosen_backends_are_available() {
        let here = Here::plan();
        for (backend, _) in &here.row().ways {
            assert!(backend.is_available());
        }
        for messages in 1..=20 {
            assert_eq!(here.ways(messages), here.row().best(messages).1);
        }
    }
}
