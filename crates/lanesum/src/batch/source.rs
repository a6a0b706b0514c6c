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
    pub(super) fn new(message: Message<'a>, parameters: Parameters) -> Self {
        let mut source = Self { message, stage: Stage::Prefix, len: 0, done: 0, buffer: [0; BUFFER] };
        source.len = whole(message.prefix, parameters);
        source.settle(parameters);
        source
    }

    /// The blocks that can be absorbed now: at least one.
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
    pub(super) fn advance(&mut self, bytes: usize, parameters: Parameters) -> Progress {
        self.done += bytes;
        if self.stage != Stage::Squeeze {
            self.settle(parameters);
        }
        if self.stage == Stage::Squeeze { Progress::Output } else { Progress::More }
    }

    /// Goes on to the next stage that has blocks, where this one has none left.
    fn settle(&mut self, parameters: Parameters) {
        let rate = parameters.rate();
        while self.done == self.len {
            self.done = 0;
            match self.stage {
                Stage::Prefix => {
                    self.message.prefix = &self.message.prefix[self.len..];
                    self.stage = Stage::Straddle;
                    self.len = 0;
                    let prefix = self.message.prefix;
                    let body = self.message.body;
                    if !prefix.is_empty() && prefix.len() + body.len().min(rate) >= rate {
                        let (head, rest) = body.split_at(rate - prefix.len());
                        self.buffer[..prefix.len()].copy_from_slice(prefix);
                        self.buffer[prefix.len()..rate].copy_from_slice(head);
                        self.message.prefix = &[];
                        self.message.body = rest;
                        self.len = rate;
                    }
                }
                Stage::Straddle => {
                    self.stage = Stage::Body;
                    self.len = if self.message.prefix.is_empty() { whole(self.message.body, parameters) } else { 0 };
                }
                Stage::Body => {
                    self.message.body = &self.message.body[self.len..];
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
