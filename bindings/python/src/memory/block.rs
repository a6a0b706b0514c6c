//! The messages of some rows, ready to be hashed.

use super::Memory;
use std::marker::PhantomData;
use zeroize::Zeroize;

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
    pairs: Option<Box<Pairs<'a>>>,
}

/// A key, salt or prefix for each of a block's pieces, and where the bytes of both are.
struct Pairs<'a> {
    others: Vec<Piece<'a>>,
    long: Vec<Vec<u8>>,
    blocks: [Block<'a>; 2],
}

impl Drop for Pairs<'_> {
    /// Erases the copies: there may be keys and passwords among them.
    fn drop(&mut self) {
        self.long.zeroize();
        self.blocks.iter_mut().for_each(|block| block.copies.zeroize());
    }
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
        self.pairs = None;
    }

    /// Fills an empty block with the first rows of two blocks: messages, and what each of them has beside it. A row is null if either is.
    pub(crate) fn fill_with_pairs(&mut self, messages: Self, others: Self, rows: usize) {
        let mut pairs = Pairs { others: Vec::with_capacity(rows), long: Vec::new(), blocks: [messages, others] };
        let [messages, others] = &pairs.blocks;
        let (mut message, mut other) = (Cursor::default(), Cursor::default());
        for row in 0..rows {
            let (Some((piece, long)), Some((beside, long_beside))) =
                (message.next(messages, row), other.next(others, row))
            else {
                self.nulls.push(row);
                continue;
            };
            if let Some(memory) = long {
                self.long.push((self.pieces.len(), memory));
            }
            self.pieces.push(piece);
            pairs.others.push(match long_beside {
                None => beside,
                Some(memory) => {
                    let mut copy = vec![0; memory.len()];
                    memory.copy_to(0, &mut copy);
                    let piece = Piece::new(&copy);
                    pairs.long.push(copy);
                    piece
                }
            });
        }
        self.pairs = Some(Box::new(pairs));
    }

    /// What each of `pieces` has beside it: nothing, unless the block was filled with pairs.
    pub(crate) fn others(&self) -> &[Piece<'_>] {
        self.pairs.as_ref().map_or(&[], |pairs| &pairs.others)
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

/// A place in a block whose rows are taken one after the other.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cursor {
    piece: usize,
    null: usize,
    long: usize,
}

impl Cursor {
    /// The piece of the next row, and its bytes if it is long; `None` for null.
    pub(crate) fn next<'a>(&mut self, block: &Block<'a>, row: usize) -> Option<(Piece<'a>, Option<Memory<'a>>)> {
        if block.nulls.get(self.null) == Some(&row) {
            self.null += 1;
            return None;
        }
        let piece = self.piece;
        self.piece += 1;
        let long = block.long.get(self.long).filter(|(index, _)| *index == piece).map(|(_, memory)| *memory);
        self.long += usize::from(long.is_some());
        Some((block.pieces[piece], long))
    }
}
