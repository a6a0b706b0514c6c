//! The options of an algorithm: backend, salt, customization string, domain.

use super::construction::Construction;
#[cfg(feature = "turboshake")]
use crate::modes::turboshake::Domain;
use crate::{Algorithm, Backend, Error};
#[cfg(feature = "blake")]
use {lanesum_batch::md::compression::Word, lanesum_blake::compression::Initial};

/// The options of an algorithm: a backend, a salt, a customization string, a domain. [`Options::new`] has none of them. A call that takes
/// options fails with [`Error::BackendUnavailable`], [`Error::FeatureMissing`] or [`Error::NoForm`] if the backend cannot be used, and with
/// [`Error::SaltLength`], [`Error::NoCustomization`] or [`Error::NoDomain`] if the algorithm does not take the salt, the customization
/// string or the domain.
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    pub(super) backend: Option<Backend>,
    pub(super) salt: &'a [u8],
    pub(super) customization: &'a [u8],
    #[cfg(feature = "turboshake")]
    pub(super) domain: Option<Domain>,
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

    /// A salt of [`Algorithm::salt_bytes`](crate::Algorithm::salt_bytes) bytes, for BLAKE. An empty one means no salt.
    #[must_use]
    pub const fn salt(self, salt: &'a [u8]) -> Self {
        Self { salt, ..self }
    }

    /// A customization string, for KT128 and KT256. An empty one is the same as none.
    #[must_use]
    pub const fn customization(self, customization: &'a [u8]) -> Self {
        Self { customization, ..self }
    }

    /// A domain separation byte, for `TurboSHAKE`, instead of 0x1f.
    #[cfg(feature = "turboshake")]
    #[must_use]
    pub const fn domain(self, domain: Domain) -> Self {
        Self { domain: Some(domain), ..self }
    }
}

impl Options<'_> {
    /// Whether nothing is given.
    #[inline]
    pub(super) const fn are_none(&self) -> bool {
        #[cfg(feature = "turboshake")]
        if self.domain.is_some() {
            return false;
        }
        self.backend.is_none() && self.salt.is_empty() && self.customization.is_empty()
    }

    /// The construction of the algorithm, with the domain; fails if the algorithm does not take one of the options.
    #[inline]
    pub(super) fn construction(&self, algorithm: Algorithm) -> Result<Construction, Error> {
        let construction = algorithm.construction();
        if !self.salt.is_empty() && self.salt.len() != algorithm.salt_bytes() {
            return Err(Error::SaltLength { expected: algorithm.salt_bytes(), got: self.salt.len() });
        }
        match construction {
            #[cfg(feature = "turboshake")]
            Construction::Tree(_) => {}
            _ if !self.customization.is_empty() => return Err(Error::NoCustomization),
            _ => {}
        }
        #[cfg(feature = "turboshake")]
        if let Some(domain) = self.domain {
            return match construction {
                Construction::Sponge(parameters) if algorithm.takes_whole_bytes() => {
                    Ok(Construction::Sponge(parameters.with_suffix(domain.byte().into())))
                }
                _ => Err(Error::NoDomain),
            };
        }
        Ok(construction)
    }

    /// The initial value, or in `room` that with the salt if there is one. The salt's length has been checked. (A copy would have been
    /// stored too late for the kernel: up to 90 cycles a message.)
    #[cfg(feature = "blake")]
    pub(super) fn salted<'i, W: Word>(
        &self,
        initial: &'i Initial<W>,
        room: &'i mut Option<Initial<W>>,
    ) -> &'i Initial<W> {
        if self.salt.is_empty() { initial } else { room.insert(initial.salted(self.salt)) }
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
