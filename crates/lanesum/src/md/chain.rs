//! The chaining value, and messages over it, in pieces and whole: padding and length (FIPS 180-4, sections 5.1 and 5.2;
//! specs/blake.md, sections 3 and 4).

use super::engine::Kernels;
use super::plan;
use super::size::{Size, Word};
use crate::tail::Tail;
use crate::wipe::wipe;
use crate::{Backend, Error};
use core::fmt;
use digest::array::Array;
use digest::block_buffer::{BlockBuffer, Eager};
use digest::typenum::Unsigned;

/// A chaining value after a number of blocks.
pub(crate) struct Chain<S: Size> {
    state: S::State<S::Word>,
    /// So many blocks that a message of them all is too long are a message that is too long, however many more there are.
    blocks: u128,
    engine: S::Engine,
    mark: u8,
}

/// The end of a message: two pieces that together are less than a block, and the last bits.
#[derive(Clone, Copy)]
pub(crate) struct Rest<'a> {
    pub(crate) pieces: [&'a [u8]; 2],
    pub(crate) tail: Tail,
}

impl Rest<'_> {
    fn bytes(&self) -> usize {
        self.pieces[0].len() + self.pieces[1].len()
    }

    /// Whether there is any bit.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes() == 0 && self.tail.is_empty()
    }
}

/// Fills the buffer with the end of a message of so many bits, and the padding; how many bytes, one block or two.
#[inline]
pub(crate) fn pad<S: Size>(rest: &Rest<'_>, bits: u128, mark: u8, buffer: &mut S::TwoBlocks) -> usize {
    let Rest { pieces, tail } = rest;
    let buffer = buffer.as_mut();
    let end = rest.bytes();
    // Whole blocks, which takes a few stores: no call as for a length that is not known.
    buffer[..S::Block::USIZE].fill(0);
    // A byte for the bit that ends the message; where there is a bit before the length, the byte may be that of both, but for
    // a message that leaves no more than one of its bits.
    let end_bytes = if S::COUNTS && tail.bits() == 7 { 2 } else { 1 };
    let len = if end + end_bytes + S::LENGTH_BYTES > S::Block::USIZE {
        buffer[S::Block::USIZE..2 * S::Block::USIZE].fill(0);
        2 * S::Block::USIZE
    } else {
        S::Block::USIZE
    };
    if !pieces[0].is_empty() {
        buffer[..pieces[0].len()].copy_from_slice(pieces[0]);
    }
    buffer[pieces[0].len()..end].copy_from_slice(pieces[1]);
    buffer[end] = tail.then_one();
    debug_assert!(bits <= S::MAX_BITS, "the caller has looked");
    let before = len - S::LENGTH_BYTES;
    if S::COUNTS {
        buffer[before - 1] |= mark;
    }
    buffer[before..len].copy_from_slice(&bits.to_be_bytes()[16 - S::LENGTH_BYTES..]);
    len
}

/// Pads and compresses the end of a message of so many bits.
#[inline]
fn compress_rest<S: Size>(engine: S::Engine, state: &mut S::State<S::Word>, rest: &Rest<'_>, bits: u128, mark: u8) {
    let mut buffer = S::EMPTY;
    let len = pad::<S>(rest, bits, mark, &mut buffer);
    if S::COUNTS {
        let mut count = if rest.is_empty() { 0 } else { bits };
        for block in buffer.as_ref()[..len].chunks_exact(S::Block::USIZE) {
            S::count(state, count);
            engine.compress(state, block);
            // No bit of the message is in a block after this one.
            count = 0;
        }
    } else {
        engine.compress(state, &buffer.as_ref()[..len]);
    }
    if cfg!(feature = "zeroize") {
        wipe(buffer.as_mut());
    }
}

/// The first bytes of the digest of a message in one piece, without the block that a message in pieces wants. (No slice is so long
/// that the number of its bits is too large.)
#[inline]
pub(crate) fn hash<S: Size>(engine: S::Engine, start: &S::Start, body: &[u8], tail: Tail, out: &mut [u8]) {
    let mut state = S::begin(start);
    let (blocks, rest) = body.split_at(body.len() - body.len() % S::Block::USIZE);
    if !blocks.is_empty() {
        engine.compress(&mut state, blocks);
    }
    let bits = 8 * body.len() as u128 + u128::from(tail.bits());
    compress_rest::<S>(engine, &mut state, &Rest { pieces: [&[], rest], tail }, bits, S::mark(start));
    put::<S>(&state, 8, out);
    wipe(state.as_mut());
}

/// The same on the best backend here.
#[inline]
pub(crate) fn digest<S: Size, const N: usize>(start: &S::Start, body: &[u8], tail: Tail) -> [u8; N] {
    let mut out = [0; N];
    hash::<S>(plan::engine::<S>(), start, body, tail, &mut out);
    out
}

/// The first words, big-endian, as many bytes as there is room for.
#[inline]
fn put<S: Size>(state: &S::State<S::Word>, words: usize, out: &mut [u8]) {
    for (word, bytes) in state.as_ref()[..words].iter().zip(out.chunks_mut(size_of::<S::Word>())) {
        word.put(bytes);
    }
}

/// The unfinished block of a message.
pub(crate) type Buffer<S> = BlockBuffer<<S as Size>::Block, Eager>;

impl<S: Size> Chain<S> {
    #[inline]
    pub(crate) fn new(start: &S::Start, engine: S::Engine) -> Self {
        Self { state: S::begin(start), blocks: 0, engine, mark: S::mark(start) }
    }

    pub(crate) fn backend(&self) -> Backend {
        self.engine.backend()
    }

    pub(crate) fn engine(&self) -> S::Engine {
        self.engine
    }

    /// The state.
    pub(crate) fn words(&self) -> S::State<S::Word> {
        self.state
    }

    /// Goes on from a state that so many more blocks have made.
    pub(crate) fn go_on(&mut self, words: &S::State<S::Word>, blocks: usize) {
        self.state = *words;
        self.blocks = self.blocks.saturating_add(blocks as u128);
    }

    /// Back to the beginning; a salt stays.
    pub(crate) fn reset(&mut self, start: &S::Start) {
        self.state.as_mut()[..8].copy_from_slice(&S::begin(start).as_ref()[..8]);
        self.blocks = 0;
        S::count(&mut self.state, 8 * u128::from(S::Block::U64));
    }

    #[inline]
    pub(crate) fn update(&mut self, blocks: &[Array<u8, S::Block>]) {
        self.blocks = self.blocks.saturating_add(blocks.len() as u128);
        self.engine.compress(&mut self.state, Array::slice_as_flattened(blocks));
    }

    /// The number of bits of the blocks and as many more bytes and bits.
    #[inline]
    fn bits(&self, bytes: usize, bits: u32) -> Result<u128, Error> {
        let of_blocks = self.blocks.checked_mul(8 * u128::from(S::Block::U64));
        let all = of_blocks.and_then(|of_blocks| of_blocks.checked_add(8 * bytes as u128 + u128::from(bits)));
        all.filter(|all| *all <= S::MAX_BITS).ok_or(Error::MessageTooLong)
    }

    /// Pads with what is in the buffer and puts out the first bytes. Leaves no chaining value of use behind.
    #[inline]
    pub(crate) fn finish(&mut self, buffer: &mut Buffer<S>, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        let bits = self.bits(buffer.get_pos(), tail.bits())?;
        let rest = Rest { pieces: [&[], buffer.get_data()], tail };
        compress_rest::<S>(self.engine, &mut self.state, &rest, bits, self.mark);
        buffer.reset();
        put::<S>(&self.state, 8, out);
        Ok(())
    }
}

impl<S: Size> Clone for Chain<S> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state, blocks: self.blocks, engine: self.engine, mark: self.mark }
    }
}

impl<S: Size> Drop for Chain<S> {
    #[inline]
    fn drop(&mut self) {
        wipe(self.state.as_mut());
    }
}

/// A message in pieces.
#[derive(Clone)]
pub struct Md<S: Size> {
    pub(crate) chain: Chain<S>,
    pub(crate) buffer: Buffer<S>,
}

impl<S: Size> Md<S> {
    #[inline]
    pub(crate) fn new(start: &S::Start, engine: S::Engine) -> Self {
        Self { chain: Chain::new(start, engine), buffer: BlockBuffer::default() }
    }

    pub(crate) fn backend(&self) -> Backend {
        self.chain.backend()
    }

    /// Back to the beginning; a salt stays.
    pub(crate) fn reset(&mut self, start: &S::Start) {
        self.chain.reset(start);
        self.buffer.reset();
    }

    #[inline]
    pub(crate) fn update(&mut self, data: &[u8]) {
        let Self { chain, buffer } = self;
        buffer.digest_blocks(data, |blocks| chain.update(blocks));
    }

    /// As [`Md::update`], if the message does not get too long by it.
    pub(crate) fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        self.chain.bits(self.buffer.get_pos().saturating_add(data.len()), 0)?;
        self.update(data);
        Ok(())
    }

    /// Pads and puts out the first bytes of the digest.
    #[inline]
    pub(crate) fn finish_into(mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        let Self { chain, buffer } = &mut self;
        chain.finish(buffer, tail, out)
    }

    /// Writes what a later hasher needs, whatever its backend, [`Size::Saved`] bytes: the state's words, the number of bytes so
    /// far, both big-endian, and the block that has begun, with zeroes behind.
    pub(crate) fn save(&self, out: &mut [u8]) {
        let (state, rest) = out.split_at_mut(S::SAVED_WORDS * size_of::<S::Word>());
        put::<S>(&self.chain.state, S::SAVED_WORDS, state);
        let (count, block) = rest.split_at_mut(16);
        let position = self.buffer.get_pos();
        let bytes = self.chain.blocks.saturating_mul(S::Block::USIZE as u128).saturating_add(position as u128);
        count.copy_from_slice(&bytes.to_be_bytes());
        block.fill(0);
        block[..position].copy_from_slice(self.buffer.get_data());
    }

    /// The inverse of [`Md::save`]; `None` for what it does not write.
    pub(crate) fn restore(start: &S::Start, engine: S::Engine, saved: &[u8]) -> Option<Self> {
        let (state, rest) = saved.split_at_checked(S::SAVED_WORDS * size_of::<S::Word>())?;
        let (count, block) = rest.split_first_chunk::<16>()?;
        let bytes = u128::from_be_bytes(*count);
        let position = (bytes % S::Block::USIZE as u128) as usize;
        let (begun, zeroes) = block.split_at_checked(position)?;
        let fits = block.len() == S::Block::USIZE && zeroes.iter().all(|byte| *byte == 0) && bytes <= S::MAX_BITS / 8;
        let mut chain = Chain::<S>::new(start, engine);
        for (word, bytes) in chain.state.as_mut().iter_mut().zip(state.chunks_exact(size_of::<S::Word>())) {
            *word = S::Word::get(bytes);
        }
        chain.blocks = bytes / S::Block::USIZE as u128;
        // What the next block is hashed with; one that makes the message too long is hashed with anything.
        let block_bits = 8 * u128::from(S::Block::U64);
        S::count(&mut chain.state, chain.blocks.wrapping_add(1).wrapping_mul(block_bits));
        fits.then(|| Self { chain, buffer: BlockBuffer::new(begun) })
    }
}

impl<S: Size> fmt::Debug for Md<S> {
    /// Prints the backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Md").field("backend", &self.backend()).finish_non_exhaustive()
    }
}
