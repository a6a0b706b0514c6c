//! Key generation, signing and verification (FIPS 205, section 9).

use super::keys::{SigningKey, VerifyingKey};
use super::message::{MessageHash, prf};
use super::signature::Signature;
use super::trees::{self, Place, Threads, roots_of_signatures};
use super::tweakable::{Calls, Tweakable};
use crate::Error;
use crate::error::check_length;
use alloc::vec;
use alloc::vec::Vec;

/// Signs a message in parts, without encoding it (algorithm 19). Without `randomness`, of n bytes, the signature is deterministic.
///
/// # Errors
/// [`Error::Length`] for randomness of another length, [`Error::Fault`] if the key checks its signatures and this one is invalid.
pub fn sign_internal(key: &SigningKey, message: &[&[u8]], randomness: Option<&[u8]>) -> Result<Signature, Error> {
    sign_internal_counted(key, message, randomness).map(|(signature, _)| signature)
}

/// As [`sign_internal`]; also returns the number of calls of the hash functions.
///
/// # Errors
/// As [`sign_internal`].
pub fn sign_internal_counted(
    key: &SigningKey,
    message: &[&[u8]],
    randomness: Option<&[u8]>,
) -> Result<(Signature, Calls), Error> {
    sign_on(key, message, randomness, Threads::One)
}

/// As [`sign_internal_counted`], on one thread or several.
pub(super) fn sign_on(
    key: &SigningKey,
    message: &[&[u8]],
    randomness: Option<&[u8]>,
    threads: Threads,
) -> Result<(Signature, Calls), Error> {
    let parameters = key.parameter_set().parameters();
    let (n, verifying_key) = (parameters.n, key.public());
    let randomness = randomness.unwrap_or(&verifying_key[..n]);
    check_length("randomness", n, randomness.len())?;
    let mut signature = vec![0; parameters.signature_bytes()];
    let (randomizer, rest) = signature.split_at_mut(n);
    let (fors, hypertree) = rest.split_at_mut(parameters.fors_bytes());
    randomizer.copy_from_slice(&prf(parameters, key.backend(), key.sk_prf(), randomness, message));
    let mut digest = MessageHash::new(parameters, key.backend(), randomizer, verifying_key);
    for part in message {
        digest.update(part);
    }
    let place = Place::of(parameters, &digest.finish());
    let mut hash = Tweakable::new(parameters, &verifying_key[..n], key.backend());
    trees::sign(&mut hash, key.sk_seed(), &place, fors, hypertree, threads);
    let signature = Signature::of(signature);
    if key.checks() && verify_internal(&key.verifying_key(), message, &signature).is_err() {
        return Err(Error::Fault);
    }
    Ok((signature, hash.calls()))
}

/// Verifies the signature of a message in parts, without encoding it (algorithm 20).
///
/// # Errors
/// [`Error::Length`] for a signature of another length, [`Error::Invalid`] for one that does not belong to this message and key.
pub fn verify_internal(key: &VerifyingKey, message: &[&[u8]], signature: &Signature) -> Result<(), Error> {
    verify_internal_counted(key, message, signature).0
}

/// As [`verify_internal`]; also returns the number of calls of the hash functions.
#[allow(clippy::missing_errors_doc)]
pub fn verify_internal_counted(
    key: &VerifyingKey,
    message: &[&[u8]],
    signature: &Signature,
) -> (Result<(), Error>, Calls) {
    let digest = || {
        let mut digest = begin_verification(key, signature)?;
        for part in message {
            digest.update(part);
        }
        Ok(digest.finish())
    };
    match digest() {
        Ok(digest) => {
            let (mut valid, calls) = verify_digests(key, &[digest], &[signature.as_bytes()]);
            (valid.pop().unwrap_or(Err(Error::Invalid)), calls)
        }
        Err(error) => (Err(error), Calls::default()),
    }
}

/// The hash of the signed message, which the caller must feed with the message.
pub(crate) fn begin_verification(key: &VerifyingKey, signature: &Signature) -> Result<MessageHash, Error> {
    let parameters = key.parameter_set().parameters();
    check_length("signature", parameters.signature_bytes(), signature.as_bytes().len())?;
    let randomizer = &signature.as_bytes()[..parameters.n];
    Ok(MessageHash::new(parameters, key.backend(), randomizer, key.as_bytes()))
}

/// Whether signatures of the right length are valid for messages with these digests.
pub(crate) fn verify_digests(
    key: &VerifyingKey,
    digests: &[Vec<u8>],
    signatures: &[&[u8]],
) -> (Vec<Result<(), Error>>, Calls) {
    let parameters = key.parameter_set().parameters();
    let (seed, root) = key.as_bytes().split_at(parameters.n);
    let places = digests.iter().map(|digest| Place::of(parameters, digest)).collect::<Vec<_>>();
    let mut hash = Tweakable::new(parameters, seed, key.backend());
    let roots = roots_of_signatures(&mut hash, &places, signatures);
    let valid = roots.chunks_exact(parameters.n).map(|found| if found == root { Ok(()) } else { Err(Error::Invalid) });
    (valid.collect(), hash.calls())
}
