//! A model of bit interleaving by a factor s (Keccak implementation overview, 2.1).
//!
//! A lane of w bits is kept as s words of w/s bits; word j holds the bits z = sk + j, bit z in position k. Rotations of lanes become
//! rotations of words, so a machine with words of w/s bits needs no double-word shift.

use std::array;

use crate::keccak_p::{State, Width, rotation_offsets, rotl, round_constant, round_indices};

/// The `factor` words of a lane of `w` bits: word j holds the bits z ≡ j (mod `factor`).
///
/// # Panics
/// If `factor` does not divide `w`.
pub fn split(lane: u64, w: usize, factor: usize) -> Vec<u64> {
    assert_eq!(w % factor, 0, "the factor divides w");
    (0..factor).map(|j| (0..w / factor).fold(0, |word, k| word | (((lane >> (factor * k + j)) & 1) << k))).collect()
}

/// The lane of `w` bits in `words`: the inverse of [`split`].
///
/// # Panics
/// If the number of words does not divide `w`.
pub fn join(words: &[u64], w: usize) -> u64 {
    let factor = words.len();
    assert_eq!(w % factor, 0, "the factor divides w");
    (0..w).fold(0, |lane, z| lane | (((words[z % factor] >> (z / factor)) & 1) << z))
}

/// ROTL(lane, n) on the words of a lane of `w` bits.
///
/// Word j comes from word j' = (j - n) mod s, rotated by (n + j' - j)/s.
///
/// # Panics
/// If the number of words does not divide `w`.
#[must_use]
pub fn rotate(words: &[u64], n: usize, w: usize) -> Vec<u64> {
    let factor = words.len();
    assert_eq!(w % factor, 0, "the factor divides w");
    (0..factor)
        .map(|j| {
            let source = (j + factor - n % factor) % factor;
            // Never negative: source is j - n, or greater, and then at least j - n - s + 1.
            rotl(words[source], (n + source - j) / factor, w / factor)
        })
        .collect()
}

/// A state in bit-interleaved form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interleaved {
    width: Width,
    factor: usize,
    /// `lanes[x][y][j]` is word j of lane (x, y).
    lanes: [[Vec<u64>; 5]; 5],
}

impl Interleaved {
    /// Splits each lane of `state` into `factor` words.
    ///
    /// # Panics
    /// If `factor` does not divide w.
    pub fn from_state(state: &State, factor: usize) -> Self {
        let w = state.width().lane();
        Self {
            width: state.width(),
            factor,
            lanes: array::from_fn(|x| array::from_fn(|y| split(state.lane(x, y), w, factor))),
        }
    }

    /// The ordinary state.
    pub fn to_state(&self) -> State {
        let w = self.width.lane();
        State::from_fn(self.width, |x, y| join(&self.lanes[x][y], w))
    }

    /// The words of lane (x, y).
    pub fn words(&self, x: usize, y: usize) -> &[u64] {
        &self.lanes[x][y]
    }

    /// One round of Keccak-p. Every step except the rotations acts on each word separately.
    #[must_use]
    pub fn round(&self, round: i32) -> Self {
        let w = self.width.lane();
        let mask = u64::MAX >> (64 - w / self.factor);
        let offsets = rotation_offsets();
        let each = |word: &dyn Fn(usize) -> u64| -> Vec<u64> { (0..self.factor).map(word).collect() };

        let c: [Vec<u64>; 5] = array::from_fn(|x| each(&|j| (0..5).fold(0, |parity, y| parity ^ self.lanes[x][y][j])));
        let d: [Vec<u64>; 5] = array::from_fn(|x| {
            let next = rotate(&c[(x + 1) % 5], 1, w);
            each(&|j| c[(x + 4) % 5][j] ^ next[j])
        });
        // ρ and π together: lane (x, y) of b is lane (x + 3y, x) of the state after θ.
        let b: [[Vec<u64>; 5]; 5] = array::from_fn(|x| {
            array::from_fn(|y| {
                let source = (x + 3 * y) % 5;
                let lane = each(&|j| self.lanes[source][x][j] ^ d[source][j]);
                rotate(&lane, offsets[source][x] % w, w)
            })
        });
        let rc = split(round_constant(self.width, round), w, self.factor);
        let lanes = array::from_fn(|x| {
            array::from_fn(|y| {
                each(&|j| {
                    let iota = if (x, y) == (0, 0) { rc[j] } else { 0 };
                    b[x][y][j] ^ (!b[(x + 1) % 5][y][j] & b[(x + 2) % 5][y][j] & mask) ^ iota
                })
            })
        });
        Self { lanes, ..*self }
    }

    /// `Keccak-p[b, rounds]`.
    #[must_use]
    pub fn permute(&self, rounds: u32) -> Self {
        round_indices(self.width, rounds).fold(self.clone(), |state, i| state.round(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keccak_p::permute;
    use crate::sample;

    fn factors(w: usize) -> impl Iterator<Item = usize> {
        (1..=w).filter(move |factor| w.is_multiple_of(*factor))
    }

    #[test]
    fn even_and_odd_bits() {
        assert_eq!(split(0b1110_0100, 8, 2), [0b1010, 0b1100]);
        assert_eq!(split(0b1110_0100, 8, 1), [0b1110_0100]);
        assert_eq!(split(0b1110_0100, 8, 8), [0, 0, 1, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn rotations_commute_with_splitting() {
        for width in Width::ALL {
            let w = width.lane();
            let lane = sample::state(width, 3).lane(2, 1);
            for factor in factors(w) {
                let words = split(lane, w, factor);
                assert_eq!(join(&words, w), lane);
                for n in 0..w {
                    let rotated = split(rotl(lane, n, w), w, factor);
                    assert_eq!(rotate(&words, n, w), rotated, "w {w}, s {factor}, n {n}");
                }
            }
        }
    }

    /// The two cases used by kernels for 32-bit machines.
    #[test]
    fn factor_2_rotates_as_the_overview_says() {
        let words = [0x1234_5678_u64, 0x9abc_def0];
        for m in 0..32 {
            let [even, odd] = words.map(|word| rotl(word, m, 32));
            assert_eq!(rotate(&words, 2 * m, 64), [even, odd]);
            let next = rotl(words[1], m + 1, 32);
            assert_eq!(rotate(&words, 2 * m + 1, 64), [next, even]);
        }
    }

    #[test]
    fn equals_keccak_p() {
        for width in Width::ALL {
            for factor in factors(width.lane()) {
                for rounds in [1, 2, 12, width.rounds(), width.rounds() + 3] {
                    let state = sample::state(width, u64::from(rounds));
                    let split = Interleaved::from_state(&state, factor);
                    assert_eq!(split.to_state(), state);
                    let out = split.permute(rounds);
                    assert_eq!(out.to_state(), permute(&state, rounds));
                    assert_eq!(out, Interleaved::from_state(&out.to_state(), factor));
                }
            }
        }
    }
}
