//! Comments that lanesum writes into lists, and that other programs skip: the size and times of a file, before its lines, and symbolic links.
//!
//! ```text
//! # size 3 mtime 1763900000.123456789 ctime 1763900000.123456789
//! KT128 (abc) = …
//! # link latest -> releases/1.2
//! ```

use std::fmt;
use std::time::{Duration, SystemTime};

use crate::escape::{byte_of, escape_of, unescaped};
use crate::facts::{Facts, Identity, Time, modified};

/// Which comments a list gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Comments {
    /// Size and times before the lines of a file.
    pub(crate) times: bool,
    /// Symbolic links with their targets.
    pub(crate) links: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    pub(crate) modified: Time,
    /// When the file's name, mode or content changed last, which nobody can set; the same as `modified` where the system has none.
    changed: Time,
}

/// A file's stamp from before it was read, and whether a later change of the file would show in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dated {
    pub(crate) stamp: Stamp,
    settled: bool,
    /// None where nothing tells that a file was changed and its times set back.
    pub(crate) identity: Option<Identity>,
}

impl Dated {
    pub(crate) fn now(facts: &Facts) -> Option<Self> {
        let stamp = Stamp::of(facts)?;
        Some(Self { stamp, settled: stamp.is_settled(SystemTime::now()), identity: facts.changed.and(facts.identity) })
    }

    /// The stamp that a list may have.
    pub(crate) fn lasting(self) -> Option<Stamp> {
        self.settled.then_some(self.stamp)
    }
}

/// File systems tell times no closer than this (FAT): what changed so shortly ago may change again unseen.
const GRAIN: Duration = Duration::from_secs(2);

impl Stamp {
    pub(crate) fn of(facts: &Facts) -> Option<Self> {
        let modified = modified(&facts.metadata)?;
        Some(Self { size: facts.metadata.len(), modified, changed: facts.changed.unwrap_or(modified) })
    }

    /// Were both times long enough ago, at `now`, that a later change would show?
    fn is_settled(&self, now: SystemTime) -> bool {
        let limit = now.checked_sub(GRAIN).and_then(|limit| limit.duration_since(SystemTime::UNIX_EPOCH).ok());
        let limit = limit.and_then(|limit| i64::try_from(limit.as_secs()).ok()).unwrap_or(i64::MIN);
        // A clock that was wrong, of a camera say, has set a time that is to come: that is not just now.
        let ahead = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_secs().cast_signed()) + 2;
        (self.modified.0 < limit || self.modified.0 > ahead) && (self.changed.0 < limit)
    }

    /// Have both the same size and mtime? A copy may have lost the nanoseconds.
    pub(crate) fn is_alike(self, other: Self) -> bool {
        let ((seconds, one), (other_seconds, two)) = (self.modified, other.modified);
        self.size == other.size && seconds == other_seconds && (one == two || one == 0 || two == 0)
    }

    /// Reads a comment. None if it is another one.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
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

/// A symbolic link that a list records: its name and its target, as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) name: Vec<u8>,
    pub(crate) target: Vec<u8>,
}

const LINK: &[u8] = b"# link ";
const ARROW: &[u8] = b" -> ";

impl Link {
    /// Reads a comment. None if it is another one.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let text = line.strip_prefix(LINK)?;
        // In a name or target the arrow is escaped.
        let at = text.windows(ARROW.len()).position(|piece| piece == ARROW)?;
        Some(Self { name: read_name(&text[..at])?, target: read_name(&text[at + ARROW.len()..])? })
    }

    pub(crate) fn line(&self) -> Vec<u8> {
        [LINK, &escaped(&self.name), ARROW, &escaped(&self.target), b"\n"].concat()
    }
}

fn escaped(name: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(name.len());
    for &byte in name {
        match escape_of(byte).or((byte == b'>').then_some(byte)) {
            Some(letter) => text.extend_from_slice(&[b'\\', letter]),
            None => text.push(byte),
        }
    }
    text
}

fn read_name(text: &[u8]) -> Option<Vec<u8>> {
    let name = unescaped(text, |letter| if letter == b'>' { Some(letter) } else { byte_of(letter) })?;
    (!name.is_empty() && !name.contains(&0)).then_some(name)
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
    fn links_come_back() {
        let names = [b"a".as_slice(), b"a -> b", b"\\ \n\r\\>", b"-> ", b" ->", b"\xff >"];
        for (name, target) in names.iter().flat_map(|name| names.iter().map(move |target| (*name, *target))) {
            let link = Link { name: name.into(), target: target.into() };
            let line = link.line();
            let line = line.strip_suffix(b"\n").unwrap();
            assert!(!line.contains(&b'\n'));
            assert_eq!(Link::read(line), Some(link));
        }
        for other in [
            "# link",
            "# link a",
            "# link a -> ",
            "# link  -> b",
            "# link a -> \\x",
            "# link a -> b\\",
            "# links a -> b",
        ] {
            assert_eq!(Link::read(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn what_changed_just_now_is_not_settled() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let stamp = Stamp::of(&Facts::of(file.as_file()).unwrap()).unwrap();
        let now = SystemTime::now();
        assert!(!stamp.is_settled(now));
        assert!(stamp.is_settled(now + 2 * GRAIN));
    }
}
