//! Digest lines: tagged, `SHAKE128-256 (name) = hex`, or untagged, `hex  name`, the form of sha256sum.
//!
//! A name with a newline, a carriage return or a backslash is written with `\n`, `\r` and `\\` in their place, and the line
//! begins with a backslash then, as GNU coreutils does it; all other bytes stay as they are. Lines that end in NUL have
//! names as they are.

use std::io::{self, Write};

use crate::tag::Tag;

/// The two forms of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Tagged,
    Untagged,
}

/// What ends a line, and with that whether names are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A newline; names are escaped.
    Newline,
    /// A NUL, which no name can hold; names are as they are.
    Nul,
}

/// A digest line without its digest: that one may be too long to be held, and is written between `start` and `end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) form: Form,
    pub(crate) end: End,
    pub(crate) tag: Tag,
    pub(crate) name: &'a [u8],
}

impl Line<'_> {
    /// Everything before the digest.
    pub(crate) fn start(&self, out: &mut impl Write) -> io::Result<()> {
        if self.end == End::Newline && self.name.iter().any(|&byte| escape_of(byte).is_some()) {
            out.write_all(b"\\")?;
        }
        if self.form == Form::Tagged {
            write!(out, "{} (", self.tag)?;
            self.write_name(out)?;
            out.write_all(b") = ")?;
        }
        Ok(())
    }

    /// Everything behind it, the end of the line included.
    pub(crate) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        if self.form == Form::Untagged {
            out.write_all(b"  ")?;
            self.write_name(out)?;
        }
        out.write_all(match self.end {
            End::Newline => b"\n",
            End::Nul => b"\0",
        })
    }

    fn write_name(&self, out: &mut impl Write) -> io::Result<()> {
        if self.end == End::Nul {
            return out.write_all(self.name);
        }
        for piece in self.name.split_inclusive(|&byte| escape_of(byte).is_some()) {
            let last = piece.last().copied().and_then(escape_of);
            let plain = piece.len() - usize::from(last.is_some());
            out.write_all(&piece[..plain])?;
            if let Some(letter) = last {
                out.write_all(&[b'\\', letter])?;
            }
        }
        Ok(())
    }
}

/// The letter that stands behind a backslash for this byte of a name.
fn escape_of(byte: u8) -> Option<u8> {
    match byte {
        b'\n' => Some(b'n'),
        b'\r' => Some(b'r'),
        b'\\' => Some(b'\\'),
        _ => None,
    }
}

/// The byte that such a letter stands for.
fn byte_of(letter: u8) -> Option<u8> {
    b"\n\r\\".iter().copied().find(|&byte| escape_of(byte) == Some(letter))
}

/// A tagged line, read: the counterpart of [`Line`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) tag: Tag,
    pub(crate) name: Vec<u8>,
    pub(crate) digest: Vec<u8>,
}

impl Entry {
    /// Reads a tagged line, without its newline. None if any of it is not as [`Line`] writes it, except that the
    /// hexadecimal digits may be capitals.
    #[cfg_attr(not(test), expect(dead_code, reason = "the subcommand check reads lines"))]
    pub(crate) fn parse(line: &[u8]) -> Option<Self> {
        let escaped = line.strip_prefix(b"\\");
        let line = escaped.unwrap_or(line);
        let open = line.windows(2).position(|pair| pair == b" (")?;
        // A name may hold ") = " itself; a digest cannot.
        let close = line.windows(4).rposition(|four| four == b") = ")?;
        let tag = Tag::parse(str::from_utf8(&line[..open]).ok()?)?;
        let name = line.get(open + 2..close)?;
        let name = if escaped.is_some() { unescape(name)? } else { name.to_vec() };
        let digest = unhex(&line[close + 4..])?;
        let last_bits = (tag.bits - 1) % 8 + 1;
        let fits = digest.len() as u64 == tag.bits.div_ceil(8)
            && digest.last().is_some_and(|&last| u32::from(last) >> last_bits == 0);
        fits.then_some(Self { tag, name, digest })
    }
}

fn unescape(name: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(name.len());
    let mut bytes = name.iter().copied();
    while let Some(byte) = bytes.next() {
        plain.push(if byte == b'\\' { byte_of(bytes.next()?)? } else { byte });
    }
    Some(plain)
}

fn unhex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|value| value as u8);
    let (pairs, rest) = text.as_chunks::<2>();
    let bytes = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?));
    rest.is_empty().then(|| bytes.collect())?
}

#[cfg(test)]
mod tests {
    use lanesum::Algorithm;

    use super::*;
    use crate::function::{Function, MAX_BITS};
    use crate::tag::tests::tags;

    fn line(form: Form, tag: Tag, name: &[u8], digest: &str) -> Vec<u8> {
        let line = Line { form, end: End::Newline, tag, name };
        let mut out = Vec::new();
        line.start(&mut out).unwrap();
        out.extend_from_slice(digest.as_bytes());
        line.end(&mut out).unwrap();
        out
    }

    #[test]
    fn lines_come_back_as_they_were_written() {
        let names: [&[u8]; 12] = [
            b"plain",
            b"",
            b" ",
            b"-",
            b"a\nb",
            b"a\rb\n",
            b"\\",
            b"\\n",
            b"not \xff utf-8",
            b"with (parentheses) = inside",
            b"SHA3-256 (x) = 00",
            b") = \n (",
        ];
        for tag in tags().filter(|tag| tag.bits < MAX_BITS) {
            for name in names {
                let digest = vec![1; tag.bits.div_ceil(8) as usize];
                let mut text = line(Form::Tagged, tag, name, &"01".repeat(digest.len()));
                assert_eq!(text.pop(), Some(b'\n'));
                let expected = Entry { tag, name: name.to_vec(), digest };
                assert!(!text.contains(&b'\n'));
                assert_eq!(Entry::parse(&text), Some(expected), "{}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn the_forms_of_gnu() {
        let tag = Tag { function: Function::Own(Algorithm::Shake128), bits: 8 };
        let check = |form, name, text: &[u8]| {
            assert_eq!(line(form, tag, name, "5a").escape_ascii().to_string(), text.escape_ascii().to_string());
        };
        check(Form::Tagged, b"f", b"SHAKE128-8 (f) = 5a\n");
        check(Form::Untagged, b"f", b"5a  f\n");
        check(Form::Tagged, b"a\nb\rc\\d", b"\\SHAKE128-8 (a\\nb\\rc\\\\d) = 5a\n");
        check(Form::Untagged, b"\n", b"\\5a  \\n\n");
    }

    #[test]
    fn malformed_lines_are_not_entries() {
        let lines: [&[u8]; 9] = [
            b"",
            b"SHAKE128-8 (f) = ",
            b"SHAKE128-8 (f) = 5",
            b"SHAKE128-8 (f) = 5a5a",
            b"SHAKE128-8 (f) = 5g",
            b"SHAKE128-7 (f) = 80",
            b"SHAKE128-8(f) = 5a",
            b"\\SHAKE128-8 (a\\) = 5a",
            b"\\SHAKE128-8 (a\\t) = 5a",
        ];
        for line in lines {
            assert_eq!(Entry::parse(line), None, "{}", line.escape_ascii());
        }
        assert!(Entry::parse(b"SHAKE128-7 (f) = 7F").is_some());
    }
}
