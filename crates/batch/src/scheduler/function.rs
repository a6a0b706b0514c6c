//! The trait through which the batch scheduler uses a hash function. Sponges, SHA-2 and BLAKE share one scheduler, at all widths.

use super::Message;
use super::jobs::{Entry, Jobs};
use crate::engine::width_for;
use crate::plan::{Length, Row, WIDEST, Work};
use crate::sure::sure;
use crate::{Backend, Error};
use core::fmt::Debug;
use core::ops::Range;

/// Hash functions that absorb block after block. A value holds the parameters of one function, and the state from which
/// messages begin.
pub trait BlockFunction: Copy {
    type Word: Copy + Default;
    /// The state of one message while no kernel holds it.
    type Parked: Copy + AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    /// The states of the widest kernel's messages.
    type Wide: AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    /// At least two blocks: room for the end of a message and the padding.
    type Buffer: AsRef<[u8]> + AsMut<[u8]>;
    /// The padded last blocks of the widest kernel's messages.
    type Ends;
    /// The common properties of messages with the same number of blocks.
    type Alike: Copy;
    type One: Copy + Debug;
    type Many: Copy + Debug;

    /// A state of zeroes, for one message and for the widest kernel, and a buffer of zeroes.
    const PARKED: Self::Parked;
    const WIDE: Self::Wide;
    const EMPTY: Self::Buffer;
    const ENDS: Self::Ends;
    /// Whether states are erased when their messages have ended.
    const ERASE: bool = cfg!(feature = "zeroize");
    /// Whether each block is hashed with the number of message bits up to its end, padding excluded ([`BlockFunction::count`]).
    const COUNTS: bool = false;

    fn row() -> &'static Row;
    /// The widths of a backend, ascending.
    fn widths(backend: Backend) -> &'static [usize];
    /// The form of a plan's backend for one message.
    fn one_of_plan(backend: Backend) -> Self::One;
    /// The form of a plan's backend for several messages.
    fn many_of_plan(backend: Backend, width: usize) -> Option<Self::Many>;
    /// A named backend's form for one message.
    fn one_named(backend: Backend) -> Result<Self::One, Error>;
    /// A named backend's form for several messages.
    fn many_named(backend: Backend, width: usize) -> Option<Self::Many>;
    /// The form of a backend for which [`BlockFunction::one_named`] has succeeded.
    fn one_found(backend: Backend) -> Self::One {
        sure(Self::one_named(backend))
    }

    /// Bytes of a block.
    fn block_bytes(self) -> usize;
    /// The bytes of the unfinished block from which all messages continue.
    fn begun(&self) -> &[u8];
    /// The bytes that follow every message.
    fn ending(&self) -> &[u8] {
        &[]
    }
    /// The number of blocks of a message, including its padding and the bytes that all messages share.
    fn blocks(&self, message: &Message<'_>) -> usize;
    /// A number by which lengths can be compared when no bytes come before or after the messages: messages of equal numbers take equally
    /// many blocks.
    fn blocks_of(&self, bytes: u64) -> u64 {
        bytes / self.block_bytes() as u64
    }
    /// Rounds of a block: [`Work::ROUNDS`] of them are one permutation or block of a row's cost.
    fn rounds(&self) -> u64 {
        Work::ROUNDS
    }
    fn work(&self, blocks: usize) -> Work {
        Work((blocks as u64).saturating_mul(self.rounds()))
    }
    /// The length class of a message of this many bytes.
    #[inline]
    fn length_of_bytes(&self, bytes: u64) -> Length {
        let block = self.block_bytes() as u64;
        Length::of_bytes(bytes.saturating_add(block), block, self.rounds())
    }
    /// Pads the end of a message in place, and returns its length: one block or two. The first `len` bytes of `buffer`, fewer than a block,
    /// are the last whole bytes of `message`.
    fn pad(self, buffer: &mut Self::Buffer, len: usize, message: &Message<'_>) -> usize;
    /// The number of message bits with which the first padded block is hashed.
    fn bits(self, _message: &Message<'_>) -> u128 {
        0
    }
    /// Hashes one message without the slots, as if it were the only one.
    fn one(&self, form: Self::One, message: &Message<'_>, out: &mut [u8]);
    /// The state from which all messages begin.
    fn begin(&self) -> Self::Parked;
    /// Whether that state is known to be zero.
    fn begins_with_zeroes(&self) -> bool {
        false
    }
    /// The common properties of messages that can go through a kernel together: all have the same number of blocks, and none has to be
    /// copied except for its end and the blocks that it shares with what comes before it. `None` for other messages.
    fn alike(&self, messages: &[Message<'_>]) -> Option<Self::Alike>;
    /// Absorbs such messages with their padding, at most as many as the form takes. Idle slots repeat the first message.
    fn absorb_alike(
        &self,
        form: Self::Many,
        words: &mut [Self::Word],
        messages: &[Message<'_>],
        alike: Self::Alike,
        ends: &mut Self::Ends,
    );
    /// Whether some kernels hash whole messages, from the first byte to the digest.
    const HASHES_WHOLE: bool = false;
    /// The length class of messages of `bytes` bytes, all of one length, where such a kernel may take them.
    fn length_of_whole(&self, length: Length, _bytes: u64) -> Length {
        length
    }
    /// How many of these messages, from the first one on, such a kernel takes in a call, with digests of this many bytes.
    fn takes_whole(&self, _: Self::Many, _messages: &[Message<'_>], _output_bytes: usize) -> usize {
        0
    }
    /// The last block of this message, ready for the kernel's rounds, if it has no byte of the message. Worth it only for many messages.
    fn last_block(&self, _: &Message<'_>) -> Option<[Self::Word; 80]> {
        None
    }
    /// Hashes messages that [`BlockFunction::takes_whole`]; `known` is [`BlockFunction::last_block`] of them. The digests lie one after the
    /// other in `out`.
    fn hash_whole(&self, _: Self::Many, _messages: &[Message<'_>], _known: Option<&[Self::Word]>, _out: &mut [u8]) {
        unreachable!("the caller has asked takes_whole")
    }
    /// Hashes messages of different lengths, the longest first, in a way that only some kernels for two have. Returns false, and has done
    /// nothing, with any other kernel. Entries count from message `first`.
    fn hash_in_pairs<'m>(
        &'m self,
        _: Chosen<Self>,
        _: Self::One,
        _: &mut Jobs<'m, '_, '_>,
        _first: usize,
        _: &[Entry],
    ) -> bool {
        false
    }
    /// Erases last blocks, if the feature `zeroize` is on.
    fn wipe_ends(ends: &mut Self::Ends);
    /// Absorbs all blocks of the rows, one row a message, all of one length.
    fn absorb_many(self, form: Self::Many, words: &mut [Self::Word], rows: &[&[u8]]);
    fn absorb_one(self, form: Self::One, state: &mut Self::Parked, data: &[u8]);
    /// Sets the counter of this state's next block.
    fn count(_state: &mut Self::Parked, _bits: u128) {}
    /// Writes the first bytes of a message's output, at most a block, from its state.
    fn extract<'w>(words: impl Iterator<Item = &'w Self::Word>, out: &mut [u8])
    where
        Self::Word: 'w;
    fn wipe(words: &mut [Self::Word]);
}

#[derive(Clone, Copy, Debug)]
pub enum Choose {
    /// The cheapest of a row for the number of messages.
    Plan(&'static Row),
    /// Always this backend's.
    Forced(Backend),
}

/// What a batch has chosen: a form, and its width.
#[derive(Clone, Copy, Debug)]
pub enum Chosen<F: BlockFunction> {
    One(F::One),
    Many(F::Many, usize),
}

impl Choose {
    /// The named backend, or the row in force if there is no name.
    ///
    /// # Errors
    /// As [`BlockFunction::one_named`].
    #[inline(always)] // a program that names no backend does not link all of them
    pub fn new<F: BlockFunction>(backend: Option<Backend>) -> Result<Self, Error> {
        match backend {
            Some(backend) => F::one_named(backend).map(|_| Self::Forced(backend)),
            None => Ok(Self::here::<F>()),
        }
    }

    /// The backend to which the build is fixed, or the row in force.
    pub fn here<F: BlockFunction>() -> Self {
        match Backend::fixed_here() {
            Some(fixed) => Self::Forced(fixed),
            None => Self::Plan(F::row()),
        }
    }

    /// The width at which `messages` long messages are hashed.
    #[inline]
    pub fn width<F: BlockFunction>(self, messages: usize) -> usize {
        self.width_of::<F>(messages, Length::Long)
    }

    /// The width at which `messages` messages of this length are hashed.
    #[inline]
    pub fn width_of<F: BlockFunction>(self, messages: usize, length: Length) -> usize {
        match self {
            Self::Plan(row) => row.width(messages, length),
            Self::Forced(backend) => width_of_forced::<F>(backend, messages),
        }
    }

    /// Whether `messages` messages should leave a kernel of width `from` for narrower ones, given the work that the longest has left.
    pub fn is_worth_narrowing<F: BlockFunction>(self, from: usize, messages: usize, work: Work) -> bool {
        match self {
            Self::Plan(row) => row.is_worth_narrowing(from, messages, work),
            // The costs of a named backend are unknown.
            Self::Forced(_) => self.width::<F>(messages) < from && work.0 > 16 * Work::ROUNDS,
        }
    }

    /// The kernel of a width that [`Choose::width`] returns.
    pub fn chosen<F: BlockFunction>(self, width: usize) -> Chosen<F> {
        if width == 1 { Chosen::One(self.one::<F>()) } else { Chosen::Many(self.many::<F>(width), width) }
    }

    /// The form of such a width for several messages. (In its place: a call would get this value through memory, written in two pieces and
    /// read as one, for which the processor waits until all that came before is done.)
    #[inline(always)]
    pub fn many<F: BlockFunction>(self, width: usize) -> F::Many {
        let many = match self {
            Self::Plan(row) => F::many_of_plan(row.backend(width), width),
            Self::Forced(backend) => F::many_named(backend, width),
        };
        many.expect("a form of each width that is chosen")
    }

    /// The row, if it has no more than two messages at once, on a kernel that hashes whole messages.
    pub fn of_pairs(self) -> Option<&'static Row> {
        let Self::Plan(row) = self else { return None };
        (row.prices_whole && row.widths().last().is_some_and(|widest| widest.messages == 2)).then_some(row)
    }

    pub fn one<F: BlockFunction>(self) -> F::One {
        match self {
            Self::Plan(row) => F::one_of_plan(row.backend(1)),
            // In a build that is fixed to a backend, functions without a form of it use `portable`.
            Self::Forced(backend) if Backend::fixed_here() == Some(backend) => F::one_of_plan(backend),
            Self::Forced(backend) => F::one_found(backend),
        }
    }
}

#[cold]
#[inline(never)]
fn width_of_forced<F: BlockFunction>(backend: Backend, messages: usize) -> usize {
    width_for(F::widths(backend), messages).unwrap_or(1)
}

impl<F: BlockFunction> Chosen<F> {
    pub const fn width(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many(_, width) => *width,
        }
    }
}

/// The states in the slots of a kernel: word k of slot i is at `k * width + i`. Aligned so that no load of a register crosses a cache line.
#[repr(align(64))]
pub struct Slots<F: BlockFunction> {
    words: F::Wide,
    kernel: Chosen<F>,
}

/// Zeroes: a block absorbed only to squeeze.
pub static NOTHING: [u8; 200] = [0; 200];

/// One row of input for each slot.
pub type SlotRows<'a> = [&'a [u8]; WIDEST];

impl<F: BlockFunction> Slots<F> {
    /// All states are zero.
    #[inline]
    pub const fn new(kernel: Chosen<F>) -> Self {
        Self { words: F::WIDE, kernel }
    }

    /// Switches to another kernel; the states become meaningless.
    #[inline]
    pub const fn set_chosen(&mut self, kernel: Chosen<F>) {
        self.kernel = kernel;
    }

    #[inline]
    pub const fn width(&self) -> usize {
        self.kernel.width()
    }

    #[inline]
    pub fn put(&mut self, slot: usize, parked: &F::Parked) {
        let width = self.width();
        let words = self.words.as_mut().iter_mut().skip(slot).step_by(width);
        for (word, parked) in words.zip(parked.as_ref()) {
            *word = *parked;
        }
    }

    /// The state of a slot, in the form that [`Slots::put`] takes.
    #[inline]
    pub fn take(&self, slot: usize) -> F::Parked {
        let mut parked = F::PARKED;
        let words = self.words.as_ref().iter().skip(slot).step_by(self.width());
        for (parked, word) in parked.as_mut().iter_mut().zip(words) {
            *parked = *word;
        }
        parked
    }

    #[inline]
    pub fn put_all(&mut self, parked: &F::Parked) {
        fn put<const WIDTH: usize, W: Copy>(words: &mut [W], parked: &[W]) {
            for (words, parked) in words.as_chunks_mut::<WIDTH>().0.iter_mut().zip(parked) {
                *words = [*parked; WIDTH];
            }
        }
        let (width, words, parked) = (self.width(), self.words.as_mut(), parked.as_ref());
        match width {
            2 => put::<2, _>(words, parked),
            4 => put::<4, _>(words, parked),
            8 => put::<8, _>(words, parked),
            16 => put::<16, _>(words, parked),
            _ => words.chunks_exact_mut(width).zip(parked).for_each(|(words, parked)| words.fill(*parked)),
        }
    }

    /// Puts the state from which this function's messages begin into all slots.
    #[inline]
    pub fn begin_all(&mut self, function: &F) {
        if function.begins_with_zeroes() {
            return self.clear();
        }
        let mut begin = function.begin();
        self.put_all(&begin);
        if F::ERASE {
            F::wipe(begin.as_mut());
        }
    }

    /// Sets all states to zero: one contiguous fill, so that the compiler uses its longest stores.
    #[inline]
    pub fn clear(&mut self) {
        let count = F::PARKED.as_ref().len() * self.width();
        self.words.as_mut()[..count].fill(F::Word::default());
    }

    #[inline]
    pub fn absorb(&mut self, function: F, rows: &SlotRows<'_>) {
        match self.kernel {
            Chosen::Many(form, width) => {
                let count = F::PARKED.as_ref().len() * width;
                function.absorb_many(form, &mut self.words.as_mut()[..count], &rows[..width]);
            }
            Chosen::One(form) => {
                let mut state = self.take(0);
                function.absorb_one(form, &mut state, rows[0]);
                self.put(0, &state);
                F::wipe(state.as_mut());
            }
        }
    }

    /// Sets the counter of the slot's next block.
    pub fn count(&mut self, slot: usize, bits: u128) {
        let mut state = self.take(slot);
        F::count(&mut state, bits);
        self.put(slot, &state);
    }

    /// Writes the first bytes of the output in a slot, at most a block.
    #[inline]
    pub fn extract(&self, slot: usize, out: &mut [u8]) {
        F::extract(self.words.as_ref().iter().skip(slot).step_by(self.width()), out);
    }

    /// Writes a part of one block of output for all messages: `range` of each message's `bytes` bytes in `out`.
    #[inline]
    pub fn extract_all(&self, out: &mut [u8], bytes: usize, range: Range<usize>) {
        fn extract<const WIDTH: usize, F: BlockFunction>(
            words: &[F::Word],
            out: &mut [u8],
            bytes: usize,
            range: Range<usize>,
        ) {
            let words = words.as_chunks::<WIDTH>().0;
            for (out, slot) in out.chunks_exact_mut(bytes).zip(0..WIDTH) {
                F::extract(words.iter().map(|words| &words[slot]), &mut out[range.clone()]);
            }
        }
        let (width, words) = (self.width(), self.words.as_ref());
        match width {
            2 => extract::<2, F>(words, out, bytes, range),
            4 => extract::<4, F>(words, out, bytes, range),
            8 => extract::<8, F>(words, out, bytes, range),
            16 => extract::<16, F>(words, out, bytes, range),
            _ => out
                .chunks_exact_mut(bytes)
                .enumerate()
                .for_each(|(slot, out)| self.extract(slot, &mut out[range.clone()])),
        }
    }

    /// Permutes all states for the next block of output.
    pub fn next_block(&mut self, function: F) {
        let nothing: &[u8] = &NOTHING[..function.block_bytes()];
        self.absorb(function, &[nothing; WIDEST]);
    }

    /// The words as a form takes them, and the kernel.
    pub fn words_mut(&mut self) -> (&mut [F::Word], Chosen<F>) {
        let count = F::PARKED.as_ref().len() * self.width();
        (&mut self.words.as_mut()[..count], self.kernel)
    }
}

impl<F: BlockFunction> Clone for Slots<F>
where
    F::Wide: Clone,
{
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), kernel: self.kernel }
    }
}

impl<F: BlockFunction> Drop for Slots<F> {
    #[inline]
    fn drop(&mut self) {
        if F::ERASE {
            F::wipe(self.words.as_mut());
        }
    }
}
