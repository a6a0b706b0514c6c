//! Slots of SHA-256 and SHA-512 for messages of one block. A seed with a block of its own comes before, and is compressed only once.

use super::slot::{Layout, LongSlots, Prefix, Slots};
use crate::slh_dsa::address::Adrs;
use core::ops::BitXor;
use lanesum::hazmat::{Sha2States, Sha2Word};
use zeroize::{DefaultIsZeroes, Zeroize};

/// The differences between SHA-256 and SHA-512.
pub(crate) trait Word: Sha2Word + BitXor<Output = Self> + DefaultIsZeroes {
    /// The length of a word in bytes.
    const BYTES: usize;
    type Block: AsRef<[u8]> + AsMut<[u8]> + Copy + Zeroize;
    const EMPTY: Self::Block;
    const INITIAL: [Self; 8];
    fn write_to(self, bytes: &mut [u8]);
    fn read_from(bytes: &[u8]) -> Self;
    fn one(backend: Option<lanesum::Backend>, state: &mut [Self; 8], block: &Self::Block)
    -> Result<(), lanesum::Error>;

    /// The chaining value after a block, on this backend if it has a form.
    fn after(backend: Option<lanesum::Backend>, value: [Self; 8], block: &Self::Block) -> [Self; 8] {
        let mut after = value;
        if backend.is_none_or(|backend| Self::one(Some(backend), &mut after, block).is_err()) {
            after = value;
            Self::one(None, &mut after, block).expect("there is a backend for one message");
        }
        after
    }
}

// FIPS 180-4, sections 5.3.3 and 5.3.5.
impl Word for u32 {
    const BYTES: usize = 4;
    type Block = [u8; 64];
    const EMPTY: [u8; 64] = [0; 64];
    #[rustfmt::skip]
    const INITIAL: [u32; 8] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ];
    #[inline(always)]
    fn write_to(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_be_bytes());
    }
    #[inline(always)]
    fn read_from(bytes: &[u8]) -> Self {
        bytes.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes))
    }
    fn one(backend: Option<lanesum::Backend>, state: &mut [u32; 8], block: &[u8; 64]) -> Result<(), lanesum::Error> {
        lanesum::hazmat::sha256_compress(backend, state, core::slice::from_ref(block))
    }
}

impl Word for u64 {
    const BYTES: usize = 8;
    type Block = [u8; 128];
    const EMPTY: [u8; 128] = [0; 128];
    #[rustfmt::skip]
    const INITIAL: [u64; 8] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ];
    #[inline(always)]
    fn write_to(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_be_bytes());
    }
    #[inline(always)]
    fn read_from(bytes: &[u8]) -> Self {
        bytes.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }
    fn one(backend: Option<lanesum::Backend>, state: &mut [u64; 8], block: &[u8; 128]) -> Result<(), lanesum::Error> {
        lanesum::hazmat::sha512_compress(backend, state, core::slice::from_ref(block))
    }
}

/// `N` padded blocks, and the chaining value after the seed's block.
#[derive(Clone)]
pub(crate) struct Sha2Slots<W: Word, P: Prefix, const N: usize> {
    prefix: P,
    states: Sha2States<W, N>,
    seeded: [W; 8],
    blocks: Blocks<W, N>,
    /// The length of a digest in bytes.
    digest: usize,
}

/// Aligned, so that no load of a register crosses a cache line.
#[derive(Clone)]
#[repr(align(64))]
struct Blocks<W: Word, const N: usize>([W::Block; N]);

impl<W: Word, P: Prefix, const N: usize> Sha2Slots<W, P, N> {
    pub(crate) fn new(prefix: P, of: Layout<'_>) -> Self {
        let states = of.backend.and_then(|backend| Sha2States::with_backend(backend).ok()).unwrap_or_default();
        let mut block = W::EMPTY;
        block.as_mut()[..of.seed.len()].copy_from_slice(of.seed);
        let mut seeded = W::INITIAL;
        if P::SEED_BLOCK {
            seeded = W::after(of.backend, seeded, &block);
            block = W::EMPTY;
        }
        Self::pad_end(prefix, &mut block.as_mut()[prefix.end() + of.message..], of.message);
        Self { prefix, states, seeded, blocks: Blocks([block; N]), digest: of.digest }
    }

    /// Writes padding and length after a message of `message` bytes, which follows the prefix (FIPS 180-4, section 5.1).
    fn pad_end(prefix: P, padding: &mut [u8], message: usize) {
        padding.fill(0);
        padding[0] = 0x80;
        let before = if P::SEED_BLOCK { W::BLOCK_BYTES } else { 0 };
        let bits = 8 * (before + prefix.end() + message) as u64;
        let at = padding.len() - 8;
        padding[at..].copy_from_slice(&bits.to_be_bytes());
    }
}

impl<W: Word, P: Prefix, const N: usize> Slots for Sha2Slots<W, P, N> {
    const COUNT: usize = N;

    #[inline]
    fn load<'m>(&mut self, count: usize, input: impl Fn(usize) -> (Adrs, &'m [u8])) {
        for i in 0..N.min(count) {
            let (address, message) = input(i);
            self.set(i, &address, message);
        }
    }

    #[inline]
    fn set_addresses(&mut self, count: usize, address: impl Fn(usize) -> Adrs) {
        for (i, block) in self.blocks.0.iter_mut().enumerate().take(count) {
            self.prefix.write(&address(i), &mut block.as_mut()[P::SEED..self.prefix.end()]);
        }
    }

    #[inline]
    fn set(&mut self, slot: usize, address: &Adrs, message: &[u8]) {
        let block = self.blocks.0[slot].as_mut();
        let at = self.prefix.end();
        self.prefix.write(address, &mut block[P::SEED..at]);
        block[at..][..message.len()].copy_from_slice(message);
    }

    #[inline]
    fn run(&mut self) {
        self.states.set_all(&self.seeded);
        self.states.compress_all(self.blocks.0.each_ref().map(AsRef::as_ref));
        let words = &self.states.words()[..self.digest / W::BYTES];
        let at = self.prefix.end();
        for (i, block) in self.blocks.0.iter_mut().enumerate() {
            let digest = &mut block.as_mut()[at..][..self.digest];
            for (bytes, words) in digest.chunks_exact_mut(W::BYTES).zip(words) {
                words[i].write_to(bytes);
            }
        }
    }

    #[inline]
    fn next_hash_address(&mut self) {
        let at = self.prefix.end() - 1;
        for block in &mut self.blocks.0 {
            // The addresses of idle slots do not matter.
            let last = &mut block.as_mut()[at];
            *last = last.wrapping_add(1);
        }
    }

    #[inline]
    fn get(&self, slot: usize, digest: &mut [u8]) {
        digest.copy_from_slice(&self.blocks.0[slot].as_ref()[self.prefix.end()..][..digest.len()]);
    }
}

impl<W: Word, P: Prefix, const N: usize> LongSlots for Sha2Slots<W, P, N> {
    fn padded(&self, message: usize) -> usize {
        (self.prefix.end() + message + 1 + 2 * W::BYTES).next_multiple_of(W::BLOCK_BYTES)
    }

    fn pad(&self, address: &Adrs, message: &[u8], padded: &mut [u8]) {
        let at = self.prefix.end();
        padded[..P::SEED].copy_from_slice(&self.blocks.0[0].as_ref()[..P::SEED]);
        self.prefix.write(address, &mut padded[P::SEED..at]);
        padded[at..][..message.len()].copy_from_slice(message);
        Self::pad_end(self.prefix, &mut padded[at + message.len()..], message.len());
    }

    fn hash_padded(&self, rows: &[&[u8]], mut put: impl FnMut(usize, &[u8])) {
        let mut states = self.states.clone();
        states.set_all(&self.seeded);
        states.compress_all(core::array::from_fn(|i| rows.get(i).copied().unwrap_or(rows[0])));
        for slot in 0..rows.len() {
            let mut digest = [0; 64];
            for (bytes, words) in digest.chunks_exact_mut(W::BYTES).zip(states.words()) {
                words[slot].write_to(bytes);
            }
            put(slot, &digest[..self.digest]);
        }
    }

    fn calls(&self, padded: usize) -> u64 {
        (padded / W::BLOCK_BYTES) as u64
    }
}

impl<W: Word, P: Prefix, const N: usize> Drop for Sha2Slots<W, P, N> {
    fn drop(&mut self) {
        self.blocks.0.zeroize();
    }
}
