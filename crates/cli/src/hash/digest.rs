//! Digests of any length, which are squeezed while they are written or compared.

use std::io;

use ctutils::CtEq;
use lanesum::digest::XofReader as _;
use lanesum::{Blake3, Blake3Reader, HasherReader};

use crate::subject::Subject;

/// Digests up to this length are held in memory, longer ones are squeezed when they are written or compared.
pub(crate) const SHORT_BYTES: usize = 4 * 1024;

/// The output of a hash function, ready to be squeezed.
pub(crate) enum Output {
    Own(Box<HasherReader>),
    /// BLAKE3's, from any byte on.
    Seeking(Box<Blake3Reader>),
}

impl Output {
    /// Its first `bits` bits.
    ///
    /// # Errors
    /// Errors that the command line has already excluded.
    pub(crate) fn digest(mut self, bits: u64) -> io::Result<Digest> {
        // At most 2^29, whatever `usize` is.
        let bytes = bits.div_ceil(8) as usize;
        if bytes > SHORT_BYTES {
            return Ok(Digest::Long(Box::new(Long { output: self, bits })));
        }
        let mut bytes = vec![0; bytes].into_boxed_slice();
        self.read(&mut bytes, bits)?;
        Ok(Digest::Short(bytes))
    }

    /// The next `bits` bits, which fill `out` but for spare high bits of its last byte: those are zero.
    fn read(&mut self, out: &mut [u8], bits: u64) -> io::Result<()> {
        match self {
            Self::Own(reader) => reader.read_bits(out, bits).map_err(io::Error::other)?,
            Self::Seeking(reader) => reader.read(out),
        }
        Ok(())
    }
}

/// A digest; in a last byte that is not full, the unused high bits are zero.
pub(crate) enum Digest {
    Short(Box<[u8]>),
    Long(Box<Long>),
    /// SHA-1 of a message that bears the traces of a known collision attack: another one with this digest exists.
    Attacked(Box<[u8]>),
}

/// Output that is not squeezed yet.
pub(crate) struct Long {
    output: Output,
    bits: u64,
}

impl Digest {
    /// The warning about a file with [`Digest::Attacked`].
    pub(crate) fn warning(subject: &Subject) -> String {
        let message = "made for a collision attack on SHA-1, so another file has the same digest; do not rely on it";
        format!("{}: {message}", subject.quoted())
    }

    /// Passes on all bytes in pieces of [`SHORT_BYTES`] bytes; only the last may be shorter. Needs the same memory for any length.
    pub(crate) fn pieces<E: From<io::Error>>(self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Short(bytes) | Self::Attacked(bytes) => take(&bytes),
            Self::Long(long) => {
                let Long { mut output, mut bits } = *long;
                let mut bytes = [0; SHORT_BYTES];
                while bits > 0 {
                    let now = bits.min(8 * SHORT_BYTES as u64);
                    let piece = &mut bytes[..now.div_ceil(8) as usize];
                    output.read(piece, now)?;
                    take(piece)?;
                    bits -= now;
                }
                Ok(())
            }
        }
    }

    pub(crate) fn bytes(self) -> io::Result<Box<[u8]>> {
        let mut bytes = Vec::new();
        self.pieces(|piece| {
            bytes.extend_from_slice(piece);
            Ok::<_, io::Error>(())
        })?;
        Ok(bytes.into())
    }

    /// Compares with this digest. The time does not reveal where they differ, because this may be the tag of a message authentication code.
    ///
    /// # Errors
    /// Errors that the command line has already excluded.
    pub(crate) fn is(self, expected: &Expected) -> io::Result<bool> {
        match (self, expected) {
            (Self::Short(bytes), Expected::Short(expected)) => Ok(bytes.ct_eq(expected).into()),
            (Self::Long(long), Expected::Long(expected)) => {
                let mut fingerprint = Blake3::new();
                Self::Long(long).pieces(|piece| {
                    fingerprint.update(piece);
                    Ok::<_, io::Error>(())
                })?;
                Ok(fingerprint.finalize().ct_eq(expected).into())
            }
            // Their lengths differ, or it is nobody's in particular.
            _ => Ok(false),
        }
    }
}

/// The digest that a file should have.
pub(crate) enum Expected {
    Short(Box<[u8]>),
    /// Longer than [`SHORT_BYTES`]: its BLAKE3, so that any number of them may wait for their files in little memory.
    Long([u8; 32]),
}

impl From<&[u8]> for Expected {
    fn from(bytes: &[u8]) -> Self {
        if bytes.len() > SHORT_BYTES { Self::Long(lanesum::blake3(bytes)) } else { Self::Short(bytes.into()) }
    }
}
