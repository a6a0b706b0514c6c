//! The twisted permutation of Ketje v2 (Ketje v2, section 2).

use crate::bits::BitString;
use crate::keccak_p::{State, Width, permute, pi};

/// π⁻¹: the state before π, from the state after π, by `A[x' + 3y'][x'] = B[x'][y']`.
#[must_use]
pub fn pi_inverse(b: &State) -> State {
    let mut a = State::zero(b.width());
    for x in 0..5 {
        for y in 0..5 {
            a.set_lane(x + 3 * y, x, b.lane(x, y));
        }
    }
    a
}

/// `Keccak-p*[b, rounds] = π ∘ Keccak-p[b, rounds] ∘ π⁻¹` on a string of b bits.
///
/// # Panics
/// If `s` is not b bits long.
#[must_use]
pub fn keccak_p_twisted(width: Width, rounds: u32, s: &BitString) -> BitString {
    pi(&permute(&pi_inverse(&State::from_bits(width, s)), rounds)).to_bits()
}
