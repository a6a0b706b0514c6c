//! The output of a [`Hasher`](super::Hasher), read in pieces.

use super::bits;
use crate::Error;
use crate::families::by_family;
use crate::prelude::*;
use crate::traits::traits;
use lanesum_batch::md::chain::copy;
use lanesum_batch::wipe::Secret;

/// The longest digest in bytes.
const LONGEST: usize = 64;

/// The output of a [`Hasher`](crate::Hasher), read in pieces of any size. The output of an XOF never ends. A digest of fixed length ends,
/// and reading past its end is an error.
#[derive(Clone, Debug)]
pub struct HasherReader {
    output: Output,
    /// The unread bits of a digest of fixed length.
    left: Option<u64>,
}

by_family! {
    #[derive(Clone, Debug)]
    #[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
    pub(super) enum Output {
        Digest(DigestReader),
        "keccak" {
            Sponge(Squeezer),
            /// Output that may depend on a key.
            Derived(Secret<Squeezer>),
        }
        "blake" { Blake3(crate::modes::blake::output::Blake3Output), }
    }
}

impl HasherReader {
    /// `bits` is the length of a digest of fixed length.
    #[inline(always)] // in its place
    pub(super) const fn new(output: Output, bits: Option<u64>) -> Self {
        Self { output, left: bits }
    }

    /// The bits that can still be read; `None` if there is no end.
    #[must_use]
    pub const fn left_bits(&self) -> Option<u64> {
        self.left
    }

    /// The next `8 * out.len()` bits.
    ///
    /// # Errors
    /// [`Error::DigestSpent`] if the digest has fewer bits left. Nothing is read then.
    pub fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.read_bits(out, 8 * out.len() as u64)
    }

    /// The next `bits` bits, in the first bytes of `out` and in the algorithm's [`BitOrder`](crate::BitOrder). The spare bits of the
    /// last byte are 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short, [`Error::DigestSpent`] if the digest has fewer bits left. Nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        if bits.div_ceil(8) > out.len() as u64 {
            return Err(Error::TooFewBytes { bits, bytes: out.len() });
        }
        if let Some(left) = self.left
            && bits > left
        {
            return Err(Error::DigestSpent { bits, left });
        }
        by_family! { match &mut self.output;
            "keccak" {
                Output::Sponge(squeezer) => squeezer.read_bits(out, bits)?,
                Output::Derived(squeezer) => squeezer.0.read_bits(out, bits)?,
            }
            "blake" { Output::Blake3(output) => output.read_bits(out, bits), }
            else Output::Digest(digest) => digest.read_bits(out, bits)
        }
        self.left = self.left.map(|left| left - bits);
        Ok(())
    }
}

/// A digest of fixed length, the highest bit of a byte first (FIPS 180-4, section 3.1), and the reader's position in it.
#[derive(Clone)]
pub(super) struct DigestReader {
    /// The digest, and zeroes after it.
    bytes: [u8; LONGEST],
    /// The number of bits read.
    bit: u64,
}

impl DigestReader {
    /// The digest that `finish` writes: `len` bytes, at most [`LONGEST`].
    #[inline(always)] // in its place
    pub(super) fn new(len: usize, finish: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> Result<Self, Error> {
        let mut digest = Self { bytes: [0; LONGEST], bit: 0 };
        finish(&mut digest.bytes[..len])?;
        Ok(digest)
    }

    /// The next `bits` bits. The digest must have that many left.
    fn read_bits(&mut self, out: &mut [u8], bits: u64) {
        let Self { bytes, bit } = self;
        // Not by `memcpy`, whose larger pieces would wait for both halves of the digest.
        bits::read(*bit, out, bits, |from, out| copy(out, &bytes[from as usize..][..out.len()]));
        *bit += bits;
    }
}

traits! { [] DigestReader: Debug("Digest"); }

#[cfg(feature = "zeroize")]
impl Drop for DigestReader {
    fn drop(&mut self) {
        lanesum_batch::wipe::wipe(&mut self.bytes);
    }
}
