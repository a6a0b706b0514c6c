//! `BLAKE2b` and `BLAKE2s` (RFC 7693; "BLAKE2: simpler, smaller, fast as MD5", 2013): messages in pieces, and several in lanes.

mod parallel;
mod whole;

pub use parallel::{Blake2bpHasher, Blake2spHasher};

use super::choice::FormChoice;
use super::engines::{Many2b, Many2s, One2b, One2s};
use super::words::{Blake2b, Blake2s, Compressor, STATE, put, put_slots, wipe_after};
use core::fmt;
use lanesum_batch::md::compression::OneMessage;
use lanesum_batch::plan::WIDEST;
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::wipe::{Erase, wipe};
use lanesum_batch::{Backend, Error};

/// The parameter block (section 2.8 of the paper), but for the lengths of digest and key.
#[derive(Clone, Copy, Debug)]
pub struct ParameterBlock<'a> {
    /// Up to 16 bytes (`BLAKE2s`: 8).
    pub salt: &'a [u8],
    /// The personalisation, of up to as many bytes.
    pub person: &'a [u8],
    pub fanout: u8,
    pub depth: u8,
    pub leaf_bytes: u32,
    /// Below 2^48 for `BLAKE2s`.
    pub node_offset: u64,
    pub node_depth: u8,
    pub inner_bytes: u8,
    /// Whether this is the last node of its layer.
    pub is_last_node: bool,
}

impl Default for ParameterBlock<'_> {
    /// A message that is no node of a tree.
    fn default() -> Self {
        Self {
            salt: &[],
            person: &[],
            fanout: 1,
            depth: 1,
            leaf_bytes: 0,
            node_offset: 0,
            node_depth: 0,
            inner_bytes: 0,
            is_last_node: false,
        }
    }
}

macro_rules! blake2 {
    ($hasher:ident: $function:ident of $word:ident, $one:ident $many:ident, offset in $offset:literal, $name:literal) => {
        #[doc = concat!($name, ", a message in pieces.")]
        #[derive(Clone)]
        pub struct $hasher {
            begin: [$word; STATE],
            state: [$word; STATE],
            /// The finalization flags of the last block.
            last: [$word; 2],
            /// The unfinished block. One that is whole stays until more bytes come, because it may be the last.
            block: [u8; Self::BLOCK],
            begun: usize,
            digest_bytes: usize,
            /// A key, padded, is the first block of every message.
            keyed: Option<[u8; Self::BLOCK]>,
            choice: FormChoice,
            form: &'static dyn OneMessage<[$word; STATE]>,
        }

        impl $hasher {
            /// Bytes of a block.
            pub const BLOCK: usize = 16 * size_of::<$word>();
            /// The greatest length of a digest, and of a key.
            pub const MOST: usize = 8 * size_of::<$word>();

            /// A digest of `digest_bytes` bytes, with a key, which may be empty.
            ///
            /// # Errors
            /// [`Error::Length`] for lengths that the function does not have, or an offset beyond its parameter; for the backend
            /// [`Error::BackendUnavailable`], [`Error::NoForm`].
            #[inline(always)] // see `FormChoice::new`
            pub fn new(
                digest_bytes: usize,
                key: &[u8],
                parameters: &ParameterBlock<'_>,
                backend: Option<Backend>,
            ) -> Result<Self, Error> {
                Self::with_choice(digest_bytes, key, parameters, FormChoice::new::<$one, $many>(backend))
            }

            #[inline(never)]
            fn with_choice(
                digest_bytes: usize,
                key: &[u8],
                parameters: &ParameterBlock<'_>,
                choice: Result<FormChoice, Error>,
            ) -> Result<Self, Error> {
                let half = Self::MOST / 4;
                let most = |argument, got, expected| {
                    if got <= expected { Ok(()) } else { Err(Error::Length { argument, expected, got }) }
                };
                most("digest", digest_bytes, Self::MOST)?;
                for (argument, got) in [("digest", digest_bytes), ("depth", parameters.depth.into())] {
                    if got == 0 {
                        return Err(Error::Length { argument, expected: 1, got });
                    }
                }
                most("inner_bytes", parameters.inner_bytes.into(), Self::MOST)?;
                most("key", key.len(), Self::MOST)?;
                most("salt", parameters.salt.len(), half)?;
                most("person", parameters.person.len(), half)?;
                let offset = parameters.node_offset.to_le_bytes();
                let (offset, beyond) = offset.split_at($offset);
                most("node_offset", beyond.iter().filter(|byte| **byte != 0).count(), 0)?;
                let mut block = [0; Self::MOST];
                block[..4].copy_from_slice(&[digest_bytes as u8, key.len() as u8, parameters.fanout, parameters.depth]);
                block[4..8].copy_from_slice(&parameters.leaf_bytes.to_le_bytes());
                block[8..8 + $offset].copy_from_slice(offset);
                block[8 + $offset] = parameters.node_depth;
                block[9 + $offset] = parameters.inner_bytes;
                let (_, ends) = block.split_at_mut(Self::MOST / 2);
                ends[..parameters.salt.len()].copy_from_slice(parameters.salt);
                ends[half..half + parameters.person.len()].copy_from_slice(parameters.person);

                let mut begin = [0; STATE];
                for ((word, start), bytes) in begin.iter_mut().zip($function::START).zip(block.as_chunks().0) {
                    *word = start ^ $word::from_le_bytes(*bytes);
                }
                let last = [$word::MAX, if parameters.is_last_node { $word::MAX } else { 0 }];
                let mut hasher = Self {
                    begin,
                    state: begin,
                    last,
                    block: [0; Self::BLOCK],
                    begun: 0,
                    digest_bytes,
                    keyed: (!key.is_empty()).then_some([0; Self::BLOCK]),
                    choice: choice?,
                    form: choice?.one::<$one>(),
                };
                if let Some(block) = &mut hasher.keyed {
                    block[..key.len()].copy_from_slice(key);
                }
                hasher.reset();
                Ok(hasher)
            }

            /// Begins a new message; key and parameters stay.
            pub fn reset(&mut self) {
                (self.state, self.begun) = (self.begin, 0);
                if let Some(key) = &self.keyed {
                    (self.block, self.begun) = (*key, Self::BLOCK);
                }
            }

            pub fn has_key(&self) -> bool {
                self.keyed.is_some()
            }

            pub fn digest_bytes(&self) -> usize {
                self.digest_bytes
            }

            pub fn backend(&self) -> Backend {
                self.form.backend()
            }

            pub fn update(&mut self, data: &[u8]) {
                let mut data = data;
                if self.begun > 0 || data.len() <= Self::BLOCK {
                    let (now, rest) = data.split_at(data.len().min(Self::BLOCK - self.begun));
                    self.block[self.begun..][..now.len()].copy_from_slice(now);
                    self.begun += now.len();
                    if rest.is_empty() {
                        return;
                    }
                    self.form.compress(&mut self.state, &self.block);
                    data = rest;
                }
                let whole = (data.len() - 1) / Self::BLOCK * Self::BLOCK;
                let (blocks, rest) = data.split_at(whole);
                if !blocks.is_empty() {
                    self.form.compress(&mut self.state, blocks);
                }
                self.block[..rest.len()].copy_from_slice(rest);
                self.begun = rest.len();
            }

            /// Writes the first bytes of the digest.
            ///
            /// # Panics
            /// If `out` is longer than the digest.
            pub fn finish_into(mut self, out: &mut [u8]) {
                self.finish_in_place_into(out);
            }

            /// As `finish_into`, in place: the state then has no further use before a reset.
            ///
            /// # Panics
            /// If `out` is longer than the digest.
            pub fn finish_in_place_into(&mut self, out: &mut [u8]) {
                assert!(out.len() <= self.digest_bytes, "more output than the digest has");
                self.block[self.begun..].fill(0);
                Self::count_last(&mut self.state, self.begun);
                self.state[8..10].copy_from_slice(&self.last);
                self.form.compress(&mut self.state, &self.block);
                put(self.state.iter().map(|word| word.to_le_bytes()), out);
            }

            /// Lowers the counter by the bytes of padding in the last block, which the kernel counts.
            fn count_last(state: &mut [$word; STATE], begun: usize) {
                let (low, borrow) = state[12].overflowing_sub((Self::BLOCK - begun) as $word);
                (state[12], state[13]) = (low, state[13].wrapping_sub(borrow.into()));
            }

            /// The first `bytes` bytes of the digests of several messages, one after the other; each message continues what this hasher has
            /// absorbed. Messages of any lengths go through the lanes together, with the fewest idle slots if the longest come first.
            ///
            /// # Panics
            /// Unless a digest has that many bytes, at least one, and `out` has room for exactly these.
            pub fn digest_many(&self, messages: &[&[u8]], bytes: usize, out: &mut [u8]) {
                assert!((1..=self.digest_bytes).contains(&bytes), "bytes of a digest");
                assert_eq!(out.len(), bytes * messages.len(), "the outputs have the length of all digests");
                // Whole blocks before the messages are absorbed once.
                let mut shared = self.clone();
                if shared.begun == Self::BLOCK && messages.iter().all(|message| !message.is_empty()) {
                    shared.form.compress(&mut shared.state, &shared.block);
                    shared.begun = 0;
                }
                let width = shared.width(messages.len());
                if shared.begun == 0 && width > 1 {
                    let len = messages[0].len();
                    let are_nodes = len <= Self::BLOCK && messages.iter().all(|message| message.len() == len);
                    return if are_nodes && messages.len() >= width {
                        shared.nodes(messages, bytes, out)
                    } else {
                        shared.in_slots(messages, bytes, out)
                    };
                }
                for (message, digest) in messages.iter().zip(out.chunks_exact_mut(bytes)) {
                    let mut hasher = shared.clone();
                    hasher.update(message);
                    hasher.finish_into(digest);
                }
            }

            fn width(&self, messages: usize) -> usize {
                if messages < 2 { 1 } else { self.choice.width::<$one, $many>(messages.min(WIDEST)) }
            }

            /// Messages of one length, at most a block, such as nodes of a Merkle tree: the states of all begin alike.
            fn nodes(&self, messages: &[&[u8]], bytes: usize, out: &mut [u8]) {
                let width = self.width(messages.len());
                let form = self.choice.many::<$many>(width);
                let len = messages[0].len();
                let mut begin = self.state;
                begin[8..10].copy_from_slice(&self.last);
                Self::count_last(&mut begin, len);
                let mut alike = [0; STATE * WIDEST];
                let mut words = [0; STATE * WIDEST];
                let (alike, words) = (&mut alike[..STATE * width], &mut words[..STATE * width]);
                for (alike, word) in alike.chunks_exact_mut(width).zip(begin) {
                    alike.fill(word);
                }
                let mut ends = [[0; Self::BLOCK]; WIDEST];
                let (groups, mut out) = (messages.chunks_exact(width), out);
                let rest = groups.remainder();
                for group in groups {
                    let (digests, later) = out.split_at_mut(bytes * width);
                    let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
                    for ((row, end), message) in rows.iter_mut().zip(&mut ends).zip(group) {
                        *row = message;
                        if len < Self::BLOCK {
                            end[..len].copy_from_slice(message);
                            *row = end;
                        }
                    }
                    words.copy_from_slice(alike);
                    form.compress(words, &rows[..width]);
                    put_slots(words, width, $word::to_le_bytes, digests, bytes);
                    out = later;
                }
                for words in [alike, words] {
                    wipe_after(self.keyed.is_some(), words);
                }
                wipe_after(self.keyed.is_some(), ends.as_flattened_mut());
                if !rest.is_empty() {
                    self.digest_many(rest, bytes, out);
                }
            }

            /// Messages in the slots of a kernel: when one ends, the next one takes its slot.
            fn in_slots(&self, messages: &[&[u8]], bytes: usize, out: &mut [u8]) {
                let width = self.width(messages.len());
                let form = self.choice.many::<$many>(width);
                let mut words = [0; STATE * WIDEST];
                let words = &mut words[..STATE * width];
                let mut ends = [[0; Self::BLOCK]; WIDEST];
                let mut waiting = messages.iter().zip(out.chunks_exact_mut(bytes));
                // The rest of each slot's message, and the place of its digest.
                let mut slots: [Option<(&[u8], &mut [u8])>; WIDEST] = [const { None }; WIDEST];
                let slots = &mut slots[..width];
                loop {
                    for (slot, place) in slots.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
                        let Some((message, digest)) = waiting.next() else { break };
                        *place = Some((message, digest));
                        for (words, word) in words.chunks_exact_mut(width).zip(self.state) {
                            words[slot] = word;
                        }
                    }
                    if self.width(slots.iter().flatten().count()) == 1 {
                        break;
                    }
                    // So many blocks come before the last one of every message.
                    let before = slots.iter().flatten().map(|(rest, _)| rest.len().saturating_sub(1) / Self::BLOCK);
                    let before = before.min().unwrap_or(0);
                    if before == 0 {
                        for ((slot, end), place) in ends.iter_mut().enumerate().zip(&*slots) {
                            if let Some((last, _)) = place
                                && last.len() <= Self::BLOCK
                            {
                                if last.len() < Self::BLOCK {
                                    end[..last.len()].copy_from_slice(last);
                                    end[last.len()..].fill(0);
                                }
                                self.end_slot(words, width, slot, last.len());
                            }
                        }
                    }
                    let now = before.max(1) * Self::BLOCK;
                    let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
                    let mut live = None;
                    for ((row, end), place) in rows.iter_mut().zip(&ends).zip(&*slots) {
                        if let Some((rest, _)) = place {
                            // Whole blocks are read in place.
                            *row = rest.get(..now).unwrap_or(end);
                            live = Some(*row);
                        }
                    }
                    // Idle slots repeat another's row.
                    let repeated = live.unwrap_or(&ends[0]);
                    rows.iter_mut().filter(|row| row.is_empty()).for_each(|row| *row = repeated);
                    form.compress(words, &rows[..width]);
                    for (slot, place) in slots.iter_mut().enumerate() {
                        if let Some((rest, digest)) = place {
                            if before == 0 && rest.len() <= Self::BLOCK {
                                put(words.iter().skip(slot).step_by(width).map(|word| word.to_le_bytes()), digest);
                                *place = None;
                            } else {
                                *rest = &rest[now..];
                            }
                        }
                    }
                }
                // Too few for the lanes.
                for (slot, (rest, digest)) in
                    slots.iter_mut().enumerate().filter_map(|(slot, place)| Some((slot, place.take()?)))
                {
                    let mut hasher = self.clone();
                    for (word, words) in hasher.state.iter_mut().zip(words.chunks_exact(width)) {
                        *word = words[slot];
                    }
                    hasher.update(rest);
                    hasher.finish_into(digest);
                }
                wipe_after(self.keyed.is_some(), words);
                wipe_after(self.keyed.is_some(), ends.as_flattened_mut());
            }

            /// Bytes of the contents of a saved state without key and parameters.
            pub const SAVED_BYTES: usize = 1 + 8 * size_of::<$word>() + 16 + Self::BLOCK;

            /// Whether there are neither key nor parameters but the length of the digest.
            fn is_plain(&self) -> bool {
                let first = $function::START[0] ^ 0x0101_0000 ^ self.digest_bytes as $word;
                self.begin[0] == first && self.begin[1..8] == $function::START[1..] && self.last[1] == 0
            }

            /// Bytes of the contents of a saved state.
            #[must_use]
            pub fn saved_bytes(&self) -> usize {
                let more = if self.is_plain() { 0 } else { 8 * size_of::<$word>() + 1 };
                Self::SAVED_BYTES + more + self.keyed.map_or(0, |_| Self::BLOCK)
            }

            /// Writes the state of a message: the length of the digest, the chaining value, the number of bytes so far (big-endian), then the
            /// bytes of the last block, followed by zeroes. With a key or other parameters, these follow: the chaining value before the
            /// message, whether this is the last node, and the block of the key.
            ///
            /// # Panics
            /// Unless there is room for exactly [`Self::saved_bytes`] bytes.
            pub fn save(&self, out: &mut SavedWriter<'_>) {
                out.bytes(&[self.digest_bytes as u8]);
                for word in &self.state[..8] {
                    out.bytes(&word.to_le_bytes());
                }
                let before = u128::from(self.state[13]) << $word::BITS | u128::from(self.state[12]);
                out.bytes(&(before + self.begun as u128).to_be_bytes());
                out.bytes(&self.block[..self.begun]);
                out.place(Self::BLOCK - self.begun).fill(0);
                if !self.is_plain() {
                    for word in &self.begin[..8] {
                        out.bytes(&word.to_le_bytes());
                    }
                    out.bytes(&[(self.last[1] != 0).into()]);
                    if let Some(key) = &self.keyed {
                        out.bytes(key);
                    }
                }
            }

            /// The inverse of `save`, on the backend that is best for this machine; `None` for bytes that it cannot have written.
            pub fn restore(saved: &mut SavedReader<'_>) -> Option<Self> {
                let [digest_bytes] = *saved.array()?;
                let mut hasher = Self::new(digest_bytes.into(), &[], &ParameterBlock::default(), None).ok()?;
                for word in &mut hasher.state[..8] {
                    *word = $word::from_le_bytes(*saved.array()?);
                }
                let bytes = u128::from_be_bytes(*saved.array()?);
                // No machine hashes half of the bytes that the counter has.
                let fits = bytes >> (2 * $word::BITS - 1) == 0;
                let before = bytes.saturating_sub(1) / Self::BLOCK as u128 * Self::BLOCK as u128;
                hasher.begun = (bytes - before) as usize;
                (hasher.state[12], hasher.state[13]) = (before as $word, (before >> $word::BITS) as $word);
                hasher.block = *saved.array()?;
                let zeroes = hasher.block[hasher.begun..].iter().all(|byte| *byte == 0);
                if !saved.is_done() {
                    hasher.restore_parameters(saved)?;
                }
                // Only a block changes the chaining value. The comparison takes the same time for all values.
                let values = hasher.state[..8].iter().zip(&hasher.begin);
                let different = values.map(|(now, begin)| usize::from(now != begin)).sum::<usize>();
                (fits && zeroes && (different == 0) == (before == 0)).then_some(hasher)
            }

            /// Reads what `save` writes of a key or parameters.
            fn restore_parameters(&mut self, saved: &mut SavedReader<'_>) -> Option<()> {
                for word in &mut self.begin[..8] {
                    *word = $word::from_le_bytes(*saved.array()?);
                }
                self.last[1] = match *saved.array()? {
                    [0] => 0,
                    [1] => $word::MAX,
                    _ => return None,
                };
                let [digest_bytes, key_bytes, ..] = (self.begin[0] ^ $function::START[0]).to_le_bytes();
                if key_bytes > 0 {
                    let key = self.keyed.insert(*saved.array()?);
                    // The first block is the key.
                    let has_begun = self.begun > 0 || self.state[12] > 0;
                    let fits = usize::from(key_bytes) <= Self::MOST && has_begun;
                    key[key_bytes.into()..].iter().all(|byte| *byte == 0 && fits).then_some(())?;
                }
                (usize::from(digest_bytes) == self.digest_bytes && !self.is_plain()).then_some(())
            }

            /// Flags and counter of a slot whose last block comes next.
            fn end_slot(&self, words: &mut [$word], width: usize, slot: usize, last_bytes: usize) {
                (words[8 * width + slot], words[9 * width + slot]) = (self.last[0], self.last[1]);
                let mut state = [0; STATE];
                (state[12], state[13]) = (words[12 * width + slot], words[13 * width + slot]);
                Self::count_last(&mut state, last_bytes);
                (words[12 * width + slot], words[13 * width + slot]) = (state[12], state[13]);
            }
        }

        impl fmt::Debug for $hasher {
            /// Prints the lengths and the backend only: the state may be secret.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($hasher))
                    .field("digest_bytes", &self.digest_bytes)
                    .field("backend", &self.backend())
                    .finish_non_exhaustive()
            }
        }

        impl Erase for $hasher {
            fn erase(&mut self) {
                wipe(&mut self.state);
                wipe(&mut self.block);
            }
        }

        impl Drop for $hasher {
            fn drop(&mut self) {
                let has_key = self.keyed.is_some();
                wipe_after(has_key, &mut self.begin);
                wipe_after(has_key, &mut self.state);
                wipe_after(has_key, &mut self.block);
                if let Some(key) = &mut self.keyed {
                    wipe_after(true, key);
                }
            }
        }
    };
}
blake2!(Blake2bHasher: Blake2b of u64, One2b Many2b, offset in 8, "`BLAKE2b`");
blake2!(Blake2sHasher: Blake2s of u32, One2s Many2s, offset in 6, "`BLAKE2s`");
