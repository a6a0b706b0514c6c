//! The states of several compressions in the slots of a kernel.

use crate::words::{STATE_3, put, wipe_after};
use lanesum_batch::md::compression::ManyMessages;
use lanesum_batch::plan::WIDEST;

pub type Many = &'static dyn ManyMessages<u32>;

/// The flags of the blocks of a call: of each, and of the first and the last one beside these.
#[derive(Clone, Copy)]
pub struct Flags {
    pub each: u32,
    pub first: u32,
    pub last: u32,
}

pub fn state(h: &[u32; 8], bytes: usize, flags: Flags, t: u64) -> [u32; STATE_3] {
    let mut state = [0; STATE_3];
    state[..8].copy_from_slice(h);
    state[8..14].copy_from_slice(&[bytes as u32, flags.each, flags.first, flags.last, t as u32, (t >> 32) as u32]);
    state
}

pub fn words(bytes: &[u8; 32]) -> [u32; 8] {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

/// The states in the slots of a kernel.
pub struct Slots {
    words: [u32; STATE_3 * WIDEST],
    width: usize,
    has_key: bool,
}

impl Slots {
    pub fn new(width: usize, has_key: bool) -> Self {
        Self { words: [0; STATE_3 * WIDEST], width, has_key }
    }

    /// The same state in all slots.
    pub fn fill(&mut self, state: &[u32; STATE_3]) {
        for (words, word) in self.words.chunks_exact_mut(self.width).zip(state) {
            words.fill(*word);
        }
    }

    pub fn set(&mut self, slot: usize, word: usize, value: u32) {
        self.words[word * self.width + slot] = value;
    }

    pub fn set_counter(&mut self, slot: usize, t: u64) {
        self.set(slot, 12, t as u32);
        self.set(slot, 13, (t >> 32) as u32);
    }

    /// Idle slots repeat the first row.
    pub fn compress(&mut self, form: Many, rows: &[&[u8]]) {
        let mut all: [&[u8]; WIDEST] = [rows[0]; WIDEST];
        all[..rows.len()].copy_from_slice(rows);
        form.compress(&mut self.words[..STATE_3 * self.width], &all[..self.width]);
    }

    /// The first words of each slot: those of slot i to chunk i of `out`, of which only the last may be shorter.
    pub fn extract(&self, out: &mut [u8], bytes: usize) {
        fn extract<const WIDTH: usize>(words: &[u32], out: &mut [u8], bytes: usize) {
            let words = words.as_chunks::<WIDTH>().0;
            for (out, slot) in out.chunks_mut(bytes).zip(0..WIDTH) {
                put(words.iter().map(|words| words[slot].to_le_bytes()), out);
            }
        }
        match self.width {
            2 => extract::<2>(&self.words, out, bytes),
            4 => extract::<4>(&self.words, out, bytes),
            8 => extract::<8>(&self.words, out, bytes),
            _ => extract::<16>(&self.words, out, bytes),
        }
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        wipe_after(self.has_key, &mut self.words);
    }
}
