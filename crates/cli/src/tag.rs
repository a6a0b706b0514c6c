//! Digest lines: the one table that makes and reads their tags, and the escapes of their names.
//!
//! Tagged, `SHAKE128-256 (name) = hex`, the line says all that a check needs; untagged, `hex  name`, is the form of
//! sha256sum. A name with a newline, a carriage return or a backslash is written with `\n`, `\r` and `\\` in their
//! place, and the line begins with a backslash then, as GNU coreutils does it; all other bytes stay as they are.

use std::fmt;
use std::io::{self, Write};

use lanesum::Algorithm;

/// The longest output that `-l` gives and a tag can state: 512 MiB of digest.
pub(crate) const MAX_BITS: u64 = 1 << 32;

/// The one table. An algorithm of any output length has its bits behind the tag's name, always: `SHAKE128-256`.
const NAMES: &[(Algorithm, &str)] = &[
    (Algorithm::Sha3_224, "SHA3-224"),
    (Algorithm::Sha3_256, "SHA3-256"),
    (Algorithm::Sha3_384, "SHA3-384"),
    (Algorithm::Sha3_512, "SHA3-512"),
    (Algorithm::Shake128, "SHAKE128"),
    (Algorithm::Shake256, "SHAKE256"),
    (Algorithm::Keccak256, "Keccak-256"),
    // As GNU cksum writes them.
    (Algorithm::Sha224, "SHA224"),
    (Algorithm::Sha256, "SHA256"),
    (Algorithm::Sha384, "SHA384"),
    (Algorithm::Sha512, "SHA512"),
    // cksum has none of these two.
    (Algorithm::Sha512_224, "SHA512-224"),
    (Algorithm::Sha512_256, "SHA512-256"),
];

/// An algorithm with its output length in bits: what the first word of a tagged line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    algorithm: Algorithm,
    bits: u64,
}

impl Tag {
    pub(crate) fn new(algorithm: Algorithm, bits: u64) -> Self {
        Self { algorithm, bits }
    }

    pub(crate) fn bits(self) -> u64 {
        self.bits
    }

    /// Reads what [`fmt::Display`] writes, and nothing else.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        NAMES.iter().find_map(|&(algorithm, name)| {
            let bits = text.strip_prefix(name)?;
            let bits = if algorithm.is_xof() {
                parse_bits(bits.strip_prefix('-')?)?
            } else {
                bits.is_empty().then_some(algorithm.digest_bits() as u64)?
            };
            Some(Self { algorithm, bits })
        })
    }
}

fn parse_bits(text: &str) -> Option<u64> {
    // One spelling for each number: no sign, no leading zero.
    if !text.starts_with(|c: char| matches!(c, '1'..='9')) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&bits| bits <= MAX_BITS)
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = NAMES.iter().find(|(algorithm, _)| *algorithm == self.algorithm);
        // A test holds the table against `Algorithm::ALL`: the library's name is never needed.
        f.write_str(known.map_or(self.algorithm.name(), |(_, name)| name))?;
        if self.algorithm.is_xof() {
            write!(f, "-{}", self.bits)?;
        }
        Ok(())
    }
}

/// The two forms of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Tagged,
    Untagged,
}

/// A digest line without its digest: that one may be too long to be held, and is written between `start` and `end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) form: Form,
    pub(crate) tag: Tag,
    pub(crate) name: &'a [u8],
}

impl Line<'_> {
    /// Everything before the digest.
    pub(crate) fn start(&self, out: &mut impl Write) -> io::Result<()> {
        if self.name.iter().any(|&byte| escape_of(byte).is_some()) {
            out.write_all(b"\\")?;
        }
        if self.form == Form::Tagged {
            write!(out, "{} (", self.tag)?;
            self.write_name(out)?;
            out.write_all(b") = ")?;
        }
        Ok(())
    }

    /// Everything behind it, the newline included.
    pub(crate) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        if self.form == Form::Untagged {
            out.write_all(b"  ")?;
            self.write_name(out)?;
        }
        out.write_all(b"\n")
    }

    fn write_name(&self, out: &mut impl Write) -> io::Result<()> {
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
    #[cfg_attr(not(test), expect(dead_code, reason = "the subcommand check, issue 4, reads lines"))]
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
    use super::*;

    fn tags() -> impl Iterator<Item = Tag> {
        Algorithm::ALL.iter().flat_map(|&algorithm| {
            let own = algorithm.digest_bits() as u64;
            let lengths = if algorithm.is_xof() { vec![1, 7, 8, 9, 128, own, 4095, MAX_BITS] } else { vec![own] };
            lengths.into_iter().map(move |bits| Tag::new(algorithm, bits))
        })
    }

    #[test]
    fn the_table_has_every_algorithm_once() {
        for algorithm in Algorithm::ALL {
            assert_eq!(NAMES.iter().filter(|(other, _)| other == algorithm).count(), 1, "{algorithm}");
        }
        assert_eq!(NAMES.len(), Algorithm::ALL.len());
    }

    #[test]
    fn tags_come_back_as_they_were_written() {
        for tag in tags() {
            assert_eq!(Tag::parse(&tag.to_string()), Some(tag), "{tag}");
        }
    }

    #[test]
    fn tags_as_documented() {
        let text = |algorithm, bits| Tag::new(algorithm, bits).to_string();
        assert_eq!(text(Algorithm::Sha3_256, 256), "SHA3-256");
        assert_eq!(text(Algorithm::Shake128, 256), "SHAKE128-256");
        assert_eq!(text(Algorithm::Shake256, 13), "SHAKE256-13");
        assert_eq!(text(Algorithm::Keccak256, 256), "Keccak-256");
        assert_eq!(text(Algorithm::Sha512, 512), "SHA512");
        assert_eq!(text(Algorithm::Sha512_256, 256), "SHA512-256");
    }

    #[test]
    fn no_other_text_is_a_tag() {
        let others = [
            "",
            "SHA3",
            "SHA3-257",
            "SHA3-256-256",
            "sha3-256",
            "SHAKE128",
            "SHAKE128-",
            "SHAKE128-0",
            "SHAKE128-+8",
            "SHAKE128-08",
            "SHAKE128-8 ",
            "SHAKE128-4294967297",
            "SHAKE128-99999999999999999999",
        ];
        for text in others {
            assert_eq!(Tag::parse(text), None, "{text}");
        }
    }

    fn line(form: Form, tag: Tag, name: &[u8], digest: &str) -> Vec<u8> {
        let line = Line { form, tag, name };
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
        let tag = Tag::new(Algorithm::Shake128, 8);
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
