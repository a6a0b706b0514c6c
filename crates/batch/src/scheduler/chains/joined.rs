//! Messages with something before their bodies.

use super::{Chained, NO_HEADS};
use crate::md::chain::copy;
use crate::md::compression::{Compression, ManyMessages, Whole};
use crate::plan::WIDEST;
use crate::scheduler::Message;
use crate::scheduler::function::BlockFunction;
use crate::wipe::wipe_if_asked;
use digest::typenum::Unsigned;

impl<C: Compression> Chained<'_, C> {
    /// Whether kernels take so many bytes before all bodies apart, as their [lead](Whole::lead).
    pub(super) const fn fits_lead(before: usize, bytes_of_body: usize) -> bool {
        before == 0 || before < 16 && bytes_of_body >= 16
    }

    /// Puts what comes before the body of a message into `room`.
    #[inline(always)]
    pub(super) fn copy_before(&self, message: &Message<'_>, room: &mut [u8]) {
        copy(room, self.begun);
        copy(&mut room[self.begun.len()..], message.prefix);
    }

    /// What comes before the body of a message, if it is in one piece.
    #[inline(always)]
    pub(super) fn only_before<'p>(&'p self, message: &Message<'p>) -> &'p [u8] {
        if self.begun.is_empty() { message.prefix } else { self.begun }
    }

    /// Whether this form takes such a message in two pieces.
    #[inline(always)]
    pub(super) fn takes_pieces(&self, form: &dyn ManyMessages<C::Word>, message: &Message<'_>) -> bool {
        let bytes = self.begun.len().saturating_add(message.bytes());
        (self.begun.is_empty() || message.prefix.is_empty()) && form.takes_pieces(bytes)
    }

    /// The parts of a message that kernels take: whole blocks, then the rest. If something comes before the body, short messages are joined
    /// in `room`, and of longer ones the first block. `None` if more than a block comes before the body of a long message.
    #[inline(always)]
    pub(super) fn parts<'p>(&self, message: &Message<'p>, room: &'p mut C::TwoBlocks) -> Option<[&'p [u8]; 2]> {
        let body = message.body;
        let (block, before) = (C::Block::USIZE, self.begun.len() + message.prefix.len());
        if before == 0 {
            return Some([&[], body]);
        }
        let is_short = before + body.len() <= 2 * block;
        if !is_short && before > block {
            return None;
        }
        let (joined, rest) = if is_short { (body, &[][..]) } else { body.split_at(block - before) };
        let room = room.as_mut();
        copy(&mut room[before..], joined);
        self.copy_before(message, room);
        let room = &room[..before + joined.len()];
        Some(if is_short { [&[], room] } else { [room, rest] })
    }

    /// As [`Chained::parts`]: the length of the rest of a message with a prefix and a body of these lengths.
    pub(super) fn rest_bytes(&self, prefix: usize, body: usize) -> Option<usize> {
        let (block, before) = (C::Block::USIZE, self.begun.len() + prefix);
        let all = before.checked_add(body)?;
        match before {
            0 => Some(all),
            _ if all <= 2 * block => Some(all),
            _ => (before <= block).then(|| all - block),
        }
    }

    /// Hashes messages that begin with the same few bytes, or short ones in pieces, at most `N`.
    #[inline(always)]
    pub(super) fn hash_in_place<const N: usize>(
        &self,
        form: &dyn ManyMessages<C::Word>,
        messages: &[Message<'_>],
        lead: Option<&[u8]>,
        known: Option<&[C::Word]>,
        out: &mut [u8],
    ) {
        let mut rows: [&[u8]; N] = [messages[0].body; _];
        for (row, message) in rows.iter_mut().zip(messages) {
            *row = message.body;
        }
        let rows = &rows[..messages.len().max(form.width())];
        let (begin, bits) = (&self.begin.as_ref()[..8], self.bits(&messages[0]));
        let (mut pieces, mut heads) = ([&[][..]; N], &NO_HEADS[..rows.len()]);
        if lead.is_none() {
            for (piece, message) in pieces.iter_mut().zip(messages) {
                *piece = self.only_before(message);
            }
            heads = &pieces[..rows.len()];
        }
        let lead = lead.unwrap_or_default();
        form.hash_whole(&Whole { begin, lead, heads, rows, bits, known }, out, out.len() / messages.len());
    }

    /// Absorbs the first block of each message, with the first `joint` bytes of its body.
    #[inline(never)]
    pub(super) fn absorb_joint(
        &self,
        form: &dyn ManyMessages<C::Word>,
        words: &mut [C::Word],
        messages: &[Message<'_>],
        joint: usize,
    ) {
        let (block, mut rooms) = (C::Block::USIZE, [C::EMPTY; WIDEST]);
        for (message, room) in messages.iter().zip(&mut rooms) {
            let room = room.as_mut();
            copy(&mut room[block - joint..], &message.body[..joint]);
            self.copy_before(message, room);
        }
        let rows: [&[u8]; WIDEST] = core::array::from_fn(|slot| &rooms[slot].as_ref()[..block]);
        form.compress(words, &rows[..form.width()]);
        for room in &mut rooms {
            wipe_if_asked(room.as_mut());
        }
    }

    /// Hashes messages of which something comes before the body, at most `N`.
    #[inline(never)]
    pub(super) fn hash_joined<const N: usize>(
        &self,
        form: &dyn ManyMessages<C::Word>,
        messages: &[Message<'_>],
        known: Option<&[C::Word]>,
        out: &mut [u8],
    ) {
        let mut rooms = [C::EMPTY; N];
        let (mut heads, mut rows): ([&[u8]; WIDEST], [&[u8]; WIDEST]) = ([&[]; _], [&[]; _]);
        for (slot, (message, room)) in messages.iter().zip(&mut rooms).enumerate() {
            [heads[slot], rows[slot]] = self.parts(message, room).unwrap_or_default();
        }
        for slot in messages.len()..form.width() {
            (heads[slot], rows[slot]) = (heads[0], rows[0]);
        }
        let count = messages.len().max(form.width());
        let begin = &self.begin.as_ref()[..8];
        let (heads, rows, bits) = (&heads[..count], &rows[..count], self.bits(&messages[0]));
        form.hash_whole(&Whole { begin, lead: &[], heads, rows, bits, known }, out, out.len() / messages.len());
        for room in &mut rooms {
            wipe_if_asked(room.as_mut());
        }
    }
}
