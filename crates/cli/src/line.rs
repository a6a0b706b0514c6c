//! Digest lines: tagged, `SHAKE128-256 (name) = hex`, or untagged, `hex  name`, the form of sha256sum.
//!
//! A newline, a carriage return and a backslash in a name are written as `\n`, `\r` and `\\`. The line of such a name begins with a
//! backslash, as in GNU coreutils. All other bytes are unchanged. In lines that end with NUL, names are not escaped. On a terminal, a name
//! with escape sequences is shown as in messages (`quote`). The names of a tuple, which has one digest, are quoted:
//! `TupleHash128-256 ("a", "b") = hex`, see `subject/tuple.rs`.

use std::io::{self, Write};

use crate::escape::escape_of;
use crate::quote::{is_masked, quote};
use crate::tag::Tag;

/// The two forms of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineStyle {
    Tagged,
    Untagged,
}

/// The end of a line, which also decides whether names are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A newline; names are escaped.
    Newline,
    /// A newline; names are escaped but for carriage returns, as perl's shasum and b3sum leave them.
    OldNewline,
    /// A NUL, which no name can hold; names are as they are.
    Nul,
}

/// A digest line without its digest: that one may be too long to be held, and is written between `start` and `end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) form: LineStyle,
    pub(crate) end: End,
    pub(crate) tag: &'a Tag,
    /// A name as it is, or the quoted names of a tuple.
    pub(crate) name: &'a [u8],
    /// Escape sequences in names would reach a terminal.
    pub(crate) on_terminal: bool,
    /// The byte between the blank after an untagged digest and the name: a blank, or the `*` of `sha256sum -b`.
    pub(crate) mode: u8,
}

impl Line<'_> {
    /// Everything before the digest.
    pub(crate) fn start(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.is_masked() {
            out.write_all(self.names().mark(self.name))?;
        }
        if self.form == LineStyle::Tagged {
            write!(out, "{} (", self.tag)?;
            self.write_name(out)?;
            out.write_all(b") = ")?;
        }
        Ok(())
    }

    /// Everything behind it, the end of the line included.
    pub(crate) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        if self.form == LineStyle::Untagged {
            out.write_all(b" ")?;
            out.write_all(&[self.mode])?;
            self.write_name(out)?;
        }
        out.write_all(&[self.end.byte()])
    }

    /// Is the name shown as messages show it?
    fn is_masked(&self) -> bool {
        self.on_terminal && is_masked(self.name)
    }

    fn write_name(&self, out: &mut impl Write) -> io::Result<()> {
        if self.is_masked() {
            out.write_all(quote(self.name).as_bytes())
        } else {
            self.names().write_name(out, self.name)
        }
    }

    /// By which end of line names are escaped.
    fn names(&self) -> End {
        // They are escaped within their quotes.
        if self.tag.function.is_of_a_tuple() { End::Nul } else { self.end }
    }
}

impl End {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Newline | Self::OldNewline => b'\n',
            Self::Nul => 0,
        }
    }

    fn escape_of(self, byte: u8) -> Option<u8> {
        match self {
            Self::Nul => None,
            Self::OldNewline if byte == b'\r' => None,
            Self::Newline | Self::OldNewline => escape_of(byte),
        }
    }

    /// The prefix of a line with this name: a backslash if the name is escaped.
    pub(crate) fn mark(self, name: &[u8]) -> &'static [u8] {
        let escaped = name.iter().any(|&byte| self.escape_of(byte).is_some());
        if escaped { b"\\" } else { b"" }
    }

    /// Writes a name as it stands in such a line.
    pub(crate) fn write_name(self, out: &mut impl Write, name: &[u8]) -> io::Result<()> {
        for piece in name.split_inclusive(|&byte| self.escape_of(byte).is_some()) {
            let last = piece.last().copied().and_then(|byte| self.escape_of(byte));
            let plain = piece.len() - usize::from(last.is_some());
            out.write_all(&piece[..plain])?;
            if let Some(letter) = last {
                out.write_all(&[b'\\', letter])?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use lanesum::Algorithm;

    use super::*;
    use crate::function::Function;

    fn line(form: LineStyle, tag: &Tag, name: &[u8], digest: &str) -> Vec<u8> {
        let line = Line { form, end: End::Newline, tag, name, on_terminal: false, mode: b' ' };
        let mut out = Vec::new();
        line.start(&mut out).unwrap();
        out.extend_from_slice(digest.as_bytes());
        line.end(&mut out).unwrap();
        out
    }

    #[test]
    fn the_forms_of_gnu() {
        let tag = Tag::plain(Function::Own(Algorithm::Shake128), 8);
        let check = |form, name, text: &[u8]| {
            assert_eq!(line(form, &tag, name, "5a").escape_ascii().to_string(), text.escape_ascii().to_string());
        };
        check(LineStyle::Tagged, b"f", b"SHAKE128-8 (f) = 5a\n");
        check(LineStyle::Untagged, b"f", b"5a  f\n");
        check(LineStyle::Tagged, b"a\nb\rc\\d", b"\\SHAKE128-8 (a\\nb\\rc\\\\d) = 5a\n");
        check(LineStyle::Untagged, b"\n", b"\\5a  \\n\n");
    }
}
