//! `lanesum keygen`, `sign` and `verify`: lists of digests that nobody can forge (SLH-DSA, XMSS, LMS).
//!
//! | file | what |
//! | --- | --- |
//! | here | the subcommands, and verification for `check` |
//! | `scheme` | the parameter sets of all schemes, and public keys |
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
mod scheme;

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use lanesum::{Algorithm, Hasher};

pub(crate) use self::error::SigningError;
use self::error::name;
use self::files::Access;
use self::format::{Header, SignatureFile};
use self::keys::PrivateKey;
use self::scheme::PublicKey;
pub(crate) use self::scheme::Set;
use crate::args::{KeygenArgs, SignArgs, VerifyArgs};
use crate::failure::{Failure, print};
use crate::list::{FoundLists, Verified};
use crate::output::{Existing, Held, Output, complain};
use crate::refusal::Refusal;
use crate::root::Root;
use crate::secret;

/// A key of XMSS or LMS that can sign fewer lists is about to be used up.
const FEW: u64 = 16;

/// Lists that are read before they are verified in one call: so many, or so many bytes.
const TOGETHER: usize = 64;
const TOGETHER_BYTES: usize = 1 << 26;

pub(crate) fn keygen(args: &KeygenArgs) -> Result<bool, Failure> {
    let made = make(args);
    secret::wipe_stack();
    let (public, id) = made?;
    print(format!("{}: {}, key {id}\n", name(&public), args.set))?;
    Ok(true)
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
    let has_state = !matches!(args.set, Set::SlhDsa(_));
    if has_state && !args.no_passphrase {
        let message = "a key of XMSS or LMS changes with each signature and is not encrypted: add --no-passphrase";
        return Err(Refusal(message.into()).into());
    }
    secret::shield();
    let passphrase = if args.no_passphrase { None } else { Some(passphrase::new(&args.passphrase)?) };
    let waiting = wait("making a key");
    let key = PrivateKey::generate(args.set, &private)?;
    let pem = match &key {
        PrivateKey::SlhDsa(key) => {
            Some(keys::private_pem(key, passphrase.as_ref().map(|passphrase| passphrase.as_str()))?)
        }
        PrivateKey::Xmss(_) | PrivateKey::Lms(_) => None,
    };
    waiting.finish_and_clear();
    let write = || {
        // Two runs with --force must not write one half each.
        let held = (existing == Existing::Replace).then(|| Held::new(Path::new(&public))).transpose()?;
        // The public one first: if that fails, an old private key has not been overwritten yet.
        let encoding = |error: signatures::spki::Error| SigningError::Encoding(error.into());
        let public_pem = key.public().pem().map_err(encoding)?;
        let locked = files::write(&public, public_pem.as_bytes(), Access::Everybody, existing, held)?;
        if let Some(pem) = &pem {
            files::write(&private, pem.as_bytes(), Access::Owner, existing, None)?;
        }
        drop(locked);
        format::key_id(&key.public())
    };
    let written: Result<_, SigningError> = write();
    if written.is_err() && has_state {
        // It is new and has signed nothing.
        let _ = std::fs::remove_file(&private);
    }
    Ok((public, written?))
}

pub(crate) fn sign(args: &SignArgs) -> Result<bool, Failure> {
    format::check_comment(&args.comment)?;
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    for list in &args.lists {
        // Before a key of XMSS or LMS gives up signatures that nobody would get.
        files::is_readable(list)?;
        files::allows(existing, &files::with_suffix(list, ".sig"))?;
    }
    let mut key = PrivateKey::open(&args.key, &args.passphrase, args.lists.len())?;
    secret::wipe_stack();
    if let Some(left) = key.left().filter(|left| (1..args.lists.len() as u64).contains(left)) {
        return Err(SigningError::TooFew { key: name(&args.key), left, lists: args.lists.len() }.into());
    }
    let header = Header { set: key.set(), key: format::key_id(&key.public())?, comment: args.comment.clone() };
    for list in &args.lists {
        // An update of the list waits until it is signed.
        let held = Held::new(Path::new(list))?;
        let contents = files::read(list)?;
        let waiting = wait("signing");
        let signature = key.sign(&header.signed(&contents), &args.key)?;
        waiting.finish_and_clear();
        let text = header.text(&signature);
        held.unchanged()?;
        files::write(&files::with_suffix(list, ".sig"), text.as_bytes(), Access::Everybody, existing, None)?;
    }
    if let Some(left) = key.left().filter(|left| *left < FEW) {
        let message = format!("{}: {left} signatures are left; make a new key", name(&args.key));
        complain(message);
    }
    Ok(true)
}

pub(crate) fn verify(args: &VerifyArgs) -> Result<bool, Failure> {
    let key = Verifier::new(&args.key)?;
    let mut output = Output::open(None)?;
    let mut all = true;
    key.verify(args.lists.iter().map(|list| (list.as_os_str(), None)), |list, verified| -> Result<(), Failure> {
        match verified {
            Ok(Signed { header, .. }) => {
                let comment = if header.comment.is_empty() { String::new() } else { format!(": {}", header.comment) };
                writeln!(output, "{}: signed by key {}{comment}", name(list), header.key)?;
                output.end_line()?;
            }
            Err(error) => {
                complain(error);
                all = false;
            }
        }
        Ok(())
    })?;
    output.flush()?;
    Ok(all)
}

/// The lists, each read once and verified: exactly the bytes that were. The first that is not valid ends it.
///
/// `found` opens the lists, and the signatures beside them, that were found in a directory.
pub(crate) fn verified_lists(
    key_file: &OsStr,
    lists: &[OsString],
    found: Option<&FoundLists>,
) -> Result<Verified, SigningError> {
    let key = Verifier::new(key_file)?;
    if lists.iter().any(|list| list == "-") {
        return Err(SigningError::Stdin);
    }
    let mut seen = HashSet::new();
    let once = lists.iter().filter(|list| seen.insert(*list));
    let named = once.map(|list| (list.as_os_str(), found.and_then(|found| found.get(list))));
    let mut all = HashMap::new();
    key.verify(named, |list, verified| -> Result<(), SigningError> {
        let Signed { message, list: at, .. } = verified?;
        all.insert(list.to_owned(), message[at..].into());
        Ok(())
    })?;
    Ok(Arc::new(all))
}

/// A list, and what was signed with it.
struct Signed {
    header: Header,
    /// The header's lines, and from `list` on the list.
    message: Vec<u8>,
    list: usize,
    signature: Vec<u8>,
}

/// A public key, with the name of its file.
struct Verifier<'a> {
    key: PublicKey,
    file: &'a OsStr,
    id: String,
}

impl<'a> Verifier<'a> {
    fn new(file: &'a OsStr) -> Result<Self, SigningError> {
        let key = keys::read_public(file)?;
        let id = format::key_id(&key)?;
        Ok(Self { key, file, id })
    }

    /// Calls `each` with every list, in this order. Many are verified in one call, which takes less time than one by one.
    fn verify<'l, E>(
        &self,
        lists: impl Iterator<Item = (&'l OsStr, Option<&'l Root>)>,
        mut each: impl FnMut(&OsStr, Result<Signed, SigningError>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lists = lists.peekable();
        while lists.peek().is_some() {
            let (mut read, mut bytes) = (Vec::new(), 0);
            while let Some((list, root)) = lists.next_if(|_| read.len() < TOGETHER && bytes < TOGETHER_BYTES) {
                let signed = self.read(list, root);
                bytes += signed.as_ref().map_or(0, |signed| signed.message.len());
                read.push((list, signed));
            }
            let right = read.iter().filter_map(|(_, signed)| signed.as_ref().ok());
            let (messages, signatures): (Vec<_>, Vec<_>) =
                right.map(|signed| (&signed.message[..], &signed.signature[..])).unzip();
            let mut valid = self.key.verifies(&messages, &signatures).into_iter();
            for (list, signed) in read {
                let invalid = || SigningError::Invalid { list: name(list), key: name(self.file) };
                each(
                    list,
                    signed.and_then(|signed| valid.next().unwrap_or(false).then_some(signed).ok_or_else(invalid)),
                )?;
            }
        }
        Ok(())
    }

    /// A list and its signature, which must name this key.
    fn read(&self, list: &OsStr, root: Option<&Root>) -> Result<Signed, SigningError> {
        let contents = root.map_or_else(|| files::read(list), |root| files::read_found(list, root))?;
        let signature_file = files::with_suffix(list, ".sig");
        let SignatureFile { header, signature } = format::read(&signature_file, root.unwrap_or(&Root::Names))?;
        if header.key != self.id || !self.key.fits(&header.set) {
            let (file, key) = (name(&signature_file), name(self.file));
            return Err(SigningError::OtherKey { file, found: header.key, key, own: self.id.clone() });
        }
        let message = header.signed(&contents);
        Ok(Signed { list: message.len() - contents.len(), header, message, signature })
    }
}

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
                name(signature_of(list)),
                name(list)
            );
            complain(message);
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
