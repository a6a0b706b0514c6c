//! One line of a list: what it says, or that it is no digest line. Judges lines as `cksum --check` of GNU coreutils 9.1
//! does, which differs from line to line: see [`Parser`].
//!
//! Three of its habits are left out, since each makes a checker say "OK" of something that the line does not say: a name or
//! digest ends at a NUL byte; with `-a`, any one byte may follow a tag (`BLAKE2bx (f)`); and a tag may ask for the beginning of
//! a digest alone (`SHA256-8 (f) = ba`). Such lines are improperly formatted here.

use super::kind;
use crate::escape::byte_of;
use crate::function::Function;
use crate::line::{End, Form};
use crate::subject::NAME_BYTES;
use crate::tag::{Stated, Tag};

/// What a proper line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) tag: Tag,
    pub(super) form: Form,
    pub(super) name: Vec<u8>,
    pub(super) digest: Vec<u8>,
}

/// Why a line is no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Improper,
    /// Digest and name are there, but any of several functions may have made it.
    Undecided {
        bits: u64,
        name: Vec<u8>,
    },
}

use Refused::Improper;

/// Reads lines, and remembers of earlier ones, even of earlier lists, what GNU remembers.
pub(super) struct Parser {
    end: End,
    /// From `-a`: no other tag is accepted then.
    only: Option<Function>,
    /// What lines without a tag do not state.
    given: Stated,
    /// From the list's name.
    hint: Option<Function>,
    /// Whether a name follows its digest behind one blank, as BSD's old `md5 -r` wrote it, or two: the first untagged line
    /// decides it for all. Otherwise a file might be renamed to begin with a blank and pass.
    reversed: Option<bool>,
    kind: &'static str,
}

impl Parser {
    pub(super) fn new(end: End, only: Option<Function>, given: Stated) -> Self {
        // GNU's cksum has CRC for its default, and says so in warnings about lines before the first tag.
        Self { end, only, given, hint: None, reversed: None, kind: only.map_or("CRC", Tag::name_of) }
    }

    /// Another list begins, whose name tells this function.
    pub(super) fn begin(&mut self, hint: Option<Function>) {
        self.hint = hint;
        self.note(self.only.or(hint));
    }

    /// The function that a warning about an improper line names: the last one that a line has named.
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    fn note(&mut self, function: Option<Function>) {
        if let Some(function) = function {
            self.kind = Tag::name_of(function);
        }
    }

    /// Reads a line, without its end.
    pub(super) fn parse(&mut self, line: &[u8]) -> Result<Entry, Refused> {
        let start = line.iter().position(|&byte| !is_blank(byte)).unwrap_or(line.len());
        let line = &line[start..];
        let (line, names) = match line.strip_prefix(b"\\") {
            Some(line) if self.end == End::Newline => (line, Names::Escaped),
            _ => (line, Names::Plain),
        };
        match Tag::function_of(line).filter(|(function, _)| self.only.is_none_or(|only| only == *function)) {
            Some((function, rest)) => {
                self.note(Some(function));
                tagged(function, rest, names)
            }
            None => self.untagged(line, names),
        }
    }

    /// `digest  name`, `digest *name`, or `digest name`.
    fn untagged(&mut self, line: &[u8], names: Names) -> Result<Entry, Refused> {
        let blank = line.iter().position(|&byte| is_blank(byte)).ok_or(Improper)?;
        let (text, name) = (&line[..blank], &line[blank + 1..]);
        let function = self.only.or(self.hint);
        let bits = match function {
            // Elsewhere, base64 could be hexadecimal of another length.
            Some(function) if !is_hex(text) => function.usual_bits(),
            _ => text.len() as u64 * 4,
        };
        let fitting = function.map_or_else(|| kind::by_length(bits), |function| vec![function]);
        let function = *fitting.first().ok_or(Improper)?;
        if function.is_of_a_tuple() {
            return Err(Improper);
        }
        let digest = function.gives(bits).then(|| digest(text, bits)).flatten().ok_or(Improper)?;
        let name = names.read(self.untagged_name(name)?)?;
        if fitting.len() > 1 {
            return Err(Refused::Undecided { bits, name });
        }
        self.note(Some(function));
        let tag = Tag { function, bits, stated: self.given.of(function) };
        Ok(Entry { tag, form: Form::Untagged, name, digest })
    }

    fn untagged_name<'a>(&mut self, name: &'a [u8]) -> Result<&'a [u8], Refused> {
        match (name, self.reversed) {
            ([b' ' | b'*', _, ..], Some(true)) => Ok(name),
            ([b' ' | b'*', name @ ..], _) if !name.is_empty() => {
                self.reversed = Some(false);
                Ok(name)
            }
            (_, Some(false)) => Err(Improper),
            _ => {
                self.reversed = Some(true);
                Ok(name)
            }
        }
    }
}

/// `-256 (name) = digest`, behind the function's name.
fn tagged(function: Function, rest: &[u8], names: Names) -> Result<Entry, Refused> {
    let (tag, rest) = Tag::read(function, rest).ok_or(Improper)?;
    // A name may hold ") = " itself; a digest cannot.
    let close = rest.iter().rposition(|&byte| byte == b')').ok_or(Improper)?;
    let name = rest.get(1..close).ok_or(Improper)?;
    let name = match (function.is_of_a_tuple(), names) {
        (false, names) => names.read(name)?,
        // The quoted names of a tuple are read where they are needed: `subject/tuple.rs`.
        (true, Names::Plain) => name.to_vec(),
        (true, Names::Escaped) => return Err(Improper),
    };
    let text = trim_blanks(&rest[close + 1..]).strip_prefix(b"=").ok_or(Improper)?;
    let digest = digest(trim_blanks(text), tag.bits).ok_or(Improper)?;
    Ok(Entry { tag, form: Form::Tagged, name, digest })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn trim_blanks(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len());
    &text[start..]
}

/// How names stand in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    Plain,
    Escaped,
}

impl Names {
    fn read(self, name: &[u8]) -> Result<Vec<u8>, Refused> {
        if name.len() > NAME_BYTES || name.contains(&0) {
            return Err(Improper);
        }
        if self == Self::Plain {
            return Ok(name.to_vec());
        }
        let mut plain = Vec::with_capacity(name.len());
        let mut bytes = name.iter().copied();
        while let Some(byte) = bytes.next() {
            plain.push(if byte == b'\\' { bytes.next().and_then(byte_of).ok_or(Improper)? } else { byte });
        }
        Ok(plain)
    }
}

fn is_hex(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_hexdigit)
}

/// A digest of so many bits in hexadecimal, or in base64 with padding (RFC 4648, section 4). The two cannot be taken for each
/// other: base64 of as many characters as hexadecimal has ends in padding.
fn digest(text: &[u8], bits: u64) -> Option<Vec<u8>> {
    let bytes = usize::try_from(bits.div_ceil(8)).ok()?;
    let digest = if Some(text.len()) == bytes.checked_mul(2) && is_hex(text) {
        data_encoding::HEXLOWER_PERMISSIVE.decode(text)
    } else {
        data_encoding::BASE64.decode(text)
    };
    let digest = digest.ok().filter(|digest| digest.len() == bytes)?;
    let last_bits = (bits.checked_sub(1)?) % 8 + 1;
    digest.last().is_some_and(|&last| u32::from(last) >> last_bits == 0).then_some(digest)
}

#[cfg(test)]
mod tests {
    use lanesum::Algorithm;

    use super::*;
    use crate::function::MAX_BITS;
    use crate::line::Line;
    use crate::tag::tests::{plain, tags};

    const NAMES: [&[u8]; 14] = [
        b"plain",
        b"",
        b" ",
        b" x",
        b"-",
        b"*",
        b"a\nb",
        b"a\rb\n",
        b"\\",
        b"\\n",
        b"not \xff utf-8",
        b"with (parentheses) = inside",
        b"SHA3-256 (x) = 00",
        b") = \n (",
    ];

    fn parser(end: End, only: Option<Function>) -> Parser {
        Parser::new(end, only, Stated::default())
    }

    fn line(form: Form, end: End, tag: &Tag, name: &[u8], digest: &str) -> Vec<u8> {
        let line = Line { form, end, tag, name };
        let mut out = Vec::new();
        line.start(&mut out).unwrap();
        out.extend_from_slice(digest.as_bytes());
        line.end(&mut out).unwrap();
        assert_eq!(out.pop(), Some(end.byte()));
        out
    }

    #[test]
    fn tagged_lines_come_back_as_they_were_written() {
        for tag in tags().filter(|tag| tag.bits < MAX_BITS) {
            let digest = vec![1; tag.bits.div_ceil(8) as usize];
            let hex = "01".repeat(digest.len());
            for text in [&hex, &hex.to_uppercase(), &data_encoding::BASE64.encode(&digest)] {
                for (name, end) in NAMES.into_iter().flat_map(|name| [(name, End::Newline), (name, End::Nul)]) {
                    let text = line(Form::Tagged, end, &tag, name, text);
                    let expected =
                        Entry { tag: tag.clone(), form: Form::Tagged, name: name.to_vec(), digest: digest.clone() };
                    assert_eq!(parser(end, None).parse(&text), Ok(expected), "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn untagged_lines_come_back_where_their_function_is_known() {
        let of_one_file = |tag: &Tag| !tag.function.is_of_a_tuple();
        for tag in tags().filter(of_one_file).filter(|tag| tag.bits < MAX_BITS && tag.bits.is_multiple_of(8)) {
            let digest = vec![1; tag.bits.div_ceil(8) as usize];
            let hex = "01".repeat(digest.len());
            let base64 = data_encoding::BASE64.encode(&digest);
            let usual = tag.bits == tag.function.usual_bits();
            for text in [Some(hex), usual.then_some(base64)].into_iter().flatten() {
                // An empty name is none that anybody writes, and one blank and an empty name could be the other form.
                for (name, end) in NAMES.into_iter().skip(2).flat_map(|name| [(name, End::Newline), (name, End::Nul)]) {
                    let text = line(Form::Untagged, end, &tag, name, &text);
                    let expected =
                        Entry { tag: tag.clone(), form: Form::Untagged, name: name.to_vec(), digest: digest.clone() };
                    // What the line does not state is given.
                    let mut told = Parser::new(end, Some(tag.function), tag.stated.clone());
                    assert_eq!(told.parse(&text).as_ref(), Ok(&expected), "{}", text.escape_ascii());
                    let mut guessed = Parser::new(end, None, tag.stated.clone());
                    guessed.begin(Some(tag.function));
                    assert_eq!(guessed.parse(&text), Ok(expected), "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn malformed_lines_are_not_entries() {
        let lines: [&[u8]; 16] = [
            b"",
            b"SHAKE128-8 (f) = ",
            b"SHAKE128-8 (f) = 5",
            b"SHAKE128-8 (f) = 5a5a",
            b"SHAKE128-8 (f) = 5g",
            b"SHAKE128-8 (f) = Wg",
            b"SHAKE128-8 (f) = Wh==",
            b"SHAKE128-7 (f) = 80",
            b"SHAKE128 (f) = 5a",
            b"SHAKE128-8 (a\0b) = 5a",
            b"SHAKE128-8 (f) = 5a\0",
            b"\\SHAKE128-8 (a\\) = 5a",
            b"\\SHAKE128-8 (a\\t) = 5a",
            b"SHA3-256-8 (f) = 5a",
            b"BLAKE2bx (f) = 5a",
            b"added  f",
        ];
        for line in lines {
            assert_eq!(parser(End::Newline, None).parse(line), Err(Improper), "{}", line.escape_ascii());
        }
        for line in [b"SHAKE128-7 (f) = 7F".as_slice(), b"SHAKE128-8 (f) = Wg=="] {
            assert!(parser(End::Newline, None).parse(line).is_ok());
        }
        let long = |name: usize| [b"SHAKE128-8 (".as_slice(), &vec![b'n'; name], b") = 5a"].concat();
        assert!(parser(End::Newline, None).parse(&long(NAME_BYTES)).is_ok());
        assert_eq!(parser(End::Newline, None).parse(&long(NAME_BYTES + 1)), Err(Improper));
    }

    #[test]
    fn a_length_may_tell_the_function() {
        let mut parser = parser(End::Newline, None);
        let text = |digits: usize| ["5a".repeat(digits).as_bytes(), b"  f"].concat();
        let fitting = |digits: usize| kind::by_length(digits as u64 * 8);
        for digits in 16..=64 {
            let expected = match fitting(digits)[..] {
                [function] => Ok(plain(function, digits as u64 * 8)),
                [] => Err(Improper),
                _ => Err(Refused::Undecided { bits: digits as u64 * 8, name: b"f".to_vec() }),
            };
            assert_eq!(parser.parse(&text(digits)).map(|entry| entry.tag), expected);
        }
        assert_eq!(fitting(48), [Algorithm::Sha3_384, Algorithm::Sha384, Algorithm::Blake384].map(Function::Own));
        assert!(fitting(32).len() > 1);
    }

    #[test]
    fn one_form_of_untagged_lines_excludes_the_other() {
        let told = || parser(End::Newline, Some(Function::Blake2b));
        let name = |parser: &mut Parser, line: &[u8]| parser.parse(line).map(|entry| entry.name);
        let mut parser = told();
        assert_eq!(name(&mut parser, b"5a  f"), Ok(b"f".to_vec()));
        assert_eq!(name(&mut parser, b"5a *f"), Ok(b"f".to_vec()));
        assert_eq!(name(&mut parser, b"5a f"), Err(Improper));
        let mut parser = told();
        assert_eq!(name(&mut parser, b"5a f"), Ok(b"f".to_vec()));
        assert_eq!(name(&mut parser, b"5a  f"), Ok(b" f".to_vec()));
        assert_eq!(name(&mut parser, b"5a *f"), Ok(b"*f".to_vec()));
    }
}
