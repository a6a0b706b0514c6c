//! Slots of SHAKE256 for the messages of LMS: I, an address of six or seven bytes, M. M crosses the lanes, so it is shifted into place.

use super::keccak::{self, RATE, ROUNDS};
use super::slot::{Layout, LongSlots, Numbered, Prefix, Slots};
use crate::slh_dsa::address::Adrs;
use core::array;
use lanesum::hazmat::States;
use zeroize::Zeroize;

/// The lanes of I, and those of an address and a message of at most 32 bytes.
const HEAD: usize = 2;
const LANES: usize = 5;

/// `N` messages.
#[derive(Clone)]
pub(crate) struct NumberedKeccak<const N: usize> {
    states: States<u64, N>,
    id: [u8; 16],
    prefix: Numbered,
    /// The address, and M with the suffix of SHAKE, which begins in the first of these lanes.
    lanes: [[u64; N]; LANES],
    /// The length of a digest, and of M in a short message, in bytes.
    digest: usize,
}

impl<const N: usize> NumberedKeccak<N> {
    pub(crate) fn new(prefix: Numbered, of: Layout<'_>) -> Self {
        let states = keccak::states(&of);
        let mut id = [0; 16];
        id.copy_from_slice(of.seed);
        let mut slots = Self { states, id, prefix, lanes: [[0; N]; LANES], digest: of.digest };
        slots.put(&[[0; N]; 4]);
        slots
    }

    fn shift(&self) -> u32 {
        8 * self.prefix.bytes() as u32
    }

    /// Sets M of all messages, and the suffix with the first bit of the padding.
    #[inline(always)]
    fn put(&mut self, message: &[[u64; N]; 4]) {
        let shift = self.shift();
        let mut before = [0; N];
        for (k, lane) in self.lanes.iter_mut().enumerate() {
            let next = message.get(k).copied().filter(|_| 8 * k < self.digest);
            let next = next.unwrap_or(if 8 * k == self.digest { [0x1f; N] } else { [0; N] });
            let kept = if k == 0 { (1 << shift) - 1 } else { 0 };
            *lane = array::from_fn(|i| lane[i] & kept | before[i] >> (64 - shift) | next[i] << shift);
            before = next;
        }
    }

    #[inline(always)]
    fn set_address(&mut self, slot: usize, address: &Adrs) {
        let mut bytes = [0; 8];
        self.prefix.write(address, &mut bytes[..self.prefix.bytes()]);
        let shift = self.shift();
        let lane = &mut self.lanes[0][slot];
        *lane = *lane >> shift << shift | u64::from_le_bytes(bytes);
    }

    /// Lane k of M of one message.
    fn lane(&self, slot: usize, k: usize) -> u64 {
        self.lanes[k][slot] >> self.shift() | self.lanes[k + 1][slot] << (64 - self.shift())
    }
}

impl<const N: usize> Slots for NumberedKeccak<N> {
    const COUNT: usize = N;

    fn load<'m>(&mut self, count: usize, input: impl Fn(usize) -> (Adrs, &'m [u8])) {
        for i in 0..N.min(count) {
            let (address, message) = input(i);
            self.set(i, &address, message);
        }
    }

    fn set_addresses(&mut self, count: usize, address: impl Fn(usize) -> Adrs) {
        for i in 0..N.min(count) {
            self.set_address(i, &address(i));
        }
    }

    fn set(&mut self, slot: usize, address: &Adrs, message: &[u8]) {
        self.set_address(slot, address);
        let shift = self.shift();
        for (k, bytes) in message.as_chunks().0.iter().enumerate() {
            let lane = u64::from_le_bytes(*bytes);
            let low = &mut self.lanes[k][slot];
            *low = *low & ((1 << shift) - 1) | lane << shift;
            let high = &mut self.lanes[k + 1][slot];
            *high = *high >> shift << shift | lane >> (64 - shift);
        }
    }

    #[inline]
    fn run(&mut self) {
        self.states.initialize_all();
        for (k, bytes) in self.id.as_chunks().0.iter().enumerate() {
            self.states.set_lane_all(k, &[u64::from_le_bytes(*bytes); N]).expect("a lane of the block");
        }
        for (k, lane) in self.lanes.iter().enumerate() {
            self.states.set_lane_all(HEAD + k, lane).expect("a lane of the block");
        }
        self.states.set_lane_all(RATE / 8 - 1, &[1 << 63; N]).expect("a lane of the block");
        self.states.permute_all(ROUNDS).expect("the rounds of SHAKE256");
        let digest = array::from_fn(|k| self.states.lane_all(k).expect("a lane of the block"));
        self.put(&digest);
    }

    #[inline]
    fn next_hash_address(&mut self) {
        // The addresses of idle slots do not matter.
        for lane in &mut self.lanes[0] {
            *lane = lane.wrapping_add(1 << 48);
        }
    }

    fn get(&self, slot: usize, digest: &mut [u8]) {
        for (k, bytes) in digest.as_chunks_mut().0.iter_mut().enumerate() {
            *bytes = self.lane(slot, k).to_le_bytes();
        }
    }
}

impl<const N: usize> LongSlots for NumberedKeccak<N> {
    fn padded(&self, message: usize) -> usize {
        (self.prefix.end() + message + 1).next_multiple_of(RATE)
    }

    fn pad(&self, address: &Adrs, message: &[u8], padded: &mut [u8]) {
        let (prefix, rest) = padded.split_at_mut(self.prefix.end());
        prefix[..16].copy_from_slice(&self.id);
        self.prefix.write(address, &mut prefix[16..]);
        keccak::pad(message, rest);
    }

    fn hash_padded(&self, rows: &[&[u8]], put: impl FnMut(usize, &[u8])) {
        keccak::hash_padded(&self.states, self.digest, rows, put);
    }

    fn calls(&self, padded: usize) -> u64 {
        (padded / RATE) as u64
    }
}

impl<const N: usize> Drop for NumberedKeccak<N> {
    fn drop(&mut self) {
        self.lanes.as_flattened_mut().zeroize();
    }
}
