//! Which backend is taken when nobody asks for one.
//!
//! The order is measured, not assumed: 512-bit code lowers the clock of some processors, and which form of one message
//! wins differs from core to core. Each row of [`TABLE`] is one kind of processor, with nanoseconds or cycles for one
//! permutation of 24 rounds at each width; only the ratios matter.

use super::engine::Engine;
use crate::Backend;
use core::sync::atomic::{AtomicU8, Ordering};
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
        evidence: "nanoseconds for 24 rounds, EPYC (family 26 model 2), 2026-11-21; the 512-bit unit is whole and the clock stays",
        needs: Features::AVX512F.and(Features::AVX512VL),
        model: Some((b"AuthenticAMD", 0x1a, 0..=u32::MAX)),
        ways: [(Backend::Avx512Vl, 200), (Backend::Avx512Vl, 201), (Backend::Avx512Vl, 202), (Backend::Avx512, 203)],
    },
    Plan {
        name: "AVX-512 with VL",
        evidence: "core cycles for 24 rounds on Skylake-SP, from the figures of the project's performance notes; the 512-bit figure is raised by 1.15 for the lower clock",
        needs: Features::AVX512F.and(Features::AVX512VL),
        model: None,
        ways: [(Backend::Avx512Planes, 600), (Backend::Avx512Vl, 841), (Backend::Avx512Vl, 846), (Backend::Avx512, 1285)],
    },
    Plan {
        name: "AVX-512 without VL",
        evidence: "not measured: no Knights Landing was at hand; the ratios are those of Skylake-SP",
        needs: Features::AVX512F,
        model: None,
        ways: [(Backend::Avx512Planes, 600), (Backend::Avx512, 1285), (Backend::Avx512, 1285), (Backend::Avx512, 1285)],
    },
    Plan {
        name: "AVX2 and BMI2",
        evidence: "core cycles for 24 rounds on Skylake-SP held to AVX2",
        needs: Features::AVX2.and(Features::BMI1).and(Features::BMI2),
        model: None,
        ways: [(Backend::Bmi2, 1000), (Backend::Avx2, 1800), (Backend::Avx2, 1800), (Backend::Avx2, 3600)],
    },
    Plan {
        name: "SSE2",
        evidence: "core cycles for 24 rounds on Skylake-SP held to SSE2",
        needs: Features::SSE2,
        model: None,
        ways: [(Backend::Portable, 1100), (Backend::Sse2, 2000), (Backend::Sse2, 4000), (Backend::Sse2, 8000)],
    },
    Plan {
        name: "any machine",
        evidence: "the only forms that there are",
        needs: Features::NONE,
        model: None,
        ways: [(Backend::Portable, 1), (Backend::Portable, 2), (Backend::Portable, 4), (Backend::Portable, 8)],
    },
];

/// 0 before detection, then one more than the index of the row.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Plan {
    /// The plan for this machine.
    #[inline]
    pub(crate) fn here() -> &'static Plan {
        let row = match CHOSEN.load(Ordering::Relaxed) {
            0 => choose(),
            row => row,
        };
        &TABLE[usize::from(row - 1) % TABLE.len()]
    }

    /// The backend and the cost for `ways` messages at once; `ways` is 1, 2, 4 or 8.
    fn way(&self, ways: usize) -> (Backend, u32) {
        self.ways[ways.trailing_zeros() as usize % 4]
    }

    /// The backend for `ways` states at once.
    #[inline]
    pub(crate) fn engine(&self, ways: usize) -> Engine {
        Engine::new(self.way(ways).0).unwrap_or(Engine::Portable)
    }

    /// How many of `messages` equally long messages to take at once, and by which backend, so that the whole is
    /// cheapest.
    pub(crate) fn group(&self, messages: usize) -> (usize, Backend) {
        let ways = self.best(messages).1;
        (ways, self.way(ways).0)
    }

    /// The least cost of `messages` messages and the first group's ways. At most three levels deep, since what is left
    /// after a group is less than the group.
    fn best(&self, messages: usize) -> (u32, usize) {
        let mut best = (u32::MAX, 1);
        for ways in [8, 4, 2, 1] {
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
fn choose() -> u8 {
    let have = Features::detect();
    let here = features::model();
    let fits = |plan: &Plan| {
        have.contains(plan.needs)
            && plan.model.as_ref().is_none_or(|(vendor, family, models)| {
                **vendor == here.vendor && *family == here.family && models.contains(&here.model)
            })
    };
    let row = TABLE.iter().position(fits).unwrap_or(TABLE.len() - 1) as u8 + 1;
    CHOSEN.store(row, Ordering::Relaxed);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_sound() {
        for plan in TABLE {
            for (i, (backend, _)) in plan.ways.iter().enumerate() {
                assert!(backend.ways().iter().any(|w| *w >= 1), "{} {i}", plan.name);
            }
            for messages in 1..20 {
                let (ways, _) = plan.group(messages);
                let one_by_one = plan.way(1).1 * messages.min(8) as u32;
                assert!(plan.best(messages).0 <= one_by_one, "{}: {messages} messages", plan.name);
                assert!(ways.is_power_of_two() && ways <= 8);
            }
        }
    }

    #[test]
    fn the_chosen_backends_are_available() {
        let plan = Plan::here();
        for (backend, _) in &plan.ways {
            assert!(backend.is_available());
        }
    }
}
