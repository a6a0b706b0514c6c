//! The output of BLAKE3, as a [`Hasher`](crate::Hasher) gives it.

use crate::hash::bits;
use crate::traits::traits;

/// The output of BLAKE3 and the reader's position in it, in bits: 2^64 are more than anybody reads.
#[derive(Clone)]
pub(crate) struct Blake3Output {
    output: lanesum_blake::blake3::LastBlock,
    bit: u64,
}

impl Blake3Output {
    #[inline(always)] // in its place
    pub(crate) const fn new(output: lanesum_blake::blake3::LastBlock) -> Self {
        Self { output, bit: 0 }
    }

    pub(crate) fn read_bits(&mut self, out: &mut [u8], bits: u64) {
        bits::read(self.bit, out, bits, |from, out| self.output.read(from, out));
        self.bit += bits;
    }
}

traits! { [] Blake3Output: Debug("Blake3Output"); }
