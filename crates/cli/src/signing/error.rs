//! The errors of keys and signatures.

use std::io;

use crate::output::{FileError, Plain};
/// A file's name as messages have it.
pub(super) use crate::quote::quote_path as name;

/// Why there is no key, no signature, or no valid one. Names are quoted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SigningError {
    #[error("{name}: {}", Plain(.error))]
    Io { name: String, error: io::Error },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{0}: exists already; --force overwrites it")]
    Exists(String),
    #[error(
        "{0}: not a private key of SLH-DSA in PEM, of XMSS or of LMS; give the .key file that \"lanesum keygen\" wrote"
    )]
    NotPrivate(String),
    #[error("{0}: not a public key of SLH-DSA, XMSS or LMS in PEM; give the .pub file that \"lanesum keygen\" wrote")]
    NotPublic(String),
    #[error("{0}: wrong passphrase, or a damaged key; try again, or restore the key from a backup")]
    Passphrase(String),
    #[error("the passphrase is empty; --no-passphrase makes a key without one")]
    NoPassphrase,
    #[error("the passphrase is not UTF-8; save it in UTF-8")]
    PassphraseText,
    #[error(
        "{0}: checking its passphrase would take more than 1 GiB of memory or 100,000,000 steps, so lanesum did not make this key; encrypt it again \
         with smaller parameters of scrypt or PBKDF2"
    )]
    TooCostly(String),
    #[error(
        "{0}: damaged: its signatures do not verify with its own public key; nothing was written; restore the key from a backup"
    )]
    DamagedKey(String),
    #[error("the two passphrases differ; try again")]
    Differ,
    #[error("there is no terminal to ask for the passphrase: use --passphrase-file")]
    NoTerminal,
    #[error("{0}: larger than 1 GiB, the limit of keys and signed lists; split the list")]
    TooLarge(String),
    #[error("{0}: too long for a key or a passphrase (more than {1} bytes); is it another file?")]
    TooLongSecret(String, usize),
    #[error("{0}: no such signature file; whoever signed the list makes it with \"lanesum sign\"")]
    Missing(String),
    #[error("{file}: not a signature file of lanesum, or a damaged one: {what}; get it again")]
    Format { file: String, what: &'static str },
    #[error("{file}: a signature of version {version}; this lanesum reads version 1; use a newer lanesum")]
    Version { file: String, version: String },
    #[error("{file}: signed with another key ({found}) than {key} ({own}); ask the signer which key is right")]
    OtherKey { file: String, found: String, key: String, own: String },
    #[error(
        "{list}: WRONG SIGNATURE: the list or its signature was changed after signing, or not signed with {key}; do not trust the \
         list, get both again"
    )]
    Invalid { list: String, key: String },
    #[error("--signed-by needs the list as a file: standard input has no signature beside it")]
    Stdin,
    #[error("--comment must be one line of at most 1000 bytes without control characters")]
    Comment,
    #[error(
        "{key}: {lists} lists, but only {left} signatures are left; sign fewer, or make a new key; nothing was signed"
    )]
    TooFew { key: String, left: u64, lists: usize },
    #[error("{0}")]
    Key(signatures::Error),
    /// Of XMSS or LMS.
    #[error(transparent)]
    KeyFile(signatures::xmss::FileError),
    #[error("internal error: cannot encode the key ({0}); please report this")]
    Encoding(signatures::pkcs8::Error),
}
