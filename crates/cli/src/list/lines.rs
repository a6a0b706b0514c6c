//! Reads the lines of a list, one after the other, in bounded memory, even if the list is `/dev/zero`.

use std::io::{self, BufRead, Read as _};

use crate::line::End;

/// No digest line is longer. More than two million times the usual digest fits; what is longer is no list.
pub(crate) const LINE_BYTES: usize = 16 << 20;

/// A buffer that one long line has blown up is given back.
const KEPT_BYTES: usize = 64 << 10;

/// The text between two line ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Text<'a> {
    Line(&'a [u8]),
    /// Longer than [`LINE_BYTES`], which are its beginning.
    TooLong(&'a [u8]),
}

pub(super) struct Lines<R> {
    reader: R,
    end: u8,
    number: u64,
    line: Vec<u8>,
    /// Does the last line come again?
    again: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, end: End) -> Self {
        Self { reader, end: end.byte(), number: 0, line: Vec::new(), again: false }
    }

    /// The number of the line that comes next, from 1.
    pub(super) fn coming(&self) -> u64 {
        self.number + u64::from(!self.again)
    }

    /// Hands out the last line once more; it was not too long.
    pub(super) fn again(&mut self) {
        self.again = true;
    }

    /// The next line, without what ends it; the last one need not be ended.
    pub(super) fn next(&mut self) -> io::Result<Option<Text<'_>>> {
        if std::mem::take(&mut self.again) {
            return Ok(Some(Text::Line(&self.line)));
        }
        self.line.clear();
        self.line.shrink_to(KEPT_BYTES);
        if self.reader.by_ref().take(LINE_BYTES as u64 + 1).read_until(self.end, &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.pop_if(|last| *last == self.end).is_none() && self.line.len() > LINE_BYTES {
            self.reader.skip_until(self.end)?;
            self.line.truncate(LINE_BYTES);
            return Ok(Some(Text::TooLong(&self.line)));
        }
        Ok(Some(Text::Line(&self.line)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &[u8], end: End) -> Vec<Vec<u8>> {
        // A buffer of three bytes: lines lie across its ends.
        let mut lines = Lines::new(BufReader::with_capacity(3, text), end);
        let mut all = Vec::new();
        while let Some(Text::Line(line)) = lines.next().unwrap() {
            all.push(line.to_vec());
        }
        assert_eq!(lines.coming(), all.len() as u64 + 1);
        all
    }

    #[test]
    fn lines_end_where_they_should() {
        let none: [&[u8]; 0] = [];
        assert_eq!(lines(b"", End::Newline), none);
        assert_eq!(lines(b"\n", End::Newline), [b""]);
        assert_eq!(lines(b"abcd\n\nef", End::Newline), [b"abcd".as_slice(), b"", b"ef"]);
        assert_eq!(lines(b"abc\nabc\n", End::Newline), [b"abc", b"abc"]);
        assert_eq!(lines(b"ab\0c\n\0", End::Nul), [b"ab".as_slice(), b"c\n"]);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let endless = io::repeat(0).take(3 * LINE_BYTES as u64).chain(b"\nshort\n".as_slice());
        let mut lines = Lines::new(BufReader::new(endless), End::Newline);
        assert!(matches!(lines.next().unwrap(), Some(Text::TooLong(line)) if line.len() == LINE_BYTES));
        assert!(lines.line.capacity() < 3 * LINE_BYTES);
        assert_eq!(lines.next().unwrap(), Some(Text::Line(b"short")));
        assert!(lines.line.capacity() <= KEPT_BYTES);
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn a_line_of_the_limit_is_one() {
        let longest = io::repeat(b'x').take(LINE_BYTES as u64);
        let mut lines = Lines::new(BufReader::new(longest), End::Newline);
        assert!(matches!(lines.next().unwrap(), Some(Text::Line(line)) if line.len() == LINE_BYTES));
        assert_eq!(lines.next().unwrap(), None);
    }
}
