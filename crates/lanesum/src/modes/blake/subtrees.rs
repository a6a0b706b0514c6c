//! The tree of BLAKE3 in parts (section 2.1 of the paper), for callers that keep or check its chaining values: [`Blake3Subtree`].

use super::blake3::{Blake3, Blake3Reader};
use crate::Error;
use core::fmt;
use lanesum_blake::blake3::CHUNK;

/// A part of BLAKE3's tree below the root: its chaining value, and which bytes of the message are under it.
///
/// Made by [`Blake3::subtree`] of some bytes, by [`Blake3::join`] of its two halves, or by [`Blake3Subtree::from_value`] of a value that
/// somebody else has hashed. [`Blake3::root`] takes the last two. So the bytes of any range of a message can be checked with a chaining
/// value for each subtree beside it, as bao and iroh do.
///
/// ```
/// use lanesum::subtrees::Blake3Subtree;
/// use lanesum::{Blake3, blake3, digest::XofReader};
/// let (message, blake3_of) = ([7; 5000], Blake3::new());
/// // Somebody keeps the value of the first four chunks, 4096 bytes, and has sent the rest.
/// let first = blake3_of.subtree(0, &message[..4096])?.value();
///
/// let left = Blake3Subtree::from_value(first, 0, 4096)?;
/// let right = blake3_of.subtree(left.next(), &message[4096..])?;
/// let mut digest = [0; 32];
/// blake3_of.root(&left, &right)?.read(&mut digest);
/// assert_eq!(digest, blake3(&message));
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Blake3Subtree {
    value: [u8; 32],
    first: u64,
    bytes: u64,
}

impl Blake3Subtree {
    /// Bytes of a chunk: chunk i begins at byte 1024 i of the message.
    pub const CHUNK_BYTES: usize = CHUNK;

    /// The subtree of this chaining value over `bytes` bytes from chunk `first` on.
    ///
    /// # Errors
    /// [`Error::Length`] if BLAKE3 has no subtree of so many bytes there: it has at least one byte, and at most as many chunks as the greatest
    /// power of two that divides `first`.
    pub fn from_value(value: [u8; 32], first: u64, bytes: u64) -> Result<Self, Error> {
        let most = match first {
            0 => u64::MAX,
            _ => (CHUNK as u64).saturating_mul(1 << first.trailing_zeros()),
        };
        if (1..=most).contains(&bytes) {
            return Ok(Self { value, first, bytes });
        }
        let expected = if bytes == 0 { 1 } else { as_usize(most) };
        Err(Error::Length { argument: "data", expected, got: as_usize(bytes) })
    }

    /// The chaining value. It depends on the key, if there is one.
    #[must_use]
    pub const fn value(&self) -> [u8; 32] {
        self.value
    }

    /// The number of its first chunk, from 0 on.
    #[must_use]
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// Bytes of the message that are under it.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of the chunk after its last one.
    #[must_use]
    pub const fn next(&self) -> u64 {
        self.first.saturating_add(self.bytes.div_ceil(CHUNK as u64))
    }

    /// Fails unless the two are halves of a subtree: the left one has a power of two of whole chunks, and the right one follows it and has no
    /// more.
    fn check_halves(&self, right: &Self) -> Result<(), Error> {
        let chunks = self.bytes / CHUNK as u64;
        if self.next() != right.first {
            return Err(Error::LeafOrder { expected: self.next(), got: right.first });
        }
        let is_left = self.bytes.is_multiple_of(CHUNK as u64) && chunks.is_power_of_two();
        if is_left && self.first.is_multiple_of(2 * chunks) && right.bytes <= self.bytes {
            return Ok(());
        }
        // The length that a left half beside this right one has.
        let expected = (CHUNK as u64).saturating_mul(right.bytes.div_ceil(CHUNK as u64).next_power_of_two());
        Err(Error::Length { argument: "left", expected: as_usize(expected), got: as_usize(self.bytes) })
    }
}

/// For errors, which count bytes so.
fn as_usize(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl fmt::Debug for Blake3Subtree {
    /// Does not print the value, which may depend on a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blake3Subtree").field("first", &self.first).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Blake3 {
    /// The subtree of these bytes, from chunk `first` of the message on, by the mode of this hasher; what it has absorbed does not matter.
    /// Chunks and parents go through the lanes.
    ///
    /// # Errors
    /// As [`Blake3Subtree::from_value`].
    pub fn subtree(&self, first: u64, data: &[u8]) -> Result<Blake3Subtree, Error> {
        let mut subtree = Blake3Subtree::from_value([0; 32], first, data.len() as u64)?;
        subtree.value = self.mode().subtree(data, first);
        Ok(subtree)
    }

    /// The subtree of two halves, as [`Blake3::subtree`] has it of all their bytes.
    ///
    /// # Errors
    /// [`Error::LeafOrder`] if `right` does not begin where `left` ends; [`Error::Length`] if `left` does not have a power of two of whole chunks,
    /// or fewer bytes than `right`.
    pub fn join(&self, left: &Blake3Subtree, right: &Blake3Subtree) -> Result<Blake3Subtree, Error> {
        left.check_halves(right)?;
        let value = self.mode().joined(&left.value, &right.value);
        Blake3Subtree::from_value(value, left.first, left.bytes.saturating_add(right.bytes))
    }

    /// The output of the message whose tree has these two halves. (A message of at most 1024 bytes is a single chunk, and has none.)
    ///
    /// # Errors
    /// As [`Blake3::join`], and [`Error::LeafOrder`] if `left` is not the beginning of the message.
    pub fn root(&self, left: &Blake3Subtree, right: &Blake3Subtree) -> Result<Blake3Reader, Error> {
        if left.first != 0 {
            return Err(Error::LeafOrder { expected: 0, got: left.first });
        }
        left.check_halves(right)?;
        Ok(Blake3Reader::of(self.mode().parent(&left.value, &right.value)))
    }
}
