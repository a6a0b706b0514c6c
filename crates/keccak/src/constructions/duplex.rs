//! The duplex construction: [`Duplex`], which takes and gives one block in each call.

use super::bits;
use super::keccak_sponge::check_rate;
use crate::permutation::engines::Lane;
use crate::permutation::rounds::Rounds;
use crate::states::state::State;
use lanesum_batch::{Backend, Error};

/// The duplex over Keccak-f: each call takes up to r - 2 bits and returns up to r, and depends on all earlier calls.
///
/// That is DUPLEX\[Keccak-f\[r + c\], pad10*1, r\] (Bertoni and others, "Duplexing the sponge", section 3; the duplex of the Keccak code
/// package).
///
/// `W` gives the width b = r + c. [`Duplex::feed`] takes the input of a call in pieces, and [`Duplex::read`] returns its output in
/// pieces. A call that fails changes nothing.
#[derive(Clone, Debug)]
pub struct Duplex<W: Lane = u64> {
    state: State<W>,
    rounds: Rounds,
    /// The rate in bits.
    rate: u16,
    /// The number of bytes fed for the next call.
    fed: u8,
    /// The number of bytes of the last output that have been read.
    read: u8,
}

impl<W: Lane> Duplex<W> {
    /// A duplex over all rounds, on the backend that is best for one state here; the rate is in bits.
    ///
    /// # Errors
    /// [`Error::RateBits`] unless the rate is 3 to b - 1.
    pub fn new(rate: usize) -> Result<Self, Error> {
        Self::over(State::new(), rate, W::ROUNDS)
    }

    /// A duplex over Keccak-p\[b, `rounds`\], on a backend of your choice.
    ///
    /// # Errors
    /// The errors of [`Duplex::new`] and [`State::with_backend`]; [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn with_backend(backend: Backend, rate: usize, rounds: usize) -> Result<Self, Error> {
        Self::over(State::with_backend(backend)?, rate, rounds)
    }

    fn over(state: State<W>, rate: usize, rounds: usize) -> Result<Self, Error> {
        Ok(Self::sound(state, check_rate::<W>(rate, 3)?, Rounds::new::<W>(rounds)?))
    }

    fn sound(state: State<W>, rate: u16, rounds: Rounds) -> Self {
        // All output counts as read: there is none yet.
        Self { state, rounds, rate, fed: 0, read: rate.div_ceil(8) as u8 }
    }

    /// The rate r in bits: the most that a call returns.
    #[must_use]
    pub const fn rate(&self) -> usize {
        self.rate as usize
    }

    /// Bits that the next call can still take: r - 2, minus the bits that have been fed.
    #[must_use]
    pub const fn room(&self) -> usize {
        // The difference may be less than a byte.
        (self.rate as usize - 2).saturating_sub(8 * self.fed as usize)
    }

    /// The number of bytes of the last output that have not been read. The last of them may be partial.
    #[must_use]
    pub const fn unread(&self) -> usize {
        (self.rate as usize).div_ceil(8) - self.read as usize
    }

    fn check_room(&self, bits: usize) -> Result<(), Error> {
        let room = self.room();
        if bits <= room { Ok(()) } else { Err(Error::BlockFull { bits, room }) }
    }

    /// Adds the first or next bytes of the input of the next call.
    ///
    /// # Errors
    /// [`Error::BlockFull`] if there is no [`Duplex::room`] for them.
    pub fn feed(&mut self, data: &[u8]) -> Result<(), Error> {
        self.check_room(data.len().saturating_mul(8))?;
        self.state.add_bytes(self.fed.into(), data)?;
        self.fed += data.len() as u8;
        Ok(())
    }

    /// Feeds zeroes, as [`Duplex::feed`] feeds bytes.
    ///
    /// # Errors
    /// [`Error::BlockFull`] if there is no room for them.
    pub fn feed_zeroes(&mut self, count: usize) -> Result<(), Error> {
        self.check_room(count.saturating_mul(8))?;
        self.fed += count as u8;
        Ok(())
    }

    /// As [`Duplex::feed`], but the bytes replace those of the outer part instead of being added to them.
    ///
    /// # Errors
    /// [`Error::BlockFull`] if there is no room for them.
    pub fn overwrite(&mut self, data: &[u8]) -> Result<(), Error> {
        self.check_room(data.len().saturating_mul(8))?;
        self.state.overwrite_bytes(self.fed.into(), data)?;
        self.fed += data.len() as u8;
        Ok(())
    }

    /// Replaces the first `count` bytes of the outer part with zeroes, as [`Duplex::overwrite`] with zeroes does. The output of the last
    /// call can then no longer be found there.
    ///
    /// # Errors
    /// [`Error::BlockFull`] if there is no room for them, or if something has been fed already.
    pub fn overwrite_with_zeroes(&mut self, count: usize) -> Result<(), Error> {
        let bits = count.saturating_mul(8);
        if self.fed != 0 {
            return Err(Error::BlockFull { bits, room: 0 });
        }
        self.check_room(bits)?;
        self.state.overwrite_with_zeroes(count)?;
        self.fed = count as u8;
        Ok(())
    }

    /// One call. Its input σ is the bytes that have been fed, and then the first `bits` bits of `input`. `out` gets the first bytes of the
    /// output, up to all r bits; bits of `out` after these are 0. [`Duplex::read`] returns the rest of the output.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `input` has fewer bits, [`Error::BlockFull`] if there is no [`room`](Duplex::room) for them,
    /// [`Error::BlockSpent`] if `out` is longer than a block.
    pub fn duplexing(&mut self, input: &[u8], bits: usize, out: &mut [u8]) -> Result<(), Error> {
        self.check(input, bits, out)?;
        self.check_room(bits)?;
        bits::add_padded(&mut self.state, self.rate.into(), 8 * usize::from(self.fed), input, bits);
        self.permute_and_read(out);
        Ok(())
    }

    /// One call of the overwrite duplex ("Duplexing the sponge", section 6.2): as [`Duplex::duplexing`], but σ and its padding
    /// replace the outer part instead of being added to it. σ is `input` alone.
    ///
    /// # Errors
    /// The errors of [`Duplex::duplexing`]; also [`Error::BlockFull`] if something has been fed.
    pub fn overwriting(&mut self, input: &[u8], bits: usize, out: &mut [u8]) -> Result<(), Error> {
        self.check(input, bits, out)?;
        if self.fed != 0 {
            return Err(Error::BlockFull { bits, room: 0 });
        }
        self.check_room(bits)?;
        let (rate, mut block) = (usize::from(self.rate), [0; 200]);
        let block = &mut block[..rate.div_ceil(8)];
        // To overwrite, add the outer part to itself first.
        bits::outer(&self.state, rate, 0, block);
        bits::add(&mut self.state, 0, block, 0, rate);
        lanesum_batch::wipe::wipe(block);
        bits::add_padded(&mut self.state, rate, 0, input, bits);
        self.permute_and_read(out);
        Ok(())
    }

    /// The next bytes of the last call's output. After its r bits, the bits of the last byte are 0.
    ///
    /// # Errors
    /// [`Error::BlockSpent`] if fewer are [`unread`](Duplex::unread).
    pub fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        let left = self.unread();
        if out.len() > left {
            return Err(Error::BlockSpent { bytes: out.len(), left });
        }
        bits::outer(&self.state, self.rate.into(), self.read.into(), out);
        self.read += out.len() as u8;
        Ok(())
    }

    /// Discards the output that has not been read: until the next call there is nothing to read.
    #[doc(hidden)]
    pub fn discard_output(&mut self) {
        self.read = self.rate.div_ceil(8) as u8;
    }

    /// The number of bytes fed, and of bytes read.
    #[doc(hidden)]
    pub const fn positions(&self) -> (usize, usize) {
        (self.fed as usize, self.read as usize)
    }

    fn check(&self, input: &[u8], bits: usize, out: &[u8]) -> Result<(), Error> {
        if bits.div_ceil(8) > input.len() {
            return Err(Error::TooFewBytes { bits: bits as u64, bytes: input.len() });
        }
        let left = usize::from(self.rate).div_ceil(8);
        if out.len() > left { Err(Error::BlockSpent { bytes: out.len(), left }) } else { Ok(()) }
    }

    fn permute_and_read(&mut self, out: &mut [u8]) {
        self.state.permute_rounds(self.rounds);
        self.fed = 0;
        bits::outer(&self.state, self.rate.into(), 0, out);
        self.read = out.len() as u8;
    }
}

impl Duplex<u64> {
    /// As [`Duplex::new`], for a rate that the caller knows to be valid.
    #[doc(hidden)]
    pub fn of_rate(rate: u16) -> Self {
        Self::sound(State::new(), rate, Rounds::FULL)
    }
}

impl<W: Lane> lanesum_batch::wipe::Erase for Duplex<W> {
    fn erase(&mut self) {
        self.state.erase();
    }
}
