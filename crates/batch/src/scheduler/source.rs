//! The blocks of one message, in order. After the last one, the source yields blocks of zeroes, for the permutations that squeeze.

use super::Message;
use super::function::{BlockFunction, NOTHING};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Whole blocks of the first piece, in place.
    Piece,
    /// A block that crosses from one piece to the next, in the buffer.
    Joint,
    /// The last bytes with the padding, one block or two, in the buffer.
    Last,
    /// Nothing is left to absorb: output is in the state.
    Squeeze,
}

/// An unfinished message. Never moved, because the buffer is large.
pub struct Source<'a, F: BlockFunction> {
    message: Message<'a>,
    /// The parts of the message that are neither absorbed nor in the buffer: the bytes before every message, its prefix, its body, and the
    /// bytes after every message.
    pieces: [&'a [u8]; 4],
    stage: Stage,
    /// Bytes of this stage's blocks, and the number of bytes absorbed.
    len: usize,
    done: usize,
    /// Bytes of the message in the first padded block.
    rest: usize,
    pub(crate) buffer: F::Buffer,
}

/// The stage after an advance.
#[derive(PartialEq, Eq)]
pub enum Progress {
    More,
    /// A block of output is in the state.
    Output,
}

impl<'a, F: BlockFunction> Source<'a, F> {
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

    /// Begins the message that `get` writes.
    #[inline]
    pub fn start(&mut self, get: impl FnOnce(&mut Message<'a>), function: &'a F) {
        get(&mut self.message);
        self.pieces = [function.begun(), self.message.prefix, self.message.body, function.ending()];
        self.done = 0;
        self.settle(*function);
    }

    /// The blocks that can be absorbed now; at least one.
    #[inline]
    pub fn blocks(&self, function: F) -> &[u8] {
        match self.stage {
            Stage::Piece => &self.pieces[0][..self.len],
            Stage::Joint => &self.buffer.as_ref()[..self.len],
            // One at a time: each of the last blocks has its own counter.
            Stage::Last if F::COUNTS => &self.buffer.as_ref()[self.done..self.done + function.block_bytes()],
            Stage::Last => &self.buffer.as_ref()[self.done..self.len],
            Stage::Squeeze => &NOTHING[..function.block_bytes()],
        }
    }

    /// The counter of the next block if it has padding: the message's bits, or 0 if the block has none of them. `None` without padding.
    #[inline]
    pub fn count(&self, function: F) -> Option<u128> {
        if self.stage != Stage::Last {
            return None;
        }
        let has_bits = self.done == 0 && (self.rest > 0 || !self.message.tail.is_empty());
        Some(if has_bits { function.bits(&self.message) } else { 0 })
    }

    /// Notes that `bytes` bytes, whole blocks, were absorbed.
    #[inline]
    pub fn advance(&mut self, bytes: usize, function: F) -> Progress {
        match self.stage {
            Stage::Squeeze => {}
            Stage::Piece => {
                self.pieces[0] = &self.pieces[0][bytes..];
                self.len -= bytes;
                if self.len == 0 {
                    self.settle(function);
                }
            }
            Stage::Joint => self.settle(function),
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
    fn settle(&mut self, function: F) {
        let block = function.block_bytes();
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
        self.len = function.pad(&mut self.buffer, filled, &self.message);
    }
}
