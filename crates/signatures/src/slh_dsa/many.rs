//! Signs many messages with one key, or verifies many signatures, in one call.

use super::internal::{begin_verification, verify_digests};
use super::keys::{SigningKey, VerifyingKey};
use super::sign::SignedData;
use super::signature::Signature;
use crate::Error;
use ::signature::rand_core::TryCryptoRng;
use alloc::vec::Vec;

/// The number of signatures that are verified together: enough to fill all slots at every step.
const TOGETHER: usize = 16;

impl SigningKey {
    /// Signs many messages, each as [`SigningKey::sign_with_context`] does. One signature already fills all slots, so this costs as much as
    /// signing one by one; `sign_many_rayon` (feature `rayon`) uses several threads.
    ///
    /// # Errors
    /// As [`SigningKey::sign_with_context`].
    pub fn sign_many<M: AsRef<[u8]>, R: TryCryptoRng + ?Sized>(
        &self,
        context: &[u8],
        messages: &[M],
        rng: &mut R,
    ) -> Result<Vec<Signature>, Error> {
        messages.iter().map(|message| self.sign_with_context(context, message.as_ref(), rng)).collect()
    }

    /// As [`SigningKey::sign_many`], on the threads of rayon's pool.
    ///
    /// # Errors
    /// As [`SigningKey::sign_with_context`].
    #[cfg(feature = "rayon")]
    pub fn sign_many_rayon<M: AsRef<[u8]> + Sync, R: TryCryptoRng + ?Sized>(
        &self,
        context: &[u8],
        messages: &[M],
        rng: &mut R,
    ) -> Result<Vec<Signature>, Error> {
        use rayon::prelude::*;
        let randomness = messages.iter().map(|_| self.randomness(rng)).collect::<Result<Vec<_>, _>>()?;
        let sign = |(message, randomness): (&M, &Vec<u8>)| {
            self.sign_parts(context, &SignedData::Pure(&[message.as_ref()]), Some(randomness))
        };
        messages.par_iter().zip(&randomness).map(sign).collect()
    }
}

impl VerifyingKey {
    /// Verifies many signatures, each of the message of the same index: faster than one by one, because all of them go through each step
    /// together. The result for each is that of [`VerifyingKey::verify_with_context`].
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many signatures as messages; [`Error::ContextTooLong`].
    pub fn verify_many<M: AsRef<[u8]>>(
        &self,
        context: &[u8],
        messages: &[M],
        signatures: &[Signature],
    ) -> Result<Vec<Result<(), Error>>, Error> {
        check(context, messages, signatures)?;
        let groups = messages.chunks(TOGETHER).zip(signatures.chunks(TOGETHER));
        Ok(groups.flat_map(|(messages, signatures)| self.verify_group(context, messages, signatures)).collect())
    }

    /// As [`VerifyingKey::verify_many`], on the threads of rayon's pool.
    ///
    /// # Errors
    /// As [`VerifyingKey::verify_many`].
    #[cfg(feature = "rayon")]
    pub fn verify_many_rayon<M: AsRef<[u8]> + Sync>(
        &self,
        context: &[u8],
        messages: &[M],
        signatures: &[Signature],
    ) -> Result<Vec<Result<(), Error>>, Error> {
        use rayon::prelude::*;
        check(context, messages, signatures)?;
        let groups = messages.par_chunks(TOGETHER).zip(signatures.par_chunks(TOGETHER));
        Ok(groups.flat_map(|(messages, signatures)| self.verify_group(context, messages, signatures)).collect())
    }

    fn verify_group<M: AsRef<[u8]>>(
        &self,
        context: &[u8],
        messages: &[M],
        signatures: &[Signature],
    ) -> Vec<Result<(), Error>> {
        let digest = |(message, signature): (&M, &Signature)| {
            let mut digest = begin_verification(self, signature)?;
            SignedData::Pure(&[message.as_ref()]).with_parts(context, |parts| {
                for part in parts {
                    digest.update(part);
                }
            })?;
            Ok(digest.finish())
        };
        let found = messages.iter().zip(signatures).map(digest).collect::<Vec<_>>();
        let right = signatures.iter().zip(&found).filter(|(_, digest)| digest.is_ok());
        let right = right.map(|(signature, _)| signature.as_bytes()).collect::<Vec<_>>();
        let digests = found.iter().flatten().cloned().collect::<Vec<_>>();
        let mut valid = verify_digests(self, &digests, &right).0.into_iter();
        found.into_iter().map(|digest| digest.and_then(|_| valid.next().unwrap_or(Err(Error::Invalid)))).collect()
    }
}

fn check<M>(context: &[u8], messages: &[M], signatures: &[Signature]) -> Result<(), Error> {
    if messages.len() != signatures.len() {
        return Err(Error::Length { what: "list of signatures", expected: messages.len(), got: signatures.len() });
    }
    if context.len() > 255 { Err(Error::ContextTooLong(context.len())) } else { Ok(()) }
}
