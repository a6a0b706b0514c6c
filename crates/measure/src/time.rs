//! The time source: serialised readings of the time-stamp counter, and its frequency.

use crate::arch;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The time-stamp counter, read so that everything before has finished and nothing after has begun
/// (about 40 core cycles). `None` on a processor without one.
///
/// The unit is the TSC cycle, not the core cycle. The counter's step may be larger than one: on Zen 5 it advances by 26 at a time, 10 ns,
/// so a timing of less than a microsecond says little.
#[inline]
pub fn tsc() -> Option<u64> {
    arch::HAS_TSC.then(arch::ticks)
}

/// Ticks of the time-stamp counter in a second, measured against [`Instant`] in the first call (20
/// ms) and kept. `None` on a processor without one.
///
/// Assumes that the counter is invariant, as it is on every x86-64 processor since about 2008.
pub fn tsc_hz() -> Option<f64> {
    arch::HAS_TSC.then(ticks_per_second)
}

/// Ticks of [`arch::ticks`] in a second, on any target.
pub(crate) fn ticks_per_second() -> f64 {
    static HZ: OnceLock<f64> = OnceLock::new();
    *HZ.get_or_init(|| if arch::HAS_TSC { calibrate(Duration::from_millis(20)) } else { 1e9 })
}

pub(crate) fn ticks_in(duration: Duration) -> f64 {
    duration.as_secs_f64() * ticks_per_second()
}

/// The ticks that `work` takes.
pub(crate) fn ticks_of(work: impl FnOnce()) -> u64 {
    let start = arch::ticks();
    work();
    // Saturates: a thread that moves to a CPU whose counter lags would get a negative difference.
    arch::ticks().saturating_sub(start)
}

fn calibrate(over: Duration) -> f64 {
    let (first_tick, first_instant) = simultaneous();
    while first_instant.elapsed() < over {
        std::hint::spin_loop();
    }
    let (last_tick, last_instant) = simultaneous();
    (last_tick - first_tick) as f64 / (last_instant - first_instant).as_secs_f64()
}

/// Both clocks at one moment: of many tries, the one that took the shortest time, so that an interrupt between the two readings does no
/// harm.
fn simultaneous() -> (u64, Instant) {
    let mut best = None;
    let mut least = u64::MAX;
    for _ in 0..32 {
        let before = arch::ticks();
        let instant = Instant::now();
        let gap = arch::ticks().saturating_sub(before);
        if gap < least {
            least = gap;
            best = Some((before + gap / 2, instant));
        }
    }
    best.unwrap_or_else(|| (arch::ticks(), Instant::now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_agree_with_instant() {
        let hz = ticks_per_second();
        assert_eq!(tsc_hz().is_some(), cfg!(target_arch = "x86_64"));
        assert_eq!(tsc().is_some(), tsc_hz().is_some());
        // Descheduling between the two clocks spoils a try, so any good one of several will do.
        let mut worst = Vec::new();
        for _ in 0..20 {
            let again = calibrate(Duration::from_millis(10));
            if (again / hz - 1.0).abs() < 1e-3 {
                return;
            }
            worst.push(again);
        }
        panic!("ticks a second: {hz}, then {worst:?}");
    }
}
