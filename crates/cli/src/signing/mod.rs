//! `lanesum keygen`, `sign` and `verify`: lists of digests that nobody can forge (SLH-DSA, FIPS 205).
//!
//! | file | what |
//! | --- | --- |
//! | here | the subcommands, and verification for `check` |
//! | `keys` | private and public keys in files |
//! | `passphrase` | from the terminal or a file |
//! | `format` | the text of a signature file |
//! | `files` | reads whole files, and writes new ones |
//! | `error` | what can go wrong |

mod error;
mod files;
mod format;
mod keys;
mod passphrase;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use getrandom::SysRng;
use indicatif::ProgressBar;
use lanesum::{Algorithm, Hasher};
use signatures::slh_dsa::{FaultCheck, SigningKey, VerifyingKey};

pub(crate) use self::error::SigningError;
use self::error::name;
use self::files::Access;
use self::format::{Header, SignatureFile};
use crate::args::{KeygenArgs, SignArgs, VerifyArgs};
use crate::failure::{FAILED, Failure};
use crate::list::{FoundLists, Verified};
use crate::output::{Existing, Held, Output, complain};
use crate::quote::quote;
use crate::root::Root;
use crate::secret;

/// What keeps these signatures apart from all others by the same key.
const CONTEXT: &[u8] = b"lanesum-sums-v1";

pub(crate) fn keygen(args: &KeygenArgs) -> Result<ExitCode, Failure> {
    let made = make(args);
    secret::wipe_stack();
    let (public, id) = made?;
    let mut output = Output::open(None)?;
    writeln!(output, "{}: {}, key {id}", name(&public), args.set)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Makes a key pair and writes both files. Returns the name of the public one, and its [`format::key_id`].
///
/// It is a call of its own, so that its stack can be wiped: a key that is moved leaves copies behind.
#[inline(never)]
fn make(args: &KeygenArgs) -> Result<(OsString, String), Failure> {
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let (private, public) = (files::with_suffix(&args.name, ".key"), files::with_suffix(&args.name, ".pub"));
    for file in [&private, &public] {
        // Before anybody types a passphrase.
        files::allows(existing, file)?;
    }
    secret::shield();
    let passphrase = if args.no_passphrase { None } else { Some(passphrase::new(&args.passphrase)?) };
    let waiting = wait("making a key");
    let key = SigningKey::generate(args.set, &mut SysRng).map_err(SigningError::Key)?;
    let pem = keys::private_pem(&key, passphrase.as_ref().map(|passphrase| passphrase.as_str()))?;
    waiting.finish_and_clear();
    // Two runs with --force must not write one half each.
    let held = (existing == Existing::Replace).then(|| Held::new(Path::new(&public))).transpose()?;
    // The public one first: if that fails, an old private key has not been overwritten yet.
    let public_pem = keys::public_pem(&key.verifying_key())?;
    let locked = files::write(&public, public_pem.as_bytes(), Access::Everybody, existing, held)?;
    files::write(&private, pem.as_bytes(), Access::Owner, existing, None)?;
    drop(locked);
    Ok((public, format::key_id(&key.verifying_key())?))
}

pub(crate) fn sign(args: &SignArgs) -> Result<ExitCode, Failure> {
    format::check_comment(&args.comment)?;
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    for list in &args.lists {
        files::allows(existing, &files::with_suffix(list, ".sig"))?;
    }
    let key = keys::read_private(&args.key, &args.passphrase)?.with_fault_check(FaultCheck::Yes);
    secret::wipe_stack();
    let header =
        Header { set: key.parameter_set(), key: format::key_id(&key.verifying_key())?, comment: args.comment.clone() };
    for list in &args.lists {
        // An update of the list waits until it is signed.
        let held = Held::new(Path::new(list))?;
        let contents = files::read(list)?;
        let waiting = wait("signing");
        let signed = header.signed(&contents);
        let signature = key.sign_with_context(CONTEXT, &signed, &mut SysRng).map_err(|error| match error {
            signatures::Error::Fault => SigningError::DamagedKey(name(&args.key)),
            error => SigningError::Key(error),
        })?;
        waiting.finish_and_clear();
        let text = header.text(&signature);
        held.unchanged()?;
        files::write(&files::with_suffix(list, ".sig"), text.as_bytes(), Access::Everybody, existing, None)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn verify(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let key = keys::read_public(&args.key)?;
    let mut output = Output::open(None)?;
    let mut status = ExitCode::SUCCESS;
    for list in &args.lists {
        match verified(&key, &args.key, list, None) {
            Ok((_, header)) => {
                let comment = if header.comment.is_empty() { String::new() } else { format!(": {}", header.comment) };
                output.write_all(&quote(list.as_encoded_bytes()))?;
                writeln!(output, ": signed by key {}{comment}", header.key)?;
                output.end_line()?;
            }
            Err(error) => {
                complain(error.to_string().as_bytes());
                status = ExitCode::from(FAILED);
            }
        }
    }
    output.flush()?;
    Ok(status)
}

/// The lists, each read once and verified: exactly the bytes that were. The first that is not valid ends it.
///
/// `found` opens the lists, and the signatures beside them, that were found in a directory.
pub(crate) fn verified_lists(
    key_file: &OsStr,
    lists: &[OsString],
    found: Option<&FoundLists>,
) -> Result<Verified, SigningError> {
    let key = keys::read_public(key_file)?;
    let mut all = HashMap::new();
    for list in lists {
        if list == "-" {
            return Err(SigningError::Stdin);
        }
        if let Entry::Vacant(entry) = all.entry(list.clone()) {
            let root = found.and_then(|found| found.get(list));
            let (contents, _) = verified(&key, key_file, list, root)?;
            entry.insert(contents.into());
        }
    }
    Ok(Arc::new(all))
}

/// The bytes of a list whose signature is valid, and what was signed with them.
fn verified(
    key: &VerifyingKey,
    key_file: &OsStr,
    list: &OsStr,
    root: Option<&Root>,
) -> Result<(Vec<u8>, Header), SigningError> {
    let contents = root.map_or_else(|| files::read(list), |root| files::read_found(list, root))?;
    let signature_file = files::with_suffix(list, ".sig");
    let SignatureFile { header, signature } = format::read(&signature_file, root.unwrap_or(&Root::Names))?;
    let own = format::key_id(key)?;
    if header.key != own || header.set != key.parameter_set() {
        let (file, key) = (name(&signature_file), name(key_file));
        return Err(SigningError::OtherKey { file, found: header.key, key, own });
    }
    match key.verify_with_context(CONTEXT, &header.signed(&contents), &signature) {
        Ok(()) => Ok((contents, header)),
        Err(_) => Err(SigningError::Invalid { list: name(list), key: name(key_file) }),
    }
}

/// Where the signature of a list lies.
pub(crate) fn signature_of(list: &OsStr) -> PathBuf {
    files::with_suffix(list, ".sig").into()
}

/// A list that may have a signature, as it is before somebody replaces it.
pub(crate) struct Before(Option<[u8; 32]>);

impl Before {
    /// Reads the list, but only if it has a signature.
    pub(crate) fn of(list: &OsStr) -> Self {
        Self(if signature_of(list).exists() { digest(list) } else { None })
    }

    /// Says so if the list has changed under its signature.
    pub(crate) fn compare(&self, list: &OsStr) {
        if self.0.is_some() && self.0 != digest(list) {
            let message = format!(
                "{} is no longer the signature of {}: sign the list again with lanesum sign --force",
                name(signature_of(list).as_os_str()),
                name(list)
            );
            complain(message.as_bytes());
        }
    }
}

/// `None` if it cannot be read.
fn digest(list: &OsStr) -> Option<[u8; 32]> {
    let (mut hasher, mut digest) = (Hasher::new(Algorithm::Sha3_256), [0; 32]);
    std::io::copy(&mut File::open(list).ok()?, &mut hasher).ok()?;
    hasher.finalize().read(&mut digest).ok()?;
    Some(digest)
}

/// Shows on a terminal that work is being done.
fn wait(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
