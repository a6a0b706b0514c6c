//! Any algorithm in one call: one message, and many at once.

use super::construction::{Construction, by_construction};
use super::incremental::{Incremental as _, Later as _};
use super::options::Options;
use crate::{Algorithm, Error};
use lanesum_batch::md::{chain, compression::one_or_best};
use lanesum_batch::scheduler::{BlockFunction, Chained, Choose, Jobs, Messages, Survey, are_alone, run_chained};
use lanesum_batch::tail::Tail;
#[cfg(feature = "keccak")]
use {
    crate::modes::sp800_185::DerivedState,
    lanesum_keccak::constructions::sponge,
    lanesum_keccak::sponges::{Sponges, run},
};

impl Algorithm {
    /// Fills `out` with the first bytes of the digest, or of an XOF's output, of `message`.
    ///
    /// ```
    /// use lanesum::{Algorithm, Backend, Options};
    /// let mut digest = [0; 32];
    /// Algorithm::Sha256.digest(Options::new(), b"message", &mut digest)?;
    /// assert_eq!(digest, lanesum::sha256(b"message"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DigestSpent`] if `out` is longer than a digest of fixed length; the errors that [`Options`] lists.
    #[inline]
    pub fn digest<'a>(self, options: impl Into<Options<'a>>, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let options = options.into();
        if options.are_none() { self.digest_plain(message, out) } else { self.digest_with(&options, message, out) }
    }

    /// The usual case, without options: the compiler removes the code of [`Algorithm::digest_as`] for options.
    fn digest_plain(self, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let construction = self.construction();
        #[cfg(feature = "keccak")]
        if let Construction::Derived(_) = construction {
            return self.digest_with(&Options::new(), message, out);
        }
        self.digest_as(construction, &Options::new(), message, out)
    }

    #[inline(never)]
    fn digest_with(self, options: &Options<'_>, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.digest_as(options.construction(self)?, options, message, out)
    }

    #[inline(always)]
    fn digest_as(
        self,
        construction: Construction,
        options: &Options<'_>,
        message: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        self.check_output(out.len())?;
        by_construction!(construction,
        parameters => {
            let form = Choose::new::<Sponges<'_>>(options.backend)?.one::<Sponges<'_>>();
            sponge::hash(parameters, form, message, Tail::NONE, out);
        },
        kind => {
            let choose = Choose::new::<Sponges<'_>>(options.backend)?;
            crate::modes::kangaroo::one(kind, choose, message, options.customization, out);
        },
        derived => derived.digest(options.backend, &options.inputs(), message, out)?,
        K => K::one(options.backend, &options.beginning(), message, out)?,
        C, initial => {
            let (form, mut salted) = (one_or_best::<C>(options.backend)?, None);
            chain::hash::<C>(form, options.salted::<C>(initial, &mut salted), message, Tail::NONE, out);
        });
        Ok(())
    }

    /// The first `output_bytes` bytes of output of many messages at once. The output of message i is chunk i of `out`. If the algorithm is
    /// not an XOF, `output_bytes` is at most the length of its digest. [`Messages`] says what the messages can be;
    /// [`Strided`](crate::Strided) is for messages at a constant distance in one buffer.
    ///
    /// ```
    /// use lanesum::{Algorithm, Options};
    /// let salt = [7; 16];
    /// let mut out = [0; 2 * 32];
    /// Algorithm::Blake256.digest_many(Options::new().salt(&salt), &["left", "right"], 32, &mut out)?;
    /// assert_eq!(out[32..], lanesum::blake256_salted(&salt, b"right"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message, [`Error::DigestSpent`] if `output_bytes` is more than the digest
    /// has, [`Error::WholeBytes`] for a message that ends within a byte, if the algorithm [takes whole bytes](Self::takes_whole_bytes)
    /// only; the errors that [`Options`] lists.
    pub fn digest_many<'a, M: Messages + ?Sized>(
        self,
        options: impl Into<Options<'a>>,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let (options, survey) = (options.into(), Survey::of(&messages));
        if !options.are_none() {
            return self.run(&options, &survey, output_bytes, out);
        }
        // Little code here: a few messages of some bytes must take no longer than as many calls for one.
        if survey.count <= FEW
            && self.goes_alone(&survey, output_bytes, out.len())
            && (0..survey.count).all(|index| messages.message(index).prefix.is_empty())
        {
            return out
                .chunks_exact_mut(output_bytes)
                .enumerate()
                .try_for_each(|(index, place)| self.digest_plain(messages.message(index).body, place));
        }
        self.run_plain(&survey, output_bytes, out)
    }

    /// As [`Algorithm::digest_many`], on the threads of rayon's pool: see
    /// [`DigestMany::finalize_many_rayon`](crate::DigestMany::finalize_many_rayon).
    ///
    /// # Errors
    /// As [`Algorithm::digest_many`].
    #[cfg(feature = "rayon")]
    pub fn digest_many_rayon<'a, M: Messages + Sync + ?Sized>(
        self,
        options: impl Into<Options<'a>>,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        use crate::DigestMany;
        crate::Hasher::with_options(self, options)?.finalize_many_rayon(messages, output_bytes, out)
    }

    /// Whether the messages, with nothing before them, should be hashed one by one, with this length of output; false if a length is wrong.
    #[inline]
    fn goes_alone(self, survey: &Survey<'_>, output_bytes: usize, out_bytes: usize) -> bool {
        let fits = survey.count.checked_mul(output_bytes) == Some(out_bytes) && output_bytes > 0;
        if !fits || survey.whole_bytes().is_err() || self.check_output(output_bytes).is_err() {
            return false;
        }
        by_construction!(self.construction(),
            parameters => alone(&Sponges::new(parameters), survey),
            kind => alone(&Sponges::new(kind.of_short()), survey),
            _ => false,
            K => K::is_alone(survey.count),
            C, initial => alone(&Chained::<C>::new(initial), survey))
    }

    /// The usual case, without options: the compiler removes the code of [`Algorithm::run_as`] for options.
    fn run_plain(self, survey: &Survey<'_>, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        self.run_as(&Options::new(), survey, output_bytes, out)
    }

    fn run(self, options: &Options<'_>, survey: &Survey<'_>, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        self.run_as(options, survey, output_bytes, out)
    }

    #[inline(always)]
    fn run_as(
        self,
        options: &Options<'_>,
        survey: &Survey<'_>,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        self.check_output(output_bytes)?;
        if self.takes_whole_bytes() {
            survey.whole_bytes()?;
        }
        by_construction!(options.construction(self)?,
        parameters => {
            let choose = Choose::new::<Sponges<'_>>(options.backend)?;
            run(choose, &Sponges::new(parameters), Jobs::new(survey, output_bytes, out)?);
            Ok(())
        },
        kind => {
            let choose = Choose::new::<Sponges<'_>>(options.backend)?;
            crate::modes::kangaroo::many(kind, choose, survey, options.customization, output_bytes, out)
        },
        derived => {
            let state = DerivedState::new(derived, options.backend, &options.inputs())?;
            state.many(derived, options.backend, survey, output_bytes, out)
        },
        K => K::begin(options.backend, &options.beginning())?.many_after(None, Jobs::new(survey, output_bytes, out)?),
        C, initial => {
            let (jobs, mut salted) = (Jobs::new(survey, output_bytes, out)?, None);
            let choose = Choose::new::<Chained<'_, C>>(options.backend)?;
            run_chained(choose, &Chained::<C>::new(options.salted::<C>(initial, &mut salted)), jobs);
            Ok(())
        })
    }

    /// Fails if a digest of fixed length is shorter than `bytes`.
    #[inline]
    pub(super) fn check_output(self, bytes: usize) -> Result<(), Error> {
        self.check_bits(bytes, self.digest_bits())
    }

    /// As [`Algorithm::check_output`], for a digest of `left` bits.
    #[inline]
    pub(super) fn check_bits(self, bytes: usize, left: usize) -> Result<(), Error> {
        let (bits, left) = (8_u64.saturating_mul(bytes as u64), left as u64);
        if !self.has_any_length() && bits > left {
            return Err(Error::DigestSpent { bits, left });
        }
        Ok(())
    }
}

/// Up to this many messages, hashing them one by one is tried first.
const FEW: usize = 8;

/// As [`are_alone`], without a named backend.
fn alone<F: BlockFunction>(family: &F, survey: &Survey<'_>) -> bool {
    are_alone(Choose::here::<F>(), family, survey)
}
