//! Collects the messages of a range of rows, from lists, buffers or Arrow columns.

use super::template::Template;
use crate::memory::buffer::Rows;
use crate::memory::column::{ArrowColumn, Dictionary, Malformed};
use crate::memory::list::Held;
use crate::memory::{Block, Cursor, Memory, Segment};

/// Bytes of messages, or of their digests, after which no further message is gathered, so that Ctrl-C is seen in time: some milliseconds
/// of work.
pub(super) const ENOUGH: usize = 8 << 20;

/// Rows that messages can be taken from by any thread.
pub(super) trait Source: Sync {
    /// How many there are.
    fn rows(&self) -> usize;

    /// Fills an empty block with messages from row `first` on, at most `most` rows, and says how many.
    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed>;
}

/// As `Source::gather`, of rows that `get` gives one by one.
#[inline]
pub(super) fn each<'a>(
    most: usize,
    block: &mut Block<'a>,
    mut get: impl FnMut(usize) -> Result<Option<&'a [u8]>, Malformed>,
) -> Result<usize, Malformed> {
    let mut bytes = 0;
    for row in 0..most {
        match get(row)? {
            None => block.push_null(row),
            Some(message) => {
                bytes += message.len();
                block.push(message);
                if bytes > ENOUGH {
                    return Ok(row + 1);
                }
            }
        }
    }
    Ok(most)
}

impl Source for ArrowColumn {
    fn rows(&self) -> usize {
        self.len()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        each(most, block, |row| self.get(first + row))
    }
}

/// The values of a dictionary.
impl Source for Dictionary<'_> {
    fn rows(&self) -> usize {
        self.values()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        each(most, block, |row| self.value(first + row))
    }
}

impl Source for Rows {
    fn rows(&self) -> usize {
        self.count()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        let width = self.width();
        let rows = most.min((ENOUGH / width.max(1)).max(1));
        match self.together(first, rows) {
            Some(memory) => block.fill_with_rows(memory, width, rows),
            None => block.fill_with_scattered_rows(width, rows, |row| self.row(first + row)),
        }
        Ok(rows)
    }
}

impl Source for Held {
    fn rows(&self) -> usize {
        self.len()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        let mut messages = self.messages(first..first + most);
        let mut rows = each(most, block, |_| Ok(messages.next().flatten()))?;
        if self.has_views() {
            let mut bytes = 0;
            let views = self.views_in(first..first + rows);
            // No more of them either than Ctrl-C can wait for.
            let enough = |(_, memory): &(usize, Memory<'_>)| {
                bytes += memory.len();
                bytes > ENOUGH
            };
            if let Some((last, _)) = views.clone().find(enough) {
                rows = last - first + 1;
                block.truncate(rows);
            }
            block.fill_places(self.views_in(first..first + rows).map(|(index, memory)| (index - first, memory)));
        }
        Ok(rows)
    }
}

/// Messages, and a column with a key, a salt or a prefix for each.
pub(super) struct Pairs<'a> {
    pub(super) messages: &'a dyn Source,
    pub(super) others: &'a dyn Source,
}

impl Source for Pairs<'_> {
    fn rows(&self) -> usize {
        self.messages.rows()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        let (mut messages, mut others) = (Block::default(), Block::default());
        let rows = self.messages.gather(first, most, &mut messages)?;
        // A column of long ones ends the block for both.
        let rows = self.others.gather(first, rows, &mut others)?;
        block.fill_with_pairs(messages, others, rows);
        Ok(rows)
    }
}

/// The same bytes in each row.
pub(super) struct Same<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) rows: usize,
}

impl Source for Same<'_> {
    fn rows(&self) -> usize {
        self.rows
    }

    fn gather<'a>(&'a self, _: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        each(most, block, |_| Ok(Some(self.bytes)))
    }
}

/// Columns whose rows are tuples.
pub(super) struct Tuples<'a> {
    pub(super) columns: Vec<&'a dyn Source>,
    pub(super) rows: usize,
    /// The bytes that end the encoding of each row.
    pub(super) end: Vec<u8>,
}

impl<'c> Tuples<'c> {
    pub(super) fn new(columns: Vec<&'c dyn Source>, rows: usize, template: &Template) -> Self {
        Self { columns, rows, end: template.tuple_end() }
    }
}

/// `left_encode` (SP 800-185, section 2.3.1) of a number of bits.
fn left_encode(bits: u64, out: &mut Vec<u8>) {
    let bytes = bits.to_be_bytes();
    let zeroes = (bits.leading_zeros() as usize / 8).min(7);
    out.push((8 - zeroes) as u8);
    out.extend_from_slice(&bytes[zeroes..]);
}

impl Source for Tuples<'_> {
    fn rows(&self) -> usize {
        self.rows
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        let mut parts: Vec<Block<'a>> = Vec::with_capacity(self.columns.len());
        let mut rows = most;
        for (index, column) in self.columns.iter().enumerate() {
            let mut part = Block::default();
            // A column of long messages ends the block for all.
            rows = column.gather(first, rows, &mut part).map_err(|error| error.in_column(index))?;
            parts.push(part);
        }
        let mut encoding = Encoding { rows, nulls: Vec::new(), long: Vec::new() };
        block.fill_with_copies(|copies| encoding.encode(&parts, &self.end, copies));
        encoding.nulls.into_iter().for_each(|row| block.push_null(row));
        encoding.long.into_iter().for_each(|(place, segments)| block.set_long_row(place, segments));
        Ok(encoding.rows)
    }
}

/// The result of encoding rows: how many rows, which of them are null, and the segments of the long ones.
struct Encoding<'a> {
    rows: usize,
    nulls: Vec<usize>,
    long: Vec<(usize, Vec<Segment<'a>>)>,
}

impl<'a> Encoding<'a> {
    /// Appends the encoding of each row that has no null, and gives their ends. Takes fewer rows than there are if they are long.
    fn encode(&mut self, parts: &[Block<'a>], end: &[u8], copies: &mut Vec<u8>) -> Vec<usize> {
        let mut cursors = vec![Cursor::default(); parts.len()];
        let mut ends = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            let begin = copies.len();
            let mut null = false;
            let mut segments = Vec::new();
            for (part, cursor) in parts.iter().zip(&mut cursors) {
                match cursor.next(part, row) {
                    None => null = true,
                    Some((piece, None)) => {
                        left_encode(8 * piece.as_ref().len() as u64, copies);
                        copies.extend_from_slice(piece.as_ref());
                    }
                    Some((_, Some(memory))) => {
                        left_encode(8 * memory.len() as u64, copies);
                        segments.push(Segment::Encoding(copies.split_off(begin)));
                        segments.push(Segment::Element(memory));
                    }
                }
            }
            if null {
                copies.truncate(begin);
                self.nulls.push(row);
                continue;
            }
            copies.extend_from_slice(end);
            if !segments.is_empty() {
                segments.push(Segment::Encoding(copies.split_off(begin)));
                self.long.push((ends.len(), segments));
            }
            ends.push(copies.len());
            if copies.len() > ENOUGH {
                self.rows = row + 1;
                break;
            }
        }
        ends
    }
}
