//! HMAC (FIPS 198-1; RFC 2104) of one message, and of many with one key.

use super::fixed::{FixedHash, must_fit, one_for_each};
use super::function::FixedFunction;
use super::incremental::Incremental;
use crate::{Error, Messages, Strided};
use digest::Output;
use digest::typenum::Unsigned;
use lanesum_batch::scheduler::{Jobs, Survey, places};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::{Secret, wipe};

/// The longest block, that of SHA3-224.
const MOST_BLOCK: usize = 144;
/// Digests that are hashed a second time in one call: some times the widest kernel's slots.
const GROUP: usize = 64;

/// The states after the padded key: what all messages with this key have in common.
pub(super) struct Keyed<F: FixedFunction> {
    inner: Secret<F::Incremental>,
    outer: Secret<F::Incremental>,
}

impl<F: FixedFunction> Keyed<F> {
    /// The key is in two pieces.
    pub(super) fn new(key: [&[u8]; 2]) -> Self {
        let mut keyed = Self::fresh();
        keyed.begin(key);
        keyed
    }

    #[inline]
    fn fresh() -> Self {
        let fresh = || Secret(F::Incremental::here(F::INITIAL));
        Self { inner: fresh(), outer: fresh() }
    }

    /// Absorbs the key, first of all. (In place: a move would wait until both states are in the cache.)
    #[inline]
    fn begin(&mut self, key: [&[u8]; 2]) {
        let mut block = [0; MOST_BLOCK];
        let block = &mut block[..F::Rate::USIZE];
        pad_key::<F>(key, block);
        self.inner.0.update(block);
        for byte in &mut *block {
            *byte ^= INNER ^ OUTER;
        }
        self.outer.0.update(block);
        wipe(block);
    }

    /// The states.
    pub(super) fn states(&self) -> [&F::Incremental; 2] {
        [&self.inner.0, &self.outer.0]
    }

    pub(super) fn one(&self, pieces: &[&[u8]], tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        let Self { inner, outer } = self;
        Self { inner: inner.clone(), outer: outer.clone() }.end(pieces, tail, out)
    }

    /// As [`Keyed::one`]; the states then have no further use.
    #[inline]
    fn end(&mut self, pieces: &[&[u8]], tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        let Self { inner: Secret(inner), outer: Secret(outer) } = self;
        let (pieces, last) = if let [pieces @ .., last] = pieces { (pieces, *last) } else { (pieces, &[][..]) };
        for piece in pieces {
            inner.try_update(piece)?;
        }
        let mut digest = [0; 64];
        let digest = &mut digest[..F::Digest::USIZE];
        inner.finish_with(last, tail, digest)?;
        outer.finish_with(digest, Tail::NONE, out)?;
        wipe(digest);
        Ok(())
    }

    /// The HMACs of messages none of which is too long.
    #[inline(always)]
    fn many(&self, survey: &Survey<'_>, out: &mut [u8]) -> Result<(), Error> {
        self.inner.0.many_after(None, Jobs::new(survey, F::Digest::USIZE, out)?)?;
        self.finish(out)
    }

    /// From digests of the inner hash to those of the outer one, in place.
    fn finish(&self, out: &mut [u8]) -> Result<(), Error> {
        let bytes = F::Digest::USIZE;
        let mut copy = [0; 64 * GROUP];
        for out in out.chunks_mut(GROUP * bytes) {
            let copy = &mut copy[..out.len()];
            copy.copy_from_slice(out);
            let digests = Strided::new(copy, bytes, bytes, out.len() / bytes)?;
            self.outer.0.many_after(None, Jobs::new(&Survey::of(&digests), bytes, out)?)?;
        }
        wipe(&mut copy);
        Ok(())
    }
}

pub(super) const INNER: u8 = 0x36;
pub(super) const OUTER: u8 = 0x5c;

/// The key of the inner hash: shortened if it is longer than a block, and padded.
pub(super) fn pad_key<F: FixedFunction>(key: [&[u8]; 2], block: &mut [u8]) {
    block.fill(0);
    let [first, second] = key;
    let bytes = first.len().saturating_add(second.len());
    if bytes <= block.len() {
        block[..first.len()].copy_from_slice(first);
        block[first.len()..bytes].copy_from_slice(second);
    } else {
        let mut long = Secret(F::Incremental::here(F::INITIAL));
        long.0.update(first);
        long.0.update(second);
        must_fit::<F>(long.0.finish_to(Tail::NONE, &mut block[..F::Digest::USIZE]));
    }
    for byte in block {
        *byte ^= INNER;
    }
}

impl<F: FixedFunction> FixedHash<F> {
    /// The HMAC of a message (FIPS 198-1). The key can have any length; it should have at least as many bytes as the digest.
    ///
    /// To verify a tag, use the crate `hmac`, which compares in constant time.
    ///
    /// ```
    /// # #[cfg(feature = "sha2")] {
    /// // RFC 4231, test case 2.
    /// let tag = lanesum::Sha256::hmac(b"Jefe", b"what do ya want for nothing?");
    /// assert_eq!(tag[..4], [0x5b, 0xdc, 0xc1, 0x46]);
    /// # }
    /// ```
    #[must_use]
    pub fn hmac(key: &[u8], message: &[u8]) -> Output<Self> {
        let mut out = Output::<Self>::default();
        let mut keyed = Keyed::<F>::fresh();
        keyed.begin([key, &[]]);
        must_fit::<F>(keyed.end(&[message], Tail::NONE, &mut out));
        out
    }

    /// The HMACs of many messages with one key, at the full width of the machine. That of message i goes to place i. The states after the
    /// key are made once.
    ///
    /// ```
    /// # #[cfg(feature = "sha2")] {
    /// use lanesum::Sha256;
    /// let mut tags = [[0; 32]; 2];
    /// Sha256::hmac_many(b"key", &["left", "right"], &mut tags)?;
    /// assert_eq!(tags[1], Sha256::hmac(b"key", b"right"));
    /// # }
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages, or if a place has not as many bytes as a digest;
    /// [`Error::MessageTooLong`] if a message would have more bits than the function's standard allows. Nothing is written then.
    pub fn hmac_many<M: Messages + ?Sized, P: AsMut<[u8]> + 'static>(
        key: &[u8],
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        let (survey, bytes) = (Survey::of(&messages), F::Digest::USIZE);
        one_for_each(survey.count, out)?;
        if let Some(out) = places::flattened::<P, F::Digest>(out) {
            return many::<F>(key, &survey, out);
        }
        let keyed = Keyed::<F>::new([key, &[]]);
        keyed.inner.0.room_for(&survey)?;
        places::copied(messages, bytes, out, |run, out| keyed.many(&Survey::of(run), out))
    }
}

pub(super) fn many<F: FixedFunction>(key: &[u8], survey: &Survey<'_>, out: &mut [u8]) -> Result<(), Error> {
    let keyed = Keyed::<F>::new([key, &[]]);
    keyed.inner.0.room_for(survey)?;
    keyed.many(survey, out)
}
