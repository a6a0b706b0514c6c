//! One Keccak state: [`State`].

use super::bytes::{self, Bytes};
use crate::permutation::engines::{Lane, best_one, one_named};
use crate::permutation::forms::OneForm;
use crate::permutation::rolled;
use crate::permutation::rounds::Rounds;
use core::fmt;
use lanes::Lanes;
use lanesum_batch::wipe::{Erase, wipe};
use lanesum_batch::{Backend, Error};

/// One Keccak state (the `SnP` of the Keccak code package): bytes are added to it and extracted from it, and it is permuted.
///
/// `W` is the lane: `u8`, `u16`, `u32` and `u64` make Keccak-p\[200\], \[400\], \[800\] and \[1600\]. The documentation of
/// `States` also holds for this type: byte order, ranges, errors, and which buffers may overlap. The state is
/// erased on drop if the feature `zeroize` is on.
#[derive(Clone)]
pub struct State<W: Lane = u64> {
    words: [W::Register; 25],
    form: &'static dyn OneForm<W>,
}

impl<W: Lane> State<W> {
    /// Bytes in the state.
    pub const BYTES: usize = 25 * W::BYTES;

    /// A state of zeroes, on the backend that is best for one message on this machine.
    #[must_use]
    pub fn new() -> Self {
        Self::with_form(best_one())
    }

    /// A state of zeroes, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it,
    /// [`Error::NoFormForLane`] if the backend is for other lanes, [`Error::NoForm`] if the backend is for other functions.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        one_named(backend).map(Self::with_form)
    }

    #[inline]
    #[doc(hidden)]
    pub fn with_form(form: &'static dyn OneForm<W>) -> Self {
        Self { words: [W::Register::default(); 25], form }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.form.backend()
    }

    #[inline]
    #[doc(hidden)]
    pub const fn form(&self) -> &'static dyn OneForm<W> {
        self.form
    }

    /// The lanes as registers' words, in the order of FIPS 202.
    #[inline]
    #[doc(hidden)]
    pub const fn words(&self) -> &[W::Register; 25] {
        &self.words
    }

    #[inline]
    #[doc(hidden)]
    pub const fn words_mut(&mut self) -> &mut [W::Register; 25] {
        &mut self.words
    }

    /// Overwrites the state, with or without the feature `zeroize`.
    #[doc(hidden)]
    pub fn erase(&mut self) {
        wipe(&mut self.words);
    }

    /// Sets all bytes to zero.
    pub fn initialize(&mut self) {
        self.words = [W::Register::default(); 25];
    }

    /// Adds (exclusive-or) `data` to the bytes from `start` on.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if `data` goes past the end of the state.
    #[inline]
    pub fn add_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        Bytes::<W>::new(&mut self.words, 0, 1).add(start, data)
    }

    /// Replaces the bytes from `start` on with `data`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if `data` goes past the end of the state.
    pub fn overwrite_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        Bytes::<W>::new(&mut self.words, 0, 1).overwrite(start, data)
    }

    /// Replaces the first `count` bytes with zeroes.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the state has fewer bytes.
    pub fn overwrite_with_zeroes(&mut self, count: usize) -> Result<(), Error> {
        Bytes::<W>::new(&mut self.words, 0, 1).overwrite_with_zeroes(count)
    }

    /// Copies the bytes from `start` on to `out`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the range goes past the end of the state.
    #[inline]
    pub fn extract_bytes(&self, start: usize, out: &mut [u8]) -> Result<(), Error> {
        bytes::extract::<W>(&self.words, 0, 1, start, out)
    }

    /// Writes `input` plus (exclusive-or) the bytes from `start` on to `output`.
    ///
    /// # Errors
    /// [`Error::Length`] if `input` and `output` differ in length, [`Error::OutOfState`] if the range goes past the end of the state.
    pub fn extract_and_add_bytes(&self, start: usize, input: &[u8], output: &mut [u8]) -> Result<(), Error> {
        bytes::extract_and_add::<W>(&self.words, 0, 1, start, input, output)
    }

    /// Applies Keccak-p\[b, `rounds`\]: the last `rounds` rounds of Keccak-f\[b\] (FIPS 202, section 3.3).
    ///
    /// # Errors
    /// [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn permute(&mut self, rounds: usize) -> Result<(), Error> {
        self.permute_rounds(Rounds::new::<W>(rounds)?);
        Ok(())
    }

    #[inline]
    #[doc(hidden)]
    pub fn permute_rounds(&mut self, rounds: Rounds) {
        if rounds.is_odd() {
            odd_round::<W>(&mut self.words, rounds);
        }
        self.permute_pairs(rounds);
    }

    /// Does all rounds; of an odd number, all but the first.
    #[inline]
    fn permute_pairs(&mut self, rounds: Rounds) {
        let pairs = rounds.pairs::<W>();
        if !pairs.is_empty() {
            self.form.permute(&mut self.words, pairs);
        }
    }

    /// Absorbs the full blocks of `data`, each of `lanes` lanes: adds a block to the front of the state, permutes, and continues with the
    /// next block. Returns the number of bytes absorbed; the caller keeps the rest, which is less than a block. If `rounds` is even, the
    /// state stays in registers from the first block to the last.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn absorb_blocks(&mut self, lanes: usize, rounds: usize, data: &[u8]) -> Result<usize, Error> {
        let (rounds, lanes) = check_bulk::<W>(rounds, lanes)?;
        Ok(self.absorb(lanes, rounds, data))
    }

    #[inline]
    #[doc(hidden)]
    pub fn absorb(&mut self, lanes: usize, rounds: Rounds, data: &[u8]) -> usize {
        let blocks = data.len() / (W::BYTES * lanes);
        if rounds.is_odd() {
            self.absorb_block_by_block(lanes, rounds, data);
        } else if blocks > 0 {
            self.form.absorb(&mut self.words, data, lanes, blocks, rounds.pairs::<W>());
        }
        blocks * W::BYTES * lanes
    }

    #[cold]
    fn absorb_block_by_block(&mut self, lanes: usize, rounds: Rounds, data: &[u8]) {
        for block in data.chunks_exact(W::BYTES * lanes) {
            for (word, lane) in self.words.iter_mut().zip(block.chunks_exact(W::BYTES)) {
                *word = word.xor(W::read(lane).expand());
            }
            self.permute_rounds(rounds);
        }
    }

    /// Fills the full blocks of `out`, each of `lanes` lanes: permutes, copies the front of the state to a block, and continues with the
    /// next block. Returns the number of bytes written. The output begins after the first permutation.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn squeeze_blocks(&mut self, lanes: usize, rounds: usize, out: &mut [u8]) -> Result<usize, Error> {
        let (rounds, lanes) = check_bulk::<W>(rounds, lanes)?;
        Ok(self.squeeze(lanes, rounds, out))
    }

    #[doc(hidden)]
    pub fn squeeze(&mut self, lanes: usize, rounds: Rounds, out: &mut [u8]) -> usize {
        let mut blocks = out.chunks_exact_mut(W::BYTES * lanes);
        let mut done = 0;
        for block in &mut blocks {
            self.permute_rounds(rounds);
            for (lane, word) in block.chunks_exact_mut(W::BYTES).zip(&self.words) {
                W::reduce(*word).write(lane);
            }
            done += block.len();
        }
        done
    }
}

/// Does the first of an odd number of rounds, word by word. Hand-scheduled code does pairs of rounds, and no standard function has an odd
/// number.
#[cold]
#[inline(never)]
pub fn odd_round<W: Lane>(words: &mut [W::Register; 25], rounds: Rounds) {
    rolled::rounds(words, &[rounds.first::<W>().expand()]);
}

pub fn check_bulk<W: Lane>(rounds: usize, lanes: usize) -> Result<(Rounds, usize), Error> {
    let rounds = Rounds::new::<W>(rounds)?;
    if (1..=24).contains(&lanes) { Ok((rounds, lanes)) } else { Err(Error::Rate(lanes)) }
}

impl<W: Lane> Default for State<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Lane> fmt::Debug for State<W> {
    /// Prints the backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("backend", &self.backend()).finish_non_exhaustive()
    }
}

impl<W: Lane> Erase for State<W> {
    fn erase(&mut self) {
        Self::erase(self);
    }
}
