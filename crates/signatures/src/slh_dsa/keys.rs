//! Private and public keys of SLH-DSA.

use super::parameters::ParameterSet;
use super::trees::{Threads, top_root};
use super::tweakable::{Calls, Tweakable};
use crate::Error;
use crate::error::check_length;
use ::signature::rand_core::TryCryptoRng;
use alloc::vec::Vec;
use core::fmt;
use ctutils::CtEq;
use lanesum::Backend;
use zeroize::Zeroizing;

/// The greatest length of a key in bytes.
const MOST: usize = 128;

/// Whether a key verifies each signature before returning it. A fault of the machine while signing can reveal the private key (A. Genet,
/// "On Protecting SPHINCS+ Against Fault Attacks", 2023). The check costs as much as verifying: under a tenth of the cost of signing.
///
/// It finds a damaged key, and a fault in the forest or in the top tree. It does not find a fault in a lower tree that led to a wrong root:
/// the layer above has signed that root, so the signature is valid. Only signing twice helps against such faults.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FaultCheck {
    /// No check.
    #[default]
    No,
    /// Verifies each signature.
    Yes,
}

/// A private key of SLH-DSA. Erased on drop.
#[derive(Clone)]
pub struct SigningKey {
    set: ParameterSet,
    /// SK.seed, SK.prf, PK.seed, PK.root.
    bytes: Zeroizing<[u8; MOST]>,
    backend: Option<Backend>,
    check: FaultCheck,
}

/// A public key of SLH-DSA.
#[derive(Clone)]
pub struct VerifyingKey {
    set: ParameterSet,
    /// PK.seed, PK.root.
    bytes: [u8; MOST / 2],
    backend: Option<Backend>,
}

/// As [`SigningKey::from_seeds`]; also returns the number of calls of the hash functions.
///
/// # Errors
/// As [`SigningKey::from_seeds`].
pub fn generate_counted(
    set: ParameterSet,
    seeds: [&[u8]; 3],
    backend: Option<Backend>,
) -> Result<(SigningKey, Calls), Error> {
    generate_on(set, seeds, backend, Threads::One)
}

/// As [`generate_counted`], on one thread or several.
fn generate_on(
    set: ParameterSet,
    seeds: [&[u8]; 3],
    backend: Option<Backend>,
    threads: Threads,
) -> Result<(SigningKey, Calls), Error> {
    let n = set.seed_bytes();
    let mut bytes = Zeroizing::new([0; MOST]);
    for ((bytes, seed), what) in bytes.chunks_exact_mut(n).zip(seeds).zip(["SK.seed", "SK.prf", "PK.seed"]) {
        check_length(what, n, seed.len())?;
        bytes.copy_from_slice(seed);
    }
    let mut hash = Tweakable::new(set.parameters(), seeds[2], backend);
    let root = top_root(&mut hash, seeds[0], threads);
    bytes[3 * n..4 * n].copy_from_slice(&root);
    Ok((SigningKey { set, bytes, backend, check: FaultCheck::No }, hash.calls()))
}

impl SigningKey {
    /// A new key (FIPS 205, algorithm 21).
    ///
    /// # Errors
    /// [`Error::Random`] if the source of random numbers fails.
    pub fn generate<R: TryCryptoRng + ?Sized>(set: ParameterSet, rng: &mut R) -> Result<Self, Error> {
        Self::random_on(set, rng, Threads::One)
    }

    /// As [`SigningKey::generate`], on the threads of the pool of rayon in which this is called.
    ///
    /// # Errors
    /// As [`SigningKey::generate`].
    #[cfg(feature = "rayon")]
    pub fn generate_rayon<R: TryCryptoRng + ?Sized>(set: ParameterSet, rng: &mut R) -> Result<Self, Error> {
        Self::random_on(set, rng, Threads::Rayon)
    }

    fn random_on<R: TryCryptoRng + ?Sized>(set: ParameterSet, rng: &mut R, threads: Threads) -> Result<Self, Error> {
        let mut seeds = Zeroizing::new([0; 3 * MOST / 4]);
        let n = set.seed_bytes();
        let seeds = &mut seeds[..3 * n];
        rng.try_fill_bytes(seeds).map_err(|_| Error::Random)?;
        generate_on(set, [&seeds[..n], &seeds[n..2 * n], &seeds[2 * n..]], None, threads).map(|(key, _)| key)
    }

    /// The key for these seeds (algorithm 18).
    ///
    /// # Errors
    /// [`Error::Length`] for a seed that does not have [`ParameterSet::seed_bytes`] bytes.
    pub fn from_seeds(set: ParameterSet, sk_seed: &[u8], sk_prf: &[u8], pk_seed: &[u8]) -> Result<Self, Error> {
        generate_counted(set, [sk_seed, sk_prf, pk_seed], None).map(|(key, _)| key)
    }

    /// Restores a key from [`SigningKey::to_bytes`]. This does not check the root: see [`SigningKey::check`].
    ///
    /// # Errors
    /// [`Error::Length`] for another length than [`ParameterSet::signing_key_bytes`].
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        check_length("private key", set.signing_key_bytes(), bytes.len())?;
        let mut own = Zeroizing::new([0; MOST]);
        own[..bytes.len()].copy_from_slice(bytes);
        Ok(Self { set, bytes: own, backend: None, check: FaultCheck::No })
    }

    /// SK.seed, SK.prf, PK.seed and PK.root (FIPS 205, figure 15).
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(self.bytes[..self.set.signing_key_bytes()].to_vec())
    }

    /// Checks that the root matches the seeds. This costs as much as generating a key.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if it does not.
    pub fn check(&self) -> Result<(), Error> {
        let n = self.set.seed_bytes();
        let mut hash = Tweakable::new(self.set.parameters(), &self.public()[..n], self.backend);
        if top_root(&mut hash, self.sk_seed(), Threads::One) == self.public()[n..] {
            Ok(())
        } else {
            Err(Error::KeyMismatch)
        }
    }

    /// The same key on a backend of your choice. For functions and numbers of slots without that backend, the best one is used.
    ///
    /// # Errors
    /// [`Error::Backend`] if the backend cannot be used here, or if none of the set's functions has it.
    pub fn with_backend(self, backend: Backend) -> Result<Self, Error> {
        check_backend(self.set, backend)?;
        Ok(Self { backend: Some(backend), ..self })
    }

    /// The same key, with or without the check of its signatures.
    #[must_use]
    pub fn with_fault_check(self, check: FaultCheck) -> Self {
        Self { check, ..self }
    }

    /// The parameter set.
    #[must_use]
    pub fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        let mut bytes = [0; MOST / 2];
        bytes[..self.public().len()].copy_from_slice(self.public());
        VerifyingKey { set: self.set, bytes, backend: self.backend }
    }

    pub(super) fn backend(&self) -> Option<Backend> {
        self.backend
    }

    pub(super) fn checks(&self) -> bool {
        self.check == FaultCheck::Yes
    }

    pub(super) fn sk_seed(&self) -> &[u8] {
        &self.bytes[..self.set.seed_bytes()]
    }

    pub(super) fn sk_prf(&self) -> &[u8] {
        &self.bytes[self.set.seed_bytes()..2 * self.set.seed_bytes()]
    }

    pub(super) fn public(&self) -> &[u8] {
        &self.bytes[2 * self.set.seed_bytes()..4 * self.set.seed_bytes()]
    }
}

impl VerifyingKey {
    /// Restores a key from [`VerifyingKey::as_bytes`].
    ///
    /// # Errors
    /// [`Error::Length`] for another length than [`ParameterSet::verifying_key_bytes`].
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        check_length("public key", set.verifying_key_bytes(), bytes.len())?;
        let mut own = [0; MOST / 2];
        own[..bytes.len()].copy_from_slice(bytes);
        Ok(Self { set, bytes: own, backend: None })
    }

    /// PK.seed and PK.root (FIPS 205, figure 16).
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.set.verifying_key_bytes()]
    }

    /// The parameter set.
    #[must_use]
    pub fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    /// As [`SigningKey::with_backend`].
    ///
    /// # Errors
    /// As [`SigningKey::with_backend`].
    pub fn with_backend(self, backend: Backend) -> Result<Self, Error> {
        check_backend(self.set, backend)?;
        Ok(Self { backend: Some(backend), ..self })
    }

    pub(super) fn backend(&self) -> Option<Backend> {
        self.backend
    }
}

/// Fails unless one of the set's functions has the backend.
fn check_backend(set: ParameterSet, backend: Backend) -> Result<(), Error> {
    use super::parameters::HashFamily;
    use lanesum::{Algorithm, Hasher};
    let on = |algorithm| Hasher::with_backend(algorithm, backend).map(drop);
    match set.family() {
        HashFamily::Shake => on(Algorithm::Shake256),
        HashFamily::Sha2 => on(Algorithm::Sha256).or_else(|error| on(Algorithm::Sha512).map_err(|_| error)),
    }
    .map_err(Error::Backend)
}

impl PartialEq for SigningKey {
    /// Compares in constant time.
    fn eq(&self, other: &Self) -> bool {
        self.set == other.set && bool::from(self.bytes.ct_eq(&*other.bytes))
    }
}

impl Eq for SigningKey {}

impl PartialEq for VerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.set == other.set && self.bytes == other.bytes
    }
}

impl Eq for VerifyingKey {}

impl fmt::Debug for SigningKey {
    /// Prints the parameter set only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("set", &self.set).finish_non_exhaustive()
    }
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerifyingKey").field("set", &self.set).field("bytes", &self.as_bytes()).finish_non_exhaustive()
    }
}
