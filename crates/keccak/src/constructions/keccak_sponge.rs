//! The sponge construction with any rate, over any width of Keccak-f: [`KeccakSponge`].

use super::bits;
use crate::permutation::engines::Lane;
use crate::permutation::rounds::Rounds;
use crate::states::state::State;
use digest::{ExtendableOutput, Update, XofReader};
use lanesum_batch::{Backend, Error};

/// The sponge over Keccak-f of any rate, width and number of bits.
///
/// That is Keccak\[r, c\] = SPONGE\[Keccak-f\[r + c\], pad10*1, r\] (FIPS 202, sections 4 and 5; the Keccak reference, section 1.1). `W` gives
/// the width.
///
/// Only the padding follows the message. For domain separation, absorb suffix bits of your own after the message, as SHA-3 does with
/// `01`. Full blocks of whole lanes are absorbed and squeezed as fast as those of the hash functions. With a rate that is not a whole
/// number of bytes, the sponge works byte by byte.
#[derive(Clone, Debug)]
pub struct KeccakSponge<W: Lane = u64> {
    state: State<W>,
    rounds: Rounds,
    /// The rate in bits.
    rate: u16,
    /// The number of bits absorbed into the current block, below the rate.
    position: u16,
}

/// The output of a [`KeccakSponge`], read in pieces of any size.
#[derive(Clone, Debug)]
pub struct KeccakReader<W: Lane = u64> {
    state: State<W>,
    rounds: Rounds,
    rate: u16,
    /// The number of bits of the current block that have been read.
    position: u16,
}

/// Checks that the rate is `least` to `width - 1` bits.
pub fn check_rate<W: Lane>(rate: usize, least: usize) -> Result<u16, Error> {
    let width = 200 * W::BYTES;
    if (least..width).contains(&rate) { Ok(rate as u16) } else { Err(Error::RateBits { bits: rate, least, width }) }
}

/// The rate in lanes, if it is a whole number of them.
fn whole_lanes<W: Lane>(rate: u16) -> Option<usize> {
    let rate = usize::from(rate);
    rate.is_multiple_of(8 * W::BYTES).then_some(rate / (8 * W::BYTES))
}

impl<W: Lane> KeccakSponge<W> {
    /// Keccak\[`rate`, b - `rate`\], all rounds, on the backend that is best for one state here; the rate is in bits.
    ///
    /// # Errors
    /// [`Error::RateBits`] unless the rate is 1 to b - 1.
    pub fn new(rate: usize) -> Result<Self, Error> {
        Self::over(State::new(), rate, W::ROUNDS)
    }

    /// A sponge over Keccak-p\[b, `rounds`\], on a backend of your choice.
    ///
    /// # Errors
    /// The errors of [`KeccakSponge::new`] and [`State::with_backend`]; [`Error::Rounds`] unless `rounds` is 1 to [`Lane::ROUNDS`].
    pub fn with_backend(backend: Backend, rate: usize, rounds: usize) -> Result<Self, Error> {
        Self::over(State::with_backend(backend)?, rate, rounds)
    }

    fn over(state: State<W>, rate: usize, rounds: usize) -> Result<Self, Error> {
        Ok(Self { state, rounds: Rounds::new::<W>(rounds)?, rate: check_rate::<W>(rate, 1)?, position: 0 })
    }

    /// The rate in bits.
    #[must_use]
    pub const fn rate(&self) -> usize {
        self.rate as usize
    }

    /// The capacity in bits.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        200 * W::BYTES - self.rate as usize
    }

    /// Absorbs bytes.
    pub fn absorb(&mut self, data: &[u8]) {
        self.absorb_all(data, 8 * data.len() as u64);
    }

    /// Absorbs the first `bits` bits of `data`; the first bit of a byte is the lowest. More bits or bytes may follow.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `data` has fewer.
    pub fn absorb_bits(&mut self, data: &[u8], bits: u64) -> Result<(), Error> {
        if bits.div_ceil(8) > data.len() as u64 {
            return Err(Error::TooFewBytes { bits, bytes: data.len() });
        }
        self.absorb_all(data, bits);
        Ok(())
    }

    /// Absorbs `bits` bits of `data`.
    fn absorb_all(&mut self, mut data: &[u8], mut bits: u64) {
        // The number of bits of the first byte that have been absorbed.
        let mut from = 0;
        while bits > 0 {
            let rate = u64::from(self.rate);
            if let (0, 0, true, Some(lanes)) = (self.position, from, bits >= rate, whole_lanes::<W>(self.rate)) {
                let done = self.state.absorb(lanes, self.rounds, &data[..(bits / 8) as usize]);
                data = &data[done..];
                bits -= 8 * done as u64;
                continue;
            }
            let count = bits.min(rate - u64::from(self.position)) as usize;
            bits::add(&mut self.state, self.position.into(), data, from, count);
            data = &data[(from + count) / 8..];
            from = (from + count) % 8;
            bits -= count as u64;
            self.position += count as u16;
            if self.position == self.rate {
                self.state.permute_rounds(self.rounds);
                self.position = 0;
            }
        }
    }

    /// Ends the message, and returns a reader of the output.
    #[must_use]
    pub fn finish(mut self) -> KeccakReader<W> {
        // The first 1 of the padding may end its block.
        self.absorb_all(&[1], 1);
        bits::add(&mut self.state, usize::from(self.rate) - 1, &[1], 0, 1);
        self.state.permute_rounds(self.rounds);
        KeccakReader { state: self.state, rounds: self.rounds, rate: self.rate, position: 0 }
    }
}

impl<W: Lane> KeccakReader<W> {
    /// The next `8 * out.len()` bits.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze_all(out, 8 * out.len() as u64);
    }

    /// The next `bits` bits, in the first bytes of `out`. The first bit of a byte is the lowest, and the spare high bits of the last byte
    /// are 0. The next read continues with the next bit.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short.
    pub fn squeeze_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        if bits.div_ceil(8) > out.len() as u64 {
            return Err(Error::TooFewBytes { bits, bytes: out.len() });
        }
        self.squeeze_all(out, bits);
        Ok(())
    }

    /// Squeezes `bits` bits into `out`.
    fn squeeze_all(&mut self, mut out: &mut [u8], mut bits: u64) {
        // The number of bits of the first byte that have been written.
        let mut to = 0;
        while bits > 0 {
            if self.position == self.rate {
                let whole = usize::try_from(bits / 8).unwrap_or(usize::MAX).min(out.len());
                if let (0, true, Some(lanes)) = (to, bits >= self.rate.into(), whole_lanes::<W>(self.rate)) {
                    let (full, rest) = out.split_at_mut(whole - whole % (usize::from(self.rate) / 8));
                    bits -= 8 * self.state.squeeze(lanes, self.rounds, full) as u64;
                    out = rest;
                    continue;
                }
                self.state.permute_rounds(self.rounds);
                self.position = 0;
            }
            let count = bits.min(u64::from(self.rate - self.position)) as usize;
            bits::extract(&self.state, self.position.into(), out, to, count);
            out = &mut out[(to + count) / 8..];
            to = (to + count) % 8;
            bits -= count as u64;
            self.position += count as u16;
        }
    }
}

impl<W: Lane> Update for KeccakSponge<W> {
    fn update(&mut self, data: &[u8]) {
        self.absorb(data);
    }
}

impl<W: Lane> ExtendableOutput for KeccakSponge<W> {
    type Reader = KeccakReader<W>;
    fn finalize_xof(self) -> KeccakReader<W> {
        self.finish()
    }
}

impl<W: Lane> XofReader for KeccakReader<W> {
    fn read(&mut self, buffer: &mut [u8]) {
        self.squeeze(buffer);
    }
}
