//! What the processor could reach at best.

use lanesum::Backend;

/// The limits of this processor.
#[derive(Clone, Debug, Default)]
pub struct Limits;

impl Limits {
    /// None are known yet.
    pub fn measure() -> Limits {
        Limits
    }

    /// Core cycles of one call that permutes `ways` states on `backend`.
    pub fn permutation(&self, _backend: Backend, _ways: usize, _rounds: usize) -> Option<f64> {
        None
    }
}
