//! The content of a line, and the parts that all kinds of lines share: names and digests.

use crate::escape::byte_of;
use crate::line::LineStyle;
use crate::subject::NAME_BYTES;
use crate::tag::Tag;

/// What a proper line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) form: LineStyle,
    pub(super) name: Vec<u8>,
    /// One, or as many as a line of hashdeep has.
    pub(super) digests: Vec<(Tag, Vec<u8>)>,
    /// The size of the file in bytes, if the line states it.
    pub(super) size: Option<u64>,
    /// Is the form one that only other programs write?
    pub(super) foreign: bool,
    /// Does nothing but the digest's length tell the function?
    pub(super) guessed: bool,
}

/// Why a line is no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Improper,
    /// A digest by a function that lanesum does not have.
    Unsupported(String),
    /// A line about the list itself.
    Comment,
    /// Digest and name are there, but any of several functions may have made it.
    Undecided {
        bits: u64,
        name: Vec<u8>,
    },
}

use Refused::Improper;

/// How names stand in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    Plain,
    Escaped,
}

impl Names {
    pub(super) fn read(self, name: &[u8]) -> Result<Vec<u8>, Refused> {
        if name.len() > NAME_BYTES || name.contains(&0) {
            return Err(Improper);
        }
        if self == Self::Plain {
            return Ok(name.to_vec());
        }
        let mut plain = Vec::with_capacity(name.len());
        let mut bytes = name.iter().copied();
        while let Some(byte) = bytes.next() {
            plain.push(if byte == b'\\' { bytes.next().and_then(byte_of).ok_or(Improper)? } else { byte });
        }
        Ok(plain)
    }
}

pub(super) fn is_hex(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_hexdigit)
}

/// A digest of a given number of bits in hexadecimal, or in base64 with padding (RFC 4648, section 4). The two cannot be confused: base64
/// with the same number of characters as hexadecimal ends with padding.
pub(super) fn digest(text: &[u8], bits: u64) -> Option<Vec<u8>> {
    let bytes = usize::try_from(bits.div_ceil(8)).ok()?;
    let digest = if Some(text.len()) == bytes.checked_mul(2) && is_hex(text) {
        data_encoding::HEXLOWER_PERMISSIVE.decode(text)
    } else {
        data_encoding::BASE64.decode(text)
    };
    let digest = digest.ok().filter(|digest| digest.len() == bytes)?;
    let last_bits = (bits.checked_sub(1)?) % 8 + 1;
    digest.last().is_some_and(|&last| u32::from(last) >> last_bits == 0).then_some(digest)
}
