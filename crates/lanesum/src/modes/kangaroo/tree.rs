//! Code for both KT128 and KT256: the final node, and an unfinished message.

use super::length::LengthEncoded;
use lanesum_batch::kept::KeptBytes;
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::scheduler::Choose;
use lanesum_batch::tail::Tail;
use lanesum_keccak::constructions::sponge::{KeccakForm, Parameters, Sponge, Squeezer};
use lanesum_keccak::leaves::{CutMessage, LONGEST_END, LeafEnd, LeafHash, Root};
use lanesum_keccak::permutation::rounds::Rounds;
use lanesum_keccak::sponges::{Sponges, WIDEST};

/// Bytes of a chunk (RFC 9861, section 3.2).
pub(crate) const CHUNK: u16 = 8192;

/// The suffixes of a final node without leaves, of one with leaves, and of a leaf (RFC 9861, section 3.2).
const SINGLE: u16 = 0x07;
pub(super) const FINAL: u16 = 0x06;
const LEAF: u16 = 0x0b;

/// The bytes between the first chunk and the chaining values: the bits 1, 1 and 62 zeroes.
pub(super) const MARKER: [u8; 8] = [3, 0, 0, 0, 0, 0, 0, 0];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KtKind {
    Kt128,
    Kt256,
}

impl KtKind {
    pub(crate) const fn of_bits(bits: u32) -> Self {
        if bits == 128 { KtKind::Kt128 } else { KtKind::Kt256 }
    }

    const fn lanes(self) -> u8 {
        match self {
            KtKind::Kt128 => 21,
            KtKind::Kt256 => 17,
        }
    }

    const fn parameters(self, suffix: u16) -> Parameters {
        Parameters::new(self.lanes(), Rounds::TURBO, suffix)
    }

    /// The sponge of a message below [`CHUNK`] bytes without a customization string. The last byte of its only chunk, `length_encode(0)`,
    /// is 0 and part of the suffix.
    pub(crate) const fn of_short(self) -> Parameters {
        self.parameters(SINGLE << 8)
    }

    /// The sponge of a message that fits into one chunk, with its customization string and the encoded length.
    pub(crate) const fn of_one_chunk(self) -> Parameters {
        self.parameters(SINGLE)
    }

    /// The sponge of a leaf, and the length of its chaining value.
    pub(super) const fn leaf(self) -> LeafHash {
        let lanes = match self {
            KtKind::Kt128 => 4,
            KtKind::Kt256 => 8,
        };
        LeafHash { parameters: self.parameters(LEAF), lanes }
    }

    pub(super) const fn value_bytes(self) -> usize {
        self.leaf().lanes as usize * 8
    }
}

/// The greatest number of waiting bytes: the blocks of a leaf, and the chaining values of eight leaves.
const PENDING: usize = CHUNK as usize + WIDEST * 64;

/// The final node: the sponge that absorbs the first chunk and then the chaining values.
///
/// If leaves are hashed in slots, chaining values wait until they have as many blocks as a leaf, or until a slot is idle: the node then
/// takes a slot beside the leaves. Absorbed alone, they took 2.7 % of the time of long messages on Zen 5; in a slot, they take 0.4 %.
#[derive(Clone)]
pub(in crate::modes) struct Node {
    sponge: Sponge,
    in_slots: bool,
    /// Waiting chaining values; the first one may be absorbed in part. The sponge is at the beginning of a block while any are waiting.
    pending: KeptBytes,
}

impl Node {
    pub(super) fn new(kind: KtKind, choose: Choose) -> Self {
        Self {
            sponge: Sponge::new(kind.parameters(SINGLE), choose.one::<Sponges<'static>>()),
            in_slots: cfg!(feature = "alloc") && choose.width::<Sponges<'static>>(WIDEST) > 1,
            pending: KeptBytes::new(),
        }
    }

    fn flush(&mut self) {
        self.sponge.update(&self.pending);
        self.clear_pending(self.pending.len());
    }

    fn clear_pending(&mut self, bytes: usize) {
        let left = self.pending.len() - bytes;
        self.pending.copy_within(bytes.., 0);
        if cfg!(feature = "zeroize") {
            lanesum_batch::wipe::wipe(&mut self.pending[left..]);
        }
        self.pending.truncate(left);
    }

    /// Writes the 200 bytes of the state, after absorbing the waiting chaining values.
    pub(super) fn save_state(&self, out: &mut [u8]) {
        let mut node = self.clone();
        node.flush();
        node.sponge.save_state(out);
    }

    /// The inverse of [`Node::save_state`], for a node that has absorbed `lead` bytes of the first chunk and, if these are the whole chunk,
    /// the chaining values of `leaves` leaves. `None` for a state that such a node cannot have.
    pub(super) fn from_state(kind: KtKind, choose: Choose, bytes: &[u8; 200], lead: u16, leaves: u64) -> Option<Self> {
        let mut absorbed = u128::from(lead);
        if lead == CHUNK {
            absorbed += MARKER.len() as u128 + u128::from(leaves) * kind.value_bytes() as u128;
        }
        let mut node = Self::new(kind, choose);
        node.sponge = node.sponge.restore_after_bytes(absorbed, bytes)?;
        Some(node)
    }

    /// Ends the message; the node must have the chaining values of all leaves.
    pub(super) fn finish(&mut self, leaves: u64) -> Squeezer {
        self.close(leaves);
        self.sponge.finish_in_place(Tail::NONE)
    }

    /// Absorbs the end of the final node; the node must have the chaining values of all leaves.
    fn close(&mut self, leaves: u64) {
        self.flush();
        self.sponge.update(LengthEncoded::new(leaves).as_bytes());
        self.sponge.update(&[0xff, 0xff]);
        self.sponge.set_suffix(FINAL);
    }

    fn reset(&mut self) {
        self.clear_pending(self.pending.len());
        self.sponge.reset();
        self.sponge.set_suffix(SINGLE);
    }
}

impl Root for Node {
    fn values(&mut self, values: &[u8]) {
        if cfg!(feature = "alloc") && self.in_slots {
            let values = self.sponge.complete_block(values);
            if values.is_empty() {
                return;
            }
            if values.len() <= PENDING - self.pending.len() {
                if self.pending.capacity() < PENDING {
                    self.pending.reserve_exact(PENDING - self.pending.len());
                }
                self.pending.extend_from_slice(values);
                return;
            }
            self.flush();
            self.sponge.update(values);
            return;
        }
        self.sponge.update(values);
    }

    fn sponge(&mut self) -> Option<&mut Sponge> {
        Some(&mut self.sponge)
    }

    fn lead_has_ended(&mut self) {
        self.sponge.update(&MARKER);
    }

    fn ready(&self) -> Option<(&Sponge, &[u8])> {
        let rate = self.sponge.parameters().rate();
        let whole = self.pending.len().min(CHUNK.into()) / rate * rate;
        (whole > 0).then(|| (&self.sponge, &self.pending[..whole]))
    }

    fn absorbed(&mut self, words: &[u64; 25], bytes: usize) {
        self.sponge.set_words(words);
        self.clear_pending(bytes);
    }

    fn room(&self, leaf: usize) -> usize {
        let rate = self.sponge.parameters().rate();
        if self.in_slots { (leaf / rate * rate).saturating_sub(self.pending.len()) } else { usize::MAX }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.clear_pending(self.pending.len());
    }
}

#[derive(Clone)]
pub(crate) struct KtTree {
    kind: KtKind,
    pub(in crate::modes) node: Node,
    pub(in crate::modes) leaves: CutMessage,
}

impl KtTree {
    /// A new message.
    pub(crate) fn new(kind: KtKind, choose: Choose) -> Self {
        Self { kind, node: Node::new(kind, choose), leaves: CutMessage::new(kind.leaf(), CHUNK, CHUNK.into(), choose) }
    }

    /// The form for one message, and for the final node.
    pub(crate) fn form(&self) -> KeccakForm {
        self.leaves.form()
    }

    pub(super) fn kind(&self) -> KtKind {
        self.kind
    }

    pub(super) fn choose(&self) -> Choose {
        self.leaves.choose()
    }

    /// Whether the message is empty so far.
    pub(super) fn is_empty(&self) -> bool {
        self.leaves.missing() == CHUNK.into()
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        self.leaves.update(data, &mut self.node);
    }

    /// Appends `data`, and ends the message. Call [`KtTree::reset`] before the next one.
    pub(crate) fn finish(&mut self, data: &[u8], customization: &[u8]) -> Squeezer {
        self.end(data, customization);
        self.node.sponge.finish_in_place(Tail::NONE)
    }

    /// Appends `data`, ends the message, and writes the first bytes of output.
    pub(crate) fn finish_into(mut self, data: &[u8], customization: &[u8], out: &mut [u8]) {
        self.end(data, customization);
        if out.len() <= self.node.sponge.parameters().rate() {
            self.node.sponge.finish_in_place_into(Tail::NONE, out);
        } else {
            self.node.sponge.finish_in_place(Tail::NONE).read(out);
        }
    }

    /// Absorbs everything except the padding of the final node.
    fn end(&mut self, data: &[u8], customization: &[u8]) {
        let Self { node, leaves, .. } = self;
        let length = LengthEncoded::new(customization.len() as u64);
        let length = length.as_bytes();
        // Does not overflow: slices are too short for that.
        let appended = customization.len() + length.len();
        let missing = leaves.missing();
        if data.len() < missing {
            leaves.give_to_root(data, node);
            if appended <= missing - data.len() {
                if customization.is_empty() {
                    node.sponge.set_suffix(SINGLE << 8);
                } else {
                    node.sponge.update(customization);
                    node.sponge.update(length);
                }
                return;
            }
            leaves.update(customization, node);
            leaves.update(length, node);
            let count = leaves.finish(&[], LeafEnd::default(), node);
            return node.close(count);
        }
        let count = if appended <= LONGEST_END && leaves.has_room(data, appended) {
            let mut bytes = [0; LONGEST_END];
            bytes[..customization.len()].copy_from_slice(customization);
            bytes[customization.len()..appended].copy_from_slice(length);
            leaves.finish(data, LeafEnd { bytes: &bytes[..appended], bits: Tail::NONE }, node)
        } else {
            leaves.update(data, node);
            leaves.update(customization, node);
            leaves.update(length, node);
            leaves.finish(&[], LeafEnd::default(), node)
        };
        node.close(count);
    }

    pub(crate) fn reset(&mut self) {
        self.node.reset();
        self.leaves.reset();
    }

    pub(super) const SAVED_BYTES: usize = CutMessage::SAVED_BYTES + 200;

    /// Writes the saved state, the same on every backend: the number of bytes so far, the state of the current leaf, and the state of the
    /// final node.
    pub(super) fn save(&self, out: &mut SavedWriter<'_>) {
        let Self { mut node, mut leaves, .. } = self.clone();
        leaves.settle(&mut node);
        leaves.save(out);
        node.save_state(out.place(200));
    }

    /// The inverse of [`KtTree::save`]; `None` for bytes that it cannot have written.
    pub(super) fn restore(kind: KtKind, choose: Choose, saved: &mut SavedReader<'_>) -> Option<Self> {
        let leaves = CutMessage::restore(kind.leaf(), CHUNK, CHUNK.into(), choose, saved)?;
        let node = Node::from_state(kind, choose, saved.array()?, CHUNK - leaves.missing() as u16, leaves.count())?;
        Some(Self { kind, node, leaves })
    }
}
