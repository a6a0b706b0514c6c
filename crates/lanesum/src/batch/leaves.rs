//! The leaves of a tree: pieces of one length of a long message, hashed at full width, their chaining values handed on in
//! order. For `ParallelHash` and for tree modes like it.

use super::family::Choose;
use super::queue;
use crate::batch::Message;
use crate::keccak::engine::{Engine, MAX_WAYS};
use crate::keccak::sponge::{Parameters, Sponge};
use crate::keccak::states::States;
use crate::tail::Tail;
use crate::wipe::wipe;

/// The longest block, and the longest chaining value, in bytes.
const LONGEST_RATE: usize = 192;
const LONGEST_VALUE: usize = 64;

/// What becomes of a leaf: the first bytes of a sponge's output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafHash {
    /// Rate, rounds and suffix.
    pub(crate) parameters: Parameters,
    /// The chaining value in lanes of 8 bytes, 8 at most and no more than the rate.
    pub(crate) lanes: u8,
}

impl LeafHash {
    fn value_bytes(self) -> usize {
        usize::from(self.lanes) * 8
    }

    /// Hashes all leaves of `data`, which is as many times `leaf` bytes. `sink` gets the chaining values in order, some at a
    /// time.
    fn whole(self, choose: Choose<Parameters>, mut data: &[u8], leaf: usize, mut sink: impl FnMut(&[u8])) {
        while data.len() >= leaf {
            let left = data.len() / leaf;
            let ways = choose.ways(left);
            // All groups of this width in one go; where there are fewer leaves than lanes, some are idle.
            let now = if left > ways { left - left % ways } else { left };
            let (these, rest) = data.split_at(now * leaf);
            let engine = choose.engine(ways);
            match ways {
                8 => self.side_by_side::<8>(engine, these, leaf, &mut sink),
                4 => self.side_by_side::<4>(engine, these, leaf, &mut sink),
                2 => self.side_by_side::<2>(engine, these, leaf, &mut sink),
                _ => self.side_by_side::<1>(engine, these, leaf, &mut sink),
            }
            data = rest;
        }
    }

    /// `N` leaves at a time. They are equally long, so that they end together and share the place of the padding.
    fn side_by_side<const N: usize>(self, engine: Engine, data: &[u8], leaf: usize, sink: &mut impl FnMut(&[u8])) {
        let Parameters { lanes, rounds, suffix } = self.parameters;
        let (lanes, rate) = (usize::from(lanes), self.parameters.rate());
        let tail = leaf % rate;
        let mut last = [[0; LONGEST_RATE]; N];
        for block in &mut last {
            block[tail] = suffix;
            block[rate - 1] ^= 0x80;
        }
        let mut states = States::<u64, N>::with_engine(engine);
        let mut values = [[0; LONGEST_VALUE]; N];
        for group in data.chunks(leaf.saturating_mul(N)) {
            let mut rows: [&[u8]; N] = [&group[..leaf]; N];
            let mut count = 0;
            for (row, leaf) in rows.iter_mut().zip(group.chunks_exact(leaf)) {
                *row = leaf;
                count += 1;
            }
            states.absorb(lanes, rounds, rows);
            for (block, row) in last.iter_mut().zip(rows) {
                block[..tail].copy_from_slice(&row[leaf - tail..]);
            }
            states.absorb(lanes, rounds, last.each_ref().map(|block| &block[..rate]));
            let values = values.as_flattened_mut();
            let extracted = states.extract_lanes_all(values, usize::from(self.lanes), usize::from(self.lanes));
            debug_assert!(extracted.is_ok());
            sink(&values[..count * self.value_bytes()]);
            states.initialize_all();
        }
        wipe(last.as_flattened_mut());
    }

    /// Hashes the leaves that `data` and then `tail` hold, the last of which may be shorter, but not empty; how many they are.
    fn rest(
        self,
        choose: Choose<Parameters>,
        data: &[u8],
        leaf: usize,
        tail: Tail,
        mut sink: impl FnMut(&[u8]),
    ) -> u64 {
        let bytes = self.value_bytes();
        // All but eight at most are whole. The others may be of two lengths, so they take the way of ragged messages.
        let ends_in_tail = !tail.is_empty() && data.len().is_multiple_of(leaf);
        let count = data.len().div_ceil(leaf) + usize::from(ends_in_tail);
        let whole = if count > MAX_WAYS { (count - 1) / MAX_WAYS * MAX_WAYS } else { 0 };
        let (groups, last) = data.split_at(whole * leaf);
        self.whole(choose, groups, leaf, &mut sink);
        let count_of_last = count - whole;
        let mut values = [0; MAX_WAYS * LONGEST_VALUE];
        let messages = (0..count_of_last).map(|i| {
            let message = Message::new(last.chunks(leaf).nth(i).unwrap_or_default());
            if i + 1 == count_of_last { Message { tail, ..message } } else { message }
        });
        queue::run::<_, MAX_WAYS>(choose, self.parameters, messages.zip(values.chunks_exact_mut(bytes)));
        if count_of_last > 0 {
            sink(&values[..count_of_last * bytes]);
        }
        count as u64
    }
}

/// A message under way, cut into leaves of one length.
///
/// Leaves that the caller offers whole, as many as the machine takes at once, are read where they lie. What remains waits in a
/// buffer until there are as many, if that many are not too long for it (and there is an allocator); else the leaf that has
/// begun is absorbed alone.
#[derive(Clone)]
pub(crate) struct Leaves {
    hash: LeafHash,
    choose: Choose<Parameters>,
    /// Bytes of a leaf, not 0.
    leaf: u64,
    /// Leaves whose chaining values have been handed on.
    count: u64,
    /// The leaf that has begun, and how many of its bytes it has; none where the buffer is in use.
    open: Sponge,
    position: u64,
    #[cfg(feature = "alloc")]
    buffer: alloc::vec::Vec<u8>,
}

/// Bytes of the buffer at most, and at least where leaves are short: so that `sink` gets more than a few bytes at a time.
#[cfg(feature = "alloc")]
const BUFFER: u64 = 128 << 10;
#[cfg(feature = "alloc")]
const SHORT: u64 = 4 << 10;

impl Leaves {
    /// On one backend, or on those of the plan. A leaf of 0 bytes is taken as one of 1.
    pub(crate) fn new(hash: LeafHash, leaf: u64, engine: Option<Engine>) -> Self {
        let choose = Choose::new(engine);
        Self {
            hash,
            choose,
            leaf: leaf.max(1),
            count: 0,
            open: Sponge::new(hash.parameters, choose.engine(1)),
            position: 0,
            #[cfg(feature = "alloc")]
            buffer: alloc::vec::Vec::new(),
        }
    }

    /// The engine for a message by itself, such as the root.
    pub(crate) fn engine(&self) -> Engine {
        self.choose.engine(1)
    }

    /// Bytes of a leaf, as far as a slice can have as many.
    fn leaf(&self) -> usize {
        usize::try_from(self.leaf).unwrap_or(usize::MAX)
    }

    /// Goes on with the message.
    pub(crate) fn update(&mut self, data: &[u8], mut sink: impl FnMut(&[u8])) {
        #[cfg(feature = "alloc")]
        if let Some((group, capacity)) = self.capacity() {
            return self.buffered(data, group, capacity, sink);
        }
        let mut data = data;
        while !data.is_empty() {
            if self.position == 0 && data.len() >= self.leaf() {
                let (these, rest) = data.split_at(data.len() - data.len() % self.leaf());
                self.whole(these, &mut sink);
                data = rest;
            } else {
                let wanted = usize::try_from(self.leaf - self.position).unwrap_or(usize::MAX);
                let (these, rest) = data.split_at(data.len().min(wanted));
                self.open.update(these);
                self.position += these.len() as u64;
                if self.position == self.leaf {
                    self.close(Tail::default(), &mut sink);
                }
                data = rest;
            }
        }
    }

    /// Ends the message with `data` and then `tail`. How many leaves it has had; the next message may begin.
    pub(crate) fn finish(&mut self, data: &[u8], tail: Tail, mut sink: impl FnMut(&[u8])) -> u64 {
        let (hash, choose, leaf) = (self.hash, self.choose, self.leaf());
        if !self.has_begun() {
            let count = self.count + hash.rest(choose, data, leaf, tail, sink);
            self.reset();
            return count;
        }
        self.update(data, &mut sink);
        #[cfg(feature = "alloc")]
        if self.capacity().is_some() {
            let count = self.count + hash.rest(choose, &self.buffer, leaf, tail, sink);
            self.reset();
            return count;
        }
        if self.position > 0 || !tail.is_empty() {
            self.close(tail, &mut sink);
        }
        let count = self.count;
        self.reset();
        count
    }

    /// Whether there is something of a leaf whose chaining value has not been handed on.
    fn has_begun(&self) -> bool {
        #[cfg(feature = "alloc")]
        if !self.buffer.is_empty() {
            return true;
        }
        self.position > 0
    }

    /// Back to the beginning of a message.
    pub(crate) fn reset(&mut self) {
        #[cfg(feature = "alloc")]
        self.clear_buffer();
        self.open.reset();
        self.position = 0;
        self.count = 0;
    }

    /// Leaves where they lie.
    fn whole(&mut self, data: &[u8], sink: impl FnMut(&[u8])) {
        let leaf = self.leaf();
        self.count += (data.len() / leaf) as u64;
        self.hash.whole(self.choose, data, leaf, sink);
    }

    /// Hands on the chaining value of the leaf that has begun.
    fn close(&mut self, tail: Tail, sink: &mut impl FnMut(&[u8])) {
        let mut value = [0; LONGEST_VALUE];
        let value = &mut value[..self.hash.value_bytes()];
        self.open.finish_in_place(tail).read(value);
        self.open.reset();
        self.position = 0;
        self.count += 1;
        sink(value);
    }
}

/// What needs an allocator.
#[cfg(feature = "alloc")]
impl Leaves {
    /// Bytes of as many leaves as are taken at once, and of the buffer for them; `None` where there is to be none.
    fn capacity(&self) -> Option<(usize, usize)> {
        let ways = self.choose.ways(MAX_WAYS) as u64;
        let group = self.leaf.checked_mul(ways).filter(|group| ways > 1 && *group <= BUFFER)?;
        Some((group as usize, (group * (SHORT / group).max(1)) as usize))
    }

    fn buffered(&mut self, mut data: &[u8], group: usize, capacity: usize, mut sink: impl FnMut(&[u8])) {
        while !data.is_empty() {
            if self.buffer.is_empty() && data.len() >= group {
                let (these, rest) = data.split_at(data.len() - data.len() % group);
                self.whole(these, &mut sink);
                data = rest;
                continue;
            }
            if self.buffer.capacity() < capacity {
                // All at once: growing would leave copies behind.
                self.buffer.reserve_exact(capacity - self.buffer.len());
            }
            let (these, rest) = data.split_at(data.len().min(capacity - self.buffer.len()));
            self.buffer.extend_from_slice(these);
            data = rest;
            if self.buffer.len() == capacity {
                self.flush(&mut sink);
            }
        }
    }

    /// Hashes the leaves in the buffer, all of which are whole.
    fn flush(&mut self, sink: impl FnMut(&[u8])) {
        let buffer = core::mem::take(&mut self.buffer);
        self.whole(&buffer, sink);
        self.buffer = buffer;
        self.clear_buffer();
    }

    fn clear_buffer(&mut self) {
        if cfg!(feature = "zeroize") {
            wipe(&mut self.buffer);
        }
        self.buffer.clear();
    }
}

#[cfg(all(feature = "alloc", feature = "zeroize"))]
impl Drop for Leaves {
    fn drop(&mut self) {
        self.clear_buffer();
    }
}

#[cfg(feature = "rayon")]
impl Leaves {
    /// As [`Leaves::update`], the leaves that `data` has whole on the threads of rayon's pool.
    ///
    /// Their chaining values wait in memory until it is their turn: 64 KiB a thread, or less.
    pub(crate) fn update_rayon(&mut self, data: &[u8], mut sink: impl FnMut(&[u8])) {
        use rayon::prelude::*;

        /// A task is some tens of microseconds long.
        const BYTES: usize = 128 << 10;
        const LEAVES: usize = 256;
        /// So that no thread waits long for the last one.
        const TASKS_PER_THREAD: usize = 4;

        let (hash, choose, leaf, bytes) = (self.hash, self.choose, self.leaf(), self.hash.value_bytes());
        let threads = rayon::current_num_threads();
        if threads == 1 || data.len() / 2 < leaf {
            return self.update(data, sink);
        }
        let (head, data) = data.split_at(self.up_to_leaf().min(data.len()));
        self.update(head, &mut sink);
        if data.len() < leaf {
            return self.update(data, sink);
        }
        self.flush(&mut sink);
        let (whole, rest) = data.split_at(data.len() - data.len() % leaf);
        let ways = choose.ways(MAX_WAYS);
        let per_task = (BYTES / leaf).clamp(ways, LEAVES) / ways * ways;
        let round = per_task.saturating_mul(threads * TASKS_PER_THREAD);
        let mut values = alloc::vec![0; round.min(whole.len() / leaf) * bytes];
        for leaves in whole.chunks(round.saturating_mul(leaf)) {
            let values = &mut values[..leaves.len() / leaf * bytes];
            let tasks = values.par_chunks_mut(per_task * bytes).zip(leaves.par_chunks(per_task.saturating_mul(leaf)));
            tasks.for_each(|(mut values, leaves)| {
                hash.whole(choose, leaves, leaf, |some| {
                    let (now, later) = core::mem::take(&mut values).split_at_mut(some.len());
                    now.copy_from_slice(some);
                    values = later;
                });
            });
            self.count += (leaves.len() / leaf) as u64;
            sink(values);
        }
        self.update(rest, sink);
    }

    /// How many bytes are missing to the end of the leaf that has begun.
    fn up_to_leaf(&self) -> usize {
        let begun = if self.position > 0 { self.position } else { self.buffer.len() as u64 % self.leaf };
        if begun == 0 { 0 } else { usize::try_from(self.leaf - begun).unwrap_or(usize::MAX) }
    }
}
