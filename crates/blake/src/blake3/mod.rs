//! BLAKE3 ("BLAKE3: one function, fast everywhere", 2021): chunks, parents, output blocks and short messages in lanes.

mod hasher;
mod lanes;

pub use hasher::Hasher;

use crate::choice::Choice;
use crate::engines::{Many3, Many3Xof, One3, One3Xof};
use crate::words::{LAST, STATE_3, STEP, put, wipe_after};
use lanes::{Flags, Many, Slots, in_lanes, state, words};
use lanesum_batch::md::compression::{OneMessage, Whole};
use lanesum_batch::md::initial::SHA_256 as IV;
use lanesum_batch::plan::WIDEST;
use lanesum_batch::{Backend, Error};

const BLOCK: usize = 64;
/// Bytes of a chunk.
pub const CHUNK: usize = 1024;

/// The flags (table 3).
const CHUNK_START: u32 = 1;
const CHUNK_END: u32 = 2;
const PARENT: u32 = 4;
const ROOT: u32 = 8;
const KEYED_HASH: u32 = 16;
const DERIVE_KEY_CONTEXT: u32 = 32;
const DERIVE_KEY_MATERIAL: u32 = 64;

/// The flags of the modes with a secret: what depends on it is erased in every build.
const SECRET: u32 = KEYED_HASH | DERIVE_KEY_MATERIAL;

/// A chaining value: eight little-endian words.
pub type ChainingValue = [u8; 32];

/// The mode: its key, the flags of all its blocks, and the forms.
#[derive(Clone)]
pub struct Mode {
    key: [u32; 8],
    flags: u32,
    choice: Choice,
}

/// The most chunks that are hashed before their parents: as many as the widest kernel has slots.
const GROUP: usize = WIDEST;

impl Mode {
    /// hash
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`], [`Error::NoForm`].
    #[inline]
    pub fn hash(backend: Option<Backend>) -> Result<Self, Error> {
        Ok(Self { key: IV, flags: 0, choice: Choice::new::<One3, Many3>(backend)? })
    }

    /// `keyed_hash`
    ///
    /// # Errors
    /// As [`Mode::hash`].
    pub fn keyed(key: &[u8; 32], backend: Option<Backend>) -> Result<Self, Error> {
        Ok(Self { key: words(key), flags: KEYED_HASH, choice: Choice::new::<One3, Many3>(backend)? })
    }

    /// `derive_key`
    ///
    /// # Errors
    /// As [`Mode::hash`].
    pub fn derive(context: &[u8], backend: Option<Backend>) -> Result<Self, Error> {
        let choice = Choice::new::<One3, Many3>(backend)?;
        let mut key = [0; 32];
        Self { key: IV, flags: DERIVE_KEY_CONTEXT, choice }.output(context).read(0, &mut key);
        Ok(Self { key: words(&key), flags: DERIVE_KEY_MATERIAL, choice })
    }

    /// The backend for one message.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.choice.one::<One3>().backend()
    }

    /// Whether it is keyed, or derives keys.
    #[must_use]
    pub const fn has_key(&self) -> bool {
        self.flags & SECRET != 0
    }

    /// The chaining values of rows of one length, whole blocks, with counters from `t` on in steps of `step`.
    fn rows(&self, rows: &[&[u8]], t: u64, step: u64, flags: Flags, out: &mut [ChainingValue]) {
        let (mut rows, mut out, mut t) = (rows, out, t);
        while !rows.is_empty() {
            let width = self.choice.width::<One3, Many3>(rows.len());
            let (now, later) = rows.split_at(width.min(rows.len()));
            let (values, rest) = out.split_at_mut(now.len());
            let mut begin = state(&self.key, BLOCK, flags, t);
            if width == 1 {
                self.choice.one::<One3>().compress(&mut begin, now[0]);
                put(begin.iter().map(|word| word.to_le_bytes()), &mut values[0]);
            } else {
                (begin[STEP], begin[LAST]) = (step as u32, BLOCK as u32);
                let form = self.choice.many::<Many3>(width);
                if form.takes_whole(now[0].len()) {
                    self.whole(form, width, &begin, &[], now, values);
                } else {
                    in_lanes(form, width, &begin, step, now, values.as_flattened_mut(), 32, self.has_key());
                }
            }
            wipe_after(self.has_key(), &mut begin);
            (rows, out, t) = (later, rest, t + step * now.len() as u64);
        }
    }

    /// Hashes messages in the slots of a kernel that takes whole ones: all blocks of each but the last, if there are heads, and the others.
    fn whole(
        &self,
        form: Many,
        width: usize,
        begin: &[u32; STATE_3],
        heads: &[&[u8]],
        ends: &[&[u8]],
        out: &mut [ChainingValue],
    ) {
        let whole = |heads: &[&[u8]], rows: &[&[u8]], out: &mut [ChainingValue]| {
            let whole = Whole { begin, lead: &[], heads, rows, bits: 0, known: None };
            form.hash_whole(&whole, out.as_flattened_mut(), 32);
        };
        if ends.len() == width {
            return whole(heads, ends, out);
        }
        // Idle slots repeat the first message.
        let mut values = [[0; 32]; WIDEST];
        let padded_heads;
        let heads = if heads.is_empty() {
            heads
        } else {
            padded_heads = padded(heads);
            &padded_heads[..width]
        };
        whole(heads, &padded(ends)[..width], &mut values);
        out.copy_from_slice(&values[..ends.len()]);
        wipe_after(self.has_key(), values.as_flattened_mut());
    }

    /// Replaces neighbouring chaining values by those of their parents; an odd last one stays. Returns the number.
    fn parents(&self, values: &mut [ChainingValue]) -> usize {
        let (pairs, odd) = values.as_chunks::<2>();
        let mut parents = [[0; 32]; GROUP];
        let mut rows: [&[u8]; GROUP] = [&[]; GROUP];
        for (row, pair) in rows.iter_mut().zip(pairs) {
            *row = pair.as_flattened();
        }
        let flags = Flags { each: self.flags | PARENT, first: 0, last: 0 };
        self.rows(&rows[..pairs.len()], 0, 0, flags, &mut parents);
        let mut count = pairs.len();
        if let [odd] = odd {
            parents[count] = *odd;
            count += 1;
        }
        values[..count].copy_from_slice(&parents[..count]);
        wipe_after(self.has_key(), parents.as_flattened_mut());
        count
    }

    /// The chaining values of at most [`GROUP`] whole chunks from number `t` on, none of which is the root.
    fn chunks_inside(&self, chunks: &[[u8; CHUNK]], t: u64, out: &mut [ChainingValue]) {
        let mut rows: [&[u8]; GROUP] = [&[]; GROUP];
        for (row, chunk) in rows.iter_mut().zip(chunks) {
            *row = chunk;
        }
        let flags = Flags { each: self.flags, first: CHUNK_START, last: CHUNK_END };
        self.rows(&rows[..chunks.len()], t, 1, flags, out);
    }

    /// The chaining values of a subtree over chunks from number `t` on: at most [`GROUP`], and at least two unless it is one chunk.
    fn values(&self, data: &[u8], t: u64, out: &mut [ChainingValue; 2 * GROUP]) -> usize {
        if data.len() <= 2 * GROUP * CHUNK {
            let count = self.leaves(data, t, out);
            return if count > GROUP { self.parents(&mut out[..count]) } else { count };
        }
        let left = left_bytes(data.len());
        let count = self.values(&data[..left], t, out);
        let mut right = [[0; 32]; 2 * GROUP];
        let more = self.values(&data[left..], t + (left / CHUNK) as u64, &mut right);
        out[count..count + more].copy_from_slice(&right[..more]);
        wipe_after(self.has_key(), right.as_flattened_mut());
        self.parents(&mut out[..count + more])
    }

    /// The chaining values of all chunks from number `t` on, at most twice [`GROUP`], the last of which may be shorter or empty.
    fn leaves(&self, data: &[u8], t: u64, out: &mut [ChainingValue; 2 * GROUP]) -> usize {
        let (chunks, rest) = data.as_chunks::<CHUNK>();
        for (i, chunks) in chunks.chunks(GROUP).enumerate() {
            self.chunks_inside(chunks, t + (i * GROUP) as u64, &mut out[i * GROUP..]);
        }
        if rest.is_empty() && !chunks.is_empty() {
            return chunks.len();
        }
        out[chunks.len()] = self.chunk(rest, t + chunks.len() as u64).chaining_value();
        chunks.len() + 1
    }

    /// A chunk of at most [`CHUNK`] bytes, up to its last block.
    fn chunk(&self, data: &[u8], t: u64) -> Output {
        let before = data.len().saturating_sub(1) / BLOCK * BLOCK;
        let (blocks, last) = data.split_at(before);
        let flags = Flags { each: self.flags, first: CHUNK_START, last: 0 };
        let mut begin = state(&self.key, BLOCK, flags, t);
        if !blocks.is_empty() {
            self.choice.one::<One3>().compress(&mut begin, blocks);
        }
        let mut output = Output {
            choice: self.choice,
            h: [0; 8],
            block: [0; BLOCK],
            bytes: last.len(),
            flags: self.flags | CHUNK_END,
            t,
        };
        output.h.copy_from_slice(&begin[..8]);
        output.block[..last.len()].copy_from_slice(last);
        if blocks.is_empty() {
            output.flags |= CHUNK_START;
        }
        wipe_after(self.has_key(), &mut begin);
        output
    }

    /// The parent of two subtrees: the root, if they are the whole tree.
    #[must_use]
    pub fn parent(&self, left: &ChainingValue, right: &ChainingValue) -> Output {
        let mut block = [0; BLOCK];
        block[..32].copy_from_slice(left);
        block[32..].copy_from_slice(right);
        Output { choice: self.choice, h: self.key, block, bytes: BLOCK, flags: self.flags | PARENT, t: 0 }
    }

    /// The first bytes of output of a whole message.
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        if out.len() > 32 {
            return self.output(message).read(0, out);
        }
        let form = self.choice.one::<One3>();
        if message.len() <= CHUNK {
            return short(&self.key, self.flags, form, message, out);
        }
        let mut values = self.below_root(message);
        let mut begin = state(&self.key, BLOCK, Flags { each: self.flags | PARENT | ROOT, first: 0, last: 0 }, 0);
        form.compress(&mut begin, values.as_flattened());
        put(begin.iter().map(|word| word.to_le_bytes()), out);
        wipe_after(self.has_key(), values.as_flattened_mut());
        wipe_after(self.has_key(), &mut begin);
    }

    /// The root of the tree over a whole message.
    #[must_use]
    pub fn output(&self, message: &[u8]) -> Output {
        if message.len() <= CHUNK {
            return self.chunk(message, 0);
        }
        let [left, right] = self.below_root(message);
        self.parent(&left, &right)
    }

    /// The chaining values of both children of the root of a message of more than a chunk.
    fn below_root(&self, message: &[u8]) -> [ChainingValue; 2] {
        let mut values = [[0; 32]; 2 * GROUP];
        let mut count = self.values(message, 0, &mut values);
        while count > 2 {
            count = self.parents(&mut values[..count]);
        }
        let children = [values[0], values[1]];
        wipe_after(self.has_key(), values.as_flattened_mut());
        children
    }

    /// The chaining value of a subtree that is not the whole tree, over chunks from number `t` on.
    #[must_use]
    pub fn subtree(&self, data: &[u8], t: u64) -> ChainingValue {
        let mut values = [[0; 32]; 2 * GROUP];
        let mut count = self.values(data, t, &mut values);
        while count > 1 {
            count = self.parents(&mut values[..count]);
        }
        let value = values[0];
        wipe_after(self.has_key(), values.as_flattened_mut());
        value
    }

    /// The chaining value of the parent, which is not the root, of two subtrees.
    #[must_use]
    pub fn joined(&self, left: &ChainingValue, right: &ChainingValue) -> ChainingValue {
        self.parent(left, right).chaining_value()
    }

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
            if let Some(now) = messages.first_chunk::<WIDEST>()
                && bytes <= 32
                && first.len() <= CHUNK
                && now.iter().fold(0, |all, message| all | (message.len() ^ first.len())) == 0
                && self.choice.width::<One3, Many3>(WIDEST) == WIDEST
            {
                let (digests, rest) = out.split_at_mut(bytes * WIDEST);
                self.chunks(WIDEST, now, 0, ROOT, digests, bytes);
                (messages, out) = (&messages[WIDEST..], rest);
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
            return self.equal_chunks(form, width, chunks, t, root, out, bytes);
        }
        let mut begin = state(&self.key, BLOCK, Flags { each: self.flags, first: CHUNK_START, last: 0 }, t);
        let mut slots = Slots::new(width, self.has_key(), &begin);
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
    fn equal_chunks(
        &self,
        form: Many,
        width: usize,
        chunks: &[&[u8]],
        t: u64,
        root: u32,
        out: &mut [u8],
        bytes: usize,
    ) {
        let (before, rest) = (chunks[0].len() / BLOCK * BLOCK, chunks[0].len() % BLOCK);
        let mut begin =
            state(&self.key, BLOCK, Flags { each: self.flags, first: CHUNK_START, last: CHUNK_END | root }, t);
        begin[LAST] = BLOCK as u32;
        let mut hash = |begin: &[u32; STATE_3], heads: &[&[u8]], ends: &[&[u8]]| {
            if bytes == 32 {
                return self.whole(form, width, begin, heads, ends, out.as_chunks_mut().0);
            }
            let mut values = [[0; 32]; WIDEST];
            self.whole(form, width, begin, heads, ends, &mut values[..ends.len()]);
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

/// The hash, on the backend that is best for this machine.
///
/// # Errors
/// As [`Mode::hash`].
pub fn hash(message: &[u8]) -> Result<[u8; 32], Error> {
    let choice = Choice::new::<One3, Many3>(None)?;
    let mut digest = [0; 32];
    if message.len() <= CHUNK {
        // Without a mode in memory, of which the kernel would have to wait for copies.
        short(&IV, 0, choice.one::<One3>(), message, &mut digest);
    } else {
        Mode { key: IV, flags: 0, choice }.digest(message, &mut digest);
    }
    Ok(digest)
}

/// The first bytes of output, at most 32, of a message of at most [`CHUNK`] bytes.
#[inline(always)]
fn short(key: &[u32; 8], flags: u32, form: &dyn OneMessage<[u32; STATE_3]>, message: &[u8], out: &mut [u8]) {
    let has_key = flags & SECRET != 0;
    let is_whole = !message.is_empty() && message.len().is_multiple_of(BLOCK);
    let before = if is_whole { message.len() } else { message.len() / BLOCK * BLOCK };
    let (blocks, last) = message.split_at(before);
    let end = CHUNK_END | ROOT;
    let of_blocks = Flags { each: flags, first: CHUNK_START, last: if is_whole { end } else { 0 } };
    let mut begin = state(key, BLOCK, of_blocks, 0);
    if !blocks.is_empty() {
        form.compress(&mut begin, blocks);
        begin[10] = 0;
    }
    if !is_whole {
        let mut block = [0; BLOCK];
        block[..last.len()].copy_from_slice(last);
        (begin[8], begin[9]) = (last.len() as u32, flags | end);
        form.compress(&mut begin, &block);
        wipe_after(has_key, &mut block);
    }
    put(begin.iter().map(|word| word.to_le_bytes()), out);
    wipe_after(has_key, &mut begin);
}

/// The rows, then the first one again.
fn padded<'a>(rows: &[&'a [u8]]) -> [&'a [u8]; WIDEST] {
    let mut all = [rows[0]; WIDEST];
    all[..rows.len()].copy_from_slice(rows);
    all
}

/// The most chunks of messages that go through the lanes together: longer ones fill most lanes alone.
pub const MOST_CHUNKS: usize = 8;

/// Bytes of the left subtree of more than a chunk: the greatest power of two of chunks that leaves something to the right.
fn left_bytes(bytes: usize) -> usize {
    let whole = (bytes - 1) / CHUNK;
    CHUNK << whole.ilog2()
}

/// The last compression of a tree or of a subtree, from which output of any length is read.
#[derive(Clone)]
pub struct Output {
    choice: Choice,
    h: [u32; 8],
    block: [u8; BLOCK],
    bytes: usize,
    flags: u32,
    t: u64,
}

impl Output {
    const fn has_key(&self) -> bool {
        self.flags & SECRET != 0
    }

    fn state(&self, flags: u32, t: u64) -> [u32; STATE_3] {
        state(&self.h, self.bytes, Flags { each: self.flags | flags, first: 0, last: 0 }, t)
    }

    fn chaining_value(&self) -> ChainingValue {
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

impl Drop for Output {
    fn drop(&mut self) {
        let has_key = self.has_key();
        wipe_after(has_key, &mut self.h);
        wipe_after(has_key, &mut self.block);
    }
}

impl Drop for Mode {
    fn drop(&mut self) {
        wipe_after(self.has_key(), &mut self.key);
    }
}
