//! Private keys in files, which reserve each index durably before it is used.

use super::durable::{Lock, has_other_names, replace};
use super::trees::{Tree, kept};
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

/// A private key in memory, as [`KeyFile`] uses it: `xmss::hazmat::PrivateKey` or `lms::hazmat::PrivateKey`.
#[allow(private_interfaces)] // implemented in this crate alone
pub trait Stateful: Sized {
    /// The first bytes of a key file; the last one is the version.
    const MAGIC: &'static [u8; 16];
    /// The parameter set.
    type Set: Copy + fmt::Debug;
    /// A signature.
    type Signature;
    /// A public key.
    type VerifyingKey: PartialEq;

    #[doc(hidden)]
    fn random_bytes(set: Self::Set) -> usize;
    /// The key for these random bytes.
    #[doc(hidden)]
    fn generate(set: Self::Set, random: &[u8]) -> Result<Self, Error>;
    #[doc(hidden)]
    fn set(&self) -> Self::Set;
    /// The number of signatures.
    #[doc(hidden)]
    fn capacity(set: Self::Set) -> u64;
    /// The parameter set in a key file.
    #[doc(hidden)]
    fn encode_set(set: Self::Set) -> Vec<u8>;
    /// Reads the parameter set from the front.
    #[doc(hidden)]
    fn decode_set(bytes: &mut &[u8]) -> Option<Self::Set>;
    /// The secret part, and the known parts of the current tree of each layer.
    #[doc(hidden)]
    fn parts(&self) -> (&[u8], &[Tree]);
    /// The length of the secret part, the length of a node, and the height of each layer's tree.
    #[doc(hidden)]
    fn shape(set: Self::Set) -> (usize, usize, Vec<usize>);
    /// A key from the contents of a file, whose lengths must be right.
    #[doc(hidden)]
    fn from_parts(set: Self::Set, bytes: Zeroizing<Vec<u8>>, trees: Vec<Tree>) -> Self;
    #[doc(hidden)]
    fn public(&self) -> Self::VerifyingKey;
    #[doc(hidden)]
    fn public_bytes(&self) -> Vec<u8>;
    #[doc(hidden)]
    fn sign_with(&mut self, index: u64, message: &[u8]) -> Result<Self::Signature, Error>;
    #[doc(hidden)]
    fn is_valid(&self, message: &[u8], signature: &Self::Signature) -> bool;
}

/// The numbers of the trees whose upper levels are known, by layer.
fn known<K: Stateful>(key: &K) -> Vec<Option<u64>> {
    key.parts().1.iter().map(|tree| (!tree.upper.is_empty()).then_some(tree.number)).collect()
}

/// A private key in a file, from which indices are reserved. The file marks them as used before the first of them signs,
/// so a crash can lose indices but never repeats one. Several processes may share a file; each reserves its own indices.
///
/// A copy of the file is a second key with the same indices: never restore a key file from a backup, and never clone a machine that has
/// one. lanesum rejects a file that goes back while it is open, or that is older than the note in its lock file
/// ([`FileError::RolledBack`]). It cannot notice a copy in another place. A symbolic link stands for its target. A file with several names
/// (hard links) is rejected on Unix and Windows, because replacing it under one name would leave the others unchanged.
pub struct KeyFile<K> {
    path: PathBuf,
    key: K,
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
                "{}: not a key file of this scheme, or a damaged one: take another file, or generate a new key (a copy could repeat an index)",
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

impl<K: Stateful> KeyFile<K> {
    /// Makes a key and its file, which only its owner can read. This computes all one-time keys of a tree: about 0.1 s for
    /// XMSS of height 10, some minutes for height 20; with the feature `rayon`, on the threads of the pool in which it is called.
    ///
    /// # Errors
    /// [`FileError::Exists`]; [`FileError::Io`]; [`Error::Random`].
    pub fn create<R: TryCryptoRng + ?Sized>(
        path: impl AsRef<Path>,
        set: K::Set,
        rng: &mut R,
    ) -> Result<Self, FileError> {
        let path = path.as_ref().to_owned();
        let io = |error| FileError::Io(path.clone(), error);
        // Checked here, before the long work, and again below.
        if path.try_exists().map_err(io)? {
            return Err(FileError::Exists(path));
        }
        let mut random = Zeroizing::new(vec![0; K::random_bytes(set)]);
        rng.try_fill_bytes(&mut random).map_err(|_| Error::Random)?;
        let key = K::generate(set, &random)?;
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
        let (key, next) = read::<K>(&path)?;
        check_note(&path, &mut lock, &key, next)?;
        Ok(Self::of(path, key, next))
    }

    fn of(path: PathBuf, key: K, next: u64) -> Self {
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

    /// The parameter set.
    #[must_use]
    pub fn parameter_set(&self) -> K::Set {
        self.key.set()
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> K::VerifyingKey {
        self.key.public()
    }

    /// The greatest number of signatures that may be left: other processes may have reserved some in the meantime.
    #[must_use]
    pub fn left(&self) -> u64 {
        K::capacity(self.key.set()) - self.seen + (self.reserved.1 - self.reserved.0)
    }

    /// Signs a message with the next index, which is used up even if this fails.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when all indices are used; [`FileError::RolledBack`]; [`FileError::Linked`]; [`FileError::Replaced`];
    /// [`FileError::Io`] (nothing was signed); [`Error::Fault`].
    pub fn sign(&mut self, message: &[u8]) -> Result<K::Signature, FileError> {
        if self.reserved.0 == self.reserved.1 {
            self.reserve()?;
        }
        let index = self.reserved.0;
        self.reserved.0 += 1;
        let before = known(&self.key);
        let signature = self.key.sign_with(index, message)?;
        if self.check == FaultCheck::Yes && !self.key.is_valid(message, &signature) {
            // The fault may be in a node that was kept: no later file may have it.
            let trees = self.key.parts().1.iter().map(|_| Tree::new(0, Vec::new())).collect();
            self.key = K::from_parts(self.key.set(), Zeroizing::new(self.key.parts().0.to_vec()), trees);
            return Err(Error::Fault.into());
        }
        if known(&self.key) != before {
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
        let (found, next) = read::<K>(&self.path)?;
        if found.public() != self.key.public() {
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
        let end = next.saturating_add(self.together).min(K::capacity(self.key.set()));
        if next == end {
            return Err(Error::Exhausted.into());
        }
        replace(&self.path, &encode(&self.key, end)).map_err(io)?;
        lock.set_note(&note(&self.key, end)).map_err(io)?;
        (self.reserved, self.seen) = ((next, end), end);
        Ok(())
    }
}

impl<K: Stateful> fmt::Debug for KeyFile<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyFile").field("path", &self.path).field("set", &self.key.set()).finish_non_exhaustive()
    }
}

/// The lock file's note: an identifier of the key, and its first free index.
fn note<K: Stateful>(key: &K, next: u64) -> String {
    let public = lanesum::sha3_256(&key.public_bytes());
    let (first, _) = public.split_first_chunk::<16>().unwrap_or((&[0; 16], &[]));
    format!("{:032x} {next:020}\n", u128::from_be_bytes(*first))
}

/// Checks the lock file's note; a note about another key is ignored.
fn check_note<K: Stateful>(path: &Path, lock: &mut Lock, key: &K, next: u64) -> Result<(), FileError> {
    let found = lock.note().map_err(|error| FileError::Io(path.to_owned(), error))?;
    let own = note(key, next);
    let (name, _) = own.split_once(' ').unwrap_or_default();
    let noted = found.split_once(' ').filter(|(found, _)| *found == name);
    let noted = noted.and_then(|(_, index)| index.trim_end().parse::<u64>().ok());
    if noted.is_some_and(|noted| noted > next) { Err(FileError::RolledBack(path.to_owned())) } else { Ok(()) }
}

/// The file's bytes: the magic, the parameter set, the first free index, the key, the trees, and the SHA3-256 of all these.
fn encode<K: Stateful>(key: &K, next: u64) -> Zeroizing<Vec<u8>> {
    let (secret, known) = key.parts();
    let set = K::encode_set(key.set());
    let trees = known.iter().map(|tree| 9 + tree.upper.iter().map(Vec::len).sum::<usize>()).sum::<usize>();
    // Allocated once: a vector that grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(16 + set.len() + 8 + secret.len() + trees + 32));
    bytes.extend_from_slice(K::MAGIC);
    bytes.extend_from_slice(&set);
    bytes.extend_from_slice(&next.to_be_bytes());
    bytes.extend_from_slice(secret);
    for tree in known {
        bytes.push((!tree.upper.is_empty()).into());
        bytes.extend_from_slice(&tree.number.to_be_bytes());
        tree.upper.iter().for_each(|level| bytes.extend_from_slice(level));
    }
    let sum = lanesum::sha3_256(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

fn read<K: Stateful>(path: &Path) -> Result<(K, u64), FileError> {
    if has_other_names(path).map_err(|error| FileError::Io(path.to_owned(), error))? {
        return Err(FileError::Linked(path.to_owned()));
    }
    let bytes = Zeroizing::new(std::fs::read(path).map_err(|error| FileError::Io(path.to_owned(), error))?);
    decode(&bytes).ok_or_else(|| FileError::Damaged(path.to_owned()))
}

fn decode<K: Stateful>(bytes: &[u8]) -> Option<(K, u64)> {
    let (contents, sum) = bytes.split_last_chunk::<32>()?;
    if lanesum::sha3_256(contents) != *sum {
        return None;
    }
    let mut rest = contents;
    if take(&mut rest, 16)? != K::MAGIC {
        return None;
    }
    let set = K::decode_set(&mut rest)?;
    let next = u64::from_be_bytes(take(&mut rest, 8)?.try_into().ok()?);
    let (secret, n, heights) = K::shape(set);
    let secret = Zeroizing::new(take(&mut rest, secret)?.to_vec());
    let mut trees = Vec::with_capacity(heights.len());
    for height in heights {
        let known = take(&mut rest, 1)?[0] == 1;
        let tree = u64::from_be_bytes(take(&mut rest, 8)?.try_into().ok()?);
        let levels = if known { kept(height)..height + 1 } else { 0..0 };
        let nodes = |level: usize| n << (height - level);
        let upper =
            levels.map(|level| take(&mut rest, nodes(level)).map(<[u8]>::to_vec)).collect::<Option<Vec<_>>>()?;
        trees.push(Tree::new(tree, upper));
    }
    (rest.is_empty() && next <= K::capacity(set)).then(|| (K::from_parts(set, secret, trees), next))
}

/// Takes bytes from the front.
pub(crate) fn take<'a>(rest: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(len)?;
    *rest = left;
    Some(taken)
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
                "k: not a key file of this scheme, or a damaged one: take another file, or generate a new key (a copy could \
                 repeat an index)",
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
