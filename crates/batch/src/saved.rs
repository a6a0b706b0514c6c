//! The format of a saved state, which all functions share:
//!
//! | bytes | content |
//! | --- | --- |
//! | 3 | `lns` |
//! | 1 | the version of the format, 1 |
//! | 16 | the function's name as its standard writes it, padded with zeroes |
//! | … | the function's contents, the same on every backend; numbers are big-endian |
//! | 8 | the 64-bit FNV-1a checksum of all bytes before it |
//!
//! The checksum detects damage, not manipulation: anyone can compute it. So each function rejects a state whose parts contradict each
//! other. Any other state is accepted: it may be that of some message.

use crate::Error;
use crate::SavedError;

const MAGIC: [u8; 3] = *b"lns";
const VERSION: u8 = 1;
const NAME: usize = 16;
const HEAD: usize = MAGIC.len() + 1 + NAME;
const CHECK: usize = 8;

/// Bytes of the head and the checksum.
pub const FRAME: usize = HEAD + CHECK;

fn head(name: &str) -> [u8; HEAD] {
    assert!(name.len() <= NAME, "a name that does not fit");
    let mut head = [0; HEAD];
    head[..3].copy_from_slice(&MAGIC);
    head[3] = VERSION;
    head[4..4 + name.len()].copy_from_slice(name.as_bytes());
    head
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_be_bytes()
}

/// Fills `saved`: head and checksum, and between them the contents, which `write` must fill completely.
pub fn save(name: &str, saved: &mut [u8], write: impl FnOnce(&mut SavedWriter<'_>)) {
    let (all, checksum) = saved.split_last_chunk_mut().expect("room for a checksum");
    let mut writing = SavedWriter(all);
    writing.bytes(&head(name));
    write(&mut writing);
    assert!(writing.0.is_empty(), "a state of another length");
    *checksum = check(all);
}

/// As [`save`], in a new vector, with contents of this many bytes.
#[cfg(feature = "alloc")]
pub fn save_to_vec(name: &str, bytes: usize, write: impl FnOnce(&mut SavedWriter<'_>)) -> alloc::vec::Vec<u8> {
    let mut saved = alloc::vec![0; FRAME + bytes];
    save(name, &mut saved, write);
    saved
}

/// Checks head and checksum of a saved state of this function, and returns the result of `read` for its contents.
///
/// # Errors
/// [`Error::Saved`] for other bytes, if `read` gives `None`, or if it does not read all contents.
pub fn restore<'a, T>(
    name: &str,
    saved: &'a [u8],
    read: impl FnOnce(&mut SavedReader<'a>) -> Option<T>,
) -> Result<T, Error> {
    let (found, contents) = open(saved)?;
    if *found != head(name) {
        return Err(Error::Saved(SavedError::Other));
    }
    let mut reading = SavedReader(contents);
    read(&mut reading).filter(|_| reading.0.is_empty()).ok_or(Error::Saved(SavedError::Length))
}

/// Tells of each function's name whether `saved`, a whole saved state, is one of this function.
///
/// # Errors
/// [`Error::Saved`] for other bytes.
pub fn is_of(saved: &[u8]) -> Result<impl Fn(&str) -> bool, Error> {
    open(saved).map(|(found, _)| |name: &str| *found == head(name))
}

/// Checks magic, version and checksum; returns head and contents.
fn open(saved: &[u8]) -> Result<(&[u8; HEAD], &[u8]), Error> {
    let nothing = Error::Saved(SavedError::Nothing);
    let (all, stated) = saved.split_last_chunk::<CHECK>().ok_or(nothing)?;
    let (head, contents) = all.split_first_chunk::<HEAD>().ok_or(nothing)?;
    if head[..3] != MAGIC {
        return Err(nothing);
    }
    if head[3] != VERSION {
        return Err(Error::Saved(SavedError::Version(head[3])));
    }
    if check(all) != *stated {
        return Err(Error::Saved(SavedError::Checksum));
    }
    Ok((head, contents))
}

/// The part of the contents that is still to be written.
pub struct SavedWriter<'a>(&'a mut [u8]);

impl SavedWriter<'_> {
    /// Returns the next `count` bytes; the caller fills them.
    pub fn place(&mut self, count: usize) -> &mut [u8] {
        let (place, rest) = core::mem::take(&mut self.0).split_at_mut(count);
        self.0 = rest;
        place
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.place(bytes.len()).copy_from_slice(bytes);
    }
}

/// The part of the contents that is still to be read.
pub struct SavedReader<'a>(&'a [u8]);

impl<'a> SavedReader<'a> {
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    pub fn array<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        self.bytes(N)?.first_chunk()
    }

    #[must_use]
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    pub fn rest(&mut self) -> &'a [u8] {
        core::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn saved() -> Vec<u8> {
        let mut saved = std::vec![0; FRAME + 3];
        save("A-1", &mut saved, |writing| writing.bytes(&[1, 2, 3]));
        saved
    }

    fn read(saved: &[u8]) -> Result<[u8; 3], Error> {
        restore("A-1", saved, |reading| reading.array().copied())
    }

    #[test]
    fn the_format_stays_as_it_is() {
        let mut expected = b"lns\x01A-1\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03".to_vec();
        // Computed by a few lines of Python.
        expected.extend_from_slice(&0x86dd_8405_c075_c30c_u64.to_be_bytes());
        assert_eq!(saved(), expected);
        // The published test value of FNV-1a.
        assert_eq!(check(b"foobar"), 0x8594_4171_f739_67e8_u64.to_be_bytes());
    }

    #[test]
    fn nothing_else_is_restored() {
        let good = saved();
        assert_eq!(read(&good), Ok([1, 2, 3]));
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                let expected = match at {
                    0..3 => SavedError::Nothing,
                    3 => SavedError::Version(bad[3]),
                    _ => SavedError::Checksum,
                };
                assert_eq!(read(&bad), Err(Error::Saved(expected)), "byte {at}, bit {bit}");
            }
        }
        for len in 0..good.len() {
            assert!(matches!(read(&good[..len]), Err(Error::Saved(_))), "{len} bytes");
        }
        let other = restore("A-2", &good, |reading| reading.array::<3>().copied());
        assert_eq!(other, Err(Error::Saved(SavedError::Other)));
        let more = restore("A-1", &good, |reading| reading.array::<4>().copied());
        assert_eq!(more, Err(Error::Saved(SavedError::Length)));
        let less = restore("A-1", &good, |reading| reading.array::<2>().copied());
        assert_eq!(less, Err(Error::Saved(SavedError::Length)));
    }
}
