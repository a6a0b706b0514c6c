//! Hashes leaves of equal length, the cheapest number of them at a time, and passes their chaining values to the root.

use super::gang::{self, LeafSlots, Strand};
use super::under_way::InSlots;
use crate::constructions::sponge::{KeccakForm, Parameters, Sponge, hash};
use crate::sponges::{ManySponges, Sponges, WIDEST};
use lanes::Element;
use lanesum_batch::scheduler::{Choose, Chosen};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::{Erase, wipe_if_asked};

/// The longest block, and the longest chaining value, in bytes.
const LONGEST_RATE: usize = 192;
pub const LONGEST_VALUE: usize = 64;

/// A shorter leaf does not share a kernel with the lead: setting up slots would cost more (KT128 of 8192 bytes on Zen 5: 17,350 cycles
/// instead of 16,680).
const FEW_BLOCKS: usize = 3;

/// Where the data are assumed to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Whence {
    /// In a processor cache, or soon.
    Cache,
    /// In memory: the next leaves are prefetched while these are hashed.
    Memory,
}

impl Whence {
    /// Guesses from the number of bytes passed at once.
    pub fn of(bytes: usize) -> Self {
        if bytes >= 8 << 20 { Whence::Memory } else { Whence::Cache }
    }
}

/// The greatest number of whole bytes in an [`LeafEnd`].
pub const LONGEST_END: usize = 320;

/// How a leaf is hashed: a sponge, and the length of its output.
#[derive(Clone, Copy, Debug)]
pub struct LeafHash {
    pub parameters: Parameters,
    /// The chaining value's length in lanes of 8 bytes: at most 8, and at most the rate.
    pub lanes: u8,
}

/// Otherwise the beginning of the message would be left out.
pub const TAKES_A_LEAD: &str = "where there is a lead, the root has a sponge for it";

/// The node that takes the chaining values.
pub trait Root {
    fn values(&mut self, values: &[u8]);

    /// The sponge that absorbs the lead, the message's first bytes, if the tree has a lead.
    fn sponge(&mut self) -> Option<&mut Sponge> {
        None
    }

    /// Called when the lead is complete.
    fn lead_has_ended(&mut self) {}

    /// A sponge at the beginning of a block, and whole blocks for it, if they are waiting for a slot beside the leaves.
    fn ready(&self) -> Option<(&Sponge, &[u8])> {
        None
    }

    /// Called when the first `bytes` bytes of [`Root::ready`] have been absorbed; `words` is the new state.
    fn absorbed(&mut self, _words: &[u64; 25], _bytes: usize) {}

    /// The bytes of chaining values to take before as many blocks are ready as a leaf has.
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

/// The end of the last leaf after its data: at most [`LONGEST_END`] bytes, and bits.
#[derive(Clone, Copy, Default)]
pub struct LeafEnd<'a> {
    pub bytes: &'a [u8],
    pub bits: Tail,
}

impl LeafEnd<'_> {
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.bits.is_empty()
    }

    /// Writes the padded last blocks of a leaf to `out`: `data`, less than a block, then this end. Returns their length in bytes.
    fn pad(&self, data: &[u8], parameters: Parameters, out: &mut [u8; LONGEST_END + 2 * LONGEST_RATE]) -> usize {
        let len = data.len() + self.bytes.len();
        out[..data.len()].copy_from_slice(data);
        out[data.len()..len].copy_from_slice(self.bytes);
        parameters.pad(len, self.bits, out)
    }
}

/// A part of a message: `lead` bytes for the root, then leaves of `leaf` bytes. The last leaf ends with `end`, and may be shorter, but not
/// empty.
#[derive(Clone, Copy)]
pub struct Stretch<'a> {
    pub data: &'a [u8],
    pub lead: usize,
    pub leaf: usize,
    pub end: LeafEnd<'a>,
}

impl Stretch<'_> {
    fn leaves(&self) -> usize {
        let bytes = self.data.len() - self.lead;
        bytes.div_ceil(self.leaf) + usize::from(!self.end.is_empty() && bytes.is_multiple_of(self.leaf))
    }
}

impl LeafHash {
    pub fn value_bytes(self) -> usize {
        usize::from(self.lanes) * 8
    }

    /// Hashes all leaves of a whole message on the plan's backends, and returns their number. `leaf`, their length in bytes, must not be 0.
    pub fn all(self, data: &[u8], tail: Tail, leaf: u64, root: &mut dyn Root) -> u64 {
        let leaf = usize::try_from(leaf).unwrap_or(usize::MAX);
        self.rest(Choose::here::<Sponges<'static>>(), Stretch { data, lead: 0, leaf, end: tail.into() }, root)
    }

    /// Hashes all leaves of `data`, which must be whole leaves. `root` gets the chaining values in order, some at a time.
    pub fn whole(self, choose: Choose, mut data: &[u8], leaf: usize, whence: Whence, root: &mut dyn Root) {
        while data.len() >= leaf {
            let left = data.len() / leaf;
            let width = choose.width::<Sponges<'static>>(left);
            // All full groups of this width at once; if there are fewer leaves than slots, some slots are idle.
            let mut now = if left > width { left - left % width } else { left };
            if width > 1 {
                let room = root.room(leaf);
                if room == 0 && left >= width {
                    // The root has as many blocks waiting as a leaf, so it takes a slot.
                    let (these, rest) = data.split_at((width - 1) * leaf);
                    self.in_step(choose, Stretch { data: these, lead: 0, leaf, end: LeafEnd::default() }, root);
                    data = rest;
                    continue;
                }
                now = now.min((room / self.value_bytes()).max(1).next_multiple_of(width));
            }
            let (these, rest) = data.split_at(now * leaf);
            // The same offset in the next group.
            let ahead = if whence == Whence::Memory { width * leaf } else { 0 };
            match ManySponges::of_leaves(choose, width) {
                Chosen::One(form) => self.one_by_one(form, these, leaf, root),
                kernel @ Chosen::Many(..) => self.side_by_side(kernel, these, leaf, ahead, root),
            }
            data = rest;
        }
        assert!(data.is_empty(), "a leaf that is not whole");
    }

    fn one_by_one(self, form: KeccakForm, data: &[u8], leaf: usize, root: &mut dyn Root) {
        let mut value = [0; LONGEST_VALUE];
        for leaf in data.chunks_exact(leaf) {
            let value = &mut value[..self.value_bytes()];
            hash(self.parameters, form, leaf, Tail::NONE, value);
            root.values(value);
        }
    }

    /// Hashes as many leaves at a time as the kernel takes. They are equally long, so all end at the same block, with the same padding.
    fn side_by_side(
        self,
        kernel: Chosen<Sponges<'static>>,
        data: &[u8],
        leaf: usize,
        ahead: usize,
        root: &mut dyn Root,
    ) {
        let (parameters, rate, width) = (self.parameters, self.parameters.rate(), kernel.width());
        let tail = leaf % rate;
        let mut last = [[0; LONGEST_RATE]; WIDEST];
        for block in &mut last {
            self.pad_whole(block, tail);
        }
        let mut states = LeafSlots::new(kernel);
        let mut values = [0; WIDEST * LONGEST_VALUE];
        for group in data.chunks(leaf.saturating_mul(width)) {
            let mut rows = [&group[..leaf - tail]; WIDEST];
            let mut count = 0;
            for ((row, last), leaf) in rows.iter_mut().zip(&mut last).zip(group.chunks_exact(leaf)) {
                let end;
                (*row, end) = leaf.split_at(leaf.len() - tail);
                last[..tail].copy_from_slice(end);
                count += 1;
            }
            states.clear();
            let (words, Chosen::Many(form, _)) = states.words_mut() else { unreachable!("a kernel for several") };
            form.absorb_ahead(words, &rows[..width], parameters, ahead);
            let ends = last.each_ref().map(|block| &block[..rate]);
            form.absorb_ahead(words, &ends[..width], parameters, 0);
            for (slot, value) in values.chunks_exact_mut(self.value_bytes()).enumerate().take(count) {
                for (bytes, words) in value.chunks_exact_mut(8).zip(words.chunks_exact(width)) {
                    words[slot].write(bytes);
                }
            }
            root.values(&values[..count * self.value_bytes()]);
        }
        wipe_if_asked(last.as_flattened_mut());
    }

    /// Pads the last block of a whole leaf; its first `tail` bytes are data.
    fn pad_whole(self, block: &mut [u8; LONGEST_RATE], tail: usize) {
        block[tail] = self.parameters.suffix as u8;
        block[self.parameters.rate() - 1] ^= 0x80;
    }

    /// Hashes the rest of a message, and returns its number of leaves.
    pub fn rest(self, choose: Choose, mut rest: Stretch<'_>, root: &mut dyn Root) -> u64 {
        let mut count = 0;
        if rest.lead > 0 && rest.leaves() >= WIDEST {
            let (these, later) = rest.data.split_at(rest.lead + (WIDEST - 1) * rest.leaf);
            count += self.in_step(choose, Stretch { data: these, end: LeafEnd::default(), ..rest }, root);
            rest = Stretch { data: later, lead: 0, ..rest };
        }
        if rest.lead == 0 && rest.leaves() > WIDEST {
            // Takes whole leaves, and keeps at most eight for the end, which may have two lengths.
            let whole = (rest.leaves() - 1) / WIDEST * WIDEST;
            let (groups, last) = rest.data.split_at(whole * rest.leaf);
            self.whole(choose, groups, rest.leaf, Whence::of(groups.len()), root);
            count += whole as u64;
            rest.data = last;
        }
        let few = rest.data.len() - rest.lead + rest.end.bytes.len() < FEW_BLOCKS * self.parameters.rate();
        if rest.lead > 0 && rest.leaves() == 1 && few {
            return count + self.in_turn(choose, rest, root);
        }
        count + self.in_step(choose, rest, root)
    }

    /// Absorbs the lead, then hashes the only leaf.
    fn in_turn(self, choose: Choose, stretch: Stretch<'_>, root: &mut dyn Root) -> u64 {
        let (lead, leaf) = stretch.data.split_at(stretch.lead);
        root.sponge().expect(TAKES_A_LEAD).update(lead);
        root.lead_has_ended();
        let mut sponge = Sponge::new(self.parameters, choose.one::<Sponges<'static>>());
        sponge.update(leaf);
        sponge.update(stretch.end.bytes);
        let mut value = [0; LONGEST_VALUE];
        let value = &mut value[..self.value_bytes()];
        sponge.finish_to(stretch.end.bits, value);
        root.values(value);
        if cfg!(feature = "zeroize") {
            sponge.erase();
        }
        1
    }

    /// Hashes at most eight leaves in step, with the root's waiting blocks beside them. Returns the number of leaves.
    pub fn in_step(self, choose: Choose, stretch: Stretch<'_>, root: &mut dyn Root) -> u64 {
        self.in_slots(choose, stretch, None, root)
    }

    /// As [`LeafHash::in_step`]. If `under_way` is given, it has absorbed the first blocks of all leaves (and of the lead); `stretch` then
    /// has only the rest of each leaf.
    pub fn in_slots(
        self,
        choose: Choose,
        stretch: Stretch<'_>,
        under_way: Option<&mut InSlots>,
        root: &mut dyn Root,
    ) -> u64 {
        let (leaf, rate) = (stretch.leaf, self.parameters.rate());
        let (lead, leaves) = stretch.data.split_at(stretch.lead);
        let count = match &under_way {
            Some(under_way) => under_way.width() - usize::from(stretch.lead > 0),
            None => stretch.leaves().min(WIDEST),
        };
        // Bytes after the last leaf would be left out, and leaves must not be empty.
        let before_last = leaf.saturating_mul(count.saturating_sub(1));
        let has_last = leaves.len() > before_last || count == 0 || !stretch.end.is_empty() || under_way.is_some();
        assert!(leaves.len() <= leaf.saturating_mul(count) && has_last, "{count} leaves");
        let data_of = |i: usize| leaves.chunks(leaf).nth(i).unwrap_or_default();
        let tail_of = |data: &'_ [u8]| data.len() - data.len() % rate;

        // The padded last blocks: one for each whole leaf, and those of the last leaf if it is not whole.
        let mut ends = [[0; LONGEST_RATE]; WIDEST];
        let mut last = [0; LONGEST_END + 2 * LONGEST_RATE];
        let mut values = [0; WIDEST * LONGEST_VALUE];
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
        // The strands borrow the root's waiting blocks.
        let mut of_root = {
            let mut strands = [const { Strand::idle() }; 1 + WIDEST];
            if whole < count {
                let (blocks, tail) = data_of(whole).split_at(tail_of(data_of(whole)));
                let len = stretch.end.pad(tail, self.parameters, &mut last);
                strands[1 + whole] = Strand::new([blocks, &last[..len]]);
            }
            for (i, (strand, end)) in strands[1..].iter_mut().zip(&ends).enumerate().take(whole) {
                *strand = Strand::new([&data_of(i)[..tail_of(data_of(i))], &end[..rate]]);
            }

            if stretch.lead > 0 {
                let sponge = root.sponge().expect(TAKES_A_LEAD);
                lead = sponge.complete_block(lead);
                strands[0] = Strand::from_words(*sponge.words(), &lead[..tail_of(lead)]);
            } else if let Some((sponge, blocks)) = root.ready()
                // Without a free slot, these blocks would be absorbed alone at the end.
                && (count < WIDEST && under_way.is_none() || blocks.len() + strands[count].bytes() <= strands[1].bytes())
            {
                strands[0] = Strand::from_words(*sponge.words(), blocks);
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
            let sponge = root.sponge().expect(TAKES_A_LEAD);
            sponge.set_words(&of_root);
            sponge.update(&lead[tail_of(lead)..]);
            root.lead_has_ended();
        } else if ready > 0 {
            root.absorbed(&of_root, ready);
        }
        wipe_if_asked(&mut of_root);
        wipe_if_asked(ends.as_flattened_mut());
        wipe_if_asked(&mut last);
        root.values(values);
        count as u64
    }
}
