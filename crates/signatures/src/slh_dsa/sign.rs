//! Signing and verifying messages: pure and by their hash, with contexts (FIPS 205, section 10).

#[cfg(feature = "rayon")]
use super::internal::sign_on;
use super::internal::{sign_internal, verify_internal};
use super::keys::{SigningKey, VerifyingKey};
use super::prehash::Prehash;
use super::signature::Signature;
#[cfg(feature = "rayon")]
use super::trees::Threads;
use crate::Error;
use ::signature::rand_core::TryCryptoRng;
use alloc::vec::Vec;

impl SigningKey {
    /// Signs a message with a context of at most 255 bytes, which is often empty (algorithm 22, hedged).
    ///
    /// # Errors
    /// [`Error::ContextTooLong`]; [`Error::Random`] if the source of random numbers fails; [`Error::Fault`].
    pub fn sign_with_context<R: TryCryptoRng + ?Sized>(
        &self,
        context: &[u8],
        message: &[u8],
        rng: &mut R,
    ) -> Result<Signature, Error> {
        self.sign_parts(context, &SignedData::Pure(&[message]), Some(&self.randomness(rng)?))
    }

    /// As [`SigningKey::sign_with_context`], on the threads of the pool of rayon in which this is called. One thread computes all of FORS:
    /// 7 % of the work for SLH-DSA-128s, a quarter for 256s.
    ///
    /// # Errors
    /// As [`SigningKey::sign_with_context`].
    #[cfg(feature = "rayon")]
    pub fn sign_rayon<R: TryCryptoRng + ?Sized>(
        &self,
        context: &[u8],
        message: &[u8],
        rng: &mut R,
    ) -> Result<Signature, Error> {
        let randomness = self.randomness(rng)?;
        let sign = |parts: &[&[u8]]| sign_on(self, parts, Some(&randomness), Threads::Rayon);
        Ok(SignedData::Pure(&[message]).with_parts(context, sign)??.0)
    }

    /// As [`SigningKey::sign_with_context`] without random numbers: always returns the same signature.
    ///
    /// # Errors
    /// [`Error::ContextTooLong`]; [`Error::Fault`].
    pub fn sign_deterministic(&self, context: &[u8], message: &[u8]) -> Result<Signature, Error> {
        self.sign_parts(context, &SignedData::Pure(&[message]), None)
    }

    /// Signs a message by its hash (algorithm 23, hedged).
    ///
    /// # Errors
    /// As [`SigningKey::sign_with_context`].
    pub fn sign_prehash<R: TryCryptoRng + ?Sized>(
        &self,
        context: &[u8],
        prehash: &Prehash,
        rng: &mut R,
    ) -> Result<Signature, Error> {
        self.sign_parts(context, &SignedData::Prehash(prehash), Some(&self.randomness(rng)?))
    }

    /// As [`SigningKey::sign_prehash`] without random numbers.
    ///
    /// # Errors
    /// As [`SigningKey::sign_deterministic`].
    pub fn sign_prehash_deterministic(&self, context: &[u8], prehash: &Prehash) -> Result<Signature, Error> {
        self.sign_parts(context, &SignedData::Prehash(prehash), None)
    }

    pub(super) fn sign_parts(
        &self,
        context: &[u8],
        form: &SignedData<'_>,
        randomness: Option<&[u8]>,
    ) -> Result<Signature, Error> {
        form.with_parts(context, |parts| sign_internal(self, parts, randomness))?
    }

    pub(super) fn randomness<R: TryCryptoRng + ?Sized>(&self, rng: &mut R) -> Result<Vec<u8>, Error> {
        let mut randomness = alloc::vec![0; self.parameter_set().seed_bytes()];
        rng.try_fill_bytes(&mut randomness).map_err(|_| Error::Random)?;
        Ok(randomness)
    }
}

impl VerifyingKey {
    /// Verifies the signature of a message with this context (algorithm 24).
    ///
    /// # Errors
    /// [`Error::Invalid`] if the signature does not belong to this message, context and key; [`Error::Length`] for a signature of another
    /// length; [`Error::ContextTooLong`].
    pub fn verify_with_context(&self, context: &[u8], message: &[u8], signature: &Signature) -> Result<(), Error> {
        SignedData::Pure(&[message]).with_parts(context, |parts| verify_internal(self, parts, signature))?
    }

    /// Verifies the signature of a message by its hash (algorithm 25).
    ///
    /// # Errors
    /// As [`VerifyingKey::verify_with_context`].
    pub fn verify_prehash(&self, context: &[u8], prehash: &Prehash, signature: &Signature) -> Result<(), Error> {
        SignedData::Prehash(prehash).with_parts(context, |parts| verify_internal(self, parts, signature))?
    }
}

/// The signed data: the message, which may be in parts, or its hash.
pub(super) enum SignedData<'a> {
    Pure(&'a [&'a [u8]]),
    Prehash(&'a Prehash),
}

impl SignedData<'_> {
    /// Calls `f` with the parts of M' (algorithm 22, line 8; algorithm 23, line 25).
    pub(super) fn with_parts<T>(&self, context: &[u8], f: impl FnOnce(&[&[u8]]) -> T) -> Result<T, Error> {
        let Ok(len) = u8::try_from(context.len()) else {
            return Err(Error::ContextTooLong(context.len()));
        };
        let head = [u8::from(matches!(self, Self::Prehash(_))), len];
        let oid;
        let mut parts = alloc::vec![&head[..], context];
        match self {
            Self::Pure(message) => parts.extend_from_slice(message),
            Self::Prehash(prehash) => {
                oid = prehash.function().oid_der();
                parts.extend([&oid[..], prehash.as_bytes()]);
            }
        }
        Ok(f(&parts))
    }
}
