//! The traits of the crate `signature`: pure signatures with an empty context.

use super::internal::verify_internal;
use super::keys::{SigningKey, VerifyingKey};
use super::sign::SignedData;
use super::signature::Signature;
use ::signature::rand_core::TryCryptoRng;
use ::signature::{
    Error, Keypair, MultipartSigner, MultipartVerifier, RandomizedMultipartSigner, RandomizedSigner, Signer, Verifier,
};

impl Signer<Signature> for SigningKey {
    /// Deterministic.
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        self.try_multipart_sign(&[message])
    }
}

impl MultipartSigner<Signature> for SigningKey {
    /// Deterministic.
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Result<Signature, Error> {
        self.sign_parts(&[], &SignedData::Pure(message), None).map_err(Error::from_source)
    }
}

impl RandomizedSigner<Signature> for SigningKey {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(&self, rng: &mut R, message: &[u8]) -> Result<Signature, Error> {
        self.try_multipart_sign_with_rng(rng, &[message])
    }
}

impl RandomizedMultipartSigner<Signature> for SigningKey {
    fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[&[u8]],
    ) -> Result<Signature, Error> {
        let randomness = self.randomness(rng).map_err(Error::from_source)?;
        self.sign_parts(&[], &SignedData::Pure(message), Some(&randomness)).map_err(Error::from_source)
    }
}

impl Keypair for SigningKey {
    type VerifyingKey = VerifyingKey;

    fn verifying_key(&self) -> VerifyingKey {
        self.verifying_key()
    }
}

impl Verifier<Signature> for VerifyingKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.multipart_verify(&[message], signature)
    }
}

impl MultipartVerifier<Signature> for VerifyingKey {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature) -> Result<(), Error> {
        let verify = |parts: &[&[u8]]| verify_internal(self, parts, signature);
        SignedData::Pure(message).with_parts(&[], verify).and_then(|result| result).map_err(Error::from_source)
    }
}
