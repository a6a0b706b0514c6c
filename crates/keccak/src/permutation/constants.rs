//! Rotation offsets and round constants, derived from their definitions (FIPS 202, sections 3.2.2 and 3.2.5).

use lanes::interleave;

/// Rho offsets modulo 64; shorter lanes take them modulo their length. Lane (x, y) is at `x + 5 * y`.
pub const RHO: [u32; 25] = rho();

/// Round constants of Keccak-f\[1600\], rounds 0 to 23.
pub const RC: [u64; 24] = round_constants();

/// `RC` in the bit-interleaved form of `portable32`, in pairs.
pub static INTERLEAVED_PAIRS: [[u64; 2]; 12] = {
    let mut pairs = [[0; 2]; 12];
    let mut i = 0;
    while i < 24 {
        pairs[i / 2][i % 2] = interleave(RC[i]);
        i += 1;
    }
    pairs
};

const fn rho() -> [u32; 25] {
    let mut offsets = [0; 25];
    let (mut x, mut y) = (1, 0);
    let mut t = 0;
    while t < 24 {
        offsets[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
}

const fn round_constants() -> [u64; 24] {
    let mut constants = [0; 24];
    // The register of rc(t): seven steps a round; the bit of step j goes to bit 2^j - 1 of the constant.
    let mut register = 1_u32;
    let mut round = 0;
    while round < 24 {
        let mut j = 0;
        while j <= 6 {
            constants[round] |= ((register & 1) as u64) << ((1_u32 << j) - 1);
            register <<= 1;
            if register >= 0x100 {
                register ^= 0x171;
            }
            j += 1;
        }
        round += 1;
    }
    constants
}

/// Round constants cut to lanes of `bits` bits, at most 32, and repeated to fill 32-bit words.
pub const fn narrow_constants<const N: usize>(bits: u32) -> [u32; N] {
    let mut constants = [0; N];
    let mut i = 0;
    while i < N {
        let mask = u32::MAX >> (32 - bits);
        constants[i] = (RC[i] as u32 & mask) * (u32::MAX / mask);
        i += 1;
    }
    constants
}
