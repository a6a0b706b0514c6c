//! Strings of bits for the library and for the reference.

use crate::support::message;
use lanesum::BitStr;
use reference::BitString;

/// A string of bits, in the order of the function that it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    pub data: Vec<u8>,
    pub len: usize,
}

impl Bits {
    /// `len` bits; the spare ones of the last byte are set too, and must not matter.
    pub fn new(len: usize, seed: u64) -> Self {
        Self { data: message(len.div_ceil(8), seed), len }
    }

    pub fn of(data: &[u8]) -> Self {
        Self { data: data.to_vec(), len: 8 * data.len() }
    }

    pub fn ours(&self) -> BitStr<'_> {
        BitStr::from_bits(&self.data, self.len as u64).expect("as many bits as there are")
    }

    pub fn theirs(&self) -> BitString {
        BitString::from_bits_lsb(&self.data, self.len)
    }

    pub fn whole(&self) -> Option<&[u8]> {
        self.len.is_multiple_of(8).then_some(&self.data[..])
    }

    /// In pieces that end at `cuts`, which ascend.
    pub fn cut(&self, cuts: &[usize]) -> Vec<Self> {
        let bits = self.theirs();
        let ends = cuts.iter().copied().chain([self.len]);
        let piece = |(from, to): (usize, usize)| {
            let bits: BitString = bits.as_slice()[from..to].iter().copied().collect();
            Self { data: bits.to_bytes(), len: to - from }
        };
        [0].into_iter().chain(cuts.iter().copied()).zip(ends).map(piece).collect()
    }
}
