//! What may stand around the lines of a list: a byte-order mark, and the marks of a clear-signed message (RFC 9580, section 7).

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A line of the list.
    List(&'a [u8]),
    /// A line about the list.
    Around,
    /// The list is signed; whether by whom it says is not known.
    Signed,
    /// A line behind a signature, which was never signed.
    Behind,
    /// Not UTF-8, nor anything else in which lists are written.
    Utf16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    Plain,
    /// Behind the first mark, up to an empty line.
    Headers,
    Inside,
    Signature,
    Behind,
}

pub(super) struct Envelope(Stage);

impl Envelope {
    pub(super) fn new() -> Self {
        Self(Stage::Start)
    }

    /// Judges the next line of a list; a carriage return at its end is gone.
    pub(super) fn open<'a>(&mut self, line: &'a [u8]) -> Part<'a> {
        let mut line = line;
        if self.0 == Stage::Start {
            if line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]) {
                return Part::Utf16;
            }
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
            if line == b"-----BEGIN PGP SIGNED MESSAGE-----" {
                self.0 = Stage::Headers;
                return Part::Signed;
            }
            self.0 = Stage::Plain;
        }
        match self.0 {
            Stage::Start | Stage::Plain => Part::List(line),
            Stage::Behind => Part::Behind,
            Stage::Headers => {
                if line.is_empty() {
                    self.0 = Stage::Inside;
                }
                Part::Around
            }
            Stage::Inside if line == b"-----BEGIN PGP SIGNATURE-----" => {
                self.0 = Stage::Signature;
                Part::Around
            }
            Stage::Inside => Part::List(line.strip_prefix(b"- ").unwrap_or(line)),
            Stage::Signature => {
                if line == b"-----END PGP SIGNATURE-----" {
                    self.0 = Stage::Behind;
                }
                Part::Around
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_is_the_list() {
        let mut envelope = Envelope::new();
        let text = "\u{feff}-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\na\n- -b\n\n-----BEGIN PGP SIGNATURE-----\n\nx\n\
                    -----END PGP SIGNATURE-----\nc";
        let inside: Vec<_> = text
            .lines()
            .filter_map(|line| match envelope.open(line.as_bytes()) {
                Part::List(line) => Some(line),
                _ => None,
            })
            .collect();
        assert_eq!(inside, [b"a".as_slice(), b"-b", b""]);
        assert_eq!(envelope.open(b""), Part::Behind);
    }

    #[test]
    fn other_lists_are_as_they_are() {
        let mut envelope = Envelope::new();
        assert_eq!(envelope.open(b"\xef\xbb\xbfx"), Part::List(b"x"));
        // Not at the beginning.
        for line in [b"\xef\xbb\xbfx".as_slice(), b"-----BEGIN PGP SIGNED MESSAGE-----", b"- x", b"\xff\xfe"] {
            assert_eq!(envelope.open(line), Part::List(line));
        }
        assert_eq!(Envelope::new().open(b"\xff\xfeS\0"), Part::Utf16);
    }
}
