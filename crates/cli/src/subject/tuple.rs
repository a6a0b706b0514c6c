//! The sources of a tuple, stored as their quoted names.
//!
//! This is their form in the tuple's digest line: `"a", "b"`. In each name, newline, carriage return, backslash and quote are written `\n`,
//! `\r`, `\\` and `\"`, also if lines end with NUL.

use crate::escape::{byte_of, escape_of};
use crate::subject::source::{NAME_BYTES, Source};

/// The most that all names of a tuple together may have, in bytes: a line that `check` reads, and little memory.
pub(crate) const TUPLE_BYTES: usize = 8 << 20;

const SEPARATOR: &[u8] = b", ";

/// The sources of a tuple, held as their quoted names: nothing else of them is in memory, however many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tuple(Vec<u8>);

impl Tuple {
    /// Appends a source; false if there is no room for its name.
    pub(crate) fn push(&mut self, source: &Source) -> bool {
        let before = self.0.len();
        if before > 0 {
            self.0.extend_from_slice(SEPARATOR);
        }
        self.0.push(b'"');
        for &byte in source.name() {
            match letter_of(byte) {
                Some(letter) => self.0.extend_from_slice(&[b'\\', letter]),
                None => self.0.push(byte),
            }
        }
        self.0.push(b'"');
        let fits = self.0.len() <= TUPLE_BYTES;
        if !fits {
            self.0.truncate(before);
        }
        fits
    }

    /// Reads what stands in a line. None if it is no such list, or not as [`Tuple::push`] writes it.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let mut rest = text;
        let mut sources = 0_u64;
        while !rest.is_empty() {
            let (name, behind) = split(rest, sources)?;
            if name.len() > NAME_BYTES || name.contains(&0) {
                return None;
            }
            Source::named(&name)?;
            sources += 1;
            rest = behind;
        }
        (text.len() <= TUPLE_BYTES).then(|| Self(text.to_vec()))
    }

    /// As they stand in the line.
    pub(crate) fn quoted(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn sources(&self) -> impl Iterator<Item = Source> + use<'_> {
        let mut rest = &self.0[..];
        let mut before = 0;
        std::iter::from_fn(move || {
            let (name, behind) = split(rest, before)?;
            rest = behind;
            before += 1;
            Source::named(&name)
        })
    }
}

/// The first name, unquoted, and what follows it. `before` is the number of names before it.
fn split(text: &[u8], before: u64) -> Option<(Vec<u8>, &[u8])> {
    let text = if before == 0 { text } else { text.strip_prefix(SEPARATOR)? };
    let text = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    let mut bytes = text.iter().copied().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some((name, &text[at + 1..])),
            b'\\' => {
                let (_, letter) = bytes.next()?;
                name.push(if letter == b'"' { b'"' } else { byte_of(letter)? });
            }
            // Only escaped: otherwise two lines could say the same.
            _ if letter_of(byte).is_some() => return None,
            _ => name.push(byte),
        }
    }
    None
}

fn letter_of(byte: u8) -> Option<u8> {
    if byte == b'"' { Some(b'"') } else { escape_of(byte) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(names: &[&[u8]]) -> Tuple {
        let mut tuple = Tuple::default();
        for name in names {
            assert!(tuple.push(&Source::named(name).unwrap()));
        }
        tuple
    }

    #[test]
    fn names_come_back() {
        let all: [&[u8]; 9] = [b"a", b"", b"a\", \"b", b"\\", b"\\n\n\r", b"-", b"./-", b") = 00", b"\""];
        for names in [&all[..], &all[..1], &all[1..2], &[]] {
            let tuple = tuple(names);
            assert_eq!(Tuple::parse(tuple.quoted()).as_ref(), Some(&tuple), "{}", tuple.quoted().escape_ascii());
            let named = tuple.sources().map(|source| source.name().to_vec()).collect::<Vec<_>>();
            // There, both separators are one.
            let slash = |name: &&[u8]| {
                name.iter().map(|&byte| if cfg!(windows) && byte == b'\\' { b'/' } else { byte }).collect()
            };
            assert_eq!(named, names.iter().map(slash).collect::<Vec<Vec<u8>>>());
            assert!(!tuple.quoted().contains(&b'\n'));
        }
        assert_eq!(tuple(&[b"a", b"b c"]).quoted(), br#""a", "b c""#);
        assert_eq!(tuple(&[b"\"\n"]).quoted(), br#""\"\n""#);
    }

    #[test]
    fn nothing_else_is_a_list() {
        let texts: [&[u8]; 14] = [
            b"a",
            b"\"",
            b"\"a",
            b"a\"",
            b"\"a\"b\"",
            b"\"a\",\"b\"",
            b"\"a\", ",
            b", \"a\"",
            b"\"a\"  ",
            b"\"a\\\"",
            b"\"a\\t\"",
            b"\"a\nb\"",
            b"\"a\0b\"",
            b" \"a\"",
        ];
        for text in texts {
            assert_eq!(Tuple::parse(text), None, "{}", text.escape_ascii());
        }
        let long = |bytes: usize| [b"\"".as_slice(), &vec![b'n'; bytes], b"\""].concat();
        assert!(Tuple::parse(&long(NAME_BYTES)).is_some());
        assert_eq!(Tuple::parse(&long(NAME_BYTES + 1)), None);
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let mut tuple = Tuple::default();
        let name = Source::named(&vec![b'n'; (1 << 20) - 4]).unwrap();
        while tuple.push(&name) {}
        assert!(tuple.quoted().len() > TUPLE_BYTES - (1 << 20));
        assert_eq!(tuple.sources().count(), 8);
        assert!(tuple.sources().all(|source| source == name));
    }
}
