use crate::Error;
use crate::tail::Tail;

/// A message of a batch: a prefix, a body, and up to seven last bits, hashed as one without being copied together.
///
/// ```
/// use lanesum::{Message, Sha3_256};
/// let leaves: [&[u8]; 2] = [b"left", b"right"];
/// let tagged = leaves.map(|leaf| Message::prefixed(b"\0", leaf));
/// let mut digests = [Default::default(); 2];
/// Sha3_256::digest_many(&tagged, &mut digests)?;
/// assert_eq!(digests[0][..], lanesum::sha3_256(b"\0left"));
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Message<'a> {
    pub(crate) prefix: &'a [u8],
    pub(crate) body: &'a [u8],
    pub(crate) tail: Tail,
}

impl<'a> Message<'a> {
    /// Whole bytes.
    pub const fn new(body: &'a [u8]) -> Self {
        Self::prefixed(&[], body)
    }

    /// `prefix || body`.
    pub const fn prefixed(prefix: &'a [u8], body: &'a [u8]) -> Self {
        Self { prefix, body, tail: Tail::NONE }
    }

    /// The first `bits` bits of `data`. Of a byte that is not whole, they are those that the function takes first: for SHA-3,
    /// SHAKE and Keccak the low ones (FIPS 202, section B.1), for SHA-2 the high ones (FIPS 180-4, section 3.1).
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `data` has fewer.
    pub fn from_bits(data: &'a [u8], bits: u64) -> Result<Self, Error> {
        let (body, tail) = Tail::split(data, bits)?;
        Ok(Self { prefix: &[], body, tail })
    }

    /// The same message with `bits` more bits of `last`, at most 7, in place of any that it ended with: the low ones or the
    /// high ones, as with [`Message::from_bits`].
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits.
    pub const fn with_last_bits(self, last: u8, bits: u32) -> Result<Self, Error> {
        match Tail::new(last, bits) {
            Ok(tail) => Ok(Self { tail, ..self }),
            Err(error) => Err(error),
        }
    }
}

impl<'a> From<&'a [u8]> for Message<'a> {
    fn from(body: &'a [u8]) -> Self {
        Self::new(body)
    }
}

impl<'a> From<&'a str> for Message<'a> {
    fn from(body: &'a str) -> Self {
        Self::new(body.as_bytes())
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Message<'a> {
    fn from(body: &'a [u8; N]) -> Self {
        Self::new(body)
    }
}

// The iterators over messages and outputs are made here, not where they are used: there they would be other types for each
// function, and the queue that takes them be compiled for each.

/// Messages from what they are given as.
pub(crate) fn converted<'a, M: Copy + Into<Message<'a>>>(messages: &[M]) -> impl Iterator<Item = Message<'a>> + Clone {
    messages.iter().map(|message| (*message).into())
}

/// Messages, each preceded by `tag`.
pub(crate) fn prefixed<'a>(tag: &'a [u8], messages: &'a [&'a [u8]]) -> impl Iterator<Item = Message<'a>> + Clone {
    messages.iter().map(move |message| Message::prefixed(tag, message))
}

/// `count` outputs of `bytes` bytes, one after the other in `out`.
pub(crate) fn outputs(count: usize, bytes: usize, out: &mut [u8]) -> Result<impl Iterator<Item = &mut [u8]>, Error> {
    let expected = count.checked_mul(bytes);
    if expected != Some(out.len()) {
        return Err(Error::Length { expected: expected.unwrap_or(usize::MAX), got: out.len() });
    }
    // Nothing is asked of an output of no bytes, but the messages still count.
    let mut rest = out;
    Ok((0..count).map(move |_| {
        let (first, others) = core::mem::take(&mut rest).split_at_mut(bytes);
        rest = others;
        first
    }))
}

/// `count` messages of `len` bytes, `stride` apart.
pub(crate) fn strided(
    data: &[u8],
    len: usize,
    stride: usize,
    count: usize,
) -> Result<impl Iterator<Item = Message<'_>>, Error> {
    let expected = match count {
        0 => Some(0),
        _ => stride.checked_mul(count - 1).and_then(|start| start.checked_add(len)),
    };
    if expected.is_none_or(|expected| expected > data.len()) {
        return Err(Error::Length { expected: expected.unwrap_or(usize::MAX), got: data.len() });
    }
    Ok((0..count).map(move |i| Message::new(&data[i * stride..i * stride + len])))
}

/// How long messages are that may share lanes: the mean of all but the longest, which goes on alone when the others have ended.
pub(crate) fn typical<'a>(messages: impl Iterator<Item = Message<'a>>) -> usize {
    let (mut all, mut longest, mut count) = (0_usize, 0, 0);
    for Message { prefix, body, .. } in messages {
        let len = prefix.len().saturating_add(body.len());
        all = all.saturating_add(len);
        longest = longest.max(len);
        count += 1;
    }
    if count > 1 { (all - longest) / (count - 1) } else { longest }
}

/// For functions that take whole bytes only.
pub(crate) fn whole_bytes<'a>(mut messages: impl Iterator<Item = Message<'a>>) -> Result<(), Error> {
    if messages.all(|message| message.tail.is_empty()) { Ok(()) } else { Err(Error::WholeBytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_is_not_typical() {
        let of = |lengths: &[usize]| typical(lengths.iter().map(|len| Message::new(&[0; 100][..*len])));
        assert_eq!([of(&[]), of(&[7]), of(&[100, 3])], [0, 7, 3]);
        assert_eq!([of(&[3, 100, 3]), of(&[50; 9]), of(&[0, 10, 20, 90])], [3, 50, 10]);
        // Prefixes count; what has no bytes does not.
        let bits = Message::new(&[1; 5]).with_last_bits(1, 1).expect("one bit");
        assert_eq!(typical([Message::prefixed(&[0; 40], &[0; 2]), bits].into_iter()), 5);
    }
}
