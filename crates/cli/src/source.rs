//! What is hashed, by its name.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::quote::quote;
use crate::tuple::Tuple;

/// One thing to hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    /// All of these together.
    Tuple(Tuple),
}

impl Source {
    /// The name as it stands in digest lines and messages. On Unix these are the name's own bytes, on Windows its
    /// UTF-8 (lone surrogates as in WTF-8).
    pub(crate) fn name(&self) -> &[u8] {
        match self {
            Self::Stdin => b"-",
            Self::File(path) => path.as_os_str().as_encoded_bytes(),
            Self::Tuple(tuple) => tuple.quoted(),
        }
    }

    /// The name as messages have it.
    pub(crate) fn quoted(&self) -> Vec<u8> {
        match self {
            Self::Tuple(tuple) => tuple.quoted().to_vec(),
            source => quote(source.name()),
        }
    }

    /// What a name in a list stands for. None where it is no name on this system.
    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere names are no bytes")]
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        use std::os::unix::ffi::OsStrExt;
        Some(OsStr::from_bytes(name).to_owned().into())
    }

    #[cfg(not(unix))]
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        str::from_utf8(name).ok().map(|name| OsString::from(name).into())
    }

    /// Each thing that is to be read for it.
    pub(crate) fn each(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        match self {
            Self::Tuple(tuple) => Box::new(tuple.sources()),
            source => Box::new(std::iter::once(source.clone())),
        }
    }

    pub(crate) fn reads_stdin(&self) -> bool {
        match self {
            Self::Stdin => true,
            Self::File(_) => false,
            Self::Tuple(tuple) => tuple.sources().any(|source| source == Self::Stdin),
        }
    }
}

impl From<OsString> for Source {
    /// `-` means standard input; a file of that name is `./-`.
    fn from(argument: OsString) -> Self {
        if argument == OsStr::new("-") { Self::Stdin } else { Self::File(argument.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_standard_input() {
        assert_eq!(Source::from(OsString::from("-")), Source::Stdin);
        assert_eq!(Source::from(OsString::from("./-")).name(), b"./-");
    }
}
