//! Lines in the forms of other programs: docs/lists.md has an example of each.
//!
//! [`line`] knows the forms in which a line says all about a file, `blocks` those in which it needs the lines before.

use super::entry::{digest, is_hex, nix, trim_blanks};
use super::kind::by_plain_name;
use crate::function::{Function, is_unsupported, plain};

/// The name, the digests and the size that were read for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) name: Vec<u8>,
    /// Each with its function, if that is told, in which case there may be several.
    pub(super) digests: Vec<(Option<Function>, Vec<u8>)>,
    pub(super) size: Option<u64>,
}

impl Said {
    pub(super) fn of(name: &[u8], function: Option<Function>, digest: &[u8]) -> Option<Self> {
        let said = Self { name: name.into(), digests: vec![(function, digest.into())], size: None };
        (!name.is_empty()).then_some(said)
    }
}

/// The result of reading a line, in a form of several lines.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It has no such form.
    Other,
    /// It says nothing about a file, or not all.
    Read,
    /// It should say something, and does not.
    Wrong,
    Entry(Said),
    /// The lines before said this. The line itself is still to be read.
    Before(Said),
    /// The lines before should say something, and do not. The line itself is still to be read.
    WrongBefore,
}

type Form = fn(&[u8]) -> Option<Said>;

const LINES: &[Form] =
    &[power_shell_table, hash_deep_with_size, gentoo, named_first, named_last, comma, fragment, colon];

/// The content of a line by itself, in the first form that fits.
pub(super) fn line(line: &[u8]) -> Option<Said> {
    LINES.iter().find_map(|read| read(line))
}

/// `SHA256  BA78…  C:\abc`, a row of PowerShell's `Get-FileHash`, which fills columns up with blanks.
fn power_shell_table(line: &[u8]) -> Option<Said> {
    let (function, rest) = word(line)?;
    let (digest, name) = word(rest)?;
    let function = function_named(function)?;
    is_digest_of(function, digest).then(|| Said::of(name.trim_ascii_end(), Some(function), digest))?
}

/// `   3  ba78…  abc`, of `sha256deep -z`.
fn hash_deep_with_size(line: &[u8]) -> Option<Said> {
    let (size, rest) = word(line)?;
    let blank = rest.windows(2).position(|blanks| blanks == b"  " || blanks == b" *")?;
    let (digest, name) = (&rest[..blank], &rest[blank + 2..]);
    let said = is_hex_digest(digest).then(|| Said::of(name, None, digest))??;
    Some(Said { size: Some(number(size)?), ..said })
}

/// `DIST foo.tar.gz 123 BLAKE2B … SHA512 …`, of Gentoo's `Manifest` (GLEP 74).
fn gentoo(line: &[u8]) -> Option<Said> {
    let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let kind = words.next()?;
    let name = words.next()?;
    let size = number(words.next()?)?;
    let name = without_escapes(name)?;
    let name = match kind {
        b"AUX" => [b"files/".as_slice(), &name].concat(),
        b"DIST" | b"EBUILD" | b"MISC" | b"DATA" | b"MANIFEST" | b"OPTIONAL" => name,
        _ => return None,
    };
    let mut digests = Vec::new();
    while let Some(function) = words.next() {
        let digest = words.next()?;
        // Whirlpool and others stand beside functions that lanesum has.
        if let Some(function) = function_named(function) {
            digests.push((Some(function), digest.to_vec()));
        }
    }
    (!digests.is_empty()).then_some(Said { name, digests, size: Some(size) })
}

/// A path as GLEP 74 writes it: `\x20`, `\u00fc`, `\U0001f600`.
fn without_escapes(name: &[u8]) -> Option<Vec<u8>> {
    let mut parts = str::from_utf8(name).ok()?.split('\\');
    let mut plain = parts.next()?.to_owned();
    for part in parts {
        let digits = match part.as_bytes().first()? {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        plain.push(char::from_u32(u32::from_str_radix(part.get(1..=digits)?, 16).ok()?)?);
        plain.push_str(&part[1 + digits..]);
    }
    Some(plain.into_bytes())
}

/// `sha256:HEX  f`, `sha256-BASE64 f`.
fn named_first(line: &[u8]) -> Option<Said> {
    let (text, name) = word(line)?;
    let (function, digest) = named_digest(text)?;
    Said::of(name.strip_prefix(b"*").unwrap_or(name), Some(function), &hexadecimal(&digest))
}

/// `f sha256:HEX`, `f: sha256-BASE64`.
fn named_last(line: &[u8]) -> Option<Said> {
    let line = line.trim_ascii_end();
    let blank = line.iter().rposition(|byte| matches!(byte, b' ' | b'\t'))?;
    let (function, digest) = named_digest(&line[blank + 1..])?;
    let name = line[..blank].trim_ascii_end();
    Said::of(name.strip_suffix(b":").unwrap_or(name), Some(function), &hexadecimal(&digest))
}

/// `HEX, f` and `f, HEX`; with quotes as CSV has them if the digest has some, too.
fn comma(line: &[u8]) -> Option<Said> {
    let said = |digest: &[u8], name: &[u8]| is_hex_digest(digest).then(|| Said::of(name, None, digest)).flatten();
    let comma = |byte: &u8| *byte == b',';
    let (first, last) = (line.iter().position(comma)?, line.iter().rposition(comma)?);
    said(&line[..first], line[first + 1..].trim_ascii_start())
        .or_else(|| said(line[last + 1..].trim_ascii(), line[..last].trim_ascii_end()))
        .or_else(|| match &cells(line, b',')?[..] {
            [one, other] if line.starts_with(b"\"") => said(one, other).or_else(|| said(other, one)),
            _ => None,
        })
}

/// The cells of a line of CSV (RFC 4180).
pub(super) fn cells(line: &[u8], separator: u8) -> Option<Vec<Vec<u8>>> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let mut cell = Vec::new();
        if let Some(quoted) = rest.strip_prefix(b"\"") {
            rest = quoted;
            loop {
                let end = rest.iter().position(|byte| *byte == b'"')?;
                cell.extend_from_slice(&rest[..end]);
                rest = &rest[end + 1..];
                match rest.strip_prefix(b"\"") {
                    Some(more) => rest = more,
                    None => break,
                }
                cell.push(b'"');
            }
        } else {
            let end = rest.iter().position(|byte| *byte == separator).unwrap_or(rest.len());
            // Without quotes around it, none may be in it.
            if rest[..end].contains(&b'"') {
                return None;
            }
            cell.extend_from_slice(&rest[..end]);
            rest = &rest[end..];
        }
        cells.push(cell);
        match rest.split_first() {
            None => return Some(cells),
            Some((byte, more)) if *byte == separator => rest = more,
            Some(_) => return None,
        }
    }
}

/// `https://host/f#sha256=HEX`, as pip and package indices have it: of the file `f`.
fn fragment(line: &[u8]) -> Option<Said> {
    let at = line.iter().rposition(|byte| *byte == b'#')?;
    let (name, values) = (&line[..at], line[at + 1..].trim_ascii_end());
    // `#egg=f&sha256=HEX`
    let (function, digest) = values.split(|byte| *byte == b'&').find_map(|value| {
        let equals = value.iter().position(|byte| *byte == b'=')?;
        Some((function_named(&value[..equals])?, &value[equals + 1..]))
    })?;
    let is_address = name.windows(3).any(|piece| piece == b"://");
    let name = if is_address { without_percent(name.rsplit(|byte| *byte == b'/').next()?)? } else { name.to_vec() };
    is_digest_of(function, digest).then(|| Said::of(&name, Some(function), digest))?
}

/// A part of an address: `%20` for a blank. One that would be a path of its own is none.
fn without_percent(name: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, behind @ ..] = rest {
        let escaped = behind.get(..2).filter(|digits| *first == b'%' && is_hex(digits));
        let byte = escaped.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        plain.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &rest[3..] } else { behind };
    }
    (![&b".."[..], b"."].contains(&&plain[..]) && !plain.contains(&b'/')).then_some(plain)
}

/// `f: HEX`, and `f: BA78 16BF …` of `gpg --print-md`, as far as it stands in one line.
pub(super) fn colon(line: &[u8]) -> Option<Said> {
    let (said, group) = gpg(line)?;
    let digits = &said.digests.first()?.1;
    (is_hex_digest(digits) && (said.digests[0].0.is_some() || is_whole(digits.len(), group))).then_some(said)
}

/// The name in `f: RMD160 = …`.
pub(super) fn function_of_gpg(line: &[u8]) -> Option<&str> {
    let (before, _) = str::from_utf8(line).ok()?.rsplit_once(" = ")?;
    Some(before.rsplit_once(": ")?.1.trim())
}

/// Are these all digits that gpg writes in groups of this length? In one group they are another program's.
pub(super) fn is_whole(digits: usize, group: usize) -> bool {
    match group {
        2 => digits == 32,
        4 => digits == 40,
        8 => matches!(digits, 56 | 64 | 96 | 128),
        group => group == digits,
    }
}

/// `f: BA7816BF 8F01CFEA`, or `f: SHA256 = BA7816BF 8F01CFEA`: digits of a digest that may go on in the next line, and the length of their groups.
pub(super) fn gpg(line: &[u8]) -> Option<(Said, usize)> {
    // A name may have a colon, digits do not.
    let at = line.windows(2).rposition(|piece| piece[0] == b':' && piece[1] == b' ')?;
    let (name, rest) = (&line[..at], &line[at + 1..]);
    let equals = rest.windows(3).position(|piece| piece == b" = ");
    let (function, groups) = match equals {
        Some(equals) => (Some(function_named(rest[..equals].trim_ascii())?), &rest[equals + 3..]),
        None => (None, rest),
    };
    let said = Said::of(name, function, &digits(groups)?)?;
    Some((said, groups.split(|byte| *byte == b' ').find(|group| !group.is_empty())?.len()))
}

/// Hexadecimal digits in groups, without the blanks between them.
pub(super) fn digits(groups: &[u8]) -> Option<Vec<u8>> {
    let groups: Vec<_> = groups.split(|byte| *byte == b' ').filter(|group| !group.is_empty()).collect();
    let first = groups.first()?.len();
    let even = groups.iter().all(|group| group.len() == first && group.len().is_multiple_of(2) && is_hex(group));
    even.then(|| groups.concat())
}

/// A digest that names its function: `sha256:HEX`, `sha256:` and the base32 of Nix, `sha256-BASE64` (subresource integrity).
pub(super) fn named_digest(text: &[u8]) -> Option<(Function, Vec<u8>)> {
    // The first of these, since base64 and names of functions have them, too.
    let of = |mark: u8| {
        let mut marks = text.iter().enumerate().filter(move |(_, byte)| **byte == mark).map(|(at, _)| at);
        marks.find_map(|at| Some((function_named(&text[..at])?, &text[at + 1..])))
    };
    let (function, text, is_sri) = match of(b':') {
        Some((function, text)) => (function, text, false),
        None => of(b'-').map(|(function, text)| (function, text, true))?,
    };
    let bits = function.usual_bits();
    let digest = if is_sri && is_hex(text) {
        None
    } else {
        digest(text, bits).or_else(|| nix(text, usize::try_from(bits / 8).ok()?))
    };
    Some((function, digest?))
}

/// The only function of this name, as programs write it, that depends on nothing but a file.
pub(super) fn function_named(name: &[u8]) -> Option<Function> {
    let name = plain(str::from_utf8(name).ok()?);
    let name = name.strip_suffix("digest").unwrap_or(&name);
    match by_plain_name(name)?[..] {
        [function] if function.algorithm().is_none() || function.is_plain() => Some(function),
        _ => None,
    }
}

pub(super) fn is_digest_of(function: Function, text: &[u8]) -> bool {
    digest(text, function.usual_bits()).is_some()
}

/// As many digits as a usual digest has.
pub(super) fn is_hex_digest(text: &[u8]) -> bool {
    [32, 40, 56, 64, 96, 128].contains(&text.len()) && is_hex(text)
}

pub(super) fn hexadecimal(digest: &[u8]) -> Vec<u8> {
    data_encoding::HEXLOWER.encode(digest).into_bytes()
}

pub(super) fn number(text: &[u8]) -> Option<u64> {
    str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

/// The first word, and what follows it and blanks.
pub(super) fn word(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_start();
    let end = line.iter().position(|byte| matches!(byte, b' ' | b'\t'))?;
    Some((&line[..end], trim_blanks(&line[end..])))
}

/// A name in the manifest of a bag (RFC 8493, section 2.1.3).
pub(super) fn name_in_a_bag(name: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, behind @ ..] = rest {
        let escaped = match rest {
            [b'%', b'0', b'A' | b'a', ..] => Some(b'\n'),
            [b'%', b'0', b'D' | b'd', ..] => Some(b'\r'),
            [b'%', b'2', b'5', ..] => Some(b'%'),
            _ => None,
        };
        plain.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &rest[3..] } else { behind };
    }
    plain
}

/// The function that a line names, if it is one that other programs have and that is not there: `RMD160 (f) = …`, and CRC-32
/// as SFV files have it, `f 352441c2`.
pub(super) fn unsupported(line: &[u8], names_first: bool) -> Option<String> {
    let open = line.iter().position(|&byte| byte == b'(').unwrap_or(0);
    let name = str::from_utf8(&line[..open]).ok()?.trim_end();
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-/_".contains(&byte));
    if is_word && is_unsupported(name) {
        return Some(name.to_owned());
    }
    // `f: RMD160 = …`, as gpg has it.
    if let Some(name) = function_of_gpg(line).filter(|name| is_unsupported(name)) {
        return Some(name.to_owned());
    }
    let last = line.trim_ascii_end().rsplit(|&byte| matches!(byte, b' ' | b'\t')).next()?;
    (names_first && last.len() == 8 && is_hex(last)).then(|| "CRC-32".to_owned())
}

/// The words of a line, separated by blanks and punctuation.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| byte.is_ascii_whitespace() || b":,;#=*()[]\"'\\".contains(byte)).filter(|word| !word.is_empty())
}

pub(super) fn is_long_hex(word: &[u8]) -> bool {
    word.len() >= 32 && is_hex(word)
}

/// Is the last word a digest, in hexadecimal?
pub(super) fn ends_in_a_digest(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let blank = line.iter().rposition(|&byte| matches!(byte, b' ' | b'\t'));
    blank.is_some_and(|blank| is_hex_digest(&line[blank + 1..]))
}
