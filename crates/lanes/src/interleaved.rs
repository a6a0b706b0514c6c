//! Bit interleaving: a 64-bit lane as two 32-bit words, its even bits and its odd bits (Keccak implementation overview, section 2.1). A
//! rotation by any distance is then two 32-bit rotations.

use crate::{Lanes, sealed::Sealed};

/// One lane in the interleaved form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interleaved {
    even: u32,
    odd: u32,
}

/// Gathers the even bits of `x` in the low half of the result and the odd bits in the high half.
#[inline(always)]
#[must_use]
pub const fn interleave(mut x: u64) -> u64 {
    // An outer unshuffle (Hacker's Delight, section 7-2), each step an exchange of two bit fields.
    let mut t = (x ^ (x >> 1)) & 0x2222_2222_2222_2222;
    x ^= t ^ (t << 1);
    t = (x ^ (x >> 2)) & 0x0c0c_0c0c_0c0c_0c0c;
    x ^= t ^ (t << 2);
    t = (x ^ (x >> 4)) & 0x00f0_00f0_00f0_00f0;
    x ^= t ^ (t << 4);
    t = (x ^ (x >> 8)) & 0x0000_ff00_0000_ff00;
    x ^= t ^ (t << 8);
    t = (x ^ (x >> 16)) & 0x0000_0000_ffff_0000;
    x ^ t ^ (t << 16)
}

/// The inverse of [`interleave`].
#[inline(always)]
#[must_use]
pub const fn deinterleave(mut x: u64) -> u64 {
    let mut t = (x ^ (x >> 16)) & 0x0000_0000_ffff_0000;
    x ^= t ^ (t << 16);
    t = (x ^ (x >> 8)) & 0x0000_ff00_0000_ff00;
    x ^= t ^ (t << 8);
    t = (x ^ (x >> 4)) & 0x00f0_00f0_00f0_00f0;
    x ^= t ^ (t << 4);
    t = (x ^ (x >> 2)) & 0x0c0c_0c0c_0c0c_0c0c;
    x ^= t ^ (t << 2);
    t = (x ^ (x >> 1)) & 0x2222_2222_2222_2222;
    x ^ t ^ (t << 1)
}

impl Interleaved {
    /// The inverse of [`Interleaved::to_stored`].
    #[inline(always)]
    #[must_use]
    pub const fn from_stored(word: u64) -> Self {
        Self { even: word as u32, odd: (word >> 32) as u32 }
    }

    /// The word in the order of [`interleave`]: even bits in the low half, odd bits in the high half.
    #[inline(always)]
    #[must_use]
    pub const fn to_stored(self) -> u64 {
        self.even as u64 | (self.odd as u64) << 32
    }
}

impl Sealed for Interleaved {}
impl Lanes for Interleaved {
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        Self { even: self.even ^ rhs.even, odd: self.odd ^ rhs.odd }
    }
    #[inline(always)]
    fn and(self, rhs: Self) -> Self {
        Self { even: self.even & rhs.even, odd: self.odd & rhs.odd }
    }
    #[inline(always)]
    fn or(self, rhs: Self) -> Self {
        Self { even: self.even | rhs.even, odd: self.odd | rhs.odd }
    }
    #[inline(always)]
    fn not(self) -> Self {
        Self { even: !self.even, odd: !self.odd }
    }
    #[inline(always)]
    fn andnot(self, rhs: Self) -> Self {
        Self { even: !self.even & rhs.even, odd: !self.odd & rhs.odd }
    }
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        if L.is_multiple_of(2) {
            Self { even: self.even.rotate_left(L / 2), odd: self.odd.rotate_left(L / 2) }
        } else {
            Self { even: self.odd.rotate_left(L.div_ceil(2)), odd: self.even.rotate_left(L / 2) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_definition() {
        for x in [0, 1, 2, 3, u64::MAX, 0x0123_4567_89ab_cdef, 0xdead_beef_0bad_f00d_u64] {
            let mut expected = 0;
            for bit in 0..64 {
                expected |= (x >> bit & 1) << (bit / 2 + 32 * (bit % 2));
            }
            assert_eq!(interleave(x), expected);
            assert_eq!(deinterleave(expected), x);
        }
    }

    #[test]
    fn rotates() {
        let x = 0x0123_4567_89ab_cdef_u64;
        let v = Interleaved::from_stored(interleave(x));
        assert_eq!(deinterleave(v.rotl::<1>().to_stored()), x.rotate_left(1));
        assert_eq!(deinterleave(v.rotl::<44>().to_stored()), x.rotate_left(44));
        assert_eq!(deinterleave(v.rotl::<63>().to_stored()), x.rotate_left(63));
        assert_eq!(deinterleave(v.rotl::<62>().to_stored()), x.rotate_left(62));
    }
}
