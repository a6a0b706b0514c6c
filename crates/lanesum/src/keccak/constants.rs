//! Rotation offsets and round constants, derived from their definitions (FIPS 202, sections 3.2.2 and 3.2.5).

use lanes::interleave;

/// Rho offsets modulo 64; lane (x, y) at `x + 5 * y`.
pub(crate) const RHO: [u32; 25] = rho();

/// Round constants of Keccak-f[1600], rounds 0 to 23.
pub(crate) const RC: [u64; 24] = round_constants();

/// The same in the bit-interleaved form of `portable32`.
pub(crate) const RC_INTERLEAVED: [u64; 24] = {
    let mut rc = RC;
    let mut i = 0;
    while i < 24 {
        rc[i] = interleave(rc[i]);
        i += 1;
    }
    rc
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
    // The register of rc(t); seven steps a round, bit j of the steps goes to bit 2^j - 1 of the constant.
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

/// A number of rounds from 1 to 24. Keccak-p\[1600, n\] is the last n rounds of Keccak-f[1600] (FIPS 202, section 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rounds(u8);

impl Rounds {
    pub(crate) const FULL: Rounds = Rounds(24);

    pub(crate) const fn new(n: usize) -> Option<Rounds> {
        if n >= 1 && n <= 24 { Some(Rounds(n as u8)) } else { None }
    }

    /// The number.
    #[inline]
    pub(crate) const fn get(self) -> usize {
        self.0 as usize
    }

    /// The constants of these rounds.
    #[inline]
    pub(crate) fn constants(self) -> &'static [u64] {
        &RC[24 - usize::from(self.0)..]
    }

    /// The constants of these rounds, bit-interleaved.
    #[inline]
    pub(crate) fn constants_interleaved(self) -> &'static [u64] {
        &RC_INTERLEAVED[24 - usize::from(self.0)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_the_standard() {
        // FIPS 202, table 2 (modulo 64) and Keccak reference, table of round constants.
        assert_eq!(RHO[..10], [0, 1, 62, 28, 27, 36, 44, 6, 55, 20]);
        assert_eq!(RHO[10..], [3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14]);
        assert_eq!(RC[0], 1);
        assert_eq!(RC[1], 0x8082);
        assert_eq!(RC[23], 0x8000_0000_8000_8008);
    }
}
