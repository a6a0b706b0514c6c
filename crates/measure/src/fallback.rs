//! The implementation for targets without probes: a monotonic clock, and no information about the core.

use std::sync::OnceLock;
use std::time::Instant;

/// Whether [`ticks`] reads the time-stamp counter; here it counts nanoseconds.
pub(crate) const HAS_TSC: bool = false;

/// As on x86-64; never used, since [`dependent_adds`] runs none.
#[cfg_attr(test, allow(dead_code))]
pub(crate) const CHAINS: u32 = 8;

/// Nanoseconds since the first call.
pub(crate) fn ticks() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Runs nothing, and returns 0. A chain written in Rust would be no clock, because the compiler may fold it.
pub(crate) fn dependent_adds(_adds: u32) -> u32 {
    0
}

/// Runs nothing, and returns 0.
pub(crate) fn independent_adds(_adds: u32) -> u32 {
    0
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_fallback_counts_time_and_knows_nothing_of_the_core() {
        let start = super::ticks();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(super::ticks() - start >= 2_000_000);
        const { assert!(!super::HAS_TSC) };
        assert_eq!(super::dependent_adds(100), 0);
        assert_eq!(super::independent_adds(100), 0);
    }
}
