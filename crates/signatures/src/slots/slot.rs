//! The trait of slots: short messages side by side in the slots of one kernel.

use crate::slh_dsa::address::{Adrs, COMPRESSED};

/// Slots with one message each: `PK.seed || ADRS || M`, M of a fixed length.
pub(crate) trait Slots {
    const COUNT: usize;
    /// The next smaller number of slots; 0 if there is none.
    const FEWER: usize = match Self::COUNT {
        0..=1 => 0,
        2..=4 => 1,
        count => count / 2,
    };
    /// Sets addresses and messages of the first `count` slots, at least one.
    fn load<'m>(&mut self, count: usize, input: impl Fn(usize) -> (Adrs, &'m [u8]));
    /// Sets the addresses of the first `count` slots.
    fn set_addresses(&mut self, count: usize, address: impl Fn(usize) -> Adrs);
    /// Sets one slot.
    fn set(&mut self, slot: usize, address: &Adrs, message: &[u8]);
    /// Hashes all slots; each digest replaces the first bytes of M.
    fn run(&mut self);
    /// Adds one to the hash address of all slots, which must be below 256.
    fn next_hash_address(&mut self);
    /// Copies the digest of the last `run` in a slot.
    fn get(&self, slot: usize, digest: &mut [u8]);
}

/// Slots that also hash `T_l`.
pub(crate) trait LongSlots: Slots {
    /// The length in bytes of a longer message with its padding, without the part that all messages begin with.
    fn padded(&self, message: usize) -> usize;
    /// Writes a longer message with its padding.
    fn pad(&self, address: &Adrs, message: &[u8], padded: &mut [u8]);
    /// Hashes longer, padded messages, one in each slot; `put` gets each digest.
    fn hash_padded(&self, rows: &[&[u8]], put: impl FnMut(usize, &[u8]));
    /// The calls of the permutation or compression function for a padded message.
    fn calls(&self, padded: usize) -> u64;
}

#[derive(Clone, Copy)]
pub(crate) struct Layout<'a> {
    pub(crate) seed: &'a [u8],
    /// The length of M in bytes.
    pub(crate) message: usize,
    /// The length of a digest in bytes.
    pub(crate) digest: usize,
    pub(crate) backend: Option<lanesum::Backend>,
}

/// The part of a message before M in a block of SHA-2.
pub(crate) trait Prefix: Copy {
    /// Whether the seed has a block of its own, before all others.
    const SEED_BLOCK: bool;
    /// The length of the seed, unless it has a block of its own.
    const SEED: usize;
    /// The length of an address.
    fn bytes(self) -> usize;
    fn write(self, address: &Adrs, out: &mut [u8]);
    /// Where M begins in its block.
    #[inline(always)]
    fn end(self) -> usize {
        Self::SEED + self.bytes()
    }
}

/// FIPS 205, section 11.2.
#[derive(Clone, Copy)]
pub(crate) struct Compressed;

impl Prefix for Compressed {
    const SEED_BLOCK: bool = true;
    const SEED: usize = 0;
    #[inline(always)]
    fn bytes(self) -> usize {
        COMPRESSED
    }
    #[inline(always)]
    fn write(self, address: &Adrs, out: &mut [u8]) {
        out.copy_from_slice(&address.compressed());
    }
}

/// The prefixes of LMS (RFC 8554, sections 4.2 and 5.3): the identifier I, then `u32str(q) || u16str(i) || u8str(j)` in a chain, or
/// `u32str(r) || D`. These numbers are the words of the address.
#[derive(Clone, Copy)]
pub(crate) enum Numbered {
    Chain,
    Node,
}

impl Prefix for Numbered {
    const SEED_BLOCK: bool = false;
    const SEED: usize = 16;
    #[inline(always)]
    fn bytes(self) -> usize {
        if matches!(self, Self::Chain) { 7 } else { 6 }
    }
    #[inline(always)]
    fn write(self, address: &Adrs, out: &mut [u8]) {
        let [q, i, j] = address.words;
        out[..4].copy_from_slice(&q.to_be_bytes());
        out[4..6].copy_from_slice(&(i as u16).to_be_bytes());
        if matches!(self, Self::Chain) {
            out[6] = j as u8;
        }
    }
}
