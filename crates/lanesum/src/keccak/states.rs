use super::constants::Rounds;
use super::engine::{BACKENDS, Engine, Op};
use super::lane::Lane;
use crate::{Backend, Error};
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use lanes::Lanes;

/// `N` opaque states (the `PlSnP` of the Keccak code package), 1, 2, 4 or 8, for lanes of up to 32 bits also 16: bytes are
/// added to one of them or to all, taken out of one or of all, and all are permuted together. `W` is the lane: `u8`, `u16`,
/// `u32` and `u64` make Keccak-p\[200\], \[400\], \[800\] and \[1600\].
///
/// How the lanes are kept is the backend's business; bytes are always in the order of FIPS 202, section B.1, lane
/// (x, y) at byte `W::BYTES * (x + 5 * y)`, little-endian. Positions and lengths of the operations on one state are bytes and
/// may split lanes; those of the operations on all states are lanes.
///
/// Every method fails, changing nothing, where a range goes past the state's bytes or the instance does not exist. Input and
/// output cannot overlap the states, which borrowing guarantees; where a method has an input and an output, they are
/// distinct buffers of one length.
///
/// A backend with narrower registers does half as many states at a time, down to one; a backend with wider ones leaves
/// lanes idle. The states are erased on drop if the feature `zeroize` is on.
#[derive(Clone)]
pub struct States<W: Lane, const N: usize> {
    words: Words<W::Register, N>,
    engine: Engine,
}

/// Word k of state i at `[k][i]`, aligned so that no load of a register crosses a cache line.
#[derive(Clone)]
#[repr(align(64))]
struct Words<W, const N: usize>([[W; N]; 25]);

impl<W: Lane, const N: usize> States<W, N> {
    /// Bytes in each state.
    pub const BYTES: usize = 25 * W::BYTES;

    /// All zeroes, on the backend that is best for `N` messages here.
    pub fn new() -> Self {
        Self::with_engine(W::engine(N))
    }

    /// All zeroes, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoFormForLane`] where it is for other lanes,
    /// [`Error::NoForm`] where it is for other functions.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        if W::ways(backend).is_empty() && BACKENDS.contains(&backend) {
            return Err(Error::NoFormForLane { backend, bits: 8 * W::BYTES });
        }
        Engine::new(backend).map(Self::with_engine)
    }

    pub(crate) const fn with_engine(engine: Engine) -> Self {
        const { assert!(N.is_power_of_two() && N <= W::MAX_WAYS, "1, 2, 4 or 8 states, or 16 of short lanes") };
        // Zero is zero in every stored form.
        Self { words: Words([[W::ZERO; N]; 25]), engine }
    }

    /// The backend in use.
    pub const fn backend(&self) -> Backend {
        self.engine.backend()
    }

    pub(crate) const fn engine(&self) -> Engine {
        self.engine
    }

    /// Word k of state i at `[k][i]`.
    #[inline(always)]
    pub(crate) fn lanes_mut(&mut self) -> &mut [[W::Register; N]; 25] {
        &mut self.words.0
    }

    /// Overwrites the states in a way that is not optimised away, whatever the features.
    pub(crate) fn erase(&mut self) {
        crate::wipe::wipe(self.words.0.as_flattened_mut());
    }

    /// Sets all bytes of all states to zero.
    pub fn initialize_all(&mut self) {
        self.words.0 = [[W::ZERO; N]; 25];
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
    /// [`Error::OutOfState`] if it does not fit, [`Error::NoSuchInstance`].
    #[inline]
    pub fn add_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error> {
        check::<W, N>(instance, start, data.len())?;
        let engine = self.engine;
        if start.is_multiple_of(W::BYTES) {
            // Whole lanes and then less than one: the usual case.
            let mut lanes = data.chunks_exact(W::BYTES);
            let mut words = self.words.0[start / W::BYTES..].iter_mut();
            for (lane, words) in lanes.by_ref().zip(&mut words) {
                words[instance] = words[instance].xor(W::read(lane).encode(engine));
            }
            let rest = lanes.remainder();
            if let (false, Some(words)) = (rest.is_empty(), words.next()) {
                words[instance] = words[instance].xor(W::read(rest).encode(engine));
            }
            return Ok(());
        }
        self.edit(instance, start, data.len(), |word, lane, from| {
            *word = word.xor(place::<W>(lane, &data[from]).encode(engine));
        })
    }

    /// Replaces the bytes of one state from `start` on by `data`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if it does not fit, [`Error::NoSuchInstance`].
    pub fn overwrite_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error> {
        let engine = self.engine;
        self.edit(instance, start, data.len(), |word, lane, from| {
            let new = place::<W>(lane.clone(), &data[from]).encode(engine);
            *word = mask::<W>(lane).encode(engine).andnot(*word).or(new);
        })
    }

    /// Replaces the first `count` bytes of one state by zeroes.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if there are fewer, [`Error::NoSuchInstance`].
    pub fn overwrite_with_zeroes(&mut self, instance: usize, count: usize) -> Result<(), Error> {
        let engine = self.engine;
        self.edit(instance, 0, count, |word, lane, _| *word = mask::<W>(lane).encode(engine).andnot(*word))
    }

    /// Copies the bytes of one state from `start` on to `out`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if there are fewer, [`Error::NoSuchInstance`].
    #[inline]
    pub fn extract_bytes(&self, instance: usize, start: usize, out: &mut [u8]) -> Result<(), Error> {
        check::<W, N>(instance, start, out.len())?;
        if start.is_multiple_of(W::BYTES) {
            let mut lanes = out.chunks_exact_mut(W::BYTES);
            let mut words = self.words.0[start / W::BYTES..].iter();
            for (lane, words) in lanes.by_ref().zip(&mut words) {
                W::decode(words[instance], self.engine).write(lane);
            }
            let rest = lanes.into_remainder();
            if let (false, Some(words)) = (rest.is_empty(), words.next()) {
                W::decode(words[instance], self.engine).write(rest);
            }
            return Ok(());
        }
        self.read(instance, start, out.len(), |bytes, from| out[from].copy_from_slice(bytes))
    }

    /// Writes `input` plus (exclusive-or) the bytes of one state from `start` on to `output`.
    ///
    /// # Errors
    /// [`Error::Length`] if the two differ in length, [`Error::OutOfState`], [`Error::NoSuchInstance`].
    pub fn extract_and_add_bytes(
        &self,
        instance: usize,
        start: usize,
        input: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        if input.len() != output.len() {
            return Err(Error::Length { expected: input.len(), got: output.len() });
        }
        self.read(instance, start, input.len(), |bytes, from| {
            for ((output, input), byte) in output[from.clone()].iter_mut().zip(&input[from]).zip(bytes) {
                *output = input ^ byte;
            }
        })
    }

    /// Adds the first `lanes` lanes of `data[W::BYTES * offset * i..]` to the front of state i, for all i: `offset` is the
    /// distance, in lanes, between the data of two states. With an offset of 0 all get the same.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::Length`] if `data` is too short.
    pub fn add_lanes_all(&mut self, data: &[u8], lanes: usize, offset: usize) -> Result<(), Error> {
        let engine = self.engine;
        let data = Strided::<W>::new(data.len(), lanes, offset, N)?.over(data);
        for (k, words) in self.words.0.iter_mut().enumerate().take(lanes) {
            for (i, word) in words.iter_mut().enumerate() {
                *word = word.xor(data.lane(i, k).encode(engine));
            }
        }
        Ok(())
    }

    /// As [`States::add_lanes_all`], replacing instead of adding.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::Length`] if `data` is too short.
    pub fn overwrite_lanes_all(&mut self, data: &[u8], lanes: usize, offset: usize) -> Result<(), Error> {
        let engine = self.engine;
        let data = Strided::<W>::new(data.len(), lanes, offset, N)?.over(data);
        for (k, words) in self.words.0.iter_mut().enumerate().take(lanes) {
            for (i, word) in words.iter_mut().enumerate() {
                *word = data.lane(i, k).encode(engine);
            }
        }
        Ok(())
    }

    /// Copies the first `lanes` lanes of state i to `out[W::BYTES * offset * i..]`, for all i. Bytes of `out` in between are left
    /// alone; where an offset below `lanes` makes outputs overlap, the later state's are there in the end.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::Length`] if `out` is too short.
    pub fn extract_lanes_all(&self, out: &mut [u8], lanes: usize, offset: usize) -> Result<(), Error> {
        let places = Strided::<W>::new(out.len(), lanes, offset, N)?;
        for i in 0..N {
            for (k, words) in self.words.0.iter().enumerate().take(lanes) {
                W::decode(words[i], self.engine).write(&mut out[places.range(i, k)]);
            }
        }
        Ok(())
    }

    /// As [`States::extract_lanes_all`], but writes `input` plus (exclusive-or) the lanes.
    ///
    /// # Errors
    /// [`Error::OutOfState`] for more than 25 lanes, [`Error::Length`] if `output` is too short or the two differ.
    pub fn extract_and_add_lanes_all(
        &self,
        input: &[u8],
        output: &mut [u8],
        lanes: usize,
        offset: usize,
    ) -> Result<(), Error> {
        if input.len() != output.len() {
            return Err(Error::Length { expected: input.len(), got: output.len() });
        }
        let places = Strided::<W>::new(output.len(), lanes, offset, N)?;
        let input = places.over(input);
        for i in 0..N {
            for (k, words) in self.words.0.iter().enumerate().take(lanes) {
                let lane = input.lane(i, k) ^ W::decode(words[i], self.engine);
                lane.write(&mut output[places.range(i, k)]);
            }
        }
        Ok(())
    }

    /// Applies Keccak-p\[b, `rounds`\] to all states: the last `rounds` of those of Keccak-f\[b\] (FIPS 202, section 3.3).
    ///
    /// # Errors
    /// [`Error::Rounds`] unless 1 to [`Lane::ROUNDS`].
    pub fn permute_all(&mut self, rounds: usize) -> Result<(), Error> {
        let rounds = Rounds::new::<W>(rounds)?;
        self.permute_rounds(rounds);
        Ok(())
    }

    #[inline]
    pub(crate) fn permute_rounds(&mut self, rounds: Rounds) {
        self.engine.apply::<W>(self.words.0.as_flattened_mut(), N, Op::Permute, rounds);
    }

    /// Absorbs full blocks, each of `lanes` lanes, of `data[i]` into state i, for all i: adds a block to the front of each
    /// state, permutes, and so on, as many blocks as the shortest has. Returns how many bytes of each that took. The states
    /// stay in registers from the first block to the last, and the data are transposed on their way in.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is.
    pub fn absorb_blocks_all(&mut self, lanes: usize, rounds: usize, data: [&[u8]; N]) -> Result<usize, Error> {
        let (rounds, lanes) = check_bulk::<W>(rounds, lanes)?;
        Ok(self.absorb(lanes, rounds, data))
    }

    #[inline]
    pub(crate) fn absorb(&mut self, lanes: usize, rounds: Rounds, data: [&[u8]; N]) -> usize {
        self.absorb_ahead(lanes, rounds, data, 0)
    }

    /// As [`States::absorb`], with what is `ahead` bytes further on fetched meanwhile, if that is not 0.
    #[inline]
    pub(crate) fn absorb_ahead(&mut self, lanes: usize, rounds: Rounds, mut data: [&[u8]; N], ahead: usize) -> usize {
        let len = data.iter().map(|row| row.len()).min().unwrap_or(0);
        let whole = len - len % (W::BYTES * lanes);
        if whole > 0 {
            for row in &mut data {
                *row = &row[..whole];
            }
            self.engine.apply::<W>(
                self.words.0.as_flattened_mut(),
                N,
                Op::Absorb { rows: &data, lanes, ahead },
                rounds,
            );
        }
        whole
    }

    /// Fills full blocks, each of `lanes` lanes, of `out[i]` from state i, for all i: permutes, copies the front of each
    /// state, and so on, as many blocks as the shortest has room for. Returns how many bytes of each that were. The
    /// contents before the first permutation are not put out.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is.
    pub fn squeeze_blocks_all(&mut self, lanes: usize, rounds: usize, out: [&mut [u8]; N]) -> Result<usize, Error> {
        let (rounds, lanes) = check_bulk::<W>(rounds, lanes)?;
        Ok(self.squeeze(lanes, rounds, out))
    }

    #[inline]
    pub(crate) fn squeeze(&mut self, lanes: usize, rounds: Rounds, out: [&mut [u8]; N]) -> usize {
        let len = out.iter().map(|row| row.len()).min().unwrap_or(0);
        let whole = len - len % (W::BYTES * lanes);
        if whole > 0 {
            let mut rows = out.map(|row| &mut row[..whole]);
            let op = Op::Squeeze { rows: &mut rows, lanes };
            self.engine.apply::<W>(self.words.0.as_flattened_mut(), N, op, rounds);
        }
        whole
    }

    /// The words of one state as they are stored.
    pub(crate) fn take(&self, instance: usize) -> [W::Register; 25] {
        self.words.0.map(|words| words[instance])
    }

    /// Sets one state to zero.
    #[inline]
    pub(crate) fn clear(&mut self, instance: usize) {
        for states in &mut self.words.0 {
            states[instance] = W::ZERO;
        }
    }

    /// Sets one state to words as they are stored.
    pub(crate) fn put(&mut self, instance: usize, words: &[W::Register; 25]) {
        for (states, word) in self.words.0.iter_mut().zip(words) {
            states[instance] = *word;
        }
    }

    /// Calls `f` with each word that the range touches, the bytes of it that are meant, and where in the range they lie.
    #[inline]
    fn edit(
        &mut self,
        instance: usize,
        start: usize,
        len: usize,
        mut f: impl FnMut(&mut W::Register, Range<usize>, Range<usize>),
    ) -> Result<(), Error> {
        check::<W, N>(instance, start, len)?;
        let mut done = 0;
        while done < len {
            let at = start + done;
            let count = (W::BYTES - at % W::BYTES).min(len - done);
            let from = at % W::BYTES;
            f(&mut self.words.0[at / W::BYTES][instance], from..from + count, done..done + count);
            done += count;
        }
        Ok(())
    }

    /// Calls `f` with the bytes of each lane that the range touches and where in the range they lie.
    #[inline]
    fn read(
        &self,
        instance: usize,
        start: usize,
        len: usize,
        mut f: impl FnMut(&[u8], Range<usize>),
    ) -> Result<(), Error> {
        check::<W, N>(instance, start, len)?;
        let mut done = 0;
        while done < len {
            let at = start + done;
            let count = (W::BYTES - at % W::BYTES).min(len - done);
            let mut lane = [0; 8];
            W::decode(self.words.0[at / W::BYTES][instance], self.engine).write(&mut lane);
            let from = at % W::BYTES;
            f(&lane[from..from + count], done..done + count);
            done += count;
        }
        Ok(())
    }
}

/// Where lane k of instance i lies in a buffer: checked once, then arithmetic.
#[derive(Clone, Copy)]
struct Strided<W> {
    offset: usize,
    lane: PhantomData<W>,
}

impl<W: Lane> Strided<W> {
    fn new(len: usize, lanes: usize, offset: usize, ways: usize) -> Result<Self, Error> {
        if lanes > 25 {
            return Err(Error::OutOfState { start: 0, len: lanes.saturating_mul(W::BYTES), size: 25 * W::BYTES });
        }
        let expected = offset.saturating_mul(ways - 1).saturating_add(lanes).saturating_mul(W::BYTES);
        let strided = Self { offset, lane: PhantomData };
        if lanes > 0 && len < expected { Err(Error::Length { expected, got: len }) } else { Ok(strided) }
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
    places: Strided<W>,
    data: &'a [u8],
}

impl<W: Lane> StridedData<'_, W> {
    fn lane(&self, i: usize, k: usize) -> W {
        W::read(&self.data[self.places.range(i, k)])
    }
}

fn check_bulk<W: Lane>(rounds: usize, lanes: usize) -> Result<(Rounds, usize), Error> {
    let rounds = Rounds::new::<W>(rounds)?;
    if (1..=24).contains(&lanes) { Ok((rounds, lanes)) } else { Err(Error::Rate(lanes)) }
}

#[inline]
pub(super) fn check<W: Lane, const N: usize>(instance: usize, start: usize, len: usize) -> Result<(), Error> {
    let size = 25 * W::BYTES;
    if instance >= N {
        return Err(Error::NoSuchInstance { index: instance, ways: N });
    }
    if start <= size && len <= size - start { Ok(()) } else { Err(Error::OutOfState { start, len, size }) }
}

/// `bytes` as the bytes `at` of a lane, the others zero.
#[inline]
fn place<W: Lane>(at: Range<usize>, bytes: &[u8]) -> W {
    let mut lane = [0; 8];
    lane[at].copy_from_slice(bytes);
    W::read(&lane)
}

/// Ones in the bytes `at` of a lane.
fn mask<W: Lane>(at: Range<usize>) -> W {
    let mut lane = [0; 8];
    lane[at].fill(0xff);
    W::read(&lane)
}

impl<W: Lane, const N: usize> crate::wipe::Erase for States<W, N> {
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
        f.debug_struct("States").field("ways", &N).field("backend", &self.engine.backend()).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<W: Lane, const N: usize> zeroize::Zeroize for States<W, N> {
    fn zeroize(&mut self) {
        self.initialize_all();
        zeroize::optimization_barrier(&self.words);
    }
}

#[cfg(feature = "zeroize")]
impl<W: Lane, const N: usize> zeroize::ZeroizeOnDrop for States<W, N> {}

#[cfg(feature = "zeroize")]
impl<W: Lane, const N: usize> Drop for States<W, N> {
    fn drop(&mut self) {
        self.words.0 = [[W::ZERO; N]; 25];
        zeroize::optimization_barrier(&self.words.0);
    }
}
