//! The inputs of a function beside its message.

use core::fmt;

/// An input beside the message, which `Options` has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Parameter {
    /// The key of KMAC, which needs one, or of BLAKE2 or BLAKE3.
    Key,
    /// The customization string; BLAKE2's personalisation; the context of BLAKE3's `derive_key`.
    Customization,
    /// The function name of cSHAKE, reserved for NIST.
    FunctionName,
    /// The salt of BLAKE or BLAKE2.
    Salt,
    /// The domain separation byte of `TurboSHAKE`.
    Domain,
    /// Bytes of a block of `ParallelHash`.
    BlockBytes,
    /// The length of the digest of `BLAKE2b` and `BLAKE2s`, which is bound into it.
    DigestBytes,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Key => "key",
            Self::Customization => "customization string",
            Self::FunctionName => "function name",
            Self::Salt => "salt",
            Self::Domain => "domain separation byte",
            Self::BlockBytes => "block length",
            Self::DigestBytes => "digest length",
        })
    }
}
