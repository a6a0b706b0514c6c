//! Keys in files: PKCS#8 and `SubjectPublicKeyInfo` in PEM (RFC 9909, RFC 9802); private keys of XMSS and LMS in the library's key files.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use getrandom::SysRng;
use signatures::pkcs8::der::asn1::OctetStringRef;
use signatures::pkcs8::pkcs5::{EncryptionScheme, pbes2, scrypt};
use signatures::pkcs8::{
    self, AlgorithmIdentifierRef, DecodePrivateKey as _, EncodePrivateKey as _, EncryptedPrivateKeyInfoRef, LineEnding,
    PrivateKeyInfoRef, SecretDocument,
};
use signatures::signature::rand_core::TryRng as _;
use signatures::slh_dsa::{FaultCheck, SigningKey};
use signatures::{Error, lms, xmss};
use zeroize::Zeroizing;

use super::error::{SigningError, name};
use super::files;
use super::passphrase;
use super::scheme::{CONTEXT, PublicKey, Set};
use crate::args::PassphraseArgs;
use crate::secret;

/// The longest file of a private key.
const MOST_BYTES: usize = 1 << 20;

/// The first line of a PEM file with an encrypted key.
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

pub(super) fn read_public(file: &OsStr) -> Result<PublicKey, SigningError> {
    let text = files::read(file)?;
    let key = std::str::from_utf8(&text).ok().and_then(PublicKey::from_pem);
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

pub(super) enum PrivateKey {
    SlhDsa(SigningKey),
    Xmss(xmss::KeyFile),
    Lms(lms::KeyFile),
}

impl PrivateKey {
    /// The private key of a file, with a passphrase if it is encrypted, for so many signatures.
    pub(super) fn open(file: &OsStr, args: &PassphraseArgs, signatures: usize) -> Result<Self, SigningError> {
        let mut magic = [0; 13];
        // A pipe, which gives its bytes only once, can have a key in PEM.
        if Path::new(file).is_file() {
            let io = |error| SigningError::Io { name: name(file), error };
            let _ = File::open(file).map_err(io)?.read_exact(&mut magic);
        }
        let together = signatures.try_into().unwrap_or(u32::MAX);
        let of_key_file = |error| of_key_file(file, error);
        secret::shield();
        match &magic {
            b"lanesum-xmss-" => {
                xmss::KeyFile::open(file).map(|key| Self::Xmss(key.with_reservations(together))).map_err(of_key_file)
            }
            b"lanesum-lms-k" => {
                lms::KeyFile::open(file).map(|key| Self::Lms(key.with_reservations(together))).map_err(of_key_file)
            }
            _ => Ok(Self::SlhDsa(read_pem(file, args)?.with_fault_check(FaultCheck::Yes))),
        }
    }

    /// A new key. That of XMSS or LMS is in its file already.
    pub(super) fn generate(set: Set, file: &OsStr) -> Result<Self, SigningError> {
        let of_key_file = |error| of_key_file(file, error);
        Ok(match set {
            Set::SlhDsa(set) => Self::SlhDsa(SigningKey::generate_rayon(set, &mut SysRng).map_err(SigningError::Key)?),
            Set::Xmss(set) => Self::Xmss(xmss::KeyFile::create(file, set, &mut SysRng).map_err(of_key_file)?),
            Set::Lms(set) => Self::Lms(lms::KeyFile::create(file, set, &mut SysRng).map_err(of_key_file)?),
        })
    }

    pub(super) fn set(&self) -> Set {
        match self {
            Self::SlhDsa(key) => Set::SlhDsa(key.parameter_set()),
            Self::Xmss(key) => Set::Xmss(key.parameter_set()),
            Self::Lms(key) => Set::Lms(key.parameter_set()),
        }
    }

    pub(super) fn public(&self) -> PublicKey {
        match self {
            Self::SlhDsa(key) => PublicKey::SlhDsa(key.verifying_key()),
            Self::Xmss(key) => PublicKey::Xmss(key.verifying_key()),
            Self::Lms(key) => PublicKey::Lms(key.verifying_key()),
        }
    }

    /// Signs a message. `file` is the key's.
    pub(super) fn sign(&mut self, message: &[u8], file: &OsStr) -> Result<Vec<u8>, SigningError> {
        let of_key_file = |error| of_key_file(file, error);
        match self {
            Self::SlhDsa(key) => {
                let signature = key.sign_rayon(CONTEXT, message, &mut SysRng).map_err(|error| match error {
                    Error::Fault => SigningError::DamagedKey(name(file)),
                    error => SigningError::Key(error),
                })?;
                Ok(signature.as_bytes().to_vec())
            }
            Self::Xmss(key) => key.sign(message).map(|signature| signature.as_bytes().to_vec()).map_err(of_key_file),
            Self::Lms(key) => key.sign(message).map(|signature| signature.as_bytes().to_vec()).map_err(of_key_file),
        }
    }

    /// The signatures that a key of XMSS or LMS can still make.
    pub(super) fn left(&self) -> Option<u64> {
        match self {
            Self::SlhDsa(_) => None,
            Self::Xmss(key) => Some(key.left()),
            Self::Lms(key) => Some(key.left()),
        }
    }
}

/// The error with the file's name as messages have it.
fn of_key_file(file: &OsStr, error: xmss::FileError) -> SigningError {
    use xmss::FileError::{Damaged, Exists, Io, Key, Linked, Replaced, RolledBack};
    let path = PathBuf::from(name(file));
    SigningError::KeyFile(match error {
        Io(_, error) => return SigningError::Io { name: name(file), error },
        Key(error) => return SigningError::Key(error),
        Exists(_) => Exists(path),
        Damaged(_) => Damaged(path),
        RolledBack(_) => RolledBack(path),
        Linked(_) => Linked(path),
        Replaced(_) => Replaced(path),
        other => other,
    })
}

fn read_pem(file: &OsStr, args: &PassphraseArgs) -> Result<SigningKey, SigningError> {
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
