//! A model of the in-place round (Keccak implementation overview, "Efficient in-place implementations").
//!
//! π moves every lane, and an implementation that keeps the plain order needs a second state. Here each output row of χ goes to exactly the
//! five places of its inputs. The lanes are then stored in an order that changes from round to round, and is the plain order again after
//! four.

use std::array;

use crate::keccak_p::{State, rotation_offsets, rotl, round_constant, round_indices};

/// The row in which lane (x, y) is stored before relative round `r`; its column is always x.
///
/// (2^r - 1)x + 2^r·y modulo 5. Relative rounds count from 0 in each call.
pub fn place(r: usize, x: usize, y: usize) -> usize {
    // The powers of 2 modulo 5 have period 4.
    let power = [1, 2, 4, 3][r % 4];
    ((power + 4) * x + power * y) % 5
}

/// Relative round `r`, with the constant of round index `round`, on lanes stored as before
/// relative round `r`; afterwards they are stored as before relative round `r` + 1.
pub fn round(stored: &mut State, r: usize, round: i32) {
    let width = stored.width();
    let w = width.lane();
    let offsets = rotation_offsets();
    // A column holds the same lanes in every round, in changing order.
    let c: [u64; 5] = array::from_fn(|x| (0..5).fold(0, |parity, y| parity ^ stored.lane(x, y)));
    let d: [u64; 5] = array::from_fn(|x| c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1, w));
    for y in 0..5 {
        let b: [u64; 5] = array::from_fn(|x| {
            let source = (x + 3 * y) % 5;
            let lane = stored.lane(source, place(r, source, x));
            rotl(lane ^ d[source], offsets[source][x], w)
        });
        for x in 0..5 {
            let chi = b[x] ^ (!b[(x + 1) % 5] & b[(x + 2) % 5]);
            let iota = if (x, y) == (0, 0) { round_constant(width, round) } else { 0 };
            stored.set_lane(x, place(r + 1, x, y), chi ^ iota);
        }
    }
}

/// `Keccak-p[b, rounds]`, with one reordering at the end if `rounds` is not a multiple of 4.
#[must_use]
pub fn permute(state: &State, rounds: u32) -> State {
    let mut stored = *state;
    for (r, i) in round_indices(state.width(), rounds).enumerate() {
        round(&mut stored, r, i);
    }
    State::from_fn(state.width(), |x, y| stored.lane(x, place(rounds as usize, x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keccak_p::{self, Width};
    use crate::sample;

    #[test]
    fn the_order_is_natural_again_after_four_rounds() {
        for x in 0..5 {
            for y in 0..5 {
                assert_eq!(place(0, x, y), y);
                assert_eq!(place(4, x, y), y);
            }
        }
        assert_ne!(place(2, 1, 0), 0);
    }

    /// Shows why the round needs no second state.
    #[test]
    fn a_row_is_written_where_its_inputs_were_read() {
        for r in 0..4 {
            for y in 0..5 {
                let mut read: [_; 5] = array::from_fn(|x| {
                    let source = (x + 3 * y) % 5;
                    (source, place(r, source, x))
                });
                read.sort_unstable();
                let written: [_; 5] = array::from_fn(|x| (x, place(r + 1, x, y)));
                assert_eq!(read, written);
            }
        }
    }

    #[test]
    fn equals_keccak_p() {
        for width in Width::ALL {
            for rounds in (0..9).chain([12, width.rounds(), width.rounds() + 3]) {
                let state = sample::state(width, u64::from(rounds));
                assert_eq!(permute(&state, rounds), keccak_p::permute(&state, rounds));
            }
        }
    }
}
