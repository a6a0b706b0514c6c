//! Leaves of one length, hashed as many at a time as is cheapest, and what their chaining values go to.

use super::family::Choose;
use super::gang::{self, Strand};
use super::under_way::UnderWay;
use crate::keccak::engine::{Engine, MAX_WAYS};
use crate::keccak::sponge::{Parameters, Sponge};
use crate::keccak::states::States;
use crate::tail::Tail;
use crate::wipe::wipe;

/// The longest block, and the longest chaining value, in bytes.
const LONGEST_RATE: usize = 192;
pub(super) const LONGEST_VALUE: usize = 64;

/// Where data are taken to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whence {
    /// In a cache of the processor, or soon.
    Cache,
    /// In memory: the next leaves are fetched while these are hashed.
    Memory,
}

impl Whence {
    /// By the number of bytes that are offered at once.
    pub(super) fn of(bytes: usize) -> Self {
        if bytes >= 8 << 20 { Whence::Memory } else { Whence::Cache }
    }
}

/// The most whole bytes that an [`End`] has.
pub(crate) const LONGEST_END: usize = 320;

/// What becomes of a leaf: the first bytes of a sponge's output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafHash {
    /// Rate, rounds and suffix.
    pub(crate) parameters: Parameters,
    /// The chaining value in lanes of 8 bytes, 8 at most and no more than the rate.
    pub(crate) lanes: u8,
}

/// What takes the chaining values.
pub(crate) trait Root {
    /// Takes the chaining values of the next leaves.
    fn values(&mut self, values: &[u8]);

    /// The sponge to which the message's first bytes go as they are, if the tree has such.
    fn sponge(&mut self) -> Option<&mut Sponge> {
        None
    }

    /// Those first bytes are complete.
    fn lead_has_ended(&mut self) {}

    /// A sponge at the beginning of a block and whole blocks for it, if they wait for a lane beside leaves.
    fn ready(&self) -> Option<(&Sponge, &[u8])> {
        None
    }

    /// The first `bytes` bytes that were ready have been absorbed, which led to these lanes.
    fn absorbed(&mut self, _words: &[u64; 25], _bytes: usize) {}

    /// How many bytes of chaining values it takes until as many blocks are ready as a leaf has.
    fn room(&self, _leaf: usize) -> usize {
        usize::MAX
    }
}

impl Root for Sponge {
    fn values(&mut self, values: &[u8]) {
        self.update(values);
    }
}

#[cfg(feature = "alloc")]
impl Root for alloc::vec::Vec<u8> {
    fn values(&mut self, values: &[u8]) {
        self.extend_from_slice(values);
    }
}

/// What the last leaf ends with, beside its data: bytes, [`LONGEST_END`] at most, and bits.
#[derive(Clone, Copy, Default)]
pub(crate) struct End<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) bits: Tail,
}

impl End<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.bits.is_empty()
    }

    /// Fills `out` with the last blocks of a leaf: `data`, less than a block, then this and the padding. How many bytes.
    fn pad(&self, data: &[u8], parameters: Parameters, out: &mut [u8; LONGEST_END + 2 * LONGEST_RATE]) -> usize {
        parameters.pad([data, self.bytes], self.bits, out)
    }
}

/// A stretch of a message: `lead` bytes that the root takes as they are, then leaves of `leaf` bytes, the last of which ends
/// with `end` and may be shorter, but not empty.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'a> {
    pub(super) data: &'a [u8],
    pub(super) lead: usize,
    pub(super) leaf: usize,
    pub(super) end: End<'a>,
}

impl Stretch<'_> {
    fn leaves(&self) -> usize {
        let bytes = self.data.len() - self.lead;
        bytes.div_ceil(self.leaf) + usize::from(!self.end.is_empty() && bytes.is_multiple_of(self.leaf))
    }
}

impl LeafHash {
    pub(super) fn value_bytes(self) -> usize {
        usize::from(self.lanes) * 8
    }

    /// Hashes all leaves of `leaf` bytes, not 0, of a whole message, on the backends of the plan; how many they are.
    pub(crate) fn all<R: Root>(self, data: &[u8], tail: Tail, leaf: u64, root: &mut R) -> u64 {
        let leaf = usize::try_from(leaf).unwrap_or(usize::MAX);
        self.rest(Choose::new(None), Stretch { data, lead: 0, leaf, end: tail.into() }, root)
    }

    /// Hashes all leaves of `data`, which is as many times `leaf` bytes. `root` gets the chaining values in order, some at a
    /// time.
    pub(super) fn whole<R: Root>(
        self,
        choose: Choose<Parameters>,
        mut data: &[u8],
        leaf: usize,
        whence: Whence,
        root: &mut R,
    ) {
        while data.len() >= leaf {
            let left = data.len() / leaf;
            let ways = choose.ways(left);
            // All groups of this width in one go; where there are fewer leaves than lanes, some are idle.
            let mut now = if left > ways { left - left % ways } else { left };
            if ways > 1 {
                let room = root.room(leaf);
                if room == 0 && left >= ways {
                    // The root has as many blocks to absorb as a leaf: it takes one of the lanes.
                    let (these, rest) = data.split_at((ways - 1) * leaf);
                    self.in_step(choose, Stretch { data: these, lead: 0, leaf, end: End::default() }, root);
                    data = rest;
                    continue;
                }
                now = now.min((room / self.value_bytes()).max(1).next_multiple_of(ways));
            }
            let (these, rest) = data.split_at(now * leaf);
            let engine = choose.engine(ways);
            // The same places of the next group.
            let ahead = if whence == Whence::Memory { ways * leaf } else { 0 };
            match ways {
                8 => self.side_by_side::<8, R>(engine, these, leaf, ahead, root),
                4 => self.side_by_side::<4, R>(engine, these, leaf, ahead, root),
                2 => self.side_by_side::<2, R>(engine, these, leaf, ahead, root),
                _ => self.side_by_side::<1, R>(engine, these, leaf, ahead, root),
            }
            data = rest;
        }
    }

    /// `N` leaves at a time. They are equally long, so that they end together and share the place of the padding.
    fn side_by_side<const N: usize, R: Root>(
        self,
        engine: Engine,
        data: &[u8],
        leaf: usize,
        ahead: usize,
        root: &mut R,
    ) {
        let Parameters { lanes, rounds, .. } = self.parameters;
        let (lanes, rate) = (usize::from(lanes), self.parameters.rate());
        let tail = leaf % rate;
        let mut last = [[0; LONGEST_RATE]; N];
        for block in &mut last {
            self.pad_whole(block, tail);
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
            states.absorb_ahead(lanes, rounds, rows, ahead);
            for (block, row) in last.iter_mut().zip(rows) {
                block[..tail].copy_from_slice(&row[leaf - tail..]);
            }
            states.absorb(lanes, rounds, last.each_ref().map(|block| &block[..rate]));
            let values = values.as_flattened_mut();
            let extracted = states.extract_lanes_all(values, usize::from(self.lanes), usize::from(self.lanes));
            debug_assert!(extracted.is_ok());
            root.values(&values[..count * self.value_bytes()]);
            states.initialize_all();
        }
        if cfg!(feature = "zeroize") {
            wipe(last.as_flattened_mut());
        }
    }

    /// Adds the padding of a whole leaf to its last block, of which `tail` bytes are data.
    fn pad_whole(self, block: &mut [u8; LONGEST_RATE], tail: usize) {
        block[tail] = self.parameters.suffix as u8;
        block[self.parameters.rate() - 1] ^= 0x80;
    }

    /// Hashes the rest of a message. How many leaves it had.
    pub(super) fn rest<R: Root>(self, choose: Choose<Parameters>, mut rest: Stretch<'_>, root: &mut R) -> u64 {
        let mut count = 0;
        if rest.lead > 0 && rest.leaves() >= MAX_WAYS {
            let (these, later) = rest.data.split_at(rest.lead + (MAX_WAYS - 1) * rest.leaf);
            count += self.in_step(choose, Stretch { data: these, end: End::default(), ..rest }, root);
            rest = Stretch { data: later, lead: 0, ..rest };
        }
        if rest.lead == 0 && rest.leaves() > MAX_WAYS {
            // All but eight at most are whole. The others may be of two lengths.
            let whole = (rest.leaves() - 1) / MAX_WAYS * MAX_WAYS;
            let (groups, last) = rest.data.split_at(whole * rest.leaf);
            self.whole(choose, groups, rest.leaf, Whence::of(groups.len()), root);
            count += whole as u64;
            rest.data = last;
        }
        count + self.in_step(choose, rest, root)
    }

    /// Hashes at most eight leaves; the root absorbs what it has for itself beside them. How many leaves they were.
    pub(super) fn in_step<R: Root>(self, choose: Choose<Parameters>, stretch: Stretch<'_>, root: &mut R) -> u64 {
        self.in_lanes(choose, stretch, None, root)
    }

    /// As [`LeafHash::in_step`]; some blocks of all leaves, and of the lead, may have been absorbed before, and are no part of the
    /// stretch then, whose leaves are so much shorter.
    pub(super) fn in_lanes<R: Root>(
        self,
        choose: Choose<Parameters>,
        stretch: Stretch<'_>,
        under_way: Option<&mut UnderWay>,
        root: &mut R,
    ) -> u64 {
        let (leaf, rate) = (stretch.leaf, self.parameters.rate());
        let (lead, leaves) = stretch.data.split_at(stretch.lead);
        let count = match &under_way {
            Some(under_way) => under_way.ways() - usize::from(stretch.lead > 0),
            None => stretch.leaves().min(MAX_WAYS),
        };
        let data_of = |i: usize| leaves.chunks(leaf).nth(i).unwrap_or_default();
        let tail_of = |data: &'_ [u8]| data.len() - data.len() % rate;

        // The last blocks: those of whole leaves, which are one each, and that of the last one, if it is another.
        let mut ends = [[0; LONGEST_RATE]; MAX_WAYS];
        let mut last = [0; LONGEST_END + 2 * LONGEST_RATE];
        let mut values = [0; MAX_WAYS * LONGEST_VALUE];
        let values = &mut values[..count * self.value_bytes()];
        let whole = match count {
            0 => 0,
            _ if stretch.end.is_empty() && data_of(count - 1).len() == leaf => count,
            _ => count - 1,
        };
        for (i, block) in ends.iter_mut().enumerate().take(whole) {
            let (_, tail) = data_of(i).split_at(tail_of(data_of(i)));
            block[..tail.len()].copy_from_slice(tail);
            self.pad_whole(block, tail.len());
        }
        let mut lead = lead;
        let mut ready = 0;
        // The strands borrow what the root has ready.
        let mut of_root = {
            let mut strands = [const { Strand::idle() }; 1 + MAX_WAYS];
            if whole < count {
                let (blocks, tail) = data_of(whole).split_at(tail_of(data_of(whole)));
                let len = stretch.end.pad(tail, self.parameters, &mut last);
                strands[1 + whole] = Strand::new([blocks, &last[..len]]);
            }
            for (i, (strand, end)) in strands[1..].iter_mut().zip(&ends).enumerate().take(whole) {
                *strand = Strand::new([&data_of(i)[..tail_of(data_of(i))], &end[..rate]]);
            }

            if stretch.lead > 0 {
                if let Some(sponge) = root.sponge() {
                    lead = sponge.complete_block(lead);
                    strands[0] = Strand::from_words(sponge.words(), &lead[..tail_of(lead)]);
                }
            } else if let Some((sponge, blocks)) = root.ready()
                // Without a lane for it, it would only go on alone at the end.
                && (count < MAX_WAYS && under_way.is_none() || blocks.len() + strands[count].bytes() <= strands[1].bytes())
            {
                strands[0] = Strand::from_words(sponge.words(), blocks);
                ready = blocks.len();
            }
            let strands = &mut strands[..=count];
            match under_way {
                Some(under_way) => under_way.go_on(choose, self.parameters, strands),
                None => gang::run(choose, self.parameters, strands),
            }

            for (value, strand) in values.chunks_exact_mut(self.value_bytes()).zip(&strands[1..]) {
                for (bytes, word) in value.chunks_exact_mut(8).zip(strand.words()) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
            }
            strands[0].words()
        };
        if stretch.lead > 0 {
            if let Some(sponge) = root.sponge() {
                sponge.set_words(&of_root);
                sponge.update(&lead[tail_of(lead)..]);
            }
            root.lead_has_ended();
        } else if ready > 0 {
            root.absorbed(&of_root, ready);
        }
        if cfg!(feature = "zeroize") {
            wipe(&mut of_root);
            wipe(ends.as_flattened_mut());
            wipe(&mut last);
        }
        root.values(values);
        count as u64
    }
}
