//! The blocks of one message, in order, then as many empty ones as its output needs.

use super::Message;
use super::family::Family;

/// Zeroes to absorb while squeezing.
static NOTHING: [u8; 192] = [0; 192];

/// Where the next blocks come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Whole blocks of the prefix.
    Prefix,
    /// The block that begins in the prefix and ends in the body, in the buffer.
    Straddle,
    /// Whole blocks of the body.
    Body,
    /// The rest and the padding, one block or two, in the buffer.
    Last,
    /// Nothing more to absorb: the message's output is there.
    Squeeze,
}

/// A message under way. Stays where it is: the buffer is not worth moving.
pub(super) struct Source<'a, F: Family> {
    /// What of the message has not been absorbed, or copied to the buffer.
    message: Message<'a>,
    /// Whole bytes of all of it.
    message_bytes: usize,
    stage: Stage,
    /// Bytes of the stage's blocks, and how many of them have been absorbed.
    len: usize,
    done: usize,
    buffer: F::Buffer,
}

/// What became of a source that has moved on.
#[derive(PartialEq, Eq)]
pub(super) enum Progress {
    /// There are more blocks.
    More,
    /// A block of output is in the state.
    Output,
}

impl<'a, F: Family> Source<'a, F> {
    /// Nothing to absorb.
    pub(super) const fn idle() -> Self {
        Self { message: Message::new(&[]), message_bytes: 0, stage: Stage::Squeeze, len: 0, done: 0, buffer: F::EMPTY }
    }

    /// Begins a message.
    #[inline]
    pub(super) fn start(&mut self, message: Message<'a>, family: F) {
        self.message = message;
        self.message_bytes = message.prefix.len() + message.body.len();
        self.done = 0;
        if message.prefix.is_empty() {
            self.stage = Stage::Body;
            self.len = whole(message.body, family);
        } else {
            self.stage = Stage::Prefix;
            self.len = whole(message.prefix, family);
        }
        self.settle(family);
    }

    /// The blocks that can be absorbed now: at least one.
    #[inline]
    pub(super) fn blocks(&self, family: F) -> &[u8] {
        let all = match self.stage {
            Stage::Prefix => self.message.prefix,
            Stage::Body => self.message.body,
            // Each of the last blocks has a count of its own.
            Stage::Last if F::COUNTS => return &self.buffer.as_ref()[self.done..self.done + family.block_bytes()],
            Stage::Straddle | Stage::Last => self.buffer.as_ref(),
            Stage::Squeeze => return &NOTHING[..family.block_bytes()],
        };
        &all[self.done..self.len]
    }

    /// How many of the message's bits the next block is hashed with, if it has padding: all, or none if it has no bit of the
    /// message.
    #[inline]
    pub(super) fn count(&self) -> Option<u128> {
        let Message { prefix, body, tail } = self.message;
        if self.stage != Stage::Last {
            return None;
        }
        let has_bits = self.done == 0 && !(prefix.is_empty() && body.is_empty() && tail.is_empty());
        Some(if has_bits { 8 * self.message_bytes as u128 + u128::from(tail.bits()) } else { 0 })
    }

    /// Says that `bytes`, whole blocks, have been absorbed.
    #[inline]
    pub(super) fn advance(&mut self, bytes: usize, family: F) -> Progress {
        if self.stage != Stage::Squeeze {
            self.done += bytes;
            self.settle(family);
        }
        if self.stage == Stage::Squeeze { Progress::Output } else { Progress::More }
    }

    /// Goes on to the next stage that has blocks, where this one has none left.
    #[inline]
    fn settle(&mut self, family: F) {
        while self.done == self.len {
            self.done = 0;
            self.len = 0;
            match self.stage {
                Stage::Prefix => {
                    self.message.prefix = &self.message.prefix[whole(self.message.prefix, family)..];
                    self.stage = Stage::Straddle;
                    self.straddle(family);
                }
                Stage::Straddle => {
                    self.stage = Stage::Body;
                    if self.message.prefix.is_empty() {
                        self.len = whole(self.message.body, family);
                    }
                }
                Stage::Body => {
                    if self.message.prefix.is_empty() {
                        self.message.body = &self.message.body[whole(self.message.body, family)..];
                    }
                    self.stage = Stage::Last;
                    self.len = family.pad(self.message, self.message_bytes, &mut self.buffer);
                }
                Stage::Last | Stage::Squeeze => {
                    self.stage = Stage::Squeeze;
                    return;
                }
            }
        }
    }

    /// Puts the rest of the prefix and as much of the body as makes a block into the buffer, if there is as much.
    fn straddle(&mut self, family: F) {
        let rate = family.block_bytes();
        let Message { prefix, body, .. } = self.message;
        if prefix.is_empty() || body.len() < rate - prefix.len() {
            return;
        }
        let (head, rest) = body.split_at(rate - prefix.len());
        self.buffer.as_mut()[..prefix.len()].copy_from_slice(prefix);
        self.buffer.as_mut()[prefix.len()..rate].copy_from_slice(head);
        self.message.prefix = &[];
        self.message.body = rest;
        self.len = rate;
    }
}

fn whole(data: &[u8], family: impl Family) -> usize {
    data.len() - data.len() % family.block_bytes()
}

#[cfg(feature = "zeroize")]
impl<F: Family> Drop for Source<'_, F> {
    fn drop(&mut self) {
        crate::wipe::wipe(self.buffer.as_mut());
    }
}
