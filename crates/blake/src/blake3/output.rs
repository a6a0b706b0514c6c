//! Output of any length.

use super::lanes::{Flags, in_lanes, state};
use super::{BLOCK, ChainingValue, ROOT, SECRET};
use crate::choice::FormChoice;
use crate::engines::{Many3, Many3Xof, One3, One3Xof};
use crate::words::{STATE_3, put, wipe_after};
use lanesum_batch::plan::WIDEST;

/// The last compression of a tree or of a subtree, from which output of any length is read.
#[derive(Clone)]
pub struct LastBlock {
    pub(super) choice: FormChoice,
    pub(super) h: [u32; 8],
    pub(super) block: [u8; BLOCK],
    pub(super) bytes: usize,
    pub(super) flags: u32,
    pub(super) t: u64,
}

impl LastBlock {
    const fn has_key(&self) -> bool {
        self.flags & SECRET != 0
    }

    fn state(&self, flags: u32, t: u64) -> [u32; STATE_3] {
        state(&self.h, self.bytes, Flags { each: self.flags | flags, first: 0, last: 0 }, t)
    }

    pub(super) fn chaining_value(&self) -> ChainingValue {
        let mut state = self.state(0, self.t);
        self.choice.one::<One3>().compress(&mut state, &self.block);
        let mut value = [0; 32];
        put(state.into_iter().map(u32::to_le_bytes), &mut value);
        wipe_after(self.has_key(), &mut state);
        value
    }

    /// Output from byte `from` on.
    pub fn read(&self, from: u64, out: &mut [u8]) {
        let (mut block, skipped) = (from / BLOCK as u64, (from % BLOCK as u64) as usize);
        let mut out = out;
        if skipped > 0 {
            let mut whole = [0; BLOCK];
            self.blocks(block, &mut whole);
            let count = out.len().min(BLOCK - skipped);
            let (now, rest) = out.split_at_mut(count);
            now.copy_from_slice(&whole[skipped..skipped + count]);
            wipe_after(self.has_key(), &mut whole);
            (block, out) = (block + 1, rest);
        }
        while !out.is_empty() {
            let (now, rest) = out.split_at_mut(out.len().min(WIDEST * BLOCK));
            self.blocks(block, now);
            (block, out) = (block + WIDEST as u64, rest);
        }
    }

    /// At most [`WIDEST`] blocks of output, the last of which may be cut.
    fn blocks(&self, block: u64, out: &mut [u8]) {
        let choice = self.choice;
        if out.len() <= 32 {
            let mut state = self.state(ROOT, block);
            choice.one::<One3>().compress(&mut state, &self.block);
            put(state.into_iter().map(u32::to_le_bytes), out);
            return wipe_after(self.has_key(), &mut state);
        }
        let (mut out, mut block) = (out, block);
        while !out.is_empty() {
            let count = out.len().div_ceil(BLOCK);
            let width = choice.width::<One3, Many3>(count);
            let bytes = out.len().min(width * BLOCK);
            let (now, rest) = out.split_at_mut(bytes);
            let mut begin = self.state(ROOT, block);
            if width == 1 {
                choice.one::<One3Xof>().compress(&mut begin, &self.block);
                put(begin.into_iter().map(u32::to_le_bytes), now);
            } else {
                let form = choice.many::<Many3Xof>(width);
                in_lanes(form, width, &begin, 1, &[&self.block], now, BLOCK, self.has_key());
            }
            wipe_after(self.has_key(), &mut begin);
            (out, block) = (rest, block + width as u64);
        }
    }
}

impl Drop for LastBlock {
    fn drop(&mut self) {
        let has_key = self.has_key();
        wipe_after(has_key, &mut self.h);
        wipe_after(has_key, &mut self.block);
    }
}
