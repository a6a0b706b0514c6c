//! The trait of slots: short messages side by side in the slots of one kernel.

use crate::slh_dsa::address::Adrs;

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
    pub(crate) backend: Option<lanesum::Backend>,
}
