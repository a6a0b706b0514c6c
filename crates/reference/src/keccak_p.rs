//! `Keccak-p[b, n_r]` for b = 25, 50, …, 1600 (FIPS 202, section 3).
//!
//! The state is lanes of w bits, and each step mapping is a function from a state to a new state. Rotation offsets and round constants come
//! from the standard's procedures (Algorithms 2, 5 and 6).

use std::array;

use crate::bits::BitString;

#[cfg(test)]
mod tests;

/// The width b of a permutation, one of seven; fixes w = b/25 and l = log2(w) (3.1, table 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Width {
    /// Lanes of 1 bit.
    B25,
    /// Lanes of 2 bits.
    B50,
    /// Lanes of 4 bits.
    B100,
    /// Lanes of 8 bits.
    B200,
    /// Lanes of 16 bits.
    B400,
    /// Lanes of 32 bits.
    B800,
    /// Lanes of 64 bits.
    B1600,
}

impl Width {
    /// All widths, the smallest first.
    pub const ALL: [Self; 7] = [Self::B25, Self::B50, Self::B100, Self::B200, Self::B400, Self::B800, Self::B1600];

    /// The width of `b` bits, if there is one.
    pub fn from_bits(b: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|width| width.bits() == b)
    }

    /// b: bits of the state.
    pub const fn bits(self) -> usize {
        25 * self.lane()
    }

    /// w: bits of a lane.
    pub const fn lane(self) -> usize {
        1 << self.l()
    }

    /// l: log2(w).
    pub const fn l(self) -> u32 {
        self as u32
    }

    /// 12 + 2l: the rounds of `Keccak-f[b]` (3.4).
    pub const fn rounds(self) -> u32 {
        12 + 2 * self.l()
    }

    /// A word whose low w bits are ones.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.lane())
    }
}

/// The state array A (3.1). Bit A[x, y, z] has weight 2^z in lane (x, y).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    width: Width,
    /// `lanes[x][y]`; bits from w upwards are always zero.
    lanes: [[u64; 5]; 5],
}

impl State {
    /// The state of all zeroes.
    pub const fn zero(width: Width) -> Self {
        Self { width, lanes: [[0; 5]; 5] }
    }

    /// The state whose lane (x, y) is `lane(x, y)`.
    ///
    /// # Panics
    /// If a lane has a bit at or above position w.
    pub fn from_fn(width: Width, mut lane: impl FnMut(usize, usize) -> u64) -> Self {
        let lanes = array::from_fn(|x| {
            array::from_fn(|y| {
                let lane = lane(x, y);
                assert_eq!(lane & !width.mask(), 0, "lane ({x}, {y}) is too wide");
                lane
            })
        });
        Self { width, lanes }
    }

    /// From a string: A[x, y, z] = S[w(5y + x) + z] (3.1.2).
    ///
    /// # Panics
    /// If `s` is not b bits long.
    pub fn from_bits(width: Width, s: &BitString) -> Self {
        assert_eq!(s.len(), width.bits(), "a state is b bits long");
        let w = width.lane();
        Self::from_fn(width, |x, y| {
            (0..w).fold(0, |lane, z| lane | (u64::from(s.as_slice()[w * (5 * y + x) + z]) << z))
        })
    }

    /// To a string: the planes in order, in each the lanes in order, in each the bits in order
    /// (3.1.3).
    pub fn to_bits(&self) -> BitString {
        let mut s = Vec::with_capacity(self.width.bits());
        for y in 0..5 {
            for x in 0..5 {
                s.extend((0..self.width.lane()).map(|z| (self.lanes[x][y] >> z) & 1 == 1));
            }
        }
        s.into_iter().collect()
    }

    /// From ⌈b/8⌉ bytes, least significant bit first; spare high bits are ignored.
    ///
    /// # Panics
    /// If `bytes` has another length.
    pub fn from_bytes(width: Width, bytes: &[u8]) -> Self {
        assert_eq!(bytes.len(), width.bits().div_ceil(8), "a state is b bits");
        Self::from_bits(width, &BitString::from_bits_lsb(bytes, width.bits()))
    }

    /// To ⌈b/8⌉ bytes, least significant bit first; spare high bits are zero.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bits().to_bytes()
    }

    /// The width.
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Lane (x, y); indices are modulo 5, as everywhere in the standard.
    pub const fn lane(&self, x: usize, y: usize) -> u64 {
        self.lanes[x % 5][y % 5]
    }

    /// Replaces lane (x, y); indices are modulo 5.
    ///
    /// # Panics
    /// If `lane` has a bit at or above position w.
    pub fn set_lane(&mut self, x: usize, y: usize, lane: u64) {
        assert_eq!(lane & !self.width.mask(), 0, "the lane is too wide");
        self.lanes[x % 5][y % 5] = lane;
    }
}

/// ROTL: bit z of a word of `w` bits goes to position (z + n) mod w.
///
/// # Panics
/// If `w` is not 1 to 64.
pub const fn rotl(word: u64, n: usize, w: usize) -> u64 {
    assert!(1 <= w && w <= 64);
    let n = n % w;
    if n == 0 {
        // A shift by w - n is not possible for w = 64.
        word
    } else {
        ((word << n) | (word >> (w - n))) & (u64::MAX >> (64 - w))
    }
}

/// θ (3.2.1, Algorithm 1).
#[must_use]
pub fn theta(a: &State) -> State {
    let w = a.width.lane();
    let c: [u64; 5] = array::from_fn(|x| (0..5).fold(0, |parity, y| parity ^ a.lane(x, y)));
    let d: [u64; 5] = array::from_fn(|x| c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1, w));
    State::from_fn(a.width, |x, y| a.lane(x, y) ^ d[x])
}

/// The offsets of ρ, `[x][y]`, not yet reduced modulo w (3.2.2, Algorithm 2, steps 2 and 3).
pub fn rotation_offsets() -> [[usize; 5]; 5] {
    let mut offsets = [[0; 5]; 5];
    let (mut x, mut y) = (1, 0);
    for t in 0..24 {
        offsets[x][y] = (t + 1) * (t + 2) / 2;
        (x, y) = (y, (2 * x + 3 * y) % 5);
    }
    offsets
}

/// ρ (3.2.2, Algorithm 2).
#[must_use]
pub fn rho(a: &State) -> State {
    let offsets = rotation_offsets();
    let w = a.width.lane();
    State::from_fn(a.width, |x, y| rotl(a.lane(x, y), offsets[x][y], w))
}

/// π (3.2.3, Algorithm 3).
#[must_use]
pub fn pi(a: &State) -> State {
    State::from_fn(a.width, |x, y| a.lane(x + 3 * y, x))
}

/// χ (3.2.4, Algorithm 4).
#[must_use]
pub fn chi(a: &State) -> State {
    State::from_fn(a.width, |x, y| a.lane(x, y) ^ (!a.lane(x + 1, y) & a.lane(x + 2, y)))
}

/// rc(t): output t of the shift register (3.2.5, Algorithm 5). `t` may be negative.
pub const fn rc(t: i32) -> bool {
    let mut r = [true, false, false, false, false, false, false, false];
    let mut steps = t.rem_euclid(255);
    while steps > 0 {
        // R = 0 ‖ R has nine bits: r[7] is its R[8], and Trunc8 drops it.
        let r8 = r[7];
        r = [r8, r[0], r[1], r[2], r[3] ^ r8, r[4] ^ r8, r[5] ^ r8, r[6]];
        steps -= 1;
    }
    r[0]
}

/// One period of rc. Algorithm 5 restarts the register for each bit; at run time that alone
/// would cost more than the rest of the permutation.
const RC_PERIOD: [bool; 255] = {
    let mut period = [false; 255];
    let mut t = 0_i32;
    while t < 255 {
        period[t.unsigned_abs() as usize] = rc(t);
        t += 1;
    }
    period
};

/// RC for round index `round` (3.2.5, Algorithm 6, steps 2 and 3): bit 2^j - 1 is rc(j + 7·round).
///
/// Rounds before round 0 of Keccak-f have negative indices.
pub fn round_constant(width: Width, round: i32) -> u64 {
    (0..=width.l()).fold(0, |constant, j| {
        let t = (j.cast_signed() + 7 * round).rem_euclid(255);
        constant | (u64::from(RC_PERIOD[t.unsigned_abs() as usize]) << ((1 << j) - 1))
    })
}

/// ι for round index `round` (3.2.5, Algorithm 6).
#[must_use]
pub fn iota(a: &State, round: i32) -> State {
    let mut a = *a;
    a.lanes[0][0] ^= round_constant(a.width, round);
    a
}

/// Rnd(A, i) = ι(χ(π(ρ(θ(A)))), i) (3.3).
#[must_use]
pub fn round(a: &State, round: i32) -> State {
    iota(&chi(&pi(&rho(&theta(a)))), round)
}

/// The indices of `rounds` rounds: they always end with the last round of Keccak-f (3.3).
pub fn round_indices(width: Width, rounds: u32) -> std::ops::Range<i32> {
    let end = width.rounds().cast_signed();
    end - rounds.cast_signed()..end
}

/// `Keccak-p[b, rounds]` on a state array (3.3, Algorithm 7, step 2).
///
/// More rounds than Keccak-f has are allowed; the indices then start below 0.
#[must_use]
pub fn permute(a: &State, rounds: u32) -> State {
    round_indices(a.width, rounds).fold(*a, |a, i| round(&a, i))
}

/// `Keccak-p[b, rounds](S)` on a string of b bits (3.3, Algorithm 7).
///
/// # Panics
/// If `s` is not b bits long.
#[must_use]
pub fn keccak_p(width: Width, rounds: u32, s: &BitString) -> BitString {
    permute(&State::from_bits(width, s), rounds).to_bits()
}

/// `Keccak-f[b](S) = Keccak-p[b, 12 + 2l](S)` (3.4).
///
/// # Panics
/// If `s` is not b bits long.
#[must_use]
pub fn keccak_f(width: Width, s: &BitString) -> BitString {
    keccak_p(width, width.rounds(), s)
}
