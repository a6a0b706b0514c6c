//! Text in UTF-16, as `>` in Windows PowerShell writes it, becomes UTF-8.

use std::io::{self, BufRead, Read};
use std::ops::Range;

/// The order of the bytes of text that begins so. Lists begin with ASCII.
pub(crate) fn encoding(start: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let zeros = |at: usize| start.iter().skip(at).step_by(2).take(4).all(|&byte| byte == 0);
    let long = start.len() >= 8;
    match start {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ if long && zeros(1) && !zeros(0) => Some(u16::from_le_bytes),
        _ if long && zeros(0) && !zeros(1) => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The same text in UTF-8. Half a surrogate pair is an error: no name could be made of it.
pub(crate) fn utf8(text: impl BufRead + Send, order: fn([u8; 2]) -> u16) -> impl Read + Send {
    let mut bytes = text.bytes();
    let units = std::iter::from_fn(move || match (bytes.next()?, bytes.next()) {
        (Ok(one), Some(Ok(two))) => Some(Ok(order([one, two]))),
        (Err(error), _) | (_, Some(Err(error))) => Some(Err(error)),
        (Ok(_), None) => Some(Err(damaged())),
    });
    Utf8 { units, character: [0; 4], rest: 0..0 }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it begins as UTF-16 and is none: half a character")
}

struct Utf8<I> {
    units: I,
    /// A character, and which bytes of it are still to be read.
    character: [u8; 4],
    rest: Range<usize>,
}

impl<I: Iterator<Item = io::Result<u16>>> Read for Utf8<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Some(first) = self.units.next().transpose()? else { return Ok(0) };
            let is_high = (0xd800..0xdc00).contains(&first);
            let second = if is_high { self.units.next().transpose()? } else { None };
            let character = char::decode_utf16([first].into_iter().chain(second)).next().transpose();
            let character = character.map_err(|_| damaged())?.unwrap_or_default();
            self.rest = 0..character.encode_utf8(&mut self.character).len();
        }
        let read = (&self.character[self.rest.clone()]).read(buffer)?;
        self.rest.start += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_text_is_read() {
        for (mark, order) in [("", None), ("\u{feff}", None), ("", Some(())), ("\u{feff}", Some(()))] {
            let text = format!("{mark}SHA256 (é€😀) = 00\r\n");
            let wide = |unit: u16| if order.is_some() { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let mut bytes: Vec<u8> = text.encode_utf16().flat_map(wide).collect();
            let read = |bytes: &[u8]| {
                let mut read = String::new();
                utf8(bytes, encoding(bytes).unwrap()).read_to_string(&mut read).map(|_| read)
            };
            assert_eq!(read(&bytes).unwrap(), text);
            // Half a unit, half a pair at the end, and half a pair before another character.
            bytes.push(b'x');
            assert_eq!(read(&bytes).unwrap_err().kind(), io::ErrorKind::InvalidData);
            bytes.pop();
            bytes.extend(wide(0xd83d));
            assert!(read(&bytes).is_err());
            bytes.extend(wide(0x41));
            assert!(read(&bytes).is_err());
        }
        for other in [b"SHA256 (f) = 00".as_slice(), b"", b"\0\0\0\0\0\0\0\0\0", b"a\0b\0"] {
            assert!(encoding(other).is_none(), "{}", other.escape_ascii());
        }
    }
}
