//! BLAKE3 ("BLAKE3: one function, fast everywhere", 2021): chunks, parents, output blocks and short messages in lanes.

mod hasher;
mod lanes;
mod many;
mod output;

pub use hasher::Blake3Hasher;
pub use many::MOST_CHUNKS;
pub use output::LastBlock;

use crate::choice::FormChoice;
use crate::engines::{Many3, Many3Xof, One3, One3Xof};
pub use crate::words::CHUNK;
use crate::words::{LAST, STATE_3, STEP, put, wipe_after};
use lanes::{Flags, Many, in_lanes, state, words};
use lanesum_batch::engine;
use lanesum_batch::md::compression::{OneMessage, Whole};
use lanesum_batch::md::initial::SHA_256 as IV;
use lanesum_batch::plan::WIDEST;
use lanesum_batch::{Backend, Error};

const BLOCK: usize = 64;

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
    choice: FormChoice,
}

/// The most chunks that are hashed before their parents: as many as the widest kernel has slots.
const GROUP: usize = WIDEST;

/// The most parents of the chunks of a short message.
const FEW: usize = 4;

impl Mode {
    /// hash
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`], [`Error::NoForm`].
    #[inline(always)] // see `FormChoice::new`
    pub fn hash(backend: Option<Backend>) -> Result<Self, Error> {
        Ok(Self { key: IV, flags: 0, choice: choice(backend)? })
    }

    /// `keyed_hash`
    ///
    /// # Errors
    /// As [`Mode::hash`].
    pub fn keyed(key: &[u8; 32], backend: Option<Backend>) -> Result<Self, Error> {
        Ok(Self { key: words(key), flags: KEYED_HASH, choice: choice(backend)? })
    }

    /// `derive_key`
    ///
    /// # Errors
    /// As [`Mode::hash`].
    pub fn derive(context: &[u8], backend: Option<Backend>) -> Result<Self, Error> {
        let choice = choice(backend)?;
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
                    self.whole(form, &begin, &[], now, values);
                } else {
                    in_lanes(form, width, &begin, step, now, values.as_flattened_mut(), 32, self.has_key());
                }
            }
            wipe_after(self.has_key(), &mut begin);
            (rows, out, t) = (later, rest, t + step * now.len() as u64);
        }
    }

    /// Hashes messages in the slots of a kernel that takes whole ones: all blocks of each but the last, if there are heads, and the others.
    fn whole(&self, form: Many, begin: &[u32; STATE_3], heads: &[&[u8]], ends: &[&[u8]], out: &mut [ChainingValue]) {
        let whole = |heads: &[&[u8]], rows: &[&[u8]], out: &mut [ChainingValue]| {
            let whole = Whole { begin, lead: &[], heads, rows, bits: 0, known: None };
            form.hash_whole(&whole, out.as_flattened_mut(), 32);
        };
        let width = form.width();
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
        // Memory for all would be filled with zeroes and copied, too.
        if values.len() <= 2 * FEW { self.parents_in::<FEW>(values) } else { self.parents_in::<GROUP>(values) }
    }

    /// [`Mode::parents`], at most this many.
    fn parents_in<const MOST: usize>(&self, values: &mut [ChainingValue]) -> usize {
        let (pairs, odd) = values.as_chunks::<2>();
        let mut parents = [[0; 32]; MOST];
        let mut rows: [&[u8]; MOST] = [&[]; MOST];
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

    /// The chaining values of a subtree over chunks from number `t` on: at most [`GROUP`], and at least two unless it is one chunk. `out` has room for
    /// all chunks, or for twice [`GROUP`].
    fn values(&self, data: &[u8], t: u64, out: &mut [ChainingValue]) -> usize {
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
    fn leaves(&self, data: &[u8], t: u64, out: &mut [ChainingValue]) -> usize {
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
    fn chunk(&self, data: &[u8], t: u64) -> LastBlock {
        let before = data.len().saturating_sub(1) / BLOCK * BLOCK;
        let (blocks, last) = data.split_at(before);
        let flags = Flags { each: self.flags, first: CHUNK_START, last: 0 };
        let mut begin = state(&self.key, BLOCK, flags, t);
        if !blocks.is_empty() {
            self.choice.one::<One3>().compress(&mut begin, blocks);
        }
        let mut output = LastBlock {
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
    pub fn parent(&self, left: &ChainingValue, right: &ChainingValue) -> LastBlock {
        let mut block = [0; BLOCK];
        block[..32].copy_from_slice(left);
        block[32..].copy_from_slice(right);
        LastBlock { choice: self.choice, h: self.key, block, bytes: BLOCK, flags: self.flags | PARENT, t: 0 }
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
    pub fn output(&self, message: &[u8]) -> LastBlock {
        if message.len() <= CHUNK {
            return self.chunk(message, 0);
        }
        let [left, right] = self.below_root(message);
        self.parent(&left, &right)
    }

    /// The chaining values of both children of the root of a message of more than a chunk.
    fn below_root(&self, message: &[u8]) -> [ChainingValue; 2] {
        if message.len() <= 2 * FEW * CHUNK {
            self.below_root_in::<{ 2 * FEW }>(message)
        } else {
            self.below_root_in::<{ 2 * GROUP }>(message)
        }
    }

    fn below_root_in<const MOST: usize>(&self, message: &[u8]) -> [ChainingValue; 2] {
        let mut values = [[0; 32]; MOST];
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
}

#[inline(always)] // see `FormChoice::new`
fn choice(backend: Option<Backend>) -> Result<FormChoice, Error> {
    if backend.is_some() {
        engine::open::<One3Xof>();
        engine::open::<Many3Xof>();
    }
    FormChoice::new::<One3, Many3>(backend)
}

/// The hash, on the backend that is best for this machine.
///
/// # Errors
/// As [`Mode::hash`].
pub fn hash(message: &[u8]) -> Result<[u8; 32], Error> {
    let choice = choice(None)?;
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

/// Bytes of the left subtree of more than a chunk: the greatest power of two of chunks that leaves something to the right.
fn left_bytes(bytes: usize) -> usize {
    let whole = (bytes - 1) / CHUNK;
    CHUNK << whole.ilog2()
}

impl Drop for Mode {
    fn drop(&mut self) {
        wipe_after(self.has_key(), &mut self.key);
    }
}
