//! mtree, as bsdtar and BSD's mtree write it.

use super::foreign::{Said, Step, function_named, is_long_hex, number, words};

#[derive(Debug, Default)]
pub(super) struct Mtree {
    /// The directories that the line is in; None if a name cannot be read.
    directories: Vec<Option<Vec<u8>>>,
    /// The start of this line, from earlier lines that go on in it.
    pub(super) begun: Vec<u8>,
    /// `/set type=dir`: that is what a line without a type is.
    are_directories: bool,
}

impl Mtree {
    /// A line as bsdtar writes it with whole paths, or mtree itself by directories.
    pub(super) fn line(&mut self, line: &[u8]) -> Step {
        let mut words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return Step::Read };
        if first == b".." {
            return if self.directories.pop().is_some() { Step::Read } else { Step::Wrong };
        }
        let mut said = Said::default();
        let (mut kind, mut keywords) = (None, false);
        for word in words {
            keywords = true;
            let Some(at) = word.iter().position(|byte| *byte == b'=') else { continue };
            let (key, value) = (&word[..at], &word[at + 1..]);
            match key {
                b"type" => kind = Some(value),
                b"size" => said.size = number(value),
                _ => said.digests.extend(function_named(key).map(|function| (Some(function), value.to_vec()))),
            }
        }
        if first.starts_with(b"/") {
            if first == b"/set" {
                self.are_directories = kind.map_or(self.are_directories, |kind| kind == b"dir");
            }
            let is_rule = [b"/set".as_slice(), b"/unset"].contains(&first);
            return if is_rule { Step::Read } else { Step::Wrong };
        }
        let name = without_vis(first);
        let whole = first.contains(&b'/');
        if kind.map_or(self.are_directories, |kind| kind == b"dir") && !whole {
            let step = if name.is_some() { Step::Read } else { Step::Wrong };
            self.directories.push(name);
            return step;
        }
        let Some(name) = name else { return Step::Wrong };
        said.name = name;
        if !whole && !self.directories.is_empty() {
            // Below a directory without a name that can be read, nobody knows which file it is.
            let Some(mut path) = self.directories.iter().cloned().collect::<Option<Vec<_>>>() else {
                return Step::Wrong;
            };
            path.push(said.name);
            said.name = path.join(&b'/');
        }
        let is_file = kind.map_or(!self.are_directories, |kind| kind == b"file");
        match (said.digests.is_empty(), is_file && keywords) {
            (true, false) => Step::Read,
            // A file without a digest that is known: nobody may take it for one that was checked.
            (true, true) => Step::Wrong,
            (false, _) => Step::Entry(said),
        }
    }
}

/// A name as vis(3) writes it: `\040` for a blank, `\M-C\M-<` for the bytes of "ü".
fn without_vis(name: &[u8]) -> Option<Vec<u8>> {
    let control = |byte: u8| if byte == b'?' { 0x7f } else { byte & 0x1f };
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, behind @ ..] = rest {
        let (byte, used) = match (first, behind) {
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..]) => {
                (((a - b'0') << 6) | ((b - b'0') << 3) | (c - b'0'), 4)
            }
            (b'\\', [b'M', b'-', byte @ 0x21..=0x7e, ..]) => (byte | 0x80, 4),
            (b'\\', [b'M', b'^', byte @ 0x3f..=0x5f, ..]) => (control(*byte) | 0x80, 4),
            (b'\\', [b'^', byte @ 0x3f..=0x5f, ..]) => (control(*byte), 3),
            (b'\\', [letter, ..]) => {
                let byte = match letter {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    b'E' => 27,
                    b's' => b' ',
                    b'\\' | b'#' => *letter,
                    _ => return None,
                };
                (byte, 2)
            }
            (b'\\', []) => return None,
            _ => (*first, 1),
        };
        plain.push(byte);
        rest = &rest[used..];
    }
    Some(plain)
}

/// Has a line that says nothing to mtree a digest, or is it of a package index? A name alone may look like a digest.
pub(super) fn is_of_another_form(line: &[u8]) -> bool {
    let has_digest = !line.contains(&b'=') && words(line).count() > 1 && words(line).any(is_long_hex);
    has_digest || words(line).next().is_some_and(|word| word == b"https" || word == b"http")
}
