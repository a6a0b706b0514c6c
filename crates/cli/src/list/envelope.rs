//! Marks around the lines of a list: a byte-order mark, and those of a clear-signed message (RFC 9580, section 7).

/// The kind of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    List(&'a [u8]),
    /// A line about the list.
    Around,
    /// The list is signed; whether by whom it says is not known.
    Signed,
    /// A line before or behind the signed part, which nobody has signed.
    Unsigned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No signed part is known of. One may begin in a list that cannot be read twice.
    Plain,
    /// The signed part is still to come.
    Before,
    /// Behind the first mark, up to an empty line.
    Headers,
    Inside,
    Signature,
    Behind,
}

pub(super) struct Envelope(Stage);

/// Does the signed part of a list begin here? Whatever verifies the signature passes over blanks at the end of the line.
pub(super) fn begins(line: &[u8]) -> bool {
    without_mark(line).trim_ascii_end() == b"-----BEGIN PGP SIGNED MESSAGE-----"
}

/// Without the byte-order mark of UTF-8.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

impl Envelope {
    /// `signed`: whether the list is known to hold a signed part.
    pub(super) fn new(signed: bool) -> Self {
        Self(if signed { Stage::Before } else { Stage::Plain })
    }

    /// Judges the next line of a list; a carriage return at its end is gone.
    pub(super) fn open<'a>(&mut self, line: &'a [u8]) -> Part<'a> {
        match self.0 {
            Stage::Plain | Stage::Before if begins(line) => {
                self.0 = Stage::Headers;
                Part::Signed
            }
            Stage::Plain => Part::List(without_mark(line)),
            Stage::Before | Stage::Behind => Part::Unsigned,
            Stage::Headers => {
                if line.trim_ascii().is_empty() {
                    self.0 = Stage::Inside;
                }
                Part::Around
            }
            Stage::Inside if line.trim_ascii_end() == b"-----BEGIN PGP SIGNATURE-----" => {
                self.0 = Stage::Signature;
                Part::Around
            }
            Stage::Inside => Part::List(line.strip_prefix(b"- ").unwrap_or(line)),
            Stage::Signature => {
                if line.trim_ascii_end() == b"-----END PGP SIGNATURE-----" {
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
        let text = "\u{feff}-----BEGIN PGP SIGNED MESSAGE----- \nHash: SHA512\n \na\n- -b\n\n-----BEGIN PGP SIGNATURE----- \n\n\
                    x\n-----END PGP SIGNATURE-----\nc\n-----BEGIN PGP SIGNED MESSAGE-----\n\nd";
        for (signed, before) in [(false, ""), (true, ""), (true, "x\n"), (true, "\n\nx\n")] {
            let mut envelope = Envelope::new(signed);
            let inside: Vec<_> = [before, text]
                .concat()
                .lines()
                .filter_map(|line| match envelope.open(line.as_bytes()) {
                    Part::List(line) => Some(line.to_vec()),
                    _ => None,
                })
                .collect();
            assert_eq!(inside, [b"a".as_slice(), b"-b", b""], "{before}");
            assert_eq!(envelope.open(b""), Part::Unsigned);
        }
    }

    #[test]
    fn other_lists_are_as_they_are() {
        let mut envelope = Envelope::new(false);
        assert_eq!(envelope.open(b"\xef\xbb\xbfx"), Part::List(b"x"));
        for line in [b"-----BEGIN PGP".as_slice(), b"- x", b" -----BEGIN PGP SIGNED MESSAGE-----", b""] {
            assert_eq!(envelope.open(line), Part::List(line));
        }
        assert_eq!(envelope.open(b"-----BEGIN PGP SIGNED MESSAGE-----"), Part::Signed);
    }
}
