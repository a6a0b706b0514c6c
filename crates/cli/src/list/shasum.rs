//! Parses lines as perl's shasum does: tagged, or untagged with a digest whose length determines the function.

use std::sync::Arc;

use super::entry::{Entry, Refused, digest};
use crate::function::Function;
use crate::line::LineStyle;
use crate::subject::NAME_BYTES;
use crate::tag::{Stated, Tag};

/// The function by the number of digits; of two functions, the one that `-a` names.
const LENGTHS: [(usize, &str); 7] = [
    (40, "sha1"),
    (56, "sha224"),
    (64, "sha256"),
    (96, "sha384"),
    (128, "sha512"),
    (56, "sha512-224"),
    (64, "sha512-256"),
];

/// As a tag has them behind `SHA`, without a slash.
const TAGS: [(&[u8], &str); 7] = [
    (b"1", "sha1"),
    (b"224", "sha224"),
    (b"256", "sha256"),
    (b"384", "sha384"),
    (b"512", "sha512"),
    (b"512224", "sha512-224"),
    (b"512256", "sha512-256"),
];

/// The entry of a line. `told`: the function from `-a`.
pub(super) fn entry(line: &[u8], told: Option<&Function>) -> Result<Entry, Refused> {
    let start = line.iter().position(|&byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    let line = &line[start..];
    let (escaped, line) = line.strip_prefix(b"\\").map_or((false, line), |line| (true, line));
    let read = if line.starts_with(b"SHA") { tagged(line) } else { untagged(line, told) };
    let (function, form, name, text) = read.ok_or(Refused::Improper)?;
    let bits = function.usual_bits();
    if name.is_empty() || name.len() > NAME_BYTES || name.contains(&0) {
        return Err(Refused::Improper);
    }
    // A digest of another length is one that no file has.
    let digest = digest(text, bits).unwrap_or_default();
    let name = if escaped { unescape(name) } else { name.to_vec() };
    let tag = Tag { function, bits, stated: Stated::default() };
    Ok(Entry { form, name, digests: vec![(tag, digest)], size: None, foreign: false, guess: Arc::default() })
}

type Parts<'a> = (Function, LineStyle, &'a [u8], &'a [u8]);

/// `SHA256 (name) = digest`, and whatever follows it.
fn tagged(line: &[u8]) -> Option<Parts<'_>> {
    let rest = line.strip_prefix(b"SHA")?;
    let blank = rest.iter().position(u8::is_ascii_whitespace)?;
    let (size, rest) = rest.split_at(blank);
    let size: Vec<u8> = size.iter().copied().filter(|byte| *byte != b'/').collect();
    let (_, function) = TAGS.iter().find(|(tag, _)| *tag == size)?;
    let rest = rest.strip_prefix(b" (")?;
    let at = (1..rest.len()).rev().find(|at| {
        rest[*at..].strip_prefix(b") = ").is_some_and(|text| text.first().is_some_and(u8::is_ascii_hexdigit))
    })?;
    let text = &rest[at + 4..];
    let end = text.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(text.len());
    Some((Function::named(function)?, LineStyle::Tagged, &rest[..at], &text[..end]))
}

/// `digest  name` or `digest *name`. Lines of the modes `U` and `^` are none here.
fn untagged<'a>(line: &'a [u8], told: Option<&Function>) -> Option<Parts<'a>> {
    let end = line.iter().position(|byte| !byte.is_ascii_hexdigit())?;
    let (text, rest) = line.split_at(end);
    let [b' ' | b'\t', b' ' | b'*', name @ ..] = rest else { return None };
    let fitting = |function: &Function| LENGTHS.contains(&(text.len(), function.name()));
    let by_length =
        || LENGTHS.iter().find(|(digits, _)| *digits == text.len()).and_then(|(_, name)| Function::named(name));
    let function = told.filter(|function| fitting(function)).copied().or_else(by_length)?;
    Some((function, LineStyle::Untagged, name, text))
}

/// `\\` and `\n`; a backslash before anything else stays.
fn unescape(name: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, behind @ ..] = rest {
        let (byte, used) = match (first, behind.first()) {
            (b'\\', Some(b'\\')) => (b'\\', 2),
            (b'\\', Some(b'n')) => (b'\n', 2),
            _ => (*first, 1),
        };
        plain.push(byte);
        rest = &rest[used..];
    }
    plain
}
