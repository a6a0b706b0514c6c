//! The blocks of one message, in order, then as many empty ones as its output needs.

use super::Message;
use crate::keccak::sponge::Parameters;

/// Two blocks of the greatest rate: what tail and padding can fill.
const BUFFER: usize = 2 * 192;

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
pub(super) struct Source<'a> {
    message: Message<'a>,
    stage: Stage,
    /// Bytes of the stage's blocks, and how many of them have been absorbed.
    len: usize,
    done: usize,
    buffer: [u8; BUFFER],
}

/// What became of a source that has moved on.
#[derive(PartialEq, Eq)]
pub(super) enum Progress {
    /// There are more blocks.
    More,
    /// A block of output is in the state.
    Output,
}

impl<'a> Source<'a> {
    /// Nothing to absorb.
    pub(super) const fn idle() -> Self {
        Self { message: Message::new(&[]), stage: Stage::Squeeze, len: 0, done: 0, buffer: [0; BUFFER] }
    }

    /// Begins a message.
    #[inline]
    pub(super) fn start(&mut self, message: Message<'a>, parameters: Parameters) {
        self.message = message;
        self.done = 0;
        if message.prefix.is_empty() {
            self.stage = Stage::Body;
            self.len = whole(message.body, parameters);
        } else {
            self.stage = Stage::Prefix;
            self.len = whole(message.prefix, parameters);
        }
        self.settle(parameters);
    }

    /// The blocks that can be absorbed now: at least one.
    #[inline]
    pub(super) fn blocks(&self, parameters: Parameters) -> &[u8] {
        let all = match self.stage {
            Stage::Prefix => self.message.prefix,
            Stage::Body => self.message.body,
            Stage::Straddle | Stage::Last => &self.buffer,
            Stage::Squeeze => return &NOTHING[..parameters.rate()],
        };
        &all[self.done..self.len]
    }

    /// Says that `bytes`, whole blocks, have been absorbed.
    #[inline]
    pub(super) fn advance(&mut self, bytes: usize, parameters: Parameters) -> Progress {
        if self.stage != Stage::Squeeze {
            self.done += bytes;
            self.settle(parameters);
        }
        if self.stage == Stage::Squeeze { Progress::Output } else { Progress::More }
    }

    /// Goes on to the next stage that has blocks, where this one has none left.
    #[inline]
    fn settle(&mut self, parameters: Parameters) {
        while self.done == self.len {
            self.done = 0;
            self.len = 0;
            match self.stage {
                Stage::Prefix => {
                    self.message.prefix = &self.message.prefix[whole(self.message.prefix, parameters)..];
                    self.stage = Stage::Straddle;
                    self.straddle(parameters);
                }
                Stage::Straddle => {
                    self.stage = Stage::Body;
                    if self.message.prefix.is_empty() {
                        self.len = whole(self.message.body, parameters);
                    }
                }
                Stage::Body => {
                    if self.message.prefix.is_empty() {
                        self.message.body = &self.message.body[whole(self.message.body, parameters)..];
                    }
                    self.stage = Stage::Last;
                    self.len = self.pad(parameters);
                }
                Stage::Last | Stage::Squeeze => {
                    self.stage = Stage::Squeeze;
                    return;
                }
            }
        }
    }

    /// Puts the rest of the prefix and as much of the body as makes a block into the buffer, if there is as much.
    fn straddle(&mut self, parameters: Parameters) {
        let rate = parameters.rate();
        let Message { prefix, body, .. } = self.message;
        if prefix.is_empty() || body.len() < rate - prefix.len() {
            return;
        }
        let (head, rest) = body.split_at(rate - prefix.len());
        self.buffer[..prefix.len()].copy_from_slice(prefix);
        self.buffer[prefix.len()..rate].copy_from_slice(head);
        self.message.prefix = &[];
        self.message.body = rest;
        self.len = rate;
    }

    /// Fills the buffer with what is left of the message and the padding; how many bytes, one block or two.
    fn pad(&mut self, parameters: Parameters) -> usize {
        let rate = parameters.rate();
        let Message { prefix, body, tail } = self.message;
        let end = prefix.len() + body.len();
        let (delimited, two) = tail.delimited(parameters.suffix);
        // The last byte with bits in it, and whether the padding's first 1 is the block's last bit.
        let last = end + usize::from(two);
        let top = if two { delimited >> 8 } else { delimited };
        let len = if last >= rate || (last == rate - 1 && top >= 0x80) { 2 * rate } else { rate };
        self.buffer[..prefix.len()].copy_from_slice(prefix);
        self.buffer[prefix.len()..end].copy_from_slice(body);
        self.buffer[end..len].fill(0);
        let [low, high] = delimited.to_le_bytes();
        self.buffer[end] = low;
        if two {
            self.buffer[end + 1] = high;
        }
        self.buffer[len - 1] ^= 0x80;
        len
    }
}

fn whole(data: &[u8], parameters: Parameters) -> usize {
    data.len() - data.len() % parameters.rate()
}

#[cfg(feature = "zeroize")]
impl Drop for Source<'_> {
    fn drop(&mut self) {
        crate::wipe::wipe(&mut self.buffer);
    }
}
