//! The content of a line, and the parts that all kinds of lines share: names and digests.

use std::sync::Arc;

use super::kind::SHORTEST_BITS;
use super::packages::Packages;
use crate::comments::Stamp;
use crate::escape::{byte_of, unescaped};
use crate::line::LineStyle;
use crate::subject::NAME_BYTES;
use crate::tag::Tag;

/// The content of a proper line: with the name as it stands there, or as the subject that has it here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry<N = Vec<u8>> {
    pub(crate) form: LineStyle,
    pub(crate) name: N,
    /// One, or as many as a line of hashdeep has.
    pub(crate) digests: Vec<(Tag, Vec<u8>)>,
    /// The size of the file in bytes, if the line states it.
    pub(crate) size: Option<u64>,
    /// Is the form one that only other programs write?
    pub(crate) foreign: bool,
    /// If the line does not tell the function: all that may have made the digest, the likeliest first, whose tag stands there.
    pub(crate) guess: Arc<[Tag]>,
    /// The size and time of the file, from a comment just before the line.
    pub(crate) stamp: Option<Stamp>,
}

impl<N> Entry<N> {
    /// Of a line that tells its function, and not the size.
    pub(crate) fn new(form: LineStyle, name: N, digests: Vec<(Tag, Vec<u8>)>, foreign: bool) -> Self {
        Self { form, name, digests, size: None, foreign, guess: Arc::default(), stamp: None }
    }
}

/// The functions that give digests of one length, in one list.
#[derive(Clone)]
pub(super) struct Fitting {
    /// Digits, of hexadecimal.
    pub(super) length: usize,
    /// The likeliest first.
    pub(super) tags: Arc<[Tag]>,
    pub(super) bits: u64,
}

/// Why a line is no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Improper,
    /// A digest by a function that lanesum does not have.
    Unsupported(String),
    /// A line about the list itself.
    Comment,
    /// A line of what lists packages, not files.
    Packages(Packages),
    /// This line ends an entry that earlier lines have begun. The caller gets that entry now, and this line again.
    Before(Box<Entry>),
    /// The same, but what has ended is no entry.
    ImproperBefore,
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
        unescaped(name, byte_of).ok_or(Improper)
    }
}

pub(super) fn is_hex(text: &[u8]) -> bool {
    // Without an end before the last byte, the compiler takes many bytes at a time.
    text.iter().fold(true, |all, byte| all & byte.is_ascii_hexdigit())
}

/// A digest of a given number of bits in hexadecimal, or in base64 with padding (RFC 4648, section 4). The two cannot be confused: base64
/// with the same number of characters as hexadecimal ends with padding.
pub(super) fn digest(text: &[u8], bits: u64) -> Option<Vec<u8>> {
    let bytes = usize::try_from(bits.div_ceil(8)).ok()?;
    let hexadecimal = Some(text.len()) == bytes.checked_mul(2);
    let digest = hexadecimal.then(|| data_encoding::HEXLOWER_PERMISSIVE.decode(text).ok()).flatten();
    let digest = digest.or_else(|| data_encoding::BASE64.decode(text).ok());
    let digest = digest.filter(|digest| digest.len() == bytes)?;
    let last_bits = (bits.checked_sub(1)?) % 8 + 1;
    digest.last().is_some_and(|&last| u32::from(last) >> last_bits == 0).then_some(digest)
}

/// The digits of base32 as Nix has them. It writes the last bits of a digest first.
const NIX: &[u8; 32] = b"0123456789abcdfghijklmnpqrsvwxyz";

/// As [`digest`], or in base32 without padding, as rhash writes it (RFC 4648, section 6, in any case), or as Nix does. The length tells
/// base32 from the others.
pub(super) fn digest_in_any_base(text: &[u8], bits: u64) -> Option<Vec<u8>> {
    let bytes = usize::try_from(bits / 8).ok()?;
    if let Some(digest) = digest(text, bits) {
        return Some(digest);
    }
    if bits < SHORTEST_BITS || !bits.is_multiple_of(8) || text.len() != (bytes * 8).div_ceil(5) {
        return None;
    }
    let rhash = data_encoding::BASE32_NOPAD.decode(&text.to_ascii_uppercase()).ok();
    rhash.filter(|digest| digest.len() == bytes).or_else(|| nix(text, bytes))
}

/// A digest in the base32 of Nix.
pub(super) fn nix(text: &[u8], bytes: usize) -> Option<Vec<u8>> {
    let mut digest = vec![0_u8; bytes];
    if text.len() != (bytes * 8).div_ceil(5) {
        return None;
    }
    for (number, digit) in text.iter().rev().enumerate() {
        let value = NIX.iter().position(|nix| nix == digit)? as u16;
        let (at, shift) = (number * 5 / 8, number * 5 % 8);
        let [low, high] = (value << shift).to_le_bytes();
        *digest.get_mut(at)? |= low;
        match digest.get_mut(at + 1) {
            Some(byte) => *byte |= high,
            // Bits that no digest has.
            None if high != 0 => return None,
            None => {}
        }
    }
    Some(digest)
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

pub(super) fn trim_blanks(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len());
    &text[start..]
}
