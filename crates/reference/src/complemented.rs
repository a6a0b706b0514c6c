//! A model of lane complementing (Keccak implementation overview, 2.2).
//!
//! χ needs a NOT for each of its 25 lanes. If six lanes are stored complemented, most rows can
//! use AND and OR without one. Machines with an and-not instruction gain nothing by it.

use std::array;

use crate::keccak_p::{State, Width, pi, rho, round_constant, round_indices, theta};

/// The lanes that are stored complemented, by number k = 5y + x.
pub const COMPLEMENTED: [usize; 6] = [1, 2, 8, 12, 17, 20];

/// For each lane, `[x][y]`: whether it is stored complemented.
pub type Pattern = [[bool; 5]; 5];

/// The pattern of [`COMPLEMENTED`].
pub fn pattern() -> Pattern {
    array::from_fn(|x| array::from_fn(|y| COMPLEMENTED.contains(&(5 * y + x))))
}

/// The lanes complemented after θ, ρ and π, given those complemented before θ.
///
/// The three steps are linear, so complemented lanes move like a difference of all-ones lanes: the pattern is that of the steps on lanes of
/// one bit.
pub fn after_pi(before: &Pattern) -> Pattern {
    let difference = State::from_fn(Width::B25, |x, y| u64::from(before[x][y]));
    let after = pi(&rho(&theta(&difference)));
    array::from_fn(|x| array::from_fn(|y| after.lane(x, y) == 1))
}

/// How two stored lanes b1 and b2 of a row are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// b1 ∧ b2.
    And,
    /// b1 ∨ b2.
    Or,
    /// ¬b1 ∧ b2.
    NotAnd,
    /// ¬b1 ∨ b2.
    NotOr,
}

/// Whether a result is complemented before it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flip {
    /// Stored complemented.
    Yes,
    /// Stored as it is.
    No,
}

/// The operation of χ for each lane, `[x][y]`, that keeps the pattern of [`COMPLEMENTED`].
///
/// With B1 and B2 stored as b1 and b2, ¬B1 ∧ B2 is b1 ∧ b2, ¬(b1 ∨ b2), ¬b1 ∧ b2 or ¬(¬b1 ∨ b2);
/// complements outside the bracket, that of b0 and that of the result cancel or leave one flip.
pub fn operations() -> [[(Join, Flip); 5]; 5] {
    let p = pattern();
    let q = after_pi(&p);
    array::from_fn(|x| {
        array::from_fn(|y| {
            let (join, outside) = match (q[(x + 1) % 5][y], q[(x + 2) % 5][y]) {
                (true, false) => (Join::And, false),
                (false, true) => (Join::Or, true),
                (false, false) => (Join::NotAnd, false),
                (true, true) => (Join::NotOr, true),
            };
            let flip = if q[x][y] ^ p[x][y] ^ outside { Flip::Yes } else { Flip::No };
            (join, flip)
        })
    })
}

/// A state whose lanes in [`COMPLEMENTED`] are stored complemented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Complemented {
    stored: State,
}

impl Complemented {
    /// The state of all zeroes: six stored lanes are all ones.
    pub fn zero(width: Width) -> Self {
        Self::from_state(&State::zero(width))
    }

    /// Complements an ordinary state.
    pub fn from_state(state: &State) -> Self {
        Self { stored: complement(state) }
    }

    /// The ordinary state.
    pub fn to_state(&self) -> State {
        complement(&self.stored)
    }

    /// The lane as it is stored.
    pub const fn stored(&self, x: usize, y: usize) -> u64 {
        self.stored.lane(x, y)
    }

    /// Adds (xors) `lane`: the stored lane takes it unchanged.
    ///
    /// # Panics
    /// If `lane` has a bit at or above position w.
    pub fn add(&mut self, x: usize, y: usize, lane: u64) {
        self.stored.set_lane(x, y, self.stored.lane(x, y) ^ lane);
    }

    /// Replaces a lane; the new value of one in [`COMPLEMENTED`] is complemented first.
    ///
    /// # Panics
    /// If `lane` has a bit at or above position w.
    pub fn overwrite(&mut self, x: usize, y: usize, lane: u64) {
        let complement = if pattern()[x][y] { self.stored.width().mask() } else { 0 };
        self.stored.set_lane(x, y, lane ^ complement);
    }

    /// One round of Keccak-p on the stored lanes.
    #[must_use]
    pub fn round(&self, round: i32) -> Self {
        let width = self.stored.width();
        let operations = operations();
        let b = pi(&rho(&theta(&self.stored)));
        let mut stored = State::from_fn(width, |x, y| {
            let (b1, b2) = (b.lane(x + 1, y), b.lane(x + 2, y));
            let (join, flip) = operations[x][y];
            let joined = match join {
                Join::And => b1 & b2,
                Join::Or => b1 | b2,
                Join::NotAnd => !b1 & b2,
                Join::NotOr => !b1 | b2,
            };
            let chi = b.lane(x, y) ^ joined;
            width.mask() & if flip == Flip::Yes { !chi } else { chi }
        });
        stored.set_lane(0, 0, stored.lane(0, 0) ^ round_constant(width, round));
        Self { stored }
    }

    /// `Keccak-p[b, rounds]`.
    #[must_use]
    pub fn permute(&self, rounds: u32) -> Self {
        round_indices(self.stored.width(), rounds).fold(*self, |state, i| state.round(i))
    }
}

/// Complements the six lanes; this is its own inverse.
fn complement(state: &State) -> State {
    let p = pattern();
    State::from_fn(state.width(), |x, y| state.lane(x, y) ^ if p[x][y] { state.width().mask() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keccak_p::permute;
    use crate::sample;

    /// The rows y = 0 to 4 of the pattern after π, x = 0 to 4.
    #[test]
    fn pattern_after_pi() {
        let q = after_pi(&pattern());
        let rows: [String; 5] = array::from_fn(|y| (0..5).map(|x| if q[x][y] { '1' } else { '0' }).collect());
        assert_eq!(rows, ["10110", "10100", "10100", "01011", "10010"]);
    }

    /// The rows as in the Keccak implementation overview; `!` is a flip.
    #[test]
    fn operations_of_each_row() {
        let operations = operations();
        let rows: [String; 5] = array::from_fn(|y| {
            let names = operations.map(|column| {
                let (join, flip) = column[y];
                let join = match join {
                    Join::And => "∧",
                    Join::Or => "∨",
                    Join::NotAnd => "¬∧",
                    Join::NotOr => "¬∨",
                };
                join.to_owned() + if flip == Flip::Yes { "!" } else { "" }
            });
            names.join(" ")
        });
        assert_eq!(rows, ["∨ ¬∨ ∧ ∨ ∧", "∨ ∧ ¬∧! ∨ ∧", "∨ ∧ ¬∧ ∨! ∧", "∧ ∨ ¬∨ ∧! ∨", "¬∧ ∨! ∧ ∨ ∧",]);
    }

    #[test]
    fn equals_keccak_p() {
        for width in Width::ALL {
            for rounds in [1, 2, 12, width.rounds(), width.rounds() + 3] {
                let state = sample::state(width, u64::from(rounds));
                let out = Complemented::from_state(&state).permute(rounds);
                assert_eq!(out.to_state(), permute(&state, rounds));
            }
        }
    }

    #[test]
    fn input_and_output() {
        for width in Width::ALL {
            let mut state = sample::state(width, 1);
            let mut model = Complemented::from_state(&state);
            let other = sample::state(width, 2);
            for (x, y) in [(0, 0), (1, 0), (2, 0), (3, 1), (4, 4)] {
                model.add(x, y, other.lane(x, y));
                state.set_lane(x, y, state.lane(x, y) ^ other.lane(x, y));
                assert_eq!(model.to_state(), state);
                model.overwrite(x, y, other.lane(y, x));
                state.set_lane(x, y, other.lane(y, x));
                assert_eq!(model.to_state(), state);
            }
            let zero = Complemented::zero(width);
            assert_eq!(zero.stored(1, 0), width.mask());
            assert_eq!(zero.stored(0, 0), 0);
            assert_eq!(zero.to_state(), State::zero(width));
        }
    }
}
