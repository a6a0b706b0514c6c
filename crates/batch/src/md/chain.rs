//! The chaining value; hashing of messages in pieces and whole; padding and length (FIPS 180-4, sections 5.1 and 5.2; "SHA-3 proposal
//! BLAKE", version 1.3, 2010, sections 2.1.3 and 2.2.3).

use super::compression::{Compression, MdWord, OneMessage, best_one};
use crate::tail::Tail;
use crate::wipe::{Erase, wipe, wipe_if_asked};
use crate::{Backend, Error};
use core::fmt;
use digest::array::Array;
use digest::typenum::Unsigned;

/// A form of the compression function for one message.
pub type ChainForm<C> = &'static dyn OneMessage<<C as Compression>::State>;

/// A chaining value, and the number of blocks that it has absorbed.
///
/// The state comes first: whoever moves a hasher loads sixteen bytes at a time, and a load of what two stores wrote waits until both are done.
#[repr(C)]
pub struct Chain<C: Compression> {
    pub(crate) state: C::State,
    /// Saturates: beyond the standard's limit the exact count does not matter. (Of words of 32 bits, it has 64: then a hasher has no more
    /// than 128 bytes, which are moved without a call.)
    blocks: <C::Word as MdWord>::Count,
    form: ChainForm<C>,
}

/// Bytes of the padded end of a message: its last `len` bytes, the last bits, the padding and the length.
#[inline]
pub const fn padded<C: Compression>(len: usize, tail: Tail) -> usize {
    // One byte for the 1 that ends the message. BLAKE's bit before the length shares this byte, except after seven last bits.
    let end_bytes = if C::COUNTS && tail.bits() == 7 { 2 } else { 1 };
    (len + end_bytes + C::LENGTH_BYTES).next_multiple_of(C::Block::USIZE)
}

/// Pads the end of a message in place, and returns its length: one block or two. The first `len` bytes of `buffer` are the end of a message
/// of `bits` bits; the other bytes must be 0.
///
/// This function does not write these zeroes: stores from a variable `len` on would cross the borders of the kernel's loads, and delay
/// them.
#[inline]
pub fn pad<C: Compression>(buffer: &mut C::TwoBlocks, len: usize, tail: Tail, bits: u128, mark: u8) -> usize {
    assert!(bits <= C::MAX_BITS, "a message that is too long");
    let buffer = buffer.as_mut();
    let all = padded::<C>(len, tail);
    let before = all - C::LENGTH_BYTES;
    buffer[len] = tail.then_one();
    if C::COUNTS {
        buffer[before - 1] |= mark;
    }
    buffer[before..all].copy_from_slice(&bits.to_be_bytes()[16 - C::LENGTH_BYTES..]);
    all
}

/// Goes on from `state` with the end of a message of `bits` bits and its padding, whole blocks and then `rest`, and writes the first bytes of
/// the digest. Afterwards the state is no valid chaining value.
#[inline]
pub fn finish<C: Compression>(
    form: ChainForm<C>,
    state: &mut C::State,
    parts: [&[u8]; 2],
    tail: Tail,
    bits: u128,
    mark: u8,
    out: &mut [u8],
) {
    if C::COUNTS || !tail.is_empty() || !form.hash(state, parts[0], parts[1], bits, out) {
        pad_and_compress::<C>(form, state, parts, tail, bits, mark);
        C::Word::put_digest(state.as_ref().first_chunk().expect("eight words"), out);
    }
}

#[inline(never)]
fn pad_and_compress<C: Compression>(
    form: ChainForm<C>,
    state: &mut C::State,
    [head, rest]: [&[u8]; 2],
    tail: Tail,
    bits: u128,
    mark: u8,
) {
    if !head.is_empty() {
        form.compress(state, head);
    }
    let (blocks, rest) = rest.split_at(rest.len() - rest.len() % C::Block::USIZE);
    let mut buffer = C::EMPTY;
    buffer.as_mut()[..rest.len()].copy_from_slice(rest);
    pad_in_place::<C>(form, state, blocks, (&mut buffer, rest.len()), tail, bits, mark);
}

/// As [`finish`] without the digest, for whole blocks and then less than a block, which is at the beginning of the buffer. Erases the buffer.
#[inline]
pub fn pad_in_place<C: Compression>(
    form: ChainForm<C>,
    state: &mut C::State,
    blocks: &[u8],
    (buffer, rest): (&mut C::TwoBlocks, usize),
    tail: Tail,
    bits: u128,
    mark: u8,
) {
    let len = pad::<C>(buffer, rest, tail, bits, mark);
    if C::COUNTS {
        if !blocks.is_empty() {
            form.compress(state, blocks);
        }
        let mut count = if rest == 0 && tail.is_empty() { 0 } else { bits };
        for block in buffer.as_ref()[..len].chunks_exact(C::Block::USIZE) {
            C::count(state, count);
            form.compress(state, block);
            // The next block has no bits of the message.
            count = 0;
        }
    } else {
        form.compress_to_end(state, blocks, &buffer.as_ref()[..len]);
    }
    // The message may be what HMAC has between its two hashes.
    wipe(buffer.as_mut());
}

/// Copies `from` to the beginning of `to`, without a call: most pieces are short.
#[inline(always)]
pub fn copy(to: &mut [u8], from: &[u8]) {
    let (to, len) = (&mut to[..from.len()], from.len());
    macro_rules! ends {
        ($len:literal) => {
            if let (Some(first), Some(last)) = (from.first_chunk::<$len>(), from.last_chunk::<$len>()) {
                to[..$len].copy_from_slice(first);
                to[len - $len..].copy_from_slice(last);
                return;
            }
        };
    }
    if let Some(last) = from.last_chunk::<16>() {
        for (to, from) in to.as_chunks_mut::<16>().0.iter_mut().zip(from.as_chunks().0) {
            *to = *from;
        }
        to[len - 16..].copy_from_slice(last);
        return;
    }
    ends!(8);
    ends!(4);
    ends!(2);
    ends!(1);
}

/// Hashes a message in one piece; writes the first bytes of its digest to `out`. Whole blocks are read in place, without the buffer of
/// [`Md`]. (No slice is long enough to exceed the standard's limit.)
#[inline]
pub fn hash<C: Compression>(form: ChainForm<C>, initial: &C::Initial, body: &[u8], tail: Tail, out: &mut [u8]) {
    hash_from::<C>(form, C::begin(initial), C::mark(initial), body, tail, out);
}

/// As [`hash`], from the state before the first block.
#[inline]
pub fn hash_from<C: Compression>(
    form: ChainForm<C>,
    mut state: C::State,
    mark: u8,
    body: &[u8],
    tail: Tail,
    out: &mut [u8],
) {
    let bits = 8 * body.len() as u128 + u128::from(tail.bits());
    finish::<C>(form, &mut state, [&[], body], tail, bits, mark, out);
    wipe_if_asked(state.as_mut());
}

/// As [`hash`], on the best backend of this machine.
#[inline]
pub fn digest<C: Compression, const N: usize>(initial: &C::Initial, body: &[u8], tail: Tail) -> [u8; N] {
    let mut out = [0; N];
    hash::<C>(best_one::<C>(), initial, body, tail, &mut out);
    out
}

/// The unfinished block of a message. (That of the crate `block-buffer` keeps its position in the block's last byte, and copies by calls:
/// of short pieces, each counts.)
#[derive(Clone)]
pub struct Buffer<C: Compression> {
    pub(crate) block: Array<u8, C::Block>,
    /// Less than a block.
    len: u8,
}

impl<C: Compression> Buffer<C> {
    /// # Panics
    /// If `begun` is a whole block or more.
    #[inline]
    pub fn new(begun: &[u8]) -> Self {
        assert!(begun.len() < C::Block::USIZE, "an unfinished block");
        let mut block = Array::default();
        copy(&mut block, begun);
        Self { block, len: begun.len() as u8 }
    }

    #[inline(always)]
    pub fn data(&self) -> &[u8] {
        &self.block[..self.len.into()]
    }

    /// # Panics
    /// If there is no room for so much.
    #[inline(always)]
    fn append(&mut self, data: &[u8]) {
        copy(&mut self.block[self.len.into()..], data);
        self.len += data.len() as u8;
    }

    #[inline]
    fn reset(&mut self) {
        self.len = 0;
    }
}

impl<C: Compression> Chain<C> {
    #[inline]
    pub fn new(initial: &C::Initial, form: ChainForm<C>) -> Self {
        Self { state: C::begin(initial), blocks: C::Word::count(0), form }
    }

    pub fn backend(&self) -> Backend {
        self.form.backend()
    }

    pub fn words(&self) -> &C::State {
        &self.state
    }

    #[inline]
    pub fn blocks(&self) -> u128 {
        self.blocks.into()
    }

    #[inline]
    fn add_blocks(&mut self, more: usize) {
        self.blocks = C::Word::count(self.blocks().saturating_add(more as u128));
    }

    /// Continues from `words`, the state after `blocks` more blocks.
    pub fn go_on(&mut self, words: &C::State, blocks: usize) {
        self.state = *words;
        self.add_blocks(blocks);
    }

    /// Resets to the state before the first block; a salt stays.
    pub fn reset(&mut self, initial: &C::Initial) {
        self.state.as_mut()[..8].copy_from_slice(&C::begin(initial).as_ref()[..8]);
        self.blocks = C::Word::count(0);
        C::count(&mut self.state, 8 * u128::from(C::Block::U64));
    }

    #[inline]
    pub fn update(&mut self, blocks: &[u8]) {
        self.add_blocks(blocks.len() / C::Block::USIZE);
        self.form.compress(&mut self.state, blocks);
    }

    /// The message's length in bits: the blocks absorbed, plus `bytes` and `bits`.
    #[inline]
    fn bits(&self, bytes: usize, bits: u32) -> Result<u128, Error> {
        let of_blocks = self.blocks().checked_mul(8 * u128::from(C::Block::U64));
        let all = of_blocks.and_then(|of_blocks| of_blocks.checked_add(8 * bytes as u128 + u128::from(bits)));
        all.filter(|all| *all <= C::MAX_BITS).ok_or(Error::MessageTooLong)
    }

    /// Pads the last bytes and writes the first bytes of the digest. Afterwards the state is no valid chaining value.
    #[inline]
    pub fn finish(&mut self, last: &[u8], tail: Tail, mark: u8, out: &mut [u8]) -> Result<(), Error> {
        let bits = self.bits(last.len(), tail.bits())?;
        finish::<C>(self.form, &mut self.state, [&[], last], tail, bits, mark, out);
        Ok(())
    }
}

impl<C: Compression> Clone for Chain<C> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state, blocks: self.blocks, form: self.form }
    }
}

/// A message in pieces.
#[derive(Clone)]
pub struct Md<C: Compression> {
    pub chain: Chain<C>,
    pub buffer: Buffer<C>,
    /// BLAKE's bit before the length.
    pub mark: u8,
    /// For the owner: whether the backend was asked for by name. (Here it takes no room; a hasher of over 128 bytes would be moved by a call.)
    pub forced: bool,
}

impl<C: Compression> Md<C> {
    #[inline]
    pub fn new(initial: &C::Initial, form: ChainForm<C>) -> Self {
        Self { chain: Chain::new(initial, form), buffer: Buffer::new(&[]), mark: C::mark(initial), forced: false }
    }

    /// Continues a message from the state after `blocks` blocks.
    pub fn going_on(form: ChainForm<C>, words: &C::State, mark: u8, blocks: u128) -> Self {
        Self {
            chain: Chain { state: *words, blocks: C::Word::count(blocks), form },
            buffer: Buffer::new(&[]),
            mark,
            forced: false,
        }
    }

    pub fn backend(&self) -> Backend {
        self.chain.backend()
    }

    /// Resets to the beginning of a message; a salt stays.
    pub fn reset(&mut self, initial: &C::Initial) {
        self.chain.reset(initial);
        self.buffer.reset();
    }

    /// Little code, in the caller, where a first piece is known to be the first.
    #[inline(always)]
    pub fn update(&mut self, data: &[u8]) {
        if self.buffer.len > 0 {
            return self.go_on_with(data);
        }
        let (blocks, rest) = data.split_at(data.len() - data.len() % C::Block::USIZE);
        if !blocks.is_empty() {
            self.chain.update(blocks);
        }
        self.buffer.append(rest);
    }

    fn go_on_with(&mut self, data: &[u8]) {
        let room = C::Block::USIZE - usize::from(self.buffer.len);
        let Some((head, data)) = data.split_at_checked(room) else { return self.buffer.append(data) };
        self.buffer.append(head);
        self.chain.update(&self.buffer.block);
        self.buffer.reset();
        self.update(data);
    }

    /// As [`Md::update`], but fails if the message would be longer than the standard allows.
    pub fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        /// So many blocks and bytes fit into any message. (Numbers of 128 bits take longer than hashing a few bytes.)
        const SURE: u64 = 1 << 50;
        if data.len() as u64 >= SURE || self.chain.blocks() >= SURE.into() {
            self.chain.bits(self.buffer.data().len().saturating_add(data.len()), 0)?;
        }
        self.update(data);
        Ok(())
    }

    /// How many more bits the message can have.
    pub fn room_bits(&self) -> u128 {
        self.chain.bits(self.buffer.data().len(), 0).map_or(0, |bits| C::MAX_BITS - bits)
    }

    /// Pads, and writes the first bytes of the digest. Unless this fails, the hasher must then be reset or dropped. (In place: what was just
    /// written would be moved, and loads of two stores at once wait.)
    #[inline]
    pub fn finish_to(&mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        self.chain.finish(self.buffer.data(), tail, self.mark, out)?;
        self.buffer.reset();
        Ok(())
    }

    /// As [`Md::try_update`] and [`Md::finish_to`], but reads the data in place, if no block is unfinished.
    #[inline]
    pub fn finish_with(&mut self, data: &[u8], tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        if self.buffer.len == 0 {
            return self.chain.finish(data, tail, self.mark, out);
        }
        self.try_update(data)?;
        self.finish_to(tail, out)
    }

    /// Writes a saved state of [`Compression::SAVED_BYTES`] bytes, which is the same on every backend: the state's words and the number of
    /// bytes so far, both big-endian, then the bytes of the unfinished block, followed by zeroes.
    pub fn save(&self, out: &mut [u8]) {
        let (state, rest) = out.split_at_mut(C::SAVED_WORDS * size_of::<C::Word>());
        C::Word::put_all(self.chain.state.as_ref()[..C::SAVED_WORDS].iter(), state);
        let (count, block) = rest.split_at_mut(16);
        let position = self.buffer.data().len();
        let bytes = self.chain.blocks().saturating_mul(C::Block::USIZE as u128).saturating_add(position as u128);
        count.copy_from_slice(&bytes.to_be_bytes());
        block.fill(0);
        block[..position].copy_from_slice(self.buffer.data());
    }

    #[cfg(feature = "alloc")]
    #[allow(clippy::unused_self)] // for callers to whom the type has no name
    pub const fn saved_bytes(&self) -> usize {
        C::SAVED_BYTES
    }

    /// The inverse of [`Md::save`]; `None` for bytes that it cannot have written.
    pub fn restore(initial: &C::Initial, form: ChainForm<C>, saved: &[u8]) -> Option<Self> {
        let (state, rest) = saved.split_at_checked(C::SAVED_WORDS * size_of::<C::Word>())?;
        let (count, block) = rest.split_first_chunk::<16>()?;
        let bytes = u128::from_be_bytes(*count);
        let position = (bytes % C::Block::USIZE as u128) as usize;
        let (begun, zeroes) = block.split_at_checked(position)?;
        let fits = block.len() == C::Block::USIZE && zeroes.iter().all(|byte| *byte == 0) && bytes <= C::MAX_BITS / 8;
        let mut chain = Chain::<C>::new(initial, form);
        let before = chain.state;
        for (word, bytes) in chain.state.as_mut().iter_mut().zip(state.chunks_exact(size_of::<C::Word>())) {
            *word = C::Word::get(bytes);
        }
        chain.blocks = C::Word::count(bytes / C::Block::USIZE as u128);
        // Only a whole block changes the chaining value. The comparison takes the same time for all values.
        let values = chain.state.as_ref()[..8].iter().zip(&before.as_ref()[..8]);
        let different = values.map(|(now, before)| usize::from(now != before)).sum::<usize>();
        let fits = fits && (different == 0) == (chain.blocks() == 0);
        // The counter of the next block. (If the message is too long, the value does not matter.)
        let block_bits = 8 * u128::from(C::Block::U64);
        let bits = chain.blocks().wrapping_add(1).wrapping_mul(block_bits);
        C::count(&mut chain.state, bits);
        fits.then(|| Self { chain, buffer: Buffer::new(begun), mark: C::mark(initial), forced: false })
    }
}

/// The chaining value, and the unfinished block: HMAC's outer one has the inner digest.
impl<C: Compression> Erase for Md<C> {
    fn erase(&mut self) {
        wipe(self.chain.state.as_mut());
        wipe(&mut self.buffer.block);
    }
}

impl<C: Compression> fmt::Debug for Md<C> {
    /// Prints the backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Md").field("backend", &self.backend()).finish_non_exhaustive()
    }
}
