//! The blocks of one message, in order, followed by as many empty blocks as its output needs.

use super::Message;
use super::family::{Family, NOTHING};

/// Where the next blocks come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Whole blocks of the first piece, in place.
    Piece,
    /// A block that several pieces share, in the buffer.
    Joint,
    /// The rest and the padding, one block or two, in the buffer.
    Last,
    /// Nothing more to absorb: the message's output is there.
    Squeeze,
}

/// An unfinished message. Stays where it is: the buffer is not worth moving.
pub struct Source<'a, F: Family> {
    message: Message<'a>,
    /// The parts of the message that have not been absorbed or copied to the buffer: the bytes that every message begins with, its prefix,
    /// its body, and the bytes that every message ends with.
    pieces: [&'a [u8]; 4],
    stage: Stage,
    /// Bytes of the stage's blocks, and how many of them have been absorbed.
    len: usize,
    done: usize,
    /// Bytes of the message in the first of the last blocks.
    rest: usize,
    buffer: F::Buffer,
}

/// What became of a source that has moved on.
#[derive(PartialEq, Eq)]
pub enum Progress {
    /// There are more blocks.
    More,
    /// A block of output is in the state.
    Output,
}

impl<'a, F: Family> Source<'a, F> {
    /// Nothing to absorb.
    pub const fn idle() -> Self {
        Self {
            message: Message::new(&[]),
            pieces: [&[]; 4],
            stage: Stage::Squeeze,
            len: 0,
            done: 0,
            rest: 0,
            buffer: F::EMPTY,
        }
    }

    /// Begins a message, which `get` puts into its place.
    #[inline]
    pub fn start(&mut self, get: impl FnOnce(&mut Message<'a>), family: &'a F) {
        get(&mut self.message);
        self.pieces = [family.begun(), self.message.prefix, self.message.body, family.ending()];
        self.done = 0;
        self.settle(*family);
    }

    /// The blocks that can be absorbed now: at least one.
    #[inline]
    pub fn blocks(&self, family: F) -> &[u8] {
        match self.stage {
            Stage::Piece => &self.pieces[0][..self.len],
            Stage::Joint => &self.buffer.as_ref()[..self.len],
            // Each of the last blocks has a count of its own.
            Stage::Last if F::COUNTS => &self.buffer.as_ref()[self.done..self.done + family.block_bytes()],
            Stage::Last => &self.buffer.as_ref()[self.done..self.len],
            Stage::Squeeze => &NOTHING[..family.block_bytes()],
        }
    }

    /// How many of the message's bits the next block is hashed with, if it has padding: all, or none if it has no bit of the
    /// message.
    #[inline]
    pub fn count(&self, family: F) -> Option<u128> {
        if self.stage != Stage::Last {
            return None;
        }
        let has_bits = self.done == 0 && (self.rest > 0 || !self.message.tail.is_empty());
        Some(if has_bits { family.bits(&self.message) } else { 0 })
    }

    /// Says that `bytes`, whole blocks, have been absorbed.
    #[inline]
    pub fn advance(&mut self, bytes: usize, family: F) -> Progress {
        match self.stage {
            Stage::Squeeze => {}
            Stage::Piece => {
                self.pieces[0] = &self.pieces[0][bytes..];
                self.len -= bytes;
                if self.len == 0 {
                    self.settle(family);
                }
            }
            Stage::Joint => self.settle(family),
            Stage::Last => {
                self.done += bytes;
                if self.done == self.len {
                    self.stage = Stage::Squeeze;
                }
            }
        }
        if self.stage == Stage::Squeeze { Progress::Output } else { Progress::More }
    }

    /// Finds the next blocks.
    #[inline]
    fn settle(&mut self, family: F) {
        let block = family.block_bytes();
        let mut filled = 0;
        loop {
            let [first, second, third, fourth] = self.pieces;
            if filled == 0 && first.len() >= block {
                self.stage = Stage::Piece;
                self.len = first.len() - first.len() % block;
                return;
            }
            let (now, later) = first.split_at(first.len().min(block - filled));
            self.buffer.as_mut()[filled..filled + now.len()].copy_from_slice(now);
            filled += now.len();
            self.pieces[0] = later;
            if filled == block {
                self.stage = Stage::Joint;
                self.len = block;
                return;
            }
            if second.is_empty() && third.is_empty() && fourth.is_empty() {
                break;
            }
            self.pieces = [second, third, fourth, &[]];
        }
        self.stage = Stage::Last;
        self.rest = filled;
        self.done = 0;
        self.len = family.pad(&mut self.buffer, filled, &self.message);
    }
}

#[cfg(feature = "zeroize")]
impl<F: Family> Drop for Source<'_, F> {
    fn drop(&mut self) {
        crate::wipe::wipe(self.buffer.as_mut());
    }
}
