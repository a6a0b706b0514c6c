//! What can go wrong.

use core::fmt;

/// Why a key, a signature or a call was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No parameter set has this name or identifier.
    ParameterSet,
    /// Wrong length.
    Length {
        /// Of what.
        what: &'static str,
        /// Bytes that it must have.
        expected: usize,
        /// Bytes that it has.
        got: usize,
    },
    /// A context string of more than 255 bytes.
    ContextTooLong(usize),
    /// The signature is not of this message by this key.
    Invalid,
    /// The private key's root is not the one that its seeds lead to.
    KeyMismatch,
    /// A signature that was just made is invalid: a fault of the machine. It is not given out.
    Fault,
    /// A key of XMSS has no index left.
    Exhausted,
    /// The backend cannot be used here.
    Backend(lanesum::Error),
    /// The source of random numbers failed.
    Random,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ParameterSet => f.write_str("unknown parameter set"),
            Self::Length { what, expected, got } => write!(f, "the {what} has {got} bytes instead of {expected}"),
            Self::ContextTooLong(len) => write!(f, "the context has {len} bytes; at most 255 are allowed"),
            Self::Invalid => f.write_str("the signature is not valid for this message and key"),
            Self::KeyMismatch => f.write_str("the private key is damaged: its root does not match its seeds"),
            Self::Fault => {
                f.write_str("the new signature failed its check, so the hardware made an error; nothing was signed")
            }
            Self::Exhausted => f.write_str("the key has made all the signatures that it can make"),
            Self::Backend(error) => error.fmt(f),
            Self::Random => f.write_str("the source of random numbers failed"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Backend(error) => Some(error),
            _ => None,
        }
    }
}

/// Fails unless something has the right length.
pub(crate) fn check_length(what: &'static str, expected: usize, got: usize) -> Result<(), Error> {
    if expected == got { Ok(()) } else { Err(Error::Length { what, expected, got }) }
}
