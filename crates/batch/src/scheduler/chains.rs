//! SHA-2 and BLAKE as a [`BlockFunction`]: chaining values side by side.

mod bodies;
mod joined;
mod pairs;

use super::function::{BlockFunction, Choose, Chosen};
use super::jobs::{Entry, Jobs};
use super::lockstep::Single;
use super::{Message, ragged};
use crate::engine::{self, Engine};
use crate::md::chain::{ChainForm, Md, copy, finish, hash_from, pad, pad_in_place, padded};
use crate::md::compression::{Compression, ManyMessages, MdWord, forms, one_named, one_of_plan};
use crate::plan::{Length, Row, WIDEST};
use crate::wipe::{wipe, wipe_if_asked};
use crate::{Backend, Error};
use digest::typenum::Unsigned;

/// A compression function and the state from which all messages continue.
#[derive(Clone, Copy)]
pub struct Chained<'s, C: Compression> {
    begin: C::State,
    mark: u8,
    /// The blocks absorbed by that state, and the bytes of its unfinished block.
    blocks: u128,
    begun: &'s [u8],
}

impl<'s, C: Compression> Chained<'s, C> {
    /// All messages begin at the initial value.
    pub fn new(initial: &C::Initial) -> Self {
        Self { begin: C::begin(initial), mark: C::mark(initial), blocks: 0, begun: &[] }
    }

    /// All messages continue this unfinished message.
    pub fn after(md: &'s Md<C>) -> Self {
        let chain = &md.chain;
        Self { begin: *chain.words(), mark: md.mark, blocks: chain.blocks(), begun: md.buffer.data() }
    }
}

/// The common properties of messages with the same number of blocks.
#[derive(Clone, Copy)]
pub struct Alike {
    /// The bytes of each body that are copied to a first block of their own, behind what comes before it.
    joint: Option<usize>,
    /// Bytes of each message that are absorbed in place after that, and bytes of the padded blocks after them.
    whole: usize,
    last: usize,
    /// Whether all messages have the same number of whole bytes and no last bits, and so the same padding.
    same: bool,
}

/// Few messages of a kernel for two.
const FEW: usize = 4;

static NO_HEADS: [&[u8]; 2 * WIDEST] = [&[]; _];

pub struct Ends<C: Compression> {
    blocks: C::Ends,
    /// If the blocks have reusable padding: the message's bytes, its bytes in these blocks, and the number of padded blocks.
    padding_of: Option<(usize, usize, usize)>,
}

#[inline]
pub fn run_chained<'m, C: Compression>(choose: Choose, chained: &'m Chained<'_, C>, mut jobs: Jobs<'m, '_, '_>) {
    let are_whole = |bodies: &(_, usize)| Chained::<'_, C>::HASHES_WHOLE || bodies.1.is_multiple_of(C::Block::USIZE);
    if let Some((prefix, bytes)) = jobs.bodies().filter(are_whole) {
        chained.bodies(choose, prefix, bytes, &mut jobs);
        if jobs.left() == 0 {
            return;
        }
    }
    // No more places than the widest kernel has slots: initialising them takes a large part of a short batch's time.
    if size_of::<C::Word>() == 8 {
        ragged::run::<_, { WIDEST / 2 }>(choose, chained, jobs);
    } else {
        ragged::run::<_, WIDEST>(choose, chained, jobs);
    }
}

impl<C: Compression> BlockFunction for Chained<'_, C> {
    type Word = C::Word;
    type Parked = C::State;
    type Wide = C::Wide;
    type Buffer = C::TwoBlocks;
    type Ends = Ends<C>;
    type Alike = Alike;
    type One = ChainForm<C>;
    type Many = &'static dyn ManyMessages<C::Word>;

    const PARKED: C::State = C::ZEROES;
    const WIDE: C::Wide = C::WIDE;
    const EMPTY: C::TwoBlocks = C::EMPTY;
    const ENDS: Ends<C> = Ends { blocks: C::ENDS, padding_of: None };
    const COUNTS: bool = C::COUNTS;

    fn row() -> &'static Row {
        engine::row::<C::Many>()
    }

    fn widths(backend: Backend) -> &'static [usize] {
        engine::widths(&forms::<C>(), backend)
    }

    fn one_of_plan(backend: Backend) -> ChainForm<C> {
        one_of_plan::<C>(backend)
    }

    fn many_of_plan(backend: Backend, width: usize) -> Option<Self::Many> {
        engine::planned::<C::Many>(backend, width)
    }

    fn one_named(backend: Backend) -> Result<ChainForm<C>, Error> {
        one_named::<C>(backend)
    }

    fn many_named(backend: Backend, width: usize) -> Option<Self::Many> {
        C::Many::named(backend, width)
    }

    #[inline]
    fn block_bytes(self) -> usize {
        C::Block::USIZE
    }

    #[inline]
    fn begun(&self) -> &[u8] {
        self.begun
    }

    #[inline]
    fn blocks(&self, message: &Message<'_>) -> usize {
        let (block, bytes) = (C::Block::USIZE, self.begun.len().saturating_add(message.bytes()));
        bytes / block + padded::<C>(bytes % block, message.tail) / block
    }

    #[inline]
    fn blocks_of(&self, bytes: u64) -> u64 {
        // The padding has at least one byte and the length.
        bytes.saturating_add(C::LENGTH_BYTES as u64) / C::Block::U64
    }

    #[inline]
    fn pad(self, buffer: &mut C::TwoBlocks, len: usize, message: &Message<'_>) -> usize {
        buffer.as_mut()[len..].fill(0);
        pad::<C>(buffer, len, message.tail, self.bits(message), self.mark)
    }

    fn bits(self, message: &Message<'_>) -> u128 {
        let blocks = self.blocks.saturating_mul(8 * u128::from(C::Block::U64));
        let bytes = 8 * (self.begun.len() as u128 + message.bytes() as u128);
        blocks.saturating_add(bytes + u128::from(message.tail.bits()))
    }

    #[inline]
    fn one(&self, form: ChainForm<C>, message: &Message<'_>, out: &mut [u8]) {
        let Message { prefix, body, tail } = *message;
        if prefix.is_empty() && self.begun.is_empty() && self.blocks == 0 {
            return hash_from::<C>(form, self.begin, self.mark, body, tail, out);
        }
        let before = self.begun.len() + prefix.len();
        if !C::COUNTS && before < 16 && body.len() >= 16 && tail.is_empty() {
            let mut lead = [0; 16];
            self.copy_before(message, &mut lead);
            let hashed = form.hash(&self.begin, &lead[..before], body, self.bits(message), out);
            wipe_if_asked(&mut lead);
            if hashed {
                return;
            }
        }
        let (mut state, mut room, bits) = (self.begin, C::EMPTY, self.bits(message));
        if before + body.len() < C::Block::USIZE {
            let place = room.as_mut();
            self.copy_before(message, place);
            copy(&mut place[before..], body);
            pad_in_place::<C>(form, &mut state, &[], (&mut room, before + body.len()), tail, bits, self.mark);
            C::Word::put_digest(state.as_ref().first_chunk().expect("eight words"), out);
            wipe_if_asked(state.as_mut());
            return;
        }
        if let Some(parts) = self.parts(message, &mut room) {
            finish::<C>(form, &mut state, parts, tail, bits, self.mark, out);
            wipe_if_asked(state.as_mut());
            wipe_if_asked(room.as_mut());
            return;
        }
        let mut md = Md::<C>::going_on(form, &self.begin, self.mark, self.blocks);
        md.update(self.begun);
        md.update(prefix);
        md.update(body);
        md.finish_to(tail, out).expect("the caller has looked whether a message is too long");
    }

    #[inline]
    fn begin(&self) -> C::State {
        self.begin
    }

    #[inline]
    fn alike(&self, messages: &[Message<'_>]) -> Option<Alike> {
        let block = C::Block::USIZE;
        let (first, others) = messages.split_first()?;
        let (blocks, before) = (self.blocks(first), self.begun.len() + first.prefix.len());
        let joint = ((1..=block).contains(&before) && blocks > 2).then(|| block - before);
        // Blocks are absorbed in place if nothing comes before the body any more.
        let lies = |message: &Message<'_>| {
            let is_behind = joint.is_some() || self.begun.is_empty() && message.prefix.is_empty();
            if is_behind { message.body.len().saturating_sub(joint.unwrap_or(0)) } else { 0 }
        };
        let (bytes, mut least) = (first.bytes(), lies(first));
        let mut same = first.tail.is_empty();
        if !first.others_have_its_shape(others) {
            for message in others {
                if self.blocks(message) != blocks || joint.is_some() && message.prefix.len() != first.prefix.len() {
                    return None;
                }
                least = least.min(lies(message));
                // Last bits change the padding.
                same &= message.bytes() == bytes && message.tail.is_empty();
            }
        }
        let whole = least - least % block;
        let last = (blocks - usize::from(joint.is_some())) * block - whole;
        // The other bytes are copied, up to two blocks.
        (last <= 2 * block).then_some(Alike { joint, whole, last, same })
    }

    fn absorb_alike(
        &self,
        form: Self::Many,
        words: &mut [C::Word],
        messages: &[Message<'_>],
        Alike { joint, whole, last, same }: Alike,
        Ends { blocks: ends, padding_of }: &mut Ends<C>,
    ) {
        let (block, width) = (C::Block::USIZE, form.width());
        let first = &messages[0];
        let of_joint = if joint.is_some() { block } else { 0 };
        let rest = |message: &Message<'_>| self.begun.len() + message.bytes() - of_joint - whole;
        let rest_of_first = rest(first);
        if let Some(joint) = joint {
            self.absorb_joint(form, words, messages, joint);
        }
        let taken = joint.unwrap_or(0)..joint.unwrap_or(0) + whole;
        if whole > 0 {
            let mut rows: [&[u8]; WIDEST] = [&first.body[taken.clone()]; _];
            for (row, message) in rows.iter_mut().zip(messages) {
                *row = &message.body[taken.clone()];
            }
            form.compress(words, &rows[..width]);
        }
        // If only padding follows, one copy serves all messages.
        let shared = same && rest_of_first == 0;
        let count = if shared { 1 } else { messages.len() };
        let ends = &mut ends.as_mut()[..count];
        // Messages of equal length have equal padding: reuse the last group's.
        let there = padding_of.is_some_and(|(bytes, rest, slots)| {
            same && (bytes, rest) == (first.bytes(), rest_of_first) && slots >= count
        });
        if !there {
            *padding_of = same.then_some((first.bytes(), rest_of_first, count));
            for (end, message) in ends.iter_mut().zip(messages) {
                *end = C::EMPTY;
                pad::<C>(end, rest(message), message.tail, self.bits(message), self.mark);
            }
        }
        if !shared {
            for (end, message) in ends.iter_mut().zip(messages) {
                let mut free = end.as_mut();
                let [begun, prefix] = if joint.is_some() { [&[][..]; 2] } else { [self.begun, message.prefix] };
                let pieces = [begun, prefix, &message.body[taken.end..]];
                // Copying an empty piece takes as long as copying a few bytes.
                for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
                    let (filled, behind) = free.split_at_mut(piece.len());
                    filled.copy_from_slice(piece);
                    free = behind;
                }
            }
        }
        let end = |slot: usize| ends[if slot < count { slot } else { 0 }].as_ref();
        if !C::COUNTS {
            let rows: [&[u8]; WIDEST] = core::array::from_fn(|slot| &end(slot)[..last]);
            form.compress(words, &rows[..width]);
            return;
        }
        for from in (0..last).step_by(block) {
            let mut state = C::ZEROES;
            for (slot, message) in messages.iter().enumerate() {
                if slot == 0 || !same {
                    let bits_of_rest = 8 * rest(message) as u128 + u128::from(message.tail.bits());
                    let (before, behind) = (8 * from as u128, 8 * (from + block) as u128);
                    let past = bits_of_rest.saturating_sub(behind);
                    C::count(&mut state, if bits_of_rest <= before { 0 } else { self.bits(message) - past });
                }
                for (k, word) in state.as_ref().iter().enumerate().skip(C::SAVED_WORDS) {
                    words[k * width + slot] = *word;
                }
            }
            let rows: [&[u8]; WIDEST] = core::array::from_fn(|slot| &end(slot)[from..from + block]);
            form.compress(words, &rows[..width]);
        }
    }

    const HASHES_WHOLE: bool = !C::COUNTS;

    #[inline]
    fn length_of_whole(&self, length: Length, bytes: u64) -> Length {
        // Of BLAKE, `bodies` takes them.
        let are_blocks = C::COUNTS && self.begun.is_empty() && bytes.is_multiple_of(C::Block::U64);
        if !(are_blocks || Self::HASHES_WHOLE && Self::row().prices_whole) {
            return length;
        }
        // Messages of two blocks already pay in groups of two.
        let bytes = bytes.saturating_add(self.begun.len() as u64);
        if length == Length::Short && self.blocks_of(bytes) > 0 { Length::MiddleWhole } else { length.whole() }
    }

    #[inline]
    fn takes_whole(&self, form: Self::Many, messages: &[Message<'_>], output_bytes: usize) -> usize {
        let Some((first, others)) = messages.split_first() else { return 0 };
        let takes = self.rest_bytes(first.prefix.len(), first.body.len()).is_some_and(|bytes| form.takes_whole(bytes));
        if output_bytes == 0 || !first.tail.is_empty() || !takes {
            return 0;
        }
        let others = &others[..others.len().min(form.most_whole() - 1)];
        if first.others_have_its_shape(others) {
            return 1 + others.len();
        }
        1 + others.iter().take_while(|other| first.others_have_its_shape(&[**other])).count()
    }

    fn last_block(&self, message: &Message<'_>) -> Option<[C::Word; 80]> {
        C::last_block(self.bits(message), self.mark)
    }

    #[inline]
    fn hash_whole(&self, form: Self::Many, messages: &[Message<'_>], known: Option<&[C::Word]>, out: &mut [u8]) {
        let first = &messages[0];
        let (mut lead, before) = ([0; 16], self.begun.len() + first.prefix.len());
        let is_theirs = |message: &Message<'_>| message.has_prefix(first.prefix);
        let in_lead = Self::fits_lead(before, first.body.len()) && (before == 0 || messages.iter().all(is_theirs));
        if in_lead {
            self.copy_before(first, &mut lead);
        } else if !self.takes_pieces(form, first) {
            let bytes = out.len() / messages.len();
            // Room for few takes less time to fill.
            for (messages, out) in messages.chunks(WIDEST).zip(out.chunks_mut(WIDEST * bytes)) {
                match messages.len() {
                    ..=FEW => self.hash_joined::<FEW>(form, messages, known, out),
                    _ => self.hash_joined::<WIDEST>(form, messages, known, out),
                }
            }
            return;
        }
        let lead_bytes = in_lead.then(|| &lead[..before]);
        match messages.len() {
            ..=WIDEST => self.hash_in_place::<WIDEST>(form, messages, lead_bytes, known, out),
            _ => self.hash_in_place::<{ 2 * WIDEST }>(form, messages, lead_bytes, known, out),
        }
        wipe_if_asked(&mut lead);
    }

    fn hash_in_pairs<'m>(
        &'m self,
        kernel: Chosen<Self>,
        one: ChainForm<C>,
        jobs: &mut Jobs<'m, '_, '_>,
        first: usize,
        entries: &[Entry],
    ) -> bool {
        let Chosen::Many(form, 2) = kernel else { return false };
        Self::HASHES_WHOLE && self.pairs(form, one, jobs, first, entries)
    }

    fn wipe_ends(ends: &mut Ends<C>) {
        for end in ends.blocks.as_mut() {
            wipe_if_asked(end.as_mut());
        }
    }

    #[inline]
    fn absorb_many(self, form: Self::Many, words: &mut [C::Word], rows: &[&[u8]]) {
        assert!(rows.first().is_none_or(|row| row.len().is_multiple_of(C::Block::USIZE)), "whole blocks only");
        form.compress(words, rows);
    }

    fn absorb_one(self, form: ChainForm<C>, state: &mut C::State, data: &[u8]) {
        assert!(data.len().is_multiple_of(C::Block::USIZE), "whole blocks only");
        form.compress(state, data);
    }

    fn count(state: &mut C::State, bits: u128) {
        C::count(state, bits);
    }

    #[inline]
    fn extract<'w>(words: impl Iterator<Item = &'w C::Word>, out: &mut [u8]) {
        C::Word::put_all(words.take(8), out);
    }

    fn wipe(words: &mut [C::Word]) {
        wipe(words);
    }
}

impl<C: Compression> Single for Md<C> {
    type Function = Chained<'static, C>;

    fn function(&self) -> Chained<'static, C> {
        Chained::new(&C::Initial::default())
    }

    /// Hashers may continue from different initial values: each slot has its own state.
    fn is_alike(&self, _: &Self) -> bool {
        true
    }

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8] {
        let missing = match self.buffer.data().len() {
            0 => 0,
            position => C::Block::USIZE - position,
        };
        let (head, rest) = data.split_at(missing.min(data.len()));
        self.update(head);
        rest
    }

    fn park(&self) -> C::State {
        *self.chain.words()
    }

    fn resume(&mut self, parked: &C::State, bytes: usize) {
        self.chain.go_on(parked, bytes / C::Block::USIZE);
    }
}
