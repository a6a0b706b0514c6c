//! Files that list packages with their digests, of which no file has the name.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packages {
    /// The lock file of this program.
    Lock(&'static str),
    /// JSON about packages, as `npm pack --json` writes it.
    Json,
}

impl fmt::Display for Packages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lock(program) => write!(
                f,
                "this is a lock file of {program}: it has digests of packages, not of files; {program} checks them itself"
            ),
            Self::Json => f.write_str(
                "this is JSON about packages, not a list of files; \"lanesum check FILE sha512-DIGEST\" checks a file against one of its digests",
            ),
        }
    }
}

impl Packages {
    /// What has such lines.
    pub(super) fn with(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let starts = [
            (b"\"integrity\": \"sha".as_slice(), Self::Json),
            (b"__metadata:", Self::Lock("yarn")),
            (b"integrity sha", Self::Lock("yarn")),
            (b"integrity: sha", Self::Lock("yarn or pnpm")),
            (b"resolution: {integrity: sha", Self::Lock("pnpm")),
            (b"--hash=sha", Self::Lock("pip")),
            (b"checksum = \"", Self::Lock("cargo")),
            (b"{file = \"", Self::Lock("poetry or pdm")),
            (b"\"sha256:", Self::Lock("pipenv")),
            (b"\"narHash\": \"sha", Self::Lock("nix")),
            (b"\"content-hash\": \"", Self::Lock("composer")),
            (b"sha256: \"", Self::Lock("pub")),
        ];
        // All of a file in one line, or a package and its digest in one.
        let within = [
            (b"\"lockfileVersion\":".as_slice(), Self::Lock("npm")),
            (b" --hash=sha", Self::Lock("pip")),
            (b" hash = \"sha256:", Self::Lock("uv")),
            (b" h1:", Self::Lock("go")),
            (b") sha256=", Self::Lock("bundler")),
        ];
        let start = starts.into_iter().find(|(start, _)| line.starts_with(start));
        let found =
            start.or_else(|| within.into_iter().find(|(part, _)| line.windows(part.len()).any(|bytes| bytes == *part)));
        found.map(|(_, packages)| packages)
    }
}
