//! Which backend is taken when nobody asks for one. As in `keccak/plan.rs`, the tables are measured, and only the ratios
//! within a row matter.

use super::engine::{Kernels, MAX_WAYS};
use super::size::Size;
use crate::split::{Split, cheapest};
use crate::{Backend, Error};
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
pub(crate) type Way = (usize, Backend, u32);

impl Plan {
    pub(crate) const fn new(
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

/// Those of a backend by name, or as [`engine`].
///
/// # Errors
/// As [`Kernels::new`].
pub(crate) fn engine_of<S: Size>(backend: Option<Backend>) -> Result<S::Engine, Error> {
    backend.map_or_else(|| Ok(engine::<S>()), S::Engine::new)
}

/// What every table must hold to.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::md::engine::native_ways;

    pub(crate) fn check<S: Size>() {
        for plan in S::PLANS {
            assert_eq!(plan.ways.first().map(|way| way.0), Some(1), "{}", plan.name);
            assert!(plan.ways.is_sorted_by(|a, b| a.0 < b.0), "{}", plan.name);
            for &(ways, backend, cost) in plan.ways {
                assert!(native_ways::<S::Engine>(backend).contains(&ways), "{}, {backend}, {ways}", plan.name);
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
}
