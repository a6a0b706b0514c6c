//! A message of a batch: [`Message`], and [`Strided`] for messages at equal distances in one buffer.

use crate::Error;
use crate::tail::Tail;
use core::ops::Range;

/// A message of a batch: a prefix, a body, and up to seven last bits, hashed as one without being copied together.
///
/// Prefix and body have any number of bytes. Long messages are read in place, but for the block that both share; short ones may be copied.
/// A prefix that several messages share should be the same slice of memory for all: this saves time, as its bytes are never compared.
/// Functions of whole bytes (`TurboSHAKE`, KT128, KT256) reject last bits with [`Error::WholeBytes`].
///
/// ```
/// use lanesum::{Message, Sha3_256};
/// let leaves: [&[u8]; 2] = [b"left", b"right"];
/// let tagged = leaves.map(|leaf| Message::prefixed(b"\0", leaf));
/// let mut digests = [[0; 32]; 2];
/// Sha3_256::digest_many(&tagged, &mut digests)?;
/// assert_eq!(digests[0], lanesum::sha3_256(b"\0left"));
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Message<'a> {
    pub prefix: &'a [u8],
    pub body: &'a [u8],
    pub tail: Tail,
}

impl<'a> Message<'a> {
    /// A message of whole bytes.
    #[must_use]
    pub const fn new(body: &'a [u8]) -> Self {
        Self::prefixed(&[], body)
    }

    /// The message `prefix || body`.
    #[must_use]
    pub const fn prefixed(prefix: &'a [u8], body: &'a [u8]) -> Self {
        Self { prefix, body, tail: Tail::NONE }
    }

    /// The first `bits` bits of `data`. In a partial byte, these are the bits that the function takes first: for SHA-3, SHAKE and Keccak
    /// the low ones (FIPS 202, section B.1), for SHA-2 and BLAKE the high ones (FIPS 180-4, section 3.1).
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `data` has fewer.
    pub fn from_bits(data: &'a [u8], bits: u64) -> Result<Self, Error> {
        let (body, tail) = Tail::split(data, bits)?;
        Ok(Self { prefix: &[], body, tail })
    }

    /// The same message with `bits` bits of `last` as its last bits, at most 7, in place of any before: the low ones or the high ones, as
    /// with [`Message::from_bits`].
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits.
    pub const fn with_last_bits(self, last: u8, bits: u32) -> Result<Self, Error> {
        match Tail::new(last, bits) {
            Ok(tail) => Ok(Self { tail, ..self }),
            Err(error) => Err(error),
        }
    }

    /// The whole bytes of the message: the prefix, then the body.
    #[must_use]
    pub const fn pieces(&self) -> [&'a [u8]; 2] {
        [self.prefix, self.body]
    }

    /// The bytes in this range of the whole ones, as far as the message has them.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub fn between(&self, range: Range<usize>) -> [&'a [u8]; 2] {
        let cut = |piece: &'a [u8], from: usize, to: usize| &piece[from.min(piece.len())..to.min(piece.len())];
        let of_body = |at: usize| at.saturating_sub(self.prefix.len());
        [cut(self.prefix, range.start, range.end), cut(self.body, of_body(range.start), of_body(range.end))]
    }

    /// The byte with the bits after the whole bytes, and their number, 0 to 7: the low ones or the high ones, as with
    /// [`Message::from_bits`].
    #[must_use]
    pub const fn last_bits(&self) -> (u8, u32) {
        (self.tail.byte(), self.tail.bits())
    }

    /// Whether the prefixes, bodies and last bits of all `others` have the same lengths as this message's.
    #[inline]
    #[doc(hidden)]
    pub fn others_have_its_shape(&self, others: &[Self]) -> bool {
        let differs = |a: &Self| {
            (a.prefix.len() ^ self.prefix.len())
                | (a.body.len() ^ self.body.len())
                | (a.tail.bits() ^ self.tail.bits()) as usize
        };
        others.iter().fold(0, |all, message| all | differs(message)) == 0
    }

    /// Whether the message has this prefix at the same place in memory, as messages that share theirs have. (Bytes are not compared: the
    /// time would tell where secret ones differ.)
    #[inline]
    #[doc(hidden)]
    pub fn has_prefix(&self, prefix: &[u8]) -> bool {
        self.prefix.len() == prefix.len() && (prefix.is_empty() || core::ptr::eq(self.prefix, prefix))
    }

    /// The number of whole bytes.
    #[inline]
    #[doc(hidden)]
    pub const fn bytes(&self) -> usize {
        self.prefix.len().saturating_add(self.body.len())
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

/// A message of a batch: any byte string (`&str`, `String`, `Vec<u8>`, `[u8; N]`, …), and [`Message`].
///
/// For a type of your own, implement `AsRef<[u8]>`. If it has a prefix or ends within a byte, implement this trait instead.
pub trait AsMessage {
    /// The same bytes as a message; nothing is copied.
    fn as_message(&self) -> Message<'_>;
}

impl<T: AsRef<[u8]> + ?Sized> AsMessage for T {
    #[inline]
    fn as_message(&self) -> Message<'_> {
        Message::new(self.as_ref())
    }
}

impl AsMessage for Message<'_> {
    #[inline]
    fn as_message(&self) -> Message<'_> {
        *self
    }
}

/// The messages of a batch: a slice, array or vector of byte strings (`&[&[u8]]`, `Vec<Vec<u8>>`, `[[u8; 32]; 100]`, …), of [`Message`]s,
/// or [`Strided`] ones; or a column of a table, if you implement it.
///
/// The library asks for messages in any order, and more than once (for their lengths). So [`Messages::message`] should be as cheap as
/// reading memory, and must return the same message each time. If messages change during a batch, the digests are unspecified, but there is
/// no undefined behaviour.
pub trait Messages {
    /// The number of messages.
    fn count(&self) -> usize;
    /// The message with this number, which is below [`Messages::count`]. Implementations may panic for other numbers; the library never
    /// asks for them.
    fn message(&self, index: usize) -> Message<'_>;
    /// Copies the messages from number `first` on to `group`, as many as it has room for. (The default calls [`Messages::message`] for
    /// each; your own version saves calls.)
    #[inline]
    fn fetch<'a>(&'a self, first: usize, group: &mut [Message<'a>]) {
        for (i, message) in group.iter_mut().enumerate() {
            *message = self.message(first + i);
        }
    }
    /// Copies the bodies of these messages alone.
    #[doc(hidden)]
    #[inline]
    fn fetch_bodies<'a>(&'a self, first: usize, group: &mut [&'a [u8]]) {
        for (i, body) in group.iter_mut().enumerate() {
            *body = self.message(first + i).body;
        }
    }
    /// All of them, if they are known to lie so: then nobody has to look at each.
    #[doc(hidden)]
    #[inline]
    fn strided(&self) -> Option<Strided<'_>> {
        None
    }
}

impl<T: AsMessage> Messages for [T] {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        self[index].as_message()
    }
}

impl<T: AsMessage, const N: usize> Messages for [T; N] {
    #[inline]
    fn count(&self) -> usize {
        N
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        self[index].as_message()
    }
}

#[cfg(feature = "alloc")]
impl<T: AsMessage> Messages for alloc::vec::Vec<T> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        self[index].as_message()
    }
}

impl<M: Messages + ?Sized> Messages for &M {
    fn count(&self) -> usize {
        M::count(self)
    }

    fn message(&self, index: usize) -> Message<'_> {
        M::message(self, index)
    }

    fn fetch<'a>(&'a self, first: usize, group: &mut [Message<'a>]) {
        M::fetch(self, first, group);
    }

    fn fetch_bodies<'a>(&'a self, first: usize, group: &mut [&'a [u8]]) {
        M::fetch_bodies(self, first, group);
    }

    fn strided(&self) -> Option<Strided<'_>> {
        M::strided(self)
    }
}

/// Messages of equal length in one buffer: message i begins at byte `i * stride`. They may overlap.
///
/// ```
/// use lanesum::{Sha256, Strided};
/// let rows = [7; 1000];
/// let mut digests = [[0; 32]; 10];
/// Sha256::digest_many(&Strided::new(&rows, 64, 100, 10)?, &mut digests)?;
/// assert_eq!(digests[9], lanesum::sha256(&[7; 64]));
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    data: &'a [u8],
    len: usize,
    stride: usize,
    count: usize,
}

impl<'a> Strided<'a> {
    /// `count` messages of `len` bytes each, `stride` bytes from the start of one to the start of the next.
    ///
    /// # Errors
    /// [`Error::TooShort`] if `data` is too short for them.
    pub const fn new(data: &'a [u8], len: usize, stride: usize, count: usize) -> Result<Self, Error> {
        let least = match count.checked_sub(1) {
            None => 0,
            // Saturates: no buffer is that long.
            Some(last) => stride.saturating_mul(last).saturating_add(len),
        };
        if least <= data.len() {
            Ok(Self { data, len, stride, count })
        } else {
            Err(Error::TooShort { argument: "data", least, got: data.len() })
        }
    }

    /// The arguments of [`Strided::new`]: the data, which are long enough, and the three numbers.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn parts(&self) -> (&'a [u8], usize, usize, usize) {
        (self.data, self.len, self.stride, self.count)
    }
}

impl Messages for Strided<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        Message::new(&self.data[index * self.stride..][..self.len])
    }

    #[inline]
    fn strided(&self) -> Option<Strided<'_>> {
        Some(*self)
    }
}
