//! The chaining value, and messages in pieces over it: padding and length (FIPS 180-4, sections 5.1 and 5.2).

use super::engine::Kernels;
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
    state: [S::Word; 8],
    /// So many blocks that a message of them all is too long are a message that is too long, however many more there are.
    blocks: u128,
    engine: S::Engine,
}

/// Fills the buffer with the end of a message of so many whole bytes, two pieces that together are less than a block, its last
/// bits and the padding (FIPS 180-4, section 5.1); how many bytes, one block or two. No slices are so long together that the
/// number of their bits does not fit.
#[inline]
pub(crate) fn pad<S: Size>(pieces: [&[u8]; 2], tail: Tail, message_bytes: usize, buffer: &mut S::TwoBlocks) -> usize {
    let buffer = buffer.as_mut();
    let end = pieces[0].len() + pieces[1].len();
    // Whole blocks, which takes a few stores: no call as for a length that is not known.
    buffer[..S::Block::USIZE].fill(0);
    let len = if end + 1 + S::LENGTH_BYTES > S::Block::USIZE {
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
    let bits = 8 * message_bytes as u128 + u128::from(tail.bits());
    debug_assert!(bits <= S::MAX_BITS, "no slice is as long");
    buffer[len - S::LENGTH_BYTES..len].copy_from_slice(&bits.to_be_bytes()[16 - S::LENGTH_BYTES..]);
    len
}

/// The unfinished block of a message.
pub(crate) type Buffer<S> = BlockBuffer<<S as Size>::Block, Eager>;

impl<S: Size> Chain<S> {
    #[inline]
    pub(crate) const fn new(initial: &[S::Word; 8], engine: S::Engine) -> Self {
        Self { state: *initial, blocks: 0, engine }
    }

    pub(crate) fn backend(&self) -> Backend {
        self.engine.backend()
    }

    pub(crate) fn engine(&self) -> S::Engine {
        self.engine
    }

    /// The chaining value.
    pub(crate) fn words(&self) -> [S::Word; 8] {
        self.state
    }

    /// Goes on from a chaining value that so many more blocks have made.
    pub(crate) fn go_on(&mut self, words: &[S::Word; 8], blocks: usize) {
        self.state = *words;
        self.blocks = self.blocks.saturating_add(blocks as u128);
    }

    /// Back to the beginning.
    pub(crate) fn reset(&mut self, initial: &[S::Word; 8]) {
        self.state = *initial;
        self.blocks = 0;
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
        let length = &bits.to_be_bytes()[16 - S::LENGTH_BYTES..];
        let Self { state, engine, .. } = self;
        buffer.digest_pad(tail.then_one(), length, |block| engine.compress(state, block));
        self.put(out);
        Ok(())
    }

    #[inline]
    fn put(&self, out: &mut [u8]) {
        for (word, bytes) in self.state.iter().zip(out.chunks_mut(size_of::<S::Word>())) {
            word.put(bytes);
        }
    }
}

impl<S: Size> Clone for Chain<S> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state, blocks: self.blocks, engine: self.engine }
    }
}

impl<S: Size> Drop for Chain<S> {
    #[inline]
    fn drop(&mut self) {
        wipe(&mut self.state);
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
    pub(crate) fn new(initial: &[S::Word; 8], engine: S::Engine) -> Self {
        Self { chain: Chain::new(initial, engine), buffer: BlockBuffer::default() }
    }

    pub(crate) fn backend(&self) -> Backend {
        self.chain.backend()
    }

    /// Back to the beginning.
    pub(crate) fn reset(&mut self, initial: &[S::Word; 8]) {
        self.chain.reset(initial);
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

    /// Writes what a later hasher needs, whatever its backend, [`Size::Saved`] bytes: the chaining value, the number of bytes
    /// so far, both big-endian, and the block that has begun, with zeroes behind.
    pub(crate) fn save(&self, out: &mut [u8]) {
        let (state, rest) = out.split_at_mut(8 * size_of::<S::Word>());
        self.chain.put(state);
        let (count, block) = rest.split_at_mut(16);
        let position = self.buffer.get_pos();
        let bytes = self.chain.blocks.saturating_mul(S::Block::USIZE as u128).saturating_add(position as u128);
        count.copy_from_slice(&bytes.to_be_bytes());
        block.fill(0);
        block[..position].copy_from_slice(self.buffer.get_data());
    }

    /// The inverse of [`Md::save`]; `None` for what it does not write.
    pub(crate) fn restore(engine: S::Engine, saved: &[u8]) -> Option<Self> {
        let (state, rest) = saved.split_at_checked(8 * size_of::<S::Word>())?;
        let (count, block) = rest.split_first_chunk::<16>()?;
        let bytes = u128::from_be_bytes(*count);
        let position = (bytes % S::Block::USIZE as u128) as usize;
        let (begun, zeroes) = block.split_at_checked(position)?;
        let fits = block.len() == S::Block::USIZE && zeroes.iter().all(|byte| *byte == 0) && bytes <= S::MAX_BITS / 8;
        let mut words = [S::Word::default(); 8];
        for (word, bytes) in words.iter_mut().zip(state.chunks_exact(size_of::<S::Word>())) {
            *word = S::Word::get(bytes);
        }
        let mut chain = Chain::new(&words, engine);
        chain.blocks = bytes / S::Block::USIZE as u128;
        fits.then(|| Self { chain, buffer: BlockBuffer::new(begun) })
    }
}

impl<S: Size> fmt::Debug for Md<S> {
    /// Prints the backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Md").field("backend", &self.backend()).finish_non_exhaustive()
    }
}
