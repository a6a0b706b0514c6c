//! Which backend is taken when nobody asks for one.
//!
//! The order is measured, not assumed: 512-bit code lowers the clock of some processors, and which form of one message
//! wins differs from core to core. Each row of [`TABLE`] is one kind of processor, with what one permutation of 24 rounds
//! costs at each width; only the ratios within a row matter.

use super::order::Order;
use crate::Backend;
use core::sync::atomic::{AtomicU8, Ordering};
use lanes::{Features, Theta, features};

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
    /// Which of the two hand-scheduled texts for several messages is the faster one. On Zen 5, where operations of three
    /// inputs are dear when all of them come from registers, the one that has fewer of them (724 core cycles in registers
    /// against 776); on Skylake-SP the one with fewer operations, as 512-bit ones have two ports there (1117 against a floor
    /// of 1140 for the other). On others neither was measured.
    theta: Theta,
}

/// Tried from the top.
static TABLE: &[Plan] = &[
    Plan {
        name: "AMD Zen 5",
        evidence: "core cycles for 24 rounds, example `cycles` on an EPYC of family 26 model 2, 2026-11-21; the clock is the \
                   same for all widths",
        needs: Features::AVX512F.and(Features::AVX512VL),
        model: Some((b"AuthenticAMD", 0x1a, 0..=u32::MAX)),
        ways: [(Backend::Avx512Vl, 697), (Backend::Avx512Vl, 776), (Backend::Avx512Vl, 778), (Backend::Avx512, 793)],
        theta: Theta::Once,
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
            (Backend::Avx512, 1285),
        ],
        theta: Theta::Ternary,
    },
    Plan {
        name: "AVX-512 without VL",
        evidence: "not measured, since no such processor was at hand; the ratios are those of Skylake-SP",
        needs: Features::AVX512F,
        model: None,
        ways: [(Backend::Avx512Planes, 690), (Backend::Avx512, 1285), (Backend::Avx512, 1285), (Backend::Avx512, 1285)],
        theta: Theta::Ternary,
    },
    Plan {
        name: "AVX2 and BMI2",
        evidence: "core cycles for 24 rounds, lanesum-bench on an EPYC of family 26 model 2, 2026-11-21, without its AVX-512",
        needs: Features::AVX2.and(Features::BMI1).and(Features::BMI2),
        model: None,
        ways: [(Backend::Bmi2, 869), (Backend::Avx2, 1402), (Backend::Avx2, 1402), (Backend::Avx2, 2804)],
        theta: Theta::Ternary,
    },
    Plan {
        name: "SSE2",
        evidence: "core cycles for 24 rounds, lanesum-bench on an EPYC of family 26 model 2, 2026-11-21, without its AVX",
        needs: Features::SSE2,
        model: None,
        ways: [(Backend::Portable, 937), (Backend::Sse2, 1424), (Backend::Sse2, 2848), (Backend::Sse2, 5696)],
        theta: Theta::Ternary,
    },
    Plan {
        name: "any machine",
        evidence: "the only form for 64-bit words that there is",
        needs: Features::NONE,
        model: None,
        ways: [(Backend::Portable, 1), (Backend::Portable, 2), (Backend::Portable, 4), (Backend::Portable, 8)],
        theta: Theta::Ternary,
    },
];

impl Plan {
    pub(crate) const fn order(&self) -> Order {
        Order::of(self.ways)
    }
}

/// The row of [`TABLE`] with this number.
pub(crate) fn row(number: u32) -> Option<&'static Plan> {
    TABLE.get(number as usize)
}

/// The row for this machine, and its number.
pub(crate) fn here() -> (usize, &'static Plan) {
    let have = Features::detect();
    let here = features::model();
    let fits = |plan: &Plan| {
        have.contains(plan.needs)
            && plan.model.as_ref().is_none_or(|(vendor, family, models)| {
                **vendor == here.vendor && *family == here.family && models.contains(&here.model)
            })
    };
    let row = TABLE.iter().position(fits).unwrap_or(TABLE.len() - 1);
    (row, &TABLE[row])
}

/// The text of the hand-scheduled rounds for this processor; reads a static, after the first time.
#[inline]
pub(crate) fn theta() -> Theta {
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        1 => Theta::Once,
        2 => Theta::Ternary,
        _ => find_theta(&KNOWN),
    }
}

#[cold]
#[inline(never)]
fn find_theta(known: &AtomicU8) -> Theta {
    let theta = here().1.theta;
    known.store(if theta == Theta::Once { 1 } else { 2 }, Ordering::Relaxed);
    theta
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(all(feature = "std", not(miri)))]
    use std::{format, string::String, vec::Vec};

    #[test]
    fn every_row_is_sound() {
        for plan in TABLE {
            let order = plan.order();
            // `States` and `ManyXof` take the row's backend for their width: it must be as good as any grouping.
            assert_eq!(order.costly_width(), None, "{}", plan.name);
            for messages in 1..20 {
                let (cost, ways) = order.best(messages);
                assert!(cost <= order.way(1).1 * messages.min(8) as u32, "{}: {messages} messages", plan.name);
                assert!(ways.is_power_of_two() && ways <= 8);
            }
        }
    }

    /// The README shows what `lanesum info` says on one kind of processor: what its row says now.
    #[cfg(all(feature = "std", not(miri)))]
    #[test]
    fn the_readme_shows_the_costs_of_the_table() {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
        let (_, excerpt) = readme.split_once("$ lanesum info\n").expect("what `lanesum info` says");
        let (excerpt, _) = excerpt.split_once("\n```").unwrap();
        let (rows, costs) = excerpt.split_once("  Costs: ").unwrap();
        let costs = costs.lines().next().unwrap();
        let plan =
            TABLE.iter().find(|plan| costs.starts_with(&format!("{}, ", plan.name))).expect("a row of the table");
        assert_eq!(costs, format!("{}, {}", plan.name, plan.evidence));
        let rows = rows.lines().skip_while(|line| !line.starts_with("  MESSAGES")).skip(1);
        let shown: Vec<String> = rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let order = plan.order();
        let expected = [1, 2, 4, 8, 16].map(|messages| {
            let ways = order.best(messages).1;
            let (cost, one_by_one) = order.costs(messages);
            format!("{messages} {} {ways} {cost} {one_by_one}", order.way(ways).0)
        });
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_chosen_order_could_be_installed() {
        let (number, plan) = here();
        assert_eq!(row(number as u32).map(|plan| plan.name), Some(plan.name));
        assert_eq!(Order::new(plan.ways), Ok(plan.order()));
    }
}
