//! The trait of slots: short messages side by side in the slots of one kernel.

use crate::slh_dsa::address::Adrs;

/// Slots with one message each: `PK.seed || ADRS || M`, M of a fixed length.
pub(crate) trait Slots {
    /// How many.
    const COUNT: usize;
    /// The next smaller number of slots that there is; none below one.
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
    /// Hashes all slots: the digest takes the place of the first bytes of M.
    fn run(&mut self);
    /// Adds one to the hash address of all slots, which is below 256.
    fn next_hash_address(&mut self);
    /// What `run` has put into a slot.
    fn get(&self, slot: usize, digest: &mut [u8]);
}

/// Slots for `T_l`, too.
pub(crate) trait LongSlots: Slots {
    /// The bytes of a longer message with its padding, after what all messages begin with.
    fn padded(&self, message: usize) -> usize;
    /// Writes a longer message with its padding.
    fn pad(&self, address: &Adrs, message: &[u8], padded: &mut [u8]);
    /// Hashes longer messages, padded, one in each slot; `put` gets each digest.
    fn hash_padded(&self, rows: &[&[u8]], put: impl FnMut(usize, &[u8]));
    /// How many calls of the permutation or compression function a padded message takes.
    fn calls(&self, padded: usize) -> u64;
}

/// What is hashed, and how.
#[derive(Clone, Copy)]
pub(crate) struct Layout<'a> {
    pub(crate) seed: &'a [u8],
    /// Bytes of M.
    pub(crate) message: usize,
    pub(crate) backend: Option<lanesum::Backend>,
}
