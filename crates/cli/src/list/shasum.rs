//! Parses lines as perl's shasum does: tagged, or untagged with a digest whose length determines the function.

use super::entry::{Entry, Refused, digest, trim_blanks};
use super::kind;
use crate::function::{Function, plain};
use crate::line::LineStyle;
use crate::subject::NAME_BYTES;
use crate::tag::Tag;

/// The functions by what follows `SHA` in a tag, without a slash, which `-a` takes, too.
fn sizes() -> impl Iterator<Item = (String, Function)> {
    let common = Function::all().filter(|function| kind::is_common(*function));
    common.filter_map(|function| Some((plain(function.name()).strip_prefix("sha")?.to_owned(), function)))
}

/// The function that `-a` means by this.
pub(crate) fn of_size(size: &str) -> Option<Function> {
    sizes().find(|(own, _)| own == size).map(|(_, function)| function)
}

/// The entry of a line. `told`: the function from `-a`.
pub(super) fn entry(line: &[u8], told: Option<&Function>) -> Result<Entry, Refused> {
    let line = trim_blanks(line);
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
    Ok(Entry::new(form, name, vec![(Tag::plain(function, bits), digest)], false))
}

type Parts<'a> = (Function, LineStyle, &'a [u8], &'a [u8]);

/// `SHA256 (name) = digest`, and whatever follows it.
fn tagged(line: &[u8]) -> Option<Parts<'_>> {
    let rest = line.strip_prefix(b"SHA")?;
    let blank = rest.iter().position(u8::is_ascii_whitespace)?;
    let (size, rest) = rest.split_at(blank);
    let function = of_size(&str::from_utf8(size).ok()?.replace('/', ""))?;
    let rest = rest.strip_prefix(b" (")?;
    let at = (1..rest.len()).rev().find(|at| {
        rest[*at..].strip_prefix(b") = ").is_some_and(|text| text.first().is_some_and(u8::is_ascii_hexdigit))
    })?;
    let text = &rest[at + 4..];
    let end = text.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(text.len());
    Some((function, LineStyle::Tagged, &rest[..at], &text[..end]))
}

/// `digest  name` or `digest *name`. Lines of the modes `U` and `^` are none here.
fn untagged<'a>(line: &'a [u8], told: Option<&Function>) -> Option<Parts<'a>> {
    let end = line.iter().position(|byte| !byte.is_ascii_hexdigit())?;
    let (text, rest) = line.split_at(end);
    let [b' ' | b'\t', b' ' | b'*', name @ ..] = rest else { return None };
    let fits = |function: &Function| function.usual_bits() == 4 * text.len() as u64;
    // Of two functions, the one that `-a` names.
    let mut fitting = told.copied().into_iter().chain(sizes().map(|(_, function)| function));
    let function = fitting.find(fits)?;
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
