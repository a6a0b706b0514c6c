//! Any algorithm in one call: one message, and many at once.

use super::construction::{Construction, by_construction};
use super::incremental::{Incremental, Later as _};
use super::options::Options;
use crate::prelude::*;
use crate::{Algorithm, Error, modes};
use lanesum_batch::md::chain::{self, Md};
use lanesum_batch::md::compression::one_or_best;
use lanesum_batch::scheduler::{Chained, Choose, Jobs, Messages, Survey, run_chained};
use lanesum_batch::tail::Tail;

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
            modes::kangaroo::one(kind, choose, message, options.customization, out);
        },
        derived => derived.digest(options.backend, &options.inputs(), message, out)?,
        K => K::one(options.backend, &options.beginning(), message, out)?,
        C, initial => {
            let (form, mut salted) = (one_or_best::<C>(options.backend)?, None);
            chain::hash::<C>(form, options.salted::<C>(initial, &mut salted), message, Tail::NONE, out);
        });
        Ok(())
    }

    /// The digests of many messages at once, one after the other in `out`. If the algorithm's output has [any length](Self::has_any_length),
    /// `out` says which, as for [`Algorithm::digest`]: each message gets an equal part of it. [`Messages`] says what the messages can be;
    /// [`Strided`](crate::Strided) is for messages at a constant distance in one buffer.
    ///
    /// ```
    /// use lanesum::{Algorithm, Options};
    /// let salt = [7; 16];
    /// let mut digests = [0; 2 * 32];
    /// Algorithm::Blake256.digest_many(Options::new().salt(&salt), &["left", "right"], &mut digests)?;
    /// assert_eq!(digests[32..], lanesum::blake256_salted(&salt, b"right"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has a digest's bytes for each message, or for output of any length equally many;
    /// [`Error::WholeBytes`] for a message that ends within a byte, if the algorithm [takes whole bytes](Self::takes_whole_bytes)
    /// only; the errors that [`Options`] lists.
    pub fn digest_many<'a, M: Messages + ?Sized>(
        self,
        options: impl Into<Options<'a>>,
        messages: &M,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let options = options.into();
        let output_bytes = self.bytes_of_each(&options, messages.count(), out.len())?;
        if !options.are_none() || output_bytes == 0 {
            return self.run(&options, &Survey::of(&messages), output_bytes, out);
        }
        // As by type, in code that knows the type of the messages: few of some bytes must take no longer than as many calls for one.
        by_construction!(self.construction(),
            parameters => {
                if self.takes_whole_bytes() {
                    Survey::of(&messages).whole_bytes()?;
                }
                all::<Sponge, M>(parameters, messages, output_bytes, out)
            },
            kind => {
                let survey = Survey::of(&messages);
                let choose = Choose::here::<Sponges<'_>>();
                survey.whole_bytes()?;
                if modes::kangaroo::alone(kind, choose, messages, &survey, output_bytes, out) {
                    return Ok(());
                }
                modes::kangaroo::many(kind, choose, &survey, &[], output_bytes, out)
            },
            _ => self.run(&options, &Survey::of(&messages), output_bytes, out),
            K => {
                let (survey, beginning) = (Survey::of(&messages), options.beginning());
                survey.whole_bytes()?;
                // Those of a batch share the work before the first of them.
                if survey.count == 1 && survey.are_bodies() {
                    return K::one(None, &beginning, messages.message(0).body, out);
                }
                K::begin(None, &beginning)?.many_after(None, Jobs::new(&survey, output_bytes, out)?)
            },
            C, initial => all::<Md<C>, M>(initial, messages, output_bytes, out))
    }

    /// Bytes of `out_bytes` for each of `count` messages.
    #[inline]
    pub(super) fn bytes_of_each(self, options: &Options<'_>, count: usize, out_bytes: usize) -> Result<usize, Error> {
        if !options.are_none() {
            // The errors about options come first.
            options.construction(self)?;
        }
        let bytes = if self.has_any_length() {
            out_bytes.checked_div(count).unwrap_or(0)
        } else {
            options.digest_bytes.unwrap_or(self.digest_bits() / 8)
        };
        let expected = count.saturating_mul(bytes);
        if expected == out_bytes { Ok(bytes) } else { Err(Error::Length { argument: "out", expected, got: out_bytes }) }
    }

    fn run(self, options: &Options<'_>, survey: &Survey<'_>, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        if self.takes_whole_bytes() {
            survey.whole_bytes()?;
        }
        by_construction!(options.construction(self)?,
        parameters => {
            let choose = Choose::new::<Sponges<'_>>(options.backend)?;
            sponges::run(choose, &Sponges::new(parameters), Jobs::new(survey, output_bytes, out)?);
            Ok(())
        },
        kind => {
            let choose = Choose::new::<Sponges<'_>>(options.backend)?;
            modes::kangaroo::many(kind, choose, survey, options.customization, output_bytes, out)
        },
        derived => {
            let state = modes::sp800_185::DerivedState::new(derived, options.backend, &options.inputs())?;
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

/// Hashes all messages, each to its `bytes` bytes of `out`, at least one. Little code here: a few messages of some bytes must take no longer
/// than as many calls for one.
#[inline(always)]
pub(super) fn all<I: Incremental, M: Messages + ?Sized>(
    initial: I::Initial,
    messages: &M,
    bytes: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    if I::few(initial, messages, out) { Ok(()) } else { others::<I, M>(initial, messages, bytes, out) }
}

#[inline(never)]
fn others<I: Incremental, M: Messages + ?Sized>(
    initial: I::Initial,
    messages: &M,
    bytes: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    let form = match I::form_if_alone(initial, &messages) {
        Ok(form) => form,
        Err(survey) => return I::many(initial, None, Jobs::new(&survey, bytes, out)?),
    };
    for (index, place) in out.chunks_exact_mut(bytes).enumerate() {
        I::hash(initial, form, &messages.message(index), place);
    }
    Ok(())
}
