//! Messages of any length side by side, as padded rows of bytes behind what all of them begin with.

use super::sha2::Word;
use alloc::vec;
use alloc::vec::Vec;
use lanesum::Backend;
use lanesum::hazmat::{Sha2States, States};
use zeroize::Zeroize;

/// A hash function of `N` messages in step.
pub(crate) trait Function<const N: usize>: Clone {
    /// What is left of blocks that all messages begin with.
    type Begun: Clone;
    /// Bytes of a block.
    fn block(&self) -> usize;
    /// The whole blocks of `head`, and how many bytes these are; none where that spares nothing.
    fn begin(&self, head: &[u8]) -> (Self::Begun, usize);
    /// Bytes of padding and length at the least.
    fn least_padding(&self) -> usize;
    /// Writes the padding of a message of `len` bytes.
    fn pad(&self, len: usize, padding: &mut [u8]);
    /// Hashes padded rows.
    fn hash(&mut self, begun: &Self::Begun, rows: [&[u8]; N]);
    /// The first bytes of a slot's digest.
    fn digest(&self, slot: usize, out: &mut [u8]);
}

/// SHAKE128 or SHAKE256.
#[derive(Clone)]
pub(crate) struct Shake<const N: usize> {
    states: States<u64, N>,
    rate: usize,
}

impl<const N: usize> Shake<N> {
    pub(crate) fn new(rate: usize, backend: Option<Backend>) -> Self {
        let states = backend.and_then(|backend| States::with_backend(backend).ok()).unwrap_or_default();
        Self { states, rate }
    }
}

impl<const N: usize> Function<N> for Shake<N> {
    type Begun = ();

    fn block(&self) -> usize {
        self.rate
    }

    fn begin(&self, _: &[u8]) -> ((), usize) {
        ((), 0)
    }

    fn least_padding(&self) -> usize {
        1
    }

    fn pad(&self, _: usize, padding: &mut [u8]) {
        padding.fill(0);
        padding[0] = 0x1f;
        padding[padding.len() - 1] |= 0x80;
    }

    #[inline]
    fn hash(&mut self, (): &(), rows: [&[u8]; N]) {
        self.states.initialize_all();
        self.states.absorb_blocks_all(self.rate / 8, 24, rows).expect("a rate of whole lanes");
    }

    #[inline]
    fn digest(&self, slot: usize, out: &mut [u8]) {
        self.states.extract_bytes(slot, 0, out).expect("bytes of the block");
    }
}

/// SHA-256 or SHA-512.
#[derive(Clone)]
pub(crate) struct Sha2<W: Word, const N: usize> {
    states: Sha2States<W, N>,
    backend: Option<Backend>,
}

impl<W: Word, const N: usize> Sha2<W, N> {
    pub(crate) fn new(backend: Option<Backend>) -> Self {
        let states = backend.and_then(|backend| Sha2States::with_backend(backend).ok()).unwrap_or_default();
        Self { states, backend }
    }
}

impl<W: Word, const N: usize> Function<N> for Sha2<W, N> {
    type Begun = [W; 8];

    fn block(&self) -> usize {
        W::BLOCK_BYTES
    }

    fn begin(&self, head: &[u8]) -> ([W; 8], usize) {
        let mut value = W::INITIAL;
        let blocks = head.chunks_exact(W::BLOCK_BYTES);
        let bytes = blocks.len() * W::BLOCK_BYTES;
        for bytes in blocks {
            let mut block = W::EMPTY;
            block.as_mut().copy_from_slice(bytes);
            value = W::after(self.backend, value, &block);
        }
        (value, bytes)
    }

    fn least_padding(&self) -> usize {
        1 + 2 * W::BYTES
    }

    fn pad(&self, len: usize, padding: &mut [u8]) {
        padding.fill(0);
        padding[0] = 0x80;
        let at = padding.len() - 8;
        padding[at..].copy_from_slice(&(8 * len as u64).to_be_bytes());
    }

    #[inline]
    fn hash(&mut self, begun: &[W; 8], rows: [&[u8]; N]) {
        self.states.set_all(begun);
        self.states.compress_all(rows);
    }

    #[inline]
    fn digest(&self, slot: usize, out: &mut [u8]) {
        for (bytes, words) in out.chunks_exact_mut(W::BYTES).zip(self.states.words()) {
            words[slot].write_to(bytes);
        }
    }
}

/// `N` messages of one length with the same beginning.
#[derive(Clone)]
pub(crate) struct Rows<F: Function<N>, const N: usize> {
    begun: F::Begun,
    bytes: Vec<u8>,
    /// Bytes of a row, and bytes of the message that are in none.
    stride: usize,
    skipped: usize,
}

impl<F: Function<N>, const N: usize> Rows<F, N> {
    /// Messages of `len` bytes that begin with `head`, zeroes behind it.
    pub(crate) fn new(function: &F, head: &[u8], len: usize) -> Self {
        let (begun, skipped) = function.begin(head);
        let stride = (len + function.least_padding()).next_multiple_of(function.block()) - skipped;
        let mut bytes = vec![0; N * stride];
        for row in bytes.chunks_exact_mut(stride) {
            row[..head.len() - skipped].copy_from_slice(&head[skipped..]);
            function.pad(len, &mut row[len - skipped..]);
        }
        Self { begun, bytes, stride, skipped }
    }

    /// The rest of a slot's message from byte `at` on, and the padding: the caller writes the message only.
    #[inline]
    pub(crate) fn at(&mut self, slot: usize, at: usize) -> &mut [u8] {
        &mut self.bytes[slot * self.stride..][..self.stride][at - self.skipped..]
    }

    #[inline]
    pub(crate) fn hash(&self, function: &mut F) {
        let rows = core::array::from_fn(|slot| &self.bytes[slot * self.stride..][..self.stride]);
        function.hash(&self.begun, rows);
    }

    /// How many calls of the permutation or compression function a message takes.
    pub(crate) fn calls(&self, function: &F) -> u64 {
        (self.stride / function.block()) as u64
    }
}

impl<F: Function<N>, const N: usize> Drop for Rows<F, N> {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}
