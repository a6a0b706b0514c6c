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
pub const fn interleave(x: u64) -> u64 {
    // The six bits of a bit's place are turned by one. Each step exchanges the bit that tells the halves apart and one of the others.
    let (mut low, mut high) = (x as u32, (x >> 32) as u32);
    (low, high) = exchange(low, high, 16, 0x0000_ffff);
    (low, high) = exchange(low, high, 8, 0x00ff_00ff);
    (low, high) = exchange(low, high, 4, 0x0f0f_0f0f);
    (low, high) = exchange(low, high, 2, 0x3333_3333);
    (low, high) = exchange(low, high, 1, 0x5555_5555);
    low as u64 | (high as u64) << 32
}

/// The inverse of [`interleave`].
#[inline(always)]
#[must_use]
pub const fn deinterleave(x: u64) -> u64 {
    let (mut low, mut high) = (x as u32, (x >> 32) as u32);
    (low, high) = exchange(low, high, 1, 0x5555_5555);
    (low, high) = exchange(low, high, 2, 0x3333_3333);
    (low, high) = exchange(low, high, 4, 0x0f0f_0f0f);
    (low, high) = exchange(low, high, 8, 0x00ff_00ff);
    (low, high) = exchange(low, high, 16, 0x0000_ffff);
    low as u64 | (high as u64) << 32
}

/// Exchanges the fields of `low` above those of `mask` and the fields of `high` at `mask`.
#[inline(always)]
const fn exchange(low: u32, high: u32, by: u32, mask: u32) -> (u32, u32) {
    let t = (low >> by ^ high) & mask;
    (low ^ t << by, high ^ t)
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
