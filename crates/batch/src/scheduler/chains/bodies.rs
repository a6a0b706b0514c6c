//! Messages of one length with nothing around them but the same few bytes before them, or short ones, straight to the kernels.

use super::{Chained, FEW, NO_HEADS};
use crate::md::compression::{Compression, ManyMessages, Whole};
use crate::plan::{Length, WIDEST, Work};
use crate::scheduler::function::{BlockFunction, Choose, Chosen};
use crate::scheduler::jobs::Jobs;
use crate::scheduler::{Message, Messages, ragged};
use crate::wipe::wipe_if_asked;
use core::ops::Range;
use digest::typenum::Unsigned;

impl<C: Compression> Chained<'_, C> {
    /// Hashes messages that lie in one buffer, from this state on, without looking at each, if the kernel for their number takes them so:
    /// nodes of Merkle trees. Returns false, and does nothing, for others.
    #[inline(always)]
    pub fn strided<M: Messages + ?Sized>(begin: &C::State, choose: Choose, messages: &M, out: &mut [u8]) -> bool {
        if Self::HASHES_WHOLE
            && let Some(messages) = messages.strided()
        {
            let (data, bytes, stride, count) = messages.parts();
            return match (Self::form_for(choose, count, bytes), begin.as_ref().first_chunk()) {
                (Some(form), Some(begin)) => form.hash_strided(begin, data, bytes, stride, count, out),
                _ => false,
            };
        }
        false
    }

    /// Makes nodes of several levels of a tree in one call, from this state on: see [`ManyMessages::hash_levels`]. The number of leaves
    /// decides which form does so.
    #[inline(always)]
    pub fn levels(begin: &C::State, choose: Choose, nodes: &mut [u8], leaves: usize, new: Range<usize>) -> bool {
        Self::HASHES_WHOLE
            && match (Self::form_for(choose, leaves, 16 * size_of::<C::Word>()), begin.as_ref().first_chunk()) {
                (Some(form), Some(begin)) => form.hash_levels(begin, nodes, leaves, new),
                _ => false,
            }
    }

    /// The form for this number of messages of so many bytes each, unless they go one by one. One goes as one of two would.
    #[inline(always)]
    fn form_for(choose: Choose, count: usize, bytes: usize) -> Option<&'static dyn ManyMessages<C::Word>> {
        let (bytes, block) = (bytes as u64, C::Block::U64);
        let length = match (choose, Length::of_bytes(bytes.saturating_add(block), block, Work::ROUNDS)) {
            // Without what it costs to look at them, messages of one block already pay in groups of two.
            (Choose::Plan(row), Length::Short) if row.prices_whole => Length::MiddleWhole,
            (Choose::Plan(row), length) if row.prices_whole => length.whole(),
            (_, length) => length,
        };
        let count = count.max(2);
        let width = choose.width_of::<Self>(count, length);
        (2..=count).contains(&width).then(|| choose.many::<Self>(width))
    }

    /// Hashes two to four messages of one length, all behind the same few bytes or none, or short ones behind any bytes, in one call of a
    /// kernel, without looking at anything else: while a processor waits for the last rounds of a call it can begin the next one, if there are
    /// few instructions between them. Returns false, and does nothing, for other messages, or if no kernel takes them.
    #[inline(never)] // its arrays are not for messages in one buffer, for which it comes second
    pub fn few<M: Messages + ?Sized>(&self, choose: Choose, messages: &M, out: &mut [u8]) -> bool {
        let count = messages.count();
        if !Self::HASHES_WHOLE || !(2..=FEW).contains(&count) || out.is_empty() {
            return false;
        }
        let first = messages.message(0);
        let (prefix, bytes, before) = (first.prefix, first.body.len(), self.begun.len() + first.prefix.len());
        let (mut rows, mut is_shared): ([&[u8]; FEW], _) = ([&[]; _], true);
        for (index, row) in rows[..count].iter_mut().enumerate() {
            let message = messages.message(index);
            if message.body.len() != bytes || message.prefix.len() != prefix.len() || !message.tail.is_empty() {
                return false;
            }
            is_shared = is_shared && message.has_prefix(prefix);
            *row = message.body;
        }
        let mut lead = [0; 16];
        let in_lead = is_shared && Self::fits_lead(before, bytes);
        let Some(form) = Self::form_for(choose, count, prefix.len() + bytes) else { return false };
        if !in_lead && !self.takes_pieces(form, &first) {
            return false;
        }
        let takes = |bytes| form.most_whole() >= count && form.takes_whole(bytes);
        let bits = self.bits(&first);
        if bits > C::MAX_BITS || !self.rest_bytes(prefix.len(), bytes).is_some_and(takes) {
            return false;
        }
        let mut heads: [&[u8]; FEW] = [&[]; _];
        if in_lead {
            self.copy_before(&first, &mut lead);
        } else {
            for (index, head) in heads[..count].iter_mut().enumerate() {
                *head = self.only_before(&messages.message(index));
                // Whoever gives the messages must give the same ones again, but nothing may panic here.
                if head.len() != before {
                    return false;
                }
            }
        }
        let (lead_bytes, heads) = (if in_lead { &lead[..before] } else { &[] }, &heads[..count]);
        let (begin, rows) = (&self.begin.as_ref()[..8], &rows[..count]);
        form.hash_whole(&Whole { begin, lead: lead_bytes, heads, rows, bits, known: None }, out, out.len() / count);
        wipe_if_asked(&mut lead);
        true
    }

    /// Hashes messages of `bytes` bytes with nothing around them but the same first bytes, such as nodes of a Merkle tree, as long as they
    /// fill a kernel that takes whole messages: then a message costs little more than its blocks.
    pub(super) fn bodies<'m>(&self, choose: Choose, prefix: &'m [u8], bytes: usize, jobs: &mut Jobs<'m, '_, '_>) {
        if jobs.next() == 0
            && jobs.out.len() == jobs.left().saturating_mul(jobs.output_bytes)
            && self.begun.is_empty()
            && self.blocks == 0
            && Self::strided(&self.begin, choose, jobs.survey.messages, jobs.out)
        {
            jobs.take_places(jobs.left());
            return;
        }
        let all = prefix.len() + bytes;
        let length = self.length_of_whole(self.length_of_bytes(all as u64), all as u64);
        let (mut room, before) = ([0; 16], self.begun.len() + prefix.len());
        if before > 0 && C::COUNTS {
            return;
        }
        let Some(rest) = self.rest_bytes(prefix.len(), bytes) else { return };
        let of_bytes = Message::prefixed(prefix, &[]);
        let bits = self.bits(&of_bytes).saturating_add(8 * bytes as u128);
        if Self::fits_lead(before, bytes) {
            self.copy_before(&of_bytes, &mut room);
            self.bodies_behind([&room[..before], &[]], choose, (bytes, rest, bits), length, jobs);
            wipe_if_asked(&mut room);
        } else if self.begun.is_empty() || prefix.is_empty() {
            self.bodies_behind([&[], self.only_before(&of_bytes)], choose, (bytes, rest, bits), length, jobs);
        }
    }

    /// As [`Chained::bodies`], behind less than 16 bytes, or short ones behind the bytes of a head. `rest` is what the kernel takes of a
    /// message, `bits` the length of all of it.
    #[inline(always)]
    fn bodies_behind<'m>(
        &self,
        [lead, head]: [&[u8]; 2],
        choose: Choose,
        (bytes, rest, bits): (usize, usize, u128),
        length: Length,
        jobs: &mut Jobs<'m, '_, '_>,
    ) {
        let begin = self.begin.as_ref();
        let mut rows: [&'m [u8]; 2 * WIDEST] = [&[]; _];
        loop {
            let width = choose.width_of::<Self>(jobs.left(), length);
            let Chosen::Many(form, _) = choose.chosen::<Self>(width) else { return };
            // Of BLAKE, idle slots repeat the first message. Others go the way of messages with other parts.
            let least = if C::COUNTS { 1 } else { width };
            let takes = form.takes_whole(rest) && (head.is_empty() || form.takes_pieces(head.len() + bytes));
            if jobs.left() < least || !takes {
                return;
            }
            let known = C::COUNTS || jobs.left() >= ragged::MANY;
            let known = if known { C::last_block(bits, self.mark) } else { None };
            let known = known.as_ref().map(<[_; 80]>::as_slice);
            while jobs.left() >= least {
                // Of more than a kernel's width, but fewer than twice as many, a narrower kernel may be the cheapest for those beyond.
                let most = if jobs.left() < 2 * WIDEST { WIDEST } else { 2 * WIDEST };
                let count = most.min(form.most_whole()).min(jobs.left());
                let output_bytes = jobs.output_bytes;
                let Some(out) = jobs.take_bodies(bytes, &mut rows[..count]) else { return };
                for slot in count..width {
                    rows[slot] = rows[0];
                }
                let rows = &rows[..count.max(width)];
                let heads = if head.is_empty() { &NO_HEADS[..rows.len()] } else { &[head; 2 * WIDEST][..rows.len()] };
                form.hash_whole(&Whole { begin, lead, heads, rows, bits, known }, out, output_bytes);
                if jobs.left() < ragged::MANY && (width > 2 || C::COUNTS) {
                    break;
                }
            }
        }
    }
}
