//! Keys in files: PKCS#8 and `SubjectPublicKeyInfo` in PEM (RFC 9909).

use std::ffi::OsStr;

use getrandom::SysRng;
use signatures::pkcs8::der::asn1::OctetStringRef;
use signatures::pkcs8::pkcs5::{EncryptionScheme, pbes2, scrypt};
use signatures::pkcs8::{
    self, AlgorithmIdentifierRef, DecodePrivateKey as _, EncodePrivateKey as _, EncryptedPrivateKeyInfoRef, LineEnding,
    PrivateKeyInfoRef, SecretDocument,
};
use signatures::signature::rand_core::TryRng as _;
use signatures::slh_dsa::{SigningKey, VerifyingKey};
use signatures::spki::{DecodePublicKey as _, EncodePublicKey as _};
use zeroize::Zeroizing;

use super::error::{SigningError, name};
use super::files;
use super::passphrase;
use crate::args::PassphraseArgs;

/// The longest file of a private key.
const MOST_BYTES: usize = 1 << 20;

/// What a PEM of an encrypted key begins with.
const ENCRYPTED: &[u8] = b"-----BEGIN ENCRYPTED PRIVATE KEY-----";

/// The private key in PEM, encrypted if there is a passphrase: scrypt with N = 2^17, r = 8, p = 1 (128 MiB), and AES-256 in CBC mode.
pub(super) fn private_pem(key: &SigningKey, passphrase: Option<&str>) -> Result<Zeroizing<String>, SigningError> {
    let Some(passphrase) = passphrase else {
        return key.to_pkcs8_pem(LineEnding::LF).map_err(SigningError::Encoding);
    };
    let encrypted = || -> Result<_, pkcs8::Error> {
        let mut random = [0; 32];
        SysRng.try_fill_bytes(&mut random).map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))?;
        let (salt, iv) = random.split_at(16);
        let cost = scrypt::Params::new(17, 8, 1).expect("parameters of scrypt");
        let mut vector = [0; 16];
        vector.copy_from_slice(iv);
        let parameters = pbes2::Parameters::generate_scrypt_aes256cbc(cost, salt, vector)?;
        let bytes = key.to_bytes();
        let algorithm = AlgorithmIdentifierRef { oid: key.parameter_set().oid(), parameters: None };
        let info = PrivateKeyInfoRef::new(algorithm, OctetStringRef::new(&bytes)?);
        let document: SecretDocument = info.encrypt_with_params(parameters, passphrase)?;
        Ok(document.to_pem("ENCRYPTED PRIVATE KEY", LineEnding::LF)?)
    };
    encrypted().map_err(SigningError::Encoding)
}

pub(super) fn public_pem(key: &VerifyingKey) -> Result<String, SigningError> {
    key.to_public_key_pem(LineEnding::LF).map_err(|error| SigningError::Encoding(error.into()))
}

pub(super) fn read_public(file: &OsStr) -> Result<VerifyingKey, SigningError> {
    let text = files::read(file)?;
    let key = std::str::from_utf8(&text).ok().and_then(|text| VerifyingKey::from_public_key_pem(text).ok());
    key.ok_or_else(|| SigningError::NotPublic(name(file)))
}

/// Whether trying a passphrase takes what a key file may ask for: scrypt with at most 1 GiB, or PBKDF2 of 10^8 steps.
fn is_affordable(scheme: &EncryptionScheme) -> bool {
    match scheme.pbes2().map(|parameters| &parameters.kdf) {
        Some(pbes2::Kdf::Scrypt(scrypt)) => {
            let (cost, block) = (scrypt.cost_parameter, u64::from(scrypt.block_size));
            let bytes = block.checked_mul(128).and_then(|bytes| bytes.checked_mul(cost));
            cost.is_power_of_two()
                && cost > 1
                && block > 0
                && bytes.is_some_and(|bytes| bytes <= 1 << 30)
                && (1..=16).contains(&scrypt.parallelization)
        }
        Some(pbes2::Kdf::Pbkdf2(pbkdf2)) => {
            (1..=pbes2::Pbkdf2Params::MAX_ITERATION_COUNT).contains(&pbkdf2.iteration_count)
        }
        _ => false,
    }
}

/// The private key of a file, with a passphrase if it is encrypted.
pub(super) fn read_private(file: &OsStr, args: &PassphraseArgs) -> Result<SigningKey, SigningError> {
    let text = files::read_secret(file, MOST_BYTES)?;
    let not_private = || SigningError::NotPrivate(name(file));
    let pem = std::str::from_utf8(&text).map_err(|_| not_private())?;
    if !text.trim_ascii_start().starts_with(ENCRYPTED) {
        return SigningKey::from_pkcs8_pem(pem).map_err(|_| not_private());
    }
    let (_, document) = SecretDocument::from_pem(pem).map_err(|_| not_private())?;
    let encrypted = EncryptedPrivateKeyInfoRef::try_from(document.as_bytes()).map_err(|_| not_private())?;
    if !is_affordable(&encrypted.encryption_algorithm) {
        return Err(SigningError::TooCostly(name(file)));
    }
    let passphrase = passphrase::known(args, &name(file))?;
    let wrong = || SigningError::Passphrase(name(file));
    let decrypted = encrypted.decrypt(&*passphrase).map_err(|_| wrong())?;
    SigningKey::from_pkcs8_der(decrypted.as_bytes()).map_err(|_| wrong())
}
