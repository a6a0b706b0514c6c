//! The processor's name, model and features, for reports.

#[cfg(feature = "alloc")]
mod model;

#[cfg(feature = "alloc")]
pub use model::{Model, brand, features, model};

/// Whether the hand-scheduled Keccak kernels for several messages use the form of theta that adds D to each lane (95
/// operations a round). The other form adds both parities at once (90 operations). For reports.
#[must_use]
pub fn theta_once() -> bool {
    crate::families::plan(lanesum_batch::plan::Family::Keccak).in_force().theta != lanes::Theta::Ternary
}
