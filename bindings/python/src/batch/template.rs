//! A function with its options applied, from which each message of a batch begins.

use super::poll::{Poll, Stopped};
use crate::functions::{Function, Options};
use crate::memory::{Memory, Piece, Segment};
use crate::state::{self, LARGE, exception};
use lanesum::merkle::{Rule, Scheme};
use lanesum::{Algorithm, Error, Hasher, Strided};
use pyo3::prelude::*;
use zeroize::Zeroizing;

/// Bytes of a long message, or of a long digest, between two looks for Ctrl-C.
const PIECE: usize = 1 << 20;
/// Long messages that are hashed side by side: as many as the widest kernel takes.
const SIDE_BY_SIDE: usize = 16;

pub(super) struct Template {
    /// The state that each message is appended to.
    start: Hasher,
    /// For the fastest batches, which begin with nothing.
    options: Option<Options>,
    /// Hashes each digest again: the outer hash of HMAC, or the second one of Bitcoin's leaves.
    again: Option<Hasher>,
    /// Whether the output's length is bound into it.
    is_bound: bool,
    pub(super) width: usize,
}

impl Template {
    pub(super) fn new(function: Function, options: &Options, width: usize) -> PyResult<Self> {
        let start = state::begin(function, options)?;
        // A key is absorbed once.
        let options = (!function.0.is_derived()).then(|| options.clone());
        Ok(Self { start, options, again: None, is_bound: !function.0.is_xof(), width })
    }

    /// `TupleHash` as what it is built of: cSHAKE with its name (SP 800-185, section 5.3), of rows that are encoded already.
    pub(super) fn of_tuples(function: Function, options: &Options, width: usize) -> PyResult<Self> {
        let cshakes = [Algorithm::CShake128, Algorithm::CShake256].into_iter();
        let cshake = cshakes.into_iter().find(|cshake| cshake.block_bytes() == function.0.block_bytes());
        let cshake = cshake.ok_or(lanesum::Algorithm::UNKNOWN).map_err(exception)?;
        let start = Hasher::with_options(cshake, options.given().function_name(b"TupleHash")).map_err(exception)?;
        Ok(Self { start, options: None, again: None, is_bound: function.binds_length(), width })
    }

    /// For the leaves of a tree by any rule but SSZ, whose leaves are not hashed.
    pub(super) fn of_leaves(scheme: &Scheme<Hasher>) -> PyResult<Self> {
        let function = Function(scheme.hasher().algorithm());
        let template = Self::new(function, &Options::default(), scheme.digest_bytes())?;
        match scheme.rule() {
            Rule::Rfc9162 => template.after(&[0]),
            Rule::Bitcoin => template.twice(&[]),
            _ => Ok(template),
        }
    }

    /// Whether batches are the fastest, because they begin with nothing.
    pub(super) fn is_plain(&self) -> bool {
        self.options.is_some()
    }

    /// All messages follow these bytes.
    pub(super) fn after(mut self, prefix: &[u8]) -> PyResult<Self> {
        if !prefix.is_empty() {
            self.start.try_update(prefix).map_err(exception)?;
            self.options = None;
        }
        Ok(self)
    }

    /// The digests are hashed again, after these bytes.
    pub(super) fn twice(mut self, prefix: &[u8]) -> PyResult<Self> {
        let mut again = Hasher::new(self.start.algorithm());
        again.try_update(prefix).map_err(exception)?;
        self.again = Some(again);
        Ok(self)
    }

    /// The bytes that end the encoding of a row: `right_encode` of the output's length in bits.
    pub(super) fn tuple_end(&self) -> Vec<u8> {
        let bits = if self.is_bound { 8 * self.width as u64 } else { 0 };
        let bytes = bits.to_be_bytes();
        let zeroes = (bits.leading_zeros() as usize / 8).min(7);
        let mut end = bytes[zeroes..].to_vec();
        end.push(end.len() as u8);
        end
    }

    /// The digests of messages that are short, one after the other in `out`.
    pub(super) fn many(&self, messages: &[Piece<'_>], out: &mut [u8], poll: &mut Poll<'_>) -> Result<(), Stopped> {
        if self.width > PIECE {
            return self.each(messages, out, poll);
        }
        match &self.options {
            Some(options) => {
                let algorithm = self.start.algorithm();
                algorithm.digest_many(options.given_to(Function(algorithm)), messages, self.width, out)?;
            }
            None => self.start.finalize_many(messages, self.width, out)?,
        }
        self.hash_again(out)
    }

    fn hash_again(&self, out: &mut [u8]) -> Result<(), Stopped> {
        if let Some(again) = &self.again {
            let copy = Zeroizing::new(out.to_vec());
            let digests = Strided::new(&copy, self.width, self.width, copy.len() / self.width)?;
            again.finalize_many(&digests, self.width, out)?;
        }
        Ok(())
    }

    /// One message after the other.
    fn each(&self, messages: &[Piece<'_>], out: &mut [u8], poll: &mut Poll<'_>) -> Result<(), Stopped> {
        for (message, out) in messages.iter().zip(out.chunks_exact_mut(self.width)) {
            let mut state = self.start.clone();
            state.try_update(message.as_ref())?;
            self.finish(&state, out, poll)?;
        }
        Ok(())
    }

    /// Fills `out` with the digest, and looks for Ctrl-C between pieces of a long one.
    fn finish(&self, state: &Hasher, out: &mut [u8], poll: &mut Poll<'_>) -> Result<(), Stopped> {
        let mut reader = state::reader(state, self.is_bound.then_some(self.width))?;
        let mut pieces = out.chunks_mut(PIECE);
        if let Some(first) = pieces.next() {
            reader.read(first)?;
        }
        for piece in pieces {
            poll.now()?;
            reader.read(piece)?;
        }
        self.hash_again(out)
    }

    /// The digests of long rows of several columns, each in its place of `out`.
    pub(super) fn long_rows(
        &self,
        rows: &[(usize, Vec<Segment<'_>>)],
        out: &mut [u8],
        poll: &mut Poll<'_>,
    ) -> Result<(), Stopped> {
        for (index, segments) in rows {
            let mut state = self.start.clone();
            for segment in segments {
                let memory = match segment {
                    Segment::Encoding(bytes) => Memory::of(bytes),
                    Segment::Element(memory) => *memory,
                };
                in_pieces(memory, poll, |piece| state.try_update(piece))?;
            }
            self.finish(&state, &mut out[index * self.width..][..self.width], poll)?;
        }
        Ok(())
    }

    /// The digests of long messages, each in its place of `out`; several side by side where the function can.
    pub(super) fn long(
        &self,
        messages: &[(usize, Memory<'_>)],
        out: &mut [u8],
        poll: &mut Poll<'_>,
    ) -> Result<(), Stopped> {
        if self.start.algorithm().is_derived() {
            for (index, message) in messages {
                let mut state = self.start.clone();
                in_pieces(*message, poll, |piece| state.try_update(piece))?;
                self.finish(&state, &mut out[index * self.width..][..self.width], poll)?;
            }
            return Ok(());
        }
        for group in messages.chunks(SIDE_BY_SIDE) {
            let mut hashers = vec![self.start.clone(); group.len()];
            side_by_side(group, &mut hashers, poll)?;
            for ((index, _), hasher) in group.iter().zip(hashers) {
                self.finish(&hasher, &mut out[index * self.width..][..self.width], poll)?;
            }
        }
        Ok(())
    }
}

/// Hands over the bytes of a long message, and looks for Ctrl-C between.
fn in_pieces(
    message: Memory<'_>,
    poll: &mut Poll<'_>,
    mut take: impl FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Stopped> {
    let mut offset = 0;
    while offset < message.len() {
        let len = PIECE.min(message.len() - offset);
        message.part(offset, len).for_each_piece(LARGE, &mut take)?;
        offset += len;
        poll.now()?;
    }
    Ok(())
}

fn side_by_side(group: &[(usize, Memory<'_>)], hashers: &mut [Hasher], poll: &mut Poll<'_>) -> Result<(), Stopped> {
    if let ([(_, message)], [hasher]) = (group, &mut *hashers) {
        return in_pieces(*message, poll, |piece| hasher.try_update(piece));
    }
    let longest = group.iter().map(|(_, message)| message.len()).max().unwrap_or(0);
    // All pieces of a round together are as long as a single one.
    let piece = (PIECE / group.len()).next_multiple_of(8192);
    let mut copies: Vec<Vec<u8>> =
        group.iter().map(|(_, message)| vec![0; if message.stable().is_some() { 0 } else { piece }]).collect();
    let mut offset = 0;
    while offset < longest {
        let mut pieces = Vec::with_capacity(group.len());
        for (((_, message), hasher), copy) in group.iter().zip(&mut *hashers).zip(&mut copies) {
            let len = piece.min(message.len().saturating_sub(offset));
            if len == 0 {
                continue;
            }
            let bytes = if let Some(bytes) = message.stable() {
                &bytes[offset..offset + len]
            } else {
                message.copy_to(offset, &mut copy[..len]);
                &copy[..len]
            };
            pieces.push((hasher, bytes));
        }
        Hasher::update_many(&mut pieces);
        offset += piece;
        poll.now()?;
    }
    Ok(())
}
