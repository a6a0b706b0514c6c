//! The errors of keys and signatures.

use core::fmt;

/// Why a key, a signature or a call was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No parameter set has this name or identifier.
    ParameterSet,
    /// An argument of the wrong length.
    Length {
        /// The argument.
        what: &'static str,
        /// The required length in bytes.
        expected: usize,
        /// The actual length in bytes.
        got: usize,
    },
    /// A context string of more than 255 bytes.
    ContextTooLong(usize),
    /// The signature does not belong to this message and key.
    Invalid,
    /// The root of the private key does not match its seeds.
    KeyMismatch,
    /// The new signature is invalid, because the machine made an error. It is not returned.
    Fault,
    /// A key of XMSS or LMS has no unused index left.
    Exhausted,
    /// This backend cannot be used on this machine or in this build.
    Backend(lanesum::Error),
    /// The source of random numbers failed.
    Random,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ParameterSet => f.write_str("unknown parameter set: `ParameterSet::ALL` has the known ones"),
            Self::Length { what, expected, got } => write!(f, "the {what} has a length of {got}: it must be {expected}"),
            Self::ContextTooLong(len) => write!(f, "the context has {len} bytes: it can have at most 255"),
            Self::Invalid => f.write_str("the signature is not valid for this message and key: do not trust the message"),
            Self::KeyMismatch => f.write_str("the private key is damaged, because its root does not match its seeds: use another copy of the key"),
            Self::Fault => {
                f.write_str(
                "the new signature is wrong and was dropped, because the key is damaged or the hardware failed: try again, or use another machine",
            )
            }
            Self::Exhausted => f.write_str("the key has made all the signatures that it can make: generate a new key"),
            Self::Backend(error) => error.fmt(f),
            Self::Random => f.write_str("the source of random numbers failed: try again, or use another source"),
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

#[cfg(feature = "alloc")]
pub(crate) fn check_length(what: &'static str, expected: usize, got: usize) -> Result<(), Error> {
    if expected == got { Ok(()) } else { Err(Error::Length { what, expected, got }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Each message says what is wrong, and what to do or what is allowed.
    #[test]
    fn messages() {
        let inner = lanesum::Error::UnknownBackend;
        let library = inner.to_string();
        for (error, text) in [
            (Error::ParameterSet, "unknown parameter set: `ParameterSet::ALL` has the known ones"),
            (
                Error::Length { what: "public key", expected: 32, got: 31 },
                "the public key has a length of 31: it must be 32",
            ),
            (Error::ContextTooLong(256), "the context has 256 bytes: it can have at most 255"),
            (Error::Invalid, "the signature is not valid for this message and key: do not trust the message"),
            (
                Error::KeyMismatch,
                "the private key is damaged, because its root does not match its seeds: use another copy of the key",
            ),
            (
                Error::Fault,
                "the new signature is wrong and was dropped, because the key is damaged or the hardware failed: try again, or use another machine",
            ),
            (Error::Exhausted, "the key has made all the signatures that it can make: generate a new key"),
            (Error::Backend(inner), &library),
            (Error::Random, "the source of random numbers failed: try again, or use another source"),
        ] {
            // A new variant makes this fail to compile until the table has its message.
            match error {
                Error::ParameterSet
                | Error::Length { .. }
                | Error::ContextTooLong(_)
                | Error::Invalid
                | Error::KeyMismatch
                | Error::Fault
                | Error::Exhausted
                | Error::Backend(_)
                | Error::Random => {}
            }
            assert_eq!(error.to_string(), text);
        }
    }
}
