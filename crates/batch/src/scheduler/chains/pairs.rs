//! Messages of different lengths, two at a time, on a kernel that takes each of them in two parts: one call for each message's end, where
//! the queue has a call for its blocks in place and one for its padded blocks.

use super::{Chained, copy};
use crate::md::chain::{ChainForm, pad, padded};
use crate::md::compression::{Compression, ManyMessages, MdWord};
use crate::scheduler::Message;
use crate::scheduler::function::BlockFunction;
use crate::scheduler::jobs::{Entry, Jobs};
use crate::wipe::wipe_if_asked;
use digest::typenum::Unsigned;

/// A message under way.
struct Slot<'m, C: Compression> {
    /// Whole blocks that are absorbed in place, then `len` padded bytes of which `done` were absorbed.
    head: &'m [u8],
    end: C::TwoBlocks,
    done: usize,
    len: usize,
    /// The message's number.
    index: usize,
}

impl<C: Compression> Slot<'_, C> {
    const IDLE: Self = Self { head: &[], end: C::EMPTY, done: 0, len: 0, index: 0 };

    fn left(&self) -> usize {
        self.head.len() + self.len - self.done
    }

    /// The next `bytes` bytes.
    fn parts(&self, bytes: usize) -> [&[u8]; 2] {
        let of_head = bytes.min(self.head.len());
        [&self.head[..of_head], &self.end.as_ref()[self.done..self.done + bytes - of_head]]
    }

    fn skip(&mut self, bytes: usize) {
        let of_head = bytes.min(self.head.len());
        self.head = &self.head[of_head..];
        self.done += bytes - of_head;
    }
}

impl<C: Compression> Chained<'_, C> {
    /// Hashes messages, the longest first. Returns false, and has done nothing, if the form has no text for two parts.
    pub(super) fn pairs<'m>(
        &'m self,
        form: &'static dyn ManyMessages<C::Word>,
        one: ChainForm<C>,
        jobs: &mut Jobs<'m, '_, '_>,
        first: usize,
        entries: &[Entry],
    ) -> bool {
        if !form.takes_two() {
            return false;
        }
        let mut states = [*self.begin.as_ref().first_chunk().expect("eight words"); 2];
        let (mut slots, mut waiting) = ([Slot::<C>::IDLE; 2], entries);
        loop {
            while let [one, two, rest @ ..] = waiting
                && slots[0].left() + slots[1].left() == 0
                && self.alike(form, first, [*one, *two], jobs)
            {
                waiting = rest;
            }
            for (slot, state) in slots.iter_mut().zip(&mut states) {
                while slot.left() == 0
                    && let Some(entry) = waiting.split_off_first()
                {
                    self.begin_slot(one, slot, state, first + entry.behind(), jobs);
                }
            }
            let bytes = slots[0].left().min(slots[1].left());
            if bytes == 0 {
                break;
            }
            form.compress_two(&mut states, [slots[0].parts(bytes), slots[1].parts(bytes)]);
            for (slot, state) in slots.iter_mut().zip(&states) {
                slot.skip(bytes);
                if slot.left() == 0 {
                    C::Word::put_digest(state, jobs.place(slot.index));
                }
            }
        }
        for (slot, words) in slots.iter_mut().zip(&states) {
            let left = slot.left();
            if left > 0 {
                let (mut state, [head, end]) = (self.state_of(words), slot.parts(left));
                one.compress_to_end(&mut state, head, end);
                let words = state.as_ref().first_chunk().expect("eight words");
                C::Word::put_digest(words, jobs.place(slot.index));
                wipe_if_asked(state.as_mut());
            }
            wipe_if_asked(slot.end.as_mut());
        }
        wipe_if_asked(states.as_flattened_mut());
        true
    }

    /// Hashes two messages of one length, padded by the kernel. Returns false, and does nothing, for others.
    fn alike<'m>(
        &'m self,
        form: &'static dyn ManyMessages<C::Word>,
        first: usize,
        pair: [Entry; 2],
        jobs: &mut Jobs<'m, '_, '_>,
    ) -> bool {
        if !pair[0].has_as_many(pair[1]) {
            return false;
        }
        let (mut messages, mut digests) = ([const { Message::new(&[]) }; 2], [0; 128]);
        for (message, entry) in messages.iter_mut().zip(pair) {
            jobs.get(first + entry.behind(), message);
        }
        let bytes = jobs.output_bytes;
        if self.takes_whole(form, &messages, bytes) < 2 {
            return false;
        }
        let digests = &mut digests[..2 * bytes];
        self.hash_whole(form, &messages, None, digests);
        for (digest, entry) in digests.chunks_exact(bytes).zip(pair) {
            jobs.place(first + entry.behind()).copy_from_slice(digest);
        }
        wipe_if_asked(digests);
        true
    }

    fn state_of(&self, words: &[C::Word; 8]) -> C::State {
        let mut state = self.begin;
        state.as_mut()[..8].copy_from_slice(words);
        state
    }

    /// Puts a message into a slot that is free. One with more than a block before its body is hashed at once, and leaves the slot free.
    #[inline]
    fn begin_slot<'m>(
        &self,
        one: ChainForm<C>,
        slot: &mut Slot<'m, C>,
        words: &mut [C::Word; 8],
        index: usize,
        jobs: &mut Jobs<'m, '_, '_>,
    ) {
        let (block, mut message) = (C::Block::USIZE, Message::new(&[]));
        jobs.get(index, &mut message);
        let (mut body, mut before, tail) = (message.body, self.begun.len() + message.prefix.len(), message.tail);
        if before > block {
            return self.one(one, &message, jobs.place(index));
        }
        words.copy_from_slice(&self.begin.as_ref()[..8]);
        let end = &mut slot.end;
        *end = C::EMPTY;
        if before > 0 {
            self.copy_before(&message, end.as_mut());
            // The first block is absorbed alone if it is not the end.
            if padded::<C>(before + body.len(), tail) > 2 * block {
                let joined = body.split_off(..block - before).unwrap_or_default();
                copy(&mut end.as_mut()[before..], joined);
                let mut state = self.begin;
                one.compress(&mut state, &end.as_ref()[..block]);
                words.copy_from_slice(&state.as_ref()[..8]);
                wipe_if_asked(state.as_mut());
                *end = C::EMPTY;
                before = 0;
            }
        }
        let in_place = if before > 0 { 0 } else { body.len() - body.len() % block };
        let rest;
        (slot.head, rest) = body.split_at(in_place);
        copy(&mut end.as_mut()[before..], rest);
        slot.len = pad::<C>(end, before + rest.len(), tail, self.bits(&message), self.mark);
        (slot.done, slot.index) = (0, index);
    }
}
