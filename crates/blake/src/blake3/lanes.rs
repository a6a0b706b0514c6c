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

/// Calls a function that is made for each width.
macro_rules! of_width {
    ($width:expr, $function:ident($($argument:expr),*)) => {
        match $width {
            4 => $function::<4>($($argument),*),
            8 => $function::<8>($($argument),*),
            _ => $function::<16>($($argument),*),
        }
    };
}

/// The states in the slots of a kernel: four, eight or sixteen.
pub struct Slots {
    words: [u32; STATE_3 * WIDEST],
    width: usize,
    has_key: bool,
}

impl Slots {
    /// The same state in all slots, but for the counter, which grows by `step` from slot to slot.
    pub fn new(width: usize, has_key: bool, state: &[u32; STATE_3], step: u64) -> Self {
        fn fill<const WIDTH: usize>(words: &mut [u32], state: &[u32; STATE_3], step: u64) {
            let words = words.as_chunks_mut::<WIDTH>().0;
            for (words, word) in words.iter_mut().zip(state) {
                *words = [*word; WIDTH];
            }
            if step != 0 {
                let t = u64::from(state[12]) | u64::from(state[13]) << 32;
                for slot in 1..WIDTH {
                    let t = t.wrapping_add(step * slot as u64);
                    (words[12][slot], words[13][slot]) = (t as u32, (t >> 32) as u32);
                }
            }
        }
        let mut slots = Self { words: [0; STATE_3 * WIDEST], width, has_key };
        of_width!(width, fill(&mut slots.words, state, step));
        slots
    }

    pub fn set(&mut self, slot: usize, word: usize, value: u32) {
        self.words[word * self.width + slot] = value;
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
            if let (Some(words), 32, (values, [])) = (words.first_chunk::<8>(), bytes, out.as_chunks_mut::<32>()) {
                for (value, slot) in values.iter_mut().zip(0..WIDTH) {
                    for (bytes, words) in value.as_chunks_mut().0.iter_mut().zip(words) {
                        *bytes = words[slot].to_le_bytes();
                    }
                }
                return;
            }
            for (out, slot) in out.chunks_mut(bytes).zip(0..WIDTH) {
                put(words.iter().map(|words| words[slot].to_le_bytes()), out);
            }
        }
        of_width!(self.width, extract(&self.words, out, bytes));
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        wipe_after(self.has_key, &mut self.words);
    }
}
