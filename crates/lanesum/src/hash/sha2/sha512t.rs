//! SHA-512/t for any t (FIPS 180-4, section 5.3.6).

use crate::traits::traits;
use crate::{Backend, Error};
use core::fmt;
use digest::Reset;
use digest::typenum::U238;
use lanesum_batch::md::chain::{ChainForm, Md};
use lanesum_batch::md::compression::{Compression, best_one, one_named};
use lanesum_batch::sure::sure;
use lanesum_batch::tail::Tail;
use lanesum_sha2::constants::SHA_512;
use lanesum_sha2::functions::Words64;

/// SHA-512/t: SHA-512 with another initial chaining value, and a digest of t bits.
///
/// t is 1 to 511, but not 384. NIST approves only 224 and 256. For these, [`Sha512_224`](crate::Sha512_224) and
/// [`Sha512_256`](crate::Sha512_256) save one block of work, because their initial chaining values are constants.
///
/// ```
/// let mut hasher = lanesum::Sha512T::new(256)?;
/// hasher.update(b"abc");
/// let mut out = [0; 32];
/// hasher.finalize_into(&mut out)?;
/// assert_eq!(out, lanesum::sha512_256(b"abc"));
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone)]
pub struct Sha512T {
    md: Md<Words64>,
    bits: u16,
}

/// The name in saved states.
const NAME: &str = "SHA-512/t";

/// Whether SHA-512/t exists for this t.
const fn exists(t: u32) -> bool {
    matches!(t, 1..=383 | 385..=511)
}

impl Sha512T {
    /// A hasher with a digest of `t` bits, on the backend that is best for one message on this machine.
    ///
    /// # Errors
    /// [`Error::DigestBits`] for a `t` that does not exist.
    pub fn new(t: u32) -> Result<Self, Error> {
        Self::with_form(t, best_one::<Words64>())
    }

    /// As [`Sha512T::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::DigestBits`]; [`Error::BackendUnavailable`] if the machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers`
    /// has it, [`Error::NoForm`] if SHA-512 has no such backend.
    pub fn with_backend(t: u32, backend: Backend) -> Result<Self, Error> {
        Self::with_form(t, one_named::<Words64>(backend)?)
    }

    fn with_form(t: u32, form: ChainForm<Words64>) -> Result<Self, Error> {
        if !exists(t) {
            return Err(Error::DigestBits(t));
        }
        let mut hasher = Self { md: Md::new(&SHA_512, form), bits: t as u16 };
        hasher.reset();
        Ok(hasher)
    }

    /// The length of the digest in bits.
    #[must_use]
    pub fn digest_bits(&self) -> u32 {
        self.bits.into()
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.md.backend()
    }

    /// Appends to the message. (Only a message of 2^125 bytes would be too long.)
    pub fn update(&mut self, data: &[u8]) {
        self.md.update(data);
    }

    /// Ends the message. `out` is as long as the digest in bytes; in the last byte, the high bits are used and the others are 0.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` is shorter or longer.
    pub fn finalize_into(self, out: &mut [u8]) -> Result<(), Error> {
        self.finish(Tail::NONE, out)
    }

    /// Ends a message whose length is not a whole number of bytes: its last `bits` bits, at most 7, are the high bits of `last`.
    ///
    /// # Errors
    /// [`Error::PartialByte`] for more than 7 bits; [`Error::Length`] if `out` is shorter or longer than the digest.
    pub fn finalize_with_last_bits_into(self, last: u8, bits: u32, out: &mut [u8]) -> Result<(), Error> {
        self.finish(Tail::new(last, bits)?, out)
    }

    fn finish(mut self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        let expected = usize::from(self.bits.div_ceil(8));
        if out.len() != expected {
            return Err(Error::Length { argument: "out", expected, got: out.len() });
        }
        self.md.finish_to(tail, out)?;
        if let Some(last) = out.last_mut().filter(|_| !self.bits.is_multiple_of(8)) {
            *last &= !(0xff >> (self.bits % 8));
        }
        Ok(())
    }
}

impl Reset for Sha512T {
    /// Begins a new message, with the same t and backend. Computes the initial chaining value again, which costs a block.
    fn reset(&mut self) {
        // The generation function: SHA-512 of the name, from the initial value of SHA-512 with some bits inverted.
        self.md.reset(&SHA_512.map(|word| word ^ 0xa5a5_a5a5_a5a5_a5a5));
        self.md.update(b"SHA-512/");
        let digits = [self.bits / 100, self.bits / 10 % 10, self.bits % 10].map(|digit| b'0' + digit as u8);
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        self.md.update(&digits[leading..]);
        let mut initial = [0; 64];
        sure(self.md.clone().finish_to(Tail::NONE, &mut initial));
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(initial.as_chunks().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        self.md.reset(&words);
    }
}
impl fmt::Debug for Sha512T {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sha512T").field("bits", &self.bits).field("backend", &self.backend()).finish_non_exhaustive()
    }
}

traits! { [] Sha512T:
    /// The saved bytes are `lns`, the version of the format (1), the name `SHA-512/t` in 16 bytes, t (2 bytes), the contents of a saved
    /// SHA-512, and a checksum of 8 bytes. Numbers are big-endian. Anything else is rejected. The bytes do not depend on the backend; the
    /// machine that restores the state chooses its own.
    SerializableState(U238, NAME, |this, out| {
        out.bytes(&this.bits.to_be_bytes());
        this.md.save(out.place(Words64::SAVED_BYTES));
    }, |saved| {
        let bits = u16::from_be_bytes(*saved.array()?);
        let initial = *Self::new(bits.into()).ok()?.md.chain.words();
        let md = Md::restore(&initial, best_one::<Words64>(), saved.bytes(Words64::SAVED_BYTES)?)?;
        Some(Self { md, bits })
    });
}
