//! A message in pieces.

use super::lanes::words;
use super::{CHUNK, ChainingValue, DERIVE_KEY_MATERIAL, GROUP, KEYED_HASH, LastBlock, Mode, left_bytes};
use crate::words::{put, wipe_after};
use lanesum_batch::saved::{SavedReader, SavedWriter};

/// A message in pieces.
#[derive(Clone)]
pub struct Blake3Hasher {
    mode: Mode,
    /// The bytes of the unfinished chunk: one that is whole stays until more bytes come, because it may be the root.
    chunk: [u8; CHUNK],
    begun: usize,
    /// The chaining value of a whole chunk that stays, if it is known: it went through the lanes with those before it.
    last: ChainingValue,
    knows_last: bool,
    /// The number of chunks before.
    chunks: u64,
    /// The chaining values of the complete subtrees before, the largest first, no two of one size.
    stack: [ChainingValue; 55],
    depth: usize,
}

impl Blake3Hasher {
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            chunk: [0; CHUNK],
            begun: 0,
            last: [0; 32],
            knows_last: false,
            chunks: 0,
            stack: [[0; 32]; 55],
            depth: 0,
        }
    }

    #[must_use]
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Whether the message has no bytes yet.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.begun == 0 && self.chunks == 0
    }

    /// Begins a new message in the same mode.
    pub fn reset(&mut self) {
        (self.begun, self.knows_last, self.chunks, self.depth) = (0, false, 0, 0);
    }

    pub fn update(&mut self, data: &[u8]) {
        self.update_by(data, &Mode::subtree);
    }

    /// As [`Blake3Hasher::update`]. Something follows, so that no chunk must be held back: it might have been the last one.
    pub fn update_followed(&mut self, data: &[u8]) {
        self.append(data, 1, &Mode::subtree);
    }

    /// As [`Blake3Hasher::update`], where `subtree` gives what [`Mode::subtree`] gives: it may share out the work.
    pub fn update_by(&mut self, data: &[u8], subtree: &impl Fn(&Mode, &[u8], u64) -> ChainingValue) {
        self.append(data, 0, subtree);
    }

    /// Appends bytes, which at least `followed` others will follow.
    fn append(&mut self, data: &[u8], followed: usize, subtree: &impl Fn(&Mode, &[u8], u64) -> ChainingValue) {
        let mut data = data;
        while !data.is_empty() {
            if self.next_chunk().is_some() && data.len() + followed > CHUNK {
                // The greatest subtree that is complete and begins here, with something behind it.
                let aligned = self.chunks.trailing_zeros().min(usize::BITS - 12);
                let bytes = left_bytes(data.len() + followed).min(CHUNK << aligned);
                if bytes < GROUP * CHUNK {
                    // It would leave slots idle. After the run, a greater subtree can begin.
                    let (chunks, _) = data.as_chunks::<CHUNK>();
                    let most = GROUP - (self.chunks % GROUP as u64) as usize;
                    let chunks = &chunks[..chunks.len().min(most)];
                    let mut values = [[0; 32]; GROUP];
                    self.mode.chunks_inside(chunks, self.chunks, &mut values);
                    let is_end = followed == 0 && CHUNK * chunks.len() == data.len();
                    if let (true, [before @ .., last]) = (is_end, chunks) {
                        (self.chunk, self.begun) = (*last, CHUNK);
                        (self.last, self.knows_last) = (values[before.len()], true);
                    }
                    self.push_run(&mut values[..chunks.len() - usize::from(is_end)], 1);
                    wipe_after(self.mode.has_key(), values.as_flattened_mut());
                    data = &data[CHUNK * chunks.len()..];
                    continue;
                }
                let (now, rest) = data.split_at(bytes);
                let value = subtree(&self.mode, now, self.chunks);
                self.push(value, (bytes / CHUNK) as u64);
                data = rest;
                continue;
            }
            let (now, rest) = data.split_at(data.len().min(CHUNK - self.begun));
            self.chunk[self.begun..][..now.len()].copy_from_slice(now);
            self.begun += now.len();
            data = rest;
        }
    }

    /// The number of the next chunk, if the message so far is whole chunks and something follows.
    pub fn next_chunk(&mut self) -> Option<u64> {
        if self.begun == CHUNK {
            if !self.knows_last {
                self.last = self.mode.chunk(&self.chunk, self.chunks).chaining_value();
            }
            self.push(self.last, 1);
            (self.begun, self.knows_last) = (0, false);
        }
        (self.begun == 0).then_some(self.chunks)
    }

    /// Appends complete subtrees, of `chunks` chunks each, by their chaining values. Something follows them.
    ///
    /// # Panics
    /// Unless `chunks` is a power of two, and the message so far is a multiple of it.
    pub fn push_subtrees(&mut self, values: &[ChainingValue], chunks: u64) {
        let next = self.next_chunk();
        assert!(
            chunks.is_power_of_two() && next.is_some_and(|next| next.is_multiple_of(chunks)),
            "a place for a subtree"
        );
        for value in values {
            self.push(*value, chunks);
        }
    }

    /// Appends complete subtrees of equally many chunks; something follows them.
    fn push_run(&mut self, values: &mut [ChainingValue], chunks: u64) {
        let mut values = values;
        if self.chunks & chunks != 0
            && let [first, rest @ ..] = values
        {
            self.push(*first, chunks);
            values = rest;
        }
        let (pairs, odd) = values.split_at_mut(values.len() / 2 * 2);
        if !pairs.is_empty() {
            let count = self.mode.parents(pairs);
            self.push_run(&mut pairs[..count], 2 * chunks);
        }
        if let [last] = odd {
            self.push(*last, chunks);
        }
    }

    /// Appends a complete subtree; something follows it, so it can be joined with those of equal size at once.
    fn push(&mut self, mut value: ChainingValue, chunks: u64) {
        self.chunks += chunks;
        let mut size = chunks;
        // Joins while the subtree before has the same size.
        while self.depth > 0 && self.chunks & size == 0 {
            self.depth -= 1;
            value = self.mode.parent(&self.stack[self.depth], &value).chaining_value();
            size *= 2;
        }
        self.stack[self.depth] = value;
        self.depth += 1;
        wipe_after(self.mode.has_key(), &mut value);
    }

    /// Bytes of the contents of a saved state.
    #[must_use]
    pub fn saved_bytes(&self) -> usize {
        8 + 32 * self.depth + self.begun + if self.mode.has_key() { 33 } else { 0 }
    }

    /// Writes the message so far: its length in bytes (big-endian), the chaining values of the complete subtrees, the largest first, and the
    /// bytes of the last chunk. In a mode with a key, the key and the mode's flag follow.
    ///
    /// # Panics
    /// Unless there is room for exactly [`Blake3Hasher::saved_bytes`] bytes.
    pub fn save(&self, out: &mut SavedWriter<'_>) {
        out.bytes(&(CHUNK as u64 * self.chunks + self.begun as u64).to_be_bytes());
        out.bytes(self.stack[..self.depth].as_flattened());
        out.bytes(&self.chunk[..self.begun]);
        if self.mode.has_key() {
            put(self.mode.key.into_iter().map(u32::to_le_bytes), out.place(32));
            out.bytes(&[self.mode.flags as u8]);
        }
    }

    /// The inverse of [`Blake3Hasher::save`], in the forms of this mode, the hash; `None` for bytes that it cannot have written.
    #[must_use]
    pub fn restore(mode: Mode, saved: &mut SavedReader<'_>) -> Option<Self> {
        let bytes = u64::from_be_bytes(*saved.array()?);
        let mut hasher = Self::new(mode);
        hasher.chunks = bytes.saturating_sub(1) / CHUNK as u64;
        hasher.begun = (bytes - CHUNK as u64 * hasher.chunks) as usize;
        // Subtrees of one size are joined at once.
        hasher.depth = hasher.chunks.count_ones() as usize;
        for value in &mut hasher.stack[..hasher.depth] {
            *value = *saved.array()?;
        }
        hasher.chunk[..hasher.begun].copy_from_slice(saved.bytes(hasher.begun)?);
        if !saved.is_done() {
            hasher.mode.key = words(saved.array()?);
            hasher.mode.flags = u32::from(saved.array::<1>()?[0]);
            [KEYED_HASH, DERIVE_KEY_MATERIAL].contains(&hasher.mode.flags).then_some(())?;
        }
        Some(hasher)
    }

    /// The root of the message so far.
    #[must_use]
    pub fn output(&self) -> LastBlock {
        let before = &self.stack[..self.depth];
        let (before, mut output) = match (self.knows_last, before) {
            (true, [rest @ .., value]) => (rest, self.mode.parent(value, &self.last)),
            _ => (before, self.mode.chunk(&self.chunk[..self.begun], self.chunks)),
        };
        for value in before.iter().rev() {
            output = self.mode.parent(value, &output.chaining_value());
        }
        output
    }
}

impl Drop for Blake3Hasher {
    fn drop(&mut self) {
        let has_key = self.mode.has_key();
        wipe_after(has_key, &mut self.chunk);
        wipe_after(has_key, &mut self.last);
        wipe_after(has_key, self.stack.as_flattened_mut());
    }
}
