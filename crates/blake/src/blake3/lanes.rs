//! The states of several compressions in the slots of a kernel.

use crate::words::{STATE_3, put_slots, wipe_after};
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

#[inline(always)]
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

/// [`compress_rows`] of a width that is known at run time.
#[allow(clippy::too_many_arguments)] // those of `compress_rows`
pub fn in_lanes(
    form: Many,
    width: usize,
    begin: &[u32; STATE_3],
    step: u64,
    rows: &[&[u8]],
    out: &mut [u8],
    bytes: usize,
    has_key: bool,
) {
    match width {
        2 => compress_rows::<2>(form, begin, step, rows, out, bytes, has_key),
        4 => compress_rows::<4>(form, begin, step, rows, out, bytes, has_key),
        8 => compress_rows::<8>(form, begin, step, rows, out, bytes, has_key),
        _ => compress_rows::<16>(form, begin, step, rows, out, bytes, has_key),
    }
}

/// Compresses the rows, one for each slot, from one state, whose counter grows by `step` from slot to slot. The first words of each slot go to `out`, as
/// with [`WideState::extract`]. (Of a fixed width, the words are written once.)
fn compress_rows<const WIDTH: usize>(
    form: Many,
    begin: &[u32; STATE_3],
    step: u64,
    rows: &[&[u8]],
    out: &mut [u8],
    bytes: usize,
    has_key: bool,
) {
    let mut words: [[u32; WIDTH]; STATE_3] = core::array::from_fn(|i| [begin[i]; WIDTH]);
    if step != 0 {
        let mut t = u64::from(begin[12]) | u64::from(begin[13]) << 32;
        let (_, counters) = words.split_at_mut(12);
        let [low, high, ..] = counters else { unreachable!("a state has a counter") };
        for (low, high) in low.iter_mut().zip(high) {
            (*low, *high) = (t as u32, (t >> 32) as u32);
            // Idle slots may be beyond the last counter.
            t = t.wrapping_add(step);
        }
    }
    if rows.len() == WIDTH {
        form.compress(words.as_flattened_mut(), rows);
    } else {
        // Idle slots repeat the first row.
        let mut all: [&[u8]; WIDTH] = [rows[0]; WIDTH];
        all[..rows.len()].copy_from_slice(rows);
        form.compress(words.as_flattened_mut(), &all);
    }
    put_slots(words.as_flattened(), WIDTH, u32::to_le_bytes, out, bytes);
    wipe_after(has_key, words.as_flattened_mut());
}

/// The states in the slots of a kernel.
pub struct WideState {
    words: [u32; STATE_3 * WIDEST],
    width: usize,
    has_key: bool,
}

impl WideState {
    /// The same state in all slots.
    pub fn new(width: usize, has_key: bool, state: &[u32; STATE_3]) -> Self {
        let mut slots = Self { words: [0; STATE_3 * WIDEST], width, has_key };
        for (words, word) in slots.words.chunks_exact_mut(width).zip(state) {
            words.fill(*word);
        }
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
        put_slots(&self.words, self.width, u32::to_le_bytes, out, bytes);
    }
}

impl Drop for WideState {
    fn drop(&mut self) {
        wipe_after(self.has_key, &mut self.words);
    }
}
