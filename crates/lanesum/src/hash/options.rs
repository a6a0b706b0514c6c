//! The options of an algorithm: backend, and inputs beside the message.

use super::construction::Construction;
use super::incremental::Beginning;
use crate::{Algorithm, Backend, Error, Parameter};
use core::fmt;
use lanesum_batch::md::compression::Compression;
use lanesum_batch::plan::Family;

/// The options of an algorithm: a backend, and the inputs beside the message. [`Options::new`] has none of them;
/// [`Algorithm::takes`] says which ones an algorithm takes.
///
/// A call that takes options fails with [`Error::BackendUnavailable`], [`Error::OnlyInPapers`] or [`Error::NoForm`] if the backend
/// cannot be used. It fails with [`Error::SaltLength`], [`Error::NoCustomization`], [`Error::NoDomain`] or [`Error::NotTaken`] if the
/// algorithm does not take an input, with [`Error::KeyMissing`] if KMAC has no key, with [`Error::BlockSize`] for blocks of 0 bytes, and with
/// [`Error::Length`] for a length that BLAKE2 or BLAKE3 does not have.
///
/// ```
/// use lanesum::{Algorithm, Options};
/// let mut digest = [0; 32];
/// Algorithm::Kt128.digest(Options::new().customization(b"my protocol"), b"message", &mut digest)?;
///
/// let mut same = [0; 32];
/// lanesum::kt128(b"message", b"my protocol", &mut same);
/// assert_eq!(digest, same);
/// # Ok::<(), lanesum::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    pub(super) backend: Option<Backend>,
    pub(super) salt: &'a [u8],
    pub(super) customization: &'a [u8],
    pub(super) digest_bytes: Option<usize>,
    key: Option<&'a [u8]>,
    context: Option<&'a str>,
    function_name: &'a [u8],
    block_bytes: Option<u64>,
    /// The byte of a `Domain`.
    domain: Option<u8>,
}

impl<'a> Options<'a> {
    /// No options.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A backend of your choice, instead of those that are best on this machine.
    #[must_use]
    pub const fn backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// A salt of [`Algorithm::salt_bytes`](crate::Algorithm::salt_bytes) bytes, for BLAKE; for BLAKE2 of up to as many. An empty one means no
    /// salt.
    #[must_use]
    pub const fn salt(self, salt: &'a [u8]) -> Self {
        Self { salt, ..self }
    }

    /// A customization string, for KT128, KT256 and the functions of SP 800-185; the personalisation of BLAKE2, of up to
    /// [`Algorithm::salt_bytes`](crate::Algorithm::salt_bytes) bytes; the context of BLAKE3, from which keys are derived then
    /// ([`Options::derive_key`]). An empty one is the same as none.
    #[must_use]
    pub const fn customization(self, customization: &'a [u8]) -> Self {
        Self { customization, ..self }
    }

    /// The length of the digest in bytes, for BLAKE2, instead of the longest. It is bound into the digest.
    #[must_use]
    pub const fn digest_bytes(self, digest_bytes: usize) -> Self {
        Self { digest_bytes: Some(digest_bytes), ..self }
    }

    /// A key, for KMAC, of any length, but it should have at least as many bits as the strength (SP 800-185, section 8.4.1); for BLAKE2 of
    /// up to 64 bytes (`BLAKE2s`: 32), where an empty one is the same as none; for BLAKE3 of 32 bytes.
    #[must_use]
    pub const fn key(self, key: &'a [u8]) -> Self {
        Self { key: Some(key), ..self }
    }

    /// BLAKE3's `derive_key`: the message is key material, and the context a constant of the program that no other program uses. In place of
    /// a key.
    #[must_use]
    pub const fn derive_key(self, context: &'a str) -> Self {
        Self { context: Some(context), ..self }
    }
}

#[cfg(feature = "keccak")]
impl<'a> Options<'a> {
    /// A function name, for cSHAKE. It is reserved for NIST: use a customization string for your own functions.
    #[must_use]
    pub const fn function_name(self, function_name: &'a [u8]) -> Self {
        Self { function_name, ..self }
    }

    /// Bytes of a block, for `ParallelHash`, instead of [`Options::BLOCK_BYTES`].
    #[must_use]
    pub const fn block_bytes(self, block_bytes: u64) -> Self {
        Self { block_bytes: Some(block_bytes), ..self }
    }

    /// Bytes of a block of `ParallelHash` if none are given. Hashing the blocks' hashes then costs almost nothing, and eight blocks,
    /// which a kernel takes at once, fit into a second-level cache.
    pub const BLOCK_BYTES: u64 = 8192;

    /// A domain separation byte, for `TurboSHAKE`, instead of 0x1f.
    #[must_use]
    pub const fn domain(self, domain: crate::Domain) -> Self {
        Self { domain: Some(domain.byte()), ..self }
    }

    pub(super) fn inputs(&self) -> crate::modes::sp800_185::Inputs<'a> {
        crate::modes::sp800_185::Inputs {
            key: self.key.unwrap_or_default(),
            customization: self.customization,
            function_name: self.function_name,
            block_bytes: self.block_bytes.unwrap_or(Self::BLOCK_BYTES),
        }
    }
}

impl Options<'_> {
    /// Whether no option is set.
    #[inline]
    pub(super) const fn are_none(&self) -> bool {
        let has_strings = !self.salt.is_empty() || !self.customization.is_empty() || self.context.is_some();
        if has_strings || !self.function_name.is_empty() || self.block_bytes.is_some() {
            return false;
        }
        self.backend.is_none() && self.digest_bytes.is_none() && self.key.is_none() && self.domain.is_none()
    }

    /// The construction of the algorithm, with the domain. Fails if the algorithm does not take one of the options.
    #[inline]
    pub(super) fn construction(&self, algorithm: Algorithm) -> Result<Construction, Error> {
        let construction = algorithm.construction();
        let salt_bytes = algorithm.salt_bytes();
        // BLAKE2 adds zeroes to a short one.
        let is_whole = algorithm.takes(Parameter::DigestBytes) || [0, salt_bytes].contains(&self.salt.len());
        if !is_whole || self.salt.len() > salt_bytes {
            return Err(Error::SaltLength { expected: salt_bytes, got: self.salt.len() });
        }
        let given = [
            (Parameter::DigestBytes, self.digest_bytes.is_some()),
            (Parameter::Key, self.key.is_some()),
            (Parameter::FunctionName, !self.function_name.is_empty()),
            (Parameter::BlockBytes, self.block_bytes.is_some()),
        ];
        if let Some((parameter, _)) = given.iter().find(|(parameter, given)| *given && !algorithm.takes(*parameter)) {
            return Err(Error::NotTaken(*parameter));
        }
        if self.key.is_none() && algorithm.needs_key() {
            return Err(Error::KeyMissing);
        }
        // A context is a customization string that may be empty, of BLAKE3 alone.
        let is_other =
            self.context.is_some() && (algorithm.family() != Family::Blake3 || !self.customization.is_empty());
        if is_other || !self.customization.is_empty() && !algorithm.takes(Parameter::Customization) {
            return Err(Error::NoCustomization);
        }
        #[cfg(feature = "keccak")]
        if let Some(domain) = self.domain {
            return match construction {
                Construction::Sponge(parameters) if algorithm.takes_whole_bytes() => {
                    Ok(Construction::Sponge(parameters.with_suffix(domain.into())))
                }
                _ => Err(Error::NoDomain),
            };
        }
        Ok(construction)
    }

    /// The parameters that a message of BLAKE2 or BLAKE3 begins with.
    #[inline]
    pub(super) fn beginning(&self) -> Beginning<'_> {
        let Self { digest_bytes, key, salt, customization, context, .. } = *self;
        let context = context.map(str::as_bytes).or((!customization.is_empty()).then_some(customization));
        Beginning { digest_bytes, key, salt, person: customization, context }
    }

    /// The initial value; with a salt, the salted value, written to `room`. The caller has checked the salt's length. (A returned copy
    /// would be stored too late for the kernel: up to 90 cycles a message.)
    #[inline(always)]
    pub(super) fn salted<'i, C: Compression>(
        &self,
        initial: &'i C::Initial,
        room: &'i mut Option<C::Initial>,
    ) -> &'i C::Initial {
        if self.salt.is_empty() {
            return initial;
        }
        *room = C::salted(initial, self.salt);
        room.as_ref().unwrap_or(initial)
    }
}

impl fmt::Debug for Options<'_> {
    /// Does not print the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, salt, customization, .. } = self;
        let mut options = f.debug_struct("Options");
        options
            .field("backend", backend)
            .field("salt", salt)
            .field("customization", customization)
            .finish_non_exhaustive()
    }
}

impl From<Option<Backend>> for Options<'_> {
    #[inline]
    fn from(backend: Option<Backend>) -> Self {
        Self { backend, ..Self::default() }
    }
}

impl From<Backend> for Options<'_> {
    fn from(backend: Backend) -> Self {
        Some(backend).into()
    }
}
