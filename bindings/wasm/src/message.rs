//! An unfinished message of any function and its output, and many messages in the buffer.

use crate::wrong::Wrong;
use lanesum::{Error, Hasher, HasherReader, Messages};

/// An unfinished message.
pub(crate) trait Message {
    /// Appends to the message; to a tuple, a string.
    fn update(&mut self, data: &[u8]) -> Result<(), Error>;
    /// Fills `out` with the digest.
    fn finish(self: Box<Self>, out: &mut [u8]) -> Result<(), Error>;
    /// Ends the message of a function of any length.
    fn squeeze(self: Box<Self>) -> Result<Box<dyn Output>, Error>;
    /// The same message so far.
    fn copy(&self) -> Box<dyn Message>;
    /// The digests of many messages that begin with this one.
    fn many(&self, messages: &Column<'_>, digest_len: usize, out: &mut [u8]) -> Result<(), Error>;
}

/// Output of any length, read in pieces.
pub(crate) trait Output {
    /// The next bytes.
    fn read(&mut self, out: &mut [u8]) -> Result<(), Error>;
}

impl Message for Hasher {
    fn update(&mut self, data: &[u8]) -> Result<(), Error> {
        self.try_update(data)
    }

    fn finish(mut self: Box<Self>, out: &mut [u8]) -> Result<(), Error> {
        self.finalize_into_reset(out)
    }

    fn squeeze(self: Box<Self>) -> Result<Box<dyn Output>, Error> {
        Ok(Box::new(self.finalize_with_last_bits(0, 0)?))
    }

    fn copy(&self) -> Box<dyn Message> {
        Box::new(self.clone())
    }

    fn many(&self, messages: &Column<'_>, digest_len: usize, out: &mut [u8]) -> Result<(), Error> {
        self.finalize_many(messages, digest_len, out)
    }
}

impl Output for HasherReader {
    fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        HasherReader::read(self, out)
    }
}

/// Messages that lie one after the other.
pub(crate) struct Column<'a> {
    /// Where each ends, little-endian.
    ends: &'a [[u8; 4]],
    data: &'a [u8],
}

impl<'a> Column<'a> {
    /// `count` numbers, and the messages behind them.
    pub(crate) fn new(bytes: &'a [u8], count: usize) -> Result<Self, Wrong> {
        let (ends, data) = bytes.split_at_checked(count.saturating_mul(4)).ok_or("fewer messages than announced")?;
        let column = Self { ends: ends.as_chunks().0, data };
        let all =
            (0..count).try_fold(0, |start, i| Some(column.end(i)).filter(|end| (start..=data.len()).contains(end)));
        all.map(|_| column).ok_or_else(|| "messages that end before they begin".into())
    }

    fn end(&self, index: usize) -> usize {
        u32::from_le_bytes(self.ends[index]) as usize
    }

    /// The bytes of a message.
    pub(crate) fn bytes(&self, index: usize) -> &'a [u8] {
        &self.data[index.checked_sub(1).map_or(0, |before| self.end(before))..self.end(index)]
    }
}

impl Messages for Column<'_> {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn message(&self, index: usize) -> lanesum::Message<'_> {
        lanesum::Message::new(self.bytes(index))
    }
}
