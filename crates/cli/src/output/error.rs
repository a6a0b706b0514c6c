//! Errors of files that are written, and the system's errors in messages.

use std::fmt;
use std::io;
use std::path::Path;

use crate::quote::quote_path;

/// A file that cannot be written. Its name is quoted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("{name}: {}", Plain(.error))]
    System { name: String, error: io::Error },
    #[error("{0}: another lanesum is replacing this file, so nothing was written; run the command again later")]
    #[cfg_attr(not(unix), allow(dead_code, reason = "locks are used on Unix alone"))]
    Busy(String),
    #[error("{0}: another program changed it meanwhile, so nothing was written; run the command again")]
    Changed(String),
}

impl FileError {
    pub(crate) fn new(path: &Path, error: io::Error) -> Self {
        Self::System { name: quote_path(path), error }
    }

    #[cfg_attr(not(unix), allow(dead_code, reason = "locks are used on Unix alone"))]
    pub(super) fn busy(path: &Path) -> Self {
        Self::Busy(quote_path(path))
    }

    pub(super) fn changed(path: &Path) -> Self {
        Self::Changed(quote_path(path))
    }
}

/// A system error in the words of every other command: Rust adds "(os error 2)".
pub(crate) struct Plain<'a>(pub(crate) &'a io::Error);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let bare = self.0.raw_os_error().and_then(|code| text.strip_suffix(&format!(" (os error {code})")));
        // Windows writes sentences, which would end within lanesum's own.
        f.write_str(bare.map_or(&*text, |bare| bare.trim_end_matches('.')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_lose_their_number() {
        let missing = std::fs::File::open("/no/such/file").unwrap_err();
        assert!(!Plain(&missing).to_string().contains("os error"));
        assert_eq!(Plain(&io::Error::other("own words")).to_string(), "own words");
    }
}
