use super::constants::Rounds;
use super::engine::Engine;
use super::lane::Lane;
use super::lane::sealed::Sealed as _;
use super::states::States;
use crate::{Backend, Error};
use core::fmt;

/// One opaque state (the `SnP` of the Keccak code package): bytes are added to it, taken out of it, and it is permuted.
///
/// Everything that [`States`] says of one instance holds here: byte order, ranges, errors, what may overlap.
#[derive(Clone)]
pub struct State<W: Lane = u64>(States<W, 1>);

impl<W: Lane> State<W> {
    /// Bytes in the state.
    pub const BYTES: usize = 25 * W::BYTES;

    /// All zeroes, on the backend that is best for one message here.
    pub fn new() -> Self {
        Self(States::new())
    }

    /// All zeroes, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoFormForLane`] where it is for other lanes,
    /// [`Error::NoForm`] where it is for other functions.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        States::with_backend(backend).map(Self)
    }

    pub(crate) const fn with_engine(engine: Engine) -> Self {
        Self(States::with_engine(engine))
    }

    /// The backend in use.
    pub const fn backend(&self) -> Backend {
        self.0.backend()
    }

    pub(crate) const fn engine(&self) -> Engine {
        self.0.engine()
    }

    pub(crate) const fn states(&mut self) -> &mut States<W, 1> {
        &mut self.0
    }

    /// Overwrites the state, whatever the features.
    pub(crate) fn erase(&mut self) {
        self.0.erase();
    }

    /// Sets all bytes to zero.
    pub fn initialize(&mut self) {
        self.0.initialize_all();
    }

    /// Adds (exclusive-or) `data` to the bytes from `start` on.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if it does not fit.
    #[inline]
    pub fn add_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        self.0.add_bytes(0, start, data)
    }

    /// Replaces the bytes from `start` on by `data`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if it does not fit.
    pub fn overwrite_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        self.0.overwrite_bytes(0, start, data)
    }

    /// Replaces the first `count` bytes by zeroes.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if there are fewer.
    pub fn overwrite_with_zeroes(&mut self, count: usize) -> Result<(), Error> {
        self.0.overwrite_with_zeroes(0, count)
    }

    /// Copies the bytes from `start` on to `out`.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if there are fewer.
    #[inline]
    pub fn extract_bytes(&self, start: usize, out: &mut [u8]) -> Result<(), Error> {
        self.0.extract_bytes(0, start, out)
    }

    /// Writes `input` plus (exclusive-or) the bytes from `start` on to `output`.
    ///
    /// # Errors
    /// [`Error::Length`] if the two differ in length, [`Error::OutOfState`] if the state has fewer bytes.
    pub fn extract_and_add_bytes(&self, start: usize, input: &[u8], output: &mut [u8]) -> Result<(), Error> {
        self.0.extract_and_add_bytes(0, start, input, output)
    }

    /// Applies Keccak-p\[b, `rounds`\]: the last `rounds` of those of Keccak-f\[b\] (FIPS 202, section 3.3).
    ///
    /// # Errors
    /// [`Error::Rounds`] unless 1 to [`Lane::ROUNDS`].
    pub fn permute(&mut self, rounds: usize) -> Result<(), Error> {
        self.0.permute_all(rounds)
    }

    #[inline]
    pub(crate) fn permute_rounds(&mut self, rounds: Rounds) {
        self.0.permute_rounds(rounds);
    }

    /// Absorbs the full blocks of `data`, each of `lanes` lanes: adds a block to the front of the state, permutes, and so
    /// on. Returns how many bytes that took; the rest, less than a block, is left to the caller. The state stays in
    /// registers from the first block to the last.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is.
    pub fn absorb_blocks(&mut self, lanes: usize, rounds: usize, data: &[u8]) -> Result<usize, Error> {
        self.0.absorb_blocks_all(lanes, rounds, [data])
    }

    #[inline]
    pub(crate) fn absorb(&mut self, lanes: usize, rounds: Rounds, data: &[u8]) -> usize {
        self.0.absorb(lanes, rounds, [data])
    }

    /// Fills the full blocks of `out`, each of `lanes` lanes: permutes, copies the front of the state, and so on. Returns
    /// how many bytes that were. The contents before the first permutation are not put out.
    ///
    /// # Errors
    /// [`Error::Rate`] unless `lanes` is 1 to 24, [`Error::Rounds`] unless `rounds` is.
    pub fn squeeze_blocks(&mut self, lanes: usize, rounds: usize, out: &mut [u8]) -> Result<usize, Error> {
        self.0.squeeze_blocks_all(lanes, rounds, [out])
    }

    #[inline]
    pub(crate) fn squeeze(&mut self, lanes: usize, rounds: Rounds, out: &mut [u8]) -> usize {
        self.0.squeeze(lanes, rounds, [out])
    }
}

impl State<u64> {
    /// All lanes, as FIPS 202 numbers them.
    pub(crate) fn words(&self) -> [u64; 25] {
        self.0.take(0).map(|word| u64::decode(word, self.engine()))
    }

    /// The inverse of [`State::words`].
    pub(crate) fn set_words(&mut self, words: &[u64; 25]) {
        let engine = self.engine();
        self.0.put(0, &words.map(|word| word.encode(engine)));
    }
}

impl<W: Lane> Default for State<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Lane> fmt::Debug for State<W> {
    /// Prints the backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(feature = "zeroize")]
impl<W: Lane> zeroize::Zeroize for State<W> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<W: Lane> zeroize::ZeroizeOnDrop for State<W> {}
