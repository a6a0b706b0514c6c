//! A signature of SLH-DSA as bytes.

use super::parameters::ParameterSet;
use crate::Error;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A signature of SLH-DSA; it does not contain the name of its parameter set (FIPS 205, figure 17).
#[derive(Clone, PartialEq, Eq)]
pub struct Signature(Box<[u8]>);

impl Signature {
    pub(super) fn of(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }

    /// The signature's bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = Error;

    /// Fails unless a signature of some parameter set has this many bytes.
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        let fits = |set: &ParameterSet| set.signature_bytes() == bytes.len();
        if ParameterSet::ALL.iter().any(fits) { Ok(Self(bytes.into())) } else { Err(Error::Invalid) }
    }
}

impl From<Signature> for Box<[u8]> {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

impl ::signature::SignatureEncoding for Signature {
    type Repr = Box<[u8]>;
}

impl AsRef<[u8]> for Signature {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({} bytes)", self.0.len())
    }
}
