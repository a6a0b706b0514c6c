//! The work of states in step, for which a row may have different prices.

/// The work that a backend for states in step is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Absorbing many blocks in a call.
    Absorbing,
    /// One permutation or block in a call.
    Permuting,
    /// Squeezing many blocks in a call.
    Squeezing,
}

impl Task {
    pub(super) const COUNT: usize = Self::Squeezing as usize + 1;
}
