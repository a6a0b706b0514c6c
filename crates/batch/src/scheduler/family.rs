//! The trait through which the batch scheduler uses a hash function. Sponges, SHA-2 and BLAKE share one scheduler, at all widths.

use super::Message;
use crate::engine::width_for;
use crate::plan::{Length, Row, WIDEST, Work};
use crate::sure::sure;
use crate::{Backend, Error};
use core::fmt::Debug;
use core::ops::Range;

/// A family of hash functions that take one block after the other; a value holds the differences between its functions, and the state that
/// messages begin with.
pub trait Family: Copy {
    /// A word of a state.
    type Word: Copy + Default;
    /// The state of one message while no kernel holds it.
    type Parked: Copy + AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    /// The states of as many messages as any kernel takes at once.
    type Wide: AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    /// Bytes for two blocks at least: what the end of a message and the padding can fill.
    type Buffer: AsRef<[u8]> + AsMut<[u8]>;
    /// What holds the last blocks of as many messages as any kernel takes at once.
    type Ends;
    /// What messages of as many blocks have in common.
    type Alike: Copy;
    /// A form for one message.
    type One: Copy + Debug;
    /// A form for several.
    type Many: Copy + Debug;

    /// A parked state of no message, states, and a buffer of nothing.
    const PARKED: Self::Parked;
    const WIDE: Self::Wide;
    const EMPTY: Self::Buffer;
    /// The last blocks of no messages.
    const ENDS: Self::Ends;
    /// Whether states are erased when their messages have ended.
    const ERASE: bool = cfg!(feature = "zeroize");
    /// Whether each block is hashed with the number of the message's bits up to its end, without those of the padding
    /// ([`Family::count`]).
    const COUNTS: bool = false;

    /// The row in force now.
    fn row() -> &'static Row;
    /// How many messages a backend takes at once, ascending.
    fn widths(backend: Backend) -> &'static [usize];
    /// The form for one message of a backend that a plan names.
    fn one_of_plan(backend: Backend) -> Self::One;
    /// The form for several of a backend that a plan names.
    fn many_of_plan(backend: Backend, width: usize) -> Option<Self::Many>;
    /// The form for one message of a backend by name.
    fn one_named(backend: Backend) -> Result<Self::One, Error>;
    /// The form for several of a backend by name.
    fn many_named(backend: Backend, width: usize) -> Option<Self::Many>;

    /// Bytes of a block.
    fn block_bytes(self) -> usize;
    /// Bytes of the first block that every message has before its own.
    fn begun(&self) -> &[u8];
    /// Bytes that every message has behind its own.
    fn ending(&self) -> &[u8] {
        &[]
    }
    /// How many blocks a message has, its padding and what it shares with all others counted.
    fn blocks(&self, message: &Message<'_>) -> usize;
    /// Number of blocks by which messages of so many bytes are compared, where nothing is before or behind them: messages with equal
    /// results take equally many blocks.
    fn blocks_of(&self, bytes: u64) -> u64 {
        bytes / self.block_bytes() as u64
    }
    /// Rounds of a block, where [`Work::ROUNDS`] are as much work as what a row has the cost of.
    fn rounds(&self) -> u64 {
        Work::ROUNDS
    }
    /// The work of this many blocks.
    fn work(&self, blocks: usize) -> Work {
        Work((blocks as u64).saturating_mul(self.rounds()))
    }
    /// How long a message of this many bytes is.
    #[inline]
    fn length_of_bytes(&self, bytes: u64) -> Length {
        let block = self.block_bytes() as u64;
        Length::of_bytes(bytes.saturating_add(block), block, self.rounds())
    }
    /// Fills the buffer, of which the first `len` bytes, fewer than a block, are the end of a message of this many whole bytes, with its
    /// last bits and the padding; how many bytes, one block or two.
    fn pad(self, buffer: &mut Self::Buffer, len: usize, message: &Message<'_>) -> usize;
    /// How many of its bits the first of the blocks with padding is hashed with.
    fn bits(self, _message: &Message<'_>) -> u128 {
        0
    }
    /// Hashes a message by itself, as any single message.
    fn one(&self, form: Self::One, message: &Message<'_>, out: &mut [u8]);
    /// A message begins with this state.
    fn begin(&self) -> Self::Parked;
    /// Whether that is known to be all zeroes.
    fn begins_with_zeroes(&self) -> bool {
        false
    }
    /// The common properties of messages that can go through a kernel together: all have the same number of blocks, and none has to be
    /// copied except for its end. `None` for other messages.
    fn alike(&self, messages: &[Message<'_>]) -> Option<Self::Alike>;
    /// Absorbs such messages and their padding, at most as many as the form takes. Idle slots repeat the first message.
    fn absorb_alike(
        &self,
        form: Self::Many,
        words: &mut [Self::Word],
        messages: &[Message<'_>],
        alike: Self::Alike,
        ends: &mut Self::Ends,
    );
    /// Whether there are kernels that hash messages from their first byte to their digests.
    const HASHES_WHOLE: bool = false;
    /// How long messages of this many bytes are that may be taken by such a kernel, all of one length.
    fn length_of_whole(&self, length: Length, _bytes: u64) -> Length {
        length
    }
    /// Whether such a kernel takes these messages, which are alike, and gives digests of so many bytes.
    fn takes_whole(&self, _: Self::Many, _messages: &[Message<'_>], _: Self::Alike, _output_bytes: usize) -> bool {
        false
    }
    /// Hashes such messages, no more than the form takes; their digests lie one behind the other.
    fn hash_whole(&self, _: Self::Many, _messages: &[Message<'_>], _out: &mut [u8]) {
        unreachable!("the caller has asked takes_whole")
    }
    /// Erases what depends on a message, if that has been asked for.
    fn wipe_ends(ends: &mut Self::Ends);
    /// Absorbs all blocks of the rows, which have one length, into as many states.
    fn absorb_many(self, form: Self::Many, words: &mut [Self::Word], rows: &[&[u8]]);
    /// Absorbs all blocks of `data`.
    fn absorb_one(self, form: Self::One, state: &mut Self::Parked, data: &[u8]);
    /// The next block of this state is hashed with a count of this many bits.
    fn count(_state: &mut Self::Parked, _bits: u128) {}
    /// The first bytes of the output of the message in a slot, at most a block: `words` yields its state.
    fn extract<'w>(words: impl Iterator<Item = &'w Self::Word>, out: &mut [u8])
    where
        Self::Word: 'w;
    /// Erases what depends on a message.
    fn wipe(words: &mut [Self::Word]);
}

/// Which kernels to use.
#[derive(Clone, Copy, Debug)]
pub enum Choose {
    /// The cheapest of a plan's row for the number of messages.
    Plan(&'static Row),
    /// One backend's.
    Forced(Backend),
}

/// A form, and how many messages it takes.
#[derive(Clone, Copy, Debug)]
pub enum Kernel<F: Family> {
    One(F::One),
    Many(F::Many, usize),
}

impl Choose {
    /// One backend, or the row in force now.
    ///
    /// # Errors
    /// As [`Family::one_named`].
    pub fn new<F: Family>(backend: Option<Backend>) -> Result<Self, Error> {
        match backend {
            Some(backend) => F::one_named(backend).map(|_| Self::Forced(backend)),
            None => Ok(Self::here::<F>()),
        }
    }

    /// The row in force now.
    pub fn here<F: Family>() -> Self {
        match Backend::fixed_here() {
            Some(fixed) => Self::Forced(fixed),
            None => Self::Plan(F::row()),
        }
    }

    /// How many of `messages` messages to take at once.
    #[inline]
    pub fn width<F: Family>(self, messages: usize) -> usize {
        self.width_of::<F>(messages, Length::Long)
    }

    /// The same where all have this length.
    #[inline]
    pub fn width_of<F: Family>(self, messages: usize, length: Length) -> usize {
        match self {
            Self::Plan(row) => row.width(messages, length),
            Self::Forced(backend) => width_of_forced::<F>(backend, messages),
        }
    }

    /// Whether `messages` messages should leave a kernel of width `from` for narrower ones, given the work that the longest has left.
    pub fn is_worth_narrowing<F: Family>(self, from: usize, messages: usize, work: Work) -> bool {
        match self {
            Self::Plan(row) => row.is_worth_narrowing(from, messages, work),
            // Nothing is known of its costs.
            Self::Forced(_) => self.width::<F>(messages) < from && work.0 > 16 * Work::ROUNDS,
        }
    }

    /// The kernel for this many messages at once, a number that [`Choose::width`] gives.
    pub fn kernel<F: Family>(self, width: usize) -> Kernel<F> {
        if width == 1 {
            return Kernel::One(self.one::<F>());
        }
        let many = match self {
            Self::Plan(row) => F::many_of_plan(row.backend(width), width),
            Self::Forced(backend) => F::many_named(backend, width),
        };
        Kernel::Many(many.expect("a form of each width that is chosen"), width)
    }

    /// The form for one message.
    pub fn one<F: Family>(self) -> F::One {
        match self {
            Self::Plan(row) => F::one_of_plan(row.backend(1)),
            // A build that is fixed to a backend has `portable` for functions that this has no form of.
            Self::Forced(backend) if Backend::fixed_here() == Some(backend) => F::one_of_plan(backend),
            // It has been found before.
            Self::Forced(backend) => sure(F::one_named(backend)),
        }
    }
}

#[cold]
#[inline(never)]
fn width_of_forced<F: Family>(backend: Backend, messages: usize) -> usize {
    width_for(F::widths(backend), messages).unwrap_or(1)
}

impl<F: Family> Kernel<F> {
    /// How many messages.
    pub const fn width(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many(_, width) => *width,
        }
    }
}

/// States in the slots of a kernel, word k of slot i at `k * width + i`; aligned so that no load of a register crosses a cache line.
#[repr(align(64))]
pub struct Slots<F: Family> {
    words: F::Wide,
    kernel: Kernel<F>,
}

/// Zeroes: a block to absorb while squeezing, or as much of one as a state has absorbed before.
pub static NOTHING: [u8; 200] = [0; 200];

/// The rows of all slots.
pub type Rows<'a> = [&'a [u8]; WIDEST];

impl<F: Family> Slots<F> {
    /// With states of zeroes.
    #[inline]
    pub const fn new(kernel: Kernel<F>) -> Self {
        Self { words: F::WIDE, kernel }
    }

    /// For another kernel. What the states were is lost.
    #[inline]
    pub const fn set_kernel(&mut self, kernel: Kernel<F>) {
        self.kernel = kernel;
    }

    /// How many there are.
    #[inline]
    pub const fn width(&self) -> usize {
        self.kernel.width()
    }

    /// Slot `slot` goes on from here.
    #[inline]
    pub fn put(&mut self, slot: usize, parked: &F::Parked) {
        let width = self.width();
        let words = self.words.as_mut().iter_mut().skip(slot).step_by(width);
        for (word, parked) in words.zip(parked.as_ref()) {
            *word = *parked;
        }
    }

    /// What [`Slots::put`] wants.
    #[inline]
    pub fn take(&self, slot: usize) -> F::Parked {
        let mut parked = F::PARKED;
        let words = self.words.as_ref().iter().skip(slot).step_by(self.width());
        for (parked, word) in parked.as_mut().iter_mut().zip(words) {
            *parked = *word;
        }
        parked
    }

    /// A message begins in each slot.
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

    /// The same with the state that messages of this family begin with.
    #[inline]
    pub fn begin_all(&mut self, family: &F) {
        if family.begins_with_zeroes() {
            return self.clear();
        }
        let mut begin = family.begin();
        self.put_all(&begin);
        if F::ERASE {
            F::wipe(begin.as_mut());
        }
    }

    /// All states are zeroes: in one piece, with stores as long as there are.
    #[inline]
    pub fn clear(&mut self) {
        let count = F::PARKED.as_ref().len() * self.width();
        self.words.as_mut()[..count].fill(F::Word::default());
    }

    /// Absorbs all blocks of the first rows, which have one length.
    #[inline]
    pub fn absorb(&mut self, family: F, rows: &Rows<'_>) {
        match self.kernel {
            Kernel::Many(form, width) => {
                let count = F::PARKED.as_ref().len() * width;
                family.absorb_many(form, &mut self.words.as_mut()[..count], &rows[..width]);
            }
            Kernel::One(form) => {
                let mut state = self.take(0);
                family.absorb_one(form, &mut state, rows[0]);
                self.put(0, &state);
                F::wipe(state.as_mut());
            }
        }
    }

    /// The slot's next block is hashed with a count of this many bits.
    pub fn count(&mut self, slot: usize, bits: u128) {
        let mut state = self.take(slot);
        F::count(&mut state, bits);
        self.put(slot, &state);
    }

    /// The first bytes of the output of a message that has been absorbed, at most a block.
    #[inline]
    pub fn extract(&self, slot: usize, out: &mut [u8]) {
        F::extract(self.words.as_ref().iter().skip(slot).step_by(self.width()), out);
    }

    /// The first bytes of the output of messages, within one block: those of `range` of each one's `bytes` bytes of `out`.
    #[inline]
    pub fn extract_all(&self, out: &mut [u8], bytes: usize, range: Range<usize>) {
        fn extract<const WIDTH: usize, F: Family>(
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

    /// On to the next block of output.
    pub fn next_block(&mut self, family: F) {
        let nothing: &[u8] = &NOTHING[..family.block_bytes()];
        self.absorb(family, &[nothing; WIDEST]);
    }

    /// As one form sees them, with their number.
    pub fn words_mut(&mut self) -> (&mut [F::Word], Kernel<F>) {
        let count = F::PARKED.as_ref().len() * self.width();
        (&mut self.words.as_mut()[..count], self.kernel)
    }
}

impl<F: Family> Clone for Slots<F>
where
    F::Wide: Clone,
{
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), kernel: self.kernel }
    }
}

impl<F: Family> Drop for Slots<F> {
    #[inline]
    fn drop(&mut self) {
        if F::ERASE {
            F::wipe(self.words.as_mut());
        }
    }
}
