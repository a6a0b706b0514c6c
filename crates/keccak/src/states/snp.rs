//! The trait [`Snp`]: one Keccak state of any width, for the modes that are written over it.

use super::state::State;
use crate::permutation::engines::Lane;
use core::fmt;
use lanes::sealed::Sealed;
use lanesum_batch::{Backend, Error};

/// One state of any width and its permutation (the `SnP` of the Keccak code package). A mode such as
/// `MonkeyDuplex` works on any type with this trait, however its bytes are addressed.
///
/// The methods are those of [`State`], with the same errors.
pub trait Snp: Clone + fmt::Debug + Sealed {
    /// Bytes in the state.
    const BYTES: usize;
    /// The greatest number of rounds.
    const ROUNDS: usize;
    /// A state of zeroes, on the backend that is best for one state on this machine.
    fn new() -> Self;
    /// A state of zeroes, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`], [`Error::OnlyInPapers`], [`Error::NoFormForLane`], [`Error::NoForm`].
    fn with_backend(backend: Backend) -> Result<Self, Error>;
    /// As [`State::add_bytes`].
    ///
    /// # Errors
    /// [`Error::OutOfState`] if `data` goes past the end of the state.
    fn add_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error>;
    /// As [`State::overwrite_bytes`].
    ///
    /// # Errors
    /// [`Error::OutOfState`] if `data` goes past the end of the state.
    fn overwrite_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error>;
    /// As [`State::extract_bytes`].
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the range goes past the end of the state.
    fn extract_bytes(&self, start: usize, out: &mut [u8]) -> Result<(), Error>;
    /// As [`State::permute`].
    ///
    /// # Errors
    /// [`Error::Rounds`] unless `rounds` is 1 to [`Snp::ROUNDS`].
    fn permute(&mut self, rounds: usize) -> Result<(), Error>;

    /// The lanes of the state.
    #[doc(hidden)]
    type Lane: Lane;
    /// Whether bytes are addressed as in the twisted state.
    #[doc(hidden)]
    const TWISTED: bool;
    /// The state in plain order.
    #[doc(hidden)]
    fn plain(&mut self) -> &mut State<Self::Lane>;
}

impl<W: Lane> Sealed for State<W> {}

impl<W: Lane> Snp for State<W> {
    type Lane = W;
    const TWISTED: bool = false;
    fn plain(&mut self) -> &mut Self {
        self
    }
    const BYTES: usize = State::<W>::BYTES;
    const ROUNDS: usize = W::ROUNDS;
    fn new() -> Self {
        State::new()
    }
    fn with_backend(backend: Backend) -> Result<Self, Error> {
        State::with_backend(backend)
    }
    #[inline]
    fn add_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        self.add_bytes(start, data)
    }
    #[inline]
    fn overwrite_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        self.overwrite_bytes(start, data)
    }
    #[inline]
    fn extract_bytes(&self, start: usize, out: &mut [u8]) -> Result<(), Error> {
        self.extract_bytes(start, out)
    }
    #[inline]
    fn permute(&mut self, rounds: usize) -> Result<(), Error> {
        self.permute(rounds)
    }
}

/// One state under the twisted permutation of Ketje v2, `Keccak-p*[b, n] = π ∘ Keccak-p[b, n] ∘ π⁻¹` (Ketje v2, section 2):
/// only the addresses of the bytes differ from those of [`State`]. This also holds over several permutations, because π and π⁻¹
/// between two of them cancel. So this state costs no more than [`State`].
#[derive(Clone)]
pub struct TwistedState<W: Lane = u64>(pub(crate) State<W>);

/// The cell of the twisted state's lane k in the plain state: π moves lane (x, y) to (y, 2x + 3y) (FIPS 202, section 3.2.3), so lane (x',
/// y') comes from (x' + 3y', x').
const fn below(k: usize) -> usize {
    let (x, y) = (k % 5, k / 5);
    (x + 3 * y) % 5 + 5 * x
}

impl<W: Lane> TwistedState<W> {
    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.0.backend()
    }

    /// Calls `f` for each lane that the range touches, with the plain state, the lane's bytes in that state, and their range in the data.
    fn each<S>(
        mut state: S,
        start: usize,
        len: usize,
        mut f: impl FnMut(&mut S, usize, core::ops::Range<usize>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let size = Self::BYTES;
        if start > size || len > size - start {
            return Err(Error::OutOfState { start, len, size });
        }
        let mut done = 0;
        while done < len {
            let at = start + done;
            let count = (W::BYTES - at % W::BYTES).min(len - done);
            f(&mut state, below(at / W::BYTES) * W::BYTES + at % W::BYTES, done..done + count)?;
            done += count;
        }
        Ok(())
    }
}

impl<W: Lane> Sealed for TwistedState<W> {}

impl<W: Lane> Snp for TwistedState<W> {
    type Lane = W;
    const TWISTED: bool = true;
    fn plain(&mut self) -> &mut State<W> {
        &mut self.0
    }
    const BYTES: usize = State::<W>::BYTES;
    const ROUNDS: usize = W::ROUNDS;
    fn new() -> Self {
        Self(State::new())
    }
    fn with_backend(backend: Backend) -> Result<Self, Error> {
        State::with_backend(backend).map(Self)
    }
    fn add_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        Self::each(&mut self.0, start, data.len(), |state, at, part| state.add_bytes(at, &data[part]))
    }
    fn overwrite_bytes(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        Self::each(&mut self.0, start, data.len(), |state, at, part| state.overwrite_bytes(at, &data[part]))
    }
    fn extract_bytes(&self, start: usize, out: &mut [u8]) -> Result<(), Error> {
        Self::each(&self.0, start, out.len(), |state, at, part| state.extract_bytes(at, &mut out[part]))
    }
    #[inline]
    fn permute(&mut self, rounds: usize) -> Result<(), Error> {
        self.0.permute(rounds)
    }
}

impl<W: Lane> Default for TwistedState<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Lane> fmt::Debug for TwistedState<W> {
    /// Prints the backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TwistedState").field(&self.0).finish()
    }
}
