//! Output of any length, read in pieces.

use crate::constructions::sponge::Squeezer;
use lanesum_batch::Error;

/// The output of `TurboSHAKE`, KT128, KT256, cSHAKE, `TupleHashXOF` or `ParallelHashXOF`, read in pieces of any size; it never ends.
#[derive(Clone, Debug)]
pub struct Reader(Squeezer);

impl Reader {
    #[doc(hidden)]
    pub fn of(squeezer: Squeezer) -> Self {
        Self(squeezer)
    }

    pub fn into_squeezer(self) -> Squeezer {
        self.0
    }

    /// The next `8 * out.len()` bits.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.read(out);
    }

    /// The next `bits` bits in the first bytes of `out`, the first bit of a byte is the lowest, and the spare bits of the last byte are 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short; nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.0.read_bits(out, bits)
    }
}

impl digest::XofReader for Reader {
    fn read(&mut self, out: &mut [u8]) {
        self.read(out);
    }
}

#[cfg(feature = "std")]
impl std::io::Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.read(out);
        Ok(out.len())
    }
}
