//! `BLAKE2bp` and `BLAKE2sp` ("BLAKE2: simpler, smaller, fast as MD5", 2013): four leaves of `BLAKE2b`, or eight of `BLAKE2s`, which take the
//! blocks of a message in turn, so that one message fills the lanes.

use super::{Blake2bHasher, Blake2sHasher, ParameterBlock};
use crate::choice::FormChoice;
use crate::engines::{Many2b, Many2s, One2b, One2s};
use crate::words::{STATE, put, wipe_after};
use core::fmt;
use lanesum_batch::kept::Boxed;
use lanesum_batch::plan::WIDEST;
use lanesum_batch::saved::{FRAME, SavedReader, SavedWriter};
use lanesum_batch::sure::sure;
use lanesum_batch::wipe::{Erase, wipe};
use lanesum_batch::{Backend, Error};

/// Where the parameter block has the number of a leaf.
const OFFSET: usize = 8;

impl ParameterBlock<'_> {
    /// Fails if the message is a node of a tree.
    fn check_none(&self) -> Result<(), Error> {
        let inner = [self.node_depth.into(), self.inner_bytes.into(), usize::from(self.is_last_node)];
        let others = self.leaf_bytes != 0 || self.node_offset != 0 || inner != [0; 3];
        for (argument, got) in [("fanout", self.fanout), ("depth", if others { 0 } else { self.depth })] {
            if got != 1 {
                return Err(Error::Length { argument, expected: 1, got: got.into() });
            }
        }
        Ok(())
    }
}

macro_rules! parallel {
    ($hasher:ident $state:ident: $leaves:literal of $leaf:ident of $word:ident, $one:ident $many:ident, $name:literal) => {
        #[doc = concat!($name, ", a message in pieces.")]
        #[derive(Clone)]
        // On the heap: some 3 kB would make every hasher of the library as large.
        pub struct $hasher(Boxed<$state>);

        #[derive(Clone)]
        struct $state {
            /// The first leaf and the root, before their first blocks. (The key's block comes as the message does.)
            leaf: $leaf,
            root: $leaf,
            states: [[$word; STATE]; $leaves],
            /// A block for each leaf, and what follows: which block of a leaf is its last shows when more bytes come.
            held: [u8; 2 * $hasher::STRIPE],
            begun: usize,
        }

        impl $hasher {
            /// Bytes of a block of a leaf.
            pub const BLOCK: usize = $leaf::BLOCK;
            /// The greatest length of a digest, and of a key.
            pub const MOST: usize = $leaf::MOST;
            /// Bytes of a block for each leaf.
            const STRIPE: usize = $leaves * Self::BLOCK;

            /// A digest of `digest_bytes` bytes, with a key, which may be empty. Of the parameters, this function takes salt and
            /// personalisation: those of its tree are its own.
            ///
            /// # Errors
            /// As those of the leaves, and [`Error::Length`] for parameters of another tree.
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
                let ParameterBlock { salt, person, .. } = *parameters;
                parameters.check_none()?;
                let parameters = ParameterBlock {
                    salt,
                    person,
                    fanout: $leaves,
                    depth: 2,
                    inner_bytes: Self::MOST as u8,
                    ..ParameterBlock::default()
                };
                let mut leaf = $leaf::with_choice(digest_bytes, key, &parameters, choice)?;
                let root = ParameterBlock { node_depth: 1, is_last_node: true, ..parameters };
                let mut root = $leaf::with_choice(digest_bytes, key, &root, choice)?;
                (leaf.digest_bytes, leaf.begun, root.begun) = (Self::MOST, 0, 0);
                let state = $state { leaf, root, states: [[0; STATE]; $leaves], held: [0; 2 * Self::STRIPE], begun: 0 };
                let mut hasher = Self(Boxed::from(state));
                hasher.reset();
                Ok(hasher)
            }

            /// The digest of a whole message without a key, as long as `out`.
            ///
            /// # Panics
            /// Unless a digest has that many bytes, at least one.
            pub fn digest(message: &[u8], out: &mut [u8]) {
                let mut hasher = sure(Self::new(out.len(), &[], &ParameterBlock::default(), None));
                hasher.update(message);
                hasher.finish_in_place_into(out);
            }

            fn state(&self) -> &$state {
                &self.0
            }

            fn state_mut(&mut self) -> &mut $state {
                &mut self.0
            }

            /// Begins a new message; key and parameters stay.
            pub fn reset(&mut self) {
                let $state { leaf, states, held, begun, .. } = self.state_mut();
                for (number, state) in states.iter_mut().enumerate() {
                    *state = leaf.begin;
                    state[OFFSET / size_of::<$word>()] ^= number as $word;
                }
                *begun = 0;
                if let Some(key) = &leaf.keyed {
                    held.as_chunks_mut().0[..$leaves].fill(*key);
                    *begun = Self::STRIPE;
                }
            }

            pub fn has_key(&self) -> bool {
                self.0.leaf.has_key()
            }

            pub fn digest_bytes(&self) -> usize {
                self.0.root.digest_bytes()
            }

            pub fn backend(&self) -> Backend {
                self.0.leaf.backend()
            }

            pub fn update(&mut self, data: &[u8]) {
                let mut data = data;
                let state = self.state_mut();
                while !data.is_empty() {
                    if state.begun == 0 && data.len() > 2 * Self::STRIPE {
                        // Each leaf has a block behind these.
                        let (now, rest) = data.split_at((data.len() - Self::STRIPE - 1) / Self::STRIPE * Self::STRIPE);
                        state.stripes(now.as_chunks().0);
                        data = rest;
                    }
                    let (now, rest) = data.split_at(data.len().min(state.held.len() - state.begun));
                    state.held[state.begun..][..now.len()].copy_from_slice(now);
                    state.begun += now.len();
                    data = rest;
                    if state.begun == state.held.len() && !data.is_empty() {
                        state.held_stripes(if data.len() > Self::STRIPE { 2 } else { 1 });
                    }
                }
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
                let state = self.state_mut();
                let mut root = state.root.clone();
                let mut values = [[0; Self::MOST]; $leaves];
                state.end(&mut values);
                for value in &values {
                    root.update(value);
                }
                root.finish_into(out);
                wipe_after(state.leaf.has_key(), values.as_flattened_mut());
            }

            /// The first `bytes` bytes of the digests of several messages, one after the other; each message continues what this hasher has
            /// absorbed, and fills the lanes alone.
            ///
            /// # Panics
            /// Unless a digest has that many bytes, at least one, and `out` has room for exactly these.
            pub fn digest_many(&self, messages: &[&[u8]], bytes: usize, out: &mut [u8]) {
                assert!((1..=self.digest_bytes()).contains(&bytes), "bytes of a digest");
                assert_eq!(out.len(), bytes * messages.len(), "the outputs have the length of all digests");
                for (message, digest) in messages.iter().zip(out.chunks_exact_mut(bytes)) {
                    let mut hasher = self.clone();
                    hasher.update(message);
                    hasher.finish_into(digest);
                }
            }

            /// Bytes of the contents of a saved state without a key: with its frame, the next power of two.
            pub const SAVED_BYTES: usize = 2048 - FRAME;
            const UNUSED: usize = Self::SAVED_BYTES - (2 + (1 + $leaves) * Self::MOST + 16 + 2 * Self::STRIPE);

            /// Bytes of the contents of a saved state.
            #[must_use]
            pub fn saved_bytes(&self) -> usize {
                Self::SAVED_BYTES + if self.has_key() { Self::BLOCK } else { 0 }
            }

            /// Writes the state of a message: the length of the digest and whether there is a key; the chaining value before the first leaf,
            /// then that of every leaf; the number of bytes so far, those of the key's blocks among them (big-endian); the bytes that wait,
            /// followed by zeroes; more zeroes; the block of the key.
            ///
            /// # Panics
            /// Unless there is room for exactly [`Self::saved_bytes`] bytes.
            pub fn save(&self, out: &mut SavedWriter<'_>) {
                let $state { leaf, states, held, begun, .. } = self.state();
                out.bytes(&[self.digest_bytes() as u8, leaf.has_key().into()]);
                for state in core::iter::once(&leaf.begin).chain(states) {
                    for word in &state[..8] {
                        out.bytes(&word.to_le_bytes());
                    }
                }
                let before = u128::from(states[0][13]) << $word::BITS | u128::from(states[0][12]);
                out.bytes(&($leaves * before + *begun as u128).to_be_bytes());
                out.bytes(&held[..*begun]);
                out.place(held.len() - begun + Self::UNUSED).fill(0);
                if let Some(key) = &leaf.keyed {
                    out.bytes(key);
                }
            }

            /// The inverse of `save`, on the backend that is best for this machine; `None` for bytes that it cannot have written.
            pub fn restore(saved: &mut SavedReader<'_>) -> Option<Self> {
                let [digest_bytes, has_key] = *saved.array()?;
                let mut hasher = Self::new(digest_bytes.into(), &[], &ParameterBlock::default(), None).ok()?;
                let $state { leaf, root, .. } = hasher.state_mut();
                let mut value = || -> Option<[$word; 8]> {
                    let mut words = [0; 8];
                    for word in &mut words {
                        *word = $word::from_le_bytes(*saved.array()?);
                    }
                    Some(words)
                };
                // The length of a key, salt and personalisation, which leaves and root have in common.
                let mut inputs = value()?;
                for (word, begin) in inputs.iter_mut().zip(&leaf.begin) {
                    *word ^= begin;
                }
                for begin in [&mut leaf.begin, &mut root.begin] {
                    begin.iter_mut().zip(&inputs).for_each(|(word, input)| *word ^= input);
                }
                root.state = root.begin;
                let key_bytes = (inputs[0] >> 8) as usize;
                let known = inputs[0] == (key_bytes as $word) << 8 && inputs[1..4] == [0; 3];
                let mut values = [[0; 8]; $leaves];
                for words in &mut values {
                    *words = value()?;
                }
                let bytes = u128::from_be_bytes(*saved.array()?);
                // No machine hashes half of the bytes that the counter has.
                let fits = bytes >> (2 * $word::BITS - 1) == 0;
                let whole = bytes.saturating_sub(Self::STRIPE as u128 + 1) / Self::STRIPE as u128;
                let waiting = (bytes - whole * Self::STRIPE as u128) as usize;
                let waits = *saved.array::<{ 2 * Self::STRIPE }>()?;
                let unused = *saved.array::<{ Self::UNUSED }>()?;
                let zeroes = waits[waiting..].iter().chain(&unused).all(|byte| *byte == 0);
                let keyed = match has_key {
                    0 => key_bytes == 0,
                    1 => {
                        let key = leaf.keyed.insert(*saved.array()?);
                        root.keyed = Some(*key);
                        let has_begun = waiting >= Self::STRIPE && (1..=Self::MOST).contains(&key_bytes);
                        has_begun && key[key_bytes..].iter().all(|byte| *byte == 0)
                    }
                    _ => false,
                };
                hasher.reset();
                let $state { states, held, begun, .. } = hasher.state_mut();
                // Only blocks change a chaining value. The comparison takes the same time for all values.
                let mut changed = 0;
                let before = whole * Self::BLOCK as u128;
                for (state, value) in states.iter_mut().zip(&values) {
                    let difference = state.iter().zip(value).fold(0, |all, (begin, now)| all | begin ^ now);
                    changed += u128::from(difference != 0);
                    state[..8].copy_from_slice(value);
                    (state[12], state[13]) = (before as $word, (before >> $word::BITS) as $word);
                }
                (*held, *begun) = (waits, waiting);
                wipe(values.as_flattened_mut());
                (known && fits && zeroes && keyed && changed == whole.min(1) * $leaves).then_some(hasher)
            }
        }

        impl $state {
            /// Blocks of every leaf, none of which is its last.
            fn stripes(&mut self, stripes: &[[u8; $hasher::STRIPE]]) {
                let width = self.leaf.choice.width::<$one, $many>($leaves);
                if width == 1 {
                    let form = self.leaf.choice.one::<$one>();
                    for blocks in stripes {
                        for (state, block) in self.states.iter_mut().zip(blocks.chunks_exact($hasher::BLOCK)) {
                            form.compress(state, block);
                        }
                    }
                    return;
                }
                let form = self.leaf.choice.many::<$many>(width);
                for (group, states) in self.states.chunks_mut(width).enumerate() {
                    let mut words = [0; STATE * WIDEST];
                    let words = &mut words[..STATE * width];
                    // Idle slots repeat the first one.
                    for (i, words) in words.chunks_exact_mut(width).enumerate() {
                        for (slot, word) in words.iter_mut().enumerate() {
                            *word = states.get(slot).unwrap_or(&states[0])[i];
                        }
                    }
                    for blocks in stripes {
                        let blocks = &blocks.as_chunks::<{ $hasher::BLOCK }>().0[group * width..][..states.len()];
                        let mut rows: [&[u8]; WIDEST] = [&blocks[0]; WIDEST];
                        for (row, block) in rows.iter_mut().zip(blocks) {
                            *row = block;
                        }
                        form.compress(words, &rows[..width]);
                    }
                    for (i, words) in words.chunks_exact(width).enumerate() {
                        for (state, word) in states.iter_mut().zip(words) {
                            state[i] = *word;
                        }
                    }
                    wipe_after(self.leaf.has_key(), words);
                }
            }

            /// The digests of the leaves, whose last blocks go through the lanes together: those of the first stripe that is held, then those of
            /// the second.
            fn end(&mut self, values: &mut [[u8; $hasher::MOST]; $leaves]) {
                self.held[self.begun..].fill(0);
                let mut held = self.held;
                let mut are_left = [true; $leaves];
                for (stripe, blocks) in held.as_chunks().0.iter().enumerate() {
                    let mut end_now = [false; $leaves];
                    for (number, state) in self.states.iter_mut().enumerate() {
                        let before = stripe * $hasher::STRIPE + number * $hasher::BLOCK;
                        if are_left[number] && self.begun <= before + $hasher::STRIPE {
                            let bytes = self.begun.saturating_sub(before).min($hasher::BLOCK);
                            $leaf::count_last(state, bytes);
                            state[8..10].copy_from_slice(&self.leaf.last);
                            if number == $leaves - 1 {
                                state[9] = $word::MAX;
                            }
                            (are_left[number], end_now[number]) = (false, true);
                        }
                    }
                    self.stripes(&[*blocks]);
                    for ((state, value), _) in self.states.iter().zip(&mut *values).zip(end_now).filter(|(_, now)| *now)
                    {
                        put(state.iter().map(|word| word.to_le_bytes()), value);
                    }
                    if are_left == [false; $leaves] {
                        break;
                    }
                }
                wipe_after(self.leaf.has_key(), &mut held);
            }

            fn wipe(&mut self) {
                let has_key = self.leaf.has_key();
                wipe_after(has_key, self.states.as_flattened_mut());
                wipe_after(has_key, &mut self.held);
            }

            /// Absorbs one or two stripes of those that are held.
            fn held_stripes(&mut self, count: usize) {
                let mut held = self.held;
                self.stripes(&held.as_chunks().0[..count]);
                wipe_after(self.leaf.has_key(), &mut held);
                self.begun -= count * $hasher::STRIPE;
                self.held.copy_within(count * $hasher::STRIPE.., 0);
            }
        }

        impl fmt::Debug for $hasher {
            /// Prints the lengths and the backend only: the state may be secret.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($hasher))
                    .field("digest_bytes", &self.digest_bytes())
                    .field("backend", &self.backend())
                    .finish_non_exhaustive()
            }
        }

        impl Erase for $hasher {
            fn erase(&mut self) {
                wipe(self.0.states.as_flattened_mut());
                wipe(&mut self.0.held);
            }
        }

        impl Drop for $state {
            fn drop(&mut self) {
                self.wipe();
            }
        }
    };
}
parallel!(Blake2bpHasher State2bp: 4 of Blake2bHasher of u64, One2b Many2b, "`BLAKE2bp`");
parallel!(Blake2spHasher State2sp: 8 of Blake2sHasher of u32, One2s Many2s, "`BLAKE2sp`");
