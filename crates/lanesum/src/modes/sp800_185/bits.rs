//! Strings of any number of bits, and their concatenation without gaps.

use crate::{Backend, Error};
use core::fmt;
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::scheduler::{Choose, Jobs, Message, Survey};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::{Erase, Secret, wipe};
use lanesum_keccak::constructions::sponge::{Sponge, Squeezer};
use lanesum_keccak::sponges::{Sponges, run};

/// A string of any number of bits, borrowed: a key, a name, a customization string, an element of a tuple. In each byte the
/// first bit is the lowest (FIPS 202, section B.1).
///
/// ```
/// use lanesum::{BitStr, cshake128};
/// let mut out = [0; 32];
/// // Eleven bits: the low three of the second byte are the last ones.
/// cshake128(BitStr::from_bits(&[0xa5, 0b101], 11)?, "", "Email Signature", &mut out);
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct BitStr<'a> {
    body: &'a [u8],
    /// The byte with the last bits, as it was given, and their number.
    last: u8,
    bits: u32,
}

impl<'a> BitStr<'a> {
    /// A string of whole bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { body: bytes, last: 0, bits: 0 }
    }

    /// The first `bits` bits of `bytes`. If they end within a byte, its higher bits are ignored.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `bytes` has fewer.
    pub fn from_bits(bytes: &'a [u8], bits: u64) -> Result<Self, Error> {
        let (body, tail) = Tail::split(bytes, bits)?;
        Ok(Self { body, last: tail.lowest(), bits: tail.bits() })
    }

    /// As [`BitStr::from_bits`], but keeps the higher bits of the last byte if `bytepad` pads this string: a key of KMAC, or a
    /// customization string. There, SP 800-185 (section 2.3.3) has zeroes. In other strings, the higher bits are ignored.
    ///
    /// Unless these bits are zeroes, this is not the function of the standard. But NIST's test files for KMAC have the last bits of a key
    /// at the high end of their byte, and the expected answers are for that whole byte. The self-test of the Keccak code package does not
    /// clear the bits either. So implementations differ here. Use whole bytes if you can choose.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `bytes` has fewer.
    pub fn with_whole_last_byte(bytes: &'a [u8], bits: u64) -> Result<Self, Error> {
        let mut this = Self::from_bits(bytes, bits)?;
        if this.bits > 0 {
            this.last = bytes[this.body.len()];
        }
        Ok(this)
    }

    /// The number of bits.
    #[must_use]
    pub const fn bits(&self) -> u128 {
        8 * self.body.len() as u128 + self.bits as u128
    }

    /// Whether the string is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.body.is_empty() && self.bits == 0
    }

    /// The string of a message without its prefix.
    pub(super) const fn of(message: &Message<'a>) -> Self {
        Self { body: message.body, last: message.tail.lowest(), bits: message.tail.bits() }
    }

    /// The whole bytes, and the byte with the last bits, if there are any, which `bytepad` pads to a whole byte.
    pub(super) fn whole_bytes(&self) -> (&'a [u8], LastByte) {
        (self.body, LastByte([self.last], self.bits))
    }

    /// The whole bytes, then the byte with the last bits as it was given, and their number.
    pub(super) const fn parts(&self) -> (&'a [u8], u8, u32) {
        (self.body, self.last, self.bits)
    }
}

/// The byte with the last bits, as it was given; empty if there are no last bits.
pub(super) struct LastByte([u8; 1], u32);

impl LastByte {
    pub(super) fn as_slice(&self) -> &[u8] {
        if self.1 == 0 { &[] } else { &self.0 }
    }
}

impl fmt::Debug for BitStr<'_> {
    /// Prints the length only: it may be a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BitStr").field("bits", &self.bits()).finish_non_exhaustive()
    }
}

impl<'a> From<&'a [u8]> for BitStr<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::new(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for BitStr<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::new(bytes)
    }
}

impl<'a> From<&'a str> for BitStr<'a> {
    fn from(text: &'a str) -> Self {
        Self::new(text.as_bytes())
    }
}

/// The bits that are not a whole byte yet, fewer than eight. Joins strings of bits for a sink of bytes.
#[derive(Clone, Default)]
pub(in crate::modes) struct Joint {
    carry: u8,
    bits: u32,
}

impl Joint {
    /// Appends bytes, and passes the whole bytes to `sink`.
    #[inline]
    pub(super) fn bytes(&mut self, data: &[u8], sink: impl FnMut(&[u8])) {
        if self.bits == 0 { bytes_as_they_are(data, sink) } else { self.shifted(data, sink) }
    }

    #[inline(never)]
    fn shifted(&mut self, data: &[u8], mut sink: impl FnMut(&[u8])) {
        let mut buffer = [0; 256];
        for piece in data.chunks(buffer.len()) {
            for (out, byte) in buffer.iter_mut().zip(piece) {
                let both = u16::from(self.carry) | u16::from(*byte) << self.bits;
                *out = both as u8;
                self.carry = (both >> 8) as u8;
            }
            sink(&buffer[..piece.len()]);
        }
        wipe(&mut buffer);
    }

    /// Appends the low `bits` bits of `last`, at most seven.
    pub(super) fn last(&mut self, last: u8, bits: u32, mut sink: impl FnMut(&[u8])) {
        let last = last & !(0xff << bits);
        let both = u16::from(self.carry) | u16::from(last) << self.bits;
        self.bits += bits;
        self.carry = both as u8;
        if self.bits >= 8 {
            sink(&[self.carry]);
            self.carry = (both >> 8) as u8;
            self.bits -= 8;
        }
    }

    pub(super) fn string(&mut self, string: BitStr<'_>, mut sink: impl FnMut(&[u8])) {
        let (body, last, bits) = string.parts();
        self.bytes(body, &mut sink);
        self.last(last, bits, sink);
    }

    pub(in crate::modes) fn tail(&self) -> Tail {
        Tail::new(self.carry, self.bits).expect("fewer than eight bits")
    }

    pub(super) fn save(&self, out: &mut SavedWriter<'_>) {
        out.bytes(&[self.carry, self.bits as u8]);
    }

    /// The inverse of [`Joint::save`]; `None` for bytes that it cannot have written.
    pub(super) fn restore(saved: &mut SavedReader<'_>) -> Option<Self> {
        let [carry, bits] = *saved.array()?;
        (bits < 8 && carry >> bits == 0).then_some(Self { carry, bits: bits.into() })
    }

    pub(super) fn erase(&mut self) {
        wipe(core::slice::from_mut(&mut self.carry));
        self.bits = 0;
    }
}

/// An empty update must not call `sink`: it changes nothing.
#[inline]
fn bytes_as_they_are(data: &[u8], mut sink: impl FnMut(&[u8])) {
    if !data.is_empty() {
        sink(data);
    }
}

/// A sponge that absorbs strings of bits.
#[derive(Clone)]
pub(crate) struct BitSponge {
    pub(super) sponge: Sponge,
    joint: Joint,
}

impl BitSponge {
    pub(super) fn new(sponge: Sponge) -> Self {
        Self { sponge, joint: Joint::default() }
    }

    #[inline]
    pub(super) fn bytes(&mut self, data: &[u8]) {
        let Self { sponge, joint } = self;
        joint.bytes(data, |data| sponge.update(data));
    }

    pub(super) fn string(&mut self, string: BitStr<'_>) {
        let Self { sponge, joint } = self;
        joint.string(string, |data| sponge.update(data));
    }

    /// Appends a string, then zeroes up to the end of the block. If the last byte is partial, its unused bits are kept as they were given.
    pub(super) fn string_to_block(&mut self, string: BitStr<'_>) {
        let Self { sponge, joint } = self;
        let (body, last, bits) = string.parts();
        joint.bytes(body, |data| sponge.update(data));
        if joint.bits == 0 && bits > 0 {
            sponge.update(&[last]);
        } else {
            joint.last(last, bits, |data| sponge.update(data));
        }
        if joint.bits > 0 {
            sponge.update(&[joint.carry]);
        }
        joint.erase();
        sponge.fill_block();
    }

    pub(super) fn save(&self, out: &mut SavedWriter<'_>) {
        self.sponge.save(out);
        self.joint.save(out);
    }

    /// The inverse of [`BitSponge::save`], for a sponge that continued from `start`; `None` for bytes that it cannot have written.
    pub(super) fn restore_after(start: &Sponge, saved: &mut SavedReader<'_>) -> Option<Self> {
        let sponge = start.restore_after(saved)?;
        Some(Self { sponge, joint: Joint::restore(saved)? })
    }

    /// Whether bits, but no whole byte, have been absorbed since `start`.
    pub(super) fn has_bits_only(&self, start: &Sponge) -> bool {
        self.joint.bits > 0 && self.sponge.is_at(start)
    }

    /// Pads; this sponge must then be reset or dropped.
    pub(super) fn finish_in_place(&mut self) -> Squeezer {
        self.sponge.finish_in_place(self.joint.tail())
    }

    /// Pads, and writes the first bytes of output; this sponge must then be reset or dropped.
    pub(super) fn finish_to(&mut self, out: &mut [u8]) {
        self.sponge.finish_to(self.joint.tail(), out);
    }

    pub(super) fn finish(self) -> Squeezer {
        self.sponge.finish(self.joint.tail())
    }
}

/// The first bytes of output of many messages: the bits absorbed so far, followed by each of `messages` and the whole bytes `ending`. If
/// `KEYED`, everything that depends on the key is erased, in every build.
///
/// If a message or its `ending` begins within a byte, no block can be read in place, and the message is hashed alone.
///
/// # Errors
/// [`Error::Length`] unless `out` has that many bytes for each message; those of [`Choose::new`].
pub(super) fn finish_many<const KEYED: bool>(
    absorbing: &BitSponge,
    backend: Option<Backend>,
    survey: &Survey<'_>,
    ending: &[u8],
    output_bytes: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    let choose = Choose::new::<Sponges<'_>>(backend)?;
    let jobs = Jobs::new(survey, output_bytes, out)?;
    let is_alone = |message: &Message<'_>| absorbing.joint.bits > 0 || !ending.is_empty() && !message.tail.is_empty();
    let mut alone = |message: Message<'_>, out: &mut [u8]| {
        if !is_alone(&message) {
            return false;
        }
        let mut one = Secret(absorbing.clone());
        one.0.bytes(message.prefix);
        one.0.string(BitStr::of(&message));
        one.0.bytes(ending);
        one.0.finish_to(out);
        true
    };
    let any_alone = absorbing.joint.bits > 0 || !ending.is_empty() && survey.whole_bytes().is_err();
    let sponges = Sponges::after(&absorbing.sponge).ending(ending).keyed::<KEYED>();
    run(choose, &sponges, if any_alone { jobs.with_aside(&mut alone) } else { jobs });
    Ok(())
}

impl Erase for BitSponge {
    fn erase(&mut self) {
        self.sponge.erase();
        self.joint.erase();
    }
}
