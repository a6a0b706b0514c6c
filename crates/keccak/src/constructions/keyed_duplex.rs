//! The constructions under Ketje and Keyak, without their encodings.

use super::bits;
use crate::permutation::engines::Lane;
use crate::states::snp::Snp;
use crate::states::state::State;
use lanesum_batch::{Backend, Error};

/// The numbers of rounds of a [`MonkeyDuplex`]; Ketje has 12, 1 and 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MonkeyRounds {
    /// Rounds after the key and the nonce.
    pub start: usize,
    /// Rounds after most blocks.
    pub step: usize,
    /// Rounds after some blocks, before a tag.
    pub stride: usize,
}

/// `MonkeyDuplex[f, r, n_start, n_step, n_stride]` ("Permutation-based encryption, authentication and authenticated
/// encryption", 2012; Ketje, section 2): a duplex whose key and nonce fill the whole state at the start, and whose calls
/// then take few rounds, the last ones of the permutation.
///
/// `S` is a [`State`], or a `TwistedState` for Ketje v2. Never use the same key and nonce twice.
#[derive(Clone, Debug)]
pub struct MonkeyDuplex<S: Snp> {
    state: S,
    /// The rate in bits.
    rate: u16,
    rounds: MonkeyRounds,
}

impl<S: Snp> MonkeyDuplex<S> {
    /// A duplex whose state is the first `bits` bits of `initial`, (key and nonce), padded by pad10*1 to the width, and permuted. The rate
    /// is in bits.
    ///
    /// # Errors
    /// [`Error::RateBits`] unless the rate is 3 to b, [`Error::Rounds`] for a number of rounds that the permutation does not have,
    /// [`Error::BlockFull`] for more than b - 2 bits, [`Error::TooFewBytes`] if `initial` has fewer.
    pub fn new(rate: usize, rounds: MonkeyRounds, initial: &[u8], bits: usize) -> Result<Self, Error> {
        Self::start(S::new(), rate, rounds, initial, bits)
    }

    /// As [`MonkeyDuplex::new`], on a backend of your choice.
    ///
    /// # Errors
    /// The errors of [`MonkeyDuplex::new`] and [`Snp::with_backend`].
    pub fn with_backend(
        backend: Backend,
        rate: usize,
        rounds: MonkeyRounds,
        initial: &[u8],
        bits: usize,
    ) -> Result<Self, Error> {
        Self::start(S::with_backend(backend)?, rate, rounds, initial, bits)
    }

    fn start(mut state: S, rate: usize, rounds: MonkeyRounds, initial: &[u8], bits: usize) -> Result<Self, Error> {
        let width = 8 * S::BYTES;
        if !(3..=width).contains(&rate) {
            return Err(Error::RateBits { bits: rate, least: 3, width: width + 1 });
        }
        let numbers = [rounds.start, rounds.step, rounds.stride];
        if let Some(wrong) = numbers.into_iter().find(|n| !(1..=S::ROUNDS).contains(n)) {
            return Err(Error::Rounds(wrong));
        }
        check_input(initial, bits, width - 2)?;
        bits::add_padded(&mut state, width, 0, initial, bits);
        state.permute(rounds.start)?;
        Ok(Self { state, rate: rate as u16, rounds })
    }

    /// The rate in bits.
    #[must_use]
    pub const fn rate(&self) -> usize {
        self.rate as usize
    }

    /// A call with few rounds. It takes the first `bits` bits of `input`, at most r - 2. `out` gets the first bytes of the output, up to
    /// all r bits; bits of `out` after these are 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `input` has fewer bits, [`Error::BlockFull`] for more than r - 2,
    /// [`Error::BlockSpent`] if `out` is longer than a block. The call then changes nothing.
    pub fn step(&mut self, input: &[u8], bits: usize, out: &mut [u8]) -> Result<(), Error> {
        self.call(self.rounds.step, input, bits, out)
    }

    /// As [`MonkeyDuplex::step`], with more rounds.
    ///
    /// # Errors
    /// The errors of [`MonkeyDuplex::step`].
    pub fn stride(&mut self, input: &[u8], bits: usize, out: &mut [u8]) -> Result<(), Error> {
        self.call(self.rounds.stride, input, bits, out)
    }

    fn call(&mut self, rounds: usize, input: &[u8], bits: usize, out: &mut [u8]) -> Result<(), Error> {
        let rate = usize::from(self.rate);
        check_input(input, bits, rate - 2)?;
        if out.len() > rate.div_ceil(8) {
            return Err(Error::BlockSpent { bytes: out.len(), left: rate.div_ceil(8) });
        }
        bits::add_padded(&mut self.state, rate, 0, input, bits);
        self.state.permute(rounds)?;
        bits::outer(&self.state, rate, 0, out);
        Ok(())
    }
}

fn check_input(input: &[u8], bits: usize, room: usize) -> Result<(), Error> {
    if bits > room {
        return Err(Error::BlockFull { bits, room });
    }
    if bits.div_ceil(8) > input.len() {
        return Err(Error::TooFewBytes { bits: bits as u64, bytes: input.len() });
    }
    Ok(())
}

/// How a block enters the outer part of a [`FullStateDuplex`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outer {
    /// The block is added to the outer part.
    Add,
    /// The block replaces the outer part. Decryption needs this, because there the block is the ciphertext.
    Overwrite,
}

/// The full-state keyed duplex (Mennink, Reyhanitabar and Vizár, ASIACRYPT 2015; with the overwriting of Daemen, Mennink and
/// Van Assche, ASIACRYPT 2017, Algorithm 1): a block is added to the whole state, and only the outer part is output.
///
/// There is no padding: the caller must encode each block so that its meaning is clear, as Keyak's Piston does in the last bytes of
/// a block. Rate and positions are in bytes.
#[derive(Clone, Debug)]
pub struct FullStateDuplex<W: Lane = u64> {
    state: State<W>,
    rate: u8,
    rounds: u8,
}

impl<W: Lane> FullStateDuplex<W> {
    /// A duplex whose state begins with `start`, which holds key and nonce; the rest of the state is zero. The first call permutes it.
    ///
    /// # Errors
    /// [`Error::RateBits`] unless the rate is 1 byte to the whole state, [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`],
    /// [`Error::OutOfState`] if `start` is longer than the state.
    pub fn new(rate: usize, rounds: usize, start: &[u8]) -> Result<Self, Error> {
        Self::over(State::new(), rate, rounds, start)
    }

    /// As [`FullStateDuplex::new`], on a backend of your choice.
    ///
    /// # Errors
    /// The errors of [`FullStateDuplex::new`] and [`State::with_backend`].
    pub fn with_backend(backend: Backend, rate: usize, rounds: usize, start: &[u8]) -> Result<Self, Error> {
        Self::over(State::with_backend(backend)?, rate, rounds, start)
    }

    fn over(mut state: State<W>, rate: usize, rounds: usize, start: &[u8]) -> Result<Self, Error> {
        let bytes = State::<W>::BYTES;
        if !(1..=bytes).contains(&rate) {
            return Err(Error::RateBits { bits: rate.saturating_mul(8), least: 8, width: 8 * bytes + 1 });
        }
        if !(1..=W::ROUNDS).contains(&rounds) {
            return Err(Error::Rounds(rounds));
        }
        state.add_bytes(0, start)?;
        Ok(Self { state, rate: rate as u8, rounds: rounds as u8 })
    }

    /// Permutes, copies the first bytes of the outer part to `out`, and takes a block of up to the whole state, from its front on.
    ///
    /// [`Outer::Overwrite`] replaces the whole outer part. If the block is shorter, zeroes replace the rest.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if the block is longer than the state, [`Error::BlockSpent`] if `out` is longer than the outer
    /// part. The call then changes nothing.
    pub fn duplexing(&mut self, outer: Outer, block: &[u8], out: &mut [u8]) -> Result<(), Error> {
        if block.len() > State::<W>::BYTES {
            return Err(Error::OutOfState { start: 0, len: block.len(), size: State::<W>::BYTES });
        }
        self.squeeze(out)?;
        if outer == Outer::Overwrite {
            self.state.overwrite_with_zeroes(self.rate.into())?;
        }
        self.state.add_bytes(0, block)
    }

    /// The first half of [`FullStateDuplex::duplexing`], for a block that depends on the output: permutes, and copies the first bytes of
    /// the outer part to `out`.
    ///
    /// # Errors
    /// [`Error::BlockSpent`] if `out` is longer than the outer part. The call then changes nothing.
    pub fn squeeze(&mut self, out: &mut [u8]) -> Result<(), Error> {
        let left = usize::from(self.rate);
        if out.len() > left {
            return Err(Error::BlockSpent { bytes: out.len(), left });
        }
        self.state.permute(self.rounds.into())?;
        self.state.extract_bytes(0, out)
    }

    /// The second half of [`FullStateDuplex::duplexing`], or a part of it: adds `block` to the bytes of the state from `start` on, or
    /// replaces them.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if these bytes go past the end of the state, or with [`Outer::Overwrite`] past the outer part. The call then
    /// changes nothing.
    pub fn inject(&mut self, outer: Outer, start: usize, block: &[u8]) -> Result<(), Error> {
        match outer {
            Outer::Add => self.state.add_bytes(start, block),
            Outer::Overwrite => {
                let size = usize::from(self.rate);
                if start > size || block.len() > size - start {
                    return Err(Error::OutOfState { start, len: block.len(), size });
                }
                self.state.overwrite_bytes(start, block)
            }
        }
    }

    /// Copies the bytes of the outer part from `start` on to `out` again.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if these bytes go past the outer part.
    pub fn read(&self, start: usize, out: &mut [u8]) -> Result<(), Error> {
        let size = usize::from(self.rate);
        if start > size || out.len() > size - start {
            return Err(Error::OutOfState { start, len: out.len(), size });
        }
        self.state.extract_bytes(start, out)
    }
}

impl<S: Snp> Drop for MonkeyDuplex<S> {
    /// Erases the state in every build, because it holds a key.
    fn drop(&mut self) {
        self.state.plain().erase();
    }
}

impl<W: Lane> Drop for FullStateDuplex<W> {
    /// Erases the state in every build, because it holds a key.
    fn drop(&mut self) {
        self.state.erase();
    }
}

impl<S: Snp> zeroize::ZeroizeOnDrop for MonkeyDuplex<S> {}

impl<W: Lane> zeroize::ZeroizeOnDrop for FullStateDuplex<W> {}
