//! A reseedable pseudo-random generator on a duplex: [`Prg`].

use crate::{Backend, Error};
use lanesum_batch::sure::sure;
use lanesum_keccak::constructions::duplex::Duplex;
use lanesum_keccak::permutation::engines::Lane;

/// A reseedable pseudo-random generator on a duplex ("Sponge-based pseudo-random number generators", CHES 2010, in the form of
/// the Keccak code package): seeding material is fed, output is fetched, and forgetting makes earlier output
/// unrecoverable from the state.
///
/// `W` gives the width b of Keccak-f, by default 1600. Of each block of r = b - c bits, ρ = ⌊(r - 2) / 8⌋ bytes are used. The output is as
/// strong as the material that was fed, up to c / 2 bits. Until something has been fed, anybody can compute the output.
///
/// With `u64` lanes, it has the traits of `rand_core` 0.10. `SeedableRng` makes a generator with a capacity of 510 bits, and feeds it the
/// seed of 32 bytes.
///
/// ```
/// use lanesum::prg::Prg;
///
/// let mut prg = Prg::<u64>::new(510)?;
/// prg.feed(b"seeding material of enough entropy");
/// let mut out = [0; 48];
/// prg.fetch(&mut out);
/// prg.feed(b"more of it, when it comes");
/// prg.forget()?;
/// prg.fetch(&mut out);
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prg<W: Lane = u64> {
    duplex: Duplex<W>,
}

impl<W: Lane> Prg<W> {
    /// A generator with this capacity in bits, on the backend that is best for one state on this machine.
    ///
    /// # Errors
    /// [`Error::RateBits`] unless the capacity is 1 to b - 10.
    pub fn new(capacity: usize) -> Result<Self, Error> {
        Ok(Self { duplex: Duplex::new(Self::rate(capacity)?)? })
    }

    /// As [`Prg::new`], on a backend of your choice.
    ///
    /// # Errors
    /// The errors of [`Prg::new`] and [`State::with_backend`](crate::hazmat::State::with_backend).
    pub fn with_backend(backend: Backend, capacity: usize) -> Result<Self, Error> {
        Ok(Self { duplex: Duplex::with_backend(backend, Self::rate(capacity)?, W::ROUNDS)? })
    }

    fn rate(capacity: usize) -> Result<usize, Error> {
        let width = 200 * W::BYTES;
        // A block needs at least one byte, and two bits of padding.
        let rate = width.saturating_sub(capacity);
        if rate < 10 { Err(Error::RateBits { bits: rate, least: 10, width }) } else { Ok(rate) }
    }

    /// ρ: the bytes of a block that are used, for input and for output.
    #[must_use]
    pub const fn block_len(&self) -> usize {
        (self.duplex.rate() - 2) / 8
    }

    /// The capacity in bits.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        200 * W::BYTES - self.duplex.rate()
    }

    /// Takes seeding material of any length. The next [`Prg::fetch`] begins with a new block of output.
    pub fn feed(&mut self, mut seed: &[u8]) {
        loop {
            let room = self.block_len() - self.duplex.positions().0;
            if seed.len() < room {
                break;
            }
            let (full, rest) = seed.split_at(room);
            self.feed_block(full);
            self.next_block();
            seed = rest;
        }
        self.feed_block(seed);
        self.duplex.discard_output();
    }

    /// Fills `out` with the next bytes of output.
    pub fn fetch(&mut self, mut out: &mut [u8]) {
        while !out.is_empty() {
            if self.duplex.positions().1 >= self.block_len() {
                self.next_block();
            }
            let count = out.len().min(self.block_len() - self.duplex.positions().1);
            let (now, rest) = out.split_at_mut(count);
            sure(self.duplex.read(now));
            out = rest;
        }
    }

    /// Makes it impossible to compute earlier outputs and seeds from the state, even if somebody learns it.
    ///
    /// # Errors
    /// [`Error::ForgetsTooLittle`] if 8ρ < c: anybody could guess so few overwritten bits, and invert the permutation. The call then
    /// changes nothing.
    pub fn forget(&mut self) -> Result<(), Error> {
        let (bits, capacity) = (8 * self.block_len(), self.capacity());
        if bits < capacity {
            return Err(Error::ForgetsTooLittle { bits, capacity });
        }
        self.next_block();
        sure(self.duplex.overwrite_with_zeroes(self.block_len()));
        self.next_block();
        self.duplex.discard_output();
        Ok(())
    }

    /// Feeds a part of a block that the caller knows to fit.
    fn feed_block(&mut self, data: &[u8]) {
        sure(self.duplex.feed(data));
    }

    fn next_block(&mut self) {
        sure(self.duplex.duplexing(&[], 0, &mut []));
    }
}

#[cfg(feature = "rand_core")]
mod rng {
    use super::Prg;
    use core::convert::Infallible;
    use lanesum_keccak::constructions::duplex::Duplex;
    use lanesum_keccak::permutation::engines::Lane;
    use rand_core::{SeedableRng, TryCryptoRng, TryRng};

    impl<W: Lane> TryRng for Prg<W> {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            let mut bytes = [0; 4];
            self.fetch(&mut bytes);
            Ok(u32::from_le_bytes(bytes))
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            let mut bytes = [0; 8];
            self.fetch(&mut bytes);
            Ok(u64::from_le_bytes(bytes))
        }

        fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
            self.fetch(out);
            Ok(())
        }
    }

    /// For 64-bit lanes only: the capacities of narrower permutations are too small.
    ///
    /// The caller must make the claim true: the capacity must be 256 bits or more ([`SeedableRng::from_seed`] has 510), and the generator
    /// must have been fed with enough entropy. Everybody knows the output of a generator that was never fed.
    impl TryCryptoRng for Prg<u64> {}

    impl SeedableRng for Prg<u64> {
        type Seed = [u8; 32];

        fn from_seed(seed: [u8; 32]) -> Self {
            const CAPACITY: usize = 510; // ρ is 136 bytes, and the strength that of the seed
            let mut prg = Self { duplex: Duplex::of_rate(const { 1600 - CAPACITY as u16 }) };
            prg.feed(&seed);
            prg
        }
    }
}

impl<W: Lane> Drop for Prg<W> {
    /// Erases the state in every build, because it determines the next output.
    fn drop(&mut self) {
        lanesum_batch::wipe::Erase::erase(&mut self.duplex);
    }
}

impl<W: Lane> zeroize::ZeroizeOnDrop for Prg<W> {}
