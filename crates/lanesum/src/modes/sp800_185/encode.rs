//! `left_encode` and `right_encode` (SP 800-185, section 2.3.1).

/// An integer as at least one and at most 16 big-endian bytes without leading zeroes, and the number of these bytes.
pub(super) struct Encoded {
    bytes: [u8; 17],
    start: usize,
    len: usize,
}

impl Encoded {
    /// `left_encode(x)`: the number of bytes comes first.
    pub(super) fn left(x: u128) -> Self {
        let n = digits(x);
        let mut bytes = [0; 17];
        bytes[1..].copy_from_slice(&x.to_be_bytes());
        bytes[16 - n] = n as u8;
        Self { bytes, start: 16 - n, len: n + 1 }
    }

    /// `right_encode(x)`: the number of bytes comes last.
    pub(super) fn right(x: u128) -> Self {
        let n = digits(x);
        let mut bytes = [0; 17];
        bytes[..16].copy_from_slice(&x.to_be_bytes());
        bytes[16] = n as u8;
        Self { bytes, start: 16 - n, len: n + 1 }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.len]
    }
}

/// The number of bytes of an integer, at least 1.
fn digits(x: u128) -> usize {
    (16 - x.leading_zeros() as usize / 8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest and greatest integers for each number of bytes. (Other tests compare with the reference.)
    #[test]
    fn as_few_bytes_as_there_can_be() {
        assert_eq!(Encoded::left(0).as_bytes(), [1, 0]);
        assert_eq!(Encoded::right(0).as_bytes(), [0, 1]);
        assert_eq!(Encoded::left(12).as_bytes(), [1, 12]);
        assert_eq!(Encoded::right(0x0102).as_bytes(), [1, 2, 2]);
        for n in 1..=16 {
            let largest = u128::MAX >> (128 - 8 * n);
            assert_eq!(Encoded::left(largest).as_bytes().len(), n + 1);
            assert_eq!(Encoded::right(largest).as_bytes()[n], n as u8);
            if n < 16 {
                assert_eq!(Encoded::left(largest + 1).as_bytes()[..2], [n as u8 + 1, 1]);
                assert_eq!(Encoded::right(largest + 1).as_bytes().len(), n + 2);
            }
        }
    }
}
