//! What can go wrong with keys and signatures.

use std::ffi::OsStr;
use std::io;

use crate::output::Plain;
use crate::quote::quote;

/// Why there is no key, no signature, or no valid one. Names are quoted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SigningError {
    #[error("{name}: {}", Plain(.error))]
    Io { name: String, error: io::Error },
    #[error("{0}: exists already; --force overwrites it")]
    Exists(String),
    #[error("{0}: not a private key of SLH-DSA in PEM")]
    NotPrivate(String),
    #[error("{0}: not a public key of SLH-DSA in PEM")]
    NotPublic(String),
    #[error("{0}: wrong passphrase, or a damaged key")]
    Passphrase(String),
    #[error("the passphrase is empty; --no-passphrase makes a key without one")]
    NoPassphrase,
    #[error("the two passphrases differ")]
    Differ,
    #[error("there is no terminal to ask for the passphrase: use --passphrase-file")]
    NoTerminal,
    #[error("{0}: larger than 1 GiB")]
    TooLarge(String),
    #[error("{0}: no signature; it is made by \"lanesum sign\"")]
    Missing(String),
    #[error("{file}: not a signature file of lanesum, or a damaged one: {what}")]
    Format { file: String, what: &'static str },
    #[error("{file}: a signature of version {version}; this lanesum reads version 1")]
    Version { file: String, version: String },
    #[error("{file}: signed with another key ({found}) than {key} ({own})")]
    OtherKey { file: String, found: String, key: String, own: String },
    #[error("{list}: WRONG SIGNATURE: the list or its signature was changed after signing, or not signed with {key}")]
    Invalid { list: String, key: String },
    #[error("--signed-by needs the list as a file: standard input has no signature beside it")]
    Stdin,
    #[error("a comment is one line of at most 1000 bytes without control characters")]
    Comment,
    #[error("{0}")]
    Key(signatures::Error),
    #[error("cannot encode the key: {0}")]
    Encoding(signatures::pkcs8::Error),
}

/// A file's name as messages have it.
pub(super) fn name(file: &OsStr) -> String {
    String::from_utf8_lossy(&quote(file.as_encoded_bytes())).into_owned()
}
