//! The last bits of a message.

use crate::Error;

/// The last bits of a message, fewer than eight, in the byte in which they were given. SHA-3 takes the low bits of that byte (FIPS 202,
/// section B.1), SHA-2 the high ones (FIPS 180-4, section 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    last: u8,
    bits: u8,
}

impl Tail {
    pub const NONE: Tail = Tail { last: 0, bits: 0 };

    /// `bits` bits of `last`; the others are ignored.
    pub const fn new(last: u8, bits: u32) -> Result<Tail, Error> {
        if bits > 7 {
            return Err(Error::PartialByte(bits));
        }
        Ok(Tail { last, bits: bits as u8 })
    }

    /// Splits a message of `bits` bits into whole bytes and a tail.
    pub fn split(data: &[u8], bits: u64) -> Result<(&[u8], Tail), Error> {
        let error = Error::TooFewBytes { bits, bytes: data.len() };
        let whole = usize::try_from(bits / 8).map_err(|_| error)?;
        let body = data.get(..whole).ok_or(error)?;
        let tail_bits = (bits % 8) as u32;
        let last = if tail_bits == 0 { 0 } else { *data.get(whole).ok_or(error)? };
        Ok((body, Tail::new(last, tail_bits)?))
    }

    /// The byte in which they were given.
    pub const fn byte(self) -> u8 {
        self.last
    }

    #[inline]
    pub const fn bits(self) -> u32 {
        self.bits as u32
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The bits in SHA-3's order, the first one lowest, with zeroes above them.
    #[inline]
    pub const fn lowest(self) -> u8 {
        self.last & !(0xff << self.bits)
    }

    /// The bits in SHA-3's order, the first one lowest, followed by the bits of `suffix`; and whether they need two bytes. A suffix of two
    /// bytes is for functions of whole bytes only: no bits may come before it.
    #[inline]
    pub const fn delimited(self, suffix: u16) -> (u16, bool) {
        let both = self.lowest() as u16 | suffix << self.bits;
        (both, both > 0xff)
    }

    /// The bits in SHA-2's order, the first one highest, followed by a 1 (FIPS 180-4, section 5.1).
    #[inline]
    pub const fn then_one(self) -> u8 {
        self.last & !(0xff >> self.bits) | 0x80 >> self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_count_from_either_end() {
        let tail = Tail::new(0b1010_0110, 3).unwrap();
        assert_eq!(tail.lowest(), 0b110);
        assert_eq!(tail.delimited(0x06), (0b11_0110, false));
        assert_eq!(tail.then_one(), 0b1011_0000);
        assert_eq!(Tail::new(0xff, 0).unwrap().then_one(), 0x80);
        assert_eq!(Tail::new(0xff, 7).unwrap().delimited(0x1f), (0xfff, true));
        assert_eq!(Tail::new(0, 8), Err(Error::PartialByte(8)));
    }
}
