//! A file or standard input, by its name.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::place::slashed;
use crate::quote::quote;

/// The longest name that is read from a list of names or of digests, in bytes: no system has longer ones.
pub(crate) const NAME_BYTES: usize = 64 << 10;

/// Where bytes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The name as it stands in digest lines and messages. On Unix these are the name's own bytes, on Windows its
    /// UTF-8 (lone surrogates as in WTF-8), with `/` between its parts.
    pub(crate) fn name(&self) -> &[u8] {
        match self {
            Self::Stdin => b"-",
            Self::File(path) => path.as_os_str().as_encoded_bytes(),
        }
    }

    /// The name as messages have it.
    pub(crate) fn quoted(&self) -> String {
        quote(self.name())
    }

    /// The source that a name in a list stands for. `None` if it is not a valid name on this system.
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

    /// The path of such a source. None of standard input, too.
    pub(crate) fn path_named(name: &[u8]) -> Option<PathBuf> {
        if let Self::File(path) = Self::named(name)? { Some(path) } else { None }
    }

    /// A file by its path. On Windows, its name has `/` between its parts, as on other systems.
    pub(crate) fn file(path: PathBuf) -> Self {
        Self::File(slashed(path))
    }
}

impl From<OsString> for Source {
    /// `-` means standard input; a file of that name is `./-`.
    fn from(argument: OsString) -> Self {
        if argument == OsStr::new("-") { Self::Stdin } else { Self::file(argument.into()) }
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
