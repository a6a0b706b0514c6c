//! Several Keccak states that are permuted together: [`States`].

use super::bytes::{self, Bytes};
use super::interleaved::{absorb, feed_back, permute, squeeze};
use super::state::check_bulk;
use crate::permutation::engines::{InStep, Lane, Task};
use crate::permutation::forms::{Blocks, Wide};
use crate::permutation::rounds::Rounds;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use lanes::Lanes;
use lanesum_batch::wipe::{Erase, wipe};
use lanesum_batch::{Backend, Error};

/// `N` Keccak states that are permuted together (the `PlSnP` of the Keccak code package).
///
/// Bytes are added to one of them or to all, and extracted from one or from all. `N` is 1, 2, 4 or 8, and for lanes of up to 32 bits also 16.
/// `W` is the lane: `u8`, `u16`, `u32` and `u64` make Keccak-p\[200\], \[400\], \[800\] and \[1600\].
///
/// The backend decides how the lanes lie in memory. For the caller, bytes are always in the order of FIPS 202, section B.1: lane
/// (x, y) is at byte `W::BYTES * (x + 5 * y)`, little-endian. Operations on one state count positions and lengths in bytes, and may
/// split lanes. Operations on all states count in lanes.
///
/// If a range goes past the end of a state, or the instance does not exist, every method fails and changes nothing. Borrowing
/// guarantees that input and output do not overlap the states. If a method has an input and an output, they are
/// separate buffers of one length.
///
/// A backend with narrower registers permutes some of the states at a time, down to one. A backend with wider registers leaves
/// slots idle. The states are erased on drop if the feature `zeroize` is on.
#[derive(Clone)]
pub struct States<W: Lane, const N: usize> {
    /// Lane k of state i is at `[k][i]`.
    words: Wide<[[W::Register; N]; 25]>,
    in_step: InStep<W>,
}

impl<W: Lane, const N: usize> States<W, N> {
    /// Bytes in each state.
    pub const BYTES: usize = 25 * W::BYTES;

    /// States of zeroes, on the backend that is best for permuting `N` states on this machine, one call for each permutation.
    #[must_use]
    pub fn new() -> Self {
        Self::with_forms(InStep::best(N, Task::Permuting))
    }

    /// States of zeroes, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it,
    /// [`Error::NoFormForLane`] if the backend is for other lanes, [`Error::NoForm`] if the backend is for other functions.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        InStep::named(backend, N).map(Self::with_forms)
    }

    #[doc(hidden)]
    pub fn with_forms(in_step: InStep<W>) -> Self {
        const {
            assert!(
                N.is_power_of_two() && N <= W::WIDEST,
                "there are 1, 2, 4 or 8 states in step, or 16 of short lanes"
            );
        }
        Self { words: Wide([[W::Register::default(); N]; 25]), in_step }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.in_step.backend()
    }

    /// Lane k of state i is at `[k][i]`, as a register's word.
    #[inline(always)]
    #[doc(hidden)]
    pub fn lanes_mut(&mut self) -> &mut [[W::Register; N]; 25] {
        &mut self.words.0
    }

    /// Overwrites the states, with or without the feature `zeroize`.
    #[doc(hidden)]
    pub fn erase(&mut self) {
        wipe(self.words.0.as_flattened_mut());
    }

    /// The bytes of one state.
    #[inline(always)]
    fn bytes(&mut self, instance: usize) -> Result<Bytes<'_, W>, Error> {
        check::<N>(instance)?;
        Ok(Bytes::new(self.words.0.as_flattened_mut(), instance, N))
    }

    /// Sets all bytes of all states to zero.
    pub fn initialize_all(&mut self) {
        self.words.0 = [[W::Register::default(); N]; 25];
    }

    /// Sets all bytes of one state to zero.
    ///
    /// # Errors
    /// [`Error::NoSuchInstance`].
    pub fn initialize(&mut self, instance: usize) -> Result<(), Error> {
        self.overwrite_with_zeroes(instance, Self::BYTES)
    }

    /// Adds (exclusive-or) `data` to the bytes of one state from `start` on.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if `data` goes past the end of the state, [`Error::NoSuchInstance`].
    #[inline]
    pub fn add_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error> {
        self.bytes(instance)?.add(start, data)
    }

    /// Replaces the bytes of one state from `start` on with `data`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if `data` goes past the end of the state, [`Error::NoSuchInstance`].
    pub fn overwrite_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error> {
        self.bytes(instance)?.overwrite(start, data)
    }

    /// Replaces the first `count` bytes of one state with zeroes.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the state has fewer bytes, [`Error::NoSuchInstance`].
    pub fn overwrite_with_zeroes(&mut self, instance: usize, count: usize) -> Result<(), Error> {
        self.bytes(instance)?.overwrite_with_zeroes(count)
    }

    /// Copies the bytes of one state from `start` on to `out`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the range goes past the end of the state, [`Error::NoSuchInstance`].
    #[inline]
    pub fn extract_bytes(&self, instance: usize, start: usize, out: &mut [u8]) -> Result<(), Error> {
        check::<N>(instance)?;
        bytes::extract::<W>(self.words.0.as_flattened(), instance, N, start, out)
    }

    /// Writes `input` plus (exclusive-or) the bytes of one state from `start` on to `output`.
    ///
    /// # Errors
    /// [`Error::Length`] if `input` and `output` differ in length, [`Error::OutOfState`], [`Error::NoSuchInstance`].
    pub fn extract_and_add_bytes(
        &self,
        instance: usize,
        start: usize,
        input: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        check::<N>(instance)?;
        bytes::extract_and_add::<W>(self.words.0.as_flattened(), instance, N, start, input, output)
    }

    /// Adds the first `lanes` lanes of `data[W::BYTES * offset * i..]` to the front of state i, for all i. `offset` is the
    /// distance, in lanes, between the data of two states. With an offset of 0 all states get the same data.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::TooShort`] if `data` is too short.
    pub fn add_lanes_all(&mut self, data: &[u8], lanes: usize, offset: usize) -> Result<(), Error> {
        let data = LanePlaces::<W>::new("data", data.len(), lanes, offset, N)?.over(data);
        for (k, words) in self.words.0.iter_mut().enumerate().take(lanes) {
            for (i, word) in words.iter_mut().enumerate() {
                *word = word.xor(data.lane(i, k).expand());
            }
        }
        Ok(())
    }

    /// As [`States::add_lanes_all`], replacing instead of adding.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::TooShort`] if `data` is too short.
    pub fn overwrite_lanes_all(&mut self, data: &[u8], lanes: usize, offset: usize) -> Result<(), Error> {
        let data = LanePlaces::<W>::new("data", data.len(), lanes, offset, N)?.over(data);
        for (k, words) in self.words.0.iter_mut().enumerate().take(lanes) {
            for (i, word) in words.iter_mut().enumerate() {
                *word = data.lane(i, k).expand();
            }
        }
        Ok(())
    }

    /// Copies the first `lanes` lanes of state i to `out[W::BYTES * offset * i..]`, for all i. Bytes of `out` between two outputs stay as
    /// they are. If `offset` is less than `lanes`, the outputs overlap, and the later state overwrites the earlier one.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::TooShort`] if `out` is too short.
    pub fn extract_lanes_all(&self, out: &mut [u8], lanes: usize, offset: usize) -> Result<(), Error> {
        let places = LanePlaces::<W>::new("out", out.len(), lanes, offset, N)?;
        for i in 0..N {
            for (k, words) in self.words.0.iter().enumerate().take(lanes) {
                W::reduce(words[i]).write(&mut out[places.range(i, k)]);
            }
        }
        Ok(())
    }

    /// As [`States::extract_lanes_all`], but writes `input` plus (exclusive-or) the lanes.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::TooShort`] if `output` is too short, [`Error::Length`] if `input` and
    /// `output` differ in length.
    pub fn extract_and_add_lanes_all(
        &self,
        input: &[u8],
        output: &mut [u8],
        lanes: usize,
        offset: usize,
    ) -> Result<(), Error> {
        if input.len() != output.len() {
            return Err(Error::Length { argument: "output", expected: input.len(), got: output.len() });
        }
        let places = LanePlaces::<W>::new("output", output.len(), lanes, offset, N)?;
        let input = places.over(input);
        for i in 0..N {
            for (k, words) in self.words.0.iter().enumerate().take(lanes) {
                let lane = input.lane(i, k) ^ W::reduce(words[i]);
                lane.write(&mut output[places.range(i, k)]);
            }
        }
        Ok(())
    }

    /// Applies Keccak-p\[b, `rounds`\] to all states: the last `rounds` rounds of Keccak-f\[b\] (FIPS 202, section 3.3).
    ///
    /// # Errors
    /// [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn permute_all(&mut self, rounds: usize) -> Result<(), Error> {
        let rounds = Rounds::new::<W>(rounds)?;
        self.permute_rounds(rounds);
        Ok(())
    }

    #[inline]
    #[doc(hidden)]
    pub fn permute_rounds(&mut self, rounds: Rounds) {
        permute(self.in_step, self.words.0.as_flattened_mut(), N, rounds);
    }

    /// Lane `k` of all states. Element i of the array is the lane of state i.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if there is no such lane.
    #[inline]
    pub fn lane_all(&self, k: usize) -> Result<[W; N], Error> {
        let lane = self.words.0.get(k).ok_or_else(|| out_of_state::<W>(k, 1))?;
        Ok(lane.map(W::reduce))
    }

    /// Replaces lane `k` of each state i with `lane[i]`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if there is no such lane.
    #[inline]
    pub fn set_lane_all(&mut self, k: usize, lane: &[W; N]) -> Result<(), Error> {
        let words = self.words.0.get_mut(k).ok_or_else(|| out_of_state::<W>(k, 1))?;
        *words = lane.map(W::expand);
        Ok(())
    }

    /// Applies Keccak-p\[b, `rounds`\] to a copy of all states. In each state, the first `lanes` lanes of the result then replace the lanes
    /// from `at` on; the other lanes stay as they are.
    ///
    /// This is for chains of hashes. If each state is a padded message of one block, the digest replaces a part of the message, and
    /// the next call hashes the new message. No other copy is needed.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the lanes go past the state's end, [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    #[inline]
    pub fn feed_back_all(&mut self, rounds: usize, lanes: usize, at: usize) -> Result<(), Error> {
        let rounds = Rounds::new::<W>(rounds)?;
        if at > 25 || lanes > 25 - at {
            return Err(out_of_state::<W>(at, lanes));
        }
        feed_back(self.in_step, self.words.0.as_flattened_mut(), N, rounds, lanes, at);
        Ok(())
    }

    /// Absorbs full blocks, each of `lanes` lanes, of `data[i]` into state i, for all i: adds a block to the front of each state, permutes,
    /// and continues with the next block. The shortest of `data` decides the number of blocks. Returns the number of bytes absorbed into
    /// each state. The states stay in registers from the first block to the last, and the data are transposed on their way in.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn absorb_blocks_all(&mut self, lanes: usize, rounds: usize, data: [&[u8]; N]) -> Result<usize, Error> {
        let (rounds, lanes) = check_bulk::<W>(rounds, lanes)?;
        Ok(self.absorb(lanes, rounds, data))
    }

    #[inline]
    #[doc(hidden)]
    pub fn absorb(&mut self, lanes: usize, rounds: Rounds, mut data: [&[u8]; N]) -> usize {
        let len = data.iter().map(|row| row.len()).min().unwrap_or(0);
        let block = W::BYTES * lanes;
        for row in &mut data {
            *row = &row[..len - len % block];
        }
        let of = Blocks { lanes, count: len / block, ahead: 0, theta: self.in_step.theta };
        absorb(self.in_step, self.words.0.as_flattened_mut(), N, &data, of, rounds);
        of.count * block
    }

    /// Fills full blocks, each of `lanes` lanes, of `out[i]` from state i, for all i: permutes, copies the front of each state to a block,
    /// and continues with the next block. The shortest of `out` decides the number of blocks. Returns the number of bytes written from each
    /// state. The output begins after the first permutation.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn squeeze_blocks_all(&mut self, lanes: usize, rounds: usize, out: [&mut [u8]; N]) -> Result<usize, Error> {
        let (rounds, lanes) = check_bulk::<W>(rounds, lanes)?;
        Ok(self.squeeze(lanes, rounds, out))
    }

    #[inline]
    #[doc(hidden)]
    pub fn squeeze(&mut self, lanes: usize, rounds: Rounds, out: [&mut [u8]; N]) -> usize {
        let len = out.iter().map(|row| row.len()).min().unwrap_or(0);
        let block = W::BYTES * lanes;
        let mut rows = out.map(|row| &mut row[..len - len % block]);
        let of = Blocks { lanes, count: len / block, ahead: 0, theta: self.in_step.theta };
        squeeze(self.in_step, self.words.0.as_flattened_mut(), N, &mut rows, of, rounds);
        of.count * block
    }

    /// The lanes of one state, as registers' words.
    #[doc(hidden)]
    pub fn take(&self, instance: usize) -> [W::Register; 25] {
        self.words.0.map(|words| words[instance])
    }

    /// Sets the lanes of one state.
    #[doc(hidden)]
    pub fn put(&mut self, instance: usize, words: &[W::Register; 25]) {
        for (states, word) in self.words.0.iter_mut().zip(words) {
            states[instance] = *word;
        }
    }
}

#[cold]
fn out_of_state<W: Lane>(at: usize, lanes: usize) -> Error {
    let bytes = |lanes: usize| lanes.saturating_mul(W::BYTES);
    Error::OutOfState { start: bytes(at), len: bytes(lanes), size: bytes(25) }
}

/// The position of lane k of instance i in a buffer, whose length is checked once.
#[derive(Clone, Copy)]
struct LanePlaces<W> {
    offset: usize,
    lane: PhantomData<W>,
}

impl<W: Lane> LanePlaces<W> {
    fn new(argument: &'static str, len: usize, lanes: usize, offset: usize, count: usize) -> Result<Self, Error> {
        if lanes > 25 {
            return Err(Error::OutOfState { start: 0, len: lanes.saturating_mul(W::BYTES), size: 25 * W::BYTES });
        }
        let least = offset.saturating_mul(count - 1).saturating_add(lanes).saturating_mul(W::BYTES);
        let strided = Self { offset, lane: PhantomData };
        if lanes > 0 && len < least { Err(Error::TooShort { argument, least, got: len }) } else { Ok(strided) }
    }

    fn range(self, i: usize, k: usize) -> Range<usize> {
        let at = W::BYTES * (self.offset * i + k);
        at..at + W::BYTES
    }

    fn over(self, data: &[u8]) -> StridedData<'_, W> {
        StridedData { places: self, data }
    }
}

struct StridedData<'a, W> {
    places: LanePlaces<W>,
    data: &'a [u8],
}

impl<W: Lane> StridedData<'_, W> {
    fn lane(&self, i: usize, k: usize) -> W {
        W::read(&self.data[self.places.range(i, k)])
    }
}

#[inline]
pub fn check<const N: usize>(instance: usize) -> Result<(), Error> {
    if instance < N { Ok(()) } else { Err(Error::NoSuchInstance { index: instance, count: N }) }
}

impl<W: Lane, const N: usize> Erase for States<W, N> {
    fn erase(&mut self) {
        Self::erase(self);
    }
}

impl<W: Lane, const N: usize> Default for States<W, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Lane, const N: usize> fmt::Debug for States<W, N> {
    /// Prints the backend only: the states may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States").field("count", &N).field("backend", &self.backend()).finish_non_exhaustive()
    }
}
