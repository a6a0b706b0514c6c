//! Private keys of XMSS in files, which reserve each index durably before it is used.

use super::durable::{Lock, has_other_names, replace};
use super::key::{PrivateKey, Signature, Tree, VerifyingKey, kept};
use super::parameters::ParameterSet;
use crate::Error;
use crate::slh_dsa::FaultCheck;
use ::signature::rand_core::TryCryptoRng;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The first bytes of a key file; the last one is the version.
const MAGIC: &[u8; 16] = b"lanesum-xmss-k\0\x01";

/// A private key of XMSS or XMSS^MT in a file, from which indices are reserved. The file marks them as used before the first of them signs,
/// so a crash can lose indices but never repeats one. Several processes may share a file; each reserves its own indices.
///
/// A copy of the file is a second key with the same indices: never restore a key file from a backup, and never clone a machine that has
/// one. lanesum rejects a file that goes back while it is open, or that is older than the note in its lock file
/// ([`FileError::RolledBack`]). It cannot notice a copy in another place. A symbolic link stands for its target. A file with several names
/// (hard links) is rejected, because replacing it under one name would leave the others unchanged.
pub struct KeyFile {
    path: PathBuf,
    key: PrivateKey,
    /// The reserved, unused indices: from the first, below the second.
    reserved: (u64, u64),
    /// The first free index in the file, when it was last read.
    seen: u64,
    together: u64,
    check: FaultCheck,
}

/// Why a key file cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// Reading or writing the file failed.
    Io(PathBuf, io::Error),
    /// The file already exists.
    Exists(PathBuf),
    /// The file is not a key file, or is damaged.
    Damaged(PathBuf),
    /// The file is older than it was before; it may have been restored from a copy. Signing might repeat an index.
    RolledBack(PathBuf),
    /// The file has several names (hard links). The other names would keep the old contents, with indices that have been used.
    Linked(PathBuf),
    /// The file now contains another key than the one that was opened.
    Replaced(PathBuf),
    /// Signing failed.
    Key(Error),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Exists(path) => {
                write!(f, "{}: exists already, and a key is never overwritten: take another name", path.display())
            }
            Self::Damaged(path) => write!(
                f,
                "{}: not a key file of XMSS, or a damaged one: take another file, or generate a new key (a copy could repeat an index)",
                path.display()
            ),
            Self::RolledBack(path) => write!(
                f,
                "{}: older than it was (restored from a copy?), so signing could give the private key away: generate a new key",
                path.display()
            ),
            Self::Linked(path) => write!(
                f,
                "{}: has other names (hard links), which would keep used indices: remove all names but one",
                path.display()
            ),
            Self::Replaced(path) => write!(f, "{}: holds another key now: open the file again", path.display()),
            Self::Key(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Key(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Error> for FileError {
    fn from(error: Error) -> Self {
        Self::Key(error)
    }
}

impl KeyFile {
    /// Makes a key and its file, which only its owner can read. This costs as much as [`PrivateKey::from_seeds`].
    ///
    /// # Errors
    /// [`FileError::Exists`]; [`FileError::Io`]; [`Error::Random`].
    pub fn create<R: TryCryptoRng + ?Sized>(
        path: impl AsRef<Path>,
        set: ParameterSet,
        rng: &mut R,
    ) -> Result<Self, FileError> {
        let path = path.as_ref().to_owned();
        let io = |error| FileError::Io(path.clone(), error);
        // Checked here, before the long work, and again below.
        if path.try_exists().map_err(io)? {
            return Err(FileError::Exists(path));
        }
        let mut seeds = Zeroizing::new(vec![0; 3 * set.seed_bytes()]);
        rng.try_fill_bytes(&mut seeds).map_err(|_| Error::Random)?;
        let (sk_seed, rest) = seeds.split_at(set.seed_bytes());
        let (sk_prf, pub_seed) = rest.split_at(set.seed_bytes());
        let key = PrivateKey::from_seeds(set, sk_seed, sk_prf, pub_seed, None)?;
        let mut lock = Lock::of(&path).map_err(io)?;
        if path.try_exists().map_err(io)? {
            return Err(FileError::Exists(path));
        }
        replace(&path, &encode(&key, 0)).map_err(io)?;
        lock.set_note(&note(&key, 0)).map_err(io)?;
        Ok(Self::of(path, key, 0))
    }

    /// Opens a key file. Nothing is reserved yet.
    ///
    /// # Errors
    /// [`FileError::Damaged`]; [`FileError::RolledBack`]; [`FileError::Linked`]; [`FileError::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        // Resolves links, because the target is replaced and has its lock beside it. Before locking, which would make a lock file for a key
        // that does not exist.
        let path = std::fs::canonicalize(&path).map_err(|error| FileError::Io(path.as_ref().to_owned(), error))?;
        let io = |error| FileError::Io(path.clone(), error);
        let mut lock = Lock::of(&path).map_err(io)?;
        let (key, next) = read(&path)?;
        check_note(&path, &mut lock, &key, next)?;
        Ok(Self::of(path, key, next))
    }

    fn of(path: PathBuf, key: PrivateKey, next: u64) -> Self {
        Self { path, key, reserved: (next, next), seen: next, together: 1, check: FaultCheck::Yes }
    }

    /// The same key, which reserves this many indices at a time. Each reservation writes the file and waits for the disk; a crash loses the
    /// reserved, unused indices. Do not use a key in a process that forks between two signatures: both processes would continue with the
    /// same indices.
    #[must_use]
    pub fn with_reservations(self, together: u32) -> Self {
        Self { together: together.max(1).into(), ..self }
    }

    /// The same key, with the check of its signatures (the default) or without.
    #[must_use]
    pub fn with_fault_check(self, check: FaultCheck) -> Self {
        Self { check, ..self }
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        self.key.verifying_key()
    }

    /// The greatest number of signatures that may be left: other processes may have reserved some in the meantime.
    #[must_use]
    pub fn left(&self) -> u64 {
        (1 << self.key.set.height()) - self.seen + (self.reserved.1 - self.reserved.0)
    }

    /// Signs a message with the next index, which is used up even if this fails.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when all indices are used; [`FileError::RolledBack`]; [`FileError::Linked`]; [`FileError::Replaced`];
    /// [`FileError::Io`] (nothing was signed); [`Error::Fault`].
    pub fn sign(&mut self, message: &[u8]) -> Result<Signature, FileError> {
        if self.reserved.0 == self.reserved.1 {
            self.reserve()?;
        }
        let index = self.reserved.0;
        self.reserved.0 += 1;
        let before = self.key.known();
        let signature = self.key.sign(index, message)?;
        if self.check == FaultCheck::Yes && self.verifying_key().verify(message, &signature).is_err() {
            return Err(Error::Fault.into());
        }
        if self.key.known() != before {
            // Saves the trees for the next process, which would otherwise compute them again.
            let _ = self.keep();
        }
        Ok(signature)
    }

    /// Writes the trees that are known now; the indices stay as in the file.
    fn keep(&self) -> Result<(), FileError> {
        let _lock = Lock::of(&self.path).map_err(|error| FileError::Io(self.path.clone(), error))?;
        let next = self.next()?;
        replace(&self.path, &encode(&self.key, next)).map_err(|error| FileError::Io(self.path.clone(), error))
    }

    /// The first free index in the file. The caller must hold the lock.
    fn next(&self) -> Result<u64, FileError> {
        let (found, next) = read(&self.path)?;
        if found.verifying_key() != self.key.verifying_key() {
            return Err(FileError::Replaced(self.path.clone()));
        }
        if next < self.seen {
            return Err(FileError::RolledBack(self.path.clone()));
        }
        Ok(next)
    }

    /// Reserves indices in the file. They belong to the caller after this has returned.
    fn reserve(&mut self) -> Result<(), FileError> {
        let io = |error| FileError::Io(self.path.clone(), error);
        let mut lock = Lock::of(&self.path).map_err(io)?;
        let next = self.next()?;
        check_note(&self.path, &mut lock, &self.key, next)?;
        let end = next.saturating_add(self.together).min(1 << self.key.set.height());
        if next == end {
            return Err(Error::Exhausted.into());
        }
        replace(&self.path, &encode(&self.key, end)).map_err(io)?;
        lock.set_note(&note(&self.key, end)).map_err(io)?;
        (self.reserved, self.seen) = ((next, end), end);
        Ok(())
    }
}

impl fmt::Debug for KeyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyFile").field("path", &self.path).field("set", &self.key.set).finish_non_exhaustive()
    }
}

/// The lock file's note: an identifier of the key, and its first free index.
fn note(key: &PrivateKey, next: u64) -> String {
    let public = lanesum::sha3_256(key.verifying_key().as_bytes());
    let (first, _) = public.split_first_chunk::<16>().unwrap_or((&[0; 16], &[]));
    format!("{:032x} {next:020}\n", u128::from_be_bytes(*first))
}

/// Checks the lock file's note; a note about another key is ignored.
fn check_note(path: &Path, lock: &mut Lock, key: &PrivateKey, next: u64) -> Result<(), FileError> {
    let found = lock.note().map_err(|error| FileError::Io(path.to_owned(), error))?;
    let own = note(key, next);
    let (name, _) = own.split_once(' ').unwrap_or_default();
    let noted = found.split_once(' ').filter(|(found, _)| *found == name);
    let noted = noted.and_then(|(_, index)| index.trim_end().parse::<u64>().ok());
    if noted.is_some_and(|noted| noted > next) { Err(FileError::RolledBack(path.to_owned())) } else { Ok(()) }
}

/// The file's bytes: the magic, the parameter set, the first free index, the key, the trees, and the SHA3-256 of all these.
fn encode(key: &PrivateKey, next: u64) -> Zeroizing<Vec<u8>> {
    let trees = key.trees.iter().map(|tree| 9 + tree.upper.iter().map(Vec::len).sum::<usize>()).sum::<usize>();
    // Allocated once: a vector that grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(MAGIC.len() + 13 + key.bytes.len() + trees + 32));
    bytes.extend_from_slice(MAGIC);
    bytes.push(key.set.is_multi_tree().into());
    bytes.extend_from_slice(&key.set.oid().to_be_bytes());
    bytes.extend_from_slice(&next.to_be_bytes());
    bytes.extend_from_slice(&key.bytes);
    for tree in &key.trees {
        bytes.push((!tree.upper.is_empty()).into());
        bytes.extend_from_slice(&tree.number.to_be_bytes());
        tree.upper.iter().for_each(|level| bytes.extend_from_slice(level));
    }
    let sum = lanesum::sha3_256(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

fn read(path: &Path) -> Result<(PrivateKey, u64), FileError> {
    if has_other_names(path).map_err(|error| FileError::Io(path.to_owned(), error))? {
        return Err(FileError::Linked(path.to_owned()));
    }
    let bytes = Zeroizing::new(std::fs::read(path).map_err(|error| FileError::Io(path.to_owned(), error))?);
    decode(&bytes).ok_or_else(|| FileError::Damaged(path.to_owned()))
}

fn decode(bytes: &[u8]) -> Option<(PrivateKey, u64)> {
    let (contents, sum) = bytes.split_last_chunk::<32>()?;
    if lanesum::sha3_256(contents) != *sum {
        return None;
    }
    let mut rest = contents;
    let mut take = |len: usize| {
        let (taken, left) = rest.split_at_checked(len)?;
        rest = left;
        Some(taken)
    };
    if take(16)? != MAGIC {
        return None;
    }
    let multi = take(1)?[0];
    let oid = u32::from_be_bytes(take(4)?.try_into().ok()?);
    let fits = |set: &&ParameterSet| (u8::from(set.is_multi_tree()), set.oid()) == (multi, oid);
    let set = *ParameterSet::ALL.iter().find(fits)?;
    let next = u64::from_be_bytes(take(8)?.try_into().ok()?);
    let parameters = set.parameters();
    let key = Zeroizing::new(take(4 * parameters.n)?.to_vec());
    let mut trees = Vec::with_capacity(parameters.d);
    for _ in 0..parameters.d {
        let known = take(1)?[0] == 1;
        let tree = u64::from_be_bytes(take(8)?.try_into().ok()?);
        let levels = if known { kept(parameters)..parameters.tree_height() + 1 } else { 0..0 };
        let nodes = |level: usize| parameters.n << (parameters.tree_height() - level);
        let upper = levels.map(|level| take(nodes(level)).map(<[u8]>::to_vec)).collect::<Option<Vec<_>>>()?;
        trees.push(Tree::new(tree, upper));
    }
    (rest.is_empty() && next <= 1 << parameters.h).then(|| (PrivateKey::from_parts(set, key, trees), next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Each message says what is wrong, with which file, and what to do.
    #[test]
    fn messages() {
        let file = || PathBuf::from("k");
        for (error, text) in [
            (FileError::Io(file(), io::Error::other("what the system says")), "k: what the system says"),
            (FileError::Exists(file()), "k: exists already, and a key is never overwritten: take another name"),
            (
                FileError::Damaged(file()),
                "k: not a key file of XMSS, or a damaged one: take another file, or generate a new key (a copy could repeat an \
                 index)",
            ),
            (
                FileError::RolledBack(file()),
                "k: older than it was (restored from a copy?), so signing could give the private key away: generate a new key",
            ),
            (
                FileError::Linked(file()),
                "k: has other names (hard links), which would keep used indices: remove all names but one",
            ),
            (FileError::Replaced(file()), "k: holds another key now: open the file again"),
            (FileError::Key(Error::Exhausted), &Error::Exhausted.to_string()),
        ] {
            // A new variant makes this fail to compile until the table has its message.
            match &error {
                FileError::Io(..)
                | FileError::Exists(_)
                | FileError::Damaged(_)
                | FileError::RolledBack(_)
                | FileError::Linked(_)
                | FileError::Replaced(_)
                | FileError::Key(_) => {}
            }
            assert_eq!(error.to_string(), text);
        }
    }
}
