//! The messages of some rows, ready to be hashed.

use super::Memory;
use std::marker::PhantomData;

/// A message: bytes that are stable as long as the block that it is in is not cleared.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    start: *const u8,
    len: usize,
    block: PhantomData<&'a [u8]>,
}

// SAFETY: it is a shared reference to bytes.
unsafe impl Send for Piece<'_> {}
// SAFETY: as above.
unsafe impl Sync for Piece<'_> {}

impl Piece<'_> {
    #[inline]
    fn new(bytes: &[u8]) -> Self {
        Self { start: bytes.as_ptr(), len: bytes.len(), block: PhantomData }
    }
}

impl AsRef<[u8]> for Piece<'_> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        // SAFETY: `start` is that of a slice that lives as long as the block's owner, or of the block's own copies. Pieces are only lent
        // by the block, and it touches the copies only when it has no piece of them.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}

/// A part of a long row of several columns.
pub(crate) enum Segment<'a> {
    Encoding(Vec<u8>),
    Element(Memory<'a>),
}

/// The messages of some rows of a source that lives for `'a`.
#[derive(Default)]
pub(crate) struct Block<'a> {
    /// One for each row that is not null; empty where `long` has the message.
    pieces: Vec<Piece<'a>>,
    nulls: Vec<usize>,
    long: Vec<(usize, Memory<'a>)>,
    long_rows: Vec<(usize, Vec<Segment<'a>>)>,
    /// Copies of messages that could change.
    copies: Vec<u8>,
}

impl<'a> Block<'a> {
    /// A message of this many bytes is not copied, and is hashed in pieces.
    pub(crate) const LONG: usize = 1 << 20;

    /// Empties it, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.nulls.clear();
        self.long.clear();
        self.long_rows.clear();
        self.copies.clear();
    }

    /// One message for each row that is not null; empty where `long` has it.
    pub(crate) fn pieces(&self) -> &[Piece<'_>] {
        &self.pieces
    }

    /// Rows that are null, counted from the first of the block, in order.
    pub(crate) fn nulls(&self) -> &[usize] {
        &self.nulls
    }

    /// Long messages, with their place in `pieces`, in order.
    pub(crate) fn long(&self) -> &[(usize, Memory<'a>)] {
        &self.long
    }

    /// The same of rows of several columns.
    pub(crate) fn long_rows(&self) -> &[(usize, Vec<Segment<'a>>)] {
        &self.long_rows
    }

    /// `place` is that of an empty message.
    pub(crate) fn set_long_row(&mut self, place: usize, segments: Vec<Segment<'a>>) {
        self.long_rows.push((place, segments));
    }

    pub(crate) fn push_null(&mut self, row: usize) {
        self.nulls.push(row);
    }

    /// Appends a message.
    #[inline]
    pub(crate) fn push(&mut self, bytes: &'a [u8]) {
        if bytes.len() < Self::LONG {
            self.pieces.push(Piece::new(bytes));
        } else {
            self.push_long(Memory::of(bytes));
        }
    }

    #[cold]
    fn push_long(&mut self, memory: Memory<'a>) {
        self.long.push((self.pieces.len(), memory));
        self.pieces.push(Piece::new(&[]));
    }

    /// Fills an empty block with rows of one width.
    pub(crate) fn fill_with_rows(&mut self, memory: Memory<'a>, width: usize, rows: usize) {
        self.clear();
        if width >= Self::LONG {
            (0..rows).for_each(|row| self.push_long(memory.part(row * width, width)));
            return;
        }
        self.copies.resize(rows * width, 0);
        memory.copy_to(0, &mut self.copies);
        self.pieces.extend((0..rows).map(|row| Piece::new(&self.copies[row * width..][..width])));
    }

    /// The same with rows that do not stand one after the other.
    pub(crate) fn fill_with_scattered_rows(&mut self, width: usize, rows: usize, row: impl Fn(usize) -> Memory<'a>) {
        self.clear();
        if width >= Self::LONG {
            (0..rows).for_each(|index| self.push_long(row(index)));
            return;
        }
        self.copies.resize(rows * width, 0);
        for index in 0..rows {
            row(index).copy_to(0, &mut self.copies[index * width..][..width]);
        }
        self.pieces.extend((0..rows).map(|row| Piece::new(&self.copies[row * width..][..width])));
    }

    /// Leaves the first rows.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.nulls.retain(|null| *null < rows);
        let pieces = rows - self.nulls.len();
        self.pieces.truncate(pieces);
        self.long.retain(|(index, _)| *index < pieces);
    }

    /// Puts messages that could change, with their rows, into places of `pieces` that have been left empty, in order. Once for each block.
    pub(crate) fn fill_places(&mut self, messages: impl Iterator<Item = (usize, Memory<'a>)> + Clone) {
        let short = |message: &(usize, Memory<'_>)| message.1.len() < Self::LONG;
        assert!(self.copies.is_empty(), "the block has copies already");
        self.copies.resize(messages.clone().filter(short).map(|(_, memory)| memory.len()).sum(), 0);
        let (nulls, mut rest) = (&self.nulls, &mut self.copies[..]);
        for (row, memory) in messages {
            let place = row - nulls.partition_point(|null| *null < row);
            if memory.len() < Self::LONG {
                let (copy, after) = rest.split_at_mut(memory.len());
                memory.copy_to(0, copy);
                self.pieces[place] = Piece::new(copy);
                rest = after;
            } else {
                let at = self.long.partition_point(|(index, _)| *index < place);
                self.long.insert(at, (place, memory));
            }
        }
    }

    /// Fills an empty block with messages that `write` appends to the copies one after the other; it gives their ends.
    pub(crate) fn fill_with_copies(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Vec<usize>) {
        self.pieces.clear();
        let ends = write(&mut self.copies);
        let mut start = 0;
        for end in ends {
            let copy = &self.copies[start..end];
            self.pieces.push(Piece::new(copy));
            start = end;
        }
    }
}
