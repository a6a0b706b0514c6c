//! Cuts a long message into leaves of equal length, hashes them at full width, and passes on their chaining values in order: for
//! `ParallelHash` and `KangarooTwelve`.

use super::leaf::{LONGEST_VALUE, LeafEnd, LeafHash, Root, Stretch, TAKES_A_LEAD, Whence};
use super::under_way::InSlots;
use crate::constructions::sponge::{KeccakForm, Sponge};
use crate::sponges::{Sponges, WIDEST};
use lanesum_batch::kept::KeptBytes;
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::scheduler::Choose;
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::wipe_if_asked;

/// An unfinished message, cut into leaves of equal length. Before the first leaf there may be other bytes, the lead, which go directly to
/// the root.
///
/// If the caller passes as many whole leaves as the machine hashes at once, they are read in place; the lead takes a slot beside the first
/// ones. Other bytes wait in a buffer until there are enough leaves, if so many fit into the buffer (and there is an allocator). Otherwise,
/// the current leaf is absorbed alone. If only the last leaf of a group is partial, the blocks that all its leaves have are also read in
/// place, and only the ends are buffered. So a call with one byte less than a group does not copy the whole group.
#[derive(Clone)]
pub struct CutMessage {
    pub hash: LeafHash,
    pub choose: Choose,
    /// Bytes of a leaf, not 0.
    pub leaf: u64,
    /// The length of the lead in bytes, and the bytes of it that the root has not absorbed.
    lead: u16,
    pub missing: u16,
    pub count: u64,
    /// The current leaf, and its number of bytes so far. Unused while the buffer is in use, except for a restored leaf.
    open: Sponge,
    position: u64,
    /// Buffered bytes: whole leaves, or the ends of leaves in slots.
    buffer: KeptBytes,
    /// Leaves that have begun in slots, and the bytes absorbed of each; the rest of each is buffered.
    under_way: Option<(InSlots, usize)>,
}

/// The greatest length of the buffer, and its least if leaves are short, so that the root gets more than a few bytes at a time.
const BUFFER: u64 = 128 << 10;
const SHORT: u64 = 4 << 10;

/// The bytes of the lead that go to the root at once if they come in small pieces: short messages need no buffer.
const HEAD: usize = 1 << 10;

impl CutMessage {
    /// A new message. A leaf length of 0 counts as 1.
    pub fn new(hash: LeafHash, lead: u16, leaf: u64, choose: Choose) -> Self {
        Self {
            hash,
            choose,
            leaf: leaf.max(1),
            lead,
            missing: lead,
            count: 0,
            open: Sponge::new(hash.parameters, choose.one::<Sponges<'static>>()),
            position: 0,
            buffer: KeptBytes::new(),
            under_way: None,
        }
    }

    pub const fn leaf_bytes(&self) -> u64 {
        self.leaf
    }

    /// The form for a single message, such as the root's.
    pub fn form(&self) -> KeccakForm {
        self.choose.one::<Sponges<'static>>()
    }

    pub fn choose(&self) -> Choose {
        self.choose
    }

    /// The bytes of the lead that the caller has not passed yet.
    pub fn missing(&self) -> usize {
        usize::from(self.missing).saturating_sub(self.buffer.len())
    }

    /// The length of a leaf in bytes; saturates at the greatest length of a slice.
    pub fn leaf(&self) -> usize {
        usize::try_from(self.leaf).unwrap_or(usize::MAX)
    }

    /// The bytes of each leaf that are not absorbed in slots.
    fn leaf_left(&self) -> usize {
        self.leaf() - self.in_slots().1
    }

    /// The number of leaves in slots, where the lead counts as one, and the bytes absorbed of each.
    fn in_slots(&self) -> (usize, usize) {
        self.under_way.as_ref().map_or((0, 0), |(states, bytes)| (states.width(), *bytes))
    }

    /// The bytes of a group: of the leaves that are hashed at once, where the lead counts as one. `None` if only one leaf is.
    fn group(&self) -> Option<u64> {
        let width = self.choose.width::<Sponges<'static>>(WIDEST) as u64;
        if width == 1 {
            return None;
        }
        let missing = u64::from(self.missing);
        self.leaf.checked_mul(if missing > 0 { width - 1 } else { width })?.checked_add(missing)
    }

    pub fn update(&mut self, data: &[u8], root: &mut dyn Root) {
        if let Some((group, capacity)) = self.capacity() {
            // Only a restored message has a leaf that has begun outside the buffer.
            let data = if self.position > 0 { self.open_leaf(data, root) } else { data };
            return self.buffered(data, group, capacity, root);
        }
        self.unbuffered(data, root);
    }

    /// Appends to the message, without the buffer, which must be empty.
    fn unbuffered(&mut self, mut data: &[u8], root: &mut dyn Root) {
        while !data.is_empty() {
            if self.missing > 0 {
                data = match self.group().and_then(|group| data.split_at_checked(usize::try_from(group).ok()?)) {
                    Some((these, rest)) => {
                        self.first(these, root);
                        rest
                    }
                    None => self.give_to_root(data, root),
                };
            } else if self.position == 0 && data.len() >= self.leaf() {
                let (these, rest) = data.split_at(data.len() - data.len() % self.leaf());
                self.whole(these, root);
                data = rest;
            } else {
                data = self.open_leaf(data, root);
            }
        }
    }

    /// Appends to the current leaf, or begins one, and returns the bytes after its end.
    fn open_leaf<'a>(&mut self, data: &'a [u8], root: &mut dyn Root) -> &'a [u8] {
        let wanted = usize::try_from(self.leaf - self.position).unwrap_or(usize::MAX);
        let (these, rest) = data.split_at(data.len().min(wanted));
        self.open.update(these);
        self.position += these.len() as u64;
        if self.position == self.leaf {
            self.close(LeafEnd::default(), root);
        }
        rest
    }

    /// Whether the last leaf would have room for `bytes` more bytes if the message ended with `data` and these.
    pub fn has_room(&self, data: &[u8], bytes: usize) -> bool {
        let (width, in_slots) = self.in_slots();
        let begun = self.position.max((self.buffer.len() + width * in_slots) as u64);
        let lead = if self.missing > 0 { u64::from(self.missing) + in_slots as u64 } else { 0 };
        let all = (begun + data.len() as u64).saturating_sub(lead);
        bytes as u64 <= self.leaf - all % self.leaf
    }

    /// Ends the message with `data` and `end`, and returns its number of leaves. The lead must be complete, and `end` must fit into the
    /// last leaf. Resets for the next message.
    pub fn finish(&mut self, data: &[u8], end: LeafEnd<'_>, root: &mut dyn Root) -> u64 {
        let count = if self.has_begun() {
            self.update(data, root);
            self.finish_begun(end, root)
        } else {
            self.rest(data, end, root)
        };
        self.reset();
        count
    }

    fn finish_begun(&mut self, end: LeafEnd<'_>, root: &mut dyn Root) -> u64 {
        if self.position == 0 && self.capacity().is_some() {
            let buffer = core::mem::take(&mut self.buffer);
            let count = self.rest(&buffer, end, root);
            self.buffer = buffer;
            return count;
        }
        if self.position > 0 || !end.is_empty() {
            self.close(end, root);
        }
        self.count
    }

    fn rest(&mut self, data: &[u8], end: LeafEnd<'_>, root: &mut dyn Root) -> u64 {
        let rest = Stretch { data, lead: usize::from(self.missing), leaf: self.leaf_left(), end };
        self.count
            + match self.under_way.take() {
                Some((mut states, _)) => self.hash.in_slots(self.choose, rest, Some(&mut states), root),
                None => self.hash.rest(self.choose, rest, root),
            }
    }

    /// Passes the buffer and `data` to the root, as far as they belong to the lead. Returns the remaining bytes. The buffer must not go
    /// past the lead.
    pub fn give_to_root<'a>(&mut self, data: &'a [u8], root: &mut dyn Root) -> &'a [u8] {
        if !self.buffer.is_empty() {
            let buffer = core::mem::take(&mut self.buffer);
            self.lead_bytes(&buffer, root);
            self.buffer = buffer;
            self.clear_buffer();
        }
        self.lead_bytes(data, root)
    }

    fn lead_bytes<'a>(&mut self, data: &'a [u8], root: &mut dyn Root) -> &'a [u8] {
        let (these, rest) = data.split_at(data.len().min(usize::from(self.missing)));
        if !these.is_empty() {
            root.sponge().expect(TAKES_A_LEAD).update(these);
            self.missing -= these.len() as u16;
            if self.missing == 0 {
                root.lead_has_ended();
            }
        }
        rest
    }

    /// Whether a leaf has begun whose chaining value the root does not have.
    fn has_begun(&self) -> bool {
        self.position > 0 || !self.buffer.is_empty()
    }

    pub fn reset(&mut self) {
        self.clear_buffer();
        self.under_way = None;
        self.open.reset();
        self.missing = self.lead;
        self.position = 0;
        self.count = 0;
    }

    pub const SAVED_BYTES: usize = 16 + 200;

    pub fn count(&self) -> u64 {
        self.count
    }

    /// Absorbs the buffer, one leaf after the other: then all bytes are in the root and in the current leaf.
    pub fn settle(&mut self, root: &mut dyn Root) {
        let buffer = core::mem::take(&mut self.buffer);
        match self.under_way.take() {
            Some((states, bytes)) => self.settle_slots(&states, bytes, &buffer, root),
            None => self.unbuffered(&buffer, root),
        }
        self.buffer = buffer;
        self.clear_buffer();
    }

    /// Writes the contents of a saved state: the number of bytes of the message, and the state of the current leaf, which is zero if none
    /// has begun. The message must have [settled](CutMessage::settle).
    pub fn save(&self, out: &mut SavedWriter<'_>) {
        let whole = u128::from(self.count) * u128::from(self.leaf);
        let bytes = u128::from(self.lead - self.missing) + whole + u128::from(self.position);
        out.bytes(&bytes.to_be_bytes());
        self.open.save_state(out.place(200));
    }

    /// The inverse of [`CutMessage::save`]. `None` for bytes that it cannot have written, and for 2^63 bytes or more: nobody hashes so many,
    /// and so no later piece can overflow the number of leaves.
    pub fn restore(hash: LeafHash, lead: u16, leaf: u64, choose: Choose, saved: &mut SavedReader<'_>) -> Option<Self> {
        let bytes = u64::try_from(u128::from_be_bytes(*saved.array()?)).ok().filter(|bytes| *bytes < 1 << 63)?;
        let state = saved.array()?;
        let mut leaves = Self::new(hash, lead, leaf, choose);
        let in_lead = bytes.min(lead.into());
        let in_leaves = bytes - in_lead;
        leaves.missing = lead - in_lead as u16;
        leaves.count = in_leaves / leaves.leaf;
        leaves.position = in_leaves % leaves.leaf;
        leaves.open = leaves.open.restore_after_bytes(leaves.position.into(), state)?;
        Some(leaves)
    }

    /// Hashes the lead and whole leaves in place, at most as many as are hashed at once.
    pub fn first(&mut self, data: &[u8], root: &mut dyn Root) {
        let first = Stretch { data, lead: usize::from(self.missing), leaf: self.leaf(), end: LeafEnd::default() };
        self.count += self.hash.in_step(self.choose, first, root);
        self.missing = 0;
    }

    /// Hashes whole leaves in place.
    fn whole(&mut self, data: &[u8], root: &mut dyn Root) {
        let leaf = self.leaf();
        self.count += (data.len() / leaf) as u64;
        self.hash.whole(self.choose, data, leaf, Whence::of(data.len()), root);
    }

    /// Ends the current leaf, and passes its chaining value to the root.
    fn close(&mut self, end: LeafEnd<'_>, root: &mut dyn Root) {
        let mut value = [0; LONGEST_VALUE];
        let value = &mut value[..self.hash.value_bytes()];
        self.open.update(end.bytes);
        self.open.finish_in_place(end.bits).read(value);
        self.open.reset();
        self.position = 0;
        self.count += 1;
        root.values(value);
    }

    /// The bytes of a group, and the length of the buffer for it; `None` if there must be no buffer.
    fn capacity(&self) -> Option<(usize, usize)> {
        if cfg!(not(feature = "alloc")) {
            return None;
        }
        if let Some((states, bytes)) = &self.under_way {
            let left = states.width() * (self.leaf() - bytes);
            return Some((left, left));
        }
        let group = self.group().filter(|group| *group <= BUFFER)?;
        let several = if self.missing > 0 { 1 } else { (SHORT / group).max(1) };
        Some((group as usize, (group * several) as usize))
    }

    fn buffered(&mut self, mut data: &[u8], mut group: usize, mut capacity: usize, root: &mut dyn Root) {
        while !data.is_empty() {
            if self.buffer.is_empty() && data.len() >= group {
                let first = self.missing > 0;
                let (these, rest) = data.split_at(if first { group } else { data.len() - data.len() % group });
                self.groups(these, root);
                data = rest;
                (group, capacity) = self.capacity().unwrap_or((group, capacity));
                continue;
            }
            let head = HEAD.saturating_sub(usize::from(self.lead - self.missing));
            if self.missing > 0 && self.buffer.is_empty() && data.len() <= head {
                self.lead_bytes(data, root);
                return;
            }
            if self.buffer.is_empty() && self.begin_in_slots(data) {
                return;
            }
            let (these, rest) = data.split_at(data.len().min(capacity - self.buffer.len()));
            self.make_room(these.len(), capacity);
            self.buffer.extend_from_slice(these);
            data = rest;
            if self.buffer.len() == capacity {
                self.flush(root);
                (group, capacity) = self.capacity().unwrap_or((group, capacity));
            }
        }
    }

    /// Begins a group in slots, if that is worth it: absorbs the blocks of `data` that all leaves of the group have, and buffers the rest.
    /// `data` is less than a group. Returns whether it began.
    fn begin_in_slots(&mut self, data: &[u8]) -> bool {
        let (leaf, rate, width) =
            (self.leaf(), self.hash.parameters.rate(), self.choose.width::<Sponges<'static>>(WIDEST));
        let whole = (width - 1) * leaf;
        if self.missing > 0 && usize::from(self.missing) != leaf || leaf < SHORT as usize || data.len() < whole + rate {
            return false;
        }
        let bytes = (data.len() - whole) / rate * rate;
        let states = InSlots::begin(self.choose, width, self.hash.parameters, data, leaf, bytes);
        self.under_way = Some((states, bytes));
        if self.missing > 0 {
            self.missing -= bytes as u16;
        }
        let left = width * (leaf - bytes);
        self.make_room(data.len() - width * bytes, left);
        for end in data.chunks(leaf) {
            self.buffer.extend_from_slice(&end[bytes..]);
        }
        true
    }

    /// Continues one leaf after the other from the states in slots, which have absorbed `bytes` bytes each; the lead counts as a leaf.
    /// `ends` has the rest of each leaf; that of the last one may be incomplete.
    fn settle_slots(&mut self, states: &InSlots, bytes: usize, mut ends: &[u8], root: &mut dyn Root) {
        let left = self.leaf() - bytes;
        for slot in 0..states.width() {
            let (end, rest) = ends.split_at(ends.len().min(left));
            ends = rest;
            let mut words = states.take(slot);
            if self.missing > 0 {
                root.sponge().expect(TAKES_A_LEAD).set_words(&words);
                self.lead_bytes(end, root);
            } else {
                self.open.set_words(&words);
                self.position = bytes as u64;
                self.open_leaf(end, root);
            }
            wipe_if_asked(&mut words);
        }
    }

    /// Makes room for `more` bytes, little at first, because a message may stay short. Erases the old buffer, which the allocator would
    /// not.
    fn make_room(&mut self, more: usize, capacity: usize) {
        let needed = self.buffer.len() + more;
        if self.buffer.capacity() >= needed {
            return;
        }
        let short = usize::from(self.lead);
        let mut larger = KeptBytes::new();
        // The first group is shorter than the others if there is a lead.
        let group = self.choose.width::<Sponges<'static>>(WIDEST) * self.leaf();
        larger.reserve_exact(if needed <= short { short } else { capacity.max(group) });
        larger.extend_from_slice(&self.buffer);
        self.clear_buffer();
        self.buffer = larger;
    }

    /// Hashes whole leaves in place, after the rest of the lead.
    fn groups(&mut self, data: &[u8], root: &mut dyn Root) {
        if self.under_way.is_some() {
            self.count = self.rest(data, LeafEnd::default(), root);
            self.missing = 0;
        } else if self.missing > 0 {
            self.first(data, root);
        } else {
            self.whole(data, root);
        }
    }

    /// Hashes the buffer: whole leaves, after the rest of the lead.
    pub fn flush(&mut self, root: &mut dyn Root) {
        let buffer = core::mem::take(&mut self.buffer);
        self.groups(&buffer, root);
        self.buffer = buffer;
        self.clear_buffer();
    }

    fn clear_buffer(&mut self) {
        if cfg!(feature = "zeroize") {
            lanesum_batch::wipe::wipe(&mut self.buffer);
        }
        self.buffer.clear();
    }

    /// Whether no leaf has begun, and no byte of the lead is buffered.
    pub fn has_lead_only(&self) -> bool {
        self.missing > 0 && !self.has_begun()
    }

    /// The bytes missing to the end of the current leaf.
    pub fn up_to_leaf(&self) -> usize {
        let leaf = self.leaf;
        if let Some((all, _)) = self.capacity().filter(|_| self.under_way.is_some()) {
            return all - self.buffer.len();
        }
        let begun = if self.position > 0 {
            self.position
        } else {
            // Before the first leaf, the buffer begins with the rest of the lead.
            (self.buffer.len() as u64 + leaf - u64::from(self.missing) % leaf) % leaf
        };
        if begun == 0 { 0 } else { usize::try_from(leaf - begun).unwrap_or(usize::MAX) }
    }
}

impl Drop for CutMessage {
    fn drop(&mut self) {
        self.clear_buffer();
    }
}

impl From<Tail> for LeafEnd<'_> {
    fn from(bits: Tail) -> Self {
        Self { bytes: &[], bits }
    }
}
