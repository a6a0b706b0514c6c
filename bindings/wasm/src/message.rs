//! Many messages in the buffer.

use crate::wrong::Wrong;
use lanesum::Messages;

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
