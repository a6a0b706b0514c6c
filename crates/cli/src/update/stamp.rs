//! The size and times of each file, which `update` writes into a list, in a comment before the lines of the file.
//!
//! ```text
//! # size 3 mtime 1763900000.123456789 ctime 1763900000.123456789
//! KT128 (abc) = …
//! ```

use std::fmt;
use std::fs::Metadata;
use std::time::{Duration, SystemTime};

/// Size, and times in seconds and nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    modified: (i64, i64),
    /// When the file's name, mode or content changed last, which nobody can set; the same as `modified` where the system has none.
    changed: (i64, i64),
}

/// File systems tell times no closer than this (FAT): what changed so shortly ago may change again unseen.
const GRAIN: Duration = Duration::from_secs(2);

impl Stamp {
    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere a file may have no time")]
    pub(super) fn of(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self {
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        })
    }

    #[cfg(not(unix))]
    pub(super) fn of(metadata: &Metadata) -> Option<Self> {
        let since = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let modified = (i64::try_from(since.as_secs()).ok()?, since.subsec_nanos().into());
        Some(Self { size: metadata.len(), modified, changed: modified })
    }

    /// Were both times long enough ago, at `now`, that a later change would show?
    pub(super) fn is_settled(&self, now: SystemTime) -> bool {
        let limit = now.checked_sub(GRAIN).and_then(|limit| limit.duration_since(SystemTime::UNIX_EPOCH).ok());
        let limit = limit.and_then(|limit| i64::try_from(limit.as_secs()).ok()).unwrap_or(i64::MIN);
        self.modified.0 < limit && self.changed.0 < limit
    }

    /// Reads a comment. None if it is another one.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let text = str::from_utf8(line.strip_prefix(b"# size ")?).ok()?;
        let mut words = text.trim_end().split(' ');
        let size = words.next()?.parse().ok()?;
        let mut time = |name: &str| {
            let (seconds, nanoseconds) = (words.next()? == name).then(|| words.next())??.split_once('.')?;
            Some((seconds.parse().ok()?, nanoseconds.parse().ok().filter(|_| nanoseconds.len() == 9)?))
        };
        let stamp = Self { size, modified: time("mtime")?, changed: time("ctime")? };
        words.next().is_none().then_some(stamp)
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((m, mn), (c, cn)) = (self.modified, self.changed);
        write!(f, "# size {} mtime {m}.{mn:09} ctime {c}.{cn:09}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_come_back() {
        let stamp = Stamp { size: 3, modified: (-5, 7), changed: (1_763_900_000, 999_999_999) };
        let text = stamp.to_string();
        assert_eq!(text, "# size 3 mtime -5.000000007 ctime 1763900000.999999999");
        assert_eq!(Stamp::read(text.as_bytes()), Some(stamp));
        for other in ["# size", "# size x", "# a comment", "# size 3 mtime 1.1 ctime 1.000000000", &format!("{text} x")]
        {
            assert_eq!(Stamp::read(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn what_changed_just_now_is_not_settled() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let stamp = Stamp::of(&file.as_file().metadata().unwrap()).unwrap();
        let now = SystemTime::now();
        assert!(!stamp.is_settled(now));
        assert!(stamp.is_settled(now + 2 * GRAIN));
    }
}
