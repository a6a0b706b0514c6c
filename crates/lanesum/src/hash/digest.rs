//! A digest of fixed length that is read in pieces, the highest bit of a byte first (FIPS 180-4, section 3.1).

use super::state::State;
use crate::Error;
use crate::tail::Tail;
use core::fmt;

/// The longest digest in bytes.
const LONGEST: usize = 64;

/// A digest, and how much of it has been put out.
#[derive(Clone)]
pub(super) struct Digest {
    /// Zeroes after the digest.
    bytes: [u8; LONGEST],
    /// Bits that have been put out, no more than there are.
    bit: usize,
}

impl Digest {
    /// Ends a message: `len` bytes, at most [`LONGEST`].
    pub(super) fn of(state: impl State, tail: Tail, len: usize) -> Result<Self, Error> {
        let mut digest = Self { bytes: [0; LONGEST], bit: 0 };
        let len = len.min(LONGEST);
        state.finish_into(tail, &mut digest.bytes[..len])?;
        Ok(digest)
    }

    /// The next `8 * out.len()` bits.
    pub(super) fn read(&mut self, out: &mut [u8]) {
        let shift = self.bit % 8;
        for (i, out) in out.iter_mut().enumerate() {
            let at = (self.bit / 8).saturating_add(i);
            let [first, second] = [at, at.saturating_add(1)].map(|at| self.bytes.get(at).copied().unwrap_or(0));
            *out = (u16::from_be_bytes([first, second]) << shift >> 8) as u8;
        }
        self.skip(8 * out.len() as u64);
    }

    /// The next `bits` bits in the first bytes of `out`; spare low bits of the last one are 0.
    pub(super) fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        let error = Error::TooFewBytes { bits, bytes: out.len() };
        let bytes = usize::try_from(bits.div_ceil(8)).map_err(|_| error)?;
        let out = out.get_mut(..bytes).ok_or(error)?;
        let begin = self.bit;
        self.read(out);
        if let Some(last) = out.last_mut().filter(|_| !bits.is_multiple_of(8)) {
            *last &= !(0xff >> (bits % 8));
        }
        self.bit = begin;
        self.skip(bits);
        Ok(())
    }

    fn skip(&mut self, bits: u64) {
        self.bit = usize::try_from(bits).unwrap_or(usize::MAX).saturating_add(self.bit).min(8 * LONGEST);
    }
}

impl fmt::Debug for Digest {
    /// Prints nothing of it: with a key, it may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Digest").finish_non_exhaustive()
    }
}

impl Drop for Digest {
    fn drop(&mut self) {
        crate::wipe::wipe(&mut self.bytes);
    }
}
