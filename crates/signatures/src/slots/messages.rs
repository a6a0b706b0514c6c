//! Messages of equal length side by side, of any number of blocks, as words of the hash function. Common parts are written once, and
//! results stay in words from one function to the next.

use super::sha2::Word;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::ops::BitXor;
use lanesum::Backend;
use lanesum::hazmat::{Sha2States, States};
use zeroize::{DefaultIsZeroes, Zeroize};

/// `N` messages, padded, and their hash function.
pub(crate) trait Messages<const N: usize>: Clone {
    type Word: DefaultIsZeroes + BitXor<Output = Self::Word>;
    /// The choice of the hash function.
    type Function: Copy;

    /// Messages of `len` bytes that begin with `head`, followed by zeroes.
    fn new(function: Self::Function, backend: Option<Backend>, head: &[u8], len: usize) -> Self;
    /// Writes `bytes` into one message. `at` and the length must be multiples of four, here and below.
    fn put(&mut self, slot: usize, at: usize, bytes: &[u8]);
    /// Writes digests into all messages.
    fn put_words(&mut self, at: usize, words: &[[Self::Word; N]]);
    /// Sets the byte at `at`, which must be 3 modulo 4, of all messages.
    fn put_byte(&mut self, at: usize, byte: u8);
    /// Adds one to a byte of all messages. The byte must be below 255, except in idle slots.
    fn count_up(&mut self, at: usize);
    /// Hashes the messages, and writes the first words of the digests.
    fn hash(&mut self, digests: &mut [[Self::Word; N]]);
    /// The calls of the permutation or compression function for one message.
    fn calls(&self) -> u64;
    /// Converts a word from its bytes in a digest; `bytes` is the inverse.
    fn word(bytes: &[u8]) -> Self::Word;
    fn bytes(word: Self::Word, bytes: &mut [u8]);
}

/// Messages of SHAKE; lane k of all messages is side by side.
#[derive(Clone)]
pub(crate) struct Shake<const N: usize> {
    /// The first block: states that have absorbed it, before the permutation.
    first: States<u64, N>,
    /// The lanes of the other blocks.
    later: Vec<[u64; N]>,
    /// The number of lanes in a block.
    rate: usize,
}

const ROUNDS: usize = 24;

impl<const N: usize> Shake<N> {
    #[inline(always)]
    fn change(&mut self, k: usize, change: impl FnOnce(&mut [u64; N])) {
        if k < self.rate {
            let mut lane = get(&self.first, k);
            change(&mut lane);
            set(&mut self.first, k, &lane);
        } else {
            change(&mut self.later[k - self.rate]);
        }
    }
}

impl<const N: usize> Messages<N> for Shake<N> {
    type Word = u64;
    /// The length of a block in bytes: 168 or 136.
    type Function = usize;

    fn new(rate: usize, backend: Option<Backend>, head: &[u8], len: usize) -> Self {
        let mut first = backend.and_then(|backend| States::with_backend(backend).ok()).unwrap_or_default();
        let mut padded = vec![0; (len + 1).next_multiple_of(rate)];
        padded[..head.len()].copy_from_slice(head);
        padded[len] = 0x1f;
        let last = padded.len() - 1;
        padded[last] |= 0x80;
        let lane = |bytes: &[u8; 8]| [u64::from_le_bytes(*bytes); N];
        let (begin, end) = padded.as_chunks().0.split_at(rate / 8);
        for (k, bytes) in begin.iter().enumerate() {
            set(&mut first, k, &lane(bytes));
        }
        let later = end.iter().map(lane).collect();
        padded.zeroize();
        Self { first, later, rate: rate / 8 }
    }

    #[inline]
    fn put(&mut self, slot: usize, at: usize, bytes: &[u8]) {
        for (half, bytes) in (at / 4..).zip(bytes.as_chunks().0) {
            let (word, shift) = (u64::from(u32::from_le_bytes(*bytes)), half % 2 * 32);
            self.change(half / 2, |lane| lane[slot] = lane[slot] & !(0xffff_ffff << shift) | word << shift);
        }
    }

    #[inline]
    fn put_words(&mut self, at: usize, words: &[[u64; N]]) {
        for (k, words) in (at / 8..).zip(words) {
            if at.is_multiple_of(8) {
                self.change(k, |lane| *lane = *words);
            } else {
                // Across the upper half of one lane and the lower half of the next.
                self.change(k, |lane| *lane = array::from_fn(|i| lane[i] & 0xffff_ffff | words[i] << 32));
                self.change(k + 1, |lane| *lane = array::from_fn(|i| lane[i] & 0xffff_ffff << 32 | words[i] >> 32));
            }
        }
    }

    #[inline]
    fn put_byte(&mut self, at: usize, byte: u8) {
        let (byte, shift) = (u64::from(byte), at % 8 * 8);
        self.change(at / 8, |lane| *lane = lane.map(|lane| lane & !(0xff << shift) | byte << shift));
    }

    #[inline]
    fn count_up(&mut self, at: usize) {
        self.change(at / 8, |lane| *lane = lane.map(|lane| lane.wrapping_add(1 << (at % 8 * 8))));
    }

    #[inline]
    fn hash(&mut self, digests: &mut [[u64; N]]) {
        if self.later.is_empty() {
            // In place: the digests go to the capacity, which is then set to zeroes again.
            self.first.feed_back_all(ROUNDS, digests.len(), self.rate).expect("no more than the capacity");
            for (k, digest) in (self.rate..).zip(digests) {
                *digest = get(&self.first, k);
                set(&mut self.first, k, &[0; N]);
            }
            return;
        }
        let mut states = self.first.clone();
        states.permute_all(ROUNDS).expect("the rounds of SHAKE");
        for lanes in self.later.chunks_exact(self.rate) {
            for (k, lane) in lanes.iter().enumerate() {
                let old = get(&states, k);
                set(&mut states, k, &array::from_fn(|i| old[i] ^ lane[i]));
            }
            states.permute_all(ROUNDS).expect("the rounds of SHAKE");
        }
        for (k, digests) in digests.iter_mut().enumerate() {
            *digests = get(&states, k);
        }
    }

    fn calls(&self) -> u64 {
        1 + (self.later.len() / self.rate) as u64
    }

    #[inline]
    fn word(bytes: &[u8]) -> u64 {
        bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline]
    fn bytes(word: u64, bytes: &mut [u8]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

#[inline(always)]
fn get<const N: usize>(states: &States<u64, N>, k: usize) -> [u64; N] {
    states.lane_all(k).expect("a lane of the state")
}

#[inline(always)]
fn set<const N: usize>(states: &mut States<u64, N>, k: usize, lane: &[u64; N]) {
    states.set_lane_all(k, lane).expect("a lane of the state");
}

impl<const N: usize> Drop for Shake<N> {
    fn drop(&mut self) {
        self.later.as_flattened_mut().zeroize();
    }
}

/// Messages of SHA-256 or SHA-512, one after the other. Whole blocks that all messages begin with are compressed once.
#[derive(Clone)]
pub(crate) struct Sha2<W: Word, const N: usize> {
    states: Sha2States<W, N>,
    begun: [W; 8],
    rows: Vec<u8>,
    /// The length of a row in bytes, and the bytes of the message before it.
    stride: usize,
    skipped: usize,
}

impl<W: Word, const N: usize> Sha2<W, N> {
    /// The part of a message from byte `at` on.
    #[inline(always)]
    fn at(&mut self, slot: usize, at: usize) -> &mut [u8] {
        &mut self.rows[slot * self.stride..][..self.stride][at - self.skipped..]
    }
}

impl<W: Word, const N: usize> Messages<N> for Sha2<W, N> {
    type Word = W;
    type Function = ();

    fn new((): (), backend: Option<Backend>, head: &[u8], len: usize) -> Self {
        let states = backend.and_then(|backend| Sha2States::with_backend(backend).ok()).unwrap_or_default();
        let mut begun = W::INITIAL;
        for bytes in head.chunks_exact(W::BLOCK_BYTES) {
            let mut block = W::EMPTY;
            block.as_mut().copy_from_slice(bytes);
            begun = W::after(backend, begun, &block);
        }
        let skipped = head.len() / W::BLOCK_BYTES * W::BLOCK_BYTES;
        let stride = (len + 1 + 2 * W::BYTES).next_multiple_of(W::BLOCK_BYTES) - skipped;
        let mut rows = vec![0; N * stride];
        for row in rows.chunks_exact_mut(stride) {
            row[..head.len() - skipped].copy_from_slice(&head[skipped..]);
            row[len - skipped] = 0x80;
            row[stride - 8..].copy_from_slice(&(8 * len as u64).to_be_bytes());
        }
        Self { states, begun, rows, stride, skipped }
    }

    #[inline]
    fn put(&mut self, slot: usize, at: usize, bytes: &[u8]) {
        self.at(slot, at)[..bytes.len()].copy_from_slice(bytes);
    }

    #[inline]
    fn put_words(&mut self, at: usize, words: &[[W; N]]) {
        for slot in 0..N {
            for (bytes, words) in self.at(slot, at).chunks_exact_mut(W::BYTES).zip(words) {
                words[slot].write_to(bytes);
            }
        }
    }

    #[inline]
    fn put_byte(&mut self, at: usize, byte: u8) {
        for slot in 0..N {
            self.at(slot, at)[0] = byte;
        }
    }

    #[inline]
    fn count_up(&mut self, at: usize) {
        for slot in 0..N {
            let byte = &mut self.at(slot, at)[0];
            *byte = byte.wrapping_add(1);
        }
    }

    #[inline]
    fn hash(&mut self, digests: &mut [[W; N]]) {
        self.states.set_all(&self.begun);
        self.states.compress_all(core::array::from_fn(|slot| &self.rows[slot * self.stride..][..self.stride]));
        digests.copy_from_slice(&self.states.words()[..digests.len()]);
    }

    fn calls(&self) -> u64 {
        (self.stride / W::BLOCK_BYTES) as u64
    }

    #[inline]
    fn word(bytes: &[u8]) -> W {
        W::read_from(bytes)
    }

    #[inline]
    fn bytes(word: W, bytes: &mut [u8]) {
        word.write_to(bytes);
    }
}

impl<W: Word, const N: usize> Drop for Sha2<W, N> {
    fn drop(&mut self) {
        self.rows.zeroize();
        self.begun.zeroize();
    }
}
