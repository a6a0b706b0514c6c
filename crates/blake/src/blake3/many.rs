//! Many messages: those with equally many blocks go through the lanes together.

use super::lanes::{Flags, Many, WideState, state};
use super::{BLOCK, CHUNK, CHUNK_END, CHUNK_START, Mode, PARENT, ROOT};
use crate::engines::{Many3, One3};
use crate::words::{LAST, STATE_3, wipe_after};
use lanesum_batch::plan::WIDEST;

/// The most chunks of messages that go through the lanes together: longer ones fill most lanes alone.
pub const MOST_CHUNKS: usize = 8;

impl Mode {
    /// The first bytes of output of each message, one after the other. Neighbours of at most [`MOST_CHUNKS`] chunks with equally many blocks
    /// go through the lanes together; a longer message fills the lanes with its own chunks.
    ///
    /// # Panics
    /// Unless `out` has room for exactly `bytes` bytes, at least one, for each message.
    pub fn digest_many(&self, messages: &[&[u8]], bytes: usize, out: &mut [u8]) {
        assert!(bytes > 0 && out.len() == bytes * messages.len(), "the outputs have the length of all digests");
        let (mut messages, mut out) = (messages, out);
        while let [first, ..] = messages {
            // Most often, all have the same length.
            let width = self.choice.width::<One3, Many3>(messages.len());
            if let Some(now) = messages.get(..width)
                && width > 1
                && bytes <= 32
                && first.len() <= CHUNK
                && now.iter().fold(0, |all, message| all | (message.len() ^ first.len())) == 0
            {
                let (digests, rest) = out.split_at_mut(bytes * width);
                self.chunks(width, now, 0, ROOT, digests, bytes);
                (messages, out) = (&messages[width..], rest);
                continue;
            }
            let end = first.len().next_multiple_of(BLOCK).max(BLOCK);
            let alike = |other: &&&[u8]| other.len() <= end && other.len() + BLOCK > end || other.len() + end == BLOCK;
            let most = if end > MOST_CHUNKS * CHUNK { 1 } else { WIDEST };
            let count = messages.iter().take(most).take_while(alike).count();
            let width = if count < 2 || bytes > 32 { 1 } else { self.choice.width::<One3, Many3>(count) };
            let taken = if width == 1 { 1 } else { width.min(count) };
            let (now, later) = messages.split_at(taken);
            let (digests, rest) = out.split_at_mut(bytes * taken);
            if width == 1 {
                self.digest(first, digests);
            } else if first.len() <= CHUNK {
                self.chunks(width, now, 0, ROOT, digests, bytes);
            } else {
                self.trees(width, now, digests, bytes);
            }
            (messages, out) = (later, rest);
        }
    }

    /// The last chunks of several messages, number `t` of each, with equally many blocks, in the slots of a kernel.
    fn chunks(&self, width: usize, chunks: &[&[u8]], t: u64, root: u32, out: &mut [u8], bytes: usize) {
        let len = chunks[0].len();
        let before = len.saturating_sub(1) / BLOCK * BLOCK;
        let form = self.choice.many::<Many3>(width);
        if form.takes_whole(len) && chunks.iter().all(|chunk| chunk.len() == len) {
            return self.equal_chunks(form, chunks, t, root, out, bytes);
        }
        let mut begin = state(&self.key, BLOCK, Flags { each: self.flags, first: CHUNK_START, last: 0 }, t);
        let mut slots = WideState::new(width, self.has_key(), &begin);
        wipe_after(self.has_key(), &mut begin);
        let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
        if before > 0 {
            for (row, chunk) in rows.iter_mut().zip(chunks) {
                *row = &chunk[..before];
            }
            slots.compress(form, &rows[..chunks.len()]);
        }
        let flags = self.flags | CHUNK_END | root | if before == 0 { CHUNK_START } else { 0 };
        let mut ends = [[0; BLOCK]; WIDEST];
        for (slot, (end, chunk)) in ends.iter_mut().zip(chunks).enumerate() {
            let last = &chunk[before..];
            if last.len() < BLOCK {
                end[..last.len()].copy_from_slice(last);
            }
            slots.set(slot, 8, last.len() as u32);
            slots.set(slot, 9, flags);
            slots.set(slot, 10, 0);
        }
        for (row, (end, chunk)) in rows.iter_mut().zip(ends.iter().zip(chunks)) {
            // Whole blocks are read in place.
            *row = if chunk.len() == before + BLOCK { &chunk[before..] } else { end };
        }
        slots.compress(form, &rows[..chunks.len()]);
        slots.extract(out, bytes);
        wipe_after(self.has_key(), ends.as_flattened_mut());
    }

    /// The same for chunks of one length: nothing differs between the slots but the rows.
    fn equal_chunks(&self, form: Many, chunks: &[&[u8]], t: u64, root: u32, out: &mut [u8], bytes: usize) {
        let (before, rest) = (chunks[0].len() / BLOCK * BLOCK, chunks[0].len() % BLOCK);
        let mut begin =
            state(&self.key, BLOCK, Flags { each: self.flags, first: CHUNK_START, last: CHUNK_END | root }, t);
        begin[LAST] = BLOCK as u32;
        let mut hash = |begin: &[u32; STATE_3], heads: &[&[u8]], ends: &[&[u8]]| {
            if bytes == 32 {
                return self.whole(form, begin, heads, ends, out.as_chunks_mut().0);
            }
            let mut values = [[0; 32]; WIDEST];
            self.whole(form, begin, heads, ends, &mut values[..ends.len()]);
            for (out, value) in out.chunks_exact_mut(bytes).zip(&values) {
                out.copy_from_slice(&value[..bytes]);
            }
            wipe_after(self.has_key(), values.as_flattened_mut());
        };
        if rest > 0 || before == 0 {
            let mut rows: [[&[u8]; WIDEST]; 2] = [[&[]; WIDEST]; 2];
            let mut ends = [[0; BLOCK]; WIDEST];
            let [heads, lasts] = &mut rows;
            for (((head, last), end), chunk) in heads.iter_mut().zip(lasts).zip(&mut ends).zip(chunks) {
                let (whole, part) = chunk.split_at(before);
                end[..rest].copy_from_slice(part);
                (*head, *last) = (whole, end);
            }
            begin[LAST] = rest as u32;
            let [heads, lasts] = &rows;
            hash(&begin, &heads[..chunks.len()], &lasts[..chunks.len()]);
            wipe_after(self.has_key(), ends.as_flattened_mut());
        } else {
            hash(&begin, &[], chunks);
        }
        wipe_after(self.has_key(), &mut begin);
    }

    /// Messages of several chunks: the same chunk of all of them, then the same parent, go through the lanes together.
    fn trees(&self, width: usize, messages: &[&[u8]], out: &mut [u8], bytes: usize) {
        let last = (messages[0].len() - 1) / CHUNK;
        // Values of a chunk side by side, then those of the next one.
        let mut values = [[[0; 32]; WIDEST]; MOST_CHUNKS];
        let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
        for (i, values) in values[..=last].iter_mut().enumerate() {
            for (row, message) in rows.iter_mut().zip(messages) {
                *row = if i < last { &message[i * CHUNK..][..CHUNK] } else { &message[i * CHUNK..] };
            }
            let values = values[..messages.len()].as_flattened_mut();
            self.chunks(width, &rows[..messages.len()], i as u64, 0, values, 32);
        }
        let mut count = last + 1;
        while count > 1 {
            let each = self.flags | PARENT | if count == 2 { ROOT } else { 0 };
            for pair in 0..count / 2 {
                let mut blocks = [[[0; 32]; 2]; WIDEST];
                for (slot, block) in blocks.iter_mut().enumerate() {
                    *block = [values[2 * pair][slot], values[2 * pair + 1][slot]];
                }
                let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
                for (row, block) in rows.iter_mut().zip(&blocks) {
                    *row = block.as_flattened();
                }
                let flags = Flags { each, first: 0, last: 0 };
                self.rows(&rows[..messages.len()], 0, 0, flags, &mut values[pair]);
                wipe_after(self.has_key(), blocks.as_flattened_mut().as_flattened_mut());
            }
            if count % 2 == 1 {
                values[count / 2] = values[count - 1];
            }
            count = count.div_ceil(2);
        }
        for (out, value) in out.chunks_exact_mut(bytes).zip(&values[0]) {
            out.copy_from_slice(&value[..bytes]);
        }
        wipe_after(self.has_key(), values.as_flattened_mut().as_flattened_mut());
    }
}
