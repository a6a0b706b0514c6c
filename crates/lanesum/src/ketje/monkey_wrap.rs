//! The mode under Ketje (Ketje v2, section 2), over the bytes of a state: one round a block.

use crate::error::sure;
use crate::keccak::crypt::{self, Way};
use crate::keccak::lane::Lane;
use crate::keccak::snp::Snp;
use crate::keccak::states::States;
use crate::keccak::steps::{Steps, block_lanes};
use crate::wipe::{Erase, wipe};
use crate::{Backend, Error};
use lanes::{Done, Element};

/// Rounds after the key and the nonce, after most blocks, and before a tag.
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

/// A state and how far its block has come.
#[derive(Clone)]
pub(super) struct MonkeyWrap<S: Snp> {
    state: S,
    /// Bytes of the unfinished block of metadata, up to all of them.
    position: usize,
}

impl<S: Snp> MonkeyWrap<S> {
    /// ρ in bytes.
    pub(super) const BLOCK: usize = S::Lane::BYTES * block_lanes::<S::Lane>();

    /// keypack(K) || N, padded, and permuted. The caller has checked that it fits.
    pub(super) fn new(backend: Option<Backend>, key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        let mut state = S::with_backend(backend.unwrap_or_else(|| crypt::backend::<S::Lane>(1)))?;
        state.add_bytes(0, &[key.len() as u8 + 2])?;
        state.add_bytes(1, key)?;
        state.add_bytes(1 + key.len(), &[1])?;
        state.add_bytes(2 + key.len(), nonce)?;
        state.add_bytes(2 + key.len() + nonce.len(), &[1])?;
        state.add_bytes(S::BYTES - 1, &[0x80])?;
        state.permute(START)?;
        Ok(Self { state, position: 0 })
    }

    /// Ends the block.
    fn end(&mut self, frame: Frame, rounds: usize) {
        sure(self.state.add_bytes(self.position, &[frame as u8]));
        sure(self.state.add_bytes(Self::BLOCK, &[PADDING_END]));
        sure(self.state.permute(rounds));
        self.position = 0;
    }

    /// Metadata of the next message, or the next piece of it.
    pub(super) fn feed(&mut self, mut metadata: &[u8]) {
        while !metadata.is_empty() {
            if self.position == Self::BLOCK {
                self.end(Frame::Metadata, STEP);
            }
            if self.position == 0 && metadata.len() > 4 * Self::BLOCK && self.has_steps() {
                metadata = self.feed_blocks(metadata);
            }
            let (now, rest) = metadata.split_at(metadata.len().min(Self::BLOCK - self.position));
            sure(self.state.add_bytes(self.position, now));
            self.position += now.len();
            metadata = rest;
        }
    }

    /// All whole blocks that more follow, from copies, since what goes through the states in one go is replaced by what comes out.
    /// Returns what is left, which is not empty.
    fn feed_blocks<'m>(&mut self, mut metadata: &'m [u8]) -> &'m [u8] {
        let mut copy = [0; 1024];
        while metadata.len() > Self::BLOCK {
            let (now, rest) = metadata.split_at(Self::bulk(metadata.len()).min(copy.len()));
            let copy = &mut copy[..now.len()];
            copy.copy_from_slice(now);
            let done = self.steps(Way::Wrap, Frame::Metadata, copy);
            debug_assert!(done == Done::Yes);
            metadata = rest;
        }
        wipe(&mut copy);
        metadata
    }

    /// Whether the backend has a form for many blocks.
    fn has_steps(&mut self) -> bool {
        S::TWISTED && self.steps(Way::Wrap, Frame::Metadata, &mut []) == Done::Yes
    }

    /// Whole blocks that more follow, in one go if the backend has a form for it.
    fn steps(&mut self, way: Way, frame: Frame, data: &mut [u8]) -> Done {
        self.state.plain().steps(Self::steps_of(way, frame), &mut [data])
    }

    pub(super) fn steps_of(way: Way, frame: Frame) -> Steps<S::Lane> {
        Steps { way, frame: S::Lane::read(&[frame as u8 ^ PADDING_END]) }
    }

    /// The state in plain order.
    pub(super) fn plain(&mut self) -> &mut States<S::Lane, 1> {
        self.state.plain()
    }

    /// After it the message may come.
    pub(super) fn end_metadata(&mut self) {
        self.end(Frame::LastMetadata, STEP);
    }

    /// Encrypts or decrypts in place what is left of a message, whose blocks so far more follow.
    pub(super) fn crypt_data(&mut self, way: Way, data: &mut [u8]) {
        let bulk = Self::bulk(data.len());
        let (blocks, last) = data.split_at_mut(bulk);
        if !(S::TWISTED && bulk > 0 && self.steps(way, Frame::Plaintext, blocks) == Done::Yes) {
            for block in blocks.chunks_exact_mut(Self::BLOCK) {
                self.crypt_block(way, block);
                self.end(Frame::Plaintext, STEP);
            }
        }
        self.crypt_block(way, last);
    }

    /// How many bytes of a message are in whole blocks that more follow.
    pub(super) const fn bulk(len: usize) -> usize {
        len.saturating_sub(1) / Self::BLOCK * Self::BLOCK
    }

    fn crypt_block(&mut self, way: Way, block: &mut [u8]) {
        for (k, lane) in block.chunks_mut(S::Lane::BYTES).enumerate() {
            let k = if S::TWISTED { 6 * k } else { k };
            sure(self.state.plain().crypt(0, k, way, lane));
        }
        self.position = block.len();
    }

    /// Ends the message. After it the metadata of the next one may come.
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

impl<S: Snp> Erase for MonkeyWrap<S> {
    fn erase(&mut self) {
        self.state.plain().erase();
    }
}
