//! Slots of SHAKE256 for messages of one block; lane k of all messages is side by side.

use super::slot::{Layout, LongSlots, Slots};
use crate::slh_dsa::address::Adrs;
use lanesum::hazmat::States;

/// A block of SHAKE256 in bytes, and the number of rounds.
pub(super) const RATE: usize = 136;
pub(super) const ROUNDS: usize = 24;

/// States on a backend, or on the best one.
pub(super) fn states<const N: usize>(of: &Layout<'_>) -> States<u64, N> {
    of.backend.and_then(|backend| States::with_backend(backend).ok()).unwrap_or_default()
}

/// The bytes of a message of several blocks, the suffix of SHAKE and the padding (FIPS 202, section 5.1).
pub(super) fn pad(message: &[u8], out: &mut [u8]) {
    let (to, rest) = out.split_at_mut(message.len());
    to.copy_from_slice(message);
    rest.fill(0);
    rest[0] = 0x1f;
    rest[rest.len() - 1] |= 0x80;
}

/// Hashes padded messages on other states of this backend.
pub(super) fn hash_padded<const N: usize>(
    states: &States<u64, N>,
    digest_bytes: usize,
    rows: &[&[u8]],
    mut put: impl FnMut(usize, &[u8]),
) {
    let mut states = states.clone();
    states.initialize_all();
    let all = core::array::from_fn(|i| rows.get(i).copied().unwrap_or(rows[0]));
    states.absorb_blocks_all(RATE / 8, ROUNDS, all).expect("the rate and the rounds of SHAKE256");
    for slot in 0..rows.len() {
        let mut digest = [0; 32];
        let digest = &mut digest[..digest_bytes];
        states.extract_bytes(slot, 0, digest).expect("bytes of the block");
        put(slot, digest);
    }
}

/// `N` padded messages of one block. Seeds, addresses and digests are whole lanes.
#[derive(Clone)]
pub(crate) struct KeccakSlots<const N: usize> {
    states: States<u64, N>,
    /// The seed, and its length in lanes, which is also that of a digest.
    seed: [u8; 32],
    lanes: usize,
    /// The length of M in lanes.
    message: usize,
}

impl<const N: usize> KeccakSlots<N> {
    pub(crate) fn new(of: Layout<'_>) -> Self {
        let states = states(&of);
        let mut seed = [0; 32];
        seed[..of.seed.len()].copy_from_slice(of.seed);
        let mut slots = Self { states, seed, lanes: of.seed.len() / 8, message: of.message / 8 };
        for k in 0..slots.lanes {
            let lane = u64::from_le_bytes(core::array::from_fn(|i| slots.seed[8 * k + i]));
            slots.put(k, &[lane; N]);
        }
        // The suffix of SHAKE with the first bit of the padding, after the message; then the last bit of the padding (FIPS 202, section
        // 5.1).
        let (suffix, last) = (slots.lanes + 4 + slots.message, RATE / 8 - 1);
        slots.put(suffix, &[0x1f; N]);
        let lane = slots.lane(last).map(|lane| lane | 1 << 63);
        slots.put(last, &lane);
        slots
    }

    #[inline(always)]
    fn put(&mut self, k: usize, lane: &[u64; N]) {
        self.states.set_lane_all(k, lane).expect("a lane of the block");
    }

    #[inline(always)]
    fn lane(&self, k: usize) -> [u64; N] {
        self.states.lane_all(k).expect("a lane of the block")
    }
}

impl<const N: usize> Slots for KeccakSlots<N> {
    const COUNT: usize = N;

    #[inline]
    fn load<'m>(&mut self, count: usize, input: impl Fn(usize) -> (Adrs, &'m [u8])) {
        let mut addresses = [[0; N]; 4];
        let mut messages = [[0; N]; 8];
        for i in 0..N.min(count) {
            let (address, message) = input(i);
            for (lanes, lane) in addresses.iter_mut().zip(address.lanes()) {
                lanes[i] = lane;
            }
            for (lanes, lane) in messages.iter_mut().zip(message.as_chunks().0) {
                lanes[i] = u64::from_le_bytes(*lane);
            }
        }
        for (k, lanes) in addresses.iter().chain(&messages[..self.message]).enumerate() {
            self.put(self.lanes + k, lanes);
        }
    }

    #[inline]
    fn set_addresses(&mut self, count: usize, address: impl Fn(usize) -> Adrs) {
        let mut addresses = [[0; N]; 4];
        for i in 0..N.min(count) {
            for (lanes, lane) in addresses.iter_mut().zip(address(i).lanes()) {
                lanes[i] = lane;
            }
        }
        for (k, lanes) in addresses.iter().enumerate() {
            self.put(self.lanes + k, lanes);
        }
    }

    #[inline]
    fn set(&mut self, slot: usize, address: &Adrs, message: &[u8]) {
        let lanes = message.as_chunks().0.iter().map(|lane| u64::from_le_bytes(*lane));
        for (k, lane) in (self.lanes..).zip(address.lanes().into_iter().chain(lanes)) {
            let mut all = self.lane(k);
            all[slot] = lane;
            self.put(k, &all);
        }
    }

    #[inline]
    fn run(&mut self) {
        self.states.feed_back_all(ROUNDS, self.lanes, self.lanes + 4).expect("lanes of the block");
    }

    #[inline]
    fn next_hash_address(&mut self) {
        // Adds one to the last byte of the address. The addresses of idle slots do not matter.
        let k = self.lanes + 3;
        let lane = self.lane(k).map(|lane| lane.wrapping_add(1 << 56));
        self.put(k, &lane);
    }

    #[inline]
    fn get(&self, slot: usize, digest: &mut [u8]) {
        for (k, bytes) in digest.as_chunks_mut().0.iter_mut().enumerate() {
            *bytes = self.lane(self.lanes + 4 + k)[slot].to_le_bytes();
        }
    }
}

impl<const N: usize> LongSlots for KeccakSlots<N> {
    fn padded(&self, message: usize) -> usize {
        (8 * self.lanes + 32 + message + 1).next_multiple_of(RATE)
    }

    fn pad(&self, address: &Adrs, message: &[u8], padded: &mut [u8]) {
        let (seed, rest) = padded.split_at_mut(8 * self.lanes);
        seed.copy_from_slice(&self.seed[..8 * self.lanes]);
        let (to, rest) = rest.split_at_mut(32);
        to.copy_from_slice(&address.bytes());
        pad(message, rest);
    }

    fn hash_padded(&self, rows: &[&[u8]], put: impl FnMut(usize, &[u8])) {
        hash_padded(&self.states, 8 * self.lanes, rows, put);
    }

    fn calls(&self, padded: usize) -> u64 {
        (padded / RATE) as u64
    }
}
