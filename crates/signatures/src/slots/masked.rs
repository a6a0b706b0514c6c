//! Slots of XMSS's functions F and H (RFC 8391, sections 4.1.1 and 5.1): PRF computes the key and the masks from the public seed and the
//! address, so each call takes three or four calls of the hash function.

use super::messages::Messages;
use super::slot::Slots;
use crate::slh_dsa::address::Adrs;
use alloc::vec::Vec;
use lanesum::Backend;
use zeroize::{Zeroize, Zeroizing};

/// The greatest number of words in a message: two values of 32 bytes in words of four, or of 64 bytes in words of eight.
const WORDS: usize = 16;

/// The length of an address in bytes, and the offsets in it of the hash address and of the number of the key or mask, both below 256.
const ADDRESS: usize = 32;
const HASH_ADDRESS: usize = 27;
const KEY_AND_MASK: usize = 31;

/// `N` messages of F or of H.
#[derive(Clone)]
pub(crate) struct Masked<M: Messages<N>, const N: usize> {
    /// For PRF with the public seed.
    prf: M,
    /// For F or H.
    keyed: M,
    /// The length of a value in bytes, and that of the number that distinguishes the functions.
    n: usize,
    padding: usize,
    values: usize,
    messages: [[M::Word; N]; WORDS],
}

#[derive(Clone, Copy)]
pub(crate) struct MaskedLayout<'a> {
    pub(crate) seed: &'a [u8],
    /// The length in bytes of the number that distinguishes the functions.
    pub(crate) padding: usize,
    /// The number of values in M: one for F, two for H.
    pub(crate) values: usize,
    pub(crate) backend: Option<Backend>,
}

/// The number that distinguishes the functions, then a key and the bytes after it (RFC 8391, section 5.1). The vector is never moved.
pub(crate) fn head(number: u8, padding: usize, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
    let bytes = parts.iter().map(|part| part.len()).sum::<usize>();
    let mut head = Zeroizing::new(Vec::with_capacity(padding + bytes));
    head.resize(padding, 0);
    head[padding - 1] = number;
    for part in parts {
        head.extend_from_slice(part);
    }
    head
}

/// The 32 bytes of an address (RFC 8391, section 2.5); the last word, which numbers key and masks, is 0.
pub(crate) fn address_bytes(address: &Adrs) -> [u8; ADDRESS] {
    let mut bytes = [0; ADDRESS];
    bytes[..4].copy_from_slice(&address.layer.to_be_bytes());
    bytes[4..12].copy_from_slice(&address.tree.to_be_bytes());
    bytes[12..16].copy_from_slice(&(address.kind as u32).to_be_bytes());
    for (bytes, word) in bytes[16..].as_chunks_mut().0.iter_mut().zip(address.words) {
        *bytes = word.to_be_bytes();
    }
    bytes
}

impl<M: Messages<N>, const N: usize> Masked<M, N> {
    pub(crate) fn new(function: M::Function, of: MaskedLayout<'_>) -> Self {
        let MaskedLayout { seed, padding, values, backend } = of;
        let n = seed.len();
        let prf = M::new(function, backend, &head(3, padding, &[seed]), padding + n + ADDRESS);
        // Only the number is common to all messages: each slot has its own key.
        let keyed = M::new(function, backend, &head(u8::from(values == 2), padding, &[]), padding + n + values * n);
        Self { prf, keyed, n, padding, values, messages: [[M::Word::default(); N]; WORDS] }
    }

    /// The calls of the permutation or compression function for one call of F or H.
    pub(crate) fn calls(&self) -> u64 {
        (1 + self.values) as u64 * self.prf.calls() + self.keyed.calls()
    }

    fn address(&self) -> usize {
        self.padding + self.n
    }
}

impl<M: Messages<N>, const N: usize> Slots for Masked<M, N> {
    const COUNT: usize = N;

    fn load<'m>(&mut self, count: usize, input: impl Fn(usize) -> (Adrs, &'m [u8])) {
        for i in 0..N.min(count) {
            let (address, message) = input(i);
            self.set(i, &address, message);
        }
    }

    fn set_addresses(&mut self, count: usize, address: impl Fn(usize) -> Adrs) {
        let at = self.address();
        for i in 0..N.min(count) {
            self.prf.put(i, at, &address_bytes(&address(i)));
        }
    }

    fn set(&mut self, slot: usize, address: &Adrs, message: &[u8]) {
        self.prf.put(slot, self.address(), &address_bytes(address));
        let size = size_of::<M::Word>();
        for (words, bytes) in self.messages.iter_mut().zip(message.chunks_exact(size)) {
            words[slot] = M::word(bytes);
        }
    }

    #[inline]
    fn run(&mut self) {
        let words = self.n / size_of::<M::Word>();
        let mut digests = [[M::Word::default(); N]; WORDS];
        let digests = &mut digests[..words];
        // Once for the key, then for each mask.
        for i in 0..=self.values {
            self.prf.put_byte(self.address() + KEY_AND_MASK, i as u8);
            self.prf.hash(digests);
            if i > 0 {
                for (digests, words) in digests.iter_mut().zip(&self.messages[(i - 1) * words..]) {
                    *digests = core::array::from_fn(|slot| digests[slot] ^ words[slot]);
                }
            }
            self.keyed.put_words(self.padding + i * self.n, digests);
        }
        self.keyed.hash(&mut self.messages[..words]);
    }

    #[inline]
    fn next_hash_address(&mut self) {
        self.prf.count_up(self.address() + HASH_ADDRESS);
    }

    fn get(&self, slot: usize, digest: &mut [u8]) {
        let size = size_of::<M::Word>();
        for (words, bytes) in self.messages.iter().zip(digest.chunks_exact_mut(size)) {
            M::bytes(words[slot], bytes);
        }
    }
}

impl<M: Messages<N>, const N: usize> Drop for Masked<M, N> {
    fn drop(&mut self) {
        self.messages.as_flattened_mut().zeroize();
    }
}
