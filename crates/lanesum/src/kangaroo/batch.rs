//! Many messages: those of one chunk in lanes, as any sponge's, longer ones with their own leaves in lanes.

use super::tree::{CHUNK, Size, Tree};
use crate::batch::{self, Message};
use crate::keccak::engine::Engine;

/// Hashes those of `jobs` that are longer than a chunk as it meets them, and hands on the others.
struct Short<I> {
    jobs: I,
    size: Size,
    engine: Option<Engine>,
    /// How many are to be handed on at least.
    left: usize,
}

impl<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> Iterator for Short<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        loop {
            let (message, out) = self.jobs.next()?;
            if is_short(&message) {
                self.left = self.left.saturating_sub(1);
                return Some((message, out));
            }
            let mut tree = Tree::new(self.size, self.engine);
            tree.update(message.prefix);
            tree.finish_into(message.body, &[], out);
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, None)
    }
}

/// Whether message and `length_encode(0)` fit into one chunk.
pub(crate) fn is_short(message: &Message<'_>) -> bool {
    message.prefix.len().saturating_add(message.body.len()) < CHUNK.into()
}

/// Hashes many messages of whole bytes, of which `short` are short, without customization, each to its output.
pub(crate) fn run<'a, 'o>(
    size: Size,
    engine: Option<Engine>,
    short: usize,
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    batch::run(engine, size.of_short(), Short { jobs, size, engine, left: short });
}
