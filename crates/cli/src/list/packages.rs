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
    /// The kind of package list that has such lines, if any.
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
        if let Some((_, packages)) = starts.into_iter().find(|(start, _)| line.starts_with(start)) {
            return Some(packages);
        }
        // All of a file in one line, or a package and its digest in one.
        let has = |part: &[u8], follows: fn(&[u8]) -> bool| {
            (0..line.len()).any(|at| line[at..].strip_prefix(part).is_some_and(follows))
        };
        if has(b"\"lockfileVersion\":", has_number) {
            return Some(Self::Lock("npm"));
        }
        let before_digest = [
            (b" --hash=sha".as_slice(), Self::Lock("pip")),
            (b" hash = \"sha256:", Self::Lock("uv")),
            (b" h1:", Self::Lock("go")),
            (b") sha256=", Self::Lock("bundler")),
        ];
        before_digest.into_iter().find(|(part, _)| has(part, has_digest)).map(|(_, packages)| packages)
    }
}

/// A version, as it stands in JSON.
fn has_number(rest: &[u8]) -> bool {
    rest.trim_ascii_start().first().is_some_and(u8::is_ascii_digit)
}

/// A digest, perhaps after the length of its function: else the text is that of a program that knows such files, as this one does.
fn has_digest(rest: &[u8]) -> bool {
    let digest = [&b"256:"[..], b"384:", b"512:"].into_iter().find_map(|bits| rest.strip_prefix(bits)).unwrap_or(rest);
    digest.get(..20).is_some_and(|digits| digits.iter().all(|c| c.is_ascii_alphanumeric() || b"+/".contains(c)))
}
