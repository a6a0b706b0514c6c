//! Tags: the first word of a digest line, which states everything that a check needs to know, except secrets.
//!
//! A tag begins with a name (`names`). For a function of any output length, the number of bits always follows the name: `SHAKE128-256`. For
//! a function with a usual length, the number follows only if it is another: `BLAKE2b`, `BLAKE2b-256`, as GNU cksum writes it; `KT128`.
//! Everything else that a digest depends on is stated before the bits (`stated`): `ParallelHash128-B8192-256`,
//! `cSHAKE128-N4d79-S456d61696c-256`.

mod names;
mod stated;

use std::fmt;

pub(crate) use self::stated::{MOST_TEXT, Stated};
use crate::function::{Function, Lengths, Parameter};

/// A function, its output length in bits, and what else it depends on: what the first word of a tagged line says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tag {
    pub(crate) function: Function,
    pub(crate) bits: u64,
    pub(crate) stated: Stated,
}

impl Tag {
    /// Its number among these, where it has one from now on.
    pub(crate) fn number_in(self, tags: &mut Vec<Self>) -> usize {
        tags.iter().position(|other| *other == self).unwrap_or_else(|| {
            tags.push(self);
            tags.len() - 1
        })
    }

    /// The function with whose name `text` begins, and what follows the name: a blank, `-`, `(` or nothing.
    pub(crate) fn function_of(text: &[u8]) -> Option<(Function, &[u8])> {
        if !names::may_begin(text) {
            return None;
        }
        let fitting = names::all().filter_map(|(function, name)| {
            let rest = text.strip_prefix(name.as_bytes())?;
            matches!(rest.first(), None | Some(b' ' | b'\t' | b'-' | b'(')).then_some((function, rest))
        });
        // Of two names, one of which begins with the other, the longer one leaves less.
        fitting.min_by_key(|(_, rest)| rest.len())
    }

    /// As [`Tag::function_of`], by a name that another program gives the function.
    pub(crate) fn foreign(text: &[u8]) -> Option<(Function, &[u8])> {
        if !names::may_begin(text) {
            return None;
        }
        let fitting = names::foreign().filter_map(|(function, name)| {
            let rest = text.strip_prefix(name.as_bytes())?;
            matches!(rest.first(), Some(b' ' | b'(')).then_some((function, rest))
        });
        fitting.min_by_key(|(_, rest)| rest.len())
    }

    /// Reads what follows the name of `function`, up to the parenthesis before a file's name, which begins what is left.
    /// Takes every spelling that GNU cksum takes: `BLAKE2b-256 (`, `BLAKE2b-0x100(`, `BLAKE2b(`, `BLAKE2b  (`.
    pub(crate) fn read(function: Function, rest: &[u8]) -> Option<(Self, &[u8])> {
        let (stated, rest) = Stated::read(function, rest)?;
        let (bits, rest) = match rest.split_first()? {
            (b'-', rest) => read_bits(rest)?,
            (b'(', _) if !has_bits_always(function) => (function.usual_bits(), rest),
            (_, rest) if !has_bits_always(function) => (function.usual_bits(), rest),
            _ => return None,
        };
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        (function.gives(bits) && rest.starts_with(b"(")).then_some((Self { function, bits, stated }, rest))
    }

    /// Is there a key, which no tag holds?
    pub(crate) fn has_key(&self) -> bool {
        self.function.needs_key() || self.stated.is_keyed
    }

    /// The function's name in tags, without bits.
    pub(crate) fn name_of(function: Function) -> &'static str {
        names::name_of(function)
    }
}

fn has_bits_always(function: Function) -> bool {
    matches!(function.lengths(), Lengths::Any | Lengths::Tag) || function.takes(Parameter::Domain)
}

/// A number as C's `strtoumax` reads it with base 0, which is what GNU cksum uses; and what follows it.
fn read_bits(text: &[u8]) -> Option<(u64, &[u8])> {
    // White space as C defines it: `trim_ascii_start` leaves vertical tabs.
    let start = text.iter().position(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')).unwrap_or(text.len());
    let text = &text[start..];
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let (base, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] if digits.first().is_some_and(u8::is_ascii_hexdigit) => (16, digits),
        [b'0', ..] => (8, text),
        _ => (10, text),
    };
    let end = digits.iter().position(|&byte| !char::from(byte).is_digit(base)).unwrap_or(digits.len());
    let (number, rest) = digits.split_at(end);
    Some((u64::from_str_radix(str::from_utf8(number).ok()?, base).ok()?, rest))
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::name_of(self.function), self.stated)?;
        if has_bits_always(self.function) || self.bits != self.function.usual_bits() {
            write!(f, "-{}", self.bits)?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use lanesum::{Algorithm, Domain};

    use super::*;
    use crate::function::{BLAKE2B, BLAKE3, MAX_BITS};

    pub(crate) fn tags() -> impl Iterator<Item = Tag> {
        Function::all().flat_map(|function| {
            let mut lengths = vec![1, 7, 8, 9, 128, 256, 512, 4095, 4096, MAX_BITS, function.usual_bits()];
            lengths.retain(|bits| function.gives(*bits));
            let all = move |bits| stated::tests::all(function).map(move |stated| Tag { function, bits, stated });
            lengths.into_iter().flat_map(all)
        })
    }

    /// A tag of a function that states nothing but its bits.
    pub(crate) fn plain(function: Function, bits: u64) -> Tag {
        Tag { function, bits, stated: Stated::default() }
    }

    /// A whole tag, as it stands before a name.
    fn parse(text: &str) -> Option<Tag> {
        let text = format!("{text} (");
        let (function, rest) = Tag::function_of(text.as_bytes())?;
        Tag::read(function, rest).filter(|(_, rest)| *rest == b"(").map(|(tag, _)| tag)
    }

    #[test]
    fn tags_come_back_as_they_were_written() {
        for tag in tags() {
            let text = tag.to_string();
            assert_eq!(parse(&text), Some(tag), "{text}");
        }
    }

    #[test]
    fn tags_as_documented() {
        let text = |function, bits| plain(function, bits).to_string();
        assert_eq!(text(Function::Own(Algorithm::Sha3_256), 256), "SHA3-256");
        assert_eq!(text(Function::Own(Algorithm::Shake128), 256), "SHAKE128-256");
        assert_eq!(text(Function::Own(Algorithm::Shake256), 13), "SHAKE256-13");
        assert_eq!(text(Function::Own(Algorithm::Keccak256), 256), "Keccak-256");
        assert_eq!(text(Function::Own(Algorithm::Sha512), 512), "SHA512");
        assert_eq!(text(Function::Own(Algorithm::Sha512_256), 256), "SHA512-256");
        assert_eq!(text(BLAKE2B, 512), "BLAKE2b");
        assert_eq!(text(BLAKE2B, 256), "BLAKE2b-256");
        assert_eq!(text(BLAKE3, 512), "BLAKE3-512");
        assert_eq!(text(Function::Own(Algorithm::Kt128), 256), "KT128");
        assert_eq!(text(Function::Own(Algorithm::Kt128), 512), "KT128-512");
        assert_eq!(text(Function::Own(Algorithm::Kt256), 512), "KT256");
        assert_eq!(text(Function::Own(Algorithm::TurboShake128), 256), "TurboSHAKE128-256");
        let named = |name: &str| Function::named(name).unwrap();
        assert_eq!(text(named("cshake128"), 256), "cSHAKE128-256");
        assert_eq!(text(named("kmacxof256"), 512), "KMACXOF256-512");
        let tag = |name: &str, stated| Tag { function: named(name), bits: 256, stated }.to_string();
        let given = |n: &[u8], s: &[u8]| Stated { name: n.into(), custom: s.into(), ..Stated::default() };
        let block = |bytes, s: &[u8]| Stated { block: Some(bytes), ..given(b"", s) };
        assert_eq!(tag("parallelhash128", block(8192, b"")), "ParallelHash128-B8192-256");
        assert_eq!(tag("parallelhash128", block(1, b"My")), "ParallelHash128-B1-S4d79-256");
        assert_eq!(tag("cshake128", given(b"My", b"Email")), "cSHAKE128-N4d79-S456d61696c-256");
        assert_eq!(tag("kmac128", given(b"", b"My")), "KMAC128-S4d79-256");
        assert_eq!(tag("tuplehash128", given(b"", b"\xff")), "TupleHash128-Sff-256");
        assert_eq!(tag("kt128", given(b"", b"My")), "KT128-S4d79");
        assert_eq!(tag("kt256", given(b"", b"My")), "KT256-S4d79-256");
        let salt = Stated { salt: [7; 16].into(), ..Stated::default() };
        assert_eq!(tag("blake256", salt), format!("BLAKE-256-S{}", "07".repeat(16)));
        assert_eq!(text(named("blake512"), 512), "BLAKE-512");
        let domain = Stated { domain: Domain::new(7).unwrap(), ..Stated::default() };
        assert_eq!(tag("turboshake128", domain), "TurboSHAKE128-D07-256");
    }

    #[test]
    fn no_other_text_is_a_tag() {
        let others = [
            "",
            "SHA3",
            "SHA3-257",
            "sha3-256",
            "SHAKE128",
            "SHAKE128-",
            "SHAKE128-0",
            "SHAKE128-08",
            "SHAKE128-4294967297",
            "SHAKE128-99999999999999999999",
            "SHAKE128--8",
            "SHAKE128-8  ",
            "SHAKE128-8\t",
            "SHAKE128-8-8",
            "SHAKE128-0x",
            "SHA3-256-128",
            "SHA3-256-",
            "BLAKE2b   ",
            "BLAKE2bx",
            "BLAKE2b-7",
            "BLAKE2b-520",
            "BLAKE3-257",
            "cSHAKE128",
            "CSHAKE128-256",
            "cSHAKE128-B8192-256",
            "KMAC128-31",
            "cSHAKE128-N-256",
            "cSHAKE128-S-256",
            "cSHAKE128-S4-256",
            "cSHAKE128-S4D-256",
            "cSHAKE128-S4g-256",
            "cSHAKE128-S0x4d-256",
            "cSHAKE128-S4d-N4d-256",
            "cSHAKE128-N4d-N4d-256",
            "cSHAKE128-S4d-S4d-256",
            "cSHAKE128-S4d",
            "cSHAKE128-S4d256",
            "cSHAKE128-n4d-256",
            "cSHAKE128-256-S4d",
            "cSHAKE128 -S4d-256",
            "TurboSHAKE128",
            "TurboSHAKE128-D07",
            "TurboSHAKE128-D1f-256",
            "TurboSHAKE128-D00-256",
            "TurboSHAKE128-D80-256",
            "TurboSHAKE128-D7-256",
            "TurboSHAKE128-D007-256",
            "TurboSHAKE128-D0B-256",
            "TurboSHAKE128-D-256",
            "TurboSHAKE128-D07-D07-256",
            "TurboSHAKE128-S4d-256",
            "TurboSHAKE128-257",
            "KT128-D07",
            "KT128-N4d",
            "KT128-S",
            "KT128-S4D",
            "KT128-512-S4d",
            "KT128-0",
            "KT128-13",
            "KMAC128-N4d-256",
            "KMAC128-S4d--256",
            "SHA3-256-S4d",
            "SHAKE128-S4d-256",
            "BLAKE2b-S",
            "BLAKE2b-S4d00",
            "BLAKE2b-P00",
            "BLAKE2b-P4d-S4d",
            "BLAKE2b-S0707070707070707070707070707070707",
            "BLAKE2s-P070707070707070707",
            "BLAKE2b-K4d",
            "BLAKE3-K-S4d",
            "BLAKE3-P4d",
            "KMAC128-K-256",
            "BLAKE-S4d",
            "BLAKE-128",
            "BLAKE2-256",
            "BLAKE-256-S",
            "BLAKE-256-S07",
            "BLAKE-256-S0707070707070707070707070707070",
            "BLAKE-256-S0707070707070707070707070707070G",
            "BLAKE-256-S0707070707070707070707070707070707",
            // No salt, which is written as none.
            "BLAKE-256-S00000000000000000000000000000000",
            "BLAKE-512-S07070707070707070707070707070707",
            "ParallelHash128-S4d-B8192-256",
            "ParallelHash128-S4d-256",
            "ParallelHash128-256",
            "ParallelHash128-B8192",
            "ParallelHash128-B0-256",
            "ParallelHash128-B08-256",
            "ParallelHash128-B-256",
            "ParallelHash128-B+8-256",
            "ParallelHash128-B18446744073709551616-256",
            "ParallelHash128-B8192-B8192-256",
            "ParallelHash128-256-B8192",
            "ParallelHash128-b8192-256",
        ];
        for text in others {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn spellings_that_gnu_takes() {
        let is = |text: &str, function, bits| assert_eq!(parse(text), Some(plain(function, bits)), "{text:?}");
        for text in ["BLAKE2b", "BLAKE2b ", "BLAKE2b\t", "BLAKE2b-512", "BLAKE2b-0x200", "BLAKE2b-01000"] {
            is(text, BLAKE2B, 512);
        }
        is("BLAKE2b-+256", BLAKE2B, 256);
        is("BLAKE2b- 256", BLAKE2B, 256);
        is("SHA3-256-256", Function::Own(Algorithm::Sha3_256), 256);
        let (function, rest) = Tag::function_of(b"BLAKE2b(abc)").unwrap();
        assert_eq!(Tag::read(function, rest), Some((plain(function, 512), b"(abc)".as_slice())));
    }
}
