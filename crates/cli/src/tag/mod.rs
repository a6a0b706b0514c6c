//! Tags: the first word of a digest line, which states everything that a check needs to know, except secrets.
//!
//! A tag begins with a name: those of the library's algorithms are in the library's own table. For a function of any output length, the number of bits always follows the name: `SHAKE128-256`. For
//! a function with a usual length, the number follows only if it is another: `BLAKE2b`, `BLAKE2b-256`, as GNU cksum writes it; `KT128`.
//! Everything else that a digest depends on is stated before the bits (`stated`): `ParallelHash128-B8192-256`,
//! `cSHAKE128-N4d79-S456d61696c-256`.

mod stated;

use std::sync::LazyLock;
use std::{fmt, iter};

use lanesum::Algorithm;

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
    /// That of a function that states nothing but its bits.
    pub(crate) fn plain(function: Function, bits: u64) -> Self {
        Self { function, bits, stated: Stated::default() }
    }

    /// Its number among these, where it has one from now on.
    pub(crate) fn number_in(self, tags: &mut Vec<Self>) -> usize {
        tags.iter().position(|other| *other == self).unwrap_or_else(|| {
            tags.push(self);
            tags.len() - 1
        })
    }

    /// The function with whose name `text` begins, and what follows the name: a blank, `-`, `(` or nothing.
    pub(crate) fn function_of(text: &[u8]) -> Option<(Function, &[u8])> {
        let names = Function::all().map(|function| (function, Self::name_of(function)));
        beginning(text, names, |next| matches!(next, None | Some(b' ' | b'\t' | b'-' | b'(')))
    }

    /// As [`Tag::function_of`], by a name that another program gives the function.
    pub(crate) fn foreign(text: &[u8]) -> Option<(Function, &[u8])> {
        beginning(text, foreign(), |next| matches!(next, Some(b' ' | b'(')))
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
        match function {
            Function::Own(algorithm) => algorithm.tag(),
            Function::Md5 => "MD5",
            Function::Sha1 => "SHA1",
        }
    }
}

/// How other programs call the functions in tags: read, never written. rhash 1.4 makes MD5's as long as longer names.
fn foreign() -> impl Iterator<Item = (Function, &'static str)> {
    let tags = |of: &Algorithm| of.other_tags().iter().zip(iter::repeat(Function::Own(*of)));
    Algorithm::ALL.iter().flat_map(tags).map(|(tag, function)| (function, *tag)).chain([(Function::Md5, "MD5  ")])
}

/// The function with whose name `text` begins, and what follows the name, if that is an end of one.
fn beginning(
    text: &[u8],
    names: impl Iterator<Item = (Function, &'static str)>,
    is_end: impl Fn(Option<&u8>) -> bool,
) -> Option<(Function, &[u8])> {
    // Does a name begin as this text does? Most lines begin with a digest.
    static BEGINNINGS: LazyLock<[bool; 256]> = LazyLock::new(|| {
        let all = Function::all().map(Tag::name_of).chain(foreign().map(|(_, name)| name));
        let firsts: Vec<u8> = all.filter_map(|name| name.bytes().next()).collect();
        std::array::from_fn(|byte| firsts.contains(&(byte as u8)))
    });
    if !BEGINNINGS[usize::from(*text.first()?)] {
        return None;
    }
    let fitting = names.filter_map(|(function, name)| Some((function, text.strip_prefix(name.as_bytes())?)));
    // Of two names, one of which begins with the other, the longer one leaves less.
    fitting.filter(|(_, rest)| is_end(rest.first())).min_by_key(|(_, rest)| rest.len())
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
pub(crate) mod tests;
