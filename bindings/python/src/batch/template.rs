//! A function with its options applied, from which each message of a batch begins.

use super::poll::{Poll, Stopped};
use crate::functions::{Function, Options};
use crate::memory::{Block, Memory, Piece, Segment};
use crate::state::{self, LARGE, exception};
use lanesum::merkle::{Rule, Scheme};
use lanesum::{Algorithm, Error, Hasher, Message, Messages, Strided};
use pyo3::prelude::*;
use std::num::NonZeroU32;
use zeroize::Zeroizing;

/// Bytes of a long message, or of a long digest, between two looks for Ctrl-C.
const PIECE: usize = 1 << 20;
/// Long messages that are hashed side by side: as many as the widest kernel takes.
const SIDE_BY_SIDE: usize = 16;
/// Rows of a range. Their pieces, and short messages that were copied, stay in the first and second cache.
const RANGE: usize = 1024;

/// What is made of a message and what it has beside it.
#[derive(Clone, Copy)]
pub(super) enum Pairs {
    /// The digest of both.
    Prefix,
    /// HMAC, with a key.
    Hmac,
    /// PBKDF2 with a salt, after so many iterations.
    Pbkdf2(NonZeroU32),
}

/// Messages with prefixes.
struct Joined<'a>(&'a [Piece<'a>], &'a [Piece<'a>]);

impl Messages for Joined<'_> {
    fn count(&self) -> usize {
        self.1.len()
    }

    fn message(&self, index: usize) -> Message<'_> {
        Message::prefixed(self.0[index].as_ref(), self.1[index].as_ref())
    }
}

pub(super) struct Template {
    /// The state that each message is appended to.
    start: Hasher,
    /// For the fastest batches, which begin with nothing.
    options: Option<Options>,
    /// Hashes each digest again: the outer hash of HMAC, or the second one of Bitcoin's leaves.
    again: Option<Hasher>,
    pairs: Option<Pairs>,
    /// Whether the output's length is bound into it.
    is_bound: bool,
    pub(super) width: usize,
}

impl Template {
    pub(super) fn new(function: Function, options: &Options, width: usize) -> PyResult<Self> {
        let start = state::begin(function, options)?;
        // A key is absorbed once.
        let options = (!function.0.is_derived()).then(|| options.clone());
        Ok(Self { start, options, again: None, pairs: None, is_bound: !function.0.is_xof(), width })
    }

    /// `TupleHash` as what it is built of: cSHAKE with its name (SP 800-185, section 5.3), of rows that are encoded already.
    pub(super) fn of_tuples(function: Function, options: &Options, width: usize) -> PyResult<Self> {
        let cshakes = [Algorithm::CShake128, Algorithm::CShake256].into_iter();
        let cshake = cshakes.into_iter().find(|cshake| cshake.block_bytes() == function.0.block_bytes());
        let cshake = cshake.ok_or(lanesum::Algorithm::UNKNOWN).map_err(exception)?;
        let start = Hasher::with_options(cshake, options.given().function_name(b"TupleHash")).map_err(exception)?;
        Ok(Self { start, options: None, again: None, pairs: None, is_bound: function.binds_length(), width })
    }

    /// For the leaves of a tree by any rule but SSZ, whose leaves are not hashed.
    pub(super) fn of_leaves(scheme: &Scheme<Hasher>, options: &Options) -> PyResult<Self> {
        let function = Function(scheme.hasher().algorithm());
        let template = Self::new(function, options, scheme.digest_bytes())?;
        match scheme.rule() {
            Rule::Rfc9162 => template.after(&[0]),
            Rule::Bitcoin => template.twice(&[]),
            _ => Ok(template),
        }
    }

    /// HMAC with this key.
    pub(super) fn hmac(function: Function, key: &[u8]) -> PyResult<Self> {
        let mut block = Zeroizing::new(vec![0; function.0.block_bytes()]);
        if key.len() > block.len() {
            function.0.digest(None, key, &mut block[..function.digest_size()]).map_err(exception)?;
        } else {
            block[..key.len()].copy_from_slice(key);
        }
        let masked = |mask: u8| Zeroizing::new(block.iter().map(|byte| byte ^ mask).collect::<Vec<_>>());
        let template = Self::new(function, &Options::default(), function.digest_size())?;
        template.twice(&masked(0x5c))?.after(&masked(0x36))
    }

    /// For messages that have something beside them.
    pub(super) fn of_pairs(mut self, pairs: Pairs) -> Self {
        self.pairs = Some(pairs);
        self
    }

    /// Rows that a thread takes at a time. Of PBKDF2 as many as the widest kernel takes: each takes long.
    pub(super) fn range(&self) -> usize {
        if let Some(Pairs::Pbkdf2(_)) = self.pairs { SIDE_BY_SIDE } else { RANGE }
    }

    /// Rows below which no second thread is begun, and so on.
    pub(super) fn rows_for_a_thread(&self) -> usize {
        if let Some(Pairs::Pbkdf2(_)) = self.pairs { SIDE_BY_SIDE } else { 2 * RANGE }
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

    /// The digests are hashed again, after these bytes. To be called before [`Template::after`].
    pub(super) fn twice(mut self, prefix: &[u8]) -> PyResult<Self> {
        let mut again = self.start.clone();
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
    pub(super) fn many(&self, block: &Block<'_>, out: &mut [u8], poll: &mut Poll<'_>) -> Result<(), Stopped> {
        let (algorithm, messages, others) = (self.start.algorithm(), block.pieces(), block.others());
        match (self.pairs, &self.options) {
            (Some(Pairs::Hmac), _) => return Ok(algorithm.hmac_many_keys(others, messages, out)?),
            (Some(Pairs::Pbkdf2(iterations)), _) => {
                return Ok(algorithm.pbkdf2_many(messages, others, iterations, self.width, out)?);
            }
            _ if self.width > PIECE => return self.each(messages, others, out, poll),
            (Some(Pairs::Prefix), _) => self.start.finalize_many(&Joined(others, messages), self.width, out)?,
            (None, Some(options)) => {
                algorithm.digest_many(options.given_to(Function(algorithm)), messages, out)?;
            }
            (None, None) => self.start.finalize_many(messages, self.width, out)?,
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
    fn each(
        &self,
        messages: &[Piece<'_>],
        prefixes: &[Piece<'_>],
        out: &mut [u8],
        poll: &mut Poll<'_>,
    ) -> Result<(), Stopped> {
        for (index, (message, out)) in messages.iter().zip(out.chunks_exact_mut(self.width)).enumerate() {
            let mut state = self.start.clone();
            if let Some(prefix) = prefixes.get(index) {
                state.try_update(prefix.as_ref())?;
            }
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
    pub(super) fn long(&self, block: &Block<'_>, out: &mut [u8], poll: &mut Poll<'_>) -> Result<(), Stopped> {
        let messages = block.long();
        if let Some(pairs) = self.pairs {
            for (index, message) in messages {
                let (beside, out) = (block.others()[*index].as_ref(), &mut out[index * self.width..][..self.width]);
                self.long_pair(pairs, beside, *message, out, poll)?;
            }
            return Ok(());
        }
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

    fn long_pair(
        &self,
        pairs: Pairs,
        beside: &[u8],
        message: Memory<'_>,
        out: &mut [u8],
        poll: &mut Poll<'_>,
    ) -> Result<(), Stopped> {
        match pairs {
            Pairs::Prefix => {
                let mut state = self.start.clone();
                state.try_update(beside)?;
                in_pieces(message, poll, |piece| state.try_update(piece))?;
                self.finish(&state, out, poll)
            }
            Pairs::Hmac => {
                let keyed = Self::hmac(Function(self.start.algorithm()), beside).map_err(Stopped::Signal)?;
                let mut state = keyed.start.clone();
                in_pieces(message, poll, |piece| state.try_update(piece))?;
                keyed.finish(&state, out, poll)
            }
            Pairs::Pbkdf2(iterations) => {
                // A password is hashed to a key, and used as often as there are blocks of output.
                let mut password = Zeroizing::new(vec![0; message.len()]);
                message.copy_to(0, &mut password);
                let algorithm = self.start.algorithm();
                Ok(algorithm.pbkdf2_many(&[&password[..]], &[beside], iterations, self.width, out)?)
            }
        }
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
