//! The output of a [`Hasher`](super::Hasher), read in pieces.

use crate::Error;
use crate::traits::traits;
use lanesum_batch::wipe::Secret;
#[cfg(feature = "keccak")]
use lanesum_keccak::constructions::sponge::Squeezer;

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

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
pub(super) enum Output {
    #[cfg(feature = "keccak")]
    Sponge(Squeezer),
    /// Output that may depend on a key.
    #[cfg(feature = "keccak")]
    Derived(Secret<Squeezer>),
    #[cfg(feature = "blake")]
    Blake3(Blake3Output),
    Digest(Digest),
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
        match &mut self.output {
            #[cfg(feature = "keccak")]
            Output::Sponge(squeezer) => squeezer.read_bits(out, bits)?,
            #[cfg(feature = "keccak")]
            Output::Derived(squeezer) => squeezer.0.read_bits(out, bits)?,
            #[cfg(feature = "blake")]
            Output::Blake3(output) => output.read_bits(out, bits),
            Output::Digest(digest) => digest.read_bits(out, bits),
        }
        self.left = self.left.map(|left| left - bits);
        Ok(())
    }
}

#[cfg(feature = "std")]
impl std::io::Read for HasherReader {
    /// Reads the next bytes; 0 after the last whole byte of a digest of fixed length.
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let left = self.left.map_or(u64::MAX, |left| left / 8);
        let count = out.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.read(&mut out[..count]).map_err(std::io::Error::other)?;
        Ok(count)
    }
}

/// A digest of fixed length, the highest bit of a byte first (FIPS 180-4, section 3.1), and the reader's position in it.
#[derive(Clone)]
pub(super) struct Digest {
    /// The digest, and zeroes after it.
    bytes: [u8; LONGEST],
    /// The number of bits read.
    bit: u64,
}

impl Digest {
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
        read_bits(*bit, out, bits, |from, out| out.copy_from_slice(&bytes[from as usize..][..out.len()]));
        *bit += bits;
    }
}

/// The output of BLAKE3 and the reader's position in it, in bits: 2^64 are more than anybody reads.
#[cfg(feature = "blake")]
#[derive(Clone)]
pub(super) struct Blake3Output {
    output: lanesum_blake::blake3::Output,
    bit: u64,
}

#[cfg(feature = "blake")]
impl Blake3Output {
    #[inline(always)] // in its place
    pub(super) const fn new(output: lanesum_blake::blake3::Output) -> Self {
        Self { output, bit: 0 }
    }

    fn read_bits(&mut self, out: &mut [u8], bits: u64) {
        read_bits(self.bit, out, bits, |from, out| self.output.read(from, out));
        self.bit += bits;
    }
}

#[cfg(feature = "blake")]
traits! { [] Blake3Output: Debug("Blake3Output"); }

/// `bits` bits of an output from bit `from` on, in the first bytes of `out`; the spare low bits of the last byte are 0. `read` gives the bytes
/// from a number on.
fn read_bits(from: u64, out: &mut [u8], bits: u64, read: impl Fn(u64, &mut [u8])) {
    let out = &mut out[..bits.div_ceil(8) as usize];
    let (byte, shift) = (from / 8, from % 8);
    read(byte, out);
    if shift > 0 {
        let mut next = [0];
        if shift + bits > 8 * out.len() as u64 {
            read(byte + out.len() as u64, &mut next);
        }
        for i in 0..out.len() {
            let second = out.get(i + 1).copied().unwrap_or(next[0]);
            out[i] = (u16::from_be_bytes([out[i], second]) << shift >> 8) as u8;
        }
    }
    if let Some(last) = out.last_mut().filter(|_| !bits.is_multiple_of(8)) {
        *last &= !(0xff >> (bits % 8));
    }
}

traits! { [] Digest: Debug("Digest"); }

#[cfg(feature = "zeroize")]
impl Drop for Digest {
    fn drop(&mut self) {
        lanesum_batch::wipe::wipe(&mut self.bytes);
    }
}
