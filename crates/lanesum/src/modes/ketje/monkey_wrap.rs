//! The mode under Ketje (Ketje v2, section 2), over the bytes of a state: one round a block.

use crate::{Backend, Error};
use lanes::{Direction, Element};
use lanesum_batch::sure::sure;
use lanesum_batch::wipe::{Erase, wipe};
use lanesum_keccak::permutation::engines::Lane;
use lanesum_keccak::states::caesar::crypt;
use lanesum_keccak::states::caesar::steps::{StepForm, StepLane, Steps, block_lanes};
use lanesum_keccak::states::snp::{Snp, TwistedState};
use lanesum_keccak::states::state::State;

/// Rounds: after the key and the nonce, after most blocks, and before a tag.
const START: usize = 12;
const STEP: usize = 1;
const STRIDE: usize = 6;

/// Frame bits of a block and the first bit of the padding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    MoreTag = 0x02,
    Metadata = 0x04,
    LastPlaintext = 0x05,
    LastMetadata = 0x06,
    Plaintext = 0x07,
}

/// The last bit of the padding, in the byte after a full block.
const PADDING_END: u8 = 0x08;

/// A state of Ketje.
pub trait KetjeState: Snp<Lane = Self::KetjeLane> {
    /// Lanes with forms that do one round a block.
    type KetjeLane: StepLane;
}

impl<W: StepLane> KetjeState for State<W> {
    type KetjeLane = W;
}

impl<W: StepLane> KetjeState for TwistedState<W> {
    type KetjeLane = W;
}

/// A state, and the position in its block.
#[derive(Clone)]
pub(super) struct MonkeyWrap<S: KetjeState> {
    state: S,
    /// The form for many blocks, if the backend has one and the state is the twisted one.
    bulk: Option<&'static dyn StepForm<S::Lane>>,
    /// The bytes absorbed of the current block of metadata, up to a full block.
    position: usize,
}

impl<S: KetjeState> MonkeyWrap<S> {
    /// ρ: the length of a block in bytes.
    pub(super) const BLOCK: usize = S::Lane::BYTES * block_lanes::<S::Lane>();

    /// Begins with keypack(K) || N, padded and permuted. The caller has checked that both fit.
    pub(super) fn new(backend: Option<Backend>, key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        let backend = backend.unwrap_or_else(|| crypt::backend::<S::Lane>(1));
        let mut state = S::with_backend(backend)?;
        state.add_bytes(0, &[key.len() as u8 + 2])?;
        state.add_bytes(1, key)?;
        state.add_bytes(1 + key.len(), &[1])?;
        state.add_bytes(2 + key.len(), nonce)?;
        state.add_bytes(2 + key.len() + nonce.len(), &[1])?;
        state.add_bytes(S::BYTES - 1, &[0x80])?;
        state.permute(START)?;
        let bulk = if S::TWISTED { S::KetjeLane::step_form(backend, 1) } else { None };
        Ok(Self { state, bulk, position: 0 })
    }

    fn end(&mut self, frame: Frame, rounds: usize) {
        sure(self.state.add_bytes(self.position, &[frame as u8]));
        sure(self.state.add_bytes(Self::BLOCK, &[PADDING_END]));
        sure(self.state.permute(rounds));
        self.position = 0;
    }

    /// Absorbs metadata of the next message, or a piece of it.
    pub(super) fn feed(&mut self, mut metadata: &[u8]) {
        while !metadata.is_empty() {
            if self.position == Self::BLOCK {
                self.end(Frame::Metadata, STEP);
            }
            if let Some(form) = self.bulk.filter(|_| self.position == 0 && metadata.len() > 4 * Self::BLOCK) {
                metadata = self.feed_blocks(form, metadata);
            }
            let (now, rest) = metadata.split_at(metadata.len().min(Self::BLOCK - self.position));
            sure(self.state.add_bytes(self.position, now));
            self.position += now.len();
            metadata = rest;
        }
    }

    /// Absorbs all whole blocks but the last one, and returns the rest, which is not empty. Works on copies, because the form replaces its
    /// input by the output.
    fn feed_blocks<'m>(&mut self, form: &'static dyn StepForm<S::Lane>, mut metadata: &'m [u8]) -> &'m [u8] {
        let mut copy = [0; 1024];
        while metadata.len() > Self::BLOCK {
            let (now, rest) = metadata.split_at(Self::bulk(metadata.len()).min(copy.len()));
            let copy = &mut copy[..now.len()];
            copy.copy_from_slice(now);
            self.state.plain().steps(form, Self::steps_of(Direction::Wrap, Frame::Metadata), copy);
            metadata = rest;
        }
        wipe(&mut copy);
        metadata
    }

    pub(super) fn steps_of(direction: Direction, frame: Frame) -> Steps<S::Lane> {
        Steps { direction, frame: S::Lane::read(&[frame as u8 ^ PADDING_END]) }
    }

    pub(super) fn plain(&mut self) -> &mut State<S::Lane> {
        self.state.plain()
    }

    /// Ends the metadata; the message follows.
    pub(super) fn end_metadata(&mut self) {
        self.end(Frame::LastMetadata, STEP);
    }

    /// Encrypts or decrypts the rest of the message in place; no earlier block was the last.
    pub(super) fn crypt_data(&mut self, direction: Direction, data: &mut [u8]) {
        let (blocks, last) = data.split_at_mut(Self::bulk(data.len()));
        if let Some(form) = self.bulk {
            self.state.plain().steps(form, Self::steps_of(direction, Frame::Plaintext), blocks);
        } else {
            for block in blocks.chunks_exact_mut(Self::BLOCK) {
                self.crypt_block(direction, block);
                self.end(Frame::Plaintext, STEP);
            }
        }
        self.crypt_block(direction, last);
    }

    /// The bytes of a message that are whole blocks, without its last block.
    pub(super) const fn bulk(len: usize) -> usize {
        len.saturating_sub(1) / Self::BLOCK * Self::BLOCK
    }

    fn crypt_block(&mut self, direction: Direction, block: &mut [u8]) {
        for (k, lane) in block.chunks_mut(S::Lane::BYTES).enumerate() {
            let k = if S::TWISTED { 6 * k } else { k };
            self.state.plain().crypt(k, direction, lane);
        }
        self.position = block.len();
    }

    /// Ends the message and writes its tag. The metadata of the next message may follow.
    pub(super) fn tag(&mut self, tag: &mut [u8]) {
        self.end(Frame::LastPlaintext, STRIDE);
        for (i, block) in tag.chunks_mut(Self::BLOCK).enumerate() {
            if i > 0 {
                self.end(Frame::MoreTag, STEP);
            }
            sure(self.state.extract_bytes(0, block));
        }
    }
}

impl<S: KetjeState> Erase for MonkeyWrap<S> {
    fn erase(&mut self) {
        self.state.plain().erase();
    }
}
